"""Inputs that differ in one token, for laws that every layer obeys: each token by itself."""

import torch

from ...checker.samples import normal

X = (2, 3, 4)


def alike(a, b):
    return a.shape == b.shape and torch.allclose(a, b, rtol=1e-3, atol=1e-4)


def where_eps_is_felt(got, want, squares, eps):
    """Is each wrong token off by no more than eps can do, beside its mean of squares? None where
    only tokens of zeros are wrong."""
    gap, used = (got - want).abs().amax(-1), squares > 0
    wrong = used & ~(gap < 1e-5 + 1e-4 * want.abs().amax(-1))
    if not wrong.any():
        return None
    felt = eps * (1 + 1 / squares + squares**-0.5)
    return bool(((squares < 1e5 * eps) & ~(gap > 10 * felt))[wrong].all())


def other_token(seed):
    """An input twice: the second time the last token of the last sentence is another one."""
    x = normal(*X, seed=seed)
    other = x.clone()
    other[-1, -1] += normal(X[-1], seed=seed + 1)
    return x, other


def others_alike(a, b):
    return alike(a[0], b[0]) and alike(a[-1, :-1], b[-1, :-1])
