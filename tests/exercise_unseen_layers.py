"""Unlisted wrong answers to the exercises of lesson 08, in the style of ``exercise_unseen``."""

import torch
import torch.nn.functional as F
from torch import nn

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# layer_norm ---------------------------------------------------------------------------------------


@wrong("layer_norm", "d - 1")
def norm_annotated(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    std = x.std(-1, keepdim=True)
    return gamma * (x - mean) / (std + eps) + beta


@wrong("layer_norm", "d - 1")
def norm_default_var(x, gamma, beta, eps):
    mean, var = x.mean(-1, True), torch.var(x, dim=-1, keepdim=True)
    return (x - mean) * torch.rsqrt(var + eps) * gamma + beta


@wrong("layer_norm", "outside|root")
def norm_eps_out(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdim=True)
    return gamma * centred / (centred.pow(2).mean(-1, keepdim=True) ** 0.5 + eps) + beta


@wrong("layer_norm", "eps")
def norm_default_eps(x, gamma, beta, eps):
    return F.layer_norm(x, (x.shape[-1],), gamma, beta)


@wrong("layer_norm", "gamma|beta")
def norm_swapped_args(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], beta, gamma, eps)


@wrong("layer_norm", "sentence together|tokens and features|whole|fit|shape")
def norm_all_but_batch(x, gamma, beta, eps):
    n = F.layer_norm(x, x.shape[1:], eps=eps)
    return n * gamma + beta


@wrong("layer_norm", "batch norm|tokens|axis")
def norm_batch_style(x, gamma, beta, eps):
    flat = x.reshape(-1, x.shape[-1])
    out = (flat - flat.mean(0)) / torch.sqrt(flat.var(0, unbiased=False) + eps)
    return (out * gamma + beta).view_as(x)


