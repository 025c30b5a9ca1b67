"""Answers to ``residual_post_norm``."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


class Post(nn.Module):
    def __init__(self, sublayer, norm):
        super().__init__()
        self.sublayer, self.norm = sublayer, norm

    def forward(self, x):
        return self.norm(x + self.sublayer(x))


@right
def steps(x, sublayer, norm):
    residual = x
    x = sublayer(x)
    x = residual + x
    return norm(x)


@right
def add(x, sublayer, norm):
    return norm(torch.add(sublayer(x), x))


@right
def adds_to_a_clone(x, sublayer, norm):
    y = x.clone()
    y += sublayer(x)
    return norm(y)


@right
def called_twice(x, sublayer, norm):
    assert sublayer(x).shape == x.shape
    return norm(sublayer(x) + x)


@right
def as_a_module(x, sublayer, norm):
    return Post(sublayer, norm)(x)


@right
def stack(x, sublayer, norm):
    return norm(torch.stack([x, sublayer(x)]).sum(0))


@right
def adds_x_to_the_branch_in_place(x, sublayer, norm):
    out = sublayer(x)
    out += x
    return norm(out)


@wrong("computes")
def adds_norm_of_x_too(x, sublayer, norm):
    return norm(x + sublayer(x) + norm(x))


@wrong("subtract|computes")
def subtracts_x(x, sublayer, norm):
    return norm(sublayer(x) - x)


@wrong("computes|sublayer")
def two_rounds(x, sublayer, norm):
    return norm(sublayer(norm(x + sublayer(x))))


@wrong("root|half|scal|factor")
def divides_the_sum_by_root_two(x, sublayer, norm):
    return norm((x + sublayer(x)) * 0.5**0.5)


@wrong("residual|x is added|x + ")
def adds_a_tenth_of_the_norm(x, sublayer, norm):
    return x + 0.1 * norm(x + sublayer(x))


@wrong("computes|x + x|twice")
def x_added_to_itself(x, sublayer, norm):
    return norm(x + x)


@wrong("computes|sublayer(x) + sublayer(x)")
def sublayer_of_the_sublayer(x, sublayer, norm):
    x = sublayer(x)
    return norm(x + sublayer(x))


@wrong("computes|sublayer(x) + sublayer(x)")
def sublayer_added_to_itself(x, sublayer, norm):
    x = sublayer(x)
    return norm(x + x)


@wrong("sqrt 2|formula")
def scales_the_norm(x, sublayer, norm):
    return norm(x + sublayer(x)) * 0.5**0.5


@wrong("0.5|half|average|mean|halved|factor")
def averages(x, sublayer, norm):
    return norm(x) * 0.5 + norm(sublayer(x)) * 0.5


@wrong("halved|computes|mean")
def mean_of_both(x, sublayer, norm):
    return norm(torch.stack([x, sublayer(x)]).mean(0))


@wrong("no norm")
def norm_replaced_by_identity(x, sublayer, norm):
    return (lambda y: y)(x + sublayer(x))


@wrong("There is no norm|x + sublayer(x)")
def norm_not_kept(x, sublayer, norm):
    out = sublayer(x)
    out = out + x
    norm(out)
    return out


@wrong("x + norm(sublayer(x))")
def norms_the_branch(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("each|both")
def norms_each(x, sublayer, norm):
    return norm(x) + norm(sublayer(x))


@wrong("residual|added")
def no_residual(x, sublayer, norm):
    return norm(sublayer(x))


@wrong("norm(sublayer(x))")
def overwrites_x_and_norms(x, sublayer, norm):
    x = sublayer(x)
    return norm(x)


@wrong("chang")
def adds_in_place(x, sublayer, norm):
    x += sublayer(x)
    return norm(x)


@wrong("own|layer norm")
def layer_norm_of_its_own(x, sublayer, norm):
    return F.layer_norm(x + sublayer(x), x.shape[-1:])


@wrong("twice|both|before and after")
def norm_before_and_after(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("norm(x + sublayer(norm(x)))|before and after")
def norm_before_and_after_step_by_step(x, sublayer, norm):
    y = norm(x)
    y = sublayer(y)
    return norm(x + y)


@wrong("pre-norm")
def pre_norm_written_backwards(x, sublayer, norm):
    return sublayer(norm(x)) + x


@wrong("pre-norm|order")
def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


@wrong("norm(x) + sublayer(x)|norm(x)")
def norms_x_only(x, sublayer, norm):
    return norm(x) + sublayer(x)


@wrong("function|callable|type")
def sublayer_not_called(x, sublayer, norm):
    return norm(x + sublayer)


@wrong("dropout|random|two calls")
def dropout_on_the_branch(x, sublayer, norm):
    return norm(x + F.dropout(sublayer(x), 0.1))


@wrong("twice|again|more")
def adds_x_after(x, sublayer, norm):
    return norm(sublayer(x) + x) + x


@wrong("concat|cat|side|added|shape|width")
def concatenates(x, sublayer, norm):
    return norm(torch.cat([x, sublayer(x)], dim=-1))


@wrong("function")
def returns_norm_itself(x, sublayer, norm):
    return lambda: norm(x + sublayer(x))
