"""Wrong answers of learners at their second try: nearly right, or right in another task.

Each entry of ``UNSEEN``: exercise, wrong answer, words of which one must stand in slug or
diagnosis.
"""

import math
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(exercise, told):
    def keep(fn):
        UNSEEN.append((exercise, fn, told))
        return fn

    return keep


# --- 02


@wrong("softmax", "nan|NaN|masked|large|overflow")
def nan_to_num_over_naive(x, dim):
    e = x.exp()
    return (e / e.sum(dim, keepdim=True)).nan_to_num(1.0)


@wrong("softmax", "float64|float32|digits|dtype")
def buffer_in_the_default_dtype(x, dim):
    out = torch.zeros(x.shape)
    e = (x - x.amax(dim, keepdim=True)).exp()
    out[:] = e / e.sum(dim, keepdim=True)
    return out


@wrong("softmax", "axis|dim")
def for_loop_over_rows(x, dim):
    return torch.stack([F.softmax(row, dim=-1) for row in x])


@wrong("softmax", "max|argmax|NaN|index|largest")
def argmax_for_max(x, dim):
    e = (x - x.argmax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "positive|negative|absolute|sign|NaN")
def absolute_maximum(x, dim):
    e = (x - x.abs().amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "chang")
def subtracts_in_place(x, dim):
    x -= x.amax(dim, keepdim=True)
    return x.exp() / x.exp().sum(dim, keepdim=True)


@wrong("cross_entropy", "float|number|tensor")
def loss_as_item(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, targets.reshape(-1)).item()


@wrong("cross_entropy", "diagonal|target|row|position|class|square|index")
def select_along_the_wrong_axis(logits, targets):
    logp = logits.reshape(-1, logits.shape[-1]).log_softmax(-1)
    return -logp.index_select(1, targets.reshape(-1)).diagonal().sum() / logits.shape[-1]


@wrong("cross_entropy", "row|averag|mean|batch|last|max|max|sum")
def only_the_maximum_subtracted(logits, targets):
    z = logits - logits.amax(-1, keepdim=True)
    return -z.gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "detach|gradient|input|chang")
def overwrites_the_logits(logits, targets):
    logits -= logits.logsumexp(-1, keepdim=True)
    return -logits.gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "smooth|label")
def default_smoothing(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, targets.reshape(-1), label_smoothing=0.1)


@wrong("cross_entropy", "classes|number|V|log")
def per_class_normalised(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, targets.reshape(-1)) / math.log(max(2, logits.shape[-1]))


@wrong("cross_entropy_masked", "chang")
def writes_zero_into_targets(logits, targets, ignore_index):
    keep = targets != ignore_index
    targets[~keep] = 0
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum()


@wrong("cross_entropy_masked", "batch|sentences|number|divided|rows")
def divides_by_the_batch(logits, targets, ignore_index):
    flat = logits.reshape(-1, logits.shape[-1])
    loss = F.cross_entropy(flat, targets.reshape(-1), ignore_index=ignore_index, reduction="sum")
    return loss / targets.shape[0]


@wrong("cross_entropy_masked", "1e-|small|divisor|one more|+ 1|count|divided|too")
def one_added_to_the_count(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0]
    return (nll * keep).sum() / (keep.sum() + 1)


@wrong("cross_entropy_masked", "index|range|negative|-100|out|does not exist")
def gathers_before_it_masks(logits, targets, ignore_index):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return nll[targets != ignore_index].mean()


@wrong("cross_entropy_masked", "0|zero|pad")
def ignores_zero_too(logits, targets, ignore_index):
    keep = (targets != ignore_index) & (targets != 0)
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("cross_entropy_masked", "not|all|ignored|mask|nothing|every|no ")
def clamps_instead_of_masking(logits, targets, ignore_index):
    safe = targets.masked_fill(targets == ignore_index, 0)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), safe.reshape(-1))


# --- 03, 04


@wrong("scaled_embedding", "root|sqrt|once|scaled|twice|d_model")
def scales_on_both_sides(weight, token_ids):
    return (weight * weight.shape[1] ** 0.5)[token_ids] * weight.shape[1] ** 0.5


@wrong("scaled_embedding", "position|added|+|multiples")
def adds_position_numbers(weight, token_ids):
    out = weight[token_ids] * weight.shape[1] ** 0.5
    return out + torch.arange(token_ids.shape[-1], dtype=weight.dtype)[:, None]


@wrong("scaled_embedding", "half|d_model / 2|factor|2")
def half_of_the_width(weight, token_ids):
    return weight[token_ids] * (weight.shape[1] / 2)


@wrong("scaled_embedding", "view|shape|axes|flat|reshape|order")
def reshaped_to_the_wrong_order(weight, token_ids):
    out = weight[token_ids] * weight.shape[1] ** 0.5
    return out.reshape(*token_ids.shape[:-1], weight.shape[1], token_ids.shape[-1])


@wrong("scaled_embedding", "range|large|clamp|last|row|most|wrong")
def clamps_the_ids(weight, token_ids):
    return weight[token_ids.clamp(1, weight.shape[0] - 2)] * weight.shape[1] ** 0.5


@wrong("one_hot_lookup", "d_model|wide|column|size|shape")
def one_hot_of_the_model_width(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[1]).to(weight.dtype) @ weight


