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


@wrong("normalised x is added")
def residual_is_the_normalised(x, sublayer, norm):
    residual = x = norm(x)
    return residual + sublayer(x)


@wrong("normalised x is added")
def overwrites_x(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)


@wrong("computes")
def adds_two_norms(x, sublayer, norm):
    return norm(x) + norm(sublayer(norm(x)))


@wrong("computes|twice")
def adds_norm_of_x_too(x, sublayer, norm):
    h = norm(x)
    return x + h + sublayer(h)


@wrong("multiplied|*|computes")
def multiplies_by_x(x, sublayer, norm):
    return x * sublayer(norm(x)) + x


@wrong("x + norm(x)|computes")
def sublayer_forgotten(x, sublayer, norm):
    return x + norm(x)


@wrong("subtracted|sublayer(norm(x)) - x")
def subtracts_x(x, sublayer, norm):
    return sublayer(norm(x)) - x


@wrong("computes")
def adds_the_raw_branch_too(x, sublayer, norm):
    return x + sublayer(norm(x)) + sublayer(x)


@wrong("computes|twice")
def two_rounds(x, sublayer, norm):
    y = x + sublayer(norm(x))
    return y + sublayer(norm(y))


@wrong("half|scal|0.1|factor|* sublayer|times")
def scales_the_branch(x, sublayer, norm):
    return x + 0.1 * sublayer(norm(x))


@wrong("function|called")
def sublayer_of_the_function(x, sublayer, norm):
    return x + sublayer(norm)


@wrong("post")
def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


@wrong("post-norm")
def post_norm_written_backwards(x, sublayer, norm):
    return norm(sublayer(x).add(x))


@wrong("sandwich|twice|on-both-sides")
def norms_the_branch_on_both_sides(x, sublayer, norm):
    return x + norm(sublayer(norm(x)))


@wrong("x + norm(sublayer(norm(x)))|sandwich")
def norms_on_both_sides_step_by_step(x, sublayer, norm):
    h = norm(x)
    h = sublayer(h)
    h = norm(h)
    return x + h


@wrong("no norm|no-norm")
def forgets_the_norm(x, sublayer, norm):
    return x + sublayer(x)


@wrong("x + norm(sublayer(x))")
def norms_the_branch_after(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("x is not added|residual")
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


@wrong("chang")
def adds_into_x(x, sublayer, norm):
    x += sublayer(norm(x))
    return x


@wrong("computes sublayer(norm(sublayer(norm(x))))")
def the_branch_twice_and_no_residual(x, sublayer, norm):
    return sublayer(norm(sublayer(norm(x))))
