"""Lessons 10 to 13 in unusual styles."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def grams(t, n):
    return list(zip(*[t[i:] for i in range(n)], strict=False))


def sr_unfold(target_ids):
    a, b = target_ids.unfold(1, 2, 1).unbind(-1)
    return (a, b)


def sr_unbind(target_ids):
    return torch.stack([target_ids[:, :-1], target_ids[:, 1:]]).unbind(0)


def sr_roll(target_ids):
    return (target_ids[:, :-1], torch.roll(target_ids, -1, 1)[:, :-1])


def cg_torch(grads, max_norm):
    ps = [nn.Parameter(torch.zeros_like(g)) for g in grads]
    for p, g in zip(ps, grads, strict=False):
        p.grad = g.clone()
    nn.utils.clip_grad_norm_(ps, max_norm)
    return [p.grad for p in ps]


def cg_foreach(grads, max_norm):
    n = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(g) for g in grads]))
    c = torch.clamp(max_norm / (n + 1e-06), max=1.0)
    return [g * c for g in grads]


def cg_max(grads, max_norm):
    n = math.sqrt(sum(torch.sum(g * g).item() for g in grads))
    return [g * max_norm / max(n, max_norm) for g in grads]


def cg_tuple(grads, max_norm):
    n = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    f = 1.0 if n <= max_norm else float(max_norm / n)
    return tuple(g * f for g in grads)


def sm_running(losses, token_counts):
    mean, n = (torch.zeros_like(losses[0]), 0)
    for loss, c in zip(losses, token_counts, strict=False):
        if c:
            n += c
            mean = mean + (loss - mean) * (c / n)
    return mean


def sm_repeat_interleave(losses, token_counts):
    return torch.stack(losses).repeat_interleave(torch.tensor(token_counts)).mean()


def sm_np(losses, token_counts):
    return torch.tensor(
        np.average([loss.item() for loss in losses], weights=token_counts), dtype=losses[0].dtype
    )


def nl_peak(step, d_model, warmup):
    peak = (d_model * warmup) ** (-0.5)
    return peak * min(step / warmup, math.sqrt(warmup / step))


def nl_log(step, d_model, warmup):
    return math.exp(
        -0.5 * math.log(d_model)
        + min(-0.5 * math.log(step), math.log(step) - 1.5 * math.log(warmup))
    )


def nl_tensor32(step, d_model, warmup):
    s = torch.tensor(float(step))
    return torch.rsqrt(torch.tensor(float(d_model))) * torch.min(
        torch.rsqrt(s), s * warmup ** (-1.5)
    )


def aw_optim(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p = nn.Parameter(param.clone())
    p.grad = grad.clone()
    o = torch.optim.AdamW(
        [p], lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=False
    )
    o.state[p] = {
        "step": torch.tensor(float(step - 1)),
        "exp_avg": m.clone(),
        "exp_avg_sq": v.clone(),
    }
    o.step()
    return (p.detach(), o.state[p]["exp_avg"], o.state[p]["exp_avg_sq"])


def aw_lerp(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = torch.lerp(m, grad, 1 - betas[0])
    v = torch.lerp(v, grad.square(), 1 - betas[1])
    b1, b2 = (1 - betas[0] ** step, 1 - betas[1] ** step)
    return [param * (1 - lr * weight_decay) - lr / b1 * m / (v.sqrt() / math.sqrt(b2) + eps), m, v]


def aw_epshat(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad**2
    c = math.sqrt(1 - b2**step)
    return (
        param - lr * c / (1 - b1**step) * m / (v.sqrt() + eps * c) - lr * weight_decay * param,
        m,
        v,
    )


def aw_loop(param, grad, m, v, step, lr, betas, eps, weight_decay):
    P, M, V = (torch.empty_like(param), torch.empty_like(m), torch.empty_like(v))
    for i in range(param.numel()):
        p, g, a, b = (t.reshape(-1)[i].item() for t in (param, grad, m, v))
        a = betas[0] * a + (1 - betas[0]) * g
        b = betas[1] * b + (1 - betas[1]) * g * g
        P.view(-1)[i] = (
            p
            - lr * weight_decay * p
            - lr * (a / (1 - betas[0] ** step)) / (math.sqrt(b / (1 - betas[1] ** step)) + eps)
        )
        M.view(-1)[i] = a
        V.view(-1)[i] = b
    return (P, M, V)


def sl_grad(targets, vocab_size, epsilon):
    z = torch.zeros(targets.numel(), vocab_size, requires_grad=True, dtype=torch.double)
    F.cross_entropy(z, targets.flatten(), label_smoothing=epsilon, reduction="sum").backward()
    return (1 / vocab_size - z.grad).float().reshape(*targets.shape, vocab_size)


def sl_transition(targets, vocab_size, epsilon):
    T = torch.full((vocab_size, vocab_size), epsilon / vocab_size)
    T.fill_diagonal_(1 - epsilon + epsilon / vocab_size)
    return F.embedding(targets, T)


def sl_where(targets, vocab_size, epsilon):
    return torch.where(
        F.one_hot(targets, vocab_size).bool(),
        1 - epsilon * (vocab_size - 1) / vocab_size,
        epsilon / vocab_size,
    )


def gd_prealloc(next_logits, bos_id, eos_id, max_len):
    out = torch.full((1, max_len), eos_id, dtype=torch.long)
    out[0, 0] = bos_id
    t = 1
    while t < max_len:
        out[0, t] = next_logits(out[:, :t]).flatten().argmax()
        t += 1
        if out[0, t - 1] == eos_id:
            break
    return out[:, :t]


def gd_recursive(next_logits, bos_id, eos_id, max_len):

    def go(ids):
        if len(ids) == max_len:
            return ids
        n = int(next_logits(torch.tensor([ids])).squeeze().argmax())
        return [*ids, n] if n == eos_id else go([*ids, n])

    return torch.LongTensor([go([bos_id])])


def gd_max(next_logits, bos_id, eos_id, max_len):
    ys = torch.ones(1, 1).fill_(bos_id).type(torch.long)
    for _i in range(max_len - 1):
        _, w = torch.max(next_logits(ys).reshape(1, -1), dim=1)
        ys = torch.cat([ys, torch.ones(1, 1).type_as(ys).fill_(w.item())], dim=1)
        if w.item() == eos_id:
            break
    return ys


def gd_seq_logits(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]], dtype=torch.int64)
    while ids.size(1) < max_len:
        nxt = next_logits(ids).argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, nxt], dim=1)
        if (nxt == eos_id).all():
            break
    return ids


def tp_mul(logits, temperature):
    return logits * (1.0 / temperature)


def tp_inplace(logits, temperature):
    y = logits.clone()
    y /= temperature
    return y


def tk_rank(logits, k):
    r = logits.argsort(-1, descending=True).argsort(-1)
    return torch.where(r < k, logits, -math.inf)


def tk_pairs(logits, k):
    above = (logits.unsqueeze(-2) > logits.unsqueeze(-1)).sum(-1)
    return logits.masked_fill(above >= k, -torch.inf)


def tk_kth(logits, k):
    V = logits.shape[-1]
    k = min(k, V)
    th = logits.kthvalue(V - k + 1, dim=-1, keepdim=True).values
    return logits.masked_fill(logits < th, float("-inf"))


def tk_sort(logits, k):
    s, i = torch.sort(logits, dim=-1, descending=True)
    s[..., k:] = -torch.inf
    return torch.empty_like(s).scatter(-1, i, s)


def pp_hf_ascending(logits, p):
    s, i = torch.sort(logits, descending=False)
    c = s.softmax(-1).cumsum(-1)
    rem = c <= 1 - p
    rem[..., -1:] = False
    return logits.masked_fill(rem.scatter(-1, i, rem), -float("inf"))


def pp_pairs(logits, p):
    pr = logits.softmax(-1)
    before = (pr.unsqueeze(-2) * (logits.unsqueeze(-2) > logits.unsqueeze(-1))).sum(-1)
    return logits.masked_fill(before >= p, -torch.inf)


def pp_searchsorted(logits, p):
    s, i = logits.softmax(-1).sort(dim=-1, descending=True)
    c = s.cumsum(-1)
    n = (c < p).sum(-1, keepdim=True) + 1
    keep = torch.arange(logits.shape[-1]) < n
    out = torch.full_like(logits, -math.inf)
    m = torch.zeros_like(keep.expand_as(logits)).scatter(-1, i, keep.expand_as(logits))
    return torch.where(m, logits, out)


def pp_threshold(logits, p):
    s = logits.sort(-1, descending=True).values
    n = (s.softmax(-1).cumsum(-1) < p).sum(-1, keepdim=True).clamp(max=logits.shape[-1] - 1)
    return logits.masked_fill(logits < s.gather(-1, n), -math.inf)


STYLES = {
    "shift_right": [sr_unfold, sr_unbind, sr_roll],
    "clip_by_global_norm": [cg_torch, cg_foreach, cg_max, cg_tuple],
    "scale_micro_batch_losses": [sm_running, sm_repeat_interleave, sm_np],
    "noam_lr": [nl_peak, nl_log, nl_tensor32],
    "adamw_step": [aw_optim, aw_lerp, aw_epshat, aw_loop],
    "smooth_labels": [sl_grad, sl_transition, sl_where],
    "greedy_decode": [gd_prealloc, gd_recursive, gd_max, gd_seq_logits],
    "apply_temperature": [tp_mul, tp_inplace],
    "top_k_filter": [tk_rank, tk_pairs, tk_kth, tk_sort],
    "top_p_filter": [pp_hf_ascending, pp_pairs, pp_searchsorted, pp_threshold],
}
