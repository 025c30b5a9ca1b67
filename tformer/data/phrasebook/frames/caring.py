"""What one looks forward to, fears, needs and likes; how one feels; what it is about."""

from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause, Slot, join
from tformer.data.phrasebook.frames.parts import both_ways, have, one_of, timed
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_JOYS = read_pairs("""den Sommer = the summer, den Winter = the winter,
das Wochenende = the weekend, die Ferien = the vacation, Weihnachten = Christmas,
morgen = tomorrow, das Essen = the food,
den Abend = the evening, den Film = the movie, die Reise = the trip, das Konzert = the concert,
die Party = the party, deinen Besuch = your visit, die Pause = the break, das Spiel = the game,
die Hochzeit = the wedding, unser Treffen = our meeting, Berlin""")
_AWAITED = read_pairs("""eine Antwort = an answer, einen Brief = a letter, den Bus = the bus,
den Zug = the train, deine Antwort = your answer, ein Paket = a package, ein Taxi = a taxi,
besseres Wetter = better weather, den Arzt = the doctor, das Essen = the food,
den Sommer = the summer, die Straßenbahn = the tram, eine Nachricht = a message,
Hilfe = help, den Kellner = the waiter""")
_THOUGHTS = read_pairs("""die Arbeit = work, die Zukunft = the future, morgen = tomorrow,
die Ferien = the vacation, zu Hause = home, das Essen = food, die Prüfung = the exam,
den Sommer = the summer, die Kinder = the children, das Geld = money, die Reise = the trip""")
_INTERESTS = read_pairs("""Musik = music, Kunst = art, Sport = sports, Geschichte = history,
Politik = politics, Sprachen = languages, Computer = computers, Autos = cars, Bücher = books,
Tiere = animals, Fußball = soccer, Technik = technology, Filme = movies, Mode = fashion,
Mathematik = math, Physik = physics, künstliche Intelligenz = artificial intelligence,
deine Arbeit = your work, fremde Länder = foreign countries, Literatur = literature""")
_CARES = {  # verb, preposition, English, aspect, about what, how often about a person
    "joy": ("sich freuen", "auf", "look forward to", "p", _JOYS, 0.15),
    "wait": ("warten", "auf", "wait for", "p", _AWAITED, 0.4),
    "think": ("denken", "an", "think of", "p", _THOUGHTS, 0.5),
    "interest": ("sich interessieren", "für", "be interested in", "be", _INTERESTS, 0),
}
_FEARED = read_pairs("""Hunden = dogs, Spinnen = spiders, Mäusen = mice, großen Hunden = big dogs,
der Prüfung = the exam, dem Zahnarzt = the dentist, der Zukunft = the future, Wasser = water,
der Dunkelheit = the dark, Fehlern = mistakes, dem Fliegen = flying, Krieg = war,
Schlangen = snakes, der Schule = school""")
_NEEDED = named("""Kaffee Pause Arzt Taxi Termin Handy Computer Auto Fahrrad Wohnung Zimmer
Stift Regenschirm Schlüssel Koffer Wörterbuch Lampe Stuhl Tisch Hotel Plan Antwort Jacke
Mantel Kissen Decke Handtuch Fahrkarte Stadtplan Rechtsanwalt Urlaub Hilfe Geld Zeit""")
_MASSES = {"Hilfe", "Geld", "Zeit", "Urlaub"}
_MUCH = read_pairs("""mehr Zeit = more time, mehr Geld = more money, frische Luft = fresh air,
etwas Wasser = some water, ein bisschen Zeit = a little time, dich = you, deine Hilfe = your help,
Ruhe = peace and quiet, etwas zu trinken = something to drink, viel Geld = a lot of money,
ein neues Auto = a new car, eine größere Wohnung = a bigger apartment, einen Job = a job""")
_SOUGHT = named("""Wohnung Hotel Bahnhof Supermarkt Apotheke Parkplatz Restaurant Schlüssel
Brille Handy Tasche Toilette Bank Haltestelle Zimmer Geschenk Geldbörse Fahrkarte Arbeit Café""")
_ENOUGH = read_pairs("""sehr = very, zu = too, ein bisschen = a little, = """)
_HOT = read_pairs("kalt = cold, warm = warm, heiß = hot")
_ABOUT = read_pairs("""Liebe = love, Geld = money, einen Hund = a dog, Politik = politics,
Freundschaft = friendship, einen König = a king, ein Mädchen = a girl, Musik = music,
eine Familie = a family, das Leben = life, zwei Freunde = two friends, einen Unfall = an accident,
die Zukunft = the future, den Krieg = the war, einen Lehrer = a teacher""")
_ISSUES = read_pairs("""dich = you, mich = me, uns = us, das Geld = the money, die Arbeit = work,
deine Gesundheit = your health, unsere Zukunft = our future, die Kinder = the children,
ein Problem = a problem, deine Familie = your family, die Wahrheit = the truth""")
_STORIES = named("Film Buch Geschichte Roman Lied Text Artikel Serie")
_NEW = read_pairs("neu = new, alt = old, groß = big, klein = small, schön = beautiful")
_RED = read_pairs("neu = new, neu = new, rot = red, blau = blue, grün = green, schwarz = black")
_LIKED = (  # what is liked, and what it is like
    (NOUNS["clothes"] + NOUNS["vehicle"], _RED),
    (named("Zimmer Küche Wohnung Haus Garten Balkon Foto Bild Sofa Lampe"), _NEW),
)
_ENJOYED = named("Film Buch Konzert Spiel Party Reise Geschenk Hotel Stadt Restaurant Lied")


