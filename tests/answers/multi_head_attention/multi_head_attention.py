"""Answers to ``multi_head_attention``."""

import math

import torch
import torch.nn.functional as F
from einops import rearrange
from torch import nn

from tests.answers import right, wrong
from tformer.attention import MultiHeadAttention


def _split_by_view(x, num_heads):
    B, T, D = x.size()
    return x.view(B, T, num_heads, D // num_heads).transpose(1, 2)


def _merge_by_view(x):
    B, H, T, F_ = x.size()
    return x.transpose(1, 2).contiguous().view(B, T, H * F_)


def _merge_by_einops(x):
    return rearrange(x, "b h t f -> b t (h f)")


def _merge_by_cat(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)


def _cut(x, n):
    return x.reshape(*x.shape[:2], n, -1).transpose(1, 2)


def _merge(x):
    return x.transpose(1, 2).flatten(2)


def _fused(q, k, v, mask, scale=None):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale)


def _masked_softmax(scores, mask):
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    w = torch.softmax(scores, -1)
    return w if mask is None else w.masked_fill(~mask, 0)


def _attend(q, k, v, mask, scale=None, dim=-1):
    s = q @ k.mT * (scale or q.shape[-1] ** -0.5)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    return s.softmax(dim).nan_to_num(0.0) @ v


def _mha(x_q, x_kv, w_q, w_k, w_v, w_o, h, mask=None, scale=None, split=None, merge=None):
    split = split or (lambda x: x.unflatten(-1, (h, -1)).transpose(1, 2))
    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    s = q @ k.mT * (scale or q.shape[-1] ** -0.5)
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    out = s.softmax(-1).nan_to_num() @ v
    return (merge or (lambda y: y.transpose(1, 2).flatten(2)))(out) @ w_o


