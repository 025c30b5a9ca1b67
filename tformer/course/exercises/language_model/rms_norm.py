"""Root mean square normalisation."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Law, Mistake, Sign, twist
from ...checker.samples import normal
from ..layers.tokens import X, alike, other_token, others_alike


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


# fmt: off
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
)
# fmt: on


def _far(x, axis):
    return x - x.mean(axis, keepdim=True)


# Each switch has a table: what is taken for the mean square, ...
SIZES = {
    "mean square": lambda x, axis, keep: x.square().mean(axis, keepdim=keep),
    "sum": lambda x, axis, keep: x.square().sum(axis, keepdim=keep),
    "less one": lambda x, axis, keep: (
        x.square().sum(axis, keepdim=keep) / (x.numel() / x.amax(axis).numel() - 1)
    ),
    "length by d": lambda x, axis, keep: x.square().mean(axis, keepdim=keep) / x.shape[-1],
    "length times": lambda x, axis, keep: x.square().sum(axis, keepdim=keep) * x.shape[-1],
    "not squared": lambda x, axis, keep: x.mean(axis, keepdim=keep),
    "squared mean": lambda x, axis, keep: x.mean(axis, keepdim=keep).square(),
    "absolute": lambda x, axis, keep: x.abs().mean(axis, keepdim=keep).square(),
    "absolute, no root": lambda x, axis, keep: x.abs().mean(axis, keepdim=keep),
    "largest": lambda x, axis, keep: x.abs().amax(axis, keepdim=keep).square(),
    "variance": lambda x, axis, keep: _far(x, axis).square().mean(axis, keepdim=keep),
    "unbiased": lambda x, axis, keep: x.var(axis, keepdim=keep),
    "fourth": lambda x, axis, keep: x.square().mean(axis, keepdim=keep).square(),
    "median": lambda x, axis, keep: x.square().median(-1, keepdim=keep).values,
    "first token": lambda x, axis, keep: x.square().mean(axis, keepdim=keep)[:, :1],
}
# ... where eps stands, ...
ROOTS = {
    "inside": lambda s, eps, d: (s + eps).sqrt(),
    "outside": lambda s, eps, d: s.sqrt() + eps,
    "none": lambda s, eps, d: s.sqrt(),
    "as in normalize": lambda s, eps, d: s.sqrt().clamp(min=1e-12),
    "1e-5": lambda s, eps, d: (s + 1e-5).sqrt(),
    "1e-6": lambda s, eps, d: (s + 1e-6).sqrt(),
    "of the dtype": lambda s, eps, d: (s + torch.finfo(s.dtype).eps).sqrt(),
    "1e-8": lambda s, eps, d: (s + 1e-8).sqrt(),
    "squared": lambda s, eps, d: (s + eps**2).sqrt(),
    "root": lambda s, eps, d: s.sqrt() + eps**0.5,
    "larger of both": lambda s, eps, d: s.clamp(min=eps).sqrt(),
    "larger, outside": lambda s, eps, d: s.sqrt().clamp(min=eps),
    "by d": lambda s, eps, d: (s + eps / d).sqrt(),
    "times d": lambda s, eps, d: (s + eps * d).sqrt(),
    "twice": lambda s, eps, d: (s + eps).sqrt() + eps,
    "minus": lambda s, eps, d: (s - eps).sqrt(),
    "multiplied": lambda s, eps, d: 1 / (s + eps).sqrt(),
    "no root": lambda s, eps, d: s + eps,
    "no division": lambda s, eps, d: torch.ones_like(s),
    "one more": lambda s, eps, d: 1 + (s + eps).sqrt(),
}
# ... and what the gain does to the normalised n.
GAINS = {
    "times": lambda n, gain: gain * n,
    "none": lambda n, gain: n,
    "one more": lambda n, gain: (1 + gain) * n,
    "added": lambda n, gain: n + gain,
    "divided": lambda n, gain: n / gain,
    "absolute": lambda n, gain: gain.abs() * n,
    "first": lambda n, gain: gain[0] * n,
    "down": lambda n, gain: gain[:, None] * n,
    "mean": lambda n, gain: gain.mean() * n,
    "squared": lambda n, gain: gain**2 * n,
    "flipped": lambda n, gain: gain.flip(0) * n,
}


def variant(
    x, gain, eps, axis=-1, keep=True, center=None, size="mean square", root="inside",
    stretch="times", after=None,
):  # fmt: skip
    """rms_norm with one switch for each thing that can go wrong."""
    axis = axis(x) if callable(axis) else axis
    divisor = ROOTS[root](SIZES[size](x, axis, keep), eps, x.shape[-1])
    y = GAINS[stretch]((center(x) if center else x) / divisor, gain)
    return after(y, x, divisor) if after else y


def _layer_norm(x, gain, eps):
    return F.layer_norm(x, x.shape[-1:], gain, None, eps)


# fmt: off
MISTAKES = (
    twist("sum-not-mean", "The squares are summed, not averaged: each token is divided by its "
          "length (its norm), which makes the result too small by sqrt(d).", size="sum"),
    twist("divided-by-d-less-one", "The sum of the squares is divided by d - 1, as an unbiased "
          "variance is; here it is divided by d.", size="less one"),
    twist("length-divided-by-d", "The length of the token (its norm) is divided by d; the mean "
          "stands inside the root, so it is divided by sqrt(d).", size="length by d"),
    twist("length-times-root-d", "It divides by the length of the token and by sqrt(d) besides; "
          "the length is to be divided by sqrt(d).", size="length times"),
    twist("not-squared", "The features are averaged as they are; it is the mean of their squares.",
          size="not squared"),
    twist("square-of-the-mean", "It squares the mean; asked for is the mean of the squares.",
          size="squared mean"),
    twist("mean-absolute-value", "It divides by the mean of the absolute values, not by the square "
          "root (sqrt) of the mean square.", size="absolute"),
    twist("root-of-the-mean-absolute-value", "It takes the square root (sqrt) of the mean absolute "
          "value: the features are not squared.", size="absolute, no root"),
    twist("largest-value", "It divides by the largest absolute value of the token.",
          size="largest"),
    twist("divided-by-the-deviation", "It divides by the standard deviation: that takes the mean "
          "off before it squares. RMSNorm knows no mean.", size="variance"),
    twist("divided-by-the-unbiased-deviation", "It divides by the standard deviation (torch.var or "
          "torch.std, which divides by d - 1 too): that takes the mean off before it squares. "
          "RMSNorm knows no mean.", size="unbiased"),
    twist("median-not-mean", "It takes the median of the squares, not their mean.", size="median"),
    twist("mean-square-squared", "The mean square is squared besides: without that its square root "
          "(sqrt) would be the root mean square.", size="fourth"),
    twist("first-token-for-all", "All tokens of a sentence are divided by the number of the first; "
          "each has its own.", size="first token"),
    twist("mean-subtracted", "The mean is subtracted from x. RMSNorm leaves it in: only the "
          "division is left of layer normalisation.",
          center=lambda x: _far(x, -1)),
    Mistake("layer-norm", "That is layer normalisation: the mean is subtracted, and the divisor "
            "is the standard deviation. RMSNorm does neither.", _layer_norm),
    Mistake("layer-norm-unbiased", "That is layer normalisation, with d - 1 in its variance: the "
            "mean is subtracted, and the divisor is the standard deviation. RMSNorm does neither.",
            lambda x, gain, eps: gain * _far(x, -1) / (x.var(-1, keepdim=True) + eps).sqrt()),
    Mistake("layer-norm-eps-outside", "That is layer normalisation: the mean is subtracted, and "
            "the divisor is x.std() + eps. RMSNorm does neither.",
            lambda x, gain, eps: gain * _far(x, -1) / (x.std(-1, keepdim=True) + eps)),
    twist("eps-outside-the-root", "eps is added to the root mean square; it belongs inside the "
          "root: sqrt(mean of x^2 + eps).", root="outside"),
    twist("eps-forgotten", "eps is not used: a token of zeros gives 0/0, NaN.", root="none"),
    twist("eps-left-to-normalize", "eps is not used. That F.normalize or a clamp keeps a token of "
          "zeros from NaN does not replace it: eps is added to every mean square.",
          root="as in normalize"),
    twist("eps-left-to-rms-norm", "eps is not used: F.rms_norm without it takes the dtype's own, "
          "torch.finfo(x.dtype).eps.", root="of the dtype"),
    twist("eps-hard-wired-to-1e-5", "eps is 1e-5 whatever was passed.", root="1e-5"),
    twist("eps-hard-wired-to-1e-6", "eps is 1e-6 whatever was passed.", root="1e-6"),
    twist("eps-hard-wired-to-1e-8", "eps is 1e-8 whatever was passed.", root="1e-8"),
    twist("eps-squared", "eps is squared under the square root (sqrt).", root="squared"),
    twist("roots-added", "It adds sqrt(mean square) and sqrt(eps); the root is of the sum.",
          root="root"),
    twist("eps-as-a-lower-bound", "eps is a lower bound of the mean square (clamp, maximum); it "
          "is added.", root="larger of both"),
    twist("eps-as-a-lower-bound-of-the-root", "eps is a lower bound of the divisor (clamp, "
          "maximum); it is added inside the root (sqrt).", root="larger, outside"),
    twist("eps-divided-by-d", "eps is divided by d: it is added to the sum of the squares before "
          "the mean; it is added to the mean.", root="by d"),
    twist("eps-times-d", "eps is counted once for each feature; it is added once, to the mean.",
          root="times d"),
    twist("eps-twice", "eps is added twice, inside the square root (sqrt) and outside.",
          root="twice"),
    twist("eps-subtracted", "eps is subtracted from the mean square.", root="minus"),
    twist("no-root", "It divides by the mean square; divide by its square root (sqrt).",
          root="no root"),
    twist("multiplied-by-rms", "It multiplies by the root mean square (sqrt) instead of dividing: "
          "inverted.", root="multiplied"),
    twist("not-normalised", "Nothing is divided: only gain is applied.", root="no division"),
    twist("divided-by-one-plus", "It divides by 1 + the root mean square (sqrt).",
          root="one more"),
    twist("over-the-length", "The mean is taken over the wrong axis, the tokens (dim=1 or -2), not "
          "over the features of each token (dim=-1).", axis=-2),
    twist("over-the-batch", "The mean is taken over the wrong axis, the sentences (dim=0), not "
          "over the features of each token (dim=-1).", axis=0),
    twist("over-all-tokens", "The mean is taken over the wrong axes, all tokens of all sentences "
          "(dim=(0, 1)), feature by feature, as batch normalisation does.",
          axis=lambda x: tuple(range(x.ndim - 1))),
    twist("over-everything", "The mean is taken over the whole tensor: each token has a number of "
          "its own.", axis=lambda x: tuple(range(x.ndim))),
    twist("over-length-and-features", "The mean is taken over the tokens and features of a "
          "sentence together.", axis=(-2, -1)),
    twist("axis-not-kept", "The mean is taken without keepdim: it lines up with another axis, or "
          "does not fit at all.", keep=False),
    twist("gain-forgotten", "gain is not used.", stretch="none"),
    twist("one-plus-gain", "It stretches by 1 + gain, as Gemma does, whose gains start at 0; "
          "asked for was gain.", stretch="one more"),
    twist("gain-added", "gain is added; it multiplies.", stretch="added"),
    twist("divided-by-gain", "It divides by gain; it multiplies.", stretch="divided"),
    twist("absolute-gain", "The sign of gain is lost.", stretch="absolute"),
    twist("gain-squared", "gain is applied twice.", stretch="squared"),
    twist("first-gain-for-all", "All features get the first gain.", stretch="first"),
    twist("mean-gain-for-all", "All features get the mean of the gains.", stretch="mean"),
    twist("gains-reversed", "The gains are reversed (flipped): the first feature gets the last.",
          stretch="flipped"),
    twist("gain-along-the-length", "gain gets a new last axis: it lines up with the tokens instead "
          "of the features.", stretch="down"),
    Mistake("gain-before-normalising", "gain multiplies x before the mean square is taken, which "
            "undoes most of it; it comes after.",
            lambda x, gain, eps: variant(x * gain, torch.ones_like(gain), eps)),
    Mistake("gain-in-the-mean-square-too", "gain multiplies x before the mean square is taken and "
            "the result once more; it comes after only.",
            lambda x, gain, eps: variant(x * gain, gain, eps)),
    Mistake("normalised-twice", "The result is normalised once more.",
            lambda x, gain, eps: variant(variant(x, gain, eps), gain, eps)),
    twist("squares-normalised", "It returns the squares of the features, normalised: x itself is "
          "divided.", center=lambda x: x.square()),
    twist("absolute-values-normalised", "The absolute values are divided: the signs are lost.",
          center=lambda x: x.abs()),
    twist("rms-returned", "It returns the root mean square (sqrt) of each token; x divided by it "
          "was asked for.", after=lambda y, x, divisor: divisor),
    twist("result-and-rms", "It returns (result, divisor); the result alone was asked for.",
          after=lambda y, x, divisor: (y, divisor)),
    twist("residual-added", "x is added to the result: that is the layer's business.",
          after=lambda y, x, divisor: y + x),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda y, x, divisor: y.squeeze()),
    Mistake("computes-in-float32", "The result is float32 whatever x is: bring it back to "
            "x.dtype.", lambda x, gain, eps: variant(x.float(), gain.float(), eps)),
    Mistake("view-needs-contiguous", "It uses view in a way that fails on a transposed tensor; "
            "reshape works.", lambda x, *a: variant(x.view(-1).view(x.shape), *a)),
)
# fmt: on


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


def _gain_wrong(args, got, want):
    """Feature by feature there is one factor, the same for all tokens."""
    right = want.double().flatten(0, -2)
    mine = got.double().flatten(0, -2)
    if len(right) < 2 or not mine.isfinite().all():
        return None
    ratio = (mine * right).sum(0) / right.square().sum(0).clamp(min=1e-12)
    if not torch.allclose(mine, ratio * right, rtol=1e-3, atol=1e-4):
        return False
    found = float(ratio[0] * args[1][0])
    return f"Feature 0 is stretched by {found:.4g}; gain says {args[1][0]:.4g}."


def _zero_token(args, got, want):
    zero = (args[0] == 0).all(-1)
    good = got.shape == want.shape and torch.allclose(got[~zero], want[~zero], rtol=1e-3)
    return bool(zero.any()) and good


# fmt: off
SIGNS = (
    Sign("token-of-zeros", "All is right but a token whose features are all 0: it stays 0.",
         _zero_token),
    Sign("wrong-gain", "Each feature is off by a factor of its own, the same for all tokens: look "
         "at gain.", _gain_wrong),
    Sign("wrong-divisor", "Each token is in proportion, but stretched wrongly: the divisor is not "
         "sqrt(mean of x^2 + eps) of its own features.", _factor),
    Sign("mean-subtracted", "The features of each token sum to zero before the gain: a mean was "
         "subtracted. RMSNorm leaves it in.", _no_mean),
)

ONES = torch.ones(X[-1])
GAIN = torch.tensor([2.0, -1.0, 0.5, 3.0])

LAWS = (
    Law("tokens-mixed", "Another token changes the result of this one: each is normalised by "
        "itself.", lambda: [(x, GAIN, 0.01) for x in other_token(1)], others_alike),
    Law("gain-is-no-factor", "With a gain twice as large the result is not: gain multiplies, "
        "last of all.", lambda: [(normal(*X), GAIN, 0.01), (normal(*X), 2 * GAIN, 0.01)],
        lambda a, b: alike(2 * a, b)),
    Law("scale-is-felt", "With eps = 0 a token twice as long gives another result: only its "
        "direction should count.", lambda: [(normal(*X), GAIN, 0.0), (2 * normal(*X), GAIN, 0.0)],
        alike),
    Law("mean-is-lost", "The same number added to all features of a token changes nothing: a mean "
        "is taken off. RMSNorm leaves it in.",
        lambda: [(normal(*X), GAIN, 0.01), (normal(*X) + 1, GAIN, 0.01)],
        lambda a, b: not alike(a, b)),
    Law("mean-square-not-one", "With eps = 0 and gains of 1 the mean square of a token is not 1 "
        "afterwards.", lambda: [(normal(*X), ONES, 0.0)],
        lambda a: alike(a.square().mean(-1), torch.ones(X[:-1]))),
)
# fmt: on

EXERCISE = Exercise(
    rms_norm, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS,
    ready=("rms_norm",),
)  # fmt: skip
