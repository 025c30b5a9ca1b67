"""What a wrong result of attention shows, whatever made it."""

import torch

from ...checker.compare import same
from ...checker.core import Sign


def _ones(x):
    return torch.allclose(x.double(), torch.ones_like(x, dtype=torch.float64), atol=1e-3)


def _rows_are_one(args, got, want):
    return _ones(got[1].sum(-1)) if _empty(args) is None else False


def _empty(args):
    """Rows (broadcast) that may attend to nothing, or None if there are none."""
    mask = args[3] if len(args) > 3 else None
    if mask is None or mask.any(-1).all():
        return None
    return ~mask.any(-1)


def _sums_along(axis):
    """Do the weights sum to one along that axis, where they sum to anything, and not the rows?"""

    def shows(args, got, want):
        w = got[1]
        if (w.ndim < 3 and axis in (0, 1)) or w.shape[axis] == 1:
            return None  # in a table axis 0 is -2, and axis 1 the keys
        total = w.nan_to_num(0.0).sum(axis)
        rows = w.nan_to_num(0.0).sum(-1)
        return _ones(total[total.abs() > 1e-6]) and not _ones(rows[rows.abs() > 1e-6])

    return shows


def _leaks(args, got, want):
    return len(args) > 3 and (got[1] * ~args[3]).abs().nan_to_num(0).max() > 1e-5


def _same(got, want):
    return got.shape == want.shape and torch.allclose(
        got.double(), want.double(), rtol=1e-3, atol=1e-5, equal_nan=True
    )


def _sharpness(args, got, want):
    """The factor between the learner's scores and the right ones, read off the weights' logs."""
    if not _same(got[1].sum(-1), want[1].sum(-1)):
        return False
    w, g = want[1].double().flatten(0, -2), got[1].double().flatten(0, -2)
    best = w.argmax(-1, keepdim=True)
    right, mine = (x.log() - x.log().gather(-1, best) for x in (w, g))
    used = (right.abs() > 1e-2) & (w > 1e-4) & (g > 1e-4)
    if not used.any():
        return None  # nothing to be read off here: one key, or all the weight on one
    ratio = mine[used] / right[used]
    return torch.allclose(ratio, ratio[0].expand_as(ratio), rtol=2e-2) and float(ratio[0])


def _temperature(args, got, want):
    factor = _sharpness(args, got, want)
    if factor is None or factor is False:
        return factor
    if abs(factor) < 1e-3:
        return False  # equal weights: cut off or not used, and not merely scaled
    return f"got scores / right scores = {factor:.4g} where d_k = {args[0].shape[-1]}."


def _empty_row(args, got, want):
    empty = _empty(args)
    return empty is not None and not _same(got[1] * empty[..., None], torch.zeros_like(want[1]))


SIGNS = (
    Sign("output-does-not-use-the-weights", "The weights are right but the output is not: it is "
         "not the weights times the values.",
         lambda a, g, w: same(g[1], w[1]) and not same(g[0], w[0])),
    Sign("returned-weights-wrong", "The output is right but the returned weights are not those "
         "that made it.", lambda a, g, w: same(g[0], w[0]) and not same(g[1], w[1])),
    Sign("softmax-over-queries", "Each column of the weights sums to one, not each row: the "
         "softmax runs over the wrong axis, the queries (dim=-2) instead of the keys (dim=-1).",
         _sums_along(-2)),
    Sign("softmax-over-axis-one", "The weights sum to one along axis 1, not along the keys: the "
         "softmax runs over the wrong axis (dim=1 instead of dim=-1).", _sums_along(1)),
    Sign("softmax-over-first-axis", "The weights sum to one along the first axis, not along the "
         "keys: the softmax runs over the wrong axis (dim=0 instead of dim=-1).", _sums_along(0)),
    Sign("wrong-scale", "The weights are a right softmax of scores that are scaled wrongly:",
         _temperature),
    Sign("leaks-to-masked-keys", "Keys that the mask forbids get a weight.", _leaks, every=None),
    Sign("empty-row-not-zero", "A query that may attend to nothing does not get zeros.",
         _empty_row),
    Sign("negative-weights", "Some weights are negative; a softmax never is.",
         lambda a, g, w: (g[1] < -1e-6).any(), every=False),
    Sign("output-is-not-weights-times-values", "The output is not the returned weights times the "
         "values.", lambda a, g, w: not _same(g[0], g[1] @ a[2]), every=False),
    Sign("rows-do-not-sum-to-one", "The weights of a query do not sum to one.",
         lambda a, g, w: _empty(a) is None and not _ones(g[1].sum(-1)), every=None),
    Sign("wrong-scores", "The weights are a softmax over the keys, as they should, but of other "
         "scores than q k^T / sqrt(d_k).", _rows_are_one, every=False),
)  # fmt: skip
