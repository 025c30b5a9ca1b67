"""Layer normalisation."""

import math

import torch

from ...checker.compare import close
from ...checker.core import Exercise, Law, Sign, twist
from ...checker.samples import normal
from .to_normalise import CASES
from .tokens import X, alike, where_eps_is_felt


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


def _unbiased(x, **along):
    """Divided by d - 1, without the warning that torch gives for d = 1."""
    var = x.var(correction=0, **along)
    count = x.numel() / var.numel()
    return var * count / torch.tensor(count - 1)


def variant(
    x, gamma, beta, eps, centred=1, keep=True, stretch=torch.mul, shift=torch.add,
    spread=lambda x, **along: x.var(correction=0, **along),
    root=lambda var, eps: (var + eps).sqrt(),
):  # fmt: skip
    """layer_norm with one switch for each thing that can go wrong."""
    middle = centred * x.mean(-1, keepdim=keep)
    n = (x - middle) / root(spread(x, dim=-1, keepdim=keep), eps)
    return shift(stretch(n, gamma), beta)


MISTAKES = (
    twist("unbiased-variance", "The variance is divided by d - 1 (torch.var and torch.std do that "
          "unless told correction=0); in this exercise it should be divided by d. At d = 4 the "
          "result is too small by the factor 0.866.", spread=_unbiased),
    twist("unbiased-and-eps-outside", "It divides by x.std() + eps: that has d - 1 instead of d "
          "in it, and eps outside of the square root (sqrt).", spread=_unbiased,
          root=lambda var, eps: var.sqrt() + eps),
    twist("rms-norm", "The mean is not subtracted at all and the divisor is the square root "
          "(sqrt) of the mean square: that is RMSNorm.", centred=0,
          spread=lambda x, **along: x.square().mean(**along)),
    twist("not-kept", "Mean and variance are taken without keepdim: they line up with another "
          "axis, or do not fit at all.", keep=False),
    twist("gamma-forgotten", "gamma is not used.", stretch=lambda n, gamma: n),
    twist("beta-forgotten", "beta is not used.", shift=lambda n, beta: n),
)  # fmt: skip


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
        axis: mine.mean(axis)
        for axis in ((0,), (-2,), tuple(range(mine.ndim - 1)), (-2, -1), tuple(range(mine.ndim)))
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


SIGNS = (
    Sign("digits-of-the-variance-lost", "It is wrong beside a large mean only: mean(x^2) - mean^2 "
         "is the small difference of two large numbers, and float32 has no digits left for it. "
         "Take the mean off first, then square.", lambda a, g, w: bool(a[0].mean() > 100)),
    Sign("eps-elsewhere", "It is right where eps is too small to be felt, and wrong where it is "
         "felt: eps should be added to the variance, once, inside the root: sqrt(var + eps).",
         lambda a, g, w: where_eps_is_felt(g, w, a[0].var(-1, correction=0), a[3])),
    Sign("unbiased-variance", MISTAKES[0].says,  # whatever it makes of a single feature
         lambda a, g, w: None if a[0].shape[-1] == 1 else
         close(g, variant(*a, spread=_unbiased))),
    Sign("wrong-spread", "Each token is centred and in proportion, but stretched wrongly: the "
         "divisor is not sqrt(var + eps).", _factor),
    Sign("wrong-axis", "The features of a token do not average to zero: mean and variance are "
         "taken over the wrong axis, another than the last one (dim=-1).", _other_axis),
    Sign("gamma-or-beta-wrong", "The features are normalised as they should be, but gamma and "
         "beta are not applied as gamma * normalised + beta.", _affine_wrong),
    Sign("wrong-mean-or-divisor", "Each token is moved and stretched as a whole, but by wrong "
         "numbers.", _line),
)  # fmt: skip


def _norms(seed, change=lambda x: x, gamma=1.0, beta=0.0):
    ones = torch.ones(X[-1])
    return change(normal(*X, seed=seed)), gamma * ones, beta * ones, 1e-3


LAWS = (
    Law("beta-not-added", "One more in beta does not make the result one larger: beta is added, "
        "last of all.", lambda: [_norms(1, beta=0.5), _norms(1, beta=1.5)],
        lambda a, b: alike(a + 1, b)),
    Law("gamma-is-no-factor", "Without beta the result should double when gamma does.",
        lambda: [_norms(2), _norms(2, gamma=2.0)], lambda a, b: alike(2 * a, b)),
    Law("not-centred", "With gamma = 1 and beta = 0 the features of each token should average to "
        "zero, and they do not.", lambda: [_norms(3, change=lambda x: x + 1)],
        lambda a: alike(a.mean(-1), torch.zeros(X[:-1]))),
)  # fmt: skip

EXERCISE = Exercise(
    layer_norm, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS, ready=("layer_norm",)
)
