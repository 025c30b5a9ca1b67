"""Answers to ``attend_with_cache``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


def _joined(k, v, past_k, past_v):
    return torch.cat([past_k, k], 2), torch.cat([past_v, v], 2)


def _attend(q, keys, values, visible=None, scale=None):
    scores = q @ keys.transpose(-1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if visible is not None:
        scores = scores.masked_fill(~visible, -math.inf)
    return scores.softmax(-1) @ values


@right
def triangle_with_diagonal(q, k, v, past_k, past_v):
    keys = torch.cat((past_k, k), dim=-2)
    values = torch.cat((past_v, v), dim=-2)
    mask = torch.tril(torch.ones(k.shape[-2], keys.shape[-2]), diagonal=past_k.shape[-2])
    scores = torch.matmul(q, keys.transpose(-2, -1)) / math.sqrt(q.size(-1))
    scores = scores.masked_fill(mask == 0, float("-inf"))
    return torch.matmul(F.softmax(scores, dim=-1), values), keys, values


@right
def fused(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    new, total = k.shape[2], keys.shape[2]
    mask = torch.ones(new, total, dtype=torch.bool).tril(total - new)
    return F.scaled_dot_product_attention(q, keys, values, attn_mask=mask), keys, values


@right
def einsum_and_upper_triangle(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    s = torch.einsum("bhid,bhjd->bhij", q, keys) * q.shape[-1] ** -0.5
    future = torch.triu(torch.ones_like(s[0, 0]), past_k.shape[2] + 1).bool()
    s[..., future] = -torch.inf
    return torch.einsum("bhij,bhjd->bhid", s.softmax(-1), values), keys, values


@right
def position_after_position(q, k, v, past_k, past_v):
    outs = []
    for i in range(q.shape[2]):
        past_k = torch.cat([past_k, k[:, :, i : i + 1]], 2)
        past_v = torch.cat([past_v, v[:, :, i : i + 1]], 2)
        outs.append(_attend(q[:, :, i : i + 1], past_k, past_v))
    return torch.cat(outs, 2), past_k, past_v


@right
def four_loops(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    out = torch.zeros_like(q)
    for b in range(q.shape[0]):
        for h in range(q.shape[1]):
            for i in range(q.shape[2]):
                end = past_k.shape[2] + i + 1
                s = keys[b, h, :end] @ q[b, h, i] / q.shape[-1] ** 0.5
                w = torch.exp(s - s.max())
                out[b, h, i] = (w / w.sum()) @ values[b, h, :end]
    return out, keys, values


@right
def buffers_filled(q, k, v, past_k, past_v):
    b, h, new, d = q.shape
    past = past_k.shape[2]
    keys, values = q.new_empty(b, h, past + new, d), q.new_empty(b, h, past + new, d)
    keys[:, :, :past], keys[:, :, past:] = past_k, k
    values[:, :, :past], values[:, :, past:] = past_v, v
    hidden = torch.arange(past + new)[None] > torch.arange(past, past + new)[:, None]
    bias = torch.zeros(new, past + new, dtype=q.dtype).masked_fill(hidden, -torch.inf)
    return F.scaled_dot_product_attention(q, keys, values, attn_mask=bias), keys, values


@right
def minus_1e9(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    s = q @ keys.mT / q.shape[-1] ** 0.5
    for i in range(q.shape[2]):
        s[:, :, i, past_k.shape[2] + i + 1 :] = -1e9
    return s.softmax(dim=-1) @ values, keys, values


@right
def all_queries_at_full_length(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    padded = torch.cat([torch.zeros_like(past_k), q], 2)
    out = F.scaled_dot_product_attention(padded, keys, values, is_causal=True)
    return out[:, :, past_k.shape[2] :], keys, values


@right
def a_tuple_of_past_and_new_scores(q, k, v, past_k, past_v):
    new = q.shape[2]
    old_scores = q @ past_k.mT
    new_scores = (q @ k.mT).masked_fill(torch.ones(new, new).triu(1).bool(), -math.inf)
    w = (torch.cat([old_scores, new_scores], -1) / math.sqrt(q.shape[-1])).softmax(-1)
    past = past_k.shape[2]
    out = w[..., :past] @ past_v + w[..., past:] @ v
    return [out, torch.cat([past_k, k], 2), torch.cat([past_v, v], 2)]


@right
def mask_only_where_several_are_new(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    if q.shape[2] == 1:
        return _attend(q, keys, values), keys, values
    visible = torch.ones(q.shape[2], keys.shape[2]).tril(past_k.shape[2]) > 0
    return _attend(q, keys, values, visible), keys, values


@wrong("future")
def no_mask(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    return F.scaled_dot_product_attention(q, keys, values), keys, values


@wrong("triangle|first key|offset")
def is_causal(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    return F.scaled_dot_product_attention(q, keys, values, is_causal=True), keys, values


@wrong("`<` in the place of `<=`")
def diagonal_one_too_small(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2) - 1).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("next one|off by one|future")
def diagonal_one_too_large(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2) + 1).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("rows in another order")
def new_first(q, k, v, past_k, past_v):
    keys, values = torch.cat([k, past_k], 2), torch.cat([v, past_v], 2)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("new keys and values come|past followed|returned")
def gives_back_the_new_ones(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), k, v


@wrong("not the past followed by the new")
def gives_back_the_old_cache(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), past_k, past_v


@wrong("past is not used")
def forgets_the_past(q, k, v, past_k, past_v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True), k, v


@wrong("no position gives weight to itself")
def attends_before_it_appends(q, k, v, past_k, past_v):
    out = _attend(q, past_k, past_v)
    return out, *_joined(k, v, past_k, past_v)


@wrong("not divided")
def no_scale(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask, 1.0), keys, values


@wrong("heads")
def joined_on_axis_one(q, k, v, past_k, past_v):
    keys, values = torch.cat([past_k, k], 1), torch.cat([past_v, v], 1)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("future is visible")
def mask_for_the_prompt_only(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    prompt = past_k.shape[2] == 0
    return F.scaled_dot_product_attention(q, keys, values, is_causal=prompt), keys, values


@wrong("value|keys|as-if-k-for-v")
def appends_k_to_both(q, k, v, past_k, past_v):
    keys, values = torch.cat([past_k, k], 2), torch.cat([past_v, k], 2)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("past_k|past_v|swapped")
def pasts_exchanged(q, k, v, past_k, past_v):
    keys, values = torch.cat([past_v, k], 2), torch.cat([past_k, v], 2)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("too short")
def ring_buffer(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    size = max(past_k.shape[2], 1)
    keys, values = keys[:, :, -size:], values[:, :, -size:]
    return _attend(q, keys, values), keys, values


@wrong("changes-its-input|changed|changes")
def writes_into_the_past(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    out = _attend(q, keys, values, mask)
    past_k *= 0
    return out, keys, values


@wrong("output alone|as-if-one-value")
def forgets_to_return_the_cache(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask)


@wrong("another number of values")
def nested_cache(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), (keys, values)


@wrong("wrong axis")
def softmax_over_the_queries(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    s = (q @ keys.mT / math.sqrt(q.size(-1))).masked_fill(~mask, -math.inf)
    return s.softmax(-2) @ values, keys, values


@wrong("up to i")
def new_ones_blind_to_each_other(q, k, v, past_k, past_v):
    outs = []
    for i in range(q.shape[2]):
        keys = torch.cat([past_k, k[:, :, i : i + 1]], 2)
        values = torch.cat([past_v, v[:, :, i : i + 1]], 2)
        outs.append(_attend(q[:, :, i : i + 1], keys, values))
    return torch.cat(outs, 2), *_joined(k, v, past_k, past_v)


@wrong("after the softmax")
def masks_the_weights(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2))
    weights = (q @ keys.mT / math.sqrt(q.size(-1))).softmax(-1)
    return weights * mask @ values, keys, values


@wrong("missing or shifted")
def offset_is_the_number_of_new(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(q.size(2)).bool()
    return _attend(q, keys, values, mask), keys, values


@wrong("number of keys|keys, not of d")
def scaled_by_the_keys(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask, keys.shape[2] ** -0.5), keys, values


@wrong("swapped")
def values_then_keys(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    return _attend(q, keys, values, mask), values, keys


@wrong("past gets no weight")
def square_mask_padded_with_false(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), q.size(2)).tril().bool()
    mask = F.pad(mask, (past_k.size(2), 0), value=False)
    return _attend(q, keys, values, mask), keys, values


@wrong("softmax each|should sum to one|two parts")
def two_softmaxes_added(q, k, v, past_k, past_v):
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    if past_k.shape[2]:
        out = out + F.scaled_dot_product_attention(q, past_k, past_v)
    return out, *_joined(k, v, past_k, past_v)


@wrong("without the square root")
def scaled_before_the_fused_call(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2)).tril(past_k.size(2)).bool()
    q = q / math.sqrt(q.size(-1))
    return F.scaled_dot_product_attention(q, keys, values, attn_mask=mask), keys, values


@wrong("added to the scores")
def mask_as_floats(q, k, v, past_k, past_v):
    keys, values = _joined(k, v, past_k, past_v)
    mask = torch.ones(q.size(2), keys.size(2), dtype=q.dtype).tril(past_k.size(2))
    return F.scaled_dot_product_attention(q, keys, values, attn_mask=mask), keys, values


@wrong("Only the new")
def no_mask_and_only_the_new(q, k, v, past_k, past_v):
    keys, values = torch.cat([past_k, k], 2), torch.cat([past_v, v], 2)
    return F.scaled_dot_product_attention(q, keys, values), k, v
