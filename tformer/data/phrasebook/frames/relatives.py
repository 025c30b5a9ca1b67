"""Relative clauses: of people and of things, as who does it, to whom, and after a preposition."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames import relative_words as words
from tformer.data.phrasebook.frames.acts import clause_of
from tformer.data.phrasebook.frames.parts import copula, doing, not_state
from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.predicates import Predicate, predicates
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs, read_words
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_RELATIVE = {"m": "der den dem", "f": "die die der", "n": "das das dem", "p": "die die denen"}
_PEOPLE = NOUNS["folk"] * 2 + NOUNS["job"]
_OF_PLACES = read_pairs("groß = big, klein = small, schön = beautiful, alt = old")
_ONLY_NOW = read_words("need know love miss understand believe hate live remember come think")
_ONLY_THEN = read_words("find lose forget get")
_ASKS = ("where", "do", "did", "who", "what")


def pronoun(noun: Noun, case: str, plural: bool = False) -> str:
    """der, den, dem; die, denen."""
    return _RELATIVE["p" if plural else noun.gender].split()["NAD".index(case)]


def inserted(german: str, english: str, np: NP, main: Pair, intro: bool) -> Pair:
    """The relative clause after its noun: before the verb, or after an intro that holds a case."""
    if not intro:
        return f"{np['N']}, {german}, {main[0]}", f"{np.english} {english} {main[1]}"
    start, said = main
    mark = "?" if said.split()[0] in _ASKS else ""
    case = next(word for word in start.split() if word in ("N", "A", "D"))
    before, after = start.split(f" {case}")
    if after:  # ich habe den Brief gefunden, den
        return f"{before} {np[case]}{after}, {german}{mark}", f"{said} {np.english} {english}{mark}"
    return f"{before} {np[case]}, {german}{mark}", f"{said} {np.english} {english}{mark}"


def _plain(s: Speaker) -> NP:
    """Who does it in the relative clause: mostly a pronoun."""
    return s.pronoun() if s.chance(0.75) else s.subject()


def _in_some_tense(s: Speaker, clause: Clause) -> Clause:
    tense = s.pick(present=4, past=5, modal=1)
    if clause.english.split()[0] in _ONLY_NOW:
        return clause
    if clause.english.split()[0] in _ONLY_THEN:
        return replace(clause, tense="past")
    if tense == "modal" and clause.aspect == "p":
        return replace(clause, tense=s.pick(müssen=1, können=1, wollen=2))
    return replace(clause, tense="past") if tense == "past" else clause


def _as_object(clause: Clause, english: str, relative: str, link: str) -> Pair:
    """den wir gesehen haben, that we saw; with the preposition at the end in English."""
    clause = replace(clause, english=" ".join(english.replace(" 1", " ").split()))
    return f"{relative} {in_german(clause, 'sub')}", f"{link} {in_english(clause)}"


# people ------------------------------------------------------------------------------------


def who_does(s: Speaker) -> Pair | None:
    """Wo ist der Gast, der liest? = Where is the guest who is reading?"""
    noun, plural = s.choice(_PEOPLE), s.chance(0.12)
    intro = plural or s.chance(0.65)
    main = s.choice(words.INTRO_PERSON if intro else words.PERSON_IS)
    if plural and " N" in main[0]:
        return None
    one = main[1] in ("I know", "this is", "I see", "do you know") and not plural
    np = s.human(noun_phrase(noun, "ein" if one and s.chance(0.4) else "der", plural=plural))
    who = same(pronoun(noun, "N", plural), "who", person=np.person, number=np.number,
               owner=np.owner)  # fmt: skip
    kind = s.pick(does=6, did=2, any=2)
    if kind == "any":
        clause = _in_some_tense(s, s.clause(who, "person", doing))
    else:
        clause = clause_of(s, s.choice(words.DOES if kind == "does" else words.DID), who)
        clause = replace(clause, tense="past") if kind == "did" else clause
    if not intro:
        main = _of_gender(noun, main)
    return main and inserted(in_german(clause, "sub"), in_english(clause), np, main, intro)


def _of_gender(noun: Noun, main: Pair) -> Pair | None:
    """ist Lehrer of a man, ist Lehrerin of a woman, neither of a child."""
    if main[0] not in words.OF_WOMEN or noun.gender == "m":
        return main
    return (words.OF_WOMEN[main[0]], main[1]) if noun.gender == "f" else None


def _of_one(row: Predicate) -> bool:
    """What is done to a person and to nothing else."""
    return len(row.slots) == 1 and row.slots[0].endswith(":person") and not_state(row)


def whom(s: Speaker) -> Pair | None:
    """Die Bäckerin, die er ruft, ist nett. = The baker who he is calling is nice."""
    noun, subject = s.choice(_PEOPLE), _plain(s)
    verb, (token,), english, aspect = s.choice(predicates("person", _of_one))
    preposition, _, case = token.split(":")[0].rpartition("+")
    relative = pronoun(noun, case)
    clear = relative != pronoun(noun, "N") or subject["N"] != subject["A"] or subject.person != 2
    if not clear or (subject is PRONOUN["sie"] and case == "A"):
        return None
    intro = s.chance(0.7)
    main = s.choice(words.INTRO_PERSON) if intro else _of_gender(noun, s.choice(words.PERSON_IS))
    if main is None:
        return None
    np = s.human(noun_phrase(noun))
    clause = _in_some_tense(s, Clause(subject, verb, english, aspect))
    relative = f"{preposition} {relative}".strip()
    if intro and subject.number in ("I", "we") and main[0].startswith(("ich", "wir")):
        return None
    return inserted(*_as_object(clause, english, relative, "who"), np, main, intro)


# things ------------------------------------------------------------------------------------


def what_is_done(s: Speaker) -> Pair:
    """Das Fahrrad, das ich kaufe, ist teuer. = The bicycle that I am buying is expensive."""
    kind, nouns, acts, adjectives = s.choice(words.OF_THINGS)
    noun, act = s.choice(nouns), s.choice(acts)
    clause = _in_some_tense(s, clause_of(s, act, _plain(s)))
    inner = _as_object(clause, act.english, pronoun(noun, "A"), "that")
    np = noun_phrase(noun)
    if s.chance(0.55):
        return inserted(*inner, np, _intro(s, kind, clause), True)
    how, english = s.choice(adjectives)
    finite, verb = copula(np, clause.tense == "past" and s.chance(0.6))
    return inserted(*inner, np, (f"{finite} {how}", f"{verb} {english}"), False)


def in_which(s: Speaker) -> Pair:
    """Das ist der Brief, auf den ich warte. = This is the letter that I'm waiting for."""
    kind, preposition, case, nouns, act = s.choice(words.AFTER_PREPOSITION)
    noun = s.choice(nouns)
    clause = clause_of(s, act, _plain(s))
    clause = replace(clause, tense="past") if s.chance(0.3) else clause
    relative = f"{preposition} {pronoun(noun, case)}"
    inner = _as_object(clause, act.english, relative, "that")
    np = noun_phrase(noun)
    if kind == "P" and s.chance(0.35):
        how, english = s.choice(_OF_PLACES)
        return inserted(*inner, np, (f"ist {how}", f"is {english}"), False)
    return inserted(*inner, np, _intro(s, kind, clause, kind == "O"), True)


def _intro(s: Speaker, kind: str, clause: Clause, there: bool = False) -> Pair:
    """What introduces a thing: nobody looks for what is at hand, or for what is eaten."""
    rows = words.INTRO_THING[kind]
    if there or clause.tense != "past":
        fit = ("das ist", "siehst") if there else ("das ist", "kenn", "mir", "siehst")
        rows = tuple(row for row in rows if row[0].startswith(fit))
    return s.choice(rows)
