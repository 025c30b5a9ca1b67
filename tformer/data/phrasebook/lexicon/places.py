"""Where, where to and where from, in the words that a predicate takes."""

from typing import NamedTuple

from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs

# where (German = English) | where to | where from
_EVERYDAY = """
in der Schule = at school | in die Schule = to school | aus der Schule = from school;
im Büro = in the office | ins Büro = to the office | aus dem Büro = from the office;
im Krankenhaus = in the hospital | ins Krankenhaus = to the hospital;
zu Hause = at home | nach Hause = home;
am Bahnhof = at the train station | zum Bahnhof = to the train station |
    vom Bahnhof = from the train station;
am Flughafen = at the airport | zum Flughafen = to the airport | vom Flughafen = from the airport;
im Supermarkt = at the supermarket | in den Supermarkt = to the supermarket |
    aus dem Supermarkt = from the supermarket;
im Park = in the park | in den Park = to the park | aus dem Park = from the park;
im Kino = at the cinema | ins Kino = to the cinema | aus dem Kino = from the cinema;
im Restaurant = in the restaurant | ins Restaurant = to the restaurant |
    aus dem Restaurant = from the restaurant;
im Café = in the café | ins Café = to the café;
im Theater = at the theater | ins Theater = to the theater | aus dem Theater = from the theater;
im Museum = in the museum | ins Museum = to the museum | aus dem Museum = from the museum;
im Hotel = in the hotel | ins Hotel = to the hotel | aus dem Hotel = from the hotel;
in der Stadt = in the city | in die Stadt = to the city | aus der Stadt = from the city;
auf dem Markt = at the market | auf den Markt = to the market | vom Markt = from the market;
auf der Post = at the post office | zur Post = to the post office |
    von der Post = from the post office;
in der Bank = at the bank | zur Bank = to the bank | von der Bank = from the bank;
in der Bibliothek = in the library | in die Bibliothek = to the library |
    aus der Bibliothek = from the library;
an der Universität = at the university | zur Universität = to the university |
    von der Universität = from the university;
in der Kirche = in church | in die Kirche = to church | aus der Kirche = from church;
im Garten = in the garden | in den Garten = into the garden | aus dem Garten = from the garden;
in der Küche = in the kitchen | in die Küche = into the kitchen |
    aus der Küche = out of the kitchen;
im Wohnzimmer = in the living room | ins Wohnzimmer = into the living room;
im Bett = in bed | ins Bett = to bed;
am Strand = on the beach | an den Strand = to the beach | vom Strand = from the beach;
am See = at the lake | an den See = to the lake | vom See = from the lake;
am Meer = by the sea | ans Meer = to the sea;
in den Bergen = in the mountains | in die Berge = to the mountains |
    aus den Bergen = from the mountains;
im Wald = in the forest | in den Wald = into the forest | aus dem Wald = out of the forest;
beim Arzt = at the doctor | zum Arzt = to the doctor | vom Arzt = from the doctor;
beim Zahnarzt = at the dentist | zum Zahnarzt = to the dentist;
beim Friseur = at the hairdresser | zum Friseur = to the hairdresser;
beim Bäcker = at the bakery | zum Bäcker = to the bakery;
bei der Arbeit = at work | zur Arbeit = to work | von der Arbeit = from work;
im Schwimmbad = at the swimming pool | ins Schwimmbad = to the swimming pool |
    aus dem Schwimmbad = from the swimming pool;
im Zoo = at the zoo | in den Zoo = to the zoo | aus dem Zoo = from the zoo;
auf dem Land = in the country | aufs Land = to the country | vom Land = from the country;
auf der Straße = on the street | auf die Straße = onto the street;
auf dem Spielplatz = at the playground | auf den Spielplatz = to the playground |
    vom Spielplatz = from the playground;
in der Apotheke = at the pharmacy | zur Apotheke = to the pharmacy |
    aus der Apotheke = from the pharmacy;
an der Haltestelle = at the bus stop | zur Haltestelle = to the bus stop;
im Urlaub = on vacation | in den Urlaub = on vacation | aus dem Urlaub = from vacation;
auf der Party = at the party | auf die Party = to the party | von der Party = from the party;
im Kindergarten = in kindergarten | in den Kindergarten = to kindergarten |
    aus dem Kindergarten = from kindergarten;
im Badezimmer = in the bathroom | ins Badezimmer = into the bathroom |
    aus dem Badezimmer = out of the bathroom;
im Dorf = in the village | ins Dorf = to the village | aus dem Dorf = from the village;
im Ausland = abroad | ins Ausland = abroad;
im Fitnessstudio = at the gym | ins Fitnessstudio = to the gym |
    aus dem Fitnessstudio = from the gym;
im Stadion = in the stadium | ins Stadion = to the stadium | aus dem Stadion = from the stadium;
im Zentrum = downtown | ins Zentrum = downtown | aus dem Zentrum = from downtown;
auf dem Balkon = on the balcony | auf den Balkon = onto the balcony;
beim Tierarzt = at the vet | zum Tierarzt = to the vet | vom Tierarzt = from the vet;
beim Metzger = at the butcher | zum Metzger = to the butcher | vom Metzger = from the butcher;
im Unterricht = in class | zum Unterricht = to class | aus dem Unterricht = from class;
im Konzert = at the concert | ins Konzert = to the concert | aus dem Konzert = from the concert"""
# in, to, from: where English says the name and German an article with it
_WITH_ARTICLE = """in der Schweiz | in die Schweiz | aus der Schweiz = Switzerland;
in der Türkei | in die Türkei | aus der Türkei = Turkey;
in den USA | in die USA | aus den USA = the USA;
in der Ukraine | in die Ukraine | aus der Ukraine = Ukraine;
in den Niederlanden | in die Niederlande | aus den Niederlanden = the Netherlands;
im Iran | in den Iran | aus dem Iran = Iran"""
_OTHERS = {  # the question that asks for it; rows
    "WORKPLACE": ("where", """im Krankenhaus = in a hospital, in einer Bank = at a bank,
in einem Büro = in an office, in einer Schule = at a school, in einem Restaurant = in a restaurant,
bei der Post = at the post office, in einem Hotel = in a hotel, in einer Fabrik = in a factory,
zu Hause = at home, in einem Supermarkt = in a supermarket,
bei einer großen Firma = for a big company, im Büro = in the office,
in einem Krankenhaus = in a hospital, bei der Polizei = for the police,
an der Universität = at the university, in einer Apotheke = in a pharmacy,
in einer Bäckerei = in a bakery, im Supermarkt = at the supermarket,
im Restaurant = in the restaurant, in der Stadt = in the city,
in einem Kindergarten = in a kindergarten, in einem Museum = in a museum"""),
    "VEHICLE": ("", """mit dem Bus = by bus, mit dem Zug = by train, mit dem Auto = by car,
mit dem Fahrrad = by bicycle, mit der U-Bahn = by subway, mit der Straßenbahn = by tram,
mit dem Taxi = by taxi, zu Fuß = on foot, mit dem Schiff = by ship"""),
    "HOME": ("where", """in einer kleinen Wohnung = in a small apartment,
in einem großen Haus = in a big house, in der Stadt = in the city, auf dem Land = in the country,
in einem Dorf = in a village, hier = here, in der Nähe = nearby, am Meer = by the sea"""),
    "BED": ("where", """auf dem Sofa = on the sofa, im Bett = in bed, auf dem Boden = on the floor,
unter dem Tisch = under the table, im Garten = in the garden, auf dem Bett = on the bed"""),
    "SLEEPOVER": ("where", """im Hotel = at the hotel, bei Freunden = with friends,
im Zelt = in the tent, in Berlin, in Hamburg"""),
    "SWIM": ("where", """im See = in the lake, im Meer = in the sea,
im Schwimmbad = in the swimming pool, im Fluss = in the river"""),
    "PARK": ("where", "im Park = in the park, am See = by the lake, im Wald = in the forest"),
    "COUNTRYIN": ("where", """in Italien = in Italy, in Spanien = in Spain, am Meer = by the sea,
in den Bergen = in the mountains, in Frankreich = in France"""),
    "SHOP": ("where", """im Supermarkt = at the supermarket, in der Stadt = in the city,
auf dem Markt = at the market"""),
    "STATION": ("", """vom Bahnhof = from the train station, von der Schule = from school,
vom Flughafen = from the airport, am Bahnhof = at the train station"""),
    "GARDEN": ("where", """im Garten = in the garden, im Park = in the park,
auf der Straße = on the street, im Haus = in the house"""),
    "STATIONIN": ("where", """in Frankfurt, in Köln = in Cologne, in Hannover = in Hanover,
am Bahnhof = at the train station"""),
    "MOUNTAINS": ("where", "in den Bergen = in the mountains, im Wald = in the forest"),
    "ONTO": ("to", """auf den Tisch = on the table, auf das Regal = on the shelf,
auf den Stuhl = on the chair, neben das Bett = next to the bed, in den Schrank = in the closet,
unter den Tisch = under the table, auf den Boden = on the floor"""),
    "WALL": ("to", """an die Wand = on the wall, über das Sofa = over the sofa,
in den Schrank = in the closet"""),
    "INTO": ("to", """in die Tasche = in the bag, in den Rucksack = in the backpack,
in den Koffer = in the suitcase"""),
    "DURATION": ("", """eine Stunde = an hour, zwei Stunden = two hours, drei Tage = three days,
dreißig Minuten = thirty minutes, nicht lange = not long, neunzig Minuten = ninety minutes,
zwei Wochen = two weeks"""),
    "STOP": ("where", "hier = here, am Bahnhof = at the train station, in Bonn, in Leipzig"),
}  # fmt: skip


