"""BLEU with a switch for each thing that can go wrong."""

import math

from .mistakes_15_precision import variant as counts


def variant(
    candidate, reference, max_n=4,
    clip="clipped", total="candidate", size=None, mean="geometric", brevity="right", zero="zero",
    weights="even", orders="all", after=None,
):  # fmt: skip
    """bleu with one switch for each thing that can go wrong."""
    first, last = {
        "all": (1, max_n), "less one": (1, max_n - 1), "plus one": (1, max_n + 1), "four": (1, 4),
        "from two": (2, max_n), "two": (1, min(2, max_n)), "three": (1, min(3, max_n)),
    }[orders]  # fmt: skip
    pairs = [
        counts(candidate, reference, n, clip=clip, total=total, size=size or 0)
        for n in range(first, last + 1)
    ]
    smooth = {"epsilon": 1e-9, "tenth": 0.1}.get(zero)
    ps = [m / t if t else 0.0 for m, t in pairs]
    if zero == "plus one":
        ps = [(m + 1) / (t + 1) for m, t in pairs]
    if zero == "plus one above 1":
        ps = [ps[0], *((m + 1) / (t + 1) for m, t in pairs[1:])]
    if zero == "exp":
        k, halved = 1, []
        for m, t in pairs:
            k = k if m else 2 * k
            halved.append((m or 1 / k) / t if t else 0.0)
        ps = halved
    if zero == "drop missing":
        ps = [p for p, (_, t) in zip(ps, pairs, strict=True) if t]
    if zero == "drop zero":
        ps = [p for p in ps if p]
    if zero == "skip in sum":
        logs, n_logs = [math.log(p) for p in ps if p], len(ps)
    elif smooth:
        ps = [p or smooth for p in ps]
        logs, n_logs = [math.log(p) for p in ps], len(ps)
    elif zero == "raises":
        logs, n_logs = [math.log(p) for p in ps], len(ps)
    else:
        logs, n_logs = [math.log(p) if p else -math.inf for p in ps], len(ps)
    w = {
        "even": [1 / max(n_logs, 1)] * len(logs),
        "one": [1.0] * len(logs),
        "quarter": [0.25] * len(logs),
        "by n": [n / sum(range(1, n_logs + 1)) for n in range(1, len(logs) + 1)],
        "halving": [2.0**-n for n in range(1, len(logs) + 1)],
        "root too": [1 / max(n_logs, 1) ** 2] * len(logs),
    }[weights]
    c, r = len(candidate), len(reference)
    score = {
        "geometric": lambda: (
            math.exp(sum(x * y for x, y in zip(w, logs, strict=True))) if logs else 0.0
        ),
        "arithmetic": lambda: sum(ps) / max(len(ps), 1),
        "arithmetic of all": lambda: sum(m for m, _ in pairs) / max(sum(t for _, t in pairs), 1),
        "harmonic": lambda: len(ps) / sum(1 / p for p in ps) if ps and all(ps) else 0.0,
        "product": lambda: math.prod(ps),
        "least": lambda: min(ps, default=0.0),
        "mean of logs": lambda: sum(logs) / max(n_logs, 1) if all(ps) else 0.0,
        "sum": lambda: sum(ps),
        "log2": lambda: math.exp(sum(x * y / math.log(2) for x, y in zip(w, logs, strict=True))),
        "base two": lambda: 2 ** sum(x * y for x, y in zip(w, logs, strict=True)),
        "quadratic": lambda: (sum(p * p for p in ps) / max(len(ps), 1)) ** 0.5,
    }[mean]()
    factor = {
        "right": lambda: (1.0 if c >= r else math.exp(1 - r / c)) if c else 0.0,
        "none": lambda: 1.0,
        "inverted": lambda: 1.0 if c <= r else math.exp(1 - c / r),
        "upside down": lambda: (1.0 if c >= r else math.exp(1 - c / r)) if c else 0.0,
        "always": lambda: math.exp(1 - r / c) if c else 0.0,
        "ratio": lambda: min(1.0, c / r),
        "plain ratio": lambda: c / r,
        "reward": lambda: (1.0 if c >= r else math.exp(r / c - 1)) if c else 0.0,
        "both ways": lambda: math.exp(-abs(1 - r / c)) if c else 0.0,
        "long ratio": lambda: (math.exp(1 - r / c) if c < r else r / c) if c else 0.0,
        "twice": lambda: (1.0 if c >= r else math.exp(1 - r / c) ** 2) if c else 0.0,
        "no one": lambda: (1.0 if c >= r else math.exp(-r / c)) if c else 0.0,
        "distinct": lambda: brevity_of(len(set(candidate)), len(set(reference))),
        "inside": lambda: (1.0 if c >= r else math.exp((1 - r / c) / max(n_logs, 1))) if c else 0.0,
        "added": lambda: 1.0,
    }[brevity]()
    result = factor * score
    if brevity == "added":
        result = score + (1.0 if c >= r else math.exp(1 - r / c)) if c else 0.0
    return after(result, ps, factor) if after else result


def brevity_of(c, r):
    return (1.0 if c >= r else math.exp(1 - r / c)) if c else 0.0
