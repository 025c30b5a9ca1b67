"""Causal attention of new positions upon keys and values that are kept."""

import math

import torch

from ...checker.core import Exercise, Law, Mistake, Sign, twist
from ...checker.samples import normal
from ..attention.steps import FILLS, naive
from .joining import JOINS, SEES
from .pasts import CASES, some_args
from .reading_back import (
    future,
    half,
    kept,
    long,
    missing,
    no_past,
    not_itself,
    ones,
    order,
    read,
    same,
    sharpness,
)


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


def _softmax(x, axis):
    return x.softmax(axis)


def _two_pasts(k, v, past_k, past_v):
    return k, v, past_k, past_v


def _product(w, q, keys, values):
    return w @ values


def variant(
    q, k, v, past_k, past_v, join="append", keys_by=None, values_by=None, sees="offset",
    source=_two_pasts, scale=_root, axis=-1, norm=_softmax, masking="fill", empty=None,
    output=_product, give=None,
):  # fmt: skip
    """attend_with_cache with one switch for each thing that can go wrong."""
    k, v, past_k, past_v = source(k, v, past_k, past_v)
    keys = JOINS[keys_by or join](past_k, k)
    values = JOINS[values_by or join](past_v, v)
    new, past, total = q.shape[2], past_k.shape[2], keys.shape[-2]
    i, j = torch.arange(new)[:, None], torch.arange(total)
    visible = SEES[sees](i, j, past, new)
    scores = q @ keys.mT * scale(q, k, total)
    weights = norm(FILLS.get(masking, FILLS["fill"])(scores, visible), axis)
    weights = weights * visible if masking == "after" else weights
    if empty is not None:
        weights = torch.where(visible.any(-1, keepdim=True), weights, empty)
    out = output(weights, q, keys, values)
    return give(out, keys, values, weights, (k, v, past_k, past_v)) if give else (out, keys, values)


def _single_precision(*args):
    return variant(*(x.float() for x in args))


def _scaled_late(*args):
    out, keys, values = variant(*args, scale=lambda q, k, total: 1.0)
    return out / args[0].shape[-1] ** 0.5, keys, values


def _two_softmaxes(q, k, v, past_k, past_v):
    out, keys, values = variant(q, k, v, past_k, past_v, sees="not the past")
    if past_k.shape[2]:
        out = out + (q @ past_k.mT * _root(q, k, 0)).softmax(-1) @ past_v
    return out, keys, values


def _viewed(q, k, v, past_k, past_v):
    return variant(q.view(-1).view(q.shape), k, v, past_k, past_v)


def _for_the_first_row(q, *rest):
    out, keys, values = variant(q, *rest)
    return out[:, :, :1], keys, values


def _plain_transpose(q, k, v, past_k, past_v):
    keys = torch.cat([past_k, k], 2)
    return q @ keys.permute(3, 2, 1, 0), keys, keys


