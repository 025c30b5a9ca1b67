"""The gated feed-forward of today's models."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from ..layers.hidden_layer import before, smooth, sums_of_tokens


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    hidden = gate * torch.sigmoid(gate) * (x @ w_up)
    return hidden @ w_down


HINTS = (
    "Three matrices: two widen x side by side, the third brings the product back. Write down the "
    "shape after each.",
    "silu(g) = g * sigmoid(g), also called swish. It bends the gate, x @ w_gate, and nothing else.",
    "The bent gate multiplies x @ w_up entry by entry (`*`, not `@`); w_down comes last.",
    "(F.silu(x @ w_gate) * (x @ w_up)) @ w_down",
)


def _weights(width, hidden, seed, scale=0.7, dtype=torch.float32):
    shapes = ((width, hidden), (width, hidden), (hidden, width))
    return tuple(
        normal(*shape, seed=seed + i, scale=scale, dtype=dtype) for i, shape in enumerate(shapes)
    )


def _large():
    """Gates of -200 and 200: exp overflows above 88.7. What is bent stays small beside them."""
    x = torch.tensor([[[100.0, 1.0, 0.5]], [[-100.0, 0.5, 2.0]]])
    w_gate, w_up, w_down = _weights(3, 4, 40)
    w_gate[0] = torch.tensor([2.0, -2.0, 0.0, 0.01])
    w_up[0] = torch.tensor([0.01, 0.02, 0.0, -0.01])
    return x, w_gate, w_up, w_down


CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2.0], [-1.0, 1.0]]]),
                  torch.tensor([[1.0, -1.0, 0.0], [0.0, 0.5, 2.0]]),
                  torch.tensor([[1.0, 0.0, 2.0], [1.0, 1.0, -1.0]]),
                  torch.tensor([[1.0, 0.0], [0.0, 10.0], [1.0, 1.0]])),
         "one sentence of two tokens, d_model = 2, d_ff = 3"),
    Case(_large, "gates of 200 and -200: exp overflows above 88.7", ("large-gates", "length-one")),
    Case(lambda: (normal(2, 4, 6, seed=11, dtype=torch.float64),
                  *_weights(6, 5, 12, dtype=torch.float64)),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 4, 5, seed=16).mT, *(w.mT.contiguous().mT for w in _weights(4, 6, 17))),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, 3, seed=21), *_weights(3, 3, 22)), "batch, length, d_model and "
         "d_ff all 3", ("square",), probe=True),
    Case(lambda: (normal(2, 3, seed=26), *_weights(3, 5, 27)), "two axes: tokens of one sentence",
         ("another-number-of-axes",)),
    Case(lambda: (normal(1, 3, 2, 4, seed=31), *_weights(4, 5, 32)), "four axes",
         ("another-number-of-axes",)),
)  # fmt: skip


def variant(
    x, w_gate, w_up, w_down, first=torch.matmul, act=F.silu, join=torch.mul, mixed=lambda h: h,
    after=lambda y, x: y, swapped=False,
):  # fmt: skip
    """swiglu with one switch for each thing that can go wrong."""
    w_gate, w_up = (w_up, w_gate) if swapped else (w_gate, w_up)
    hidden = mixed(join(act(first(x, w_gate)), x @ w_up))
    return after(hidden @ w_down, x)


MISTAKES = (
    twist("gate-and-up-swapped", "The two branches are swapped: it bends x @ w_up, and x @ w_gate "
          "stays as it is. silu belongs on the gate.", swapped=True),
    twist("relu", "The gate goes through a relu: that is ReGLU; asked for was silu.",
          act=torch.relu),
    twist("gelu", "The gate goes through GELU: that is GEGLU; asked for was silu.", act=F.gelu),
    twist("softmax-instead", "The gate goes through a softmax; asked for was silu.",
          act=lambda g: g.softmax(-1)),
    twist("sigmoid-of-minus", "The sigmoid is taken of minus the gate: silu(g) = g * sigmoid(g).",
          act=lambda g: g * torch.sigmoid(-g)),
    twist("silu-on-the-product", "silu is taken of the product of gate and up; it should come "
          "before, on the gate alone.", act=lambda g: g, mixed=F.silu),
    twist("silu-at-the-end-only", "silu stands after w_down instead of on the gate.",
          act=lambda g: g, after=lambda y, x: F.silu(y)),
    twist("silu-before-w-gate", "silu bends x on its way to the gate: it should come after the "
          "product, silu(x @ w_gate).", first=lambda x, w: F.silu(x) @ w, act=lambda g: g),
    twist("branches-added", "The two branches are added; the gate multiplies.", join=torch.add),
    Mistake("down-before-the-product", "w_down is applied to each branch, and what comes of it "
            "multiplied; the product comes first.", lambda x, g, u, d: (F.silu(x @ g) @ d)
            * ((x @ u) @ d)),
    Mistake("all-transposed", "All matrices are applied transposed, as F.linear does with its "
            "weight: in this exercise they apply as x @ w.",
            lambda x, w_gate, w_up, w_down: variant(x, w_gate.mT, w_up.mT, w_down.mT)),
    twist("residual-added", "x is added to the output: the residual is the layer's business.",
          after=lambda y, x: y + x),
)  # fmt: skip


def _hidden(args, got):
    return before(got.double(), args[3].double()) if got.shape == args[0].shape else None


def _branches(args):
    x, w_gate, w_up = (a.double() for a in args[:3])
    return x @ w_gate, x @ w_up


def _activation(args, got, want):
    """The hidden values are x @ w_up times some function of the gate."""
    hidden, (gate, up) = _hidden(args, got), _branches(args)
    if hidden is None or hidden.numel() < 20:
        return None
    bent = hidden / up
    if not smooth(gate, bent):
        return False
    gap, i = (bent - F.silu(gate)).abs().flatten().max(0)
    g, b = float(gate.flatten()[i]), float(bent.flatten()[i])
    if gap < 1e-3:
        return False
    return f"It turns {g:.4g} into {b:.4g}; silu makes it {float(F.silu(gate).flatten()[i]):.4g}."


def _up_bent(args, got, want):
    """The hidden values are silu(gate) times some function of x @ w_up."""
    hidden, (gate, up) = _hidden(args, got), _branches(args)
    if hidden is None or hidden.numel() < 20:
        return None
    used = gate.abs() > 0.1
    return smooth(up[used], (hidden / F.silu(gate))[used])


SIGNS = (
    Sign("another-activation", "The gate multiplies x @ w_up, but something else than silu bends "
         "it.", _activation),
    Sign("up-is-bent", "The gate is silu(x @ w_gate), but the other branch is not x @ w_up as it "
         "is.", _up_bent),
    Sign("tokens-mixed", "The hidden values of several tokens are added up: each token goes "
         "through by itself.", lambda a, g, w: sums_of_tokens(_hidden(a, g), _hidden(a, w))),
)  # fmt: skip


EXERCISE = Exercise(swiglu, HINTS, CASES, MISTAKES, variant, SIGNS)
