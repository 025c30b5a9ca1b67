"""How long, wide, high, deep, heavy, far, warm, often; ages, recipes, sums, scores."""

from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.rows import read_pairs

# nouns | adjective | unit | English of both | asked with; the number is of the kind named first
_TABLE = """
small Tisch Bett Boot Teppich Garten Regal Sofa Auto Balkon | lang | Meter | meters long | how long;
tens Brücke Straße Fluss Strand Schiff Zug | lang | Meter | meters long | how long;
tens Fluss Strand Straße Insel | lang | Kilometer | kilometers long | how long;
small Tür Fenster Straße Fluss Schrank Garten Bett | breit | Meter | meters wide | how wide;
cm Tisch Regal Fenster Schreibtisch Bett Teppich | breit | Zentimeter | centimeters wide | how wide;
tens Turm Haus Baum Berg Kirche Brücke Rathaus Dach | hoch | Meter | meters high | how high;
small Schrank Baum Regal Tür Zimmer | hoch | Meter | meters high | how high;
cm Tisch Stuhl Regal Schreibtisch Schrank | hoch | Zentimeter | centimeters high | how high;
small See Fluss Schwimmbad Meer | tief | Meter | meters deep | how deep;
tens See Meer | tief | Meter | meters deep | how deep;
small Koffer Tasche Rucksack Paket Kiste Fahrrad Hund Katze Hase | schwer | Kilo | kilos |
how heavy;
cm Koffer Paket Kiste Kühlschrank Waschmaschine Schrank Hund Fernseher | schwer | Kilo | kilos |
how heavy;
tens Haus Kirche Baum Brücke Stadt Schule Turm Schloss | alt | Jahre | years old | how old;
n Auto Fahrrad Hund Katze Computer Handy Haus Sofa Vogel Pferd | alt | Jahre | years old | how old;
cm Zimmer Wohnung Küche Garten Haus Büro Wohnzimmer Keller | groß | Quadratmeter | square meters |
how big
"""
MEASURES = tuple(tuple(map(str.strip, row.split("|"))) for row in _TABLE.split(";"))
THINGS = {row[0]: named(row[0].split(" ", 1)[1]) for row in MEASURES}

BODIES = """
sein {n} Meter groß | be {n} meters tall | s ppqt y
sein ein Meter {cm} groß | be one meter {cm} tall | s pqt g
sein nur {n} Meter groß | be only {n} meters tall | s pp y
wiegen {adult} Kilo | weigh {adult} kilos | s pppqt g
wiegen {n} Kilo | weigh {n} kilos | s pqt y
wiegen nur {n} Kilo | weigh only {n} kilos | s pt y
sein {n} Jahre alt | be {n} years old | s pppqttt y
sein {adult} Jahre alt | be {adult} years old | s ppqt g
sein {n} | be {n} | s pptt y
sein erst {n} | be only {n} | s ppt y
sein schon {adult} | be already {adult} | s pp s
sein schon {adult} Jahre alt | be already {adult} years old | s ppq g
sein fast {adult} Jahre alt | be almost {adult} years old | s ppt g
sein {n} Jahre älter als {other} | be {n} years older than {other} | s ppq a
sein {n} Jahre jünger als {other} | be {n} years younger than {other} | s ppq a
haben {kids} Kinder | have {kids} children | s pppqt g
haben {kids} Geschwister | have {kids} siblings | s pppqt a
haben {small} Enkel | have {small} grandchildren | s ppq g
haben {fever} Grad Fieber | have a fever of {fever} degrees | s ppt a
"""
AGES = read_pairs(
    """{child} ist {small} Monate alt = {child} is {small} months old;
{child} ist {n} Jahre alt = {child} is {n} years old;
{child} ist {n} = {child} is {n}; {child} wird {n} = {child} is turning {n};
{child} wird {onday} {n} = {child} is turning {n} {onday};
{child} wird morgen {n} = {child} is turning {n} tomorrow;
ist {child} schon {n}? = is {child} already {n}?;
{child} war {n}, als wir hier wohnten = {child} was {n} when we lived here;
als ich {n} war, wohnten wir in {city} = when I was {n}, we lived in {city};
als sie {n} war, ging sie nach {city} = when she was {n}, she went to {city};
als er {n} war, zog er nach {city} = when he was {n}, he moved to {city};
als ich {n} Jahre alt war, lernte ich schwimmen = when I was {n} years old, I learned to swim;
mit {kids} Jahren konnte {child} schon lesen = at the age of {kids}, {child} could already read;
ich war {n}, als wir nach {city} zogen = I was {n} when we moved to {city};
wie groß bist du? = how tall are you?; wie groß ist {child}? = how tall is {child}?;
wie viel wiegst du? = how much do you weigh?;
wie viel wiegt {child}? = how much does {child} weigh?;
wie alt ist {child}? = how old is {child}?; wie alt war {child}? = how old was {child}?;
{child} war erst {n} = {child} was only {n};
das Haus ist {tens} Jahre alt = the house is {tens} years old""",
    ";",
)

