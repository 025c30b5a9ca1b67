"""Lesson 08: layer normalisation."""

import math

import torch

from .compare import close
from .core import Case, Exercise, Sign
from .laws_08 import LAYER_NORM_LAWS
from .mistakes_08_layer_norm import MISTAKES, variant
from .samples import normal


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    var = (x - mean).square().mean(-1, keepdim=True)
    return gamma * (x - mean) / torch.sqrt(var + eps) + beta


HINTS = (
    "Each token is normalised by itself: mean and variance are taken over its own features, the "
    "last axis, and over nothing else. Keep that axis (keepdim=True).",
    "The variance is the mean of the squared deviations, divided by d and not by d - 1. "
    "torch.var and torch.std divide by d - 1 unless told correction=0.",
    "eps stands inside the root: sqrt(var + eps). Then gamma stretches each feature and beta moves "
    "it: gamma * normalised + beta.",
    "gamma * (x - mean) / torch.sqrt(var + eps) + beta, with var = "
    "x.var(-1, correction=0, keepdim=True)",
)


def _affine(width, seed, dtype=torch.float32):
    """gamma, some of it negative, and beta."""
    gamma = normal(width, seed=seed, dtype=dtype)
    return gamma + gamma.sign() * 0.5, normal(width, seed=seed + 1, dtype=dtype)


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2, 3, 4], [0, 8, 2, 2]], [[5, 5, 7, 3], [-1, 0, -9, 2]]]),
                  torch.tensor([1.0, 2.0, 1.0, -1.0]), torch.tensor([0.0, 0.0, 5.0, 1.0]), 1e-5),
         "two sentences of two tokens with four features"),
    Case(lambda: (normal(2, 3, 5, seed=2, scale=0.4), *_affine(5, 3), 0.1), "2 sentences, 3 "
         "tokens, 5 features; eps = 0.1 is felt", ("large-eps",)),
    Case(lambda: (torch.tensor([[[3.0, 3, 3, 3], [1, 5, 3, 7]],
                                [[0, 2, 1, 8], [7, 7, 7, 7]]]), *_affine(4, 6), 0.01),
         "a token whose features are all equal: its variance is 0", ("constant-token",)),
    Case(lambda: (normal(3, 2, 1, seed=8), *_affine(1, 9), 0.01), "one feature: what is left is "
         "beta", ("one-feature",)),
    Case(lambda: (normal(4, 2, 6, seed=10, scale=3, dtype=torch.float64),
                  *_affine(6, 11, torch.float64), 1e-3),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 6, 7, seed=12).mT, *_affine(6, 13), 0.01), "a transposed "
         "(non-contiguous) input", ("non-contiguous",)),
    Case(lambda: (normal(4, 4, 4, seed=14), *_affine(4, 15), 0.05), "batch, length and features "
         "all 4", ("square",), probe=True),
)
# fmt: on


def _normalised(args, got):
    """The answer before gamma and beta; ValueError if it holds NaN."""
    _, gamma, beta, _ = args
    if not torch.isfinite(got).all():
        raise ValueError
    return ((got - beta) / gamma).double()


def _flat(x):
    return torch.allclose(x, torch.zeros_like(x), atol=2e-3)


def _factor(args, got, want):
    """got / right before gamma and beta, if it is one number a token."""
    mine, right = _normalised(args, got), _normalised(args, want)
    if right.abs().amax() < 1e-3:
        return None
    ratio = (mine * right).sum(-1, keepdim=True) / right.square().sum(-1, keepdim=True)
    if not torch.allclose(mine, ratio.nan_to_num() * right, atol=2e-3):
        return False
    told = ", ".join(f"{r:.4g}" for r in ratio.flatten()[:3])
    return f"got / expected before gamma and beta, token by token: {told}."


def _other_axis(args, got, want):
    mine = _normalised(args, got)
    if mine.shape[-1] == 1 or mine.ndim < 2:
        return None
    sums = {
        axis: mine.mean(axis) for axis in ((0,), (-2,), (0, -2), (-2, -1), tuple(range(mine.ndim)))
    }
    hits = [axis for axis, mean in sums.items() if _flat(mean)]
    return bool(hits) and not _flat(mine.mean(-1)) and f"Zero is the mean over axis {hits[0]}."


def _line(args, got, want):
    """Each token is moved and stretched, but by which numbers?"""
    x, eps = args[0].double(), args[3]
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    if x.shape[-1] < 3 or (var < 1e-6).any():
        return None
    mine = _normalised(args, got)
    slope = ((x - mean) * mine).mean(-1, keepdim=True) / var
    shift = (mine - slope * x).mean(-1, keepdim=True)
    if not torch.allclose(mine, slope * x + shift, atol=2e-3):
        return False
    m, v, a, c = (t.flatten()[0].item() for t in (mean, var, slope, shift))
    taken = -c / a if a else math.nan
    return (
        f"For the first token it takes off {taken:.4g} and multiplies by {a:.4g}; the mean is "
        f"{m:.4g} and 1 / sqrt(var + eps) is {1 / math.sqrt(v + eps):.4g}."
    )


def _affine_wrong(args, got, want):
    """Without gamma and beta, or with them in another role, everything would be right."""
    _, gamma, beta, _ = args
    right = _normalised(args, want)
    if right.abs().amax() < 1e-3 or not torch.isfinite(got).all():
        return None
    if not torch.isfinite(got).all():
        return False  # LAPACK would complain on the terminal
    fit = [
        torch.linalg.lstsq(torch.stack([r, torch.ones_like(r)], -1), g[:, None]).solution
        for r, g in zip(right.flatten(0, -2).mT, got.double().flatten(0, -2).mT, strict=True)
    ]
    fitted = torch.stack(fit)[..., 0]
    if not torch.allclose(fitted[:, 0] * right + fitted[:, 1], got.double(), atol=2e-3):
        return False
    return (
        f"Feature 0 is stretched by {fitted[0, 0]:.4g} and moved by {fitted[0, 1]:.4g}; gamma "
        f"and beta say {gamma[0]:.4g} and {beta[0]:.4g}."
    )


def _like(**change):
    """Does what this mistake does, whatever it makes of a single feature."""

    def shows(args, got, want):
        return None if args[0].shape[-1] == 1 else close(got, variant(*args, **change))

    return shows


# fmt: off
SIGNS = (
    Sign("unbiased-variance", MISTAKES[0].says, _like(spread="unbiased")),
    Sign("unbiased-and-eps-outside", MISTAKES[1].says, _like(spread="unbiased", root="outside")),
    Sign("wrong-spread", "Each token is centred and in proportion, but stretched wrongly: the "
         "divisor is not sqrt(var + eps).", _factor),
    Sign("wrong-axis", "The features of a token do not average to zero: mean and variance are "
         "taken over another axis than the last one.", _other_axis),
    Sign("gamma-or-beta-wrong", "The features are normalised as they should be, but gamma and "
         "beta are not applied as gamma * normalised + beta.", _affine_wrong),
    Sign("wrong-mean-or-divisor", "Each token is moved and stretched as a whole, but by wrong "
         "numbers.", _line),
)
# fmt: on

EXERCISES = [
    Exercise(layer_norm, "08", HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAYER_NORM_LAWS)
]
