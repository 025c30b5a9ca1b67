"""The brevity penalty."""

import math

from ...checker.core import Case, Exercise, Mistake, Sign, twist
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


def large(c, r, long):
    return {
        "one": lambda: 1.0,
        "exp": lambda: math.exp(1 - c / r),
        "ratio": lambda: r / c,
        "bonus": lambda: math.exp(1 - r / c),
        "zero": lambda: 0.0,
        "e": lambda: math.e,
    }[long]()


def variant(c, r, short="exp", long="one", empty="zero", test=">="):
    """brevity_penalty with one switch for each thing that can go wrong."""
    if c == 0 and empty != "same":
        return {"zero": 0.0, "one": 1.0, "e": math.exp(1 - r)}[empty]

    def shrink():
        return {
            "exp": lambda: math.exp(1 - r / c),
            "ratio": lambda: c / r,
            "upside down": lambda: math.exp(1 - c / r),
            "positive": lambda: math.exp(r / c - 1),
            "no one": lambda: math.exp(-r / c),
            "share": lambda: math.exp(-(r - c) / r),
            "gap": lambda: math.exp(-(r - c)),
            "log": lambda: 1 - r / c,
            "power 2": lambda: 2 ** (1 - r / c),
            "zero": lambda: 0.0,
            "one": lambda: 1.0,
            "floor": lambda: math.exp(1 - r // c),
        }[short]()

    enough = {">=": c >= r, "<": c < r}
    if enough[test]:
        return large(c, r, long)
    return shrink()


MISTAKES = (
    twist("ratio-of-lengths", "It is the ratio of the lengths; exp(1 - reference / candidate) was "
          "asked for.", short="ratio"),
    twist("ratio-upside-down", "The ratio in the exponent is upside down (inverted): it should be "
          "reference / candidate.", short="upside down"),
    twist("sign-of-the-exponent", "The sign of the exponent is wrong: short candidates get more "
          "than 1, a reward.", short="positive"),
    twist("one-missing", "The 1 in the exponent is missing: at equal lengths the two parts do not "
          "meet.", short="no one"),
    twist("share-of-the-reference", "The missing words are divided by the reference's length; they "
          "should be divided by the candidate's.", short="share"),
    twist("missing-words", "The exponent is minus the number of missing words; it should be "
          "relative to the candidate's length.", short="gap"),
    twist("exp-forgotten", "exp is missing: the penalty becomes negative.", short="log"),
    twist("power-of-two", "It raises 2, not e.", short="power 2"),
    twist("short-gets-zero", "A short candidate gets 0, however much it says.", short="zero"),
    twist("whole-number-division", "It divides with //, which drops the fraction.",
          short="floor"),
    twist("long-punished-too", "Candidates that are too long are punished as well: precision does "
          "that already.", long="exp"),
    twist("long-rewarded", "The formula is used for long candidates too: they get more than 1. "
          "The penalty is never above 1.", long="bonus"),
    twist("condition-reversed", "The two cases are swapped: long candidates are given the formula, "
          "short ones 1.", test="<"),
    twist("empty-divides-by-zero", "An empty candidate divides by zero: it should get 0.",
          empty="same"),
    twist("empty-gets-one", "An empty candidate gets 1; it says nothing and gets 0.",
          empty="one"),
    twist("empty-counts-as-one-word", "An empty candidate is treated as if it had one word: it "
          "should get 0.", empty="e"),
    Mistake("always-one", "It is always 1: nothing is punished.",
            lambda c, r: variant(c, r, short="one", empty="one")),
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
