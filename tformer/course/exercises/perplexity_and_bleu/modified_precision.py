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


def grams(tokens, n, cut=0, step=1, key=tuple):
    return [key(tokens[i : i + n]) for i in range(0, max(0, len(tokens) - n + 1 - cut), step)]


def variant(
    candidate, reference, n,
    clip="clipped", total="candidate", size=0, cut=0, step=1, key=tuple, empty="zeros",
    after=None,
):  # fmt: skip
    """modified_precision with one switch for each thing that can go wrong."""
    m = {"one": 1, "upper bound": n}.get(size, n + size if isinstance(size, int) else n)
    stride = n if step == "n" else step
    mine, theirs = (grams(t, m, cut, stride, key) for t in (candidate, reference))
    if size == "up to n":
        mine, theirs = ([g for k in range(1, n + 1) for g in grams(t, k)] for t in (
            candidate, reference))  # fmt: skip
    a, b = Counter(mine), Counter(theirs)
    if len(candidate) < n and empty != "zeros":
        return {"ones": (1, 1), "negative": (0, len(candidate) - n + 1),
                "none": (0, n)}[empty]  # fmt: skip
    matches = {
        "clipped": lambda: sum((a & b).values()),
        "no": lambda: sum(g in b for g in mine),
        "set": lambda: len(a.keys() & b.keys()),
        "reference count": lambda: sum(b[g] for g in a),
        "product": lambda: sum(a[g] * b[g] for g in a),
        "larger": lambda: sum(max(a[g], b[g]) for g in a if g in b),
        "places": lambda: sum(x == y for x, y in zip(mine, theirs, strict=False)),
        "exact": lambda: sum(a[g] for g in a if a[g] == b[g]),
        "union": lambda: sum((a | b).values()),
        "missing": lambda: sum((a - b).values()),
        "all or nothing": lambda: sum(a[g] for g in a if a[g] <= b[g]),
    }[clip]()
    totals = {
        "candidate": len(mine),
        "reference": len(theirs),
        "distinct": len(a),
        "tokens": len(candidate),
        "reference tokens": len(reference),
        "distinct reference": len(b),
        "matches": matches,
        "both": len(mine) + len(theirs),
        "longer": max(len(mine), len(theirs)),
        "at least one": max(1, len(mine)),
        "less n": max(0, len(candidate) - n),
        "plus": len(candidate) + n - 1,
        "shorter": min(len(mine), len(theirs)),
    }[total]
    return after(matches, totals) if after else (matches, totals)