# fmt: off
MISTAKES = (
    twist("past-not-used", "The past is not used: only the new positions are attended to and given "
          "back. Keys and values are the past followed by the new.", join="new only"),
    twist("new-not-appended", "The new keys and values are not appended: the cache stays as it "
          "was, and no query sees its own position.", join="past only", sees="all"),
    twist("new-in-front", "The new keys and values stand in front of the past (prepended), so the "
          "rows are no longer in the order of the positions, which the mask counts on: "
          "cat([past, new]).",
          join="prepend"),
    Mistake("new-in-front-mask-to-match", "The new keys and values stand in front of the past "
            "(prepended). The output is the same, since attention does not know the order of its "
            "keys, but asked for was the past followed by the new.",
            lambda *a: variant(*a, give=lambda o, k, v, w, kv: (
                o, torch.cat([kv[0], kv[2]], 2), torch.cat([kv[1], kv[3]], 2)))),
    twist("joined-along-the-heads", "Past and new are joined along the heads (dim=1): the "
          "positions are axis 2, or -2.", join="along the heads"),
    twist("joined-along-the-batch", "Past and new are joined along the batch (dim=0): the "
          "positions are axis 2, or -2.", join="along the batch"),
    twist("joined-along-the-features", "Past and new are joined along the features (dim=-1 or 3): "
          "the positions are axis 2, or -2.", join="along the features"),
    twist("stacked", "Past and new are stacked on a new axis; torch.cat makes the axis of the "
          "positions longer.", join="stacked"),
    twist("added-to-the-past", "Past and new are added up; they stand one behind the other.",
          join="added"),
    twist("oldest-dropped", "The oldest position falls out when a new one comes: that is a sliding "
          "window. The whole past is kept.", join="drops the oldest"),
    twist("cache-does-not-grow", "Keys and values keep the length of the past: the oldest are "
          "dropped for the new ones. The whole past is kept.", join="drops as many"),
    twist("last-overwritten", "The new keys and values overwrite the last position of the past; "
          "they go behind it.", join="overwrites the last"),
    twist("new-reversed", "The new positions are appended in reverse (flipped).", join="reversed"),
    twist("past-reversed", "The past is reversed (flipped) before the new positions are appended.",
          join="past reversed"),
    twist("one-of-both-not-extended", "Of keys and values only one is extended by the past: each "
          "key has a weight, each weight needs a value, so both need the past.",
          keys_by="new only"),
    twist("keys-in-front", "The new keys stand in front of the past ones, the new values behind: "
          "each weight meets another position's value.", keys_by="prepend"),
    twist("past-k-and-past-v-swapped", "past_k and past_v are swapped: the new keys follow the old "
          "values.", source=lambda k, v, pk, pv: (k, v, pv, pk)),
    twist("keys-and-values-swapped", "Keys and values are swapped throughout: the queries meet the "
          "values.", source=lambda k, v, pk, pv: (v, k, pv, pk)),
    twist("values-from-keys", "The values are made from the keys: v and past_v have no effect.",
          source=lambda k, v, pk, pv: (k, k, pk, pk)),
    twist("keys-from-values", "The keys are made from the values: k and past_k have no effect.",
          source=lambda k, v, pk, pv: (v, v, pv, pv)),
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
    twist("past-only-seen", "The new positions see the past only, neither themselves nor each "
          "other.", sees="past only"),
    twist("past-only-seen-zeros", "The new positions see the past only, neither themselves nor "
          "each other; without a past zeros come back.", sees="past only", empty=0.0),
    twist("new-do-not-see-each-other", "A new position sees the past and itself, but not the other "
          "new ones before it.", sees="past and itself"),
    twist("only-itself", "Each new position sees itself only.", sees="only itself"),
    twist("past-hidden", "The mask hides the past: new positions see only new ones, though keys "
          "and values are complete.", sees="not the past"),
    twist("upper-triangle-without-offset", "The mask is the upper triangle without the offset "
          "(triu): the future is visible, the first keys are not.", sees="upper, offset"),
    twist("offset-by-the-new", "The triangle is shifted by the number of new positions; it should "
          "be shifted by the length of the past: tril(past).", sees="by the new"),
    twist("offset-negative", "The triangle is shifted the wrong way, by minus the past: "
          "tril(past), not tril(-past).", sees="negative offset"),
    twist("no-mask-with-a-past", "The causal mask is left out as soon as there is a past: that is "
          "right for one new position only.", sees="all if there is a past"),
    twist("no-mask-for-the-prompt", "The causal mask is left out when the past is empty: the "
          "prompt's positions see each other's future.", sees="all if there is none"),
    twist("first-key-hidden", "The first key is never seen: off by one at the front.",
          sees="not the first"),
    twist("mask-mirrored", "The triangle is mirrored (flipped): the first new position sees all "
          "keys, each later one fewer.", sees="flipped"),
    twist("not-scaled", "The scores are not divided by sqrt(d).", scale=lambda q, k, n: 1.0),
    twist("divided-by-d", "The scores are divided by d, not by its square root (sqrt).",
          scale=lambda q, k, n: 1 / q.shape[-1]),
    twist("root-of-all-keys", "The scores are divided by the square root (sqrt) of the number of "
          "keys, not of d.", scale=lambda q, k, n: n**-0.5),
    Mistake("softmax-in-two-parts", "The past and the new positions have a softmax each, and the "
            "outputs are added: all the weights of a query together should sum to one.",
            _two_softmaxes),
    Mistake("scaled-after-softmax", "The division by sqrt(d) comes after the softmax: the weights "
            "do not sum to one.", _scaled_late),
    twist("softmax-over-queries", "The softmax runs over the wrong axis, the queries (dim=-2) "
          "instead of the keys (dim=-1).", axis=-2),
    twist("no-softmax", "There is no softmax: the raw scores weigh the values.",
          norm=lambda x, axis: x.nan_to_num(neginf=0.0)),
    twist("naive-softmax", "The softmax takes exp of the scores as they are: above 88.7 it "
          "overflows and NaN comes out.", norm=naive),
    twist("sigmoid-weights", "Each score goes through a sigmoid by itself: the weights of a query "
          "do not sum to one.", norm=lambda x, axis: x.sigmoid()),
    twist("hard-attention", "Each query takes the one best key (argmax); asked for was a softmax.",
          norm=lambda x, axis: (x == x.amax(axis, keepdim=True)).to(x.dtype)),
    twist("masked-after-softmax", "The mask is applied after the softmax: the weights that are "
          "left sum to less than one.", masking="after"),
    twist("mask-added", "The boolean mask is added to the scores: that shifts them by 0 or 1.",
          masking="plus"),
    twist("fill-minus-one", "Forbidden scores are set to -1: far from low enough. Fill with -inf.",
          masking="-1"),
    twist("fill-minus-ten", "Forbidden scores are set to -10: not low enough. Fill with -inf.",
          masking="-10"),
    twist("output-plain-mean", "The output is the plain mean of the values: the weights are not "
          "used.", output=lambda w, q, k, v: v.mean(2, keepdim=True).expand_as(q)),
    twist("residual-added", "The queries are added to the output: that is the layer's business.",
          output=lambda w, q, k, v: w @ v + q),
    twist("heads-averaged", "The output is averaged over the heads; each keeps its own.",
          output=lambda w, q, k, v: (w @ v).mean(1, keepdim=True).expand_as(q)),
    twist("heads-merged", "The heads of the output are merged already; asked for was (batch, "
          "heads, new, d).",
          output=lambda w, q, k, v: (w @ v).transpose(1, 2).flatten(2)),
    twist("past-in-the-output", "The output has rows for the past too; only the new positions ask.",
          output=lambda w, q, k, v: torch.cat([v[:, :, : v.shape[2] - q.shape[2]], w @ v], 2)),
    twist("last-row-only", "The output has the last new position only.",
          output=lambda w, q, k, v: (w @ v)[:, :, -1:]),
    Mistake("first-row-only", "The output has the first new position only.", _for_the_first_row),
    twist("output-only", "It returns the output alone; asked for was (out, keys, values).",
          give=lambda o, k, v, w, kv: o),
    twist("cache-as-a-pair", "Keys and values come back as one pair: asked for were three values, "
          "(out, keys, values).", give=lambda o, k, v, w, kv: (o, (k, v))),
    twist("output-last", "The output comes last: the order is (out, keys, values).",
          give=lambda o, k, v, w, kv: (k, v, o)),
    twist("values-before-keys", "keys and values are swapped in what it returns: the order is "
          "(out, keys, values).", give=lambda o, k, v, w, kv: (o, v, k)),
    twist("weights-returned", "It returns the attention weights in the place of the keys or "
          "besides; asked for was (out, keys, values).", give=lambda o, k, v, w, kv: (o, w, k, v)),
    twist("output-and-weights", "It returns (output, weights), as attention does; asked for was "
          "(out, keys, values).", give=lambda o, k, v, w, kv: (o, w)),
    twist("returns-the-new-only", "Only the new keys and values come back: the next step would "
          "find no past. Return the past followed by the new.",
          give=lambda o, k, v, w, kv: (o, kv[0], kv[1])),
    twist("returns-the-old-cache", "past_k and past_v come back as they were: the next step would "
          "miss the new positions.",
          give=lambda o, k, v, w, kv: (o, kv[2], kv[3])),
    twist("grows-by-one-only", "Of the new keys and values only the last is returned behind the "
          "past.", give=lambda o, k, v, w, kv: (o, JOINS["last new only"](kv[2], kv[0]),
                                                JOINS["last new only"](kv[3], kv[1]))),
    twist("kept-by-whom-asked", "The scaled keys are returned (and kept): the next step would "
          "scale them once more.", give=lambda o, k, v, w, kv: (o, k / k.shape[-1] ** 0.5, v)),
    Mistake("transposed-by-T", "keys.T turns all axes round; use keys.transpose(-2, -1).",
            _plain_transpose),
    Mistake("computes-in-float32", "It works in float32 and returns that: float64 input loses half "
            "of its digits.", _single_precision),
    Mistake("view-needs-contiguous", "It uses view, which fails on transposed tensors; reshape "
            "works.", _viewed),
    Mistake("empty-past-skipped", "With an empty past it gives the values back as the output: the "
            "first positions attend to each other as well.",
            lambda q, k, v, pk, pv: variant(q, k, v, pk, pv) if pk.shape[2] else (v, k, v)),
)
# fmt: on


