"""Answers to ``padding_mask``."""

import numpy as np
import torch

from tests.answers import right, wrong


@right
def unsqueezes_twice(token_ids, pad_id):
    return token_ids.ne(pad_id).unsqueeze(1).unsqueeze(2)


@right
def negated_equality(token_ids, pad_id):
    mask = ~(token_ids == pad_id)
    return mask.reshape(token_ids.shape[0], 1, 1, token_ids.shape[1])


@right
def by_loops(token_ids, pad_id):
    batch, length = token_ids.shape
    mask = torch.zeros(batch, 1, 1, length, dtype=torch.bool)
    for b in range(batch):
        for i in range(length):
            mask[b, 0, 0, i] = token_ids[b, i].item() != pad_id
    return mask


@right
def chooses_true_or_false(token_ids, pad_id):
    return torch.where(token_ids == pad_id, False, True)[:, None, None]


@right
def nested_lists_to_a_tensor(token_ids, pad_id):
    return torch.tensor(
        [[[[t != pad_id for t in row]]] for row in token_ids.tolist()], dtype=torch.bool
    )


@right
def difference_as_bool(token_ids, pad_id):
    return (token_ids - pad_id).bool().unsqueeze(1).unsqueeze(2)


@right
def through_numpy(token_ids, pad_id):
    return torch.from_numpy(np.not_equal(token_ids.numpy(), pad_id))[:, None, None, :]


@wrong("query axis")
def unsqueezes_the_query_axis(token_ids, pad_id):
    return (token_ids != pad_id).unsqueeze(1).unsqueeze(3)


@wrong("other way round|inverted")
def true_for_padding(token_ids, pad_id):
    return token_ids.eq(pad_id)[:, None, None, :]


@wrong("0 whatever")
def ids_as_truth(token_ids, pad_id):
    return token_ids.bool()[:, None, None, :]


@wrong("(batch, len)|axis")
def no_axes_added(token_ids, pad_id):
    return token_ids != pad_id


@wrong("axis")
def one_axis_added(token_ids, pad_id):
    return torch.ne(token_ids, pad_id).unsqueeze(1)


@wrong("boolean")
def integers(token_ids, pad_id):
    return (token_ids != pad_id).int()[:, None, None, :]


@wrong("boolean|axis")
def floats_without_axes(token_ids, pad_id):
    return (token_ids != pad_id).float()


@wrong("first pad|after the first")
def up_to_the_first_index_of_pad(token_ids, pad_id):
    rows = []
    for row in token_ids.tolist():
        n = row.index(pad_id) if pad_id in row else len(row)
        rows.append([j < n for j in range(len(row))])
    return torch.tensor(rows)[:, None, None, :]


@wrong("at the end|front|padding")
def counts_real_tokens_from_the_front(token_ids, pad_id):
    lengths = (token_ids != pad_id).sum(1, keepdim=True)
    return (torch.arange(token_ids.shape[1]) < lengths)[:, None, None, :]


@wrong("inverted|other way round")
def true_for_padding_without_axes(token_ids, pad_id):
    return token_ids == pad_id


@wrong("square|len, len")
def outer_product_by_einsum(token_ids, pad_id):
    real = token_ids != pad_id
    return torch.einsum("bi,bj->bij", real.float(), real.float()).bool()[:, None]


@wrong("list|type|Python")
def nested_lists(token_ids, pad_id):
    return [[[[t != pad_id for t in row]]] for row in token_ids.tolist()]


@wrong(">|larger|greater|smaller|below|above|less")
def larger_than_pad(token_ids, pad_id):
    return (token_ids > pad_id)[:, None, None]


@wrong("bool|float|dtype")
def float_mask_as_in_keras(token_ids, pad_id):
    return (token_ids != pad_id).float()[:, None, None, :]


@wrong("batch|axis|axes|shape")
def batch_on_the_query_axis(token_ids, pad_id):
    return token_ids.ne(pad_id).unsqueeze(0).unsqueeze(0)


@wrong("boolean|other way round|inverted")
def floats_for_padding(token_ids, pad_id):
    return (token_ids == pad_id).float()[:, None, None, :]


@wrong("inf|additive|bool|added")
def large_negative_for_pads(token_ids, pad_id):
    return (token_ids == pad_id)[:, None, None, :].float() * -1e9


@wrong("axis|axes|query")
def column_without_a_head_axis(token_ids, pad_id):
    return (token_ids != pad_id)[:, :, None]


@wrong("transpos|swapped|axes|shape|axis")
def batch_axis_last(token_ids, pad_id):
    return (token_ids != pad_id).T[None, None]


@wrong("other way round|inverted")
def true_for_padding_on_the_query_axis(token_ids, pad_id):
    return (token_ids == pad_id)[:, None, :, None]


@wrong("real token|0")
def zero_hidden_too(token_ids, pad_id):
    return ((token_ids != pad_id) & (token_ids != 0))[:, None, None, :]


@wrong("first|item|sentence")
def first_sentence_for_all(token_ids, pad_id):
    mask = token_ids[0] != pad_id
    return mask.expand(token_ids.shape[0], 1, 1, -1)


@wrong("first|batch|sentence|item")
def mask_of_the_first_sentence(token_ids, pad_id):
    return (token_ids[:1] != pad_id)[:, None, None, :].expand(len(token_ids), 1, 1, -1)


@wrong("-inf|added")
def additive_form(token_ids, pad_id):
    mask = torch.zeros(token_ids.shape)
    mask[token_ids == pad_id] = -torch.inf
    return mask[:, None, None, :]


@wrong("index|position|lengths|last")
def first_pad_stays_visible(token_ids, pad_id):
    rows = []
    for row in token_ids.tolist():
        seen, keep = False, []
        for t in row:
            keep.append(not seen)
            seen = seen or t == pad_id
        rows.append(keep)
    return torch.tensor(rows)[:, None, None, :]


@wrong("number|one value|scalar|reduced")
def one_value_for_all(token_ids, pad_id):
    return (token_ids != pad_id).any()


@wrong("numbers|boolean|dtype|long|int")
def returns_the_ids(token_ids, pad_id):
    return token_ids[:, None, None, :]
