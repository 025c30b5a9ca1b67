"""Answers to ``cross_attention``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


def _attend(q, k, v):
    w = (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1)
    return w @ v, w


@right
def three_products(x, memory, w_q, w_k, w_v):
    q, k, v = x @ w_q, memory @ w_k, memory @ w_v
    weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
    return weights @ v, weights


@right
def einsum(x, memory, w_q, w_k, w_v):
    q = torch.einsum("btm,md->btd", x, w_q)
    k = torch.einsum("bsm,md->bsd", memory, w_k)
    w = torch.einsum("btd,bsd->bts", q, k).mul(w_q.shape[1] ** -0.5).softmax(2)
    return torch.einsum("bts,bsm,mv->btv", w, memory, w_v), w


@right
def linear_layers(x, memory, w_q, w_k, w_v):
    q, k, v = F.linear(x, w_q.T), F.linear(memory, w_k.T), F.linear(memory, w_v.T)
    return _attend(q, k, v)


@right
def sentence_by_sentence(x, memory, w_q, w_k, w_v):
    outputs, maps = [], []
    for asks, answers in zip(x, memory, strict=True):
        out, weights = _attend(asks @ w_q, answers @ w_k, answers @ w_v)
        outputs.append(out)
        maps.append(weights)
    return torch.stack(outputs), torch.stack(maps)


@right
def mixes_memory_then_projects(x, memory, w_q, w_k, w_v):
    scores = x @ w_q @ w_k.T @ memory.transpose(1, 2)
    weights = F.softmax(scores / math.sqrt(w_k.shape[-1]), dim=-1)
    return weights @ memory @ w_v, weights


@wrong("memory asks|sides are swapped|swapped")
def the_memory_asks(x, memory, w_q, w_k, w_v):
    return _attend(memory @ w_q, x @ w_k, x @ w_v)


@wrong("self-attention")
def x_asks_itself(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, x @ w_k, x @ w_v)


@wrong("memory|itself")
def memory_asks_itself(x, memory, w_q, w_k, w_v):
    return _attend(memory @ w_q, memory @ w_k, memory @ w_v)


@wrong("`x` where `memory` belongs")
def values_of_the_asker(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, memory @ w_k, x @ w_v)


@wrong("`x` where `memory` belongs")
def keys_of_the_asker(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, x @ w_k, memory @ w_v)


@wrong("w_q and w_k|as-if-w-q-and-w-k-swapped")
def two_weights_swapped(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_k, memory @ w_q, memory @ w_v)


@wrong("w_k and w_v|as-if-values-swapped")
def keys_and_values_swapped(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, memory @ w_v, memory @ w_k)


@wrong("transposed")
def weights_turned_round(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q.T, memory @ w_k.T, memory @ w_v.T)


@wrong("without `@ w_v`")
def values_as_they_are(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, memory @ w_k, memory)


@wrong("are not used|not projected|without any")
def no_projection(x, memory, w_q, w_k, w_v):
    return _attend(x, memory, memory)


@wrong("not divided by sqrt")
def root_forgotten(x, memory, w_q, w_k, w_v):
    w = (x @ w_q @ (memory @ w_k).mT).softmax(-1)
    return w @ (memory @ w_v), w


@wrong("width of x|d_model|model|as-if-x-for-q")
def root_of_the_model_width(x, memory, w_q, w_k, w_v):
    w = (x @ w_q @ (memory @ w_k).mT / x.shape[-1] ** 0.5).softmax(-1)
    return w @ (memory @ w_v), w


@wrong("axis|queries")
def over_the_queries(x, memory, w_q, w_k, w_v):
    w = (x @ w_q @ (memory @ w_k).mT / w_q.shape[-1] ** 0.5).softmax(1)
    return w @ (memory @ w_v), w


@wrong("first item|first sentence|memory of the first|as-if-memory-first-only")
def first_memory_for_all(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, memory[:1] @ w_k, memory[:1].expand_as(memory) @ w_v)


@wrong("only one of the values")
def forgets_the_weights(x, memory, w_q, w_k, w_v):
    return _attend(x @ w_q, memory @ w_k, memory @ w_v)[0]


@wrong("not the weights times the values")
def adds_the_asker(x, memory, w_q, w_k, w_v):
    out, w = _attend(x @ w_q, memory @ w_k, memory @ w_v)
    return (out + x if out.shape == x.shape else out + (x @ w_v)), w


@wrong("returned weights are not those")
def turns_memory_backwards(x, memory, w_q, w_k, w_v):
    memory = memory.flip(1)
    return _attend(x @ w_q, memory @ w_k, memory @ w_v)


@wrong("gradient|graph|detach")
def memory_held_fast(x, memory, w_q, w_k, w_v):
    memory = memory.detach()
    return _attend(x @ w_q, memory @ w_k, memory @ w_v)
