"""alles, etwas Neues, niemand; what is greater or the greatest; the parts of a thing."""

from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.frames.parts import both_ways, timed
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_WANTED = read_pairs("""ich brauche = I need, ich habe = I have, ich weiß = I know,
ich will = I want, du brauchst = you need, wir haben = we have, er weiß = he knows,
ich gesehen habe = I saw, sie gesagt hat = she said, wir brauchen = we need, er will = he wants,
du gesagt hast = you said, ich gelernt habe = I learned, er gekauft hat = he bought,
sie braucht = she needs, ich vergessen habe = I forgot, wir gegessen haben = we ate""")
_NEW = read_pairs("""Neues = new, Gutes = good, Schlechtes = bad, Schönes = beautiful,
Wichtiges = important, Interessantes = interesting, Anderes = else, Süßes = sweet,
Warmes = warm, Besonderes = special, Kaltes = cold, Billiges = cheap, Lustiges = funny""")
_EATEN = ("Süßes", "Warmes", "Kaltes")
# participle, infinitive; past, infinitive: of what one does with something new
_DONE = (("gekauft", "kaufen", "bought", "buy"), ("gefunden", "finden", "found", "find"),
         ("gesehen", "sehen", "saw", "see"), ("gelernt", "lernen", "learned", "learn"),
         ("gehört", "hören", "heard", "hear"), ("gegessen", "essen", "ate", "eat"))  # fmt: skip
_SOMEONE = (("jemand", "someone"), ("niemand", "no one"), ("niemand", "no one"),
            ("jeder", "everyone"))  # fmt: skip
_GREATER = """Sommer Winter = warm warm, Winter Sommer = kalt cold, Meer See = tief deep,
Zug Bus = schnell fast, Auto Fahrrad = teuer expensive, Berg Turm = hoch high,
Elefant Hund = groß big, Haus Wohnung = groß big, Stadt Dorf = laut loud,
Film Buch = lang long, Buch Film = gut good, Tee Kaffee = billig cheap, Wein Bier = teuer expensive,
Pferd Esel = schnell fast, Sonne Mond = hell bright, Fisch Fleisch = gesund healthy,
Flugzeug Zug = schnell fast, Hotel Wohnung = teuer expensive, Dorf Stadt = ruhig quiet,
Katze Maus = stark strong, Hose Rock = bequem comfortable, Fluss Bach = breit wide"""
_COMPARED = tuple(
    (*named(left), *right.split())
    for left, right in (pair.split(" = ") for pair in _GREATER.split(","))
)
_BEST = read_pairs("""schön = beautiful, groß = big, klein = small, alt = old, neu = new,
interessant = interesting, teuer = expensive, gut = good, modern = modern, billig = cheap""")
_WITH_PRICE = named("Haus Wohnung Hotel Restaurant Supermarkt Café")
_WHERE = read_pairs("""in der Stadt = in the city, in Deutschland = in Germany,
in Europa = in Europe, in der Straße = on the street""")
_PARTS = """Farbe color | Auto Haus Kleid Hose Tür Tasche; Name name | Hund Straße Stadt Hotel Katze
Restaurant Film Schule; Ende end | Film Buch Geschichte Spiel;
Titel title | Buch Film Lied Roman; Preis price | Auto Kleid Wohnung Zimmer Fahrrad;
Anfang beginning | Film Geschichte Buch Konzert;
Größe size | Wohnung Zimmer Haus;
Bedeutung meaning | Wort Satz Geschichte; Übersetzung translation | Satz Text Wort Buch"""


def _plain(row: Predicate) -> bool:
    return row.aspect == "p" and not any(slot.startswith("D:") for slot in row.slots)


# pronouns that stand for anything ----------------------------------------------------------


def everything(s: Speaker) -> Pair:
    """Das ist alles, was ich brauche. = That is everything I need."""
    german, english = s.choice(_WANTED)
    alles, said = s.choice((("alles", "everything"), ("alles", "everything"),
                            ("etwas", "something"), ("nichts", "nothing")))  # fmt: skip
    kind = s.pick(this=3, no=1, good=1)
    if alles != "alles" and not english.endswith(("need", "want", "know", "needs", "wants")):
        alles, said = "alles", "everything"
    if kind == "no":
        return f"das ist nicht alles, was {german}", f"that is not everything {english}"
    if kind == "good":
        state, like = s.choice((("gut", "good"), ("neu", "new"), ("richtig", "right"),
                                ("wichtig", "important"), ("falsch", "wrong")))  # fmt: skip
        return f"alles, was {german}, ist {state}", f"everything {english} is {like}"
    return f"das ist {alles}, was {german}", f"that is {said} {english}"


