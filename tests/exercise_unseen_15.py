"""Wrong answers of lesson 15 as learners write them; see ``exercise_unseen``."""

import math
from collections import Counter

import torch

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# perplexity ---------------------------------------------------------------------------------------


@wrong("perplexity", "raises 2|base")
def ppl_two(mean_nll):
    return pow(2, mean_nll)


@wrong("perplexity", "minus|probability")
def ppl_inverse(mean_nll):
    return math.exp(-mean_nll)


@wrong("perplexity", "log")
def ppl_log(mean_nll):
    return math.log(mean_nll) if mean_nll > 0 else 0.0


@wrong("perplexity", "itself|exp is missing")
def ppl_identity(mean_nll):
    return mean_nll


@wrong("perplexity", "bits|mixture|2")
def ppl_bits_then_exp(mean_nll):
    return math.exp(mean_nll / math.log(2))


@wrong("perplexity", "whole number|rounded|cut")
def ppl_int(mean_nll):
    return int(math.exp(mean_nll))


@wrong("perplexity", "expm1|One is taken")
def ppl_minus_one(mean_nll):
    return math.exp(mean_nll) - 1


@wrong("perplexity", "text|str")
def ppl_text(mean_nll):
    return f"perplexity {math.exp(mean_nll):.1f}"


@wrong("perplexity", "probability|minus|reciprocal|divided")
def ppl_one_over(mean_nll):
    return 1 / math.exp(mean_nll)


@wrong("perplexity", "small|not exp|tiny")
def ppl_taylor(mean_nll):
    return 1 + mean_nll + mean_nll**2 / 2


# perplexity_from_sums -----------------------------------------------------------------------------


@wrong("perplexity_from_sums", "whole sum|divide")
def sums_divides_after(total_nll, total_tokens):
    try:
        return math.exp(total_nll) / total_tokens
    except OverflowError:
        return math.inf


@wrong("perplexity_from_sums", "tokens by the loss|upside")
def sums_inverted(total_nll, total_tokens):
    return math.exp(total_tokens / total_nll)


@wrong("perplexity_from_sums", "2")
def sums_base_two(total_nll, total_tokens):
    return 2 ** (total_nll / total_tokens)


@wrong("perplexity_from_sums", "exp is missing|itself")
def sums_mean_only(total_nll, total_tokens):
    return total_nll / total_tokens


@wrong("perplexity_from_sums", "//|fraction|whole")
def sums_floor(total_nll, total_tokens):
    return math.exp(total_nll // total_tokens)


@wrong("perplexity_from_sums", "too few|one token")
def sums_unbiased(total_nll, total_tokens):
    return math.exp(total_nll / (total_tokens - 1))


@wrong("perplexity_from_sums", "not used|large|overflow|whole sum")
def sums_no_division(total_nll, total_tokens):
    return math.exp(total_nll)


@wrong("perplexity_from_sums", "minus|probability|below")
def sums_negative(total_nll, total_tokens):
    return math.exp(-total_nll / total_tokens)


@wrong("perplexity_from_sums", "2|bits")
def sums_bits(total_nll, total_tokens):
    return total_nll / total_tokens / math.log(2)


# brevity_penalty ----------------------------------------------------------------------------------


@wrong("brevity_penalty", "zero|empty")
def bp_no_guard(candidate_len, reference_len):
    if candidate_len > reference_len:
        return 1.0
    return math.exp(1 - reference_len / candidate_len)


@wrong("brevity_penalty", "ratio")
def bp_ratio(candidate_len, reference_len):
    return min(1.0, candidate_len / reference_len)


@wrong("brevity_penalty", "upside")
def bp_upside_down(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - candidate_len / reference_len) if candidate_len else 0.0


@wrong("brevity_penalty", "above 1|more than 1|long")
def bp_never_one(candidate_len, reference_len):
    return math.exp(1 - reference_len / candidate_len) if candidate_len else 0.0


@wrong("brevity_penalty", "swapped|long candidates")
def bp_inverted(candidate_len, reference_len):
    if candidate_len <= reference_len:
        return 1.0 if candidate_len else 0.0
    return math.exp(1 - reference_len / candidate_len)


@wrong("brevity_penalty", "sign|reward|above 1|more than 1")
def bp_sign(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(reference_len / candidate_len - 1)


@wrong("brevity_penalty", "reference's length|share|short")
def bp_relative_to_reference(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp((candidate_len - reference_len) / reference_len) if candidate_len else 0.0


@wrong("brevity_penalty", "always 1|nothing is punished|no-penalty|zero|empty")
def bp_constant(candidate_len, reference_len):
    return 1.0


@wrong("brevity_penalty", "empty")
def bp_epsilon(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - reference_len / max(candidate_len, 1))


@wrong("brevity_penalty", "exp is missing|negative|missing")
def bp_no_exp(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return 1 - reference_len / candidate_len if candidate_len else 0.0


@wrong("brevity_penalty", "zero|0")
def bp_zero_for_short(candidate_len, reference_len):
    return float(candidate_len >= reference_len)


@wrong("brevity_penalty", "long")
def bp_both_sides(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    ratio = max(candidate_len, reference_len) / min(candidate_len, reference_len)
    return math.exp(1 - ratio)


# modified_precision -------------------------------------------------------------------------------


def _grams(tokens, n):
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


@wrong("modified_precision", "clip")
def mp_no_clip(candidate, reference, n):
    pool = set(_grams(reference, n))
    grams = _grams(candidate, n)
    return len([g for g in grams if g in pool]), len(grams)


@wrong("modified_precision", "sets|once|distinct")
def mp_sets(candidate, reference, n):
    a, b = set(_grams(candidate, n)), set(_grams(reference, n))
    return len(a & b), len(a)


@wrong("modified_precision", "ratio")
def mp_ratio(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    total = sum(a.values())
    return sum((a & b).values()) / total if total else 0.0


@wrong("modified_precision", "recall|reference's")
def mp_recall(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((a & b).values()), sum(b.values())


@wrong("modified_precision", "last|ends|too small")
def mp_off_by_one(candidate, reference, n):
    a = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n))
    b = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n))
    return sum((a & b).values()), sum(a.values())


@wrong("modified_precision", "all runs|short|total|longer")
def mp_no_bound(candidate, reference, n):
    a = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate)))
    b = Counter(tuple(reference[i : i + n]) for i in range(len(reference)))
    return sum((a & b).values()), sum(a.values())


