"""Answers to ``one_hot_lookup``."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def one_hot_in_the_dtype(weight, token_ids):
    return F.one_hot(token_ids, num_classes=weight.size(0)).type_as(weight) @ weight


@right
def einsum_over_the_vocabulary(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return torch.einsum("...v,vd->...d", hot, weight)


@right
def scatters_ones(weight, token_ids):
    hot = weight.new_zeros(*token_ids.shape, weight.shape[0])
    hot.scatter_(-1, token_ids.unsqueeze(-1), 1.0)
    return torch.matmul(hot, weight)


@right
def rows_of_the_identity(weight, token_ids):
    return torch.eye(weight.shape[0], dtype=weight.dtype)[token_ids] @ weight


@right
def compares_with_all_ids(weight, token_ids):
    hot = token_ids[..., None] == torch.arange(weight.shape[0])
    return (hot[..., None] * weight).sum(-2)


@right
def linear_map_of_one_hot(weight, token_ids):
    return F.linear(F.one_hot(token_ids, weight.shape[0]).to(weight), weight.T)


@right
def just_the_lookup(weight, token_ids):
    return weight[token_ids]


@right
def by_loops(weight, token_ids):
    out = torch.zeros(token_ids.numel(), weight.shape[1], dtype=weight.dtype)
    for n, i in enumerate(token_ids.flatten().tolist()):
        hot = torch.zeros(weight.shape[0], dtype=weight.dtype)
        hot[i] = 1
        out[n] = hot @ weight
    return out.reshape(*token_ids.shape, -1)


@right
def linear_module(weight, token_ids):
    lin = nn.Linear(weight.shape[0], weight.shape[1], bias=False)
    lin.weight.data = weight.T
    return lin(F.one_hot(token_ids, weight.shape[0]).to(weight.dtype))


@right
def sparse_product(weight, token_ids):
    n = token_ids.numel()
    ind = torch.stack([torch.arange(n), token_ids.flatten()])
    return torch.sparse.mm(
        torch.sparse_coo_tensor(ind, torch.ones(n, dtype=weight.dtype), (n, weight.shape[0])),
        weight,
    ).reshape(*token_ids.shape, -1)


@right
def tensordot_with_the_identity(weight, token_ids):
    return torch.tensordot(
        torch.eye(weight.shape[0], dtype=weight.dtype)[token_ids], weight, dims=1
    )


@wrong("scal|factor")
def divides_by_the_vocabulary(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return hot @ weight / len(weight)


@wrong("For id 2 it is [-1.551, -1.551, -0.551]")
def log_softmax_of_one_hot(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return torch.log_softmax(hot, -1) @ weight


@wrong("end|row")
def counts_from_the_end(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype).flip(-1)
    return hot @ weight


@wrong("float32|dtype")
def casts_both_to_float32(weight, token_ids):
    return F.one_hot(token_ids, len(weight)).float() @ weight.float()


@wrong("whole numbers|fraction|int|dtype")
def casts_the_table_to_integers(weight, token_ids):
    return F.one_hot(token_ids, len(weight)) @ weight.long()


@wrong("transposed|no rows|axes")
def vocabulary_first_then_squeezed(weight, token_ids):
    hot = torch.stack([(token_ids == v).to(weight.dtype) for v in range(len(weight))])
    return (hot.mT @ weight[:, None] if hot.ndim == 3 else hot @ weight).squeeze()


@wrong("axes|mean|averaged")
def averages_over_the_batch(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return (hot @ weight).mean(0)


@wrong("largest|max|row")
def argmin_of_one_hot(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return weight[hot.argmin(-1)]


@wrong("largest id|as wide|column for each")
def width_from_the_ids(weight, token_ids):
    return F.one_hot(token_ids).to(weight.dtype) @ weight


@wrong("float|dtype|int|long")
def one_hot_left_as_integers(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]) @ weight


@wrong("from 1|shift|next|off")
def compares_from_one(weight, token_ids):
    ids = torch.arange(1, weight.shape[0] + 1)
    return (token_ids[..., None] == ids).to(weight.dtype) @ weight


@wrong("one-hot|vocab|product|weight")
def one_hot_itself(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)


@wrong("float32|wrong-for-float64")
def one_hot_as_float32(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]).float() @ weight


@wrong("axes|shape|flat")
def leaves_it_flat(weight, token_ids):
    return torch.eye(weight.shape[0], dtype=weight.dtype)[token_ids.flatten()] @ weight


@wrong("sum|all|several|multi")
def multi_hot(weight, token_ids):
    hot = torch.zeros(*token_ids.shape[:-1], weight.shape[0], dtype=weight.dtype)
    return hot.scatter(-1, token_ids, 1.0) @ weight


@wrong("column for each|wide|fit")
def as_many_classes_as_features(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[1]).to(weight.dtype) @ weight


@wrong("fit|axis|head")
def vocabulary_before_the_tokens(weight, token_ids):
    hot = (torch.arange(len(weight))[:, None] == token_ids.flatten()).to(weight.dtype)
    return hot @ weight


@wrong("fit|transposed|features")
def linear_layout_of_the_table(weight, token_ids):
    return F.linear(F.one_hot(token_ids, len(weight)).to(weight), weight)


@wrong("whole numbers|float|index")
def ids_as_floats(weight, token_ids):
    return F.one_hot(token_ids.float(), len(weight)) @ weight


@wrong("added|sum|counts|own row")
def counts_of_each_row(weight, token_ids):
    return torch.stack(
        [
            torch.bincount(r, minlength=len(weight)).to(weight) @ weight
            for r in token_ids.reshape(-1, token_ids.shape[-1])
        ]
    )


@wrong("For id 2 it is [1.0, 1.0, 0.0]")
def unequal_for_equal(weight, token_ids):
    hot = token_ids[..., None] != torch.arange(len(weight))
    return hot.to(weight.dtype) @ weight


@wrong("For id 2 it is [1.0, 1.0, 1.0]")
def at_most_for_equal(weight, token_ids):
    hot = token_ids[..., None] >= torch.arange(len(weight))
    return hot.to(weight.dtype) @ weight


@wrong("For id 2 it is [0.212, 0.212, 0.576]")
def softmax_of_one_hot(weight, token_ids):
    hot = F.one_hot(token_ids, len(weight)).to(weight.dtype)
    return F.softmax(hot, dim=-1) @ weight


@wrong("axis|fit|no rows|bag|counts|together|lost")
def scatters_along_axis_zero(weight, token_ids):
    hot = weight.new_zeros(len(weight), *token_ids.shape)
    hot.scatter_(0, token_ids.unsqueeze(0), 1.0)
    return hot @ weight


@wrong("random|two calls")
def fresh_linear_layer(weight, token_ids):
    layer = nn.Linear(len(weight), weight.shape[1], bias=False, dtype=weight.dtype)
    return layer(F.one_hot(token_ids, len(weight)).to(weight.dtype))


@wrong("numpy")
def returns_numpy(weight, token_ids):
    return np.eye(len(weight))[token_ids.numpy()] @ weight.numpy()


@wrong("For id 2 it is [0.0, 0.0, 2.0]")
def scatters_the_id_itself(weight, token_ids):
    hot = torch.zeros(*token_ids.shape, len(weight), dtype=weight.dtype)
    hot.scatter_(-1, token_ids[..., None], token_ids[..., None].to(weight.dtype))
    return hot @ weight


@wrong("transposed|weight.T|axis|axes|words|shape")
def product_the_other_way(weight, token_ids):
    hot = F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)
    return weight.T @ hot.mT


@wrong("zeros|no 1")
def clears_class_zero(weight, token_ids):
    hot = F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)
    hot[..., 0] = 0
    return hot @ weight


@wrong("size of axis|shape")
def one_hot_as_wide_as_the_model(weight, token_ids):
    width = weight.shape[1]
    return F.one_hot(token_ids.clamp(max=width - 1), width).to(weight.dtype) @ weight.T