@wrong("layer_norm", "RMS")
def norm_rms(x, gamma, beta, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * gamma + beta


@wrong("layer_norm", "RMS|beta")
def norm_rms_no_beta(x, gamma, beta, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * gamma


@wrong("layer_norm", "keepdim|fit|line up")
def norm_no_keepdim(x, gamma, beta, eps):
    mean, var = x.mean(-1), ((x - x.mean(-1)) ** 2).mean(-1)
    return (x - mean) / torch.sqrt(var + eps) * gamma + beta


@wrong("layer_norm", "variance|root|spread")
def norm_by_variance(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    var = ((x - mean) ** 2).sum(-1, keepdim=True) / x.shape[-1]
    return (x - mean) / (var + eps) * gamma + beta


@wrong("layer_norm", "whole tensor")
def norm_global(x, gamma, beta, eps):
    return (x - x.mean()) / torch.sqrt(x.var(unbiased=False) + eps) * gamma + beta


@wrong("layer_norm", "takes off|whole tensor")
def norm_global_mean_only(x, gamma, beta, eps):
    var = x.var(-1, unbiased=False, keepdim=True)
    return (x - x.mean()) / torch.sqrt(var + eps) * gamma + beta


@wrong("layer_norm", "beta")
def norm_beta_inside(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return (beta + (x - mean) / (var + eps).sqrt()) * gamma


@wrong("layer_norm", "gamma|beta|stretch")
def norm_parenthesis(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return gamma * x - mean / (var + eps).sqrt() + beta


@wrong("layer_norm", "centred|zero|mean|precedence")
def norm_precedence(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return gamma * (x - mean / torch.sqrt(var + eps)) + beta


@wrong("layer_norm", "d - 1|spread|divisor|d - 2|variance")
def norm_sum_minus_two(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    var = (c * c).sum(-1, keepdim=True) / (x.shape[-1] + 1)
    return gamma * c / torch.sqrt(var + eps) + beta


@wrong("layer_norm", "d_model|length|axis|size|spread|divisor|sum")
def norm_wrong_count(x, gamma, beta, eps):
    d = x.shape[0]
    mean = x.sum(-1, keepdim=True) / d
    var = ((x - mean) ** 2).sum(-1, keepdim=True) / d
    return gamma * (x - mean) / torch.sqrt(var + eps) + beta


@wrong("layer_norm", "changes its input|input")
def norm_in_place(x, gamma, beta, eps):
    x -= x.mean(-1, keepdim=True)
    x /= torch.sqrt((x**2).mean(-1, keepdim=True) + eps)
    return gamma * x + beta


@wrong("layer_norm", "gamma|first")
def norm_scalar_affine(x, gamma, beta, eps):
    n = F.layer_norm(x, x.shape[-1:], eps=eps)
    return n * gamma.mean() + beta.mean()


@wrong("layer_norm", "median")
def norm_median(x, gamma, beta, eps):
    med = torch.median(x, dim=-1, keepdim=True).values
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - med) / (var + eps) ** 0.5 * gamma + beta


@wrong("layer_norm", "beta|larger|zero")
def norm_sigmoid(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps).tanh()


@wrong("layer_norm", "eps")
def norm_eps_in_numerator(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, correction=0)
    return gamma * (x - mean + eps) / torch.sqrt(var) + beta


@wrong("layer_norm", "RMS|module|random|dtype|gamma")
def norm_fresh_module(x, gamma, beta, eps):
    return nn.LayerNorm(x.shape[-1], eps=eps, dtype=x.dtype)(x)


# feed_forward -------------------------------------------------------------------------------------


@wrong("feed_forward", "relu")
def ffn_linear(x, w1, b1, w2, b2):
    return (x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "GELU")
def ffn_gelu(x, w1, b1, w2, b2):
    return F.gelu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "after the second|negative")
def ffn_relu_out(x, w1, b1, w2, b2):
    return torch.relu(torch.relu(x @ w1 + b1) @ w2 + b2)


@wrong("feed_forward", "after the second|between")
def ffn_relu_late(x, w1, b1, w2, b2):
    return F.relu((x @ w1 + b1) @ w2 + b2)


@wrong("feed_forward", "b1")
def ffn_bias_late(x, w1, b1, w2, b2):
    return (F.relu(x @ w1) + b1) @ w2 + b2


@wrong("feed_forward", "b2|bias")
def ffn_no_b2(x, w1, b1, w2, b2):
    return torch.matmul(torch.matmul(x, w1).add(b1).clamp(0), w2)


@wrong("feed_forward", "transposed|fit")
def ffn_linear_layout(x, w1, b1, w2, b2):
    return F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)


@wrong("feed_forward", "It turns|activation")
def ffn_mish(x, w1, b1, w2, b2):
    return F.mish(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "It turns|activation|leaky")
def ffn_leaky(x, w1, b1, w2, b2):
    return F.leaky_relu(x @ w1 + b1, 0.2) @ w2 + b2


@wrong("feed_forward", "It turns|activation")
def ffn_quick_gelu(x, w1, b1, w2, b2):
    h = x @ w1 + b1
    return (h * torch.sigmoid(1.702 * h)) @ w2 + b2


@wrong("feed_forward", "It turns|activation")
def ffn_hard_swish(x, w1, b1, w2, b2):
    return F.hardswish(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "It turns|activation|positive")
def ffn_relu_sign(x, w1, b1, w2, b2):
    h = x @ w1 + b1
    return torch.where(h > 0, h, -1.0) @ w2 + b2


@wrong("feed_forward", "residual|x is added")
def ffn_residual(x, w1, b1, w2, b2):
    return x + F.relu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "random|two calls")
def ffn_dropout(x, w1, b1, w2, b2):
    return F.dropout(F.relu(x @ w1 + b1), 0.1) @ w2 + b2


@wrong("feed_forward", "hidden|second map")
def ffn_half(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1)


@wrong("feed_forward", "token|mix|time|length")
def ffn_conv(x, w1, b1, w2, b2):
    h = F.relu(x @ w1 + b1)
    h = h + torch.roll(h, 1, dims=-2)
    return h @ w2 + b2


@wrong("feed_forward", "token|averaged")
def ffn_pool(x, w1, b1, w2, b2):
    h = F.relu(x @ w1 + b1).mean(dim=1, keepdim=True)
    return h @ w2 + b2 + 0 * x


@wrong("feed_forward", "softmax")
def ffn_softmax(x, w1, b1, w2, b2):
    return torch.softmax(x @ w1 + b1, dim=-1) @ w2 + b2


@wrong("feed_forward", "relu|x")
def ffn_relu_in(x, w1, b1, w2, b2):
    return (F.relu(x) @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "b1|bias")
def ffn_bias_scaled(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1 * x.shape[-1]) @ w2 + b2


@wrong("feed_forward", "b2|inside|activation|bias|vector")
def ffn_b2_inside(x, w1, b1, w2, b2):
    h = F.relu(x @ w1 + b1)
    return (h @ w2) * (1 + 0 * b2)


@wrong("feed_forward", "gate|activation|It turns|values")
def ffn_gated(x, w1, b1, w2, b2):
    h = x @ w1 + b1
    return (F.relu(h) * torch.sigmoid(h)) @ w2 + b2


@wrong("feed_forward", "changes its input|input")
def ffn_in_place(x, w1, b1, w2, b2):
    y = F.relu(x @ w1 + b1) @ w2 + b2
    x.relu_()
    return y


# residuals ----------------------------------------------------------------------------------------


@wrong("residual_post_norm", "pre-norm")
def post_is_pre(x, sublayer, norm):
    return sublayer(norm(x)) + x


@wrong("residual_post_norm", "norm(sublayer(x))")
def post_no_skip(x, sublayer, norm):
    x = sublayer(x)
    return norm(x)


@wrong("residual_post_norm", "There is no norm|x + sublayer(x)")
def post_no_norm(x, sublayer, norm):
    out = sublayer(x)
    out = out + x
    norm(out)
    return out


@wrong("residual_post_norm", "x + norm(sublayer(x))")
def post_norm_inside(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("residual_post_norm", "changes its input|input")
def post_in_place(x, sublayer, norm):
    x += sublayer(x)
    return norm(x)


@wrong("residual_post_norm", "norm(x) + sublayer(x)|norm(x)")
def post_norm_x_only(x, sublayer, norm):
    return norm(x) + sublayer(x)


@wrong("residual_post_norm", "residual|x is added|x + ")
def post_rezero(x, sublayer, norm):
    return x + 0.1 * norm(x + sublayer(x))


@wrong("residual_post_norm", "computes|x + x|twice")
def post_self_sum(x, sublayer, norm):
    return norm(x + x)


@wrong("residual_post_norm", "norm(x + sublayer(norm(x)))|before and after")
def post_double_norm(x, sublayer, norm):
    y = norm(x)
    y = sublayer(y)
    return norm(x + y)


@wrong("residual_post_norm", "computes|sublayer(x) + sublayer(x)")
def post_overwritten(x, sublayer, norm):
    x = sublayer(x)
    return norm(x + sublayer(x))


@wrong("residual_post_norm", "computes|sublayer(x) + sublayer(x)")
def post_shadowed(x, sublayer, norm):
    x = sublayer(x)
    return norm(x + x)


@wrong("residual_post_norm", "own|layer norm")
def post_functional_norm(x, sublayer, norm):
    return F.layer_norm(x + sublayer(x), x.shape[-1:])


@wrong("residual_post_norm", "sqrt 2|formula")
def post_scaled_sum(x, sublayer, norm):
    return norm(x + sublayer(x)) * 0.5**0.5


@wrong("residual_post_norm", "function|callable|type")
def post_not_called(x, sublayer, norm):
    return norm(x + sublayer)


@wrong("residual_post_norm", "dropout|random|two calls")
def post_dropout(x, sublayer, norm):
    return norm(x + F.dropout(sublayer(x), 0.1))


@wrong("residual_pre_norm", "post-norm")
def pre_is_post(x, sublayer, norm):
    return norm(sublayer(x).add(x))


@wrong("residual_pre_norm", "normalised x is added")
def pre_overwritten(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)


@wrong("residual_pre_norm", "x is not added|residual")
def pre_no_skip(x, sublayer, norm):
    return sublayer(norm(x))


@wrong("residual_pre_norm", "There is no norm|x + sublayer(x)")
def pre_no_norm(x, sublayer, norm):
    return x + sublayer(x)


@wrong("residual_pre_norm", "x + norm(sublayer(x))")
def pre_norm_after(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("residual_pre_norm", "before and after|norm(x + sublayer(norm(x)))")
def pre_and_post(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("residual_pre_norm", "x + norm(sublayer(norm(x)))|sandwich")
def pre_sandwich(x, sublayer, norm):
    h = norm(x)
    h = sublayer(h)
    h = norm(h)
    return x + h


@wrong("residual_pre_norm", "x + norm(x)|computes")
def pre_forgot_sublayer(x, sublayer, norm):
    return x + norm(x)


@wrong("residual_pre_norm", "subtracted|sublayer(norm(x)) - x|-")
def pre_minus(x, sublayer, norm):
    return sublayer(norm(x)) - x


@wrong("residual_pre_norm", "sublayer(x + norm(x))")
def pre_sublayer_of_sum(x, sublayer, norm):
    return sublayer(x + norm(x))


@wrong("residual_pre_norm", "computes")
def pre_both_paths(x, sublayer, norm):
    return x + sublayer(norm(x)) + sublayer(x)


@wrong("residual_pre_norm", "computes|twice")
def pre_norm_sub_twice(x, sublayer, norm):
    y = x + sublayer(norm(x))
    return y + sublayer(norm(y))


@wrong("residual_pre_norm", "changes its input|input")
def pre_in_place(x, sublayer, norm):
    return x.add_(sublayer(norm(x)))


@wrong("residual_pre_norm", "norm(sublayer(x))")
def pre_arguments_swapped(x, norm, sublayer):
    return x + sublayer(norm(x))
