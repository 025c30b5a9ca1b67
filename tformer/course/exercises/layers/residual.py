"""What both residual paths share: sublayers and norms to try, and every formula made of them."""

from itertools import combinations

import torch
import torch.nn.functional as F
from torch import nn

from ...checker.core import Case, Sign
from ...checker.samples import normal


def square(x):
    return x * x


def divide_by_largest(x):
    return x / x.abs().amax(-1, keepdim=True)


def half_plus_one(x):
    return x.abs() / 2 + 1


def running_sum(x):
    """Mixes the positions, as attention does."""
    return x.cumsum(-2) * 0.5 - 1


class Map(nn.Module):
    """A small module with fixed weights, such as a feed-forward layer is."""

    def __init__(self, width: int, dtype: torch.dtype):
        super().__init__()
        self.register_buffer("weight", normal(width, width, seed=3, dtype=dtype))

    def forward(self, x):
        return torch.tanh(x @ self.weight)


def _modules():
    norm = nn.LayerNorm(5, dtype=torch.float64).requires_grad_(False)
    norm.weight += normal(5, seed=4, dtype=torch.float64)
    norm.bias += normal(5, seed=5, dtype=torch.float64)
    return normal(2, 3, 5, seed=2, dtype=torch.float64), Map(5, torch.float64), norm


def _plain_norm(x):
    return nn.functional.layer_norm(x, x.shape[-1:], eps=1e-12)


CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2.0, 4.0], [3.0, -1.0, 2.0]],
                                [[2.0, 0.5, 1.0], [-3.0, 1.0, 1.5]]]), square, divide_by_largest),
         "two sentences of two tokens; sublayer is square, norm divides by the largest value of "
         "the token"),
    Case(_modules, "sublayer and norm are modules with weights, in float64", ("float64",)),
    Case(lambda: (normal(2, 4, 3, seed=6) + 2, running_sum, half_plus_one), "a norm that changes "
         "what is already normalised; a sublayer that mixes the positions", ("mixes-positions",)),
    Case(lambda: (normal(3, 1, 4, seed=7), torch.sin, _plain_norm), "sentences of one token",
         ("length-one",)),
    Case(lambda: (normal(3, 4, seed=8), torch.sin, _plain_norm), "two axes: tokens of one sentence",
         ("another-number-of-axes",)),
    Case(lambda: (normal(1, 3, 2, 4, seed=9), torch.sin, _plain_norm), "four axes",
         ("another-number-of-axes",)),
)  # fmt: skip


def plain(x):
    return F.layer_norm(x, x.shape[-1:])


def post(x, s, n):
    return n(x + s(x))


def pre(x, s, n):
    return x + s(n(x))


def _called(values, name, fn):
    """fn of each value, under its written name; what cannot be computed is left out."""
    found = {}
    for text, value in values.items():
        try:
            found[f"{name}({text})"] = fn(value)
        except Exception:  # this sublayer does not take such a value
            continue
    return found


def _formulas(x, s, n):
    """Written formula -> value, simple ones first."""
    level = {"x": x}
    inner = level
    for _ in range(2):
        inner = _called(inner, "sublayer", s) | _called(inner, "norm", n)
        level = level | inner
    yield from level.items()
    deeper, deep = inner, {}
    for _ in range(2):
        deeper = _called(deeper, "sublayer", s) | _called(deeper, "norm", n)
        deep |= deeper
    yield from deep.items()
    parts = list(level.items())
    sums = {}
    for i, (a, va) in enumerate(parts):
        for b, vb in parts[i:]:
            sums[f"{a} + {b}"] = va + vb
            sums[f"{a} - {b}"] = va - vb
            sums[f"{b} - {a}"] = vb - va
            sums[f"{a} * {b}"] = va * vb
    yield from sums.items()
    yield from ((f"{a} + {b}", va + vb) for a, va in parts for b, vb in deep.items())
    threes = {
        f"{a} + {b} + {c}": va + vb + vc for (a, va), (b, vb), (c, vc) in combinations(parts, 3)
    }
    threes |= {f"{p} + {a}": vp + va for p, vp in sums.items() if "*" in p for a, va in parts}
    yield from (threes | _called(threes, "norm", n)).items()
    outer = _called(sums, "norm", n) | _called(sums, "sublayer", s)
    yield from outer.items()
    for text, value in outer.items():
        for b, vb in parts[:3]:
            yield f"{text} + {b}", value + vb
    yield from (_called(outer, "norm", n) | _called(outer, "sublayer", s)).items()
    for asked in (post, pre):
        y = asked(x, s, n)
        yield "the whole twice, on its own result", asked(y, s, n)


def _formula(args, got, want):
    if torch.allclose(got, want, rtol=1e-4, atol=1e-5):
        return "It differs only a little, as when the norm is given the sum times some factor."
    for text, value in _formulas(*args):
        if value.shape == got.shape and torch.allclose(value, got, rtol=1e-4, atol=1e-5):
            return f"It computes {text}."
    return _weighted(args, got)


def _weighted(args, got):
    """Two parts, each times a number."""
    x, s, n = args
    parts = {"x": x, "norm(x)": n(x), "sublayer(x)": s(x), "sublayer(norm(x))": s(n(x))}
    parts |= {"norm(sublayer(x))": n(s(x)), "norm(x + sublayer(x))": n(x + s(x))}
    for (a, va), (b, vb) in combinations(parts.items(), 2):
        both = torch.stack([va.flatten(), vb.flatten()], 1).double()
        weights = torch.linalg.pinv(both) @ got.flatten().double()
        if torch.allclose(both @ weights, got.flatten().double(), rtol=1e-4, atol=1e-5):
            return f"It computes {weights[0]:.4g} * {a} + {weights[1]:.4g} * {b}."
    return False


def formula_sign(kind):
    """Names the formula that was computed, whatever it is."""
    asked = {"post": "norm(x + sublayer(x))", "pre": "x + sublayer(norm(x))"}[kind]
    says = f"Another formula than {asked}."
    return (
        Sign("another-formula", says, _formula, every=None),
        Sign(
            "unknown-formula",
            f"It is not {asked}, and no other sum of x, sublayer and norm either.",
            lambda a, g, w: g.shape == w.shape,
            every=False,
        ),
    )
