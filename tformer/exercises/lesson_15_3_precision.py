"""Lesson 15: clipped n-gram counts."""

from collections import Counter

from .core import Case, Exercise, Sign
from .mistakes_15_precision import MISTAKES, variant


def modified_precision(candidate, reference, n):
    def ngrams(tokens):
        return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))

    found, allowed = ngrams(candidate), ngrams(reference)
    matches = sum(min(count, allowed[gram]) for gram, count in found.items())
    return matches, sum(found.values())


HINTS = (
    "First list the n-grams: all runs of n neighbouring tokens. A list of L tokens has L - n + 1.",
    "Count them, in the candidate and in the reference. collections.Counter counts; tuples can be "
    "its keys, lists cannot.",
    "An n-gram that the candidate has 3 times and the reference once matches once: "
    "min(count in candidate, count in reference).",
    "matches = sum(min(count, allowed[gram]) for gram, count in found.items()); the total is the "
    "number of the candidate's n-grams.",
)


def words(text):
    return text.split()


# fmt: off
CASES = (
    Case(lambda: (words("the the cat"), words("the cat sat"), 1),
         "\"the\" twice, but once in the reference; \"cat\" matches: 2 of 3"),
    Case(lambda: (words("a b a b a c d b a"), words("d b a b a b c a b a b e"), 2),
         "pairs that repeat on both sides", ("pairs",)),
    Case(lambda: (words("at sat the mat ab c d"), words("the cat sat a bc at d ab"), 1),
         "words that are part of other words, in another order", ("single-words",)),
    Case(lambda: (words("x a bc y B a b C"), words("y ab c x b a b c a"), 2),
         "tokens that look alike when joined; upper and lower case", ("pairs",)),
    Case(lambda: (words("b c"), words("a b c"), 2), "just as long as n: one n-gram",
         ("as-long-as-n",)),
    Case(lambda: (words("a"), words("a b c"), 3), "shorter than n: no n-grams at all",
         ("shorter-than-n",)),
    Case(lambda: (words("q w e r t q q w e t q e w w t"), words("w e r t q w w t q w e"), 3),
         "runs of three; the candidate is the longer one", ("runs-of-three", "long-candidate")),
)
# fmt: on


def _pair(g):
    return isinstance(g, tuple | list) and len(g) == 2


# fmt: off
SIGNS = (
    Sign("no-pair", "It does not return two numbers, (matches, total).",
         lambda a, g, w: not _pair(g)),
    Sign("not-clipped-enough", "The total is right, and there are too many matches: an n-gram "
         "counts at most as often as in the reference.",
         lambda a, g, w: g[1] == w[1] and g[0] > w[0]),
    Sign("too-few-matches", "The total is right, and there are too few matches: each n-gram counts "
         "as often as both have it.", lambda a, g, w: g[1] == w[1] and g[0] < w[0]),
    Sign("total-too-large", "The matches are right, the total is too large: it is the number of "
         "the candidate's n-grams.", lambda a, g, w: g[0] == w[0] and g[1] > w[1]),
    Sign("total-too-small", "The matches are right, the total is too small: it is the number of "
         "the candidate's n-grams, repeated ones included.",
         lambda a, g, w: g[0] == w[0] and g[1] < w[1]),
    Sign("wrong-matches", "The total is right, the number of matches is not.",
         lambda a, g, w: g[1] == w[1]),
    Sign("wrong-total", "The number of matches is right, the total is not.",
         lambda a, g, w: g[0] == w[0]),
    Sign("other-n-grams", "Matches and total are both wrong: are the n-grams all runs of n tokens, "
         "overlapping, the last one included?", lambda a, g, w: _pair(g), every=False),
)
# fmt: on

EXERCISES = [Exercise(modified_precision, "15", HINTS, CASES, MISTAKES, variant, SIGNS)]
