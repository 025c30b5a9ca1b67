"""One query looks up: a softmax of its scaled scores, and the values mixed in these shares."""

import math

import torch

from ...checker.core import Case, Exercise, Mistake, Sign
from ...checker.samples import normal
from ..masks.attention import variant as attend
from .without_mask import MISTAKES as OF_ATTENTION
from .without_mask import SIGNS as OF_WEIGHTS


def attend_one(query, keys, values):
    scores = keys @ query / math.sqrt(query.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ values, weights


HINTS = (
    "Four steps: a score for each key, the scale, a softmax over the keys, a weighted sum of the "
    "values. Write down the shape after each.",
    "The score of a key is its dot product with the query. keys is (S, d) and query (d,): one "
    "product of the two gives all S of them.",
    "Divide by the root of d, query.shape[-1]; then softmax. The weights (S,) times values (S, dv) "
    "are (dv,).",
    "weights = torch.softmax(keys @ query / math.sqrt(query.shape[-1]), dim=-1); return weights @ "
    "values, weights.",
)


def _given(s, d, d_v, seed, dtype=torch.float32):
    sizes = ((d,), (s, d), (s, d_v))
    return tuple(normal(*size, seed=seed + i, dtype=dtype) for i, size in enumerate(sizes))


def _loud():
    query, keys = torch.tensor([100.0, 0, 0, 0]), torch.tensor([[20.0, 1, 0, 0], [20.02, 0, 0, 0]])
    return query, keys, torch.tensor([[1.0, 2, 3], [3.0, 5, 7]])


CASES = (
    Case(lambda: (torch.tensor([2.0, 0.0, 0.0, 0.0]),
                  torch.tensor([[1.0, 0.0, 3.0, 0.0], [0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 1.0]]),
                  torch.tensor([[10.0, 1.0], [20.0, 1.0], [60.0, 4.0]])),
         "three keys of width 4, values of width 2"),
    Case(lambda: _given(3, 3, 3, seed=3), "all sizes equal to 3", ("square",), probe=True),
    Case(lambda: _given(5, 7, 2, seed=10), "5 keys of width 7, values of width 2"),
    Case(lambda: _given(6, 4, 9, seed=20), "6 keys of width 4, values of width 9"),
    Case(_loud, "scores of 1000 and 1001: exp overflows above 88.7", ("large-scores",)),
    Case(lambda: _given(1, 2, 3, seed=30), "one key: its weight is 1", ("length-one",)),
    Case(lambda: _given(4, 3, 1, seed=40), "values of width 1: the output is (1,)",
         ("width-one",)),
    Case(lambda: _given(3, 4, 2, seed=50, dtype=torch.float64), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (normal(4, seed=60), normal(4, 3, seed=61).T, normal(2, 3, seed=62).T),
         "transposed (non-contiguous) keys and values", ("non-contiguous",)),
    Case(lambda: (torch.tensor([-2.0, 0, 0, 0]), torch.tensor([[600.0, 2, 0, 0], [200, 0, 0, 0],
                                                               [201, 4, 0, 0]]),
                  normal(3, 2, seed=40)), "scores of -600, -200 and -201: only the largest can "
         "be taken off all", ("low-scores",)),
)  # fmt: skip


def variant(query, keys, values, **steps):
    """attend_one with the switches of attention: a table of one query, and its row."""
    return tuple(part[0] for part in attend(query[None], keys, values, **steps))


def _changed(change):
    """The right output and weights, changed."""
    return lambda q, k, v: change(*attend_one(q, k, v), v)


# Where there is one query, these are the right answer or no answer.
NOT_ALONE = {"causal-without-being-asked", "softmax-over-queries", "softmax-over-axis-one",
             "two-axes-only"}  # fmt: skip

MISTAKES = (
    *(mistake for mistake in OF_ATTENTION if mistake.slug not in NOT_ALONE),
    Mistake("values-not-added-up", "Each value is multiplied by its weight, but they are not added "
            "up over the keys.", _changed(lambda o, w, v: (w[:, None] * v, w))),
    Mistake("mean-of-weighted-values", "The weighted values are averaged, so divided by the number "
            "of keys besides; the weights sum to 1 already.",
            _changed(lambda o, w, v: (o / len(w), w))),
)  # fmt: skip


def _as_a_table(sign):
    """A sign of attention's, read off a table of one row."""

    def shows(args, got, want):
        query, keys, values = args
        rows = [tuple(part[None] for part in pair) for pair in (got, want)]
        return sign.shows((query[None], keys, values), *rows)

    return Sign(sign.slug, sign.says, shows, sign.every)


SIGNS = tuple(_as_a_table(sign) for sign in OF_WEIGHTS if "softmax-over" not in sign.slug)


EXERCISE = Exercise(
    attend_one, HINTS, CASES, MISTAKES, variant, SIGNS, ready=("scaled_dot_product_attention",)
)
