"""Hours and days: what time it is, when it begins, when we meet, how long it takes."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.frames.filling import clock, drawn, few, filled, hour, on_day
from tformer.data.phrasebook.frames.parts import both_ways
from tformer.data.phrasebook.frames.told import told, told_rows, whoever
from tformer.data.phrasebook.lexicon import hours
from tformer.data.phrasebook.lexicon import years as table
from tformer.data.phrasebook.lexicon.lists import LISTS
from tformer.data.phrasebook.lexicon.numbers import number
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.speaker import Speaker

_BEFORE = {
    "past": read_pairs("gestern = yesterday, heute = today"),
    "future": read_pairs("morgen = tomorrow, heute = today"),
}
_SOON = ("in {n} {soon}", "in {n} {soon}")
_DAILY = ("get up", "go to bed", "have breakfast", "have dinner")  # not on some day
_PAST = "det"  # of the modes of a row


def oclock(s: Speaker) -> Pair:
    """Es ist halb drei. = It is half past two."""
    return filled(s, s.choice(hours.NOW))


def schedule(s: Speaker) -> Pair:
    """Die Sitzung endet nach zwei Uhr. = The meeting ends after two o'clock."""
    return filled(s, s.choice(hours.SCHEDULE))


def lasts(s: Speaker) -> Pair | None:
    """Die Fahrt dauert vier Stunden. = The trip takes four hours."""
    if s.chance(0.5):
        return filled(s, s.choice(hours.LAST))
    return told(s, s.choice(told_rows(hours.FOR_A_WHILE)))


def answers(s: Speaker) -> Pair:
    """Gegen Viertel nach zwei. = At about a quarter past two."""
    return filled(s, s.choice(hours.ANSWERS))


def arranged(s: Speaker) -> Pair:
    """Ich habe am Sonntag frei. = I have Sunday off."""
    return filled(s, s.choice(hours.PREPARED))


def at_hour(s: Speaker) -> Pair | None:
    """Am Mittwoch müssen sie arbeiten. = On Wednesday, they have to work."""
    row = s.choice(told_rows(hours.AT_HOUR))
    mode = s.choice(row.modes)
    time = clock(s) if row.english in _DAILY else _when(s, mode in _PAST)
    return told(s, row._replace(modes=mode), time, 0.25)


def _when(s: Speaker, past: bool) -> Pair:
    """um fünf Uhr, am Dienstag um elf Uhr, morgen um halb drei, gegen sechs Uhr."""
    kind = s.pick(clock=8, day=6, both=1.5, today=1.5, in_=2, about=1.5, before=0.7, after=0.7)
    if kind == "clock":
        return clock(s)
    if kind == "day":
        return on_day(s)
    if kind == "in_":
        return drawn(s, "ago") if past else filled(s, _SOON)
    if kind == "about":
        german, english = hour(s)
        return f"gegen {german}", f"at about {english}"
    if kind in ("before", "after"):
        german, english = number(s.rng.randint(2, 12))
        return f"{'vor' if kind == 'before' else 'nach'} {german} Uhr", f"{kind} {english} o'clock"
    german, english = clock(s)
    day, said = on_day(s) if kind == "both" else s.choice(_BEFORE["past" if past else "future"])
    return f"{day} {german}", f"{said} {english}"


def since(s: Speaker) -> Pair | None:
    """Er arbeitet seit 2010 hier. = He has worked here since 2010."""
    kind = s.pick(year=4, years=3, day=1.5, hour=2, minutes=1)
    rows = table.SINCE_HOURS if kind in ("hour", "minutes") else table.SINCE
    german, english, aspect = map(str.strip, s.choice(rows.strip().splitlines()).split(" | "))
    verb, _, words = german.partition(" ")
    words, english = filled(s, (words, english))
    asked = s.chance(0.2)
    subject = whoever(s, "g", asked)
    if subject is None or (subject.owner == 8 and not asked):
        return None
    slots = (Slot(fixed=(words, ""), role="fixed"),)
    clause = Clause(subject, VERB[verb], english, aspect, slots, "since")
    clause = replace(clause, time=_since(s, kind))
    return both_ways(clause, "question", mark="?") if asked else both_ways(clause)


def _since(s: Speaker, kind: str) -> Pair:
    """seit 2010, seit fünf Jahren, seit Dienstag, seit halb drei, seit elf Minuten."""
    if kind == "year":
        return filled(s, ("seit {year}", "since {year}"))
    if kind == "day":
        return filled(s, ("seit {day}", "since {day}"))
    german, english = hour(s) if kind == "hour" else few(s)
    if kind == "hour":
        return f"seit {german}", f"since {english}"
    units = LISTS["pastunit"][-2:] if kind == "minutes" else LISTS["pastunit"][:4]
    unit, said = s.choice(units)
    return f"seit {german} {unit}", f"for {english} {said}"


def lives(s: Speaker) -> Pair | None:
    """Das Büro ist in Köln. = The office is in Cologne."""
    if s.chance(0.35):
        return filled(s, s.choice(table.ADDRESSES))
    return told(s, s.choice(told_rows(table.LIVING)))
