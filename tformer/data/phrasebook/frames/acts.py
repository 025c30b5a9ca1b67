"""Rows of what somebody or something does, and the clauses made of them.

A row is "German = English", with the infinitive first: "gehen ins Bett = go to bed". Slots are
those of ``lexicon.predicates``. "!" before it denies it; "es/regnen = it/rain" names its subject
too, and "X/sein müde = X/be tired" leaves it open.
"""

from dataclasses import replace
from typing import NamedTuple

from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.rows import read_pairs, read_words
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, same
from tformer.data.phrasebook.speaker import Speaker

_MORE = {  # said by these frames alone
    **{word: Verb(word) for word in ("regnen", "schneien", "jagen", "versuchen", "klingeln")},
    "scheinen": Verb("scheinen", past="schien", part="geschienen"),
    "beschließen": Verb("beschließen", past="beschloss", part="beschlossen"),
    "vor|haben": Verb("haben", "vor", "hat", "hatte", "gehabt"),
    "los|fahren": Verb("fahren", "los", "fährt", "fuhr", "gefahren", "sein"),
}
_STATES = read_words("""be have know like want need live work feel understand love find believe
hear see cost arrive recognize give lose forget get miss hope plan""")
_DONE = {"work", "have breakfast", "have a barbecue", "get dressed", "get on", "get off"}
_MANY = {"children", "stores", "guests", "friends", "neighbors", "parents"}


class Act(NamedTuple):
    """A row, read: the subject ("" or X for an open one), the verb, its slots, the English."""

    subject: tuple[str, str]
    verb: Verb
    tokens: tuple[str, ...]
    english: str
    negated: bool


def verb_named(name: str) -> Verb:
    """A verb of the lexicon, or one that only these frames say."""
    return _MORE.get(name) or VERB[name]


def read_acts(rows: str, separator: str = ",") -> tuple[Act, ...]:
    """The acts of a table, in its order."""
    return tuple(_read(*pair) for pair in read_pairs(rows, separator))


def _read(german: str, english: str) -> Act:
    german, negated = german.removeprefix("!"), german.startswith("!")
    who, _, german = german.rpartition("/")
    it, _, english = english.rpartition("/")
    words = german.split()
    if words[0] == "sich":
        long = words[1] == "D"
        words[: 2 + long] = ["sich_D " + words[2] if long else "sich " + words[1]]
    return Act((who, it), verb_named(words[0]), tuple(words[1:]), english, negated)


def clause_of(s: Speaker, act: Act, subject: NP | None = None) -> Clause:
    """The act as a clause in the present, by the given subject or by its own."""
    german, english = act.subject
    if german == "es":
        subject = PRONOUN["es"]
    elif german not in ("", "X"):
        many = english.split()[-1] in _MANY
        agreement = {"person": 5, "number": "they", "owner": 7} if many else {"number": "it"}
        subject = same(german, english, **agreement)
    slots = tuple(s.slot(token, subject) for token in _joined(act.tokens))
    state = act.english.split()[0] in _STATES and act.english not in _DONE
    state = state or act.english.startswith("do not ") or act.verb.base == "studieren"
    state = state or act.english in ("speak", "speak 0", "speak German")
    state = state or (act.verb.base == "kommen" and act.english.endswith(("come from", "come 0")))
    aspect = "s" if state else "p"
    return Clause(subject, act.verb, act.english, aspect, slots, negated=act.negated)


def _joined(tokens: tuple[str, ...]) -> list[str]:
    """The words that stand as they are, side by side, as one: das_Auto."""
    joined: list[str] = []
    for token in tokens:
        both_plain = joined and not {":"} & {*joined[-1], *token} and token not in PLACES
        if both_plain and joined[-1] not in PLACES:
            joined[-1] += f"_{token}"
        else:
            joined.append(token)
    return joined


def somebody(s: Speaker, pronouns: float = 0.55) -> NP:
    """Who does it, in this share a pronoun; nobody unknown and no baby."""
    subject = s.pronoun() if s.chance(pronouns) else s.subject()
    unfit = subject.kind == "indefinite" or "bab" in subject.english
    return PRONOUN["er"] if unfit else subject


def is_open(act: Act) -> bool:
    """Whether the act leaves open who does it."""
    return act.subject[0] in ("", "X")


def in_the_past(clause: Clause) -> Clause:
    """hat geregnet, ist gegangen; but war and hatte."""
    short = clause.verb.base in ("sein", "haben", "wissen") and not clause.verb.prefix
    return replace(clause, tense="preterite" if short else "past")


def as_rule(clause: Clause) -> Clause:
    """What is always or under a condition: simple present."""
    return replace(clause, aspect="s")


def again(subject: NP) -> NP:
    """The pronoun for somebody who was named: mein Vater, er."""
    if subject.kind == "pronoun":
        return subject
    neuter = subject["N"].endswith(("Kind", "Baby"))  # das Kind lacht, weil es ...
    singular = "sie" if subject.owner in (3, 9) else "es" if neuter else "er"
    return PRONOUN[{"they": "sie_p", "he": singular, "it": singular}.get(subject.number, "wir")]
