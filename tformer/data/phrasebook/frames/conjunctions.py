"""Two clauses that belong together: wenn, weil, obwohl, and what is done before, after, during."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.acts import (
    again,
    as_rule,
    clause_of,
    in_the_past,
    is_open,
    somebody,
)
from tformer.data.phrasebook.frames.scene_words import SCENES
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.noun_phrases import PRONOUN
from tformer.data.phrasebook.speaker import Speaker


def two_clauses(s: Speaker, main: Clause, other: Clause, link: Pair, first: float = 0.5) -> Pair:
    """The clause of the conjunction in front in this share; then the verb follows the comma."""
    if s.chance(first):
        main, other = _named_first(main, other)
        german = f"{link[0]} {in_german(other, 'sub')}"
        english = f"{link[1]} {in_english(other)}"
        return f"{german}, {in_german(main, 'question')}", f"{english}, {in_english(main)}"
    other, main = _named_first(other, main)
    german, english = in_german(other, "sub"), in_english(other)
    return (f"{in_german(main)}, {link[0]} {german}",
            f"{in_english(main)} {link[1]} {english}")  # fmt: skip


def _named_first(later: Clause, earlier: Clause) -> tuple[Clause, Clause]:
    """A pronoun in the later clause, if both are of the same person."""
    if later.subject == earlier.subject:
        later = replace(later, subject=again(later.subject))
    return later, earlier


def scene(s: Speaker, contrary: bool = False) -> tuple[Clause, Clause] | None:
    """What is so, and what somebody does then; with ``contrary`` in spite of it."""
    causes, then, in_spite = s.choice(SCENES)
    cause, act = s.choice(causes), s.choice(in_spite if contrary else then)
    subject = somebody(s)
    of = subject if is_open(cause) else None
    condition, main = clause_of(s, cause, of), clause_of(s, act, subject)
    named_twice = of is not None and subject.kind != "pronoun"
    if named_twice and any(slot.np and slot.np.kind == "pronoun" for slot in main.slots):
        return None
    return condition, main


def if_then(s: Speaker) -> Pair | None:
    """Tim trinkt Tee, wenn er müde ist. = Tim drinks tea if he is tired."""
    drawn = scene(s)
    if drawn is None or drawn[0].english == "sleep":
        return None
    condition, main = map(as_rule, drawn)
    kind = s.pick(present=6, müssen=1, können=1)
    if kind != "present" and not main.negated:
        main = replace(main, tense=kind)
    return two_clauses(s, main, condition, ("wenn", "if"), 0.6)


def if_do(s: Speaker) -> Pair | None:
    """Iss ein Eis, wenn das Wetter gut ist! = Eat ice cream if the weather is good!"""
    causes, then, _ = s.choice(SCENES)
    cause, act = s.choice(causes), s.choice(then)
    du = PRONOUN["du"]
    clause = clause_of(s, act, du)
    condition = as_rule(clause_of(s, cause, du if is_open(cause) else None))
    verb = clause.verb
    if (
        verb.reflexive
        or cause.english == "sleep"
        or any(slot.np and slot.np.owner == 1 for slot in clause.slots)
    ):
        return None
    body = in_german(clause, "infinitive").removesuffix(verb.infinitive)
    german = f"{verb.imperative(1)} {body} {verb.prefix}"
    german = " ".join(german.split())
    english = ("do not " if clause.negated else "") + in_english(clause, "infinitive")
    when, if_ = in_german(condition, "sub"), in_english(condition)
    if s.chance(0.5):
        return f"wenn {when}, {german}!", f"if {if_}, {english}!"
    return f"{german}, wenn {when}!", f"{english} if {if_}!"


def because_of(s: Speaker) -> Pair | None:
    """Weil es regnet, fahre ich mit dem Bus. = Because it is raining, I am going by bus."""
    contrary = s.chance(0.4)
    drawn = scene(s, contrary)
    if drawn is None:
        return None
    reason, main = map(in_the_past, drawn) if s.chance(0.35) else drawn
    link = ("obwohl", "although") if contrary else ("weil", "because")
    return two_clauses(s, main, reason, link, 0.45)


def therefore(s: Speaker) -> Pair | None:
    """Ich bin allein, trotzdem lache ich. = I am alone, but I am laughing anyway.

    trotzdem is "but ... anyway".
    """
    contrary = s.chance(0.45)
    drawn = scene(s, contrary)
    if drawn is None:
        return None
    reason, main = map(in_the_past, drawn) if s.chance(0.35) else drawn
    main, reason = _named_first(main, reason)
    german, english = in_german(reason), in_english(reason)
    if contrary and main.negated:
        return None
    if contrary:
        return (f"{german}, trotzdem {in_german(main, 'question')}",
                f"{english}, but {in_english(main)} anyway")  # fmt: skip
    return (f"{german}, deshalb {in_german(main, 'question')}",
            f"{english}, so {in_english(main)}")  # fmt: skip
