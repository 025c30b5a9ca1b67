"""Exact attention that reads the keys block by block, with a running maximum and a running sum."""

import math
from functools import partial

import torch

from ...checker.core import Exercise, Mistake, Sign, twist
from ...checker.whose import TorchCalls
from ..masks.attention import PRODUCTS, qkv
from . import blocks
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


def _root(q, k, v, b):
    return q.shape[1] ** -0.5


def variant(
    q, k, v, block, scale=_root, product="q k^T", cut=blocks.split, start=-torch.inf,
    step=blocks.exact, finish=lambda out, total, k, b: out / total,
):  # fmt: skip
    """online_softmax_attention with one switch for each thing that can go wrong."""
    state = q.new_full((len(q), 1), start), q.new_zeros(len(q), 1), q.new_zeros(len(q), v.shape[1])
    for keys, part in cut(q, k, v, block):
        scores = PRODUCTS[product](q, keys, part) * scale(q, k, v, block)
        state = step(state, scores, part)
    _, total, out = state
    return finish(out, total, k, block)


def _no_maximum(state, scores, part):
    state = torch.zeros_like(state[0]), *state[1:]
    return blocks.exact(state, scores, part, top=lambda old, best: old)


def _over_queries(q, k, v, block):
    out = q.new_zeros(len(q), v.shape[1])
    for keys, part in zip(k.split(block), v.split(block), strict=True):
        out = out + (q @ keys.T * _root(q, k, v, block)).softmax(0) @ part
    return out


def _causal(q, k, v, block):
    scores = q @ k.T * _root(q, k, v, block)
    future = torch.ones_like(scores, dtype=torch.bool).triu(1)
    return scores.masked_fill(future, -torch.inf).softmax(1) @ v


def _scaled_in_every_turn(q, k, v, block):
    """q = q / sqrt(d) inside the loop."""
    state = q.new_full((len(q), 1), -torch.inf), q.new_zeros(len(q), 1), 0.0
    for keys, part in blocks.split(q, k, v, block):
        q = q * _root(q, k, v, block)
        state = blocks.exact(state, q @ keys.T, part)
    return state[2] / state[1]


def _last_block_padded(q, k, v, block):
    """Zeros fill up the last block, and each zero counts as a key."""
    more = -len(k) % block
    pad = torch.nn.functional.pad
    return variant(q, pad(k, (0, 0, 0, more)), pad(v, (0, 0, 0, more)), block)


