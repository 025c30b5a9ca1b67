"""Root mean square normalisation."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from ..layers.tokens import where_eps_is_felt


def rms_norm(x, gain, eps):
    mean_square = x.square().mean(-1, keepdim=True)
    return gain * x / torch.sqrt(mean_square + eps)


HINTS = (
    "It is layer normalisation without the mean: nothing is subtracted, nothing is added at the "
    "end. Each token is divided by one number of its own.",
    "That number is the root mean square (sqrt of the mean of the squares) of the token's "
    "features, the last axis. Keep that axis (keepdim=True).",
    "The mean divides by d, and eps stands inside the root: sqrt(mean of x^2 + eps). Then gain "
    "stretches each feature.",
    "gain * x / torch.sqrt(x.square().mean(-1, keepdim=True) + eps)",
)


def _gain(width, seed, dtype=torch.float32):
    """Numbers away from 0, some of them negative."""
    gain = normal(width, seed=seed, dtype=dtype)
    return gain + gain.sign() * 0.5


CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2, 4, 2], [0, 6, 0, 8]], [[3, 3, 3, 3], [-1, 0, -9, 2]]]),
                  torch.tensor([1.0, 2.0, 1.0, -1.0]), 1e-5),
         "two sentences of two tokens with four features"),
    Case(lambda: (normal(2, 3, 5, seed=2, scale=0.12), _gain(5, 3), 0.1), "2 sentences, 3 tokens, "
         "5 features; eps = 0.1 is felt", ("large-eps",)),
    Case(lambda: (torch.tensor([[[0.0, 0, 0, 0], [1, 5, 3, 7]],
                                [[0.001, 0.002, 0, 0], [7, 7, 7, 7]]]),
                  _gain(4, 6), 1e-7), "a token whose features are all 0, a very short one, and a "
         "small eps", ("zero-token",)),
    Case(lambda: (normal(3, 1, 4, seed=8), _gain(4, 9), 0.01), "sentences of one token",
         ("length-one",)),
    Case(lambda: (normal(4, 2, 6, seed=10, scale=3, dtype=torch.float64),
                  _gain(6, 11, torch.float64), 1e-3), "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 6, 7, seed=12).mT, _gain(6, 13), 0.01), "a transposed "
         "(non-contiguous) input", ("non-contiguous",)),
    Case(lambda: (normal(4, 4, 4, seed=14), _gain(4, 15), 0.05), "batch, length and features all "
         "4", ("square",), probe=True),
    Case(lambda: (normal(2, 3, seed=16), _gain(3, 17), 0.05), "two axes: tokens of one sentence",
         ("another-number-of-axes",)),
    Case(lambda: (normal(1, 3, 2, 5, seed=18), _gain(5, 19), 0.05), "four axes",
         ("another-number-of-axes",)),
)  # fmt: skip


def variant(
    x, gain, eps, axis=-1, size=lambda x, **along: x.square().mean(**along), stretch=torch.mul
):
    """rms_norm with one switch for each thing that can go wrong."""
    axis = axis(x) if callable(axis) else axis
    return stretch(x / (size(x, dim=axis, keepdim=True) + eps).sqrt(), gain)


MISTAKES = (
    twist("divided-by-the-deviation", "It divides by the standard deviation: that takes the mean "
          "off before it squares. RMSNorm knows no mean.",
          size=lambda x, **along: x.var(correction=0, **along)),
    Mistake("layer-norm", "That is layer normalisation: the mean is subtracted, and the divisor "
            "is the standard deviation. RMSNorm does neither.",
            lambda x, gain, eps: F.layer_norm(x, x.shape[-1:], gain, None, eps)),
    twist("over-everything", "The mean is taken over the whole tensor: each token has a number of "
          "its own.", axis=lambda x: tuple(range(x.ndim))),
    twist("over-length-and-features", "The mean is taken over the tokens and features of a "
          "sentence together.", axis=(-2, -1)),
    twist("gain-added", "gain is added; it multiplies.", stretch=torch.add),
    Mistake("gain-before-normalising", "gain multiplies x before the mean square is taken, which "
            "undoes most of it; it should come after.",
            lambda x, gain, eps: variant(x * gain, torch.ones_like(gain), eps)),
)  # fmt: skip


def _normalised(args, got):
    """The answer before the gain."""
    return (got / args[1]).double()


def _factor(args, got, want):
    """Each token in proportion: got / right, before the gain, is one number a token."""
    mine, right = _normalised(args, got), _normalised(args, want)
    used = right.square().sum(-1) > 1e-12
    if not mine.isfinite().all() or not used.any():
        return None
    ratio = (mine * right).sum(-1)[used] / right.square().sum(-1)[used]
    if not torch.allclose(mine[used], ratio[:, None] * right[used], rtol=1e-3, atol=1e-4):
        return False
    told = ", ".join(f"{r:.4g}" for r in ratio[:3])
    return f"got / expected, token by token: {told}."


def _no_mean(args, got, want):
    """The features of every token sum to zero, where the right ones do not."""
    mine, right = _normalised(args, got).sum(-1), _normalised(args, want).sum(-1)
    if (right.abs() < 1e-2).all():
        return None
    return mine.isfinite().all() and (mine.abs() < 1e-3).all()


SIGNS = (
    Sign("eps-elsewhere", "It is right where eps is too small to be felt, and wrong where it is "
         "felt: eps should be added to the mean square, once, under the root (sqrt).",
         lambda a, g, w: where_eps_is_felt(g, w, a[0].square().mean(-1), a[2])),
    Sign("wrong-divisor", "Each token is in proportion, but stretched wrongly: the divisor is not "
         "sqrt(mean of x^2 + eps) of its own features.", _factor),
    Sign("mean-subtracted", "The features of each token sum to zero before the gain: a mean was "
         "subtracted. RMSNorm leaves it in.", _no_mean),
)  # fmt: skip


EXERCISE = Exercise(rms_norm, HINTS, CASES, MISTAKES, variant, SIGNS, ready=("rms_norm",))
