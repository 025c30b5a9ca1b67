"""What a wrong rollout shows, whatever made it."""

import torch

from ...checker.core import Sign


def _share(args, got, want):
    """One layer tells with which shares map and identity are mixed."""
    (maps,) = args
    if len(maps) != 1 or got.shape != want.shape or len(want) == 1:
        return None
    a, off = maps[0], ~torch.eye(len(want), dtype=torch.bool)
    part = (got[off] / a[off]).mean().item()
    rest = (got - part * a).diagonal()
    same = torch.allclose(got[off], part * a[off], atol=1e-5)
    if not same or rest.max() - rest.min() > 1e-4 or abs(part - 0.5) + abs(rest[0] - 0.5) < 1e-3:
        return False
    return f"With one layer it gives {part:.3g} A + {rest[0].item():.3g} I."


def _row_sums(args, got, want):
    if got.shape != want.shape or torch.allclose(got.sum(-1), want.sum(-1), rtol=1e-3, atol=1e-4):
        return False
    sums = ", ".join(f"{s:.3g}" for s in got.sum(-1)[:3].tolist())
    return f"Here the first rows sum to {sums}."


def _future(args, got, want):
    (maps,) = args
    if got.shape != want.shape or any(a.triu(1).any() for a in maps):
        return None
    return len(want) > 1 and bool(got.triu(1).abs().max() > 1e-5)


def _alone_right(args, got, want):
    """Right for one layer, wrong for more: the way in which layers are joined."""
    return len(args[0]) > 1 and got.shape == want.shape


SIGNS = (
    Sign("other-shares", "Map and identity are mixed, but not half and half.", _share,
         every=False),
    Sign("future", "The maps are causal, but the result takes from later words.", _future,
         every=False),
    Sign("rows-sum-to-something-else", "The rows do not sum to one: 0.5 A + 0.5 I has rows that "
         "do, and so has a product of such matrices.", _row_sums, every=False),
    Sign("layers-joined-otherwise", "One layer alone is right, several are not: each should be 0.5 "
         "A + 0.5 I of its own map; a matrix product joins them, each later one from the left.",
         _alone_right),
    Sign("shares-elsewhere", "The rows sum to one, but the shares lie on other words.",
         lambda a, g, w: g.shape == w.shape and not g.isnan().any(), every=False),
)  # fmt: skip
