"""Answers to ``perplexity``."""

import math

import torch

from tests.answers import right, wrong
from tformer import metrics


@right
def through_torch(mean_nll):
    return torch.exp(torch.tensor(mean_nll)).item()


@right
def power_of_e(mean_nll):
    return math.e**mean_nll


@right
def two_to_the_bits(mean_nll):
    return 2 ** (mean_nll / math.log(2))


@right
def function_of_the_package(mean_nll):
    return metrics.perplexity(mean_nll)


@right
def float64_tensor(mean_nll):
    return torch.tensor(mean_nll, dtype=torch.float64).exp().item()


@wrong("tensor of shape ()|plain number")
def tensor_for_a_float(mean_nll):
    return torch.exp(torch.tensor(mean_nll, dtype=torch.float64))


@wrong("raises 2|base")
def raises_two(mean_nll):
    return pow(2, mean_nll)


@wrong("2|base")
def two_to_the_loss(mean_nll):
    return 2**mean_nll


@wrong("minus|probability")
def minus_in_the_exponent(mean_nll):
    return math.exp(-mean_nll)


@wrong("log")
def logarithm(mean_nll):
    return math.log(mean_nll) if mean_nll > 0 else 0.0


@wrong("itself|exp is missing")
def returns_the_loss(mean_nll):
    return mean_nll


@wrong("bits|mixture|2")
def exp_of_bits(mean_nll):
    return math.exp(mean_nll / math.log(2))


@wrong("whole|round")
def whole_words(mean_nll):
    return int(math.exp(mean_nll))


@wrong("`expm1` in the place of `exp`")
def takes_off_one(mean_nll):
    return math.exp(mean_nll) - 1


@wrong("text|str")
def returns_text(mean_nll):
    return f"perplexity {math.exp(mean_nll):.1f}"


@wrong("small|not exp|tiny")
def three_terms_of_the_series(mean_nll):
    return 1 + mean_nll + mean_nll**2 / 2


@wrong("tensor|float|TypeError")
def torch_exp_of_a_float(mean_nll):
    return torch.exp(mean_nll)


@wrong("round|decimal|digits")
def rounded_for_the_table(mean_nll):
    return round(math.exp(mean_nll), 1)


@wrong("cap|clip|bound|overflow|large|20|min")
def capped_as_in_tutorials(mean_nll):
    return math.exp(min(mean_nll, 5))


@wrong("10|base")
def raises_ten(mean_nll):
    return 10**mean_nll


@wrong("rounded")
def e_with_three_digits(mean_nll):
    return 2.718**mean_nll
