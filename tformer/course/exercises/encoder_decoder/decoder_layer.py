"""A whole layer of the decoder, norm first: attention to itself, to the memory, feed-forward."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from .small_layers import (
    WAYS,
    Attention,
    FeedForward,
    add_one,
    causal,
    divide_by_largest,
    double,
    half_plus_one,
    layer_norm,
    mean_of_allowed,
    padded,
    square,
)


def decoder_layer(
    x, memory, mask, memory_mask,
    self_attention, cross_attention, feed_forward, norm1, norm2, norm3,
):  # fmt: skip
    normed = norm1(x)
    x = x + self_attention(normed, normed, mask)
    x = x + cross_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x))


HINTS = (
    "An encoder layer with one sublayer more in the middle. Each of the three gets a normed x, and "
    "what it returns is added to the x that came in.",
    "In cross-attention the target asks and the memory answers: x_q is norm2(x), x_kv is the "
    "memory as it is (the encoder has normed it at its end).",
    "Whose keys are they, and whose padding may not be read? mask is for the target's words, "
    "memory_mask for the memory's.",
    "normed = norm1(x); x = x + self_attention(normed, normed, mask); "
    "x = x + cross_attention(norm2(x), memory, memory_mask); return x + feed_forward(norm3(x))",
)


def _sizes(batch, target, source, width, seed, dtype=torch.float32):
    """Random x and memory."""
    x = normal(batch, target, width, seed=seed, dtype=dtype)
    return x, normal(batch, source, width, seed=seed + 1, dtype=dtype)


def _parts(width, seed, dtype=torch.float32):
    norms = (layer_norm(width, seed + n, dtype) for n in (4, 6, 8))
    attentions = Attention(width, seed, dtype), Attention(width, seed + 1, dtype)
    return *attentions, FeedForward(width, seed + 2, dtype), *norms


CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2.0], [3.0, -1.0]]]),
                  torch.tensor([[[0.5, 1.0], [2.0, 4.0], [9.0, 9.0]]]), causal(2),
                  padded(2, size=3), mean_of_allowed, mean_of_allowed, square, double,
                  divide_by_largest, add_one),
         "two target words and a memory of three, the last of them padding; both attentions take "
         "the mean of what is allowed"),
    Case(lambda: (*_sizes(2, 3, 4, 5, 51, torch.float64), causal(3), padded(4, 2, size=4),
                  *_parts(5, 53, torch.float64)),
         "all parts are modules with weights of their own, in float64", ("float64", "padding")),
    Case(lambda: (*_sizes(2, 4, 3, 6, 61), causal(4) & padded(4, 2, size=4), None,
                  *_parts(6, 63)), "no memory mask (None): nothing is padded in the source",
         ("no-mask",)),
    Case(lambda: (*_sizes(1, 2, 3, 4, 71), None, padded(2, size=3), Attention(4, 73),
                  Attention(4, 74), torch.sin, half_plus_one, double, torch.tanh),
         "no mask (None) for the target; norms that change what is normed already", ("no-mask",)),
    Case(lambda: (*_sizes(3, 1, 1, 4, 81), causal(1), padded(1, 1, 1, size=1), *_parts(4, 83)),
         "one target word and one source word", ("length-one",)),
    Case(lambda: (*_sizes(2, 3, 3, 4, 91), causal(3), padded(3, 2, size=3), *_parts(4, 93)),
         "source and target of one length: nothing raises where they are confused",
         ("same-length",), probe=True),
)  # fmt: skip


def variant(
    x, memory, mask, memory_mask,
    self_attention, cross_attention, feed_forward, norm1, norm2, norm3,
    *, first="pre", second="pre", third="pre", normed=False, itself=False,
):  # fmt: skip
    """decoder_layer with one switch for each thing that can go wrong."""
    source = norm2(memory) if normed else memory

    def cross(n):
        return cross_attention(*((n, n, mask) if itself else (n, source, memory_mask)))

    x = WAYS[first](x, norm1, lambda n: self_attention(n, n, mask))
    x = WAYS[second](x, norm2, cross)
    return WAYS[third](x, norm3, feed_forward)


def _cross_first(x, memory, mask, memory_mask, own, cross, feed_forward, n1, n2, n3):
    x = x + cross(n1(x), memory, memory_mask)
    normed = n2(x)
    x = x + own(normed, normed, mask)
    return x + feed_forward(n3(x))


def _cross_and_its_norm_first(x, memory, mask, memory_mask, own, cross, ffn, n1, n2, n3):
    return _cross_first(x, memory, mask, memory_mask, own, cross, ffn, n2, n1, n3)


def _side_by_side(x, memory, mask, memory_mask, own, cross, feed_forward, n1, n2, n3):
    normed = n1(x)
    x = x + own(normed, normed, mask) + cross(n2(x), memory, memory_mask)
    return x + feed_forward(n3(x))


MISTAKES = (
    twist("feed-forward-not-added", "What the feed-forward network returns takes the place of x; "
          "it should be added to x: the last residual path is missing.", third="no sum"),
    twist("normed-x-added-to-feed-forward", "norm3(x) is added to what the feed-forward network "
          "returns. The residual path should carry x itself.", third="normed sum"),
    Mistake("post-norm", "All norms stand after the sums, as in the paper (post-norm). Here the "
            "norm comes first: only what a sublayer gets is normed.",
            lambda *given: variant(*given, first="post", second="post", third="post")),
    twist("cross-attention-not-added", "What cross-attention returns takes the place of x; it "
          "should be added to x: the residual path is missing, and a word keeps only what the "
          "memory told it.", second="no sum"),
    twist("normed-x-added-to-cross-attention", "norm2(x) is added to what cross-attention returns: "
          "x was overwritten by its norm. The residual path carries x itself.",
          second="normed sum"),
    twist("no-cross-attention", "Cross-attention is left out: the memory is not read.",
          second="left out"),
    twist("memory-normed-again", "The memory is normed again (norm2); the encoder has normed it at "
          "its end, and every layer of the decoder reads it as it is.",
          normed=True),
    twist("target-asks-itself", "In cross-attention x answers its own queries (x_kv), as mask "
          "allows: the memory is not read.", itself=True),
    Mistake("cross-attention-first", "Cross-attention comes before self-attention: the target's "
            "words read each other first.", _cross_first),
    Mistake("cross-attention-and-norm2-first", "Cross-attention comes before self-attention, each "
            "with its norm. The target's words should read each other first.",
            _cross_and_its_norm_first),
    Mistake("side-by-side", "Both attentions get the x that came in, side by side; "
            "cross-attention works on the sum that self-attention has made.", _side_by_side),
)  # fmt: skip

SIGNS = (
    Sign("another-arrangement", "Three sums were asked for, one for each sublayer: x + what it "
         "makes of the normed x. The result comes of other sums.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip

EXERCISE = Exercise(decoder_layer, HINTS, CASES, MISTAKES, variant, SIGNS)
