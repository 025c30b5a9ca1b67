"""Lesson 08: residual paths, normalised after or before the sublayer."""

import torch
from torch import nn

from .core import Case, Exercise
from .mistakes_08_residual import MISTAKES_POST, MISTAKES_PRE, formula_sign, variant
from .samples import normal


def residual_post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def residual_pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


HINTS_POST = (
    "Three things happen: the sublayer works on x, its result is added to x, the sum is "
    "normalised. In which order?",
    "Post-norm: the norm comes last and sees the sum. The sublayer sees the raw x.",
    "sublayer and norm are functions of one tensor: call them, sublayer(x), and leave x itself as "
    "it was (no +=).",
    "return norm(x + sublayer(x))",
)
HINTS_PRE = (
    "The raw x runs along the residual path untouched; whatever is normalised is only what the "
    "sublayer gets to see.",
    "Pre-norm: first norm(x), then the sublayer on that, then the sum with x. Nothing comes after "
    "the sum.",
    "Two slips to avoid: adding norm(x) instead of x, and normalising what the sublayer returns.",
    "return x + sublayer(norm(x))",
)


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


# fmt: off
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
)
# fmt: on

EXERCISES = [
    Exercise(
        residual_post_norm, "08", HINTS_POST, CASES, MISTAKES_POST, variant, formula_sign("post")
    ),
    Exercise(residual_pre_norm, "08", HINTS_PRE, CASES, MISTAKES_PRE, variant, formula_sign("pre")),
]
