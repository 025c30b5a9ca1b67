"""Perplexity, from the sum of the losses and the number of tokens."""

import math
import operator

from ...checker.core import Case, Exercise, Mistake, twist
from .perplexity import MISTAKES as OF_MEAN
from .perplexity import SIGNS
from .perplexity import variant as of_mean


def perplexity_from_sums(total_nll, total_tokens):
    return math.exp(total_nll / total_tokens)


HINTS = (
    "Perplexity is exp of the mean loss per token. Here you have the sum of all losses and the "
    "number of all tokens: what is the mean?",
    "Divide first, exp afterwards. The mean of several perplexities is another number.",
    "return math.exp(total_nll / total_tokens)",
)

CASES = (
    Case(lambda: (12.5, 5), "12.5 nats over 5 tokens: exp(2.5)"),
    Case(lambda: (3500.5, 1000), "a data set of 1,000 tokens: the sum alone is far too large for "
         "exp", ("large-sums",)),
    Case(lambda: (2.5, 7), "more tokens than nats: less than one nat a token", ("small-loss",)),
)  # fmt: skip


def variant(total_nll, total_tokens, divide=operator.truediv, per=lambda n: 1, **switches):
    """perplexity_from_sums: the switches of perplexity, and the division."""
    return of_mean(divide(total_nll, total_tokens), **switches) / per(total_tokens)


MISTAKES = (
    twist("exp-before-division", "It takes exp of the whole sum and divides then: divide first, "
          "or exp overflows.", divide=lambda s, n: s, per=lambda n: n),
    twist("upside-down", "The ratio is upside down (inverted): it divides the tokens by the loss.",
          divide=lambda s, n: n / s),
    twist("one-token-too-few", "It divides by one token too few.",
          divide=lambda s, n: s / (n - 1)),
    *(m for m in OF_MEAN if m.slug != "logarithm-guarded"),
    Mistake("exp-before-the-root", "It takes exp of the whole sum and raises that to 1 / tokens: "
            "right on paper, but exp overflows. Divide first.",
            lambda s, n: math.exp(s) ** (1 / n)),
)  # fmt: skip

EXERCISE = Exercise(perplexity_from_sums, HINTS, CASES, MISTAKES, variant, SIGNS)
