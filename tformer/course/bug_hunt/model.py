"""The patients' model: a small Transformer of which some steps are functions, healthy ones here.

A decoder alone or, with ``src_vocab``, an encoder-decoder. `suspects` has the same steps broken.
"""

import math

import torch
from torch import nn


def places(length, width):
    """Waves (length, width): a row for each place."""
    angles = torch.arange(length)[:, None] / 10_000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


def embed(words, ids, waves):
    """Vectors (B, T, D) that know which word they are and where it stands."""
    x = words(ids) * math.sqrt(words.embedding_dim)
    return x + waves


def own_mask(ids, pad, training):
    """(B, 1, T, T), True where a word may look: no padding, and nothing that comes later."""
    past = torch.ones(ids.size(1), ids.size(1)).tril().bool()
    return (ids != pad)[:, None, None, :] & past


def source_mask(src, pad):
    """True where source words (B, S) may look at source words, for (B, H, S, S)."""
    return (src != pad)[:, None, None, :]


def cross_mask(src, ids, pad):
    """True where target words (B, T) may look at source words (B, S), for (B, H, T, S)."""
    return (src != pad)[:, None, None, :]


def scores(q, k):
    """Scores (B, H, T, S) of queries (B, H, T, Dh) and keys (B, H, S, Dh)."""
    return q @ k.mT / math.sqrt(q.size(-1))


def merge_heads(x):
    """(batch, heads, len, d_head) -> (batch, len, heads * d_head), heads side by side."""
    return x.transpose(1, 2).flatten(2)


def norms(width, count):
    """As many layer norms as a layer has sublayers."""
    return nn.ModuleList(nn.LayerNorm(width) for _ in range(count))


def tie(words, head):
    """The last layer, which says words by the table that reads them."""
    head.weight = words.weight
    return head


STEPS = {step.__name__: step for step in (places, embed, own_mask, source_mask, cross_mask, scores,
                                          merge_heads, norms, tie)}  # fmt: skip


class Attention(nn.Module):
    def __init__(self, width, heads, steps):
        super().__init__()
        self.heads, self.steps = heads, steps
        self.q, self.k, self.v, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, memory, mask):
        q, k, v = (
            layer(y).view(len(y), y.size(1), self.heads, -1).transpose(1, 2)
            for layer, y in ((self.q, x), (self.k, memory), (self.v, memory))
        )
        scores = self.steps["scores"](q, k).masked_fill(~mask, -math.inf)
        weights = scores.softmax(-1).nan_to_num()  # a row that may look at nothing gets zeros
        return self.out(self.steps["merge_heads"](weights @ v))


class Layer(nn.Module):
    def __init__(self, width, heads, steps, crossed):
        super().__init__()
        self.own = Attention(width, heads, steps)
        self.cross = Attention(width, heads, steps) if crossed else None
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.norms = steps["norms"](width, 2 + crossed)

    def forward(self, x, mask, memory=None, memory_mask=None):
        y = self.norms[0](x)
        x = x + self.own(y, y, mask)
        if self.cross is not None:
            x = x + self.cross(self.norms[2](x), memory, memory_mask)
        return x + self.down(torch.relu(self.up(self.norms[1](x))))


class Model(nn.Module):
    """``steps`` are functions that stand in the place of the healthy ones of their names."""

    def __init__(self, vocab=13, src_vocab=None, width=32, heads=4, layers=1, pad=0, **steps):
        super().__init__()
        self.pad, self.width, self.steps = pad, width, STEPS | steps
        self.words = nn.Embedding(vocab, width)
        self.src_words = nn.Embedding(src_vocab, width) if src_vocab else None
        crossed = src_vocab is not None
        parts = width, heads, self.steps
        self.encoder = nn.ModuleList(Layer(*parts, False) for _ in range(layers * crossed))
        self.decoder = nn.ModuleList(Layer(*parts, crossed) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        for table in filter(None, (self.words, self.src_words)):
            nn.init.normal_(table.weight, std=0.5 * width**-0.5)
        self.head = self.steps["tie"](self.words, nn.Linear(width, vocab, bias=False))

    def read(self, words, ids):
        return self.steps["embed"](words, ids, self.steps["places"](ids.size(1), self.width))

    def forward(self, *ids):
        *src, ids = ids
        memory = memory_mask = None
        if src:
            memory = self.read(self.src_words, *src)
            mask = self.steps["source_mask"](*src, self.pad)
            for layer in self.encoder:
                memory = layer(memory, mask)
            memory_mask = self.steps["cross_mask"](*src, ids, self.pad)
        x = self.read(self.words, ids)
        mask = self.steps["own_mask"](ids, self.pad, self.training)
        for layer in self.decoder:
            x = layer(x, mask, memory, memory_mask)
        return self.head(self.last(x))
