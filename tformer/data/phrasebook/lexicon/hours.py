"""Sentences and predicates with hours, weekdays and durations."""

from tformer.data.phrasebook.lexicon.rows import read_pairs

NOW = read_pairs(
    """es ist {hour} = it is {hour}; es ist {hour} = it is {hour};
es ist {hour} = it is {hour}; es ist jetzt {hour} = it is now {hour};
es ist schon {hour} = it is already {hour}; es ist erst {hour} = it is only {hour};
es ist fast {hour} = it is almost {hour}; es war {hour} = it was {hour};
ist es schon {hour}? = is it already {hour}?; ist es {hour}? = is it {hour}?;
es ist noch nicht {hour} = it is not {hour} yet;
es ist kurz nach {full} = it is shortly after {full};
es ist kurz vor {full} = it is shortly before {full}; meine Uhr sagt {hour} = my watch says {hour};
bis {hour}! = see you at {hour}!; es ist nach {full} Uhr = it is after {full} o'clock""",
    ";",
)

ANSWERS = read_pairs(
    """um {hour} = at {hour}; um {hour} = at {hour};
gegen {hour} = at about {hour};
ab {hour} = from {hour} on; seit {full} Uhr = since {full} o'clock;
bis {full} Uhr = until {full} o'clock;
{span} = {span}; {onday} = {onday}; am {day} um {hour} = on {day} at {hour}; {euro} = {euro};
nur {euro} = only {euro}; im Jahr {year} = in {year}; seit {year} = since {year};
vor {n} Jahren = {n} years ago; {n} Jahre = {n} years; {n} Jahre alt = {n} years old;
{n} Minuten = {n} minutes; {n} Stunden = {n} hours; in {n} {later} = in {n} {later};
{n} Kilometer = {n} kilometers; {n} Meter = {n} meters; {n} Kilo = {n} kilos;
{n} Prozent = {n} percent;
{n} Grad = {n} degrees; auf Gleis {n} = on track {n}; auf Seite {n} = on page {n};
in Zimmer {n} = in room {n}; in {city} = in {city}; nach {city} = to {city};
aus {city} = from {city};
{often} = {often}; ungefähr {n} = about {n}; nur {n} = only {n}; {n}, bitte = {n}, please;
ja, um {hour} = yes, at {hour}; nein, um {hour} = no, at {hour}; nein, {n} = no, {n};
nein, {onday} = no, {onday}; ja, {n} Euro = yes, {n} euros; Nummer {n} = number {n};
Seite {n}, bitte = page {n}, please; Zimmer {n}, bitte = room {n}, please""",
    ";",
)

# who or what | begins, and the like; {at} is um, ab, gegen, vor or nach an hour, {when} also a day
SCHEDULE = read_pairs(
    """{event} beginnt {when} = {event} begins {when};
{event} beginnt {at} = {event} begins {at}; {event} fängt {at} an = {event} starts {at};
{event} ist {when} = {event} is {when}; {event} endet {at} = {event} ends {at};
beginnt {event} {at}? = does {event} begin {at}?; ist {event} {when}? = is {event} {when}?;
fängt {event} {at} an? = does {event} start {at}?; wann beginnt {event}? = when does {event} begin?;
um wie viel Uhr endet {event}? = at what time does {event} end?;
um wie viel Uhr beginnt {event}? = at what time does {event} begin?;
{event} hat {at} begonnen = {event} began {at}; {event} war {when} = {event} was {when};
{event} dauert bis {full} Uhr = {event} lasts until {full} o'clock;
{event} dauert {span} = {event} lasts {span}; {event} geht bis {hour} = {event} goes until {hour};
{train} fährt {at} ab = {train} leaves {at}; {train} fährt {at} = {train} leaves {at};
{train} kommt {at} an = {train} arrives {at}; {train} kommt {at} = {train} comes {at};
fährt {train} {at} ab? = does {train} leave {at}?;
kommt {train} {at} an? = does {train} arrive {at}?;
wann fährt {train} ab? = when does {train} leave?; {train} ist {at} abgefahren = {train} left {at};
wann kommt {train} an? = when does {train} arrive?;
{train} ist {at} angekommen = {train} arrived {at};
um wie viel Uhr kommt {train} an? = at what time does {train} arrive?;
der Zug nach {city} fährt {at} ab = the train to {city} leaves {at};
der Bus nach {city} fährt {at} = the bus to {city} leaves {at};
das Flugzeug nach {city} fliegt {at} ab = the plane to {city} leaves {at};
das Flugzeug aus {city} landet {at} = the plane from {city} lands {at};
der Zug aus {city} kommt {at} an = the train from {city} arrives {at};
{shop} öffnet {at} = {shop} opens {at}; {shop} schließt {at} = {shop} closes {at};
{shop} macht {at} auf = {shop} opens {at}; {shop} macht {at} zu = {shop} closes {at};
{shop} ist ab {hour} geöffnet = {shop} is open from {hour} on;
{shop} ist {span} geöffnet = {shop} is open {span};
{shop} ist bis {full} Uhr offen = {shop} is open until {full} o'clock;
ist {shop} bis {full} Uhr geöffnet? = is {shop} open until {full} o'clock?;
{shop} hat {span} geöffnet = {shop} is open {span};
{shop} ist am {day} geschlossen = {shop} is closed on {day};
ist {shop} am {day} offen? = is {shop} open on {day}?;
wann schließt {shop}? = when does {shop} close?;
wann öffnet {shop}? = when does {shop} open?; {event} ist in {city} = {event} is in {city};
{event} findet {when} statt = {event} takes place {when};
um wie viel Uhr öffnet {shop}? = at what time does {shop} open?""",
    ";",
)

