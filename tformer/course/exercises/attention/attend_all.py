"""Scaled dot-product attention of all queries at once, nothing masked."""

import math

import torch

from ...checker.core import Case, Exercise, Mistake
from ...checker.samples import normal
from ..masks.attention import qkv, variant
from .without_mask import MISTAKES as OF_ATTENTION
from .without_mask import SIGNS


def attend_all(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


HINTS = (
    "The four steps of one query, for all of them: scores, scale, softmax, mix. Write down the "
    "shape after each.",
    "The scores are (..., T, S): row t belongs to query t, column s to key s. One matrix product "
    "makes all of them, if k has its last two axes swapped.",
    "k.transpose(-2, -1) swaps the last two axes and leaves batch and heads in front. The root is "
    "that of d, q.shape[-1]; the softmax runs over the keys, the last axis.",
    "weights = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]), dim=-1); return "
    "weights @ v, weights.",
)


CASES = (
    Case(lambda: (torch.tensor([[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 0.0]]),
                  torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]]),
                  torch.tensor([[1.0, 10.0], [2.0, 20.0], [4.0, 30.0]])),
         "two queries, three keys, d = 4"),
    Case(lambda: qkv(3, 3, t=3, s=3, d=3, d_v=3, seed=3), "all sizes equal to 3", ("square",),
         probe=True),
    Case(lambda: qkv(2, 3, t=4, s=5, d=7, d_v=6, seed=10), "2 sentences, 3 heads, 4 queries, "
         "5 keys", ("extra-axes",)),
    Case(lambda: qkv(2, t=3, s=6, d=5, d_v=2, seed=30), "2 sentences, 3 queries, 6 keys",
         ("extra-axes",)),
    Case(lambda: (torch.tensor([[100.0, 0.0, 0.0, 0.0], [0.0, 100.0, 0.0, 0.0]]),
                  torch.tensor([[20.0, 1.0, 0, 0], [20.02, 0.0, 0, 0], [0.0, -30.0, 0, 0]]),
                  torch.tensor([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])),
         "scores of 1000 and 1001: exp overflows above 88.7", ("large-scores",)),
    Case(lambda: qkv(t=1, s=1, d=2, d_v=3, seed=60), "one query, one key: its weight is 1",
         ("length-one",)),
    Case(lambda: qkv(t=3, s=2, d=4, d_v=5, seed=70, dtype=torch.float64),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: tuple(x.mT for x in qkv(2, t=3, s=3, d=4, d_v=4, seed=80)),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (torch.tensor([[-2.0, 0, 0, 0], [0, 1, 0, 0]]),
                  torch.tensor([[600.0, 2, 0, 0], [200, 0, 0, 0], [201, 4, 0, 0]]),
                  normal(3, 2, seed=40)), "scores of -600, -200 and -201 above a row of 1, 0 and "
         "2: each row needs its own largest", ("low-scores",)),
)  # fmt: skip


def _values_first(q, k, v):
    scores = q @ k.mT / q.shape[-1] ** 0.5
    return (scores @ v).softmax(-1), scores.softmax(-1)


MISTAKES = (
    *OF_ATTENTION,
    Mistake("values-before-softmax", "The scores meet the values before the softmax, which then "
            "runs over features; the values are mixed with the weights.", _values_first),
)  # fmt: skip


EXERCISE = Exercise(
    attend_all, HINTS, CASES, MISTAKES, variant, SIGNS, ready=("scaled_dot_product_attention",)
)
