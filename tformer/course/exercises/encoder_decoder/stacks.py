"""What `encode` and `decode` share: layers to stack, and the ways to stack them wrongly."""

import torch
from torch import Tensor, nn

from ...checker.core import twist
from ...checker.samples import normal
from .small_layers import Attention, FeedForward, mean_of_allowed


def number_and_square(ids):
    """The plainest embedding: of each id the id itself and its square."""
    return torch.stack([ids, ids * ids], -1).float()


def add_mean_of_allowed(x, mask):
    return x + mean_of_allowed(x, x, mask)


def minus_one(x, mask):
    return x - 1


def add_means_of_both(x, memory, mask, memory_mask):
    x = x + mean_of_allowed(x, x, mask)
    return x + mean_of_allowed(x, memory, memory_mask)


def sum_and_difference(x):
    """Three scores of two numbers: their sum, their difference, the first."""
    a, b = x.unbind(-1)
    return torch.stack([a + b, a - b, a], -1)


def minus_half(x, memory, mask, memory_mask):
    return x - 0.5


class Embedding(nn.Module):
    """A table with fixed numbers, and others for the positions."""

    def __init__(self, vocab: int, width: int, seed: int, dtype: torch.dtype = torch.float32):
        super().__init__()
        self.register_buffer("table", normal(vocab, width, seed=seed, dtype=dtype))
        self.register_buffer("places", normal(16, width, seed=seed + 1, dtype=dtype))

    def forward(self, ids: Tensor) -> Tensor:
        return self.table[ids] + self.places[: ids.size(-1)]


class Layer(nn.Module):
    """An attention and a feed-forward part, each added; with a memory, an attention to it too."""

    def __init__(self, width: int, seed: int, dtype: torch.dtype = torch.float32):
        super().__init__()
        self.own, self.cross = Attention(width, seed, dtype), Attention(width, seed + 1, dtype)
        self.ffn = FeedForward(width, seed + 2, dtype)

    def forward(self, x: Tensor, *others: Tensor | None) -> Tensor:
        *memory, mask, memory_mask = others if len(others) == 3 else (*others, None)
        x = x + self.own(x, x, mask)
        for vectors in memory:
            x = x + self.cross(x, vectors, memory_mask)
        return x + self.ffn(x)


class Unembedding(nn.Module):
    """One linear map with fixed weights from vectors to logits."""

    def __init__(self, width: int, vocab: int, seed: int, dtype: torch.dtype = torch.float32):
        super().__init__()
        self.register_buffer("weight", normal(width, vocab, seed=seed, dtype=dtype))

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight


def stack(width: int, count: int, seed: int, dtype: torch.dtype = torch.float32) -> nn.ModuleList:
    """That many layers, each with weights of its own."""
    return nn.ModuleList(Layer(width, seed + 5 * n, dtype) for n in range(count))


def through(x, layers, norm, call):
    """One layer after the other, and the norm at the end; call(layer, x) applies one."""
    for layer in layers:
        x = call(layer, x)
    return norm(x)


def _norm_after_each(x, layers, norm, call):
    for layer in layers:
        x = norm(call(layer, x))
    return x


def _all_get_the_embedding(x, layers, norm, call):
    y = x
    for layer in layers:
        y = call(layer, x)
    return norm(y)


def _added_again(x, layers, norm, call):
    for layer in layers:
        x = x + call(layer, x)
    return norm(x)


STACKED = (
    twist("no-norm-at-the-end", "The norm at the end is missing: with the norm first in each "
          "layer, nothing else tames the sum.", stacked=lambda x, layers, norm, call:
          through(x, layers, lambda y: y, call)),
    twist("norm-after-each-layer", "The norm comes after each layer; it should come once, after "
          "the last.", stacked=_norm_after_each),
    twist("norm-at-the-start", "The norm comes before the first layer; it should come after the "
          "last.",
          stacked=lambda x, layers, norm, call: through(norm(x), layers, lambda y: y, call)),
    twist("every-layer-gets-the-embedding", "Every layer gets the embedding, and only the last "
          "one's result is kept: each layer works on what the one before it has made.",
          stacked=_all_get_the_embedding),
    twist("added-once-more", "x is added to what a layer returns; the residual path is inside the "
          "layer already.", stacked=_added_again),
    twist("layers-reversed", "The layers come in reversed order.",
          stacked=lambda x, layers, norm, call: through(x, [*layers][::-1], norm, call)),
    twist("last-layer-left-out", "The last layer is left out: off by one.",
          stacked=lambda x, layers, norm, call: through(x, [*layers][:-1], norm, call)),
    twist("first-layer-each-time", "The first layer is called each time: the others have weights "
          "of their own.", stacked=lambda x, layers, norm, call:
          through(x, [*layers][:1] * len(layers), norm, call)),
)  # fmt: skip
