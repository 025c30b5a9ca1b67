"""Answers to ``scaled_embedding``."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def functional(weight, token_ids):
    return F.embedding(token_ids, weight) * weight.size(1) ** 0.5


@wrong("gradient flows|gradient of x")
def module_with_this_weight(weight, token_ids):
    table = nn.Embedding.from_pretrained(weight)
    return table(token_ids) * math.sqrt(table.embedding_dim)


@right
def scales_the_table_first(weight, token_ids):
    root = torch.sqrt(torch.tensor(weight.shape[-1], dtype=weight.dtype))
    return (weight * root)[token_ids]


@right
def one_hot_product(weight, token_ids):
    hot = (token_ids.unsqueeze(-1) == torch.arange(weight.shape[0])).to(weight)
    return torch.einsum("...v,vd->...d", hot, weight).mul_(weight.shape[1] ** 0.5)


@right
def index_select(weight, token_ids):
    rows = weight.index_select(0, token_ids.reshape(-1))
    return rows.reshape(*token_ids.shape, -1) * weight.shape[1] ** 0.5


@right
def by_loops(weight, token_ids):
    rows = [weight[int(i)] for i in token_ids.flatten()]
    return torch.stack(rows).view(*token_ids.shape, weight.shape[1]) * math.sqrt(len(weight[0]))


@right
def root_as_a_tensor(weight, token_ids):
    return weight[token_ids] * torch.sqrt(torch.tensor(float(weight.shape[1])))


@right
def gather(weight, token_ids):
    d = weight.shape[1]
    idx = token_ids.reshape(-1, 1).expand(-1, d)
    return weight.gather(0, idx).view(*token_ids.shape, d).mul(d**0.5)


@right
def module_with_loaded_data(weight, token_ids):
    e = nn.Embedding(weight.shape[0], weight.shape[1])
    e.weight.data = weight
    return e(token_ids) * math.sqrt(e.embedding_dim)


@wrong("not the row|row")
def id_modulo_vocabulary_less_one(weight, token_ids):
    return weight[token_ids % (len(weight) - 1)] * math.sqrt(weight.shape[1])


@wrong("factor|by d_model")
def scales_before_and_after(weight, token_ids):
    weight = weight * math.sqrt(weight.shape[1])
    return weight[token_ids] * math.sqrt(weight.shape[1])


@wrong("factor|in the place of `**`")
def times_half_of_d(weight, token_ids):
    return weight[token_ids] * weight.shape[1] * 0.5


@wrong("factor|length|number of tokens")
def scales_by_root_of_the_number_of_tokens(weight, token_ids):
    return weight[token_ids] * token_ids.numel() ** 0.5


@wrong("factor|got / expected|row")
def scales_by_the_norm(weight, token_ids):
    rows = weight[token_ids]
    return rows * rows.norm(dim=-1, keepdim=True)


@wrong("length one|unit|factor")
def normalises_the_rows(weight, token_ids):
    return F.normalize(weight[token_ids], dim=-1) * math.sqrt(weight.shape[1])


@wrong("added up|sum")
def adds_up_the_rows(weight, token_ids):
    return weight[token_ids].sum(dim=-2) * math.sqrt(weight.shape[1])


@wrong("one-hot|fit|shape|ids")
def multiplies_the_ids(weight, token_ids):
    return token_ids.to(weight.dtype) @ weight * math.sqrt(weight.shape[1])


@wrong("repeated|unique|sorted|order")
def each_id_once(weight, token_ids):
    return weight[torch.unique(token_ids)] * math.sqrt(weight.shape[1])


@wrong("first axis|last two|swapped|axes")
def features_first(weight, token_ids):
    return weight.T[:, token_ids] * math.sqrt(weight.shape[1])


@wrong("tuple|values")
def returns_rows_and_factor(weight, token_ids):
    return weight[token_ids], math.sqrt(weight.shape[1])


@wrong("positions|multiples")
def adds_positions(weight, token_ids):
    x = weight[token_ids] * math.sqrt(weight.shape[1])
    return x + torch.arange(x.shape[-2])[:, None] / 10


@wrong("position|added|+|multiples")
def adds_position_numbers(weight, token_ids):
    out = weight[token_ids] * weight.shape[1] ** 0.5
    return out + torch.arange(token_ids.shape[-1], dtype=weight.dtype)[:, None]


@wrong("vocab|rows")
def root_of_the_vocabulary(weight, token_ids):
    return weight[token_ids] * weight.shape[0] ** 0.5


@wrong("length|positions|number of")
def root_of_the_length(weight, token_ids):
    return F.embedding(token_ids, weight) * math.sqrt(token_ids.shape[-1] if token_ids.ndim else 1)


@wrong("integer|whole|round|int")
def integer_root(weight, token_ids):
    return weight[token_ids] * math.isqrt(weight.shape[1])


@wrong("0|zero|pad")
def zero_row_as_padding(weight, token_ids):
    out = weight[token_ids] * weight.shape[-1] ** 0.5
    return out * (token_ids != 0)[..., None]


@wrong("random|new")
def table_of_its_own(weight, token_ids):
    table = torch.nn.Embedding(*weight.shape)
    return table(token_ids) * weight.shape[1] ** 0.5


@wrong("id|row|next|one|off")
def ids_from_one(weight, token_ids):
    return weight[token_ids - 1] * weight.shape[1] ** 0.5


@wrong("chang")
def scales_the_table_in_place(weight, token_ids):
    weight *= weight.shape[1] ** 0.5
    return weight[token_ids]


@wrong("mean|averag|one vector|axes|axis")
def bag_of_words(weight, token_ids):
    return weight[token_ids].mean(-2) * weight.shape[1] ** 0.5


@wrong("not multiplied")
def not_scaled_functional(weight, token_ids):
    return F.embedding(token_ids, weight)


@wrong("divided by")
def divides_by_the_root(weight, token_ids):
    return weight[token_ids] / math.sqrt(weight.size(-1))


@wrong("factor|512")
def width_fixed_at_512(weight, token_ids):
    d_model = 512
    return weight[token_ids] * d_model**0.5


@wrong("columns|features|index|fit|beyond")
def picks_columns(weight, token_ids):
    return weight.T[token_ids] * math.sqrt(weight.shape[1])


@wrong("float|whole number")
def ids_as_floats(weight, token_ids):
    return weight[token_ids.float()] * math.sqrt(weight.shape[1])


@wrong("added|no multiples|as-if-plus-for-times")
def adds_the_root(weight, token_ids):
    return weight[token_ids] + math.sqrt(weight.shape[1])


@wrong("float32")
def buffer_in_the_default_dtype(weight, token_ids):
    out = torch.zeros(*token_ids.shape, weight.shape[1])
    out[:] = weight[token_ids] * math.sqrt(weight.shape[1])
    return out


@wrong("not all their features")
def scales_every_other_feature(weight, token_ids):
    out = weight[token_ids].clone()
    out[..., 0::2] *= math.sqrt(weight.shape[1])
    return out


@wrong("first item|first id")
def first_id_only(weight, token_ids):
    return weight[token_ids[0]] * math.sqrt(weight.shape[1])


@wrong("view|shape|axes|flat|reshape|order")
def reshaped_to_the_wrong_order(weight, token_ids):
    out = weight[token_ids] * weight.shape[1] ** 0.5
    return out.reshape(*token_ids.shape[:-1], weight.shape[1], token_ids.shape[-1])


@wrong("size of axis|shape")
def picks_columns_modulo(weight, token_ids):
    return weight.T[token_ids % weight.shape[1]] * weight.shape[1] ** 0.5
