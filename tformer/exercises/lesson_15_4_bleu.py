"""Lesson 15: BLEU of one sentence."""

import math
from collections import Counter

from .core import Case, Exercise, Sign
from .mistakes_15_bleu import MISTAKES
from .samples import is_rounded
from .variant_15_bleu import variant


def bleu(candidate, reference, max_n=4):
    log_sum = 0.0
    for n in range(1, max_n + 1):
        found = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
        allowed = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
        matches = sum(min(count, allowed[gram]) for gram, count in found.items())
        if matches == 0:
            return 0.0
        log_sum += math.log(matches / sum(found.values()))
    penalty = min(0.0, 1 - len(reference) / len(candidate))
    return math.exp(penalty + log_sum / max_n)


HINTS = (
    "You have the parts: modified_precision for n = 1 .. max_n and brevity_penalty. How are "
    "several precisions joined so that one bad one counts?",
    "By their geometric mean: exp(sum of log p_n / max_n). All orders weigh the same, and the "
    "division by max_n is the root: no further root.",
    "A precision of 0, or one that does not exist because the candidate is shorter than n, makes "
    "the score 0.0: ask before you take a logarithm.",
    "if any p is 0: return 0.0; else brevity_penalty(len(candidate), len(reference)) * "
    "exp(sum(log p_n) / max_n)",
)


def words(text):
    return text.split()


# fmt: off
CASES = (
    Case(lambda: (words("the cat sat down"), words("the cat sat on a mat"), 2),
         "4 words for 6, max_n 2: p_1 = 3/4, p_2 = 2/3, penalty exp(1 - 6/4)", ("short", "two")),
    Case(lambda: (words("a b c d e f c d a b"), words("x a b c d e f g c d a")),
         "all four orders match somewhere; one word short", ("short", "four-orders")),
    Case(lambda: (words("a b c d a b c d e f g h"), words("a b c d e f g i"), 3),
         "longer than the reference, with a repetition that must be clipped; max_n 3", ("long",)),
    Case(lambda: (words("the house is"), words("the house is")), "a perfect sentence of three "
         "words has no 4-grams: 0", ("too-short-for-max-n",)),
    Case(lambda: (words("the house is big"), words("the house is big")), "a perfect sentence of "
         "four words has one 4-gram: 1", ("as-long-as-max-n",)),
    Case(lambda: (words("x b y d z f"), words("a b c d e f"), 3), "no pair matches: 0",
         ("a-precision-of-zero",)),
    Case(lambda: ([], words("a b c"), 2), "nothing was said: 0", ("empty-candidate",)),
)


def _short(a):
    return 0 < len(a[0]) < len(a[1])


SIGNS = (
    Sign("no-number", "It does not return one number.",
         lambda a, g, w: not hasattr(g, "__float__")),
    Sign("rounded", "The result is rounded or cut: keep all digits.", is_rounded),
    Sign("zero-expected", "It is right as long as no precision is 0; with one of them the score is "
         "0.", lambda a, g, w: w == 0),
    Sign("wrong-for-short-ones", "It is right for candidates that are long enough and wrong for "
         "short ones: the brevity penalty is wrong.", lambda a, g, w: _short(a)),
    Sign("wrong-for-long-ones", "It is right for short candidates and wrong for long ones, whose "
         "brevity penalty is 1.", lambda a, g, w: len(a[0]) >= len(a[1]) and w > 0),
    Sign("above-one", "It is above 1: no score is better than 1.",
         lambda a, g, w: float(g) > 1 + 1e-9, every=False),
    Sign("negative", "It is negative: a score lies between 0 and 1.",
         lambda a, g, w: float(g) < 0, every=False),
    Sign("too-high", "The score comes out too high: are the matches clipped, zeros counted, the "
         "brevity penalty and the mean as they should be?",
         lambda a, g, w: float(g) > w, every=False),
    Sign("too-low", "The score comes out too low: are all n-grams there, the weights 1 / max_n, "
         "the penalty 1 for long candidates?", lambda a, g, w: float(g) < w, every=False),
    Sign("wrong-score", "It is not the brevity penalty times the geometric mean of the clipped "
         "precisions.", lambda a, g, w: True, every=False),
)
# fmt: on

EXERCISES = [Exercise(bleu, "15", HINTS, CASES, MISTAKES, variant, SIGNS)]
