"""Answers to ``residual_pre_norm``."""

import functools

import torch
from torch import nn

from tests.answers import right, wrong


@right
def steps(x, sublayer, norm):
    normed = norm(x)
    branch = sublayer(normed)
    return x + branch


@right
def add(x, sublayer, norm):
    return sublayer(norm(x)).add(x)


@right
def sum_of_a_stack(x, sublayer, norm):
    return sum((x, sublayer(norm(x))))


@right
def called_twice(x, sublayer, norm):
    assert norm(x).shape == sublayer(norm(x)).shape
    return torch.clone(x).add_(sublayer(norm(x)))


@right
def composed_by_reduce(x, sublayer, norm):
    return functools.reduce(lambda a, f: f(a), [norm, sublayer], x) + x


@right
def dropout_in_evaluation_mode(x, sublayer, norm):
    return nn.Dropout(0.1).eval()(sublayer(norm(x))) + x


@right
def adds_x_to_the_branch_in_place(x, sublayer, norm):
    out = sublayer(norm(x))
    out += x
    return out


@wrong("computes norm(x) + sublayer(norm(x))")
def residual_is_the_normalised(x, sublayer, norm):
    residual = x = norm(x)
    return residual + sublayer(x)


@wrong("computes")
def adds_two_norms(x, sublayer, norm):
    return norm(x) + norm(sublayer(norm(x)))


@wrong("x + norm(x)|computes")
def sublayer_forgotten(x, sublayer, norm):
    return x + norm(x)


@wrong("computes")
def adds_the_raw_branch_too(x, sublayer, norm):
    return x + sublayer(norm(x)) + sublayer(x)


@wrong("function|called")
def sublayer_of_the_function(x, sublayer, norm):
    return x + sublayer(norm)


@wrong("post")
def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


@wrong("computes x + norm(sublayer(norm(x)))")
def norms_the_branch_on_both_sides(x, sublayer, norm):
    return x + norm(sublayer(norm(x)))


@wrong("without `norm`")
def forgets_the_norm(x, sublayer, norm):
    return x + sublayer(x)


@wrong("`sublayer` and `norm` swapped")
def norms_the_branch_after(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("without `x +`")
def residual_forgotten(x, sublayer, norm):
    return sublayer(norm(x))


@wrong("before and after|norm(x + sublayer(norm(x)))")
def norm_at_the_end_too(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("sublayer(x + norm(x))")
def sublayer_of_the_sum(x, sublayer, norm):
    return sublayer(x + norm(x))


@wrong("changes its input|input")
def add_in_place(x, sublayer, norm):
    return x.add_(sublayer(norm(x)))
