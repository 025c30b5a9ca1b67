"""What things and people were like, what works, what animals and machines do, what ideas are."""

from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause, Slot, join
from tformer.data.phrasebook.frames.parts import both_ways, copula, fronted, one_of, timed
from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs, read_words
from tformer.data.phrasebook.lexicon.things import (
    CONDITIONS,
    DOINGS,
    IDEAS,
    MANY_IDEAS,
    SAYINGS,
    VALUES,
    WAS,
)
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, name, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_DEGREES = read_pairs("sehr = very, wirklich = really, ziemlich = quite, besonders = especially")
_WHEN = read_pairs("""gestern = yesterday, gestern Abend = last night, heute = today,
am Wochenende = on the weekend, vorgestern = the day before yesterday""")
# what is one way yesterday and another way today
_CHANGING = read_words("""Film Konzert Party Fest Ausflug Spiel Fahrt Prüfung Kurs Unterricht
Gespräch Sitzung Essen Suppe Pizza Kuchen Kaffee Salat Hähnchen Schnitzel Wetter Zug Bus Supermarkt
Stadion Strand Bar Wind Bedienung Sendung Theaterstück""")
_WITHOUT_DEGREE = {"fertig", "super", "richtig", "falsch", "perfekt", "neu"}
_MOODS = read_pairs("""müde = tired, krank = sick, glücklich = happy, traurig = sad,
hungrig = hungry, nervös = nervous, böse = angry, zufrieden = satisfied, allein = alone,
überrascht = surprised, enttäuscht = disappointed, aufgeregt = excited, beschäftigt = busy,
pünktlich = on time, reich = rich, arm = poor, berühmt = famous, freundlich = friendly,
zu Hause = at home, im Urlaub = on vacation, verliebt = in love, wütend = furious""")
_CAN = ("schwimmen", "laufen", "singen", "sprechen", "fliegen", "klettern", "springen")
_LONGER = ("reich", "arm", "berühmt", "freundlich")  # not just yesterday
_LEADERS = read_pairs("""Bundeskanzler/Bundeskanzlerin = chancellor,
Präsident/Präsidentin = president, Bürgermeister/Bürgermeisterin = mayor,
König/Königin = king/queen, Minister/Ministerin = a minister, Kaiser/Kaiserin = emperor/empress""")
_YEARS = read_pairs("""lange = for a long time, drei Jahre = for three years,
viele Jahre = for many years, früher = in the past, zehn Jahre = for ten years""")


def owned(s: Speaker, noun: Noun) -> NP:
    """der, mein, dein, unser and noun."""
    if s.chance(0.25):
        return noun_phrase(noun, owner=s.choice((0, 0, 1, 2, 3, 5)))
    return noun_phrase(noun, "dieser" if s.chance(0.1) else "der")


# what was ----------------------------------------------------------------------------------


def thing_was(s: Speaker) -> Pair:
    """Dieser Roman war spannend. = This novel was exciting."""
    nouns, adjectives = s.choice(WAS)
    noun = s.choice(nouns)
    np = noun_phrase(noun, s.pick(der=8, dieser=1))
    german, english = s.choice(adjectives)
    was = s.chance(0.8)
    finite, verb = copula(np, was)
    kind = s.pick(plain=5, more=2.5, no=1, question=2, when=2)
    more, said = ("", "")
    if kind in ("more", "no") and "zu" not in german and german not in _WITHOUT_DEGREE:
        more, said = ("nicht", "not") if kind == "no" else s.choice(_DEGREES)
    if kind == "question":
        return f"{finite} {np['N']} {german}?", f"{verb} {np.english} {english}?"
    time, when = ("", "")
    if kind == "when" and was and noun.singular in _CHANGING:
        time, when = s.choice(_WHEN)
        if s.chance(0.25):
            return join(time, finite, np["N"], german), f"{when}, {np.english} {verb} {english}"
    return (join(np["N"], finite, time, more, german),
            join(np.english, verb, said, english, when))  # fmt: skip


def person_was(s: Speaker) -> Pair | None:
    """Wart ihr glücklich? = Were you happy?"""
    kind = s.pick(plain=5, when=3, question=2, no=1)
    np = s.asked() if kind == "question" else s.subject()
    german, english = s.choice(_MOODS)
    finite, verb = copula(np, True)
    time, when = ("", "")
    if kind == "when" and german not in _LONGER:
        time, when = s.time("past")
    if kind == "question":
        return f"{finite} {np['N']} {german}?", f"{verb} {np.english} {english}?"
    no, said = ("nicht", "not") if kind == "no" else ("", "")
    return join(np["N"], finite, time, no, german), join(np.english, verb, said, english, when)


