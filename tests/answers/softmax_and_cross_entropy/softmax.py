"""Answers to ``softmax``."""

import functools
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def functional(x, dim):
    return F.softmax(x, dim=dim)


@right
def by_logsumexp(x, dim):
    return torch.exp(x - torch.logsumexp(x, dim=dim, keepdim=True))


@right
def by_method(x, dim):
    return x.log_softmax(dim).exp()


@wrong("gradient flows|gradient of x")
def by_loops(x, dim):
    moved = x.movedim(dim, -1)
    rows = []
    for row in moved.reshape(-1, moved.shape[-1]):
        top = max(v.item() for v in row)
        powers = [math.exp(v.item() - top) for v in row]
        rows.append(torch.tensor([p / sum(powers) for p in powers], dtype=x.dtype))
    return torch.stack(rows).reshape(moved.shape).movedim(-1, dim)


@right
def takes_the_values_of_max(x, dim):
    m = x.max(dim=dim, keepdim=True).values
    e = (x - m).exp()
    return e / (e.sum(dim=dim, keepdim=True) + 1e-12)


@right
def computes_in_double(x, dim):
    return torch.softmax(x.double(), dim).to(x.dtype)


@right
def prints_while_it_works(x, dim):
    print("working on", x.shape)
    return torch.softmax(x, dim)


@right
def running_maximum_and_sum(x, dim):
    y = x.transpose(dim, -1)
    m = torch.full_like(y[..., 0], -float("inf"))
    s = torch.zeros_like(m)
    for j in range(y.shape[-1]):
        new = torch.maximum(m, y[..., j])
        s = s * torch.exp(m - new) + torch.exp(y[..., j] - new)
        m = new
    return (torch.exp(y - m[..., None]) / s[..., None]).transpose(dim, -1)


@right
def over_unbound_slices(x, dim):
    parts = list(torch.unbind(x, dim))
    m = functools.reduce(torch.maximum, parts)
    es = [torch.exp(p - m) for p in parts]
    s = sum(es)
    return torch.stack([e / s for e in es], dim=dim)


@right
def powers_normalised_by_the_one_norm(x, dim):
    return F.normalize((x - x.amax(dim, keepdim=True)).exp(), p=1, dim=dim)


@right
def by_module(x, dim):
    return nn.LogSoftmax(dim=dim)(x).exp()


@wrong("maximum is not taken off|exp of the logits as they are|overflow")
def no_maximum_taken_off(x, dim):
    return torch.exp(x) / torch.sum(torch.exp(x), dim=dim, keepdim=True)


@wrong("whole tensor|global")
def takes_off_the_maximum_of_everything(x, dim):
    x = x - torch.max(x)
    return x.exp() / x.exp().sum(dim, keepdim=True)


@wrong("last axis|`dim`")
def loops_over_the_last_axis(x, dim):
    out = torch.empty_like(x)
    flat, res = x.reshape(-1, x.shape[-1]), out.reshape(-1, x.shape[-1])
    for i, row in enumerate(flat):
        e = torch.exp(row - row.max())
        res[i] = e / e.sum()
    return res.reshape(x.shape)


@wrong("last axis|`dim`")
def takes_dim_for_minus_one(x, dim):
    m, _ = x.max(dim=-1, keepdim=True)
    return (x - m).exp() / (x - m).exp().sum(dim=-1, keepdim=True)


@wrong("column|first axis")
def always_axis_zero(x, dim):
    return F.softmax(x, dim=0)


@wrong("numpy")
def returns_numpy(x, dim):
    a = x.numpy()
    e = np.exp(a - a.max(axis=dim, keepdims=True))
    return e / e.sum(axis=dim, keepdims=True)


@wrong("list")
def returns_a_list(x, dim):
    return torch.softmax(x, dim).tolist()


@wrong("changes its input|changes-its-input")
def works_in_place(x, dim):
    x -= x.max(dim=dim, keepdim=True)[0]
    x.exp_()
    x /= x.sum(dim=dim, keepdim=True)
    return x


@wrong("keepdim|shapes")
def sum_without_keepdim(x, dim):
    e = torch.exp(x - x.max(dim, keepdim=True).values)
    return e / e.sum(dim)


@wrong("keepdim|axis|shape|broadcast")
def numpy_without_keepdims(x, dim):
    e = np.exp(x.numpy() - x.numpy().max(dim, keepdims=True))
    return torch.from_numpy(e / e.sum(dim))


@wrong("logarithm")
def logsumexp_taken_off(x, dim):
    return x - torch.logsumexp(x, dim, keepdim=True)


@wrong("clamp|large logits")
def clamps_at_eighty_on_both_sides(x, dim):
    e = torch.exp(torch.clamp(x, -80, 80))
    return e / e.sum(dim, keepdim=True)


@wrong("nan|NaN|masked|large|overflow")
def nan_to_num_over_naive(x, dim):
    e = x.exp()
    return (e / e.sum(dim, keepdim=True)).nan_to_num(1.0)


@wrong("whole tensor|as-if-dim-ignored")
def divides_by_the_total(x, dim):
    e = torch.exp(x - x.max())
    return e / e.sum()


@wrong("scaled|temperature|halved|proportion")
def divides_the_logits_by_three(x, dim):
    return torch.softmax(x / 3, dim)


