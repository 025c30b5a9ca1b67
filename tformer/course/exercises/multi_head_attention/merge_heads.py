"""Putting the heads side by side again."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from .axes import cut_and_turned, known_again


def merge_heads(x):
    batch, heads, length, d_head = x.shape
    return x.transpose(1, 2).reshape(batch, length, heads * d_head)


HINTS = (
    "It undoes split_heads: merge_heads(split_heads(x, n)) gives x back, number by number.",
    "For one token the result holds head 0's features, then head 1's, and so on. So heads and "
    "d_head must be neighbours before they are joined.",
    "First swap axes 1 and 2: (batch, len, heads, d_head). Then join the last two. After a swap "
    "view complains about memory; reshape (or contiguous().view) does it.",
    "x.transpose(1, 2).reshape(batch, length, heads * d_head)",
)

CASES = (
    Case(lambda: (torch.arange(1.0, 9).view(1, 2, 2, 2),), "one sentence, two heads, two tokens, "
         "two features a head"),
    Case(lambda: (normal(4, 1, 3, 5, seed=2),), "one head", ("one-head",)),
    Case(lambda: (normal(3, 4, 2, 1, seed=3),), "heads of size one", ("heads-of-size-one",)),
    Case(lambda: (normal(3, 4, 1, 2, seed=4),), "sentences of one token", ("length-one",)),
    Case(lambda: (normal(2, 5, 3, 4, seed=5, dtype=torch.float64),), "2 sentences, 5 heads, 3 "
         "tokens, size 4, in float64", ("float64",)),
    Case(lambda: (normal(2, 4, 3, 2, seed=6).mT,), "a transposed (non-contiguous) input",
         ("non-contiguous",)),
)  # fmt: skip


def variant(x, order=(0, 2, 1, 3), join=lambda y: y.flatten(2)):
    """merge_heads with one switch for each thing that can go wrong."""
    y = x.permute(order)
    return join(y.reshape(x.shape[0], x.shape[2], x.shape[1], -1))


MISTAKES = (
    twist("merged-without-transposing-back", "The shape is right, the numbers are not: heads and "
          "length are not swapped back before the reshape, so a row holds several tokens of one "
          "head instead of all heads of one token.", order=(0, 1, 2, 3)),
    Mistake("view-after-transpose", "After transpose the entries do not lie in order in memory, "
            "and view cannot join axes across that: call contiguous() before it, or reshape.",
            lambda x: x.transpose(1, 2).view(x.shape[0], x.shape[2], -1)),
    twist("interleaved-heads", "The heads are shuffled into each other: feature 0 of every head, "
          "then feature 1 of every head. They should stand side by side, head after head.",
          order=(0, 2, 3, 1)),
    twist("not-joined", "Heads and length are swapped back, but the last two axes are not joined: "
          "(batch, len, heads, d_head).", join=lambda y: y),
    twist("heads-averaged", "The heads are averaged: (batch, len, d_head). Side by side they keep "
          "what each found.", join=lambda y: y.mean(2)),
)  # fmt: skip


def _axes(args, got, want):
    return cut_and_turned(args[0], dict(zip("bhtf", args[0].shape, strict=True)), got)


def _moved(args, got):
    return torch.isin(got, args[0]).all()


SIGNS = (
    *known_again(MISTAKES, variant),
    Sign("axes-out-of-order", "All numbers are there, but the axes are not taken in the right "
         "order.", _axes),
    Sign("features-lost", "Some numbers of x are missing in the result.",
         lambda a, g, w: _moved(a, g) and not torch.isin(a[0], g).all()),
    Sign("wrong-order-of-features", "Each row holds the features of one token, but not head after "
         "head.", lambda a, g, w: _moved(a, g) and g.shape == w.shape),
    Sign("left-empty", "Part of the result is zeros: not every head is put into its place.",
         lambda a, g, w: bool(((g == 0) & (w != 0)).any())),
    Sign("numbers-changed", "The result holds numbers that are not in x: nothing should be "
         "computed, entries only move.", lambda a, g, w: not _moved(a, g), every=False),
)  # fmt: skip

EXERCISE = Exercise(merge_heads, HINTS, CASES, MISTAKES, variant, SIGNS)
