"""Answers to ``brevity_penalty``."""

import math

import numpy as np
import torch

from tests.answers import right, wrong
from tformer import metrics


@right
def one_line(candidate_len, reference_len):
    return math.exp(min(0.0, 1 - reference_len / candidate_len)) if candidate_len else 0.0


@right
def through_torch(candidate_len, reference_len):
    ratio = torch.tensor(float(reference_len)) / candidate_len
    return torch.exp(1 - ratio).clamp(max=1.0).item()


@right
def function_of_the_package(candidate_len, reference_len):
    return metrics.brevity_penalty(candidate_len, reference_len)


@right
def strict(candidate_len, reference_len):
    if candidate_len > reference_len:
        return 1
    try:
        return math.e ** (1 - reference_len / candidate_len)
    except ZeroDivisionError:
        return 0


@right
def catches_the_division(candidate_len, reference_len):
    try:
        return (
            1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / candidate_len)
        )
    except ZeroDivisionError:
        return 0.0


@right
def infinite_ratio_for_empty(candidate_len, reference_len):
    r = reference_len / candidate_len if candidate_len else float("inf")
    return math.exp(min(0, 1 - r))


@right
def order_of_the_branches(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    if candidate_len == 0:
        return 0.0
    return math.exp(1 - reference_len / candidate_len)


@right
def through_numpy(candidate_len, reference_len):
    if not candidate_len:
        return 0
    return np.minimum(1, np.exp(1 - reference_len / candidate_len))


@wrong("zero|empty")
def empty_not_guarded(candidate_len, reference_len):
    if candidate_len > reference_len:
        return 1.0
    return math.exp(1 - reference_len / candidate_len)


@wrong("ratio")
def plain_ratio(candidate_len, reference_len):
    return min(1.0, candidate_len / reference_len)


@wrong("upside")
def exponent_upside_down(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - candidate_len / reference_len) if candidate_len else 0.0


@wrong("long|1")
def rewards_the_long(candidate_len, reference_len):
    return math.exp(1 - reference_len / candidate_len) if candidate_len else 0.0


@wrong("swapped|long candidates")
def condition_reversed(candidate_len, reference_len):
    if candidate_len <= reference_len:
        return 1.0 if candidate_len else 0.0
    return math.exp(1 - reference_len / candidate_len)


@wrong("two sides of `-` swapped")
def sign_in_the_exponent(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(reference_len / candidate_len - 1)


@wrong("should get exp(1 - reference / candidate)")
def share_of_the_reference(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp((candidate_len - reference_len) / reference_len) if candidate_len else 0.0


@wrong("always 1|nothing is punished|no-penalty|zero|empty|same-for-all-inputs")
def always_one(candidate_len, reference_len):
    return 1.0


@wrong("empty")
def empty_as_one_word(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - reference_len / max(candidate_len, 1))


@wrong("without exp")
def exp_forgotten(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return 1 - reference_len / candidate_len if candidate_len else 0.0


@wrong("zero|0")
def zero_for_the_short(candidate_len, reference_len):
    return float(candidate_len >= reference_len)


@wrong("long enough, which should get 1")
def punishes_the_long_too(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    ratio = max(candidate_len, reference_len) / min(candidate_len, reference_len)
    return math.exp(1 - ratio)


@wrong("ratio|inver|upside|swap|candidate_len / reference_len|exchang")
def ratio_upside_down(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - candidate_len / reference_len)


@wrong("long|swap|inver|exchang|wrong way|opposite")
def punishes_length(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len <= reference_len else math.exp(1 - candidate_len / reference_len)


@wrong("number of missing words")
def difference_of_the_lengths(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else math.exp(candidate_len - reference_len)


@wrong("1|exponent|one|missing")
def one_left_out(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else math.exp(-reference_len / candidate_len)


@wrong("empty|nothing|0")
def empty_is_fine(candidate_len, reference_len):
    if candidate_len == 0:
        return 1.0
    return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / candidate_len)


@wrong("whole|//|integer|round|floor")
def floor_of_the_ratio(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len // candidate_len)


@wrong("base|2")
def two_for_e(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else 2 ** (1 - reference_len / candidate_len)
