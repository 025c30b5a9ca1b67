"""Lesson 08: the feed-forward layer."""

from itertools import pairwise

import torch

from .core import Case, Exercise, Sign
from .mistakes_08_feed_forward import MISTAKES, variant
from .samples import normal


def feed_forward(x, w1, b1, w2, b2):
    hidden = torch.relu(x @ w1 + b1)
    return hidden @ w2 + b2


HINTS = (
    "Two linear maps with a relu between them, for each token by itself: d_model to d_ff and back.",
    "The hidden layer is x @ w1 + b1, of shape (..., d_ff). Every negative entry of it becomes 0.",
    "The relu comes after b1 and only there: the output x may be negative again.",
    "hidden = torch.relu(x @ w1 + b1); return hidden @ w2 + b2",
)


def _weights(width, hidden, seed, scale=0.6, dtype=torch.float32):
    shapes = (width, hidden), (hidden,), (hidden, width), (width,)
    return tuple(
        normal(*shape, seed=seed + i, scale=scale, dtype=dtype) for i, shape in enumerate(shapes)
    )


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[1.0, 2.0, 0.0], [-1.0, 0.0, 1.0]]),
                  torch.tensor([[1.0, -1.0], [2.0, 0.0], [0.0, 3.0]]), torch.tensor([-2.0, 0.5]),
                  torch.tensor([[1.0, 0.0, 2.0], [-1.0, 1.0, 0.0]]),
                  torch.tensor([0.0, 10.0, -10.0])),
         "two tokens, d_model = 3, d_ff = 2"),
    Case(lambda: (normal(2, 3, 5, seed=1, scale=6), *_weights(5, 7, 2, scale=1.0)),
         "2 sentences of 3 tokens, d_model = 5, d_ff = 7, hidden values up to 30",
         ("large-values",)),
    Case(lambda: (normal(1, 1, 3, seed=6), *_weights(3, 4, 7)), "one token alone", ("length-one",)),
    Case(lambda: (normal(2, 4, 6, seed=11, dtype=torch.float64),
                  *_weights(6, 5, 12, dtype=torch.float64)),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(4, 5, seed=16).mT, *(w.mT.contiguous().mT if w.ndim == 2 else w
                                             for w in _weights(4, 6, 17))),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, seed=21), *_weights(3, 3, 22)), "3 tokens, d_model = d_ff = 3",
         ("square",), probe=True),
)
# fmt: on


def _near(a, b):
    return torch.allclose(a.double(), b.double(), rtol=1e-3, atol=1e-3)


def _hidden(args, got):
    """What must have come out of the activation to give this result, if d_ff <= d_model."""
    _, w1, _, w2, b2 = (a.double() for a in args)
    if w1.shape[1] > w1.shape[0]:
        return None
    hidden = (got.double() - b2) @ torch.linalg.pinv(w2)
    return hidden if _near(hidden @ w2 + b2, got) else None


def _pre(args):
    x, w1, b1, _, _ = (a.double() for a in args)
    return x @ w1 + b1


def _activation(args, got, want):
    """The hidden values are a function of the right ones, entry by entry, but not relu."""
    hidden, pre = _hidden(args, got), _pre(args)
    if hidden is None:
        return None
    pairs = sorted(zip(pre.flatten().tolist(), hidden.flatten().tolist(), strict=True))
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(pairs) if b[0] - a[0] > 1e-3]
    if not slopes or max(map(abs, slopes)) > 20 * max(1.0, *(abs(h) for _, h in pairs)):
        return False
    bent = max(pairs, key=lambda p: abs(p[1] - max(p[0], 0.0)))
    return f"It turns {bent[0]:.4g} into {bent[1]:.4g}; relu makes it {max(bent[0], 0.0):.4g}."


def _rows_alike(args, got, want):
    rows = got.flatten(0, -2)
    if len(rows) < 2:
        return None
    return _near(rows, rows[:1].expand_as(rows))


def _offset(args, got, want):
    """The same vector too much or too little at every token."""
    gap = (got - want).double().flatten(0, -2)
    if len(gap) < 2:
        return None
    told = ", ".join(f"{g:.4g}" for g in gap[0][:4])
    return _near(gap, gap[:1].expand_as(gap)) and f"got - expected = ({told}) at every token."


# fmt: off
SIGNS = (
    Sign("same-for-all-tokens", "Every token gets the same result: the tokens are mixed. Each "
         "one goes through the layer by itself.", _rows_alike),
    Sign("wrong-output-bias", "All is right but for a vector that is added at the end: look at "
         "b2.", _offset),
    Sign("another-activation", "Between the two maps stands something else than relu, or not at "
         "the right place.", _activation),
    Sign("negative-cut-off", "No entry of the result is negative: a relu stands after the second "
         "map.", lambda a, g, w: bool((g >= 0).all()) if (w < -1e-3).any() else None),
    Sign("another-activation", "Between the two maps stands something else than relu, or not at "
         "the right place.", _activation, every=False),
    Sign("wrong-hidden-layer", "The result could come from no hidden layer of d_ff values "
         "through w2 and b2: look at the second map.",
         lambda a, g, w: g.shape == w.shape and a[1].shape[1] <= a[1].shape[0]
         and _hidden(a, g) is None,
         every=False),
    Sign("wrong-values", "The shape is right, the values are not those of relu(x @ w1 + b1) @ w2 "
         "+ b2.", lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on

EXERCISES = [Exercise(feed_forward, "08", HINTS, CASES, MISTAKES, variant, SIGNS)]
