"""Lesson 02 in other styles."""

import math

import torch
import torch.nn.functional as F


def softmax_functional(x, dim):
    return F.softmax(x, dim=dim)


def softmax_by_logsumexp(x, dim):
    return torch.exp(x - torch.logsumexp(x, dim=dim, keepdim=True))


def softmax_by_method(x, dim):
    return x.log_softmax(dim).exp()


def softmax_by_loops(x, dim):
    moved = x.movedim(dim, -1)
    rows = []
    for row in moved.reshape(-1, moved.shape[-1]):
        top = max(v.item() for v in row)
        powers = [math.exp(v.item() - top) for v in row]
        rows.append(torch.tensor([p / sum(powers) for p in powers], dtype=x.dtype))
    return torch.stack(rows).reshape(moved.shape).movedim(-1, dim)


def softmax_keeping_max_values(x, dim):
    m = x.max(dim=dim, keepdim=True).values
    e = (x - m).exp()
    return e / (e.sum(dim=dim, keepdim=True) + 1e-12)


def softmax_in_double(x, dim):
    return torch.softmax(x.double(), dim).to(x.dtype)


def softmax_printing(x, dim):
    print("working on", x.shape)
    return torch.softmax(x, dim)


def cross_entropy_functional(logits, targets):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


def cross_entropy_one_hot(logits, targets):
    one_hot = F.one_hot(targets, logits.shape[-1]).to(logits.dtype)
    return -(one_hot * F.log_softmax(logits, dim=-1)).sum(-1).mean()


def cross_entropy_moved(logits, targets):
    if logits.ndim > 2:
        logits = logits.movedim(-1, 1)
    return F.cross_entropy(logits, targets)


def cross_entropy_by_loops(logits, targets):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.flatten()
    total = 0.0
    for row, i in zip(flat, ids, strict=True):
        top = row.max()
        total = total + (top + (row - top).exp().sum().log()) - row[i]
    return total / len(ids)


def cross_entropy_einsum(logits, targets):
    log_probs = torch.log_softmax(logits, -1)
    one_hot = F.one_hot(targets, logits.size(-1)).to(logits)
    return -torch.einsum("...c,...c->...", log_probs, one_hot).mean()


def cross_entropy_nll(logits, targets):
    logp = logits.log_softmax(-1).flatten(0, -2)
    return F.nll_loss(logp, targets.flatten())


def masked_functional(logits, targets, ignore_index):
    return F.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=ignore_index
    )


def masked_by_weights(logits, targets, ignore_index):
    keep = targets.ne(ignore_index)
    safe = targets.masked_fill(~keep, 0)
    each = -F.log_softmax(logits, -1).gather(-1, safe[..., None])[..., 0]
    weight = keep.to(logits.dtype)
    return (each * weight).sum() / weight.sum()


def masked_by_loops(logits, targets, ignore_index):
    losses = []
    for row, i in zip(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), strict=True):
        if i.item() != ignore_index:
            losses.append(torch.logsumexp(row, 0) - row[i])
    return sum(losses) / len(losses)


def masked_by_indexing(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep])


STYLES = {
    "softmax": [
        softmax_functional,
        softmax_by_logsumexp,
        softmax_by_method,
        softmax_by_loops,
        softmax_keeping_max_values,
        softmax_in_double,
        softmax_printing,
    ],
    "cross_entropy": [
        cross_entropy_functional,
        cross_entropy_one_hot,
        cross_entropy_moved,
        cross_entropy_by_loops,
        cross_entropy_einsum,
        cross_entropy_nll,
    ],
    "cross_entropy_masked": [
        masked_functional,
        masked_by_weights,
        masked_by_loops,
        masked_by_indexing,
    ],
}
