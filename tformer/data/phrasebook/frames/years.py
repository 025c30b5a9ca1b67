"""What was in a year: births, weddings, moves, buildings, wars."""

from tformer.data.phrasebook.frames.filling import (
    city,
    drawn,
    filled,
    on_day,
)
from tformer.data.phrasebook.frames.parts import copula
from tformer.data.phrasebook.frames.told import told, told_rows, whoever
from tformer.data.phrasebook.lexicon import years as table
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.speaker import Speaker

_MONTHLESS = ("year", "year", "year", "city", "both", "day")


def born(s: Speaker) -> Pair | None:
    """Wann wurden Sie geboren? = When were you born?"""
    kind = s.pick(plain=6, question=1.5, when=1, which=1, front=0.7)
    subject = whoever(s, "a", kind in ("question", "when", "which"))
    if subject is None or (subject.owner == 8 and kind in ("plain", "front")):
        return None
    was = VERB["werden"].preterite(subject.person)
    finite = copula(subject)[0] if s.chance(0.55) else was
    who, be = subject["N"], copula(subject, True)[1]
    if kind in ("when", "which"):
        start, said = (("wann", "when"), ("in welchem Jahr", "in what year"))[kind == "which"]
        return f"{start} {finite} {who} geboren?", f"{said} {be} {subject.english} born?"
    time, when = drawn(s, "inyear")
    if kind == "front":
        year = time.split()[-1]
        return (f"im Jahr {year} {was} {who} geboren", f"in {year}, {subject.english} {be} born")
    what = s.choice(_MONTHLESS)
    if what == "day":
        time, when = on_day(s)
    elif what != "year":
        (here, there), (german, english) = city(s), (time, when)
        time, when = (f"in {here}", f"in {there}")
        if what == "both":
            time, when = f"{german} {time}", f"{when} {english}"
    if kind == "question":
        return f"{finite} {who} {time} geboren?", f"{be} {subject.english} born {when}?"
    return f"{who} {finite} {time} geboren", f"{subject.english} {be} born {when}"


def done(s: Speaker) -> Pair:
    """Die Kirche wurde 2010 gebaut. = The church was built in 2010."""
    what, participle, english = s.choice(table.DONE)
    (it, said), (time, when) = drawn(s, what), drawn(s, "inyear")
    kind = s.pick(plain=5, front=1.5, question=1.5, when=1, which=1, ago=1.5)
    if kind == "when":
        return f"wann wurde {it} {participle}?", f"when was {said} {english}?"
    if kind == "which":
        return f"in welchem Jahr wurde {it} {participle}?", f"in what year was {said} {english}?"
    if kind == "question":
        return f"wurde {it} {time} {participle}?", f"was {said} {english} {when}?"
    if kind == "front":
        time = f"im Jahr {time.split()[-1]}"
        return f"{time} wurde {it} {participle}", f"{when}, {said} was {english}"
    if kind == "ago":
        time, when = drawn(s, "longago") if s.chance(0.6) else on_day(s)
    return f"{it} wurde {time} {participle}", f"{said} was {english} {when}"


def in_year(s: Speaker) -> Pair | None:
    """Meine Mama hat 2010 Wien verlassen. = My mom left Vienna in 2010."""
    if s.chance(0.25):
        return filled(s, s.choice(table.HAPPENED))
    row = s.choice(told_rows(table.IN_YEAR))
    if s.chance(0.2):
        return told(s, row, drawn(s, "longago"))
    time, when = drawn(s, "inyear")
    front = s.chance(0.25)
    if front:
        time = f"im Jahr {time.split()[-1]}"
    return told(s, row, (time, when), float(front))
