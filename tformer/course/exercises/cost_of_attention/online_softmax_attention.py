"""Exact attention that reads the keys block by block, with a running maximum and a running sum."""

import math

import torch

from ...checker.core import Exercise, Sign, twist
from ...checker.whose import TorchCalls
from ..masks.attention import qkv
from .in_blocks import CASES
from .reading_back import ones, read, row_factors, several_blocks, sharpness


def online_softmax_attention(q, k, v, block):
    top = q.new_full((len(q), 1), -torch.inf)  # the largest score of each query so far
    total = q.new_zeros(len(q), 1)  # the sum of exp(score - top) so far
    out = q.new_zeros(len(q), v.shape[1])  # the same sum, each power times its value
    for start in range(0, len(k), block):
        scores = q @ k[start : start + block].T / math.sqrt(q.shape[1])
        larger = torch.maximum(top, scores.amax(dim=1, keepdim=True))
        powers = torch.exp(scores - larger)
        shrink = torch.exp(top - larger)
        total = total * shrink + powers.sum(dim=1, keepdim=True)
        out = out * shrink + powers @ v[start : start + block]
        top = larger
    return out / total


HINTS = (
    "For each query keep three things while the blocks go by: the largest score so far, the sum "
    "of the powers so far, and the sum of powers times values. Divide once, at the end.",
    "All powers must be relative to one maximum. When a block brings a larger score, what was "
    "kept was relative to the old maximum and is too large now. By which factor?",
    "Both sums kept so far are multiplied by exp(old maximum - new maximum), then the block's "
    "exp(scores - new maximum) are added. The maximum starts at -inf, so that the first factor "
    "is 0. The last block may be shorter: slices end by themselves.",
    "new = torch.maximum(top, scores.amax(1, keepdim=True)); total = total * exp(top - new) + "
    "exp(scores - new).sum(1, keepdim=True); the same for out with @ v_block; at the end out / "
    "total.",
)


def _shrunk(old, new):
    return torch.exp(old - new)


def _as_it_is(old, new):
    return torch.ones_like(new)


def _inverted(old, new):
    return torch.where(old.isinf(), 1.0, torch.exp(new - old))


def variant(
    q, k, v, block, scale=lambda q: q.shape[1] ** -0.5, starts=lambda s, b: range(0, s, b),
    width=lambda b: b, begin=-torch.inf, top=torch.maximum,
    power=lambda x, new: torch.exp(x - new), of_sum=_shrunk, of_out=_shrunk,
    after=lambda total, out, shrink: (total, out), finish=lambda out, total: out / total,
):  # fmt: skip
    """online_softmax_attention with one switch for each thing that can go wrong."""
    old, total = q.new_full((len(q), 1), begin), q.new_zeros(len(q), 1)
    out = q.new_zeros(len(q), v.shape[1])
    for i in starts(len(k), block):
        scores = q @ k[i : i + width(block)].T * scale(q)
        new = top(old, scores.amax(1, keepdim=True))
        powers = power(scores, new)
        total = total * of_sum(old, new) + powers.sum(1, keepdim=True)
        out = out * of_out(old, new) + powers @ v[i : i + width(block)]
        total, out = after(total, out, _shrunk(old, new))
        old = new
    return finish(out, total)


