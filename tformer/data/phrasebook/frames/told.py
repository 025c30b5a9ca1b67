"""Predicates with amounts and times, told of somebody: "wiegen {n} Kilo | weigh {n} kilos"."""

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.filling import filled
from tformer.data.phrasebook.frames.parts import both_ways
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.amounts import OTHER_VERBS
from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, both, name, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_SMALL = re.compile(r"\b(baby|babies|child|children|boy|boys|girl|girls|student|students)\b")
_YOUNG = named("Sohn Tochter Bruder Schwester Enkel Enkelin Nichte Neffe Cousin")
_CHILDREN = [(word, 3) for word in names.FEMALE[:11]] + [(word, 2) for word in names.MALE[:10]]
_RARE_PAST = re.compile(r"(he|she|it) (spent|cost|grew|began)\b")


class Told(NamedTuple):
    """A predicate: verb, its German words, all English ones, aspect, modes, and who does it.

    Modes: p present, q question, d perfect, e question in the perfect, t preterite, m with a modal
    verb, f with werden, n denied. Who: anybody (a), no child (g), several (w), somebody who may
    be a child (y), no pronoun (x).
    """

    verb: Verb
    german: str
    english: str
    aspect: str
    modes: str
    who: str


@cache
def told_rows(table: str) -> tuple[Told, ...]:
    """Rows "verb words | English | aspect modes who", one a line."""
    rows = []
    for line in table.strip().splitlines():
        german, english, how = map(str.strip, line.split(" | "))
        verb, words = re.match(r"((?:sich )?\S+) ?(.*)", german).groups()
        aspect, modes, who = how.split()
        found = OTHER_VERBS.get(verb) or VERB[verb]
        rows.append(Told(found, words, english, aspect, modes, who))
    return tuple(rows)


def whoever(s: Speaker, who: str, asked: bool) -> NP | None:
    """Somebody fit for a row of ``Told``; None where a child would do what grown-ups do."""
    if who == "w":
        np = s.choice(("wir", "wir", "wir", "ihr", "sie_p", ""))
        np = PRONOUN[np] if np else both(s.choice((s.person_name, s.relative))(), PRONOUN["ich"])
        return PRONOUN["ihr"] if asked and np.owner == 5 and s.chance(0.5) else np
    if who == "x":
        return s.choice((s.relative, s.stranger, s.person_name))()
    if who == "y":
        return _young(s, asked)
    np = s.asked() if asked else s.subject()
    if asked and np.number in ("I", "we"):
        return None
    return None if who == "g" and _SMALL.search(np.english) else np


def _young(s: Speaker, asked: bool) -> NP:
    """Somebody who may still be five years old."""
    if asked or s.chance(0.55):
        return PRONOUN[s.choice(("du", "du", "Sie", "er", "sie") if asked else
                                ("ich", "ich", "ich", "du", "er", "er", "sie", "sie"))]  # fmt: skip
    if s.chance(0.4):
        return name(*s.choice(_CHILDREN))
    return s.human(noun_phrase(s.choice(_YOUNG), owner=s.choice((0, 0, 1, 2, 3, 5))))


def told(s: Speaker, row: Told, time: Pair = ("", ""), front: float = 0.3) -> Pair | None:
    """The predicate of somebody, in one of its modes, at a time."""
    mode = s.choice(row.modes)
    subject = whoever(s, row.who, mode in "qe")
    if subject is None or (subject.owner == 8 and mode not in "qe"):
        return None
    german, english = filled(s, (row.german, row.english))
    tense = {"d": "past", "e": "past", "t": "preterite", "f": "future"}.get(mode, "present")
    if mode == "m":
        tense = s.choice(("müssen", "müssen", "wollen", "möchten", "können"))
    slots = (Slot(fixed=(german, ""), role="fixed"),)
    clause = Clause(subject, row.verb, english, row.aspect, slots, tense, time=time)
    if mode in "qe":
        return both_ways(clause, "question", mark="?")
    if mode == "n":
        return _denied(clause, german)
    said = "time" if time[0] and s.chance(front) else ""
    made = both_ways(clause, "main", (said, said))
    return None if _RARE_PAST.search(made[1]) else made


def _denied(clause: Clause, words: str) -> Pair:
    """keinen Termin haben; nicht um fünf Uhr aufstehen."""
    english = in_english(replace(clause, negated=True))
    if re.match(r"eine?n? ", words):
        slot = Slot(fixed=(f"k{words}", ""), role="fixed")
        return in_german(replace(clause, slots=(slot,))), english
    return in_german(replace(clause, negated=True)), english
