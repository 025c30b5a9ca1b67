"""Answers to ``layer_norm``."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def functional(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps)


@right
def module(x, gamma, beta, eps):
    module = nn.LayerNorm(x.shape[-1], eps=eps, dtype=x.dtype)
    module.weight.data, module.bias.data = gamma, beta
    return module(x)


@right
def biased_std(x, gamma, beta, eps):
    mean = x.mean(dim=-1, keepdim=True)
    std = torch.sqrt(x.var(dim=-1, keepdim=True, unbiased=False) + eps)
    return (x - mean) / std * gamma + beta


@wrong("digits-of-the-variance-lost")
def mean_of_squares(x, gamma, beta, eps):
    mean = x.sum(-1, keepdim=True) / x.shape[-1]
    var = (x**2).mean(-1, keepdim=True) - mean**2
    return torch.rsqrt(var + eps) * (x - mean) * gamma + beta


@right
def einsum(x, gamma, beta, eps):
    d = x.shape[-1]
    centred = x - torch.einsum("...d->...", x)[..., None] / d
    var = torch.einsum("...d,...d->...", centred, centred) / d
    return torch.einsum("...d,...,d->...d", centred, (var + eps) ** -0.5, gamma) + beta


@wrong("gradient flows|gradient of x")
def token_by_token(x, gamma, beta, eps):
    rows = []
    for row in x.reshape(-1, x.shape[-1]).tolist():
        mean = sum(row) / len(row)
        var = sum((v - mean) ** 2 for v in row) / len(row)
        rows.append([(v - mean) / math.sqrt(var + eps) for v in row])
    return torch.tensor(rows, dtype=x.dtype).view(x.shape) * gamma + beta


@right
def var_mean(x, gamma, beta, eps):
    var, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return torch.addcmul(beta, (x - mean).div(var.add(eps).sqrt()), gamma)


@right
def without_keepdim(x, gamma, beta, eps):
    mean, var = x.mean(-1), x.var(-1, unbiased=False)
    return (x - mean.unsqueeze(-1)) / (var[..., None] + eps).pow(0.5) * gamma + beta


@right
def any_number_of_axes(x, gamma, beta, eps):
    rows = []
    for v in x.flatten(0, -2):
        c = v - v.sum() / v.numel()
        rows.append(c / (c.dot(c) / v.numel() + eps).sqrt() * gamma + beta)
    return torch.stack(rows).view(x.shape)


@wrong("another number of axes")
def three_axes_hard_wired(x, gamma, beta, eps):
    batch, length, d = x.shape
    rows = F.layer_norm(x.reshape(batch * length, d), (d,), gamma, beta, eps)
    return rows.reshape(batch, length, d)


@right
def centring_matrix(x, gamma, beta, eps):
    d = x.shape[-1]
    C = torch.eye(d, dtype=x.dtype) - 1 / d
    y = x @ C
    return y / (y.pow(2).mean(-1, keepdim=True) + eps) ** 0.5 * gamma + beta


@right
def rms_norm_of_the_centred(x, gamma, beta, eps):
    y = x - x.mean(dim=-1, keepdim=True)
    return F.rms_norm(y, y.shape[-1:], gamma, eps) + beta


@right
def group_norm_with_one_group(x, gamma, beta, eps):
    f = x.reshape(-1, x.shape[-1])
    return F.group_norm(f, 1, gamma, beta, eps).reshape(x.shape)


@wrong("d - 1|gamma|beta")
def unbiased_without_gamma_and_beta(x, gamma, beta, eps):
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + eps)


@wrong("tokens|length|wrong axis")
def over_the_length(x, gamma, beta, eps):
    m, v = x.mean(1, keepdim=True), x.var(1, keepdim=True, unbiased=False)
    return (x - m) / torch.sqrt(v + eps) * gamma + beta


@wrong("axis|time|batch")
def over_axis_one(x, gamma, beta, eps):
    m = x.mean(1, keepdim=True)
    v = x.var(1, keepdim=True, unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta


@wrong("average to zero")
def over_the_length_unbiased(x, gamma, beta, eps):
    return (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + eps) * gamma + beta


@wrong("wrong where it is felt")
def eps_multiplied(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    return gamma * c / torch.sqrt(c.square().mean(-1, keepdim=True) * (1 + eps)) + beta


@wrong("divides|multiplies|takes off|mean")
def mean_over_d_less_one(x, gamma, beta, eps):
    m = x.sum(-1, keepdim=True) / (x.shape[-1] - 1 or 1)
    v = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta


@wrong("wrong where it is felt")
def eps_in_the_numerator(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return gamma * (x - mean + eps) / torch.sqrt(var) + beta


@wrong("gamma|beta")
def gamma_and_beta_first(x, gamma, beta, eps):
    return F.layer_norm(x * gamma + beta, x.shape[-1:], eps=eps)


@wrong("softmax|centred|zero|beta|spread|mean")
def softmax_for_normalising(x, gamma, beta, eps):
    return torch.softmax(x, -1) * gamma + beta


@wrong("root|variance|divisor|spread")
def fourth_root(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    return gamma * c / (c.square().mean(-1, keepdim=True) + eps).sqrt().sqrt() + beta


@wrong("wrong where it is felt")
def eps_as_a_floor(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    return gamma * c / c.square().mean(-1, keepdim=True).sqrt().clamp(min=eps) + beta


@wrong("gamma")
def gamma_twice(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, None, eps) * gamma + beta


@wrong("gamma|first")
def averages_gamma_and_beta(x, gamma, beta, eps):
    n = F.layer_norm(x, x.shape[-1:], eps=eps)
    return n * gamma.mean() + beta.mean()


@wrong("beta|tuple|values")
def returns_mean_and_variance_too(x, gamma, beta, eps):
    m, v = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta, m, v


@wrong("mean")
def root_mean_square(x, gamma, beta, eps):
    return gamma * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) + beta


@wrong("eps|outside|std")
def eps_beside_the_root(x, gamma, beta, eps):
    mean, std = x.mean(-1, keepdim=True), x.std(-1, keepdim=True, correction=0)
    return gamma * (x - mean) / (std + eps) + beta


@wrong("unbiased|n - 1|d - 1|Bessel|biased")
def annotated_transformer(x, gamma, beta, eps):
    mean, std = x.mean(-1, keepdim=True), x.std(-1, keepdim=True)
    return gamma * (x - mean) / (std + eps) + beta


@wrong("beta|gamma|inside|times")
def beta_inside(x, gamma, beta, eps):
    return gamma * (F.layer_norm(x, x.shape[-1:], eps=eps) + beta)


@wrong("1 + gamma|gamma")
def gamma_around_one(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], 1 + gamma, beta, eps)


@wrong("variance|root|sqrt")
def divides_by_the_variance(x, gamma, beta, eps):
    d = x - x.mean(-1, keepdim=True)
    return gamma * d / (d.square().mean(-1, keepdim=True) + eps) + beta


@wrong("1e-5|eps")
def functional_default_eps(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta)


@wrong("divisor is not sqrt(var + eps)")
def mean_absolute_deviation(x, gamma, beta, eps):
    d = x - x.mean(-1, keepdim=True)
    return gamma * d / (d.abs().mean(-1, keepdim=True) + eps) + beta


@wrong("d - 1")
def unbiased_variance(x, gamma, beta, eps):
    mean, var = x.mean(-1, True), torch.var(x, dim=-1, keepdim=True)
    return (x - mean) * torch.rsqrt(var + eps) * gamma + beta


@wrong("gamma|beta")
def gamma_and_beta_swapped(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], beta, gamma, eps)


@wrong("batch norm|tokens|axis")
def batch_norm(x, gamma, beta, eps):
    flat = x.reshape(-1, x.shape[-1])
    out = (flat - flat.mean(0)) / torch.sqrt(flat.var(0, unbiased=False) + eps)
    return (out * gamma + beta).view_as(x)


@wrong("RMS|beta")
def rms_norm_without_beta(x, gamma, beta, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * gamma


@wrong("keepdim|fit|line up")
def statistics_without_keepdim(x, gamma, beta, eps):
    mean, var = x.mean(-1), ((x - x.mean(-1)) ** 2).mean(-1)
    return (x - mean) / torch.sqrt(var + eps) * gamma + beta


@wrong("over axis (0, 1, 2)")
def over_everything(x, gamma, beta, eps):
    return (x - x.mean()) / torch.sqrt(x.var(unbiased=False) + eps) * gamma + beta


@wrong("gamma|beta|stretch")
def brackets_missing_around_the_difference(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return gamma * x - mean / (var + eps).sqrt() + beta


@wrong("changes its input|input")
def works_in_place(x, gamma, beta, eps):
    x -= x.mean(-1, keepdim=True)
    x /= torch.sqrt((x**2).mean(-1, keepdim=True) + eps)
    return gamma * x + beta


@wrong("it takes off 2 ")
def takes_off_the_median(x, gamma, beta, eps):
    med = torch.median(x, dim=-1, keepdim=True).values
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - med) / (var + eps) ** 0.5 * gamma + beta


@wrong("median|mean|centre|average|middle|half")
def median_for_mean(x, gamma, beta, eps):
    d = x - x.median(-1, keepdim=True).values
    return gamma * d / (x.var(-1, keepdim=True, correction=0) + eps).sqrt() + beta


@wrong("RMS|module|random|dtype|gamma")
def fresh_module(x, gamma, beta, eps):
    return nn.LayerNorm(x.shape[-1], eps=eps, dtype=x.dtype)(x)


@wrong("beta|sign|subtract")
def beta_negated(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, -beta, eps)


@wrong("gamma|stretch|divid")
def gamma_in_the_divisor(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], None, None, eps) / gamma + beta


@wrong("eps|square|twice|outside")
def eps_squared(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps**2)


@wrong("keepdim|shape|fit|axis|line")
def no_keepdim(x, gamma, beta, eps):
    mean, var = x.mean(-1), x.var(-1, correction=0)
    return gamma * (x - mean) / (var + eps).sqrt() + beta


@wrong("min|max|range|spread|divisor|largest")
def min_max_scaling(x, gamma, beta, eps):
    low, high = x.amin(-1, keepdim=True), x.amax(-1, keepdim=True)
    return gamma * (x - low) / (high - low + eps) + beta


@wrong("mean|square|variance|centre|divisor|moment|spread|stretch")
def second_moment_for_variance(x, gamma, beta, eps):
    d = x - x.mean(-1, keepdim=True)
    return gamma * d * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) + beta


@wrong("multiplied by eps|as-if-times-for-plus")
def variance_times_eps(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean) / torch.sqrt(var * eps) + beta


@wrong("multiplies by")
def deviation_times_eps(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean) / (var.sqrt() * eps) + beta


@wrong("wrong where it is felt")
def eps_twice_in_the_root(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean) / torch.sqrt(var + eps + eps) + beta


@wrong("wrong where it is felt")
def eps_twice_behind_the_root(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean) / (var.sqrt() + 2 * eps) + beta


@wrong("wrong where it is felt")
def eps_in_the_root_and_behind(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean) / (torch.sqrt(var + eps) + eps) + beta


@wrong("wrong where it is felt")
def eps_above_and_below(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean + eps) / torch.sqrt(var + eps) + beta


@wrong("wrong where it is felt")
def eps_added_to_the_mean(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - (mean + eps)) / torch.sqrt(var) + beta


@wrong("wrong where it is felt")
def eps_behind_the_fraction(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * ((x - mean) / torch.sqrt(var) + eps) + beta


@wrong("wrong where it is felt")
def eps_behind_it_all(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, correction=0, keepdim=True)
    return gamma * (x - mean) / torch.sqrt(var) + eps + beta


@wrong("without `+ eps`")
def eps_left_out(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdim=True)
    return centred / centred.pow(2).mean(-1, keepdim=True).sqrt() * gamma + beta
