"""Lesson 03 in other styles."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def scaled_functional(weight, token_ids):
    return F.embedding(token_ids, weight) * weight.size(1) ** 0.5


def scaled_module(weight, token_ids):
    table = nn.Embedding.from_pretrained(weight)
    return table(token_ids) * math.sqrt(table.embedding_dim)


def scaled_weight_first(weight, token_ids):
    root = torch.sqrt(torch.tensor(weight.shape[-1], dtype=weight.dtype))
    return (weight * root)[token_ids]


def scaled_one_hot(weight, token_ids):
    hot = (token_ids.unsqueeze(-1) == torch.arange(weight.shape[0])).to(weight)
    return torch.einsum("...v,vd->...d", hot, weight).mul_(weight.shape[1] ** 0.5)


def scaled_index_select(weight, token_ids):
    rows = weight.index_select(0, token_ids.reshape(-1))
    return rows.reshape(*token_ids.shape, -1) * weight.shape[1] ** 0.5


def scaled_loops(weight, token_ids):
    rows = [weight[int(i)] for i in token_ids.flatten()]
    return torch.stack(rows).view(*token_ids.shape, weight.shape[1]) * math.sqrt(len(weight[0]))


def scaled_float32_root(weight, token_ids):
    return weight[token_ids] * torch.sqrt(torch.tensor(float(weight.shape[1])))


def hot_float(weight, token_ids):
    return F.one_hot(token_ids, num_classes=weight.size(0)).type_as(weight) @ weight


def hot_einsum(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return torch.einsum("...v,vd->...d", hot, weight)


def hot_scatter(weight, token_ids):
    hot = weight.new_zeros(*token_ids.shape, weight.shape[0])
    hot.scatter_(-1, token_ids.unsqueeze(-1), 1.0)
    return torch.matmul(hot, weight)


def hot_eye(weight, token_ids):
    return torch.eye(weight.shape[0], dtype=weight.dtype)[token_ids] @ weight


def hot_compare(weight, token_ids):
    hot = token_ids[..., None] == torch.arange(weight.shape[0])
    return (hot[..., None] * weight).sum(-2)


def hot_linear(weight, token_ids):
    return F.linear(F.one_hot(token_ids, weight.shape[0]).to(weight), weight.T)


def hot_just_lookup(weight, token_ids):
    return weight[token_ids]


def hot_loops(weight, token_ids):
    out = torch.zeros(token_ids.numel(), weight.shape[1], dtype=weight.dtype)
    for n, i in enumerate(token_ids.flatten().tolist()):
        hot = torch.zeros(weight.shape[0], dtype=weight.dtype)
        hot[i] = 1
        out[n] = hot @ weight
    return out.reshape(*token_ids.shape, -1)


STYLES = {
    "scaled_embedding": [
        scaled_functional,
        scaled_module,
        scaled_weight_first,
        scaled_one_hot,
        scaled_index_select,
        scaled_loops,
        scaled_float32_root,
    ],
    "one_hot_lookup": [
        hot_float,
        hot_einsum,
        hot_scatter,
        hot_eye,
        hot_compare,
        hot_linear,
        hot_just_lookup,
        hot_loops,
    ],
}
