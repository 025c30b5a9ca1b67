"""The brevity penalty."""

import math
import operator

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import is_rounded


def brevity_penalty(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - reference_len / candidate_len)


HINTS = (
    "Only candidates that are too short are punished. What should a long enough one get?",
    "A factor of 1 leaves the score as it is. For a short one it is exp of something negative.",
    "exp(1 - reference_len / candidate_len): at equal lengths exp(0) = 1, so the two parts meet. "
    "An empty candidate would divide by zero: it gets 0.",
    "return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / "
    "candidate_len), and 0.0 for candidate_len == 0 before that.",
)

CASES = (
    Case(lambda: (2, 6), "2 words for 6: exp(1 - 3) = 0.1353", ("short",)),
    Case(lambda: (9, 6), "longer than the reference: no penalty", ("long",)),
    Case(lambda: (5, 5), "as long as the reference: no penalty", ("equal-lengths",)),
    Case(lambda: (0, 4), "nothing was said at all", ("empty-candidate",)),
    Case(lambda: (11, 12), "one word short: a small penalty", ("short", "nearly-long-enough")),
)


def variant(
    c, r, short=lambda c, r: math.exp(1 - r / c), long=lambda c, r: 1.0, empty=0.0, test=operator.ge
):
    """brevity_penalty with one switch for each thing that can go wrong."""
    if c == 0 and empty is not None:
        return empty
    return long(c, r) if test(c, r) else short(c, r)


MISTAKES = (
    twist("ratio-of-lengths", "It is the ratio of the lengths; exp(1 - reference / candidate) was "
          "asked for.", short=lambda c, r: c / r),
    twist("ratio-upside-down", "The ratio in the exponent is upside down (inverted): it should be "
          "reference / candidate.", short=lambda c, r: math.exp(1 - c / r)),
    twist("one-missing", "The 1 in the exponent is missing: at equal lengths the two parts do not "
          "meet.", short=lambda c, r: math.exp(-r / c)),
    twist("missing-words", "The exponent is minus the number of missing words; it should be "
          "relative to the candidate's length.", short=lambda c, r: math.exp(-(r - c))),
    twist("short-gets-zero", "A short candidate gets 0, however much it says.",
          short=lambda c, r: 0.0),
    twist("long-rewarded", "The formula is used for long candidates too: they get more than 1. "
          "The penalty is never above 1.", long=lambda c, r: math.exp(1 - r / c)),
    twist("condition-reversed", "The two cases are swapped: long candidates are given the formula, "
          "short ones 1.", test=operator.lt),
    twist("empty-divides-by-zero", "An empty candidate divides by zero: it should get 0.",
          empty=None),
    twist("empty-gets-one", "An empty candidate gets 1; it says nothing and gets 0.", empty=1.0),
)  # fmt: skip

SIGNS = (
    Sign("above-one", "It is above 1: a penalty never makes a score better.",
         lambda a, g, w: float(g) > 1 + 1e-9, every=None),
    Sign("rounded", "The result is rounded or cut: keep all digits.", is_rounded),
    Sign("wrong-for-short-ones", "It is right for candidates that are long enough and wrong for "
         "short ones, which should get exp(1 - reference / candidate).",
         lambda a, g, w: 0 < a[0] < a[1]),
    Sign("wrong-for-long-ones", "It is right for short candidates and wrong for those that are "
         "long enough, which should get 1.", lambda a, g, w: a[0] >= a[1]),
    Sign("wrong-for-an-empty-one", "It is wrong for an empty candidate, which should get 0.",
         lambda a, g, w: a[0] == 0),
    Sign("wrong-penalty", "It is not 1 for long enough candidates and exp(1 - reference / "
         "candidate) for short ones.", lambda a, g, w: True, every=False),
)  # fmt: skip

EXERCISE = Exercise(brevity_penalty, HINTS, CASES, MISTAKES, variant, SIGNS)
