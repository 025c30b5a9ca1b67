"""What goes wrong in layer normalisation."""

import torch

from .core import Mistake, twist


def _unbiased(x, var):
    """Divided by d - 1, without the warning that torch gives for d = 1."""
    count = x.numel() / var.numel()
    return var * count / torch.tensor(count - 1)


def variant(
    x, gamma, beta, eps, axis=-1, keep_mean=True, keep_var=True, center="mean",
    spread="biased", root="inside", affine="both", after=None,
):  # fmt: skip
    """layer_norm with one switch for each thing that can go wrong."""
    axis = axis(x) if callable(axis) else axis
    mean = x.mean(axis, keepdim=keep_mean)
    middle = {
        "mean": lambda: mean,
        "none": lambda: torch.zeros_like(mean),
        "median": lambda: x.median(-1, keepdim=True)[0],
        "min": lambda: x.amin(axis, keepdim=True),
        "first": lambda: x[..., :1],
    }[center]()
    var = {
        "biased": lambda: x.var(axis, correction=0, keepdim=keep_var),
        "unbiased": lambda: _unbiased(x, x.var(axis, correction=0, keepdim=keep_var)),
        "squares": lambda: x.square().mean(axis, keepdim=keep_var),
        "sum": lambda: (x - x.mean(axis, keepdim=True)).square().sum(axis, keepdim=keep_var),
        "sum of squares": lambda: x.square().sum(axis, keepdim=keep_var),
        "absolute": lambda: (
            (x - x.mean(axis, keepdim=True)).abs().mean(axis, keepdim=keep_var).square()
        ),
        "range": lambda: (x.amax(axis, keepdim=keep_var) - x.amin(axis, keepdim=keep_var)).square(),
        "largest": lambda: (
            (x - x.mean(axis, keepdim=True)).abs().amax(axis, keepdim=keep_var).square()
        ),
        "global": lambda: x.var(correction=0),
        "fourth": lambda: x.var(axis, correction=0, keepdim=keep_var).square(),
        "one": lambda: torch.ones_like(x) - eps,
    }[spread]()
    divisor = {
        "inside": lambda: (var + eps).sqrt(),
        "outside": lambda: var.sqrt() + eps,
        "none": lambda: var.sqrt(),
        "fixed": lambda: (var + 1e-5).sqrt(),
        "fixed 6": lambda: (var + 1e-6).sqrt(),
        "no root": lambda: var + eps,
        "squared eps": lambda: (var + eps**2).sqrt(),
        "larger of both": lambda: var.clamp(min=eps).sqrt(),
        "root of both": lambda: var.sqrt() + eps**0.5,
        "twice": lambda: (var + eps).sqrt() + eps,
        "times": lambda: 1 / (var + eps).sqrt(),
        "minus": lambda: (var - eps).sqrt(),
    }[root]()
    n = (x - middle) / divisor
    y = {
        "both": lambda: gamma * n + beta,
        "gamma only": lambda: gamma * n,
        "beta only": lambda: n + beta,
        "neither": lambda: n,
        "swapped": lambda: beta * n + gamma,
        "beta first": lambda: gamma * (n + beta),
        "one more": lambda: (1 + gamma) * n + beta,
        "minus beta": lambda: gamma * n - beta,
        "divided": lambda: n / gamma + beta,
        "first": lambda: gamma[0] * n + beta[0],
        "down": lambda: gamma[:, None] * n + beta[:, None],
        "absolute": lambda: gamma.abs() * n + beta,
    }[affine]()
    return after(y, x) if after else y


def _not_kept(x, gamma, beta, eps):
    centred = x - x.mean(-1)
    return gamma * centred / (centred.square().mean(-1) + eps).sqrt() + beta


