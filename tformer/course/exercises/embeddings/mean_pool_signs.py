"""What a wrong mean shows, whatever made it."""

import torch

from ...checker.core import Sign


def _factors(args, got, want):
    """Each sentence's mean times one factor: the sum is right, the number is not."""
    used = want.square().sum(-1) > 0
    ratio = (got * want).sum(-1)[used] / want.square().sum(-1)[used]
    if not torch.allclose(got[used], ratio[:, None] * want[used], rtol=1e-3, atol=1e-4):
        return False
    if not torch.isfinite(ratio).all() or not ratio.all() or (ratio - 1).abs().max() < 1e-4:
        return False
    told = ", ".join(f"{r:.4g}" for r in ratio[:3])
    return f"got / expected, sentence by sentence: {told}."


def _padding_moves_it(args, got, want):
    """Right where nothing is padding."""
    return not args[1].all()


def _only_empty(args, got, want):
    filled = args[1].any(1)
    return not filled.all() and torch.allclose(got[filled], want[filled], rtol=1e-3, atol=1e-5)


def extreme(x, m, largest):
    """The largest or the smallest number of each feature among the real words."""
    bound = -torch.inf if largest else torch.inf
    filled = x.masked_fill(~m.unsqueeze(-1), bound)
    return filled.amax(1) if largest else filled.amin(1)


def _outside(args, got):
    x, mask = args
    high, low = extreme(x, mask, True), extreme(x, mask, False)
    return bool(((got > high + 1e-4) | (got < low - 1e-4))[mask.any(1)].any())


def _nan(args, got, want):
    return got.isnan().any() and not args[1].any(1).all()


SIGNS = (
    Sign("one-number-a-sentence", "It returns one number for each sentence: the features are mixed "
         "too. Each feature has a mean of its own.", lambda a, g, w: g.shape == w.shape[:1]),
    Sign("one-vector-for-the-batch", "It returns one vector for the whole batch; each sentence has "
         "a mean of its own.", lambda a, g, w: g.shape == w.shape[1:]),
    Sign("empty-row-is-nan", "A row without any real position becomes NaN; it should give zeros.",
         lambda a, g, w: _nan(a, g, w) and _only_empty(a, g, w)),
    Sign("empty-row-not-zeros", "All is right but the row without any real position, which should "
         "give zeros.", _only_empty),
    Sign("wrong-divisor", "The direction is right, but not the length: the sum over the real "
         "positions is divided by another number than theirs.", _factors, every=None),
    Sign("wrong-with-padding", "It is right where nothing is padding, and wrong where something "
         "is: what stands at padding positions, or their number, still has an effect.",
         _padding_moves_it),
    Sign("outside-of-the-words", "What comes back lies outside of the real words' values: it is no "
         "mean of them.", lambda a, g, w: _outside(a, g), every=False),
    Sign("words-weigh-differently", "What comes back lies among the real words' values, but it is "
         "not their plain mean: in a mean all weigh the same.",
         lambda a, g, w: g.shape == w.shape and not g.isnan().any() and _padding_moves_it(a, g, w),
         every=False),
)  # fmt: skip
