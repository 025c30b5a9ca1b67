"""Answers to ``additive_mask``."""

import math

import torch

from tests.answers import right, wrong


@right
def where(mask, dtype):
    return torch.where(mask, 0.0, float("-inf")).to(dtype)


@right
def logarithm_of_the_mask(mask, dtype):
    return torch.log(mask.to(dtype))


@right
def masked_fill_of_zeros(mask, dtype):
    out = torch.zeros_like(mask, dtype=dtype)
    out[~mask] = -math.inf
    return out


@right
def full_of_minus_infinity(mask, dtype):
    return torch.full(mask.shape, -torch.inf, dtype=dtype).masked_fill(mask, 0.0)


@right
def one_minus_one_over_mask(mask, dtype):
    return 1 - 1 / mask.to(dtype)


@right
def logarithm_of_the_cast_mask(mask, dtype):
    return mask.to(dtype).log()


@right
def nan_to_num_of_zero_times_infinity(mask, dtype):
    return torch.nan_to_num((~mask).to(dtype) * float("-inf"), nan=0.0, neginf=float("-inf"))


@wrong("other way round")
def true_means_blocked(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(mask, float("-inf"))


@wrong("finite")
def minus_10000_for_blocked(mask, dtype):
    return (1.0 - mask.to(dtype)) * -10000.0


@wrong("finite")
def minimum_of_the_dtype(mask, dtype):
    return torch.where(mask, 0.0, torch.finfo(dtype).min).to(dtype)


@wrong("NaN|not a number")
def inverted_mask_times_infinity(mask, dtype):
    return (~mask).to(dtype) * float("-inf")


@wrong("NaN|not a number")
def one_minus_mask_times_infinity_by_hand(mask, dtype):
    return (1 - mask.to(dtype)) * -math.inf


@wrong("float32|dtype")
def zeros_in_the_default_dtype(mask, dtype):
    return torch.zeros(mask.shape).masked_fill(~mask, -torch.inf)


@wrong("factor|1|0")
def cast_alone(mask, dtype):
    return mask.to(dtype)


@wrong("1")
def one_for_allowed(mask, dtype):
    return torch.ones(mask.shape, dtype=dtype).masked_fill(~mask, -torch.inf)


@wrong("changes|bool|type|value")
def fills_the_mask_in_place(mask, dtype):
    return mask.masked_fill_(~mask, -torch.inf).to(dtype)


@wrong("+inf|inf")
def plus_infinity_by_fill(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, math.inf)


@wrong("finite|-1e9")
def adds_minus_1e9_in_another_dtype(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype) + (~mask) * -1e9


@wrong("other way round|inverted|finite")
def minus_1e9_for_allowed(mask, dtype):
    return mask.to(dtype) * -1e9


@wrong("0|zero|nothing")
def zeros_only(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype)


@wrong("float64|dtype")
def always_double(mask, dtype):
    return torch.where(mask, 0.0, -torch.inf).double()


@wrong("name|string|defined|type")
def text_times_mask(mask, dtype):
    return "-inf" * mask


@wrong("finite|largest|min|-inf|smallest")
def lowest_of_the_dtype(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, torch.finfo(dtype).min)


@wrong("fill-lowest+one-for-allowed")
def ones_and_the_lowest_number(mask, dtype):
    return mask.to(dtype).masked_fill(~mask, torch.finfo(dtype).min)
