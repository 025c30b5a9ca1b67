"""At the counter: what a store has and what one orders."""

from tformer.data.phrasebook.english import a
from tformer.data.phrasebook.frames.parts import one_of
from tformer.data.phrasebook.lexicon.adjectives import ADJECTIVES
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.noun_phrases import noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_GOODS = NOUNS["foodmass"][:20] + NOUNS["drink"]
_FRESH = named("Brot Fisch Gemüse Obst Milch Eier Fleisch Butter Salat Orangensaft")
_GOOD = named("Wein Käse Kaffee Tee Schokolade Bier Rotwein")
_NEAR = named("""Hotel Bahnhof Restaurant Schule Museum Supermarkt Krankenhaus Park Café Kino
Schwimmbad Markt Bäckerei Apotheke Bank Bibliothek Theater Post Toilette Haltestelle Spielplatz
Parkplatz Tankstelle Zoo Buchhandlung""")
_QUALITIES = ((("frisch", "fresh"), _FRESH), (("gut", "good"), _GOOD), (None, _GOODS))
_SOLD = NOUNS["clothes"] + NOUNS["clothespl"]
_AMOUNTS = (  # named in German and English, of what
    (("ein Kilo", "a kilo of"), named("Kartoffeln Fleisch Reis Zucker Mehl Fisch")),
    (("zwei Kilo", "two kilos of"), named("Kartoffeln Fleisch Reis Zucker Mehl")),
    (("ein Stück", "a piece of"), named("Käse Kuchen Pizza Schokolade Schinken")),
    (("eine Flasche", "a bottle of"), named("Wasser Wein Saft Milch Bier Mineralwasser Öl")),
    (("zwei Flaschen", "two bottles of"), named("Wasser Wein Saft Milch Bier Mineralwasser")),
    (("ein Glas", "a glass of"), named("Wasser Wein Saft Milch Orangensaft Rotwein")),
    (("eine Tasse", "a cup of"), named("Kaffee Tee Kakao")),
    (("zwei Tassen", "two cups of"), named("Kaffee Tee Kakao")),
)
_BOOKED = read_pairs("""einen Tisch für zwei Personen = a table for two,
einen Tisch am Fenster = a table by the window, ein Zimmer mit Bad = a room with a bathroom,
ein Zimmer für eine Nacht = a room for one night, einen Termin = an appointment,
zwei Karten für heute Abend = two tickets for tonight, die Speisekarte = the menu,
die Rechnung = the bill, noch einen Kaffee = another coffee, noch ein Bier = another beer,
etwas zu trinken = something to drink, etwas zu essen = something to eat,
ein anderes Zimmer = another room, eine Fahrkarte nach München = a ticket to Munich""")


def have_you(s: Speaker) -> Pair:
    """Haben Sie frisches Brot? = Do you have fresh bread?"""
    kind = s.pick(color=2, food=3, too=1.5, left=1.5, near=3)
    if kind == "color":
        np = noun_phrase(s.choice(_SOLD), "dieser")
        german, english = s.choice(ADJECTIVES["color"][:8])
        return (
            f"haben Sie {np['A']} in {german.capitalize()}?",
            f"do you have {np.english} in {english}?",
        )
    if kind == "near":
        np = noun_phrase(s.choice(_NEAR), "ein")
        return f"gibt es hier in der Nähe {np['A']}?", f"is there {np.english} near here?"
    if kind == "food":
        like, nouns = s.choice(_QUALITIES)
        np = noun_phrase(s.choice(nouns), "", mass=True, adjective=like)
        return f"haben Sie {np['A']}?", f"do you have {np.english}?"
    np = noun_phrase(s.choice(_GOODS), "", mass=True)
    if kind == "too":
        return f"haben Sie auch {np['A']}?", f"do you have {np.english} too?"
    be = "are" if np.number == "they" else "is"
    return f"gibt es noch {np['A']}?", f"{be} there any {np.english} left?"


def orders(s: Speaker) -> Pair:
    """Zwei Kilo Kartoffeln, bitte. = Two kilos of potatoes, please."""
    if s.chance(0.35):
        german, english = s.choice(_BOOKED)
    else:
        (german, english), nouns = s.choice(_AMOUNTS)
        noun = s.choice(nouns)
        german, english = f"{german} {noun.singular}", f"{english} {noun.english}"
        if s.chance(0.3):
            other = s.choice(NOUNS["drinkone"] + NOUNS["dish"])
            german = f"{german} und {noun_phrase(other, 'ein')['A']}"
            english = f"{english} and {a(other.english)}"
    kind = s.pick(gern=4, möchte=2, short=2)
    if kind == "short":
        return f"{german}, bitte", f"{english}, please"
    who = one_of(s, "ich", "ich", "ich", "wir", "er", "sie")
    if kind == "möchte":
        finite = {0: "möchte", 2: "möchte", 3: "möchten"}[who.person]
        return f"{who['N']} {finite} {german}", f"{who.english} would like {english}"
    finite = {0: "hätte", 2: "hätte", 3: "hätten"}[who.person]
    return f"{who['N']} {finite} gern {german}", f"{who.english} would like {english}"
