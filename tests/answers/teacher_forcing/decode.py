"""Answers to ``decode``."""

import functools

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def loop(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    h = embed(tgt_ids)
    for decoder_layer in layers:
        h = decoder_layer(h, memory, mask, memory_mask)
    h = norm(h)
    logits = unembed(h)
    return logits


@right
def by_index(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    y, i = embed(tgt_ids), 0
    while i < len(layers):
        y = layers[i](y, memory, mask, memory_mask)
        i += 1
    return unembed(norm(y))


@right
def reduced(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    given = memory, mask, memory_mask
    return unembed(norm(functools.reduce(lambda x, f: f(x, *given), layers, embed(tgt_ids))))


class _Decoder(nn.Module):
    def __init__(self, embed, layers, norm, unembed):
        super().__init__()
        self.embed, self.layers, self.norm, self.unembed = embed, layers, norm, unembed

    def forward(self, ids, memory, mask, memory_mask):
        x = nn.Dropout(0.1).eval()(self.embed(ids))
        for layer in self.layers:
            x = layer(x, memory, mask, memory_mask)
        return self.unembed(self.norm(x))


@right
def a_module(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    return _Decoder(embed, layers, norm, unembed)(tgt_ids, memory, mask, memory_mask)


@right
def row_by_row_at_the_end(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    x = norm(x)
    return torch.stack([unembed(x[:, t]) for t in range(x.size(1))], dim=1)


@wrong("norm at the end is missing")
def no_final_norm(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(x)


@wrong("softmax")
def probabilities(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return torch.softmax(unembed(norm(x)), dim=-1)


@wrong("vectors come back|unembed")
def vectors(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return norm(x)


@wrong("last position|axes")
def next_word_only(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x)[:, -1, :])


@wrong("last position|one-too|size|shape")
def next_word_only_keeps_the_axis(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x))[:, -1:]


@wrong("swapped")
def masks_in_the_other_order(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, memory_mask, mask)
    return unembed(norm(x))


@wrong("comes after it|no mask")
def no_causal_mask(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, None, memory_mask)
    return unembed(norm(x))


@wrong("`memory_mask` has no effect")
def no_padding_mask(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, None)
    return unembed(norm(x))


@wrong("`mask` in the place of `memory_mask`")
def one_mask_for_all(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, mask)
    return unembed(norm(x))


@wrong("normed again")
def norms_the_memory_first(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    memory = norm(memory)
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x))


@wrong("place of the memory|source is not read|memory|for")
def x_twice(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, x, mask, mask)
    return unembed(norm(x))


@wrong("swapped|reads the target")
def memory_goes_through_the_layers(
    tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed
):
    x, y = memory, embed(tgt_ids)
    for layer in layers:
        x = layer(x, y, mask, memory_mask)
    return unembed(norm(x))


@wrong("gets the embedding")
def embeds_in_the_loop(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    for layer in layers:
        x = layer(embed(tgt_ids), memory, mask, memory_mask)
    return unembed(norm(x))


@wrong("after each layer")
def norms_in_the_loop(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = norm(layer(x, memory, mask, memory_mask))
    return unembed(x)


@wrong("argmax|best words|ids")
def the_words_themselves(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x)).argmax(dim=-1)


@wrong("no mask|no memory_mask|mask")
def no_masks_at_all(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, None, None)
    return unembed(norm(x))


@wrong("log-softmax")
def gives_logarithms(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    h = embed(tgt_ids)
    for dec in layers:
        h = dec(h, memory, mask, memory_mask)
    return F.log_softmax(unembed(norm(h)), dim=-1)
