"""What people, things, food, places and matters are like, and which is more so."""

import re

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.frames.parts import any_np, copula, one_of
from tformer.data.phrasebook.lexicon.adjectives import ADJECTIVES
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs, read_words
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_DEGREES = read_pairs("""sehr = very, zu = too, so = so, ziemlich = quite, immer = always,
noch = still, wirklich = really, nicht = not, heute = today, nicht = not, nie = never""")
# said without very, too, still ...; some not even denied
_ABSOLUTE = read_words("""tot verheiratet ledig geschieden schwanger geschlossen geöffnet fertig
bereit allein möglich schade verboten wach unmöglich super perfekt wunderbar kaputt richtig falsch
wahr verletzt frei arbeitslos blind weg gebraucht satt anders genug perfekt wunderschön
unglaublich notwendig""")
_ONLY_AFFIRMED = {"super", "perfekt", "wunderbar", "tot", "wunderschön", "unglaublich"}
_EDIBLE = tuple(noun for kind in ("dish", "foodmass", "drink", "snack") for noun in NOUNS[kind])
_PLACES = tuple(noun for kind in ("building", "room", "nature") for noun in NOUNS[kind])
_OF_BUILDINGS = re.compile(
    r"\b(geschlossen|geöffnet|modern|gemütlich|bequem|billig|teuer|voll|leer|niedrig)\b"
)
_IN_THE_SKY = {"Sonne", "Mond", "Himmel", "Stern"}
_MATTERS = named("""Frage Prüfung Aufgabe Kurs Buch Film Arbeit Unterricht Grammatik Geschichte
Idee""")
_OF_THAT_ONLY = ("schade", "verboten", "wahr", "möglich", "genug", "typisch", "anders", "ähnlich",
                 "privat", "gesund", "selten", "gemein")  # fmt: skip
_JUDGED = NOUNS["watch"] + NOUNS["clothes"] + NOUNS["building"][:12] + named("Buch Zeitung Brief")
_OPINIONS = read_pairs("""gut = good, schön = beautiful, langweilig = boring,
interessant = interesting, toll = great, schlecht = bad, zu teuer = too expensive,
sehr schön = very beautiful, hässlich = ugly, lustig = funny""")
_OF_PEOPLE = read_pairs("""alt = old, jung = young, groß = tall, klein = short, stark = strong,
klug = smart, schnell = fast, freundlich = friendly, nett = nice, fleißig = hard-working,
müde = tired, reich = rich, faul = lazy, lustig = funny, ehrlich = honest, höflich = polite,
mutig = brave, schwach = weak, langsam = slow, ruhig = quiet, intelligent = intelligent""")
_OF_THINGS = read_pairs("""alt = old, neu = new, groß = big, klein = small, teuer = expensive,
schön = beautiful, billig = cheap, gut = good, modern = modern, praktisch = practical,
hässlich = ugly, schmutzig = dirty, sauber = clean, interessant = interesting""")
_OF_RELATIVES = read_pairs("""nett = nice, groß = tall, jung = young, krank = sick,
Lehrer = a teacher, lustig = funny""")
_YOURS = {"m": "deiner", "f": "deine", "n": "deins", "p": "deine"}


def describe(s: Speaker, np: NP, adjectives: str) -> Pair:
    """np is (very, not, still) adjective; or a question."""
    german, english = s.choice(ADJECTIVES[adjectives])
    finite, verb = copula(np, s.chance(0.15))
    more, said = _degree(s, german)
    if more == "heute":
        return f"{np['N']} {finite} heute {german}", f"{np.english} {verb} {english} today"
    if s.chance(0.25) and more in ("", "sehr", "immer", "noch"):
        return f"{finite} {np['N']} {more} {german}?", f"{verb} {np.english} {said} {english}?"
    return f"{np['N']} {finite} {more} {german}", f"{np.english} {verb} {said} {english}"


def _degree(s: Speaker, adjective: str) -> Pair:
    degree = s.choice(_DEGREES) if s.chance(0.45) else ("", "")
    if adjective in _ABSOLUTE:
        degree = s.choice((("", ""), ("nicht", "not"), ("nicht", "not")))
        return ("", "") if adjective in _ONLY_AFFIRMED else degree
    return degree


def person_is(s: Speaker) -> Pair | None:
    """Ist dein Nachbar groß? = Is your neighbor tall?"""
    np = s.subject() if s.chance(0.7) else s.asked()
    german, english = describe(s, np, "person")
    if "schwanger" in german and np.owner not in (0, 1, 3):
        return None
    if np.owner == 8 and not german.endswith("?"):
        return None
    return german, english


def thing_is(s: Speaker) -> Pair:
    """Mein Stift ist so leicht. = My pen is so light."""
    kind = s.pick(thing=3, clothes=2, furniture=1, device=1.5, vehicle=1, clothespl=0.7)
    np = any_np(s, s.choice(NOUNS[kind]))
    colored = kind in ("clothes", "clothespl") and s.chance(0.4)
    return describe(s, np, "color" if colored else "thing")


def food_is(s: Speaker) -> Pair:
    """Das Steak ist nicht fertig. = The steak isn't ready."""
    noun = s.choice(_EDIBLE)
    return describe(s, noun_phrase(noun, s.pick(der=6, dieser=1)), "taste")


