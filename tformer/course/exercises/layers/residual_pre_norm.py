"""A residual path, normalised before the sublayer."""

from ...checker.core import Exercise
from .residual import CASES, COMMON, by_token, formula_sign, plain, post, pre, slip, variant


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

# fmt: off
MISTAKES = (
    *COMMON,
    slip("post-norm", "norm(x + sublayer(x)): that is the post-norm arrangement; pre-norm "
         "normalises only what the sublayer gets.", post),
    slip("norm-of-its-own", "It uses a layer norm of its own instead of the norm that was passed.",
         lambda x, s, n: x + s(plain(x))),
    slip("token-by-token", "The tokens go through the sublayer one by one; a sublayer such as "
         "attention must see them all.", by_token(pre)),
    slip("squeezed", "It squeezes the result: axes of length one disappear.",
         lambda x, s, n: pre(x, s, n).squeeze()),
    slip("computes-in-float32", "The result is float32 whatever x is.",
         lambda x, s, n: pre(x, s, n).float()),
)
# fmt: on

EXERCISE = Exercise(residual_pre_norm, HINTS, CASES, MISTAKES, variant, formula_sign("pre"))