# fmt: off
MISTAKES = (
    Mistake("just-n-tokens-left-out", "A candidate of just n tokens gets (0, 0): it has one "
            "n-gram. Only a shorter one has none (< n, not <= n).",
            lambda c, r, n: (0, 0) if len(c) <= n else variant(c, r, n)),
    Mistake("reference-with-itself", "The n-grams of the reference are counted on both sides; the "
            "candidate is not used.", lambda c, r, n: variant(r, r, n)),
    Mistake("candidate-with-itself", "The n-grams of the candidate are counted on both sides; the "
            "reference is not used.", lambda c, r, n: variant(c, c, n)),
    twist("not-clipped", "The matches are not clipped: every occurrence in the candidate counts if "
          "the reference has the n-gram at all, so \"the the the\" is a perfect answer. It counts "
          "at most as often as in the reference.", clip="no"),
    twist("distinct-matches", "Each matching n-gram counts once, however often both have it.",
          clip="set"),
    Mistake("distinct-n-grams-only", "It works with sets: an n-gram that occurs twice counts once, "
            "among the matches and in the total.",
            lambda c, r, n: variant(c, r, n, clip="set", total="distinct")),
    twist("count-in-the-reference", "It counts how often the *reference* has the candidate's "
          "n-grams; the smaller of the two counts is meant.", clip="reference count"),
    twist("counts-multiplied", "It multiplies the two counts; the smaller of them is meant.",
          clip="product"),
    twist("larger-count", "It takes the larger of the two counts; the smaller is meant.",
          clip="larger"),
    twist("same-place-only", "It compares place by place: an n-gram may match anywhere.",
          clip="places"),
    twist("equal-counts-only", "An n-gram counts only if both have it equally often.",
          clip="exact"),
    twist("all-or-nothing", "An n-gram that the candidate has too often counts not at all; it "
          "counts as often as in the reference.", clip="all or nothing"),
    twist("everything-counted", "It counts all n-grams of both; those in both are meant.",
          clip="union"),
    twist("misses-counted", "It counts the n-grams that do *not* match.", clip="missing"),
    twist("total-of-the-reference", "The total is that of the reference's n-grams: that is recall. "
          "Precision divides by the candidate's; swapped arguments do it too.", total="reference"),
    twist("total-of-distinct", "The total counts each n-gram once; all occurrences are meant.",
          total="distinct"),
    twist("total-of-distinct-in-reference", "The total counts the reference's n-grams, each once.",
          total="distinct reference"),
    twist("total-in-tokens", "The total is the number of tokens, not of n-grams: that is the same "
          "for n = 1 only.", total="tokens"),
    twist("total-in-reference-tokens", "The total is the number of the reference's tokens.",
          total="reference tokens"),
    twist("total-of-both", "The total counts the n-grams of both.", total="both"),
    twist("total-of-the-longer", "The total is that of the longer of the two.", total="longer"),
    twist("total-of-the-shorter", "The total is that of the shorter of the two.",
          total="shorter"),
    twist("total-is-matches", "The total is the number of matches.", total="matches"),
    twist("total-one-too-small", "The total is length - n; there are length - n + 1 n-grams.",
          total="less n"),
    twist("total-too-large", "The total is length + n - 1; there are length - n + 1 n-grams.",
          total="plus"),
    twist("total-at-least-one", "The total is 1 where there is no n-gram; (0, 0) was asked for.",
          total="at least one"),
    twist("short-candidate-one-of-one", "A candidate shorter than n gets (1, 1); (0, 0) was asked "
          "for.", empty="ones"),
    twist("negative-total", "The total of a candidate shorter than n is negative: it is 0.",
          empty="negative"),
    twist("last-n-gram-missing", "The last n-gram is left out: the range ends one too early "
          "(len - n + 1 starts).", cut=1),
    Mistake("first-n-gram-missing", "The first n-gram is left out: places are counted from 0.",
            lambda c, r, n: variant(c[1:], r[1:], n)),
    twist("n-grams-side-by-side", "The n-grams do not overlap; every place starts one.",
          step="n"),
    twist("always-single-tokens", "It counts single tokens, whatever n says.", size="one"),
    twist("one-longer", "Its n-grams are one token too long.", size=1),
    twist("one-shorter", "Its n-grams are one token too short.", size=-1),
    twist("all-sizes-up-to-n", "It counts all n-grams from 1 to n together; those of size n alone "
          "are meant.", size="up to n"),
    twist("order-ignored", "The order of the tokens in an n-gram is ignored.",
          key=lambda g: tuple(sorted(g))),
    twist("repetition-ignored", "The n-grams are made into sets of tokens: order and repetition "
          "are lost.", key=lambda g: frozenset(g)),
    twist("case-ignored", "Upper and lower case are taken for the same: tokens are compared as "
          "they are.", key=lambda g: tuple(t.lower() for t in g)),
    twist("joined-without-space", "The tokens of an n-gram are joined without a mark between them: "
          "\"a\" + \"bc\" and \"ab\" + \"c\" look the same.", key="".join),
    twist("first-and-last-token-only", "Only the first and the last token of an n-gram are "
          "compared.", key=lambda g: (g[0], g[-1])),
    twist("first-token-only", "Only the first token of an n-gram is compared.",
          key=lambda g: g[0]),
    twist("pair-reversed", "The two values are swapped: it returns (total, matches), not "
          "(matches, total).",
          after=lambda m, t: (t, m)),
    twist("ratio", "It returns the ratio; the two counts were asked for, because a corpus adds "
          "them up before it divides.", after=lambda m, t: m / t if t else 0.0),
    twist("ratio-and-total", "Its first value is the ratio; the number of matches was asked for.",
          after=lambda m, t: (m / t if t else 0.0, t)),
    twist("matches-only", "It returns the number of matches; the total is missing.",
          after=lambda m, t: m),
    twist("misses-not-total", "Its second value is the number of misses; the total was asked for.",
          after=lambda m, t: (m, t - m)),
    twist("plus-one-smoothing", "One is added to both counts: that is smoothing.",
          after=lambda m, t: (m + 1, t + 1)),
    Mistake("substring-search", "It looks for the n-gram in the joined text: \"at\" is found in "
            "\"cat\".", lambda c, r, n: (sum(
                " ".join(g) in " ".join(r) for g in grams(c, n)), len(grams(c, n)))),
    Mistake("distinct-and-clipped-by-one", "Every n-gram counts at most once, but the total is "
            "right only if none repeats.", lambda c, r, n: variant(
                list(dict.fromkeys(c)), r, n)),
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

EXERCISE = Exercise(modified_precision, HINTS, CASES, MISTAKES, variant, SIGNS)
