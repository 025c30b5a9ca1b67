"""The decoder: target ids and the memory in, logits for the word after each of them out."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers, normal
from ..encoder_decoder import stacks
from ..encoder_decoder.small_layers import (
    causal,
    divide_by_largest,
    half_plus_one,
    layer_norm,
    padded,
)


def decode(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x))


HINTS = (
    "Like the encoder, with two things more: every layer also reads the memory, and at the end "
    "vectors become scores for words.",
    "Every layer gets the same four: layer(x, memory, mask, memory_mask). Only x changes from one "
    "to the next; the memory stays.",
    "At the end norm comes first, then unembed, at every position. The scores are logits: no "
    "softmax.",
    "x = embed(tgt_ids); for layer in layers: x = layer(x, memory, mask, memory_mask); "
    "return unembed(norm(x))",
)


def _made(ids, mask, source, memory_mask, width, count, seed, dtype=torch.float32):
    memory = normal(len(ids), source, width, seed=seed + 4, dtype=dtype)
    parts = stacks.Embedding(9, width, seed, dtype), stacks.stack(width, count, seed + 2, dtype)
    ends = layer_norm(width, seed + 1, dtype), stacks.Unembedding(width, 7, seed + 3, dtype)
    return ids, memory, mask, memory_mask, *parts, *ends


CASES = (
    Case(lambda: (torch.tensor([[1, 3]]), torch.tensor([[[0.5, 1.0], [2.0, 4.0], [9.0, 9.0]]]),
                  causal(2), padded(2, size=3), stacks.number_and_square,
                  [stacks.add_means_of_both, stacks.minus_half], divide_by_largest,
                  stacks.sum_and_difference),
         "two target words, and a memory of three, the last of them padding"),
    Case(lambda: _made(integers(9, 2, 3, seed=1), causal(3), 4, padded(4, 2, size=4), 6, 3, 11,
                       torch.float64),
         "three layers with weights of their own, in float64; one source is padded",
         ("float64", "padding")),
    Case(lambda: _made(integers(9, 2, 4, seed=2), causal(4) & padded(4, 2, size=4), 3, None, 5, 2,
                       21), "no memory mask (None): nothing is padded in the source",
         ("no-mask",)),
    Case(lambda: (integers(9, 2, 3, seed=3), normal(2, 5, 4, seed=31), None,
                  padded(5, 3, size=5), stacks.Embedding(9, 4, 32), stacks.stack(4, 2, 34),
                  half_plus_one, stacks.Unembedding(4, 6, 36)), "no mask (None) for the target; a "
         "norm that changes what is normed already", ("no-mask",)),
    Case(lambda: _made(integers(9, 3, 1, seed=4), causal(1), 1, padded(1, 1, 1, size=1), 4, 1, 41),
         "one word in the target and one in the source, one layer", ("length-one",)),
    Case(lambda: _made(integers(9, 2, 3, seed=5), causal(3), 3, padded(3, 2, size=3), 4, 2, 51),
         "source and target of one length: nothing raises where they are confused",
         ("same-length",), probe=True),
)  # fmt: skip


def variant(
    tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed,
    *, stacked=stacks.through, masks=lambda m, s: (m, s), read=lambda memory, x, norm: memory,
    after=lambda logits: logits,
):  # fmt: skip
    """decode with one switch for each thing that can go wrong."""

    def call(layer, x):
        return layer(x, read(memory, x, norm), *masks(mask, memory_mask))

    return after(unembed(stacked(embed(tgt_ids), layers, norm, call)))


def _memory_up(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    y = embed(tgt_ids)
    return decode(memory, y, mask, memory_mask, lambda x: x, layers, norm, unembed)


MISTAKES = (
    twist("log-softmax-at-the-end", "A log-softmax is applied: logits were asked for, the scores "
          "before it.", after=lambda y: y.log_softmax(-1)),
    *stacks.STACKED,
    twist("masks-swapped", "The masks are swapped: a layer gets mask, the target's, before "
          "memory_mask.", masks=lambda m, s: (s, m)),
    twist("mask-forgotten", "The layers get no mask for the target: a word reads what comes after "
          "it.", masks=lambda m, s: (None, s)),
    twist("memory-normed-again", "The memory is normed again; the encoder has normed it at its "
          "end.", read=lambda memory, x, norm: norm(memory)),
    twist("target-for-the-memory", "The layers get x and mask in the place of the memory and "
          "memory_mask: the source is not read.", read=lambda memory, x, norm: x,
          masks=lambda m, s: (m, m)),
    Mistake("memory-goes-through-the-layers", "The memory goes through the layers and reads the "
            "target: the two are swapped. x, the target, goes through, and reads the memory.",
            _memory_up),
    twist("softmax-at-the-end", "A softmax is applied: logits were asked for, the scores before "
          "it.", after=lambda y: y.softmax(-1)),
    twist("last-position-only", "Only the last position's logits come back; every position asks "
          "for the word after it.", after=lambda logits: logits[:, -1]),
    twist("best-words", "The best words' ids come back (argmax), not the logits.",
          after=lambda y: y.argmax(-1)),
)  # fmt: skip

SIGNS = (
    Sign("another-stack", "The logits are unembed(norm(x)) of the last layer's x, each layer "
         "called once on what the one before it made. The result is not that: look at which layer "
         "gets what, and at what comes last.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip


EXERCISE = Exercise(decode, HINTS, CASES, MISTAKES, variant, SIGNS)
