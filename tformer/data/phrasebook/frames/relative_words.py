"""What relative clauses say of people and things, and what is said with them."""

from tformer.data.phrasebook.frames.acts import Act, read_acts
from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs

DOES = read_acts("""sitzen dort = sit there, stehen dort = stand there, wohnen hier = live here,
sprechen LANGUAGE = speak 0, wohnen CITY = live 0, arbeiten hier = work here, lesen = read,
warten dort = wait there, wohnen nebenan = live next door, lernen Deutsch = learn German,
kommen FROMCOUNTRY = come 0, arbeiten WORKPLACE = work 0, singen = sing, schlafen = sleep,
spielen Klavier = play the piano, tragen A:wear = wear 1, lachen = laugh, weinen = cry,
sitzen im Garten = sit in the garden, stehen an der Tür = stand at the door,
haben einen Hund = have a dog, helfen mir = help me, kennen dich = know you""")
DID = read_acts("""an|rufen = call, singen = sing, an|rufen mich = call me, helfen mir = help me,
kommen gestern = come yesterday, gewinnen = win, schreiben den Brief = write the letter,
finden den Schlüssel = find the key, bezahlen die Rechnung = pay for the bill""")
INTRO_PERSON = read_pairs("""das ist N = this is, wo ist N = where is, ich kenne A = I know,
kennst du A = do you know, wer ist N = who is, ich suche A = I am looking for,
ich sehe A = I see, siehst du A = do you see, das ist N = this is, kennen Sie A = do you know,
wie heißt N = what is the name of, wir warten auf A = we are waiting for,
ich spreche mit D = I am talking to""")
INTRO_THING = {  # of things at hand, food, works, places and matters
    kind: read_pairs("das ist N = this is, das war N = that was, " + rows)
    for kind, rows in {
        "O": """wo ist N = where is, ich suche A = I am looking for, siehst du A = do you see,
ich brauche A = I need, hast du A gesehen = did you see,
ich habe A gefunden = I found, hast du A = do you have, mir gefällt N = I like""",
        "W": """ich mag A = I like, kennst du A = do you know, wie heißt N = what is the name of,
hast du A = do you have, mir gefällt N = I like""",
        "P": """ich mag A = I like, kennst du A = do you know, wo ist N = where is,
wir suchen A = we are looking for, siehst du A = do you see, mir gefällt N = I like""",
        "F": "mir schmeckt N = I like, hast du A gesehen = did you see",
        "A": "kennst du A = do you know, kennen Sie A = do you know",
    }.items()
}
PERSON_IS = read_pairs("""ist nett = is nice, ist mein Freund = is my friend, ist krank = is sick,
ist sehr freundlich = is very friendly, ist Lehrer = is a teacher, ist müde = is tired,
kommt aus Spanien = comes from Spain, wohnt in Köln = lives in Cologne, ist jung = is young,
ist nicht da = is not here, ist sehr alt = is very old""")
OF_WOMEN = {"ist mein Freund": "ist meine Freundin", "ist Lehrer": "ist Lehrerin"}
# kind; nouns; what is done to them; what they are like
_THINGS = """W | Film Serie Video Spiel | sehen = watch 1 |
    langweilig = boring, interessant = interesting, lustig = funny, gut = good, lang = long
W | Buch Roman Zeitung Artikel Text Gedicht | lesen = read 1; suchen = look for 1;
    kaufen = buy 1 |
    interessant = interesting, langweilig = boring, gut = good, lang = long, schön = beautiful
O | Brief E-Mail Postkarte Nachricht Text | schreiben = write 1; bekommen = get 1; lesen = read 1 |
    lang = long, kurz = short, wichtig = important, lustig = funny
O | Jacke Kleid Mantel Hut Pullover Rock Hemd Bluse | kaufen = buy 1; tragen = wear 1; suchen =
    look for 1; waschen = wash 1; an|probieren = try on 1 |
    neu = new, teuer = expensive, schön = beautiful, rot = red, zu klein = too small
O | Auto Fahrrad Motorrad Boot | kaufen = buy 1; suchen = look for 1; reparieren = repair 1;
    mieten = rent 1 | neu = new, alt = old, teuer = expensive, kaputt = broken, schnell = fast
F | Kuchen Suppe Pizza Salat Torte | essen = eat 1; bestellen = order 1; kaufen = buy 1; probieren =
    try 1 | lecker = delicious, gut = good, kalt = cold, sehr süß = very sweet
W | Lied | singen = sing 1; hören = listen to 1; üben = practice 1 | schön = beautiful, alt = old
O | Schlüssel Handy Tasche Uhr Pass Regenschirm | suchen = look for 1; verlieren = lose 1; finden =
    find 1; vergessen = forget 1; brauchen = need 1 | neu = new, alt = old, klein = small
O | Bild Foto | malen = paint 1; kaufen = buy 1; sehen = see 1 |
    schön = beautiful, groß = big, alt = old, klein = small
P | Haus Wohnung | sehen = see 1; mieten = rent 1; suchen = look for 1; kaufen = buy 1 |
    groß = big, klein = small, teuer = expensive, alt = old, schön = beautiful
A | Frage Wort Satz Aufgabe Problem | verstehen = understand 1; kennen = know 1; üben = practice 1 |
    schwierig = difficult, wichtig = important, leicht = easy, neu = new
O | Geschenk Ring Kette Uhr | bekommen = get 1; kaufen = buy 1; finden = find 1 |
    teuer = expensive, schön = beautiful, klein = small, alt = old"""
_AFTER_PREPOSITION = """P | in+D | Haus Wohnung Stadt Dorf | wohnen = live in
P | in+D | Büro Bank Hotel Restaurant Schule | arbeiten = work in
O | auf+D | Stuhl Sofa Bett | sitzen = sit on
O | in+D | Bett Zimmer | schlafen = sleep in
O | auf+A | Bus Zug Brief | warten = wait for
P | aus+D | Stadt Land Dorf | kommen = come from
P | von+D | Haus Insel Stadt | träumen = dream of
W | über+A | Film Buch Roman | sprechen = talk about
A | über+A | Problem Plan | sprechen = talk about
A | an+A | Termin Prüfung | denken = think of
O | mit+D | Ball Puppe | spielen = play with
A | auf+A | Reise Party | sich freuen = look forward to
P | in+D | Fluss See | schwimmen = swim in
A | für+A | Prüfung | lernen = study for"""


def _read_after() -> tuple[tuple[str, str, str, tuple[Noun, ...], Act], ...]:
    """Kind, preposition, case, nouns, what is done."""
    found = []
    for row in _AFTER_PREPOSITION.splitlines():
        kind, link, nouns, act = row.split(" | ")
        found.append((kind, *link.split("+"), named(nouns), read_acts(act)[0]))
    return tuple(found)


def _read_things() -> tuple[tuple[str, tuple[Noun, ...], tuple[Act, ...], tuple[Pair, ...]], ...]:
    """Kind, nouns, what is done to them, what they are like."""
    found = []
    cells = [cell.strip() for cell in _THINGS.replace("\n    ", " ").splitlines()]
    for kind, nouns, acts, adjectives in (cell.split(" | ") for cell in cells):
        found.append((kind, named(nouns), read_acts(acts, ";"), read_pairs(adjectives)))
    return tuple(found)


AFTER_PREPOSITION = _read_after()
OF_THINGS = _read_things()
