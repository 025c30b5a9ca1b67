"""Answers to ``ablate_head``."""

import torch

from tests.answers import right, wrong


@right
def on_a_clone(heads, head):
    out = heads.clone()
    out[:, head] = 0
    return out


@right
def times_a_mask(heads, head):
    keep = torch.ones(heads.size(1), dtype=heads.dtype)
    keep[head] = 0
    return heads * keep[:, None, None]


@right
def index_filled(heads, head):
    return heads.index_fill(1, torch.tensor([head]), 0)


@right
def put_together_again(heads, head):
    nothing = torch.zeros_like(heads[:, head : head + 1])
    return torch.cat([heads[:, :head], nothing, heads[:, head + 1 :]], dim=1)


@right
def masked(heads, head):
    off = torch.arange(heads.shape[1]) == head
    return heads.masked_fill(off.view(1, -1, 1, 1), 0.0)


@right
def stacked_by_a_loop(heads, head):
    parts = [torch.zeros_like(h) if i == head else h for i, h in enumerate(heads.unbind(1))]
    return torch.stack(parts, dim=1)


@right
def chosen_by_where(heads, head):
    off = torch.arange(heads.shape[1])[:, None, None] == head
    return torch.where(off, torch.zeros_like(heads), heads)


@wrong("chang|input")
def in_place(heads, head):
    heads[:, head] = 0
    return heads


@wrong("sentence|first axis|batch")
def of_the_batch(heads, head):
    out = heads.clone()
    out[head].zero_()
    return out


@wrong("position|word")
def of_the_positions(heads, head):
    out = heads.clone()
    out[:, :, head] = 0.0
    return out


@wrong("feature|d_head|last axis")
def of_the_features(heads, head):
    out = heads.clone()
    out[..., head] = 0.0
    return out


@wrong("other heads|keeps only|all others")
def keeps_that_one(heads, head):
    out = torch.zeros_like(heads)
    out[:, head] = heads[:, head]
    return out


@wrong("taken out|one-too-short|shape")
def cut_out(heads, head):
    rest = [i for i in range(heads.size(1)) if i != head]
    return heads[:, rest]


@wrong("counted from|before|one less|one-less")
def counted_from_one(heads, head):
    out = heads.clone()
    out[:, head - 1] = 0
    return out


@wrong("up to|and all before|before it")
def everything_up_to(heads, head):
    out = heads.clone()
    out[:, : head + 1] = 0
    return out


@wrong("after it|behind|from that head")
def everything_from(heads, head):
    out = heads.clone()
    out[:, head:] = 0
    return out


@wrong("first sentence|batch")
def first_sentence_only(heads, head):
    out = heads.clone()
    out[0, head] = 0
    return out


@wrong("scaled|factor|dropout|larger|times")
def scales_the_others_like_dropout(heads, head):
    out = heads.clone()
    out[:, head] = 0
    return out * heads.size(1) / max(heads.size(1) - 1, 1)


@wrong("axes|merged|shape")
def merges_too(heads, head):
    out = heads.clone()
    out[:, head] = 0
    return out.transpose(1, 2).flatten(2)


@wrong("unchanged|as they were|as it is|given")
def forgets_to_write(heads, head):
    out = heads.clone()
    out[:, head] * 0
    return out


@wrong("mean over the words")
def mean_of_the_positions(heads, head):
    out = heads.clone()
    out[:, head] = heads[:, head].mean(dim=1, keepdim=True)
    return out
