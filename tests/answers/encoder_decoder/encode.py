"""Answers to ``encode``."""

import functools

from tests.answers import right, wrong


@right
def a_loop(src_ids, mask, embed, layers, norm):
    h = embed(src_ids)
    for layer in layers:
        h = layer(h, mask)
    return norm(h)


@right
def folded(src_ids, mask, embed, layers, norm):
    return norm(functools.reduce(lambda x, layer: layer(x, mask), layers, embed(src_ids)))


@right
def by_recursion(src_ids, mask, embed, layers, norm):
    def up(x, rest):
        return up(rest[0](x, mask), rest[1:]) if rest else norm(x)

    return up(embed(src_ids), list(layers))


@right
def by_index(src_ids, mask, embed, layers, norm):
    states = [embed(src_ids)]
    for i in range(len(layers)):
        states.append(layers[i](states[-1], mask))
    return norm(states[-1])


@wrong("norm")
def forgets_the_norm(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return x


@wrong("each layer|every layer|norm")
def a_norm_after_every_layer(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = norm(layer(x, mask))
    return x


@wrong("first|before|norm")
def norm_before_the_layers(src_ids, mask, embed, layers, norm):
    x = norm(embed(src_ids))
    for layer in layers:
        x = layer(x, mask)
    return x


@wrong("first layer|same|once|last layer")
def always_from_the_embedding(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        out = layer(x, mask)
    return norm(out)


@wrong("first layer")
def returns_in_the_loop(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
        return norm(x)


@wrong("mask")
def forgets_the_mask(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, None)
    return norm(x)


@wrong("mask")
def turns_the_mask(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, ~mask)
    return norm(x)


@wrong("revers|last layer first|order")
def from_the_top(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in reversed(layers):
        x = layer(x, mask)
    return norm(x)


@wrong("added|residual|twice")
def a_residual_around_every_layer(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = x + layer(x, mask)
    return norm(x)


@wrong("last layer|all but|left out")
def one_layer_short(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers[:-1]:
        x = layer(x, mask)
    return norm(x)


@wrong("embed|ids")
def ids_straight_into_the_layers(src_ids, mask, embed, layers, norm):
    x = src_ids
    for layer in layers:
        x = layer(x, mask)
    return norm(x)


@wrong("list|every layer|states")
def returns_all_states(src_ids, mask, embed, layers, norm):
    x, states = embed(src_ids), []
    for layer in layers:
        x = layer(x, mask)
        states.append(x)
    return states
