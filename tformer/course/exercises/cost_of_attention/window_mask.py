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


def variant(size, window, rule=lambda d, w, k: (d >= 0) & (d < w), form=None, shape=None):
    """window_mask with one switch for each thing that can go wrong; d is how far back key k is."""
    k = torch.arange(size)
    mask = rule(k[:, None] - k, window, k)
    mask = form(mask) if form else mask
    return shape(mask, window) if shape else mask


def _by_diagonals(size, window):
    ones = [torch.ones(size - i, dtype=torch.bool).diag(-i) for i in range(window)]
    return torch.stack(ones).any(0)


def _sliced(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        mask[i, i - window + 1 : i + 1] = True
    return mask


def _negative_columns(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        for j in range(i - window + 1, i + 1):
            mask[i, j] = True
    return mask


def _band(mask, window):
    """The band alone, (size, window): what each query sees, not where it stands."""
    rows = [mask[i, max(0, i - window + 1) : i + 1] for i in range(len(mask))]
    return torch.stack([torch.nn.functional.pad(row, (window - len(row), 0)) for row in rows])


MISTAKES = (
    twist("transposed-and-wide", "The mask is transposed, each position sees itself and the ones "
          "after it, and the window is one too wide.", rule=lambda d, w, k: (d <= 0) & (d >= -w)),
    twist("window-one-too-wide", "The window is one too wide (off by one, <= for <): each position "
          "sees itself and `window` keys before it. The window counts the position itself.",
          rule=lambda d, w, k: (d >= 0) & (d <= w)),
    twist("window-one-too-narrow", "The window is one too narrow (off by one): with a window of "
          "one nobody sees anything, not even itself.",
          rule=lambda d, w, k: (d >= 0) & (d < w - 1)),
    twist("window-doubled", "The window is twice as wide as it should be.",
          rule=lambda d, w, k: (d >= 0) & (d < 2 * w)),
    twist("itself-excluded-and-narrow", "The diagonal is False: each position sees the window - 1 "
          "keys before it, but not itself, and the first row sees nothing.",
          rule=lambda d, w, k: (d > 0) & (d < w)),
    twist("future-visible", "There is no causal half: what is too far back is hidden, but all of "
          "the future is visible.", rule=lambda d, w, k: d < w),
    twist("tril-of-the-window", "The whole past is visible, and window - 1 positions of the "
          "future: tril(window - 1) moves the edge the wrong way. tril() hides the future, triu(1 "
          "- window) the far past.", rule=lambda d, w, k: d > -w),
    twist("no-window", "It is the plain causal mask: the whole past is visible, the window has no "
          "effect.", rule=lambda d, w, k: d >= 0),
    twist("transposed", "The mask is transposed: each position sees itself and the ones after it. "
          "Rows are queries, columns are keys.", rule=lambda d, w, k: (d <= 0) & (d > -w)),
    twist("inverted", "The mask is inverted, True and False are swapped: in this exercise True "
          "means may attend.", form=torch.logical_not),
    twist("one-step-ahead", "The window is shifted by one into the future: each position sees the "
          "next one.", rule=lambda d, w, k: (d >= -1) & (d < w - 1)),
    twist("one-ahead-besides", "Each position sees the next one besides its window: the future is "
          "visible.", rule=lambda d, w, k: (d >= -1) & (d < w)),
    twist("first-keys-only", "The window stands still: only the first `window` keys are visible, "
          "to everybody. It should move along with the query.",
          rule=lambda d, w, k: (d >= 0) & (k < w)),
    twist("last-keys-causal", "The window stands still: only the last `window` keys are visible. "
          "It should move along with the query.",
          rule=lambda d, w, k: (d >= 0) & (k >= len(k) - w)),
    twist("blocks", "The positions are cut into blocks of `window` that see each other: the first "
          "of a block does not see its neighbour before, and the future is visible. The window "
          "should slide.", rule=lambda d, w, k: (d + k) // w == k // w),
    twist("blocks-causal", "The positions are cut into blocks of `window`: the first of a block "
          "does not see its neighbour before. The window should slide.",
          rule=lambda d, w, k: ((d + k) // w == k // w) & (d >= 0)),
    twist("dilated", "Each position sees every window-th key of its past (a dilated, or strided, "
          "pattern), not its neighbours.", rule=lambda d, w, k: (d >= 0) & (d % w == 0)),
    twist("wraps-round", "The window wraps round: the first positions see the last ones (modulo "
          "size, or a roll). Before the first position there is nothing.",
          rule=lambda d, w, k: d % len(k) < w),
    twist("edge-only", "Each position sees one key only, the one at the far edge of its window.",
          rule=lambda d, w, k: d == w - 1),
    twist("window-always-three", "The window is always 3, whatever `window` says.",
          rule=lambda d, w, k: (d >= 0) & (d < 3)),
    twist("first-rows-empty", "The first rows are empty: positions with fewer than `window` keys "
          "before and at them see nothing. They see what there is.",
          rule=lambda d, w, k: (d >= 0) & (d < w) & (d + k >= w - 1)),
    Mistake("negative-slice", "A slice begins at a negative number, i - window + 1, and counts "
            "from the end: the first rows are empty. Take max(0, i - window + 1).", _sliced),
    Mistake("negative-columns", "A loop over the keys begins at a negative number, i - window + 1, "
            "and counts from the end: the window wraps round, the first rows see the last "
            "positions. Begin at max(0, i - window + 1).", _negative_columns),
    twist("window-one-sees-all", "With a window of one the whole past is visible: x[-0:] is "
          "everything, not nothing.",
          rule=lambda d, w, k: (d >= 0) & ((d < w) | torch.tensor(w == 1))),
    twist("everything-visible", "Everything is True: nothing is hidden. Two conditions joined by "
          "`or` (|) do that; both must hold: &.", rule=lambda d, w, k: (d >= 0) | (d < 0)),
    twist("flipped-left-right", "The band is mirrored (flipped left to right): it runs along the "
          "other diagonal.", form=lambda m: m.flip(-1)),
    twist("band-only", "It returns the band alone, (size, window), one column for each place in "
          "the window; asked for was a column for each key.", shape=_band),
    Mistake("wide-window-fails", "It fails where the window is larger than the size: a diagonal "
            "that far back does not exist. Such a window hides nothing of the past.",
            _by_diagonals),
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
