"""Softmax."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def softmax(x, dim):
    largest = x.amax(dim, keepdim=True)
    powers = torch.exp(x - largest)
    return powers / powers.sum(dim, keepdim=True)


HINTS = (
    "Two steps: make every entry positive with exp, then divide by a sum so that all add up to 1.",
    "The sum runs along `dim` only. Keep that axis (keepdim=True), so that the division lines up.",
    "exp(1000) is infinite. softmax does not change if the same number is taken from all logits "
    "along `dim`: which number makes the largest exponent 0?",
    "powers = torch.exp(x - x.amax(dim, keepdim=True)); divide by powers.sum(dim, keepdim=True).",
)

CASES = (
    Case(lambda: (torch.tensor([[1.0, 2.0, 3.0], [1.0, 1.0, 4.0], [0.0, 2.0, 2.0]]), -1),
         "three rows of three logits", ("square",)),
    Case(lambda: (normal(3, 2), 0), "along the first axis", ("first-axis",)),
    Case(lambda: (normal(2, 3, 4, seed=2), -2), "along a middle axis, counted from the end",
         ("middle-axis", "extra-axes")),
    Case(lambda: (torch.tensor([[-1000.0, -1001.0], [-1000.0, -1002.0], [0.5, 0.0]]), -1),
         "logits of -1000: every exp is 0, and 0/0 is not a number",
         ("large-logits", "very-negative-logits")),
    Case(lambda: (torch.tensor([[0.0, 1.0, 0.5], [1000.0, 1001.0, 1002.5]]), -1),
         "two rows far apart: each needs its own maximum, and exp overflows above 88.7",
         ("large-logits",)),
    Case(lambda: (torch.tensor([-1000.0, 0.0, 1000.0]), 0), "a plain vector of logits far apart",
         ("large-logits", "wide-spread")),
    Case(lambda: (torch.tensor([0.5, -torch.inf, 1.0]), -1), "a masked logit, -inf, gets weight "
         "0", ("masked-logit",)),
    Case(lambda: (normal(4, 1, seed=4), 1), "one logit a row: all ones", ("length-one",)),
    Case(lambda: (normal(2, 5, seed=5, dtype=torch.float64), -1), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (normal(4, 3, seed=6).t(), -1), "a transposed (non-contiguous) input",
         ("non-contiguous",)),
    Case(lambda: (normal(1, 3, 2, 4, seed=7), 1), "four axes, along the second", ("extra-axes",)),
)  # fmt: skip


def variant(
    x, dim, axis=lambda x, dim: dim, shift=lambda x, axis: x.amax(axis, keepdim=True),
    power=torch.exp, norm=lambda e, axis: e.sum(axis, keepdim=True), after=lambda p, axis: p,
):  # fmt: skip
    """softmax with one switch for each thing that can go wrong."""
    axis = axis(x, dim)
    e = power(x - shift(x, axis))
    return after(e / norm(e, axis), axis)


MISTAKES = (
    twist("always-last-axis", "The softmax always runs over the last axis (dim=-1), whatever "
          "`dim` says: the wrong axis for any other.", axis=lambda x, dim: -1),
    twist("always-first-axis", "The softmax runs over the first axis (dim=0), whatever `dim` "
          "says, so often over the wrong axis: in a table each column sums to one, not each row.",
          axis=lambda x, dim: 0),
    twist("other-axis", "The softmax runs over the wrong axis, another one than `dim`: along "
          "`dim` the entries do not sum to one.",
          axis=lambda x, dim: -1 if dim % x.ndim == 0 else 0),
    twist("no-max-subtracted", "The maximum is not taken off before exp: above 88.7 exp is "
          "infinite and inf/inf is not a number; far below zero it becomes 0/0.",
          shift=lambda x, axis: 0),
    twist("global-max-subtracted", "It subtracts the largest logit of the whole tensor, not of "
          "each row: rows far below it become 0/0.", shift=lambda x, axis: x.max()),
    twist("mean-subtracted", "It subtracts the mean, not the maximum: the largest exponent can "
          "still overflow.", shift=lambda x, axis: x.mean(axis, keepdim=True)),
    twist("largest-size-subtracted", "It subtracts the largest absolute value: a row far below "
          "zero is pushed down twice as far, to 0/0.",
          shift=lambda x, axis: x.abs().amax(axis, keepdim=True)),
    twist("logits-clamped", "It clamps large logits before exp: all logits above the bound "
          "become equal.", shift=lambda x, axis: (x - 50).clamp(min=0)),
    twist("base-two", "The powers are of 2, not of e.", power=torch.exp2),
    twist("exp-of-minus", "It takes exp(-x): the smallest logit gets the largest share.",
          power=lambda z: torch.exp(-z), shift=lambda x, axis: x.amin(axis, keepdim=True)),
    twist("halved-logits", "The logits are halved first: a temperature of 2.",
          power=lambda z: torch.exp(z / 2)),
    twist("not-normalised", "The powers are not divided by their sum: they do not sum to one.",
          norm=lambda e, axis: 1),
    twist("divided-by-norm", "The powers are divided by the square root (sqrt) of the sum of "
          "their squares: the squares sum to one.",
          norm=lambda e, axis: e.norm(dim=axis, keepdim=True)),
    twist("sum-not-kept", "The sum is taken without keepdim, so each row is divided by some "
          "other row's sum, or shapes do not fit.", norm=torch.sum),
    Mistake("logsumexp-not-kept", "logsumexp is taken without keepdim: each row has some other "
            "row's taken off, or shapes do not fit.", lambda x, dim: (
                x - x.logsumexp(dim)).exp()),
    twist("log-softmax", "It returns log softmax: the logarithm is too much.",
          after=lambda p, axis: p.log()),
    twist("softmax-twice", "The softmax is applied twice: the result is far too flat.",
          after=lambda p, axis: p.softmax(axis)),
    Mistake("max-subtracted-after-exp", "The maximum is taken off after exp, from the powers: it "
            "belongs before exp, where it changes no share.",
            lambda x, dim: (e := x.exp() - x.exp().amax(dim, True)) / e.sum(dim, True)),
    Mistake("sigmoid", "It is the sigmoid of each entry by itself: the entries do not know each "
            "other.", lambda x, dim: torch.sigmoid(x)),
)  # fmt: skip


def _sums_to_one(axis):
    def shows(args, got, want):
        ones = got.double().sum(axis)
        return torch.allclose(ones, torch.ones_like(ones), atol=1e-4)

    return shows


def _ordered(args, got, want):
    axis = args[1]
    same = torch.equal(got.argsort(axis), want.argsort(axis))
    return same and (got >= 0).all() and _sums_to_one(axis)(args, got, want)


def _cut_off(args, got, want):
    """Two logits far out that differ get equal shares."""
    x, got = (t.transpose(args[1], -1).flatten(0, -2) for t in (args[0], got))
    for row, shares in zip(x, got, strict=True):
        far = row.isfinite() & (row.abs() > 88)
        a, b = row[far].aminmax() if far.any() else (0, 0)
        low, high = shares[row == a], shares[row == b]
        if b - a > 0.1 and (low > 0).all() and low.allclose(high) and shares.sum() < 1.01:
            return True
    return False


SIGNS = (
    Sign("logits-cut-off", "The logits are cut off (clamped) before exp: two that lie beyond the "
         "bound get the same share.", _cut_off),
    Sign("keeps-the-order-only", "The shares sum to one and keep the order of the logits, but "
         "are not in proportion to exp: as if the logits were scaled or changed first.",
         _ordered),
    Sign("negative-shares", "Some entries are negative: probabilities never are.",
         lambda a, g, w: (g < -1e-6).any(), every=False),
    Sign("does-not-sum-to-one", "The entries along `dim` do not sum to one.",
         lambda args, got, want: not _sums_to_one(args[1])(args, got, want),
         every=False),
)  # fmt: skip

EXERCISE = Exercise(softmax, HINTS, CASES, MISTAKES, variant, SIGNS, ready=("softmax",))
