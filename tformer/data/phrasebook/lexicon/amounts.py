"""Sentences and predicates with amounts: money, sizes, distances, counts, numbers on doors.

``frames.filling`` says what {n}, {euro} and the like stand for; ``lexicon.lists`` has the others.
"""

from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon.rows import read_pairs

# verbs that only amounts and years need
OTHER_VERBS = {
    "zahlen": Verb("zahlen"),
    "sparen": Verb("sparen"),
    "wiegen": Verb("wiegen", past="wog", part="gewogen"),
    "zurück|bekommen": Verb("bekommen", "zurück", past="bekam", part="bekommen"),
    "sich kennen|lernen": Verb("lernen", "kennen", reflexive="A"),
    "aus|geben": Verb("geben", "aus", "gibt", "gab", "gegeben"),
    "ziehen": Verb("ziehen", past="zog", part="gezogen", auxiliary="sein"),
    "sterben": Verb("sterben", "", "stirbt", "starb", "gestorben", "sein"),
    "gründen": Verb("gründen"),
    "eröffnen": Verb("eröffnen"),
    "auf|hören": Verb("hören", "auf"),
}

MONEY = """
zahlen {n} Euro Miete | pay {n} euros in rent | s ppqd g
zahlen {big} Euro Miete | pay {big} euros in rent | s ppqd g
bezahlen {euro} für {paid} | pay {euro} for {paid} | p pqddem g
haben nur {euro} | have only {euro} | s pppqt a
haben nur noch {euro} | have only {euro} left | s pppt a
haben {euro} | have {euro} | s ppqt a
haben noch {euro} | have {euro} left | s ppqt a
haben {euro} in der Tasche | have {euro} in OWN pocket | s ppqt a
brauchen {euro} | need {euro} | s pppqde a
brauchen noch {n} Euro | need another {n} euros | s ppq a
verdienen {euro} pro Stunde | earn {euro} an hour | s ppqd g
verdienen {big} Euro im Monat | earn {big} euros a month | s ppq g
finden {euro} auf der Straße | find {euro} on the street | s dde a
verlieren {euro} | lose {euro} | s dde a
gewinnen {euro} | win {euro} | s dde a
zurück|bekommen {euro} | get {euro} back | s pde a
sparen {n} Euro {per} | save {n} euros {per} | s ppqd g
aus|geben {n} Euro {per} | spend {n} euros {per} | s pq g
aus|geben {euro} | spend {euro} | s dde g
kaufen {bought} für {n} Euro | buy {bought} for {n} euros | p dde g
verkaufen {bought} für {n} Euro | sell {bought} for {n} euros | p dde g
"""
PRICES = read_pairs(
    """das macht {euro} = that is {euro}; das macht {euro} = that is {euro};
das sind {n} Euro = that is {n} euros; das macht zusammen {euro} = that is {euro} altogether;
das macht {tens} Euro = that is {tens} euros; hier sind {n} Euro = here are {n} euros;
kannst du mir {n} Euro leihen? = can you lend me {n} euros?;
können Sie mir {n} Euro leihen? = can you lend me {n} euros?;
könntest du mir {tens} Euro leihen? = could you lend me {tens} euros?;
bitte gib mir {n} Euro! = please give me {n} euros!;
bitte geben Sie mir {n} Euro! = please give me {n} euros!;
hast du {n} Euro für mich? = do you have {n} euros for me?;
du schuldest mir noch {n} Euro = you still owe me {n} euros;
ich schulde ihm {n} Euro = I owe him {n} euros; er schuldet mir {n} Euro = he owes me {n} euros;
der Preis ist {n} Euro = the price is {n} euros;
die Miete ist {big} Euro im Monat = the rent is {big} euros a month;
ich nehme das für {n} Euro = I will take that for {n} euros;
das ist {n} Euro zu teuer = that is {n} euros too expensive;
{n} Euro sind zu viel = {n} euros is too much;
{big} Euro sind viel Geld = {big} euros is a lot of money;
sind das {n} Euro? = is that {n} euros?; macht das {n} Euro? = is that {n} euros?;
es kostet {euro} = it costs {euro}; kostet es {euro}? = does it cost {euro}?;
es kostet nur {euro} = it costs only {euro}; alles kostet {euro} = everything costs {euro};
alles zusammen kostet {euro} = everything together costs {euro};
der Bus kostet nur {euro} = the bus costs only {euro};
warum kostet das {euro}? = why does that cost {euro}?;
ich hatte {n} Euro, jetzt habe ich {m} = I had {n} euros, now I have {m}""",
    ";",
)

