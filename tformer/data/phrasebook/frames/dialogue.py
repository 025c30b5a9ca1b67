"""Dialogue: give me, tell him, don't, let's, could you."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause, Slot, join
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.parts import counted, one_of
from tformer.data.phrasebook.frames.requests import command
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon.nouns import named
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_HANDED = (  # verb, English, what
    *(("geben", "give 1 2", "given"), ("geben", "give 1 2", "drinkone")),
    *(("geben", "give 1 2", "passed"), ("geben", "give 1 2", "given")),
    *(("zeigen", "show 1 2", "show"), ("zeigen", "show 1 2", "show")),
    *(("bringen", "bring 1 2", "drinkone"), ("bringen", "bring 1 2", "passed")),
    *(("bringen", "bring 1 2", "given"), ("leihen", "lend 1 2", "lend")),
    *(("kaufen", "buy 1 2", "gift"), ("schicken", "send 1 2", "send")),
    *(("schreiben", "write 1 2", "written"), ("erzählen", "tell 1 2", "story")),
    *(("erklären", "explain 2 to 1", "explain"), ("vor|lesen", "read 1 2", "readout")),
    *(("helfen", "help 1", ""), ("helfen", "help 1", ""), ("antworten", "answer 1", "")),
)
_PASSED = named("Wasser Brot Salz Zucker Butter Milch Käse Kaffee Tee Saft Pfeffer Öl")
_GIVEN = named("""Buch Stift Tasche Schlüssel Zeitung Löffel Gabel Messer Teller Glas Tasse
Kugelschreiber Handtuch Kissen Decke Schere Karte Ball Foto Ticket Handy Brille Jacke Apfel
Regenschirm Stuhl Flasche Wörterbuch""")
_WRITTEN = named("Brief E-Mail Nachricht Postkarte")
_OWN_SHOWN = named("Foto Haus Wohnung Zimmer Auto Fahrkarte Schlüssel Handy Garten Hund Buch")
_TOLD = read_pairs("""etwas = something, alles = everything, nichts = nothing""")
_NEWS = read_pairs("""er recht hat = he is right, es nicht stimmt = it is not true,
alles gut ist = everything is fine, wir bald kommen = we are coming soon,
das Essen fertig ist = the food is ready, es spät ist = it is late,
ich ihn liebe = I love him, ich sie liebe = I love her, ich keine Zeit habe = I have no time,
wir warten = we are waiting, ich krank bin = I am sick, ich zu Hause bin = I am at home,
das Auto kaputt ist = the car is broken""")
_UNKNOWN = read_pairs("""wo der Bahnhof ist = where the train station is,
wo die Toilette ist = where the restroom is, wie spät es ist = what time it is,
wann der Zug fährt = when the train leaves, wann der Film beginnt = when the movie begins,
wie viel das kostet = how much that costs, wo man hier parken kann = where you can park here,
wie man zum Flughafen kommt = how to get to the airport, was das bedeutet = what that means,
wie das funktioniert = how that works, wo der nächste Supermarkt ist =
where the nearest supermarket is, wie dieses Wort heißt = what this word is called""")
_LEFT_BEHIND = named("""Schlüssel Handy Tasche Brille Regenschirm Jacke Fahrkarte Koffer Rucksack
Geldbörse Buch Kreditkarte Führerschein Mütze Geschenk Termin Zahnbürste""")
_SILLY = {
    "be",
    "look",
    "marry",
    "cough",
    "sneeze",
    "fall",
    "cry",
    "hurry",
    "throw",
    "lie",
    "sit",
    "stand",
}  # look forward to
_SOON = read_pairs("""morgen = tomorrow, heute = today, heute Abend = tonight, jetzt = now,
am Wochenende = on the weekend, später = later, am Samstag = on Saturday, bald = soon,
morgen Abend = tomorrow evening, nächste Woche = next week, am Sonntag = on Sunday""")
_COULD = (("du", "könntest du"), ("Sie", "könnten Sie"), ("ihr", "könntet ihr"))


def _receiver(s: Speaker, me: float, asked: NP) -> NP:
    """Mostly me or us, or him, her, them, a relative or a name."""
    if s.chance(me):
        return one_of(s, "ich", "ich", "ich", "wir")
    if s.chance(0.5):
        return one_of(s, "er", "sie", "sie_p")
    return s.person_name() if s.chance(0.4) else s.relative(s.choice((0, 0, asked.owner, 5)))


def _handed(s: Speaker, subject: NP, me: float) -> Clause:
    """mir das Buch geben, ihm helfen: a clause whose receiver stands in the dative."""
    verb, english, kind = s.choice(_HANDED)
    to = _receiver(s, me, subject)
    what = None
    if kind == "passed":
        noun = s.choice(_PASSED)
        bare = verb == "bringen" or s.chance(0.3)
        what = noun_phrase(noun, "") if bare else noun_phrase(noun)
    elif kind == "given":
        what = noun_phrase(s.choice(_GIVEN), s.pick(der=4, ein=4, dieser=1))
        if s.chance(0.15):
            what = noun_phrase(s.choice(_GIVEN), owner=to.owner)
    elif kind == "written":
        what = noun_phrase(s.choice(_WRITTEN), "ein")
    elif verb == "zeigen" and s.chance(0.4):
        what = noun_phrase(s.choice(_OWN_SHOWN), owner=subject.owner)
    elif kind:
        what = s.thing(kind, to if verb == "geben" else subject)
    slots = (Slot(to, "D", role="D!"),)
    if what:
        slots += (Slot(what, "A", role="A"),)
    return Clause(subject, VERB[verb], english, "p", slots)


def _many(clause: Clause) -> bool:
    """Lend me two cars, lend me cars: nobody asks for that."""
    bare = [slot.np for slot in clause.slots if slot.np and slot.np.kind == "bare"]
    return counted(clause) or any(np.person == 5 for np in bare)


def give(s: Speaker) -> Pair | None:
    """Bitte gib mir eine Cola! = Please give me a cola!"""
    who = s.pick(du=5, Sie=3, ihr=1)
    clause = _handed(s, PRONOUN[who], 0.6)
    if _many(clause):
        return None
    return command(s, who, replace(clause, negated=s.chance(0.08)))


def tell(s: Speaker) -> Pair:
    """Sag mir, dass wir bald kommen! = Tell me that we are coming soon!"""
    who = PRONOUN[s.pick(du=5, Sie=3, ihr=1)]
    to = _receiver(s, 0.4, who)
    kind = s.pick(that=3, where=2, ask=1.5, something=2)
    if kind == "something":
        verb, (german, english) = VERB["erzählen"], s.choice(_TOLD)
        no = "do not" if german == "nichts" else ""
        said = join(no, "tell", to.english_object, "anything" if no else english)
    else:
        verb = VERB["fragen"] if kind == "ask" else Verb("sagen")
        german, english = s.choice(_NEWS if kind == "that" else _UNKNOWN)
        german, that = (f"dass {german}", "that") if kind == "that" else (german, "")
        said = join("ask" if kind == "ask" else "tell", to.english_object, that, english)
    comma = "" if kind == "something" else ","
    finite = verb.imperative(who.person) + (" Sie" if who is PRONOUN["Sie"] else "")
    german = f"{finite} {to['A' if kind == 'ask' else 'D']}{comma} {german}"
    mark = s.choice(("!", "!", ""))
    if s.chance(0.25):
        return f"bitte {german}{mark}", f"please {said}{mark}"
    return german + mark, said + mark


def _silly(row: Predicate) -> bool:
    """Nobody proposes or forbids this: to drive into the kitchen, to cough, to fall in love."""
    drives = row.verb is VERB["fahren"] and "TO" in row.slots
    return drives or row.english.split()[0] in _SILLY or row.verb.reflexive == "D"


def _avoided(row: Predicate) -> bool:
    """What one is told not to do."""
    known = row.aspect == "p" or row.english.split()[0] in ("forget", "lose", "smoke")
    return known and not _silly(row)


def _proposed(row: Predicate) -> bool:
    """What people do together."""
    return row.aspect == "p" and not _silly(row)


def do_not(s: Speaker) -> Pair | None:
    """Bitte mach die Tür nicht zu! = Please don't close the door!"""
    who = s.pick(du=4, Sie=3, ihr=1)
    clause = replace(s.clause(PRONOUN[who], "person", wanted=_avoided), negated=True)
    if s.chance(0.3):
        own = noun_phrase(s.choice(_LEFT_BEHIND), owner=PRONOUN[who].owner)
        slot = (Slot(own, "A", role="A"),)
        clause = Clause(PRONOUN[who], VERB["vergessen"], "forget 1", "s", slot, negated=True)
    return None if counted(clause) else command(s, who, clause)


