"""What an answer's numbers tell: with which weights the values were mixed."""

import torch

from ...checker.compare import near


def ones(w):
    return torch.allclose(w.sum(-1), torch.ones_like(w.sum(-1)), atol=1e-3)


def weights_of(v, out):
    """The weights (..., T, S) that made ``out`` of the values; None where it is no mix of them or
    where the numbers cannot tell."""
    v, out = v.double(), out.double()
    fits = out.shape[:-2] == v.shape[:-2] and out.shape[-1:] == v.shape[-1:]
    if not fits or not out.isfinite().all() or v.shape[-2] > v.shape[-1]:
        return None
    weights = out @ torch.linalg.pinv(v)
    return weights if near(weights @ v, out) else None


def read(look):
    """A sign that reads the weights; None where they cannot be read."""

    def shows(args, got, want):
        if got.shape != want.shape:
            return False
        weights = weights_of(args[2], got)
        return None if weights is None else look(weights, weights_of(args[2], want))

    return shows


def sharpness(args, got, want):
    """The factor between the learner's scores and the right ones, read off the weights."""
    if got.shape != want.shape:
        return False
    return factor(weights_of(args[2], got), weights_of(args[2], want), args[0].shape[-1])


def factor(mine, right, d):
    """Of the scores, read off the logs of the weights, in words; None where they cannot tell: one
    key, or all the weight on one."""
    if mine is None or right is None:
        return None
    used = (right > 1e-4) & (mine > 1e-4)
    if not near(mine.sum(-1), right.sum(-1)) or (used != (right > 1e-4)).any():
        return False
    best = right.argmax(-1, keepdim=True)
    a, b = (x.clamp(min=1e-30).log() for x in (mine, right))
    a, b = a - a.gather(-1, best), b - b.gather(-1, best)
    used &= b.abs() > 1e-2
    if not used.any():
        return None
    ratio = a[used] / b[used]
    if not torch.allclose(ratio, ratio[0].expand_as(ratio), rtol=2e-2) or ratio[0].abs() < 1e-3:
        return False
    return f"got scores / right scores = {float(ratio[0]):.4g} where d = {d}."


def row_factors(args, got, want):
    """Each query's output times one positive factor: only the sum of its powers is wrong."""
    if got.shape != want.shape or not got.isfinite().all() or not want.isfinite().all():
        return False
    g, w = got.double(), want.double()
    ratio = (g * w).sum(-1, keepdim=True) / w.square().sum(-1, keepdim=True).clamp(min=1e-12)
    if not near(ratio * w, g) or (ratio <= 1e-6).any() or near(g, w):
        return False
    told = ", ".join(f"{f:.4g}" for f in ratio.flatten()[:3].tolist())
    return f"got / expected, query by query: {told}."


def several_blocks(args, got, want):
    """Wrong where the keys come in several blocks."""
    return args[3] < len(args[1])
