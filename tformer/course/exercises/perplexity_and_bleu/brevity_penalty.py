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

# fmt: off
CASES = (
    Case(lambda: (2, 6), "2 words for 6: exp(1 - 3) = 0.1353", ("short",)),
    Case(lambda: (9, 6), "longer than the reference: no penalty", ("long",)),
    Case(lambda: (5, 5), "as long as the reference: no penalty", ("equal-lengths",)),
    Case(lambda: (0, 4), "nothing was said at all", ("empty-candidate",)),
    Case(lambda: (11, 12), "one word short: a small penalty", ("short", "nearly-long-enough")),
)
# fmt: on


def large(c, r, long):
    return {
        "one": lambda: 1.0,
        "exp": lambda: math.exp(1 - c / r),
        "ratio": lambda: r / c,
        "bonus": lambda: math.exp(1 - r / c),
        "grows": lambda: c / r,
        "zero": lambda: 0.0,
        "e": lambda: math.e,
    }[long]()


def variant(c, r, short="exp", long="one", empty="zero", test=">=", after=None):
    """brevity_penalty with one switch for each thing that can go wrong."""
    if c == 0 and empty != "same":
        return {"zero": 0.0, "one": 1.0, "e": math.exp(1 - r), "tiny": 1e-9}[empty]

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
            "power 10": lambda: 10 ** (1 - r / c),
            "square": lambda: math.exp((1 - r / c) ** 2),
            "zero": lambda: 0.0,
            "one": lambda: 1.0,
            "root": lambda: math.exp((1 - r / c) / 2),
            "ratio first": lambda: math.exp(1 - r) / c,
            "brackets": lambda: math.exp((1 - r) / c),
            "floor": lambda: math.exp(1 - r // c),
            "ratio square": lambda: (c / r) ** 2,
            "ratio root": lambda: (c / r) ** 0.5,
            "twice": lambda: math.exp(2 * (1 - r / c)),
            "without exp": lambda: r / c,
            "one minus": lambda: 1 - math.exp(1 - r / c),
            "plus": lambda: math.exp(1 + r / c),
            "less one": lambda: math.exp(1 - r / (c - 1)) if c > 1 else 0.0,
            "plus one": lambda: math.exp(1 - (r + 1) / (c + 1)),
        }[short]()

    enough = {">=": c >= r, ">": c > r, "<": c < r, "never": False, "always": True, "==": c == r}
    if enough[test]:
        return after(float(large(c, r, long))) if after else large(c, r, long)
    return after(shrink()) if after else shrink()


