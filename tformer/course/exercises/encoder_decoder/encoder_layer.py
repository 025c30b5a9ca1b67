"""A whole layer of the encoder, norm first: its two sublayers, each on the residual path."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from .small_layers import (
    WAYS,
    Attention,
    FeedForward,
    causal,
    divide_by_largest,
    double,
    half_plus_one,
    layer_norm,
    mean_of_allowed,
    padded,
    square,
)


def encoder_layer(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    x = x + self_attention(normed, normed, mask)
    return x + feed_forward(norm2(x))


HINTS = (
    "Two sublayers, one after the other. Each gets a normed x; what it returns is added to the x "
    "that came in, which nothing has normed.",
    "In self-attention the words ask themselves: norm1(x) is given twice, as those who ask (x_q) "
    "and as those who answer (x_kv). The mask goes to it as it is.",
    "The feed-forward network works on the sum: norm2 takes x after attention has been added, and "
    "what the network returns is added to that same sum.",
    "normed = norm1(x); x = x + self_attention(normed, normed, mask); "
    "return x + feed_forward(norm2(x))",
)


def _modules():
    made = {"dtype": torch.float64}
    parts = Attention(5, 2, **made), FeedForward(5, 3, **made)
    norms = layer_norm(5, 5, **made), layer_norm(5, 7, **made)
    return normal(2, 3, 5, seed=1, **made), padded(3, 2, size=3), *parts, *norms


CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2.0], [3.0, -1.0]]]), padded(2, size=2), mean_of_allowed,
                  square, double, divide_by_largest),
         "one sentence of two words; attention takes their mean, the feed-forward part squares"),
    Case(_modules, "all parts are modules with weights of their own, in float64; the second "
         "sentence ends in padding", ("float64", "padding")),
    Case(lambda: (normal(1, 4, 3, seed=11), causal(4), Attention(3, 12), FeedForward(3, 13),
                  layer_norm(3, 15), layer_norm(3, 17)), "a causal mask", ("causal",)),
    Case(lambda: (normal(2, 4, 3, seed=21) + 2, None, Attention(3, 22), torch.sin, half_plus_one,
                  double), "no mask at all (None); norms that change what is normed already",
         ("no-mask",)),
    Case(lambda: (normal(3, 1, 4, seed=31), padded(1, 1, 1, size=1), Attention(4, 32),
                  FeedForward(4, 33), layer_norm(4, 35), layer_norm(4, 37)),
         "sentences of one word", ("length-one",)),
)  # fmt: skip


def variant(
    x, mask, self_attention, feed_forward, norm1, norm2,
    *, first="pre", second="pre", allowed=lambda mask: mask,
):  # fmt: skip
    """encoder_layer with one switch for each thing that can go wrong."""
    total = WAYS[first](x, norm1, lambda n: self_attention(n, n, allowed(mask)))
    return WAYS[second](total, norm2, feed_forward)


def _side_by_side(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    return x + self_attention(normed, normed, mask) + feed_forward(norm2(x))


def _second_adds_x(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    return x + feed_forward(norm2(x + self_attention(normed, normed, mask)))


def _added_once(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    return x + feed_forward(norm2(self_attention(normed, normed, mask)))


def _other_order(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + feed_forward(norm1(x))
    normed = norm2(x)
    return x + self_attention(normed, normed, mask)


MISTAKES = (
    Mistake("post-norm-twice", "Both norms stand after the sums, as in the paper (post-norm). "
            "Here the norm comes first: only what a sublayer gets is normed.",
            lambda *given: variant(*given, first="post", second="post")),
    twist("attention-not-added", "What self-attention returns takes the place of x; it should be "
          "added to x: the residual path is missing.", first="no sum"),
    twist("feed-forward-not-added", "What the feed-forward network returns takes the place of x; "
          "it should be added to x: the residual path is missing.", second="no sum"),
    twist("normed-x-added-to-attention", "norm1(x) is added to what self-attention returns: x was "
          "overwritten by its norm. The residual path carries x itself.", first="normed sum"),
    twist("normed-x-added-to-feed-forward", "norm2(x) is added to what the feed-forward network "
          "returns. The residual path carries x itself.", second="normed sum"),
    twist("mask-inverted", "The mask is inverted (~mask): True already means that a word may be "
          "read.", allowed=lambda mask: None if mask is None else ~mask),
    Mistake("side-by-side", "The feed-forward network gets the x that came in: both sublayers "
            "stand side by side. It works on the sum that attention has made.", _side_by_side),
    Mistake("second-sum-with-the-first-x", "At the end the x that came in is added, not the sum "
            "that attention has made: what attention returned is lost from the residual path.",
            _second_adds_x),
    Mistake("added-once-at-the-end", "There is one sum, at the end: what self-attention returns is "
            "not added to x before the feed-forward network gets it (a residual path for each).",
            _added_once),
    Mistake("normed-at-the-end-too", "norm2 is applied once more, to the last sum: the residual "
            "path leaves the layer as it is; the stack norms once, at its end.",
            lambda *given: given[-1](encoder_layer(*given))),
    Mistake("feed-forward-first", "The feed-forward network comes first, then attention; "
            "attention belongs before it.", _other_order),
)  # fmt: skip

SIGNS = (
    Sign("another-arrangement", "Two sums were asked for: x + self_attention(...) of the normed x, "
         "then that sum + feed_forward(...) of the sum, normed. The result comes of other sums.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip


EXERCISE = Exercise(encoder_layer, HINTS, CASES, MISTAKES, variant, SIGNS)
