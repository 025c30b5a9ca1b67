"""Whose things are, what people have, how many, what it costs."""

import re

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.clauses import join
from tformer.data.phrasebook.frames.parts import copula, have
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.adjectives import ADJECTIVES
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.numbers import number
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import ENGLISH_POSSESSIVES, NP, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_SHOWN = ("family", "friend", "thing", "clothes", "device", "vehicle", "building", "room", "pet",
          "job", "group")  # fmt: skip
_HAD = {  # what one has a, two or no of
    "family": named("Bruder Schwester Sohn Tochter Tante Onkel Kind Freund Freundin"),
    "abstract": named(
        "Frage Problem Idee Termin Prüfung Hobby Plan Traum Kurs Party Pause "
        "Meinung Lösung Wunsch Überraschung Beispiel Grund Entscheidung Chance Vorschlag "
        "Geheimnis Ziel Projekt Einladung Erkältung Verabredung"
    ),
    "room": named("Garten Balkon Haus Wohnung Garage Zimmer"),
    "pet": NOUNS["pet"],
}
_BROTHERS_AND_CHILDREN = named("Bruder Schwester Sohn Tochter")
(_SIBLINGS,) = named("Geschwister")
_GOODS = ("thing", "vehicle", "device", "clothes", "furniture")
_FEATURES = named("Geschwister Kopfschmerzen Ferien Fieber Hausaufgaben")
_MASSES = named("Zeit Geld Zeit Geld Urlaub Stress Milch Brot Kaffee Zucker")
_HOW_MUCH = (("viel", "a lot of"), ("wenig", "little"), ("genug", "enough"))
_LITTLE_OR_OLD = (("klein", "little"), ("alt", "old"))
_PRICED = ("thing", "clothes", "dish", "foodmass", "vehicle", "clothespl", "furniture", "transport")
_FARES = named("Fahrkarte Ticket Zimmer Wohnung")


def this_is(s: Speaker) -> Pair:
    """Das sind seine Geschwister. = These are his siblings."""
    group = s.choice(_SHOWN)
    noun = s.choice(NOUNS[group])
    word = s.pick(ein=3, own=6, der=1)
    if group in ("family", "friend", "group"):
        word = "own"
    if group == "job":
        word = "der"
    owner = None
    if word == "own":
        owner = s.rng.choices(range(9), (8, 4, 3, 3, 0, 3, 1, 0, 2))[0]
    np = noun_phrase(noun, "ein" if word == "own" else word, owner=owner)
    finite, verb = copula(np)
    this = "these" if np.number == "they" else "this"
    start = s.choice((("das", this), ("das", this), ("hier", "here")))
    kind = s.pick(plain=5, question=3, no=1.5)
    if kind == "question":
        return f"{finite} das {np['N']}?", f"{verb} {this} {np.english}?"
    if kind == "no":
        no = noun_phrase(noun, "kein")["N"] if word == "ein" else f"nicht {np['N']}"
        return f"das {finite} {no}", f"{this} {verb} not {np.english}"
    return f"{start[0]} {finite} {np['N']}", f"{start[1]} {verb} {np.english}"


def whose(s: Speaker) -> Pair:
    """Das ist Martinas Schal. = This is Martina's scarf.

    Annas Auto; das Auto meines Bruders, von meinem Bruder.
    """
    noun = s.choice(NOUNS[s.choice(("thing", "vehicle", "room", "device", "clothes"))])
    np = noun_phrase(noun)
    finite, verb = copula(np)
    this = "these" if np.number == "they" else "this"
    if s.chance(0.5):
        who = s.choice(names.FEMALE + names.MALE)
        german = (
            f"{who}' {noun.singular}"
            if who.endswith(("s", "x", "z"))
            else f"{who}s {noun.singular}"
        )
        english = f"{who}'s {noun.english}"
        if s.chance(0.3):
            like, said = s.choice(ADJECTIVES["attribute"])
            return f"{german} {finite} {like}", f"{english} {verb} {said}"
        return f"das {finite} {german}", f"{this} {verb} {english}"
    owner = s.choice((0, 0, 1, 2, 3, 5))
    relative = s.choice(NOUNS["family"][:12] + NOUNS["friend"])
    of = f"{de.article(de.POSSESSIVES[owner], relative.gender, 'G')} {relative.form('G')}"
    if s.chance(0.4):
        of = f"von {noun_phrase(relative, owner=owner)['D']}"
    english = f"{ENGLISH_POSSESSIVES[owner]} {relative.english}'s {noun.english}"
    return f"das {finite} {np['N']} {of}", f"{this} {verb} {english}"