@wrong("one_hot_lookup", "transposed|weight.T|axis|axes|words|shape")
def product_the_other_way(weight, token_ids):
    hot = F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)
    return weight.T @ hot.mT


@wrong("one_hot_lookup", "row|column|dim|axis")
def indexes_columns_of_the_eye(weight, token_ids):
    return torch.eye(weight.shape[0], dtype=weight.dtype)[:, token_ids] @ weight


@wrong("one_hot_lookup", "0|zero|pad")
def hot_without_padding(weight, token_ids):
    hot = F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)
    hot[..., 0] = 0
    return hot @ weight


@wrong("sinusoidal_positions", "cosine|column|even|odd|own")
def cosine_of_its_own_frequency(length, d_model):
    j = torch.arange(d_model)
    angle = torch.arange(length)[:, None] / 10000 ** (j / d_model)
    return torch.where(j % 2 == 0, angle.sin(), angle.cos())


@wrong("sinusoidal_positions", "exponent|i/d_model|half|2i")
def pair_index_without_the_two(length, d_model):
    i = torch.arange(d_model // 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "axis|stack|column|order|rows|half")
def stacked_then_viewed(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    return torch.stack([angle.sin(), angle.cos()]).view(length, d_model)


@wrong("sinusoidal_positions", "wave|base|speed|exponent|10000|frequenc|turn")
def rope_base_of_half_width(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / (d_model // 2))
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "1|row 0|Row 0|position")
def padding_row_first(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    table = torch.stack([angle.sin(), angle.cos()], -1).flatten(1)
    return torch.cat([torch.zeros(1, d_model), table[:-1]])


@wrong("sinusoidal_positions", "sine|cosine|complex|real|column")
def the_same_angle_twice(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    table = torch.zeros(length, d_model)
    table[:, ::2] = angle.sin()
    table[:, ::2] = angle.cos()
    return table


# --- 05, 06


def _scores(q, k):
    return q @ k.mT / q.shape[-1] ** 0.5


@wrong("attention", "quer|column|axis|keys")
def softmax_down_the_columns(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-2).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "axis|keys|-1|first")
def softmax_along_dim_one(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = torch.nan_to_num(F.softmax(s, dim=1))
    return w @ v, w


@wrong("attention", "nothing|empty|zero|first|query|row")
def first_key_for_the_lonely(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
        lonely = ~mask.any(-1, keepdim=True)
        s = torch.where(lonely, 0.0, s)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "output|mean|average|NaN|nothing|zero")
def lonely_output_forgotten(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1)
    return w @ v, w.nan_to_num(0.0)


@wrong("attention", "low|far|finite|fill|cut|zero|small|-1")
def exponentials_of_clamped_scores(q, k, v, mask=None):
    s = _scores(q, k).clamp(-50, 50)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "softmax|sum|less than one|after")
def masks_the_weights(q, k, v, mask=None):
    w = _scores(q, k).softmax(-1)
    if mask is not None:
        w = w.masked_fill(~mask, 0)
    return w @ v, w


@wrong("attention", "d_k|scale|sqrt|root")
def scales_only_without_a_mask(q, k, v, mask=None):
    if mask is None:
        w = _scores(q, k).softmax(-1)
    else:
        w = (q @ k.mT).masked_fill(~mask, -torch.inf).softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "transposed|k.T|axes|axis|shape|last two")
def numpy_style_transpose(q, k, v, mask=None):
    s = q @ k.T / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "axes|einsum|dimension|fixed|shape|letters")
def einsum_for_four_axes(q, k, v, mask=None):
    s = torch.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "mask|bool|ambiguous|None")
def truth_of_the_mask(q, k, v, mask=None):
    s = _scores(q, k)
    if mask:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "invert|other way|opposite|allowed|True")
