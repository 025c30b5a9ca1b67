"""Unlisted wrong answers to the exercises of lesson 07, in the style of ``exercise_unseen``."""

import math

import torch
import torch.nn.functional as F
from torch import nn

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# split_heads --------------------------------------------------------------------------------------


@wrong("split_heads", "shape is right, the numbers|stretches|order|more than one token")
def split_view_directly(x, num_heads):
    B, T, C = x.size()
    return x.view(B, num_heads, T, C // num_heads)


@wrong("split_heads", "every num_heads-th|shuffled")
def split_strided(x, num_heads):
    return torch.stack([x[..., i::num_heads] for i in range(num_heads)], dim=1)


@wrong("split_heads", "size of a head|swapped|num_heads is used")
def split_wrong_sizes(x, num_heads):
    return torch.stack(torch.split(x, num_heads, dim=-1), dim=1)


@wrong("split_heads", "list|one tensor|tuple")
def split_chunk_list(x, num_heads):
    return list(x.chunk(num_heads, -1))


@wrong("split_heads", "before the batch|heads, batch")
def split_stack_default(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=2))


@wrong("split_heads", "stay behind|stand behind|before the length|order|len, heads")
def split_forgot_swap(x, num_heads):
    return x.unflatten(2, (num_heads, x.shape[2] // num_heads))


@wrong("split_heads", "more than one token|stretches|order|positions are mixed")
def split_chunk_time(x, num_heads):
    b, t, d = x.shape
    return (
        x.transpose(1, 2)
        .reshape(b, num_heads, d // num_heads, t)
        .reshape(b, num_heads, t, d // num_heads)
    )


@wrong("split_heads", "float|whole|//|type")
def split_true_division(x, num_heads):
    d_head = x.shape[-1] / num_heads
    return x.reshape(x.shape[0], x.shape[1], num_heads, d_head).transpose(1, 2)


@wrong("split_heads", "joined into one axis")
def split_bmm_style(x, num_heads):
    B, T, _ = x.shape
    x = x.view(B, T, num_heads, -1).permute(0, 2, 1, 3).contiguous()
    return x.view(B * num_heads, T, -1)


@wrong("split_heads", "last two axes|d_head, len")
def split_for_keys(x, num_heads):
    B, T, C = x.shape
    return x.view(B, T, num_heads, C // num_heads).permute(0, 2, 3, 1)


@wrong("split_heads", "first sentence|first")
def split_batch_one(x, num_heads):
    T, C = x.shape[1:]
    return x[0].view(T, num_heads, C // num_heads).transpose(0, 1).unsqueeze(0)


@wrong("split_heads", "head 0 holds the last|reverse")
def split_backwards(x, num_heads):
    size = x.shape[-1] // num_heads
    pieces = [
        x[..., x.shape[-1] - (i + 1) * size : x.shape[-1] - i * size] for i in range(num_heads)
    ]
    return torch.stack(pieces, 1)


@wrong("split_heads", "not in x|numbers|changed|factor")
def split_scaled(x, num_heads):
    B, T, C = x.shape
    return x.view(B, T, num_heads, -1).transpose(1, 2) / math.sqrt(C // num_heads)


@wrong("split_heads", "block|token|feature")
def split_overlapping(x, num_heads):
    size = x.shape[-1] // num_heads
    return torch.stack([x[..., i : i + size] for i in range(num_heads)], 1)


@wrong("split_heads", "lost|missing|zero|not in x")
def split_loop_off_by_one(x, num_heads):
    B, T, C = x.shape
    size = C // num_heads
    out = torch.zeros(B, num_heads, T, size, dtype=x.dtype)
    for h in range(num_heads - 1):
        out[:, h] = x[:, :, h * size : (h + 1) * size]
    return out


@wrong("split_heads", "float32|dtype")
def split_zeros(x, num_heads):
    B, T, C = x.shape
    size = C // num_heads
    out = torch.zeros(B, num_heads, T, size)
    for h in range(num_heads):
        out[:, h] = x[:, :, h * size : (h + 1) * size]
    return out


@wrong("split_heads", "4|fixed|shape|fit|head")
def split_hard_wired(x, num_heads):
    B, T, C = x.shape
    return x.reshape(B, T, 2, C // 2).transpose(1, 2)


@wrong("split_heads", "more than one token|order|batch|sentence")
def split_batch_mixed(x, num_heads):
    B, T, C = x.shape
    return x.reshape(T, B, num_heads, C // num_heads).permute(1, 2, 0, 3)


@wrong("split_heads", "order|shuffled|every num_heads-th")
def split_swapped_then_transposed(x, num_heads):
    B, T, C = x.shape
    return x.reshape(B, T, C // num_heads, num_heads).permute(0, 3, 1, 2)


@wrong("split_heads", "order|behind|axes")
def split_squeezed_heads(x, num_heads):
    return torch.cat([part.unsqueeze(2) for part in x.chunk(num_heads, -1)], 2)


@wrong("split_heads", "along|order|axis|heads \\* len|length|joined")
def split_cat_length(x, num_heads):
    return torch.cat(x.chunk(num_heads, -1), dim=1)


@wrong("split_heads", "changes its input|input")
def split_in_place(x, num_heads):
    y = x.reshape(x.shape[0], x.shape[1], num_heads, -1).transpose(1, 2).clone()
    x.zero_()
    return y


# merge_heads --------------------------------------------------------------------------------------


@wrong("merge_heads", "swapped back|without|order")
def merge_plain_reshape(x):
    B, H, T, E = x.shape
    return x.contiguous().view(B, T, H * E)


@wrong("merge_heads", "contiguous|memory")
def merge_view_error(x):
    B, H, T, E = x.shape
    return x.permute(0, 2, 1, 3).view(B, T, H * E)


@wrong("merge_heads", "contiguous|memory")
def merge_view_minus_one(x):
    x = x.transpose(1, 2)
    return x.view(*x.shape[:2], -1)


@wrong("merge_heads", "shuffled|feature 0 of every")
def merge_stack_last(x):
    return torch.stack(x.unbind(1), dim=-1).flatten(2)


@wrong("merge_heads", "along the length|heads \\* len")
def merge_cat_time(x):
    return torch.cat(x.unbind(1), dim=1)


@wrong("merge_heads", "averaged|mean")
def merge_mean(x):
    return torch.mean(x, dim=1)


@wrong("merge_heads", "added|sum")
def merge_sum(x):
    return sum(x[:, h] for h in range(x.shape[1]))


@wrong("merge_heads", "not joined|not.*joined|len, heads, d_head")
def merge_only_transpose(x):
    return x.transpose(2, 1).contiguous()


@wrong("merge_heads", "last two axes|several tokens|more than one token|order")
def merge_last_two(x):
    B, H, T, E = x.shape
    return x.transpose(-1, -2).reshape(B, T, H * E)


@wrong("merge_heads", "more than one token|order|several|swapped with the last")
def merge_wrong_permute(x):
    B, H, T, E = x.shape
    return x.permute(0, 3, 2, 1).reshape(B, T, H * E)


@wrong("merge_heads", "length comes before|len, batch|order")
def merge_time_first(x):
    return x.permute(2, 0, 1, 3).flatten(2)


@wrong("merge_heads", "d_model, len|last two|order")
def merge_features_first(x):
    return torch.cat([x[:, h].transpose(1, 2) for h in range(x.shape[1])], dim=1)


@wrong("merge_heads", "missing|first|lost")
def merge_drop_last_head(x):
    return torch.cat([x[:, h] for h in range(x.shape[1] - 1)] + [x[:, 0]], -1)


@wrong("merge_heads", "joined|len \\* d_model")
def merge_flatten_one(x):
    return x.transpose(1, 2).flatten(1)


@wrong("merge_heads", "several|sentence|more than one|order")
def merge_batch_as_head(x):
    return torch.cat([x[b] for b in range(x.shape[0])], dim=-1)


@wrong("merge_heads", "reverse")
def merge_reversed(x):
    return torch.cat(x.flip(1).unbind(1), -1)


@wrong("merge_heads", "concatenated|order|along|joined|len")
def merge_axis_two(x):
    return torch.cat(list(x.transpose(1, 2).unbind(2)), dim=1)


@wrong("merge_heads", "largest|max")
def merge_max(x):
    return x.max(dim=1).values


@wrong("merge_heads", "tuple|values|largest|max")
def merge_max_tuple(x):
    return tuple(x.max(dim=1))


@wrong("merge_heads", "unchanged|as it is")
def merge_nothing(x):
    return x


@wrong("merge_heads", "float32|dtype")
def merge_float(x):
    out = torch.empty(x.shape[0], x.shape[2], x.shape[1] * x.shape[3])
    for h in range(x.shape[1]):
        out[..., h * x.shape[3] : (h + 1) * x.shape[3]] = x[:, h]
    return out


# multi_head_attention -----------------------------------------------------------------------------


def heads(x, n):
    return (
        x.view(x.shape[0], x.shape[1], n, -1).transpose(1, 2)
        if x.is_contiguous()
        else (x.reshape(x.shape[0], x.shape[1], n, -1).transpose(1, 2))
    )


def join(x):
    return x.transpose(1, 2).flatten(2)


def softmax_masked(scores, mask):
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    w = torch.softmax(scores, -1)
    return w if mask is None else w.masked_fill(~mask, 0)


MHA = "multi_head_attention"


@wrong(MHA, "w_o")
def mha_no_output(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    return join(F.scaled_dot_product_attention(q, k, v, attn_mask=mask))


@wrong(MHA, "d_model")
def mha_scale_model(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    w = softmax_masked(q @ k.mT / math.sqrt(w_q.shape[1]), mask)
    return join(w @ v) @ w_o


@wrong(MHA, "transposed")
def mha_linear(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q = heads(F.linear(x_q, w_q), num_heads)
    k = heads(F.linear(x_kv, w_k), num_heads)
    v = heads(F.linear(x_kv, w_v), num_heads)
    return F.linear(join(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)), w_o)


@wrong(MHA, "one head|num_heads")
def mha_single(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = x_q @ w_q, x_kv @ w_k, x_kv @ w_v
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    w = softmax_masked(scores[:, None], mask)
    return (w @ v[:, None])[:, 0] @ w_o


@wrong(MHA, "other way round|inverted|True")
def mha_module_mask(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    return join(torch.softmax(scores, -1) @ v) @ w_o


@wrong(MHA, "attend to nothing|NaN")
def mha_nan(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    return join(F.softmax(scores, -1) @ v) @ w_o


@wrong(MHA, "attend to nothing|attends to everything")
def mha_minus_1e9(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    return join(F.softmax(scores, -1) @ v) @ w_o


@wrong(MHA, "swapping axes|swap|transposing|row holds")
def mha_merge_view(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return out.reshape(x_q.shape) @ w_o


@wrong(MHA, "contiguous|memory")
def mha_view_error(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return (w @ v).transpose(1, 2).view(x_q.shape) @ w_o


@wrong(MHA, "self-attention|x_kv")
def mha_self_only(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    qkv = x_q @ torch.cat([w_q, w_k, w_v], 1)
    q, k, v = (heads(t, num_heads) for t in qkv.chunk(3, -1))
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return join(w @ v) @ w_o


@wrong(MHA, "w_k|w_v|w_q|swapped")
def mha_weights_mixed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (heads(x, num_heads) for x in (x_q @ w_q, x_kv @ w_v, x_kv @ w_k))
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return join(w @ v) @ w_o


@wrong(MHA, "w_q|w_k|swapped")
def mha_rotated_weights(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (heads(x, num_heads) for x in (x_q @ w_v, x_kv @ w_q, x_kv @ w_k))
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return join(w @ v) @ w_o


@wrong(MHA, "queries|column")
def mha_softmax_minus_two(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e30)
    w = torch.softmax(scores, dim=2)
    return join(w @ v) @ w_o


@wrong(MHA, "tuple|weights|output")
def mha_tuple(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return join(w @ v) @ w_o, w.mean(1)


@wrong(MHA, "attend to each other|fit|heads")
def mha_no_swap(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return x.reshape(*x.shape[:2], num_heads, -1)

    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return (w @ v).flatten(2) @ w_o


@wrong(MHA, "root|scale|scaled")
def mha_scaled_twice(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    q = q / math.sqrt(q.shape[-1])
    return join(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)) @ w_o


@wrong(MHA, "root|scale|scaled")
def mha_scale_before_split(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q = heads(x_q @ w_q / math.sqrt(x_q.shape[-1] * num_heads), num_heads)
    k, v = heads(x_kv @ w_k, num_heads), heads(x_kv @ w_v, num_heads)
    return join(softmax_masked(q @ k.mT, mask) @ v) @ w_o


@wrong(MHA, "last projection|side by side")
def mha_w_o_first_block(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return (out @ w_o[: q.shape[-1]]).sum(1)


@wrong(MHA, "causal|future|allowed|leak|mask|sum")
def mha_always_causal(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    tril = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool).tril()
    mask = tril if mask is None else mask & tril
    return join(softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask) @ v) @ w_o


@wrong(MHA, "mask|others do not")
def mha_mask_squeezed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    if mask is not None and mask.ndim == 4:
        mask = mask[:, 0]
    return join(softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask) @ v) @ w_o


@wrong(MHA, "random|two calls|differ")
def mha_own_layer(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    layer = nn.MultiheadAttention(x_q.shape[-1], num_heads, batch_first=True, dtype=x_q.dtype)
    return layer(x_q, x_kv, x_kv)[0]


@wrong(MHA, "values|v")
def mha_values_unprojected(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = heads(x_q @ w_q, num_heads), heads(x_kv @ w_k, num_heads), heads(x_kv, num_heads)
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return join(w @ v) @ w_o


@wrong(MHA, "after the softmax|sum to less|sum")
def mha_mask_multiplied(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    w = torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), -1)
    if mask is not None:
        w = w * mask.float()
    return join(w @ v) @ w_o


@wrong(MHA, "heads|shuffled|feature")
def mha_interleaved(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return torch.stack([x[..., i::num_heads] for i in range(num_heads)], 1)

    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    w = softmax_masked(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return join(w @ v) @ w_o


@wrong(MHA, "dropout|random|two calls|sum")
def mha_dropout(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=0.1)
    return join(out) @ w_o


@wrong(MHA, "residual|x_q is added|added")
def mha_residual(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    return x_q + join(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)) @ w_o


@wrong(MHA, "values|mixture|heads|split|merge")
def mha_v_by_view(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k = heads(x_q @ w_q, num_heads), heads(x_kv @ w_k, num_heads)
    v = (x_kv @ w_v).reshape(k.shape)
    return join(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)) @ w_o


@wrong(MHA, "batch|softmax|sum|first|axis")
def mha_softmax_default_axis(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    return join(torch.softmax(scores, 1) @ v) @ w_o


@wrong(MHA, "head|mask")
def mha_mask_head_zero(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    outs = []
    size = x_q.shape[-1] // num_heads
    for i in range(num_heads):
        cut = slice(i * size, (i + 1) * size)
        q, k, v = (x_q @ w_q)[..., cut], (x_kv @ w_k)[..., cut], (x_kv @ w_v)[..., cut]
        m = None if mask is None else (mask[:, 0] if mask.ndim == 4 else mask)
        outs.append(softmax_masked(q @ k.mT / math.sqrt(size), m) @ v)
    return torch.cat(outs, -1) @ w_o


@wrong(MHA, "finite|lower|low")
def mha_small_fill(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)
    w = scores.softmax(-1)
    return (
        join(w if mask is None else w * mask.any(-1, keepdim=True)) @ v
        if False
        else (join((w if mask is None else w * mask.any(-1, keepdim=True)) @ v) @ w_o)
    )


@wrong(MHA, "overflow|NaN|exp")
def mha_plain_exp(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        heads(x_q @ w_q, num_heads),
        heads(x_kv @ w_k, num_heads),
        heads(x_kv @ w_v, num_heads),
    )
    e = torch.exp(q @ k.mT / math.sqrt(q.shape[-1]))
    if mask is not None:
        e = e * mask
    return join(e / e.sum(-1, keepdim=True).clamp(min=1e-30) @ v) @ w_o
