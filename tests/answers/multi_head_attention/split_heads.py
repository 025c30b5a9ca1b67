"""Answers to ``split_heads``."""

import math

import torch
from einops import rearrange

from tests.answers import right, wrong


@right
def view_and_transpose(x, num_heads):
    B, T, D = x.size()
    return x.view(B, T, num_heads, D // num_heads).transpose(1, 2)


@right
def einops(x, num_heads):
    return rearrange(x, "b t (h f) -> b h t f", h=num_heads)


@right
def stacks_chunks(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=-1), dim=1)


@right
def stacks_splits(x, num_heads):
    return torch.stack(torch.split(x, int(x.shape[-1] / num_heads), dim=2)).permute(1, 0, 2, 3)


@right
def unflattens(x, num_heads):
    return x.unflatten(-1, (num_heads, -1)).swapaxes(-3, -2).contiguous()


@right
def by_loops(x, num_heads):
    B, T, D = x.shape
    size = D // num_heads
    out = torch.zeros(B, num_heads, T, size, dtype=x.dtype)
    for b in range(B):
        for t in range(T):
            for i in range(D):
                out[b, i // size, t, i % size] = x[b, t, i]
    return out


@right
def einsum(x, num_heads):
    y = x.reshape(x.shape[0], x.shape[1], num_heads, -1)
    return torch.einsum("bthf->bhtf", y)


@right
def unfolds_windows(x, num_heads):
    return x.unfold(-1, x.shape[-1] // num_heads, x.shape[-1] // num_heads).transpose(1, 2)


@right
def stacks_then_transposes(x, num_heads):
    return torch.stack(x.split(x.size(-1) // num_heads, -1)).transpose(0, 1).contiguous()


@right
def einsum_with_the_identity(x, num_heads):
    d = x.shape[-1]
    e = torch.eye(d, dtype=x.dtype).reshape(d, num_heads, -1)
    return torch.einsum("btf,fhd->bhtd", x, e)


@wrong("cut|more than one token|order|numbers")
def flattens_everything_first(x, num_heads):
    return x.flatten().reshape(num_heads, x.shape[0], x.shape[1], -1).transpose(0, 1)


@wrong("fixed|always|hard|num_heads")
def always_two_heads(x, num_heads):
    B, T, C = x.shape
    return x.reshape(B, T, 2, C // 2).transpose(1, 2)


@wrong("shuffled|every num_heads-th|order")
def interleaved_by_movedim(x, num_heads):
    size = x.shape[-1] // num_heads
    return x.reshape(*x.shape[:2], size, num_heads).movedim(-1, 1)


@wrong("order|axes|swapped")
def heads_moved_to_the_end(x, num_heads):
    return x.reshape(*x.shape[:2], num_heads, -1).movedim(1, -1)


@wrong("last two axes|d_head, len")
def transposed_for_keys(x, num_heads):
    B, T, C = x.shape
    return x.view(B, T, num_heads, C // num_heads).permute(0, 2, 3, 1)


@wrong("not the head's block of features")
def first_block_for_all_heads(x, num_heads):
    size = x.shape[-1] // num_heads
    return x[:, None, :, :size].repeat(1, num_heads, 1, 1)


@wrong("zeros|size of axis 3")
def zeros_outside_the_block(x, num_heads):
    size = x.shape[-1] // num_heads
    out = x[:, None].repeat(1, num_heads, 1, 1)
    for h in range(num_heads):
        out[:, h, :, : h * size] = 0
        out[:, h, :, (h + 1) * size :] = 0
    return out


@wrong("token|roll|feature")
def rolls_the_features_by_one(x, num_heads):
    x = x.roll(1, -1)
    return x.reshape(*x.shape[:2], num_heads, -1).transpose(1, 2)


@wrong("if `num_heads` were always 1")
def only_unsqueezed(x, num_heads):
    return x.unsqueeze(1)


@wrong("unpack|number of sizes|sizes|axes")
def unpacks_two_axes(x, num_heads):
    length, d_model = x.shape
    return x.view(length, num_heads, d_model // num_heads).transpose(0, 1)


@wrong("chunk|size|width")
def takes_a_size(x, num_heads):
    return torch.stack(x.split(num_heads, dim=-1), dim=1)


@wrong("heads first|first axis|order|axes|before the batch")
def heads_before_the_batch(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=-1))


@wrong("has shape (12, 2, 1), expected (3, 4, 2, 1)")
def heads_folded_into_the_batch(x, num_heads):
    b, t, _ = x.shape
    return x.view(b, t, num_heads, -1).transpose(1, 2).reshape(b * num_heads, t, -1)


@wrong("transpose|view|shape")
def reshaped_without_transpose(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, num_heads, t, d // num_heads)


@wrong("copy|same|whole|all|width|size")
def every_head_sees_all(x, num_heads):
    return x.unsqueeze(1).expand(-1, num_heads, -1, -1)


@wrong("list|one tensor|tuple")
def list_of_chunks(x, num_heads):
    return list(x.chunk(num_heads, -1))


@wrong("stay behind|stand behind|before the length|order|len, heads")
def unflattened_without_a_swap(x, num_heads):
    return x.unflatten(2, (num_heads, x.shape[2] // num_heads))


@wrong("more than one token|stretches|order|positions are mixed")
def transposed_before_the_cut(x, num_heads):
    b, t, d = x.shape
    return (
        x.transpose(1, 2)
        .reshape(b, num_heads, d // num_heads, t)
        .reshape(b, num_heads, t, d // num_heads)
    )


@wrong("float|whole|//|type")
def head_size_as_a_float(x, num_heads):
    d_head = x.shape[-1] / num_heads
    return x.reshape(x.shape[0], x.shape[1], num_heads, d_head).transpose(1, 2)


@wrong("first sentence|first")
def first_sentence_only(x, num_heads):
    T, C = x.shape[1:]
    return x[0].view(T, num_heads, C // num_heads).transpose(0, 1).unsqueeze(0)


@wrong("not the head's block of features")
def blocks_from_the_end(x, num_heads):
    size = x.shape[-1] // num_heads
    pieces = [
        x[..., x.shape[-1] - (i + 1) * size : x.shape[-1] - i * size] for i in range(num_heads)
    ]
    return torch.stack(pieces, 1)


@wrong("not in x|numbers|changed|factor")
def scaled_by_the_head_size(x, num_heads):
    B, T, C = x.shape
    return x.view(B, T, num_heads, -1).transpose(1, 2) / math.sqrt(C // num_heads)


@wrong("lost|missing|zero|not in x")
def last_head_left_empty(x, num_heads):
    B, T, C = x.shape
    size = C // num_heads
    out = torch.zeros(B, num_heads, T, size, dtype=x.dtype)
    for h in range(num_heads - 1):
        out[:, h] = x[:, :, h * size : (h + 1) * size]
    return out


@wrong("float32|dtype")
def buffer_in_the_default_dtype(x, num_heads):
    B, T, C = x.shape
    size = C // num_heads
    out = torch.zeros(B, num_heads, T, size)
    for h in range(num_heads):
        out[:, h] = x[:, :, h * size : (h + 1) * size]
    return out


@wrong("has shape (1, 4, 2), expected (1, 2, 2, 2)")
def heads_along_the_length(x, num_heads):
    return torch.cat(x.chunk(num_heads, -1), dim=1)


@wrong("changes its input|input")
def clears_its_input(x, num_heads):
    y = x.reshape(x.shape[0], x.shape[1], num_heads, -1).transpose(1, 2).clone()
    x.zero_()
    return y


@wrong("batch|order|axes")
def batch_and_heads_mixed(x, num_heads):
    b, t, _ = x.shape
    return x.reshape(b * t, num_heads, -1).transpose(0, 1).reshape(b, num_heads, t, -1)
