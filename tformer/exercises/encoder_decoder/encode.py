"""From the source's ids to the memory."""

import torch

from ..checker.core import Case, Exercise, Mistake, Sign, twist
from ..checker.samples import integers
from .parts import Norm, half, less_mean, padded, times_mean_of_seen
from .stacks import COUNTS, MASKS, WAYS_UP, EncoderLayer, Table, up, with_masks


def encode(src_ids, mask, embed, layers, norm):
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return norm(x)


HINTS = (
    "Three steps: ids become vectors once, the vectors go through all layers, and norm first "
    "leaves one thing to do at the end.",
    "Each layer takes what the one before it has returned, and the same mask every time.",
    "With norm first no layer normalises its own sum; so the stack does it, once, after the last "
    "layer.",
    "x = embed(src_ids); for layer in layers: x = layer(x, mask); return norm(x)",
)


def ids_and_ones(ids):
    """The token's id, and its place counted from 1."""
    places = torch.arange(1, ids.shape[-1] + 1).expand_as(ids)
    return torch.stack([ids, places], -1).float()


def add_what_is_seen(x, mask=None):
    return x + times_mean_of_seen(x, x, mask)


def add_twice_first(x, mask=None):
    return x + 2 * x[:, :1]


def _case(*lengths, layers, width, seed, dtype=torch.float32):
    def made():
        ids = integers(9, len(lengths), max(lengths), seed=seed)
        stack = [EncoderLayer(width, seed + 10 * n, dtype) for n in range(layers)]
        table = Table(9, width, seed + 1, dtype)
        return ids, padded(*lengths), table, stack, Norm(width, seed + 2, dtype)

    return made


def _as_module_list():
    ids, mask, table, stack, norm = _case(4, 3, layers=3, width=3, seed=50)()
    return ids, mask, table, torch.nn.ModuleList(stack), norm


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[3, 1, 0]]), padded(2, 3)[:1], ids_and_ones,
                  [add_what_is_seen, add_twice_first], half),
         "three tokens, the last is padding; embed gives (id, place); the first layer adds x times "
         "the mean of what may be seen, the second adds twice the first token; norm halves"),
    Case(_case(5, 2, layers=3, width=4, seed=10), "three layers with weights; the second sentence "
         "is padded", ("padding",)),
    Case(_case(3, 1, 4, layers=2, width=5, seed=20, dtype=torch.float64), "float64", ("float64",)),
    Case(_case(6, layers=1, width=3, seed=30), "one layer", ("one-layer",)),
    Case(_case(1, 1, layers=4, width=2, seed=40), "sentences of one token", ("length-one",)),
    Case(_as_module_list, "the layers are an nn.ModuleList", ("module-list",)),
    Case(lambda: (torch.tensor([[2, 5], [4, 1]]), padded(2, 1), ids_and_ones, (), less_mean),
         "no layer at all: the norm of the embedding", ("no-layer",)),
)
# fmt: on


def variant(src_ids, mask, embed, layers, norm, count="all", masked="as given", after=None, **way):
    """encode with one switch for each thing that can go wrong."""
    mask = MASKS[masked](mask)
    chosen = COUNTS[count](list(layers)) if len(layers) else []
    x = up(embed(src_ids), [with_masks(layer, mask) for layer in chosen], norm, **way)
    return after(x, src_ids) if after else x


def _states(src_ids, mask, embed, layers, norm):
    states = [embed(src_ids)]
    for layer in layers:
        states.append(layer(states[-1], mask))
    return states


def _inside_the_loop(src_ids, mask, embed, layers, norm):
    for layer in layers:
        return norm(layer(embed(src_ids), mask))


# fmt: off
MISTAKES = (
    *(twist(slug, says, **change) for slug, says, change in WAYS_UP),
    twist("mask-left-out", "The mask is not passed on to the layers: padding is attended to.",
          masked="none"),
    twist("mask-inverted", "The mask is inverted: True already means may attend.",
          masked="inverted"),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda x, ids: x.squeeze()),
    twist("computes-in-float32", "The result is float32 whatever the parts are.",
          after=lambda x, ids: x.float()),
    twist("pooled", "It takes the mean over the positions; the memory keeps one vector for each.",
          after=lambda x, ids: x.mean(1)),
    twist("first-position-only", "Only the first position's vector comes back; the memory has one "
          "for each.", after=lambda x, ids: x[:, 0]),
    twist("returned-as-a-pair", "It returns two values; only the memory was asked for.",
          after=lambda x, ids: (x, ids)),
    Mistake("all-states-returned", "It returns a list of the states after every layer; only the "
            "last one, normalised, was asked for.", lambda *args: _states(*args)[1:]),
    Mistake("all-states-returned-with-the-embedding", "It returns a list of all states, the "
            "embedding's too; only the last one, normalised, was asked for.", _states),
    Mistake("return-inside-the-loop", "The return stands inside of the loop, so that only the "
            "first layer is called.", _inside_the_loop),
    Mistake("ids-not-embedded", "The ids go into the layers as they are: embed makes vectors of "
            "them first.", lambda ids, mask, embed, layers, norm: norm(
                layers[0](ids, mask) if len(layers) else ids)),
)
# fmt: on

SIGNS = (
    Sign("another-way-up", "The shape is right, the memory is not: it is embed, then every layer "
         "once with the mask, then the norm.", lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip

EXERCISE = Exercise(encode, HINTS, CASES, MISTAKES, variant, SIGNS)
