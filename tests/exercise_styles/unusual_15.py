"""Lesson 15 in unusual styles."""

import math
import statistics
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import torch


def grams(t, n):
    return list(zip(*[t[i:] for i in range(n)], strict=False))


def px_two(mean_nll):
    return 2 ** (mean_nll / math.log(2))


def px_t64(mean_nll):
    return torch.tensor(mean_nll, dtype=torch.float64).exp()


def ps_dec(total_nll, total_tokens):
    return float((Decimal(total_nll) / Decimal(total_tokens)).exp())


def ps_root(total_nll, total_tokens):
    return math.exp(1 / total_tokens) ** total_nll


def mp_remove(candidate, reference, n):
    r = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
    m = 0
    t = max(0, len(candidate) - n + 1)
    for i in range(t):
        g = tuple(candidate[i : i + n])
        if g in r:
            r.remove(g)
            m += 1
    return [m, t]


def mp_subtract(candidate, reference, n):
    if len(candidate) < n:
        return (0, 0)
    c, r = (Counter(grams(candidate, n)), Counter(grams(reference, n)))
    t = sum(c.values())
    left = c - r
    return (t - sum(left.values()), t)


def mp_set(candidate, reference, n):
    c = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
    r = [reference[i : i + n] for i in range(len(reference) - n + 1)]
    u = []
    for g in c:
        if g not in u:
            u.append(g)
    return (sum(min(c.count(g), r.count(g)) for g in u), len(c))


def mp_np(candidate, reference, n):
    c, r = (Counter(grams(candidate, n)), Counter(grams(reference, n)))
    return (
        np.sum([min(v, r.get(g, 0)) for g, v in c.items()], dtype=int),
        np.int64(len(grams(candidate, n))),
    )


def bp_try(candidate_len, reference_len):
    try:
        return (
            1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / candidate_len)
        )
    except ZeroDivisionError:
        return 0.0


def bp_inf(candidate_len, reference_len):
    r = reference_len / candidate_len if candidate_len else float("inf")
    return math.exp(min(0, 1 - r))


def bp_order(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    if candidate_len == 0:
        return 0.0
    return math.exp(1 - reference_len / candidate_len)


def bp_np(candidate_len, reference_len):
    if not candidate_len:
        return 0
    return np.minimum(1, np.exp(1 - reference_len / candidate_len))


def bl_fraction(candidate, reference, max_n=4):
    ps = []
    for n in range(1, max_n + 1):
        m, t = mp_set(candidate, reference, n)
        if not m:
            return 0.0
        ps.append(Fraction(m, t))
    return float(math.prod(ps)) ** (1 / max_n) * bp_inf(len(candidate), len(reference))


def bl_neginf(candidate, reference, max_n=4):
    if not candidate:
        return 0.0
    lg = 0.0
    for n in range(1, max_n + 1):
        m, t = mp_set(candidate, reference, n)
        lg += math.log(m / t) if m > 0 else -math.inf
    return bp_inf(len(candidate), len(reference)) * math.exp(lg / max_n)


def bl_stat(candidate, reference, max_n=4):
    ps = [mp_set(candidate, reference, n) for n in range(1, max_n + 1)]
    if any((m == 0 for m, _ in ps)):
        return 0
    return statistics.geometric_mean([m / t for m, t in ps]) * bp_inf(
        len(candidate), len(reference)
    )


STYLES = {
    "perplexity": [px_two, px_t64],
    "perplexity_from_sums": [ps_dec, ps_root],
    "modified_precision": [mp_remove, mp_subtract, mp_set, mp_np],
    "brevity_penalty": [bp_try, bp_inf, bp_order, bp_np],
    "bleu": [bl_fraction, bl_neginf, bl_stat],
}
