"""Answers to ``rms_norm``."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def with_rsqrt(x, gain, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * gain


@right
def functional(x, gain, eps):
    return F.rms_norm(x, (x.shape[-1],), gain, eps)


@right
def module(x, gain, eps):
    norm = nn.RMSNorm(x.shape[-1], eps=eps, dtype=x.dtype)
    norm.weight.data = gain
    return norm(x)


@right
def by_the_norm(x, gain, eps):
    size = torch.linalg.vector_norm(x, dim=-1, keepdim=True) / x.shape[-1] ** 0.5
    return gain * x / torch.hypot(size, torch.full_like(size, eps**0.5))


@wrong("gradient flows|gradient of x")
def token_by_token(x, gain, eps):
    rows = x.reshape(-1, x.shape[-1])
    totals = [sum(float(f) ** 2 for f in row) / len(row) for row in rows]
    out = [gain * row / (total + eps) ** 0.5 for row, total in zip(rows, totals, strict=True)]
    return torch.stack(out).view(x.shape)


@right
def einsum(x, gain, eps):
    mean_square = torch.einsum("...d,...d->...", x, x) / x.size(-1)
    return torch.einsum("...d,d,...->...d", x, gain, (mean_square + eps) ** -0.5)


@wrong("another number of axes")
def three_axes_hard_wired(x, gain, eps):
    mean_square = torch.einsum("btd,btd->bt", x, x) / x.size(-1)
    return torch.einsum("btd,d,bt->btd", x, gain, (mean_square + eps) ** -0.5)


@right
def as_in_llama(x, gain, eps):
    kind = x.dtype
    h = x.to(torch.float32)
    h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + eps)
    return gain * h.to(kind)


@right
def layer_norm_of_x_and_its_mirror(x, gain, eps):
    both = torch.cat([x, -x], -1)
    return gain * F.layer_norm(both, both.shape[-1:], eps=eps)[..., : x.shape[-1]]


@wrong("mean|layer")
def layer_norm_by_hand(x, gain, eps):
    m = x.mean(-1, keepdim=True)
    v = ((x - m) ** 2).mean(-1, keepdim=True)
    return (x - m) * torch.rsqrt(v + eps) * gain


@wrong("wrong where it is felt")
def eps_added_to_the_rms(x, gain, eps):
    return gain * (x / (x.pow(2).mean(-1, keepdim=True).sqrt() + eps))


@wrong("divisor is not")
def norm_plus_eps(x, gain, eps):
    return x / (x.norm(dim=-1, keepdim=True) + eps) * gain


@wrong("eps")
def normalize_times_root_d(x, gain, eps):
    return F.normalize(x, dim=-1) * x.shape[-1] ** 0.5 * gain


@wrong("sum|length")
def unit_vectors(x, gain, eps):
    return gain * x / (x**2).sum(-1, keepdim=True).add(eps).sqrt()


@wrong("axis|axes")
def mean_over_axis_one(x, gain, eps):
    return gain * x * (x**2).mean(1, keepdim=True).add(eps).rsqrt()


@wrong("axis|axes|everything|whole")
def one_number_for_all(x, gain, eps):
    return gain * x / ((x * x).mean() + eps).sqrt()


@wrong("gain")
def without_gain(x, gain, eps):
    return x / (x.square().mean(-1, keepdim=True) + eps) ** 0.5


@wrong("gain")
def gemma(x, gain, eps):
    return x * (x.square().mean(-1, keepdim=True) + eps) ** -0.5 * (1.0 + gain)


@wrong("gain")
def gain_as_bias(x, gain, eps):
    return x * (x.square().mean(-1, keepdim=True) + eps) ** -0.5 + gain


@wrong("unbiased|d - 1|mean")
def by_torch_std(x, gain, eps):
    return gain * x / torch.sqrt(torch.var(x, dim=-1, keepdim=True) + eps)


@wrong("root|sqrt")
def root_forgotten(x, gain, eps):
    return gain * x / ((x * x).mean(-1, keepdim=True) + eps)


@wrong("keepdim|axis")
def axis_lost(x, gain, eps):
    return gain * x / torch.sqrt((x * x).mean(-1) + eps)


@wrong("input|argument|changed|place")
def changes_its_input(x, gain, eps):
    x /= torch.sqrt(x.square().mean(-1, keepdim=True) + eps)
    x *= gain
    return x


@wrong("invert|multipl|as-if-times-for-division")
def times_the_rms(x, gain, eps):
    return gain * x * torch.sqrt((x * x).mean(-1, keepdim=True) + eps)


@wrong("divisor is not")
def by_the_mean_of_absolutes(x, gain, eps):
    return gain * x / (x.abs().mean(-1, keepdim=True) + eps)


@wrong("divisor|d|mean")
def half_of_the_features(x, gain, eps):
    part = x[..., : (x.shape[-1] + 1) // 2]
    return gain * x * torch.rsqrt(part.pow(2).mean(-1, keepdim=True) + eps)


@wrong("eps")
def eps_of_its_own(x, gain, eps=1e-6):
    return gain * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)


@wrong("axes|axis|tokens")
def like_a_group_norm(x, gain, eps):
    return gain * x * torch.rsqrt(x.pow(2).mean((1, 2), keepdim=True) + eps)


@wrong("gain")
def gain_inside(x, gain, eps):
    y = gain * x
    return y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + eps)


@right
def by_a_product_of_matrices(x, gain, eps):
    size = (x.unsqueeze(-2) @ x.unsqueeze(-1)).squeeze(-1) / x.shape[-1]
    return torch.mul(x, torch.pow(size + eps, -0.5)).mul(gain)


@right
def eps_as_one_more_feature(x, gain, eps):
    d = x.shape[-1]
    more = torch.cat([x, torch.full_like(x[..., :1], (d * eps) ** 0.5)], -1)
    return x / more.norm(dim=-1, keepdim=True) * d**0.5 * gain


@wrong("wrong where it is felt")
def eps_as_a_floor(x, gain, eps):
    return gain * x / x.square().mean(-1, keepdim=True).clamp(min=eps).sqrt()


@wrong("wrong where it is felt")
def eps_twice(x, gain, eps):
    return gain * x / ((x.square().mean(-1, keepdim=True) + eps).sqrt() + eps)


@wrong("without the square")
def squares_forgotten(x, gain, eps):
    return gain * x / (x.mean(-1, keepdim=True) + eps).sqrt()


@wrong("divisor is not")
def by_the_largest(x, gain, eps):
    return gain * x / (x.abs().amax(-1, keepdim=True) + eps)


@wrong("divides by gain|as-if-gain-upside-down")
def divides_by_the_gain(x, gain, eps):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) / gain


@wrong("wrong where it is felt")
def eps_of_the_library(x, gain, eps):
    return F.rms_norm(x, (x.shape[-1],), gain)


@wrong("standard deviation")
def root_of_the_variance(x, gain, eps):
    var = x.var(dim=-1, keepdim=True, unbiased=False)
    return gain * x / torch.sqrt(var + eps)