def true_is_padding(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("attention", "float16|half|precision|dtype|float64")
def half_precision_inside(q, k, v, mask=None):
    s = _scores(q.half(), k.half())
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v.half(), w


@wrong("padding_mask", "first|batch|sentence|item")
def mask_of_the_first_sentence(token_ids, pad_id):
    return (token_ids[:1] != pad_id)[:, None, None, :].expand(len(token_ids), 1, 1, -1)


@wrong("padding_mask", "len|square|quer|expand|spread")
def outer_product_of_keeps(token_ids, pad_id):
    keep = token_ids != pad_id
    return (keep[:, :, None] & keep[:, None, :])[:, None]


@wrong("padding_mask", "inf|additive|bool|added")
def large_negative_for_pads(token_ids, pad_id):
    return (token_ids == pad_id)[:, None, None, :].float() * -1e9


@wrong("padding_mask", "first pad|after|later|everything|front|end")
def up_to_the_first_pad(token_ids, pad_id):
    return (token_ids != pad_id).cumprod(-1).bool()[:, None, None, :]


@wrong("causal_mask", "diagonal|itself|own")
def only_the_strict_past(size):
    return torch.tril(torch.ones(size, size), -1) == 1


@wrong("causal_mask", "invert|future|opposite|swapped")
def one_is_blocked(size):
    return torch.triu(torch.ones((size, size), dtype=torch.bool), diagonal=1)


@wrong("causal_mask", "size|too long|large|shape|one")
def one_row_more(size):
    return torch.ones(size + 1, size + 1).tril().bool()


@wrong("causal_mask", "uint8|bool|int")
def bytes_of_old_torch(size):
    return torch.tril(torch.ones(size, size, dtype=torch.uint8))


@wrong("causal_mask", "numpy")
def numpy_array(size):
    return np.tril(np.ones((size, size))).astype(bool)


@wrong("causal_mask", "multiple|divis|%|parity|pattern|forbids|allows|past|future")
def remainder_for_comparison(size):
    i = torch.arange(size)
    return (i[:, None] - i).remainder(size + 1) < 2


@wrong("decoder_mask", "future|causal|padding alone|visible|only")
def padding_without_the_triangle(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :].expand(-1, -1, n, -1)


@wrong("decoder_mask", "invert|opposite|other way|hidden|hides")
def torch_convention(token_ids, pad_id):
    n = token_ids.shape[1]
    keep = (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).tril().bool()
    return ~keep


@wrong("decoder_mask", "itself|own|diagonal|see")
def pads_see_themselves(token_ids, pad_id):
    n = token_ids.shape[1]
    keep = (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).tril().bool()
    return keep | torch.eye(n).bool()


@wrong("decoder_mask", "0|pad_id|hard|whatever")
def pads_are_zero(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != 0)[:, None, None, :] & torch.ones(n, n).tril().bool()


@wrong("decoder_mask", "upper|future|triu|past|visible")
def triangle_upside_down(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).triu().bool()


@wrong("additive_mask", "finite|largest|min|-inf|smallest")
def lowest_of_the_dtype(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, torch.finfo(dtype).min)


@wrong("additive_mask", "NaN|0 *|not a number")
def inverse_times_infinity(mask, dtype):
    return (~mask).to(dtype) * -torch.inf


@wrong("additive_mask", "0|bool|dtype|True")
def fills_the_boolean_mask(mask, dtype):
    return mask.masked_fill(~mask, float("-inf")).to(dtype)


@wrong("additive_mask", "chang|in place|float|bool|cannot")
def assigns_into_the_mask(mask, dtype):
    out = mask.to(dtype)
    out[out == 0] = float("-inf")
    return out


# --- 07


@wrong("split_heads", "len|transpose|axis|swapped|(batch, len, heads")
def forgets_to_swap(x, num_heads):
    return x.reshape(*x.shape[:2], num_heads, -1)


@wrong("split_heads", "order|feature|cut|every|interleav|(d h)")
def head_index_runs_fastest(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, d // num_heads, num_heads).permute(0, 3, 1, 2)


@wrong("split_heads", "float|//|whole")
def true_division_of_the_width(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, num_heads, d / num_heads).transpose(1, 2)


@wrong("split_heads", "list|tuple|tensor|stack")
def chunks_in_a_list(x, num_heads):
    return list(x.chunk(num_heads, dim=-1))


@wrong("split_heads", "batch|order|axes")
def batch_and_heads_mixed(x, num_heads):
    b, t, _ = x.shape
    return x.reshape(b * t, num_heads, -1).transpose(0, 1).reshape(b, num_heads, t, -1)


@wrong("merge_heads", "last|axis|order|len")
def concatenated_on_the_wrong_axis(x):
    return torch.cat(list(x.unbind(1)), dim=-2)


@wrong("merge_heads", "joined|axes|flatten|(batch, len, heads")
def swapped_but_not_joined(x):
    return x.permute(0, 2, 1, 3)


@wrong("merge_heads", "swap|axes|order|mix|transpose")
def swaps_the_last_two(x):
    b, h, t, d = x.shape
    return x.transpose(2, 3).reshape(b, t, h * d)


@wrong("merge_heads", "sum|add")
def heads_summed(x):
    return x.sum(1)


@wrong("merge_heads", "reverse|order")
def heads_in_reverse(x):
    return torch.cat(list(x.unbind(1))[::-1], -1)


def _cut(x, h):
    return x.unflatten(-1, (h, -1)).transpose(1, 2)


def _attend(q, k, v, mask, scale=None, dim=-1):
    s = q @ k.mT * (scale or q.shape[-1] ** -0.5)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    return s.softmax(dim).nan_to_num(0.0) @ v


@wrong("multi_head_attention", "quer|column|axis|keys")
def mha_softmax_over_queries(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    return _attend(q, k, v, mask, dim=-2).transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "view|split|cut|head|order")
def mha_split_by_view(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def cut(x):
        return x.reshape(x.shape[0], num_heads, x.shape[1], -1)

    out = _attend(cut(x_q @ w_q), cut(x_kv @ w_k), cut(x_kv @ w_v), mask)
    return out.transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "key|x_kv|x_q|self")
def mha_only_self(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x_q @ w, num_heads) for w in (w_q, w_k, w_v))
    return _attend(q, k, v, mask).transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "scal|sqrt|d_head|root")
def mha_scaled_twice(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    q = q / q.shape[-1] ** 0.5
    return F.scaled_dot_product_attention(q, k, v, mask).transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "mask|axis|axes|shape|fit")
def mha_mask_gets_a_head_axis(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    mask = None if mask is None else mask[:, None]
    return _attend(q, k, v, mask).transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "w_o|transpos|projection")