def _mha_scaled(
    x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None, scale=None, drop_o=False, kv=None
):
    def split(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    q, k, v = split(x_q @ w_q), split((x_kv if kv is None else kv) @ w_k), split(x_kv @ w_v)
    s = q @ k.mT * (q.shape[-1] ** -0.5 if scale is None else scale)
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    out = (s.softmax(-1).nan_to_num() @ v).transpose(1, 2).flatten(2)
    return out if drop_o else out @ w_o


@right
def fused_attention(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = x_q @ w_q, x_kv @ w_k, x_kv @ w_v
    q, k, v = (_split_by_view(y, num_heads) for y in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return _merge_by_view(out) @ w_o


@right
def by_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    B, T, D = x_q.shape
    S, size = x_kv.shape[1], D // num_heads
    if mask is not None:
        mask = mask.expand(B, num_heads, T, S)
    total = 0
    for i in range(num_heads):
        block = slice(i * size, (i + 1) * size)
        q, k, v = x_q @ w_q[:, block], x_kv @ w_k[:, block], x_kv @ w_v[:, block]
        scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(size)
        if mask is not None:
            scores = scores.masked_fill(mask[:, i] == 0, float("-inf"))
        total = total + torch.nan_to_num(F.softmax(scores, dim=-1)) @ v @ w_o[block]
    return total


@right
def einsum(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    D = x_q.shape[-1]
    q, k, v, o = (w.reshape(D, num_heads, -1) for w in (w_q, w_k, w_v, w_o.T))
    q = torch.einsum("btd,dhf->bhtf", x_q, q)
    k = torch.einsum("bsd,dhf->bhsf", x_kv, k)
    v = torch.einsum("bsd,dhf->bhsf", x_kv, v)
    scores = torch.einsum("bhtf,bhsf->bhts", q, k) * (D // num_heads) ** -0.5
    if mask is not None:
        scores = torch.where(mask, scores, -1e9)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask.any(-1, keepdim=True)
    return torch.einsum("bhts,bhsf,dhf->btd", weights, v, o)


@right
def heads_in_batch(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def fold(x):
        return _split_by_view(x, num_heads).reshape(len(x) * num_heads, x.shape[1], -1)

    q, k, v = fold(x_q @ w_q), fold(x_kv @ w_k), fold(x_kv @ w_v)
    scores = torch.baddbmm(torch.zeros(1, dtype=q.dtype), q, k.mT, beta=0) / k.shape[-1] ** 0.5
    if mask is not None:
        mask = mask.broadcast_to(len(x_q), num_heads, *scores.shape[1:]).flatten(0, 1)
        scores[~mask] = -torch.inf
        weights = torch.softmax(scores, -1)
        weights[torch.isnan(weights)] = 0
    else:
        weights = torch.softmax(scores, -1)
    out = (weights @ v).view(len(x_q), num_heads, x_q.shape[1], -1)
    return _merge_by_einops(out) @ w_o


@right
def torch_functional(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    B, T, D = x_q.shape
    if mask is not None:
        mask = ~mask.expand(B, num_heads, T, x_kv.shape[1]).reshape(-1, T, x_kv.shape[1])
    out, _ = F.multi_head_attention_forward(
        x_q.transpose(0, 1), x_kv.transpose(0, 1), x_kv.transpose(0, 1), D, num_heads,
        torch.cat([w_q.T, w_k.T, w_v.T]), None, None, None, False, 0.0, w_o.T, None,
        training=False, need_weights=False, attn_mask=mask,
    )  # fmt: skip
    return out.transpose(0, 1)


@right
def torch_module(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    D = x_q.shape[-1]
    module = nn.MultiheadAttention(D, num_heads, bias=False, batch_first=True, dtype=x_q.dtype)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([w_q, w_k, w_v], 1).T)
        module.out_proj.weight.copy_(w_o.T)
    if mask is not None:
        shape = len(x_q), num_heads, x_q.shape[1], x_kv.shape[1]
        mask = mask.logical_not().expand(shape).flatten(0, 1)
    return module(x_q, x_kv, x_kv, attn_mask=mask, need_weights=False)[0]


@right
def module_of_the_package(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    module = MultiHeadAttention(x_q.shape[-1], num_heads, bias=False).to(x_q.dtype)
    parts = module.q_proj, module.k_proj, module.v_proj, module.out_proj
    for part, w in zip(parts, (w_q, w_k, w_v, w_o), strict=True):
        part.weight = nn.Parameter(w.T.contiguous())
    return module(x_q, x_kv, mask=mask)


@right
def scaled_queries(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return torch.stack(x.chunk(num_heads, -1), 1)

    q, k, v = split(F.linear(x_q, w_q.T)), split(F.linear(x_kv, w_k.T)), split(x_kv @ w_v)
    q = q / torch.tensor(q.shape[-1]).sqrt()
    scores = q @ k.transpose(-1, -2)
    if mask is not None:
        bias = torch.zeros_like(mask, dtype=q.dtype).masked_fill(~mask, float("-inf"))
        scores = scores + bias
    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))
    return _merge_by_cat(weights.nan_to_num(0.0) @ v) @ w_o


@right
def sum_of_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    d = w_q.shape[1] // num_heads
    out = 0
    B = x_q.shape[0]
    M = None if mask is None else mask.expand(B, num_heads, x_q.shape[1], x_kv.shape[1])
    for i in range(num_heads):
        sl = slice(i * d, (i + 1) * d)
        q, k, v = (x_q @ w_q[:, sl], x_kv @ w_k[:, sl], x_kv @ w_v[:, sl])
        s = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(d)
        if M is not None:
            s = s.masked_fill(~M[:, i], -torch.inf)
        out = out + torch.bmm(s.softmax(-1).nan_to_num(), v) @ w_o[sl]
    return out


@right
def fused_with_views(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    b = x_q.shape[0]

    def sp(x):
        return x.view(b, -1, num_heads, x.shape[-1] // num_heads).transpose(1, 2)

    o = F.scaled_dot_product_attention(sp(x_q @ w_q), sp(x_kv @ w_k), sp(x_kv @ w_v), mask)
    return o.transpose(1, 2).reshape(b, x_q.shape[1], -1) @ w_o


@right
def torch_module_with_stacked_weights(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    d = w_q.shape[0]
    m = nn.MultiheadAttention(d, num_heads, bias=False, batch_first=True).to(x_q.dtype)
    m.in_proj_weight.data = torch.cat([w_q.T, w_k.T, w_v.T])
    m.out_proj.weight.data = w_o.T
    am = None
    if mask is not None:
        am = (
            (~mask)
            .expand(x_q.shape[0], num_heads, x_q.shape[1], x_kv.shape[1])
            .reshape(-1, x_q.shape[1], x_kv.shape[1])
        )
    out, _w = m(x_q, x_kv, x_kv, attn_mask=am)
    return out.nan_to_num()


@right
def einsum_over_reshaped_weights(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    h = num_heads

    def W(w):
        return rearrange(w, "d (h e) -> d h e", h=h)

    q = torch.einsum("btd,dhe->bhte", x_q, W(w_q))
    k = torch.einsum("bsd,dhe->bhse", x_kv, W(w_k))
    v = torch.einsum("bsd,dhe->bhse", x_kv, W(w_v))
    a = torch.einsum("bhte,bhse->bhts", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        a = a.masked_fill(~mask, float("-inf"))
    a = a.softmax(-1).nan_to_num(0.0)
    return torch.einsum("bhts,bhse,hed->btd", a, v, rearrange(w_o, "(h e) d -> h e d", h=h))


@wrong("last projection")
def diagonal_of_w_o(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    return _merge(_fused(q, k, v, mask)) * w_o.diagonal()


@wrong("x_q|x_kv|self")
def keys_and_values_from_queries(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_q @ w_k, num_heads), _cut(x_q @ w_v, num_heads)
    return _merge(_fused(q, k, v, mask)) @ w_o


@wrong("d_model|d_head|scale|root")
def not_scaled(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    return _merge(_fused(q, k, v, mask, scale=1.0)) @ w_o


@wrong("d_model|d_head|scale|heads")
def divides_by_the_number_of_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    return _merge(_fused(q, k, v, mask, scale=1 / num_heads)) @ w_o


@wrong("root|scale|scaled")
def root_of_width_times_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q = _cut(x_q @ w_q / math.sqrt(x_q.shape[-1] * num_heads), num_heads)
    k, v = _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    return _merge(_masked_softmax(q @ k.mT, mask) @ v) @ w_o


@wrong("w_v|Values: x_kv @ w_o|w_o")
def values_through_w_o(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_o, num_heads)
    return _merge(_fused(q, k, v, mask)) @ w_o


@wrong("look at the scores (which inputs, which weights")
def w_q_and_w_k_transposed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k = _cut(x_q @ w_q.T, num_heads), _cut(x_kv @ w_k.T, num_heads)
    return _merge(_fused(q, k, _cut(x_kv @ w_v, num_heads), mask)) @ w_o


@wrong("head|mask")
def mask_of_any_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    if mask is not None and mask.ndim == 4:
        mask = mask.any(1, keepdim=True)
    return _merge(_fused(q, k, v, mask)) @ w_o


@wrong("mask")
def mask_of_all_items(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    if mask is not None and mask.ndim == 4:
        mask = mask.all(0, keepdim=True)
    return _merge(_fused(q, k, v, mask)) @ w_o


@wrong("heads|reverse|merge|mixture")
def heads_rolled_before_the_merge(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    return _merge(_fused(q, k, v, mask).roll(1, 1)) @ w_o


@wrong("scores")
def cosine_scores(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    return _merge(_fused(F.normalize(q, dim=-1), F.normalize(k, dim=-1), v, mask)) @ w_o


@wrong("finite|share|masked|-inf|less than")
def fills_with_1e_9(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e-9)
    return _merge(scores.softmax(-1) @ v) @ w_o


@wrong("at split and merge")
def mean_of_the_heads_repeated(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    mean = _fused(q, k, v, mask).mean(1)
    return torch.cat([mean] * num_heads, -1) @ w_o


@wrong("loop|last|first|head|missing")
def last_head_repeated(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    out = _fused(q, k, v, mask)
    return torch.cat([out[:, -1]] * num_heads, -1) @ w_o


@wrong("d_model|scale|sqrt")
def scale_of_the_whole_model(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask, scale=x_q.shape[-1] ** -0.5)


@wrong("transpos")
def weights_as_in_linear(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q.T, w_k.T, w_v.T, w_o.T, num_heads, mask)


@wrong("value|x_q|quer|x_kv")
def values_from_the_query_side(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_kv, x_kv, w_q, w_k, w_v, w_o, num_heads, mask)


@wrong("w_k|w_v|key|value")
def keys_and_values_exchanged(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_v, w_k, w_o, num_heads, mask)


@wrong("merge|order|head")
def merged_by_reshape(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(
        x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask,
        merge=lambda y: y.reshape(y.shape[0], y.shape[2], -1),
    )  # fmt: skip


@wrong("no mixture of that head's values")
def with_the_residual(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return x_q + _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask)


@wrong("invert|opposite|other way|block|masks what|allowed")
def key_padding_mask_of_torch(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, None if mask is None else ~mask)


@wrong("w_o|output|project")
def output_projection_forgotten(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, torch.eye(w_o.shape[0], dtype=w_o.dtype), num_heads, mask)


@wrong("head|one")
def one_big_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, 1, mask)


@wrong("tuple|pair|weights|one tensor|type")
def output_with_weights(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    out = _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask)
    return out, torch.zeros(1)


@wrong("tuple|weights|output")
def returns_averaged_weights_too(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    w = _masked_softmax(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return _merge(w @ v) @ w_o, w.mean(1)


@wrong("one head|num_heads")
def single_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = x_q @ w_q, x_kv @ w_k, x_kv @ w_v
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    w = _masked_softmax(scores[:, None], mask)
    return (w @ v[:, None])[:, 0] @ w_o


@wrong("other way round|inverted|True")
def true_means_blocked(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    return _merge(torch.softmax(scores, -1) @ v) @ w_o


@wrong("attend to nothing|NaN")
def empty_rows_are_nan(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    return _merge(F.softmax(scores, -1) @ v) @ w_o


@wrong("NaN|nothing|0/0|empty")
def empty_row_stays_nan(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    s = q @ k.mT * q.shape[-1] ** -0.5
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    return (s.softmax(-1) @ v).transpose(1, 2).flatten(2) @ w_o


@wrong("attend to nothing|attends to everything")
def fills_with_minus_1e9(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    return _merge(F.softmax(scores, -1) @ v) @ w_o


@wrong("contiguous|memory")
def view_of_a_transposed_tensor(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    w = _masked_softmax(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return (w @ v).transpose(1, 2).view(x_q.shape) @ w_o


@wrong("queries|column")
def softmax_over_dim_two(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e30)
    w = torch.softmax(scores, dim=2)
    return _merge(w @ v) @ w_o


@wrong("quer|column|axis|keys")
def softmax_over_queries(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    return _attend(q, k, v, mask, dim=-2).transpose(1, 2).flatten(2) @ w_o


@wrong("at split and merge")
def heads_attend_to_each_other(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return x.reshape(*x.shape[:2], num_heads, -1)

    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    w = _masked_softmax(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return (w @ v).flatten(2) @ w_o


@wrong("without `** 0.5`")
def scaled_twice(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    q = q / math.sqrt(q.shape[-1])
    return _merge(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)) @ w_o


@wrong("random|two calls|differ")
def layer_of_its_own(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    layer = nn.MultiheadAttention(x_q.shape[-1], num_heads, batch_first=True, dtype=x_q.dtype)
    return layer(x_q, x_kv, x_kv)[0]


@wrong("values|v")
def values_not_projected(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv, num_heads)
    w = _masked_softmax(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return _merge(w @ v) @ w_o


@wrong("after the softmax|sum to less|sum")
def masks_after_the_softmax(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    w = torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), -1)
    if mask is not None:
        w = w * mask.float()
    return _merge(w @ v) @ w_o


@wrong("heads|shuffled|feature")
def interleaved_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def split(x):
        return torch.stack([x[..., i::num_heads] for i in range(num_heads)], 1)

    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    w = _masked_softmax(q @ k.mT / math.sqrt(q.shape[-1]), mask)
    return _merge(w @ v) @ w_o


@wrong("values|mixture|heads|split|merge")
def values_split_by_reshape(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads)
    v = (x_kv @ w_v).reshape(k.shape)
    return _merge(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)) @ w_o


@wrong("batch|softmax|sum|first|axis")
def softmax_over_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    return _merge(torch.softmax(scores, 1) @ v) @ w_o


@wrong("head|mask")
def mask_of_the_first_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    outs = []
    size = x_q.shape[-1] // num_heads
    for i in range(num_heads):
        cut = slice(i * size, (i + 1) * size)
        q, k, v = (x_q @ w_q)[..., cut], (x_kv @ w_k)[..., cut], (x_kv @ w_v)[..., cut]
        m = None if mask is None else (mask[:, 0] if mask.ndim == 4 else mask)
        outs.append(_masked_softmax(q @ k.mT / math.sqrt(size), m) @ v)
    return torch.cat(outs, -1) @ w_o


@wrong("finite|lower|low")
def fills_with_minus_100(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)
    w = scores.softmax(-1)
    return _merge((w if mask is None else w * mask.any(-1, keepdim=True)) @ v) @ w_o


@wrong("overflow|NaN|exp")
def powers_without_a_maximum(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = _cut(x_q @ w_q, num_heads), _cut(x_kv @ w_k, num_heads), _cut(x_kv @ w_v, num_heads)
    e = torch.exp(q @ k.mT / math.sqrt(q.shape[-1]))
    if mask is not None:
        e = e * mask
    return _merge(e / e.sum(-1, keepdim=True).clamp(min=1e-30) @ v) @ w_o


@wrong("no mixture of that head's values")
def self_attention_without_a_mask(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha_scaled(x_q, x_q, w_q, w_k, w_v, w_o, num_heads)


@wrong("mask")
def mask_forgotten(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha_scaled(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads)


@wrong("value|w_v|key")
def w_k_for_the_values(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha_scaled(x_q, x_kv, w_q, w_k, w_k, w_o, num_heads, mask)


@wrong("view|split|cut|head|order")
def split_by_view(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def cut(x):
        return x.reshape(x.shape[0], num_heads, x.shape[1], -1)

    out = _attend(cut(x_q @ w_q), cut(x_kv @ w_k), cut(x_kv @ w_v), mask)
    return out.transpose(1, 2).flatten(2) @ w_o


@wrong("mask|axis|axes|shape|fit")
def mask_gets_a_head_axis(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    mask = None if mask is None else mask[:, None]
    return _attend(q, k, v, mask).transpose(1, 2).flatten(2) @ w_o


@wrong("w_o|transpos|projection")
def w_o_transposed(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (_cut(x @ w, num_heads) for x, w in ((x_q, w_q), (x_kv, w_k), (x_kv, w_v)))
    return F.linear(_attend(q, k, v, mask).transpose(1, 2).flatten(2), w_o)


@wrong("averaged over the heads")
def one_map_for_all_heads(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def cut(y):
        return rearrange(y, "b n (h d) -> b h n d", h=num_heads)

    q, k, v = cut(x_q @ w_q), cut(x_kv @ w_k), cut(x_kv @ w_v)
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num(0).mean(1, keepdim=True)
    return rearrange(weights @ v, "b h n d -> b n (h d)") @ w_o


@wrong("not-split+mask-ignored")
def one_head_and_no_mask(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = x_q @ w_q, x_kv @ w_k, x_kv @ w_v
    return torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v @ w_o


@wrong("not-split-but-scaled+mask-ignored")
def one_head_scaled_for_many_and_no_mask(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = x_q @ w_q, x_kv @ w_k, x_kv @ w_v
    return torch.softmax(q @ k.mT / (q.shape[-1] // num_heads) ** 0.5, -1) @ v @ w_o


@wrong("no mixture of that head's values")
def values_of_the_asker_and_transposed_end(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    b, t, _ = x_q.shape
    dh = w_q.shape[1] // num_heads

    def split(y):
        return y.reshape(b, -1, num_heads, dh).permute(0, 2, 1, 3)

    Q, K, V = (split(x_q @ w_q), split(x_kv @ w_k), split(x_q @ w_v))
    att = Q @ K.permute(0, 1, 3, 2) / dh**0.5
    if mask is not None:
        att = att.masked_fill(~mask, -torch.inf)
    att = att.softmax(-1).nan_to_num()
    return (att @ V).permute(0, 2, 1, 3).reshape(b, t, -1) @ w_o.T
