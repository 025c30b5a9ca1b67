"""What goes wrong in multi-head attention."""

from functools import partial

import torch

from .core import Mistake, twist
from .variant_05_attention import by_sum, naive
from .variant_07_attention import variant


def _by_item(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    if mask is None:
        return variant(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads)
    each = [
        variant(x_q[b : b + 1], x_kv[b : b + 1], w_q, w_k, w_v, w_o, num_heads, mask[b])
        for b in range(len(x_q))
    ]
    return torch.cat(each)


def _single_precision(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    given = (x.float() for x in (x_q, x_kv, w_q, w_k, w_v, w_o))
    return variant(*given, num_heads, mask)


def _viewed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return variant(x_q.view(-1).view(x_q.shape), x_kv, w_q, w_k, w_v, w_o, num_heads, mask)


def _merged_by_view(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    heads = variant(
        x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask, output=lambda merged, w_o, x_q: merged
    )
    y = heads.reshape(*heads.shape[:2], num_heads, -1).transpose(1, 2).contiguous()
    return y.transpose(1, 2).view(heads.shape) @ w_o


# fmt: off
MISTAKES = (
    twist("not-split", "There is only one head: num_heads has no effect on the scores.",
          cut="one head", join="blocks"),
    twist("split-by-view", "The split asks view for (batch, heads, len, d_head) at once: the shape "
          "is right, but a head gets stretches of the sentence instead of its block of features.",
          cut="view"),
    twist("split-and-merge-by-view", "Both split and merge only reshape, without the swap of axes "
          "1 and 2: the shapes are right, but a head gets stretches of the sentence instead of its "
          "block of features.", cut="view", join="view"),
    twist("merged-without-transposing-back", "The heads are merged without swapping axes 1 and 2 "
          "back: the shape is right, but a row holds several tokens of one head.", join="view"),
    Mistake("values-split-by-view", "The values are split by a reshape alone, without the swap of "
            "axes 1 and 2; queries and keys are split rightly.",
            partial(variant, cut=("blocks", "blocks", "view"))),
    Mistake("keys-split-by-view", "The keys are split by a reshape alone, without the swap of axes "
            "1 and 2; queries and values are split rightly.",
            partial(variant, cut=("blocks", "view", "blocks"))),
    twist("interleaved-split", "Head i gets every num_heads-th feature instead of the i-th block.",
          cut="interleaved"),
    twist("interleaved-merge", "The merge shuffles the heads into each other, feature by feature, "
          "instead of setting them side by side.", join="interleaved"),
    twist("interleaved-split-and-merge", "Head i gets every num_heads-th feature instead of the "
          "i-th block, and the merge puts them back in that way.", cut="interleaved",
          join="interleaved"),
    twist("heads-and-head-size-swapped", "num_heads is used as the size of a head: there are "
          "d_model / num_heads heads of size num_heads.", cut="sizes swapped"),
    twist("transposed-before-the-split", "The projected x is transposed before it is cut into "
          "heads: features and positions are mixed.", cut="features first"),
    twist("heads-attend-to-each-other", "The heads still stand behind the length when the scores "
          "are made: at each position the heads attend to each other, not the queries to the keys. "
          "Swap axes 1 and 2 first.", cut="not moved", join="view"),
    twist("same-block-for-all", "Every head works on the first block of features.",
          cut="same block"),
    twist("merge-last-axes-swapped", "In the merge the last two axes are swapped instead of heads "
          "and length.", join="last axes"),
    twist("merge-size-first", "In the merge d_head comes before the heads.", join="size first"),
    twist("heads-reversed", "The heads are merged in reverse.", join="reversed"),
    twist("heads-averaged", "The heads are averaged; they belong side by side.", join="mean"),
    twist("heads-added-up", "The heads are added up; they belong side by side.", join="sum"),
    twist("heads-averaged-and-narrow", "The heads are averaged, which leaves d_head features; they "
          "belong side by side.", join="narrow mean",
          output=lambda m, w, x: m @ w[: m.shape[-1]]),
    twist("first-head-repeated", "Only the first head is used.", join="first"),
    Mistake("view-after-transpose", "After transpose view cannot join the heads, because the "
            "entries do not lie in order in memory: call contiguous() before it, or reshape.",
            _merged_by_view),
    twist("output-projection-missing", "The merged heads are returned as they are: the last step, "
          "@ w_o, is missing.", output=lambda m, w, x: m),
    twist("w_o-transposed", "w_o is applied transposed: it is x @ w here, not x @ w.T (as "
          "nn.Linear stores it).", output=lambda m, w, x: m @ w.mT),
    twist("w_o-twice", "w_o is applied twice.", output=lambda m, w, x: m @ w @ w),
    twist("residual-added", "x_q is added to the output: that is the layer's business.",
          output=lambda m, w, x: m @ w + x),
    twist("input-weights-transposed", "w_q, w_k and w_v are applied transposed: it is x @ w here, "
          "not x @ w.T (as nn.Linear stores it).",
          project=lambda a, b, q, k, v: (a @ q.mT, b @ k.mT, b @ v.mT)),
    Mistake("all-weights-transposed", "All four weights are applied transposed, as F.linear does: "
            "it is x @ w here.", lambda a, b, q, k, v, o, n, mask=None: variant(
                a, b, q.mT, k.mT, v.mT, o.mT, n, mask)),
    twist("w_q-transposed", "w_q is applied transposed.",
          project=lambda a, b, q, k, v: (a @ q.mT, b @ k, b @ v)),
    twist("w_k-transposed", "w_k is applied transposed.",
          project=lambda a, b, q, k, v: (a @ q, b @ k.mT, b @ v)),
    twist("w_v-transposed", "w_v is applied transposed.",
          project=lambda a, b, q, k, v: (a @ q, b @ k, b @ v.mT)),
    twist("nothing-projected", "w_q, w_k and w_v are not used.",
          project=lambda a, b, q, k, v: (a, b, b)),
    twist("queries-not-projected", "w_q is not used: the queries are x_q as it is.",
          project=lambda a, b, q, k, v: (a, b @ k, b @ v)),
    twist("keys-not-projected", "w_k is not used: the keys are x_kv as it is.",
          project=lambda a, b, q, k, v: (a @ q, b, b @ v)),
    twist("values-not-projected", "w_v is not used: the values are x_kv as it is.",
          project=lambda a, b, q, k, v: (a @ q, b @ k, b)),
    twist("same-weights-for-all", "w_q makes queries, keys and values; each has its own weights.",
          project=lambda a, b, q, k, v: (a @ q, b @ q, b @ q)),
    twist("keys-from-w_q", "The keys are made with w_q instead of w_k.",
          project=lambda a, b, q, k, v: (a @ q, b @ q, b @ v)),
    twist("values-from-w_k", "The values are made with w_k instead of w_v: they are the keys.",
          project=lambda a, b, q, k, v: (a @ q, b @ k, b @ k)),
    twist("w_k-and-w_v-swapped", "w_k and w_v are swapped.",
          project=lambda a, b, q, k, v: (a @ q, b @ v, b @ k)),
    twist("w_q-and-w_k-swapped", "w_q and w_k are swapped.",
          project=lambda a, b, q, k, v: (a @ k, b @ q, b @ v)),
    twist("keys-and-values-from-x_q", "Keys and values are made from x_q: that is self-attention; "
          "they come from x_kv.", project=lambda a, b, q, k, v: (a @ q, a @ k, a @ v)),
    twist("values-from-x_q", "The values are made from x_q; they come from x_kv, like the keys.",
          project=lambda a, b, q, k, v: (a @ q, b @ k, a @ v)),
    twist("keys-from-x_q", "The keys are made from x_q; they come from x_kv, like the values.",
          project=lambda a, b, q, k, v: (a @ q, a @ k, b @ v)),
    twist("queries-from-x_kv", "The queries are made from x_kv: that is self-attention; they come "
          "from x_q.", project=lambda a, b, q, k, v: (b @ q, b @ k, b @ v)),
    twist("x_q-and-x_kv-swapped", "x_q and x_kv are swapped: keys and values come from x_q.",
          project=lambda a, b, q, k, v: (b @ q, a @ k, a @ v)),
    twist("k-not-transposed", "q is multiplied by k, not by k transposed: that runs only when "
          "there are as many keys as features in a head.", product=lambda q, k: q @ k),
    twist("root-of-d_model", "The scores are divided by the root of d_model, not of d_head = "
          "d_model / num_heads: the weights get too flat.",
          scale=lambda q, k, n: (q.shape[-1] * n) ** -0.5),
    twist("not-scaled", "The scores are not divided by sqrt(d_head): the softmax gets too sharp.",
          scale=lambda q, k, n: 1.0),
    twist("divided-by-d_head", "The scores are divided by d_head, not by its root.",
          scale=lambda q, k, n: 1 / q.shape[-1]),
    twist("divided-by-d_model", "The scores are divided by d_model; it is the root of d_head.",
          scale=lambda q, k, n: 1 / (q.shape[-1] * n)),
    twist("multiplied-by-root", "The scores are multiplied by sqrt(d_head) instead of divided.",
          scale=lambda q, k, n: q.shape[-1] ** 0.5),
    twist("root-of-num_heads", "The scores are divided by the root of the number of heads, not of "
          "d_head.", scale=lambda q, k, n: n**-0.5),
    twist("root-of-key-length", "The scores are divided by the root of the number of keys, not of "
          "d_head.", scale=lambda q, k, n: k.shape[-2] ** -0.5),
    twist("scale-hard-wired", "The scores are divided by 8, whatever d_head is: that is right for "
          "d_head = 64 only.", scale=lambda q, k, n: 1 / 8),
    twist("softmax-over-queries", "Each column of the weights sums to one, not each row: the "
          "softmax runs over the queries (axis -2) instead of over the keys (axis -1).", axis=-2),
    twist("softmax-over-heads", "The softmax runs over the heads (axis 1) instead of the keys.",
          axis=1),
    twist("softmax-over-batch", "The softmax runs over the batch (axis 0), not over the keys.",
          axis=0),
    twist("no-softmax", "There is no softmax: the raw scores are used as weights.",
          norm=lambda x, axis: x),
    twist("no-exp", "The scores are divided by their sum without exp.", norm=by_sum),
    twist("naive-softmax", "The softmax takes exp of the scores as they are: above 88.7 it "
          "overflows and NaN comes out.", norm=naive),
    twist("sigmoid-weights", "Each score goes through a sigmoid: the weights do not sum to one.",
          norm=lambda x, axis: x.sigmoid()),
    twist("mask-ignored", "The mask has no effect.", masking="none"),
    twist("mask-inverted", "The mask is taken the other way round: where it says True (may "
          "attend) nothing is attended to.", masking="inverted"),
    twist("masked-after-softmax", "The mask is applied after the softmax: the weights that are "
          "left sum to less than one.", masking="after"),
    twist("masked-scores-zeroed", "Forbidden scores become 0 instead of -inf: exp(0) = 1, so "
          "they still get a share.", masking="times"),
    twist("mask-added", "The boolean mask is added to the scores: that shifts them by 0 or 1.",
          masking="plus"),
    twist("zero-times-inf", "The mask is multiplied by -inf: 0 * -inf is not a number, so "
          "allowed entries become NaN.", masking="zero times inf"),
    twist("finite-fill", "Forbidden scores are set to a finite number such as -1e4: allowed "
          "scores can be lower, and then the forbidden key wins. Fill with -inf.",
          masking="-1e4"),
    twist("mask-of-first-item", "The mask of the first sentence is used for all.",
          form=lambda m: m[:1] if m.ndim == 4 else m),
    twist("mask-of-first-head", "The mask of the first head is used for all heads.",
          form=lambda m: m[:, :1] if m.ndim == 4 else m),
    twist("mask-of-four-axes-only", "A mask (query_len, key_len) without batch and head axes is "
          "not handled: masks broadcast, so add no axis and index none.",
          form=lambda m: m if m.ndim == 4 else m[:, None]),
    twist("extra-mask-axis", "The mask gets one more axis (unsqueeze(1)); it already broadcasts to "
          "(batch, heads, query_len, key_len).", form=lambda m: m.unsqueeze(1)),
    Mistake("mask-indexed-by-batch", "Item b of the batch gets mask[b]: a mask without a batch "
            "axis is the same for all, and mask[b] is one row of it.", _by_item),
    twist("empty-row-nan", "The row of a query that may attend to nothing stays as the softmax "
          "gives it: NaN (0/0) where all its scores are -inf. Its weights should be zeros.",
          rows="as it is"),
    twist("empty-row-uniform", "A query that may attend to nothing attends to everything alike, "
          "as a finite fill like -1e9 brings about. Its weights should be zeros.", rows="uniform"),
    twist("returns-the-weights-too", "It returns (output, weights); asked for was the output.",
          give=lambda o, w, m: (o, w)),
    twist("returns-the-weights", "It returns the attention weights; asked for was the output.",
          give=lambda o, w, m: w),
    Mistake("computes-in-float32", "It works in float32 and returns that: float64 input loses "
            "half of its digits.", _single_precision),
    Mistake("view-needs-contiguous", "It uses view in a way that fails on transposed tensors; "
            "reshape works.", _viewed),
    twist("scores-clamped", "Large scores are cut off before the softmax: all above the bound "
          "become equal.", norm=lambda x, axis: x.clamp(max=80).softmax(axis)),
    Mistake("length-one-squeezed", "When there is one query, its axis disappears.",
            lambda *a: variant(*a).squeeze(1)),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          give=lambda o, w, m: o.squeeze()),
)
# fmt: on
