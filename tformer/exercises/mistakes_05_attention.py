"""What goes wrong in attention."""

import math

import torch

from .core import Mistake, twist
from .variant_05_attention import by_sum, naive, variant


def _scaled_late(q, k, v, mask=None):
    weights = variant(q, k, v, mask, scale=lambda *a: 1.0)[1] / math.sqrt(q.shape[-1])
    return weights @ v, weights


def _causal(x, axis):
    future = torch.ones_like(x, dtype=torch.bool).triu(1)
    return x.masked_fill(future, -torch.inf).softmax(axis).nan_to_num()


def _masked_scores(out, weights, raw, v, scores):
    return out, scores


def _by_item(q, k, v, mask=None):
    if mask is None or q.ndim < 3:
        return variant(q, k, v, mask)
    each = [variant(q[b], k[b], v[b], mask[b]) for b in range(len(q))]
    return tuple(torch.stack(parts) for parts in zip(*each, strict=True))


# fmt: off
MISTAKES = (
    twist("softmax-over-queries", "Each column of the weights sums to one, not each row: the "
          "softmax runs over the queries (axis -2) instead of over the keys (axis -1).", axis=-2),
    twist("softmax-over-axis-one", "The softmax runs over axis 1, which is the keys only when "
          "there is no batch and no head axis; use -1.", axis=lambda s: min(1, s.ndim - 1)),
    twist("softmax-over-first-axis", "The softmax runs over the first axis, not over the keys.",
          axis=0),
    twist("softmax-over-everything", "The softmax runs over all queries and keys together: the "
          "whole matrix sums to one, not each row.",
          norm=lambda x, axis: x.flatten(-2).softmax(-1).view_as(x)),
    twist("not-scaled", "The scores are not divided by sqrt(d_k): their spread grows with d_k "
          "and the softmax gets too sharp.", scale=lambda q, k, v: 1.0),
    twist("divided-by-d", "The scores are divided by d_k, not by its square root: the weights "
          "get too flat.", scale=lambda q, k, v: 1 / q.shape[-1]),
    twist("multiplied-by-root-d", "The scores are multiplied by sqrt(d_k) instead of divided.",
          scale=lambda q, k, v: q.shape[-1] ** 0.5),
    twist("multiplied-by-d", "The scores are multiplied by d_k.",
          scale=lambda q, k, v: q.shape[-1]),
    twist("scaled-twice", "The scores are divided by sqrt(d_k) and then by more: a fourth root "
          "or half power too many.", scale=lambda q, k, v: q.shape[-1] ** -0.25),
    twist("root-of-key-length", "The scores are divided by the root of the number of keys, not "
          "of d_k.", scale=lambda q, k, v: k.shape[-2] ** -0.5),
    twist("root-of-query-length", "The scores are divided by the root of the number of queries, "
          "not of d_k.", scale=lambda q, k, v: q.shape[-2] ** -0.5),
    twist("root-of-value-size", "The scores are divided by the root of the values' size, not of "
          "d_k.", scale=lambda q, k, v: v.shape[-1] ** -0.5),
    twist("root-of-first-axis", "The scores are divided by the root of the first axis' size (the "
          "batch), not of d_k.", scale=lambda q, k, v: q.shape[0] ** -0.5),
    twist("root-of-axis-one", "The scores are divided by the root of the size of axis 1, which "
          "is d_k only without batch and heads.", scale=lambda q, k, v: q.shape[1] ** -0.5),
    twist("scale-hard-wired", "The scores are divided by 8, whatever d_k is: that is right for "
          "d_k = 64 only.", scale=lambda q, k, v: 1 / 8),
    twist("scaled-by-all-entries", "The scores are divided by the root of the number of all "
          "entries of q.", scale=lambda q, k, v: q.numel() ** -0.5),
    twist("k-not-transposed", "q is multiplied by k, not by k transposed: that runs only when "
          "there are as many keys as features.", product="q k"),
    twist("queries-and-keys-swapped", "The scores are k q^T: their rows are the keys, so every "
          "key looks for queries.", product="k q^T"),
    twist("queries-with-themselves", "The queries are compared with the queries, not with the "
          "keys.", product="q q^T"),
    twist("keys-with-themselves", "The keys are compared with the keys; the queries are not used.",
          product="k k^T"),
    twist("queries-with-values", "The queries are compared with the values, not with the keys.",
          product="q v^T"),
    twist("features-with-features", "q is transposed instead of k: features are compared with "
          "features, not queries with keys.", product="q^T k"),
    twist("cosine-scores", "Queries and keys are brought to length one first: cosines instead of "
          "dot products.", product="cosine"),
    twist("scores-negated", "The scores have the wrong sign: the least similar key gets the "
          "largest weight.", product="minus"),
    twist("distances-not-products", "The scores are negative squared distances, not dot products.",
          product="distance"),
    twist("no-softmax", "There is no softmax: the raw scores are used as weights.",
          norm=lambda x, axis: x),
    twist("no-exp", "The scores are divided by their sum without exp.", norm=by_sum),
    twist("naive-softmax", "The softmax takes exp of the scores as they are: above 88.7 it "
          "overflows and NaN comes out.", norm=naive),
    twist("sigmoid-weights", "Each score goes through a sigmoid by itself: the weights of a "
          "query do not sum to one.", norm=lambda x, axis: x.sigmoid()),
    twist("log-weights", "It uses log softmax where softmax is meant.",
          norm=lambda x, axis: x.log_softmax(axis)),
    twist("softmax-twice", "The softmax is applied twice: the weights are far too flat.",
          norm=lambda x, axis: x.softmax(axis).softmax(axis)),
    twist("hard-attention", "Each query takes the one best key: that is argmax, not softmax.",
          norm=lambda x, axis: (x == x.amax(axis, keepdim=True)).to(x.dtype)),
    twist("mean-not-sum", "The weights are divided by the number of keys besides.",
          norm=lambda x, axis: x.softmax(axis) / x.shape[axis]),
    Mistake("cosine-scores-without-scale", "The scores are cosines: queries and keys are brought "
            "to length one. Asked for are dot products divided by sqrt(d_k).",
            lambda *a: variant(*a, product="cosine", scale=lambda q, k, v: 1.0)),
    Mistake("scaled-after-softmax", "The division by sqrt(d_k) comes after the softmax: the rows "
            "sum to 1/sqrt(d_k), and the scores were not scaled.", _scaled_late),
    twist("mask-ignored", "The mask has no effect.", masking="none"),
    twist("mask-inverted", "The mask is taken the other way round: where it says True (may "
          "attend) nothing is attended to.", masking="inverted"),
    twist("masked-after-softmax", "The mask is applied after the softmax: the weights that are "
          "left sum to less than one.", masking="after"),
    twist("minus-inf-after-softmax", "-inf is put into the weights, after the softmax; it "
          "belongs into the scores before it.", masking="-inf after"),
    twist("masked-scores-zeroed", "Forbidden scores become 0 instead of -inf: exp(0) = 1, so "
          "they still get a share.", masking="times"),
    twist("mask-added", "The boolean mask is added to the scores: that shifts them by 0 or 1.",
          masking="plus"),
    twist("zero-times-inf", "The mask is multiplied by -inf: 0 * -inf is not a number, so "
          "allowed entries become NaN.", masking="zero times inf"),
    twist("scores-times-inf", "Forbidden scores are multiplied by -inf: a negative score becomes "
          "+inf.", masking="times -inf"),
    twist("plus-inf-fill", "Forbidden scores are filled with +inf instead of -inf.",
          masking="plus inf"),
    twist("fill-minus-one", "Forbidden scores are set to -1: far from low enough.", masking="-1"),
    twist("fill-minus-ten", "Forbidden scores are set to -10: not low enough.", masking="-10"),
    twist("finite-fill", "Forbidden scores are set to a finite number such as -100 or -1e4: "
          "allowed scores can be lower, and then the forbidden key wins. Fill with -inf.",
          masking="-1e4"),
    twist("mask-transposed", "The mask is transposed: query and key are confused in it.",
          masking="transposed"),
    twist("mask-of-first-item", "The mask of the first batch item is used for all.",
          masking="first item"),
    Mistake("mask-indexed-by-batch", "Item b of the batch gets mask[b]: a mask without a batch "
            "axis is the same for all, and mask[b] is one row of it.", _by_item),
    twist("scores-clamped", "Large scores are cut off before the softmax: all above the bound "
          "become equal.", norm=lambda x, axis: x.clamp(max=80).softmax(axis)),
    twist("causal-without-being-asked", "Keys after the query's own position are hidden, "
          "whatever the mask says.", norm=_causal),
    twist("empty-row-nan", "The row of a query that may attend to nothing stays as the softmax "
          "gives it: NaN (0/0) where all its scores are -inf. Its weights should be zeros.",
          rows="as it is"),
    twist("empty-row-uniform", "A query that may attend to nothing gets equal weights on "
          "everything, as a finite fill like -1e9 brings about. Its weights should be zeros.",
          rows="uniform"),
    twist("empty-row-first-key", "A query that may attend to nothing attends to the first key. "
          "Its weights should be zeros.", rows="first"),
    twist("weights-transposed-for-output", "The output uses the transposed weights.",
          output=lambda w, q, k, v: w.mT @ v),
    twist("output-from-keys", "The weights are applied to the keys, not to the values.",
          output=lambda w, q, k, v: w @ k),
    twist("output-from-queries", "The weights are applied to the queries, not to the values.",
          output=lambda w, q, k, v: w @ q),
    twist("output-plain-mean", "The output is the plain mean of the values: the weights are not "
          "used.", output=lambda w, q, k, v: v.mean(-2, keepdim=True).expand(
              *w.shape[:-1], v.shape[-1])),
    twist("output-summed", "The output is summed over the queries.",
          output=lambda w, q, k, v: (w @ v).sum(-2)),
    twist("residual-added", "The queries are added to the output: that is the layer's business.",
          output=lambda w, q, k, v: w @ v + (q if q.shape == (w @ v).shape else 0)),
    twist("scores-as-weights", "It returns the scores in the place of the weights.",
          give=lambda o, w, s, v, *_: (o, s)),
    twist("masked-scores-as-weights", "It returns the masked scores in the place of the weights: "
          "the softmax is missing there.", give=_masked_scores),
    twist("scores-times-values", "The output is made from the scores, not from the weights.",
          give=lambda o, w, s, v, *_: (s @ v, w)),
    twist("returned-weights-transposed", "The returned weights are transposed: rows are keys.",
          give=lambda o, w, s, v, *_: (o, w.mT)),
    twist("returns-unmasked-weights", "The returned weights are those without the mask.",
          give=lambda o, w, s, v, *_: (o, s.softmax(-1))),
    twist("weights-then-output", "It returns (weights, output); asked for was (output, weights).",
          give=lambda o, w, s, v, *_: (w, o)),
    twist("output-only", "It returns the output alone; asked for was (output, weights).",
          give=lambda o, w, s, v, *_: o),
    twist("weights-only", "It returns the weights alone; asked for was (output, weights).",
          give=lambda o, w, s, v, *_: w),
    twist("log-weights-returned", "The returned weights are their logarithms.",
          give=lambda o, w, s, v, *_: (o, w.log())),
    twist("weights-nan-row", "The output of a query that may attend to nothing is zeros, but its "
          "weights are NaN.", give=lambda o, w, s, v, *_: (
              o, torch.where(w.sum(-1, keepdim=True) == 0, torch.nan, w))),
    twist("heads-averaged", "The returned weights are averaged over the heads.",
          give=lambda o, w, s, v, *_: (o, w.mean(1) if w.ndim == 4 else w)),
    twist("output-nan-row", "The weights of a query that may attend to nothing are zeros, but "
          "its output is NaN.", give=lambda o, w, s, v, *_: (
              torch.where(w.sum(-1, keepdim=True) == 0, torch.nan, o), w)),
    Mistake("computes-in-float32", "It works in float32 and returns that: float64 input loses "
            "half of its digits.",
            lambda q, k, v, mask=None: variant(q.float(), k.float(), v.float(), mask)),
    Mistake("view-needs-contiguous", "It uses view, which fails on transposed tensors; reshape "
            "works.", lambda q, k, v, mask=None: variant(q.view(q.shape[0], -1).view(q.shape), k,
                                                         v, mask)),
    Mistake("two-axes-only", "It works for (length, d) only: with batch or head axes k.T turns "
            "all axes round. Use k.transpose(-2, -1).",
            lambda q, k, v, mask=None: variant(q, k.permute(*range(k.ndim)[::-1]).mT, v, mask)),
    Mistake("squeezed", "It squeezes the result: axes of length one disappear.",
            lambda *a: tuple(x.squeeze() for x in variant(*a))),
)
# fmt: on