LAST = read_pairs(
    """es dauert {n} {units} = it takes {n} {units};
das dauert {n} {units} = that takes {n} {units};
es hat {n} {units} gedauert = it took {n} {units};
{film} dauert {n} {short} = {film} lasts {n} {short};
{film} hat {n} {short} gedauert = {film} lasted {n} {short};
{trip} dauert {n} Stunden = {trip} takes {n} hours;
{trip} nach {city} dauert {n} {short} = {trip} to {city} takes {n} {short};
wie lange dauert {film}? = how long does {film} last?;
wie lange dauert {trip} nach {city}? = how long does {trip} to {city} take?;
wie lange dauert das? = how long does that take?;
dauert es {n} {short}? = does it take {n} {short}?;
dauert {film} {n} Stunden? = does {film} last {n} hours?;
in {n} {later} = in {n} {later}; der Zug kommt in {n} Minuten = the train comes in {n} minutes;
der Bus fährt in {n} Minuten ab = the bus leaves in {n} minutes;
der Bus fährt alle {n} Minuten = the bus runs every {n} minutes;
der Zug hat {n} Minuten Verspätung = the train is {n} minutes late;
du bist {n} Minuten zu spät = you are {n} minutes late;
ich bin {n} Minuten zu spät = I am {n} minutes late;
ich komme {n} Minuten später = I am coming {n} minutes later;
noch {n} Minuten = another {n} minutes;
es sind noch {n} Tage bis {day} = it is another {n} days until {day};
wir haben noch {n} {units} Zeit = we have {n} {units} left;
ich habe nur {n} Minuten Zeit = I have only {n} minutes;
wie viele {units} sind es noch? = how many {units} are left?;
in {n} Minuten ist es {hour} = in {n} minutes, it will be {hour};
der Kurs dauert {n} {long} = the course lasts {n} {long};
das war vor {n} {pastunit} = that was {n} {pastunit} ago""",
    ";",
)

