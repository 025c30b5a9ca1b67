"""From the target's ids and the memory to the scores of the next word."""

import torch

from ..checker.core import Case, Exercise, Law, Mistake, Sign, twist
from ..checker.samples import integers, normal
from .encode import ids_and_ones
from .parts import Norm, causal, half, less_mean, padded, times_mean_of_seen
from .stacks import COUNTS, WAYS_UP, DecoderLayer, Scores, Table, up, with_masks


def decode(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x))


HINTS = (
    "The same way up as in encode; every layer reads the memory besides, and at the top vectors "
    "become scores.",
    "A layer takes four: x, the memory, the mask of the target, the mask of the memory. Only x "
    "changes from layer to layer.",
    "After the last layer comes the norm, then unembed. What it gives are logits: no softmax.",
    "x = embed(tgt_ids); for layer in layers: x = layer(x, memory, mask, memory_mask); "
    "return unembed(norm(x))",
)


def add_what_was_written(x, memory, mask=None, memory_mask=None):
    return x + times_mean_of_seen(x, x, mask)


def add_what_is_remembered(x, memory, mask=None, memory_mask=None):
    return x + times_mean_of_seen(torch.ones_like(x), memory, memory_mask)


def three_scores(x):
    return x @ torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], dtype=x.dtype)


def _case(target, source, layers, width, seed, vocab=7, dtype=torch.float32):
    def made():
        ids = integers(vocab, len(target), max(target), seed=seed)
        memory = normal(len(source), max(source), width, seed=seed + 3, dtype=dtype)
        stack = [DecoderLayer(width, seed + 10 * n, dtype) for n in range(layers)]
        table, scores = Table(vocab, width, seed + 1, dtype), Scores(width, vocab, seed + 4, dtype)
        norm = Norm(width, seed + 2, dtype)
        return ids, memory, causal(*target), padded(*source), table, stack, norm, scores

    return made


def _by_hand():
    memory = torch.tensor([[[2.0, 0.0], [0.0, 1.0], [5.0, 3.0]]])
    layers = [add_what_was_written, add_what_is_remembered]
    masks = causal(2), padded(2, 3)[:1]
    return torch.tensor([[1, 2]]), memory, *masks, ids_and_ones, layers, half, three_scores


def _as_module_list():
    *first, layers, norm, scores = _case((4, 2), (3, 5), layers=2, width=4, seed=60)()
    return *first, torch.nn.ModuleList(layers), norm, scores


# fmt: off
CASES = (
    Case(_by_hand, "two words are written; of the memory's three rows the last is padding; embed "
         "gives (id, place), norm halves, a vocabulary of three"),
    Case(_case((4, 3), (5, 2), layers=3, width=4, seed=10), "three layers with weights; source and "
         "target are padded", ("padding",)),
    Case(_case((3, 5, 1), (2, 6, 4), layers=2, width=5, seed=20, dtype=torch.float64), "float64",
         ("float64",)),
    Case(_case((6,), (2,), layers=1, width=3, seed=30), "one layer", ("one-layer",)),
    Case(_case((1, 1), (3, 1), layers=4, width=2, seed=40), "one word is written",
         ("length-one",)),
    Case(_as_module_list, "the layers are an nn.ModuleList", ("module-list",)),
    Case(lambda: (torch.tensor([[2, 5, 1], [4, 1, 3]]), normal(2, 4, 2, seed=50), causal(3, 2),
                  padded(4, 1), ids_and_ones, (), less_mean, three_scores),
         "no layer at all: the scores of the embedding", ("no-layer",)),
    Case(_case((4, 2), (4, 3), layers=2, width=4, seed=70, vocab=4), "source and target of one "
         "length", (), True),
)
# fmt: on

MASKS = {
    "as given": lambda mask, theirs: (mask, theirs),
    "none": lambda mask, theirs: (None, None),
    "self none": lambda mask, theirs: (None, theirs),
    "cross none": lambda mask, theirs: (mask, None),
    "inverted": lambda mask, theirs: (~mask, ~theirs),
    "swapped": lambda mask, theirs: (theirs, mask),
    "mask twice": lambda mask, theirs: (mask, mask),
    "memory mask twice": lambda mask, theirs: (theirs, theirs),
}