def lets(s: Speaker) -> Pair | None:
    """Wollen wir ins Kino gehen? = Shall we go to the cinema?"""
    clause = s.clause(PRONOUN["wir"], "person", wanted=_proposed)
    if counted(clause):
        return None
    if s.chance(0.5) and not any(slot.role == "when" for slot in clause.slots):
        clause = replace(clause, time=s.choice(_SOON))
    german, english = in_german(clause, "infinitive"), in_english(clause, "infinitive")
    if s.chance(0.4):
        return f"wollen wir {german}?", f"shall we {english}?"
    start = "lasst uns" if s.chance(0.25) else "lass uns"
    mark = s.choice(("!", ""))
    return f"{start} {german}{mark}", f"let's {english}{mark}"


def could_you(s: Speaker) -> Pair | None:
    """Könnten Sie mir bitte helfen? = Could you please help me?"""
    who, finite = s.choice(_COULD)
    please, said = s.choice((("bitte", "please"), ("bitte", "please"), ("", "")))
    if s.chance(0.25):
        to = one_of(s, "ich", "ich", "wir")
        german, english = s.choice(_UNKNOWN)
        start = join(finite, to["D"], please, "sagen")
        return f"{start}, {german}?", join(
            "could you", said, "tell", to.english_object, english
        ) + "?"
    clause = _handed(s, PRONOUN[who], 1.0)
    if _many(clause):
        return None
    pronoun, _, rest = in_german(clause, "infinitive").partition(" ")
    english = join("could you", said, in_english(clause, "infinitive"))
    return join(finite, pronoun, please, rest) + "?", f"{english}?"
