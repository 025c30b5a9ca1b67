"""Multi-head attention."""

import torch

from ...checker.core import Exercise, Mistake, Sign, twist
from ..attention.steps import softmax, weigh
from ..masks.attention import OF_STEPS
from . import reading_back as told
from .inputs import CASES


def multi_head_attention(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return x.reshape(x.shape[0], x.shape[1], num_heads, -1).transpose(1, 2)

    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)  # a row of only -inf gave NaN: make it zeros
    merged = (weights @ v).transpose(1, 2).reshape(x_q.shape)
    return merged @ w_o


HINTS = (
    "Five steps: project, split into heads, attend in each head, merge the heads, project once "
    "more. split_heads, merge_heads and attention of lesson 06 are all there is to it.",
    "The queries come from x_q, keys and values from x_kv; weights apply as x @ w. After the split "
    "all three have the shape (batch, heads, length, d_head), and scores (batch, heads, "
    "query_len, key_len).",
    "The scores are divided by the root of d_head = d_model / num_heads, the last size of the "
    "split q. The mask broadcasts to the scores; a query that may attend to nothing gets zeros.",
    "q, k, v = split_heads(x_q @ w_q, num_heads), ...; weights = softmax(q @ k.transpose(-2, -1) / "
    "q.shape[-1] ** 0.5) with the mask as in lesson 06; merge_heads(weights @ v) @ w_o",
)


def _blocks(x, heads):
    return x.reshape(*x.shape[:2], heads, -1).transpose(1, 2)


def _by_view(x, heads):
    return x.reshape(len(x), heads, x.shape[1], -1)


def _averaged(x, axis):
    return x.softmax(axis).nan_to_num(0.0).mean(1, keepdim=True)


def variant(
    x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None, cut=_blocks, cut_values=None,
    scale=lambda q, heads: q.shape[-1] ** -0.5, axis=-1, norm=softmax, masking="fill", form=None,
    rows="zero", join=lambda y, shape: y.transpose(1, 2).reshape(len(y), shape[1], -1),
    last=torch.matmul,
):  # fmt: skip
    """multi_head_attention with one switch for each thing that can go wrong."""
    q, k = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads)
    v = (cut_values or cut)(x_kv @ w_v, num_heads)
    scores = q @ k.mT * scale(q, num_heads)
    mask = form(mask) if form and mask is not None else mask
    return last(join(weigh(scores, mask, norm, axis, masking, rows) @ v, x_q.shape), w_o)


MISTAKES = (
    twist("not-split", "There is only one head: num_heads has no effect on the scores.",
          cut=lambda x, heads: x[:, None]),
    twist("not-split-but-scaled", "There is only one head: num_heads has no effect but on the "
          "square root (sqrt) that divides the scores.", cut=lambda x, heads: x[:, None],
          scale=lambda q, heads: (q.shape[-1] / heads) ** -0.5),
    twist("split-by-view", "The split asks view for (batch, heads, len, d_head) at once: the shape "
          "is right, but a head gets stretches of the sentence instead of its block of features.",
          cut=_by_view),
    twist("merged-without-transposing-back", "The heads are merged without swapping axes 1 and 2 "
          "back: the shape is right, but a row holds several tokens of one head.",
          join=lambda y, shape: y.reshape(len(y), shape[1], -1)),
    twist("output-projection-missing", "The merged heads are returned as they are: the last step, "
          "@ w_o, is missing.", last=lambda merged, w_o: merged),
    twist("values-split-by-view", "The values are split by a reshape alone, without the swap of "
          "axes 1 and 2; queries and keys are split rightly.", cut_values=_by_view),
    twist("interleaved-split", "Head i gets every num_heads-th feature instead of the i-th block.",
          cut=lambda x, heads: x.reshape(*x.shape[:2], -1, heads).permute(0, 3, 1, 2)),
    twist("weights-averaged-over-heads", "The weights are averaged over the heads; each head has "
          "weights of its own.", norm=_averaged, rows="as it is"),
    twist("view-after-transpose", "After transpose view cannot join the heads, because the "
          "entries do not lie in order in memory: call contiguous() before it, or reshape.",
          join=lambda y, shape: y.transpose(1, 2).view(shape)),
    Mistake("all-weights-transposed", "All four weights are applied transposed, as F.linear does: "
            "in this exercise it is x @ w.", lambda a, b, q, k, v, o, n, mask=None: variant(
                a, b, q.mT, k.mT, v.mT, o.mT, n, mask)),
    twist("root-of-d_model", "The scores are divided by the square root (sqrt) of d_model, not of "
          "d_head = d_model / num_heads: the weights get too flat.",
          scale=lambda q, n: (q.shape[-1] * n) ** -0.5),
    twist("not-scaled", "The scores are not divided by sqrt(d_head): the softmax gets too sharp.",
          scale=lambda q, n: 1.0),
    twist("softmax-over-heads", "The softmax runs over the wrong axis, the heads (dim=1) instead "
          "of the keys (dim=-1).", axis=1),
    *(OF_STEPS[slug] for slug in (
        "softmax-over-queries", "mask-ignored", "mask-inverted", "masked-after-softmax",
        "masked-scores-zeroed", "empty-row-nan", "empty-row-uniform")),
    twist("extra-mask-axis", "The mask gets one more axis (unsqueeze(1)); it already broadcasts to "
          "(batch, heads, query_len, key_len).", form=lambda m: m.unsqueeze(1)),
)  # fmt: skip


def _far_scores(args, got, want):
    x_q, x_kv, w_q, w_k = args[:4]
    return ((x_q @ w_q).abs().amax() * (x_kv @ w_k).abs().amax()) > 200


SIGNS = (
    Sign("fails-on-far-scores", "It is right but for scores far from zero: exp of a large one is "
         "infinite, exp of a very negative one is 0. Use torch.softmax or take each row's maximum "
         "off first, and fill with -inf, not with a finite number.", _far_scores),
    Sign("wrong-scale", "The weights are a right softmax of scores that are scaled wrongly:",
         told.scale_factor),
    Sign("softmax-over-queries", OF_STEPS["softmax-over-queries"].says, told.sums_over(-2)),
    Sign("softmax-over-heads", "The weights of a pair of query and key sum to one over the heads: "
         "the softmax runs over the wrong axis, dim=1, instead of the keys (dim=-1).",
         told.sums_over(1)),
    Sign("some-heads-right", "Some heads come out right and others do not.", told.one_right_head),
    Sign("leaks-to-masked-keys", "Keys that the mask forbids get a weight.", told.leaks,
         every=None),
    Sign("allowed-keys-hidden", "Keys that may be attended to get no weight: more is masked than "
         "the mask says, or small scores are cut off (clamped).", told.hides),
    Sign("wrong-scores", "Each head mixes its values with weights that sum to one, as it should, "
         "but they are not the softmax of q k^T / sqrt(d_head): look at the scores (which inputs, "
         "which weights, which axes).", told.row_sums, every=False),
    Sign("values-mixed-up", "The output of a head is no mixture of that head's values: look at the "
         "values (x_kv @ w_v), at split and merge, and at the last projection.", told.not_a_mix,
         every=False),
)  # fmt: skip

EXERCISE = Exercise(
    multi_head_attention, HINTS, CASES, MISTAKES, variant, SIGNS,
    ready=("scaled_dot_product_attention", "multi_head_attention_forward"),
)  # fmt: skip
