"""Answers to ``modified_precision``."""

from collections import Counter

import numpy as np

from tests.answers import right, wrong
from tformer import metrics


def _grams_by_zip(t, n):
    return list(zip(*[t[i:] for i in range(n)], strict=False))


def _grams(tokens, n):
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


@right
def removes_what_it_found(candidate, reference, n):
    left = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
    matches = total = 0
    for i in range(len(candidate) - n + 1):
        total += 1
        gram = tuple(candidate[i : i + n])
        if gram in left:
            left.remove(gram)
            matches += 1
    return matches, total


@right
def intersection(candidate, reference, n):
    a, b = (Counter(zip(*(t[i:] for i in range(n)), strict=False)) for t in (candidate, reference))
    return [(a & b).total(), a.total()]


@right
def joins_with_a_separator(candidate, reference, n):
    def grams(tokens):
        return ["\0".join(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]

    found, allowed = grams(candidate), grams(reference)
    return sum(min(found.count(g), allowed.count(g)) for g in set(found)), len(found)


@right
def function_of_the_package(candidate, reference, n):
    return metrics.modified_precision(candidate, [reference], n)


@right
def pops_from_a_pool(candidate, reference, n):
    r = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
    m = 0
    t = max(0, len(candidate) - n + 1)
    for i in range(t):
        g = tuple(candidate[i : i + n])
        if g in r:
            r.remove(g)
            m += 1
    return [m, t]


@right
def counter_subtraction(candidate, reference, n):
    if len(candidate) < n:
        return (0, 0)
    c, r = (Counter(_grams_by_zip(candidate, n)), Counter(_grams_by_zip(reference, n)))
    t = sum(c.values())
    left = c - r
    return (t - sum(left.values()), t)


@right
def smaller_of_two_counts(candidate, reference, n):
    c = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
    r = [reference[i : i + n] for i in range(len(reference) - n + 1)]
    u = []
    for g in c:
        if g not in u:
            u.append(g)
    return (sum(min(c.count(g), r.count(g)) for g in u), len(c))


@right
def unique_rows_of_numpy(candidate, reference, n):
    c, r = (Counter(_grams_by_zip(candidate, n)), Counter(_grams_by_zip(reference, n)))
    return (
        np.sum([min(v, r.get(g, 0)) for g, v in c.items()], dtype=int),
        np.int64(len(_grams_by_zip(candidate, n))),
    )


@wrong("clip")
def no_clip(candidate, reference, n):
    pool = set(_grams(reference, n))
    grams = _grams(candidate, n)
    return len([g for g in grams if g in pool]), len(grams)


@wrong("sets|once|distinct")
def sets_of_grams(candidate, reference, n):
    a, b = set(_grams(candidate, n)), set(_grams(reference, n))
    return len(a & b), len(a)


@wrong("two numbers, (matches, total)")
def ratio_or_zero(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    total = sum(a.values())
    return sum((a & b).values()) / total if total else 0.0


@wrong("two numbers, (matches, total)")
def ratio_of_the_counts(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
    r = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
    return sum((c & r).values()) / max(1, sum(c.values()))


@wrong("recall|reference's")
def total_of_the_reference(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((a & b).values()), sum(b.values())


@wrong("last|ends|too small")
def last_gram_missed(candidate, reference, n):
    a = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n))
    b = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n))
    return sum((a & b).values()), sum(a.values())


@wrong("all runs|short|total|longer")
def short_tails_count(candidate, reference, n):
    a = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate)))
    b = Counter(tuple(reference[i : i + n]) for i in range(len(reference)))
    return sum((a & b).values()), sum(a.values())


@wrong("(total, matches)|order|reversed")
def total_then_matches(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum(a.values()), sum((a & b).values())


@wrong("single|n says|size")
def always_unigrams(candidate, reference, n):
    a, b = Counter(candidate), Counter(reference)
    return sum((a & b).values()), len(candidate)


@wrong("order")
def bags_of_tokens(candidate, reference, n):
    a = Counter(tuple(sorted(g)) for g in _grams(candidate, n))
    b = Counter(tuple(sorted(g)) for g in _grams(reference, n))
    return (a & b).total(), a.total()


@wrong("place")
def same_place_only(candidate, reference, n):
    a, b = _grams(candidate, n), _grams(reference, n)
    return sum(x == y for x, y in zip(a, b, strict=False)), len(a)


@wrong("(0, 0)|1")
def total_of_at_least_one(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return (a & b).total(), a.total() or 1


@wrong("letters|characters|all runs|total")
def letters_for_tokens(candidate, reference, n):
    a, b = Counter(_grams("".join(candidate), n)), Counter(_grams("".join(reference), n))
    return (a & b).total(), a.total()


@wrong("1 to n|together|all runs")
def all_sizes_up_to_n(candidate, reference, n):
    m = t = 0
    for k in range(1, n + 1):
        a, b = Counter(_grams(candidate, k)), Counter(_grams(reference, k))
        m, t = m + (a & b).total(), t + a.total()
    return m, t


@wrong("changes its input")
def removes_from_the_reference(candidate, reference, n):
    if n != 1:
        a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        return (a & b).total(), a.total()
    hits = 0
    for word in candidate:
        if word in reference:
            reference.remove(word)
            hits += 1
    return hits, len(candidate)


@wrong("overlap|side")
def chunks_side_by_side(candidate, reference, n):
    a = Counter(tuple(candidate[i : i + n]) for i in range(0, len(candidate) - n + 1, n))
    b = Counter(tuple(reference[i : i + n]) for i in range(0, len(reference) - n + 1, n))
    return (a & b).total(), a.total()


@wrong("join|separat|glue|text|character|token")
def grams_glued_together(candidate, reference, n):
    c = Counter("".join(g) for g in _grams(candidate, n))
    r = Counter("".join(g) for g in _grams(reference, n))
    return sum((c & r).values()), max(len(candidate) - n + 1, 0)


@wrong("case|lower|capital")
def lower_case(candidate, reference, n):
    c = Counter(_grams([w.lower() for w in candidate], n))
    r = Counter(_grams([w.lower() for w in reference], n))
    return sum((c & r).values()), sum(c.values())


@wrong("list|hash|tuple|type")
def lists_as_keys(candidate, reference, n):
    c = Counter(candidate[i : i + n] for i in range(len(candidate) - n + 1))
    r = Counter(reference[i : i + n] for i in range(len(reference) - n + 1))
    return sum((c & r).values()), sum(c.values())


@wrong("text|part|word|substring|inside|character")
def searches_in_the_text(candidate, reference, n):
    text = " ".join(reference)
    c = Counter(" ".join(g) for g in _grams(candidate, n))
    return sum(min(k, text.count(g)) for g, k in c.items()), sum(c.values())


@wrong("just n|as long as|one n-gram")
def too_short_by_one_token(candidate, reference, n):
    if len(candidate) <= n:
        return 0, 0
    c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((c & r).values()), sum(c.values())


@wrong("candidate is not used|both sides|as-if-reference-for-candidate")
def reference_on_both_sides(candidate, reference, n):
    c, r = Counter(_grams(reference, n)), Counter(_grams(reference, n))
    return sum((c & r).values()), sum(c.values())


@wrong("negative")
def total_below_zero(candidate, reference, n):
    total = len(candidate) - n + 1
    ref = Counter(tuple(reference[j : j + n]) for j in range(len(reference) - n + 1))
    matches = 0
    for j in range(total):
        g = tuple(candidate[j : j + n])
        if ref[g] > 0:
            matches += 1
            ref[g] -= 1
    return (matches, total)