COUNTED = read_pairs(
    """in der Klasse sind {tens} {group} = there are {tens} {group} in the class;
im Kühlschrank sind {n} Eier = there are {n} eggs in the refrigerator;
auf dem Tisch stehen {n} Flaschen = there are {n} bottles on the table;
im Bus sind {n} Leute = there are {n} people on the bus;
im Kurs sind {n} {group} = there are {n} {group} in the course;
im Garten stehen {n} Bäume = there are {n} trees in the garden;
auf der Party waren {tens} {folk} = there were {tens} {folk} at the party;
im Zimmer sind {n} {folk} = there are {n} {folk} in the room;
wir sind {n} Personen = there are {n} of us; wir waren {n} Personen = there were {n} of us;
es waren {n} Leute da = there were {n} people there;
das Haus hat {n} Zimmer = the house has {n} rooms;
die Wohnung hat {n} Zimmer = the apartment has {n} rooms;
das Hotel hat {tens} Zimmer = the hotel has {tens} rooms;
das Buch hat {big} Seiten = the book has {big} pages;
das Haus hat {n} Stockwerke = the house has {n} floors;
die Schule hat {big} Schüler = the school has {big} students;
unser Dorf hat {big} Einwohner = our village has {big} inhabitants;
die Firma hat {tens} Mitarbeiter = the company has {tens} employees;
eine Woche hat sieben Tage = a week has seven days;
ein Jahr hat zwölf Monate = a year has twelve months;
eine Stunde hat sechzig Minuten = an hour has sixty minutes;
wie viele {group} sind in der Klasse? = how many {group} are in the class?;
wie viele Zimmer hat das Haus? = how many rooms does the house have?;
wie viele Seiten hat das Buch? = how many pages does the book have?;
wie viele Leute waren da? = how many people were there?;
ich brauche nur {n} = I only need {n}; ich habe {n} = I have {n}; ich nehme {n} = I will take {n};
er hat {n} davon = he has {n} of them; es gibt noch {n} = there are {n} left;
es sind nur noch {n} Karten da = there are only {n} tickets left;
{n} Leute warten = {n} people are waiting; {n} {folk} kommen = {n} {folk} are coming;
{n} Schüler sind krank = {n} students are sick; {n} {folk} sind da = {n} {folk} are there;
{n} {folk} kamen zu spät = {n} {folk} came too late;
ein Tisch für {n} Personen = a table for {n} people;
ein Zimmer für {n} Nächte = a room for {n} nights;
ein Zimmer für {n} Personen, bitte = a room for {n} people, please""",
    ";",
)