def something_new(s: Speaker) -> Pair | None:
    """Das ist etwas Schönes. = That is something beautiful."""
    german, english = s.choice(_NEW)
    participle, infinitive, past, base = s.choice(_DONE)
    if (participle == "gegessen") != (german in _EATEN) and german != "Anderes":
        return None
    if participle == "gelernt" and german not in ("Neues", "Wichtiges", "Interessantes"):
        return None
    some, thing = s.choice((("etwas", "something"), ("etwas", "something"), ("nichts", "nothing")))
    np = s.subject()
    kind = s.pick(past=3, want=3, is_=2, there=1.5)
    if kind == "is_":
        return f"das ist {some} {german}", f"that is {thing} {english}"
    if kind == "there":
        hier, here = s.choice((("", ""), ("hier ", " here"), ("heute ", " today")))
        return f"es gibt {hier}{some} {german}", f"there is {thing} {english}{here}"
    if kind == "past":
        finite = VERB["haben"].present(np.person)
        return (f"{np['N']} {finite} {some} {german} {participle}",
                f"{np.english} {past} {thing} {english}")  # fmt: skip
    slot = Slot(fixed=(f"etwas {german}", f"something {english}"), role="A")
    tense = s.pick(möchten=3, wollen=1, müssen=0.5)
    clause = Clause(np, VERB[infinitive], f"{base} 0", "p", (slot,), tense=tense)
    return both_ways(clause)


def someone(s: Speaker) -> Pair:
    """Jeder kann Spaghetti kochen. = Everyone can cook spaghetti."""
    german, english = s.choice(_SOMEONE)
    np = same(german, english, number="he", kind="pronoun", owner=2)
    row = s.clause(np, "person", _plain)
    tense = s.pick(present=3, past=4, wollen=1, können=1)
    if german == "jeder" and tense == "present":
        tense = "können"
    clause = replace(row, tense=tense)
    if tense == "past":
        clause = timed(s, clause, "past", 0.3)
    if german == "jemand" and s.chance(0.3):
        pair = both_ways(clause, "question", mark="?")
        return pair[0], pair[1].replace("someone", "anyone", 1)
    return both_ways(clause)


# degrees and genitives ---------------------------------------------------------------------


def greater(s: Speaker) -> Pair | None:
    """Der Berg ist höher als der Turm. = The mountain is higher than the tower."""
    if s.chance(0.5):
        return best(s)
    one, two, german, english = s.choice(_COMPARED)
    first, second = noun_phrase(one), noun_phrase(two)
    more, said = f"{de.comparative(german)} als", f"{en.comparative(english)} than"
    kind = s.pick(plain=4, much=1, so=1, question=1)
    if kind == "question":
        return (f"ist {first['N']} {more} {second['N']}?",
                f"is {first.english} {said} {second.english}?")  # fmt: skip
    if kind == "much":
        more, said = f"viel {more}", f"much {said}"
    if kind == "so":
        return (f"{second['N']} ist nicht so {german} wie {first['N']}",
                f"{second.english} is not as {english} as {first.english}")  # fmt: skip
    return f"{first['N']} ist {more} {second['N']}", f"{first.english} is {said} {second.english}"


def best(s: Speaker) -> Pair | None:
    """Das ist das kleinste Haus in der Stadt. = This is the smallest house in the city."""
    kind = s.pick(building=5, nature=1)
    noun = s.choice(NOUNS[kind][:12])
    german, english = s.choice(_BEST if noun in _WITH_PRICE else _BEST[:6])
    if kind == "nature" and german in ("neu", "interessant"):
        return None
    where, there = (
        s.choice(_WHERE[1:3] if kind == "nature" else _WHERE) if s.chance(0.6) else ("", "")
    )
    adjective = (de.superlative(german).removesuffix("en"), en.comparative(english, 1))
    np = noun_phrase(noun, "der", adjective=adjective)
    return f"das ist {np['N']} {where}", f"this is {np.english} {there}"


def part_of(s: Speaker) -> Pair:
    """Ich mag die Farbe des Kleides. = I like the color of the dress."""
    left, right = s.choice(_PARTS.split(";")).split("|")
    part, english = left.split()
    (noun,), of = named(part), s.choice(named(right))
    np = noun_phrase(noun)
    genitive = f"{de.article('der', of.gender, 'G')} {of.form('G')}"
    of_it = f"the {english} of the {of.english}"
    kind = s.pick(like=2, know=3, important=2, what=1)
    if kind == "like" or (kind == "what" and part in ("Ende", "Anfang", "Name", "Farbe")):
        return f"ich mag {np['A']} {genitive}", f"I like {of_it}"
    if kind == "know":
        who, knows = s.choice((("ich kenne", "I know"), ("kennst du", "do you know"),
                               ("wir kennen", "we know"), ("er kennt", "he knows")))  # fmt: skip
        mark = "?" if knows.startswith("do") else ""
        return f"{who} {np['A']} {genitive}{mark}", f"{knows} {of_it}{mark}"
    if kind == "what":
        return f"was ist {np['N']} {genitive}?", f"what is {of_it}?"
    state, said = s.choice((("gut", "good"), ("wichtig", "important"), ("schön", "beautiful")))
    return f"{np['N']} {genitive} ist {state}", f"{of_it} is {said}"
