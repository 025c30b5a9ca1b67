"""Answers to ``first_std``."""

import math

import torch
from torch import nn

from tests.answers import right, wrong


@right
def two_cases(fan_in, after_relu):
    if after_relu:
        return (2 / fan_in) ** 0.5
    return fan_in**-0.5


@right
def gain_over_root(fan_in, after_relu):
    gain = math.sqrt(2) if after_relu else 1.0
    return gain / math.sqrt(fan_in)


@right
def by_torch(fan_in, after_relu):
    return nn.init.calculate_gain("relu" if after_relu else "linear") / fan_in**0.5


@right
def variance_first(fan_in, after_relu):
    variance = (1 + int(after_relu)) / fan_in
    return torch.tensor(variance, dtype=torch.float64).sqrt().item()


@wrong("variance")
def one_over_the_number_of_inputs(fan_in, after_relu):
    return (2 if after_relu else 1) / fan_in


@wrong("under the root|doubled|doubles")
def doubles_the_deviation(fan_in, after_relu):
    return (2 if after_relu else 1) / math.sqrt(fan_in)


@wrong("missing|twice the variance")
def forgets_the_bend(fan_in, after_relu):
    return 1 / math.sqrt(fan_in)


@wrong("0.02")
def as_gpt_does(fan_in, after_relu):
    return 0.02


@wrong("bound")
def bound_of_a_uniform_one(fan_in, after_relu):
    gain2 = 2.0 if after_relu else 1.0
    return math.sqrt(3.0 * gain2 / fan_in)


@wrong("without ReLU")
def variance_and_flag_turned(fan_in, after_relu):
    return (1 if after_relu else 2) / fan_in
