"""Attention in which several query heads share one key/value head."""

import math

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from ..attention.steps import weigh
from ..masks.attention import OF_STEPS
from . import sharing

GROUPED = "query head h uses key/value head h // (heads // kv_heads)"


def grouped_query_attention(q, k, v, mask=None):
    group = q.shape[1] // k.shape[1]
    keys = k.repeat_interleave(group, dim=1)
    values = v.repeat_interleave(group, dim=1)
    scores = q @ keys.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)  # a row of only -inf gave NaN: make it zeros
    return weights @ values


HINTS = (
    "It is the attention of lesson 06, once k and v have as many heads as q. Neighbouring query "
    "heads share: with 6 query heads and 2 key/value heads, 0, 1, 2 share the first.",
    "group = q.shape[1] // k.shape[1]. Each key/value head is needed `group` times in a row: 0, 0, "
    "0, 1, 1, 1 and not 0, 1, 0, 1, 0, 1.",
    "x.repeat_interleave(group, dim=1) gives that order; x.repeat(1, group, 1, 1) does not. No "
    "copy is made by q.unflatten(1, (-1, group)) @ k.unsqueeze(2).mT.",
    "Then softmax(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])) @ v as before, -inf where mask "
    "is False, and weights of zero for a query that may attend to nothing.",
)


def _qkv(batch, heads, kv_heads, t, s, d, seed, dtype=torch.float32):
    sizes = (batch, heads, t, d), (batch, kv_heads, s, d), (batch, kv_heads, s, d)
    return tuple(normal(*size, seed=seed + i, dtype=dtype) for i, size in enumerate(sizes))


def _example():
    q = torch.tensor([[1.0, 0], [0, 1], [1, 1], [2, 0]])[None, :, None]
    k = torch.tensor([[[1.0, 0], [0, 2]], [[3, 0], [0, -1]]])[None]
    v = torch.tensor([[[1.0, 0], [0, 1]], [[10, 0], [0, 10]]])[None]
    return q, k, v


def _padded():
    mask = torch.ones(2, 1, 1, 5, dtype=torch.bool)
    mask[0, :, :, 3:] = False
    return *_qkv(2, 6, 2, 4, 5, 7, seed=10), mask


def _large():
    """Scores of 1000 and more, exact."""
    q, k = torch.zeros(1, 4, 1, 4), torch.zeros(1, 2, 3, 4)
    q[..., 0], k[..., 0] = 100.0, torch.tensor([20.0, 20.02, 19.0])
    return q, k, normal(1, 2, 3, 4, seed=62)


def _low_scores():
    """Allowed scores of -20480 and less, below a finite fill; the forbidden key is 3 above."""
    q, k = torch.zeros(1, 2, 1, 4), torch.zeros(1, 1, 3, 4)
    q[..., 0], q[..., 1] = 256.0, 1.0
    k[..., 0], k[:, :, 0, 1] = -160.0, 6.0
    mask = torch.tensor([[False, True, True]])
    return q, k, normal(1, 1, 3, 4, seed=66), mask


CASES = (
    Case(_example, "four query heads, two key/value heads, one query, two keys, d = 2; no mask"),
    Case(_padded, "2 sentences, 6 query heads, 2 key/value heads (so groups of 3), 4 queries, 5 "
         "keys of which sentence 0 pads 2, d = 7", ("padding-mask",)),
    Case(lambda: (*_qkv(2, 4, 1, 3, 3, 5, seed=20), torch.ones(3, 3).tril(-1) > 0),
         "one key/value head for all (multi-query attention); each query sees the keys before its "
         "own, so the first may attend to nothing: it gets zeros",
         ("one-key-value-head", "empty-row")),
    Case(lambda: _qkv(3, 2, 2, 4, 3, 6, seed=30), "as many key/value heads as query heads: plain "
         "attention", ("no-sharing",)),
    Case(_large, "scores of 1000 and 1001: exp overflows above 88.7", ("large-scores",)),
    Case(_low_scores, "allowed scores of -20480: below a finite fill", ("low-scores",)),
    Case(lambda: _qkv(2, 6, 3, 1, 4, 5, seed=50, dtype=torch.float64), "one query, as in a step of "
         "decoding; float64 in, float64 out", ("float64", "length-one")),
    Case(lambda: tuple(x.transpose(1, 2).contiguous().transpose(1, 2)
                       for x in _qkv(2, 4, 2, 3, 5, 6, seed=70)),
         "heads cut out of a wider tensor (non-contiguous)", ("non-contiguous",)),
    Case(lambda: _qkv(4, 4, 2, 4, 4, 4, seed=80), "batch, heads, queries, keys and d all 4",
         ("square",), probe=True),
    Case(lambda: (torch.tensor([[[[-2.0, 0, 0, 0], [0, 1, 0, 0]], [[0, 0, 1, 0], [2, 0, 0, 0]]]]),
                  torch.tensor([[[[600.0, 2, 0, 0], [200, 0, 1, 0], [201, 4, 0, 0]]]]),
                  normal(1, 1, 3, 4, seed=40)), "scores of -600 and of 600 beside rows around 1: "
         "each row needs its own largest", ("rows-far-apart",)),
)  # fmt: skip