# fmt: off
SIGNS = (
    Sign("future-visible", "Keys and values are right, but a new position gives weight to later "
         "ones: the future is visible, the causal mask is missing or shifted.", read(future)),
    Sign("itself-hidden", "Keys and values are right, but no position gives weight to itself.",
         read(not_itself)),
    Sign("past-hidden", "Keys and values are right, but the past gets no weight.",
         read(no_past)),
    Sign("wrong-scale", "The weights are a right softmax of scores that are scaled wrongly:",
         sharpness),
    Sign("too-much-hidden", "Keys and values are right, but some positions that should be seen "
         "get no weight: new position i sees all of the past and the new ones up to i.",
         read(missing)),
    Sign("weights-do-not-sum-to-one", "Keys and values are right, but the output is no weighted "
         "mean of the values: weights that would give it do not sum to one.",
         read(lambda w, *_: not ones(w))),
    Sign("returned-keys-wrong", "Output and values are right, but the returned keys are not the "
         "past followed by the new.", half(1, 2)),
    Sign("returned-values-wrong", "Output and keys are right, but the returned values are not the "
         "past followed by the new.", half(2, 1)),
    Sign("returned-cache-wrong", "The output is right, but the returned keys and values are not "
         "the past followed by the new.", lambda a, g, w: len(g) == 3 and same(g[0], w[0])),
    Sign("cache-in-another-order", "Keys and values hold the right rows in another order: the past "
         "comes first, then the new positions in their order.", order),
    Sign("cache-too-short", "The returned keys and values are too short: all of the past and all "
         "of the new positions belong to them.",
         lambda a, g, w: long(a, g, w) and g[1].shape[2] < w[1].shape[2]),
    Sign("cache-too-long", "The returned keys and values are too long: the past and the new "
         "positions stand in them once each.",
         lambda a, g, w: long(a, g, w) and g[1].shape[2] > w[1].shape[2]),
    Sign("future-visible", "Keys and values are right, but a new position gives weight to later "
         "ones: the future is visible, the causal mask is missing or shifted.", read(future),
         every=False),
    Sign("too-much-hidden", "Keys and values are right, but some positions that should be seen "
         "get no weight: new position i sees all of the past and the new ones up to i.",
         read(missing), every=False),
    Sign("weights-do-not-sum-to-one", "Keys and values are right, but the output is no weighted "
         "mean of the values: weights that would give it do not sum to one.",
         read(lambda w, *_: not ones(w)), every=False),
    Sign("cache-wrong", "The returned keys and values are not the past followed by the new.",
         long, every=False),
    Sign("wrong-scores", "Keys and values are right and the right positions are seen, but with "
         "other weights than softmax(q k^T / sqrt(d)).", read(lambda w, *_: ones(w)),
         every=False),
    Sign("output-is-no-mix", "Keys and values are right, but the output is no weighted mean of the "
         "values.", lambda a, g, w: kept(g, w) and not same(g[0], w[0]), every=False),
)

