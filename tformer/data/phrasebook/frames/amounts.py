"""Numbers of money and of things, counted and numbered."""

from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.frames.filling import drawn, filled
from tformer.data.phrasebook.frames.parts import both_ways
from tformer.data.phrasebook.frames.told import told, told_rows
from tformer.data.phrasebook.lexicon import amounts as table
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.numbers import number
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_UNPRICED = named("Pass Führerschein Kreditkarte Foto Geschenk Schlüssel")
_CHEAP = tuple(
    noun for noun in (
    *NOUNS["thing"], *NOUNS["clothes"], *NOUNS["clothespl"], *NOUNS["snack"], *NOUNS["dish"],
    *NOUNS["drinkone"], *named("Fahrkarte Ticket Zeitung Buch Torte Vase Briefmarke Postkarte"),
) if noun not in _UNPRICED)  # fmt: skip
_DEAR = (
    *NOUNS["vehicle"],
    *NOUNS["device"],
    *NOUNS["furniture"],
    *named("Wohnung Haus Reise Flug"),
)
_OTHER_PRICED = tuple(
    same(german, english, number="it")
    for german, english in read_pairs("""das Brot = the bread, der Käse = the cheese,
    der Eintritt = the admission, die Fahrt = the trip, die Milch = the milk, das Obst = the fruit,
    das Fleisch = the meat, ein Kilo Äpfel = a kilo of apples, das Mittagessen = the lunch,
    ein Kilo Tomaten = a kilo of tomatoes, eine Nacht im Hotel = a night at the hotel,
    ein Liter Milch = a liter of milk, eine Stunde Parken = an hour of parking,
    der Kurs = the course,
    die Fahrt nach Köln = the trip to Cologne, der Flug nach Wien = the flight to Vienna,
    eine Karte für das Konzert = a ticket for the concert, das Wasser = the water""")
)
_THAT = same("das", "that", number="it")
_ABOUT = read_pairs("""nur = only, ungefähr = about, fast = almost, mindestens = at least,
mehr als = more than, etwa = about""")
_PRICE_TIMES = read_pairs("heute = today, jetzt = now, hier = here, im Moment = at the moment")
_COUNTED = (  # verb, English, aspect, tenses, what is counted
    ("haben", "have", "s", "present", "thing clothes furniture device pet vehicle"),
    ("brauchen", "need", "s", "present", "thing clothes furniture device"),
    ("kaufen", "buy", "p", "past present möchten", "thing clothes device snack furniture"),
    ("sehen", "see", "s", "past present", "animal pet building folk vehicle nature"),
    ("essen", "eat", "p", "past present möchten", "snack"),
    ("bestellen", "order", "p", "past present möchten", "dish snack"),
    ("finden", "find", "s", "past", "thing clothes pet"),
    ("verlieren", "lose", "s", "past", "thing"),
    ("bekommen", "get", "s", "past", "write read thing"),
    ("schreiben", "write", "p", "past present müssen", "write"),
    ("lesen", "read", "p", "past present müssen", "read"),
    ("verkaufen", "sell", "p", "past present möchten", "thing device vehicle furniture"),
    ("kennen", "know", "s", "present", "job folk"),
    ("treffen", "meet", "p", "past present", "folk job"),
    ("fotografieren", "photograph", "p", "past", "animal building"),
)
_COUNTS = (2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 8, 9, 10, 11, 11, 12)


def costs(s: Speaker) -> Pair | None:
    """Wie viel hat das gekostet? = How much did that cost?"""
    np, dear = _priced(s)
    euro = filled(s, ("{big} Euro", "{big} euros")) if dear else drawn(s, "euro")
    kind = s.pick(plain=6, question=2, past=1.5, how_much=1, no=0.6)
    if kind != "no" and s.chance(0.2):
        about, said = s.choice(_ABOUT)
        euro = f"{about} {euro[0]}", f"{said} {euro[1]}"
    time = s.choice(_PRICE_TIMES) if kind == "plain" and s.chance(0.12) else ("", "")
    clause = Clause(
        np, VERB["kosten"], f"cost {euro[1]}", "s", (Slot(fixed=(euro[0], ""), role="fixed"),),
        "past" if kind == "past" else "present", kind == "no", time,
    )  # fmt: skip
    if kind == "question":
        return both_ways(clause, "question", mark="?")
    if kind == "how_much":
        clause = Clause(np, VERB["kosten"], "cost", "s", tense=s.pick(present=3, past=2))
        return both_ways(clause, "main", ("wie viel", "how much"), "?")
    return both_ways(clause)


def _priced(s: Speaker) -> tuple[NP, bool]:
    """What has a price, and whether it is a high one."""
    kind = s.pick(cheap=6, dear=3, other=4, that=2, two=2)
    if kind == "that":
        return _THAT, s.chance(0.2)
    if kind == "other":
        return s.choice(_OTHER_PRICED), False
    noun = s.choice(_DEAR if kind == "dear" else _CHEAP)
    if kind == "two" and noun.plural and noun.gender != "p":
        return noun_phrase(noun, "", plural=True, count=number(s.choice(_COUNTS))), False
    if noun.gender != "p" and noun.plural and s.chance(0.2):
        return noun_phrase(noun, s.pick(der=4, dieser=2), plural=True), kind == "dear"
    return noun_phrase(noun, s.pick(der=6, dieser=2, ein=2)), kind == "dear"


def money(s: Speaker) -> Pair | None:
    """Das macht sechs Euro. = That is six euros."""
    if s.chance(0.35):
        return filled(s, s.choice(table.PRICES))
    return told(s, s.choice(told_rows(table.MONEY)))


def counts(s: Speaker) -> Pair | None:
    """Wie viele Katzen hast du? = How many cats do you have?"""
    if s.chance(0.3):
        return filled(s, s.choice(table.COUNTED))
    verb, english, aspect, tenses, kinds = s.choice(_COUNTED)
    noun = s.choice(NOUNS[s.choice(kinds.split())])
    if not noun.plural or noun.gender == "p" or (verb == "bestellen" and noun.english == "menu"):
        return None
    tense, kind = s.choice(tenses.split()), s.pick(plain=5, question=2, how_many=2)
    if kind != "plain" and tense not in ("past", "present"):
        return None
    subject = s.subject() if kind == "plain" else s.asked()
    count = ("wie viele", "how many") if kind == "how_many" else number(s.choice(_COUNTS))
    np = noun_phrase(noun, "", plural=True, count=count)
    if kind == "how_many":
        clause = Clause(subject, VERB[verb], english, aspect, tense=tense)
        return both_ways(clause, "main", (np["A"], np.english), "?")
    clause = Clause(subject, VERB[verb], f"{english} 1", aspect, (Slot(np, "A", role="A"),), tense)
    return both_ways(clause, "question" if kind == "question" else "main",
                     mark="?" if kind == "question" else "")  # fmt: skip


def numbered(s: Speaker) -> Pair | None:
    """Das steht auf Seite drei. = That is on page three."""
    if s.chance(0.7):
        return filled(s, s.choice(table.NUMBERED))
    return told(s, s.choice(told_rows(table.NUMBERED_OF)))
