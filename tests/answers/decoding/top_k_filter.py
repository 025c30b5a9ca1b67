"""Answers to ``top_k_filter``."""

import math

import torch

from tests.answers import right, wrong
from tformer import decoding


@right
def scatter(logits, k):
    values, indices = torch.topk(logits, min(k, logits.size(-1)), dim=-1)
    return torch.full_like(logits, -torch.inf).scatter(-1, indices, values)


@right
def sort(logits, k):
    if k >= logits.shape[-1]:
        return logits
    kth = logits.sort(dim=-1, descending=True).values[..., k - 1 : k]
    return torch.where(logits >= kth, logits, -float("inf"))


@right
def rank(logits, k):
    rank = (-logits).argsort(-1).argsort(-1)
    result = logits.clone()
    result[rank >= k] = -torch.inf
    return result


@right
def by_loops(logits, k):
    rows = logits.reshape(-1, logits.shape[-1]).tolist()
    for row in rows:
        kept = sorted(range(len(row)), key=lambda i: -row[i])[:k]
        for i in range(len(row)):
            if i not in kept:
                row[i] = float("-inf")
    return torch.tensor(rows, dtype=logits.dtype).reshape(logits.shape)


@right
def compare(logits, k):
    larger = (logits.unsqueeze(-2) > logits.unsqueeze(-1)).sum(-1)
    return logits + torch.zeros_like(logits).masked_fill(larger >= k, -torch.inf)


@right
def function_of_the_package(logits, k):
    return decoding.top_k_filter(logits, k)


@right
def ranks_by_two_argsorts(logits, k):
    r = logits.argsort(-1, descending=True).argsort(-1)
    return torch.where(r < k, logits, -math.inf)


@right
def counts_larger_ones(logits, k):
    above = (logits.unsqueeze(-2) > logits.unsqueeze(-1)).sum(-1)
    return logits.masked_fill(above >= k, -torch.inf)


@right
def kthvalue(logits, k):
    V = logits.shape[-1]
    k = min(k, V)
    th = logits.kthvalue(V - k + 1, dim=-1, keepdim=True).values
    return logits.masked_fill(logits < th, float("-inf"))


@right
def writes_the_sorted_back(logits, k):
    s, i = torch.sort(logits, dim=-1, descending=True)
    s[..., k:] = -torch.inf
    return torch.empty_like(s).scatter(-1, i, s)


@wrong("values")
def values_only(logits, k):
    return torch.topk(logits, min(k, logits.shape[-1])).values


@wrong("raises|beyond|k exceeds|range")
def large_k_raises(logits, k):
    kth = torch.topk(logits, k).values[..., -1, None]
    return torch.where(logits < kth, torch.tensor(-torch.inf, dtype=logits.dtype), logits)


@wrong("set to 0|-inf")
def sets_the_rest_to_zero(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits * (logits >= kth)


@wrong("k - 1|k-th|fewer|too few|as-if-at-most-for-less")
def strictly_above_the_kth(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits <= kth, -torch.inf)


@wrong("whole tensor|everything|row")
def k_of_everything(logits, k):
    kth = logits.flatten().topk(min(k, logits.numel())).values[-1]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("smallest")
def sorted_upwards(logits, k):
    kth = logits.sort(-1).values[..., : min(k, logits.shape[-1])][..., -1:]
    return logits.masked_fill(logits > kth, -torch.inf)


@wrong("smallest|lowest|largest")
def smallest_kept(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k, largest=False).values[..., -1:]
    return logits.masked_fill(logits > kth, -math.inf)


@wrong("probabilit")
def probabilities(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf).softmax(-1)


@wrong("changes its input")
def writes_in_place(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    logits[logits < kth] = -torch.inf
    return logits


@wrong("first row|first")
def places_of_the_first_row(logits, k):
    rows = logits.reshape(-1, logits.shape[-1])
    places = rows[0].topk(min(k, rows.shape[1])).indices
    out = torch.full_like(rows, -torch.inf)
    out[:, places] = rows[:, places]
    return out.reshape(logits.shape)


@wrong("-1e9|-inf|1e30|number|finite")
def very_negative_number(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -1e30)


@wrong("first|order|position|sorted")
def first_k_places(logits, k):
    out = torch.full_like(logits, float("-inf"))
    out[..., :k] = logits.sort(descending=True).values[..., :k]
    return out


@wrong("-1e9|finite|-inf")
def minus_1e9(logits, k):
    k = min(k, logits.shape[-1])
    return logits.masked_fill(logits < logits.topk(k).values[..., -1:], -1e9)


@wrong("first|axis|batch|vocab")
def top_of_the_first_axis(logits, k):
    kth = logits.topk(min(k, logits.shape[0]), dim=0).values[-1:]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("-inf|sign|plus|+inf")
def plus_infinity_for_the_rest(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return torch.where(logits >= kth, logits, torch.inf)


@wrong("keepdim|axis|shape|fit|row|line")
def threshold_without_its_axis(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("k = 1|nothing|off")
def one_is_taken_for_off(logits, k):
    if k <= 1:
        return logits
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("absolute")
def largest_by_size(logits, k):
    k = min(k, logits.size(-1))
    kth = logits.abs().topk(k).values[..., -1:]
    return logits.masked_fill(logits.abs() < kth, float("-inf"))


@wrong("sorting indices")
def one_argsort_for_ranks(logits, k):
    ranks = logits.argsort(dim=-1, descending=True)
    return logits.masked_fill(ranks >= k, float("-inf"))


@wrong("removes the smallest")
def drops_the_smallest(logits, k):
    return logits.masked_fill(logits == logits.min(-1, keepdim=True).values, -torch.inf)


@wrong("removes the k smallest")
def drops_the_k_smallest(logits, k):
    low = logits.argsort(-1)[..., :k]
    return logits.scatter(-1, low, -torch.inf)


@wrong("k + 1")
def one_more_and_zeros(logits, k):
    k = min(k + 1, logits.size(-1))
    v, _ = torch.topk(logits, k)
    out = logits.clone()
    out[logits < v[..., [-1]]] = 0
    return out
