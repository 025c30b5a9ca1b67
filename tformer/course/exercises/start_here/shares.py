"""A first, tiny exercise."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def shares(numbers):
    return numbers / numbers.sum(-1, keepdim=True)


HINTS = (
    "A share is a part of a whole: what is the whole of a row?",
    "numbers.sum(-1) adds up along the last axis: one sum for each row.",
    "The sums must line up with the rows: keepdim=True keeps them as a column.",
    "return numbers / numbers.sum(-1, keepdim=True)",
)


def _positive(*shape, seed=0, dtype=torch.float32):
    return normal(*shape, seed=seed, dtype=dtype).abs() + 0.5


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[1.0, 1.0, 2.0], [4.0, 1.0, 5.0]]),), "two rows of three numbers"),
    Case(lambda: (torch.tensor([[1.0, 3.0], [2.0, 6.0]]),),
         "as many rows as columns: a sum that lost its axis meets the wrong row", ("square",),
         probe=True),
    Case(lambda: (_positive(1, 4, seed=1),), "one row", ("one-row",)),
    Case(lambda: (_positive(3, 2, seed=2, dtype=torch.float64),), "float64 in, float64 out",
         ("float64",)),
)
# fmt: on


def variant(x, whole="row", after=None):
    """shares with a switch for what each number is divided by."""
    row = x.sum(-1, keepdim=True)
    wholes = {
        "row": lambda: row,
        "column": lambda: x.sum(0, keepdim=True),
        "all": lambda: x.sum(),
        "not kept": lambda: x.sum(-1),
        "first row": lambda: row[:1],
        "last row": lambda: row[-1:],
        "largest": lambda: x.amax(-1, keepdim=True),
        "largest of all": lambda: x.max(),
        "smallest": lambda: x.amin(-1, keepdim=True),
        "mean": lambda: x.mean(-1, keepdim=True),
        "count": lambda: x.shape[-1],
        "norm": lambda: x.norm(dim=-1, keepdim=True),
        "others": lambda: row - x,
        "one more": lambda: row + 1,
        "all but last": lambda: x[:, :-1].sum(-1, keepdim=True),
        "running": lambda: x.cumsum(-1),
        "nothing": lambda: 1,
    }
    result = x / wholes[whole]()
    return after(result) if after else result


# fmt: off
MISTAKES = (
    twist("columns-not-rows", "The sum runs along the wrong axis (dim=0): each number is divided "
          "by the sum of its column, so the columns sum to one, not the rows.", whole="column"),
    twist("divided-by-everything", "Each number is divided by the sum of the whole table: all "
          "numbers together sum to one, not each row.", whole="all"),
    twist("axis-lost", "The sum along a row loses its axis, so it lines up with the columns: "
          "either the shapes do not fit, or each number meets another row's sum. keepdim=True "
          "keeps the axis.", whole="not kept"),
    twist("first-row-for-all", "All rows are divided by the sum of the first one.",
          whole="first row"),
    twist("last-row-for-all", "All rows are divided by the sum of the last one.",
          whole="last row"),
    twist("divided-by-largest", "Each row is divided by its largest number: that one becomes 1, "
          "the sum does not.", whole="largest"),
    twist("divided-by-largest-of-all", "All numbers are divided by the largest of the table.",
          whole="largest of all"),
    twist("divided-by-smallest", "Each row is divided by its smallest number.", whole="smallest"),
    twist("divided-by-mean", "Each row is divided by its mean: it sums to its length, not to "
          "one.", whole="mean"),
    twist("divided-by-count", "Each row is divided by how many numbers it has, not by their "
          "sum.", whole="count"),
    twist("divided-by-length", "Each row is divided by the square root (sqrt) of its sum of "
          "squares: the squares sum to one.", whole="norm"),
    twist("divided-by-the-others", "Each number is divided by the sum of the others: these are "
          "odds, not shares.", whole="others"),
    twist("one-too-many", "There is an extra 1 in the sum.", whole="one more"),
    twist("last-left-out", "The last number of a row is left out of the sum.",
          whole="all but last"),
    twist("running-total", "The shares are added up along the row: the last entry is 1.",
          after=lambda p: p.cumsum(-1)),
    twist("running-sum", "Each number is divided by the sum up to itself, not by that of the "
          "whole row.", whole="running"),
    twist("unchanged", "The numbers come back as they were.", whole="nothing"),
    twist("percent", "These are percentages: each row sums to 100.", after=lambda p: 100 * p),
    twist("one-minus", "It returns one minus the share.", after=lambda p: 1 - p),
    twist("upside-down", "It is upside down (inverted): it divides the sum by the number, not the "
          "number by the sum.",
          after=lambda p: 1 / p),
    twist("sorted", "The shares are sorted: which number had which is lost.",
          after=lambda p: p.sort(-1).values),
    twist("turned", "The table comes back turned (transposed): its rows have become columns.",
          after=lambda p: p.T),
    twist("rounded", "The shares are rounded to whole numbers.", after=lambda p: p.round()),
    twist("squeezed", "It squeezes the result: a table of one row loses that axis.",
          after=lambda p: p.squeeze()),
    twist("first-row-only", "Only the first row comes back.", after=lambda p: p[:1]),
    Mistake("softmax", "This is softmax: it divides powers of e, not the numbers themselves, by "
            "their sum. Lesson 02 is about it.", lambda x: torch.softmax(x, -1)),
    Mistake("softmax-of-columns", "This is softmax, of powers of e and along the columns.",
            lambda x: torch.softmax(x, 0)),
    Mistake("shares-of-squares", "The numbers are squared first.",
            lambda x: x**2 / (x**2).sum(-1, keepdim=True)),
    Mistake("sums-only", "It returns the sums of the rows, not the shares.",
            lambda x: x.sum(-1, keepdim=True)),
    Mistake("subtracted", "The sum is subtracted, not divided by.",
            lambda x: x - x.sum(-1, keepdim=True)),
    Mistake("computes-in-float32", "It works in float32 and returns that: float64 input loses "
            "half of its digits.", lambda x: x.float() / x.float().sum(-1, keepdim=True)),
)

SIGNS = (
    Sign("rows-not-one", "The rows do not sum to one.",
         lambda a, g, w: g.shape == w.shape and not torch.allclose(
             g.sum(-1), torch.ones_like(g.sum(-1)), atol=1e-4), every=False),
    Sign("wrong-shares", "The rows sum to one, but the shares are not in proportion to the "
         "numbers.", lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on

EXERCISE = Exercise(
    shares, HINTS, CASES, MISTAKES, variant, SIGNS,
    no_gradient="it is the first exercise: gradients come later",
)  # fmt: skip