DISTANCES = read_pairs(
    """es sind {n} Kilometer bis {city} = it is {n} kilometers to {city};
es sind noch {n} Kilometer = it is another {n} kilometers;
es sind noch {n} Kilometer bis {city} = it is another {n} kilometers to {city};
bis {city} sind es {tens} Kilometer = it is {tens} kilometers to {city};
wie weit ist es bis {city}? = how far is it to {city}?;
wie viele Kilometer sind es bis {city}? = how many kilometers is it to {city}?;
sind es {n} Kilometer bis {city}? = is it {n} kilometers to {city}?;
wie weit ist {place} von hier? = how far is {place} from here?;
{place} ist {n} Kilometer von hier entfernt = {place} is {n} kilometers from here;
{place} ist {hundreds} Meter von hier entfernt = {place} is {hundreds} meters from here;
{place} ist {n} Minuten von hier entfernt = {place} is {n} minutes from here;
{place} ist nur {n} Minuten entfernt = {place} is only {n} minutes away;
es sind nur {n} Minuten {to} = it is only {n} minutes {to};
es sind {n} Minuten zu Fuß = it is {n} minutes on foot;
{city} ist {tens} Kilometer von hier entfernt = {city} is {tens} kilometers from here;
das Auto fährt {speed} Kilometer pro Stunde = the car goes {speed} kilometers an hour;
der Zug fährt {speed} Kilometer pro Stunde = the train goes {speed} kilometers an hour;
hier darf man nur {speed} fahren = you are only allowed to drive {speed} here""",
    ";",
)
MOVES = """
fahren {n} Kilometer | drive {n} kilometers | p dde g
fahren {n} Kilometer mit dem Fahrrad | ride the bicycle for {n} kilometers | p dde a
laufen {n} Kilometer | run {n} kilometers | p ddem a
laufen {n} Kilometer pro Woche | run {n} kilometers a week | s ppq a
fahren {tens} Kilometer zur Arbeit | drive {tens} kilometers to work | s pp g
gehen {n} Kilometer zu Fuß | walk {n} kilometers | p dd a
schwimmen {tens} Meter | swim {tens} meters | p ddem a
wandern {n} Kilometer | hike {n} kilometers | p dde g
wohnen {n} Kilometer von hier entfernt | live {n} kilometers from here | s ppqt a
wohnen {n} Minuten von hier entfernt | live {n} minutes from here | s ppq a
springen {kids} Meter weit | jump {kids} meters | p dd a
"""
DEGREES = read_pairs(
    """es sind {deg} Grad = it is {deg} degrees;
es sind nur {deg} Grad = it is only {deg} degrees;
heute sind es {deg} Grad = it is {deg} degrees today;
{warmth} sind es {deg} Grad = it is {deg} degrees {warmth};
{warmth} sind es {deg} Grad = it is {deg} degrees {warmth};
es sind minus {deg} Grad = it is minus {deg} degrees;
es sind {deg} Grad minus = it is minus {deg} degrees;
gestern waren es {deg} Grad = it was {deg} degrees yesterday;
morgen werden es {deg} Grad = it will be {deg} degrees tomorrow;
sind es {deg} Grad? = is it {deg} degrees?; wie viel Grad sind es? = how many degrees is it?;
das Wasser hat {deg} Grad = the water is {deg} degrees;
in {city} sind es {deg} Grad = it is {deg} degrees in {city};
es ist {deg} Grad warm = it is {deg} degrees;
heute ist es {small} Grad kalt = it is {small} degrees today;
die Temperatur ist {deg} Grad = the temperature is {deg} degrees;
{tens} Prozent der {group} sind krank = {tens} percent of the {group} are sick;
{n} Prozent der {group} kommen aus {city} = {n} percent of the {group} come from {city};
{tens} Prozent der {group} sind da = {tens} percent of the {group} are there;
alles kostet {tens} Prozent weniger = everything costs {tens} percent less;
es gibt {tens} Prozent Rabatt = there is a discount of {tens} percent;
wir bekommen {n} Prozent Rabatt = we get a discount of {n} percent;
das sind {n} Prozent = that is {n} percent; das sind {n} Prozent mehr = that is {n} percent more;
das Bier hat {n} Prozent Alkohol = the beer has {n} percent alcohol;
die Miete ist um {n} Prozent höher = the rent is {n} percent higher;
ich bin zu hundert Prozent sicher = I am one hundred percent sure""",
    ";",
)

