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


@wrong("computes|x + x|twice")
def x_added_to_itself(x, sublayer, norm):
    return norm(x + x)


@wrong("computes|sublayer(x) + sublayer(x)")
def sublayer_added_to_itself(x, sublayer, norm):
    x = sublayer(x)
    return norm(x + x)


@wrong("halved|computes|mean")
def mean_of_both(x, sublayer, norm):
    return norm(torch.stack([x, sublayer(x)]).mean(0))


@wrong("without `norm`")
def norm_replaced_by_identity(x, sublayer, norm):
    return (lambda y: y)(x + sublayer(x))


@wrong("x + norm(sublayer(x))")
def norms_the_branch(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("computes norm(x) + norm(sublayer(x))")
def norms_each(x, sublayer, norm):
    return norm(x) + norm(sublayer(x))


@wrong("without `x +`")
def no_residual(x, sublayer, norm):
    return norm(sublayer(x))


@wrong("chang")
def adds_in_place(x, sublayer, norm):
    x += sublayer(x)
    return norm(x)


@wrong("own|layer norm")
def layer_norm_of_its_own(x, sublayer, norm):
    return F.layer_norm(x + sublayer(x), x.shape[-1:])


@wrong("computes norm(x + sublayer(norm(x)))")
def norm_before_and_after(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("pre-norm")
def pre_norm_written_backwards(x, sublayer, norm):
    return sublayer(norm(x)) + x


@wrong("norm(x) + sublayer(x)|norm(x)")
def norms_x_only(x, sublayer, norm):
    return norm(x) + sublayer(x)


@wrong("function|callable|type")
def sublayer_not_called(x, sublayer, norm):
    return norm(x + sublayer)


@wrong("dropout|random|two calls")
def dropout_on_the_branch(x, sublayer, norm):
    return norm(x + F.dropout(sublayer(x), 0.1))


@wrong("computes norm(x + sublayer(x)) + x")
def adds_x_after(x, sublayer, norm):
    return norm(sublayer(x) + x) + x


@wrong("concat|cat|side|added|shape|width")
def concatenates(x, sublayer, norm):
    return norm(torch.cat([x, sublayer(x)], dim=-1))


@wrong("function")
def returns_norm_itself(x, sublayer, norm):
    return lambda: norm(x + sublayer(x))
