"""Answers to ``merge_heads``."""

import torch
from einops import rearrange

from tests.answers import right, wrong


@right
def contiguous_view(x):
    B, H, T, F_ = x.size()
    return x.transpose(1, 2).contiguous().view(B, T, H * F_)


@right
def einops(x):
    return rearrange(x, "b h t f -> b t (h f)")


@right
def concatenates_heads(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)


@right
def concatenates_unbound_heads(x):
    return torch.cat(x.unbind(1), -1)


@right
def transposed_and_flattened(x):
    return x.permute(0, 2, 1, 3).flatten(start_dim=-2)


@right
def by_loops(x):
    B, H, T, size = x.shape
    out = x.new_zeros(B, T, H * size)
    for h in range(H):
        out[:, :, h * size : (h + 1) * size] = x[:, h]
    return out


@right
def concatenates_along_axis_two(x):
    return torch.concatenate(tuple(x.unbind(dim=1)), dim=2)


@right
def writes_each_block(x):
    b, h, t, d = x.shape
    y = torch.zeros(b, t, h * d, dtype=x.dtype)
    for i in range(h):
        y[..., i * d : (i + 1) * d] = x[:, i]
    return y


@right
def stacks_sentence_by_sentence(x):
    return torch.stack([torch.hstack(list(item)) for item in x])


@wrong("other axes transposed")
def swaps_heads_and_features(x):
    return x.swapaxes(1, 3).reshape(x.shape[0], x.shape[2], -1)


@wrong("heads|reverse|order")
def heads_rolled_by_one(x):
    return torch.cat(x.roll(1, 1).unbind(1), -1)


@wrong("first item|first sentence|as-if-x-first-only")
def first_item_only(x):
    return torch.cat([x[0, h] for h in range(x.shape[1])], -1)[None]


@wrong("factor|averaged|too small|divided")
def divided_by_the_heads(x):
    return torch.cat(x.unbind(1), -1) / x.shape[1]


@wrong("unpack|sizes|axes|not defined|name")
def undefined_d_model(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], d_model)


@wrong("has shape (6, 4)")
def batch_and_length_joined(x):
    return x.transpose(1, 2).reshape(-1, x.shape[1] * x.shape[3])


@wrong("zeros")
def writes_every_head_to_the_front(x):
    out = x.new_zeros(x.shape[0], x.shape[2], x.shape[1] * x.shape[3])
    for h in range(x.shape[1]):
        out[..., : x.shape[3]] = x[:, h]
    return out


@wrong("sum|average|mean|add|only move|numbers")
def heads_averaged(x):
    return x.mean(1).repeat(1, 1, x.shape[1])


@wrong("order|interleav|cut|axes")
def features_then_heads(x):
    return x.permute(0, 2, 3, 1).flatten(2)


@wrong("contiguous|reshape|view")
def view_after_transpose(x):
    b, h, t, d = x.shape
    return x.transpose(1, 2).view(b, t, h * d)


@wrong("Then they are reshaped to (2, 15, 4)")
def concatenates_along_the_length(x):
    return torch.cat(x.unbind(1), dim=1)


@wrong("order|transpos|axes")
def reshape_alone(x):
    return x.contiguous().view(x.shape[0], x.shape[2], -1)


@wrong("batch|shape|order|axes")
def batch_side_by_side(x):
    return torch.cat(list(x), dim=-1)


@wrong("several|sentence|more than one|order")
def joins_the_batch(x):
    return torch.cat([x[b] for b in range(x.shape[0])], dim=-1)


@wrong("averaged|mean")
def mean_of_the_heads(x):
    return torch.mean(x, dim=1)


@wrong("has shape (1, 2, 2), expected (1, 2, 4)")
def sum_of_the_heads(x):
    return sum(x[:, h] for h in range(x.shape[1]))


@wrong("not joined|len, heads, d_head")
def transposed_only(x):
    return x.transpose(2, 1).contiguous()


@wrong("axes|axis|flatten|shape")
def lengths_and_heads_swapped_only(x):
    return x.transpose(1, 2)


@wrong("other axes transposed")
def transposes_the_last_two(x):
    B, H, T, E = x.shape
    return x.transpose(-1, -2).reshape(B, T, H * E)


@wrong("length comes before|len, batch|order")
def length_first(x):
    return x.permute(2, 0, 1, 3).flatten(2)


@wrong("d_model, len|last two|order|transposed")
def features_first(x):
    return torch.cat([x[:, h].transpose(1, 2) for h in range(x.shape[1])], dim=1)


@wrong("missing|first|lost")
def last_head_replaced_by_the_first(x):
    return torch.cat([x[:, h] for h in range(x.shape[1] - 1)] + [x[:, 0]], -1)


@wrong("has shape (1, 8)")
def flattens_one_axis_too_many(x):
    return x.transpose(1, 2).flatten(1)


@wrong("not head after head")
def heads_flipped(x):
    return torch.cat(x.flip(1).unbind(1), -1)


@wrong("numbers of x are missing")
def largest_of_the_heads(x):
    return x.max(dim=1).values


@wrong("tuple|values|largest|max")
def values_and_indices_of_the_largest(x):
    return tuple(x.max(dim=1))


@wrong("unchanged|as it is")
def unchanged(x):
    return x


@wrong("float32|dtype")
def buffer_in_the_default_dtype(x):
    out = torch.empty(x.shape[0], x.shape[2], x.shape[1] * x.shape[3])
    for h in range(x.shape[1]):
        out[..., h * x.shape[3] : (h + 1) * x.shape[3]] = x[:, h]
    return out


@wrong("numbers of x are missing")
def first_head_only(x):
    return x[:, 0]
