"""Clipped n-gram counts."""

from collections import Counter

from ...checker.core import Case, Exercise, Mistake, Sign, twist


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
)  # fmt: skip


def grams(tokens, n, cut=0, step=1, key=tuple):
    return [key(tokens[i : i + n]) for i in range(0, max(0, len(tokens) - n + 1 - cut), step)]


def variant(
    candidate, reference, n, clip="clipped", total="candidate", size=0, cut=0, step=1, key=tuple,
    empty=None, turned=False,
):  # fmt: skip
    """modified_precision with one switch for each thing that can go wrong."""
    m = 1 if size == "one" else n + size if isinstance(size, int) else n
    stride = n if step == "n" else step
    mine, theirs = (grams(t, m, cut, stride, key) for t in (candidate, reference))
    if size == "up to n":
        mine, theirs = ([g for k in range(1, n + 1) for g in grams(t, k)] for t in (
            candidate, reference))  # fmt: skip
    a, b = Counter(mine), Counter(theirs)
    if len(candidate) < n and empty:
        return 0, empty(len(candidate), n)
    matches = {
        "clipped": lambda: sum((a & b).values()),
        "no": lambda: sum(g in b for g in mine),
        "set": lambda: len(a.keys() & b.keys()),
        "places": lambda: sum(x == y for x, y in zip(mine, theirs, strict=False)),
    }[clip]()
    totals = {
        "candidate": len(mine),
        "reference": len(theirs),
        "distinct": len(a),
        "tokens": len(candidate),
        "at least one": max(1, len(mine)),
    }[total]
    return (totals, matches) if turned else (matches, totals)


MISTAKES = (
    twist("negative-total", "The total of a candidate shorter than n is negative; it should be 0.",
          empty=lambda length, n: length - n + 1),
    Mistake("just-n-tokens-left-out", "A candidate of just n tokens gets (0, 0); it has one "
            "n-gram. Only a shorter one has none (< n, not <= n).",
            lambda c, r, n: (0, 0) if len(c) <= n else variant(c, r, n)),
    twist("not-clipped", "The matches are not clipped: every occurrence in the candidate counts if "
          "the reference has the n-gram at all, so \"the the the\" is a perfect answer. It counts "
          "at most as often as in the reference.", clip="no"),
    Mistake("distinct-n-grams-only", "It works with sets: an n-gram that occurs twice counts once, "
            "among the matches and in the total.",
            lambda c, r, n: variant(c, r, n, clip="set", total="distinct")),
    twist("same-place-only", "It compares place by place: an n-gram may match anywhere.",
          clip="places"),
    twist("total-of-the-reference", "The total is that of the reference's n-grams: that is recall. "
          "Precision divides by the candidate's; swapped arguments do it too.", total="reference"),
    twist("total-in-tokens", "The total is the number of tokens, not of n-grams: that is the same "
          "for n = 1 only.", total="tokens"),
    twist("total-at-least-one", "The total is 1 where there is no n-gram; (0, 0) was asked for.",
          total="at least one"),
    twist("last-n-gram-missing", "The last n-gram is left out: the range ends one too early "
          "(len - n + 1 starts).", cut=1),
    twist("n-grams-side-by-side", "The n-grams do not overlap; every place starts one.",
          step="n"),
    twist("always-single-tokens", "It counts single tokens, whatever n says.", size="one"),
    twist("all-sizes-up-to-n", "It counts all n-grams from 1 to n together; those of size n alone "
          "are meant.", size="up to n"),
    twist("order-ignored", "The order of the tokens in an n-gram is ignored.",
          key=lambda g: tuple(sorted(g))),
    twist("case-ignored", "Upper and lower case are taken for the same: tokens are compared as "
          "they are.", key=lambda g: tuple(t.lower() for t in g)),
    twist("joined-without-space", "The tokens of an n-gram are joined without a mark between them: "
          "\"a\" + \"bc\" and \"ab\" + \"c\" look the same.", key="".join),
    twist("pair-reversed", "The two values are swapped: it returns (total, matches), not "
          "(matches, total).", turned=True),
)  # fmt: skip


def _pair(g):
    return isinstance(g, tuple | list) and len(g) == 2


SIGNS = (
    Sign("no-pair", "It does not return two numbers, (matches, total).",
         lambda a, g, w: not _pair(g)),
    Sign("not-clipped-enough", "The total is right, and there are too many matches: an n-gram "
         "counts at most as often as in the reference.",
         lambda a, g, w: g[1] == w[1] and g[0] > w[0]),
    Sign("too-few-matches", "The total is right, and there are too few matches: each n-gram counts "
         "as often as both have it.", lambda a, g, w: g[1] == w[1] and g[0] < w[0]),
    Sign("total-too-large", "The matches are right, the total is too large: it should be the "
         "number of the candidate's n-grams.", lambda a, g, w: g[0] == w[0] and g[1] > w[1]),
    Sign("total-too-small", "The matches are right, the total is too small: it should be the "
         "number of the candidate's n-grams, repeated ones included.",
         lambda a, g, w: g[0] == w[0] and g[1] < w[1]),
    Sign("wrong-total", "The number of matches is right, the total is not.",
         lambda a, g, w: g[0] == w[0]),
    Sign("other-n-grams", "Matches and total are both wrong: are the n-grams all runs of n tokens, "
         "overlapping, the last one included?", lambda a, g, w: _pair(g), every=False),
)  # fmt: skip

EXERCISE = Exercise(modified_precision, HINTS, CASES, MISTAKES, variant, SIGNS)
