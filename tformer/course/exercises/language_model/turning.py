"""Pairs of features, angles and turns, in right and wrong ways."""

import math

import torch


def pairs(x):
    return x.reshape(*x.shape[:-1], -1, 2)


def _neighbours(x):
    return x[..., 0::2], x[..., 1::2]


def _side_by_side(a, b):
    return torch.stack((a, b), dim=-1).flatten(-2)


# How x is cut into first and second members, and how these are put together again, ...
PAIRINGS = {
    "interleaved": (_neighbours, _side_by_side),
    "halves": (lambda x: x.chunk(2, -1), lambda a, b: torch.cat((a, b), -1)),
    "swapped": (_neighbours, lambda a, b: _side_by_side(b, a)),
}


def _power(p, base, exponents):
    return p[:, None] / torch.as_tensor(base, dtype=torch.float64) ** exponents


def _twos(d):
    return torch.arange(0, d, 2, dtype=torch.float64) / d


def _repeated(p, base, d):
    """For each member of each neighbouring pair the angle that cat(angles, angles) has there."""
    return _neighbours(_power(p, base, _twos(d)).repeat(1, 2))


def _interleaved(p, base, d):
    """For halves the angles that repeat_interleave(2) has there."""
    return _power(p, base, _twos(d)).repeat_interleave(2, 1).chunk(2, 1)


# ... the angles (len, d/2), or two of them where the members of a pair have different ones, ...
ANGLES = {
    "right": lambda p, base, d: _power(p, base, _twos(d)),
    "i/d": lambda p, base, d: _power(p, base, _twos(d) / 2),
    "4i/d": lambda p, base, d: _power(p, base, _twos(d) * 2),
    "times": lambda p, base, d: _power(p, base, -_twos(d)),
    "one": lambda p, base, d: _power(p, base, _twos(d) * 0),
    "repeated": _repeated,
    "interleaved": _interleaved,
    "10000": lambda p, base, d: _power(p, 10_000.0, _twos(d)),
    "degrees": lambda p, base, d: _power(p, base, _twos(d)) * math.pi / 180,
}
# ... and what these make of the members a and b: s and t are the angles of the first and second.
FORMS = {
    "turned": lambda a, b, s, t: (a * s.cos() - b * s.sin(), a * t.sin() + b * t.cos()),
    "one after the other": lambda a, b, s, t: (
        (first := a * s.cos() - b * s.sin()),
        first * t.sin() + b * t.cos(),
    ),
    "back": lambda a, b, s, t: (a * s.cos() + b * s.sin(), b * t.cos() - a * t.sin()),
    "plus plus": lambda a, b, s, t: (a * s.cos() + b * s.sin(), a * t.sin() + b * t.cos()),
    "cos": lambda a, b, s, t: (a * s.cos(), b * t.cos()),
    "swapped": lambda a, b, s, t: (a * s.sin() - b * s.cos(), a * t.cos() + b * t.sin()),
    "added": lambda a, b, s, t: (a + s.sin(), b + t.cos()),
}


def alike(a, b):
    return a.shape == b.shape and torch.allclose(a.double(), b.double(), rtol=1e-3, atol=1e-4)


def keeps_lengths(got, x):
    """Has every pair (2i, 2i+1) the length that it had?"""
    return got.shape == x.shape and alike(pairs(got).norm(dim=-1), pairs(x).norm(dim=-1))


def turned_by(x, got):
    """The angle from each pair of x to that of got, (..., len, d/2)."""
    a, b = (torch.view_as_complex(pairs(v).double().contiguous()) for v in (x, got))
    return torch.angle(b * a.conj())
