"""Sentences and predicates with years and cities: since when, where, what was in a year."""

from tformer.data.phrasebook.lexicon.rows import read_pairs

SINCE = """
wohnen in {city} | live in {city} | s
leben in {city} | live in {city} | s
arbeiten in {city} | work in {city} | s
arbeiten hier | work here | s
wohnen hier | live here | s
lernen Deutsch | learn German | p
lernen Englisch | learn English | p
kennen den Chef | know the boss | s
kennen Anna | know Anna | s
kennen die Lehrerin | know the teacher | s
kennen den Arzt | know the doctor | s
haben das Auto | have the car | s
haben einen Hund | have a dog | s
spielen Klavier | play the piano | p
spielen Fußball | play soccer | p
studieren in {city} | study in {city} | s
"""
SINCE_HOURS = """
warten | wait | p
warten auf dich | wait for you | p
warten auf den Bus | wait for the bus | p
schlafen | sleep | p
arbeiten | work | p
lernen | study | p
lesen | read | p
suchen den Schlüssel | look for the key | p
kochen | cook | p
"""
LIVING = """
wohnen in {city} | live in {city} | s pppqqnnt a
leben in {city} | live in {city} | s ppqt a
arbeiten in {city} | work in {city} | s pqd g
studieren in {city} | study in {city} | s pqd g
kommen aus {city} | come from {city} | s ppqn a
fahren nach {city} | go to {city} | p ppqdemfn a
ziehen nach {city} | move to {city} | p ppqdem a
sein in {city} | be in {city} | s ppqqtn a
haben ein Haus in {city} | have a house in {city} | s ppqt g
haben eine Wohnung in {city} | have an apartment in {city} | s ppqt g
kaufen ein Haus in {city} | buy a house in {city} | p pddm g
bleiben in {city} | stay in {city} | p pqdmf a
"""
ADDRESSES = read_pairs(
    """das Büro ist in {city} = the office is in {city};
das Hotel ist in {city} = the hotel is in {city};
das Haus steht in {city} = the house is in {city};
die Wohnung ist in {city} = the apartment is in {city};
der Arzt ist in {city} = the doctor is in {city};
die Schule ist in {city} = the school is in {city};
die Party ist in {city} = the party is in {city};
ist das Büro in {city}? = is the office in {city}?;
bitte schicken Sie das Paket nach {city}! = please send the package to {city}!;
schick den Brief nach {city}! = send the letter to {city}!;
fahren Sie bitte nach {city}! = please drive to {city}!;
der Brief ist aus {city} = the letter is from {city};
ich möchte nach {city} = I want to go to {city};
ich suche eine Wohnung in {city} = I am looking for an apartment in {city};
meine Adresse ist in {city} = my address is in {city}; kommen Sie nach {city}! = come to {city}!;
wie komme ich nach {city}? = how do I get to {city}?;
die Firma ist in {city} = the company is in {city};
unser Haus ist in {city} = our house is in {city};
wo in {city} wohnst du? = where in {city} do you live?;
ich wohne in {city}, aber ich arbeite in {othercity} = I live in {city}, but I work in
{othercity}""",
    ";",
)

IN_YEAR = """
heiraten | get married | p ddde g
heiraten in {city} | get married in {city} | p dd g
ziehen nach {city} | move to {city} | p ddett a
um|ziehen | move | p dde a
sein in {city} | be in {city} | s ttt a
wohnen in {city} | live in {city} | s ddtt a
arbeiten in {city} | work in {city} | s dde g
studieren in {city} | study in {city} | s dde g
reisen nach {city} | travel to {city} | p dde g
fliegen nach {city} | fly to {city} | p dd a
kommen nach {city} | come to {city} | p ddett a
kaufen {bought} | buy {bought} | p dde g
kaufen ein Haus | buy a house | p dde g
kaufen ein Auto | buy a car | p dde g
bauen ein Haus | build a house | p dde g
verkaufen das Haus | sell the house | p dde g
gewinnen einen Preis | win a prize | s dde g
gewinnen das Spiel | win the game | s dd w
schreiben ein Buch | write a book | p dde g
bekommen ein Kind | have a child | s dd g
eröffnen ein Geschäft | open a store | p dde g
eröffnen ein Restaurant | open a restaurant | p dd g
gründen eine Firma | found a company | p dde g
sich kennen|lernen | meet | p dddd w
haben einen Unfall | have an accident | s tt g
sterben | die | s dddttt x
lernen Deutsch | learn German | p dd a
verlassen {city} | leave {city} | p dd a
"""
# what | was done | in English
DONE = (
    ("built", "gebaut", "built"),
    ("built", "gebaut", "built"),
    ("built", "eröffnet", "opened"),
    ("built", "geschlossen", "closed"),
    ("built", "renoviert", "renovated"),
    ("made", "gekauft", "bought"),
    ("made", "verkauft", "sold"),
    ("town", "gegründet", "founded"),
    ("isle", "entdeckt", "discovered"),
    ("written", "geschrieben", "written"),
    ("written", "gedruckt", "printed"),
    ("fixed", "repariert", "repaired"),
    ("shown", "gefunden", "found"),
    ("shown", "verkauft", "sold"),
)
HAPPENED = read_pairs(
    """das war {inyear} = that was {inyear}; es war {inyear} = it was {inyear};
das Auto ist von {year} = the car is from {year};
das Foto ist von {year} = the photo is from {year};
der Film ist von {year} = the movie is from {year};
der Vertrag endet {inyear} = the contract ends {inyear};
der Krieg begann {inyear} = the war began {inyear};
der Krieg endete {inyear} = the war ended {inyear};
der Krieg hat {inyear} begonnen = the war began {inyear};
der Kurs begann {inyear} = the course began {inyear};
das Spiel war {inyear} = the game was {inyear};
die Hochzeit war {inyear} = the wedding was {inyear};
die Schule begann {inyear} = school began {inyear}; die Reise war {inyear} = the trip was {inyear};
der Unfall war {inyear} = the accident was {inyear}; wann war das? = when was that?;
was war {inyear}? = what happened {inyear}?; wo warst du {inyear}? = where were you {inyear}?;
was hast du {inyear} gemacht? = what did you do {inyear}?;
wo wohnten Sie {inyear}? = where did you live {inyear}?;
in welchem Jahr war das? = in what year was that?; war das {inyear}? = was that {inyear}?;
in welchem Jahr habt ihr geheiratet? = in what year did you get married?;
in welchem Jahr ist er gestorben? = in what year did he die?;
in welchem Jahr begann der Krieg? = in what year did the war begin?;
wann hat der Krieg begonnen? = when did the war begin?;
im Jahr {year} war ich in {city} = in {year}, I was in {city};
im Jahr {year} begann der Krieg = in {year}, the war began;
im Jahr {year} endete der Krieg = in {year}, the war ended;
im Jahr {year} war er {n} Jahre alt = in {year}, he was {n} years old;
im Jahr {year} hatten wir zwei Hunde = in {year}, we had two dogs;
im Jahr {year} gab es hier keine Häuser = in {year}, there were no houses here;
Berlin war {inyear} kleiner = Berlin was smaller {inyear};
im Sommer {year} war es heiß = it was hot in the summer of {year};
{city} hat {inyear} gewonnen = {city} won {inyear};
unser Sohn kam {inyear} = our son came {inyear}""",
    ";",
)
