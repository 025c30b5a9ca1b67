"""What is said of things, animals and ideas: tables for ``frames.statements_of_things``."""

from typing import NamedTuple

from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB

# nouns | what they were like
_WAS = """
Film Buch Serie Geschichte Roman Krimi Theaterstück Sendung | lustig = funny,
spannend = exciting, langweilig = boring, traurig = sad, interessant = interesting, gut = good,
schlecht = bad, toll = great, lang = long, kurz = short, schön = beautiful, komisch = weird;
Konzert Party Fest Hochzeit Ausflug Reise Spiel Ausstellung Fahrt | toll = great,
schön = beautiful, langweilig = boring, wunderbar = wonderful, super = great, schlecht = bad,
teuer = expensive, lang = long, anstrengend = exhausting, gut = good, perfekt = perfect;
Prüfung Aufgabe Frage Übersetzung Spiel | schwer = difficult, leicht = easy, einfach = simple,
schwierig = difficult, kompliziert = complicated, wichtig = important, lang = long;
Kurs Unterricht Gespräch Sitzung Interview | gut = good, langweilig = boring, lang = long,
interessant = interesting, wichtig = important, kurz = short, hilfreich = helpful;
Essen Suppe Pizza Kuchen Kaffee Salat Hähnchen Schnitzel | lecker = delicious, gut = good,
kalt = cold, heiß = hot, schlecht = bad, zu teuer = too expensive, warm = warm, fertig = ready;
Wetter | schön = nice, schlecht = bad, gut = good, schrecklich = terrible, toll = great;
Hotel Zimmer Wohnung Restaurant Haus | schön = beautiful, sauber = clean, laut = loud,
teuer = expensive, billig = cheap, klein = small, groß = big, schmutzig = dirty, ruhig = quiet,
voll = full, leer = empty;
Zug Bus Straße Supermarkt Stadion Strand Bar | voll = full, leer = empty;
Tag Abend Woche Wochenende Nacht Sommer Winter | schön = nice, lang = long, schrecklich = terrible,
kalt = cold, warm = warm, ruhig = quiet, kurz = short;
Antwort Satz Wort Nummer Adresse Ergebnis | richtig = right, falsch = wrong, wichtig = important;
Wind Sturm Gewitter | stark = strong, schrecklich = terrible, laut = loud;
Bedienung | freundlich = friendly, langsam = slow, gut = good, schlecht = bad, nett = nice;
Unterschied Geheimnis Projekt Chance | groß = big, klein = small;
Gefühl Stimme | schön = beautiful, gut = good, komisch = weird;
Gesetz Regel Möglichkeit | wichtig = important, gut = good, neu = new, interessant = interesting;
Arbeit Projekt Vorschlag Idee Entscheidung Plan Methode | gut = good, schlecht = bad,
wichtig = important, interessant = interesting, neu = new, richtig = right
"""
# nouns | in what condition they are
_CONDITIONS = """
Computer Handy Fernseher Drucker Heizung Waschmaschine Aufzug Auto Fahrrad Uhr Lampe Brille
Kühlschrank Radio Ampel Toaster | kaputt = broken;
Schlüssel Geldbörse Handy Tasche Fahrrad Auto Brille Koffer Ausweis Katze Hund Bus Zug Geld
| weg = gone, wieder da = back;
Flasche Glas Tasse Kühlschrank Koffer Eimer Schrank Batterie | leer = empty;
Flasche Glas Bus Koffer Parkplatz Mülleimer Zug Hotel Kino | voll = full;
Tür Fenster Geschäft Museum Bank Apotheke Bäckerei Post Supermarkt Laden Restaurant Bar
| offen = open, geschlossen = closed, noch offen = still open, schon geschlossen = already closed;
Tür Haustür Auto Büro | abgeschlossen = locked;
Platz Stuhl Toilette Zimmer Tisch | besetzt = occupied, frei = free, noch frei = still free;
Essen Kuchen Suppe Kaffee Frühstück | fertig = ready, schon kalt = already cold;
Computer Fernseher Radio Licht Heizung Lampe | an = on, aus = off, noch an = still on;
Straße Boden Hose Jacke Handtuch Wiese | nass = wet, trocken = dry, noch nass = still wet;
Film Kurs Konzert Spiel Party Unterricht Schule Sitzung | zu Ende = over
"""
# nouns | German | English | aspect, as in ``predicates``; all words are fixed
_DOINGS = """
Hund | bellen | bark | p; Hund | bellen laut | bark loudly | p;
Hund Wolf Löwe Tiger | fressen Fleisch | eat meat | p;
Hund Katze | fressen das_Futter | eat the food | p;
Katze | trinken Milch | drink milk | p; Hund Pferd Katze Kuh | trinken Wasser | drink water | p;
Katze | fangen eine_Maus | catch a mouse | p; Katze Fuchs | jagen die_Maus | chase the mouse | p;
Hund | jagen die_Katze | chase the cat | p; Katze | schlafen auf_dem_Sofa | sleep on the sofa | p;
Hund | warten vor_der_Tür | wait at the door | p;
Hund Schlange | beißen den_Mann | bite the man | s;
Vogel Papagei | singen | sing | p; Vogel | singen schön | sing beautifully | p;
Vogel Schmetterling Biene | fliegen über_das_Haus | fly over the house | p;
Vogel | sitzen auf_dem_Dach | sit on the roof | p; Papagei | sprechen Deutsch | speak German | s;
Pferd Hund Fuchs | laufen schnell | run fast | p;
Pferd Kuh Schaf Ziege Reh Esel | fressen Gras | eat grass | p; Kuh | geben Milch | give milk | s;
Huhn | legen Eier | lay eggs | s; Biene | machen Honig | make honey | s;
Ente Gans Fisch | schwimmen im_See | swim in the lake | p;
Delfin Fisch Pinguin | schwimmen im_Meer | swim in the sea | p;
Fisch Delfin | schwimmen schnell | swim fast | p;
Affe Bär Katze | klettern auf_den_Baum | climb the tree | p;
Affe | essen eine_Banane | eat a banana | p; Frosch | springen ins_Wasser | jump into the water | p;
Spinne | sitzen an_der_Wand | sit on the wall | p; Elefant Giraffe Bär | schlafen | sleep | p;
Computer Maschine Modell | übersetzen den_Satz | translate the sentence | p;
Computer Maschine Modell | übersetzen den_Text | translate the text | p;
Computer Modell Maschine | lernen eine_Sprache | learn a language | p;
Computer | rechnen schnell | calculate fast | s; Roboter | putzen das_Haus | clean the house | p;
Roboter | kochen eine_Suppe | cook a soup | p; Roboter | sprechen Englisch | speak English | s;
Computer Handy Drucker Heizung Fernseher Lampe Maschine Internet | funktionieren | work | s;
Computer Heizung Drucker Aufzug | funktionieren wieder | work again | s;
Computer Internet | sein langsam | be slow | be;
Auto Bus Motorrad Taxi Zug | fahren schnell | drive fast | p;
Auto Bus Traktor Lastwagen | fahren langsam | drive slowly | p;
Bus Auto Taxi | halten vor_dem_Haus | stop in front of the house | p;
Flugzeug | landen | land | p; Flugzeug | fliegen nach_Wien | fly to Vienna | p;
Schiff Boot Fähre | fahren über_den_See | sail across the lake | p;
Handy Telefon Wecker | klingeln | ring | p; Sonne Mond Stern | scheinen | shine | p;
Baum Pflanze Blume Kind | wachsen | grow | p; Pflanze Baum Blume | brauchen Wasser | need water | s;
Pflanze Blume | brauchen Sonne | need sun | s;
Haus Wald Auto Dach | brennen | be on fire | be; Kerze | brennen | burn | p;
Regen Gewitter Musik | auf|hören | stop | p;
Blume Kuchen Suppe Kaffee Rose Kerze | riechen gut | smell good | s;
Suppe Kuchen Pizza Brot Tee | schmecken gut | taste good | s;
Milch Fisch | riechen schlecht | smell bad | s;
Glas Teller Tasse Buch | fallen auf_den_Boden | fall on the floor | p;
Kleid Jacke Hemd Anzug | passen gut | fit well | s; Messer Schere | schneiden gut | cut well | s;
Firma | bauen Autos | build cars | s; Firma | verkaufen Computer | sell computers | s;
Mannschaft | gewinnen das_Spiel | win the game | s; Mannschaft | spielen gut | play well | p;
Chor | singen ein_Lied | sing a song | p; Klasse Gruppe | lernen Englisch | learn English | p;
Klasse Gruppe | besuchen das_Museum | visit the museum | p;
Klasse Familie Gruppe | machen einen_Ausflug | go on a trip | p
"""


