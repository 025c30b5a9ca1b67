"""Attention with one switch for each thing that can go wrong, for the tables of ``attention``."""

import torch

from ..attention.steps import AFTER, FILLS

PRODUCTS = {
    "q k^T": lambda q, k, v: q @ k.mT,
    "q k": lambda q, k, v: q @ k,
    "k q^T": lambda q, k, v: k @ q.mT,
    "q v^T": lambda q, k, v: q @ v.mT,
    "cosine": lambda q, k, v: (
        (q / q.norm(dim=-1, keepdim=True)) @ (k / k.norm(dim=-1, keepdim=True)).mT
    ),
    "minus": lambda q, k, v: -q @ k.mT,
    "distance": lambda q, k, v: -(q[..., :, None, :] - k[..., None, :, :]).square().sum(-1),
}


def _softmax(x, axis):
    return x.softmax(axis)


def variant(
    q, k, v, mask=None, scale=lambda q, k, v: q.shape[-1] ** -0.5, product="q k^T", axis=-1,
    norm=_softmax, masking="fill", rows="zero", output=lambda w, q, k, v: w @ v, give=None,
):  # fmt: skip
    """attention with one switch for each thing that can go wrong."""
    scores = raw = PRODUCTS[product](q, k, v) * scale(q, k, v)
    allowed = None if mask is None or masking == "none" else mask
    if masking == "inverted" and mask is not None:
        allowed = ~mask
    if allowed is not None:
        scores = FILLS.get(masking, FILLS["fill"])(scores, allowed)
    axis = axis(scores) if callable(axis) else axis
    weights = norm(scores, axis)
    if allowed is not None:
        weights = AFTER.get(masking, lambda w, allowed: w)(weights, allowed)
        empty = ~allowed.any(-1, keepdim=True)
        if rows == "zero":
            weights = torch.where(empty, 0.0, weights)
        elif rows == "uniform":
            weights = torch.where(empty, 1 / weights.shape[-1], weights)
        elif rows == "first":
            weights = torch.where(empty, torch.eye(weights.shape[-1])[0].to(weights), weights)
    out = output(weights, q, k, v)
    return give(out, weights, raw, v, scores) if give else (out, weights)
