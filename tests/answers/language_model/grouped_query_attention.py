"""Answers to ``grouped_query_attention``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def functional(q, k, v, mask=None):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)


@right
def repeated_for_the_function(q, k, v, mask=None):
    n = q.size(1) // k.size(1)
    k, v = (x.repeat_interleave(n, 1) for x in (k, v))
    return F.scaled_dot_product_attention(q, k, v, mask)


@right
def expanded(q, k, v, mask=None):
    batch, heads, _, d = q.shape
    kv, S = k.shape[1:3]
    k = k[:, :, None].expand(batch, kv, heads // kv, S, d).reshape(batch, heads, S, d)
    v = v[:, :, None].expand(batch, kv, heads // kv, S, d).reshape(batch, heads, S, d)
    w = q @ k.mT / d**0.5
    if mask is not None:
        w = w.masked_fill(mask.logical_not(), float("-inf"))
    return w.softmax(-1).nan_to_num() @ v


@right
def groups_of_queries(q, k, v, mask=None):
    batch, heads, T, d = q.shape
    kv = k.shape[1]
    grouped = q.reshape(batch, kv, heads // kv, T, d)
    w = torch.einsum("bkgtd,bksd->bkgts", grouped, k) / math.sqrt(d)
    if mask is not None:
        full = mask.expand(batch, heads, T, k.shape[2]).reshape(w.shape)
        w = torch.where(full, w, -torch.inf)
    w = torch.nan_to_num(torch.softmax(w, -1))
    return torch.einsum("bkgts,bksd->bkgtd", w, v).reshape(q.shape)


@right
def head_by_head(q, k, v, mask=None):
    heads, d = q.shape[1], q.shape[-1]
    group = heads // k.shape[1]
    out = []
    for h in range(heads):
        w = q[:, h] @ k[:, h // group].transpose(1, 2) / math.sqrt(d)
        if mask is not None:
            m = mask.expand(*q.shape[:3], k.shape[2])[:, h]
            w = w.masked_fill(~m, -math.inf)
            w = torch.softmax(w, -1).masked_fill(~m, 0)
        else:
            w = torch.softmax(w, -1)
        out.append(w @ v[:, h // group])
    return torch.stack(out, 1)


@right
def by_an_index(q, k, v, mask=None):
    index = torch.arange(q.shape[1]) // (q.shape[1] // k.shape[1])
    scores = (q / q.shape[-1] ** 0.5) @ k[:, index].mT
    e = (scores - scores.amax(-1, keepdim=True)).exp()
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
        best = scores.amax(-1, keepdim=True)
        e = (scores - best.masked_fill(best == -torch.inf, 0.0)).exp()
    total = e.sum(-1, keepdim=True)
    return e / total.masked_fill(total == 0, 1.0) @ v[:, index]


@right
def queries_of_a_group_in_one_column(q, k, v, mask=None):
    kv, T = k.shape[1], q.shape[2]
    long = q.unflatten(1, (kv, -1)).flatten(2, 3)
    scores = (long @ k.mT * q.shape[-1] ** -0.5).unflatten(2, (-1, T)).flatten(1, 2)
    if mask is not None:
        scores = scores + torch.zeros_like(scores).masked_fill(~mask, -torch.inf)
    weights = scores.softmax(-1)
    weights = torch.where(weights.isnan(), 0.0, weights)
    return (weights.unflatten(1, (kv, -1)).flatten(2, 3) @ v).unflatten(2, (-1, T)).flatten(1, 2)


def _attend(q, k, v, mask=None):
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return scores.softmax(-1).nan_to_num() @ v


@wrong("turn|repeat|interleave")
def repeats(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    return _attend(q, k.repeat(1, n, 1, 1), v.repeat(1, n, 1, 1), mask)


@wrong("turn|expand|repeat|interleave|other order")
def expanded_in_front(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    k = k[:, None].expand(-1, n, -1, -1, -1).flatten(1, 2)
    v = v[:, None].expand(-1, n, -1, -1, -1).flatten(1, 2)
    return _attend(q, k, v, mask)


@wrong("average")
def averages_kv_heads(q, k, v, mask=None):
    return _attend(q, k.mean(1, keepdim=True), v.mean(1, keepdim=True), mask)


@wrong("average|queries")
def averages_queries(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    mean = q.unflatten(1, (-1, n)).mean(2)
    return _attend(mean, k, v, mask).repeat_interleave(n, 1)


@wrong("use [0, 0, 0, 0]")
def multi_query(q, k, v, mask=None):
    return _attend(q, k[:, :1], v[:, :1], mask)


@wrong("repeat|share")
def plain_attention(q, k, v, mask=None):
    return _attend(q, k, v, mask)


@wrong("scale|sqrt|divided")
def unscaled(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    return F.scaled_dot_product_attention(
        q, k.repeat_interleave(n, 1), v.repeat_interleave(n, 1), mask, scale=1.0
    )


@wrong("heads|scale")
def scaled_by_the_model_width(q, k, v, mask=None):
    scale = (q.shape[1] * q.shape[3]) ** -0.5
    return F.scaled_dot_product_attention(q, k, v, mask, scale=scale, enable_gqa=True)


@wrong("mask")
def no_mask(q, k, v, mask=None):
    return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)


@wrong("NaN|nothing")
def empty_rows_stay(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(n, 1), v.repeat_interleave(n, 1)
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return torch.softmax(scores, -1) @ v


@wrong("nothing|finite|equal")
def fills_with_minus_1e9(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(n, 1), v.repeat_interleave(n, 1)
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = torch.where(mask, scores, torch.tensor(-1e9, dtype=scores.dtype))
    return torch.softmax(scores, -1) @ v


@wrong("inverted")
def mask_of_torchs_module(q, k, v, mask=None):
    mask = None if mask is None else ~mask
    return F.scaled_dot_product_attention(q, k, v, mask, enable_gqa=True)


@wrong("positions|dim")
def repeats_positions(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    return _attend(q, k.repeat_interleave(n, 2), v.repeat_interleave(n, 2), mask)


@wrong("h // kv|kv_heads")
def divides_by_kv_heads(q, k, v, mask=None):
    kv = k.shape[1]
    index = (torch.arange(q.shape[1]) // kv).clamp(max=kv - 1)
    return _attend(q, k[:, index], v[:, index], mask)


@wrong("values")
def values_repeated_otherwise(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    return _attend(q, k.repeat_interleave(n, 1), v.tile(1, n, 1, 1), mask)


@wrong("axis of their own|apart|shape")
def groups_not_merged(q, k, v, mask=None):
    kv = k.shape[1]
    full = None
    if mask is not None:
        full = mask.expand(*q.shape[:3], k.shape[2]).unflatten(1, (kv, -1))
    return _attend(q.unflatten(1, (kv, -1)), k.unsqueeze(2), v.unsqueeze(2), full)


@wrong("weights|returns-a-tuple")
def a_pair(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(n, 1), v.repeat_interleave(n, 1)
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    w = scores.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("axis|dim")
def softmax_of_columns(q, k, v, mask=None):
    n = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(n, 1), v.repeat_interleave(n, 1)
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return F.softmax(scores, dim=2).nan_to_num() @ v


@wrong("causal|future|hidden|later")
def always_causal(q, k, v, mask=None):
    T, S = q.shape[2], k.shape[2]
    triangle = torch.ones(T, S, dtype=torch.bool).tril(S - T)
    mask = triangle if mask is None else mask & triangle
    return F.scaled_dot_product_attention(q, k, v, mask, enable_gqa=True)


@right
def by_a_matrix_of_shares(q, k, v, mask=None):
    heads, kv_heads = q.shape[1], k.shape[1]
    share = torch.eye(kv_heads).repeat_interleave(heads // kv_heads, 0).to(q.dtype)
    keys, values = (torch.einsum("hg,bgsd->bhsd", share, one) for one in (k, v))
    return _attend(q, keys, values, mask)


@wrong("scal|root|sqrt|divided by d")
def scaled_twice(q, k, v, mask=None):
    group = q.shape[1] // k.shape[1]
    keys, values = (one.repeat_interleave(group, 1) for one in (k, v))
    return _attend(q / q.shape[-1] ** 0.5, keys, values, mask)


@wrong("use [1, 1, 0, 0]")
def from_the_last(q, k, v, mask=None):
    group = q.shape[1] // k.shape[1]
    keys, values = (one.flip(1).repeat_interleave(group, 1) for one in (k, v))
    return _attend(q, keys, values, mask)


@wrong("`k` in the place of `v`")
def keys_as_values(q, k, v, mask=None):
    group = q.shape[1] // k.shape[1]
    keys = k.repeat_interleave(group, 1)
    return _attend(q, keys, keys, mask)


@wrong("stays as the softmax gives it")
def adds_the_mask_as_it_is(q, k, v, mask=None):
    r = q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(r, 1), v.repeat_interleave(r, 1)
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s + mask
    return s.softmax(-1) @ v


@wrong("queries-averaged+mask-ignored")
def one_question_a_group_without_the_mask(q, k, v, mask=None):
    share = q.shape[1] // k.shape[1]
    asked = q.unflatten(1, (k.shape[1], share)).mean(2)
    found = F.scaled_dot_product_attention(asked, k, v)
    return found.repeat_interleave(share, dim=1)
