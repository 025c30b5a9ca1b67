"""What a wrong result of attention shows, whatever made it."""

import torch

from ...checker.compare import near, same
from ...checker.core import Sign
from ..cost_of_attention.reading_back import factor


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
        if (w.ndim < 3 and axis == 1) or w.shape[axis] == 1:
            return None  # in a table axis 1 is the keys
        total = w.nan_to_num(0.0).sum(axis)
        rows = w.nan_to_num(0.0).sum(-1)
        return _ones(total[total.abs() > 1e-6]) and not _ones(rows[rows.abs() > 1e-6])

    return shows


def _leaks(args, got, want):
    return len(args) > 3 and (got[1] * ~args[3]).abs().nan_to_num(0).max() > 1e-5


def _empty_row(args, got, want):
    empty = _empty(args)
    return empty is not None and not near(got[1] * empty[..., None], torch.zeros_like(want[1]))


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
    Sign("wrong-scale", "The weights are a right softmax of scores that are scaled wrongly:",
         lambda a, g, w: factor(g[1].double(), w[1].double(), a[0].shape[-1])),
    Sign("leaks-to-masked-keys", "Keys that the mask forbids get a weight.", _leaks, every=None),
    Sign("empty-row-not-zero", "A query that may attend to nothing does not get zeros.",
         _empty_row),
    Sign("negative-weights", "Some weights are negative; a softmax never is.",
         lambda a, g, w: (g[1] < -1e-6).any(), every=False),
    Sign("output-is-not-weights-times-values", "The output is not the returned weights times the "
         "values.", lambda a, g, w: not near(g[0], g[1] @ a[2]), every=False),
    Sign("rows-do-not-sum-to-one", "The weights of a query do not sum to one.",
         lambda a, g, w: _empty(a) is None and not _ones(g[1].sum(-1)), every=None),
    Sign("wrong-scores", "The weights are a softmax over the keys, as they should, but of other "
         "scores than q k^T / sqrt(d_k).", _rows_are_one, every=False),
)  # fmt: skip
