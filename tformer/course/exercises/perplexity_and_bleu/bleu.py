"""BLEU of one sentence."""

import math
from collections import Counter

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from .modified_precision import variant as counts


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


CASES = (
    Case(lambda: (words("the cat sat down"), words("the cat sat on a mat"), 2),
         "4 words for 6, max_n 2: p_1 = 3/4, p_2 = 2/3, penalty exp(1 - 6/4)", ("short", "two")),
    Case(lambda: (words("a b c d e f c d a b"), words("x a b c d e f g c d a")),
         "all four orders match somewhere; one word short", ("short", "four-orders")),
    Case(lambda: (words("a b c d a b c d e f g h"), words("a b c d e f g i"), 3),
         "longer than the reference, with a repetition that must be clipped; max_n 3", ("long",)),
    Case(lambda: (words("a a a b"), words("a a a a b"), 2), "the reference says one word "
         "more often: no word counts more often than it was said", ("short", "two")),
    Case(lambda: (words("the house is"), words("the house is")), "a perfect sentence of three "
         "words has no 4-grams: 0", ("too-short-for-max-n",)),
    Case(lambda: (words("the house is big"), words("the house is big")), "a perfect sentence of "
         "four words has one 4-gram: 1", ("as-long-as-max-n",)),
    Case(lambda: (words("x b y d z f"), words("a b c d e f"), 3), "no pair matches: 0",
         ("a-precision-of-zero",)),
    Case(lambda: ([], words("a b c"), 2), "nothing was said: 0", ("empty-candidate",)),
    Case(lambda: (words("The cat"), words("the cat sat"), 1), "max_n 1; The and the are two words",
         ("short", "one-order", "upper-case")),
)  # fmt: skip


def _brevity(c, r):
    return (1.0 if c >= r else math.exp(1 - r / c)) if c else 0.0


def _geometric(ps):
    return math.prod(ps) ** (1 / max(len(ps), 1))


def variant(
    candidate, reference, max_n=4, clip="clipped", total="candidate", mean=_geometric,
    brevity=_brevity, more=0, last=lambda n: n,
):  # fmt: skip
    """bleu with one switch for each thing that can go wrong."""
    orders = range(1, last(max_n) + 1)
    pairs = [counts(candidate, reference, n, clip=clip, total=total) for n in orders]
    ps = [(m + more) / (t + more) if t + more else 0.0 for m, t in pairs]
    return brevity(len(candidate), len(reference)) * mean(ps)


def _together(c, r, max_n=4):
    pairs = [counts(c, r, n) for n in range(1, max_n + 1)]
    share = sum(m for m, _ in pairs) / max(sum(t for _, t in pairs), 1)
    return _brevity(len(c), len(r)) * share


MISTAKES = (
    twist("not-clipped", "The n-gram matches are not clipped: \"the the the\" scores as if it were "
          "right three times.", clip="no"),
    Mistake("distinct-n-grams-only", "It works with sets of n-grams: repetition is lost among the "
            "matches and in the totals.",
            lambda c, r, max_n=4: variant(c, r, max_n, clip="set", total="distinct")),
    twist("recall", "The matches are divided by the reference's n-grams: that is recall, not "
          "precision.", total="reference"),
    twist("arithmetic-mean", "It takes the arithmetic mean of the precisions; BLEU takes the "
          "geometric one, exp of the mean of the logarithms.",
          mean=lambda ps: sum(ps) / max(len(ps), 1)),
    Mistake("all-n-grams-together", "It divides all matches by all n-grams, whatever their size; "
            "each order has its own precision.", _together),
    twist("harmonic-mean", "It takes the harmonic mean of the precisions; BLEU takes the geometric "
          "one.", mean=lambda ps: len(ps) / sum(1 / p for p in ps) if ps and all(ps) else 0.0),
    twist("product-of-precisions", "It multiplies the precisions and forgets the root: the mean of "
          "the logarithms is meant, not their sum.", mean=math.prod),
    twist("smallest-precision", "Only the smallest precision counts, that of the longest n-grams; "
          "their geometric mean is meant.", mean=lambda ps: min(ps, default=0.0)),
    twist("exp-forgotten", "It returns the mean of the logarithms: exp is missing.",
          mean=lambda ps: math.log(_geometric(ps)) if ps and all(ps) else 0.0),
    twist("weights-always-a-quarter", "The weight is always 1/4; it should be 1 / max_n.",
          mean=lambda ps: math.prod(ps) ** 0.25),
    twist("extra-root", "The root is taken twice: the mean of the logarithms is divided by max_n "
          "once more, so every score is far too high.",
          mean=lambda ps: _geometric(ps) ** (1 / max(len(ps), 1))),
    twist("no-brevity-penalty", "There is no brevity penalty: a short candidate that leaves out "
          "the difficult half is not punished.", brevity=lambda c, r: 1.0),
    twist("brevity-inverted", "The brevity penalty is inverted: it punishes long candidates and "
          "not short ones.", brevity=lambda c, r: 1.0 if c <= r else math.exp(1 - c / r)),
    twist("brevity-ratio", "The brevity penalty is the ratio of the lengths; it should be exp(1 - "
          "reference / candidate).", brevity=lambda c, r: min(1.0, c / r)),
    twist("plus-one-smoothing", "One is added to matches and totals: that is smoothing.", more=1),
    twist("logarithm-of-zero", "It takes the logarithm of 0, which raises: if any precision is 0 "
          "the score is 0.", mean=lambda ps: math.exp(sum(map(math.log, ps)) / len(ps))),
    twist("largest-order-missing", "The largest order is left out: range(1, max_n) ends before "
          "max_n.", last=lambda n: n - 1),
    twist("always-four-orders", "It always takes four orders, whatever max_n says.",
          last=lambda n: 4),
    Mistake("just-max-n-words-score-0", "A sentence of just max_n words scores 0: it has an n-gram "
            "of each length asked for. Only a shorter one lacks some (< max_n, not <=).",
            lambda c, r, max_n=4: 0.0 if min(len(c), len(r)) <= max_n else variant(c, r, max_n)),
)  # fmt: skip


def _short(a):
    return 0 < len(a[0]) < len(a[1])


SIGNS = (
    Sign("zero-expected", "It is right as long as no precision is 0; with one of them the score is "
         "0.", lambda a, g, w: w == 0),
    Sign("wrong-for-short-ones", "It is right for candidates that are long enough and wrong for "
         "short ones: the brevity penalty is wrong.", lambda a, g, w: _short(a)),
    Sign("wrong-for-long-ones", "It is right for short candidates and wrong for long ones, whose "
         "brevity penalty is 1.", lambda a, g, w: len(a[0]) >= len(a[1]) and w > 0),
    Sign("negative", "It is negative: a score lies between 0 and 1.",
         lambda a, g, w: float(g) < 0, every=False),
    Sign("too-high", "The score comes out too high: are the matches clipped, zeros counted, the "
         "brevity penalty and the mean as they should be?",
         lambda a, g, w: float(g) > w, every=False),
    Sign("too-low", "The score comes out too low: are all n-grams there, the weights 1 / max_n, "
         "the penalty 1 for long candidates?", lambda a, g, w: float(g) < w, every=False),
)  # fmt: skip

EXERCISE = Exercise(bleu, HINTS, CASES, MISTAKES, variant, SIGNS)
