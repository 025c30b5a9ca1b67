"""Rotary positions: each pair of features turned by an angle that grows with the position."""

import math

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import normal
from .turning import alike, keeps_lengths, neighbours, power, side_by_side, turned_by, twos


def rotary(x, positions, base):
    d = x.shape[-1]
    exponents = torch.arange(0, d, 2, device=x.device).double() / d
    angles = positions[:, None] / base**exponents
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = even * cos - odd * sin, even * sin + odd * cos
    return torch.stack(turned, dim=-1).flatten(-2)


HINTS = (
    "Cut the features into pairs: (0, 1), (2, 3), ... Each pair is a point in the plane. Position "
    "p turns pair i by the angle p / base^(2i/d), in radians: the first pair fastest.",
    "x[..., 0::2] and x[..., 1::2] are the first and second halves of all pairs, (..., len, d/2). "
    "The angles are (len, d/2): positions[:, None] / base ** (torch.arange(0, d, 2) / d).",
    "To turn (a, b) by t: (a cos t - b sin t, a sin t + b cos t). Both need the old a and b.",
    "Put the pairs together again side by side: torch.stack((a * cos - b * sin, a * sin + b * "
    "cos), dim=-1).flatten(-2).",
)


def _example():
    return torch.tensor([[1.0, 0, 1, 0], [1, 0, 1, 0], [0, 1, 0, 2]]), torch.tensor([0, 1, 2]), 100


CASES = (
    Case(_example, "three positions, two pairs; base 100: the angles grow by 1 and by 0.1"),
    Case(lambda: (normal(2, 3, 4, 6, seed=1), torch.tensor([5, 6, 7, 8]), 10_000.0), "2 sentences, "
         "3 heads, 4 positions behind a past of 5, d = 6", ("extra-axes", "behind-a-past")),
    Case(lambda: (normal(2, 5, 8, seed=2), torch.tensor([9, 0, 4, 4, 2]), 50.0), "positions in no "
         "order, with gaps and twice the same", ("gaps",)),
    Case(lambda: (normal(1, 1, 2, seed=3), torch.tensor([3]), 10_000.0), "one position, one pair",
         ("length-one",)),
    Case(lambda: (normal(3, 2, 6, seed=14, dtype=torch.float64), torch.tensor([1, 2]), 10.0),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(5, 2, 4, seed=5).transpose(0, 1), torch.tensor([0, 1, 2, 3, 4]), 20.0),
         "batch and positions have changed places (non-contiguous)", ("non-contiguous",)),
    Case(lambda: (normal(4, 4, 8, seed=6), torch.arange(4), 30.0), "batch, length and "
         "pairs all 4", ("square",), probe=True),
)  # fmt: skip


def _turned(a, b, s, t):
    return a * s.cos() - b * s.sin(), a * t.sin() + b * t.cos()


def _overwritten(a, b, s, t):
    a = a * s.cos() - b * s.sin()
    return a, a * t.sin() + b * t.cos()


def _halves(a, b):
    return torch.cat((a, b), -1)


def variant(
    x, positions, base, cut=neighbours, join=side_by_side, form=_turned, place=lambda p: p, half=1,
    each=lambda angles: (angles, angles), after=lambda y, x: y,
):  # fmt: skip
    """rotary with one switch for each thing that can go wrong: s and t are the angles of the first
    and second member of a pair (a, b)."""
    angles = power(place(positions).double(), base, twos(x.shape[-1]) / half)
    return after(join(*form(*cut(x), *each(angles))).to(x.dtype), x)


