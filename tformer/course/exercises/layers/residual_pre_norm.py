"""A residual path, normalised before the sublayer."""

from ...checker.core import Exercise, Mistake
from .residual import CASES, formula_sign, post


def residual_pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


HINTS = (
    "The raw x runs along the residual path untouched; whatever is normalised is only what the "
    "sublayer gets to see.",
    "Pre-norm: first norm(x), then the sublayer on that, then the sum with x. Nothing comes after "
    "the sum.",
    "Two slips to avoid: adding norm(x) instead of x, and normalising what the sublayer returns.",
    "return x + sublayer(norm(x))",
)

MISTAKES = (
    Mistake("post-norm", "norm(x + sublayer(x)): that is the post-norm arrangement; pre-norm "
            "normalises only what the sublayer gets.", post),
)  # fmt: skip

EXERCISE = Exercise(residual_pre_norm, HINTS, CASES, MISTAKES, signs=formula_sign("pre"))
