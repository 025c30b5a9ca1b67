"""Scaled dot-product attention."""

import math

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, twist
from ...checker.samples import normal
from ..attention.steps import by_sum, naive, softmax, weigh
from .attention_signs import SIGNS


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


def qkv(*lead, t, s, d, d_v, seed, scale=1.0, dtype=torch.float32):
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
    return *qkv(2, 3, t=4, s=5, d=7, d_v=6, seed=10), mask


CASES = (
    Case(lambda: (torch.tensor([[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 0.0]]),
                  torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]]),
                  torch.tensor([[1.0, 10.0], [2.0, 20.0], [4.0, 30.0]])),
         "two queries, three keys, d_k = 4, no mask"),
    Case(lambda: qkv(3, 3, t=3, s=3, d=3, d_v=3, seed=3), "all sizes equal to 3", ("square",),
         probe=True),
    Case(_padded, "2 sentences, 3 heads, 4 queries, 5 keys of which sentence 0 pads 2",
         ("extra-axes", "padding-mask")),
    Case(lambda: (*qkv(2, t=3, s=3, d=5, d_v=2, seed=30), torch.ones(3, 3).tril() > 0),
         "a causal mask of fewer axes than the scores", ("causal-mask",)),
    Case(lambda: (*qkv(t=2, s=3, d=4, d_v=2, seed=40),
                  torch.tensor([[True, False, True], [False, False, False]])),
         "a query that may attend to nothing: its weights are zeros", ("empty-row",)),
    Case(lambda: (torch.tensor([[100.0, 0.0, 0.0, 0.0], [0.0, 100.0, 0.0, 0.0]]),
                  torch.tensor([[20.0, 1.0, 0, 0], [20.02, 0.0, 0, 0], [0.0, -30.0, 0, 0]]),
                  torch.tensor([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])),
         "scores of 1000 and 1001: exp overflows above 88.7", ("large-scores",)),
    Case(_low_scores, "allowed scores of -20480 and less: below a finite fill", ("low-scores",)),
    Case(lambda: qkv(t=1, s=1, d=2, d_v=3, seed=60), "one query, one key: its weight is 1",
         ("length-one",)),
    Case(lambda: qkv(t=3, s=2, d=4, d_v=5, seed=70, dtype=torch.float64),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: tuple(x.mT for x in qkv(2, t=3, s=3, d=4, d_v=4, seed=80)),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
)  # fmt: skip


def variant(
    q, k, v, mask=None, scale=lambda q, k: q.shape[-1] ** -0.5, product=lambda q, k: q @ k.mT,
    axis=-1, norm=softmax, masking="fill", rows="zero", after=lambda w, q: w,
):  # fmt: skip
    """attention with one switch for each thing that can go wrong."""
    weights = weigh(product(q, k) * scale(q, k), mask, norm, axis, masking, rows)
    weights = after(weights, q)
    return weights @ v, weights


def _causal(x, axis):
    future = torch.ones_like(x, dtype=torch.bool).triu(1)
    return x.masked_fill(future, -torch.inf).softmax(axis).nan_to_num()


MISTAKES = (
    twist("softmax-over-queries", "Each column of the weights sums to one, not each row: the "
          "softmax runs over the wrong axis, the queries (dim=-2) instead of the keys (dim=-1).",
          axis=-2),
    twist("softmax-over-axis-one", "The softmax runs over the wrong axis, dim=1, which is the "
          "keys only when there is no batch and no head axis; use -1.",
          norm=lambda x, axis: x.softmax(min(1, x.ndim - 1))),
    twist("not-scaled", "The scores are not divided by sqrt(d_k): their spread grows with d_k "
          "and the softmax gets too sharp.", scale=lambda q, k: 1.0),
    twist("divided-by-d", "The scores are divided by d_k, not by its square root (sqrt): the "
          "weights get too flat.", scale=lambda q, k: 1 / q.shape[-1]),
    twist("root-of-key-length", "The scores are divided by the square root (sqrt) of the number "
          "of keys, not of d_k.", scale=lambda q, k: k.shape[-2] ** -0.5),
    twist("cosine-scores", "Queries and keys are brought to length one first: cosines instead of "
          "dot products.", product=lambda q, k: F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT),
    twist("no-exp", "The scores are divided by their sum without exp.", norm=by_sum),
    twist("naive-softmax", "The softmax takes exp of the scores as they are: above 88.7 it "
          "overflows and NaN comes out.", norm=naive),
    twist("sigmoid-weights", "Each score goes through a sigmoid by itself: the weights of a "
          "query do not sum to one.", norm=lambda x, axis: x.sigmoid()),
    twist("hard-attention", "Each query takes the one best key: that is argmax, not softmax.",
          norm=lambda x, axis: (x == x.amax(axis, keepdim=True)).to(x.dtype)),
    twist("scaled-after-softmax", "The division by sqrt(d_k) comes after the softmax: the rows "
          "sum to 1/sqrt(d_k), and the scores were not scaled.",
          scale=lambda q, k: 1.0, after=lambda w, q: w / math.sqrt(q.shape[-1])),
    twist("two-axes-only", "It works for (length, d) only: with batch or head axes k.T turns "
          "all axes round. Use k.transpose(-2, -1).",
          product=lambda q, k: q @ k.permute(*range(k.ndim)[::-1])),
    twist("mask-ignored", "The mask has no effect.", masking="none"),
    twist("mask-inverted", "The mask is taken the other way round (inverted): where it says True "
          "(may attend) nothing is attended to.", masking="inverted"),
    twist("masked-after-softmax", "The mask is applied after the softmax: the weights that are "
          "left sum to less than one.", masking="after"),
    twist("masked-scores-zeroed", "Forbidden scores become 0 instead of -inf: exp(0) = 1, so "
          "they still get a share.", masking="times"),
    twist("mask-added", "The boolean mask is added to the scores: that shifts them by 0 or 1.",
          masking="plus"),
    twist("zero-times-inf", "The mask is multiplied by -inf: 0 * -inf is not a number, so "
          "allowed entries become NaN.", masking="zero times inf"),
    twist("causal-without-being-asked", "Keys after the query's own position are hidden, "
          "whatever the mask says.", norm=_causal),
    twist("empty-row-nan", "The row of a query that may attend to nothing stays as the softmax "
          "gives it: NaN (0/0) where all its scores are -inf. Its weights should be zeros.",
          rows="as it is"),
    twist("empty-row-uniform", "A query that may attend to nothing gets equal weights on "
          "everything, as a finite fill like -1e9 brings about. Its weights should be zeros.",
          rows="uniform"),
)  # fmt: skip
# Those of the steps that other attentions share.
OF_STEPS = {mistake.slug: mistake for mistake in MISTAKES}


EXERCISE = Exercise(
    attention, HINTS, CASES, MISTAKES, variant, SIGNS, ready=("scaled_dot_product_attention",)
)
