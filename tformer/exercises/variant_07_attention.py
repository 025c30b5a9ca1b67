"""Multi-head attention with one switch for each thing that can go wrong in it."""

import torch

from .variant_05_attention import AFTER, FILLS


def split(x, heads, how="blocks"):
    """(batch, len, d_model) to (batch, heads, len, d_head) in right and wrong ways."""
    batch, length, width = x.shape
    size = width // heads
    return {
        "blocks": lambda: x.reshape(batch, length, heads, size).transpose(1, 2),
        "view": lambda: x.reshape(batch, heads, length, size),
        "interleaved": lambda: x.reshape(batch, length, size, heads).permute(0, 3, 1, 2),
        "sizes swapped": lambda: x.reshape(batch, length, size, heads).transpose(1, 2),
        "features first": lambda: x.mT.reshape(batch, heads, length, size),
        "not moved": lambda: x.reshape(batch, length, heads, size),
        "one head": lambda: x[:, None],
        "same block": lambda: x[:, None, :, :size].expand(-1, heads, -1, -1),
        "everything": lambda: x[:, None].expand(-1, heads, -1, -1),
    }[how]()


def merge(y, length, how="blocks"):
    """(batch, heads, len, d_head) to (batch, len, d_model) in right and wrong ways."""
    batch = y.shape[0]
    return {
        "blocks": lambda: y.transpose(1, 2).reshape(batch, length, -1),
        "view": lambda: y.reshape(batch, length, -1),
        "interleaved": lambda: y.permute(0, 2, 3, 1).reshape(batch, length, -1),
        "last axes": lambda: y.mT.reshape(batch, length, -1),
        "size first": lambda: y.permute(0, 3, 1, 2).reshape(batch, length, -1),
        "reversed": lambda: y.flip(1).transpose(1, 2).reshape(batch, length, -1),
        "mean": lambda: y.mean(1).repeat(1, 1, y.shape[1]),
        "sum": lambda: y.sum(1).repeat(1, 1, y.shape[1]),
        "narrow mean": lambda: y.mean(1),
        "narrow sum": lambda: y.sum(1),
        "first": lambda: y[:, 0].repeat(1, 1, y.shape[1]),
        "along length": lambda: y.flatten(1, 2),
    }[how]()


def _projected(x_q, x_kv, w_q, w_k, w_v):
    return x_q @ w_q, x_kv @ w_k, x_kv @ w_v


def _softmax(x, axis):
    return x.softmax(axis)


def variant(
    x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None, project=_projected, cut="blocks",
    scale=lambda q, k, heads: q.shape[-1] ** -0.5, product=lambda q, k: q @ k.mT, axis=-1,
    norm=_softmax, masking="fill", form=None, rows="zero", join="blocks",
    output=lambda merged, w_o, x_q: merged @ w_o, give=None,
):  # fmt: skip
    """multi_head_attention with one switch for each thing that can go wrong."""
    kinds = cut if isinstance(cut, tuple) else (cut,) * 3
    projected = project(x_q, x_kv, w_q, w_k, w_v)
    q, k, v = (split(x, num_heads, kind) for x, kind in zip(projected, kinds, strict=True))
    scores = product(q, k) * scale(q, k, num_heads)
    if masking == "none":
        mask = None
    if mask is not None:
        mask = form(mask) if form else mask
        mask = ~mask if masking == "inverted" else mask
        scores = FILLS.get(masking, FILLS["fill"])(scores, mask)
    weights = norm(scores, axis)
    if mask is not None:
        weights = AFTER.get(masking, lambda w, m: w)(weights, mask)
        empty = ~mask.any(-1, keepdim=True)
        if rows == "zero":
            weights = torch.where(empty, 0.0, weights)
        elif rows == "uniform":
            weights = torch.where(empty, 1 / weights.shape[-1], weights)
    merged = merge(weights @ v, projected[0].shape[1], join)
    out = output(merged, w_o, x_q)
    return give(out, weights, merged) if give else out
