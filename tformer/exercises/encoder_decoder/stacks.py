"""Whole stacks to try: vectors of tokens, layers that can be told apart, and wrong ways up."""

from functools import partial

import torch

from ..checker.samples import normal
from .parts import Attention, Norm

COUNTS = {"all": lambda layers: layers, "first": lambda layers: layers[:1],
          "last": lambda layers: layers[-1:], "all but the last": lambda layers: layers[:-1],
          "all but the first": lambda layers: layers[1:], "none": lambda layers: layers[:0],
          "reversed": lambda layers: layers[::-1], "twice": lambda layers: [*layers, *layers],
          "first again": lambda layers: [layers[0]] * len(layers)}  # fmt: skip
MASKS = {"as given": lambda mask: mask, "none": lambda mask: None, "inverted": lambda mask: ~mask}


class Table(torch.nn.Module):
    """Vectors of tokens and, added to them, of places: fixed numbers."""

    def __init__(self, vocab, width, seed=0, dtype=torch.float32):
        super().__init__()
        self.tokens = normal(vocab, width, seed=seed, dtype=dtype)
        self.places = normal(32, width, seed=seed + 1, scale=0.3, dtype=dtype)

    def forward(self, ids):
        return self.tokens[ids] + self.places[: ids.shape[-1]]


class Scores(torch.nn.Module):
    """One linear map from vectors to the scores of a vocabulary."""

    def __init__(self, width, vocab, seed=0, dtype=torch.float32):
        super().__init__()
        self.weight = normal(width, vocab, seed=seed, dtype=dtype)

    def forward(self, x):
        return x @ self.weight


class EncoderLayer(torch.nn.Module):
    """Half a layer is enough to tell one from another: attention of the normed x is added."""

    def __init__(self, width, seed=0, dtype=torch.float32):
        super().__init__()
        self.norm, self.attend = Norm(width, seed, dtype), Attention(width, seed + 1, dtype)

    def forward(self, x, mask=None):
        h = self.norm(x)
        return x + self.attend(h, h, mask)


class DecoderLayer(torch.nn.Module):
    """Attention to the target, then to the memory."""

    def __init__(self, width, seed=0, dtype=torch.float32):
        super().__init__()
        self.own = EncoderLayer(width, seed, dtype)
        self.norm, self.cross = Norm(width, seed + 2, dtype), Attention(width, seed + 3, dtype)

    def forward(self, x, memory, mask=None, memory_mask=None):
        x = self.own(x, mask)
        return x + self.cross(self.norm(x), memory, memory_mask)


def up(x, layers, norm, through="each the last", residual=False, normed="at the end"):
    """The way up a stack of layers, functions of one tensor; or one of the wrong ways."""
    start = x
    x = norm(x) if normed in ("before", "both ends") else x
    for layer in layers:
        if normed == "before every layer":
            x = norm(x)
        y = layer(start if through == "each the first" else x)
        x = x + y if residual or through == "summed" else y
        x = norm(x) if normed in ("after every layer", "after every layer and at the end") else x
    ends = ("at the end", "both ends", "after every layer and at the end", "twice",
            "before every layer")  # fmt: skip
    x = norm(x) if normed in ends else x
    return norm(x) if normed == "twice" else x


WAYS_UP = (
    ("norm-left-out", "The norm at the end is missing.", {"normed": "never"}),
    ("norm-before-the-layers", "The norm stands before the first layer; it belongs after the last "
     "one.", {"normed": "before"}),
    ("norm-at-both-ends", "A norm stands before the first layer and after the last; only the last "
     "one belongs there.", {"normed": "both ends"}),
    ("norm-after-every-layer", "The norm stands inside the loop, after every layer; it comes once, "
     "behind the loop.", {"normed": "after every layer"}),
    ("norm-after-every-layer-and-at-the-end", "The norm comes after every layer and once more at "
     "the end; it comes once, behind the loop.", {"normed": "after every layer and at the end"}),
    ("norm-before-every-layer", "The norm stands inside the loop, before every layer; the layers "
     "have norms of their own, and this one comes once, behind the loop.",
     {"normed": "before every layer"}),
    ("norm-twice", "The norm is applied twice at the end.", {"normed": "twice"}),
    ("each-layer-starts-from-the-embedding", "Every layer gets the same x, that of the embedding, "
     "so that only the last layer counts: each one reads what the one before it has made.",
     {"through": "each the first"}),
    ("residual-around-the-layers", "x is added to what each layer returns: the layers add it "
     "themselves, so it counts twice.", {"residual": True}),
    ("first-layer-only", "Only the first layer is called.",
     {"count": "first"}),
    ("last-layer-left-out", "All but the last layer are called.", {"count": "all but the last"}),
    ("first-layer-left-out", "All but the first layer are called.", {"count": "all but the first"}),
    ("no-layers", "No layer is called.", {"count": "none"}),
    ("layers-reversed", "The layers are called in reversed order, the last one first.",
     {"count": "reversed"}),
    ("layers-twice", "The whole stack is passed twice.", {"count": "twice"}),
    ("first-layer-again-and-again", "The first layer is called as often as there are layers; each "
     "has weights of its own.", {"count": "first again"}),
)  # fmt: skip


def with_masks(layer, *others):
    """A layer as a function of x alone."""
    return partial(_call, layer, others)


def _call(layer, others, x):
    return layer(x, *others)
