"""Answers to ``attend_one``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def three_lines(query, keys, values):
    scores = keys @ query / query.shape[-1] ** 0.5
    weights = scores.softmax(0)
    return weights @ values, weights


@right
def one_row_table(query, keys, values):
    scores = query[None] @ keys.T / math.sqrt(len(query))
    weights = F.softmax(scores, dim=-1)
    return (weights @ values)[0], weights[0]


@right
def einsum(query, keys, values):
    weights = torch.softmax(torch.einsum("d,sd->s", query, keys) / len(query) ** 0.5, dim=-1)
    return torch.einsum("s,sv->v", weights, values), weights


@right
def by_loops(query, keys, values):
    scores = torch.stack([(query * key).sum() / math.sqrt(query.numel()) for key in keys])
    powers = torch.exp(scores - scores.max())
    weights = powers / powers.sum()
    output = sum(w * value for w, value in zip(weights, values, strict=True))
    return output, weights


@right
def fused_and_log_weights(query, keys, values):
    out = F.scaled_dot_product_attention(query[None], keys, values)[0]
    return out, (keys @ (query / math.sqrt(query.size(0)))).log_softmax(-1).exp()


@right
def broadcast_and_sum(query, keys, values):
    scores = (query * keys).sum(-1) * query.shape[0] ** -0.5
    weights = torch.softmax(scores, -1)
    return (weights.unsqueeze(-1) * values).sum(dim=0), weights


@wrong("not divided by sqrt")
def root_forgotten(query, keys, values):
    weights = (keys @ query).softmax(-1)
    return weights @ values, weights


@wrong("not by its square root")
def divided_by_the_width(query, keys, values):
    weights = (keys @ query / len(query)).softmax(-1)
    return weights @ values, weights


@wrong("number of keys")
def root_of_the_keys(query, keys, values):
    weights = (keys @ query / math.sqrt(len(keys))).softmax(-1)
    return weights @ values, weights


@wrong("values' size|values")
def root_of_the_value_width(query, keys, values):
    weights = (keys @ query / math.sqrt(values.shape[-1])).softmax(-1)
    return weights @ values, weights


@wrong("without the softmax")
def scores_for_weights(query, keys, values):
    scores = keys @ query / math.sqrt(len(query))
    return scores @ values, scores


@wrong("without exp")
def shares_without_powers(query, keys, values):
    scores = keys @ query / math.sqrt(len(query))
    weights = scores / scores.sum()
    return weights @ values, weights


@wrong("overflow")
def powers_without_the_maximum(query, keys, values):
    powers = torch.exp(keys @ query / math.sqrt(len(query)))
    weights = powers / powers.sum()
    return weights @ values, weights


@wrong("only one of the values")
def forgets_the_weights(query, keys, values):
    weights = (keys @ query / math.sqrt(len(query))).softmax(-1)
    return weights @ values


@wrong("swapped")
def weights_first(query, keys, values):
    weights = (keys @ query / math.sqrt(len(query))).softmax(-1)
    return weights, weights @ values


@wrong("`keys` in the place of `values`")
def mixes_the_keys(query, keys, values):
    weights = (keys @ query / math.sqrt(len(query))).softmax(-1)
    return weights @ keys, weights


@wrong("one best key|argmax")
def takes_the_best(query, keys, values):
    scores = keys @ query / math.sqrt(len(query))
    best = scores.argmax()
    return values[best], F.one_hot(best, len(keys)).to(values.dtype)


@wrong("axis of its own|size one|one too many|shape")
def keeps_the_row_axis(query, keys, values):
    weights = (query[None] @ keys.T / math.sqrt(len(query))).softmax(-1)
    return weights @ values, weights


@wrong("one by one|not added up|each value")
def values_weighted_not_added(query, keys, values):
    weights = (keys @ query / math.sqrt(len(query))).softmax(-1)
    return weights[:, None] * values, weights


@wrong("mean|number of keys besides")
def mean_of_the_weighted(query, keys, values):
    weights = (keys @ query / math.sqrt(len(query))).softmax(-1)
    return (weights[:, None] * values).mean(0), weights


@wrong("values|compared with")
def asks_the_values(query, keys, values):
    weights = (values @ query / math.sqrt(len(query))).softmax(-1)
    return weights @ values, weights


@wrong("cosine")
def cosine_of_the_angle(query, keys, values):
    scores = F.cosine_similarity(query, keys, dim=-1)
    weights = scores.softmax(-1)
    return weights @ values, weights


@wrong("transposed|features")
def keys_turned_round(query, keys, values):
    weights = (keys.T @ query / math.sqrt(len(query))).softmax(-1)
    return weights @ values, weights


@wrong("softmax|twice|scores")
def scales_after_the_softmax(query, keys, values):
    weights = (keys @ query).softmax(-1) / math.sqrt(len(query))
    return weights @ values, weights


@wrong("sigmoid")
def each_score_by_itself(query, keys, values):
    weights = torch.sigmoid(keys @ query / math.sqrt(len(query)))
    return weights @ values, weights


@wrong("float64|float32")
def in_single_precision(query, keys, values):
    weights = (keys.float() @ query.float() / math.sqrt(len(query))).softmax(-1)
    return weights @ values.float(), weights


@wrong("gradient|graph|detach")
def numbers_by_item(query, keys, values):
    scores = [(query @ key).item() / math.sqrt(len(query)) for key in keys]
    weights = torch.tensor(scores, dtype=query.dtype).softmax(-1)
    return weights @ values, weights