NUMBERED = read_pairs(
    """Zimmer {n} ist {state} = room {n} is {state};
Zimmer {n} ist {floor} = room {n} is {floor};
Platz {n} ist {state} = seat {n} is {state}; Tisch {n} ist {state} = table {n} is {state};
Platz {n} ist am Fenster = seat {n} is by the window;
ist Zimmer {n} {state}? = is room {n} {state}?; ist Platz {n} {state}? = is seat {n} {state}?;
wo ist Zimmer {n}? = where is room {n}?; wo ist Gleis {n}? = where is track {n}?;
wo ist Platz {n}? = where is seat {n}?; wo ist Haus Nummer {n}? = where is house number {n}?;
das ist Zimmer {n} = that is room {n}; das ist Nummer {n} = that is number {n};
meine Nummer ist {n} = my number is {n}; meine Nummer ist die {n} = my number is {n};
meine Telefonnummer ist {n} = my phone number is {n};
seine Telefonnummer ist {n} = his phone number is {n};
ihre Nummer ist {n} = her number is {n}; die Nummer ist {n} = the number is {n};
unsere Hausnummer ist {n} = our house number is {n};
meine Hausnummer ist {n} = my house number is {n};
ist deine Nummer {n}? = is your number {n}?; ist Ihre Hausnummer {n}? = is your house number {n}?;
meine Zimmernummer ist {n} = my room number is {n};
rufen Sie die {n} an! = call {n}!; wählen Sie die {n}! = dial {n}!;
die Hausnummer ist {n} = the house number is {n}; der Code ist {n} = the code is {n};
der Zug fährt von Gleis {n} ab = the train leaves from track {n};
der Zug nach {city} fährt von Gleis {n} ab = the train to {city} leaves from track {n};
fährt der Zug von Gleis {n} ab? = does the train leave from track {n}?;
der Zug aus {city} kommt auf Gleis {n} an = the train from {city} arrives on track {n};
der Bus {n} fährt {to} = bus {n} goes {to}; fährt der Bus {n} {to}? = does bus {n} go {to}?;
die Linie {n} fährt {to} = line {n} goes {to}; die Straßenbahn {n} fährt {to} = tram {n} goes {to};
nehmen Sie den Bus {n}! = take bus {n}!; nimm den Bus {n}! = take bus {n}!;
nehmen Sie die Linie {n}! = take line {n}!; wann kommt der Bus {n}? = when does bus {n} come?;
wo hält der Bus {n}? = where does bus {n} stop?; der Bus {n} hält hier = bus {n} stops here;
der Bus {n} kommt um {hour} = bus {n} comes at {hour};
das steht auf Seite {n} = that is on page {n};
die Antwort steht auf Seite {n} = the answer is on page {n};
wir sind auf Seite {n} = we are on page {n}; ich bin auf Seite {n} = I am on page {n};
lesen Sie bitte Seite {n}! = please read page {n}!; lies bitte Seite {n}! = please read page {n}!;
öffnet das Buch auf Seite {n}! = open the book to page {n}!;
die Hausaufgaben stehen auf Seite {n} = the homework is on page {n};
Aufgabe {n} ist schwer = task {n} is difficult; Frage {n} ist leicht = question {n} is easy;
wir lesen heute Kapitel {n} = we are reading chapter {n} today;
der Unterricht ist in Raum {n} = the class is in room {n};
die Sitzung ist in Zimmer {n} = the meeting is in room {n};
ich wohne in der Wohnung {n} = I live in apartment {n};
ich habe Schuhgröße {n} = I wear shoe size {n}; ich habe Größe {n} = I wear size {n};
haben Sie das in Größe {n}? = do you have that in size {n}?""",
    ";",
)
NUMBERED_OF = """
wohnen in Zimmer {n} | live in room {n} | s ppqt a
schlafen in Zimmer {n} | sleep in room {n} | p pqd a
sitzen auf Platz {n} | sit in seat {n} | p ppqd a
warten in Zimmer {n} | wait in room {n} | p pqd a
warten auf Gleis {n} | wait on track {n} | p ppqd a
lesen gerade Seite {n} | read page {n} right now | p pp a
nehmen den Bus {n} | take bus {n} | p ppqdem a
brauchen Zimmer {n} | need room {n} | s ppq g
arbeiten in Zimmer {n} | work in room {n} | s ppqd g
sein in Zimmer {n} | be in room {n} | s ppqtt a
wohnen in Haus Nummer {n} | live in house number {n} | s ppqt a
"""
