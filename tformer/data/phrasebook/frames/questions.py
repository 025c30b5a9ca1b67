"""Questions: with the verb first, and for the who, what, where, when and why of a clause."""

import re
from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.frames.parts import (
    active,
    both_ways,
    copula,
    doing,
    not_state,
    one_of,
    timed,
)
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

WHO = NP(("wer", "wen", "wem"), "who", "who")
_QUESTION_WORDS = {
    **{"where": ("wo", "where"), "to": ("wohin", "where"), "from": ("woher", "where")},
    **{"A": ("was", "what"), "A!": ("wen", "who"), "D!": ("wem", "who")},
}
_SO_FAR = {"live 0": "lived", "work 0": "worked", "learn 0": "been learning"}
_PERSONAL = named("Beruf Hobby Name Adresse Telefonnummer Problem Plan")
_WHICH_SUBJECT = read_pairs("gefällt dir = do you like, ist das = is that")
_WHICH_OBJECT = read_pairs("""möchten Sie = would you like, nehmen Sie = are you taking,
suchst du = are you looking for, kaufst du = are you buying""")


def question(s: Speaker) -> Pair:
    """Kennen Sie die Antwort? = Do you know the answer?"""
    clause = s.clause(s.asked(), "person")
    if clause.aspect == "p":
        clause = timed(s, clause, s.pick(now=2, future=2, habit=2), 0.35)
    return both_ways(clause, "question", mark="?")


def past_question(s: Speaker) -> Pair:
    """Habt ihr Eistee getrunken? = Did you drink iced tea?"""
    clause = replace(s.clause(s.asked(), "person", wanted=not_state), tense="past")
    return both_ways(timed(s, clause, "past", 0.5), "question", mark="?")


def modal_question(s: Speaker) -> Pair:
    """Willst du Geige spielen? = Do you want to play the violin?"""
    tense = s.pick(können=6, müssen=2, wollen=3, möchten=4, könnte=2, sollen=1, dürfen=3)
    subject = s.asked()
    if tense == "sollen":
        subject = one_of(s, "ich", "wir")
    if tense == "dürfen":
        subject = one_of(s, "ich", "ich", "wir")
    clause = replace(s.clause(subject, "person", wanted=active), tense=tense)
    clause = timed(s, clause, s.pick(now=1, future=3), 0.3)
    german, english = both_ways(clause, "question", mark="?")
    if tense == "dürfen":  # may I, not: am I allowed to
        asked = english.removeprefix(en.be(subject.english))
        english = "may" + asked.replace(" allowed to", "", 1)
    if tense == "wollen":  # shall we, not: do we want to
        english = re.sub(r"^do we want to\b", "shall we", english)
    return german, english


# question words ----------------------------------------------------------------------------


def ask(s: Speaker, clause: Clause) -> Pair:
    """A w-question for one slot, the time, the reason or the subject."""
    slots = [slot for slot in clause.slots if slot.role not in ("", "fixed", "when", "job")]
    kind = s.pick(slot=6 * bool(slots), when=2, why=1.5, who=1.5, often=0.7)
    if kind == "slot":
        return _ask_for(clause, s.choice(slots))
    if kind == "when" and clause.aspect == "p":
        return both_ways(clause, "main", ("wann", "when"), "?")
    if kind == "often" and clause.aspect == "p":
        return both_ways(replace(clause, habit=True), "main", ("wie oft", "how often"), "?")
    # who calls his brother? would be another brother
    if kind == "who" and not any(
        slot.np and slot.np.owner == clause.subject.owner for slot in slots
    ):
        return both_ways(replace(clause, subject=WHO), mark="?")
    return both_ways(clause, "main", ("warum", "why"), "?")


