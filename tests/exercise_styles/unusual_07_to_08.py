"""Lessons 07 and 08 in unusual styles."""

import functools
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from einops import rearrange


def grams(t, n):
    return list(zip(*[t[i:] for i in range(n)], strict=False))


def sh_unfold(x, num_heads):
    return x.unfold(-1, x.shape[-1] // num_heads, x.shape[-1] // num_heads).transpose(1, 2)


def sh_split(x, num_heads):
    return torch.stack(x.split(x.size(-1) // num_heads, -1)).transpose(0, 1).contiguous()


def sh_einsum_identity(x, num_heads):
    d = x.shape[-1]
    e = torch.eye(d, dtype=x.dtype).reshape(d, num_heads, -1)
    return torch.einsum("btf,fhd->bhtd", x, e)


def mh_hstack(x):
    return torch.concatenate(tuple(x.unbind(dim=1)), dim=2)


def mh_write(x):
    b, h, t, d = x.shape
    y = torch.zeros(b, t, h * d, dtype=x.dtype)
    for i in range(h):
        y[..., i * d : (i + 1) * d] = x[:, i]
    return y


def mh_dstack(x):
    return torch.stack([torch.hstack(list(item)) for item in x])


def mha_sum_of_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    d = w_q.shape[1] // num_heads
    out = 0
    B = x_q.shape[0]
    M = None if mask is None else mask.expand(B, num_heads, x_q.shape[1], x_kv.shape[1])
    for i in range(num_heads):
        sl = slice(i * d, (i + 1) * d)
        q, k, v = (x_q @ w_q[:, sl], x_kv @ w_k[:, sl], x_kv @ w_v[:, sl])
        s = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(d)
        if M is not None:
            s = s.masked_fill(~M[:, i], -torch.inf)
        out = out + torch.bmm(s.softmax(-1).nan_to_num(), v) @ w_o[sl]
    return out


def mha_sdpa_bare(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    b = x_q.shape[0]

    def sp(x):
        return x.view(b, -1, num_heads, x.shape[-1] // num_heads).transpose(1, 2)

    o = F.scaled_dot_product_attention(sp(x_q @ w_q), sp(x_kv @ w_k), sp(x_kv @ w_v), mask)
    return o.transpose(1, 2).reshape(b, x_q.shape[1], -1) @ w_o


def mha_torch_module(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    d = w_q.shape[0]
    m = nn.MultiheadAttention(d, num_heads, bias=False, batch_first=True).to(x_q.dtype)
    m.in_proj_weight.data = torch.cat([w_q.T, w_k.T, w_v.T])
    m.out_proj.weight.data = w_o.T
    am = None
    if mask is not None:
        am = (
            (~mask)
            .expand(x_q.shape[0], num_heads, x_q.shape[1], x_kv.shape[1])
            .reshape(-1, x_q.shape[1], x_kv.shape[1])
        )
    out, _w = m(x_q, x_kv, x_kv, attn_mask=am)
    return out.nan_to_num()


def mha_einsum(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    h = num_heads

    def W(w):
        return rearrange(w, "d (h e) -> d h e", h=h)

    q = torch.einsum("btd,dhe->bhte", x_q, W(w_q))
    k = torch.einsum("bsd,dhe->bhse", x_kv, W(w_k))
    v = torch.einsum("bsd,dhe->bhse", x_kv, W(w_v))
    a = torch.einsum("bhte,bhse->bhts", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        a = a.masked_fill(~mask, float("-inf"))
    a = a.softmax(-1).nan_to_num(0.0)
    return torch.einsum("bhts,bhse,hed->btd", a, v, rearrange(w_o, "(h e) d -> h e d", h=h))


def ln_center_matrix(x, gamma, beta, eps):
    d = x.shape[-1]
    C = torch.eye(d, dtype=x.dtype) - 1 / d
    y = x @ C
    return y / (y.pow(2).mean(-1, keepdim=True) + eps) ** 0.5 * gamma + beta


def ln_rms(x, gamma, beta, eps):
    y = x - x.mean(dim=-1, keepdim=True)
    return F.rms_norm(y, y.shape[-1:], gamma, eps) + beta


def ln_groupnorm(x, gamma, beta, eps):
    f = x.reshape(-1, x.shape[-1])
    return F.group_norm(f, 1, gamma, beta, eps).reshape(x.shape)


def ln_np(x, gamma, beta, eps):
    a = x.numpy()
    o = (a - a.mean(-1, keepdims=True)) / np.sqrt(
        a.var(-1, keepdims=True) + eps
    ) * gamma.numpy() + beta.numpy()
    return torch.from_numpy(o)


def ff_conv(x, w1, b1, w2, b2):
    y = x.reshape(-1, x.shape[-1]).T[None]
    h = F.conv1d(y, w1.T[:, :, None], b1).relu()
    return F.conv1d(h, w2.T[:, :, None], b2)[0].T.reshape(*x.shape[:-1], -1)


def ff_where(x, w1, b1, w2, b2):
    h = x.matmul(w1).add(b1)
    h[h < 0] = 0
    return h.matmul(w2).add(b2)


def ff_half_abs(x, w1, b1, w2, b2):
    h = x @ w1 + b1
    return (h + h.abs()) / 2 @ w2 + b2


def ff_seq(x, w1, b1, w2, b2):
    n = nn.Sequential(nn.Linear(*w1.shape), nn.ReLU(), nn.Linear(*w2.shape)).to(x.dtype)
    n[0].weight.data, n[0].bias.data, n[2].weight.data, n[2].bias.data = (w1.T, b1, w2.T, b2)
    return n(x)


def rp_inplace(x, sublayer, norm):
    y = x.clone()
    y += sublayer(x)
    return norm(y)


def rp_sum(x, sublayer, norm):
    return norm(torch.stack([x, sublayer(x)]).sum(0))


def rp_branch_inplace(x, sublayer, norm):
    out = sublayer(x)
    out += x
    return norm(out)


def rr_compose(x, sublayer, norm):
    return functools.reduce(lambda a, f: f(a), [norm, sublayer], x) + x


def rr_module(x, sublayer, norm):
    return nn.Dropout(0.1).eval()(sublayer(norm(x))) + x


def rr_branch_inplace(x, sublayer, norm):
    out = sublayer(norm(x))
    out += x
    return out


STYLES = {
    "split_heads": [sh_unfold, sh_split, sh_einsum_identity],
    "merge_heads": [mh_hstack, mh_write, mh_dstack],
    "multi_head_attention": [mha_sum_of_heads, mha_sdpa_bare, mha_torch_module, mha_einsum],
    "layer_norm": [ln_center_matrix, ln_rms, ln_groupnorm, ln_np],
    "feed_forward": [ff_conv, ff_where, ff_half_abs, ff_seq],
    "residual_post_norm": [rp_inplace, rp_sum, rp_branch_inplace],
    "residual_pre_norm": [rr_compose, rr_module, rr_branch_inplace],
}
