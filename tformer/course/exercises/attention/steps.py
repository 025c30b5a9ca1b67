"""Steps of attention in right and wrong ways: the mask before or after the softmax, and norms."""

import torch

INF = torch.inf


def naive(x, axis):
    return x.exp() / x.exp().sum(axis, keepdim=True)


def by_sum(x, axis):
    return x / x.sum(axis, keepdim=True)


# How the mask enters the scores, before the softmax, ...
FILLS = {
    "fill": lambda s, m: s.masked_fill(~m, -INF),
    "none": lambda s, m: s,
    "after": lambda s, m: s,
    "after, renormalised": lambda s, m: s,
    "-inf after": lambda s, m: s,
    "times": lambda s, m: s * m,
    "plus": lambda s, m: s + m,
    "zero times inf": lambda s, m: s + (~m).to(s.dtype) * -INF,
    "plus inf": lambda s, m: s.masked_fill(~m, INF),
    "-1e4": lambda s, m: s.masked_fill(~m, -1e4),
    "first item": lambda s, m: s.masked_fill(~(m[:1] if m.ndim > 2 else m), -INF),
}
# ... and the weights, after it.
AFTER = {
    "after": lambda w, m: w * m,
    "after, renormalised": lambda w, m: w * m / (w * m).sum(-1, keepdim=True),
    "-inf after": lambda w, m: w.masked_fill(~m, -INF),
}
