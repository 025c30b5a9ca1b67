"""Lesson 07 in other styles."""

import math

import torch
import torch.nn.functional as F
from einops import rearrange
from torch import nn

from tformer.attention import MultiHeadAttention


def split_view(x, num_heads):
    B, T, D = x.size()
    return x.view(B, T, num_heads, D // num_heads).transpose(1, 2)


def split_einops(x, num_heads):
    return rearrange(x, "b t (h f) -> b h t f", h=num_heads)


def split_chunks(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=-1), dim=1)


def split_sizes(x, num_heads):
    return torch.stack(torch.split(x, int(x.shape[-1] / num_heads), dim=2)).permute(1, 0, 2, 3)


def split_unflatten(x, num_heads):
    return x.unflatten(-1, (num_heads, -1)).swapaxes(-3, -2).contiguous()


def split_loops(x, num_heads):
    B, T, D = x.shape
    size = D // num_heads
    out = torch.zeros(B, num_heads, T, size, dtype=x.dtype)
    for b in range(B):
        for t in range(T):
            for i in range(D):
                out[b, i // size, t, i % size] = x[b, t, i]
    return out


def split_einsum(x, num_heads):
    y = x.reshape(x.shape[0], x.shape[1], num_heads, -1)
    return torch.einsum("bthf->bhtf", y)


def merge_contiguous_view(x):
    B, H, T, F_ = x.size()
    return x.transpose(1, 2).contiguous().view(B, T, H * F_)


def merge_einops(x):
    return rearrange(x, "b h t f -> b t (h f)")


def merge_cat(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)


def merge_unbind(x):
    return torch.cat(x.unbind(1), -1)


def merge_flatten(x):
    return x.permute(0, 2, 1, 3).flatten(start_dim=-2)


def merge_loops(x):
    B, H, T, size = x.shape
    out = x.new_zeros(B, T, H * size)
    for h in range(H):
        out[:, :, h * size : (h + 1) * size] = x[:, h]
    return out


def mha_functional(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = x_q @ w_q, x_kv @ w_k, x_kv @ w_v
    q, k, v = (split_view(y, num_heads) for y in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return merge_contiguous_view(out) @ w_o


def mha_by_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    B, T, D = x_q.shape
    S, size = x_kv.shape[1], D // num_heads
    if mask is not None:
        mask = mask.expand(B, num_heads, T, S)
    total = 0
    for i in range(num_heads):
        block = slice(i * size, (i + 1) * size)
        q, k, v = x_q @ w_q[:, block], x_kv @ w_k[:, block], x_kv @ w_v[:, block]
        scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(size)
        if mask is not None:
            scores = scores.masked_fill(mask[:, i] == 0, float("-inf"))
        total = total + torch.nan_to_num(F.softmax(scores, dim=-1)) @ v @ w_o[block]
    return total


def mha_einsum(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    D = x_q.shape[-1]
    q, k, v, o = (w.reshape(D, num_heads, -1) for w in (w_q, w_k, w_v, w_o.T))
    q = torch.einsum("btd,dhf->bhtf", x_q, q)
    k = torch.einsum("bsd,dhf->bhsf", x_kv, k)
    v = torch.einsum("bsd,dhf->bhsf", x_kv, v)
    scores = torch.einsum("bhtf,bhsf->bhts", q, k) * (D // num_heads) ** -0.5
    if mask is not None:
        scores = torch.where(mask, scores, -1e9)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask.any(-1, keepdim=True)
    return torch.einsum("bhts,bhsf,dhf->btd", weights, v, o)


def mha_heads_in_batch(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def fold(x):
        return split_view(x, num_heads).reshape(len(x) * num_heads, x.shape[1], -1)

    q, k, v = fold(x_q @ w_q), fold(x_kv @ w_k), fold(x_kv @ w_v)
    scores = torch.baddbmm(torch.zeros(1, dtype=q.dtype), q, k.mT, beta=0) / k.shape[-1] ** 0.5
    if mask is not None:
        mask = mask.broadcast_to(len(x_q), num_heads, *scores.shape[1:]).flatten(0, 1)
        scores[~mask] = -torch.inf
        weights = torch.softmax(scores, -1)
        weights[torch.isnan(weights)] = 0
    else:
        weights = torch.softmax(scores, -1)
    out = (weights @ v).view(len(x_q), num_heads, x_q.shape[1], -1)
    return merge_einops(out) @ w_o


def mha_torch_functional(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    B, T, D = x_q.shape
    if mask is not None:
        mask = ~mask.expand(B, num_heads, T, x_kv.shape[1]).reshape(-1, T, x_kv.shape[1])
    out, _ = F.multi_head_attention_forward(
        x_q.transpose(0, 1), x_kv.transpose(0, 1), x_kv.transpose(0, 1), D, num_heads,
        torch.cat([w_q.T, w_k.T, w_v.T]), None, None, None, False, 0.0, w_o.T, None,
        training=False, need_weights=False, attn_mask=mask,
    )  # fmt: skip
    return out.transpose(0, 1)


def mha_torch_module(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    D = x_q.shape[-1]
    module = nn.MultiheadAttention(D, num_heads, bias=False, batch_first=True, dtype=x_q.dtype)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([w_q, w_k, w_v], 1).T)
        module.out_proj.weight.copy_(w_o.T)
    if mask is not None:
        shape = len(x_q), num_heads, x_q.shape[1], x_kv.shape[1]
        mask = mask.logical_not().expand(shape).flatten(0, 1)
    return module(x_q, x_kv, x_kv, attn_mask=mask, need_weights=False)[0]


def mha_package(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    module = MultiHeadAttention(x_q.shape[-1], num_heads, bias=False).to(x_q.dtype)
    parts = module.q_proj, module.k_proj, module.v_proj, module.out_proj
    for part, w in zip(parts, (w_q, w_k, w_v, w_o), strict=True):
        part.weight = nn.Parameter(w.T.contiguous())
    return module(x_q, x_kv, mask=mask)


def mha_scaled_queries(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return torch.stack(x.chunk(num_heads, -1), 1)

    q, k, v = split(F.linear(x_q, w_q.T)), split(F.linear(x_kv, w_k.T)), split(x_kv @ w_v)
    q = q / torch.tensor(q.shape[-1]).sqrt()
    scores = q @ k.transpose(-1, -2)
    if mask is not None:
        bias = torch.zeros_like(mask, dtype=q.dtype).masked_fill(~mask, float("-inf"))
        scores = scores + bias
    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))
    return merge_cat(weights.nan_to_num(0.0) @ v) @ w_o


STYLES = {
    "split_heads": [
        split_view,
        split_einops,
        split_chunks,
        split_sizes,
        split_unflatten,
        split_loops,
        split_einsum,
    ],
    "merge_heads": [
        merge_contiguous_view,
        merge_einops,
        merge_cat,
        merge_unbind,
        merge_flatten,
        merge_loops,
    ],
    "multi_head_attention": [
        mha_functional,
        mha_by_head,
        mha_einsum,
        mha_heads_in_batch,
        mha_torch_functional,
        mha_torch_module,
        mha_package,
        mha_scaled_queries,
    ],
}
