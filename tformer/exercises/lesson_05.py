"""Lesson 05: scaled dot-product attention."""

import math

import torch

from .core import Case, Exercise
from .mistakes_05_attention import MISTAKES
from .samples import normal
from .signs_05_attention import SIGNS
from .variant_05_attention import variant


def attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)  # a row of only -inf gave NaN: make it zeros
    return weights @ v, weights


HINTS = (
    "Four lines: the scores of every query with every key, the mask, a softmax, a weighted sum of "
    "the values. Write down the shape after each.",
    "scores has shape (..., query_len, key_len): q times k with its last two axes swapped, divided "
    "by the root of d_k, which is q.shape[-1]. Each query's weights over the keys sum to one.",
    "mask is True where attending is allowed: put -inf into the scores where it is False, before "
    "the softmax. A query that may attend to nothing then gets 0/0: make its weights zero.",
    "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]); masked_fill(~mask, -torch.inf); "
    "softmax(dim=-1); masked_fill(~mask, 0.0); return weights @ v, weights.",
)


def _qkv(*lead, t, s, d, d_v, seed, scale=1.0, dtype=torch.float32):
    return (
        normal(*lead, t, d, seed=seed, scale=scale, dtype=dtype),
        normal(*lead, s, d, seed=seed + 1, scale=scale, dtype=dtype),
        normal(*lead, s, d_v, seed=seed + 2, dtype=dtype),
    )


def _low_scores():
    """Allowed scores of -20480 and lower; the forbidden key is 3 above, no more, so that an answer
    that masks the exponentials and divides by their sum stays right."""
    q = torch.tensor([[256.0, 1.0, 0.0, 0.0], [512.0, 1.0, 0.0, 0.0]])
    k = torch.tensor([[-160.0, 6.0, 0, 0], [-160.0, 0.0, 0, 0], [-320.0, 0.0, 0, 0]])
    v = torch.tensor([[100.0, 1.0], [1.0, 2.0], [3.0, 5.0]])
    return q, k, v, torch.tensor([[False, True, True]])


def _padded():
    mask = torch.ones(2, 1, 1, 5, dtype=torch.bool)
    mask[0, :, :, 3:] = False
    return *_qkv(2, 3, t=4, s=5, d=7, d_v=6, seed=10), mask


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 0.0]]),
                  torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]]),
                  torch.tensor([[1.0, 10.0], [2.0, 20.0], [4.0, 30.0]])),
         "two queries, three keys, d_k = 4, no mask"),
    Case(lambda: _qkv(3, 3, t=3, s=3, d=3, d_v=3, seed=3), "all sizes equal to 3", ("square",),
         probe=True),
    Case(_padded, "2 sentences, 3 heads, 4 queries, 5 keys of which sentence 0 pads 2",
         ("extra-axes", "padding-mask")),
    Case(lambda: (*_qkv(2, t=3, s=3, d=5, d_v=2, seed=30), torch.ones(3, 3).tril() > 0),
         "a causal mask of fewer axes than the scores", ("causal-mask",)),
    Case(lambda: (*_qkv(t=2, s=3, d=4, d_v=2, seed=40),
                  torch.tensor([[True, False, True], [False, False, False]])),
         "a query that may attend to nothing: its weights are zeros", ("empty-row",)),
    Case(lambda: (torch.tensor([[100.0, 0.0, 0.0, 0.0], [0.0, 100.0, 0.0, 0.0]]),
                  torch.tensor([[20.0, 1.0, 0, 0], [20.02, 0.0, 0, 0], [0.0, -30.0, 0, 0]]),
                  torch.tensor([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])),
         "scores of 1000 and 1001: exp overflows above 88.7", ("large-scores",)),
    Case(_low_scores, "allowed scores of -20480 and less: below a finite fill", ("low-scores",)),
    Case(lambda: _qkv(t=1, s=1, d=2, d_v=3, seed=60), "one query, one key: its weight is 1",
         ("length-one",)),
    Case(lambda: _qkv(t=3, s=2, d=4, d_v=5, seed=70, dtype=torch.float64),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: tuple(x.mT for x in _qkv(2, t=3, s=3, d=4, d_v=4, seed=80)),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
)
# fmt: on

EXERCISES = [Exercise(attention, "05", HINTS, CASES, MISTAKES, variant, SIGNS)]
