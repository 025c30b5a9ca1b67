"""What one goes somewhere for, tries, forgets, and leaves undone."""

from tformer.data.phrasebook.frames.acts import Act, read_acts
from tformer.data.phrasebook.lexicon.rows import read_pairs

_WAYS = """gehen in den Supermarkt = go to the supermarket; fahren in die Stadt = go to the city >
    kaufen Brot = buy bread, kaufen A:foodmass = buy 1, kaufen A:clothes = buy 1, ein|kaufen = shop
gehen in die Küche = go to the kitchen > kochen = cook, kochen Kaffee = make coffee,
    holen ein Glas Wasser = get a glass of water, essen etwas = eat something
gehen ins Bett = go to bed > schlafen = sleep, lesen ein Buch = read a book, sich aus|ruhen = rest
gehen in den Park = go to the park > joggen = jog, spielen Fußball = play soccer,
    sich aus|ruhen = rest, treffen A:family = meet 1
gehen in die Bibliothek = go to the library > lernen = study, lesen = read, holen ein Buch =
    get a book, lesen die Zeitung = read the newspaper
fahren nach Berlin = go to Berlin; fahren nach Hause = go home; fahren nach Wien = go to Vienna >
    besuchen A:family = visit 1, helfen D:family = help 1, arbeiten = work, sehen A:family = see 1
lernen Deutsch = learn German > arbeiten in Deutschland = work in Germany,
    sprechen mit+D:family = talk to 1, lesen deutsche Bücher = read German books,
    studieren in Berlin = study in Berlin
gehen zum Bahnhof = go to the train station > ab|holen A:family = pick 1 up,
    kaufen eine Fahrkarte = buy a ticket, nehmen den Zug = take the train
arbeiten viel = work a lot > verdienen viel Geld = earn a lot of money,
    kaufen ein Haus = buy a house
laufen schnell = run fast > bekommen den Bus = catch the bus, gewinnen = win
öffnen das Fenster = open the window > hören die Vögel = hear the birds
fahren ans Meer = go to the sea > schwimmen = swim, machen Urlaub = go on vacation"""
WITHOUT = tuple(
    (read_acts(goes), read_acts(undone))
    for goes, undone in (
        (
            """weg|gehen = leave, gehen nach Hause = go home, gehen aus dem Haus = leave the house,
            gehen = leave""",
            """sagen etwas = say something, sich verabschieden = say goodbye, essen etwas =
            eat something, bezahlen = pay, fragen mich = ask me, warten auf uns = wait for us,
            zu|machen die Tür = close the door, frühstücken = have breakfast,
            aus|machen das Licht = turn off the light,
            mit|nehmen einen Mantel = take along a coat""",
        ),
        (
            "gehen ins Bett = go to bed, gehen schlafen = go to sleep",
            """essen etwas = eat something, sich_D putzen die Zähne = brush OWN teeth,
            aus|machen das Licht = turn off the light, sagen etwas = say something, an|rufen mich =
            call me, duschen = take a shower""",
        ),
    )
)
LAZY = read_acts("""schlafen = sleep, fern|sehen = watch TV, spielen = play, tanzen = dance,
lesen ein Buch = read a book, gehen ins Kino = go to the cinema, hören Musik = listen to music,
spielen Fußball = play soccer, trinken Kaffee = drink coffee, telefonieren = talk on the phone""")
DUTIES = read_acts("""lernen = study, arbeiten = work, kochen = cook, helfen D:person = help 1,
auf|räumen das Zimmer = tidy up the room, machen Hausaufgaben = do homework, üben = practice,
putzen die Küche = clean the kitchen, gehen in die Schule = go to school, ein|kaufen = go shopping,
ab|waschen = do the dishes, schreiben die E-Mail = write the email""")
_MORE = read_acts("""lernen Deutsch = learn German, schwimmen = swim, kaufen Brot = buy bread,
an|rufen A:family = call 1, besuchen A:family = visit 1, kochen eine Suppe = cook a soup,
gehen spazieren = go for a walk, essen A:snack = eat 1, spielen Tennis = play tennis,
schreiben A:write = write 1, backen A:cake = bake 1, aus|gehen = go out""")
_DIFFICULT = read_acts("""schlafen = sleep, lernen Deutsch = learn German, finden eine Wohnung =
find an apartment, reparieren A:repair = repair 1, öffnen A:openable = open 1, kochen = cook,
an|rufen A:family = call 1, verstehen A:understand = understand 1, helfen D:person = help 1,
lesen A:read = read 1, finden den Schlüssel = find the key, lösen A:solved = solve 1""")
FORGOTTEN = read_acts("""zu|machen die Tür = close the door, kaufen Brot = buy bread,
an|rufen A:family = call 1, öffnen das Fenster = open the window, schreiben die E-Mail =
write the email, machen Hausaufgaben = do homework, mit|bringen A:thing = bring along 1,
kaufen A:foodmass = buy 1, aus|machen A:switch = turn off 1, bezahlen A:bill = pay for 1,
füttern A:pet = feed 1, ein|kaufen = go shopping, ab|schließen die Tür = lock the door,
gießen die Blumen = water the flowers, zurück|geben das Buch = give back the book""")
_STARTED = read_acts("""lernen = study, arbeiten = work, kochen = cook, tanzen = dance,
lesen ein Buch = read a book, spielen = play, singen = sing, lernen Deutsch = learn German,
putzen die Küche = clean the kitchen, schreiben einen Brief = write a letter""")
_ANYTHING = DUTIES + LAZY + _MORE
# who does what, its infinitive in English with to or as -ing; what it is done to
ATTITUDES = tuple(
    (read_acts(attitude)[0], things)
    for attitude, things in (
        ("versuchen = try to", _DIFFICULT),
        ("haben keine Zeit = have no time to", _ANYTHING),
        ("haben keine Lust = do not feel like -ing", _ANYTHING),
        ("haben Lust = feel like -ing", LAZY + _MORE),
        ("haben Zeit = have time to", _ANYTHING),
        ("vor|haben = plan to", _MORE),
        ("an|fangen = start to", _STARTED),
        ("vergessen = forget to", FORGOTTEN),
    )
)
DONE = tuple(
    (read_acts(attitude)[0], things)
    for attitude, things in (
        ("vergessen = forget to", FORGOTTEN),
        ("versuchen = try to", _DIFFICULT),
        ("beschließen = decide to", _MORE),
        ("an|fangen = start to", _STARTED),
        ("vergessen = forget to", FORGOTTEN),
    )
)
IT_IS = tuple(
    (read_pairs(starts), read_acts(acts))
    for starts, acts in (
        (
            "es ist schön = it is nice, es ist gut = it is good, es war schön = it was nice",
            """sehen dich = see you, kennen|lernen dich = get to know you, sein hier = be here,
            sein zu Hause = be at home, hören das = hear that, treffen dich = meet you,
            haben Freunde = have friends, schwimmen im Meer = swim in the sea""",
        ),
        (
            """es ist schwer = it is difficult, es ist leicht = it is easy, es ist nicht leicht =
            it is not easy, es ist nicht schwer = it is not difficult, es war schwer =
            it was difficult, es ist unmöglich = it is impossible""",
            """lernen Deutsch = learn German, finden eine Wohnung = find an apartment,
            verstehen das = understand that, sagen das = say that, finden Arbeit = find work,
            spielen Klavier = play the piano, auf|stehen früh = get up early, schlafen = sleep""",
        ),
        (
            "es ist wichtig = it is important, es ist gesund = it is healthy",
            """schlafen viel = sleep a lot, trinken Wasser = drink water, essen Obst = eat fruit,
            machen Sport = exercise, essen Gemüse = eat vegetables,
            auf|stehen früh = get up early""",
        ),
        (
            """es macht Spaß = it is fun, es hat Spaß gemacht = it was fun, es ist langweilig =
            it is boring, es macht keinen Spaß = it is not fun""",
            """tanzen = dance, kochen = cook, spielen Fußball = play soccer, reisen = travel,
            lernen Deutsch = learn German, singen = sing, wandern = hike, malen = paint""",
        ),
        (
            """es ist verboten = it is forbidden, es ist gefährlich = it is dangerous,
            es ist möglich = it is possible, es ist nicht erlaubt = it is not allowed""",
            """schwimmen hier = swim here, rauchen hier = smoke here, parken hier = park here,
            spielen hier = play here, essen hier = eat here""",
        ),
    )
)


def _read_ways() -> tuple[tuple[tuple[Act, ...], tuple[Act, ...]], ...]:
    """Ways somebody goes, and what for."""
    rows = _WAYS.replace("\n    ", " ").splitlines()
    return tuple(
        (read_acts(ways, ";"), read_acts(aims)) for ways, aims in (row.split(">") for row in rows)
    )


PURPOSES = _read_ways()
