"""Answers to ``mean_pool``."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def multiplies_and_divides(x, mask):
    m = mask.unsqueeze(-1).to(x.dtype)
    return (x * m).sum(1) / m.sum(1).clamp(min=1)


@right
def as_sentence_transformers_do(x, mask):
    expanded = mask.unsqueeze(-1).expand(x.size()).float()
    return torch.sum(x * expanded, 1) / torch.clamp(expanded.sum(1), min=1e-9)


@right
def einsum(x, mask):
    m = mask.to(x.dtype)
    total = torch.einsum("bl,bld->bd", m, x)
    return total / m.sum(1, keepdim=True).clamp_min(1.0)


@right
def batched_product(x, mask):
    m = mask.to(x.dtype)
    m = m / m.sum(1, keepdim=True).clamp(min=1)
    return torch.bmm(m.unsqueeze(1), x).squeeze(1)


@right
def by_loops(x, mask):
    out = x.new_zeros(x.shape[0], x.shape[2])
    for b in range(x.shape[0]):
        n = 0
        for t in range(x.shape[1]):
            if mask[b, t]:
                out[b] += x[b, t]
                n += 1
        if n > 0:
            out[b] /= n
    return out


@right
def selects_sentence_by_sentence(x, mask):
    zero = torch.zeros(x.shape[-1], dtype=x.dtype)
    return torch.stack(
        [row[m].mean(0) if m.any() else zero for row, m in zip(x, mask, strict=True)]
    )


@right
def selection_and_nan_to_num(x, mask):
    return torch.stack([torch.nan_to_num(row[m].mean(0)) for row, m in zip(x, mask, strict=True)])


@right
def nanmean(x, mask):
    hidden = torch.where(mask[..., None], x, torch.tensor(float("nan"), dtype=x.dtype))
    return hidden.nanmean(dim=1).nan_to_num(0.0)


@right
def where_and_maximum(x, mask):
    kept = torch.where(mask[:, :, None], x, torch.zeros_like(x))
    n = torch.maximum(mask.sum(1), torch.ones(1, dtype=torch.long))
    return kept.sum(dim=1) / n[:, None]


@right
def small_number_in_the_divisor(x, mask):
    m = mask[..., None]
    return (x * m).sum(1) / (m.sum(1) + 1e-9)


@right
def zeroes_a_copy(x, mask):
    y = x.clone()
    y[~mask] = 0
    return y.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


@right
def softmax_of_the_mask(x, mask):
    scores = torch.zeros(mask.shape, dtype=x.dtype).masked_fill(~mask, float("-inf"))
    weights = torch.softmax(scores, dim=1).nan_to_num(0.0)
    return (weights.unsqueeze(1) @ x).squeeze(1)


@right
def adds_rows_to_their_sentence(x, mask):
    b, t = mask.nonzero(as_tuple=True)
    out = torch.zeros(len(x), x.shape[2], dtype=x.dtype).index_add(0, b, x[b, t])
    return out / torch.bincount(b, minlength=len(x)).clamp(min=1).unsqueeze(1)


@right
def mean_corrected_by_the_share(x, mask):
    share = mask.to(x.dtype).mean(1, keepdim=True)
    mean = x.masked_fill(~mask.unsqueeze(2), 0).mean(1)
    return torch.where(share > 0, mean / share.clamp(min=1e-12), torch.zeros_like(mean))


@right
def features_first(x, mask):
    m = mask.to(x.dtype)
    return ((x.transpose(1, 2) @ m.unsqueeze(-1)) / m.sum(1).clamp(min=1)[:, None, None])[..., 0]


@right
def running_mean(x, mask):
    out = torch.zeros_like(x[:, 0])
    seen = torch.zeros(len(x), 1, dtype=x.dtype)
    for t in range(x.shape[1]):
        m = mask[:, t : t + 1].to(x.dtype)
        seen = seen + m
        out = out + m * (x[:, t] - out) / seen.clamp(min=1)
    return out


@wrong("gradient flows|gradient of x")
def through_numpy(x, mask):
    a, m = x.numpy(), mask.numpy()[..., None]
    n = np.maximum(m.sum(1), 1).astype(a.dtype)
    return torch.from_numpy((a * m).sum(1) / n)


@right
def masked_tensor_by_padding_free_lists(x, mask):
    sums = [sum((v for v, m in zip(row, ms, strict=True) if m), torch.zeros_like(row[0]))
            for row, ms in zip(x, mask.tolist(), strict=True)]  # fmt: skip
    return torch.stack(sums) / torch.tensor([[max(1, sum(m))] for m in mask.tolist()])


@right
def embedding_bag(x, mask):
    flat = x.reshape(-1, x.shape[-1])
    ids = mask.reshape(-1).nonzero()[:, 0]
    starts = F.pad(mask.sum(1).cumsum(0), (1, 0))[:-1]
    return F.embedding_bag(ids, flat, starts, mode="mean")


@wrong("padding-averaged-in")
def plain_mean(x, mask):
    return x.mean(dim=1)


@wrong("divided-by-the-length")
def mean_of_the_zeroed(x, mask):
    return (x * mask.unsqueeze(-1)).mean(1)


@wrong("padding-in-the-sum")
def only_the_count_is_masked(x, mask):
    return x.sum(1) / mask.sum(1).clamp(min=1).unsqueeze(-1)


@wrong("inverted-mask")
def fills_the_real_ones(x, mask):
    kept = x.masked_fill(mask.unsqueeze(-1), 0)
    return kept.sum(1) / (~mask).sum(1, keepdim=True).clamp(min=1)


@wrong("inverted|real|other way")
def fills_real_ones_and_counts_real_ones(x, mask):
    kept = x.masked_fill(mask.unsqueeze(-1), 0)
    return kept.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("empty-row-is-nan")
def no_clamp(x, mask):
    m = mask.unsqueeze(-1).to(x.dtype)
    return (x * m).sum(1) / m.sum(1)


@wrong("empty-row-is-nan")
def nanmean_alone(x, mask):
    return x.masked_fill(~mask.unsqueeze(-1), float("nan")).nanmean(1)


@wrong("empty-row|without any")
def finite_fill_before_the_softmax(x, mask):
    weights = torch.zeros_like(mask, dtype=x.dtype).masked_fill(~mask, -1e9).softmax(1)
    return (weights.unsqueeze(-1) * x).sum(1)


@wrong("rows-dropped")
def skips_empty_rows(x, mask):
    return torch.stack([x[b][mask[b]].mean(0) for b in range(len(x)) if mask[b].any()])


@wrong("sum-not-mean")
def masked_sum(x, mask):
    return (x * mask[..., None]).sum(1)


@wrong("divided-by-all-real")
def counts_the_whole_batch(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / mask.sum().clamp(min=1)


@wrong("one-vector-for-the-batch")
def boolean_index(x, mask):
    return x[mask].mean(0)


@wrong("the size of axis 0")
def boolean_index_alone(x, mask):
    return x[mask]


@wrong("3 axes instead of 2")
def zeroed_only(x, mask):
    return x.masked_fill(~mask.unsqueeze(-1), 0.0)


@wrong("`keepdim=True`")
def count_without_keepdim(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1).clamp(min=1)


@wrong("as-if-without-unsqueeze")
def mask_without_an_axis(x, mask):
    return (x * mask).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("mask-axis|mask-on|fit|as-if-unsqueeze-dim-minus-2")
def mask_axis_at_one(x, mask):
    m = mask.unsqueeze(1).to(x.dtype)
    return (x * m).sum(1) / m.sum(-1).clamp(min=1)


@wrong("extra-axis")
def keeps_the_axis(x, mask):
    m = mask.unsqueeze(-1)
    return (x * m).sum(1, keepdim=True) / m.sum(1, keepdim=True).clamp(min=1)


@wrong("features|axis -1")
def wrong_axis(x, mask):
    return (x * mask.unsqueeze(-1)).sum(-1) / mask.sum(-1, keepdim=True).clamp(min=1)


@wrong("the size of axis 1")
def mean_of_the_last_axis(x, mask):
    return (x * mask.unsqueeze(-1)).mean(-1)


@wrong("the size of axis 0")
def sums_the_batch(x, mask):
    m = mask.unsqueeze(-1)
    return (x * m).sum(0) / m.sum(0).clamp(min=1)


@wrong("no mean")
def max_pool(x, mask):
    return x.masked_fill(~mask.unsqueeze(-1), float("-inf")).max(dim=1).values


@wrong("no mean")
def max_pool_of_all(x, mask):
    return x.max(1)[0]


@wrong("max pooling")
def max_pool_of_the_zeroed(x, mask):
    return (x * mask.unsqueeze(-1)).amax(dim=1)


@wrong("weigh [1.0, 0.0, 0.0], not [0.5, 0.5, 0.0]")
def cls_token(x, mask):
    return x[:, 0, :]


@wrong("weigh [0.0, 1.0, 0.0], not")
def last_token(x, mask):
    last = mask.sum(1) - 1
    return x[torch.arange(x.shape[0]), last]


@wrong("weigh [0.0, 0.0, 1.0], not")
def very_last_token(x, mask):
    return x[:, -1]


@wrong("weigh [0.0, 0.0, 0.0, 0.0, 0.0], not")
def breaks_at_the_first_pad(x, mask):
    out = torch.zeros(x.shape[0], x.shape[2], dtype=x.dtype)
    for b in range(x.shape[0]):
        n = 0
        for t in range(x.shape[1]):
            if not mask[b, t]:
                break
            out[b] += x[b, t]
            n += 1
        out[b] /= max(n, 1)
    return out


@wrong("weigh [0.333, 0.333, 0.333, 0.0, 0.0], not")
def slices_by_length(x, mask):
    zero = torch.zeros(x.shape[2], dtype=x.dtype)
    lengths = mask.sum(1).tolist()
    return torch.stack([x[b, :n].mean(0) if n else zero for b, n in enumerate(lengths)])


@wrong("no mean")
def counts_what_is_not_zero(x, mask):
    kept = x * mask.unsqueeze(-1)
    return kept.sum(1) / (kept != 0).sum(1).clamp(min=1)


@wrong("zeros among the features")
def counts_vectors_that_are_not_zero(x, mask):
    kept = x * mask.unsqueeze(-1)
    n = (kept.abs().sum(-1) > 0).sum(1, keepdim=True)
    return kept.sum(1) / n.clamp(min=1)


@wrong("weigh [0.333, 0.333, 0.333], not")
def guesses_the_padding(x, mask):
    m = (x.abs().sum(-1) != 0).to(x.dtype).unsqueeze(-1)
    return (x * m).sum(1) / m.sum(1).clamp(min=1)


@wrong("count-one-too-many")
def plus_one_against_zero(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / (mask.sum(1, keepdim=True) + 1)


@wrong("padding-is-filled")
def filled_as_for_a_softmax(x, mask):
    kept = x.masked_fill(~mask.unsqueeze(-1), float("-inf"))
    return kept.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("padding-is-filled")
def filled_with_a_huge_number(x, mask):
    kept = x.masked_fill(~mask.unsqueeze(-1), -1e9)
    return kept.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("padding-is-filled")
def mean_of_the_huge_fill(x, mask):
    return x.masked_fill(~mask.unsqueeze(-1), -1e9).mean(1)


@wrong("weigh [0.707, 0.707, 0.0], not")
def root_of_the_count(x, mask):
    n = mask.sum(1, keepdim=True).clamp(min=1)
    return (x * mask.unsqueeze(-1)).sum(1) / n.sqrt()


@wrong("wrong-weights")
def counts_the_spread_mask(x, mask):
    m = mask.unsqueeze(-1).expand_as(x)
    return (x * m).sum(1) / m.sum((1, 2)).clamp(min=1).unsqueeze(-1)


@wrong("weigh [0.5, 0.0, 0.0], not [1.0, 0.0, 0.0]")
def divides_by_the_longest(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1).max()


@wrong("weigh [0.5, 0.0, 0.0], not [1.0, 0.0, 0.0]")
def cuts_to_the_longest(x, mask):
    longest = int(mask.sum(1).max())
    return (x * mask.unsqueeze(-1))[:, :longest].mean(1)


@wrong("wrong-weights")
def count_of_the_first_sentence(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / mask[0].sum().clamp(min=1)


@wrong("as-if-mask-first-only")
def first_mask_for_all(x, mask):
    return torch.stack([row[mask[0]].mean(0) if mask[0].any() else row[0] * 0 for row in x])


@wrong("wrong-weights")
def normalised(x, mask):
    y = (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
    return F.normalize(y, p=2, dim=1)


@wrong("whole-numbers|//")
def floor_division(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) // mask.sum(1, keepdim=True).clamp(min=1)


@wrong("float32")
def result_in_float32(x, mask):
    m = mask.unsqueeze(-1).float()
    return (x.float() * m).sum(1) / m.sum(1).clamp(min=1)


@wrong("mask-always-float32|dtype")
def product_with_a_float32_mask(x, mask):
    m = mask.float()
    return (m.unsqueeze(1) @ x).squeeze(1) / m.sum(1, keepdim=True).clamp(min=1)


@wrong("mask-stays-boolean|dtype|boolean")
def einsum_with_a_boolean(x, mask):
    return torch.einsum("bld,bl->bd", x, mask) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("RuntimeError")
def one_minus_mask(x, mask):
    pad = 1 - mask
    return x.masked_fill(pad.unsqueeze(-1), 0).sum(1) / mask.sum(1, keepdim=True)


@wrong("chang|input")
def zeroes_in_place(x, mask):
    x[~mask] = 0
    return x.sum(1) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("tuple|values")
def sum_and_count(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1), mask.sum(1)


@wrong("axes|missing-axis")
def squeezes(x, mask):
    m = mask.to(x.dtype).unsqueeze(1)
    return ((m @ x) / m.sum(-1, keepdim=True).clamp(min=1)).squeeze()


@wrong("one-vector-for-the-batch")
def returns_inside_the_loop(x, mask):
    for row, m in zip(x, mask, strict=True):
        return row[m].sum(0) / m.sum().clamp(min=1)


@wrong("wrong-weights")
def fills_only_the_first(x, mask):
    out = torch.zeros(x.shape[0], x.shape[2], dtype=x.dtype)
    for b in range(x.shape[0]):
        if mask[b].any():
            out[b] = x[b][mask[b]].mean(0)
        return out


@wrong("transposed|swapped|axes")
def features_by_sentences(x, mask):
    m = mask.unsqueeze(-1)
    return ((x * m).sum(1) / m.sum(1).clamp(min=1)).T


@wrong("no mean")
def median_of_the_words(x, mask):
    rows = [
        r[m].median(0).values if m.any() else torch.zeros_like(r[0])
        for r, m in zip(x, mask, strict=True)
    ]
    return torch.stack(rows)


@wrong("weigh")
def attention_pooling_by_norm(x, mask):
    weights = x.norm(dim=-1).masked_fill(~mask, float("-inf")).softmax(1).nan_to_num(0.0)
    return (weights.unsqueeze(-1) * x).sum(1)


@wrong("weigh [1.0, 1.0, 0.0], not")
def counts_the_padding(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / (~mask).sum(1, keepdim=True).clamp(min=1)


@wrong("random|two calls")
def dropout_left_on(x, mask):
    m = mask.unsqueeze(-1)
    return nn.Dropout(0.5)((x * m).sum(1) / m.sum(1).clamp(min=1))


@wrong("wrong-weights")
def a_large_epsilon(x, mask):
    m = mask.unsqueeze(-1)
    return (x * m).sum(1) / (m.sum(1) + math.exp(-3))


@wrong("weigh [1.0, 1.0, 0.0], not")
def clamps_from_above(x, mask):
    return (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp(max=1)


@wrong("one-number-a-sentence")
def averages_the_features_too(x, mask):
    return torch.where(mask.unsqueeze(-1), x, torch.zeros_like(x)).mean((1, 2))


@wrong("wrong-weights")
def cuts_off_common_padding(x, mask):
    return x[:, : int(mask.sum(1).max())].mean(1)


@wrong("3 axes instead of 2")
def mask_times_all(x, mask):
    return (mask.to(x.dtype) @ x) / mask.sum(1, keepdim=True).clamp(min=1)


@wrong("wrong-weights")
def count_set_back_too_late(x, mask):
    out = torch.zeros(x.shape[0], x.shape[2], dtype=x.dtype)
    n = 0
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            if mask[b, t]:
                out[b] += x[b, t]
                n += 1
        out[b] /= max(n, 1)
    return out


@wrong("first item")
def sum_set_back_too_late(x, mask):
    total, out = torch.zeros(x.shape[2], dtype=x.dtype), []
    for row, m in zip(x, mask, strict=True):
        total = total + row[m].sum(0)
        out.append(total / max(1, int(m.sum())))
    return torch.stack(out)


@wrong("weigh [0.333, 0.333, 0.333], not")
def asks_only_whether_any(x, mask):
    return torch.where(mask.any(1, keepdim=True), x.mean(1), torch.zeros_like(x[:, 0]))


@wrong("padding-in-the-sum+empty-row-is-nan")
def sum_of_all_and_no_clamp(x, mask):
    return x.sum(1) / mask.sum(1, keepdim=True)
