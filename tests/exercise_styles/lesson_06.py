"""Lesson 06 in other styles."""

import math

import torch


def padding_unsqueezed(token_ids, pad_id):
    return token_ids.ne(pad_id).unsqueeze(1).unsqueeze(2)


def padding_inverted_equality(token_ids, pad_id):
    mask = ~(token_ids == pad_id)
    return mask.reshape(token_ids.shape[0], 1, 1, token_ids.shape[1])


def padding_by_loops(token_ids, pad_id):
    batch, length = token_ids.shape
    mask = torch.zeros(batch, 1, 1, length, dtype=torch.bool)
    for b in range(batch):
        for i in range(length):
            mask[b, 0, 0, i] = token_ids[b, i].item() != pad_id
    return mask


def padding_where(token_ids, pad_id):
    return torch.where(token_ids == pad_id, False, True)[:, None, None]


def causal_compared(size):
    positions = torch.arange(size)
    return positions[None, :] <= positions[:, None]


def causal_not_triu(size):
    return ~torch.triu(torch.ones(size, size), diagonal=1).bool()


def causal_float_then_bool(size):
    return torch.tril(torch.ones((size, size))) == 1


def causal_lists(size):
    return torch.tensor([[j <= i for j in range(size)] for i in range(size)])


def decoder_from_parts(token_ids, pad_id):
    return padding_unsqueezed(token_ids, pad_id) & causal_compared(token_ids.size(1))[None, None]


def decoder_logical_and(token_ids, pad_id):
    ahead = torch.ones(token_ids.shape[1], token_ids.shape[1]).triu(1) == 0
    return torch.logical_and((token_ids != pad_id)[:, None, None, :], ahead)


def decoder_by_loops(token_ids, pad_id):
    batch, length = token_ids.shape
    rows = [
        [[[bool(ids[j] != pad_id and j <= i) for j in range(length)] for i in range(length)]]
        for ids in token_ids
    ]
    return torch.tensor(rows).reshape(batch, 1, length, length)


def decoder_multiplied(token_ids, pad_id):
    pad = (token_ids != pad_id).int()[:, None, None, :]
    return (pad * torch.tril(torch.ones(token_ids.shape[1], token_ids.shape[1])).int()).bool()


def additive_where(mask, dtype):
    return torch.where(mask, 0.0, float("-inf")).to(dtype)


def additive_log(mask, dtype):
    return torch.log(mask.to(dtype))


def additive_filled(mask, dtype):
    out = torch.zeros_like(mask, dtype=dtype)
    out[~mask] = -math.inf
    return out


def additive_full(mask, dtype):
    return torch.full(mask.shape, -torch.inf, dtype=dtype).masked_fill(mask, 0.0)


def additive_by_division(mask, dtype):
    return 1 - 1 / mask.to(dtype)


STYLES = {
    "padding_mask": [
        padding_unsqueezed,
        padding_inverted_equality,
        padding_by_loops,
        padding_where,
    ],
    "causal_mask": [causal_compared, causal_not_triu, causal_float_then_bool, causal_lists],
    "decoder_mask": [
        decoder_from_parts,
        decoder_logical_and,
        decoder_by_loops,
        decoder_multiplied,
    ],
    "additive_mask": [
        additive_where,
        additive_log,
        additive_filled,
        additive_full,
        additive_by_division,
    ],
}