def _clause(s: Speaker, subject: NP, kind: str) -> Clause | None:
    """A verb with its preposition and what it is about, thing or person."""
    verb, preposition, english, aspect, things, share = _CARES[kind]
    if s.chance(share):
        np = s.person_object(subject)
        if kind == "joy":
            english += " seeing"
        slot = Slot(np, "A", preposition)
        return Clause(subject, VERB[verb], f"{english} 1", aspect, (slot,))
    german, said = s.choice(things)
    if ("dein" in german and subject.number == "you") or ("unser" in german and subject.owner != 5):
        return None
    slot = Slot(fixed=(f"{preposition} {german}", said))
    return Clause(subject, VERB[verb], f"{english} 0", aspect, (slot,))


def cares(s: Speaker) -> Pair | None:
    """Ich freue mich auf die Reise. = I am looking forward to the trip."""
    kind = s.pick(joy=3, wait=2.5, think=1.5, interest=2.5)
    mode = s.pick(plain=5, question=2.5, no=1.5)
    asks = mode == "question"
    subject = s.asked() if asks else s.subject()
    if not asks and s.chance(0.4):
        subject = PRONOUN["ich"]
    clause = _clause(s, subject, kind)
    if clause is None or (asks and subject.number == "I"):
        return None
    if asks and clause.verb.reflexive and subject.kind != "pronoun":  # freut sich Anna?
        return None
    if kind == "wait":
        clause = timed(s, clause, "now", 0.15)
    if asks:
        return both_ways(clause, "question", mark="?")
    return both_ways(replace(clause, negated=mode == "no"))


def fears(s: Speaker) -> Pair | None:
    """Hast du Angst vor der Dunkelheit? = Are you afraid of the dark?"""
    asks = s.chance(0.35)
    subject = s.asked() if asks else s.subject()
    if s.chance(0.3):
        np = s.person_object(subject, "D")
        german, english = np["D"], np.english_object
    else:
        german, english = s.choice(_FEARED)
    finite, be = have(subject)[0], en.be(subject.number)
    if asks and subject.number == "I":
        return None
    if asks:
        return (f"{finite} {subject['N']} Angst vor {german}?",
                f"{be} {subject.english} afraid of {english}?")  # fmt: skip
    no, nicht = s.choice((("", ""), ("keine", "not"), ("", "")))
    return (join(subject["N"], finite, no, "Angst vor", german),
            join(subject.english, be, nicht, "afraid of", english))  # fmt: skip


