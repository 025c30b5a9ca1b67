"""English forms: a and an, plurals, verbs, comparatives, short forms."""

import re
from functools import cache

_PAST = """be was been; have had had; do did done; go went gone; come came come; see saw seen;
eat ate eaten; drink drank drunk; give gave given; take took taken; get got gotten;
make made made; know knew known; think thought thought; say said said; tell told told;
find found found; lose lost lost; buy bought bought; sell sold sold; bring brought brought;
read read read; write wrote written; speak spoke spoken; sleep slept slept; drive drove driven;
ride rode ridden; fly flew flown; swim swam swum; run ran run; sing sang sung; sit sat sat;
stand stood stood; lie lay lain; put put put; hang hung hung; cut cut cut; forget forgot forgotten;
understand understood understood; meet met met; pay paid paid; send sent sent; spend spent spent;
wear wore worn; break broke broken; begin began begun; win won won; feel felt felt;
hear heard heard; hold held held; keep kept kept; leave left left; let let let; build built built;
catch caught caught; choose chose chosen; cost cost cost; draw drew drawn; fall fell fallen;
grow grew grown; hurt hurt hurt; lend lent lent; set set set; show showed shown; shut shut shut;
sweep swept swept; teach taught taught; throw threw thrown; wake woke woken; feed fed fed;
hide hid hidden; forgive forgave forgiven; bite bit bitten; fight fought fought;
lay laid laid; ring rang rung; shine shone shone; fit fit fit"""
_IRREGULAR = {row.split()[0]: row.split()[1:] for row in _PAST.split(";")}
_DOUBLING = {"swim", "run", "sit", "get", "put", "plan", "stop", "shop", "cut", "chat", "forget",
             "begin", "win", "let", "set", "hug", "jog"}  # fmt: skip


def _third(verb: str) -> str:
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _ing(verb: str) -> str:
    if verb == "lie":
        return "lying"
    if verb in _DOUBLING:
        return verb + verb[-1] + "ing"
    if verb.endswith("e") and not verb.endswith("ee") and verb != "be":
        return verb[:-1] + "ing"
    return verb + "ing"


def _ed(verb: str) -> str:
    if verb in _DOUBLING:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + "ed"


@cache
def third(phrase: str) -> str:
    """gets up: the form after he; only the first word of a phrase changes, here and below."""
    verb, space, rest = phrase.partition(" ")
    return _third(verb) + space + rest


@cache
def ing(phrase: str) -> str:
    """getting up."""
    verb, space, rest = phrase.partition(" ")
    return _ing(verb) + space + rest


@cache
def past(phrase: str) -> str:
    """got up."""
    verb, space, rest = phrase.partition(" ")
    return (_IRREGULAR[verb][0] if verb in _IRREGULAR else _ed(verb)) + space + rest


@cache
def participle(phrase: str) -> str:
    """gotten up."""
    verb, space, rest = phrase.partition(" ")
    return (_IRREGULAR[verb][1] if verb in _IRREGULAR else _ed(verb)) + space + rest


def be(person: str, was: bool = False) -> str:
    """am, is, are, was, were for I, you, he, it, we, they."""
    if was:
        return "was" if person in ("I", "he", "it") else "were"
    return {"I": "am", "he": "is", "it": "is"}.get(person, "are")


def has(person: str) -> str:
    """has or have, which make the perfect."""
    return "has" if person in ("he", "it") else "have"


def present(phrase: str, person: str) -> str:
    """get up, gets up for I, you, he, it, we, they."""
    return third(phrase) if person in ("he", "it") else phrase


def plural(word: str) -> str:
    """A regular plural: buses, cities, cars."""
    if word.endswith(("s", "sh", "ch", "x")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


@cache
def a(phrase: str) -> str:
    """The phrase with a or an, by its first sound."""
    word = phrase.lower()
    if word.startswith(("hour", "honest")):
        return "an " + phrase
    if word.startswith(("uni", "euro", "used", "useful", "one", "usual")):
        return "a " + phrase
    return ("an " if word[0] in "aeiou" else "a ") + phrase


_IRREGULAR_DEGREES = {"good": ("better", "best")}
_LONG = {"tired", "modern"}


@cache
def comparative(word: str, degree: int = 0) -> str:
    """better (degree 0) or best (1)."""
    if word in _IRREGULAR_DEGREES:
        return _IRREGULAR_DEGREES[word][degree]
    vowels = len(re.findall(r"[aeiou]+", word.removesuffix("e")))
    if word in _LONG or (vowels > 1 and not word.endswith("y")):
        return ("more ", "most ")[degree] + word
    ending = ("er", "est")[degree]
    if word.endswith("e"):
        return word[:-1] + ending
    if word.endswith("y"):
        return word[:-1] + "i" + ending
    if re.search(r"[^aeiou][aeiou][bdgmnpt]$", word):
        return word + word[-1] + ending
    return word + ending


_VERBS = "do|does|did|is|are|was|were|could|would|should|must|have|has|had"
_NOT = re.compile(rf"\b({_VERBS}) not\b", re.IGNORECASE)
_BE = re.compile(
    r"\b(I) (am)\b (?=\w)|\b(it|he|she|that) (is)\b (?=\w)|\b(you|we|they) (are)\b (?=\w)",
    re.IGNORECASE,
)


def shorten_not(text: str) -> str:
    """do not -> don't, cannot -> can't, will not -> won't."""
    text = text.replace("cannot", "can't").replace("will not", "won't")
    return _NOT.sub(r"\1n't", text)


def shorten_be(text: str) -> str:
    """I am -> I'm, it is -> it's, they are -> they're, before another word."""

    def change(match: re.Match) -> str:
        subject, verb = (group for group in match.groups() if group)
        return f"{subject}'{verb[1:]} "

    return _BE.sub(change, text)