def _ask_for(clause: Clause, slot: Slot) -> Pair:
    english = clause.english
    if slot.role == "D!" and english.endswith(" 1 2"):  # whom is she giving 2 to?
        english = english.replace(" 1 2", " 2 to")
    if slot.np is None:
        left = " from" if slot.role == "from" else ""  # where does he come from?
        english = english.replace(" 0", left) if clause.slots[-1] is slot else english
    else:
        number = str(clause.slots.index(slot) + 1)
        english = " ".join(word for word in english.split() if word != number)
    empty = replace(slot, np=None, preposition="", fixed=("", ""))
    slots = tuple(empty if other is slot else other for other in clause.slots)
    asked = replace(clause, english=english, slots=slots)
    return both_ways(asked, "main", _question_words(slot.role), "?")


def _question_words(role: str) -> Pair:
    """wo, where; wen, who; mit wem, who; womit, what; worüber, what."""
    if role in _QUESTION_WORDS:
        return _QUESTION_WORDS[role]
    preposition, case = role.removesuffix("!").split("+")
    if role.endswith("!"):
        return f"{preposition} {'wen' if case == 'A' else 'wem'}", "who"
    link = "r" if preposition[0] in "aeiouü" else ""
    return f"wo{link}{preposition}", "what"


def w_question(s: Speaker) -> Pair:
    """Warum vermisst du mich? = Why do you miss me?"""
    return ask(s, s.clause(s.asked(), "person"))


def w_question_past(s: Speaker) -> Pair:
    """Warum hast du getankt? = Why did you get gas?"""
    clause = s.clause(s.asked(), "person", wanted=doing)
    return ask(s, replace(clause, tense="past", aspect="s"))


def modal_w_question(s: Speaker) -> Pair:
    """Wie oft möchten Sie lachen? = How often would you like to laugh?"""
    tense = s.pick(können=4, müssen=3, wollen=3, möchten=3, sollen=1)
    clause = s.clause(s.asked(), "person", wanted=active)
    return ask(s, replace(clause, tense=tense, aspect="p"))


def what_doing(s: Speaker) -> Pair:
    """Was macht ihr diese Woche? = What are you doing this week?"""
    subject = s.asked()
    kind = s.pick(now=1, past=2, future=2, habit=2, job=1)
    if kind == "job":
        work = Clause(subject, VERB["arbeiten"], "work", "s")
        return both_ways(work, "main", s.choice((("wo", "where"), ("wann", "when"))), "?")
    tense = "past" if kind == "past" else "present"
    clause = Clause(subject, VERB["machen"], "do", "p", tense=tense)
    return both_ways(timed(s, clause, kind, 0.8), "main", ("was", "what"), "?")


def _so_far(row: Predicate) -> bool:
    return row.english in _SO_FAR


def how_long(s: Speaker) -> Pair:
    """Wie lange lernst du Spanisch? = How long have you been learning Spanish?"""
    clause = s.clause(one_of(s, "du", "Sie", "ihr"), "person", _so_far)
    asked = "seit wann" if s.chance(0.3) else "wie lange"
    place = clause.slots[-1].english
    english = f"how long have you {_SO_FAR[clause.english]} {place}?"
    return in_german(clause, "main", asked) + "?", english


def who_what(s: Speaker) -> Pair:
    """Wie ist Ihre Telefonnummer? = What is your phone number?"""
    kind = s.pick(which=3, who=2, what=2)
    if kind == "which":
        noun = s.choice(NOUNS[s.choice(("read", "watch", "clothes", "transport", "vehicle"))])
        np = noun_phrase(noun, "welcher")
        german, english = s.choice(_WHICH_SUBJECT + _WHICH_OBJECT)
        case = "N" if (german, english) in _WHICH_SUBJECT else "A"
        return f"{np[case]} {german}?", f"which {noun.english} {english}?"
    if kind == "who":
        np = s.choice((s.stranger(), s.person_name()))
        finite, verb = copula(np)
        return f"wer {finite} {np['N']}?", f"who {verb} {np.english}?"
    owner = s.choice((1, 8, 2, 3))
    noun = s.choice(_PERSONAL)
    np = noun_phrase(noun, owner=owner)
    what = "was"
    if noun.singular in ("Name", "Adresse", "Telefonnummer"):
        what = s.choice(("was", "wie"))
    if np["N"] == "dein Name":
        what = "wie"
    return f"{what} ist {np['N']}?", f"what is {np.english}?"
