"""The feed-forward layer."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Law, Sign, twist
from ...checker.samples import normal
from .hidden_layer import before, near, smooth, sums_of_tokens
from .tokens import X, alike, other_token, others_alike


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
    Case(lambda: (normal(2, 3, seed=26), *_weights(3, 5, 27)), "two axes: tokens of one sentence",
         ("another-number-of-axes",)),
    Case(lambda: (normal(1, 3, 2, 4, seed=31), *_weights(4, 5, 32)), "four axes",
         ("another-number-of-axes",)),
)  # fmt: skip


def variant(
    x, w1, b1, w2, b2, given=lambda x: x, first=torch.matmul,
    early=lambda act, p, b: act(p + b), act=torch.relu, second=torch.matmul, late=torch.add,
    after=lambda y, x, h: y,
):  # fmt: skip
    """feed_forward with one switch for each thing that can go wrong."""
    hidden = early(act, first(given(x), w1), b1)
    return after(late(second(hidden, w2), b2), x, hidden)


MISTAKES = (
    twist("no-relu", "There is no relu: the two linear maps are then no more than one.",
          act=lambda p: p),
    twist("relu-on-the-input-only", "The relu is applied to x, not to the hidden layer.",
          given=torch.relu, act=lambda p: p),
    twist("gelu", "The activation is GELU; asked for was relu.", act=F.gelu),
    twist("relu-squared", "The relu is squared.", act=lambda p: p.relu().square()),
    twist("relu-cut-at-6", "The relu is cut off above (relu6): large values are lost.",
          act=F.relu6),
    twist("relu-negated", "It keeps the negative entries and clears the positive ones.",
          act=lambda p: p.clamp(max=0)),
    twist("softmax-instead", "A softmax stands where the relu should.",
          act=lambda p: p.softmax(-1)),
    twist("b1-forgotten", "b1 is not used.", early=lambda act, p, b: act(p)),
    twist("b1-after-the-relu", "b1 is added after the relu; it should be added before.",
          early=lambda act, p, b: act(p) + b),
    twist("b1-twice", "b1 is added before the relu and once more after it.",
          early=lambda act, p, b: act(p + b) + b),
    twist("b2-forgotten", "b2 is not used.", late=lambda q, b: q),
    twist("w1-transposed", "w1 is applied transposed, as F.linear does with its weight; that "
          "runs only when d_ff is d_model.", first=lambda x, w: x @ w.mT),
    twist("w2-transposed", "w2 is applied transposed, as F.linear does with its weight; that "
          "runs only when d_ff is d_model.", second=lambda h, w: h @ w.mT),
    twist("residual-added", "x is added to the output: the residual is the layer's business.",
          after=lambda y, x, h: y + x),
    twist("hidden-layer-returned", "It returns the hidden layer; the second map is missing.",
          after=lambda y, x, h: h),
)  # fmt: skip


def _hidden(args, got):
    """What must have come out of the activation to give this result, if d_ff <= d_model."""
    return before(got.double() - args[4].double(), args[3].double())


def _pre(args):
    x, w1, b1, _, _ = (a.double() for a in args)
    return x @ w1 + b1


def _activation(args, got, want):
    """The hidden values are a function of the right ones, entry by entry, but not relu."""
    hidden, pre = _hidden(args, got), _pre(args)
    if hidden is None or hidden.numel() < 20:
        return None
    if not smooth(pre, hidden):
        return False
    pairs = zip(pre.flatten().tolist(), hidden.flatten().tolist(), strict=True)
    bent = max(pairs, key=lambda p: abs(p[1] - max(p[0], 0.0)))
    return f"It turns {bent[0]:.4g} into {bent[1]:.4g}; relu makes it {max(bent[0], 0.0):.4g}."


def _hidden_bias(args, got, want):
    """A relu, but each unit's input is moved by some number."""
    hidden, pre = _hidden(args, got), _pre(args)
    if hidden is None or hidden.numel() < 20 or (hidden < -1e-3).any():
        return None if hidden is None or hidden.numel() < 20 else False
    gap, on = (hidden - pre).flatten(0, -2), (hidden > 1e-3).flatten(0, -2)
    moves = [g[o] for g, o in zip(gap.T, on.T, strict=True) if o.any()]
    if not all(near(m, m[:1].expand_as(m)) for m in moves):
        return False
    if all(near(m, torch.zeros_like(m)) for m in moves):
        return False  # what comes through is right: it is the relu that lets other values through
    told = ", ".join(f"{m[0] + b:.4g}" for m, b in zip(moves[:3], args[2], strict=False))
    if on.any(0).all():
        return f"What is added to x @ w1 works out as {told}; b1 starts with {args[2][0]:.4g}."
    return True


def _offset(args, got, want):
    """The same vector too much or too little at every token."""
    gap = (got - want).double().flatten(0, -2)
    if len(gap) < 2:
        return None
    told = ", ".join(f"{g:.4g}" for g in gap[0][:4])
    return near(gap, gap[:1].expand_as(gap)) and f"got - expected = ({told}) at every token."


SIGNS = (
    Sign("wrong-output-bias", "All is right but for a vector that is added at the end: look at "
         "b2.", _offset),
    Sign("negative-cut-off", "No entry of the result is negative: a relu stands after the second "
         "map.", lambda a, g, w: bool((g >= 0).all()) if (w < -1e-3).any() else None),
    Sign("wrong-hidden-bias", "The relu is there, but before it something else than b1 is added.",
         _hidden_bias),
    Sign("another-activation", "Between the two maps stands something else than relu, or not at "
         "the right place.", _activation),
    Sign("tokens-mixed", "The hidden values of several tokens are added up: each token goes "
         "through the layer by itself.",
         lambda a, g, w: sums_of_tokens(_hidden(a, g), _hidden(a, w))),
)  # fmt: skip


def _maps(x, b1=None, b2=0.0):
    """Arguments of feed_forward with 6 hidden units."""
    w1, w2 = normal(X[-1], 6, seed=3), normal(6, X[-1], seed=4)
    b1 = normal(6, seed=5) if b1 is None else torch.full((6,), b1)
    return x, w1, b1, w2, torch.full((X[-1],), b2)


LAWS = (
    Law("tokens-mixed", "Another token changes the result of this one: each token goes through the "
        "layer by itself.", lambda: [_maps(x) for x in other_token(1)], others_alike),
    Law("hidden-units-not-silenced", "With b1 = -1000 every hidden unit is far below zero, and "
        "only b2 should be left: the relu comes after b1, and before w2.",
        lambda: [_maps(normal(*X), b1=-1000.0, b2=2.0)], lambda a: alike(a, torch.full(X, 2.0))),
)  # fmt: skip

EXERCISE = Exercise(feed_forward, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS)
