"""A second set for lessons 03, 04, 07 and 08: odder slips, and several at once."""

import math

import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# lesson 03 ----------------------------------------------------------------------------------------


@wrong("scaled_embedding", "not the row|row")
def scaled_modulo(weight, token_ids):
    return weight[token_ids % (len(weight) - 1)] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "factor|by d_model")
def scaled_before_and_after(weight, token_ids):
    weight = weight * math.sqrt(weight.shape[1])
    return weight[token_ids] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "factor")
def scaled_half_power(weight, token_ids):
    return weight[token_ids] * weight.shape[1] * 0.5


@wrong("scaled_embedding", "factor|length|number of tokens")
def scaled_by_tokens(weight, token_ids):
    return weight[token_ids] * token_ids.numel() ** 0.5


@wrong("scaled_embedding", "length one|unit|factor")
def scaled_normalised(weight, token_ids):
    return F.normalize(weight[token_ids], dim=-1) * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "added up|sum")
def scaled_summed(weight, token_ids):
    return weight[token_ids].sum(dim=-2) * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "one-hot|fit|shape|ids")
def scaled_matmul(weight, token_ids):
    return token_ids.to(weight.dtype) @ weight * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "repeated|unique|sorted|order")
def scaled_unique(weight, token_ids):
    return weight[torch.unique(token_ids)] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "first axis|last two|swapped|axes")
def scaled_batch_last(weight, token_ids):
    return weight.T[:, token_ids] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "tuple|values")
def scaled_pair(weight, token_ids):
    return weight[token_ids], math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "positions|multiples")
def scaled_with_positions(weight, token_ids):
    x = weight[token_ids] * math.sqrt(weight.shape[1])
    return x + torch.arange(x.shape[-2])[:, None] / 10


