"""The mask of windowed (local) attention: each position sees itself and a few before it."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def window_mask(size, window):
    position = torch.arange(size)
    back = position[:, None] - position
    return (back >= 0) & (back < window)


HINTS = (
    "Rows are queries, columns are keys. Draw five positions and a window of two: which keys does "
    "the first row see, which the last?",
    "Each position sees `window` keys, itself and the window - 1 before it; the first rows have "
    "fewer. How far back a key lies is query position - key position.",
    "Two conditions at once: not in the future, and not too far back. The table of distances "
    "comes from positions[:, None] - positions.",
    "back = positions[:, None] - positions; (back >= 0) & (back < window). Or tril() of a matrix "
    "of True, and triu(1 - window) of that.",
)

CASES = (
    Case(lambda: (5, 2), "five positions, a window of two: itself and the one before"),
    Case(lambda: (8, 3), "eight positions, a window of three", ("longer",)),
    Case(lambda: (4, 7), "a window larger than the size: nothing of the past is hidden",
         ("wide-window",)),
    Case(lambda: (6, 1), "a window of one: each position sees itself only", ("window-one",)),
    Case(lambda: (1, 1), "one position: it sees itself", ("length-one",)),
)  # fmt: skip


def variant(size, window, rule=lambda d, w, k: (d >= 0) & (d < w), form=torch.clone):
    """window_mask with one switch for each thing that can go wrong; d is how far back key k is."""
    k = torch.arange(size)
    return form(rule(k[:, None] - k, window, k))


def _sliced(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        mask[i, i - window + 1 : i + 1] = True
    return mask


MISTAKES = (
    twist("window-one-too-wide", "The window is one too wide (off by one, <= for <): each position "
          "sees itself and `window` keys before it. The window counts the position itself.",
          rule=lambda d, w, k: (d >= 0) & (d <= w)),
    twist("tril-of-the-window", "The whole past is visible, and window - 1 positions of the "
          "future: tril(window - 1) moves the edge the wrong way. tril() hides the future, triu(1 "
          "- window) the far past.", rule=lambda d, w, k: d > -w),
    twist("blocks-causal", "The positions are cut into blocks of `window`: the first of a block "
          "does not see its neighbour before. The window should slide.",
          rule=lambda d, w, k: ((d + k) // w == k // w) & (d >= 0)),
    twist("dilated", "Each position sees every window-th key of its past (a dilated, or strided, "
          "pattern), not its neighbours.", rule=lambda d, w, k: (d >= 0) & (d % w == 0)),
    twist("window-always-three", "The window is always 3, whatever `window` says.",
          rule=lambda d, w, k: (d >= 0) & (d < 3)),
    twist("transposed", "The mask is transposed: each position sees itself and the ones after it. "
          "Rows are queries, columns are keys.", form=torch.t),
    twist("inverted", "The mask is inverted, True and False are swapped: in this exercise True "
          "means may attend.", form=torch.logical_not),
    Mistake("negative-slice", "A slice begins at a negative number, i - window + 1, and counts "
            "from the end: the first rows are empty. Take max(0, i - window + 1).", _sliced),
)  # fmt: skip


def _square(look):
    """A sign for masks of the right shape."""
    return lambda a, g, w: g.shape == w.shape and bool(look(g.bool(), w, a[1]))


SIGNS = (
    Sign("sees-the-future", "Some positions see the future: True stands above the diagonal.",
         _square(lambda g, w, window: g.triu(1).any()), every=None),
    Sign("does-not-see-itself", "Some positions do not see themselves: False stands on the "
         "diagonal.", _square(lambda g, w, window: not g.diagonal().all())),
    Sign("sees-too-far-back", "Some positions see further back than their window.",
         _square(lambda g, w, window: g.tril(-window).any()), every=None),
    Sign("window-too-narrow", "Some positions see less than their window: keys that are near "
         "enough are hidden.", _square(lambda g, w, window: (w & ~g).any()), every=None),
)  # fmt: skip

EXERCISE = Exercise(window_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
