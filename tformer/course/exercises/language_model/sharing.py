"""Which key/value head a query head uses, in right and wrong ways, and how outputs tell it."""

import torch

from ..kv_cache.reading_back import sharpness


def by_index(rule):
    """Key/value heads by their numbers: ``rule(h, heads, kv)`` for each query head h of q."""

    def pick(x, q):
        heads, kv = q.shape[1], x.shape[1]
        return x[:, [min(rule(h, heads, kv), kv - 1) for h in range(heads)]]

    return pick


in_a_row = by_index(lambda h, heads, kv: h // (heads // kv))
in_turn = by_index(lambda h, heads, kv: h % kv)


def alike(a, b):
    return a.shape == b.shape and torch.allclose(
        a.double(), b.double(), rtol=1e-3, atol=1e-4, equal_nan=True
    )


def empty_rows(args):
    """Queries that may attend to nothing, broadcastable to (b, heads, T); None without any."""
    mask = args[3] if len(args) > 3 else None
    return None if mask is None or mask.any(-1).all() else ~mask.any(-1)


def of_other_heads(reference):
    """A sign: each query head's output is right for some key/value head, not always its own."""

    def shows(args, got, want):
        q, k, v, *mask = args
        heads, kv = q.shape[1], k.shape[1]
        if kv == 1 or got.shape != want.shape:
            return None if kv == 1 else False
        each = [reference(q, k[:, j : j + 1], v[:, j : j + 1], *mask) for j in range(kv)]
        used = [
            next((j for j in range(kv) if alike(got[:, h], each[j][:, h])), None)
            for h in range(heads)
        ]
        if None in used:
            return False
        right = [h // (heads // kv) for h in range(heads)]
        return used != right and f"The query heads use {used}; they should use {right}."

    return shows


def only_shared(args, got, want):
    return args[0].shape[1] != args[1].shape[1]


def sharpness_by_heads(args, got, want):
    """The factor between the learner's scores and the right ones, read off the outputs."""
    q, k, v = args[:3]
    if got.shape != want.shape or empty_rows(args) is not None:
        return False if got.shape != want.shape else None
    keys, values = (in_a_row(x, q) for x in (k, v))
    return sharpness(args[:1], (got, keys, values), (want, keys, values))