def variant(
    q, k, v, mask=None, group=sharing.in_a_row, values_by=None, masking="fill", rows="zero",
    width=lambda q: q.shape[-1],
):  # fmt: skip
    """grouped_query_attention with one switch for each thing that can go wrong."""
    keys, values = group(k, q), (values_by or group)(v, q)
    scores = q @ keys.mT * width(q) ** -0.5
    return weigh(scores, mask, masking=masking, rows=rows) @ values


def _by_group(x, k):
    """The query heads (b, heads, ...) sorted into groups, (b, kv_heads, group, ...)."""
    return x.unflatten(1, (k.shape[1], -1))


def _mean_queries(q, k, v, mask=None):
    group = q.shape[1] // k.shape[1]
    return variant(_by_group(q, k).mean(2).repeat_interleave(group, 1), k, v, mask)


def _causal(q, k, v, mask=None):
    seen = torch.ones(q.shape[2], k.shape[2]).tril(k.shape[2] - q.shape[2]) > 0
    return variant(q, k, v, seen if mask is None else seen & mask)


MISTAKES = (
    twist("heads-dealt-out", "The key/value heads are dealt out in turn, 0, 1, 0, 1 (h % kv_heads, "
          f"as repeat and tile do): {GROUPED}, as repeat_interleave does.", group=sharing.in_turn),
    twist("values-dealt-out", "The values are dealt out in turn, 0, 1, 0, 1 (repeat), while the "
          "keys are right: repeat_interleave for both.", values_by=sharing.in_turn),
    twist("heads-averaged", "The key/value heads are averaged into one; each group has a head of "
          "its own.", group=lambda x, q: x.mean(1, keepdim=True).expand(-1, q.shape[1], -1, -1)),
    twist("not-repeated", "Keys and values are not repeated: q has more heads, and the product "
          "does not fit, or only where there is one key/value head. Repeat each for its group.",
          group=lambda x, q: x),
    twist("repeated-along-the-positions", "Keys and values are repeated along the positions "
          "(dim=2); the heads are dim=1.",
          group=lambda x, q: x.repeat_interleave(q.shape[1] // x.shape[1], 2)),
    Mistake("queries-averaged", "The queries of a group are averaged: each query head asks for "
            "itself, only keys and values are shared.", _mean_queries),
    Mistake("groups-left-apart", "The groups have an axis of their own, (batch, kv_heads, group, "
            "T, d): flatten(1, 2) brings back (batch, heads, T, d).",
            lambda q, k, *others: _by_group(variant(q, k, *others), k)),
    Mistake("causal-behind-a-past", "Keys after the query's own position are hidden, the last "
            "query at the last key, whatever the mask says.", _causal),
    twist("not-scaled", "The scores are not divided by sqrt(d).", width=lambda q: 1),
    twist("root-of-all-heads", "The scores are divided by the square root (sqrt) of the width of "
          "all heads together, heads * d; it should be d, the width of one head.",
          width=lambda q: q.shape[1] * q.shape[-1]),
    *(OF_STEPS[slug] for slug in ("mask-ignored", "mask-inverted", "mask-added", "empty-row-nan",
                                  "empty-row-uniform")),
)  # fmt: skip


def _empty_only(args, got, want):
    """All is right but the rows of queries that may attend to nothing."""
    empty = sharing.empty_rows(args)
    if empty is None or got.shape != want.shape:
        return False
    kept = ~empty.expand(want.shape[:-1])
    return sharing.alike(got[kept], want[kept])


SIGNS = (
    Sign("empty-row-not-zero", "All is right but the queries that may attend to nothing: they "
         "should give zeros.", _empty_only),
    Sign("wrong-sharing", f"Some query heads use another key/value head than theirs: {GROUPED}.",
         sharing.of_other_heads(grouped_query_attention), every=None),
    Sign("wrong-scale", "The weights are a right softmax of scores that are scaled wrongly:",
         sharing.sharpness_by_heads),
    Sign("wrong-where-heads-share", "It is right where each query head has a key/value head of its "
         f"own, and wrong where several share one: {GROUPED}.", sharing.only_shared),
)  # fmt: skip

EXERCISE = Exercise(
    grouped_query_attention, HINTS, CASES, MISTAKES, variant, SIGNS,
    ready=("scaled_dot_product_attention",),
)  # fmt: skip
