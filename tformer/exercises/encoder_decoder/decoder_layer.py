"""One layer of the decoder, norm first: it reads what is written, then the memory."""

import torch

from ..checker.core import Case, Exercise, Law, Sign, twist
from ..checker.samples import normal
from .arrangements import WAYS, arranged
from .parts import (
    Attention,
    FeedForward,
    Norm,
    causal,
    half,
    less_mean,
    padded,
    plus_one,
    square,
    times_mean_of_seen,
)


def decoder_layer(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    normed = norm1(x)
    x = x + self_attention(normed, normed, mask)
    x = x + cross_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x))


HINTS = (
    "Three sublayers one after the other, each with its own norm and its own residual path: the "
    "encoder's layer, with one more between its two.",
    "The first reads the words written so far, with mask; the second reads the memory, with "
    "memory_mask; the third is the feed-forward. Each starts from the sum before it.",
    "In cross-attention only the queries come from the normalised x. Keys and values are the "
    "memory as it is: it was normalised at the encoder's end.",
    "x = x + self_attention(h, h, mask) with h = norm1(x); x = x + cross_attention(norm2(x), "
    "memory, memory_mask); return x + feed_forward(norm3(x))",
)


def mean_of_seen_less(x_q, x_kv, mask=None):
    """The mean of what a token may see, less the token itself: reckoned by hand, too."""
    return times_mean_of_seen(torch.ones_like(x_q), x_kv, mask) - x_q


def _case(target, source, width, seed, dtype=torch.float32):
    """Lengths of the target's and of the source's sentences."""

    def made():
        attend, cross = (Attention(width, seed + n, dtype) for n in (1, 2))
        norms = [Norm(width, seed + n, dtype) for n in (4, 5, 6)]
        x = normal(len(target), max(target), width, seed=seed, dtype=dtype)
        memory = normal(len(source), max(source), width, seed=seed + 7, dtype=dtype)
        feed = FeedForward(width, seed + 8, dtype)
        return x, memory, causal(*target), padded(*source), attend, cross, feed, *norms

    return made


def _by_hand():
    x = torch.tensor([[[1.0, 2.0], [3.0, -1.0]]])
    memory = torch.tensor([[[2.0, 0.0], [0.0, 1.0], [5.0, 3.0]]])
    parts = times_mean_of_seen, mean_of_seen_less, square
    return x, memory, causal(2), padded(2, 3)[:1], *parts, plus_one, half, less_mean


# fmt: off
CASES = (
    Case(_by_hand, "two words are written; of the memory's three rows the last is padding"),
    Case(_case((4, 3), (5, 2), width=3, seed=10), "modules with weights; target and source are "
         "padded", ("padding",)),
    Case(_case((3, 5, 1), (2, 4, 6), width=4, seed=20, dtype=torch.float64), "three sentences, "
         "float64", ("float64",)),
    Case(_case((1, 1), (3, 1), width=5, seed=30), "one word is written", ("length-one",)),
    Case(_case((6,), (1,), width=2, seed=40), "a source of one word", ("one-word-memory",)),
    Case(lambda: (normal(2, 4, 3, seed=50, dtype=torch.float64).mT,
                  normal(2, 4, 5, seed=51, dtype=torch.float64).mT, causal(3, 2), padded(4, 5),
                  times_mean_of_seen, mean_of_seen_less, square, less_mean, half, plus_one),
         "non-contiguous x and memory in float64; parts without weights", ("non-contiguous",)),
    Case(_case((4, 2), (4, 3), width=4, seed=60), "source and target of one length", (), True),
)
# fmt: on

MASKS = {
    "as given": lambda mask, memory_mask: (mask, memory_mask),
    "none": lambda mask, memory_mask: (None, None),
    "self none": lambda mask, memory_mask: (None, memory_mask),
    "cross none": lambda mask, memory_mask: (mask, None),
    "inverted": lambda mask, memory_mask: (~mask, ~memory_mask),
    "self inverted": lambda mask, memory_mask: (~mask, memory_mask),
    "cross inverted": lambda mask, memory_mask: (mask, ~memory_mask),
    "swapped": lambda mask, memory_mask: (memory_mask, mask),
    "mask twice": lambda mask, memory_mask: (mask, mask),
    "memory mask twice": lambda mask, memory_mask: (memory_mask, memory_mask),
    "no future": lambda mask, memory_mask: (mask[:, :, -1:], memory_mask),
}


def variant(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2,
    norm3, attention="right", cross="right", feed="right", norms=(1, 2, 3), masked="as given",
    pair="both", reads="memory", order="self cross feed", after=None,
):  # fmt: skip
    """decoder_layer with one switch for each thing that can go wrong."""
    given = [(norm1, norm2, norm3)[n - 1] for n in norms]
    own, theirs = MASKS[masked](mask, memory_mask)
    start = x

    def attend(normed):
        queries, keys = {"both": (normed, normed), "raw keys": (normed, start),
                         "raw queries": (start, normed)}[pair]  # fmt: skip
        return self_attention(queries, keys, own)

    def look(normed):
        return {
            "memory": lambda: cross_attention(normed, memory, theirs),
            "normed memory": lambda: cross_attention(normed, given[1](memory), theirs),
            "target": lambda: cross_attention(normed, normed, own),
            "memory asks": lambda: cross_attention(memory, normed, theirs),
            "memory only": lambda: cross_attention(memory, memory, theirs),
            "by self-attention": lambda: self_attention(normed, memory, theirs),
        }[reads]()

    sublayers = {"self": (attention, attend), "cross": (cross, look), "feed": (feed, feed_forward)}
    for name, norm in zip(order.split(), given, strict=True):
        way, sublayer = sublayers[name]
        x = WAYS[way](x, sublayer, norm)
    return after(x, start, memory) if after else x


