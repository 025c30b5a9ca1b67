"""Cross-attention: one sequence asks, another one answers."""

import math

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from ..masks.attention import variant as attend
from .without_mask import MISTAKES as OF_ATTENTION
from .without_mask import SIGNS as OF_WEIGHTS


def cross_attention(x, memory, w_q, w_k, w_v):
    q, k, v = x @ w_q, memory @ w_k, memory @ w_v
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights


HINTS = (
    "Who asks makes the queries: x. Who answers makes the keys and the values: memory. From there "
    "on it is attend_all.",
    "The weights apply from the right: x @ w_q is (B, T, d), memory @ w_k is (B, S, d), memory @ "
    "w_v is (B, S, dv).",
    "The scores are (B, T, S), a row for each position of x. The root is that of the width at "
    "which queries and keys meet, w_q.shape[-1], not the width of x.",
    "q, k, v = x @ w_q, memory @ w_k, memory @ w_v; weights = torch.softmax(q @ k.transpose(-2, "
    "-1) / math.sqrt(q.shape[-1]), dim=-1); return weights @ v, weights.",
)


def _given(b, t, s, width, d, d_v, seed, scale=1.0, dtype=torch.float32):
    sizes = ((b, t, width), (b, s, width), (width, d), (width, d), (width, d_v))
    scales = (scale, scale, 1.0, 1.0, 1.0)
    return tuple(
        normal(*size, seed=seed + i, scale=by, dtype=dtype)
        for i, (size, by) in enumerate(zip(sizes, scales, strict=True))
    )


def _example():
    x, memory = torch.tensor([[[1.0, 0.0]]]), torch.tensor([[[0.0, 1.0], [2.0, 0.0]]])
    w_q, w_k = torch.tensor([[2.0], [1.0]]), torch.tensor([[1.0], [0.5]])
    return x, memory, w_q, w_k, torch.tensor([[10.0, 0.0], [0.0, 1.0]])


def _close():
    x, memory = torch.tensor([[[100.0, 0.0]]]), torch.tensor([[[1.0, 2.0], [1.01, 3.0], [0.0, 1]]])
    w_v = torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, 3.0]])
    return x, memory, torch.tensor([[1.0], [2.0]]), torch.tensor([[1.0], [0.0]]), w_v


CASES = (
    Case(_example, "one position asks, two answer; queries and keys are 1 wide, values 2"),
    Case(lambda: _given(3, 3, 3, 3, 3, 3, seed=3), "all sizes equal to 3", ("square",),
         probe=True),
    Case(lambda: _given(2, 4, 5, 6, 3, 7, seed=10, scale=0.5), "2 sentences, 4 ask, 5 answer, "
         "every width its own"),
    Case(lambda: _given(2, 3, 4, 5, 5, 5, seed=20, scale=0.5), "all widths 5, as in a model",
         ("equal-widths",)),
    Case(lambda: _given(3, 1, 1, 2, 4, 3, seed=30), "one position on each side: its weight is 1",
         ("length-one",)),
    Case(lambda: _given(1, 2, 3, 4, 3, 2, seed=40, scale=40.0), "large scores: exp overflows "
         "above 88.7", ("large-scores",)),
    Case(_close, "two scores of 100 and 101, both far above what exp can take",
         ("large-scores",)),
    Case(lambda: _given(2, 3, 2, 4, 5, 3, seed=50, scale=0.5, dtype=torch.float64),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: tuple(x.mT for x in _given(2, 4, 4, 4, 4, 4, seed=60, scale=0.5)),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (torch.tensor([[[-2.0, 0, 0, 0], [0, 1, 0, 0]]]),
                  torch.tensor([[[600.0, 2, 0, 0], [200, 0, 0, 0], [201, 4, 0, 0]]]),
                  torch.eye(4), torch.eye(4), 0.01 * normal(4, 2, seed=40)),
         "scores of -600, -200 and -201 above a row of 1, 0 and 2: each row needs its own largest",
         ("low-scores",)),
)  # fmt: skip


def variant(x, memory, w_q, w_k, w_v, sides=lambda x, memory: (x, memory), turned=False, **steps):
    """cross_attention with one switch for each thing that can go wrong; ``steps`` are those of
    attention without projections."""
    asks, answers = sides(x, memory)
    w_q, w_k, w_v = ((w.mT if turned else w) for w in (w_q, w_k, w_v))
    return attend(asks @ w_q, answers @ w_k, answers @ w_v, **steps)


MISTAKES = (
    twist("memory-asks", "The two sides are swapped: memory asks and x answers. The queries come "
          "from x, keys and values from memory.", sides=lambda x, memory: (memory, x)),
    twist("x-asks-itself", "It is self-attention of x alone: memory is not used. Keys and values "
          "come from memory.", sides=lambda x, memory: (x, x)),
    twist("weights-transposed", "The weights are transposed: in this exercise they apply as x @ w, "
          "not as x @ w.T, which is how nn.Linear stores them.", turned=True),
    Mistake("nothing-projected", "The weights w_q, w_k and w_v are not used: x asks memory without "
            "any projection.", lambda x, memory, *weights: attend(x, memory, memory)),
    *(m for m in OF_ATTENTION if m.slug != "softmax-over-axis-one"),  # which is over the queries
)  # fmt: skip


def _told_of_projections(sign):
    """A sign of attention, read off the projections."""

    def shows(args, got, want):
        x, memory, w_q, w_k, w_v = args
        return sign.shows((x @ w_q, memory @ w_k, memory @ w_v), got, want)

    return Sign(sign.slug, sign.says, shows, sign.every)


SIGNS = tuple(_told_of_projections(sign) for sign in OF_WEIGHTS)


EXERCISE = Exercise(
    cross_attention, HINTS, CASES, MISTAKES, variant, SIGNS, ready=("scaled_dot_product_attention",)
)
