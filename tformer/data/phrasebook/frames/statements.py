"""Statements: present, past, future, negation, modal verbs, gern and man."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.parts import (
    active,
    both_ways,
    common_in_preterite,
    counted,
    doing,
    fronted,
    not_state,
    timed,
)
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.times import TIMES
from tformer.data.phrasebook.noun_phrases import PRONOUN, same
from tformer.data.phrasebook.speaker import Speaker

_TIMED_STATES = {"work 0", "get up", "smoke"}
_LASTING = {"live 0", "live with 1", "work 0", "learn 0", "wait for 1", "study 0", "know 1"}
_LASTING |= {"play the piano"}
_ALLOWED = {"swim", "dance", "smoke", "cook", "eat 1", "buy 1", "play soccer", "play tennis"}
_ALLOWED |= {"go shopping", "rent 1", "ski", "sleep", "go swimming", "drink 1"}
MAN = same("man", "you", number="you", owner=1)


def present(s: Speaker) -> Pair:
    """Sie sucht ein weißes Kleid. = She is looking for a white dress."""
    return both_ways(s.clause())


def present_with_time(s: Speaker) -> Pair:
    """Ich komme jetzt nach Hause. = I am coming home now."""
    clause = s.clause(kind="person")
    if clause.aspect == "p":
        return fronted(s, timed(s, clause, s.pick(now=3, habit=4, future=3), 1))
    if clause.english in _TIMED_STATES:
        return fronted(s, timed(s, clause, "habit", 1))
    return both_ways(clause)


def often(s: Speaker) -> Pair:
    """Lukas wartet nie auf dem Balkon. = Lukas never waits on the balcony."""
    clause = s.clause(kind="person", wanted=active)
    return both_ways(replace(clause, often=s.choice(TIMES["often"])))


def negated(s: Speaker) -> Pair | None:
    """Ich pflanze keinen Baum. = I am not planting a tree."""
    clause = replace(s.clause(kind="person"), negated=True)
    if counted(clause):
        return None
    if clause.aspect == "p":
        clause = timed(s, clause, s.pick(now=2, future=2), 0.25)
    return both_ways(clause)


def past(s: Speaker) -> Pair:
    """Ich habe mit euch gesprochen. = I talked to you."""
    clause = replace(s.clause(kind="person", wanted=not_state), tense="past")
    return fronted(s, timed(s, clause, "past", 0.65))


def past_negated(s: Speaker) -> Pair | None:
    """Sein Enkel hat nicht geraucht. = His grandson didn't smoke."""
    clause = s.clause(kind="person", wanted=not_state)
    if counted(clause):
        return None
    return both_ways(timed(s, replace(clause, tense="past", negated=True), "past", 0.3))


def preterite(s: Speaker) -> Pair:
    """Mein Cousin trank Cola. = My cousin drank cola."""
    clause = s.clause(kind="person", wanted=common_in_preterite)
    return fronted(s, timed(s, replace(clause, tense="preterite"), "past", 0.5))


def already(s: Speaker) -> Pair:
    """Tobias hat noch nicht trainiert. = Tobias hasn't worked out yet.

    schon and noch nicht ask for the English perfect.
    """
    clause = s.clause(PRONOUN["du"] if s.chance(0.3) else None, "person", wanted=doing)
    clause = replace(clause, tense="perfect", aspect="s")
    done = replace(clause, often=("schon", "already"))
    if s.chance(0.5):
        return both_ways(done, "question", mark="?") if s.chance(0.5) else both_ways(done)
    if counted(clause) or any(slot.np and slot.np.negative for slot in clause.slots):
        return both_ways(done)
    clause = replace(clause, negated=True, end="yet")
    return in_german(clause).replace(" nicht ", " noch nicht ", 1), in_english(clause)


def modal(s: Speaker) -> Pair:
    """Ich will keine Blume suchen. = I don't want to look for a flower."""
    tense = s.pick(können=5, müssen=5, wollen=4, möchten=4, dürfen=1.5, sollen=2)
    clause = replace(s.clause(kind="person", wanted=active), tense=tense)
    clause = timed(s, clause, s.pick(now=1, future=3), 0.35)
    if s.chance(0.2) and not counted(clause):
        return both_ways(replace(clause, negated=True))
    return fronted(s, clause, 0.2)


def modal_past(s: Speaker) -> Pair:
    """Ich wollte Sport machen. = I wanted to exercise."""
    tense = s.pick(konnte=3, musste=4, wollte=3, durfte=1.5, sollte=1)
    clause = replace(s.clause(kind="person", wanted=doing), tense=tense)
    if tense == "sollte":
        return both_ways(clause)
    if s.chance(0.25) and not counted(clause):
        return both_ways(replace(clause, negated=True))
    return fronted(s, timed(s, clause, "past", 0.5))


def future(s: Speaker) -> Pair:
    """Ihre Mama wird die Biene beobachten. = Her mom will watch the bee."""
    clause = replace(s.clause(kind="person", wanted=active), tense="future")
    kind = s.pick(plain=4, no=1, question=1)
    clause = timed(s, clause, "future", 0.6)
    if kind == "no" and not counted(clause):
        return both_ways(replace(clause, negated=True))
    if kind == "question":
        return both_ways(clause, "question", mark="?")
    return fronted(s, clause)


def gladly(s: Speaker) -> Pair:
    """Die Dame trinkt lieber Tee. = The lady prefers to drink tea.

    gern, lieber and würde gern are like to, prefer to and would like to.
    """
    clause = s.clause(None, "person", wanted=doing)
    kind = s.pick(plain=5, question=2, no=1.5, rather=1.5, would=3)
    if kind == "question":
        clause = s.clause(s.asked(), "person", doing)
        return both_ways(replace(clause, like="gern"), "question", mark="?")
    if kind == "no" and not counted(clause):
        return both_ways(replace(clause, like="gern", negated=True, aspect="s"))
    if kind == "rather":
        return both_ways(replace(clause, like="lieber"))
    if kind == "would":
        english = "like to " + clause.english
        would = replace(clause, tense="würde", like="gern", english=english)
        return both_ways(timed(s, would, "future", 0.25))
    return both_ways(replace(clause, like="gern"))


def _lasting(row: Predicate) -> bool:
    return row.english in _LASTING or "als_JOB" in row.slots


def since(s: Speaker) -> Pair:
    """Ich wohne seit Montag in einem Dorf. = I have lived in a village since Monday."""
    clause: Clause = s.clause(kind="person", wanted=_lasting)
    clause = replace(clause, time=s.time("since"), tense="since")
    return both_ways(clause, "main", ("time" if s.chance(0.2) else "", ""))


def _allowed(row: Predicate) -> bool:
    return row.aspect == "p" and row.english in _ALLOWED


def one_does(s: Speaker) -> Pair | None:
    """Man kann hier nicht einkaufen. = You can't go shopping here.

    man is you.
    """
    clause = s.clause(PRONOUN["er"], "person", _allowed)
    tense = s.pick(können=3, dürfen=2)
    if any(slot.np and slot.np.kind == "definite" for slot in clause.slots):
        return None
    negated = s.chance(0.3)
    clause = replace(clause, subject=MAN, tense=tense, time=("hier", "here"), negated=negated)
    if s.chance(0.3):
        return both_ways(replace(clause, negated=False), "question", mark="?")
    return both_ways(clause)