MISTAKES = (
    twist("no-maximum", "No maximum is taken off: exp of the scores as they are overflows above "
          "88.7, and below -103 all of them are 0.", step=_no_maximum),
    twist("not-scaled", "The scores are not divided by sqrt(d).", scale=lambda q, k, v, b: 1.0),
    twist("sum-not-rescaled", "The running sum is not rescaled when the maximum grows: its old "
          "part is relative to the old maximum. Multiply it, like the output, by exp(old maximum - "
          "new maximum).",
          step=partial(blocks.exact, shrink_total=False)),
    twist("output-not-rescaled", "The running output is not rescaled when the maximum grows: its "
          "old part is relative to the old maximum. Multiply it, like the sum, by exp(old maximum "
          "- new maximum).", step=partial(blocks.exact, shrink_out=False)),
    twist("nothing-rescaled", "Neither the running sum nor the running output is rescaled when "
          "the maximum grows: blocks read earlier weigh too much. Multiply both by exp(old maximum "
          "- new maximum); that the new maximum is stored before this factor is taken has the same "
          "effect.", step=partial(blocks.exact, shrink_total=False, shrink_out=False)),
    twist("each-block-its-own-maximum", "Each block's powers are relative to its own maximum, and "
          "they are added up as if it were one: nothing is rescaled, so a block of low scores "
          "weighs as much as one of high scores.", step=partial(
              blocks.exact, shrink_total=False, shrink_out=False, top=lambda old, best: best)),
    twist("new-part-not-rescaled", "The new powers are relative to their block's own maximum, what "
          "is kept to the running one: take exp(scores - running maximum), or multiply the new "
          "part by exp(block maximum - running maximum).", step=blocks.own_maximum),
    twist("factor-inverted-later", "The factor is inverted, exp(new maximum - old maximum) instead "
          "of exp(old - new): old parts grow where they should shrink.",
          step=blocks.inverted_later),
    twist("new-part-shrunk", "The factor exp(old maximum - new maximum) is given to the new part; "
          "it belongs to what was kept before (the sum and the output are not rescaled).",
          step=blocks.new_shrunk),
    twist("all-shrunk-at-once", "The factor is given to everything, the new powers too: in "
          "the first block it is exp(-inf) = 0 and wipes the block out. Rescale what is kept, then "
          "add.", step=blocks.all_shrunk_at_once),
    twist("sum-rescaled-twice", "The running sum is rescaled twice in each block: once is enough.",
          step=blocks.twice(1)),
    twist("output-rescaled-twice", "The running output is rescaled twice in each block: once is "
          "enough.", step=blocks.twice(2)),
    twist("maximum-without-keepdim", "The maximum of the queries is taken off as a row, along the "
          "keys: (T,) broadcasts over the last axis, or its size does not fit. keepdim=True keeps "
          "it a column.", step=blocks.maximum_as_a_row),
    twist("sum-without-keepdim", "The output is divided by the running sum as a row: (T,) "
          "broadcasts along the values, or its size does not fit. keepdim=True, or [:, None], "
          "makes it a column.", finish=lambda out, total, k, b: out / total.T),
    twist("one-maximum-for-all-queries", "There is one maximum for all queries together: a query "
          "with much lower scores underflows to 0 / 0 = NaN. Each query needs its own, "
          "amax(dim=1, keepdim=True).", step=partial(
              blocks.exact, top=lambda old, best: torch.maximum(old, best.max()))),
    twist("maximum-starts-at-zero", "The maximum starts at 0, or at another number that the scores "
          "may stay below: then all powers are 0, and 0 / 0 is NaN. Start at -inf.", start=0.0),
    twist("softmaxes-averaged", "Each block has a softmax of its own, and their outputs are "
          "averaged: a block of low scores weighs as much as one of high scores.",
          step=blocks.softmaxes),
    twist("softmaxes-averaged-by-size", "Each block has a softmax of its own, and their outputs "
          "are averaged, weighted by the number of keys: a block of low scores weighs as much as "
          "one of high scores.", step=blocks.softmaxes_by_keys),
    twist("divided-in-each-block", "What is kept is divided by the running sum in each block, and "
          "not multiplied back before the next: divide once, at the end.",
          step=blocks.divided_each_time, finish=lambda out, total, k, b: out),
    twist("new-part-divided", "Each block's part is divided by the running sum of that moment, and "
          "what is kept is not: divide once, at the end.", step=blocks.new_divided,
          finish=lambda out, total, k, b: out),
    twist("not-divided", "The output is not divided by the running sum: the weights do not sum to "
          "one.", finish=lambda out, total, k, b: out),
    twist("divided-by-the-keys", "The output is divided by the number of keys, not by the running "
          "sum of the powers.", finish=lambda out, total, k, b: out / len(k)),
    twist("one-sum-at-the-end", "The output is divided by the sum for all queries together: each "
          "query has its own.", finish=lambda out, total, k, b: out / total.sum()),
    twist("no-exp", "There is no exp: the raw scores weigh the values.", step=blocks.linear),
    twist("last-block-dropped", "The last block is dropped where it is not full: range(S // block) "
          "counts the full blocks only. range(0, S, block) and a slice, which ends by itself, read "
          "all keys.", cut=blocks.slices(lambda t, s, b: range(0, s - b + 1, b))),
    twist("first-block-only", "Only the first block of keys is read (a return inside the loop?).",
          cut=lambda *a: blocks.split(*a)[:1]),
    twist("last-block-only", "Only the last block of keys counts: what is kept is overwritten, or "
          "the maximum is never renewed, stays at -inf, and the factor is 0.",
          cut=lambda *a: blocks.split(*a)[-1:]),
    twist("empty-block-at-the-end", "Where the blocks fill up exactly, it reads one more, an empty "
          "one, which has no maximum: S // block + 1 is one block too many there.",
          cut=blocks.slices(lambda t, s, b: range(0, s // b * b + 1, b))),
    twist("last-key-of-each-block-missing", "The last key of each block is missing: a slice ends "
          "before its second number, so it is k[i : i + block].",
          cut=blocks.slices(lambda t, s, b: range(0, s, b), lambda b: b - 1)),
    twist("blocks-counted-from-queries", "The loop runs over the number of queries, not over that "
          "of the keys: keys are left out, or empty blocks come.",
          cut=blocks.slices(lambda t, s, b: range(0, t, b))),
    twist("blocks-counted-from-the-block", "The loop takes as many blocks as a block is long, "
          "range(block): keys are left out, or empty blocks come. range(0, S, block) follows the "
          "keys.", cut=blocks.slices(lambda t, s, b: range(0, b * b, b))),
    twist("values-of-the-first-block", "Every block of keys meets the values of the first block: "
          "v is not cut along with k.",
          cut=lambda q, k, v, b: [(part, v[: len(part)]) for part in k.split(b)]),
    Mistake("last-block-padded", "The last block is filled up with zeros, and each zero counts as "
            "a key with score 0. Take the shorter block as it is, or give them -inf.",
            _last_block_padded),
    twist("root-of-keys", "The scores are divided by the square root (sqrt) of the number of keys, "
          "not by sqrt(d).", scale=lambda q, k, v, b: len(k) ** -0.5),
    twist("root-of-block", "The scores are divided by the square root (sqrt) of the block size, "
          "not by sqrt(d).", scale=lambda q, k, v, b: b**-0.5),
    Mistake("scaled-in-every-turn", "q is divided by sqrt(d) inside the loop, once more for each "
            "block: the scale grows. Divide before the loop, or the scores.",
            _scaled_in_every_turn),
    twist("k-not-transposed", "q is multiplied by the block of keys, not by it transposed.",
          product="q k"),
    Mistake("softmax-over-queries", "The softmax runs over the wrong axis, the queries (dim=0) "
            "instead of the keys (dim=1): so each block can be finished by itself.",
            _over_queries),
    Mistake("causal-without-being-asked", "Keys after the query's own position are hidden; in this "
            "exercise every query should see all keys.", _causal),
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
         "there are several: what was kept (maximum, sum and output) is not carried over rightly "
         "when a new block comes.", several_blocks),
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
