"""Layer normalisation."""

import math

import torch

from ...checker.compare import close
from ...checker.core import Exercise, Law, Mistake, Sign, twist
from ...checker.samples import normal
from .to_normalise import CASES
from .tokens import X, alike


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


def _outside(var, eps):
    return var.sqrt() + eps


def _no_eps(var, eps):
    return var.sqrt()


def variant(
    x, gamma, beta, eps, axis=-1, keep_mean=True, keep_var=True,
    center=lambda x, mean, eps: mean, spread=lambda x, **along: x.var(correction=0, **along),
    root=lambda var, eps: (var + eps).sqrt(), affine=lambda n, gamma, beta: gamma * n + beta,
):  # fmt: skip
    """layer_norm with one switch for each thing that can go wrong."""
    axis = axis(x) if callable(axis) else axis
    middle = center(x, x.mean(axis, keepdim=keep_mean), eps)
    n = (x - middle) / root(spread(x, dim=axis, keepdim=keep_var), eps)
    return affine(n, gamma, beta)


def _less_eps(x, mean, eps):
    return mean - eps


def _not_kept(x, gamma, beta, eps):
    centred = x - x.mean(-1)
    return gamma * centred / (centred.square().mean(-1) + eps).sqrt() + beta


MISTAKES = (
    twist("unbiased-variance", "The variance is divided by d - 1 (torch.var and torch.std do that "
          "unless told correction=0); in this exercise it should be divided by d. At d = 4 the "
          "result is too small by the factor 0.866.", spread=_unbiased),
    twist("unbiased-and-eps-outside", "It divides by x.std() + eps: that has d - 1 instead of d "
          "in it, and eps outside of the square root (sqrt).", spread=_unbiased, root=_outside),
    twist("eps-outside-the-root", "eps is added to the standard deviation; it belongs inside the "
          "root: sqrt(var + eps).", root=_outside),
    twist("eps-forgotten", "eps is not used: a token whose features are all equal gives 0/0.",
          root=_no_eps),
    twist("eps-twice", "eps is added twice, inside the square root (sqrt) and outside.",
          root=lambda var, eps: (var + eps).sqrt() + eps),
    twist("eps-twice-inside", "eps is added twice under the square root (sqrt).",
          root=lambda var, eps: (var + 2 * eps).sqrt()),
    twist("eps-twice-outside", "eps is added twice, and outside of the square root (sqrt): once, "
          "inside, was asked for.", root=lambda var, eps: var.sqrt() + 2 * eps),
    twist("deviation-times-eps", "The root is multiplied by eps; eps is added inside of it: "
          "sqrt(var + eps).", root=lambda var, eps: var.sqrt() * eps),
    twist("variance-times-one-and-eps", "The variance is multiplied by 1 + eps; eps is added "
          "to it: sqrt(var + eps).", root=lambda var, eps: (var * (1 + eps)).sqrt()),
    twist("eps-as-a-lower-bound-outside", "eps is a lower bound of the standard deviation; it "
          "should be added to the variance: sqrt(var + eps).",
          root=lambda var, eps: var.sqrt().clamp(min=eps)),
    twist("eps-in-the-numerator", "eps is added to x - mean, above the fraction line; it belongs "
          "inside the root alone: sqrt(var + eps).", center=_less_eps, root=_no_eps),
    twist("eps-in-the-numerator-too", "eps is added to x - mean besides; it belongs inside the "
          "root alone: sqrt(var + eps).", center=_less_eps),
    twist("eps-added-to-the-mean", "eps is added to the mean; it belongs inside the root: "
          "sqrt(var + eps).", center=lambda x, mean, eps: mean + eps, root=_no_eps),
    Mistake("eps-after-dividing", "eps is added to the quotient: a missing bracket? It belongs "
            "inside the root: sqrt(var + eps).", lambda x, g, b, eps: variant(
                x, g, b + g * eps, eps, root=_no_eps)),
    Mistake("eps-added-to-the-result", "eps is added to the result; it belongs inside the root: "
            "sqrt(var + eps).", lambda x, g, b, eps: variant(x, g, b + eps, eps, root=_no_eps)),
    twist("no-root", "It divides by the variance; divide by its square root (sqrt).",
          root=lambda var, eps: var + eps),
    twist("rms-norm", "The mean is not subtracted at all and the divisor is the square root "
          "(sqrt) of the mean square: that is RMSNorm.", center=lambda x, mean, eps: 0 * mean,
          spread=lambda x, **along: x.square().mean(**along)),
    twist("mean-absolute-deviation", "The spread is the mean absolute deviation, not the square "
          "root (sqrt) of the variance.",
          spread=lambda x, **along: (x - x.mean(-1, True)).abs().mean(**along).square()),
    twist("min-max-scaling", "It is min-max scaling: smallest to 0, largest to 1.",
          center=lambda x, mean, eps: x.amin(-1, True),
          spread=lambda x, **along: (x.amax(**along) - x.amin(**along)).square()),
    twist("median-not-mean", "The median is subtracted, not the mean.",
          center=lambda x, mean, eps: x.median(-1, keepdim=True)[0]),
    twist("over-the-length", "Mean and variance are taken over the wrong axis, the tokens (dim=1 "
          "or -2), not over the features of each token (dim=-1).", axis=-2),
    twist("batch-norm", "Mean and variance are taken over the wrong axes, all tokens of all "
          "sentences (dim=(0, 1)), feature by feature: that is batch normalisation.",
          axis=lambda x: tuple(range(x.ndim - 1))),
    twist("over-everything", "Mean and variance are those of the whole tensor.",
          axis=lambda x: tuple(range(x.ndim))),
    twist("mean-not-kept", "The mean is taken without keepdim: it lines up with another axis, or "
          "does not fit at all.", keep_mean=False),
    twist("variance-not-kept", "The variance is taken without keepdim: it lines up with another "
          "axis, or does not fit at all.", keep_var=False),
    Mistake("not-kept", "Mean and variance are taken without keepdim: they line up with another "
            "axis, or do not fit at all.", _not_kept),
    twist("gamma-forgotten", "gamma is not used.", affine=lambda n, gamma, beta: n + beta),
    twist("beta-forgotten", "beta is not used.", affine=lambda n, gamma, beta: gamma * n),
    twist("gamma-and-beta-forgotten", "gamma and beta are not used.",
          affine=lambda n, gamma, beta: n),
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


SIGNS = (
    Sign("digits-of-the-variance-lost", "It is wrong beside a large mean only: mean(x^2) - mean^2 "
         "is the small difference of two large numbers, and float32 has no digits left for it. "
         "Take the mean off first, then square.", lambda a, g, w: bool(a[0].mean() > 100)),
    Sign("unbiased-variance", MISTAKES[0].says, _like(spread=_unbiased)),
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
