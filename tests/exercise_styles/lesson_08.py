"""Lesson 08 in other styles."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def norm_functional(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps)


def norm_module(x, gamma, beta, eps):
    module = nn.LayerNorm(x.shape[-1], eps=eps, dtype=x.dtype)
    module.weight.data, module.bias.data = gamma, beta
    return module(x)


def norm_std(x, gamma, beta, eps):
    mean = x.mean(dim=-1, keepdim=True)
    std = torch.sqrt(x.var(dim=-1, keepdim=True, unbiased=False) + eps)
    return (x - mean) / std * gamma + beta


def norm_mean_of_squares(x, gamma, beta, eps):
    mean = x.sum(-1, keepdim=True) / x.shape[-1]
    var = (x**2).mean(-1, keepdim=True) - mean**2
    return torch.rsqrt(var + eps) * (x - mean) * gamma + beta


def norm_einsum(x, gamma, beta, eps):
    d = x.shape[-1]
    centred = x - torch.einsum("...d->...", x)[..., None] / d
    var = torch.einsum("...d,...d->...", centred, centred) / d
    return torch.einsum("...d,...,d->...d", centred, (var + eps) ** -0.5, gamma) + beta


def norm_loops(x, gamma, beta, eps):
    rows = []
    for row in x.reshape(-1, x.shape[-1]).tolist():
        mean = sum(row) / len(row)
        var = sum((v - mean) ** 2 for v in row) / len(row)
        rows.append([(v - mean) / math.sqrt(var + eps) for v in row])
    return torch.tensor(rows, dtype=x.dtype).view(x.shape) * gamma + beta


def norm_var_mean(x, gamma, beta, eps):
    var, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return torch.addcmul(beta, (x - mean).div(var.add(eps).sqrt()), gamma)


def norm_without_keepdim(x, gamma, beta, eps):
    mean, var = x.mean(-1), x.var(-1, unbiased=False)
    return (x - mean.unsqueeze(-1)) / (var[..., None] + eps).pow(0.5) * gamma + beta


def ffn_functional(x, w1, b1, w2, b2):
    return F.linear(F.relu(F.linear(x, w1.T, b1)), w2.T, b2)


def ffn_modules(x, w1, b1, w2, b2):
    first = nn.Linear(*w1.shape, dtype=x.dtype)
    second = nn.Linear(*w2.shape, dtype=x.dtype)
    first.weight.data, first.bias.data = w1.t(), b1
    second.weight.data, second.bias.data = w2.t(), b2
    return nn.Sequential(first, nn.ReLU(), second)(x)


def ffn_einsum(x, w1, b1, w2, b2):
    h = torch.einsum("...d,df->...f", x, w1) + b1
    return torch.einsum("...f,fd->...d", h * (h > 0), w2) + b2


def ffn_in_place(x, w1, b1, w2, b2):
    h = x.matmul(w1).add_(b1).relu_()
    return h.matmul(w2).add_(b2)


def ffn_by_unit(x, w1, b1, w2, b2):
    out = torch.zeros_like(x) + b2
    for i in range(w1.shape[1]):
        unit = (x * w1[:, i]).sum(-1) + b1[i]
        out = out + torch.maximum(unit, torch.zeros_like(unit)).unsqueeze(-1) * w2[i]
    return out


def ffn_flat(x, w1, b1, w2, b2):
    flat = x.reshape(-1, x.shape[-1])
    h = torch.addmm(b1, flat, w1).clamp(min=0)
    return torch.addmm(b2, h, w2).reshape(x.shape)


def ffn_three_axes(x, w1, b1, w2, b2):
    batch, _, width = x.shape
    h = torch.bmm(x, w1.expand(batch, width, -1)) + b1
    return torch.bmm(F.relu(h), w2.expand(batch, -1, -1)) + b2.view(1, 1, -1)


def norm_three_axes(x, gamma, beta, eps):
    out = torch.empty_like(x)
    for b in range(x.size(0)):
        for t in range(x.size(1)):
            v = x[b, t]
            c = v - v.sum() / v.numel()
            out[b, t] = c / (c.dot(c) / v.numel() + eps).sqrt() * gamma + beta
    return out


def post_steps(x, sublayer, norm):
    residual = x
    x = sublayer(x)
    x = residual + x
    return norm(x)


def post_add(x, sublayer, norm):
    return norm(torch.add(sublayer(x), x))


def post_clone(x, sublayer, norm):
    y = x.clone()
    y += sublayer(x)
    return norm(y)


def post_called_twice(x, sublayer, norm):
    assert sublayer(x).shape == x.shape
    return norm(sublayer(x) + x)


class Post(nn.Module):
    def __init__(self, sublayer, norm):
        super().__init__()
        self.sublayer, self.norm = sublayer, norm

    def forward(self, x):
        return self.norm(x + self.sublayer(x))


def post_module(x, sublayer, norm):
    return Post(sublayer, norm)(x)


def post_stack(x, sublayer, norm):
    return norm(torch.stack([x, sublayer(x)]).sum(0))


def pre_steps(x, sublayer, norm):
    normed = norm(x)
    branch = sublayer(normed)
    return x + branch


def pre_add(x, sublayer, norm):
    return sublayer(norm(x)).add(x)


def pre_sum(x, sublayer, norm):
    return sum((x, sublayer(norm(x))))


def pre_called_twice(x, sublayer, norm):
    assert norm(x).shape == sublayer(norm(x)).shape
    return torch.clone(x).add_(sublayer(norm(x)))


STYLES = {
    "layer_norm": [
        norm_functional,
        norm_module,
        norm_std,
        norm_mean_of_squares,
        norm_einsum,
        norm_loops,
        norm_var_mean,
        norm_without_keepdim,
        norm_three_axes,
    ],
    "feed_forward": [
        ffn_functional,
        ffn_modules,
        ffn_einsum,
        ffn_in_place,
        ffn_by_unit,
        ffn_flat,
        ffn_three_axes,
    ],
    "residual_post_norm": [
        post_steps,
        post_add,
        post_clone,
        post_called_twice,
        post_module,
        post_stack,
    ],
    "residual_pre_norm": [pre_steps, pre_add, pre_sum, pre_called_twice],
}