# fmt: off
MISTAKES = (
    twist("ratio-of-lengths", "It is the ratio of the lengths; exp(1 - reference / candidate) was "
          "asked for.", short="ratio"),
    twist("ratio-upside-down", "The ratio in the exponent is upside down (inverted): it should be "
          "reference / candidate.", short="upside down"),
    twist("sign-of-the-exponent", "The sign of the exponent is wrong: short candidates get more "
          "than 1, a reward.", short="positive"),
    twist("one-missing", "The 1 in the exponent is missing: at equal lengths the two parts do not "
          "meet.", short="no one"),
    twist("share-of-the-reference", "The missing words are divided by the reference's length; "
          "they are divided by the candidate's.", short="share"),
    twist("missing-words", "The exponent is minus the number of missing words; it should be "
          "relative to the candidate's length.", short="gap"),
    twist("exp-forgotten", "exp is missing: the penalty becomes negative.", short="log"),
    twist("power-of-two", "It raises 2, not e.", short="power 2"),
    twist("power-of-ten", "It raises 10, not e.", short="power 10"),
    twist("exponent-squared", "The exponent is squared: it loses its minus sign.",
          short="square"),
    twist("short-gets-zero", "A short candidate gets 0, however much it says.", short="zero"),
    twist("no-penalty", "Short candidates get 1 like all others: nothing is punished.",
          short="one"),
    twist("root-of-the-penalty", "It is the square root (sqrt) of the penalty.", short="root"),
    twist("square-of-the-penalty", "It is the square of the penalty.", short="twice"),
    twist("divided-outside", "exp is taken before the division.", short="ratio first"),
    twist("brackets-wrong", "(1 - reference) / candidate: only the reference's length is to be "
          "divided.", short="brackets"),
    twist("whole-number-division", "It divides with //, which drops the fraction.",
          short="floor"),
    twist("ratio-squared", "It is the square of the ratio of the lengths.", short="ratio square"),
    twist("ratio-rooted", "It is the square root (sqrt) of the ratio of the lengths.",
          short="ratio root"),
    twist("ratio-without-exp", "It returns reference / candidate.", short="without exp"),
    twist("one-minus-penalty", "It is one minus the penalty.", short="one minus"),
    twist("plus-in-the-exponent", "The exponent is 1 + reference / candidate; it is a minus.",
          short="plus"),
    twist("candidate-one-too-short", "It counts the candidate one word too short.",
          short="less one"),
    twist("one-more-each", "Both lengths are raised by 1.", short="plus one"),
    twist("long-punished-too", "Candidates that are too long are punished as well: precision does "
          "that already.", long="exp"),
    twist("long-get-the-ratio", "Candidates that are too long get reference / candidate: precision "
          "punishes them already.", long="ratio"),
    twist("long-rewarded", "The formula is used for long candidates too: they get more than 1. "
          "The penalty is never above 1.", long="bonus"),
    twist("long-get-their-ratio", "Long candidates get candidate / reference, more than 1: the "
          "penalty is never above 1.", long="grows"),
    twist("long-get-zero", "A candidate that is long enough gets 0; it should get 1.",
          long="zero"),
    twist("condition-reversed", "The two cases are swapped: long candidates are given the formula, "
          "short ones 1.", test="<"),
    twist("empty-divides-by-zero", "An empty candidate divides by zero: it gets 0.",
          empty="same"),
    twist("empty-gets-one", "An empty candidate gets 1; it says nothing and gets 0.",
          empty="one"),
    twist("empty-counts-as-one-word", "An empty candidate is treated as if it had one word: it "
          "gets 0.", empty="e"),
    twist("empty-nearly-zero", "An empty candidate gets a tiny number; it gets 0.", empty="tiny"),
    Mistake("always-one", "It is always 1: nothing is punished.",
            lambda c, r: variant(c, r, short="one", empty="one")),
    Mistake("equal-lengths-punished", "A candidate as long as the reference does not get 1.",
            lambda c, r: variant(c, r) if c != r else math.exp(-1)),
    Mistake("lengths-swapped", "The two lengths have changed places: long candidates are punished "
            "and short ones are not.", lambda c, r: variant(r, c)),
    twist("logarithm", "It returns the logarithm of the penalty.",
          after=lambda x: math.log(x) if x > 0 else -math.inf),
    twist("rounded", "The result is rounded to two places: keep all digits.",
          after=lambda x: round(x, 2)),
    twist("true-or-false", "It returns True or False: whether there is a penalty, not which.",
          after=lambda x: x < 1),
)

SIGNS = (
    Sign("no-number", "It does not return one number.",
         lambda a, g, w: not hasattr(g, "__float__") or isinstance(g, bool)),
    Sign("above-one", "It is above 1: a penalty never makes a score better.",
         lambda a, g, w: float(g) > 1 + 1e-9),
    Sign("rounded", "The result is rounded or cut: keep all digits.", is_rounded),
    Sign("negative", "It is negative: the penalty is a factor between 0 and 1.",
         lambda a, g, w: float(g) < 0),
    Sign("wrong-for-short-ones", "It is right for candidates that are long enough and wrong for "
         "short ones, which should get exp(1 - reference / candidate).",
         lambda a, g, w: 0 < a[0] < a[1]),
    Sign("wrong-for-long-ones", "It is right for short candidates and wrong for those that are "
         "long enough, which should get 1.", lambda a, g, w: a[0] >= a[1]),
    Sign("wrong-for-an-empty-one", "It is wrong for an empty candidate, which should get 0.",
         lambda a, g, w: a[0] == 0),
    Sign("above-one", "It is above 1: a penalty never makes a score better.",
         lambda a, g, w: float(g) > 1 + 1e-9, every=False),
    Sign("wrong-penalty", "It is not 1 for long enough candidates and exp(1 - reference / "
         "candidate) for short ones.", lambda a, g, w: True, every=False),
)
# fmt: on

EXERCISE = Exercise(brevity_penalty, HINTS, CASES, MISTAKES, variant, SIGNS)
