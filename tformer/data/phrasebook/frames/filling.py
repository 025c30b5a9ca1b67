"""Sentences with slots for numbers, sums, hours, days, years and cities.

``filled`` fills both sides of a row: "Zimmer {n} ist frei = room {n} is free".
"""

import re
from collections.abc import Callable, Sequence

from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.lists import LISTS
from tformer.data.phrasebook.lexicon.numbers import ENGLISH_ONES, ONES, number
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.speaker import Speaker

_SLOT = re.compile(r"\{(\w+)\}")
_USUAL = (5, 5, 5, 4, 4, 6, 6, 3, 3, 11, 2)  # the numbers that are said most
_DAYS = tuple(pair for pair in names.DAYS if pair[0] in ("Dienstag", "Mittwoch", "Freitag"))
_CITIES = tuple(pair for pair in names.CITIES if pair[0] in ("Berlin", "Köln", "Wien"))
_UNITS = ((" Euro", " euros"),) * 8 + ((" Dollar", " dollars"), (" Cent", " cents"))
_PARTS = (("", ""),) * 6 + (("morgen", " morning"), ("abend", " evening"))
_IN_YEARS = read_pairs("""2010 = in 2010, 2010 = in 2010, im Jahr 2010 = in 2010, 2015 = in 2015,
im Jahr 2015 = in 2015""")


def few(s: Speaker) -> Pair:
    """A number from two to twenty, mostly a usual one."""
    return number(s.choice(_USUAL) if s.chance(0.6) else s.rng.randint(2, 20))


def tens(s: Speaker) -> Pair:
    """A number up to a hundred."""
    if s.chance(0.35):
        return few(s)
    n = s.choice((10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100, s.rng.randint(21, 99)))
    return ("hundert", "a hundred") if n == 100 else number(n)


def big(s: Speaker) -> Pair:
    """A number of hundreds, thousands, or a usual one."""
    if s.chance(0.4):
        return few(s)
    n = s.rng.randint(1, 9)
    if s.chance(0.65):
        return ("hundert", "a hundred") if n == 1 else number(100 * n)
    if n == 1:
        return "tausend", "a thousand"
    return f"{ONES[n]}tausend", f"{ENGLISH_ONES[n]} thousand"


def _euro(s: Speaker) -> Pair:
    """einen Euro, fünf Euro, zwei Euro fünfzig, in the accusative."""
    kind = s.pick(n=14, tens=2, one=1, cents=1)
    if kind == "one":
        return "einen Euro", "one euro"
    german, english = tens(s) if kind == "tens" else few(s)
    if kind == "cents":
        cents, said = number(s.choice((20, 50, 80, 90)))
        return f"{german} Euro {cents}", f"{english} euros and {said} cents"
    unit, units = s.choice(_UNITS)
    return german + unit, english + units


def hour(s: Speaker) -> Pair:
    """fünf Uhr, halb drei, Viertel vor elf, zehn nach sechs."""
    kind = s.pick(full=5, half=8, past=3, to=3, minutes=1.5, digital=0.7)
    n = s.choice(_USUAL) if kind == "full" and s.chance(0.6) else s.rng.randint(1, 12)
    german, english = ONES[n], ENGLISH_ONES[n]
    if kind == "full":
        return f"{'ein' if n == 1 else german} Uhr", f"{english} o'clock"
    if kind == "half":
        return f"halb {ONES[n % 12 + 1]}", f"half past {english}"
    if kind == "past":
        return f"Viertel nach {german}", f"a quarter past {english}"
    if kind == "to":
        return f"Viertel vor {german}", f"a quarter to {english}"
    if kind == "digital":
        minutes, said = number(s.choice((15, 20, 30, 30, 40, 45, 50)))
        return f"{'ein' if n == 1 else german} Uhr {minutes}", f"{english} {said}"
    minutes, said = number(s.choice((5, 10, 20)))
    nach, past = ("nach", "past") if s.chance(0.5) else ("vor", "to")
    return f"{minutes} {nach} {german}", f"{said} {past} {english}"


def clock(s: Speaker) -> Pair:
    """um halb drei = at half past two."""
    german, english = hour(s)
    return f"um {german}", f"at {english}"