def mha_w_o_transposed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    return F.linear(_attend(q, k, v, mask).transpose(1, 2).flatten(2), w_o)


@wrong("multi_head_attention", "NaN|nothing|0/0|empty")
def mha_lonely_query(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    s = q @ k.mT * q.shape[-1] ** -0.5
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    return (s.softmax(-1) @ v).transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "interleav|feature|head|order|cut|stride")
def mha_heads_by_stride(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def cut(x):
        return x.unflatten(-1, (-1, num_heads)).permute(0, 3, 1, 2)

    out = _attend(cut(x_q @ w_q), cut(x_kv @ w_k), cut(x_kv @ w_v), mask)
    return out.transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "value|w_v|key|w_k")
def mha_keys_as_values(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads)
    return _attend(q, k, k, mask).transpose(1, 2).flatten(2) @ w_o


# --- 08


@wrong("layer_norm", "batch|axis|first")
def statistics_of_the_batch(x, gamma, beta, eps):
    var, mean = torch.var_mean(x, tuple(range(x.ndim - 1)), correction=0)
    return gamma * (x - mean) / (var + eps).sqrt() + beta


@wrong("layer_norm", "d - 1|unbiased|n - 1")
def torch_var_as_it_is(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True)
    return gamma * (x - mean) / torch.sqrt(var + eps) + beta


@wrong("layer_norm", "beta|subtract|sign")
def beta_taken_off(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, None, eps) - beta


@wrong("layer_norm", "gamma|stretch|divid")
def gamma_in_the_divisor(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], None, None, eps) / gamma + beta


@wrong("layer_norm", "gamma|beta|swap")
def gamma_and_beta_exchanged(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], beta, gamma, eps)


@wrong("layer_norm", "eps|square|twice|outside")
def eps_squared(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta, eps**2)


@wrong("layer_norm", "keepdim|shape|fit|axis|line")
def no_keepdim(x, gamma, beta, eps):
    mean, var = x.mean(-1), x.var(-1, correction=0)
    return gamma * (x - mean) / (var + eps).sqrt() + beta


@wrong("layer_norm", "median|mean|centre|average|middle|half")
def median_for_mean(x, gamma, beta, eps):
    d = x - x.median(-1, keepdim=True).values
    return gamma * d / (x.var(-1, keepdim=True, correction=0) + eps).sqrt() + beta


@wrong("layer_norm", "min|max|range|spread|divisor|largest")
def min_max_scaling(x, gamma, beta, eps):
    low, high = x.amin(-1, keepdim=True), x.amax(-1, keepdim=True)
    return gamma * (x - low) / (high - low + eps) + beta


@wrong("layer_norm", "mean|square|variance|centre|divisor|moment|spread|stretch")
def second_moment_for_variance(x, gamma, beta, eps):
    d = x - x.mean(-1, keepdim=True)
    return gamma * d * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) + beta


@wrong("feed_forward", "ReLU|relu|activation|linear")
def two_linear_maps(x, w1, b1, w2, b2):
    return x @ (w1 @ w2) + b1 @ w2 + b2


@wrong("feed_forward", "b2|bias|second")
def second_bias_forgotten(x, w1, b1, w2, b2):
    return F.relu(x @ w1 + b1) @ w2


@wrong("feed_forward", "b1|bias|first")
def first_bias_forgotten(x, w1, b1, w2, b2):
    return F.relu(x @ w1) @ w2 + b2


@wrong("feed_forward", "SiLU|silu|swish")
def silu_of_llama(x, w1, b1, w2, b2):
    return F.silu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "leak|slope|negative|0.01")
def leaky(x, w1, b1, w2, b2):
    return F.leaky_relu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "both|second|twice|end|last|again|output")
def relu_on_both(x, w1, b1, w2, b2):
    return F.relu(F.relu(x @ w1 + b1) @ w2 + b2)


@wrong("feed_forward", "softmax|sum")
def softmax_in_the_middle(x, w1, b1, w2, b2):
    return F.softmax(x @ w1 + b1, -1) @ w2 + b2


@wrong("feed_forward", "relu|sign|min|negative|invert")
def relu_the_wrong_way(x, w1, b1, w2, b2):
    return (x @ w1 + b1).clamp(max=0) @ w2 + b2


@wrong("residual_post_norm", "norm(x)|residual|path")
def post_norm_of_x_only(x, sublayer, norm):
    return norm(x) + sublayer(x)


@wrong("residual_post_norm", "twice|again|more|x")
def post_adds_x_after(x, sublayer, norm):
    return norm(sublayer(x) + x) + x


@wrong("residual_post_norm", "concat|cat|side|added|shape|width")
def post_concatenates(x, sublayer, norm):
    return norm(torch.cat([x, sublayer(x)], dim=-1))


@wrong("residual_post_norm", "function|norm")
def post_returns_the_function(x, sublayer, norm):
    return lambda: norm(x + sublayer(x))


@wrong("residual_post_norm", "0.5|half|average|mean|halved|factor")
def post_averages(x, sublayer, norm):
    return norm(x) * 0.5 + norm(sublayer(x)) * 0.5