@wrong("one_hot_lookup", "scal|factor")
def hot_divided(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return hot @ weight / len(weight)


@wrong("one_hot_lookup", "softmax|share|no rows")
def hot_log(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return torch.log_softmax(hot, -1) @ weight


@wrong("one_hot_lookup", "end|row")
def hot_flipped(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype).flip(-1)
    return hot @ weight


@wrong("one_hot_lookup", "float32|dtype")
def hot_cast_both(weight, token_ids):
    return F.one_hot(token_ids, len(weight)).float() @ weight.float()


@wrong("one_hot_lookup", "whole numbers|fraction|int|dtype")
def hot_cast_weight(weight, token_ids):
    return F.one_hot(token_ids, len(weight)) @ weight.long()


@wrong("one_hot_lookup", "entry by entry|factor")
def hot_star(weight, token_ids):
    return (F.one_hot(token_ids, len(weight))[..., None] * weight).mean(-2)


@wrong("one_hot_lookup", "transposed|no rows|axes")
def hot_dim_zero(weight, token_ids):
    hot = torch.stack([(token_ids == v).to(weight.dtype) for v in range(len(weight))])
    return (hot.mT @ weight[:, None] if hot.ndim == 3 else hot @ weight).squeeze()


@wrong("one_hot_lookup", "axes|mean|averaged")
def hot_mean(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return (hot @ weight).mean(0)


@wrong("one_hot_lookup", "largest|max|row")
def hot_argmax(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return weight[hot.argmin(-1)]


# lesson 04 ----------------------------------------------------------------------------------------


@wrong("sinusoidal_positions", "turns|speed")
def sin_inverse_exponent(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (d_model / torch.arange(2, d_model + 2, 2))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "halves")
def sin_tensor2tensor(length, d_model):
    half = d_model // 2
    step = math.log(10000) / max(half - 1, 1)
    angles = torch.arange(length)[:, None] * torch.exp(-step * torch.arange(half))
    return torch.cat([angles.sin(), angles.cos()], 1)


@wrong("sinusoidal_positions", "half")
def sin_half_cos_first(length, d_model):
    freqs = torch.exp(-math.log(10000) * torch.arange(d_model // 2) / (d_model // 2))
    args = torch.arange(length)[:, None].float() * freqs[None]
    return torch.cat([torch.cos(args), torch.sin(args)], dim=-1)


@wrong("sinusoidal_positions", "from 1|row 0|Row 0|counted")
def sin_half_step(length, d_model):
    angles = (torch.arange(length)[:, None] + 0.5) / 10000 ** (
        torch.arange(0, d_model, 2) / d_model
    )
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "turns|d_model")
def sin_half_width(length, d_model):
    i = torch.arange(d_model // 2)
    angles = torch.arange(length)[:, None] / 10000 ** (2 * i / (d_model // 2))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "one angle|speed|turns")
def sin_squared(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin() ** 2, angles.cos() ** 2], -1).flatten(1)


@wrong("sinusoidal_positions", "backwards|sign|turns")
def sin_negative(length, d_model):
    angles = torch.arange(length)[:, None] * -(10000 ** (-torch.arange(0, d_model, 2) / d_model))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "multiplied")
def sin_scaled(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1) * math.sqrt(2 / d_model)


@wrong("sinusoidal_positions", "evenly|step|angle|speed")
def sin_position_squared(length, d_model):
    angles = torch.arange(length)[:, None] ** 2 / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "one too|row")
def sin_one_more(length, d_model):
    angles = torch.arange(length + 1)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "twice|wide|column|size|axis")
def sin_too_wide(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "same speed|turns|speed")
def sin_linear(length, d_model):
    i = torch.arange(d_model // 2)
    angles = torch.arange(length)[:, None] / (1 + 10000 * 2 * i / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "missing|Row 0")
def sin_forgot_cos(length, d_model):
    return torch.sin(torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model) / d_model))


# lesson 07 ----------------------------------------------------------------------------------------


@wrong("split_heads", "cut|more than one token|order|numbers")
def split_flat(x, num_heads):
    return x.flatten().reshape(num_heads, x.shape[0], x.shape[1], -1).transpose(0, 1)


@wrong("split_heads", "shuffled|every num_heads-th|order")
def split_rearranged(x, num_heads):
    size = x.shape[-1] // num_heads
    return x.reshape(*x.shape[:2], size, num_heads).movedim(-1, 1)


@wrong("split_heads", "order|axes|swapped")
def split_movedim(x, num_heads):
    return x.reshape(*x.shape[:2], num_heads, -1).movedim(1, -1)


@wrong("split_heads", "first")
def split_only_head_zero(x, num_heads):
    size = x.shape[-1] // num_heads
    return x[:, None, :, :size].repeat(1, num_heads, 1, 1)


@wrong("split_heads", "zeros|size of axis 3")
def split_masked(x, num_heads):
    size = x.shape[-1] // num_heads
    out = x[:, None].repeat(1, num_heads, 1, 1)
    for h in range(num_heads):
        out[:, h, :, : h * size] = 0
        out[:, h, :, (h + 1) * size :] = 0
    return out


@wrong("split_heads", "token|roll|feature")
def split_shifted(x, num_heads):
    x = x.roll(1, -1)
    return x.reshape(*x.shape[:2], num_heads, -1).transpose(1, 2)


@wrong("split_heads", "axis of size one|features are not split|size")
def split_unsqueezed(x, num_heads):
    return x.unsqueeze(1)


@wrong("split_heads", "unpack|number of sizes|sizes|axes")
def split_unpacks_two(x, num_heads):
    length, d_model = x.shape
    return x.view(length, num_heads, d_model // num_heads).transpose(0, 1)


@wrong("merge_heads", "order|swapped with the last")
def merge_swapaxes_wrong(x):
    return x.swapaxes(1, 3).reshape(x.shape[0], x.shape[2], -1)


@wrong("merge_heads", "heads|reverse|order")
def merge_rolled(x):
    return torch.cat(x.roll(1, 1).unbind(1), -1)


@wrong("merge_heads", "first item|first sentence")
def merge_item_zero(x):
    return torch.cat([x[0, h] for h in range(x.shape[1])], -1)[None]


@wrong("merge_heads", "factor|averaged|too small|divided")
def merge_average_wide(x):
    return torch.cat(x.unbind(1), -1) / x.shape[1]


@wrong("merge_heads", "unpack|sizes|axes|not defined|name")
def merge_undefined(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], d_model)


@wrong("merge_heads", "joined|batch")
def merge_tokens_flat(x):
    return x.transpose(1, 2).reshape(-1, x.shape[1] * x.shape[3])


@wrong("merge_heads", "zeros")
def merge_overwrites(x):
    out = x.new_zeros(x.shape[0], x.shape[2], x.shape[1] * x.shape[3])
    for h in range(x.shape[1]):
        out[..., : x.shape[3]] = x[:, h]
    return out


MHA = "multi_head_attention"


def cut(x, n):
    return x.reshape(*x.shape[:2], n, -1).transpose(1, 2)


def glue(x):
    return x.transpose(1, 2).flatten(2)


def attend(q, k, v, mask, scale=None):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale)


@wrong(MHA, "last projection")
def mha_w_o_per_token_only(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    return glue(attend(q, k, v, mask)) * w_o.diagonal()


@wrong(MHA, "x_q|x_kv|self")
def mha_keys_from_queries(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_q @ w_k, num_heads), cut(x_q @ w_v, num_heads)
    return glue(attend(q, k, v, mask)) @ w_o


@wrong(MHA, "d_model|d_head|scale|root")
def mha_no_scale(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    return glue(attend(q, k, v, mask, scale=1.0)) @ w_o


@wrong(MHA, "d_model|d_head|scale|heads")
def mha_scale_by_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    return glue(attend(q, k, v, mask, scale=1 / num_heads)) @ w_o


@wrong(MHA, "w_v|Values: x_kv @ w_o|w_o")
def mha_v_through_w_o(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_o, num_heads)
    return glue(attend(q, k, v, mask)) @ w_o


@wrong(MHA, "w_q.T|w_k.T|transposed")
def mha_two_transposed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k = cut(x_q @ w_q.T, num_heads), cut(x_kv @ w_k.T, num_heads)
    return glue(attend(q, k, cut(x_kv @ w_v, num_heads), mask)) @ w_o


@wrong(MHA, "head|mask")
def mha_mask_per_batch(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    if mask is not None and mask.ndim == 4:
        mask = mask.any(1, keepdim=True)
    return glue(attend(q, k, v, mask)) @ w_o


@wrong(MHA, "mask")
def mha_mask_all_items(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    if mask is not None and mask.ndim == 4:
        mask = mask.all(0, keepdim=True)
    return glue(attend(q, k, v, mask)) @ w_o


@wrong(MHA, "heads|reverse|merge|mixture")
def mha_heads_rotated(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    return glue(attend(q, k, v, mask).roll(1, 1)) @ w_o


@wrong(MHA, "values|head")
def mha_values_reversed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    return glue(attend(q, k, v.flip(1), mask)) @ w_o


@wrong(MHA, "scores are cut off")
def mha_relu_weights(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    w = torch.relu(q @ k.mT / math.sqrt(q.shape[-1]))
    w = w if mask is None else w * mask
    return glue(w / w.sum(-1, keepdim=True).clamp(min=1e-6) @ v) @ w_o


@wrong(MHA, "scores")
def mha_cosine(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    return glue(attend(F.normalize(q, dim=-1), F.normalize(k, dim=-1), v, mask)) @ w_o


@wrong(MHA, "finite|share|masked|-inf|less than")
def mha_tiny_fill(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e-9)
    return glue(scores.softmax(-1) @ v) @ w_o


@wrong(MHA, "side by side|averaged|added")
def mha_mean_of_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    mean = attend(q, k, v, mask).mean(1)
    return torch.cat([mean] * num_heads, -1) @ w_o


@wrong(MHA, "loop|last|first|head|missing")
def mha_last_head_stays(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads), cut(x_kv @ w_v, num_heads)
    out = attend(q, k, v, mask)
    return torch.cat([out[:, -1]] * num_heads, -1) @ w_o


@wrong(MHA, "last projection")
def mha_w_o_before_merge(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k = cut(x_q @ w_q, num_heads), cut(x_kv @ w_k, num_heads)
    v = cut(x_kv @ w_v @ w_o, num_heads)
    return glue(attend(q, k, v, mask))


# lesson 08 ----------------------------------------------------------------------------------------


@wrong("layer_norm", "d - 1|gamma|beta")
def norm_unbiased_plain(x, gamma, beta, eps):
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + eps)


@wrong("layer_norm", "tokens|length")
def norm_time(x, gamma, beta, eps):
    m, v = x.mean(1, keepdim=True), x.var(1, keepdim=True, unbiased=False)
    return (x - m) / torch.sqrt(v + eps) * gamma + beta


@wrong("layer_norm", "d - 1|tokens|length")
def norm_time_unbiased(x, gamma, beta, eps):
    return (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + eps) * gamma + beta


@wrong("layer_norm", "spread|divisor|multiplies")
def norm_eps_times(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    return gamma * c / torch.sqrt(c.square().mean(-1, keepdim=True) * (1 + eps)) + beta


@wrong("layer_norm", "gamma|beta")
def norm_affine_first(x, gamma, beta, eps):
    return F.layer_norm(x * gamma + beta, x.shape[-1:], eps=eps)


@wrong("layer_norm", "divides|multiplies|takes off|mean")
def norm_wrong_mean(x, gamma, beta, eps):
    m = x.sum(-1, keepdim=True) / (x.shape[-1] - 1 or 1)
    v = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta


@wrong("layer_norm", "softmax|centred|zero|beta|spread|mean")
def norm_softmax(x, gamma, beta, eps):
    return torch.softmax(x, -1) * gamma + beta


@wrong("layer_norm", "root|variance|divisor|spread")
def norm_fourth_root(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    return gamma * c / (c.square().mean(-1, keepdim=True) + eps).sqrt().sqrt() + beta


@wrong("layer_norm", "eps")
def norm_eps_max(x, gamma, beta, eps):
    c = x - x.mean(-1, keepdim=True)
    return gamma * c / c.square().mean(-1, keepdim=True).sqrt().clamp(min=eps) + beta


@wrong("layer_norm", "gamma")
def norm_gamma_squared(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, None, eps) * gamma + beta


@wrong("layer_norm", "beta|tuple|values")
def norm_returns_stats(x, gamma, beta, eps):
    m, v = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta, m, v


@wrong("feed_forward", "activation|turns")
def ffn_celu(x, w1, b1, w2, b2):
    return F.celu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "activation|turns|relu")
def ffn_max_one(x, w1, b1, w2, b2):
    return (x @ w1 + b1).clamp(min=1) @ w2 + b2


@wrong("feed_forward", "activation|turns|absolute")
def ffn_square(x, w1, b1, w2, b2):
    return (x @ w1 + b1) ** 2 @ w2 + b2


@wrong("feed_forward", "relu")
def ffn_relu_weights(x, w1, b1, w2, b2):
    return (x @ F.relu(w1) + b1) @ w2 + b2


@wrong("feed_forward", "b1|b2|bias")
def ffn_no_biases(x, w1, b1, w2, b2):
    return F.relu(x @ w1) @ w2


@wrong("feed_forward", "b1|b2|bias|after")
def ffn_no_b1_relu_late(x, w1, b1, w2, b2):
    return F.relu(x @ w1 @ w2 + b2)


@wrong("feed_forward", "residual|x is added|after")
def ffn_residual_relu(x, w1, b1, w2, b2):
    return F.relu(x + F.relu(x @ w1 + b1) @ w2 + b2)


@wrong("feed_forward", "token|mixed|time|flatten")
def ffn_max_pool(x, w1, b1, w2, b2):
    h = F.relu(x @ w1 + b1)
    return h.amax(-2, keepdim=True).expand_as(h) @ w2 + b2


@wrong("feed_forward", "token|mixed|softmax|time")
def ffn_time_softmax(x, w1, b1, w2, b2):
    return torch.softmax(x @ w1 + b1, dim=1) @ w2 + b2


@wrong("feed_forward", "activation|turns|dropout|b1")
def ffn_relu_shifted(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1 - 1) @ w2 + b2


@wrong("residual_post_norm", "computes")
def post_three(x, sublayer, norm):
    return norm(x + sublayer(x) + norm(x))


@wrong("residual_post_norm", "subtract|computes|-")
def post_minus(x, sublayer, norm):
    return norm(sublayer(x) - x)


@wrong("residual_post_norm", "computes|sublayer")
def post_sub_norm_sub(x, sublayer, norm):
    return norm(sublayer(norm(x + sublayer(x))))


@wrong("residual_post_norm", "halved|computes|mean")
def post_mean(x, sublayer, norm):
    return norm(torch.stack([x, sublayer(x)]).mean(0))


@wrong("residual_post_norm", "no norm")
def post_identity_norm(x, sublayer, norm):
    return (lambda y: y)(x + sublayer(x))


@wrong("residual_pre_norm", "normalised x is added")
def pre_residual_after(x, sublayer, norm):
    residual = x = norm(x)
    return residual + sublayer(x)


@wrong("residual_pre_norm", "computes|norm")
def pre_final_norm(x, sublayer, norm):
    return norm(x) + norm(sublayer(norm(x)))


@wrong("residual_pre_norm", "computes|twice")
def pre_norm_of_both(x, sublayer, norm):
    h = norm(x)
    return x + h + sublayer(h)


@wrong("residual_pre_norm", "function|called")
def pre_composed(x, sublayer, norm):
    return x + sublayer(norm)


@wrong("residual_pre_norm", "multiplied|\\*|computes")
def pre_gated(x, sublayer, norm):
    return x * sublayer(norm(x)) + x
