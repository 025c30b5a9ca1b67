"""What a wrong output of multi-head attention tells: undo w_o, then read off the weights."""

import math

import torch

from ..cost_of_attention.reading_back import factor


def _split(x, heads):
    return x.reshape(*x.shape[:2], heads, -1).transpose(1, 2)


def _parts(args):
    """The split values and the right weights, in float64, and the mask."""
    x_q, x_kv, w_q, w_k, w_v, _ = (x.double() for x in args[:6])
    mask = args[7] if len(args) > 7 else None
    q, k, v = (_split(x, args[6]) for x in (x_q @ w_q, x_kv @ w_k, x_kv @ w_v))
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    return v, scores.softmax(-1).nan_to_num(0.0), mask


def _close(a, b):
    return torch.allclose(a, b, rtol=1e-2, atol=1e-3)


def _heads(args, got):
    """The heads' outputs (batch, heads, len, d_head) that give this result, or None."""
    w_o = args[5].double()
    if got.ndim != 3 or torch.linalg.cond(w_o) > 300 or not torch.isfinite(got).all():
        return None
    merged = torch.linalg.solve(w_o.mT, got.double().mT).mT
    return merged.reshape(*got.shape[:2], args[6], -1).transpose(1, 2)


def _mixed(out, v):
    """The weights with which ``v`` gives ``out``; None if any result could be made so.

    Raises LookupError if no weights give it.
    """
    if v.shape[-2] >= v.shape[-1]:
        return None
    weights = out @ torch.linalg.pinv(v)
    if not _close(weights @ v, out):
        raise LookupError
    return weights


def _weights(args, got):
    """The attention weights that make these heads' outputs, or None if that cannot be told.

    Raises LookupError if the outputs are no mixtures of the right values, which no symptom of
    wrong weights explains.
    """
    out = _heads(args, got)
    if out is not None and got.shape[1] != args[0].shape[1]:
        raise LookupError
    return None if out is None else _mixed(out, _parts(args)[0])


def one_right_head(args, got, want):
    mine, right = _heads(args, got), _heads(args, want)
    if mine is None or right is None or mine.shape != right.shape or args[6] < 2:
        return None
    fine = [i for i in range(args[6]) if _close(mine[:, i], right[:, i])]
    return bool(fine) and len(fine) < args[6] and f"Right are the heads {fine} of {args[6]}."


def scale_factor(args, got, want):
    mine, (_, right, mask) = _weights(args, got), _parts(args)
    return None if mask is not None else factor(mine, right, args[2].shape[-1] // args[6])


def sums_over(axis):
    """Do the weights sum to one over that axis, and not over the keys?"""

    def shows(args, got, want):
        mine = _weights(args, got)
        if mine is None or mine.shape[axis] == 1:
            return None
        total = mine.sum(axis)
        total = total[total.abs() > 1e-2]  # a key hidden from all has no weights to sum
        return _close(total, torch.ones_like(total)) and not row_sums(args, got, want)

    return shows


def row_sums(args, got, want):
    mine, (_, right, _) = _weights(args, got), _parts(args)
    return mine is not None and _close(mine.sum(-1), right.sum(-1))


def leaks(args, got, want):
    mine, (_, _, mask) = _weights(args, got), _parts(args)
    if mask is None:
        return None
    return mine is not None and (mine * ~mask).abs().max() > 1e-2


def hides(args, got, want):
    """Keys that may be attended to get no weight."""
    mine, (_, right, _) = _weights(args, got), _parts(args)
    if mine is None:
        return None
    hidden = (mine.abs() < 1e-4) & (right > 1e-2)
    told = "They are those of the future." if not hidden.tril().any() else True
    return bool(hidden.any()) and told


def not_a_mix(args, got, want):
    try:
        return _weights(args, got) is None and None
    except LookupError:
        return True
