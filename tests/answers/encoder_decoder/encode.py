"""Answers to ``encode``."""

import functools

from torch import nn

from tests.answers import right, wrong


@right
def loop(src_ids, mask, embed, layers, norm):
    h = embed(src_ids)
    for encoder_layer in layers:
        h = encoder_layer(h, mask)
    h = norm(h)
    return h


@right
def by_index(src_ids, mask, embed, layers, norm):
    memory = embed(src_ids)
    for i in range(len(layers)):
        memory = layers[i](memory, mask)
    return norm(memory)


@right
def reduced(src_ids, mask, embed, layers, norm):
    return norm(functools.reduce(lambda x, layer: layer(x, mask), layers, embed(src_ids)))


@right
def recursive(src_ids, mask, embed, layers, norm):
    def upwards(x, rest):
        return upwards(rest[0](x, mask), rest[1:]) if rest else norm(x)

    return upwards(embed(src_ids), list(layers))


class _Encoder(nn.Module):
    def __init__(self, embed, layers, norm):
        super().__init__()
        self.embed, self.layers, self.norm = embed, layers, norm

    def forward(self, ids, mask):
        x = nn.Dropout(0.1).eval()(self.embed(ids))
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)


@right
def a_module(src_ids, mask, embed, layers, norm):
    return _Encoder(embed, layers, norm)(src_ids, mask)


@wrong("norm at the end is missing")
def no_final_norm(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return x


@wrong("after each layer")
def norm_in_the_loop(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
        x = norm(x)
    return x


@wrong("before the first|norm")
def norm_before_each_layer(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(norm(x), mask)
    return x


@wrong("before the first layer")
def norms_the_embedding(src_ids, mask, embed, layers, norm):
    x = norm(embed(src_ids))
    for layer in layers:
        x = layer(x, mask)
    return x


@wrong("only the first of `layers`")
def returns_inside_the_loop(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
        return norm(x)


@wrong("gets the embedding")
def each_layer_from_the_start(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        out = layer(x, mask)
    return norm(out)


@wrong("residual|added")
def one_more_residual(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x += layer(x, mask)
    return norm(x)


@wrong("`mask` has no effect")
def mask_left_out(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, None)
    return norm(x)


@wrong("inverted")
def mask_turned(src_ids, mask, embed, layers, norm):
    mask = mask if mask is None else mask.logical_not()
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return norm(x)


@wrong("last layer is left out")
def one_layer_too_few(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for i in range(len(layers) - 1):
        x = layers[i](x, mask)
    return norm(x)


@wrong("reversed")
def from_the_top_down(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in reversed(layers):
        x = layer(x, mask)
    return norm(x)


@wrong("first layer is called each time|first-layer-each-time")
def one_layer_again_and_again(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for _ in layers:
        x = layers[0](x, mask)
    return norm(x)


@wrong("embed|AttributeError|raises|tensor|ids|type|IndexError")
def ids_into_the_layers(src_ids, mask, embed, layers, norm):
    x = src_ids
    for layer in layers:
        x = layer(x, mask)
    return norm(embed(x))


@wrong("mean over the words|too-few-axes|axes")
def pools_the_words(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return norm(x).mean(dim=1)
