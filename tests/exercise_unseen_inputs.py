"""Unlisted wrong answers to the exercises of lessons 03 and 04, as ``exercise_unseen`` has them."""

import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# scaled_embedding ---------------------------------------------------------------------------------


@wrong("scaled_embedding", "not multiplied")
def scaled_plain(weight, token_ids):
    return F.embedding(token_ids, weight)


@wrong("scaled_embedding", "divided by")
def scaled_divided(weight, token_ids):
    return weight[token_ids] / math.sqrt(weight.size(-1))


@wrong("scaled_embedding", "vocabulary")
def scaled_vocab(weight, token_ids):
    vocab, _ = weight.shape
    return weight[token_ids] * math.sqrt(vocab)


@wrong("scaled_embedding", "vocabulary")
def scaled_len(weight, token_ids):
    return weight[token_ids] * len(weight) ** 0.5


@wrong("scaled_embedding", "d_model, not|times-d|by d_model")
def scaled_no_root(weight, token_ids):
    return F.embedding(token_ids, weight).mul(weight.shape[-1])


@wrong("scaled_embedding", "factor|512")
def scaled_512(weight, token_ids):
    d_model = 512
    return weight[token_ids] * d_model**0.5


@wrong("scaled_embedding", "factor|got / expected")
def scaled_power(weight, token_ids):
    return weight[token_ids] * weight.shape[1] ** 1 / 2


@wrong("scaled_embedding", "not multiplied")
def scaled_minus_power(weight, token_ids):
    return weight[token_ids] * weight.shape[1] ** (1 // 2)


@wrong("scaled_embedding", "random|two calls")
def scaled_new_table(weight, token_ids):
    table = nn.Embedding(*weight.shape, dtype=weight.dtype)
    return table(token_ids) * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "columns|features|index|fit|beyond")
def scaled_columns(weight, token_ids):
    return weight.T[token_ids] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "zeros|padding")
def scaled_padding(weight, token_ids):
    table = weight.clone()
    table[0] = 0
    return table[token_ids] * weight.shape[1] ** 0.5


@wrong("scaled_embedding", "changes its input|input")
def scaled_in_place(weight, token_ids):
    weight *= weight.shape[1] ** 0.5
    return weight[token_ids]


@wrong("scaled_embedding", "float|whole number")
def scaled_float_ids(weight, token_ids):
    return weight[token_ids.float()] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "averaged|mean")
def scaled_bag(weight, token_ids):
    return weight[token_ids].mean(dim=-2) * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "factor|got / expected|row")
def scaled_by_norm(weight, token_ids):
    rows = weight[token_ids]
    return rows * rows.norm(dim=-1, keepdim=True)


@wrong("scaled_embedding", "added|no multiples")
def scaled_plus(weight, token_ids):
    return weight[token_ids] + math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "row|before|off")
def scaled_from_one(weight, token_ids):
    return weight[token_ids - 1] * math.sqrt(weight.shape[1])


@wrong("scaled_embedding", "float32")
def scaled_via_zeros(weight, token_ids):
    out = torch.zeros(*token_ids.shape, weight.shape[1])
    out[:] = weight[token_ids] * math.sqrt(weight.shape[1])
    return out


@wrong("scaled_embedding", "not all their features")
def scaled_half(weight, token_ids):
    out = weight[token_ids].clone()
    out[..., 0::2] *= math.sqrt(weight.shape[1])
    return out


@wrong("scaled_embedding", "whole numbers|int|dtype|no multiples|factor")
def scaled_rounded(weight, token_ids):
    return (weight[token_ids] * math.sqrt(weight.shape[1])).round()


@wrong("scaled_embedding", "first item|first id")
def scaled_first(weight, token_ids):
    return weight[token_ids[0]] * math.sqrt(weight.shape[1])


# one_hot_lookup -----------------------------------------------------------------------------------


@wrong("one_hot_lookup", "whole numbers")
def hot_ints(weight, token_ids):
    return F.one_hot(token_ids, num_classes=weight.shape[0]) @ weight


@wrong("one_hot_lookup", "float32")
def hot_float(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]).float() @ weight


@wrong("one_hot_lookup", "largest id|as wide|column for each")
def hot_no_classes(weight, token_ids):
    return F.one_hot(token_ids).to(weight.dtype) @ weight


@wrong("one_hot_lookup", "column for each|wide|fit")
def hot_d_model_classes(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[1]).to(weight.dtype) @ weight


@wrong("one_hot_lookup", "scal")
def hot_scaled(weight, token_ids):
    return (F.one_hot(token_ids, len(weight)).to(weight) @ weight) * math.sqrt(weight.shape[1])


