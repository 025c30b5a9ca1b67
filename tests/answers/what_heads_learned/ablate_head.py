"""Answers to ``ablate_head``."""

import torch

from tests.answers import right, wrong


@right
def on_a_copy(heads, head):
    out = heads.clone()
    out[:, head] = 0
    return out


@right
def by_a_mask(heads, head):
    keep = torch.arange(heads.shape[1]) != head
    return torch.where(keep[:, None, None], heads, torch.zeros((), dtype=heads.dtype))


@right
def filled(heads, head):
    return heads.index_fill(1, torch.tensor(head), 0.0)


@right
def cut_and_joined(heads, head):
    before, one, after = heads.split([1 * head, 1, heads.shape[1] - head - 1], dim=1)
    return torch.cat([before, torch.zeros_like(one), after], dim=1)


@right
def times_a_gate(heads, head):
    gate = torch.ones(heads.shape[1], dtype=heads.dtype)
    gate[head] = 0
    return torch.einsum("bhld,h->bhld", heads, gate)


@right
def head_by_head(heads, head):
    parts = [torch.zeros_like(h) if i == head else h for i, h in enumerate(heads.unbind(1))]
    return torch.stack(parts, dim=1)


@wrong("chang")
def in_place(heads, head):
    heads[:, head] = 0
    return heads


@wrong("sentence|batch|axis")
def switches_off_a_sentence(heads, head):
    out = heads.clone()
    out[head] = 0
    return out


@wrong("position|axis")
def switches_off_a_position(heads, head):
    out = heads.clone()
    out[:, :, head] = 0
    return out


@wrong("feature|axis")
def switches_off_a_feature(heads, head):
    out = heads.clone()
    out[..., head] = 0
    return out


@wrong("only|other heads|kept")
def keeps_only_that_head(heads, head):
    out = torch.zeros_like(heads)
    out[:, head] = heads[:, head]
    return out


@wrong("removed|fewer|shape|taken out")
def takes_it_out(heads, head):
    return torch.cat([heads[:, :head], heads[:, head + 1 :]], dim=1)


@wrong("one|from 1|before")
def counts_from_one(heads, head):
    out = heads.clone()
    out[:, head - 1] = 0
    return out


@wrong("mean")
def puts_the_mean_there(heads, head):
    out = heads.clone()
    out[:, head] = heads.mean(dim=1)
    return out


@wrong("first sentence|sentence")
def in_the_first_sentence_only(heads, head):
    out = heads.clone()
    out[0, head] = 0
    return out


@wrong("up to|heads before|earlier")
def all_heads_up_to_it(heads, head):
    out = heads.clone()
    out[:, : head + 1] = 0
    return out


@wrong("one|ones|1")
def sets_it_to_one(heads, head):
    out = heads.clone()
    out[:, head] = 1
    return out


@wrong("-inf|minus infinity|infinite")
def sets_it_to_minus_infinity(heads, head):
    out = heads.clone()
    out[:, head] = float("-inf")
    return out


@wrong("unchanged|as it is|as they were|not stored|nothing")
def forgets_to_store(heads, head):
    heads[:, head] * 0
    return heads


@wrong("rescaled|scale|times")
def rescales_the_others_as_dropout_does(heads, head):
    count = heads.shape[1]
    out = heads.clone()
    out[:, head] = 0
    return out * count / max(count - 1, 1)
