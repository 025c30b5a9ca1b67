"""Causal attention of new positions upon keys and values that are kept."""

import math

import torch

from ...checker.core import Exercise, Law, Mistake, Sign, twist
from ...checker.samples import normal
from ..attention.steps import FILLS
from .joining import JOINS, SEES
from .pasts import CASES, some_args
from .reading_back import future, half, long, missing, no_past, not_itself, ones, order, read, same


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


def _root(q, k, total):
    return q.shape[-1] ** -0.5


def _two_pasts(k, v, past_k, past_v):
    return k, v, past_k, past_v


def variant(
    q, k, v, past_k, past_v, join="append", sees="offset", source=_two_pasts, scale=_root, axis=-1,
    masking="fill", empty=None, give=None,
):  # fmt: skip
    """attend_with_cache with one switch for each thing that can go wrong."""
    k, v, past_k, past_v = source(k, v, past_k, past_v)
    keys = JOINS[join](past_k, k)
    values = JOINS[join](past_v, v)
    new, past, total = q.shape[2], past_k.shape[2], keys.shape[-2]
    i, j = torch.arange(new)[:, None], torch.arange(total)
    visible = SEES[sees](i, j, past, new)
    scores = q @ keys.mT * scale(q, k, total)
    weights = FILLS.get(masking, FILLS["fill"])(scores, visible).softmax(axis)
    weights = weights * visible if masking == "after" else weights
    if empty is not None:
        weights = torch.where(visible.any(-1, keepdim=True), weights, empty)
    out = weights @ values
    return give(out, keys, values, weights, (k, v, past_k, past_v)) if give else (out, keys, values)


def _two_softmaxes(q, k, v, past_k, past_v):
    out, keys, values = variant(q, k, v, past_k, past_v, sees="not the past")
    if past_k.shape[2]:
        out = out + (q @ past_k.mT * _root(q, k, 0)).softmax(-1) @ past_v
    return out, keys, values


MISTAKES = (
    twist("past-not-used", "The past is not used: only the new positions are attended to and given "
          "back. Keys and values are the past followed by the new.", join="new only"),
    twist("new-in-front", "The new keys and values stand in front of the past (prepended), so the "
          "rows are no longer in the order of the positions, which the mask counts on: "
          "cat([past, new]).",
          join="prepend"),
    twist("joined-along-the-heads", "Past and new are joined along the heads (dim=1): the "
          "positions are axis 2, or -2.", join="along the heads"),
    twist("cache-does-not-grow", "Keys and values keep the length of the past: the oldest are "
          "dropped for the new ones. The whole past is kept.", join="drops as many"),
    twist("past-k-and-past-v-swapped", "past_k and past_v are swapped: the new keys follow the old "
          "values.", source=lambda k, v, pk, pv: (k, v, pv, pk)),
    twist("new-value-is-the-key", "k is appended to the values, where v belongs.",
          source=lambda k, v, pk, pv: (k, k, pk, pv)),
    twist("future-visible", "There is no causal mask: where several positions are new, the earlier "
          "ones see the later ones.", sees="all"),
    twist("triangle-without-offset", "The causal triangle begins at the first key (tril(0), or "
          "is_causal=True of torch, which aligns it top left): new query 0 sees key 0 only. It "
          "stands at place `past`: tril(past).", sees="top left"),
    twist("itself-hidden", "A position does not see itself: off by one, the mask hides the "
          "diagonal. New position i sees the new ones up to i.", sees="not itself"),
    twist("one-step-ahead", "Each position sees the next one too: off by one.", sees="one ahead"),
    twist("past-only-seen-zeros", "The new positions see the past only, neither themselves nor "
          "each other; without a past zeros come back.", sees="past only", empty=0.0),
    twist("new-do-not-see-each-other", "A new position sees the past and itself, but not the other "
          "new ones before it.", sees="past and itself"),
    twist("past-hidden", "The mask hides the past: new positions see only new ones, though keys "
          "and values are complete.", sees="not the past"),
    twist("offset-by-the-new", "The triangle is shifted by the number of new positions; it should "
          "be shifted by the length of the past: tril(past).", sees="by the new"),
    twist("no-mask-with-a-past", "The causal mask is left out as soon as there is a past: that is "
          "right for one new position only.", sees="all if there is a past"),
    twist("not-scaled", "The scores are not divided by sqrt(d).", scale=lambda q, k, n: 1.0),
    twist("divided-by-d", "The scores are divided by d, not by its square root (sqrt).",
          scale=lambda q, k, n: 1 / q.shape[-1]),
    twist("root-of-all-keys", "The scores are divided by the square root (sqrt) of the number of "
          "keys, not of d.", scale=lambda q, k, n: n**-0.5),
    Mistake("softmax-in-two-parts", "The past and the new positions have a softmax each, and the "
            "outputs are added: all the weights of a query together should sum to one.",
            _two_softmaxes),
    twist("softmax-over-queries", "The softmax runs over the wrong axis, the queries (dim=-2) "
          "instead of the keys (dim=-1).", axis=-2),
    twist("masked-after-softmax", "The mask is applied after the softmax: the weights that are "
          "left sum to less than one.", masking="after"),
    twist("mask-added", "The boolean mask is added to the scores: that shifts them by 0 or 1.",
          masking="plus"),
    twist("output-only", "It returns the output alone; asked for was (out, keys, values).",
          give=lambda o, k, v, w, kv: o),
    twist("cache-as-a-pair", "Keys and values come back as one pair: asked for were three values, "
          "(out, keys, values).", give=lambda o, k, v, w, kv: (o, (k, v))),
    twist("values-before-keys", "keys and values are swapped in what it returns: the order is "
          "(out, keys, values).", give=lambda o, k, v, w, kv: (o, v, k)),
    twist("returns-the-new-only", "Only the new keys and values come back: the next step would "
          "find no past. Return the past followed by the new.",
          give=lambda o, k, v, w, kv: (o, kv[0], kv[1])),
    twist("returns-the-old-cache", "past_k and past_v come back as they were: the next step would "
          "miss the new positions.",
          give=lambda o, k, v, w, kv: (o, kv[2], kv[3])),
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

Q, K, V, PAST_K, PAST_V = some_args(1, 2, 3, 2, 5, seed=900)
OTHER = normal(1, 2, 1, 5, seed=950)


def _changed_end():
    new = [torch.cat([x[:, :, :-1], OTHER], 2) for x in (K, V)]
    return (Q, K, V, PAST_K, PAST_V), (Q, *new, PAST_K, PAST_V)


LAWS = (
    Law("future-visible", "Another last position changes the output of an earlier one: the future "
        "is visible.", _changed_end, lambda a, b: torch.allclose(a[0][:, :, :-1], b[0][:, :, :-1],
                                                                 atol=1e-4)),
)  # fmt: skip

EXERCISE = Exercise(
    attend_with_cache, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS,
    ready=("scaled_dot_product_attention",),
)  # fmt: skip
