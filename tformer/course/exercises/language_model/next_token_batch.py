"""Windows of a long text, and the same one token further: what a language model learns from."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def next_token_batch(ids, starts, length):
    offsets = torch.arange(length, device=ids.device)
    places = starts[:, None] + offsets
    return ids[places], ids[places + 1]


HINTS = (
    "The text is one long row of ids. Row b of x is a window of it: `length` tokens from "
    "starts[b] on. Which token follows each of them?",
    "y is the same window one token further: from starts[b] + 1, also `length` long. So y[b, t] is "
    "the token after x[b, t].",
    "Row by row: ids[s : s + length] and ids[s + 1 : s + 1 + length], then torch.stack. Or all at "
    "once, with a table of places (len(starts), length).",
    "places = starts[:, None] + torch.arange(length); return ids[places], ids[places + 1].",
)


def _text(size, seed):
    """Ids that occur once each, so that it can be read where they come from."""
    return torch.randperm(size + 90, generator=torch.Generator().manual_seed(seed))[:size]


CASES = (
    Case(lambda: (torch.tensor([50, 31, 82, 13, 94, 25, 76, 67]), torch.tensor([0, 3]), 3),
         "a text of eight tokens, two windows of three; ids say nothing of places"),
    Case(lambda: (_text(80, 1), torch.tensor([7, 0, 12, 7]), 5), "four windows, in no order, one "
         "of them twice; they overlap", ("several-windows",)),
    Case(lambda: (_text(9, 2), torch.tensor([1, 4]), 4), "the last window that there is: its last "
         "target is the last token", ("last-window",)),
    Case(lambda: (_text(6, 3), torch.tensor([2]), 1), "one window of one token", ("length-one",)),
    Case(lambda: (_text(140, 4)[::2], torch.tensor([5, 2, 9]), 6), "every second token of another "
         "text (non-contiguous)", ("non-contiguous",)),
)  # fmt: skip


def _windows(ids, begins, length):
    """Rows of ids from these places on."""
    return ids[begins[:, None] + torch.arange(length)]


def variant(
    ids, starts, length, begin=None, x_by=0, y_by=1, x_size=0, y_size=0, y_row=None, give=None,
):  # fmt: skip
    """next_token_batch with one switch for each thing that can go wrong."""
    begins = begin(starts, ids, length) if begin else starts
    x = _windows(ids, begins + x_by, length + x_size)
    y = _windows(ids, begins + y_by, length + y_size)
    x, y = (x, y_row(y) if y_row else y)
    return give(x, y, ids, begins) if give else (x, y)


def _cut(ids, starts, length):
    rows = _windows(ids, starts, length)
    return rows[:, :-1], rows[:, 1:]


MISTAKES = (
    twist("targets-are-the-inputs", "x and y are the same: the model is asked for the token that "
          "it has just read, and learns to copy. y begins one token further.", y_by=0),
    twist("targets-one-back", "y is one token before x, not after it: the model is asked for the "
          "past.", y_by=-1),
    Mistake("starts-one-late", "Both windows begin one token too late: x begins at starts[b] "
            "itself.", lambda ids, starts, length: variant(ids, starts, length, x_by=1, y_by=2)),
    Mistake("cut-to-length-less-one", "Windows of `length` tokens are cut into [:-1] and [1:]: "
            "both are one too short. Take length + 1 tokens.", _cut),
    Mistake("one-too-long", "Both are one too long: length + 1 tokens are cut into two windows, "
            "not returned.", lambda ids, starts, length: variant(ids, starts, length, x_size=1,
                                                                 y_size=1)),
    twist("targets-one-short", "y is one shorter than x: a slice that begins one further has to "
          "end one further too.", y_size=-1),
    twist("starts-are-ends", "starts are taken for ends: the windows end where they should begin.",
          begin=lambda s, ids, n: s - n),
    twist("starts-are-block-numbers", "starts are multiplied by length, as numbers of blocks; they "
          "are places in the text.", begin=lambda s, ids, n: s * n),
    twist("starts-ignored", "starts are not used: the windows are blocks from the front of the "
          "text, one after the other.", begin=lambda s, ids, n: torch.arange(len(s)) * n),
    twist("first-start-for-all", "All rows are the window of the first start.",
          begin=lambda s, ids, n: s[:1].expand_as(s)),
    twist("targets-wrap-around", "y is x rolled by one: its last target is the first token of the "
          "window, not the one that follows it.", y_by=0, y_row=lambda x: x.roll(-1, 1)),
    twist("last-target-is-zero", "y ends with 0: the window that was shifted had no next token "
          "left. It stands in ids.", y_row=lambda y: torch.cat([y[:, :-1], 0 * y[:, :1]], 1)),
    twist("one-target-a-window", "y holds only the token after the window: each position of x has "
          "a target.", y_row=lambda y: y[:, -1]),
    twist("places-returned", "It returns places in the text, not the ids that stand there.",
          give=lambda x, y, ids, s: tuple(s[:, None] + torch.arange(x.shape[1]) + i
                                          for i in range(2))),
    twist("one-tensor", "It returns one tensor with both stacked; two were asked for.",
          give=lambda x, y, ids, s: torch.stack([x, y])),
)  # fmt: skip


def _places(args, part):
    """Where in the text the entries stand: ids occur once each; None if one is no id of it."""
    found = args[0][:, None] == part.flatten()
    if part.ndim != 2 or not part.numel() or not (found.sum(0) == 1).all():
        return None
    return found.int().argmax(0).view(part.shape)


def _both(got):
    return (
        isinstance(got, tuple | list)
        and len(got) == 2
        and all(isinstance(part, torch.Tensor) for part in got)
    )


def _shift(args, got, want):
    """x is right, and y at one distance from it, or at the last token (clamp) where that ends."""
    if not _both(got) or not torch.equal(got[0], want[0]) or got[1].shape != want[1].shape:
        return False
    mine = _places(args, got[1])
    if mine is None:
        return False
    size = len(args[0])  # who pads the text with its beginning goes round
    gap = (mine - _places(args, got[0])).remainder(size)
    free = gap[mine < size - 1] if (mine < size - 1).any() else gap.flatten()
    far = int(free[0]) if 2 * free[0] <= size else int(free[0]) - size
    held = (mine == size - 1) & (gap < far)
    return bool(((gap == free[0]) | held).all()) and far != 1 and f"It is {far} further."


def _begins(args, got, want):
    """y is one further than x, but the windows begin elsewhere."""
    if not _both(got):
        return False
    x, y = (_places(args, part) for part in got)
    if x is None or y is None or x.shape != y.shape or not torch.equal(x + 1, y):
        return False
    mine, right = x[:, 0].tolist(), args[1].tolist()
    return mine != right and f"They begin at {mine}; starts are {right}."


SIGNS = (
    Sign("lengths-do-not-match", "x and y have different shapes: each token that is read has one "
         "target.", lambda args, got, want: _both(got) and got[0].shape != got[1].shape),
    Sign("windows-begin-elsewhere", "y is one further than x, but the windows begin at other "
         "places than starts.", _begins),
    Sign("targets-at-another-distance", "x is right, but y is not one token further.", _shift),
    Sign("targets-wrong", "x is right, y is not: it should be the same window one token further.",
         lambda a, g, w: _both(g) and torch.equal(g[0], w[0])),
    Sign("not-one-apart", "x and y are not the windows at starts and one token further.",
         lambda a, g, w: _both(g), every=False),
)  # fmt: skip

EXERCISE = Exercise(next_token_batch, HINTS, CASES, MISTAKES, variant, SIGNS)