MISTAKES = (
    twist("halves", "Feature i is paired with i + d/2 (rotate_half of GPT-NeoX and Hugging Face's "
          "Llama); asked for are neighbours, (2i, 2i+1).", cut=lambda x: x.chunk(2, -1),
          join=_halves),
    twist("pairs-not-put-back", "The pairs are turned rightly, but then all first members stand "
          "before all second ones (cat): put them side by side again, stack(..., -1).flatten(-2).",
          join=_halves),
    twist("cos-only", "Everything is multiplied by cos, and sin is missing: that makes pairs "
          "shorter, and does not turn them.", form=lambda a, b, s, t: (a * s.cos(), b * t.cos())),
    twist("first-overwritten", "The first feature of a pair is overwritten before the second is "
          "made from it: both need the old values.", form=_overwritten),
    twist("waves-added", "sin and cos are added to the features, as with sinusoidal positions; "
          "rotary positions turn.", form=lambda a, b, s, t: (a + s.sin(), b + t.cos())),
    twist("positions-ignored", "positions has no effect: it counts 0, 1, 2, ... by itself.",
          place=lambda p: torch.arange(len(p))),
    twist("half-the-exponent", "The exponent is i/d, not 2i/d: i counts pairs, and the frequencies "
          "fall to the square root (sqrt) of base only.", half=2),
    twist("angles-one-after-the-other", "cos and sin stand as cat(angles, angles), which goes with "
          "halves; neighbours have one angle: repeat_interleave(2).",
          each=lambda angles: neighbours(angles.repeat(1, 2))),
    twist("residual-added", "x is added to the result.", after=lambda y, x: x + y),
)  # fmt: skip


def _other_angles(args, got, want):
    """Every pair keeps its length: a turn, by other angles."""
    x, positions, base = args
    if not keeps_lengths(got, x):
        return False
    mine, right = turned_by(x, got), turned_by(x, want)
    gap = torch.remainder(mine - right + math.pi, 2 * math.pi) - math.pi
    if gap.abs().max() < 1e-3:
        return None
    *_, row, pair = torch.unravel_index(gap.abs().argmax(), gap.shape)
    i = tuple(torch.unravel_index(gap.abs().argmax(), gap.shape))
    return (
        f"At position {int(positions[row])} pair {int(pair)} is turned by {mine[i]:.4g}, and "
        f"should be by {int(positions[row])} / {base:g}^({2 * int(pair)}/{x.shape[-1]}), "
        f"which is {right[i]:.4g} within a full turn."
    )


def _inverted(args, got, want):
    """Turned by p * base^(2i/d), as far as large angles in float32 tell."""
    x, positions, base = args
    angles = power(positions.double(), base, -twos(x.shape[-1]))
    if not keeps_lengths(got, x) or angles.abs().max() > 1e5:
        return None if got.shape == x.shape else False
    gap = torch.remainder(turned_by(x, got) - angles + math.pi, 2 * math.pi) - math.pi
    return bool((gap.abs() < 0.05).all())


def _pairs_mixed(args, got, want):
    """Each row keeps its length, but the pairs do not keep theirs."""
    x = args[0]
    if x.shape[-1] == 2:
        return None
    rows = alike(got.norm(dim=-1), x.norm(dim=-1)) if got.shape == x.shape else False
    return rows and not keeps_lengths(got, x)


def _at_zero(args, got, want):
    """A row at position 0 is changed."""
    x, positions, _ = args
    if not (positions == 0).any():
        return None
    rows = positions == 0
    return got.shape == x.shape and not alike(got[..., rows, :], x[..., rows, :])


SIGNS = (
    Sign("frequencies-inverted", "The positions are multiplied by base^(2i/d); they should be "
         "divided by it. The frequencies are inverted.", _inverted),
    Sign("turned-by-other-angles", "Each pair keeps its length, so it is turned, but by another "
         "angle.", _other_angles),
    Sign("other-pairs", "Each row keeps its length, but its pairs (2i, 2i+1) do not: other "
         "features are paired, or the pairs are not put back where they were.", _pairs_mixed),
    Sign("position-zero-changes", "A row at position 0 is changed: its angle is 0, and cos 0 = 1, "
         "sin 0 = 0 leave it as it is.", _at_zero),
    Sign("no-turn", "Pairs do not keep their lengths: what is done to them is no turn. Look at "
         "the signs: (a cos - b sin, a sin + b cos).",
         lambda a, g, w: g.shape == w.shape and not keeps_lengths(g, a[0]),
         every=None),
)  # fmt: skip

EXERCISE = Exercise(rotary, HINTS, CASES, MISTAKES, variant, SIGNS)