def profession_was(s: Speaker) -> Pair:
    """Sara Braun war Ministerin. = Sara Braun was a minister."""
    female = s.chance(0.5)
    who = s.choice(names.FEMALE if female else names.MALE)
    surname = s.choice(names.SURNAMES)
    kind = s.pick(mr=3, full=3, first=2)
    title = ("Frau", "Mrs.") if female else ("Herr", "Mr.")
    german, english = (f"{word} {surname}" for word in title)
    if kind != "mr":
        german = english = f"{who} {surname}" if kind == "full" else who
    np = name(german, 3 if female else 2, english)
    if s.chance(0.35):
        job, said = (side.split("/") for side in s.choice(_LEADERS))
        job, said = job[female], said[female if len(said) > 1 else 0]
    else:
        nouns = [noun for noun in NOUNS["job"] if noun.gender == ("f" if female else "m")]
        noun = s.choice(nouns)
        job, said = noun.singular, en.a(noun.english)
    mode = s.pick(was=5, long=2, became=2, question=1)
    if mode == "became":
        return f"{np['N']} wurde {job}", f"{np.english} became {said}"
    if mode == "question":
        return f"war {np['N']} {job}?", f"was {np.english} {said}?"
    time, when = s.choice(_YEARS) if mode == "long" else ("", "")
    return join(np["N"], "war", time, job), join(np.english, "was", said, when)


def condition(s: Speaker) -> Pair:
    """Ist der Tisch noch frei? = Is the table still free?"""
    nouns, states = s.choice(CONDITIONS)
    noun = s.choice(nouns)
    np = owned(s, noun)
    german, english = s.choice(states)
    if german == "zu Ende":
        np = noun_phrase(noun)
    was = s.chance(0.25)
    finite, verb = copula(np, was)
    kind = s.pick(plain=5, question=2, no=1)
    if kind == "question":
        return f"{finite} {np['N']} {german}?", f"{verb} {np.english} {english}?"
    no, said = ("", "")
    if kind == "no" and not german.startswith(("noch", "schon", "wieder")):
        no, said = "nicht", "not"
    time, when = ("gestern", "yesterday") if was and s.chance(0.3) else ("", "")
    if not was and german == "geschlossen" and s.chance(0.4):
        time, when = s.choice((("heute", "today"), ("am Sonntag", "on Sunday")))
    return join(np["N"], finite, time, no, german), join(np.english, verb, said, english, when)


# what they do ------------------------------------------------------------------------------


def thing_does(s: Speaker) -> Pair | None:
    """Die Katze trinkt Milch. = The cat is drinking milk."""
    nouns, verb, rest, english, aspect = s.choice(DOINGS)
    noun = s.choice(nouns)
    slots = tuple(Slot(fixed=(words, ""), role="fixed") for words in rest)
    alive = noun in NOUNS["animal"] + NOUNS["pet"]
    kind = s.pick(plain=5, past=2.5, question=1.5, many=2 * alive, can=alive)
    if kind == "many" or (kind == "plain" and s.chance(0.1)):
        word = "der" if not alive or any(" " in words for words in rest) else ""
        if not noun.plural:
            return None
        np = noun_phrase(noun, word, plural=True)
        return both_ways(Clause(np, verb, english, aspect, slots, habit=not word))
    np = owned(s, noun) if noun not in NOUNS["animal"] else noun_phrase(noun)
    if noun.gender == "p" or (noun.singular in ("Sonne", "Mond")):
        np = noun_phrase(noun)
    clause = Clause(np, verb, english, aspect, slots)
    if kind == "past" and aspect != "be":
        return fronted(s, timed(s, replace(clause, tense="past"), "past", 0.4))
    if kind == "question":
        return both_ways(clause, "question", mark="?")
    if kind == "can" and verb.base in _CAN:
        return both_ways(replace(clause, tense="können"))
    return both_ways(clause)


def idea_is(s: Speaker) -> Pair:
    """Die Liebe ist ein Geschenk. = Love is a gift."""
    if s.chance(0.2):
        return s.choice(SAYINGS)
    many = s.chance(0.25)
    german, english = s.choice(MANY_IDEAS if many else IDEAS)
    be = "sind" if many else "ist"
    verb = "are" if many or english == "sports" else "is"
    value, said = s.choice(VALUES)
    kind = s.pick(plain=5, question=1, think=1, need=1.5, for_me=1)
    if value in ("gut", "schön") and (kind == "for_me" or german.startswith("gut")):
        value, said = VALUES[0]
    if kind == "question" and value != "nicht alles":
        return f"{be} {german} {value}?", f"{verb} {english} {said}?"
    if kind == "think":
        think, thought = s.choice((("ich finde", "I think"), ("ich denke", "I think"),
                                   ("er sagt", "he says"), ("wir wissen", "we know")))  # fmt: skip
        return f"{think}, dass {german} {value} {be}", f"{thought} that {english} {verb} {said}"
    if kind == "need":
        np = s.subject() if s.chance(0.5) else one_of(s, "wir", "ich")
        need = en.present("need", np.number)
        return f"{np['N']} {VERB['brauchen'].present(np.person)} {german}", (
            f"{np.english} {need} {english}"
        )
    if kind == "for_me":
        me = s.choice((("mich", "me"), ("uns", "us"), ("ihn", "him"), ("alle", "everyone")))
        return f"{german} {be} für {me[0]} {value}", f"{english} {verb} {said} for {me[1]}"
    return f"{german} {be} {value}", f"{english} {verb} {said}"
