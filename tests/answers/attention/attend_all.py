"""Answers to ``attend_all``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def four_lines(q, k, v):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


@right
def einsum(q, k, v):
    weights = torch.einsum("...td,...sd->...ts", q, k).div(q.size(-1) ** 0.5).softmax(-1)
    return torch.einsum("...ts,...sv->...tv", weights, v), weights


@right
def powers_by_hand(q, k, v):
    scores = torch.matmul(q * q.shape[-1] ** -0.5, k.mT)
    powers = (scores - scores.max(dim=-1, keepdim=True).values).exp()
    weights = powers / powers.sum(-1, keepdim=True)
    return torch.matmul(weights, v), weights


@right
def query_by_query(q, k, v):
    outputs, rows = [], []
    for t in range(q.shape[-2]):
        scores = (k @ q[..., t, :, None]).squeeze(-1) / math.sqrt(q.shape[-1])
        row = scores.softmax(-1)
        outputs.append((row[..., None] * v).sum(-2))
        rows.append(row)
    return torch.stack(outputs, -2), torch.stack(rows, -2)


@right
def fused_twice(q, k, v):
    eye = torch.eye(k.shape[-2], dtype=k.dtype).expand(*k.shape[:-1], -1)
    return (
        F.scaled_dot_product_attention(q, k, v),
        F.scaled_dot_product_attention(q, k, eye),
    )


@right
def flattened_bmm(q, k, v):
    lead = q.shape[:-2]
    a, b, c = (x.reshape(-1, *x.shape[-2:]) for x in (q, k, v))
    w = F.softmax(torch.bmm(a, b.transpose(1, 2)) / q.shape[-1] ** 0.5, dim=2)
    return torch.bmm(w, c).reshape(*lead, *q.shape[-2:-1], -1), w.reshape(*lead, *w.shape[1:])


@wrong("not divided by sqrt")
def root_forgotten(q, k, v):
    w = (q @ k.mT).softmax(-1)
    return w @ v, w


@wrong("not by its square root")
def divided_by_the_width(q, k, v):
    w = (q @ k.mT / q.shape[-1]).softmax(-1)
    return w @ v, w


@wrong("queries (dim=-2)|column")
def over_the_queries(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-2)
    return w @ v, w


@wrong("dim=1|axis 1")
def over_axis_one(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(1)
    return w @ v, w


@wrong("without the softmax")
def scores_for_weights(q, k, v):
    s = q @ k.mT / q.shape[-1] ** 0.5
    return s @ v, s


@wrong("without the transpose")
def keys_not_turned(q, k, v):
    w = (q @ k / q.shape[-1] ** 0.5).softmax(-1)
    return w @ v, w


@wrong("two axes|length, d|all axes|axes")
def turns_all_axes(q, k, v):
    w = (q @ k.permute(*range(k.ndim)[::-1]) / q.shape[-1] ** 0.5).softmax(-1)
    return w @ v, w


@wrong("`k` in the place of `v`")
def mixes_the_keys(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
    return w @ k, w


@wrong("only one of the values")
def forgets_the_weights(q, k, v):
    return (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) @ v


@wrong("swapped")
def weights_first(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
    return w, w @ v


@wrong("place of the weights|scores")
def hands_out_the_scores(q, k, v):
    s = q @ k.mT / q.shape[-1] ** 0.5
    return s.softmax(-1) @ v, s


@wrong("from the scores|values")
def values_before_the_softmax(q, k, v):
    s = q @ k.mT / q.shape[-1] ** 0.5
    return (s @ v).softmax(-1), s.softmax(-1)


@wrong("overflow")
def powers_without_the_maximum(q, k, v):
    powers = (q @ k.mT / q.shape[-1] ** 0.5).exp()
    w = powers / powers.sum(-1, keepdim=True)
    return w @ v, w


@wrong("own position|future|later|causal")
def hides_the_future(q, k, v):
    s = q @ k.mT / q.shape[-1] ** 0.5
    s = s.masked_fill(torch.ones_like(s).triu(1).bool(), -math.inf)
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("number of keys")
def root_of_the_keys(q, k, v):
    w = (q @ k.mT / k.shape[-2] ** 0.5).softmax(-1)
    return w @ v, w


@wrong("unpack|axes|batch")
def three_axes_only(q, k, v):
    _, _, width = q.shape
    w = (torch.bmm(q, k.transpose(1, 2)) / width**0.5).softmax(-1)
    return torch.bmm(w, v), w


@wrong("gradient|graph|detach")
def cut_weights(q, k, v):
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1).detach()
    return w @ v, w


@wrong("float64|float32")
def in_single_precision(q, k, v):
    w = (q.float() @ k.float().mT / q.shape[-1] ** 0.5).softmax(-1)
    return w @ v.float(), w


@wrong("changes|input|changed")
def scales_in_place(q, k, v):
    q /= q.shape[-1] ** 0.5
    w = (q @ k.mT).softmax(-1)
    return w @ v, w
