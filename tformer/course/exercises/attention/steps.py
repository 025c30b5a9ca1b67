"""Steps of attention in right and wrong ways: the mask before or after the softmax, and norms."""

import torch

INF = torch.inf


def naive(x, axis):
    return x.exp() / x.exp().sum(axis, keepdim=True)


def by_sum(x, axis):
    return x / x.sum(axis, keepdim=True)


# How the mask enters the scores, before the softmax.
FILLS = {
    "fill": lambda s, m: s.masked_fill(~m, -INF),
    "after": lambda s, m: s,
    "times": lambda s, m: s * m,
    "plus": lambda s, m: s + m,
    "zero times inf": lambda s, m: s + (~m).to(s.dtype) * -INF,
}


def softmax(x, axis):
    return x.softmax(axis)


def weigh(scores, mask, norm=softmax, axis=-1, masking="fill", rows="zero"):
    """The weights: ``masking`` says how the mask comes in, ``rows`` what becomes of a row that may
    attend to nothing."""
    if mask is None or masking == "none":
        return norm(scores, axis)
    mask = ~mask if masking == "inverted" else mask
    weights = norm(FILLS.get(masking, FILLS["fill"])(scores, mask), axis)
    weights = weights * mask if masking == "after" else weights
    instead = {"zero": 0.0, "uniform": 1 / weights.shape[-1], "as it is": weights}[rows]
    return torch.where(mask.any(-1, keepdim=True), weights, instead)
