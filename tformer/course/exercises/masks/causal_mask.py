"""The causal mask."""

import torch

from ...checker.core import Case, Exercise, Sign, twist


def causal_mask(size):
    return torch.ones(size, size, dtype=torch.bool).tril()


HINTS = (
    "Rows are queries, columns are keys. Draw the 3 x 3 table: what may the first word see?",
    "Each position sees itself and everything before it: the diagonal is True, so is what lies "
    "below it.",
    "Either compare two ranges, key position <= query position, or take the lower triangle of a "
    "matrix of True.",
    "torch.ones(size, size, dtype=torch.bool).tril(), or positions[None, :] <= positions[:, None].",
)

CASES = (
    Case(lambda: (3,), "three positions"),
    Case(lambda: (1,), "one position: it sees itself", ("length-one",)),
    Case(lambda: (6,), "six positions", ("longer",)),
)


def variant(size, rule=lambda q, k: k <= q, shape=lambda m: m):
    """causal_mask with one switch for each thing that can go wrong."""
    place = torch.arange(size)
    return shape(rule(place[:, None], place))


MISTAKES = (
    twist("upper-triangle", "The upper triangle is True (triu): each position sees itself and "
          "the future, nothing of the past. The first row should be T F F.",
          rule=lambda q, k: k >= q),
    twist("diagonal-excluded", "The diagonal is False: no position sees itself, and the first "
          "row sees nothing at all, which becomes NaN in a softmax.", rule=lambda q, k: k < q),
    twist("inverted", "The mask is inverted, True and False are swapped: the future is visible, "
          "itself and the past are not. Here True means may attend.", rule=lambda q, k: k > q),
    twist("one-step-ahead", "Each position sees the next one too: the diagonal above the main "
          "one is True, and the answer leaks.", rule=lambda q, k: k <= q + 1),
    twist("window-of-two", "Each position sees itself and the one before, not the whole past.",
          rule=lambda q, k: (k == q) | (k == q - 1)),
    twist("flipped-upside-down", "The triangle is mirrored (flipped upside down): the first "
          "position sees the last.",
          rule=lambda q, k: k >= len(k) - 1 - q),
    twist("one-row-only", "It returns one row only, not a row for each query.",
          shape=lambda m: m[-1]),
)  # fmt: skip

SIGNS = (
    Sign("sees-the-future", "Some positions see the future: True stands right of the diagonal.",
         lambda a, g, w: g.shape == w.shape and g.bool().triu(1).any(), every=None),
    Sign("does-not-see-itself", "Some positions do not see themselves: False stands on the "
         "diagonal.", lambda a, g, w: g.shape == w.shape and not g.bool().diagonal().all(),
         every=None),
    Sign("past-hidden", "Part of the past is hidden: False stands left of the diagonal.",
         lambda a, g, w: g.shape == w.shape and (w & ~g.bool()).tril(-1).any()),
)  # fmt: skip

EXERCISE = Exercise(causal_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
