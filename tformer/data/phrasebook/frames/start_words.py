"""What is where and when, for the sentences that start with the time or the place."""

from tformer.data.phrasebook.frames.acts import Act, read_acts
from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.times import TIMES

NOW = read_pairs("heute = today, jetzt = now, heute = today, im Moment = at the moment")
WAS = TIMES["past"] + read_pairs("""gestern = yesterday, gestern = yesterday,
im Sommer = in the summer, im Winter = in the winter, am Montag = on Monday,
am Freitag = on Friday, damals = back then, letzten Winter = last winter""")
SOON = read_pairs("""morgen = tomorrow, morgen = tomorrow, am Wochenende = on the weekend,
nächste Woche = next week, am Montag = on Monday, heute Abend = tonight,
übermorgen = the day after tomorrow, am Samstag = on Saturday""")
LONG_AGO = {"früher", "damals", "im Sommer", "im Winter", "letzten Sommer", "letztes Jahr",
             "letzten Winter", "vor einem Jahr", "vor drei Jahren"}  # fmt: skip
SUBJECTS = {  # what is so or so today
    "das Essen": ("the food", "gut = good, kalt = cold, lecker = delicious, schlecht = bad"),
    "die Suppe": ("the soup", "gut = good, kalt = cold, heiß = hot, sehr gut = very good"),
    "das Wetter": ("the weather", "schön = nice, schlecht = bad, gut = good, besser = better"),
    "der Zug": ("the train", "voll = full, spät = late, pünktlich = on time, leer = empty"),
    "der Bus": ("the bus", "voll = full, spät = late, pünktlich = on time, leer = empty"),
    "das Museum": ("the museum", "geschlossen = closed, geöffnet = open, voll = full"),
    "die Bank": ("the bank", "geschlossen = closed, geöffnet = open, zu = closed"),
    "das Wasser": ("the water", "kalt = cold, warm = warm, ruhig = calm, zu kalt = too cold"),
    "das Kino": ("the cinema", "voll = full, geschlossen = closed, leer = empty"),
    "der Himmel": ("the sky", "blau = blue, grau = gray, dunkel = dark"),
    "der Markt": ("the market", "voll = full, geschlossen = closed, sehr klein = very small"),
    "es": ("it", "kalt = cold, warm = warm, heiß = hot, windig = windy"),
}
JUDGED = {german: (english, read_pairs(rows)) for german, (english, rows) in SUBJECTS.items()}
MOODS = read_pairs("""müde = tired, krank = sick, sehr müde = very tired, glücklich = happy,
traurig = sad, zu Hause = at home, allein = alone, nervös = nervous, nicht da = not here,
gesund = healthy, zu spät = too late, sehr nett = very nice,
fertig = ready, nicht zu Hause = not at home, pünktlich = punctual""")
HAD = read_pairs("""keine Zeit = no time, Zeit = time, Besuch = visitors, Geburtstag = a birthday,
einen Termin = an appointment, viel Arbeit = a lot of work, eine Prüfung = an exam,
Unterricht = class, ein Problem = a problem, frei = the day off, Kopfschmerzen = a headache,
keinen Unterricht = no class, viel zu tun = a lot to do, eine Frage = a question,
kein Geld = no money, ein Auto = a car, einen Hund = a dog, lange Haare = long hair""")
LASTING = {"ein Auto", "einen Hund", "lange Haare", "kein Geld"}
SHORT = {"Zeit", "keine Zeit", "eine Frage", "Kopfschmerzen", "viel zu tun", "viel Arbeit"}
AROUND = read_pairs("hier = here, dort = there, da = there")
HERE = read_acts("""wohnen = live, arbeiten = work, leben = live, sitzen = sit, wohnen = live,
stehen = stand, warten = wait, schlafen = sleep, spielen = play""")
STANDING = {"stehen": named("Auto Fahrrad Koffer Haus Schrank Bett Tisch"),
             "liegen": named("Buch Zeitung Schlüssel Heft Brille Handy Brief Tasche"),
             "hängen": named("Bild Mantel Jacke Spiegel Foto Hut")}  # fmt: skip
