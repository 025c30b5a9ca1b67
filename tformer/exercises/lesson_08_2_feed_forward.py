"""Lesson 08: the feed-forward layer."""

from itertools import pairwise

import torch

from .core import Case, Exercise, Sign
from .laws_08 import FEED_FORWARD_LAWS
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
    Case(lambda: (torch.tensor([[[1.0, 2.0, 0.0], [-1.0, 0.0, 1.0]], [[0, 1, 1], [2, 0, -1]]]),
                  torch.tensor([[1.0, -1.0], [2.0, 0.0], [0.0, 3.0]]), torch.tensor([-2.0, 0.5]),
                  torch.tensor([[1.0, 0.0, 2.0], [-1.0, 1.0, 0.0]]),
                  torch.tensor([0.0, 10.0, -10.0])),
         "two sentences of two tokens, d_model = 3, d_ff = 2"),
    Case(lambda: (normal(2, 3, 5, seed=1, scale=6), *_weights(5, 7, 2, scale=1.0)),
         "2 sentences of 3 tokens, d_model = 5, d_ff = 7, hidden values up to 30",
         ("large-values",)),
    Case(lambda: (normal(2, 1, 3, seed=6), *_weights(3, 4, 7)), "sentences of one token",
         ("length-one",)),
    Case(lambda: (normal(2, 4, 6, seed=11, dtype=torch.float64),
                  *_weights(6, 5, 12, dtype=torch.float64)),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 4, 5, seed=16).mT, *(w.mT.contiguous().mT if w.ndim == 2 else w
                                             for w in _weights(4, 6, 17))),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, 3, seed=21), *_weights(3, 3, 22)), "batch, length, d_model and "
         "d_ff all 3", ("square",), probe=True),
)
# fmt: on


def _near(a, b):
    return torch.allclose(a.double(), b.double(), rtol=1e-3, atol=1e-3)


def _hidden(args, got):
    """What must have come out of the activation to give this result, if d_ff <= d_model."""
    _, w1, _, w2, b2 = (a.double() for a in args)
    if w1.shape[1] > w1.shape[0] or not torch.isfinite(got).all():
        return None
    hidden = (got.double() - b2) @ torch.linalg.pinv(w2)
    return hidden if _near(hidden @ w2 + b2, got) else None


def _pre(args):
    x, w1, b1, _, _ = (a.double() for a in args)
    return x @ w1 + b1


def _activation(args, got, want):
    """The hidden values are a function of the right ones, entry by entry, but not relu."""
    hidden, pre = _hidden(args, got), _pre(args)
    if hidden is None or hidden.numel() < 20:
        return None
    pairs = sorted(zip(pre.flatten().tolist(), hidden.flatten().tolist(), strict=True))
    near = [(a, b) for a, b in pairwise(pairs) if a[0] * b[0] > 0]
    if any(abs(b[1] - a[1]) > 4 * (1 + abs(b[0])) * (b[0] - a[0]) + 1e-3 for a, b in near):
        return False  # no smooth function of one value does that
    bent = max(pairs, key=lambda p: abs(p[1] - max(p[0], 0.0)))
    return f"It turns {bent[0]:.4g} into {bent[1]:.4g}; relu makes it {max(bent[0], 0.0):.4g}."


def _hidden_bias(args, got, want):
    """A relu, but each unit's input is moved by some number."""
    hidden, pre = _hidden(args, got), _pre(args)
    if hidden is None or hidden.numel() < 20 or (hidden < -1e-3).any():
        return None if hidden is None or hidden.numel() < 20 else False
    gap, on = (hidden - pre).flatten(0, -2), (hidden > 1e-3).flatten(0, -2)
    moves = [g[o] for g, o in zip(gap.T, on.T, strict=True) if o.any()]
    if not all(_near(m, m[:1].expand_as(m)) for m in moves):
        return False
    told = ", ".join(f"{m[0] + b:.4g}" for m, b in zip(moves[:3], args[2], strict=False))
    if on.any(0).all():
        return f"What is added to x @ w1 works out as {told}; b1 starts with {args[2][0]:.4g}."
    return True


def _tokens_mixed(args, got, want):
    """The hidden values are sums of the right ones of several tokens."""
    hidden, right = _hidden(args, got), _hidden(args, want)
    if hidden is None or right.shape[-2] >= right.shape[-1] or right.shape[-2] < 2:
        return None
    return _near(hidden @ torch.linalg.pinv(right) @ right, hidden)


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
    Sign("negative-cut-off", "No entry of the result is negative: a relu stands after the second "
         "map.", lambda a, g, w: bool((g >= 0).all()) if (w < -1e-3).any() else None),
    Sign("wrong-hidden-bias", "The relu is there, but before it something else than b1 is added.",
         _hidden_bias),
    Sign("another-activation", "Between the two maps stands something else than relu, or not at "
         "the right place.", _activation),
    Sign("tokens-mixed", "The hidden values of several tokens are added up: each token goes "
         "through the layer by itself.", _tokens_mixed),
)
# fmt: on

EXERCISES = [
    Exercise(feed_forward, "08", HINTS, CASES, MISTAKES, variant, SIGNS, laws=FEED_FORWARD_LAWS)
]
