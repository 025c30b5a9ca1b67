"""Requests: the imperative, möchte and hätte gern."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import MODALS, Clause, join
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.parts import counted, doing, one_of
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_WOULD_LIKE = MODALS["möchten"].forms
_WOULD_HAVE = Verb("", past="hätte")


def imperative(s: Speaker) -> Pair | None:
    """Besuch die Kirche! = Visit the church!"""
    who = s.pick(du=4, Sie=4, ihr=1.5, wir=1)
    clause = s.clause(PRONOUN[who], "person", wanted=doing)
    if clause.verb.reflexive == "D" or clause.english.startswith("be"):
        return None
    if who != "wir" and not counted(clause) and s.chance(0.15):
        clause = replace(clause, negated=True)
    return command(s, who, clause)


def command(s: Speaker, who: str, clause: Clause) -> Pair:
    """Says the clause as a command to du, ihr or Sie, or with wir as let us; often with bitte."""
    verb = clause.verb
    body = in_german(clause, "infinitive").removesuffix(verb.infinitive).strip()
    english = in_english(clause, "infinitive")
    if who == "wir":
        return f"lass uns {body} {verb.infinitive}", f"let's {english}"
    if clause.negated:
        english = f"do not {english}"
    please = s.pick(no=4, end=2, start=1.5)
    mark = s.choice(("!", "!", ""))
    finite = verb.imperative(PRONOUN[who].person) + (" Sie" if who == "Sie" else "")
    if please == "end":
        words = body.split(" ")
        first = _pronouns(clause)  # gib mir bitte das Buch
        body = join(*words[:first], "bitte", *words[first:])
        return join(finite, body, verb.prefix) + mark, f"{english}, please{mark}"
    german = join(finite, body, verb.prefix) + mark
    if please == "start":
        return f"bitte {german}", f"please {english}{mark}"
    return german, english + mark


def _pronouns(clause: Clause) -> int:
    """With how many pronouns the German begins after the verb."""
    alone = [slot for slot in clause.slots if slot.np and not slot.preposition]
    return bool(clause.verb.reflexive) + sum(slot.np.kind == "pronoun" for slot in alone)


def would_like(s: Speaker) -> Pair:
    """Wir möchten einen Eistee. = We would like an iced tea."""
    subject = PRONOUN["ich"] if s.chance(0.55) else s.subject()
    if s.chance(0.3):
        subject = one_of(s, "ich", "wir")
    np = s.thing(s.choice(("drinkone", "dish", "reserve", "snack", "goods")), subject)
    if np.kind not in ("indefinite", "bare"):
        np = noun_phrase(s.choice(NOUNS["drinkone"] + NOUNS["dish"]), "ein")
    bitte, please = s.choice((("", ""), ("", ""), ("bitte", ", please")))
    kind = s.pick(möchten=5, gern=3, question=2.5, take=1)
    german, english = np["A"], np.english_object
    if kind == "question":
        who = s.asked()
        finite = _WOULD_LIKE[who.person]
        return f"{finite} {who['N']} {german}?", f"would {who.english} like {english}?"
    if kind == "gern":
        finite = _WOULD_HAVE.preterite(subject.person)
        return f"{subject['N']} {finite} gern {german}", f"{subject.english} would like {english}"
    if kind == "take" and subject.number in ("I", "we"):
        dish = noun_phrase(s.choice(NOUNS["dish"]))
        finite = VERB["nehmen"].present(subject.person)
        return (f"{subject['N']} {finite} {dish['A']} {bitte}",
                f"{subject.english} will take {dish.english_object}{please}")  # fmt: skip
    finite = _WOULD_LIKE[subject.person]
    return (f"{subject['N']} {finite} {bitte} {german}",
            f"{subject.english} would like {english}{please}")  # fmt: skip
