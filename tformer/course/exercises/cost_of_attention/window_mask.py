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

# fmt: off
CASES = (
    Case(lambda: (5, 2), "five positions, a window of two: itself and the one before"),
    Case(lambda: (8, 3), "eight positions, a window of three", ("longer",)),
    Case(lambda: (4, 7), "a window larger than the size: nothing of the past is hidden",
         ("wide-window",)),
    Case(lambda: (6, 1), "a window of one: each position sees itself only", ("window-one",)),
    Case(lambda: (1, 1), "one position: it sees itself", ("length-one",)),
)
# fmt: on

RULES = {
    "window": lambda back, q, k, w, n: (back >= 0) & (back < w),
    "one more": lambda back, q, k, w, n: (back >= 0) & (back <= w),
    "two more": lambda back, q, k, w, n: (back >= 0) & (back <= w + 1),
    "one less": lambda back, q, k, w, n: (back >= 0) & (back < w - 1),
    "twice": lambda back, q, k, w, n: (back >= 0) & (back < 2 * w),
    "half": lambda back, q, k, w, n: (back >= 0) & (back <= w // 2),
    "past only": lambda back, q, k, w, n: (back > 0) & (back <= w),
    "past only, short": lambda back, q, k, w, n: (back > 0) & (back < w),
    "both sides": lambda back, q, k, w, n: back.abs() < w,
    "both sides, more": lambda back, q, k, w, n: back.abs() <= w,
    "centred": lambda back, q, k, w, n: back.abs() <= w // 2,
    "future too": lambda back, q, k, w, n: back < w,
    "future too, more": lambda back, q, k, w, n: back <= w,
    "tril of the window": lambda back, q, k, w, n: back > -w,
    "causal": lambda back, q, k, w, n: back >= 0,
    "transposed": lambda back, q, k, w, n: (back <= 0) & (back > -w),
    "transposed, more": lambda back, q, k, w, n: (back <= 0) & (back >= -w),
    "far past": lambda back, q, k, w, n: back >= w,
    "far past, more": lambda back, q, k, w, n: back >= w - 1,
    "one ahead": lambda back, q, k, w, n: (back >= -1) & (back < w - 1),
    "one ahead besides": lambda back, q, k, w, n: (back >= -1) & (back < w),
    "first keys": lambda back, q, k, w, n: (back >= 0) & (k < w),
    "first keys for all": lambda back, q, k, w, n: (k < w) & (q >= 0),
    "last keys": lambda back, q, k, w, n: (k >= n - w) & (q >= 0),
    "last keys, causal": lambda back, q, k, w, n: (k >= n - w) & (back >= 0),
    "blocks": lambda back, q, k, w, n: q // w == k // w,
    "blocks, causal": lambda back, q, k, w, n: (q // w == k // w) & (back >= 0),
    "two blocks": lambda back, q, k, w, n: (back >= 0) & (q // w - k // w <= 1),
    "every w-th": lambda back, q, k, w, n: (back >= 0) & (back % w == 0),
    "round": lambda back, q, k, w, n: back % n < w,
    "the edge": lambda back, q, k, w, n: back == w - 1,
    "one before the edge": lambda back, q, k, w, n: back == w,
    "only itself": lambda back, q, k, w, n: back == 0,
    "itself and previous": lambda back, q, k, w, n: (back == 0) | (back == 1),
    "full windows": lambda back, q, k, w, n: (back >= 0) & (back < w) & (q >= w - 1),
    "first rows free": lambda back, q, k, w, n: ((back >= 0) & (back < w)) | ((q < w) & (k < w)),
    "window one free": lambda back, q, k, w, n: (back >= 0) & ((back < w) | torch.tensor(w == 1)),
    "all": lambda back, q, k, w, n: (back >= 0) | (back < 0),
    "none": lambda back, q, k, w, n: (back >= 0) & (back < 0),
    "mirrored": lambda back, q, k, w, n: (q + k - n + 1 >= 0) & (q + k - n + 1 < w),
    "upside down": lambda back, q, k, w, n: (n - 1 - q - k >= 0) & (n - 1 - q - k < w),
    "sum": lambda back, q, k, w, n: q + k < w,
    "always three": lambda back, q, k, w, n: (back >= 0) & (back < 3),
}  # fmt: skip


def variant(size, window, rule="window", form=None, shape=None):
    """window_mask with one switch for each thing that can go wrong."""
    q, k = torch.arange(size)[:, None], torch.arange(size)[None, :]
    mask = RULES[rule](q - k, q, k, window, size)
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


# fmt: off
MISTAKES = (
    twist("window-one-too-wide", "The window is one too wide (off by one, <= for <): each position "
          "sees itself and `window` keys before it. The window counts the position itself.",
          rule="one more"),
    twist("window-two-too-wide", "The window is two too wide.", rule="two more"),
    twist("window-one-too-narrow", "The window is one too narrow (off by one): with a window of "
          "one nobody sees anything, not even itself.", rule="one less"),
    twist("window-doubled", "The window is twice as wide as it should be.", rule="twice"),
    twist("window-halved", "The window reaches back half as far: it is no window around the "
          "position, all of it lies in the past.", rule="half"),
    twist("itself-excluded", "The diagonal is False: each position sees the `window` keys before "
          "it, but not itself, and the first row sees nothing.", rule="past only"),
    twist("itself-excluded-and-narrow", "The diagonal is False: each position sees the window - 1 "
          "keys before it, but not itself, and the first row sees nothing.",
          rule="past only, short"),
    twist("symmetric", "The window reaches to both sides (symmetric): the future is visible. It "
          "must be causal too: 0 <= query position - key position.", rule="both sides"),
    twist("symmetric-and-wide", "The window reaches to both sides (symmetric), and it is one too "
          "wide (<= for <): the future is visible.", rule="both sides, more"),
    twist("centred", "The window is centred on the position, half of it on either side "
          "(symmetric): the future is visible.", rule="centred"),
    twist("future-visible", "There is no causal half: what is too far back is hidden, but all of "
          "the future is visible.", rule="future too"),
    twist("future-visible-and-wide", "There is no causal half, and the window is one too wide: "
          "what is too far back is hidden, but all of the future is visible.",
          rule="future too, more"),
    twist("tril-of-the-window", "The whole past is visible, and window - 1 positions of the "
          "future: tril(window - 1) moves the edge the wrong way. tril() hides the future, triu(1 "
          "- window) the far past.", rule="tril of the window"),
    twist("no-window", "It is the plain causal mask: the whole past is visible, the window has no "
          "effect.", rule="causal"),
    twist("transposed", "The mask is transposed: each position sees itself and the ones after it. "
          "Rows are queries, columns are keys.", rule="transposed"),
    twist("transposed-and-wide", "The mask is transposed, each position sees itself and the ones "
          "after it, and the window is one too wide.", rule="transposed, more"),
    twist("inverted", "The mask is inverted, True and False are swapped: here True means may "
          "attend.", form=torch.logical_not),
    twist("only-beyond-the-window", "Each position sees what lies beyond its window, the far past, "
          "not what lies in it: the comparison with the window is inverted.", rule="far past"),
    twist("from-the-edge-on", "Each position sees the far past from the edge of its window on: the "
          "comparison with the window is inverted.", rule="far past, more"),
    twist("one-step-ahead", "The window is shifted by one into the future: each position sees the "
          "next one.", rule="one ahead"),
    twist("one-ahead-besides", "Each position sees the next one besides its window: the future is "
          "visible.", rule="one ahead besides"),
    twist("first-keys-only", "The window stands still: only the first `window` keys are visible, "
          "to everybody. It should move along with the query.", rule="first keys"),
    twist("first-keys-for-all", "The window stands still: the first `window` keys are visible, to "
          "everybody and even from before them.", rule="first keys for all"),
    twist("last-keys-for-all", "The window stands still: the last `window` keys are visible, to "
          "everybody.", rule="last keys"),
    twist("last-keys-causal", "The window stands still: only the last `window` keys are visible. "
          "It should move along with the query.", rule="last keys, causal"),
    twist("blocks", "The positions are cut into blocks of `window` that see each other: the first "
          "of a block does not see its neighbour before, and the future is visible. The window "
          "should slide.", rule="blocks"),
    twist("blocks-causal", "The positions are cut into blocks of `window`: the first of a block "
          "does not see its neighbour before. The window should slide.", rule="blocks, causal"),
    twist("two-blocks", "Each position sees its block of `window` positions and the whole block "
          "before: that is what a blockwise version loads, but most of it must be masked.",
          rule="two blocks"),
    twist("dilated", "Each position sees every window-th key of its past (a dilated, or strided, "
          "pattern), not its neighbours.", rule="every w-th"),
    twist("wraps-round", "The window wraps round: the first positions see the last ones (modulo "
          "size, or a roll). Before the first position there is nothing.", rule="round"),
    twist("edge-only", "Each position sees one key only, the one at the far edge of its window.",
          rule="the edge"),
    twist("one-beyond-the-edge-only", "Each position sees one key only, the first one beyond its "
          "window.", rule="one before the edge"),
    twist("only-itself", "Each position sees itself only, whatever the window.",
          rule="only itself"),
    twist("itself-and-previous", "Each position sees itself and the one before, whatever the "
          "window.", rule="itself and previous"),
    twist("window-always-three", "The window is always 3, whatever `window` says.",
          rule="always three"),
    twist("first-rows-empty", "The first rows are empty: positions with fewer than `window` keys "
          "before and at them see nothing. They see what there is.", rule="full windows"),
    Mistake("negative-slice", "A slice begins at a negative number, i - window + 1, and counts "
            "from the end: the first rows are empty. Take max(0, i - window + 1).", _sliced),
    Mistake("negative-columns", "A loop over the keys begins at a negative number, i - window + 1, "
            "and counts from the end: the window wraps round, the first rows see the last "
            "positions. Begin at max(0, i - window + 1).", _negative_columns),
    twist("first-rows-see-ahead", "The first `window` positions all see each other, the future "
          "too.", rule="first rows free"),
    twist("window-one-sees-all", "With a window of one the whole past is visible: x[-0:] is "
          "everything, not nothing.", rule="window one free"),
    twist("everything-visible", "Everything is True: nothing is hidden. Two conditions joined by "
          "`or` (|) do that; both must hold: &.", rule="all"),
    twist("nothing-visible", "Everything is False: nobody sees anything.", rule="none"),
    twist("flipped-left-right", "The band is mirrored (flipped left to right): it runs along the "
          "other diagonal.", rule="mirrored"),
    twist("flipped-upside-down", "The band is mirrored (flipped upside down): it runs along the "
          "other diagonal.", rule="upside down"),
    twist("sum-for-difference", "Query and key position are added up; how far back a key lies is "
          "their difference.", rule="sum"),
    twist("zeros-and-ones", "The mask is made of 0 and 1, not of booleans: ~ and masked_fill work "
          "differently on numbers.", form=lambda m: m.long()),
    twist("float-mask", "The mask is made of 0.0 and 1.0, not of booleans: added to scores it "
          "would hide nothing.", form=lambda m: m.float()),
    twist("additive-form", "It returns 0 and -inf to be added to scores; asked for was a boolean "
          "mask.", form=lambda m: torch.zeros(m.shape).masked_fill(~m, -torch.inf)),
    twist("additive-form-finite", "It returns 0 and a large negative number to be added to scores; "
          "asked for was a boolean mask.",
          form=lambda m: torch.zeros(m.shape).masked_fill(~m, -1e9)),
    twist("extra-axis-in-front", "There is an axis too many in front: (1, size, size).",
          shape=lambda m, w: m[None]),
    twist("extra-axes-in-front", "There are two axes too many in front: (1, 1, size, size).",
          shape=lambda m, w: m[None, None]),
    twist("one-too-large", "The mask is (size + 1, size + 1): one row and one column too many.",
          shape=lambda m, w: variant(len(m) + 1, w)),
    twist("one-too-small", "The mask is (size - 1, size - 1): one row and one column are missing.",
          shape=lambda m, w: m[1:, 1:]),
    twist("one-row-only", "It returns one row only, not a row for each query.",
          shape=lambda m, w: m[-1]),
    twist("first-rows-only", "It returns a row only for the positions with a full window; each "
          "position needs a row.", shape=lambda m, w: m[w - 1 :]),
    twist("band-only", "It returns the band alone, (size, window), one column for each place in "
          "the window; asked for was a column for each key.", shape=_band),
    twist("flat", "It returns a vector of size * size entries; asked for was a square.",
          shape=lambda m, w: m.flatten()),
    Mistake("size-and-window-swapped", "size and window are swapped: the mask is (window, window).",
            lambda size, window: variant(window, size)),
    Mistake("wide-window-fails", "It fails where the window is larger than the size: a diagonal "
            "that far back does not exist. Such a window hides nothing of the past.",
            _by_diagonals),
    Mistake("squeezed", "It squeezes the mask: with one position both axes disappear.",
            lambda size, window: variant(size, window).squeeze()),
)


def _square(look):
    """A sign for masks of the right shape."""
    return lambda a, g, w: g.shape == w.shape and bool(look(g.bool(), w, a[1]))


SIGNS = (
    Sign("sees-the-future", "Some positions see the future: True stands above the diagonal.",
         _square(lambda g, w, window: g.triu(1).any())),
    Sign("does-not-see-itself", "Some positions do not see themselves: False stands on the "
         "diagonal.", _square(lambda g, w, window: not g.diagonal().all())),
    Sign("sees-too-far-back", "Some positions see further back than their window.",
         _square(lambda g, w, window: g.tril(-window).any())),
    Sign("window-too-narrow", "Some positions see less than their window: keys that are near "
         "enough are hidden.", _square(lambda g, w, window: (w & ~g).any())),
    Sign("sees-the-future", "Some positions see the future: True stands above the diagonal.",
         _square(lambda g, w, window: g.triu(1).any()), every=False),
    Sign("sees-too-far-back", "Some positions see further back than their window.",
         _square(lambda g, w, window: g.tril(-window).any()), every=False),
    Sign("window-too-narrow", "Some positions see less than their window: keys that are near "
         "enough are hidden.", _square(lambda g, w, window: (w & ~g).any()), every=False),
)
# fmt: on

EXERCISE = Exercise(window_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
