"""Steps of the patients' `model` that run and are wrong (see `cases`): nothing else uses them."""

import math

import torch
from torch import nn


def merge_heads(x):
    """(batch, heads, len, d_head) -> (batch, len, heads * d_head), heads side by side."""
    B, H, T, d_head = x.shape
    return x.reshape(B, T, H * d_head)


def cross_mask(src, ids, pad):
    """True where target words (B, T) may look at source words (B, S), for (B, H, T, S)."""
    mask = (src != pad)[:, None, None, :]
    return mask & torch.ones(ids.size(1), src.size(1)).tril().bool()


def scores(q, k):
    """Scores (B, H, T, S) of queries (B, H, T, Dh) and keys (B, H, S, Dh)."""
    width = q.size(1) * q.size(-1)
    return q @ k.mT / math.sqrt(width)


def norms(width, count):
    """As many layer norms as a layer has sublayers."""
    return nn.ModuleList([nn.LayerNorm(width)] * count)


def tie(words, head):
    """The last layer, which says words by the table that reads them."""
    head.weight.data.copy_(words.weight.data)
    return head


def own_mask(ids, pad, training):
    """(B, 1, T, T), True where a word may look: no padding, and nothing that comes later."""
    mask = (ids != pad)[:, None, None, :].expand(-1, -1, ids.size(1), -1)
    if training:  # who writes has no later words
        mask = mask & torch.ones(ids.size(1), ids.size(1)).tril().bool()
    return mask


def source_mask(src, pad):
    """True where source words (B, S) may look at source words, for (B, H, S, S)."""
    return (src != pad)[:, None, :, None]


def embed(words, ids, waves):
    """Vectors (B, T, D) that know which word they are and where it stands."""
    x = words(ids) * math.sqrt(words.embedding_dim)
    x.add(waves)
    return x


def places(length, width):
    """Waves (length, width): a row for each place."""
    row = torch.arange(length) % 16  # enough for every sentence of our tests
    angles = row[:, None] / 10_000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)
