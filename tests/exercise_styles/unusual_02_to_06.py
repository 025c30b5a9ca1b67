"""Lessons 02 to 06 in unusual styles."""

import functools
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def grams(t, n):
    return list(zip(*[t[i:] for i in range(n)], strict=False))


def softmax_online(x, dim):
    y = x.transpose(dim, -1)
    m = torch.full_like(y[..., 0], -float("inf"))
    s = torch.zeros_like(m)
    for j in range(y.shape[-1]):
        new = torch.maximum(m, y[..., j])
        s = s * torch.exp(m - new) + torch.exp(y[..., j] - new)
        m = new
    return (torch.exp(y - m[..., None]) / s[..., None]).transpose(dim, -1)


def softmax_over_unbound(x, dim):
    parts = list(torch.unbind(x, dim))
    m = functools.reduce(torch.maximum, parts)
    es = [torch.exp(p - m) for p in parts]
    s = sum(es)
    return torch.stack([e / s for e in es], dim=dim)


def softmax_by_normalize(x, dim):
    return F.normalize((x - x.amax(dim, keepdim=True)).exp(), p=1, dim=dim)


def softmax_by_module(x, dim):
    return nn.LogSoftmax(dim=dim)(x).exp()


def softmax_by_numpy(x, dim):
    a = x.numpy()

    def one(v):
        v = v - v.max()
        e = np.exp(v)
        return e / e.sum()

    return torch.tensor(np.apply_along_axis(one, dim, a))


def ce_movedim(logits, targets):
    return F.cross_entropy(logits.movedim(-1, 1) if logits.ndim > 1 else logits, targets)


def ce_take_along(logits, targets):
    lse = torch.logsumexp(logits, -1)
    picked = torch.take_along_dim(logits, targets.unsqueeze(-1), -1).squeeze(-1)
    return (lse - picked).mean()


def ce_kl(logits, targets):
    oh = F.one_hot(targets, logits.size(-1)).to(logits.dtype)
    return F.kl_div(F.log_softmax(logits, -1), oh, reduction="sum") / targets.numel()


def ce_boolean(logits, targets):
    hit = torch.arange(logits.shape[-1]) == targets.unsqueeze(-1)
    return -logits.log_softmax(-1)[hit].mean()


def ce_softplus_margin(logits, targets):
    z = logits - logits.gather(-1, targets[..., None])
    return z.logsumexp(-1).mean()


def m_bool(logits, targets, ignore_index):
    keep = targets != ignore_index
    return -torch.distributions.Categorical(logits=logits[keep]).log_prob(targets[keep]).mean()


def m_nanmean(logits, targets, ignore_index):
    keep = targets != ignore_index
    lp = logits.log_softmax(-1).gather(-1, torch.where(keep, targets, 0)[..., None]).squeeze(-1)
    return torch.nanmean(torch.where(keep, -lp, torch.nan))


def m_weights(logits, targets, ignore_index):
    w = (targets != ignore_index).to(logits.dtype)
    w = w / w.sum()
    t = targets.clone()
    t[targets == ignore_index] = 0
    nll = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), t.reshape(-1), reduction="none")
    return torch.dot(nll, w.reshape(-1))


def m_onehot_remainder(logits, targets, ignore_index):
    keep = targets != ignore_index
    oh = F.one_hot(targets % logits.shape[-1], logits.shape[-1]) * keep[..., None]
    return -(logits.log_softmax(-1) * oh).sum() / keep.sum()


def se_from_pretrained(weight, token_ids):
    return nn.Embedding.from_pretrained(weight)(token_ids) * np.sqrt(weight.shape[1])


def se_gather(weight, token_ids):
    d = weight.shape[1]
    idx = token_ids.reshape(-1, 1).expand(-1, d)
    return weight.gather(0, idx).view(*token_ids.shape, d).mul(d**0.5)


def se_module_loaded(weight, token_ids):
    e = nn.Embedding(weight.shape[0], weight.shape[1])
    e.weight.data = weight
    return e(token_ids) * math.sqrt(e.embedding_dim)


def oh_module(weight, token_ids):
    lin = nn.Linear(weight.shape[0], weight.shape[1], bias=False)
    lin.weight.data = weight.T
    return lin(F.one_hot(token_ids, weight.shape[0]).to(weight.dtype))


def oh_sparse(weight, token_ids):
    n = token_ids.numel()
    ind = torch.stack([torch.arange(n), token_ids.flatten()])
    return torch.sparse.mm(
        torch.sparse_coo_tensor(ind, torch.ones(n, dtype=weight.dtype), (n, weight.shape[0])),
        weight,
    ).reshape(*token_ids.shape, -1)


def oh_tensordot(weight, token_ids):
    return torch.tensordot(
        torch.eye(weight.shape[0], dtype=weight.dtype)[token_ids], weight, dims=1
    )


def sp_complex(length, d_model):
    pos = torch.arange(length, dtype=torch.float64)
    w = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    z = torch.polar(torch.ones(length, d_model // 2, dtype=torch.float64), torch.outer(pos, w))
    r = torch.view_as_real(z).flip(-1)
    return r.reshape(length, d_model).float()


def sp_phase(length, d_model):
    j = torch.arange(d_model)
    ang = torch.arange(length)[:, None] / torch.pow(10000, (j - j % 2) / d_model)
    return torch.sin(ang + j % 2 * math.pi / 2)


def sp_rotation(length, d_model):
    w = 1 / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.double) / d_model)
    s, c = (torch.zeros_like(w), torch.ones_like(w))
    rows = []
    for _ in range(length):
        rows.append(torch.stack([s, c], 1).flatten())
        s, c = (s * w.cos() + c * w.sin(), c * w.cos() - s * w.sin())
    return torch.stack(rows).float()