@wrong("one_hot_lookup", "one-hot matrix; the product|one-hot-returned|one-hot matrix")
def hot_only(weight, token_ids):
    return F.one_hot(token_ids, len(weight)).to(weight)


@wrong("one_hot_lookup", "fit|transposed|features")
def hot_linear(weight, token_ids):
    return F.linear(F.one_hot(token_ids, len(weight)).to(weight), weight)


@wrong("one_hot_lookup", "whole numbers|float|index")
def hot_float_ids(weight, token_ids):
    return F.one_hot(token_ids.float(), len(weight)) @ weight


@wrong("one_hot_lookup", "fit|axis|head")
def hot_transposed(weight, token_ids):
    hot = (torch.arange(len(weight))[:, None] == token_ids.flatten()).to(weight.dtype)
    return hot @ weight


@wrong("one_hot_lookup", "added|sum|counts|own row")
def hot_counts(weight, token_ids):
    return torch.stack(
        [
            torch.bincount(r, minlength=len(weight)).to(weight) @ weight
            for r in token_ids.reshape(-1, token_ids.shape[-1])
        ]
    )


@wrong("one_hot_lookup", "lost|axes|one row|reshaped|shape")
def hot_flat(weight, token_ids):
    return F.one_hot(token_ids.flatten(), len(weight)).to(weight) @ weight


@wrong("one_hot_lookup", "row|off")
def hot_arange_from_one(weight, token_ids):
    hot = token_ids[..., None] == torch.arange(1, len(weight) + 1)
    return hot.to(weight.dtype) @ weight


@wrong("one_hot_lookup", "all the other|0 at the id")
def hot_unequal(weight, token_ids):
    hot = token_ids[..., None] != torch.arange(len(weight))
    return hot.to(weight.dtype) @ weight


@wrong("one_hot_lookup", "rows before|up to|no rows")
def hot_less_equal(weight, token_ids):
    hot = token_ids[..., None] >= torch.arange(len(weight))
    return hot.to(weight.dtype) @ weight


@wrong("one_hot_lookup", "share|softmax")
def hot_softmax(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return F.softmax(hot, dim=-1) @ weight


@wrong("one_hot_lookup", "axis|fit|no rows|bag|counts|together|lost")
def hot_scatter_axis(weight, token_ids):
    hot = weight.new_zeros(len(weight), *token_ids.shape)
    hot.scatter_(0, token_ids.unsqueeze(0), 1.0)
    return hot @ weight


@wrong("one_hot_lookup", "share|no rows|smooth")
def hot_smoothed(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return (0.9 * hot + 0.1 / len(weight)) @ weight


@wrong("one_hot_lookup", "random|two calls")
def hot_fresh(weight, token_ids):
    layer = nn.Linear(len(weight), weight.shape[1], bias=False, dtype=weight.dtype)
    return layer(F.one_hot(token_ids, len(weight)).to(weight.dtype))


@wrong("one_hot_lookup", "numpy")
def hot_numpy(weight, token_ids):
    return np.eye(len(weight))[token_ids.numpy()] @ weight.numpy()


@wrong("one_hot_lookup", "id|no rows|factor")
def hot_id_value(weight, token_ids):
    hot = torch.zeros(*token_ids.shape, len(weight), dtype=weight.dtype)
    hot.scatter_(-1, token_ids[..., None], token_ids[..., None].to(weight.dtype))
    return hot @ weight


# sinusoidal_positions -----------------------------------------------------------------------------


@wrong("sinusoidal_positions", "half")
def sin_cat(length, d_model):
    pos = torch.arange(length).unsqueeze(1)
    angles = pos / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)


@wrong("sinusoidal_positions", "twice|2 \\*|is in it twice")
def sin_double(length, d_model):
    pe = torch.zeros(length, d_model)
    pos = torch.arange(length).float()[:, None]
    i = torch.arange(0, d_model, 2).float()
    pe[:, 0::2] = torch.sin(pos / 10000 ** (2 * i / d_model))
    pe[:, 1::2] = torch.cos(pos / 10000 ** (2 * i / d_model))
    return pe


@wrong("sinusoidal_positions", "should be 2i")
def sin_pair_index(length, d_model):
    pe = torch.zeros(length, d_model)
    for p in range(length):
        for i in range(d_model // 2):
            pe[p, 2 * i] = math.sin(p / 10000 ** (i / d_model))
            pe[p, 2 * i + 1] = math.cos(p / 10000 ** (i / d_model))
    return pe


@wrong("sinusoidal_positions", "own|shares")
def sin_column_index(length, d_model):
    pe = torch.zeros(length, d_model)
    for p in range(length):
        for j in range(d_model):
            angle = p / 10000 ** (j / d_model)
            pe[p, j] = math.sin(angle) if j % 2 == 0 else math.cos(angle)
    return pe


@wrong("sinusoidal_positions", "own|twice|2j")
def sin_annotated_loop(length, d_model):
    pe = torch.zeros(length, d_model)
    for pos in range(length):
        for i in range(0, d_model, 2):
            pe[pos, i] = math.sin(pos / 10000 ** ((2 * i) / d_model))
            pe[pos, i + 1] = math.cos(pos / 10000 ** ((2 * (i + 1)) / d_model))
    return pe


@wrong("sinusoidal_positions", "from 1|counted")
def sin_from_one(length, d_model):
    pos = torch.arange(1, length + 1).unsqueeze(1)
    angles = pos * torch.exp(torch.arange(0, d_model, 2) * -(math.log(10000.0) / d_model))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "sine|cosine|other way")
def sin_swapped(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    pe = torch.empty(length, d_model)
    pe[:, 1::2], pe[:, 0::2] = angles.sin(), angles.cos()
    return pe


@wrong("sinusoidal_positions", "batch axis|size one")
def sin_batch(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1).unsqueeze(0)


@wrong("sinusoidal_positions", "multiplied|upside|turns|frequen")
def sin_plus_sign(length, d_model):
    div = torch.exp(torch.arange(0, d_model, 2) * (math.log(10000.0) / d_model))
    angles = torch.arange(length)[:, None] * div
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "logarithm")
def sin_no_log(length, d_model):
    div = torch.exp(-torch.arange(0, d_model, 2) * (10000.0 / d_model))
    angles = torch.arange(length)[:, None] * div
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "column|position|fit")
def sin_no_unsqueeze(length, d_model):
    pe = torch.zeros(length, d_model)
    pos = torch.arange(length).float()
    div = 10000 ** (torch.arange(0, d_model, 2) / d_model)
    pe[:, 0::2] = torch.sin(pos / div)
    pe[:, 1::2] = torch.cos(pos / div)
    return pe


