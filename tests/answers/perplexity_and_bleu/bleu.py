"""Answers to ``bleu``."""

import math
import statistics
from collections import Counter
from fractions import Fraction

import torch

from tests.answers import right, wrong
from tformer import metrics


def _clipped_counts(candidate, reference, n):
    left = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
    matches = total = 0
    for i in range(len(candidate) - n + 1):
        total += 1
        gram = tuple(candidate[i : i + n])
        if gram in left:
            left.remove(gram)
            matches += 1
    return matches, total


def _brevity_in_one_line(candidate_len, reference_len):
    return math.exp(min(0.0, 1 - reference_len / candidate_len)) if candidate_len else 0.0


def _smaller_counts(candidate, reference, n):
    c = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
    r = [reference[i : i + n] for i in range(len(reference) - n + 1)]
    u = []
    for g in c:
        if g not in u:
            u.append(g)
    return (sum(min(c.count(g), r.count(g)) for g in u), len(c))


def _brevity_with_infinity(candidate_len, reference_len):
    r = reference_len / candidate_len if candidate_len else float("inf")
    return math.exp(min(0, 1 - r))


def _brevity(c, r):
    return 0.0 if c == 0 else min(1.0, math.exp(1 - r / c))


def _precisions(candidate, reference, max_n, clip=True):
    out = []
    for n in range(1, max_n + 1):
        a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        m = (a & b).total() if clip else sum(k for g, k in a.items() if g in b)
        out.append((m, max(0, len(candidate) - n + 1)))
    return out


def _grams(tokens, n):
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


def _short(candidate, reference):
    return min(1.0, math.exp(1 - len(reference) / len(candidate))) if candidate else 0.0


def _bleu(candidate, reference, max_n=4, mean=None, bp=None, precision=None):
    if not candidate:
        return 0.0
    ps = []
    for n in range(1, max_n + 1):
        c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        total = sum(c.values())
        ps.append(sum((c & r).values()) / total if total else 0.0)
    if mean is None and min(ps) == 0:
        return 0.0
    short = min(1.0, math.exp(1 - len(reference) / len(candidate)))
    average = mean(ps) if mean else math.exp(sum(math.log(p) for p in ps) / max_n)
    return (short if bp is None else bp) * average


def _precision_pairs(candidate, reference, max_n):
    for n in range(1, max_n + 1):
        c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        yield sum((c & r).values()), sum(c.values())


@right
def root_of_the_product(candidate, reference, max_n=4):
    product = 1.0
    for n in range(1, max_n + 1):
        matches, total = _clipped_counts(candidate, reference, n)
        product *= matches / total if total else 0.0
    return _brevity_in_one_line(len(candidate), len(reference)) * product ** (1 / max_n)


@right
def function_of_the_package(candidate, reference, max_n=4):
    return metrics.corpus_bleu([candidate], [[reference]], max_n)


@right
def through_torch(candidate, reference, max_n=4):
    counts = torch.tensor(
        [_clipped_counts(candidate, reference, n) for n in range(1, max_n + 1)], dtype=torch.float64
    )
    log_p = (counts[:, 0] / counts[:, 1].clamp(min=1)).log()  # -inf where nothing matches
    penalty = _brevity_in_one_line(len(candidate), len(reference))
    return penalty * log_p.mean().exp().item()


@right
def pools_as_lists(candidate, reference, max_n=4):
    precisions = []
    for n in range(1, max_n + 1):
        pool = [reference[i : i + n] for i in range(len(reference) - n + 1)]
        grams = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
        hits = 0
        for gram in grams:
            if gram in pool:
                pool.remove(gram)
                hits += 1
        precisions.append(hits / max(len(grams), 1))
    if min(precisions) == 0:
        return 0.0
    score = math.exp(math.fsum(math.log(p) for p in precisions) / len(precisions))
    if len(candidate) < len(reference):
        score *= math.exp(1 - len(reference) / len(candidate))
    return score


@right
def fractions(candidate, reference, max_n=4):
    ps = []
    for n in range(1, max_n + 1):
        m, t = _smaller_counts(candidate, reference, n)
        if not m:
            return 0.0
        ps.append(Fraction(m, t))
    return float(math.prod(ps)) ** (1 / max_n) * _brevity_with_infinity(
        len(candidate), len(reference)
    )


@right
def minus_infinity_for_zero(candidate, reference, max_n=4):
    if not candidate:
        return 0.0
    lg = 0.0
    for n in range(1, max_n + 1):
        m, t = _smaller_counts(candidate, reference, n)
        lg += math.log(m / t) if m > 0 else -math.inf
    return _brevity_with_infinity(len(candidate), len(reference)) * math.exp(lg / max_n)


@right
def geometric_mean_of_statistics(candidate, reference, max_n=4):
    ps = [_smaller_counts(candidate, reference, n) for n in range(1, max_n + 1)]
    if any((m == 0 for m, _ in ps)):
        return 0
    return statistics.geometric_mean([m / t for m, t in ps]) * _brevity_with_infinity(
        len(candidate), len(reference)
    )


