"""Where people, things and buildings are, where one has been, how to get there."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.clauses import join
from tformer.data.phrasebook.frames.parts import any_np, copula, one_of
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_CALLS = (("", ""), ("", ""), ("", ""), ("Entschuldigung, ", "excuse me, "))
_PREPOSITIONS = read_pairs("""auf = on, unter = under, neben = next to, in, hinter = behind,
vor = in front of, auf = on, in""")
_CONTAINERS = named("""Zimmer Küche Bad Schlafzimmer Wohnzimmer Schrank Tasche Koffer
Rucksack Auto""")
_FURNITURE = named("Tisch Stuhl Bett Sofa Schrank")
_LIE = (("liegen", "be"), ("sein", "be"), ("liegen", "be"))
_PETS_LIE = (("sitzen", "sit"), ("liegen", "lie"), ("schlafen", "sleep"), ("sein", "be"))
_SOMEWHERE = read_pairs("""hier = here, in der Nähe = nearby, in dieser Stadt = in this city,
in unserem Dorf = in our village, in Berlin, in der Stadt = in the city""")
_SERVED = read_pairs("""heute = today, zum Frühstück = for breakfast, heute Abend = tonight,
zum Mittagessen = for lunch""")
_DIRECTIONS = read_pairs("""links = on the left, rechts = on the right,
geradeaus = straight ahead, um die Ecke = around the corner, in der Nähe = nearby,
gegenüber = across the street, neben der Kirche = next to the church""")
_TURNS = (("links", "turn left"), ("rechts", "turn right"), ("geradeaus", "straight ahead"))


def is_where(s: Speaker) -> Pair | None:
    """Ihr seid heute Abend im Park. = You are in the park tonight."""
    np = s.subject() if s.chance(0.6) else s.asked()
    place, said = s.choice(PLACES["AT"].rows)
    was = s.chance(0.35)
    finite, verb = copula(np, was)
    time, when = ("", "")
    if s.chance(0.35):
        time, when = s.time("past" if was else s.pick(now=1, future=1))
    kind = s.pick(plain=5, question=1.5, no=1)
    if kind == "question":
        german = join(finite, np["N"], time, place)
        return f"{german}?", join(verb, np.english, said, when) + "?"
    if np.owner == 8:
        return None
    nicht, no = ("nicht", "not") if kind == "no" else ("", "")
    return (join(np["N"], finite, time, nicht, place), join(np.english, verb, no, said, when))


def where_is(s: Speaker) -> Pair:
    """Entschuldigung, wo ist die Bibliothek? = Excuse me, where is the library?"""
    kind = s.pick(building=5, thing=4, person=3, room=1, transport=1)
    np = _sought(s, kind)
    was = kind == "person" and s.chance(0.3)
    finite, verb = copula(np, was)
    call, said = s.choice(_CALLS)
    if np.kind == "indefinite":
        return f"{call}wo ist hier {np['N']}?", f"{said}where is {np.english} here?"
    return f"{call}wo {finite} {np['N']}?", f"{said}where {verb} {np.english}?"


def _sought(s: Speaker, kind: str) -> NP:
    if kind == "person":
        return s.subject()
    if kind == "thing":
        kinds = ("thing", "clothes", "device", "clothespl", "pet")
        return any_np(s, s.choice(NOUNS[s.choice(kinds)]))
    noun = s.choice(NOUNS[kind])
    np = noun_phrase(noun, s.pick(der=8, ein=1) if kind == "building" else "der")
    if np.english == "the restroom" and s.chance(0.5):
        return noun_phrase(noun, plural=True)
    return np


def lies_where(s: Speaker) -> Pair | None:
    """Der Korb liegt auf dem Tisch. = The basket is on the table.

    Things on, under, beside other things: two-way prepositions with the dative.
    """
    kind = s.pick(thing=6, clothes=1, pet=2)
    np = any_np(s, s.choice(NOUNS[kind]))
    preposition, said = s.choice(_PREPOSITIONS)
    other = noun_phrase(s.choice(_CONTAINERS if preposition == "in" else _FURNITURE))
    if np["N"] == other["N"]:
        return None
    where, said = de.contract(preposition, other["D"]), f"{said} {other.english_object}"
    german, english = s.choice(_PETS_LIE if kind == "pet" else _LIE)
    finite, be = VERB[german].present(np.person), en.be(np.number)
    lying = en.ing(english) if english != "be" else ""
    if s.chance(0.2):
        return f"{finite} {np['N']} {where}?", f"{be} {np.english} {lying} {said}?"
    return f"{np['N']} {finite} {where}", f"{np.english} {be} {lying} {said}"


def never_been(s: Speaker) -> Pair:
    """Sie war noch nie in Salzburg. = She has never been to Salzburg."""
    subject = s.subject()
    place, said = s.choice(PLACES["COUNTRY"].rows + PLACES["CITY"].rows)
    said = said.replace("in ", "to ", 1)
    kind = s.pick(never=2, ever=2, often=1)
    if kind == "ever":
        who = one_of(s, "du", "Sie", "ihr")
        finite = VERB["sein"].preterite(who.person)
        return f"{finite} {who['N']} schon einmal {place}?", f"have you ever been {said}?"
    finite, has = VERB["sein"].preterite(subject.person), en.has(subject.number)
    german, english = ("schon oft", "often") if kind == "often" else ("noch nie", "never")
    return (f"{subject['N']} {finite} {german} {place}",
            f"{subject.english} {has} {english} been {said}")  # fmt: skip


# there is ----------------------------------------------------------------------------------


def there_is(s: Speaker) -> Pair | None:
    """Es gibt hier keinen Laden. = There is no shop here."""
    kind = s.pick(place=4, food=2, many=3)
    where, said = s.choice(_SOMEWHERE)
    if kind == "food":
        return _food_there_is(s)
    noun, plural = s.choice(NOUNS["building"]), kind == "many"
    if plural and not noun.plural:
        return None
    many = s.many(noun, s.choice(("viele", "zwei", "zwei"))) if plural else None
    np = many or noun_phrase(noun, "ein")
    are, were = ("are", "were") if plural else ("is", "was")
    mode = s.pick(plain=3, question=3, no=2, was=1)
    if mode == "question":
        return f"gibt es {where} {np['A']}?", f"{are} there {np.english} {said}?"
    if mode == "no":
        start = s.choice(("hier gibt es", "es gibt hier"))
        no = noun_phrase(noun, "kein", plural=plural)["A"]
        one = noun.english_plural if plural else noun.english
        return f"{start} {no}", f"there {are} no {one} here"
    if mode == "was":
        return f"früher gab es {where} {np['A']}", f"there {were} {np.english} {said} in the past"
    english = f"there {are} {np.english} {said}"
    if s.chance(0.4):
        return f"{where} gibt es {np['A']}", english
    if where == "hier":
        return f"es gibt hier {np['A']}", english
    return f"es gibt {np['A']} {where}", english


def _food_there_is(s: Speaker) -> Pair:
    noun = s.choice(NOUNS["foodmass"] + NOUNS["drink"] + NOUNS["dish"])
    german, english = s.choice(_SERVED)
    are = "are" if noun.gender == "p" and noun.english.endswith("s") else "is"
    return f"{german} gibt es {noun.singular}", f"there {are} {noun.english} {english}"


# the way -----------------------------------------------------------------------------------


def direction(s: Speaker) -> Pair:
    """Wie komme ich zum Parkplatz? = How do I get to the parking lot?"""
    np = noun_phrase(s.choice(NOUNS["building"]))
    place, said = de.contract("zu", np["D"]), np.english_object
    kind = s.choice(("how", "far", "left", "go"))
    if kind == "how":
        return f"wie komme ich {place}?", f"how do I get to {said}?"
    if kind == "far":
        return f"ist es weit bis {place}?", f"is it far to {said}?"
    if kind == "left":
        german, english = s.choice(_DIRECTIONS)
        return f"{np['N']} ist {german}", f"{said} is {english}"
    german, english = s.choice(_TURNS)
    if s.chance(0.5):
        go = "go " if english == "straight ahead" else ""
        return f"gehen Sie {german}", f"{go}{english}"
    return f"gehen Sie bis {place} und dann {german}", f"go to {said} and then {english}"
