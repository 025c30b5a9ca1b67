"""Cutting the features into heads."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import normal
from .axes import cut_and_turned, known_again


def split_heads(x, num_heads):
    batch, length, d_model = x.shape
    x = x.reshape(batch, length, num_heads, d_model // num_heads)
    return x.transpose(1, 2)


HINTS = (
    "Nothing is computed here: every number of x moves to one place of the result. Say for one "
    "token where its d_model features go.",
    "The features of one token are cut into num_heads blocks of d_model // num_heads. So first "
    "split the last axis into two: (batch, len, heads, d_head).",
    "Then the heads must stand before the length: that is a swap of axes 1 and 2. Asking view or "
    "reshape for (batch, heads, len, d_head) at once gives that shape with the wrong numbers.",
    "x.reshape(batch, length, num_heads, d_model // num_heads).transpose(1, 2)",
)

CASES = (
    Case(lambda: (torch.arange(1.0, 9).view(1, 2, 4), 2), "one sentence of two tokens with four "
         "features each, two heads"),
    Case(lambda: (normal(4, 3, 5, seed=2), 1), "one head: the head axis is there all the same",
         ("one-head",)),
    Case(lambda: (normal(3, 2, 4, seed=3), 4), "heads of size one", ("heads-of-size-one",)),
    Case(lambda: (normal(3, 1, 8, seed=4), 4), "sentences of one token", ("length-one",)),
    Case(lambda: (normal(2, 3, 20, seed=5, dtype=torch.float64), 5), "2 sentences, 3 tokens, 5 "
         "heads of size 4, in float64", ("float64",)),
    Case(lambda: (normal(2, 6, 3, seed=6).mT, 2), "a transposed (non-contiguous) input",
         ("non-contiguous",)),
)  # fmt: skip


def variant(x, num_heads, cut="b t h f", order=(0, 2, 1, 3), heads=None, after=None):
    """split_heads with one switch for each thing that can go wrong."""
    size = x.shape[-1] // num_heads
    sizes = dict(b=x.shape[0], t=x.shape[1], h=num_heads, f=size)
    if cut == "interleaved":
        y = x.reshape(*x.shape[:2], size, num_heads).mT
    elif cut == "features first":
        y = x.mT.reshape(x.shape[0], num_heads, x.shape[1], size).transpose(1, 2)
    else:
        y = x.reshape([sizes[axis] for axis in cut.split()])
    y = heads(y) if heads else y
    y = y.permute(order)
    return after(y) if after else y


MISTAKES = (
    twist("view-without-transpose", "The shape is right, the numbers are not: x is cut into "
          "(batch, heads, len, d_head) at once, so a head gets whole stretches of the sentence "
          "instead of its block of each token's features. Split the last axis first, then swap "
          "axes 1 and 2.", cut="b h t f", order=(0, 1, 2, 3)),
    twist("not-transposed", "The features are split, but the heads stay behind the length: "
          "(batch, len, heads, d_head). Swap axes 1 and 2.", order=(0, 1, 2, 3)),
    twist("interleaved-heads", "Head i gets every num_heads-th feature, starting from the i-th: "
          "the heads are shuffled into each other like cards. Head i should get the i-th block "
          "of neighbouring features.", cut="interleaved"),
    twist("heads-and-head-size-swapped", "num_heads is used as the size of a head: there are "
          "d_model / num_heads heads of size num_heads.", cut="b t f h"),
    twist("transposed-before-the-cut", "x is transposed to (batch, d_model, len) and then cut "
          "into (batch, heads, len, d_head): features and positions are mixed.",
          cut="features first"),
    twist("last-axes-swapped", "The last two axes are swapped (transposed): (batch, heads, "
          "d_head, len). That is how the keys enter the product later, not how heads are split.",
          order=(0, 2, 3, 1)),
    twist("heads-first", "The heads come before the batch: (heads, batch, len, d_head). "
          "torch.stack of the blocks does that; it needs dim=1.", order=(2, 0, 1, 3)),
    twist("heads-into-batch", "Heads and batch are joined into one axis: (batch * heads, len, "
          "d_head).", after=lambda y: y.reshape(-1, *y.shape[2:])),
    twist("heads-along-the-length", "The blocks are set one after another along the length: "
          "(batch, heads * len, d_head). The heads need an axis of their own.",
          after=lambda y: y.flatten(1, 2)),
    twist("every-head-gets-everything", "Each head gets all d_model features; it should get only "
          "its own block of d_model / num_heads.",
          heads=lambda y: y.flatten(2)[:, :, None].expand(-1, -1, y.shape[2], -1)),
    twist("same-block-for-all", "Each head gets the first block of features.",
          heads=lambda y: y[:, :, :1].expand_as(y)),
    twist("heads-reversed", "The heads come in reversed order: head 0 holds the last block.",
          heads=lambda y: y.flip(2)),
    twist("list-of-heads", "It returns the heads one by one (chunk and split do that); asked for "
          "was one tensor: torch.stack(..., dim=1).", after=lambda y: tuple(y.unbind(1))),
    twist("extra-axis", "There is a new head axis of size one, but the features are not split.",
          after=lambda y: y.transpose(1, 2).flatten(2)[:, None]),
    twist("batch-and-heads-swapped-in-place", "The shape is put right by a last reshape, which "
          "hides that the axes were in the wrong order: entries end up in the wrong head.",
          order=(2, 0, 1, 3), after=lambda y: y.reshape(y.shape[1], y.shape[0], *y.shape[2:])),
)  # fmt: skip


def _axes(args, got, want):
    if got.numel() == 1 or got.ndim < 3:
        return None
    x, heads = args
    sizes = dict(b=x.shape[0], t=x.shape[1], h=heads, f=x.shape[-1] // heads)
    return cut_and_turned(x, sizes, got)


def _moved(args, got, want):
    """Every entry of got is one of x."""
    return torch.isin(got, args[0]).all() and got.numel() == want.numel()


SIGNS = (
    *known_again(MISTAKES, variant),
    Sign("axes-out-of-order", "All numbers are there, but the axes are not taken in the right "
         "order.", _axes),
    Sign("wrong-features", "Each head's vector comes from the right token, but it is not the "
         "head's block of features.", lambda a, g, w: _moved(a, g, w) and g.shape == w.shape),
    Sign("left-empty", "Part of the result is zeros: not every head is put into its place.",
         lambda a, g, w: bool(((g == 0) & (w != 0)).any())),
)  # fmt: skip

EXERCISE = Exercise(split_heads, HINTS, CASES, MISTAKES, variant, SIGNS)