# fmt: off
MISTAKES = (
    twist("unbiased-variance", "The variance is divided by d - 1 (torch.var and torch.std do "
          "that unless told correction=0); here it is divided by d. At d = 4 the result is too "
          "small by the factor 0.866.", spread="unbiased"),
    twist("unbiased-and-eps-outside", "It divides by x.std() + eps: that has d - 1 instead of d "
          "in it, and eps outside of the root.", spread="unbiased", root="outside"),
    twist("eps-outside-the-root", "eps is added to the standard deviation; it belongs inside the "
          "root: sqrt(var + eps).", root="outside"),
    twist("eps-forgotten", "eps is not used: a token whose features are all equal gives 0/0.",
          root="none"),
    twist("eps-hard-wired", "eps is 1e-5 whatever was passed.", root="fixed"),
    twist("eps-hard-wired-to-1e-6", "eps is 1e-6 whatever was passed.", root="fixed 6"),
    twist("eps-squared", "eps is squared under the root.", root="squared eps"),
    twist("eps-as-a-lower-bound", "eps is a lower bound of the variance; it is added.",
          root="larger of both"),
    twist("roots-added", "It adds sqrt(var) and sqrt(eps); the root is of the sum.",
          root="root of both"),
    twist("eps-twice", "eps is added twice, inside the root and outside.", root="twice"),
    twist("eps-subtracted", "eps is subtracted from the variance.", root="minus"),
    twist("no-root", "It divides by the variance; divide by its root.", root="no root"),
    twist("multiplied-by-deviation", "It multiplies by the standard deviation instead of "
          "dividing.", root="times"),
    twist("mean-not-subtracted", "The mean is not subtracted, though the variance is the right "
          "one.", center="none"),
    twist("rms-norm", "The mean is not subtracted at all and the divisor is the root of the mean "
          "square: that is RMSNorm.", center="none", spread="squares"),
    twist("mean-square-as-variance", "The divisor is made from the mean of x squared; the "
          "variance takes the deviations from the mean.", spread="squares"),
    twist("length-one-vectors", "Each token is divided by its length (the root of the sum of "
          "squares), not normalised.", center="none", spread="sum of squares"),
    twist("sum-not-mean", "The squared deviations are summed, not averaged.", spread="sum"),
    twist("variance-of-everything", "The mean is each token's own, but the variance is that of "
          "the whole tensor.", spread="global"),
    twist("mean-absolute-deviation", "The spread is the mean absolute deviation, not the root of "
          "the variance.", spread="absolute"),
    twist("range-as-spread", "It divides by largest minus smallest.", spread="range"),
    twist("largest-deviation", "It divides by the largest deviation.", spread="largest"),
    twist("min-max-scaling", "It is min-max scaling: smallest to 0, largest to 1.", center="min",
          spread="range"),
    twist("variance-squared", "The variance is squared besides: it divides by the variance.",
          spread="fourth"),
    twist("only-centred", "The mean is subtracted, but nothing is divided.", spread="one"),
    twist("median-not-mean", "The median is subtracted, not the mean.", center="median"),
    twist("over-the-length", "Mean and variance are taken over the tokens (axis 1 or -2), not "
          "over the features of each token.", axis=-2),
    twist("over-the-batch", "Mean and variance are taken over the first axis: that is close to "
          "batch normalisation.", axis=0),
    twist("batch-norm", "Mean and variance are taken over all tokens of all sentences, feature "
          "by feature: that is batch normalisation.", axis=lambda x: tuple(range(x.ndim - 1))),
    twist("over-everything", "Mean and variance are those of the whole tensor.",
          axis=lambda x: tuple(range(x.ndim))),
    twist("over-length-and-features", "Mean and variance are taken over the tokens and features "
          "of a sentence together.", axis=lambda x: (-2, -1) if x.ndim > 2 else -1),
    twist("mean-not-kept", "The mean is taken without keepdim: it lines up with another axis, or "
          "does not fit at all.", keep_mean=False),
    twist("variance-not-kept", "The variance is taken without keepdim: it lines up with another "
          "axis, or does not fit at all.", keep_var=False),
    Mistake("not-kept", "Mean and variance are taken without keepdim: they line up with another "
            "axis, or do not fit at all.", _not_kept),
    twist("gamma-forgotten", "gamma is not used.", affine="beta only"),
    twist("beta-forgotten", "beta is not used.", affine="gamma only"),
    twist("gamma-and-beta-forgotten", "gamma and beta are not used.", affine="neither"),
    twist("gamma-and-beta-swapped", "gamma and beta are swapped: beta stretches and gamma moves.",
          affine="swapped"),
    twist("beta-before-gamma", "beta is added before gamma multiplies; it comes last.",
          affine="beta first"),
    twist("one-plus-gamma", "It stretches by 1 + gamma.", affine="one more"),
    twist("beta-subtracted", "beta is subtracted.", affine="minus beta"),
    twist("divided-by-gamma", "It divides by gamma.", affine="divided"),
    twist("first-gamma-for-all", "All features get the first gamma and beta.", affine="first"),
    twist("absolute-gamma", "The sign of gamma is lost.", affine="absolute"),
    twist("gamma-along-the-length", "gamma and beta get a new last axis: they line up with the "
          "tokens instead of the features.", affine="down"),
    Mistake("gamma-before-normalising", "gamma multiplies x before it is normalised, which "
            "undoes most of it; it comes after.",
            lambda x, gamma, beta, eps: variant(x * gamma, torch.ones_like(gamma), beta, eps)),
    Mistake("normalised-twice", "The result is normalised once more.",
            lambda x, gamma, beta, eps: variant(variant(x, gamma, beta, eps), gamma, beta, eps)),
    twist("residual-added", "x is added to the result: that is the layer's business.",
          after=lambda y, x: y + x),
    twist("constant-token-cleared", "A token whose features are all equal becomes all zeros; "
          "what is left of it is beta.", after=lambda y, x: torch.where(
              x.var(-1, correction=0, keepdim=True) == 0, 0.0 if x.shape[-1] > 1 else y, y)),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda y, x: y.squeeze()),
    Mistake("computes-in-float32", "It works in float32 and returns that: float64 input loses "
            "half of its digits.", lambda *a: variant(*(v.float() for v in a[:3]), a[3])),
    Mistake("view-needs-contiguous", "It uses view in a way that fails on a transposed tensor; "
            "reshape works.", lambda x, *a: variant(x.view(-1).view(x.shape), *a)),
)
# fmt: on
