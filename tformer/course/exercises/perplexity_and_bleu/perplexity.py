"""Perplexity, from the mean loss."""

import math

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import is_rounded


def perplexity(mean_nll):
    return math.exp(mean_nll)


HINTS = (
    "A model that is torn between N equally likely words loses ln N nats at each. Which function "
    "leads from ln N back to N?",
    "The loss is in nats, natural logarithms: so e is the base, not 2.",
    "return math.exp(mean_nll)",
)

CASES = (
    Case(lambda: (2.0,), "a mean loss of 2 nats: about 7.4 equally likely words"),
    Case(lambda: (0.1,), "a model that is nearly sure", ("small-loss",)),
    Case(lambda: (0.0,), "no loss at all: the model is sure, perplexity 1", ("no-loss",)),
    Case(lambda: (11.5,), "a hopeless model: nearly 100,000 words", ("large-loss",)),
)


def variant(mean_nll, power=math.exp, before=lambda x: x):
    """perplexity with one switch for each thing that can go wrong."""
    return power(before(mean_nll))


MISTAKES = (
    twist("base-two", "It raises 2, not e: right for losses in bits; these are in nats.",
          power=math.exp2),
    twist("base-ten", "It raises 10, not e; the loss is in nats.",
          power=lambda x: 10.0**x),
    twist("exp-forgotten", "exp is missing: it returns the mean loss itself.",
          power=lambda x: x),
    twist("logarithm-guarded", "It takes the logarithm; exp is its inverse and is meant.",
          power=lambda x: math.log(x) if x > 0 else 0.0),
    twist("bits", "It turns nats into bits; perplexity is exp of the nats.",
          power=lambda x: x / math.log(2)),
    twist("sign-of-the-exponent", "It takes exp of minus the loss: that is the probability of an "
          "average token, one divided by the perplexity.", before=lambda x: -x),
    twist("divided-by-ln-2-first", "The loss is turned into bits first and e is raised to them; "
          "2 ** bits or exp(nats), not a mixture.", before=lambda x: x / math.log(2)),
)  # fmt: skip


def _short_e(a, g, w):
    """A number of few digits, near e, raised to the mean loss."""
    loss = a[0] / a[1] if len(a) > 1 else a[0]
    if not loss:
        return None
    base = max(float(g), 1e-9) ** (1 / loss)
    return abs(base - math.e) < 0.02 and abs(base - round(base, 5)) < 1e-9 and (
        f"It raises {base:g}."
    )  # fmt: skip


SIGNS = (
    Sign("rounded-e", "e is rounded: math.exp and math.e know all its digits.", _short_e),
    Sign("large-loss-cut", "Large losses are cut off (clamped) before exp: perplexity has no "
         "upper bound.",
         lambda a, g, w: len(a) == 1 and a[0] > 5 and math.e < float(g) < w),
    Sign("rounded", "The result is rounded or cut: keep all digits.", is_rounded),
    Sign("too-small", "It comes out too small: e raised to the mean loss in nats was asked for.",
         lambda a, g, w: float(g) < w, every=False),
    Sign("too-large", "It comes out too large: e raised to the mean loss in nats was asked for.",
         lambda a, g, w: float(g) > w, every=False),
)  # fmt: skip

EXERCISE = Exercise(perplexity, HINTS, CASES, MISTAKES, variant, SIGNS)