Q, K, V, PAST_K, PAST_V = some_args(1, 2, 3, 2, 5, seed=900)
OTHER = normal(1, 2, 1, 5, seed=950)


def _changed_end():
    new = [torch.cat([x[:, :, :-1], OTHER], 2) for x in (K, V)]
    return (Q, K, V, PAST_K, PAST_V), (Q, *new, PAST_K, PAST_V)


def _in_two():
    """All at once, and the last position alone, upon a past that holds the others."""
    both = [torch.cat([p, x[:, :, :2]], 2) for p, x in ((PAST_K, K), (PAST_V, V))]
    return (Q, K, V, PAST_K, PAST_V), (Q[:, :, 2:], K[:, :, 2:], V[:, :, 2:], *both)


LAWS = (
    Law("future-visible", "Another last position changes the output of an earlier one: the future "
        "is visible.", _changed_end, lambda a, b: torch.allclose(a[0][:, :, :-1], b[0][:, :, :-1],
                                                                 atol=1e-4)),
    Law("steps-differ", "Three positions at once and the last of them alone, upon a past that "
        "holds the others, give different outputs for it: they must agree.", _in_two,
        lambda a, b: torch.allclose(a[0][:, :, 2:], b[0], atol=1e-4)),
)
# fmt: on

EXERCISE = Exercise(
    attend_with_cache, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS,
    ready=("scaled_dot_product_attention",),
)  # fmt: skip