def sp_logspace(length, d_model):
    w = torch.logspace(0, -4 * (1 - 2 / d_model), d_model // 2)
    a = torch.outer(torch.arange(length).float(), w)
    return torch.stack((a.sin(), a.cos()), dim=2).view(length, d_model)


def at_sdpa_eye(q, k, v, mask=None):
    eye = torch.eye(k.shape[-2], dtype=q.dtype).expand(*k.shape[:-1], k.shape[-2])
    w = F.scaled_dot_product_attention(q, k, eye, attn_mask=mask)
    if mask is not None:
        w = w.masked_fill(~mask.any(-1, keepdim=True), 0.0)
    return (w @ v, w)


def at_logadd(q, k, v, mask=None):
    s = torch.einsum("...qd,...kd->...qk", q, k) * k.shape[-1] ** (-0.5)
    if mask is not None:
        s = s.masked_fill(mask.logical_not(), float("-inf"))
    s = s - s.amax(-1, keepdim=True).clamp(min=torch.finfo(s.dtype).min)
    e = s.exp()
    w = e / e.sum(-1, keepdim=True).clamp_min(1e-20)
    return (torch.einsum("...qk,...kv->...qv", w, v), w)


def at_min_then_zero(q, k, v, mask=None):
    s = q / math.sqrt(q.size(-1)) @ k.transpose(-1, -2)
    if mask is None:
        mask = torch.ones_like(s, dtype=torch.bool)
    w = torch.softmax(torch.where(mask, s, torch.finfo(s.dtype).min), -1) * mask
    return (w @ v, w)


def at_inplace(q, k, v, mask=None):
    s = q.matmul(k.transpose(-2, -1))
    s /= math.sqrt(k.shape[-1])
    if mask is not None:
        s.masked_fill_(mask.logical_not(), float("-inf"))
    p = torch.softmax(s, dim=-1)
    if mask is not None:
        p[~mask.expand_as(p)] = 0
    return (p @ v, p)


def pm_lists(token_ids, pad_id):
    return torch.tensor(
        [[[[t != pad_id for t in row]]] for row in token_ids.tolist()], dtype=torch.bool
    )


def pm_bool_diff(token_ids, pad_id):
    return (token_ids - pad_id).bool().unsqueeze(1).unsqueeze(2)


def pm_numpy(token_ids, pad_id):
    return torch.from_numpy(np.not_equal(token_ids.numpy(), pad_id))[:, None, None, :]


def cm_np(size):
    return torch.from_numpy(np.tri(size, dtype=bool))


def cm_cumsum(size):
    return torch.eye(size).cumsum(0).bool()


def cm_indices(size):
    m = torch.zeros(size, size, dtype=torch.bool)
    i = torch.tril_indices(size, size)
    m[i[0], i[1]] = True
    return m


def dm_tril(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :].expand(-1, 1, n, n).tril()


def dm_loops(token_ids, pad_id):
    b, n = token_ids.shape
    out = torch.zeros(b, 1, n, n, dtype=torch.bool)
    for s in range(b):
        for i in range(n):
            for j in range(i + 1):
                out[s, 0, i, j] = token_ids[s, j].item() != pad_id
    return out


def dm_sdpa_min(token_ids, pad_id):
    n = token_ids.shape[-1]
    i = torch.arange(n)
    return torch.minimum((token_ids != pad_id)[:, None, None].int(), (i[:, None] >= i).int()).bool()


def am_log(mask, dtype):
    return mask.to(dtype).log()


def am_recip(mask, dtype):
    return 1 - 1 / mask.to(dtype)


def am_nan(mask, dtype):
    return torch.nan_to_num((~mask).to(dtype) * float("-inf"), nan=0.0, neginf=float("-inf"))


def am_where(mask, dtype):
    return torch.where(mask, 0.0, float("-inf")).to(dtype)


STYLES = {
    "softmax": [
        softmax_online,
        softmax_over_unbound,
        softmax_by_normalize,
        softmax_by_module,
        softmax_by_numpy,
    ],
    "cross_entropy": [ce_movedim, ce_take_along, ce_kl, ce_boolean, ce_softplus_margin],
    "cross_entropy_masked": [m_bool, m_nanmean, m_weights, m_onehot_remainder],
    "scaled_embedding": [se_from_pretrained, se_gather, se_module_loaded],
    "one_hot_lookup": [oh_module, oh_sparse, oh_tensordot],
    "sinusoidal_positions": [sp_complex, sp_phase, sp_rotation, sp_logspace],
    "attention": [at_sdpa_eye, at_logadd, at_min_then_zero, at_inplace],
    "padding_mask": [pm_lists, pm_bool_diff, pm_numpy],
    "causal_mask": [cm_np, cm_cumsum, cm_indices],
    "decoder_mask": [dm_tril, dm_loops, dm_sdpa_min],
    "additive_mask": [am_log, am_recip, am_nan, am_where],
}