class Places(NamedTuple):
    """Places of one kind and the question that asks for them: where, to, from or ""."""

    role: str
    rows: tuple[Pair, ...]


def _everyday(column: int) -> tuple[Pair, ...]:
    rows = [row.split("|") for row in _EVERYDAY.split(";")]
    cells = [row[column] for row in rows if len(row) > column]
    return tuple(pair for cell in cells for pair in read_pairs(cell))


def _named(german: str, english: str, of: tuple[Pair, ...], column: int = -1) -> tuple[Pair, ...]:
    """nach Berlin = to Berlin; with a ``column`` also in die Schweiz = to Switzerland."""
    rows = [(f"{german} {here}", f"{english} {there}") for here, there in of]
    for row in _WITH_ARTICLE.split(";") if column >= 0 else ():
        cells, _, country = row.partition("=")
        rows.append((cells.split("|")[column].strip(), f"{english} {country.strip()}"))
    return tuple(rows)


PLACES = {
    "AT": Places("where", _everyday(0)),
    "TO": Places("to", _everyday(1)),
    "FROM": Places("from", _everyday(2)),
    "PLACE": Places("where", _everyday(0)),
    "CITY": Places("where", _named("in", "in", names.CITIES)),
    "TOCITY": Places("to", _named("nach", "to", names.CITIES)),
    "FROMCITY": Places("from", _named("aus", "from", names.CITIES)),
    "COUNTRY": Places("where", _named("in", "in", names.COUNTRIES, 0)),
    "TOCOUNTRY": Places("to", _named("nach", "to", names.COUNTRIES, 1)),
    "FROMCOUNTRY": Places("from", _named("aus", "from", names.COUNTRIES, 2)),
    "LANGUAGE": Places("", names.LANGUAGES),
    "SUBJECT": Places("", names.SUBJECTS),
    **{kind: Places(role, read_pairs(rows)) for kind, (role, rows) in _OTHERS.items()},
}