def needs(s: Speaker) -> Pair | None:
    """Ich brauche ein Taxi. = I need a taxi."""
    asks = s.chance(0.3)
    subject = s.asked() if asks else one_of(s, "ich", "ich", "ich", "wir", "er", "sie", "sie_p")
    if s.chance(0.35):
        noun = s.choice(_SOUGHT)
        verb, english, negated = "suchen", "look for 1", False
        word = s.pick(der=1, ein=2) if noun in NOUNS["building"] + NOUNS["room"] else "own"
        if noun.singular in ("Arbeit", "Geschenk"):
            word = "ein"
        np = noun_phrase(noun, owner=subject.owner) if word == "own" else noun_phrase(noun, word)
    else:
        verb, english, negated = "brauchen", "need 1", not asks and s.chance(0.2)
        noun = s.choice(_NEEDED)
        mass = noun.singular in _MASSES
        np = noun_phrase(noun, "" if mass else "ein", mass=mass)
        if not negated and s.chance(0.35):
            german, said = s.choice(_MUCH)
            if german in ("dich", "deine Hilfe") and subject.number in ("you", "they"):
                return None
            np = NP((german,) * 3, said, said)
    slot = Slot(np, "A", role="A")
    aspect = "p" if verb == "suchen" else "s"
    clause = Clause(subject, VERB[verb], english, aspect, (slot,), negated=negated)
    return both_ways(clause, "question", mark="?") if asks else both_ways(clause)


def pleased(s: Speaker) -> Pair:
    """Wie hat dir das Buch gefallen? = How did you like the book?"""
    who = one_of(s, "du", "Sie", "ihr")
    kind = s.pick(how=2, how_past=2, past=2, new=3)
    if kind == "new":
        nouns, likes = s.choice(_LIKED)
        noun, new = s.choice(nouns), s.choice(likes)
        np = noun_phrase(noun, owner=s.choice((1, 1, 6, 8, 2, 3)), adjective=new)
        start, end = s.choice((("mir gefällt", ""), ("uns gefällt", ""), ("mir gefällt", "nicht")))
        me = "we" if start.startswith("uns") else "I"
        like = "do not like" if end else "like"
        return join(start, np["N"], end), f"{me} {like} {np.english}"
    np = noun_phrase(s.choice(_ENJOYED), s.pick(der=3, dieser=1))
    if kind == "how":
        return f"wie gefällt {who['D']} {np['N']}?", f"how do you like {np.english}?"
    if kind == "how_past":
        return f"wie hat {who['D']} {np['N']} gefallen?", f"how did you like {np.english}?"
    to = one_of(s, "ich", "wir", "er", "sie")
    nicht, no = s.choice((("", ""), ("", ""), ("nicht", "did not")))
    like = "like" if no else "liked"
    german = join(to["D"], "hat", np["N"], nicht, "gefallen")
    return german, join(to.english, no, like, np.english)


def senses(s: Speaker) -> Pair:
    """Mir wird warm. = I am getting warm."""
    who = one_of(s, "ich", "ich", "du", "er", "sie", "wir", "ihr")
    german, english = s.choice(_HOT)
    kind = s.pick(very=3, was=2, becomes=2, no=1.5, question=1.5)
    be = en.be(who.number)
    if kind == "very":
        very, said = s.choice(_ENOUGH)
        return join(who["D"], "ist", very, german), join(who.english, be, said, english)
    if kind == "was":
        return f"{who['D']} war {german}", f"{who.english} {en.be(who.number, True)} {english}"
    if kind == "becomes":
        return f"{who['D']} wird {german}", f"{who.english} {be} getting {english}"
    if kind == "no":
        return f"{who['D']} ist nicht {german}", f"{who.english} {be} not {english}"
    asked = one_of(s, "du", "Sie", "ihr")
    return f"ist {asked['D']} zu {german}?", f"are you too {english}?"


def is_about(s: Speaker) -> Pair:
    """In dem Lied geht es um Musik. = The song is about music."""
    kind = s.pick(issue=2, story=4, what=2)
    if kind == "issue":
        german, english = s.choice(_ISSUES)
        nicht, no = s.choice((("", ""), ("", ""), ("nicht", "not")))
        return join("es geht", nicht, "um", german), join("it is", no, "about", english)
    np = noun_phrase(s.choice(_STORIES), s.pick(der=1, dieser=1))
    if kind == "what":
        return f"worum geht es in {np['D']}?", f"what is {np.english} about?"
    german, english = s.choice(_ABOUT)
    return f"in {np['D']} geht es um {german}", f"{np.english} is about {english}"
