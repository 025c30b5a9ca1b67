"""For and against whom, without what, because of what; again, at once, first and then."""

from collections.abc import Callable
from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.parts import active, both_ways, copula, one_of
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_GIFTS = named("Geschenk Buch Blume Brief Kuchen Kaffee Paket Karte Suppe")
_WITHOUT = read_pairs("""Kaffee ohne Zucker = coffee without sugar, Tee ohne Milch = tea without
milk, Kaffee mit Milch = coffee with milk, Tee mit Zitrone = tea with lemon,
Wasser ohne Eis = water without ice, Tee mit Honig = tea with honey""")
_FOR = named("Idee Plan Vorschlag Reise Projekt")
_BECAUSE_OF = read_pairs("""des Regens = the rain, des Wetters = the weather,
des Schnees = the snow, der Arbeit = work, der Kinder = the children, des Verkehrs = the traffic,
der Prüfung = the exam, meines Bruders = my brother, der Krankheit = the illness,
des Gewitters = the thunderstorm, des Hundes = the dog, der Verspätung = the delay""")
_THROUGH = read_pairs("""den Park = the park, die Stadt = the city, den Wald = the forest,
das Dorf = the village, den Garten = the garden""")
_MANNERS = read_pairs("""wieder = again, sofort = right away, zusammen = together, allein = alone,
langsam = slowly, schnell = quickly, noch einmal = once more, leise = quietly, plötzlich = suddenly,
fast jeden Tag = almost every day, den ganzen Tag = all day, ohne mich = without me""")
# what is done quickly, quietly or all day, by the German adverb
_ALONE = {
    "leise": {"laugh", "cry", "sing", "read"},
    "langsam": {"swim", "get dressed", "go for a walk", "do the dishes", "go home", "dance"},
    "schnell": {
        "swim",
        "get dressed",
        "get changed",
        "do the dishes",
        "wash",
        "go home",
        "go away",
    },
    "plötzlich": {"laugh", "cry", "scream", "sing", "smile", "cough", "go away", "run away"},
    "den ganzen Tag": {"sleep", "work", "cook", "read", "practice", "sing", "dance", "cry", "rest"},
}


def _joint(row: Predicate) -> bool:
    """What is done together, again or right away: not a way to or from a place."""
    return active(row) and not any(slot.isupper() or "person" in slot for slot in row.slots)


def _only(phrases: set[str]) -> Callable[[Predicate], bool]:
    return lambda row: row.english in phrases


_WANTED = {german: _only(phrases) for german, phrases in _ALONE.items()}


def for_whom(s: Speaker) -> Pair | None:
    """Das ist für meinen Chef. = This is for my boss."""
    kind = s.pick(gift=4, opinion=2, without=2, because=4, through=1)
    if kind == "gift":
        np = noun_phrase(s.choice(_GIFTS))
        start, said = ("das", "this") if s.chance(0.3) else (np["N"], np.english)
        whom = s.person_object(PRONOUN["ich"]) if s.chance(0.7) else one_of(s, "ich", "wir")
        if s.chance(0.2):
            return f"ist {start} für {whom['A']}?", f"is {said} for {whom.english_object}?"
        return f"{start} ist für {whom['A']}", f"{said} is for {whom.english_object}"
    subject = s.subject()
    finite, verb = copula(subject)
    if kind == "opinion":
        np = noun_phrase(s.choice(_FOR), s.pick(der=3, dieser=2))
        für, said = s.choice((("für", "for"), ("gegen", "against")))
        return (f"{subject['N']} {finite} {für} {np['A']}",
                f"{subject.english} {verb} {said} {np.english_object}")  # fmt: skip
    if kind == "without":
        german, english = s.choice(_WITHOUT)
        drink, gladly = VERB["trinken"].present(subject.person), en.present("like", subject.number)
        return (f"{subject['N']} {drink} gern {german}",
                f"{subject.english} {gladly} to drink {english}")  # fmt: skip
    if kind == "through":
        german, english = s.choice(_THROUGH)
        walk = f"{subject.english} {verb} walking through {english}"
        return f"{subject['N']} {VERB['gehen'].present(subject.person)} durch {german}", walk
    return because_of(s, subject)


def because_of(s: Speaker, subject: NP) -> Pair:
    """Wegen des Regens ist er aufgewacht. = He woke up because of the rain."""
    german, english = s.choice(_BECAUSE_OF)
    verb, fixed, said = s.choice((("bleiben", "zu Hause", "stay at home"), ("kommen", "zu spät",
        "come too late"), ("sich ärgern", "", "get angry"), ("weinen", "", "cry"),
        ("auf|wachen", "", "wake up"), ("kommen", "nicht", "not come")))  # fmt: skip
    negated = fixed == "nicht"
    slots = (Slot(fixed=(fixed, ""), role="fixed"),) if fixed and not negated else ()
    said = said.removeprefix("not ")
    clause = Clause(subject, VERB[verb], said, "s", slots, tense="past", negated=negated)
    time = (f"wegen {german}", f"because of {english}")
    clause = replace(clause, time=time)
    if s.chance(0.5):
        return in_german(clause, "main", "time"), in_english(clause)
    return both_ways(clause)


def in_what_way(s: Speaker) -> Pair:
    """Ich will mich langsam anziehen. = I want to get dressed slowly."""
    german, english = s.choice(_MANNERS)
    subject = s.subject()
    clause = s.clause(subject, "person", _WANTED.get(german, _joint))
    if german == "zusammen" and subject.number not in ("we", "they"):
        return first_then(s, s.pronoun())
    tense = s.pick(present=3, past=3, müssen=1, wollen=1)
    if german == "sofort" and tense == "present":
        tense = "müssen"
    if german == "den ganzen Tag":
        tense = s.pick(present=1, past=1)
    if german == "plötzlich":
        tense = "past"
    habit = german.startswith("fast")
    return both_ways(replace(clause, time=(german, english), tense=tense, habit=habit))


def first_then(s: Speaker, subject: NP) -> Pair:
    """Zuerst habe ich gekocht, dann habe ich gegessen. = First I cooked, then I ate."""
    one, two = (replace(s.clause(subject, "person", _joint), tense="past") for _ in range(2))
    later = replace(two, subject=subject)
    dann, then = s.choice((("dann", "then"), ("danach", "after that"), ("dann", "then")))
    return (f"{in_german(one, 'main', 'zuerst')}, {in_german(later, 'main', dann)}",
            f"first {in_english(one)}, {then} {in_english(later)}")  # fmt: skip