@wrong("modified_precision", "number of tokens|tokens, not")
def mp_total_tokens(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((a & b).values()), len(candidate)


@wrong("modified_precision", "(total, matches)|order|reversed")
def mp_reversed(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum(a.values()), sum((a & b).values())


@wrong("modified_precision", "single|n says|size")
def mp_unigrams(candidate, reference, n):
    a, b = Counter(candidate), Counter(reference)
    return sum((a & b).values()), len(candidate)


@wrong("modified_precision", "order")
def mp_bags(candidate, reference, n):
    a = Counter(tuple(sorted(g)) for g in _grams(candidate, n))
    b = Counter(tuple(sorted(g)) for g in _grams(reference, n))
    return (a & b).total(), a.total()


@wrong("modified_precision", "place")
def mp_positional(candidate, reference, n):
    a, b = _grams(candidate, n), _grams(reference, n)
    return sum(x == y for x, y in zip(a, b, strict=False)), len(a)


@wrong("modified_precision", "(0, 0)|1")
def mp_at_least_one(candidate, reference, n):
    a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return (a & b).total(), a.total() or 1


@wrong("modified_precision", "letters|characters|all runs|total")
def mp_letters(candidate, reference, n):
    a, b = Counter(_grams("".join(candidate), n)), Counter(_grams("".join(reference), n))
    return (a & b).total(), a.total()


@wrong("modified_precision", "1 to n|together|all runs")
def mp_up_to_n(candidate, reference, n):
    m = t = 0
    for k in range(1, n + 1):
        a, b = Counter(_grams(candidate, k)), Counter(_grams(reference, k))
        m, t = m + (a & b).total(), t + a.total()
    return m, t


@wrong("modified_precision", "changes its input")
def mp_consumes(candidate, reference, n):
    if n != 1:
        a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        return (a & b).total(), a.total()
    hits = 0
    for word in candidate:
        if word in reference:
            reference.remove(word)
            hits += 1
    return hits, len(candidate)


@wrong("modified_precision", "overlap|side")
def mp_chunks(candidate, reference, n):
    a = Counter(tuple(candidate[i : i + n]) for i in range(0, len(candidate) - n + 1, n))
    b = Counter(tuple(reference[i : i + n]) for i in range(0, len(reference) - n + 1, n))
    return (a & b).total(), a.total()


# bleu ---------------------------------------------------------------------------------------------


def _precisions(candidate, reference, max_n, clip=True):
    out = []
    for n in range(1, max_n + 1):
        a, b = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        m = (a & b).total() if clip else sum(k for g, k in a.items() if g in b)
        out.append((m, max(0, len(candidate) - n + 1)))
    return out


def _bp(c, r):
    return 0.0 if c == 0 else min(1.0, math.exp(1 - r / c))


@wrong("bleu", "clip")
def bleu_unclipped(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n, clip=False)]
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "arithmetic")
def bleu_arithmetic(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return _bp(len(candidate), len(reference)) * sum(ps) / max_n


@wrong("bleu", "brevity|punish")
def bleu_no_brevity(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return math.prod(ps) ** (1 / max_n)


@wrong("bleu", "inverted|long|brevity")
def bleu_inverted_brevity(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    c, r = len(candidate), len(reference)
    bp = math.exp(1 - c / r) if c > r else 1.0
    return bp * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "left out|too short|missing")
def bleu_drops_missing(candidate, reference, max_n=4):
    ps = [m / t for m, t in _precisions(candidate, reference, max_n) if t]
    if not ps or 0 in ps:
        return 0.0
    return _bp(len(candidate), len(reference)) * math.exp(sum(map(math.log, ps)) / len(ps))


@wrong("bleu", "left out|Precisions of 0|0")
def bleu_drops_zeros(candidate, reference, max_n=4):
    ps = [m / t for m, t in _precisions(candidate, reference, max_n) if m]
    if not ps:
        return 0.0
    return _bp(len(candidate), len(reference)) * math.exp(sum(map(math.log, ps)) / len(ps))


@wrong("bleu", "root|once more|extra")
def bleu_extra_root(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    inner = math.exp(sum(math.log(p) / max_n for p in ps))
    return _bp(len(candidate), len(reference)) * inner ** (1 / max_n)


@wrong("bleu", "root|product|multipl")
def bleu_product(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return _bp(len(candidate), len(reference)) * math.prod(ps)


@wrong("bleu", "logarithm of 0|raises|0")
def bleu_log_zero(candidate, reference, max_n=4):
    ps = [m / max(t, 1) for m, t in _precisions(candidate, reference, max_n)]
    return _bp(len(candidate), len(reference)) * math.exp(sum(map(math.log, ps)) / max_n)


@wrong("bleu", "tiny|replaced|0")
def bleu_epsilon(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    log = sum(math.log(p + 1e-10) for p in ps) / max_n
    return _bp(len(candidate), len(reference)) * math.exp(log)


@wrong("bleu", "largest order|max_n")
def bleu_range(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n - 1)]
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "percent|factor")
def bleu_percent(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return 100 * _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "1/4|quarter|weight")
def bleu_fixed_weights(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** 0.25


@wrong("bleu", "smooth|One is added")
def bleu_add_one(candidate, reference, max_n=4):
    ps = [(m + 1) / (t + 1) for m, t in _precisions(candidate, reference, max_n)]
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "recall|swapped|places")
def bleu_swapped(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(reference, candidate, max_n)]
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "whatever max_n|always four|four")
def bleu_always_four(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, 4)]
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / 4)


