"""Causal attention of new positions upon keys and values that are kept."""

import math

import torch

from ...checker.core import Exercise, Mistake, Sign, twist
from ..attention.steps import FILLS
from ..cost_of_attention.reading_back import ones
from ..masks.attention import OF_STEPS
from .pasts import CASES
from .reading_back import future, half, long, missing, no_past, not_itself, order, read, same


def attend_with_cache(q, k, v, past_k, past_v):
    keys = torch.cat([past_k, k], dim=2)
    values = torch.cat([past_v, v], dim=2)
    past, total = past_k.shape[2], keys.shape[2]
    row = torch.arange(past, total, device=q.device)[:, None]
    visible = torch.arange(total, device=q.device) <= row
    scores = q @ keys.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~visible, -torch.inf).softmax(-1)
    return weights @ values, keys, values


HINTS = (
    "First make the keys and values longer: the past, then the new ones behind it. What follows is "
    "the attention of lesson 06, with fewer queries than keys.",
    "torch.cat joins along the axis of the positions, dim=2. scores is (batch, heads, new, past + "
    "new): one row for each new query, one column for each key, old or new.",
    "New query i stands at place past + i of the whole sequence. It sees key j if j <= past + i; "
    "a triangle without the offset `past` would hide almost all of the past.",
    "visible = torch.ones(new, past + new).tril(past) > 0; scores.masked_fill(~visible, "
    "-torch.inf).softmax(-1) @ values; return that, keys and values.",
)


def _root(q, total):
    return q.shape[-1] ** -0.5


def _append(old, new):
    return torch.cat([old, new], 2)


def variant(
    q, k, v, past_k, past_v, join=_append, sees=lambda i, j, past: j <= i + past, scale=_root,
    masking="fill", give=lambda out, keys, values, k, v: (out, keys, values),
):  # fmt: skip
    """attend_with_cache with one switch for each thing that can go wrong."""
    keys, values = join(past_k, k), join(past_v, v)
    new, total = q.shape[2], keys.shape[-2]
    visible = sees(torch.arange(new)[:, None], torch.arange(total), past_k.shape[2])
    weights = FILLS[masking](q @ keys.mT * scale(q, total), visible).softmax(-1)
    weights = weights * visible if masking == "after" else weights
    return give(weights @ values, keys, values, k, v)


def _two_softmaxes(q, k, v, past_k, past_v):
    out = variant(q, k, v, past_k[:, :, :0], past_v[:, :, :0])[0]
    keys, values = _append(past_k, k), _append(past_v, v)
    if past_k.shape[2]:
        out = out + (q @ past_k.mT * _root(q, 0)).softmax(-1) @ past_v
    return out, keys, values


MISTAKES = (
    twist("past-not-used", "The past is not used: only the new positions are attended to and given "
          "back. Keys and values are the past followed by the new.", join=lambda old, new: new),
    twist("joined-along-the-heads", "Past and new are joined along the heads (dim=1): the "
          "positions are axis 2, or -2.", join=lambda old, new: torch.cat([old, new], 1)),
    twist("future-visible", "There is no causal mask: where several positions are new, the earlier "
          "ones see the later ones.", sees=lambda i, j, past: (j >= 0) & (i >= 0)),
    twist("triangle-without-offset", "The causal triangle begins at the first key (tril(0), or "
          "is_causal=True of torch, which aligns it top left): new query 0 sees key 0 only. It "
          "stands at place `past`: tril(past).", sees=lambda i, j, past: j <= i),
    twist("one-step-ahead", "Each position sees the next one too: off by one.",
          sees=lambda i, j, past: j <= i + past + 1),
    twist("not-scaled", "The scores are not divided by sqrt(d).", scale=lambda q, n: 1.0),
    twist("root-of-all-keys", "The scores are divided by the square root (sqrt) of the number of "
          "keys, not of d.", scale=lambda q, n: n**-0.5),
    Mistake("softmax-in-two-parts", "The past and the new positions have a softmax each, and the "
            "outputs are added: all the weights of a query together should sum to one.",
            _two_softmaxes),
    *(OF_STEPS[slug] for slug in ("masked-after-softmax", "mask-added")),
    twist("returns-the-new-only", "Only the new keys and values come back: the next step would "
          "find no past. Return the past followed by the new.",
          give=lambda out, keys, values, k, v: (out, k, v)),
)  # fmt: skip


SIGNS = (
    Sign("returned-keys-wrong", "Output and values are right, but the returned keys are not the "
         "past followed by the new.", half(1, 2)),
    Sign("returned-values-wrong", "Output and keys are right, but the returned values are not the "
         "past followed by the new.", half(2, 1)),
    Sign("future-visible", "Keys and values are right, but a new position gives weight to later "
         "ones: the future is visible, the causal mask is missing or shifted.", read(future),
         every=None),
    Sign("itself-hidden", "Keys and values are right, but no position gives weight to itself.",
         read(not_itself)),
    Sign("past-hidden", "Keys and values are right, but the past gets no weight.",
         read(no_past)),
    Sign("too-much-hidden", "Keys and values are right, but some positions that should be seen "
         "get no weight: new position i sees all of the past and the new ones up to i.",
         read(missing), every=None),
    Sign("weights-do-not-sum-to-one", "Keys and values are right, but the output is no weighted "
         "mean of the values: weights that would give it do not sum to one.",
         read(lambda w, *_: not ones(w)), every=None),
    Sign("returned-cache-wrong", "The output is right, but the returned keys and values are not "
         "the past followed by the new.", lambda a, g, w: len(g) == 3 and same(g[0], w[0])),
    Sign("cache-in-another-order", "Keys and values hold the right rows in another order: the past "
         "comes first, then the new positions in their order.", order),
    Sign("cache-too-short", "The returned keys and values are too short: all of the past and all "
         "of the new positions belong to them.",
         lambda a, g, w: long(a, g, w) and g[1].shape[2] < w[1].shape[2]),
    Sign("cache-wrong", "The returned keys and values are not the past followed by the new.",
         long, every=False),
)  # fmt: skip

EXERCISE = Exercise(
    attend_with_cache, HINTS, CASES, MISTAKES, variant, SIGNS,
    ready=("scaled_dot_product_attention",),
)  # fmt: skip
