"""Sinusoidal positions."""

import math

import torch

from ...checker.core import Case, Exercise, Sign, twist


def sinusoidal_positions(length, d_model):
    position = torch.arange(length)[:, None]
    even = torch.arange(0, d_model, 2)  # 2i, one for each pair of columns
    angle = position / 10000 ** (even / d_model)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = torch.sin(angle)
    table[:, 1::2] = torch.cos(angle)
    return table


HINTS = (
    "Each pair of columns is a hand that turns: column 2i its sine, column 2i+1 its cosine. "
    "Position 0 is (0, 1, 0, 1, ...). How far does pair i turn with each position?",
    "By 1 / 10000^(2i/d_model): pair 0 by 1, each later pair more slowly. i counts pairs, so 2i "
    "runs over 0, 2, 4, ...: torch.arange(0, d_model, 2).",
    "The angles are a table (length, d_model / 2): positions as a column, divided by the row of "
    "10000 ** (even / d_model).",
    "table = torch.zeros(length, d_model); table[:, 0::2] = torch.sin(angle); table[:, 1::2] = "
    "torch.cos(angle)",
)

CASES = (
    Case(lambda: (3, 4), "three positions, two pairs of columns"),
    Case(lambda: (5, 6), "three pairs: d_model is no power of two", ("three-pairs",)),
    Case(lambda: (1, 8), "one position", ("length-one",)),
    Case(lambda: (2, 4), "as many positions as pairs", ("square",), probe=True),
)


def _paired(sin, cos, axis=2):
    return torch.stack([sin, cos], axis).reshape(len(sin), -1)


def variant(
    length, d_model, start=0, apart=0, base=10000.0, turn=1.0, layout=_paired,
    after=lambda table: table,
):  # fmt: skip
    """sinusoidal_positions with a switch for each thing that can go wrong."""
    position = (torch.arange(length)[:, None] + start) * turn
    even = torch.arange(0, d_model, 2)
    first, second = (position / base ** (j / d_model) for j in (even, even + apart))
    return after(layout(first.sin(), second.cos()))


MISTAKES = (
    twist("cosines-and-sines-in-halves", "All cosines stand in the first half of the columns and "
          "all sines in the second; they should alternate, sine first.",
          layout=lambda s, c: torch.cat([c, s], 1)),
    twist("sine-and-cosine-swapped", "The even columns hold the cosine and the odd ones the sine: "
          "they are swapped.", layout=lambda s, c: _paired(c, s)),
    twist("stacked-on-the-first-axis", "Sines and cosines are stacked before the positions and "
          "then reshaped: rows of sines and rows of cosines instead of columns.",
          layout=lambda s, c: _paired(s, c, 0)),
    twist("each-column-its-own-wave", "Each column j has an exponent j/d_model of its own; the "
          "cosine in column 2i+1 shares 2i/d_model with the sine before it.",
          apart=1),
    twist("log-of-base-ten", "log10 stands where the natural log belongs: exp undoes ln only.",
          base=math.e**4),
    twist("positions-from-one", "Positions are counted from 1: row 0 should be 0, 1, 0, 1, ...",
          start=1),
    twist("times-two-pi", "The angle is multiplied by 2 pi.", turn=2 * math.pi),
    twist("padding-row-first", "Row 0 is all zeros, as if it were padding, and position 0 comes "
          "after it; row 0 should be 0, 1, 0, 1.", start=-1,
          after=lambda t: torch.cat([0 * t[:1], t[1:]])),
)  # fmt: skip


def _first_row(args, got, want):
    """Position 0 must be 0, 1, 0, 1, ..."""
    row = ", ".join(f"{v:.4g}" for v in got[0][:4])
    return not torch.allclose(got[0], want[0], atol=1e-4) and f"Row 0 starts with {row}."


def _turns(args, got, want):
    """Pairs that turn evenly, but not as fast as they should."""
    length, d_model = args
    if length < 2:
        return None
    sin, cos = got[:, 0::2].double(), got[:, 1::2].double()
    step = torch.atan2(sin[1], cos[1])
    angle = torch.arange(length)[:, None] * step
    if not torch.allclose(torch.stack([angle.sin(), angle.cos()]), torch.stack([sin, cos]),
                          atol=1e-3 * length):  # fmt: skip
        return False
    right = 10000.0 ** -(torch.arange(0, d_model, 2).double() / d_model)
    i = int((step - right).abs().argmax())
    if torch.isclose(step[i], right[i], rtol=1e-4):
        return False
    if (torch.cos(step - 1 / right) > 0.999).all():
        return "They turn by 10000^(2i/d_model): the minus sign of the exponent is missing."
    told = f"Pair {i} turns by {step[i]:.4g} with each position; it should turn by {right[i]:.4g}"
    if not torch.isclose(step[0], right[0], rtol=1e-4) or step[i] <= 0:
        return f"{told}."
    mine, exponent = -math.log(step[i], 10_000), 2 * i / d_model
    return f"{told}. It does as if the exponent were {mine:.4g}; 2i/d_model is {exponent:.4g}."


def _halves(args, got, want):
    length, d_model = args
    if length < 2 or d_model < 4:
        return None
    half = d_model // 2
    circle = got[:, :half].square() + got[:, half:].square()
    return torch.allclose(circle, torch.ones_like(circle), atol=1e-3)


def _off_the_circle(args, got, want):
    circle = got[:, 0::2].square() + got[:, 1::2].square()
    return not torch.allclose(circle, torch.ones_like(circle), atol=1e-3)


def _uneven(args, got, want):
    if args[0] < 3:
        return None
    return not _off_the_circle(args, got, want) and not _turns(args, got, want)


def _multiplied(args, got, want):
    factor = (got * want).sum() / want.square().sum()
    fits = torch.allclose(got, factor * want, atol=1e-4) and abs(factor) > 1e-3
    return fits and f"Every entry is {factor:.4g} times what it should be."


SIGNS = (
    Sign("multiplied", "The waves are right, but all of them are multiplied by a number; sine and "
         "cosine stand as they are.", _multiplied),
    Sign("wrong-frequencies", "The pairs turn evenly, as they should, but at another speed than 1 "
         "/ 10000^(2i/d_model).", _turns),
    Sign("sines-and-cosines-in-halves", "Sine and cosine of one angle stand half a row apart; they "
         "should be neighbours, columns 2i and 2i+1.", _halves),
    Sign("row-0-wrong", "Position 0 should be 0, 1, 0, 1, ...: the sine and the cosine of the "
         "angle 0.", _first_row, every=None),
    Sign("sine-and-cosine-of-different-angles", "The squares of columns 2i and 2i+1 do not sum to "
         "one: they are not the sine and cosine of one angle.", _off_the_circle),
    Sign("not-turning-evenly", "Columns 2i and 2i+1 are a sine and a cosine, but their angle does "
         "not grow by the same step with each position.", _uneven),
)  # fmt: skip

EXERCISE = Exercise(sinusoidal_positions, HINTS, CASES, MISTAKES, variant, SIGNS, any_float=True)
