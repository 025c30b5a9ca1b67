"""Perplexity, from the sum of the losses and the number of tokens."""

import math

from ...checker.core import Case, Exercise, Mistake, twist
from .perplexity import BASES, SIGNS
from .perplexity import variant as of_mean


def perplexity_from_sums(total_nll, total_tokens):
    return math.exp(total_nll / total_tokens)


HINTS = (
    "Perplexity is exp of the mean loss per token. Here you have the sum of all losses and the "
    "number of all tokens: what is the mean?",
    "Divide first, exp afterwards. The mean of several perplexities is another number.",
    "return math.exp(total_nll / total_tokens)",
)

# fmt: off
CASES = (
    Case(lambda: (12.5, 5), "12.5 nats over 5 tokens: exp(2.5)"),
    Case(lambda: (3500.5, 1000), "a data set of 1,000 tokens: the sum alone is far too large for "
         "exp", ("large-sums",)),
    Case(lambda: (2.5, 7), "more tokens than nats: less than one nat a token", ("small-loss",)),
)
# fmt: on


def variant(total_nll, total_tokens, divide="tokens", power="e", before=None, after=None):
    """perplexity_from_sums: the same switches, and the division."""
    s, n = total_nll, total_tokens
    mean = {
        "tokens": lambda: s / n,
        "no": lambda: s,
        "after": lambda: s,
        "upside down": lambda: n / s,
        "less one": lambda: s / (n - 1),
        "plus one": lambda: s / (n + 1),
        "floor": lambda: s // n,
        "round": lambda: float(round(s / n)),
        "times": lambda: s * n,
        "minus": lambda: s - n,
        "root": lambda: s / n**0.5,
        "square": lambda: s / n**2,
        "log": lambda: s / math.log(n),
        "log2": lambda: s / n / math.log2(n),
    }[divide]()
    result = of_mean(mean, power, before, after)
    return result / n if divide == "after" else result


# fmt: off
MISTAKES = (
    twist("exp-before-division", "It takes exp of the whole sum and divides then: divide first, "
          "or exp overflows.", divide="after"),
    twist("not-divided", "The number of tokens is not used: exp of the whole sum.", divide="no"),
    twist("upside-down", "The ratio is upside down (inverted): it divides the tokens by the loss.",
          divide="upside down"),
    twist("one-token-too-few", "It divides by one token too few.", divide="less one"),
    twist("one-token-too-many", "It divides by one token too many.", divide="plus one"),
    twist("whole-number-division", "It divides with //, which drops the fraction.",
          divide="floor"),
    twist("mean-rounded", "The mean is rounded before exp.", divide="round"),
    twist("multiplied", "It multiplies by the number of tokens.", divide="times"),
    twist("subtracted", "It subtracts the number of tokens.", divide="minus"),
    twist("root-of-tokens", "It divides by the square root (sqrt) of the number of tokens.",
          divide="root"),
    twist("tokens-squared", "It divides by the square of the number of tokens.", divide="square"),
    twist("log-of-tokens", "It divides by the logarithm of the number of tokens.", divide="log"),
    twist("mean-per-log-token", "It divides the mean by the logarithm of the number of tokens.",
          divide="log2"),
    *(m for m in BASES if m.slug not in ("capped", "rounded-down", "logarithm-guarded")),
    Mistake("arguments-swapped-when-small", "It is right only if there are more nats than tokens.",
            lambda s, n: math.exp(max(s, n) / min(s, n))),
    Mistake("total-cut", "The total loss is cut to a whole number.",
            lambda s, n: math.exp(int(s) / n)),
    Mistake("perplexity-per-token", "The perplexity is divided by the number of tokens.",
            lambda s, n: math.exp(s / n) / n),
    Mistake("perplexity-times-tokens", "The perplexity is multiplied by the number of tokens.",
            lambda s, n: math.exp(s / n) * n),
    Mistake("exp-before-the-root", "It takes exp of the whole sum and raises that to 1 / tokens: "
            "right on paper, but exp overflows. Divide first.",
            lambda s, n: math.exp(s) ** (1 / n)),
    Mistake("product-of-probabilities", "It multiplies the probabilities out, exp(-sum), and "
            "takes a square root (sqrt): for long texts the product is 0.",
            lambda s, n: (math.exp(-s)) ** (-1 / n)),
)
# fmt: on

EXERCISE = Exercise(perplexity_from_sums, HINTS, CASES, MISTAKES, variant, SIGNS)