SUMS = read_pairs(
    """wie viel ist {n} und {m}? = how much is {n} and {m}?;
wie viel ist {n} plus {m}? = how much is {n} plus {m}?;
wie viel ist {n} mal {m}? = how much is {n} times {m}?;
wir haben {won} gewonnen = we won {won}; wir haben {lost} verloren = we lost {lost};
{city} hat {won} gewonnen = {city} won {won};
{city} hat {lost} verloren = {city} lost {lost};
das Spiel endete {won} = the game ended {won}; es steht {won} = the score is {won};
es steht jetzt {lost} = the score is {lost} now; wir führen {won} = we are leading {won};
ich habe {n} Punkte = I have {n} points; er hat {n} Punkte bekommen = he got {n} points;
er hat {small} Tore geschossen = he scored {small} goals;
sie hat {small} Tore geschossen = she scored {small} goals;
meine Lieblingszahl ist {n} = my favorite number is {n};
{n} ist eine gute Zahl = {n} is a good number; ich kann bis {tens} zählen = I can count to {tens};
das Kind zählt bis {n} = the child is counting to {n}; zähl bis {n}! = count to {n}!""",
    ";",
)

OFTEN = """
duschen {oftrate} | take a shower {oftrate} | s ppq a
kochen {oftrate} | cook {oftrate} | s ppq g
joggen {weekly} | jog {weekly} | s ppq a
schwimmen {weekly} | swim {weekly} | s ppq a
ein|kaufen {weekly} | go shopping {weekly} | s ppq g
essen {oftrate} Fleisch | eat meat {oftrate} | s ppq a
spielen {weekly} Fußball | play soccer {weekly} | s ppq a
arbeiten {kids} Tage pro Woche | work {kids} days a week | s ppq g
trinken {oftrate} Kaffee | drink coffee {oftrate} | s ppq g
sein {often} in {city} | be in {city} {often} | s tt a
sehen den Film {often} | watch the movie {often} | s dde a
lesen das Buch {often} | read the book {often} | s dde a
an|rufen ihn {often} | call him {often} | s dd a
fahren {weekly} nach {city} | go to {city} {weekly} | s ppq a
trinken {small} Tassen Kaffee am Tag | drink {small} cups of coffee a day | s ppqd g
trinken {kids} Liter Wasser am Tag | drink {kids} liters of water a day | s ppq a
rauchen {n} Zigaretten am Tag | smoke {n} cigarettes a day | s ppq g
lesen {small} Bücher {slow} | read {small} books {slow} | s ppq a
lernen {n} Wörter am Tag | learn {n} words a day | s ppq a
"""
ORDERS = read_pairs(
    """ich hätte gern {n} {served} = I would like {n} {served};
ich möchte {n} {served} = I would like {n} {served}; {n} {served}, bitte = {n} {served}, please;
wir nehmen {n} {served} = we will take {n} {served};
ich nehme {n} {served} = I will take {n} {served};
bitte bringen Sie uns {n} {served}! = please bring us {n} {served}!;
können wir {n} {served} haben? = can we have {n} {served}?;
kann ich {amount} haben? = can I have {amount}?;
ich hätte gern {amount} = I would like {amount};
ich möchte {amount} = I would like {amount}; {amount}, bitte = {amount}, please;
geben Sie mir bitte {amount}! = please give me {amount}!;
wir brauchen noch {amount} = we need another {amount};
{amount} kosten {m} Euro = {amount} cost {m} euros;
wie viel kosten {amount}? = how much do {amount} cost?;
wie viel kosten {n} {served}? = how much do {n} {served} cost?;
ich hätte gern einen Tisch für {n} Personen = I would like a table for {n} people;
haben Sie einen Tisch für {n} Personen? = do you have a table for {n} people?;
ich möchte einen Tisch für {n} Personen reservieren = I would like to reserve a table for {n}
people;
haben Sie ein Zimmer für {n} Nächte? = do you have a room for {n} nights?;
ich möchte ein Zimmer für {n} Nächte = I would like a room for {n} nights;
{n} Fahrkarten nach {city}, bitte = {n} tickets to {city}, please;
ich hätte gern {n} Karten für {day} = I would like {n} tickets for {day};
man braucht {adding} = you need {adding}; dazu kommen {adding} = add {adding};
für {dish} braucht man {adding} = for {dish}, you need {adding};
nehmen Sie {adding}! = take {adding}!; kaufen Sie bitte {amount}! = please buy {amount}!;
kauf bitte {amount}! = please buy {amount}!;
der Kuchen muss {tens} Minuten backen = the cake has to bake for {tens} minutes;
die Nudeln müssen {n} Minuten kochen = the pasta has to cook for {n} minutes;
das Rezept ist für {n} Personen = the recipe is for {n} people""",
    ";",
)
BOUGHT = """
kaufen {amount} | buy {amount} | p pqddem g
brauchen {amount} | need {amount} | s ppqd g
bestellen {n} {served} | order {n} {served} | p pqddem g
trinken {n} Gläser Wasser | drink {n} glasses of water | p pqdde a
essen {n} {eaten} | eat {n} {eaten} | p pqddem a
haben noch {amount} | have {amount} left | s ppt g
"""