@wrong("temperature|scaled|proportion")
def doubles_the_logits(x, dim):
    return torch.softmax(2 * x, dim)


@wrong("minus|smallest logit|reverse")
def functional_softmin(x, dim):
    return F.softmin(x, dim=dim)


@wrong("float64|dtype")
def casts_to_float32(x, dim):
    return torch.softmax(x, dim, dtype=torch.float32)


@wrong("absolute|sum to one|shares are wrong|proportion|nan|NaN")
def of_absolute_logits(x, dim):
    e = torch.exp(x.abs() - x.abs().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("rounded|sum to one|shares")
def rounds_to_percent(x, dim):
    return torch.round(torch.softmax(x, dim) * 100) / 100


@wrong("twice")
def softmax_twice(x, dim):
    p = torch.softmax(x, dim)
    return torch.softmax(p, dim)


@wrong("rounded|percent|constant|factor")
def in_percent(x, dim):
    return 100 * torch.softmax(x, dim)


@wrong("seed")
def sets_the_seed(x, dim):
    torch.manual_seed(0)
    return torch.softmax(x, dim)


@wrong("mean, not|subtracts the mean")
def takes_off_the_mean(x, dim):
    x = x - x.mean(dim, keepdim=True)
    e = x.exp()
    return e / e.sum(dim, keepdim=True)


@wrong("random")
def with_dropout(x, dim):
    return F.dropout(torch.softmax(x, dim), 0.5)


@wrong("NaN|overflow|large")
def clamp_at_eighty(x, dim):
    e = x.clamp(max=80).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("base|2")
def powers_of_two(x, dim):
    e = 2 ** (x - x.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("length|square|norm|sum")
def powers_of_unit_length(x, dim):
    return F.normalize((x - x.amax(dim, keepdim=True)).exp(), dim=dim)


@wrong("max")
def max_along_the_rest(x, dim):
    e = (x - x.amax(0, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("each entry|sigmoid|alone|sum")
def sigmoids(x, dim):
    return torch.sigmoid(x)


@wrong("sum|normalis|divided")
def powers_without_their_sum(x, dim):
    return torch.exp(x - x.max(dim, keepdim=True).values)


@wrong("others|length|mean|sum|divided")
def divides_by_the_mean(x, dim):
    e = torch.exp(x - x.amax(dim, keepdim=True))
    return e / e.mean(dim, keepdim=True)


@wrong("maximum of|global|whole|other|row")
def takes_off_the_first_entry(x, dim):
    top = x.select(dim, 0).unsqueeze(dim)
    e = torch.exp(x - top)
    return e / e.sum(dim, keepdim=True)


@wrong("column|first axis|whole|axis")
def all_axes_but_dim(x, dim):
    axes = [i for i in range(x.ndim) if i != dim % x.ndim] or [0]
    e = torch.exp(x - x.amax(axes, keepdim=True))
    return e / e.sum(axes, keepdim=True)


@wrong("reshaped")
def flattens_the_leading_axes(x, dim):
    return torch.softmax(x, dim).reshape(-1, x.shape[-1])


@wrong("axis|two|shapes|unpack|sizes")
def unpacks_two_axes(x, dim):
    rows, _ = x.shape
    out = torch.zeros_like(x)
    for i in range(rows):
        out[i] = torch.softmax(x[i], 0)
    return out if dim in (1, -1) else torch.softmax(x, dim)


@wrong("-inf|masked logit|NaN|not a number")
def multiplies_minus_infinity_by_zero(x, dim):
    x = x * (x > -torch.inf)
    e = torch.exp(x - x.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("int|dtype|zero|whole")
def casts_to_int(x, dim):
    return torch.softmax(x, dim).int()


@wrong("undefined|not defined")
def misspells_a_name(x, dim):
    e = torch.exp(x)
    return e / torch.sum(ex, dim=dim, keepdim=True)


@wrong("call|argument")
def numpy_keyword(x, dim):
    return torch.sum(x, dim=dim, keep_dims=True)


@wrong("input|unchanged")
def returns_its_input(x, dim):
    return x


@wrong("exp|powers|sum")
def powers_only(x, dim):
    return torch.exp(x)


@wrong("odds|others|minus")
def one_minus_softmax(x, dim):
    return 1 - torch.softmax(x, dim)


@wrong("root|square")
def root_of_softmax(x, dim):
    return torch.softmax(x, dim).sqrt()


@wrong("abs|NaN|overflow|0/0")
def takes_off_the_largest_size(x, dim):
    e = torch.exp(x - x.abs().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("transpose|swapped|axes")
def transposes_the_result(x, dim):
    return torch.softmax(x, dim).T


@wrong("columns sum to one|first axis|last axis|axis|`dim`")
def unshifted_along_axis_zero(x, dim):
    return x.exp() / x.exp().sum(0)


@wrong("keepdim")
def logsumexp_without_its_axis(x, dim):
    return torch.exp(x - torch.logsumexp(x, dim))


@wrong("after exp")
def takes_the_maximum_off_the_powers(x, dim):
    e = torch.exp(x)
    e = e - e.amax(dim, keepdim=True)
    return e / e.sum(dim, keepdim=True)