def variant(
    tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed, count="all",
    masked="as given", reads="memory", scores="of the norm", after=None, **way,
):  # fmt: skip
    """decode with one switch for each thing that can go wrong."""
    chosen = COUNTS[count](list(layers)) if len(layers) else []
    start = embed(tgt_ids)
    masks = MASKS[masked](mask, memory_mask)
    if reads == "normed memory":
        memory = norm(memory)
    if reads == "memory first":
        start, memory = memory, start
    if reads == "target":
        memory, masks = start, (masks[0], masks[0])
    if reads == "own output":
        chosen = [lambda x, layer=layer: layer(x, x, mask, mask) for layer in chosen[1:]]
        if len(layers):
            start = layers[0](start, memory, *masks)
    else:
        chosen = [with_masks(layer, memory, *masks) for layer in chosen]
    x = up(start, chosen, norm, **way)
    x = unembed(x) if scores == "of the norm" else x
    return after(x) if after else x


def _arguments_turned(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, mask, memory, memory_mask)
    return unembed(norm(x))


def _inside_the_loop(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    for layer in layers:
        return unembed(norm(layer(embed(tgt_ids), memory, mask, memory_mask)))


# fmt: off
MISTAKES = (
    *(twist(slug, says, **change) for slug, says, change in WAYS_UP),
    twist("unembedding-left-out", "The vectors come back, not the logits: unembed is missing.",
          scores="none"),
    twist("softmax-too", "It returns probabilities: the softmax comes later, in the loss or while "
          "decoding. Asked for were logits.", after=lambda x: x.softmax(-1)),
    twist("log-softmax-too", "It returns log-probabilities (log_softmax); asked for were logits.",
          after=lambda x: x.log_softmax(-1)),
    twist("choices-returned", "It returns the ids of the best words (argmax); asked for were the "
          "logits of all.", after=lambda x: x.argmax(-1)),
    twist("last-position-only", "Only the last position's logits come back; all positions were "
          "asked for.", after=lambda x: x[:, -1]),
    twist("last-position-only-with-its-axis", "Only the last position's logits come back; all "
          "positions were asked for.", after=lambda x: x[:, -1:]),
    twist("memory-normed-again", "The memory is normalised again: that was done at the encoder's "
          "end.", reads="normed memory"),
    twist("starts-from-the-memory", "Memory and target are swapped: the memory goes up through the "
          "layers, and they read the target.", reads="memory first"),
    twist("reads-the-target", "The layers get the target's vectors in the place of the memory.",
          reads="target"),
    twist("memory-overwritten", "The memory is overwritten by what the first layer returns: all "
          "layers read the encoder's.", reads="own output"),
    twist("masks-left-out", "No mask is passed on.", masked="none"),
    twist("mask-left-out", "The target's mask is not passed on: later words are seen.",
          masked="self none"),
    twist("memory-mask-left-out", "The memory's mask is not passed on: the source's padding is "
          "seen.", masked="cross none"),
    twist("masks-inverted", "The masks are inverted: True already means may attend.",
          masked="inverted"),
    twist("masks-swapped", "The two masks are swapped: first mask, then memory_mask.",
          masked="swapped"),
    twist("mask-in-both-places", "mask is given in both places; the second is memory_mask.",
          masked="mask twice"),
    twist("memory-mask-in-both-places", "memory_mask is given in both places; the first is mask.",
          masked="memory mask twice"),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda x: x.squeeze()),
    twist("computes-in-float32", "The result is float32 whatever the parts are.",
          after=lambda x: x.float()),
    twist("returned-as-a-pair", "It returns two values; only the logits were asked for.",
          after=lambda x: (x, x)),
    Mistake("arguments-in-another-order", "A layer's arguments are in another order: x, memory, "
            "mask, memory_mask.", _arguments_turned),
    Mistake("return-inside-the-loop", "The return stands inside of the loop, so that only the "
            "first layer is called.", _inside_the_loop),
)


def _later_word():
    ids, *others = _case((4, 3), (3, 2), layers=2, width=4, seed=80)()
    other = ids.clone()
    other[0, 3] = (ids[0, 3] + 1) % 7
    return [(ids, *others), (other, *others)]


LAWS = (
    Law("future-is-read", "Where only a later word changes, the logits before it have to stay: the "
        "future is attended to.", _later_word,
        lambda a, b: torch.allclose(a[0, :3], b[0, :3], atol=1e-5)),
)
SIGNS = (
    Sign("not-the-vocabulary", "The last axis is not as long as the vocabulary: at the end stands "
         "unembed.", lambda a, g, w: g.shape[-1] != w.shape[-1], every=False),
    Sign("another-way-up", "The shape is right, the logits are not: it is embed, then every layer "
         "once with memory and both masks, then norm, then unembed.",
         lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on

EXERCISE = Exercise(decode, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS)