# fmt: off
MISTAKES = (
    *arranged(attention="self-attention", cross="cross-attention", feed="feed-forward"),
    twist("memory-normed", "The memory is normalised again: it was normalised at the encoder's "
          "end, and goes into cross-attention as it is.", reads="normed memory"),
    twist("cross-attention-reads-the-target", "Cross-attention reads the target itself: its keys "
          "and values (x_kv) are the memory.", reads="target"),
    twist("memory-asks", "Queries and keys are swapped in cross-attention: the memory asks and the "
          "target answers. The queries (x_q) are the target's, so that a result comes back for "
          "each of its words.", reads="memory asks"),
    twist("memory-reads-itself", "In cross-attention the memory reads itself; the queries (x_q) "
          "come from x.", reads="memory only"),
    twist("self-attention-for-both", "It calls self_attention in both places; cross_attention has "
          "weights of its own.", reads="by self-attention"),
    twist("cross-attention-first", "Cross-attention comes before self-attention: the order is "
          "swapped.", order="cross self feed"),
    twist("feed-forward-before-cross", "The feed-forward comes before cross-attention: it is the "
          "last of the three.", order="self feed cross"),
    twist("feed-forward-first", "The feed-forward comes first: it is the last of the three.",
          order="feed self cross"),
    twist("masks-left-out", "No mask is passed on.", masked="none"),
    twist("mask-left-out", "Self-attention has no mask: it sees later words and padding.",
          masked="self none"),
    twist("memory-mask-left-out", "Cross-attention has no mask: it sees the source's padding.",
          masked="cross none"),
    twist("masks-inverted", "The masks are inverted: True already means may attend.",
          masked="inverted"),
    twist("mask-inverted", "The mask of self-attention is inverted: True already means may attend.",
          masked="self inverted"),
    twist("memory-mask-inverted", "The mask of cross-attention is inverted: True already means may "
          "attend.", masked="cross inverted"),
    twist("masks-swapped", "The two masks are swapped: mask is for the target, memory_mask for the "
          "memory.", masked="swapped"),
    twist("mask-in-both-places", "mask goes into cross-attention, too; there memory_mask belongs, "
          "which knows the source's padding.", masked="mask twice"),
    twist("memory-mask-in-both-places", "memory_mask goes into self-attention, too; there mask "
          "belongs, which hides what is not written yet.", masked="memory mask twice"),
    twist("only-the-last-row-of-the-mask", "Every word gets the mask of the last one: the future "
          "is not hidden.", masked="no future"),
    twist("raw-keys", "In self-attention only the queries are normalised: keys and values (x_kv) "
          "come from the normalised x, too.", pair="raw keys"),
    twist("raw-queries", "In self-attention only keys and values are normalised: the queries "
          "(x_q) are the raw x.", pair="raw queries"),
    *(twist(f"norms-{''.join(map(str, order))}", f"The norms are not in their places: it takes "
            f"norm{order[0]}, norm{order[1]}, norm{order[2]}, one after the other; asked for are "
            "norm1, norm2, norm3.", norms=order)
      for order in ((1, 1, 1), (1, 1, 2), (1, 1, 3), (1, 2, 1), (1, 2, 2), (1, 3, 2), (2, 1, 3),
                    (2, 2, 3), (3, 2, 1), (2, 2, 2), (3, 3, 3), (1, 3, 3))),
    twist("x-added-at-the-end", "x is added once more at the end.",
          after=lambda out, x, memory: x + out),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda out, x, memory: out.squeeze()),
    twist("computes-in-float32", "The result is float32 whatever x is.",
          after=lambda out, x, memory: out.float()),
    twist("memory-returned-too", "It returns a pair, with the memory; only the layer's result was "
          "asked for: the memory stays what it is.", after=lambda out, x, memory: (out, memory)),
    twist("last-word-only", "Only the last word's vector comes back; all were asked for.",
          after=lambda out, x, memory: out[:, -1:]),
)
# fmt: on


def _silent():
    """All three sublayers return zeros."""
    x, memory, mask, memory_mask, *_, norm1, norm2, norm3 = _case((3, 2), (4, 2), 4, seed=70)()

    def nothing(x_q, x_kv=None, mask=None):
        return 0 * x_q

    return x, memory, mask, memory_mask, nothing, nothing, nothing, norm1, norm2, norm3


def _later_word():
    x, *others = _case((4, 3), (3, 2), width=4, seed=80)()
    other = x.clone()
    other[0, 3] *= -2
    return [(x, *others), (other, *others)]


def _source_padding():
    x, memory, *others = _case((3, 3), (4, 2), width=4, seed=90)()
    other = memory.clone()
    other[1, 2:] *= -2
    return [(x, memory, *others), (x, other, *others)]


def _alike(a, b):
    return torch.allclose(a, b, atol=1e-5)


LAWS = (
    Law("future-is-read", "Where only a later word changes, the words before it have to stay: the "
        "future is attended to.", _later_word, lambda a, b: _alike(a[0, :3], b[0, :3])),
    Law("source-padding-is-read", "Where only the source's padding changes, everything has to "
        "stay: it is attended to.", _source_padding, _alike),
    Law("residual-path-is-not-clear", "Where all sublayers return zeros, x has to come out as it "
        "went in: something else stands on the residual path.",
        lambda: [_silent()], lambda out: _alike(out, _silent()[0])),
)  # fmt: skip
SIGNS = (
    Sign("another-arrangement", "It is not x plus self-attention of norm1(x), plus "
         "cross-attention of norm2 of that sum, plus feed-forward of norm3 of the next sum.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip

EXERCISE = Exercise(decoder_layer, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS)