# having ------------------------------------------------------------------------------------


def possession(s: Speaker, subject: NP) -> tuple[NP, NP]:
    """Something one has and what one says who has none: (a dog, no dog)."""
    kind = s.pick(pet=3, family=4, goods=6, abstract=2, room=1, mass=3, feature=1)
    if kind == "feature":
        noun = s.choice(_FEATURES)
        mass = noun.singular not in ("Geschwister", "Hausaufgaben")
        return noun_phrase(noun, "", mass=True), noun_phrase(noun, "kein", mass=mass)
    if kind == "mass":
        noun = s.choice(_MASSES)
        much = ("", "")
        if s.chance(0.4) and noun.singular != "Urlaub":
            much = s.choice(_HOW_MUCH)
        return noun_phrase(noun, "", count=much, mass=True), noun_phrase(noun, "kein", mass=True)
    noun = s.choice(NOUNS[s.choice(_GOODS)] if kind == "goods" else _HAD[kind])
    word = s.pick(ein=7, many=2.5, new=1.5)
    if word == "many" and noun.plural:
        many = s.many(noun, s.choice(("zwei", "viele", "zwei")))
        return many, noun_phrase(noun, "kein", plural=True)
    adjective = None
    if word == "new":
        adjectives = ADJECTIVES["attribute"] if kind in ("goods", "room") else _LITTLE_OR_OLD
        adjective = s.choice(adjectives)
    return noun_phrase(noun, "ein", adjective=adjective), noun_phrase(noun, "kein")


def has(s: Speaker) -> Pair | None:
    """Sie haben zwei Computer. = They have two computers."""
    subject = s.subject() if s.chance(0.75) else s.asked()
    np, no = possession(s, subject)
    kind = s.pick(plain=6, no=2.5, question=3, past=1, past_no=0.5)
    was = kind in ("past", "past_no")
    finite, verb = have(subject, was)
    does = "did" if was else en.present("do", subject.number)
    if kind == "question":
        asked = f"{does} {subject.english} have {np.english_object}?"
        return f"{finite} {subject['N']} {np['A']}?", asked
    if subject.owner == 8:
        return None
    if kind in ("no", "past_no"):
        english = no.english_object
        if re.match(r"(an?|any) ", english):
            denied = f"{does} not have {english}"
        else:
            denied = f"{verb} no {english}"
        return f"{subject['N']} {finite} {no['A']}", f"{subject.english} {denied}"
    time = s.choice((("", ""), ("", ""), ("", ""), ("heute", "today"), ("jetzt", "now")))
    if was:
        time = s.time("past") if s.chance(0.4) else ("", "")
    return (join(subject["N"], finite, time[0], np["A"]),
            join(subject.english, verb, np.english_object, time[1]))  # fmt: skip


def how_many(s: Speaker) -> Pair | None:
    """Wie viele Geschwister haben Sie? = How many siblings do you have?"""
    who = s.asked()
    kind = s.choice(("family", "pet", "thing", "clothes", "room", "abstract"))
    noun = s.choice(_BROTHERS_AND_CHILDREN if kind == "family" else NOUNS[kind])
    if s.chance(0.15):
        noun = _SIBLINGS
    if not noun.plural:
        return None
    np = noun_phrase(noun, "", plural=True)
    (finite, _), do = have(who), en.present("do", who.number)
    english = f"how many {np.english} {do} {who.english} have?"
    return f"wie viele {np['A']} {finite} {who['N']}?", english


def price(s: Speaker) -> Pair:
    """Wie viel kostet die Jacke? = How much does the jacket cost?"""
    kind = s.choice(_PRICED)
    noun = s.choice(_FARES if kind == "transport" else NOUNS[kind])
    countable = noun.gender != "p" and noun.plural
    np = noun_phrase(noun, s.pick(der=5, dieser=2, ein=1) if countable else "der")
    finite = VERB["kosten"].present(np.person)
    if s.chance(0.5):
        how_much = s.choice(("was", "wie viel", "wie viel"))
        does = en.present("do", np.number)
        return f"{how_much} {finite} {np['N']}?", f"how much {does} {np.english} cost?"
    if kind in ("vehicle", "furniture"):
        german, english = number(s.choice((100, 150, 200, 300, 500, 900)))
    else:
        german, english = number(s.rng.randint(2, 99))
    cost = en.present("cost", np.number)
    return f"{np['N']} {finite} {german} Euro", f"{np.english} {cost} {english} euros"