@wrong("sinusoidal_positions", "base|100000|turns")
def sin_base_five_zeros(length, d_model):
    angles = torch.arange(length)[:, None] / 100_000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "turns|frequen")
def sin_odd_base(length, d_model):
    angles = torch.arange(length)[:, None] / 5000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "2 pi|turns|frequen")
def sin_two_pi(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    angles = angles * 2 * torch.pi
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "zero|missing|cosine")
def sin_only(length, d_model):
    pe = torch.zeros(length, d_model)
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    pe[:, 0::2] = torch.sin(angles)
    return pe


@wrong("sinusoidal_positions", "swapped|rows and columns|transposed")
def sin_t(length, d_model):
    angles = torch.arange(length) / 10000 ** (torch.arange(0, d_model, 2)[:, None] / d_model)
    return torch.stack([angles.sin(), angles.cos()], 1).flatten(0, 1)


@wrong("sinusoidal_positions", "stacked|axis|order|places|rows")
def sin_stack_zero(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()]).view(length, d_model)


@wrong("sinusoidal_positions", "half")
def sin_stack_one(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=1).reshape(length, d_model)


@wrong("sinusoidal_positions", "random|two calls")
def sin_learned(length, d_model):
    return nn.Embedding(length, d_model).weight.detach()


@wrong("sinusoidal_positions", "turns|frequen|exponent")
def sin_power_of_two(length, d_model):
    angles = torch.arange(length)[:, None] / 2 ** torch.arange(d_model // 2)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "length|turns|frequen")
def sin_normalised(length, d_model):
    pos = torch.linspace(0, 1, length)[:, None]
    angles = pos / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "whole|turns|frequen|same")
def sin_integer_division(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) // d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "circle|squares|sine and cosine|row 0|one angle")
def sin_sin_twice(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.sin().cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "Row 0|squares")
def sin_offset(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return (torch.stack([angles.sin(), angles.cos()], -1).flatten(1) + 1) / 2


@wrong("sinusoidal_positions", "odd|one angle|squares|exponent|turns")
def sin_cos_next(length, d_model):
    pe = torch.zeros(length, d_model)
    pos = torch.arange(length).float()[:, None]
    i = torch.arange(0, d_model, 2).float()
    pe[:, 0::2] = torch.sin(pos / 10000 ** (i / d_model))
    pe[:, 1::2] = torch.cos(pos / 10000 ** ((i + 2) / d_model))
    return pe
