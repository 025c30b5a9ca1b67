"""The object at the start, where case and verb show who does what to whom."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.acts import clause_of, in_the_past, read_acts, somebody
from tformer.data.phrasebook.frames.parts import both_ways, not_state
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_words
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_THAT = same("das", "that", number="it")
_SHOWN = read_words("mich dich ihn mir dir ihm uns")  # sie, ihr: also somebody else
_NOT_FRONTED = read_words("get take bring carry hide throw")
_ONLY_NOW = read_words("know love understand believe need miss hate remember")
_OF_THAT = read_acts("""wissen = know 1, verstehen = understand 1, glauben = believe 1,
brauchen = need 1, machen = do 1, kaufen = buy 1, essen = eat 1, lesen = read 1,
sagen = say 1, vergessen = forget 1, sehen = see 1, lernen = learn 1, bezahlen = pay for 1,
üben = practice 1, hören = hear 1, nehmen = take 1, wollen = want 1""")
_SAID_IN_PERFECT = {"say 1", "hear 1", "see 1", "forget 1"}
_BY_ANIMALS = read_acts("""sehen A = see 1, beißen A = bite 1, jagen A = chase 1,
suchen A = look for 1, hören A = hear 1, folgen D = follow 1, jagen A = chase 1""")
_BY_PEOPLE = read_acts("""sehen A = see 1, suchen A = look for 1, hören A = hear 1,
folgen D = follow 1, kennen A = know 1, fragen A = ask 1, küssen A = kiss 1,
an|rufen A = call 1, helfen D = help 1,
lieben A = love 1, besuchen A = visit 1, treffen A = meet 1, danken D = thank 1,
antworten D = answer 1, wecken A = wake 1 up, begrüßen A = greet 1, ein|laden A = invite 1,
umarmen A = hug 1, verstehen A = understand 1, stören A = disturb 1, glauben D = believe 1,
gratulieren D = congratulate 1, zu|hören D = listen to 1, ab|holen A = pick 1 up""")
_TO_ANIMALS = {"see 1", "look for 1", "hear 1", "follow 1", "love 1"}
_ANIMALS = tuple(noun for noun in NOUNS["pet"] * 3 + NOUNS["animal"] if noun.singular != "Fisch")


# the object first --------------------------------------------------------------------------


def put_first(clause: Clause, slot: Slot) -> Pair:
    """The slot before the verb in German; English keeps its order."""
    others = replace(clause, slots=tuple(other for other in clause.slots if other is not slot))
    return in_german(others, "main", slot.german), in_english(clause)


def _is_clear(subject: NP, np: NP, case: str) -> bool:
    """Whether the forms show who does it and to whom: den Mann, ich; not: die Frau, sie."""
    if np.kind == "pronoun":
        return np[case] in _SHOWN
    other_verb = subject.person != np.person
    return np["N"] != np[case] or subject["N"] != subject["A"] or other_verb


def _with_object(row: Predicate) -> bool:
    return (
        any(token[:2] in ("A:", "D:") for token in row.slots)
        and not_state(row)
        and row.english.split()[0] not in _NOT_FRONTED
    )


def object_first(s: Speaker) -> Pair | None:
    """Den Zug hat sie erreicht. = She caught the train."""
    clause = s.clause(somebody(s), "person", _with_object)
    slot = s.choice([slot for slot in clause.slots if slot.role.rstrip("!") in ("A", "D")])
    if slot.np.kind not in ("definite", "pronoun"):
        return None
    if slot.role != "A" and not _is_clear(clause.subject, slot.np, slot.case):
        return None
    if slot.np["N"] == slot.np[slot.case] and clause.subject.kind == "name":
        return None
    rest = [other for other in clause.slots if other is not slot]
    if any(other.np and other.np.kind == "pronoun" for other in rest):
        return None
    tense = s.pick(present=5, past=5, modal=2)
    if tense == "past" and clause.english.split()[0] not in _ONLY_NOW:
        clause = replace(clause, tense="past")
    elif tense == "modal" and clause.aspect == "p":
        clause = replace(clause, tense=s.pick(müssen=2, können=2, wollen=1, möchten=1))
    if not rest and s.chance(0.25):
        clause = replace(clause, negated=True)
    return put_first(clause, slot)


def that_first(s: Speaker) -> Pair:
    """Das weiß ich nicht. = I don't know that."""
    slot = Slot(_THAT, "A", role="A")
    clause = replace(clause_of(s, s.choice(_OF_THAT), s.subject()), slots=(slot,))
    if clause.english in _SAID_IN_PERFECT or s.chance(0.3):
        clause = in_the_past(clause)
        if clause.verb.base == "wollen":
            clause = replace(clause, tense="preterite")
    elif clause.aspect == "p" and s.chance(0.5):
        clause = replace(clause, tense=s.pick(müssen=2, können=2, wollen=1, möchten=1))
    return put_first(replace(clause, negated=s.chance(0.4)), slot)


def case_decides(s: Speaker) -> Pair | None:
    """Unseren Neffen jagt die Maus. = The mouse is chasing our nephew.

    The same two in either order, and either of them does it.
    """
    by_animal = s.chance(0.45)
    subject = _animal(s) if by_animal else _someone(s)
    verb, (case,), english = s.choice(_BY_ANIMALS if by_animal else _BY_PEOPLE)[1:4]
    to_animal = s.chance(0.6) if by_animal else english in _TO_ANIMALS and s.chance(0.5)
    whom = _animal(s) if to_animal else _someone(s)
    if s.chance(0.12):
        whom = PRONOUN[s.choice(("ich", "du", "er", "wir"))]
    if whom["N"].split()[-1] == subject["N"].split()[-1] or not _is_clear(subject, whom, case):
        return None
    state = english.split()[0] in ("see", "hear", "know", "love", "understand", "believe")
    slot = Slot(whom, case, role=case)
    clause = Clause(subject, verb, english, "s" if state else "p", (slot,))
    if s.chance(0.4) and (not state or english in ("see 1", "hear 1")):
        clause = replace(clause, tense="past")
    if s.chance(0.1):
        clause = replace(clause, negated=True)
    return put_first(clause, slot) if s.chance(0.55) else both_ways(clause)


def _animal(s: Speaker) -> NP:
    """der Hund, mostly one."""
    noun = s.choice(_ANIMALS)
    owner = 0 if noun in NOUNS["pet"] and s.chance(0.15) else None
    return noun_phrase(noun, owner=owner, plural=s.chance(0.08))


def _someone(s: Speaker) -> NP:
    """der Mann, mein Bruder."""
    if s.chance(0.35):
        return s.human(noun_phrase(s.choice(NOUNS["family"]), owner=s.choice((0, 0, 1, 5))))
    noun = s.choice(NOUNS["folk"] + NOUNS["folk"] + NOUNS["job"])
    return s.human(noun_phrase(noun, plural=s.chance(0.1)))
