"""Two of a kind in one clause: sondern, entweder ... oder, sowohl ... als auch, weder ... noch."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Slot
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.acts import Act, clause_of, read_acts
from tformer.data.phrasebook.frames.parts import copula
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.adjectives import ADJECTIVES
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.noun_phrases import noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_DRINKS = read_pairs("""Kaffee = coffee, Tee = tea, Wasser = water, Milch = milk, Saft = juice,
Bier = beer, Wein = wine, Cola = cola""")
_FOODS = read_pairs("""Brot = bread, Reis = rice, Fleisch = meat, Fisch = fish, Obst = fruit,
Gemüse = vegetables, Käse = cheese, Nudeln = pasta""")
_HAVE = read_pairs("""einen Hund = a dog, eine Katze = a cat, ein Auto = a car,
ein Fahrrad = a bicycle, einen Bruder = a brother, eine Schwester = a sister, ein Haus = a house,
einen Garten = a garden""")
_LACK = read_pairs("Zeit = time, Geld = money, Arbeit = work, Freunde = friends")
_GAMES = read_pairs("Fußball = soccer, Tennis = tennis, Basketball = basketball")
_MUSIC = read_pairs("Klavier = the piano, Gitarre = the guitar")
_MOODS = read_pairs("""müde = tired, krank = sick, hungrig = hungry, durstig = thirsty,
traurig = sad, böse = angry, nervös = nervous""")
_TRAITS = read_pairs("""reich = rich, arm = poor, jung = young, alt = old, klug = smart,
stark = strong, groß = tall, schön = beautiful""")
_AT = read_pairs("""zu Hause = at home, im Büro = in the office, in der Schule = at school,
im Garten = in the garden, im Kino = at the cinema, bei der Arbeit = at work""")
_TO = read_pairs("""ins Kino = to the cinema, ins Theater = to the theater, in den Park =
to the park, ins Museum = to the museum, in die Schule = to school, zur Arbeit = to work,
ins Restaurant = to the restaurant, nach Hause = home""")
_BY = read_pairs("""mit dem Bus = by bus, mit dem Zug = by train, mit dem Auto = by car,
mit dem Fahrrad = by bicycle, mit dem Taxi = by taxi""")
_WHEN = read_pairs("""heute = today, morgen = tomorrow, am Montag = on Monday,
am Freitag = on Friday, am Sonntag = on Sunday, nächste Woche = next week""")
_CLOCK = read_pairs("""um acht Uhr = at eight o'clock, um neun Uhr = at nine o'clock,
um zehn Uhr = at ten o'clock, um sieben Uhr = at seven o'clock""")
# verb and English; what it takes; whether one or the other, both, neither, or not the one but the
# other is said
_KINDS: tuple[tuple[Act, tuple[Pair, ...], str], ...] = tuple(
    (read_acts(act)[0], rows, links)
    for act, rows, links in (
        ("sprechen = speak", PLACES["LANGUAGE"].rows, "also nor"),
        ("verstehen = understand", PLACES["LANGUAGE"].rows, "also nor"),
        ("lernen = learn", PLACES["LANGUAGE"].rows, "or also but"),
        ("studieren = study", PLACES["SUBJECT"].rows, "or but"),
        ("trinken = drink", _DRINKS, "or also nor"),
        ("essen = eat", _FOODS, "or also nor"),
        ("kaufen = buy", _FOODS, "or also nor"),
        ("haben = have", _HAVE, "also"),
        ("haben = have", _LACK, "nor"),
        ("spielen = play", _GAMES, "or also nor but"),
        ("spielen = play", _MUSIC, "also nor but"),
        ("sein = be", _MOODS, "nor but or also"),
        ("sein = be", _TRAITS, "nor but also"),
        ("sein = be", _AT, "nor but or"),
        ("fahren = go", _BY, "or but"),
        ("fahren = go", PLACES["TOCITY"].rows, "or but"),
        ("wohnen = live", PLACES["CITY"].rows, "but or"),
        ("kommen = come", PLACES["FROMCITY"].rows, "but"),
        ("kommen = come", _WHEN, "but or"),
        ("kommen = come", _CLOCK, "but or"),
        ("gehen = go", _TO, "or but"),
    )
)
_WORDS = {
    "or": ("entweder {} oder {}", "either {} or {}"),
    "also": ("sowohl {} als auch {}", "both {} and {}"),
    "nor": ("weder {} noch {}", "neither {} nor {}"),
    "but": ("nicht {}, sondern {}", "{} but {}"),
}
_OPPOSITES = {("jung", "alt"), ("alt", "jung"), ("reich", "arm"), ("arm", "reich")}
_HABITS = {"drink", "eat", "study"}
_DRINK, _EAT = read_acts("trinken = drink, essen = eat")
_SOLD = NOUNS["drink"][:8] + named("Fleisch Fisch Reis Brot Käse Obst")
_THINGS = ("pet", "clothes", "furniture", "device", "thing", "building", "vehicle", "animal")


def one_or_other(s: Speaker) -> Pair | None:
    """Sie trinkt entweder Tee oder Wein. = She drinks either tea or wine."""
    act, rows, links = s.choice(_KINDS)
    link = s.choice(links.split())
    one, two = s.choice(rows), s.choice(rows)
    subject = s.pronoun() if s.chance(0.6) else s.subject()
    if one == two or subject.kind == "indefinite":
        return None
    opposite = (one[0], two[0]) in _OPPOSITES
    if (link == "also" and opposite) or (link == "but" and rows == _TRAITS and not opposite):
        return None
    german, english = _WORDS[link]
    clause = clause_of(s, act, subject)
    habit = act.english in _HABITS or (act.english == "play" and link != "but")
    both = Slot(fixed=(german.format(one[0], two[0]), english.format(one[1], two[1])), role="two")
    clause = replace(clause, slots=(both,), english=f"{act.english} 0")
    if one[0].startswith("aus ") or habit:
        clause = replace(clause, aspect="s")
    return in_german(clause), in_english(replace(clause, negated=link == "but"))


def not_this_but_that(s: Speaker) -> Pair | None:
    """Das ist kein Roller, sondern ein Auto. = This isn't a scooter but a car."""
    kind = s.pick(thing=4, color=3, drink=3)
    if kind == "drink":
        one, two = s.choice(_SOLD), s.choice(_SOLD)
        act = _DRINK if one in NOUNS["drink"] else _EAT
        subject = s.pronoun() if s.chance(0.6) else s.subject()
        if one == two or (one in NOUNS["drink"]) != (two in NOUNS["drink"]):
            return None
        no = noun_phrase(one, "kein", mass=True)["A"]
        clause = replace(clause_of(s, act, subject), english=f"{act.english} 0", aspect="s")
        both = Slot(fixed=(f"{no}, sondern {two.singular}", f"{one.english} but {two.english}"))
        clause = replace(clause, slots=(both,))
        return in_german(clause), in_english(replace(clause, negated=True))
    if kind == "color":
        noun = s.choice(NOUNS["clothes"] + NOUNS["vehicle"])
        np = noun_phrase(noun, owner=s.choice((0, 1, 2, 3)))
        one, two = s.choice(ADJECTIVES["color"][:7]), s.choice(ADJECTIVES["color"][:7])
        if one == two:
            return None
        finite, verb = copula(np)
        return (f"{np['N']} {finite} nicht {one[0]}, sondern {two[0]}",
                f"{np.english} {verb} not {one[1]} but {two[1]}")  # fmt: skip
    nouns = NOUNS[s.choice(_THINGS)]
    one, two = s.choice(nouns), s.choice(nouns)
    if one.english == two.english or "Tier" in (one.singular, two.singular):
        return None
    if "p" in (one.gender, two.gender):
        return None
    no, yes = noun_phrase(one, "kein")["N"], noun_phrase(two, "ein")
    return (f"das ist {no}, sondern {yes['N']}",
            f"this is not {noun_phrase(one, 'ein').english} but {yes.english}")  # fmt: skip
