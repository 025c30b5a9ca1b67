"""Nouns by what can be done with them: "article singular plural = English/irregular plural".

Articles: r der, e die, s das, p a plural without singular; r* takes -n in all other cases. "-" is
for no plural. "_" joins the words of a name.
"""

from tformer.data.phrasebook.english import plural
from tformer.data.phrasebook.german import Noun

_TABLE = {
    "family": """
r Vater Väter = father, e Mutter Mütter = mother, r Bruder Brüder = brother,
e Schwester Schwestern = sister, r Sohn Söhne = son, e Tochter Töchter = daughter,
e Oma Omas = grandma, r Opa Opas = grandpa, e Tante Tanten = aunt, r Onkel Onkel = uncle,
e Großmutter Großmütter = grandmother, r Großvater Großväter = grandfather,
r Cousin Cousins = cousin, r Mann Männer = husband, e Frau Frauen = wife/wives,
e Enkelin Enkelinnen = granddaughter, r Enkel Enkel = grandson,
e Nichte Nichten = niece, r* Neffe Neffen = nephew""",
    "friend": """
r Freund Freunde = friend, e Freundin Freundinnen = friend, r* Kollege Kollegen = colleague,
e Kollegin Kolleginnen = colleague, r* Nachbar Nachbarn = neighbor,
e Nachbarin Nachbarinnen = neighbor, r Chef Chefs = boss, e Chefin Chefinnen = boss,
r Lehrer Lehrer = teacher, e Lehrerin Lehrerinnen = teacher, r Arzt Ärzte = doctor""",
    "folk": """
r Mann Männer = man/men, e Frau Frauen = woman/women, s Kind Kinder = child/children,
r* Junge Jungen = boy, s Mädchen Mädchen = girl, s Baby Babys = baby, r Gast Gäste = guest,
r* Tourist Touristen = tourist, e Touristin Touristinnen = tourist,
r Schüler Schüler = student, e Schülerin Schülerinnen = student""",
    "job": """
r Lehrer Lehrer = teacher, e Lehrerin Lehrerinnen = teacher, r Arzt Ärzte = doctor,
e Ärztin Ärztinnen = doctor, r* Student Studenten = student,
e Studentin Studentinnen = student, r Verkäufer Verkäufer = salesman/salesmen,
e Verkäuferin Verkäuferinnen = saleswoman/saleswomen, r Kellner Kellner = waiter,
e Kellnerin Kellnerinnen = waitress, r Koch Köche = cook, e Köchin Köchinnen = cook,
r Bäcker Bäcker = baker, e Bäckerin Bäckerinnen = baker,
r* Polizist Polizisten = police_officer, e Polizistin Polizistinnen = police_officer,
r Ingenieur Ingenieure = engineer, e Ingenieurin Ingenieurinnen = engineer,
r* Journalist Journalisten = journalist, e Journalistin Journalistinnen = journalist,
r Künstler Künstler = artist, e Künstlerin Künstlerinnen = artist,
r Musiker Musiker = musician, e Musikerin Musikerinnen = musician,
r Mechaniker Mechaniker = mechanic, r Friseur Friseure = hairdresser,
e Friseurin Friseurinnen = hairdresser, r Taxifahrer Taxifahrer = taxi_driver,
r Busfahrer Busfahrer = bus_driver, e Krankenschwester Krankenschwestern = nurse,
r Krankenpfleger Krankenpfleger = nurse, r* Bauer Bauern = farmer,
r Zahnarzt Zahnärzte = dentist, e Zahnärztin Zahnärztinnen = dentist,
e Sekretärin Sekretärinnen = secretary, r* Architekt Architekten = architect,
e Architektin Architektinnen = architect, r Programmierer Programmierer = programmer,
e Programmiererin Programmiererinnen = programmer, r Schauspieler Schauspieler = actor,
e Schauspielerin Schauspielerinnen = actress, r Sänger Sänger = singer,
e Sängerin Sängerinnen = singer, r* Pilot Piloten = pilot,
r Rechtsanwalt Rechtsanwälte = lawyer, r Handwerker Handwerker = craftsman/craftsmen,
r Hausmeister Hausmeister = janitor, r Gärtner Gärtner = gardener,
e Reiseführerin Reiseführerinnen = tour_guide, r* Fotograf Fotografen = photographer,
r Schriftsteller Schriftsteller = writer, e Schriftstellerin Schriftstellerinnen = writer""",
    "pet": """
r Hund Hunde = dog, e Katze Katzen = cat, r Vogel Vögel = bird, r Fisch Fische = fish/fish,
r* Hase Hasen = rabbit, e Maus Mäuse = mouse/mice""",
    "animal": """
s Pferd Pferde = horse, e Kuh Kühe = cow, s Schwein Schweine = pig,
s Schaf Schafe = sheep/sheep, s Huhn Hühner = chicken, e Ente Enten = duck,
r* Bär Bären = bear, r* Affe Affen = monkey, s Tier Tiere = animal,
r* Elefant Elefanten = elephant, r* Löwe Löwen = lion,
e Ziege Ziegen = goat, r Fuchs Füchse = fox, r Wolf Wölfe = wolf/wolves""",
    "dish": """
e Suppe Suppen = soup, r Salat Salate = salad, e Pizza Pizzas = pizza, r Kuchen Kuchen = cake,
s Ei Eier = egg, s Hähnchen Hähnchen = chicken, e Wurst Würste = sausage,
s Schnitzel Schnitzel = schnitzel, r Hamburger Hamburger = hamburger,
r Eintopf Eintöpfe = stew, s Steak Steaks = steak""",
    "snack": """
r Apfel Äpfel = apple, e Banane Bananen = banana, e Orange Orangen = orange,
e Birne Birnen = pear, e Tomate Tomaten = tomato/tomatoes, s Brötchen Brötchen = roll,
s Ei Eier = egg, r Keks Kekse = cookie, s Eis - = ice_cream, s Stück_Kuchen - = piece_of_cake,
e Zitrone Zitronen = lemon, e Gurke Gurken = cucumber, e Karotte Karotten = carrot,
e Kartoffel Kartoffeln = potato/potatoes, e Zwiebel Zwiebeln = onion,
e Erdbeere Erdbeeren = strawberry, s Sandwich Sandwiches = sandwich,
r Pfirsich Pfirsiche = peach, e Kirsche Kirschen = cherry""",
    "foodmass": """
s Brot - = bread, r Reis - = rice, s Fleisch - = meat, r Fisch - = fish, r Käse - = cheese,
s Gemüse - = vegetables, s Obst - = fruit, e Butter - = butter, r Schinken - = ham,
e Schokolade - = chocolate, p Nudeln = pasta, p Kartoffeln = potatoes, p Pommes = French_fries,
r Zucker - = sugar, s Salz - = salt, e Marmelade - = jam, r Honig - = honey,
r Joghurt - = yogurt, p Eier = eggs, p Spaghetti = spaghetti, r Pfeffer - = pepper,
s Mehl - = flour, r Salat - = salad, p Äpfel = apples, p Bananen = bananas,
p Tomaten = tomatoes, r Kuchen - = cake, e Pizza - = pizza,
s Öl - = oil, r Knoblauch - = garlic""",
    "drink": """
r Kaffee - = coffee, r Tee - = tea, s Wasser - = water, e Milch - = milk, r Saft - = juice,
s Bier - = beer, r Wein - = wine, e Cola - = cola, e Limonade - = lemonade,
r Orangensaft - = orange_juice, r Apfelsaft - = apple_juice, r Rotwein - = red_wine,
s Mineralwasser - = mineral_water, r Alkohol - = alcohol, r Kakao - = hot_chocolate""",
    "drinkone": """
r Kaffee Kaffees = coffee, r Tee Tees = tea, s Bier Biere = beer, e Cola Colas = cola,
e Tasse_Kaffee - = cup_of_coffee, e Tasse_Tee - = cup_of_tea, s Glas_Wasser - = glass_of_water,
s Glas_Wein - = glass_of_wine, s Glas_Milch - = glass_of_milk,
e Flasche_Wasser - = bottle_of_water, e Flasche_Wein - = bottle_of_wine,
r Orangensaft - = orange_juice, s Glas_Saft - = glass_of_juice""",
    "meal": """
s Frühstück - = breakfast, s Mittagessen - = lunch, s Abendessen - = dinner""",
    "clothes": """
s Hemd Hemden = shirt, e Jacke Jacken = jacket, r Mantel Mäntel = coat,
s Kleid Kleider = dress, r Rock Röcke = skirt, r Pullover Pullover = sweater, r Hut Hüte = hat,
e Mütze Mützen = cap, r Schal Schals = scarf/scarves, s T-Shirt T-Shirts = T-shirt,
r Anzug Anzüge = suit, e Bluse Blusen = blouse, r Gürtel Gürtel = belt, r Ring Ringe = ring,
e Krawatte Krawatten = tie, e Kette Ketten = necklace""",
    "clothespl": """
p Schuhe = shoes, p Handschuhe = gloves, p Socken = socks, p Stiefel = boots, p Jeans = jeans""",
    "furniture": """
r Tisch Tische = table, r Stuhl Stühle = chair, s Bett Betten = bed, s Sofa Sofas = sofa,
r Schrank Schränke = closet, e Lampe Lampen = lamp, r Teppich Teppiche = carpet,
s Regal Regale = shelf/shelves, r Schreibtisch Schreibtische = desk,
r Spiegel Spiegel = mirror, r Sessel Sessel = armchair,
r Ofen Öfen = oven, e Badewanne Badewannen = bathtub""",
    "device": """
r Computer Computer = computer, s Handy Handys = cell_phone, s Telefon Telefone = telephone,
r Fernseher Fernseher = television, e Kamera Kameras = camera, s Radio Radios = radio,
r Kühlschrank Kühlschränke = refrigerator, e Waschmaschine Waschmaschinen = washing_machine,
r Drucker Drucker = printer, e Heizung Heizungen = heater, r Laptop Laptops = laptop,
e Spülmaschine Spülmaschinen = dishwasher, r Herd Herde = stove,
r Wecker Wecker = alarm_clock, r Staubsauger Staubsauger = vacuum_cleaner,
e Mikrowelle Mikrowellen = microwave""",
    "thing": """
r Schlüssel Schlüssel = key, e Tasche Taschen = bag, e Brille - = glasses, e Uhr Uhren = watch,
r Regenschirm Regenschirme = umbrella, r Koffer Koffer = suitcase,
r Rucksack Rucksäcke = backpack, r Ball Bälle = ball, r Stift Stifte = pen,
r Bleistift Bleistifte = pencil, s Heft Hefte = notebook, s Messer Messer = knife/knives,
e Gabel Gabeln = fork, r Löffel Löffel = spoon, r Teller Teller = plate, e Tasse Tassen = cup,
s Glas Gläser = glass, e Flasche Flaschen = bottle, r Pass Pässe = passport,
e Geldbörse Geldbörsen = wallet, e Puppe Puppen = doll, s Spielzeug - = toy,
e Blume Blumen = flower, e Karte Karten = card, s Geschenk Geschenke = present,
s Bild Bilder = picture, s Foto Fotos = photo, e Decke Decken = blanket,
e Kerze Kerzen = candle, s Wörterbuch Wörterbücher = dictionary, s Ticket Tickets = ticket,
e Fahrkarte Fahrkarten = ticket, r Stadtplan Stadtpläne = city_map, e Schere - = scissors,
s Handtuch Handtücher = towel, e Zahnbürste Zahnbürsten = toothbrush, s Buch Bücher = book,
e Zeitung Zeitungen = newspaper, r Kugelschreiber Kugelschreiber = pen,
r Kamm Kämme = comb, s Kissen Kissen = pillow, e Kreditkarte Kreditkarten = credit_card,
r Führerschein Führerscheine = driver's_license, r Korb Körbe = basket, e Kiste Kisten = box""",
    "read": """
s Buch Bücher = book, e Zeitung Zeitungen = newspaper, r Brief Briefe = letter,
e E-Mail E-Mails = email, r Text Texte = text, e Nachricht Nachrichten = message,
e Geschichte Geschichten = story, r Roman Romane = novel,
e Zeitschrift Zeitschriften = magazine, s Gedicht Gedichte = poem,
e Speisekarte Speisekarten = menu, r Artikel Artikel = article""",
    "write": """
r Brief Briefe = letter, e E-Mail E-Mails = email, e Nachricht Nachrichten = message,
e Postkarte Postkarten = postcard, e Geschichte Geschichten = story, s Buch Bücher = book,
r Text Texte = text, e Einkaufsliste Einkaufslisten = shopping_list""",
    "watch": """
r Film Filme = movie, s Spiel Spiele = game, e Serie Serien = series/series,
s Video Videos = video, s Fußballspiel Fußballspiele = soccer_game""",
    "vehicle": """
s Auto Autos = car, s Fahrrad Fahrräder = bicycle, s Motorrad Motorräder = motorcycle,
s Boot Boote = boat""",
    "transport": """
r Zug Züge = train, r Bus Busse = bus, s Flugzeug Flugzeuge = plane, s Taxi Taxis = taxi,
e Straßenbahn Straßenbahnen = tram, e U-Bahn U-Bahnen = subway, s Schiff Schiffe = ship""",
    "building": """
s Haus Häuser = house, e Wohnung Wohnungen = apartment, e Kirche Kirchen = church,
s Hotel Hotels = hotel, r Bahnhof Bahnhöfe = train_station,
s Restaurant Restaurants = restaurant, e Schule Schulen = school, s Museum Museen = museum,
r Supermarkt Supermärkte = supermarket, s Krankenhaus Krankenhäuser = hospital,
e Brücke Brücken = bridge, r Park Parks = park, s Café Cafés = café,
s Geschäft Geschäfte = store, s Kino Kinos = cinema, s Schwimmbad Schwimmbäder = swimming_pool,
r Markt Märkte = market, r Turm Türme = tower, e Bäckerei Bäckereien = bakery,
e Apotheke Apotheken = pharmacy, e Bank Banken = bank, e Bibliothek Bibliotheken = library,
r Flughafen Flughäfen = airport, s Theater Theater = theater, s Büro Büros = office,
e Universität Universitäten = university, e Post - = post_office,
e Toilette Toiletten = restroom, e Haltestelle Haltestellen = bus_stop,
r Spielplatz Spielplätze = playground, s Rathaus Rathäuser = town_hall,
r Parkplatz Parkplätze = parking_lot, e Tankstelle Tankstellen = gas_station,
e Polizei - = police_station, r Zoo Zoos = zoo,
e Fabrik Fabriken = factory, r Hafen Häfen = harbor, e Buchhandlung Buchhandlungen = bookstore""",
    "room": """
s Zimmer Zimmer = room, e Küche Küchen = kitchen, s Bad Bäder = bathroom,
s Schlafzimmer Schlafzimmer = bedroom, s Wohnzimmer Wohnzimmer = living_room,
r Garten Gärten = garden, r Balkon Balkone = balcony, r Keller Keller = basement,
e Garage Garagen = garage, s Kinderzimmer Kinderzimmer = children's_room,
r Flur Flure = hallway, e Treppe Treppen = staircase, r Aufzug Aufzüge = elevator""",
    "openable": """
e Tür Türen = door, s Fenster Fenster = window, r Koffer Koffer = suitcase,
s Buch Bücher = book, e Flasche Flaschen = bottle, r Brief Briefe = letter,
s Geschenk Geschenke = present""",
    "body": """
r Kopf Köpfe = head, r Arm Arme = arm, s Bein Beine = leg, e Hand Hände = hand,
r Fuß Füße = foot/feet, r Finger Finger = finger, r Rücken - = back, r Bauch Bäuche = stomach,
s Auge Augen = eye, s Ohr Ohren = ear, e Nase Nasen = nose, r Hals Hälse = throat,
s Knie Knie = knee, r Zahn Zähne = tooth/teeth,
r Mund Münder = mouth, e Schulter Schultern = shoulder, s Gesicht Gesichter = face""",
    "nature": """
r Baum Bäume = tree, e Blume Blumen = flower, r Berg Berge = mountain, r See Seen = lake,
r Fluss Flüsse = river, r Wald Wälder = forest, s Meer Meere = sea, r Strand Strände = beach,
s Dorf Dörfer = village, e Stadt Städte = city, e Straße Straßen = street,
e Insel Inseln = island, s Land Länder = country, r Himmel - = sky, e Sonne - = sun,
r Mond - = moon, r Weg Wege = way, e Wiese Wiesen = meadow, r Stern Sterne = star,
s Feld Felder = field, e Wolke Wolken = cloud, e Wüste Wüsten = desert,
s Blatt Blätter = leaf/leaves""",
    "abstract": """
e Frage Fragen = question, s Problem Probleme = problem, e Idee Ideen = idea,
r Termin Termine = appointment, e Prüfung Prüfungen = exam, e Aufgabe Aufgaben = task,
r Kurs Kurse = course, e Arbeit Arbeiten = job, r Beruf Berufe = profession,
s Hobby Hobbys = hobby, r* Name Namen = name, e Adresse Adressen = address,
e Telefonnummer Telefonnummern = phone_number, s Wort Wörter = word, r Satz Sätze = sentence,
e Sprache Sprachen = language, r Fehler Fehler = mistake, e Antwort Antworten = answer,
s Lied Lieder = song, r Plan Pläne = plan, e Reise Reisen = trip, r Traum Träume = dream,
e Party Partys = party, r Unfall Unfälle = accident, r Geburtstag Geburtstage = birthday,
s Gespräch Gespräche = conversation, e Pause Pausen = break, r Rabatt Rabatte = discount,
e Rechnung Rechnungen = bill,
e Meinung Meinungen = opinion, e Lösung Lösungen = solution, r Wunsch Wünsche = wish,
e Überraschung Überraschungen = surprise, s Beispiel Beispiele = example,
r Grund Gründe = reason, e Entscheidung Entscheidungen = decision, r Witz Witze = joke,
s Märchen Märchen = fairy_tale""",
    "state": """
e Zeit - = time, s Geld - = money, s Fieber - = a_fever, p Kopfschmerzen = a_headache,
r Urlaub - = vacation, p Ferien = vacation, r Stress - = stress, e Musik - = music,
r Unterricht - = class, p Hausaufgaben = homework, r Schnee - = snow, r Regen - = rain,
e Hilfe - = help""",
    "group": """
p Eltern = parents, p Großeltern = grandparents, p Kinder = children, p Freunde = friends,
p Geschwister = siblings, p Nachbarn = neighbors, p Kollegen = colleagues""",
    "people": """
p Leute = people, p Kinder = children, p Schüler = students, p Touristen = tourists,
p Studenten = students, p Gäste = guests, p Männer = men, p Frauen = women""",
    "more": """
r Kuchen Kuchen = cake, e Torte Torten = cake, s Dach Dächer = roof, s Paket Pakete = package,
r Weg Wege = way, e Regel Regeln = rule, e Grammatik - = grammar, s Licht - = light,
s Internet - = internet, s Essen - = food, s Konzert Konzerte = concert, r Sport - = sports,
e Politik - = politics, e Kunst - = art, e Geschichte - = history,
e Briefmarke Briefmarken = stamp, e Münze Münzen = coin, s Formular Formulare = form,
r Vertrag Verträge = contract, e Hochzeit Hochzeiten = wedding, r Ausflug Ausflüge = trip,
r Preis Preise = prize, e Vase Vasen = vase, e Radtour Radtouren = bike_tour,
e Hose Hosen = pants, r Flug Flüge = flight, e Sitzung Sitzungen = meeting,
e Haustür Haustüren = front_door, s Fest Feste = party, e Stelle Stellen = job,
e Familie Familien = family, s Doppelzimmer Doppelzimmer = double_room,
s Einzelzimmer Einzelzimmer = single_room, r Platz Plätze = seat, s Schloss Schlösser = castle""",
}


def _read(row: str) -> Noun:
    left, right = (side.split() for side in row.split("="))
    gender = {"r": "m", "e": "f", "s": "n", "p": "p"}[left[0][0]]
    singular = left[1].replace("_", " ")
    english, _, many = right[0].replace("_", " ").partition("/")
    if gender == "p":
        return Noun(singular, singular, "p", english, english)
    if left[2] == "-":
        return Noun(singular, "", gender, english, "", weak=left[0] == "r*")
    many = many or plural(english)
    return Noun(singular, left[2], gender, english, many, weak=left[0] == "r*")


NOUNS = {kind: tuple(map(_read, rows.split(","))) for kind, rows in _TABLE.items()}
# two tables may hold a word: its first entry counts
_FIRST = {noun.singular: noun for nouns in reversed(NOUNS.values()) for noun in reversed(nouns)}


def named(singulars: str) -> tuple[Noun, ...]:
    """The nouns of these names: ``named("Hund Katze")``."""
    return tuple(_FIRST[singular] for singular in singulars.split())
