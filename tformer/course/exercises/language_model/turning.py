"""Pairs of features, angles and turns, in right and wrong ways."""

import torch


def pairs(x):
    return x.reshape(*x.shape[:-1], -1, 2)


def neighbours(x):
    return x[..., 0::2], x[..., 1::2]


def side_by_side(a, b):
    return torch.stack((a, b), dim=-1).flatten(-2)


def power(p, base, exponents):
    return p[:, None] / torch.as_tensor(base, dtype=torch.float64) ** exponents


def twos(d):
    return torch.arange(0, d, 2, dtype=torch.float64) / d


def alike(a, b):
    return a.shape == b.shape and torch.allclose(a.double(), b.double(), rtol=1e-3, atol=1e-4)


def keeps_lengths(got, x):
    """Has every pair (2i, 2i+1) the length that it had?"""
    return got.shape == x.shape and alike(pairs(got).norm(dim=-1), pairs(x).norm(dim=-1))


def turned_by(x, got):
    """The angle from each pair of x to that of got, (..., len, d/2)."""
    a, b = (torch.view_as_complex(pairs(v).double().contiguous()) for v in (x, got))
    return torch.angle(b * a.conj())
