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


CASES = (
    Case(lambda: (torch.tensor([[1.0, 1.0, 2.0], [4.0, 1.0, 5.0]]),), "two rows of three numbers"),
    Case(lambda: (torch.tensor([[1.0, 3.0], [2.0, 6.0]]),),
         "as many rows as columns: a sum that lost its axis meets the wrong row", ("square",),
         probe=True),
    Case(lambda: (_positive(1, 4, seed=1),), "one row", ("one-row",)),
    Case(lambda: (_positive(3, 2, seed=2, dtype=torch.float64),), "float64 in, float64 out",
         ("float64",)),
)  # fmt: skip


def variant(x, whole=lambda x: x.sum(-1, keepdim=True), after=lambda p: p):
    """shares with a switch for what each number is divided by."""
    return after(x / whole(x))


MISTAKES = (
    twist("divided-by-largest", "Each row is divided by its largest number: that one becomes 1, "
          "the sum does not.", whole=lambda x: x.amax(-1, keepdim=True)),
    Mistake("softmax-of-rows", "This is softmax: shares of powers of e. The numbers themselves are "
            "to be divided by their sum.", lambda x: torch.softmax(x, -1)),
    twist("columns-not-rows", "It divides by the sums of the columns: the columns sum to one, not "
          "the rows.", whole=lambda x: x.sum(0)),
    Mistake("softmax-of-columns", "This is softmax, of powers of e and along the columns.",
            lambda x: torch.softmax(x, 0)),
    twist("divided-by-everything", "Each number is divided by the sum of the whole table: all "
          "numbers together sum to one, not each row.", whole=torch.sum),
    twist("last-left-out", "The last number of a row is left out of the sum.",
          whole=lambda x: x[:, :-1].sum(-1, keepdim=True)),
    twist("running-total", "The shares are added up along the row: the last entry is 1.",
          after=lambda p: p.cumsum(-1)),
)  # fmt: skip

SIGNS = (
    Sign("rows-not-one", "The rows do not sum to one.",
         lambda a, g, w: g.shape == w.shape and not torch.allclose(
             g.sum(-1), torch.ones_like(g.sum(-1)), atol=1e-4), every=False),
)  # fmt: skip

EXERCISE = Exercise(
    shares, HINTS, CASES, MISTAKES, variant, SIGNS,
    no_gradient="it is the first exercise: gradients come later",
)  # fmt: skip