def place_is(s: Speaker) -> Pair | None:
    """Das Stadion ist heute kalt. = The stadium is cold today."""
    noun = s.choice(_PLACES)
    if noun.singular in _IN_THE_SKY:
        return None
    np = any_np(s, noun) if noun in NOUNS["room"] else noun_phrase(noun)
    german, english = describe(s, np, "place")
    if noun in NOUNS["nature"] and _OF_BUILDINGS.search(german):
        return None
    return german, english


def matter_is(s: Speaker) -> Pair | None:
    """Das war ziemlich unwichtig. = That was quite unimportant."""
    if s.chance(0.55):
        return describe(s, same("das", "that", number="it"), "matter")
    noun = s.choice(_MATTERS)
    s.skip()
    german, english = describe(s, noun_phrase(noun, s.pick(der=5, dieser=2)), "matter")
    return None if any(word in german for word in _OF_THAT_ONLY) else (german, english)


def finds(s: Speaker) -> Pair:
    """Ich finde das Haus interessant. = I think the house is interesting."""
    subject = s.subject()
    noun = s.choice(_JUDGED)
    np = noun_phrase(noun, s.pick(der=4, dieser=2))
    german, english = s.choice(_OPINIONS)
    if s.chance(0.25):
        who = one_of(s, "du", "Sie", "ihr")
        finite = VERB["finden"].present(who.person)
        return f"wie {finite} {who['N']} {np['A']}?", f"how do you like {np.english_object}?"
    finite, think = VERB["finden"].present(subject.person), en.present("think", subject.number)
    return (f"{subject['N']} {finite} {np['A']} {german}",
            f"{subject.english} {think} {np.english} {en.be(np.number)} {english}")  # fmt: skip


# degrees -----------------------------------------------------------------------------------


def compares(s: Speaker) -> Pair | None:
    """Ich bin jünger als Paula. = I am younger than Paula."""
    kind = s.pick(person=4, thing=3, same=2, most=1.5)
    if kind == "person" or (kind == "same" and s.chance(0.6)):
        two_people = _two_people(s)
        if two_people is None:
            return None
        (one, two), adjectives = two_people, _OF_PEOPLE
    else:
        (one, two), adjectives = _two_things(s), _OF_THINGS
    german, english = s.choice(adjectives)
    finite, verb = copula(one)
    start, said = f"{one['N']} {finite}", f"{one.english} {verb}"
    if kind == "same":
        return f"{start} so {german} wie {two['N']}", f"{said} as {english} as {two.english}"
    if kind == "most":
        return f"{start} am {de.superlative(german)}", f"{said} the {en.comparative(english, 1)}"
    return (f"{start} {de.comparative(german)} als {two['N']}",
            f"{said} {en.comparative(english)} than {two.english_object}")  # fmt: skip


def _two_people(s: Speaker) -> tuple[NP, NP] | None:
    one, two = s.subject(), s.person_object(PRONOUN["ich"])
    if one.kind == "indefinite" or two.english in one.english or one.english in two.english:
        return None
    if one.number == "you" == two.number:
        return None
    if two.kind == "pronoun":
        two = PRONOUN["du" if one.number in ("I", "we") else "ich"]
    return one, two


def _two_things(s: Speaker) -> tuple[NP, NP]:
    """mein Auto, deins."""
    kinds = ("vehicle", "clothes", "furniture", "device", "building", "room")
    noun = s.choice(NOUNS[s.choice(kinds)])
    one = noun_phrase(noun, owner=s.choice((0, 2, 3, 5)))
    return one, same(_YOURS[noun.gender], "yours", number="it")


def two_sentences(s: Speaker) -> Pair:
    """Das ist unser Sessel. Er ist alt. = This is our armchair. It is old.

    A pronoun takes the gender of its noun: Das ist mein Auto. Es ist neu.
    """
    kinds = ("thing", "clothes", "vehicle", "device", "furniture", "building", "family")
    kind = s.choice(kinds)
    noun = s.choice(NOUNS[kind])
    np = noun_phrase(noun, owner=s.choice((0, 0, 0, 1, 2, 3, 5)))
    finite, verb = copula(np)
    he = {"m": "Er", "f": "Sie", "n": "Es"}[noun.gender]
    if kind == "family":
        german, english = s.choice(_OF_RELATIVES)
        if german == "Lehrer" and noun.gender == "f":
            german = "Lehrerin"
        it = "She" if noun.gender == "f" else "He"
    else:
        german, english = s.choice(ADJECTIVES["attribute"])
        it = "They" if np.number == "they" else "It"
    if s.chance(0.3) and kind != "family":
        on_sofa = PLACES["BED"].rows[0]
        where, said = s.choice(
            (on_sofa, ("auf dem Tisch", "on the table"), ("im Schrank", "in the closet"))
        )
        if kind in ("thing", "clothes"):
            return (f"wo ist {np['N']}? {he} liegt {where}",
                    f"where {verb} {np.english}? {it} {verb} {said}")  # fmt: skip
    this = "these" if np.number == "they" else "this"
    return (f"das {finite} {np['N']}. {he} {finite} {german}",
            f"{this} {verb} {np.english}. {it} {verb} {english}")  # fmt: skip
