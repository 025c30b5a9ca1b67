"""Answers to ``decode``."""

import functools

from tests.answers import right, wrong


@right
def a_loop(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    h = embed(tgt_ids)
    for layer in layers:
        h = layer(h, memory, mask, memory_mask)
    h = norm(h)
    return unembed(h)


@right
def folded(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    def through(x, layer):
        return layer(x, memory, mask, memory_mask)

    return unembed(norm(functools.reduce(through, layers, embed(tgt_ids))))


@right
def with_an_iterator(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x, rest = embed(tgt_ids), iter(layers)
    while (layer := next(rest, None)) is not None:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x))


@right
def sentence_by_sentence(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    import torch

    rows = []
    for b in range(len(tgt_ids)):
        x = embed(tgt_ids[b : b + 1])
        own = mask[b : b + 1] if mask.ndim == 4 and len(mask) > 1 else mask
        theirs = memory_mask[b : b + 1] if len(memory_mask) > 1 else memory_mask
        for layer in layers:
            x = layer(x, memory[b : b + 1], own, theirs)
        rows.append(unembed(norm(x)))
    return torch.cat(rows)


@wrong("unembed|logits")
def forgets_the_unembedding(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return norm(x)


@wrong("norm")
def forgets_the_norm(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(x)


@wrong("mask")
def masks_swapped(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, memory_mask, mask)
    return unembed(norm(x))


@wrong("softmax|probabilities")
def returns_probabilities(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x)).softmax(-1)


@wrong("last position|last")
def only_the_last_position(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x[:, -1]))


@wrong("memory")
def the_memory_becomes_the_layers_output(
    tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed
):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
        memory = x
        memory_mask = mask
    return unembed(norm(x))


@wrong("memory")
def the_memory_is_normed_again(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, norm(memory), mask, memory_mask)
    return unembed(norm(x))


@wrong("norm")
def a_norm_after_every_layer(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = norm(layer(x, memory, mask, memory_mask))
    return unembed(x)


@wrong("mask")
def one_mask_for_both(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, memory_mask, memory_mask)
    return unembed(norm(x))


@wrong("embed|memory")
def starts_from_the_memory(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = memory
    for layer in layers:
        x = layer(x, embed(tgt_ids), mask, memory_mask)
    return unembed(norm(x))


@wrong("order|swap|call|TypeError|mask")
def arguments_in_another_order(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, mask, memory, memory_mask)
    return unembed(norm(x))


@wrong("first layer|same|last layer|once")
def always_from_the_embedding(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        y = layer(x, memory, mask, memory_mask)
    return unembed(norm(y))