# predicates at an hour, "verb words | English | aspect modes who"
AT_HOUR = """
auf|stehen | get up | s pppqdem a
essen zu Abend | have dinner | p ppqdf g
frühstücken | have breakfast | p pqd a
gehen ins Bett | go to bed | p ppqdem g
gehen nach Hause | go home | p ppqdemf g
kommen nach Hause | come home | p ppqdef g
kommen | come | p ppqdef g
sein zu Hause | be at home | s pqt g
sein hier | be here | s pqt g
sein im Büro | be at the office | s pqt g
sein am Bahnhof | be at the train station | s pqt g
an|kommen in {city} | arrive in {city} | p ppqdef g
fahren nach {city} | go to {city} | p ppqdemf g
fliegen nach {city} | fly to {city} | p ppqdemf g
treffen {friend} | meet {friend} | p ppqdem g
sich treffen | meet | p ppppqqddem w
sich treffen in {city} | meet in {city} | p ppqqdem w
sich treffen mit {withfriend} | meet with {withfriend} | p pqdm g
an|rufen {friend} | call {friend} | p pdm g
haben einen Termin | have an appointment | s pppqqtnf g
haben einen Termin beim Arzt | have an appointment at the doctor's | s ppqt g
haben eine Prüfung | have an exam | s ppqtn a
haben eine Sitzung | have a meeting | s ppqtn g
haben Unterricht | have class | s ppqt a
haben Zeit | have time | s pqq a
arbeiten | work | p pqm g
spielen Fußball | play soccer | p ppqdem a
gehen ins Kino | go to the movies | p ppqdem g
gehen zum Arzt | go to the doctor | p ppqdem g
machen eine Party | have a party | p ppqd g
"""
PREPARED = read_pairs(
    """hast du {onday} Zeit? = do you have time {onday}?;
haben Sie {onday} Zeit? = do you have time {onday}?;
heute ist {day} = today is {day}; ist heute {day}? = is today {day}?;
gestern war {day} = yesterday was {day};
morgen ist {day} = tomorrow is {day}; bis {day}! = see you on {day}!;
geht es am {day}? = does {day} work?;
passt dir {day} um {hour}? = does {day} at {hour} suit you?;
treffen wir uns um {hour}! = let's meet at {hour}!;
sollen wir uns um {hour} treffen? = should we meet at {hour}?;
sollen wir uns am {day} treffen? = should we meet on {day}?;
können wir uns am {day} treffen? = can we meet on {day}?;
können wir uns um {hour} treffen? = can we meet at {hour}?;
mein Termin ist um {hour} = my appointment is at {hour};
mein Termin ist am {day} = my appointment is on {day};
der Termin ist am {day} um {hour} = the appointment is on {day} at {hour};
komm bitte um {hour}! = please come at {hour}!;
kommen Sie bitte um {hour}! = please come at {hour}!;
kommen Sie am {day} um {hour}! = come on {day} at {hour}!;
sei um {hour} hier! = be here at {hour}!; ruf mich um {hour} an! = call me at {hour}!;
weck mich bitte um {hour}! = please wake me up at {hour}!;
sein Geburtstag ist am {day} = his birthday is on {day};
mein Geburtstag ist am {day} = my birthday is on {day};
ich habe am {day} Geburtstag = my birthday is on {day};
er hat am {day} Geburtstag = his birthday is on {day};
hast du am {day} Geburtstag? = is your birthday on {day}?;
wir haben am {day} frei = we have {day} off; ich habe am {day} frei = I have {day} off;
am {day} habe ich keine Zeit = I don't have time on {day};
ich habe am {day} keine Zeit = I don't have time on {day};
was machst du am {day}? = what are you doing on {day}?;
was hast du am {day} gemacht? = what did you do on {day}?;
wo warst du um {hour}? = where were you at {hour}?;
wo warst du am {day}? = where were you on {day}?;
ich rufe dich um {hour} an = I am calling you at {hour};
ich hole dich um {hour} ab = I am picking you up at {hour};
ich hole dich am {day} ab = I am picking you up on {day};
ich rufe dich am {day} an = I am calling you on {day};
wann treffen wir uns? = when are we meeting?;
um wie viel Uhr treffen wir uns? = at what time are we meeting?;
ich kenne ihn seit {year} = I have known him since {year};
ich kenne sie seit {n} Jahren = I have known her for {n} years;
wir kennen uns seit {year} = we have known each other since {year};
wir kennen uns seit {n} Jahren = we have known each other for {n} years;
wir sind seit {n} Jahren verheiratet = we have been married for {n} years;
er ist seit {year} verheiratet = he has been married since {year};
er hat vor {n} Jahren aufgehört zu rauchen = he stopped smoking {n} years ago;
ich warte seit {full} Uhr = I have been waiting since {full} o'clock;
er schläft seit {hour} = he has been sleeping since {hour};
ich bin ab {hour} zu Hause = I am at home from {hour} on;
ich bin bis {hour} im Büro = I am at the office until {hour};
ich muss um {hour} gehen = I have to go at {hour};
ich muss bis {full} Uhr arbeiten = I have to work until {full} o'clock;
ich arbeite {span} = I work {span}; er arbeitet {span} = he works {span};
sie arbeitet {span} = she works {span};
wir haben {span} Unterricht = we have class {span}; arbeitest du {span}? = do you work {span}?;
ich kann nur nach {full} Uhr = I can only make it after {full} o'clock;
ich habe vor {full} Uhr keine Zeit = I don't have time before {full} o'clock;
das Paket kommt am {day} = the package is coming on {day}; das war am {day} = that was on {day};
das war um {hour} = that was at {hour}""",
    ";",
)

FOR_A_WHILE = """
warten {n} {short} | wait for {n} {short} | p ddeem a
schlafen {n} Stunden | sleep for {n} hours | p ddeem a
schlafen nur {n} Stunden | sleep for only {n} hours | p dd a
arbeiten {n} Stunden am Tag | work {n} hours a day | s ppqd g
arbeiten {n} Stunden | work for {n} hours | p dde g
lernen {n} Stunden | study for {n} hours | p ddem a
lesen {n} Minuten | read for {n} minutes | p dd a
bleiben {n} {long} | stay for {n} {long} | p ppqdem a
bleiben {n} {long} in {city} | stay in {city} for {n} {long} | p pqdem a
haben {n} {long} Urlaub | have {n} {long} of vacation | s ppqt g
wohnen {n} Jahre in {city} | live in {city} for {n} years | s dde a
kommen {n} Minuten zu spät | come {n} minutes late | p dde a
fern|sehen {n} Stunden | watch TV for {n} hours | p dd a
tanzen {n} Stunden | dance for {n} hours | p dd a
spielen {n} Stunden Fußball | play soccer for {n} hours | p dd a
telefonieren {n} {short} | talk on the phone for {n} {short} | p dd a
fahren {n} Stunden | drive for {n} hours | p ddem g
brauchen {n} {short} | need {n} {short} | s ppqd a
"""