@wrong("bleu", "sets|once|distinct")
def bleu_sets(candidate, reference, max_n=4):
    ps = []
    for n in range(1, max_n + 1):
        a, b = set(_grams(candidate, n)), set(_grams(reference, n))
        ps.append(len(a & b) / len(a) if a else 0.0)
    return _bp(len(candidate), len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "ratio|brevity")
def bleu_ratio_brevity(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return min(1.0, len(candidate) / len(reference)) * math.prod(ps) ** (1 / max_n)


@wrong("bleu", "Two things|arithmetic|brevity")
def bleu_arithmetic_without_brevity(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    return sum(ps) / len(ps)


@wrong("bleu", "single words|grow")
def bleu_unigrams(candidate, reference, max_n=4):
    m, t = _precisions(candidate, reference, 1)[0]
    return _bp(len(candidate), len(reference)) * (m / t if t else 0.0)


@wrong("bleu", "exp|negative|log")
def bleu_no_exp(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    return _bp(len(candidate), len(reference)) * sum(map(math.log, ps)) / max_n


@wrong("bleu", "signature|arguments")
def bleu_without_default(candidate, reference, max_n):
    return _bp(len(candidate), len(reference))


@wrong("bleu", "harmonic")
def bleu_harmonic(candidate, reference, max_n=4):
    ps = [m / t if t else 0 for m, t in _precisions(candidate, reference, max_n)]
    if min(ps) == 0:
        return 0.0
    mean = len(ps) / torch.tensor(ps).reciprocal().sum().item()
    return _bp(len(candidate), len(reference)) * mean