THERE = named("Bahnhof Hotel Bank Schule Kirche Post Apotheke Haltestelle Supermarkt Park")
LYING = {"auf": ("on", named("Tisch Stuhl Bett Sofa Regal")),
          "unter": ("under", named("Tisch Stuhl Bett Sofa Schrank")),
          "neben": ("next to", named("Bett Sofa Lampe Computer")),
          "in": ("in", named("Tasche Koffer Rucksack Schrank Zimmer"))}  # fmt: skip
DONE_SOMEWHERE = {  # where, what is done there
    "im Garten = in the garden": """spielen = play, sitzen = sit,
        grillen = have a barbecue, lesen ein Buch = read a book""",
    "in der Küche = in the kitchen": """kochen = cook, backen A:cake = bake 1, spülen das Geschirr =
        wash the dishes, frühstücken = have breakfast, sitzen = sit""",
    "im Park = in the park": """joggen = jog, sitzen = sit, spielen = play,
        warten auf+A:person = wait for 1, essen A:snack = eat 1, spielen Fußball = play soccer""",
    "im Wohnzimmer = in the living room": """fern|sehen = watch TV, tanzen = dance,
        lesen A:read = read 1, spielen Karten = play cards, schlafen = sleep""",
    "im Büro = in the office": """schreiben A:write = write 1, telefonieren = talk on the phone,
        arbeiten = work, trinken A:drinkone = drink 1""",
    "in der Schule = at school": """lernen LANGUAGE = learn 0, spielen Basketball = play basketball,
        lesen A:read = read 1, singen = sing""",
    "in der Stadt = in the city": """wohnen = live, ein|kaufen = shop, arbeiten = work""",
    "im Restaurant = in the restaurant": """essen A:dish = eat 1, bestellen A:dish = order 1,
        trinken A:drinkone = drink 1, arbeiten = work, sitzen = sit""",
    "am Bahnhof = at the train station": """warten = wait, warten auf+A:person = wait for 1,
        kaufen A:snack = buy 1, stehen = stand""",
    "im Supermarkt = at the supermarket": """kaufen A:snack = buy 1, arbeiten = work,
        kaufen A:foodmass = buy 1""",
    "in Berlin": """wohnen = live, leben = live, arbeiten = work, studieren SUBJECT = study 0""",
    "am Strand = on the beach": """liegen = lie, spielen = play, lesen A:read = read 1""",
}  # fmt: skip
SOMEWHERE: tuple[tuple[Pair, tuple[Act, ...]], ...] = tuple(
    (read_pairs(place)[0], read_acts(acts)) for place, acts in DONE_SOMEWHERE.items()
)
HABITS = read_acts("""lesen = read, lesen die Zeitung = read the newspaper, joggen = jog,
trinken einen Kaffee = drink a coffee, lernen Deutsch = learn German, kochen = cook,
gehen ins Kino = go to the cinema, spielen Tennis = play tennis, singen = sing,
fern|sehen = watch TV, gehen schwimmen = go swimming, arbeiten = work, tanzen = dance,
gehen spazieren = go for a walk, spielen Fußball = play soccer, duschen = take a shower,
besuchen A:family = visit 1, an|rufen A:family = call 1, üben = practice, schlafen = sleep,
auf|räumen das Zimmer = tidy up the room, spielen Klavier = play the piano,
gehen in die Schule = go to school, gehen zur Arbeit = go to work,
essen einen Apfel = eat an apple, trinken Tee = drink tea, machen Sport = exercise,
fahren nach Berlin = go to Berlin, machen Hausaufgaben = do homework""")
WEATHER = read_acts("""es/regnen = it/rain, es/schneien = it/snow, es/sein kalt = it/be cold,
es/sein warm = it/be warm, es/sein sehr heiß = it/be very hot, es/sein windig = it/be windy,
die Sonne/scheinen = the sun/shine, das Wetter/sein schön = the weather/be nice,
das Wetter/sein schlecht = the weather/be bad""")
BRIEFLY = {"vor zehn Minuten", "vor einer Stunde", "vor kurzem"}
