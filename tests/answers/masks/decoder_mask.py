"""Answers to ``decoder_mask``."""

import torch

from tests.answers import right, wrong


def _padding(token_ids, pad_id):
    return token_ids.ne(pad_id).unsqueeze(1).unsqueeze(2)


def _causal(size):
    positions = torch.arange(size)
    return positions[None, :] <= positions[:, None]


@right
def from_parts(token_ids, pad_id):
    return _padding(token_ids, pad_id) & _causal(token_ids.size(1))[None, None]


@right
def logical_and(token_ids, pad_id):
    ahead = torch.ones(token_ids.shape[1], token_ids.shape[1]).triu(1) == 0
    return torch.logical_and((token_ids != pad_id)[:, None, None, :], ahead)


@right
def by_loops(token_ids, pad_id):
    batch, length = token_ids.shape
    rows = [
        [[[bool(ids[j] != pad_id and j <= i) for j in range(length)] for i in range(length)]]
        for ids in token_ids
    ]
    return torch.tensor(rows).reshape(batch, 1, length, length)


@right
def multiplies_booleans(token_ids, pad_id):
    pad = (token_ids != pad_id).int()[:, None, None, :]
    return (pad * torch.tril(torch.ones(token_ids.shape[1], token_ids.shape[1])).int()).bool()


@right
def tril_of_the_padding_mask(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :].expand(-1, 1, n, n).tril()


@right
def fills_entry_by_entry(token_ids, pad_id):
    b, n = token_ids.shape
    out = torch.zeros(b, 1, n, n, dtype=torch.bool)
    for s in range(b):
        for i in range(n):
            for j in range(i + 1):
                out[s, 0, i, j] = token_ids[s, j].item() != pad_id
    return out


@right
def minimum_of_two_masks(token_ids, pad_id):
    n = token_ids.shape[-1]
    i = torch.arange(n)
    return torch.minimum((token_ids != pad_id)[:, None, None].int(), (i[:, None] >= i).int()).bool()


@wrong("`|` in the place of `&`")
def or_for_and(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] | torch.ones(t, t).tril().bool()


@wrong("Padding is not hidden|causal mask")
def padding_forgotten(token_ids, pad_id):
    b, t = token_ids.shape
    return torch.ones(b, 1, t, t).tril().bool()


@wrong("query axis|padding")
def padding_on_the_query_axis(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, :, None] & torch.ones(t, t).tril().bool()


@wrong("head|missing-axis")
def one_axis_for_the_heads_missing(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id).unsqueeze(1) & torch.ones(t, t).tril().bool()


@wrong("first sentence|first one|first item")
def padding_of_the_first_item(token_ids, pad_id):
    t = token_ids.shape[1]
    keep = token_ids[0] != pad_id
    return (keep[None, :] & torch.ones(t, t).tril().bool()).expand(len(token_ids), 1, t, t)


@wrong("boolean|0 and 1|numbers")
def multiplies_by_floats(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] * torch.tril(torch.ones(t, t))


@wrong("triangle|diagonal|future")
def future_for_past(token_ids, pad_id):
    t = token_ids.shape[1]
    future = torch.triu(torch.ones(t, t, dtype=torch.bool), 1)
    return (token_ids != pad_id)[:, None, None, :] & future


@wrong("other way round|inverted|forbidden")
def true_means_dropped(token_ids, pad_id):
    t = token_ids.shape[1]
    future = torch.triu(torch.ones(t, t, dtype=torch.bool), 1)
    return (token_ids == pad_id)[:, None, None, :] | future


@wrong("0 whatever|0")
def ids_above_zero(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids > 0)[:, None, None, :] & torch.ones(t, t).tril().bool()


@wrong("0|pad_id|hard|whatever")
def pads_are_zero(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != 0)[:, None, None, :] & torch.ones(n, n).tril().bool()


@wrong("itself")
def diagonal_excluded(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril(-1).bool()


@wrong("quer|row|pad")
def pads_ask_nothing(token_ids, pad_id):
    keep = token_ids != pad_id
    n = token_ids.shape[1]
    both = keep[:, None, :, None] & keep[:, None, None, :]
    return both & torch.ones(n, n).tril().bool()


@wrong("batch|size|len")
def triangle_of_the_batch(token_ids, pad_id):
    n = token_ids.shape[0]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).tril().bool()


@wrong("int|bool|dtype")
def product_of_numbers(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id).int()[:, None, None, :] * torch.ones(n, n).tril().int()


@wrong("boolean|-inf|added")
def additive_form(token_ids, pad_id):
    t = token_ids.shape[1]
    keep = (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool()
    return torch.where(keep, 0.0, -torch.inf)


@wrong("triangle|future|transpos|diagonal")
def triangle_transposed(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool().T


@wrong("batch|first|axis|shape")
def real_anywhere_in_the_batch(token_ids, pad_id):
    t = token_ids.shape[1]
    keep = (token_ids != pad_id).any(0)
    return (keep & torch.ones(t, t).tril().bool())[None, None].repeat(len(token_ids), 1, 1, 1)


@wrong("without tril")
def padding_expanded_to_a_square(token_ids, pad_id):
    b, t = token_ids.shape
    return (token_ids != pad_id)[:, None, None, :].expand(b, 1, t, t)


@wrong("`==` in the place of `!=`")
def padding_inverted(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids == pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool()


@wrong("itself|diagonal")
def always_sees_itself(token_ids, pad_id):
    t = token_ids.shape[1]
    m = (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool()
    return m | torch.eye(t).bool()


@wrong("next|future|ahead")
def one_ahead_and_zero_as_pad(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != 0)[:, None, None, :] & torch.ones(t, t).tril(1).bool()


@wrong("without `[:, None, None, :]`")
def padding_without_axes(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id) & torch.ones(t, t).tril().bool()


@wrong("first key")
def hides_bos(token_ids, pad_id):
    n = token_ids.shape[1]
    m = (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).tril().bool()
    m[..., 0] = False
    return m


@wrong("see padding")
def padding_to_be_hidden_and_triu(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids == pad_id)[:, None, None, :] & torch.ones(n, n).triu().bool()
