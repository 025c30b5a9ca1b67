"""Windows of a long text, and the same one token further: what a language model learns from."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign


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


MISTAKES = (
    Mistake("starts-one-late", "Both windows begin one token too late: x begins at starts[b] "
            "itself.", lambda ids, starts, length: next_token_batch(ids, starts + 1, length)),
    Mistake("starts-are-ends", "starts are taken for ends: the windows end where they should "
            "begin.", lambda ids, starts, length: next_token_batch(ids, starts - length, length)),
    Mistake("places-returned", "It returns places in the text, not the ids that stand there.",
            lambda ids, *others: next_token_batch(torch.arange(len(ids)), *others)),
    Mistake("one-tensor", "It returns one tensor with both stacked; two were asked for.",
            lambda *given: torch.stack(next_token_batch(*given))),
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
    Sign("last-target-wrong", "x is right, and y but for its last column: a window that is shifted "
         "within itself has no next token left there. It stands in ids.",
         lambda a, g, w: torch.equal(g[0], w[0]) and torch.equal(g[1][:, :-1], w[1][:, :-1])),
    Sign("targets-wrong", "x is right, y is not: it should be the same window one token further.",
         lambda a, g, w: _both(g) and torch.equal(g[0], w[0])),
    Sign("not-one-apart", "x and y are not the windows at starts and one token further.",
         lambda a, g, w: _both(g), every=False),
)  # fmt: skip

EXERCISE = Exercise(next_token_batch, HINTS, CASES, MISTAKES, signs=SIGNS)
