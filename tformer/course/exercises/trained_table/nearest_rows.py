"""The rows of a table that point most nearly the way of one of them."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def nearest_rows(table, row, count):
    directions = torch.nn.functional.normalize(table, dim=1)
    cosines = directions @ directions[row]
    cosines[row] = -torch.inf
    values, ids = cosines.topk(count)
    return values, ids


HINTS = (
    "The cosine of two rows is the dot product of both, each divided by its own length. Bring "
    "every row to length 1 first: F.normalize(table, dim=1).",
    "Then one product gives all cosines at once: directions @ directions[row], one number for "
    "each row of the table.",
    "A row is most like itself. So give its own cosine a number that never wins, such as "
    "-torch.inf, before you look for the largest.",
    "values, ids = cosines.topk(count)",
)


def _lengths(table):
    """The same directions, with lengths from a tenth to ten, the longest in the middle."""
    return table * torch.logspace(-1, 1, len(table), dtype=table.dtype).roll(2)[:, None]


def _with_twin(row, twin):
    """A table in which one row is twice another: the cosine of both is exactly 1."""
    table = normal(5, 3, seed=7)
    table[twin] = 2 * table[row]
    return table


CASES = (
    Case(lambda: (torch.tensor([[1.0, 0.0], [1.0, 1.0], [5.0, 6.0], [0.0, 1.0]]), 0, 2),
         "four rows of width 2; row 2 is long, row 1 points more nearly the way of row 0"),
    Case(lambda: (_lengths(normal(9, 5, seed=1)), 4, 3), "9 rows of width 5, of very different "
         "lengths", ("lengths",)),
    Case(lambda: (normal(6, 3, seed=2), 5, 5), "all other rows are asked for", ("all-others",)),
    Case(lambda: (normal(7, 4, seed=3), 0, 1), "one neighbour only", ("length-one",)),
    Case(lambda: (torch.tensor([[3.0, 1.0], [-1.0, -2.0], [-2.0, 0.5], [-1.0, 1.0]]), 0, 2),
         "every other row points away: all cosines are negative", ("negative",)),
    Case(lambda: (_lengths(normal(8, 6, seed=4, dtype=torch.float64)), 3, 4), "float64",
         ("float64",)),
    Case(lambda: (_lengths(normal(4, 10, seed=5).T), 9, 6), "a transposed (non-contiguous) table",
         ("non-contiguous",)),
    Case(lambda: (_lengths(normal(4, 4, seed=6)), 1, 3), "as many rows as features: 4",
         ("square",), probe=True),
    Case(lambda: (_with_twin(1, 3), 1, 2), "row 3 is twice row 1: two rows have the "
         "largest cosine", ("twin",)),
    Case(lambda: (_with_twin(3, 1), 3, 2), "row 1 is twice row 3, and stands before it",
         ("twin",)),
)  # fmt: skip


def variant(
    table, row, count, rows=lambda t: F.normalize(t, dim=1), like=lambda d, i: d @ d[i],
    own=lambda c, i: c.index_fill(0, torch.tensor(i), -torch.inf), largest=True, after=None,
):  # fmt: skip
    """nearest_rows with a switch for each step."""
    cosines = own(like(rows(table), row), row)
    ids = cosines.topk(count, largest=largest).indices
    return after(cosines, ids) if after else (cosines[ids], ids)


MISTAKES = (
    twist("lengths-left-in", "It compares dot products: a long row wins, wherever it points. "
          "Divide each row by its length first.", rows=lambda t: t),
    twist("columns-normalised", "It brings the columns to length 1; the rows are the words: dim=1.",
          rows=lambda t: F.normalize(t, dim=0)),
    twist("sign-lost", "It takes the absolute value: a row that points the opposite way counts as "
          "near.", like=lambda d, i: (d @ d[i]).abs()),
    twist("itself-among-them", "The row itself is among its neighbours: nobody is more like it. "
          "Leave it out.", own=lambda c, i: c),
    twist("farthest", "These are the rows that are least alike: the largest cosines are wanted.",
          own=lambda c, i: c.index_fill(0, torch.tensor(i), torch.inf), largest=False),
    twist("sorted-by-id", "The right rows, sorted by their ids: the most alike comes first.",
          after=lambda c, ids: (c[ids.sort().values], ids.sort().values)),
    twist("shifted-ids", "The ids are counted in a table without the row itself: those behind it "
          "are one too small.",
          after=lambda c, ids: (c[ids], ids - (ids > c.argmin()).long())),
    Mistake("one-too-few", "It returns one row less than asked for: the row itself is left out, "
            "but was counted.", lambda t, i, n: variant(t, i, n - 1)),
    Mistake("nearest-points", "It takes the rows at the smallest distance; a row may be far off "
            "and yet point the same way.",
            lambda t, i, n: (t - t[i]).norm(dim=1).index_fill(0, torch.tensor(i), torch.inf)
            .topk(n, largest=False)),
)  # fmt: skip


def _ids(args, got, want):
    """The ids of an answer that has the form of the right one, else None."""
    whole = isinstance(got, list | tuple) and len(got) == 2 and torch.is_tensor(got[1])
    return got[1] if whole and got[1].shape == want[1].shape else None


def _itself(args, got, want):
    ids = _ids(args, got, want)
    return ids is not None and bool((ids == args[1]).any())


def _other_rows(args, got, want):
    ids = _ids(args, got, want)
    return ids is not None and not torch.equal(ids, want[1])


SIGNS = (
    Sign("itself-among-them", "The row itself is among its neighbours: leave it out.", _itself,
         every=None),
    Sign("other-likeness", "Ids of rows come back, but not of those with the largest cosine: the "
         "dot product of two rows, each divided by its length.", _other_rows, every=False),
)  # fmt: skip

EXERCISE = Exercise(
    nearest_rows, HINTS, CASES, MISTAKES, variant, SIGNS,
    no_gradient="the table of a trained model is looked at, and trains nothing",
)  # fmt: skip
