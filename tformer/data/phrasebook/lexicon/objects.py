"""What the object of a verb may be: a style and nouns, by the names that predicates use.

Styles: c counted (a, the, my, this, plural), m mass (mostly bare), d the or my, f the, i a, bare.
Nouns: a class of ``NOUNS``, or one of its nouns ("building:Hotel").
"""

from typing import NamedTuple

from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.lexicon.nouns import NOUNS

_TABLE = """
goods: c clothes clothespl furniture device vehicle thing;
thing: c thing clothes device:Handy;
search: d building:Bahnhof building:Supermarkt building:Hotel building:Apotheke thing;
abstractneed: m state:Hilfe state:Geld state:Zeit notion:Geduld notion:Schlaf notion:Energie
    notion:Mut notion:Vertrauen;
memory: d abstract:Termin abstract:Name abstract:Adresse abstract:Geburtstag abstract:Wort;
repair: d device vehicle more:Dach room:Garage furniture:Stuhl furniture:Lampe;
clean: d room clothespl:Schuhe openable:Fenster vehicle:Fahrrad furniture:Spiegel;
send: c write more:Paket thing:Foto;
gift: c thing:Buch thing:Uhr thing:Blume clothes:Ring clothes:Schal vehicle:Fahrrad thing:Ball
    thing:Puppe thing:Bild device:Kamera clothes:Kleid;
show: d thing:Foto vehicle:Auto building:Wohnung thing:Bild more:Weg nature:Stadt room:Zimmer
    building:Haus thing:Fahrkarte;
lend: c thing:Buch thing:Stift vehicle:Auto thing:Regenschirm vehicle:Fahrrad device:Computer;
story: c read:Geschichte abstract:Witz abstract:Märchen;
readout: c read:Geschichte read:Buch read:Brief read:Gedicht abstract:Märchen;
cooked: c dish:Suppe dish:Ei dish:Eintopf;
explain: f more:Regel more:Grammatik abstract:Problem more:Weg abstract:Aufgabe abstract:Wort;
sight: c building:Kirche building:Turm nature:Berg nature:Meer nature:See building:Brücke pet
    animal vehicle:Auto building:Haus nature:Stern nature:Fluss;
music: m state:Musik;
pause: i abstract:Pause;
mistake: i abstract:Fehler;
cookable: m foodmass:Reis foodmass:Fleisch foodmass:Gemüse foodmass:Nudeln foodmass:Kartoffeln
    foodmass:Spaghetti foodmass:Eier meal drink:Kaffee drink:Tee foodmass:Fisch;
song: c abstract:Lied;
toy: d thing:Ball thing:Puppe pet:Hund pet:Katze folk:Kind;
understand: f abstract:Frage abstract:Wort abstract:Satz abstract:Problem abstract:Aufgabe
    read:Text watch:Film abstract:Antwort;
known: d folk:Mann folk:Frau read:Buch watch:Film nature:Stadt building:Restaurant abstract:Lied
    nature:Weg abstract:Antwort job:Arzt friend:Lehrerin;
visit: f building:Museum building:Kirche nature:Stadt building:Zoo abstract:Kurs more:Schloss;
wear: c clothes clothespl more:Hose thing:Brille;
wash: d vehicle:Auto clothes clothespl:Socken thing:Teller thing:Glas more:Hose;
openable: d openable;
closable: d openable:Tür openable:Fenster openable:Koffer openable:Buch more:Haustür;
switch: f device:Computer device:Fernseher device:Radio furniture:Lampe more:Licht device:Heizung
    device:Waschmaschine;
use: d device more:Internet thing:Wörterbuch;
bill: f abstract:Rechnung more:Essen drinkone:Kaffee thing:Fahrkarte thing:Ticket;
picture: c thing:Bild nature:Blume nature:Baum building:Haus vehicle:Boot pet:Vogel;
house: c building:Haus building:Brücke vehicle:Boot furniture:Regal furniture:Tisch;
rent: c building:Wohnung vehicle:Auto vehicle:Fahrrad building:Haus room:Zimmer;
reserve: i furniture:Tisch room:Zimmer more:Doppelzimmer more:Einzelzimmer more:Platz;
book: i more:Flug room:Zimmer abstract:Reise more:Doppelzimmer building:Hotel;
ride: f transport;
get: i thing:Geschenk read:Brief read:E-Mail read:Nachricht more:Paket abstract:Antwort;
plan: i abstract:Plan;
outing: i more:Ausflug abstract:Reise more:Radtour;
snapshot: i thing:Foto;
tidy: d room:Zimmer room:Küche building:Wohnung room:Keller room:Wohnzimmer room:Garage
    furniture:Schreibtisch building:Büro room:Kinderzimmer building:Haus;
prepare: f meal abstract:Party abstract:Prüfung more:Essen abstract:Reise;
form: d more:Formular more:Vertrag read:Brief;
pack: d thing:Koffer thing:Tasche thing:Rucksack;
celebrate: d abstract:Geburtstag more:Hochzeit more:Fest;
game: f watch:Spiel more:Preis watch:Fußballspiel;
hate: f state:Schnee state:Regen state:Stress drink:Kaffee foodmass:Fisch;
joy: f abstract:Party state:Urlaub state:Ferien more:Konzert abstract:Reise more:Hochzeit
    watch:Film;
interest: m state:Musik more:Kunst more:Politik more:Sport more:Geschichte notion:Wissenschaft
    notion:Technik notion:Kultur notion:Natur;
seat: f furniture:Stuhl furniture:Sofa furniture:Bett furniture:Sessel;
dream: i building:Haus vehicle:Auto abstract:Reise more:Stelle pet:Hund;
topic: d abstract:Problem watch:Film abstract:Plan abstract:Arbeit read:Buch more:Familie;
recommend: d building:Restaurant building:Hotel read:Buch watch:Film nature:Stadt;
collect: bare more:Briefmarke more:Münze thing:Ball thing:Foto;
cut: f foodmass:Brot foodmass:Fleisch foodmass:Käse foodmass:Gemüse snack:Tomate more:Kuchen;
stand: f thing:Flasche thing:Tasse thing:Glas thing:Teller thing:Koffer more:Vase furniture:Lampe;
hangable: f thing:Bild furniture:Spiegel clothes:Mantel clothes:Jacke device:Fernseher;
small: d thing:Schlüssel device:Handy thing:Geldbörse thing:Brille thing:Fahrkarte;
choice: f read:Buch clothes:Kleid clothes:Anzug dish dish:Pizza abstract:Kurs;
ironed: d clothes:Hemd clothes:Bluse clothes:Kleid more:Hose;
sewn: c clothes:Kleid clothes:Rock clothes:Bluse thing:Kissen;
pushed: d vehicle:Fahrrad vehicle:Auto vehicle:Motorrad thing:Kiste;
answered: f abstract:Frage read:E-Mail read:Brief read:Nachricht;
left: f building:Haus building:Büro building:Schule room:Zimmer room:Küche nature:Stadt nature:Land;
discovered: i nature:Insel nature:Stern nature:Weg abstract:Lösung abstract:Fehler;
climbed: f nature:Baum nature:Berg more:Dach;
planted: c nature:Baum nature:Blume;
printed: d read:Text thing:Foto thing:Ticket more:Formular read:Artikel;
translated: f read:Text abstract:Satz abstract:Wort read:Gedicht read:Brief;
repeated: f abstract:Frage abstract:Wort abstract:Satz abstract:Antwort;
corrected: f abstract:Fehler read:Text abstract:Satz;
solved: f abstract:Problem abstract:Aufgabe;
takenoff: d clothes:Jacke clothes:Mantel clothes:Pullover clothespl:Schuhe clothespl:Handschuhe;
answerknown: f abstract:Antwort abstract:Adresse abstract:Grund abstract:Telefonnummer;
crossed: f nature:Straße nature:Fluss building:Brücke;
picked: d read:Einladung more:Paket thing:Geschenk abstract:Vorschlag;
offered: i furniture:Stuhl drinkone:Kaffee drinkone:Tee more:Platz snack:Keks;
noted: f abstract:Adresse abstract:Telefonnummer abstract:Wort abstract:Satz abstract:Idee;
lockable: f openable:Tür more:Haustür vehicle:Auto building:Büro;
file: f read:Text thing:Foto watch:Video more:Formular;
exam: f abstract:Prüfung;
cancelled: f abstract:Termin more:Sitzung abstract:Party;
described: f thing:Bild more:Weg nature:Stadt building:Haus folk:Mann;
exchanged: d clothes:Jacke clothes:Hemd clothespl:Schuhe clothes:Kleid;
watched: f pet:Vogel folk:Kind animal;
enjoyed: f state:Urlaub nature:Sonne more:Abend more:Wochenende state:Ferien;
applied: i more:Stelle;
careof: d pet:Hund pet:Katze room:Garten building:Haus;
gettingused: f more:Wetter nature:Stadt abstract:Arbeit;
minded: f abstract:Arbeit abstract:Prüfung read:Text;
taking: f abstract:Kurs abstract:Gespräch more:Sitzung abstract:Projekt more:Ausflug;
wished: i device:Handy vehicle:Fahrrad pet:Hund thing:Puppe thing:Uhr;
kept: d thing:Geschenk thing:Schlüssel state:Geld;
compared: bare building:Hotel thing:Foto abstract:Antwort;
suggested: i abstract:Termin abstract:Plan abstract:Lösung;
improved: d read:Text abstract:Übersetzung abstract:Modell;
planned: i abstract:Reise abstract:Party more:Ausflug more:Fest more:Hochzeit;
deskcleaned: f furniture:Tisch more:Boden;
lookedat: f thing:Foto thing:Bild watch:Film more:Ausstellung more:Schloss;
remembered: f abstract:Name abstract:Telefonnummer abstract:Wort abstract:Adresse;
started: f device:Computer device:Maschine vehicle:Auto;
smelled: m drink:Kaffee foodmass:Knoblauch foodmass:Fisch;
finished: f dish:Suppe snack:Apfel more:Kuchen dish:Pizza;
drunkup: f drink:Milch drink:Saft drinkone:Kaffee drink:Tee;
answer: f abstract:Antwort read:Nachricht read:Brief;
spelled: f abstract:Wort abstract:Name;
checked: d thing:Pass thing:Ausweis thing:Fahrkarte thing:Ticket;
late: f transport:Bus transport:Zug;
packedin: d thing:Geschenk thing:Zahnbürste clothes:Pullover thing:Handtuch;
coursed: d abstract:Kurs abstract:Prüfung;
joke: f abstract:Witz watch:Film abstract:Fehler;
payable: f abstract:Rechnung;
thanked: f thing:Geschenk read:Einladung abstract:Antwort thing:Blume;
owned: i building:Haus vehicle:Auto building:Wohnung furniture:Sofa building:Laden;
milk: m drink:Milch drink:Wasser;
feed: m foodmass:Fleisch foodmass:Fisch foodmass:Gemüse foodmass:Brot;
foodmass: m foodmass;
drink: m drink;
drinkone: i drinkone;
dish: c dish;
snack: c snack;
cake: i more:Kuchen more:Torte dish:Pizza snack:Keks;
pet: d pet;
clothes: c clothes clothespl more:Hose;
transport: f transport;
read: c read;
write: c write;
watch: c watch
"""


class Objects(NamedTuple):
    """A style of determiners and the nouns that one can be drawn from."""

    style: str
    nouns: tuple[Noun, ...]


def _read(row: str) -> tuple[str, Objects]:
    name, style, *entries = row.replace(":", " ", 1).split()
    found: list[Noun] = []
    for entry in entries:
        kind, _, single = entry.partition(":")
        hits = [noun for noun in NOUNS[kind] if not single or noun.singular == single]
        if not hits:
            raise KeyError(f"there is no noun {entry}")
        found.extend(hits)
    return name, Objects(style, tuple(found))


OBJECTS = dict(map(_read, _TABLE.split(";")))
