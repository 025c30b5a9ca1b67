"""Lesson 05 in other styles."""

import math

import torch
import torch.nn.functional as F


def attention_einsum(q, k, v, mask=None):
    scores = torch.einsum("...td,...sd->...ts", q, k) * q.shape[-1] ** -0.5
    if mask is None:
        weights = scores.softmax(-1)
    else:
        weights = scores.masked_fill(mask.logical_not(), float("-inf")).softmax(-1)
        weights = torch.nan_to_num(weights)
    return torch.einsum("...ts,...sv->...tv", weights, v), weights


def attention_functional(q, k, v, mask=None):
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    eye = torch.eye(k.shape[-2], dtype=k.dtype).expand(*k.shape[:-1], k.shape[-2])
    return out, F.scaled_dot_product_attention(q, k, eye, attn_mask=mask)


def attention_lowest_number(q, k, v, mask=None):
    scores = torch.matmul(q, k.transpose(-1, -2)) / torch.sqrt(torch.tensor(float(q.size(-1))))
    if mask is not None:
        scores = torch.where(mask, scores, torch.finfo(scores.dtype).min)
    weights = F.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    return weights @ v, weights


def attention_minus_1e9_guarded(q, k, v, mask=None):
    scores = q @ k.mT / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(mask == 0, 0)
    return torch.matmul(weights, v), weights


def attention_additive(q, k, v, mask=None):
    q = q / q.shape[-1] ** 0.5
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        bias = torch.zeros(mask.shape, dtype=q.dtype).masked_fill(~mask, -math.inf)
        scores = scores + bias
    top = scores.amax(-1, keepdim=True).clamp(min=torch.finfo(q.dtype).min)
    powers = torch.exp(scores - top)
    weights = powers / powers.sum(-1, keepdim=True).clamp(min=1e-30)
    return weights @ v, weights


def attention_by_loops(q, k, v, mask=None):
    lead = q.shape[:-2]
    t, s = q.shape[-2], k.shape[-2]
    full = torch.ones(*lead, t, s, dtype=torch.bool)
    allowed = (full if mask is None else full & mask).reshape(-1, t, s)
    flat = [x.reshape(-1, *x.shape[-2:]) for x in (q, k, v)]
    weights = torch.zeros(len(allowed), t, s, dtype=q.dtype)
    for b in range(len(allowed)):
        for i in range(t):
            keys = [j for j in range(s) if allowed[b, i, j]]
            if keys:
                dots = [torch.dot(flat[0][b, i], flat[1][b, j]) for j in keys]
                row = torch.stack(dots) / q.shape[-1] ** 0.5
                weights[b, i, keys] = torch.exp(row - torch.logsumexp(row, 0))
    weights = weights.reshape(*lead, t, s)
    return weights @ v, weights


def attention_renormalised(q, k, v, mask=None):
    weights = torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-12)
    return weights @ v, weights


def attention_split_scale(q, k, v, mask=None):
    root = q.shape[-1] ** -0.25
    scores = (q * root) @ (k * root).mT
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    top = scores.amax(-1, keepdim=True)
    powers = torch.exp(scores - torch.where(torch.isinf(top), 0.0, top))
    weights = powers / powers.sum(-1, keepdim=True).clamp(min=1e-20)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(-2), weights


STYLES = {
    "attention": [
        attention_einsum,
        attention_functional,
        attention_lowest_number,
        attention_minus_1e9_guarded,
        attention_additive,
        attention_by_loops,
        attention_renormalised,
        attention_split_scale,
    ]
}