class Doing(NamedTuple):
    """Who may do it, the verb, its other German words, the English, the aspect."""

    nouns: tuple[Noun, ...]
    verb: Verb
    rest: tuple[str, ...]
    english: str
    aspect: str


def _described(rows: str) -> tuple[tuple[tuple[Noun, ...], tuple[Pair, ...]], ...]:
    cells = (row.split("|") for row in rows.split(";"))
    return tuple((named(nouns), read_pairs(adjectives)) for nouns, adjectives in cells)


def _done(row: str) -> Doing:
    # a verb with a prefix has a bar of its own, so the cells are parted by " | "
    nouns, german, english, aspect = (cell.strip() for cell in row.split(" | "))
    verb, *rest = german.split()
    words = tuple(word.replace("_", " ") for word in rest)
    return Doing(named(nouns), VERB[verb], words, english, aspect)


WAS = _described(_WAS)
CONDITIONS = _described(_CONDITIONS)
DOINGS = tuple(_done(row) for row in _DOINGS.split(";"))

# abstract nouns, with an adjective or not, as they stand without an article
IDEAS = read_pairs("""Liebe = love, Freiheit = freedom, Frieden = peace, Zeit = time,
Gesundheit = health, Bildung = education, Freundschaft = friendship, Wissenschaft = science,
Musik = music, Kunst = art, Sport = sports, Arbeit = work, Wasser = water, Schlaf = sleep,
Geduld = patience, Wissen = knowledge, Erfolg = success, Energie = energy, Sicherheit = safety,
Vertrauen = trust, Humor = humor, Geld = money, Mathematik = math, Grammatik = grammar,
Ordnung = order, Glück = happiness, Intelligenz = intelligence, Aufmerksamkeit = attention,
Technik = technology, Kultur = culture, Hoffnung = hope, Mut = courage, Gerechtigkeit = justice,
künstliche Intelligenz = artificial intelligence, frische Luft = fresh air,
gesundes Essen = healthy food, gute Musik = good music, moderne Kunst = modern art,
klassische Musik = classical music, moderne Technik = modern technology,
deutsche Grammatik = German grammar, gute Arbeit = good work, sauberes Wasser = clean water,
warme Kleidung = warm clothing, menschliche Sprache = human language""")
MANY_IDEAS = read_pairs("""gute Freunde = good friends, neue Ideen = new ideas,
fremde Sprachen = foreign languages, gute Bücher = good books, alte Häuser = old houses,
große Städte = big cities, gute Lehrer = good teachers, Träume = dreams, Regeln = rules,
Bücher = books, Freunde = friends, Pausen = breaks, Sprachen = languages, Ziele = goals""")
VALUES = read_pairs("""wichtig = important, sehr wichtig = very important, schön = beautiful,
gut = good, nicht alles = not everything, wunderbar = wonderful, notwendig = necessary""")
SAYINGS = read_pairs("""Zeit ist Geld = time is money, Liebe macht blind = love is blind,
Musik macht glücklich = music makes you happy, Sport macht Spaß = sports are fun,
Wissen ist Macht = knowledge is power, Rauchen ist ungesund = smoking is unhealthy,
Schwimmen ist gesund = swimming is healthy, Arbeit macht müde = work makes you tired,
Geld macht nicht glücklich = money does not make you happy,
Lesen macht klug = reading makes you smart, Sprachen öffnen Türen = languages open doors,
alles braucht Zeit = everything takes time, aller Anfang ist schwer = every beginning is difficult,
alle Menschen brauchen Freunde = all people need friends,
die Wahrheit ist wichtig = the truth is important, das Leben ist schön = life is beautiful,
die Liebe ist ein Geschenk = love is a gift, die Natur ist schön = nature is beautiful,
die Zeit vergeht schnell = time passes quickly,
Gesundheit ist wichtiger als Geld = health is more important than money,
Lernen braucht Geduld = learning takes patience""")
