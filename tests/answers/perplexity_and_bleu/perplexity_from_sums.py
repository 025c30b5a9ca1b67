"""Answers to ``perplexity_from_sums``."""

import math
from decimal import Decimal

import torch

from tests.answers import right, wrong
from tformer import metrics


@right
def through_torch(total_nll, total_tokens):
    return torch.tensor(total_nll / total_tokens).exp().item()


@right
def power_of_e(total_nll, total_tokens):
    return math.pow(math.e, total_nll * (1 / total_tokens))


@right
def through_numpy(total_nll, total_tokens):
    import numpy as np

    return np.exp(np.divide(total_nll, total_tokens))


@right
def function_of_the_package(total_nll, total_tokens):
    return metrics.perplexity_from_sums(total_nll, total_tokens)


@right
def decimal_numbers(total_nll, total_tokens):
    return float((Decimal(total_nll) / Decimal(total_tokens)).exp())


@right
def root_of_exp_in_float64(total_nll, total_tokens):
    return math.exp(1 / total_tokens) ** total_nll


@wrong("whole sum|divide")
def divides_after_exp(total_nll, total_tokens):
    try:
        return math.exp(total_nll) / total_tokens
    except OverflowError:
        return math.inf


@wrong("tokens by the loss|upside")
def tokens_over_loss(total_nll, total_tokens):
    return math.exp(total_tokens / total_nll)


@wrong("2")
def raises_two(total_nll, total_tokens):
    return 2 ** (total_nll / total_tokens)


@wrong("exp is missing|itself")
def returns_the_mean_loss(total_nll, total_tokens):
    return total_nll / total_tokens


@wrong("//|fraction|whole")
def floor_division(total_nll, total_tokens):
    return math.exp(total_nll // total_tokens)


@wrong("too few|one token")
def divides_by_one_less(total_nll, total_tokens):
    return math.exp(total_nll / (total_tokens - 1))


@wrong("without `/ total_tokens`")
def not_divided(total_nll, total_tokens):
    return math.exp(total_nll)


@wrong("minus|probability|below")
def minus_in_the_exponent(total_nll, total_tokens):
    return math.exp(-total_nll / total_tokens)


@wrong("2|bits")
def returns_bits(total_nll, total_tokens):
    return total_nll / total_tokens / math.log(2)


@wrong("overflow|large|root")
def root_of_the_product(total_nll, total_tokens):
    return math.exp(total_nll) ** (1 / total_tokens)


@wrong("overflows")
def root_after_exp(total_nll, total_tokens):
    return math.exp(total_nll) ** (1 / total_tokens)
