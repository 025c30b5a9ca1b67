"""Which number a typed text means: 47,117, 47.117, "36 000", ½, 1/3, 12 %; the same rules for
pages without a kernel are in web/numbers.js, and one table of examples tests both."""

import math
import re
import unicodedata

FRACTION = r"(-?) ?(?:(\d+) )?(\d+) ?[/⁄] ?(\d+)"
GROUPED = r"[1-9]\d{0,2}([ ,.'’_])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?"
PLAIN = r"(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?"


def readings(typed: str, whole: float = 1) -> list[float]:
    """The numbers that `typed` may mean, the likeliest first; none where it is no number.

    A comma or a point before three digits may group thousands or begin decimals: "47.117" is
    47.117 or 47117. A share, "12 %" or "1/3", is a share of `whole`: 100 where percent are asked.

    Example:
        >>> readings("47,117"), readings("½", whole=6), readings("abc")
        ([47117.0, 47.117], [0.5, 3.0], [])
    """
    if re.search("[²³¹⁰-₉]", typed):
        return []
    text = unicodedata.normalize("NFKC", re.sub("(?=[¼-¾⅐-⅞])", " ", typed)).strip().lower()
    text = re.sub("^[+≈~] ?", "", re.sub("[−–]", "-", text))
    number = re.sub(" ?(%|percent)$", "", text)
    if found := re.fullmatch(FRACTION, number, re.ASCII):
        sign, units, over, under = found.groups(default="0")
        value = int(units) + int(over) / int(under) if int(under) else math.nan
        numbers = [-value if sign == "-" else value]
        numbers += [numbers[0] * whole] * (number == text)
    else:
        sign, body = re.fullmatch("(-?) ?(.*)", number, re.DOTALL).groups()
        grouped, plain = re.fullmatch(GROUPED, body, re.ASCII), re.fullmatch(PLAIN, body, re.ASCII)
        texts = [body.replace(",", ".")] * bool(plain)
        if grouped:
            bare = body.replace(grouped[1], "").replace(",", ".")
            texts.insert(len(texts) if grouped[1] == "." else 0, bare)
        numbers = [float(sign + text) for text in texts]
    share = 1 if number == text else whole / 100
    return [number * share for number in numbers if math.isfinite(number)]


def nearest(numbers: list[float], low: float, high: float) -> float:
    """The reading that lies in the band from `low` to `high`, or nearest to it."""
    return min(numbers, key=lambda number: max(low - number, number - high))


def short(number: float) -> str:
    """Four digits, and more only where the others would be an exponent."""
    return f"{number:,.0f}" if 1000 <= abs(number) < 1e15 else f"{number:,.4g}"