MISTAKES = (
    twist("no-maximum", "No maximum is taken off: exp of the scores as they are overflows above "
          "88.7, and below -103 all of them are 0.", top=lambda old, best: torch.zeros_like(best)),
    twist("not-scaled", "The scores are not divided by sqrt(d).", scale=lambda q: 1.0),
    twist("sum-not-rescaled", "The running sum is not rescaled when the maximum grows: its old "
          "part is relative to the old maximum. Multiply it, like the output, by exp(old maximum - "
          "new maximum).", of_sum=_as_it_is),
    twist("output-not-rescaled", "The running output is not rescaled when the maximum grows: its "
          "old part is relative to the old maximum. Multiply it, like the sum, by exp(old maximum "
          "- new maximum).", of_out=_as_it_is),
    twist("nothing-rescaled", "Neither the running sum nor the running output is rescaled when "
          "the maximum grows: blocks read earlier weigh too much. Multiply both by exp(old maximum "
          "- new maximum); that the new maximum is stored before this factor is taken has the same "
          "effect.", of_sum=_as_it_is, of_out=_as_it_is),
    twist("each-block-its-own-maximum", "Each block's powers are relative to its own maximum, and "
          "they are added up as if it were one: nothing is rescaled, so a block of low scores "
          "weighs as much as one of high scores.", of_sum=_as_it_is, of_out=_as_it_is,
          top=lambda old, best: best),
    twist("factor-inverted-later", "The factor is inverted, exp(new maximum - old maximum) instead "
          "of exp(old - new): old parts grow where they should shrink.", of_sum=_inverted,
          of_out=_inverted),
    twist("all-shrunk-at-once", "The factor is given to everything, the new powers too: in "
          "the first block it is exp(-inf) = 0 and wipes the block out. Rescale what is kept, then "
          "add.", of_sum=_as_it_is, of_out=_as_it_is,
          after=lambda total, out, shrink: (total * shrink, out * shrink)),
    twist("maximum-without-keepdim", "The maximum of the queries is taken off as a row, along the "
          "keys: (T,) broadcasts over the last axis, or its size does not fit. keepdim=True keeps "
          "it a column.", power=lambda x, new: torch.exp(x - new.T)),
    twist("sum-without-keepdim", "The output is divided by the running sum as a row: (T,) "
          "broadcasts along the values, or its size does not fit. keepdim=True, or [:, None], "
          "makes it a column.", finish=lambda out, total: out / total.T),
    twist("maximum-starts-at-zero", "The maximum starts at 0, or at another number that the scores "
          "may stay below: then all powers are 0, and 0 / 0 is NaN. Start at -inf.", begin=0.0),
    twist("not-divided", "The output is not divided by the running sum: the weights do not sum to "
          "one.", finish=lambda out, total: out),
    twist("softmaxes-averaged", "Each block has a softmax of its own, and their outputs are "
          "averaged: a block of low scores weighs as much as one of high scores.",
          of_sum=_as_it_is, of_out=_as_it_is, power=lambda x, new: x.softmax(1)),
    twist("softmax-over-queries", "The softmax runs over the wrong axis, the queries (dim=0) "
          "instead of the keys (dim=1): so each block can be finished by itself.",
          of_out=_as_it_is, power=lambda x, new: x.softmax(0), finish=lambda out, total: out),
    twist("divided-in-each-block", "What is kept is divided by the running sum in each block, and "
          "not multiplied back before the next: divide once, at the end.",
          after=lambda total, out, shrink: (total, out / total), finish=lambda out, total: out),
    twist("no-exp", "There is no exp: the raw scores weigh the values.", of_sum=_as_it_is,
          of_out=_as_it_is, power=lambda x, new: x),
    twist("last-block-dropped", "The last block is dropped where it is not full: range(S // block) "
          "counts the full blocks only. range(0, S, block) and a slice, which ends by itself, read "
          "all keys.", starts=lambda s, b: range(0, s - b + 1, b)),
    twist("first-block-only", "Only the first block of keys is read (a return inside the loop?).",
          starts=lambda s, b: (0,)),
    twist("last-key-of-each-block-missing", "The last key of each block is missing: a slice ends "
          "before its second number, so it is k[i : i + block].", width=lambda b: b - 1),
)  # fmt: skip

SIGNS = (
    Sign("wrong-scale", "The weights are a right softmax of scores that are scaled wrongly:",
         sharpness),
    Sign("sum-wrong", "The output has the right direction and the wrong size: the sum by which it "
         "is divided is not that of the powers in it. Is the running sum rescaled as the output "
         "is?", row_factors),
    Sign("weights-do-not-sum-to-one", "The output mixes the values, but the weights of a query do "
         "not sum to one.", read(lambda mine, right: not ones(mine)), every=None),
    Sign("keys-left-out", "Some keys get no weight at all: not every key is read.",
         read(lambda mine, right: ((mine.abs() < 1e-9) & (right > 1e-6)).any())),
    Sign("blocks-joined-wrongly", "It is right where one block holds all keys, and wrong where "
         "there are several: look at what the loop keeps or changes from one block to the next "
         "(maximum, sum, output, slices).", several_blocks),
    Sign("wrong-scores", "The weights of a query sum to one, but they are a softmax of other "
         "scores than q k^T / sqrt(d).", read(lambda mine, right: ones(mine)), every=False),
)  # fmt: skip


def _forms_all_scores(fn):
    with TorchCalls() as steps:
        fn(*qkv(t=5, s=11, d=3, d_v=2, seed=1), 4)
    return any(shape[-2:] in ((5, 11), (11, 5)) for shape in steps.shapes)


EXERCISE = Exercise(
    online_softmax_attention, HINTS, CASES, MISTAKES, variant, SIGNS,
    ready=("scaled_dot_product_attention",),
    rules_out=(_forms_all_scores, "It forms the whole (T, S) matrix of scores, which the blocks "
               "are there to avoid."),
)  # fmt: skip
