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


def variant(size, rule="lower", form=None, shape=None):
    """causal_mask with one switch for each thing that can go wrong."""
    q, k = torch.arange(size)[:, None], torch.arange(size)[None, :]
    mask = {
        "lower": lambda: k <= q,
        "upper": lambda: k >= q,
        "strictly lower": lambda: k < q,
        "strictly upper": lambda: k > q,
        "one ahead": lambda: k <= q + 1,
        "neighbours": lambda: (k == q) | (k == q - 1),
        "anti lower": lambda: k >= size - 1 - q,
    }[rule]()
    mask = form(mask) if form else mask
    return shape(mask) if shape else mask


MISTAKES = (
    twist("upper-triangle", "The upper triangle is True (triu): each position sees itself and "
          "the future, nothing of the past. The first row should be T F F.", rule="upper"),
    twist("diagonal-excluded", "The diagonal is False: no position sees itself, and the first "
          "row sees nothing at all, which becomes NaN in a softmax.", rule="strictly lower"),
    twist("inverted", "The mask is inverted, True and False are swapped: the future is visible, "
          "itself and the past are not. Here True means may attend.", rule="strictly upper"),
    twist("one-step-ahead", "Each position sees the next one too: the diagonal above the main "
          "one is True, and the answer leaks.", rule="one ahead"),
    twist("window-of-two", "Each position sees itself and the one before, not the whole past.",
          rule="neighbours"),
    twist("flipped-upside-down", "The triangle is mirrored (flipped upside down): the first "
          "position sees the last.",
          rule="anti lower"),
    twist("float-mask", "The mask is made of 0.0 and 1.0, not of booleans: added to scores it "
          "would hide nothing.", form=lambda m: m.float()),
    twist("additive-form", "It returns 0 and -inf to be added to scores; asked for was a boolean "
          "mask.", form=lambda m: torch.zeros(m.shape).masked_fill(~m, -torch.inf)),
    twist("extra-axis-in-front", "There is an axis too many in front: (1, size, size).",
          shape=lambda m: m[None]),
    twist("extra-axes-in-front", "There are two axes too many in front: (1, 1, size, size).",
          shape=lambda m: m[None, None]),
    twist("one-too-large", "The mask is (size + 1, size + 1): one row and one column too many.",
          shape=lambda m: variant(len(m) + 1)),
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