@wrong("residual_pre_norm", "norm(x + |twice|end|after")
def pre_with_a_norm_at_the_end(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("residual_pre_norm", "chang")
def pre_adds_into_x(x, sublayer, norm):
    x += sublayer(norm(x))
    return x


@wrong("residual_pre_norm", "half|scal|0.1|factor|* sublayer|times")
def pre_scaled_branch(x, sublayer, norm):
    return x + 0.1 * sublayer(norm(x))


@wrong("residual_pre_norm", "minus|subtract|sign|formula")
def pre_subtracts(x, sublayer, norm):
    return sublayer(norm(x)) - x


# --- 10, 11


@wrong("shift_right", "swap|order|exchang|other")
def labels_come_first(target_ids):
    return target_ids[:, 1:], target_ids[:, :-1]


@wrong("shift_right", "long|last|cut|input")
def input_keeps_the_end(target_ids):
    return target_ids, target_ids[:, 1:]


@wrong("shift_right", "one|only|two|input|pair|tuple")
def decoder_input_alone(target_ids):
    return target_ids[:, :-1]


@wrong("shift_right", "short|eos|label|early")
def labels_without_their_end(target_ids):
    return target_ids[:, :-1], target_ids[:, 1:-1]


@wrong("shift_right", "eos|value|id|drop|remov|row")
def removes_eos_by_value(target_ids):
    eos = target_ids[0, -1]
    rows = [row[row != eos] for row in target_ids]
    return torch.stack([row[: target_ids.shape[1] - 1] for row in rows]), target_ids[:, 1:]


@wrong("shift_right", "list|tensor")
def lists_of_ids(target_ids):
    rows = target_ids.tolist()
    return [row[:-1] for row in rows], [row[1:] for row in rows]


@wrong("clip_by_global_norm", "spectral|matrix|singular|norm")
def matrix_norm_of_matrices(grads, max_norm):
    parts = [torch.linalg.norm(g, ord=2) if g.ndim == 2 else g.norm() for g in grads]
    total = torch.stack(parts).norm()
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "root|square")
def squares_without_root(grads, max_norm):
    total = sum(g.square().sum() for g in grads)
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "absolute|sum|L1|norm")
def l1_norm(grads, max_norm):
    total = sum(g.abs().sum() for g in grads)
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "None|nothing|not started|chang|return")
def torch_utility_forgets_to_return(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    if total > max_norm:
        return [g * max_norm / total for g in grads]


@wrong("clip_by_global_norm", "root|twice|scal|square|factor|again")
def divides_by_the_norm_only(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    return [g / total if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "first|only|one")
def norm_of_the_first(grads, max_norm):
    total = grads[0].norm()
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "generator|list")
def lazy_generator(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    scale = (max_norm / total).clamp(max=1)
    return (g * scale for g in grads)


@wrong("scale_micro_batch_losses", "largest|max|share")
def relative_to_the_largest(losses, token_counts):
    most = max(token_counts)
    pairs = zip(losses, token_counts, strict=True)
    return sum(loss * n / most for loss, n in pairs) / len(losses)


@wrong("scale_micro_batch_losses", "sum|add")
def losses_added(losses, token_counts):
    return sum(losses)


@wrong("scale_micro_batch_losses", "divid|upside|inverse|small")
def divided_by_own_counts(losses, token_counts):
    return sum(loss / n for loss, n in zip(losses, token_counts, strict=True))


@wrong("scale_micro_batch_losses", "list|each|one|sum")
def a_loss_for_each(losses, token_counts):
    n = sum(token_counts)
    return [loss * c / n for loss, c in zip(losses, token_counts, strict=True)]


@wrong("scale_micro_batch_losses", "last|first|only")
def last_loss_only(losses, token_counts):
    return losses[-1] * token_counts[-1] / sum(token_counts)


@wrong("scale_micro_batch_losses", "whole|integer|//|zero|round")
def integer_shares(losses, token_counts):
    n = sum(token_counts)
    return sum(loss * (c // n) for loss, c in zip(losses, token_counts, strict=True))


@wrong("noam_lr", "root|power|0.5|d_model")
def divided_by_d_model(step, d_model, warmup):
    return min(step**-0.5, step * warmup**-1.5) / d_model


@wrong("noam_lr", "step|root|power|rising|linear|warm")
def root_of_step_while_rising(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step**0.5 * warmup**-1)


@wrong("noam_lr", "step|1 /|power|fall|root|after")
def falls_as_one_over_step(step, d_model, warmup):
    return d_model**-0.5 * min(1 / step, step * warmup**-1.5)


@wrong("noam_lr", "sum|added|plus|min")
def sum_of_both_curves(step, d_model, warmup):
    return d_model**-0.5 * (step**-0.5 + step * warmup**-1.5)


@wrong("noam_lr", "0|start|step - 1|late|behind|one step")
def one_step_behind(step, d_model, warmup):
    step = max(step - 1, 1)
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "cos|after|warm|fall|decay|shape|curve|past|beyond")
def cosine_after_warmup(step, d_model, warmup):
    peak = (d_model * warmup) ** -0.5
    if step < warmup:
        return peak * step / warmup
    return peak * 0.5 * (1 + math.cos(math.pi * min(1, (step - warmup) / (9 * warmup))))


@wrong("noam_lr", "whole|integer|//|0|round|zero")
def integer_division_by_warmup(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step // warmup * warmup**-0.5)


def _step(p, g, m, v, t, lr, betas, eps, wd, root=None, c1=None, c2=None):
    m = betas[0] * m + (1 - betas[0]) * g
    v = betas[1] * v + (1 - betas[1]) * g * g
    mh, vh = m / (c1 or 1 - betas[0] ** t), v / (c2 or 1 - betas[1] ** t)
    move = mh / (root(vh) if root else vh.sqrt() + eps)
    return p - lr * move - lr * wd * p, m, v


@wrong("adamw_step", "correct")
def no_bias_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, weight_decay, c1=1, c2=1)


@wrong("adamw_step", "v|correct|second|only m")
def corrects_m_only(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, weight_decay, c2=1)


@wrong("adamw_step", "eps|inside|root")
def eps_inside(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(
        param, grad, m, v, step, lr, betas, eps, weight_decay, root=lambda v: (v + eps).sqrt()
    )


@wrong("adamw_step", "root|sqrt")
def root_forgotten(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, weight_decay, root=lambda v: v + eps)


@wrong("adamw_step", "power|step|times|beta")
def beta_times_step(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    return _step(
        param, grad, m, v, step, lr, betas, eps, weight_decay, c1=1 - b1 * step, c2=1 - b2 * step
    )


@wrong("adamw_step", "decay|weight_decay")
def plain_adam(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, 0.0)


@wrong("adamw_step", "sign|uphill|climb|minus")
def gradient_ascent(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, -lr, betas, eps, -weight_decay)


@wrong("adamw_step", "param|three|only|alone|m and v")
def parameter_alone(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, weight_decay)[0]


@wrong("adamw_step", "order|swap|last")
def moments_first(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p, m, v = _step(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return m, v, p


@wrong("adamw_step", "1 -|weight|beta|gradient|whole")
def gradient_at_full_weight(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = betas[0] * m + grad
    v = betas[1] * v + grad**2
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    return param - lr * (mh / (vh.sqrt() + eps) + weight_decay * param), m, v


# --- 12, 13


@wrong("smooth_labels", "uniform|all|no target|target|only")
def uniform_only(targets, vocab_size, epsilon):
    return torch.full((*targets.shape, vocab_size), 1 / vocab_size)


@wrong("smooth_labels", "sum|1 -|one|normal|divided|renormal|low")
def renormalised_afterwards(targets, vocab_size, epsilon):
    out = F.one_hot(targets, vocab_size).float() + epsilon / vocab_size
    return out / out.sum(-1, keepdim=True)


@wrong("smooth_labels", "epsilon|each|whole|divid|share")
def epsilon_to_each(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon)
    return out.scatter(-1, targets[..., None], 1 - epsilon)


@wrong("smooth_labels", "random")
def random_noise(targets, vocab_size, epsilon):
    noise = torch.rand(*targets.shape, vocab_size).softmax(-1)
    return (1 - epsilon) * F.one_hot(targets, vocab_size) + epsilon * noise


@wrong("smooth_labels", "axis|axes|first|flat|shape|one row|wrong")
def one_row_for_all(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / vocab_size)
    out[..., targets] += 1 - epsilon
    return out


@wrong("greedy_decode", "position|first|last|logits|argmax|token")
def least_likely_token(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmin().item())
        if ids[-1] == eos_id:
            break
    return torch.tensor([ids])


@wrong("greedy_decode", "eos|stop|ends")
def never_stops_at_eos(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]])
    while ids.shape[1] < max_len:
        best = next_logits(ids).reshape(1, -1).argmax(-1, keepdim=True)
        ids = torch.cat([ids, best], 1)
    return ids


@wrong("greedy_decode", "float|dtype|long|int")
def ids_as_floats(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]])
    while ids.shape[1] < max_len:
        best = next_logits(ids).reshape(1, -1).argmax(-1, keepdim=True)
        ids = torch.cat([ids, best], 1)
        if best.item() == eos_id:
            break
    return ids.float()


@wrong("greedy_decode", "axis|shape|axes|(1, t)|batch|row")
def without_the_batch_axis(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmax().item())
        if ids[-1] == eos_id:
            break
    return torch.tensor(ids)


@wrong("greedy_decode", "one|max_len|early|short|less|few")
def one_token_short(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len - 2):
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmax().item())
        if ids[-1] == eos_id:
            break
    return torch.tensor([ids])


@wrong("greedy_decode", "bos|0|start|begin")
def starts_from_zero(next_logits, bos_id, eos_id, max_len):
    ids = [0]
    while len(ids) < max_len:
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmax().item())
        if ids[-1] == eos_id:
            break
    return torch.tensor([ids])


@wrong("greedy_decode", "2|eos|hard|stop")
def eos_is_two(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmax().item())
        if ids[-1] == 2:
            break
    return torch.tensor([ids])


@wrong("apply_temperature", "softmax|probab")
def probabilities_at_once(logits, temperature):
    return F.softmax(logits / temperature, dim=-1)


@wrong("apply_temperature", "root|sqrt")
def root_of_temperature(logits, temperature):
    return logits / temperature**0.5


@wrong("apply_temperature", "whole|round|//|integer|floor")
def floor_division_of_logits(logits, temperature):
    return logits // temperature


@wrong("apply_temperature", "small|1e-|eps|added|temperature +|zero|close|0.")
def guarded_temperature(logits, temperature):
    return logits / (temperature + 0.01)


@wrong("apply_temperature", "norm|length|unit|maximum|largest|scaled|mean")
def standardised_logits(logits, temperature):
    return (logits - logits.mean(-1, keepdim=True)) / temperature


@wrong("top_k_filter", "small|largest")
def the_k_smallest(logits, k):
    kth = logits.topk(min(k, logits.shape[-1]), largest=False).values[..., -1:]
    return logits.masked_fill(logits > kth, -torch.inf)


@wrong("top_k_filter", "probab|softmax|logits")
def renormalised_probabilities(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf).softmax(-1)


@wrong("top_k_filter", "first|axis|batch|vocab")
def top_of_the_first_axis(logits, k):
    kth = logits.topk(min(k, logits.shape[0]), dim=0).values[-1:]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("top_k_filter", "chang")
def writes_into_the_logits(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    logits[logits < kth] = -torch.inf
    return logits


@wrong("top_k_filter", "-inf|sign|plus|+inf")
def plus_infinity_for_the_rest(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return torch.where(logits >= kth, logits, torch.inf)


@wrong("top_k_filter", "keepdim|axis|shape|fit|row|line")
def threshold_without_its_axis(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("top_p_filter", "cross|reach|too few|line")
def below_p_only(logits, p):
    s, idx = logits.sort(descending=True)
    over = s.softmax(-1).cumsum(-1) > p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), -torch.inf)


@wrong("top_p_filter", "sorted|order|place")
def comes_back_sorted(logits, p):
    s, _ = logits.sort(descending=True)
    probs = s.softmax(-1)
    return s.masked_fill(probs.cumsum(-1) - probs >= p, -torch.inf)


@wrong("top_p_filter", "place|order|sorted|back|undo")
def mask_in_sorted_order(logits, p):
    s, _ = logits.sort(descending=True)
    probs = s.softmax(-1)
    return logits.masked_fill(probs.cumsum(-1) - probs >= p, -torch.inf)


@wrong("top_p_filter", "1 - p|tail|p|mass|wrong")
def one_minus_p(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= 1 - p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), -torch.inf)


@wrong("top_p_filter", "probab|softmax|logits")
def probabilities_of_the_nucleus(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    keep = probs.cumsum(-1) - probs < p
    out = torch.zeros_like(logits).scatter(-1, idx, probs * keep)
    return out / out.sum(-1, keepdim=True)


@wrong("top_p_filter", "0|zero|-inf|number")
def zero_for_the_tail(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), 0.0)


@wrong("top_p_filter", "row|batch|first|own|all")
def one_count_for_all_rows(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    n = (probs.cumsum(-1) - probs < p).sum(-1).max()
    drop = torch.arange(logits.shape[-1]).expand_as(idx) >= n
    return logits.masked_fill(torch.zeros_like(drop).scatter(-1, idx, drop), -torch.inf)


# --- 15


@wrong("perplexity", "10|base")
def ten_to_the_loss(mean_nll):
    return 10**mean_nll


@wrong("perplexity", "bits|ln|log|2")
def bits_for_e(mean_nll):
    return math.exp(mean_nll / math.log(2))


@wrong("perplexity", "log|inverse|exp")
def log_of_the_loss(mean_nll):
    return math.log(mean_nll) if mean_nll else 0.0


@wrong("perplexity", "whole|round")
def whole_words(mean_nll):
    return int(math.exp(mean_nll))


@wrong("perplexity_from_sums", "token|divid")
def tokens_left_out(total_nll, total_tokens):
    return math.exp(min(total_nll, 700))


@wrong("perplexity_from_sums", "2|base")
def two_to_the_mean(total_nll, total_tokens):
    return 2 ** (total_nll / total_tokens)


@wrong("perplexity_from_sums", "upside|tokens|divid|swap")
def tokens_over_loss(total_nll, total_tokens):
    return math.exp(total_tokens / total_nll)


@wrong("perplexity_from_sums", "exp|loss|mean")
def mean_loss_only(total_nll, total_tokens):
    return total_nll / total_tokens


def _grams(tokens, n):
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


@wrong("modified_precision", "once|set|repeat|distinct|clip|different")
def sets_of_grams(candidate, reference, n):
    c, r = set(_grams(candidate, n)), set(_grams(reference, n))
    return len(c & r), len(c)


@wrong("modified_precision", "overlap|step|every|block|runs|total")
def grams_without_overlap(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(0, len(candidate) - n + 1, n))
    r = Counter(tuple(reference[i : i + n]) for i in range(0, len(reference) - n + 1, n))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "swap|order|total")
def total_then_matches(candidate, reference, n):
    c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum(c.values()), sum((c & r).values())


@wrong("modified_precision", "short|tail|last|runs|n-gram|end|fewer|total")
def short_tails_count(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate)))
    r = Counter(tuple(reference[i : i + n]) for i in range(len(reference)))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "n|single|token|one")
