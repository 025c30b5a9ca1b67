"""A residual path, normalised after the sum."""

from ...checker.core import Exercise, Mistake
from .residual import CASES, formula_sign, plain, pre


def residual_post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


HINTS = (
    "Three things happen: the sublayer works on x, its result is added to x, the sum is "
    "normalised. In which order?",
    "Post-norm: the norm comes last and sees the sum. The sublayer sees the raw x.",
    "sublayer and norm are functions of one tensor: call them, sublayer(x), and leave x itself as "
    "it was (no +=).",
    "return norm(x + sublayer(x))",
)

MISTAKES = (
    Mistake("pre-norm", "x + sublayer(norm(x)): that is the pre-norm arrangement; post-norm "
            "normalises the sum.", pre),
    Mistake("halved", "norm((x + sublayer(x)) / 2): the sum is halved first.",
            lambda x, s, n: n((x + s(x)) / 2)),
    Mistake("norm-of-its-own", "It uses a layer norm of its own instead of the norm that was "
            "passed.", lambda x, s, n: plain(x + s(x))),
)  # fmt: skip

EXERCISE = Exercise(residual_post_norm, HINTS, CASES, MISTAKES, signs=formula_sign("post"))