@wrong("clip")
def not_clipped(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n, clip=False)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("arithmetic")
def arithmetic_mean(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return _brevity(len(candidate), len(reference)) * sum(ps) / max_n


@wrong("brevity|punish")
def no_brevity_penalty(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return math.prod(ps) ** (1 / max_n)


@wrong("brevity|short")
def precision_alone(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, bp=1.0)


@wrong("inverted")
def punishes_the_long(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    c, r = len(candidate), len(reference)
    bp = math.exp(1 - c / r) if c > r else 1.0
    return bp * math.prod(ps) ** (1 / max_n)


@wrong("zero-expected")
def drops_missing_orders(candidate, reference, max_n=4):
    ps = [m / t for m, t in _precisions(candidate, reference, max_n) if t]
    if not ps or 0 in ps:
        return 0.0
    return _brevity(len(candidate), len(reference)) * math.exp(sum(map(math.log, ps)) / len(ps))


@wrong("zero-expected")
def drops_zero_precisions(candidate, reference, max_n=4):
    ps = [m / t for m, t in _precisions(candidate, reference, max_n) if m]
    if not ps:
        return 0.0
    return _brevity(len(candidate), len(reference)) * math.exp(sum(map(math.log, ps)) / len(ps))


@wrong("root|once more|extra")
def one_root_too_many(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    inner = math.exp(sum(math.log(p) / max_n for p in ps))
    return _brevity(len(candidate), len(reference)) * inner ** (1 / max_n)


@wrong("root|product|multipl")
def product_without_a_root(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps)


@wrong("logarithm of 0")
def log_of_zero(candidate, reference, max_n=4):
    ps = [m / max(t, 1) for m, t in _precisions(candidate, reference, max_n)]
    return _brevity(len(candidate), len(reference)) * math.exp(sum(map(math.log, ps)) / max_n)


@wrong("zero-expected")
def tiny_number_added(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    log = sum(math.log(p + 1e-10) for p in ps) / max_n
    return _brevity(len(candidate), len(reference)) * math.exp(log)


@wrong("largest order|max_n|`+ 1`")
def range_without_its_end(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n - 1)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("percent|factor")
def times_100(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return 100 * _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("1/4|quarter|weight")
def weights_of_a_quarter(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** 0.25


@wrong("smooth|One is added")
def adds_one_to_both(candidate, reference, max_n=4):
    ps = [(m + 1) / (t + 1) for m, t in _precisions(candidate, reference, max_n)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("recall|swapped|places")
def candidate_and_reference_swapped(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(reference, candidate, max_n)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("swap|recall|reference|candidate|exchang")
def arguments_swapped(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precision_pairs(reference, candidate, max_n)]
    return _short(candidate, reference) * math.prod(ps) ** (1 / max_n)


@wrong("whatever max_n|always four|four")
def four_orders_and_quarter_root(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, 4)]
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / 4)


@wrong("sets|once|distinct")
def sets_of_grams(candidate, reference, max_n=4):
    ps = []
    for n in range(1, max_n + 1):
        a, b = set(_grams(candidate, n)), set(_grams(reference, n))
        ps.append(len(a & b) / len(a) if a else 0.0)
    return _brevity(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("ratio|brevity")
def ratio_as_brevity(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return min(1.0, len(candidate) / len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("Two things|arithmetic|brevity")
def arithmetic_mean_without_brevity(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return sum(ps) / len(ps)


@wrong("single words|grow|as-if-max-n-always-1")
def unigrams_only(candidate, reference, max_n=4):
    m, t = _precisions(candidate, reference, 1)[0]
    return _brevity(len(candidate), len(reference)) * (m / t if t else 0.0)


@wrong("exp|negative|log")
def exp_forgotten(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    return _brevity(len(candidate), len(reference)) * sum(map(math.log, ps)) / max_n


@wrong("signature|arguments")
def max_n_missing(candidate, reference, max_n):
    return _brevity(len(candidate), len(reference))


@wrong("harmonic")
def harmonic_mean_by_torch(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    mean = len(ps) / torch.tensor(ps).reciprocal().sum().item()
    return _brevity(len(candidate), len(reference)) * mean


@wrong("zero-expected")
def floor_under_the_logarithm(candidate, reference, max_n=4):
    def mean(ps):
        return math.exp(sum(math.log(max(p, 1e-9)) for p in ps) / max_n)

    return _bleu(candidate, reference, max_n, mean=mean)


@wrong("max_n|order|last|one|few|short")
def range_ends_too_early(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max(1, max_n - 1))


@wrong("pool|sum|all orders|together|mean")
def pooled_over_the_orders(candidate, reference, max_n=4):
    if not candidate:
        return 0.0
    hits = total = 0
    for n in range(1, max_n + 1):
        c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        hits, total = hits + sum((c & r).values()), total + sum(c.values())
    return min(1.0, math.exp(1 - len(reference) / len(candidate))) * hits / total


@wrong("logarithm of 0|divides by zero")
def logarithm_of_zero(candidate, reference, max_n=4):
    logs = [math.log(m / t) for m, t in _precision_pairs(candidate, reference, max_n)]
    return _short(candidate, reference) * math.exp(sum(logs) / max_n)


@wrong("largest|highest|last|longest|max_n|order")
def highest_order_only(candidate, reference, max_n=4):
    m, t = list(_precision_pairs(candidate, reference, max_n))[-1]
    return _short(candidate, reference) * (m / t if t else 0.0)


@wrong("logarithm|exp|log")
def logarithm_of_bleu(candidate, reference, max_n=4):
    ps = [m / t if t else 0.0 for m, t in _precision_pairs(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    return math.log(_short(candidate, reference)) + sum(map(math.log, ps)) / max_n


@wrong("max_n|just|short")
def too_short_by_one(candidate, reference, max_n=4):
    if len(candidate) <= max_n:
        return 0.0
    ps = [m / t for m, t in _precision_pairs(candidate, reference, max_n)]
    return _short(candidate, reference) * math.prod(ps) ** (1 / max_n)
