"""The encoder: source ids in, one vector for each word out, the memory."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import integers
from . import stacks
from .small_layers import divide_by_largest, half_plus_one, layer_norm, padded


def encode(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return norm(x)


HINTS = (
    "Ids become vectors once, at the start. Then each layer works on what the one before it made.",
    "Every layer gets the same mask: layer(x, mask). Its residual paths are inside of it, so "
    "nothing is added here.",
    "With the norm first in each layer, what leaves the last one has never been normed: norm "
    "comes once, at the end.",
    "x = embed(src_ids); for layer in layers: x = layer(x, mask); return norm(x)",
)


def _made(ids, mask, width, count, seed, dtype=torch.float32):
    parts = stacks.Embedding(9, width, seed, dtype), stacks.stack(width, count, seed + 2, dtype)
    return ids, mask, *parts, layer_norm(width, seed + 1, dtype)


CASES = (
    Case(lambda: (torch.tensor([[2, 3, 0]]), padded(2, size=3), stacks.number_and_square,
                  [stacks.add_mean_of_allowed, stacks.minus_one], divide_by_largest),
         "two words and a padding; the vector of an id is the id and its square"),
    Case(lambda: _made(integers(9, 2, 4, seed=1), padded(4, 2, size=4), 6, 3, 11, torch.float64),
         "three layers with weights of their own, in float64; one sentence is padded",
         ("float64", "padding")),
    Case(lambda: (integers(9, 3, 5, seed=2), padded(5, 3, 1, size=5), stacks.Embedding(9, 4, 21),
                  stacks.stack(4, 2, 23), half_plus_one), "a norm that changes what is normed "
         "already", ("padding",)),
    Case(lambda: _made(integers(9, 2, 3, seed=3), None, 4, 2, 31), "no mask at all (None)",
         ("no-mask",)),
    Case(lambda: _made(integers(9, 3, 1, seed=4), padded(1, 1, 1, size=1), 4, 1, 41),
         "sentences of one word, one layer", ("length-one",)),
)  # fmt: skip


def variant(src_ids, mask, embed, layers, norm, stacked=stacks.through, allowed=lambda mask: mask):
    """encode with one switch for each thing that can go wrong."""
    return stacked(embed(src_ids), layers, norm, lambda layer, x: layer(x, allowed(mask)))


MISTAKES = (
    *stacks.STACKED,
    twist("mask-inverted", "The mask is inverted (~mask): True already means that a word may be "
          "read.", allowed=lambda mask: None if mask is None else ~mask),
)  # fmt: skip

SIGNS = (
    Sign("another-stack", "The memory is norm of what the last layer makes, each layer called once "
         "on what the one before it made. The result is not that: look at which layer gets what, "
         "and at what comes last.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip


EXERCISE = Exercise(encode, HINTS, CASES, MISTAKES, variant, SIGNS)
