"""Lesson 15 in other styles."""

import math
from collections import Counter

import torch

from tformer import metrics


def perplexity_torch(mean_nll):
    return torch.exp(torch.tensor(mean_nll))


def perplexity_power(mean_nll):
    return math.e**mean_nll


def perplexity_bits(mean_nll):
    return 2 ** (mean_nll / math.log(2))


def sums_torch(total_nll, total_tokens):
    return torch.tensor(total_nll / total_tokens).exp().item()


def sums_root(total_nll, total_tokens):
    return math.pow(math.e, total_nll * (1 / total_tokens))


def sums_numpy(total_nll, total_tokens):
    import numpy as np

    return np.exp(np.divide(total_nll, total_tokens))


def precision_loops(candidate, reference, n):
    left = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
    matches = total = 0
    for i in range(len(candidate) - n + 1):
        total += 1
        gram = tuple(candidate[i : i + n])
        if gram in left:
            left.remove(gram)
            matches += 1
    return matches, total


def precision_intersection(candidate, reference, n):
    a, b = (Counter(zip(*(t[i:] for i in range(n)), strict=False)) for t in (candidate, reference))
    return [(a & b).total(), a.total()]


def precision_strings(candidate, reference, n):
    def grams(tokens):
        return ["\0".join(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]

    found, allowed = grams(candidate), grams(reference)
    return sum(min(found.count(g), allowed.count(g)) for g in set(found)), len(found)


def precision_package(candidate, reference, n):
    return metrics.modified_precision(candidate, [reference], n)


def brevity_one_line(candidate_len, reference_len):
    return math.exp(min(0.0, 1 - reference_len / candidate_len)) if candidate_len else 0.0


def brevity_torch(candidate_len, reference_len):
    ratio = torch.tensor(float(reference_len)) / candidate_len
    return torch.exp(1 - ratio).clamp(max=1.0)


def brevity_package(candidate_len, reference_len):
    return metrics.brevity_penalty(candidate_len, reference_len)


def brevity_strict(candidate_len, reference_len):
    if candidate_len > reference_len:
        return 1
    try:
        return math.e ** (1 - reference_len / candidate_len)
    except ZeroDivisionError:
        return 0


def bleu_root(candidate, reference, max_n=4):
    product = 1.0
    for n in range(1, max_n + 1):
        matches, total = precision_loops(candidate, reference, n)
        product *= matches / total if total else 0.0
    return brevity_one_line(len(candidate), len(reference)) * product ** (1 / max_n)


def bleu_package(candidate, reference, max_n=4):
    return metrics.corpus_bleu([candidate], [[reference]], max_n)


def bleu_torch(candidate, reference, max_n=4):
    counts = torch.tensor(
        [precision_loops(candidate, reference, n) for n in range(1, max_n + 1)],
        dtype=torch.float64,
    )
    log_p = (counts[:, 0] / counts[:, 1].clamp(min=1)).log()  # -inf where nothing matches
    penalty = brevity_one_line(len(candidate), len(reference))
    return penalty * log_p.mean().exp()


def bleu_lists(candidate, reference, max_n=4):
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


STYLES = {
    "perplexity": [perplexity_torch, perplexity_power, perplexity_bits, metrics.perplexity],
    "perplexity_from_sums": [sums_torch, sums_root, sums_numpy, metrics.perplexity_from_sums],
    "modified_precision": [
        precision_loops,
        precision_intersection,
        precision_strings,
        precision_package,
    ],
    "brevity_penalty": [brevity_one_line, brevity_torch, brevity_package, brevity_strict],
    "bleu": [bleu_root, bleu_package, bleu_torch, bleu_lists],
}
