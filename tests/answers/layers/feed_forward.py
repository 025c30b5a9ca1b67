"""Answers to ``feed_forward``."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def linear_with_transposed_weights(x, w1, b1, w2, b2):
    return F.linear(F.relu(F.linear(x, w1.T, b1)), w2.T, b2)


@right
def modules(x, w1, b1, w2, b2):
    first = nn.Linear(*w1.shape, dtype=x.dtype)
    second = nn.Linear(*w2.shape, dtype=x.dtype)
    first.weight.data, first.bias.data = w1.t(), b1
    second.weight.data, second.bias.data = w2.t(), b2
    return nn.Sequential(first, nn.ReLU(), second)(x)


@right
def einsum(x, w1, b1, w2, b2):
    h = torch.einsum("...d,df->...f", x, w1) + b1
    return torch.einsum("...f,fd->...d", h * (h > 0), w2) + b2


@right
def in_place_on_its_own_tensors(x, w1, b1, w2, b2):
    h = x.matmul(w1).add_(b1).relu_()
    return h.matmul(w2).add_(b2)


@right
def unit_by_unit(x, w1, b1, w2, b2):
    out = torch.zeros_like(x) + b2
    for i in range(w1.shape[1]):
        unit = (x * w1[:, i]).sum(-1) + b1[i]
        out = out + torch.maximum(unit, torch.zeros_like(unit)).unsqueeze(-1) * w2[i]
    return out


@right
def over_flattened_tokens(x, w1, b1, w2, b2):
    flat = x.reshape(-1, x.shape[-1])
    h = torch.addmm(b1, flat, w1).clamp(min=0)
    return torch.addmm(b2, h, w2).reshape(x.shape)


@wrong("another number of axes")
def three_axes_hard_wired(x, w1, b1, w2, b2):
    batch, _, width = x.shape
    h = torch.bmm(x, w1.expand(batch, width, -1)) + b1
    return torch.bmm(F.relu(h), w2.expand(batch, -1, -1)) + b2.view(1, 1, -1)


@right
def convolutions_of_width_one(x, w1, b1, w2, b2):
    y = x.reshape(-1, x.shape[-1]).T[None]
    h = F.conv1d(y, w1.T[:, :, None], b1).relu()
    return F.conv1d(h, w2.T[:, :, None], b2)[0].T.reshape(*x.shape[:-1], -1)


@right
def negative_entries_set_to_zero(x, w1, b1, w2, b2):
    h = x.matmul(w1).add(b1)
    h[h < 0] = 0
    return h.matmul(w2).add(b2)


@right
def half_of_sum_and_absolute(x, w1, b1, w2, b2):
    h = x @ w1 + b1
    return (h + h.abs()) / 2 @ w2 + b2


@right
def sequential_module(x, w1, b1, w2, b2):
    n = nn.Sequential(nn.Linear(*w1.shape), nn.ReLU(), nn.Linear(*w2.shape)).to(x.dtype)
    n[0].weight.data, n[0].bias.data, n[2].weight.data, n[2].bias.data = (w1.T, b1, w2.T, b2)
    return n(x)


@wrong("activation|turns")
def celu(x, w1, b1, w2, b2):
    return F.celu(x @ w1 + b1) @ w2 + b2


@wrong("activation|turns|relu")
def clamps_at_one(x, w1, b1, w2, b2):
    return (x @ w1 + b1).clamp(min=1) @ w2 + b2


@wrong("gate|activation|It turns|values")
def gates_the_hidden(x, w1, b1, w2, b2):
    h = x @ w1 + b1
    return (F.relu(h) * torch.sigmoid(h)) @ w2 + b2


@wrong("relu")
def relu_of_the_weights(x, w1, b1, w2, b2):
    return (x @ F.relu(w1) + b1) @ w2 + b2


@wrong("b1|b2|bias")
def both_biases_forgotten(x, w1, b1, w2, b2):
    return F.relu(x @ w1) @ w2


@wrong("b1|b2|bias|after")
def b1_forgotten_and_relu_at_the_end(x, w1, b1, w2, b2):
    return F.relu(x @ w1 @ w2 + b2)


@wrong("residual|x is added|after")
def residual_and_relu_at_the_end(x, w1, b1, w2, b2):
    return F.relu(x + F.relu(x @ w1 + b1) @ w2 + b2)


@wrong("token|mixed|time|flatten")
def largest_over_time(x, w1, b1, w2, b2):
    h = F.relu(x @ w1 + b1)
    return h.amax(-2, keepdim=True).expand_as(h) @ w2 + b2


@wrong("token|mixed|softmax|time")
def softmax_over_time(x, w1, b1, w2, b2):
    return torch.softmax(x @ w1 + b1, dim=1) @ w2 + b2


@wrong("activation|turns|dropout|b1")
def relu_shifted_by_one(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1 - 1) @ w2 + b2


@wrong("b1|bias")
def b1_times_the_width(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1 * x.shape[-1]) @ w2 + b2


@wrong("6|clip|clamp|cap|large|upper|bound")
def relu6_from_mobile_nets(x, w1, b1, w2, b2):
    return F.relu6(x @ w1 + b1) @ w2 + b2


@wrong("something else than relu")
def gelu_of_gpt(x, w1, b1, w2, b2):
    return F.gelu(x @ w1 + b1, approximate="tanh") @ w2 + b2


@wrong("b1")
def b1_after_the_relu(x, w1, b1, w2, b2):
    return (F.relu(x @ w1) + b1) @ w2 + b2


@wrong("random|two calls")
def dropout_on_the_hidden(x, w1, b1, w2, b2):
    return F.dropout(F.relu(x @ w1 + b1), 0.1) @ w2 + b2


@wrong("transpos")
def linear_of_torch(x, w1, b1, w2, b2):
    return F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)


@wrong("residual|x is added")
def adds_the_residual(x, w1, b1, w2, b2):
    return x + F.relu(x @ w1 + b1) @ w2 + b2


@wrong("stands after the second map")
def relu_at_the_end(x, w1, b1, w2, b2):
    return F.relu((x @ w1 + b1) @ w2 + b2)


@wrong("relu|ReLU|absolute|negative")
def absolute_value(x, w1, b1, w2, b2):
    return (x @ w1 + b1).abs() @ w2 + b2


@wrong("relu")
def relu_forgotten(x, w1, b1, w2, b2):
    return (x @ w1 + b1) @ w2 + b2


@wrong("GELU")
def gelu(x, w1, b1, w2, b2):
    return F.gelu(x @ w1 + b1) @ w2 + b2


@wrong("after the second|negative")
def relu_at_the_end_too(x, w1, b1, w2, b2):
    return torch.relu(torch.relu(x @ w1 + b1) @ w2 + b2)


@wrong("b2|bias")
def b2_forgotten(x, w1, b1, w2, b2):
    return torch.matmul(torch.matmul(x, w1).add(b1).clamp(0), w2)


@wrong("hidden|second map")
def returns_the_hidden_layer(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1)


@wrong("softmax")
def softmax_of_the_hidden(x, w1, b1, w2, b2):
    return torch.softmax(x @ w1 + b1, dim=-1) @ w2 + b2


@wrong("relu-on-the-input|to x")
def relu_of_the_input(x, w1, b1, w2, b2):
    return (F.relu(x) @ w1 + b1) @ w2 + b2


@wrong("changes its input|input")
def clears_its_input(x, w1, b1, w2, b2):
    y = F.relu(x @ w1 + b1) @ w2 + b2
    x.relu_()
    return y


@wrong("b1|bias|first")
def first_bias_forgotten(x, w1, b1, w2, b2):
    return F.relu(x @ w1) @ w2 + b2


@wrong("something else than relu")
def silu_of_llama(x, w1, b1, w2, b2):
    return F.silu(x @ w1 + b1) @ w2 + b2


@wrong("something else than relu")
def leaky_relu(x, w1, b1, w2, b2):
    return F.leaky_relu(x @ w1 + b1) @ w2 + b2


@wrong("relu|sign|min|negative|invert")
def relu_the_wrong_way(x, w1, b1, w2, b2):
    return (x @ w1 + b1).clamp(max=0) @ w2 + b2


@wrong("once more|twice")
def b1_on_both_sides_of_the_relu(x, w1, b1, w2, b2):
    h = torch.relu(x @ w1 + b1) + b1
    return h @ w2 + b2


@wrong("relu-on-the-input-only+b2-forgotten")
def relu_of_x_and_no_b2(x, w1, b1, w2, b2):
    return (torch.relu(x) @ w1 + b1) @ w2