def _span(s: Speaker) -> Pair:
    """von neun bis elf Uhr, von halb drei bis fünf."""
    start = s.rng.randint(1, 11)
    (german, english), (later, end) = number(start), number(s.rng.randint(start + 1, 12))
    german = "eins" if start == 1 else german
    if s.chance(0.25):
        german, english = f"halb {german}", f"half past {ENGLISH_ONES[(start - 2) % 12 + 1]}"
    uhr, oclock = s.choice(((" Uhr", " o'clock"), ("", "")))
    return f"von {german} bis {later}{uhr}", f"from {english} to {end}{oclock}"


def day(s: Speaker) -> Pair:
    """Dienstag = Tuesday, as a date is read."""
    return s.choice(_DAYS if s.chance(0.6) else names.DAYS)


def on_day(s: Speaker) -> Pair:
    """am Dienstag, am Freitagabend."""
    (german, english), (part, said) = day(s), s.choice(_PARTS)
    return f"am {german}{part}", f"on {english}{said}"


def city(s: Speaker) -> Pair:
    """Köln = Cologne, as an address is read."""
    return s.choice(_CITIES if s.chance(0.6) else names.CITIES)


def _ago(s: Speaker, units: tuple[Pair, ...]) -> Pair:
    """vor fünf Jahren = five years ago."""
    german, english = few(s)
    unit, said = s.choice(units)
    return f"vor {german} {unit}", f"{english} {said} ago"


def _of(usual: float, numbers: Sequence[int]) -> Callable[[Speaker], Pair]:
    """Draws one of the numbers, or in this share a usual one."""
    return lambda s: number(s.choice(_USUAL if s.chance(usual) else numbers))


def _score(s: Speaker, won: bool) -> Pair:
    """drei zu zwei = three to two."""
    less, more = sorted(s.rng.sample((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 11), 2))
    more += less == more
    one, two = (more, less) if won else (less, more)
    return f"{ONES[one]} zu {ONES[two]}", f"{ENGLISH_ONES[one]} to {ENGLISH_ONES[two]}"


_DRAWN: dict[str, Callable[[Speaker], Pair]] = {
    "n": few,
    "m": few,
    "small": _of(1, ()),
    "kids": _of(0, (2, 2, 3, 3, 4, 5, 6)),
    "tens": tens,
    "adult": _of(0, (*range(18, 90), 20, 30, 40, 50, 60, 70, 80)),
    "big": big,
    "hundreds": _of(0.35, (50, 100, 150, 200, 200, 250, 300, 400, 500, 500, 600, 800)),
    "cm": _of(0.2, (20, 30, 40, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95)),
    "speed": _of(0.2, (30, 50, 70, 80, 100, 120, 130, 200)),
    "deg": _of(0.5, range(2, 40)),
    "fever": _of(0.3, (38, 39, 40)),
    "euro": _euro,
    "won": lambda s: _score(s, True),
    "lost": lambda s: _score(s, False),
    "hour": hour,
    "full": lambda s: number(s.rng.randint(2, 12)),
    "span": _span,
    "day": day,
    "onday": on_day,
    "ago": lambda s: _ago(s, LISTS["pastunit"][-4:]),
    "longago": lambda s: _ago(s, LISTS["pastunit"][:4]),
    "year": lambda s: s.choice((("2010", "2010"), ("2010", "2010"), ("2015", "2015"))),
    "inyear": lambda s: s.choice(_IN_YEARS),
    "city": city,
    "othercity": lambda s: s.choice([pair for pair in names.CITIES if pair not in _CITIES]),
}


def drawn(s: Speaker, slot: str) -> Pair:
    """What a slot is filled with: a number, or a row of ``LISTS``."""
    return _DRAWN[slot](s) if slot in _DRAWN else s.choice(LISTS[slot])


def filled(s: Speaker, row: Pair) -> Pair:
    """Both sides of the row, with the same words in slots of the same name."""
    found: dict[str, Pair] = {}
    for _ in range(2):  # a list may hold slots of its own
        for slot in _SLOT.findall(" ".join(row)):
            found.setdefault(slot, drawn(s, slot))
        row = tuple(_SLOT.sub(lambda match, i=i: found[match[1]][i], row[i]) for i in (0, 1))
    return row
