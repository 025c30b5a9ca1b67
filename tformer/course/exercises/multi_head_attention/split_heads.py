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


def variant(x, num_heads, cut="b t h f", order=(0, 2, 1, 3)):
    """split_heads with one switch for each thing that can go wrong: the axes that the last one is
    cut into, in a learner's order, and their order in the result."""
    sizes = dict(b=x.shape[0], t=x.shape[1], h=num_heads, f=x.shape[-1] // num_heads)
    return x.reshape([sizes[axis] for axis in cut.split()]).permute(order)


MISTAKES = (
    twist("view-without-transpose", "The shape is right, the numbers are not: x is cut into "
          "(batch, heads, len, d_head) at once, so a head gets whole stretches of the sentence "
          "instead of its block of each token's features. Split the last axis first, then swap "
          "axes 1 and 2.", cut="b h t f", order=(0, 1, 2, 3)),
    twist("not-transposed", "The features are split, but the heads stay behind the length: "
          "(batch, len, heads, d_head). Swap axes 1 and 2.", order=(0, 1, 2, 3)),
    twist("interleaved-heads", "Head i gets every num_heads-th feature, starting from the i-th: "
          "the heads are shuffled into each other like cards. Head i should get the i-th block "
          "of neighbouring features.", cut="b t f h", order=(0, 3, 1, 2)),
    twist("heads-and-head-size-swapped", "num_heads is used as the size of a head: there are "
          "d_model / num_heads heads of size num_heads.", cut="b t f h"),
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