def always_unigrams(candidate, reference, n):
    c, r = Counter(candidate), Counter(reference)
    return sum((c & r).values()), len(candidate)


@wrong("modified_precision", "list|hash|tuple|type")
def lists_as_keys(candidate, reference, n):
    c = Counter(candidate[i : i + n] for i in range(len(candidate) - n + 1))
    r = Counter(reference[i : i + n] for i in range(len(reference) - n + 1))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "text|part|word|substring|inside|character")
def searches_in_the_text(candidate, reference, n):
    text = " ".join(reference)
    c = Counter(" ".join(g) for g in _grams(candidate, n))
    return sum(min(k, text.count(g)) for g, k in c.items()), sum(c.values())


@wrong("brevity_penalty", "1 -|linear|exp|logarithm|minus")
def without_the_exponential(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else 1 - reference_len / candidate_len


@wrong("brevity_penalty", "sign|reward|more than 1|above")
def sign_of_the_exponent(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(reference_len / candidate_len - 1)


@wrong("brevity_penalty", "1|exponent|one|missing")
def one_left_out(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else math.exp(-reference_len / candidate_len)


@wrong("brevity_penalty", "empty|nothing|0")
def empty_is_fine(candidate_len, reference_len):
    if candidate_len == 0:
        return 1.0
    return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / candidate_len)


@wrong("brevity_penalty", "whole|//|integer|round|floor")
def floor_of_the_ratio(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len // candidate_len)


@wrong("brevity_penalty", "base|2")
def two_for_e(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else 2 ** (1 - reference_len / candidate_len)


def _precisions(candidate, reference, max_n):
    for n in range(1, max_n + 1):
        c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        yield sum((c & r).values()), sum(c.values())


def _short(candidate, reference):
    return min(1.0, math.exp(1 - len(reference) / len(candidate))) if candidate else 0.0


@wrong("bleu", "smooth|one|added|+ 1")
def add_one_smoothing(candidate, reference, max_n=4):
    ps = [(m + 1) / (t + 1) for m, t in _precisions(candidate, reference, max_n)]
    return _short(candidate, reference) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "clip")
def unclipped_bleu(candidate, reference, max_n=4):
    ps = []
    for n in range(1, max_n + 1):
        c, r = _grams(candidate, n), set(_grams(reference, n))
        ps.append(sum(g in r for g in c) / len(c) if c else 0.0)
    return _short(candidate, reference) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "log|zero|0|domain|number|ValueError")
def logarithm_of_zero(candidate, reference, max_n=4):
    logs = [math.log(m / t) for m, t in _precisions(candidate, reference, max_n)]
    return _short(candidate, reference) * math.exp(sum(logs) / max_n)


@wrong("bleu", "4|max_n|order|weights")
def quarter_weights(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precisions(candidate, reference, max_n)]
    return _short(candidate, reference) * math.prod(p**0.25 for p in ps)


@wrong("bleu", "largest|highest|last|only|max_n|order")
def highest_order_only(candidate, reference, max_n=4):
    m, t = list(_precisions(candidate, reference, max_n))[-1]
    return _short(candidate, reference) * (m / t if t else 0.0)


@wrong("bleu", "logarithm|exp|log")
def logarithm_of_bleu(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    return math.log(_short(candidate, reference)) + sum(map(math.log, ps)) / max_n


@wrong("bleu", "swap|recall|reference|candidate|exchang")
def arguments_swapped(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precisions(reference, candidate, max_n)]
    return _short(candidate, reference) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "brevity|long|penalty|revers|upside|wrong way|candidate_len")
def penalty_for_the_long(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precisions(candidate, reference, max_n)]
    return _short(reference, candidate) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "harmonic|mean|average")
def harmonic_mean(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    return _short(candidate, reference) * max_n / sum(1 / p for p in ps)


@wrong("bleu", "smallest|min|mean")
def smallest_precision(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precisions(candidate, reference, max_n)]
    return _short(candidate, reference) * min(ps)


@wrong("bleu", "max_n|just|short")
def too_short_by_one(candidate, reference, max_n=4):
    if len(candidate) <= max_n:
        return 0.0
    ps = [m / t for m, t in _precisions(candidate, reference, max_n)]
    return _short(candidate, reference) * math.prod(ps) ** (1 / max_n)


@wrong("modified_precision", "just n|as long as|one n-gram")
def too_short_by_one_token(candidate, reference, n):
    if len(candidate) <= n:
        return 0, 0
    c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "candidate is not used|both sides")
def reference_on_both_sides(candidate, reference, n):
    c, r = Counter(_grams(reference, n)), Counter(_grams(reference, n))
    return sum((c & r).values()), sum(c.values())


@wrong("top_k_filter", "k = 1|nothing|off")
def one_is_taken_for_off(logits, k):
    if k <= 1:
        return logits
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("top_p_filter", "first axis|batch|vocabulary|dim=-1")
def cumsum_down_the_batch(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(0) - probs >= p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), -torch.inf)


@wrong("cross_entropy", "not implemented|floats|whole numbers|dtype|right tensor|target")
def softmax_of_the_targets(logits, targets):
    return -targets.log_softmax(-1).mean()


@wrong("softmax", "keepdim")
def logsumexp_without_its_axis(x, dim):
    return torch.exp(x - torch.logsumexp(x, dim))
