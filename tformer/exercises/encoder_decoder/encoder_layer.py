"""One layer of the encoder, norm first."""

import torch

from ..checker.core import Case, Exercise, Law, Mistake, Sign, twist
from ..checker.samples import normal
from .arrangements import WAYS, arranged
from .parts import (
    Attention,
    FeedForward,
    Norm,
    half,
    less_mean,
    padded,
    plus_one,
    square,
    times_mean_of_seen,
)


def encoder_layer(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    x = x + self_attention(normed, normed, mask)
    return x + feed_forward(norm2(x))


HINTS = (
    "Two sublayers, each with its own norm and its own residual path, one after the other: it is "
    "residual_pre_norm of lesson 08 twice. Which x does the second one start from?",
    "The first half: normalise x once; that is where the queries come from, and the keys and "
    "values too; the mask goes in as it is. The raw x is added.",
    "The second half takes the sum of the first: norm2 of it goes through the feed-forward, and "
    "the sum itself is added.",
    "normed = norm1(x); x = x + self_attention(normed, normed, mask); "
    "return x + feed_forward(norm2(x))",
)


def _case(*lengths, width, seed, dtype=torch.float32):
    def made():
        parts = Attention(width, seed + 1, dtype), FeedForward(width, seed + 2, dtype)
        norms = Norm(width, seed + 4, dtype), Norm(width, seed + 5, dtype)
        x = normal(len(lengths), max(lengths), width, seed=seed, dtype=dtype)
        return x, padded(*lengths), *parts, *norms

    return made


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2.0], [3.0, -1.0], [4.0, 1.0]]]), padded(2, 3)[:1],
                  times_mean_of_seen, square, plus_one, half),
         "one sentence of three tokens, of which the last is padding; self_attention multiplies "
         "each token by the mean of those it may see, feed_forward squares, norm1 adds 1, norm2 "
         "halves"),
    Case(_case(4, 2, width=5, seed=10), "modules with weights; the second sentence is half "
         "padding", ("padding",)),
    Case(_case(3, 5, 1, width=4, seed=20, dtype=torch.float64), "three sentences, float64",
         ("float64",)),
    Case(_case(1, 1, width=3, seed=30), "sentences of one token", ("length-one",)),
    Case(_case(6, width=2, seed=40), "one sentence without padding", ("no-padding",)),
    Case(lambda: (normal(2, 4, 3, seed=50, dtype=torch.float64).mT, padded(3, 2),
                  times_mean_of_seen, square, less_mean, half), "non-contiguous x in float64; "
         "parts without weights", ("non-contiguous",)),
)
# fmt: on


PAIRS = {
    "both": lambda normed, raw: (normed, normed),
    "raw keys": lambda normed, raw: (normed, raw),
    "raw queries": lambda normed, raw: (raw, normed),
}
MASKS = {
    "as given": lambda mask: mask,
    "none": lambda mask: None,
    "inverted": lambda mask: ~mask,
    "all": torch.ones_like,
    "queries": lambda mask: mask.mT,
}


def variant(
    x, mask, self_attention, feed_forward, norm1, norm2, attention="right", feed="right",
    norms=(1, 2), pair="both", masked="as given", order="one after the other", after=None,
):  # fmt: skip
    """encoder_layer with one switch for each thing that can go wrong."""
    first, second = ((norm1, norm2)[n - 1] for n in norms)
    mask = MASKS[masked](mask)

    def attend(normed):
        return self_attention(*PAIRS[pair](normed, x), mask)

    if order == "feed-forward first":
        y = WAYS[feed](x, feed_forward, first)
        out = WAYS[attention](y, lambda h: self_attention(h, h, mask), second)
    elif order == "side by side":
        out = x + attend(first(x)) + feed_forward(second(x))
    elif order == "from the first x":
        out = x + feed_forward(second(WAYS[attention](x, attend, first)))
    else:
        out = WAYS[feed](WAYS[attention](x, attend, first), feed_forward, second)
    return after(out, x) if after else out


# fmt: off
MISTAKES = (
    *arranged(attention="self-attention", feed="feed-forward"),
    twist("norms-swapped", "norm1 and norm2 are swapped: norm1 stands before the attention, norm2 "
          "before the feed-forward.", norms=(2, 1)),
    twist("norm1-twice", "It takes norm1 in both places; the second one is norm2, with weights of "
          "its own.", norms=(1, 1)),
    twist("norm2-twice", "It takes norm2 in both places; the first one is norm1, with weights of "
          "its own.", norms=(2, 2)),
    twist("raw-keys", "Only the queries are normalised: keys and values (x_kv) are the raw x, and "
          "come from the normalised one, too.", pair="raw keys"),
    twist("raw-queries", "Only keys and values are normalised: the queries (x_q) are the raw x.",
          pair="raw queries"),
    twist("mask-left-out", "The mask is not passed on: padding is attended to.", masked="none"),
    twist("mask-inverted", "The mask is inverted: only padding is attended to. True already means "
          "may attend.", masked="inverted"),
    twist("mask-transposed", "The mask is transposed: it hides queries, not keys.",
          masked="queries"),
    twist("feed-forward-first", "The order is the other way: the feed-forward comes before the "
          "attention, so the two are swapped.", order="feed-forward first"),
    twist("side-by-side", "Both sublayers read the same x, side by side (parallel); the second "
          "reads the sum that the first has made.", order="side by side"),
    twist("first-x-added", "The feed-forward's result is added to the first x; the sum with what "
          "attention found belongs there, and is lost.", order="from the first x"),
    twist("x-added-at-the-end", "x is added once more at the end.",
          after=lambda out, x: x + out),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda out, x: out.squeeze()),
    twist("computes-in-float32", "The result is float32 whatever x is.",
          after=lambda out, x: out.float()),
    twist("returned-as-a-pair", "It returns two values; only the layer's result was asked for.",
          after=lambda out, x: (out, x)),
    Mistake("keys-forgotten", "self_attention is called with (x, mask): it takes three, x_q, x_kv "
            "and mask. Here queries and keys come from the same tensor, which is given twice.",
            lambda x, mask, attend, feed, norm1, norm2: x + attend(norm1(x), mask)),
)
# fmt: on


def _silent():
    """Both sublayers return zeros."""
    x, mask, *_, norm1, norm2 = _case(3, 2, width=4, seed=60)()
    return x, mask, lambda x_q, x_kv, mask=None: 0 * x_q, lambda x: 0 * x, norm1, norm2


def _padding_twice():
    x, *others = _case(4, 2, width=4, seed=70)()
    other = x.clone()
    other[1, 2:] *= -2
    return [(x, *others), (other, *others)]


LAWS = (
    Law(
        "residual-path-is-not-clear",
        "Where both sublayers return zeros, x has to come out as it "
        "went in: something else stands on the residual path.",
        lambda: [_silent()],
        lambda out: torch.allclose(out, _silent()[0], atol=1e-5),
    ),
    Law(
        "padding-is-read",
        "Where only padding changes, the words' vectors have to stay: it is attended to.",
        _padding_twice,
        lambda a, b: torch.allclose(a[1, :2], b[1, :2], atol=1e-5),
    ),
)
SIGNS = (
    Sign(
        "another-arrangement",
        "It is not x + self_attention of norm1(x), plus feed_forward of norm2 of that sum.",
        lambda a, g, w: g.shape == w.shape,
        every=False,
    ),
)

EXERCISE = Exercise(encoder_layer, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS)
