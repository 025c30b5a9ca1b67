"""Rotary positions: each pair of features turned by an angle that grows with the position."""

import math

import torch

from ...checker.core import Case, Exercise, Law, Mistake, Sign, twist
from ...checker.samples import normal
from .turning import ANGLES, FORMS, PAIRINGS, alike, keeps_lengths, pairs, turned_by


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


# fmt: off
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
)
# fmt: on


def variant(
    x, positions, base, pairing="interleaved", angle="right", form="turned", put_back=None,
    place=None, axis=-2, after=None,
):  # fmt: skip
    """rotary with one switch for each thing that can go wrong."""
    places = place(positions, x) if place else positions
    angles = ANGLES[angle](places.double(), base, x.shape[-1])
    angles = angles if isinstance(angles, tuple) else (angles, angles)
    if axis != -2:  # (len, pairs) lined up with another axis than that of the positions
        angles = tuple(a.reshape(len(a), *[1] * (-axis - 2), a.shape[1]) for a in angles)
    cut, join = PAIRINGS[pairing]
    a, b = cut(x)
    y = (PAIRINGS[put_back][1] if put_back else join)(*FORMS[form](a, b, *angles))
    y = y.to(x.dtype)
    return after(y, x) if after else y


def _first_half_only(x, positions, base):
    half = max(x.shape[-1] // 4 * 2, 2)
    return torch.cat([variant(x[..., :half], positions, base), x[..., half:]], -1)


# fmt: off
MISTAKES = (
    twist("halves", "Feature i is paired with i + d/2 (rotate_half of GPT-NeoX and Hugging Face's "
          "Llama); asked for are neighbours, (2i, 2i+1).", pairing="halves"),
    twist("pairs-not-put-back", "The pairs are turned rightly, but then all first members stand "
          "before all second ones (cat): put them side by side again, stack(..., -1).flatten(-2).",
          put_back="halves"),
    twist("halves-put-side-by-side", "The features are cut into two halves, and then put together "
          "as neighbours: both have to be neighbours.", pairing="halves", put_back="interleaved"),
    twist("pair-members-swapped", "In each pair the second feature comes first (swapped).",
          put_back="swapped"),
    twist("turned-by-columns", "The features are paired first with last, (i, d-1-i).",
          pairing="from both ends"),
    twist("turned-back", "Each pair is turned the wrong way: the sign of sin is inverted. "
          "(a cos - b sin, a sin + b cos).", form="back"),
    twist("both-sines-plus", "Both sines are added: (a cos + b sin, a sin + b cos) is no turn; the "
          "first has a minus.", form="plus plus"),
    twist("both-sines-minus", "Both sines are subtracted: (a cos - b sin, b cos - a sin) is no "
          "turn; the second has a plus.", form="minus minus"),
    twist("cos-only", "Everything is multiplied by cos, and sin is missing: that makes pairs "
          "shorter, and does not turn them.", form="cos"),
    twist("sin-only", "Everything is multiplied by sin; a turn needs both cos and sin.",
          form="sin"),
    twist("sin-and-cos-swapped", "sin and cos are swapped: position 0 should change nothing.",
          form="swapped"),
    twist("reflected", "The pairs are reflected, (a cos + b sin, a sin - b cos), not turned.",
          form="reflected"),
    twist("cos-and-sin-of-their-own", "The first feature gets cos, the second sin: (a cos, b sin). "
          "A turn mixes the two.", form="each its own"),
    twist("first-feature-only", "Only the first feature of each pair is turned; the second stays.",
          form="first only"),
    twist("second-feature-only", "Only the second feature of each pair is turned; the first stays.",
          form="second only"),
    twist("first-overwritten", "The first feature of a pair is overwritten before the second is "
          "made from it: both need the old values.", form="one after the other"),
    twist("waves-added", "sin and cos are added to the features, as with sinusoidal positions; "
          "rotary positions turn.", form="added"),
    twist("multiplied-by-the-angle", "The features are multiplied by their angles.", form="angle"),
    twist("positions-ignored", "positions has no effect: it counts 0, 1, 2, ... by itself.",
          place=lambda p, x: torch.arange(len(p))),
    twist("counted-from-the-first", "It counts on from positions[0]: right only where no position "
          "is left out.", place=lambda p, x: p[0] + torch.arange(len(p))),
    twist("relative-to-the-first", "positions[0] is taken off: the first one is always at 0.",
          place=lambda p, x: p - p[0]),
    twist("counted-from-one", "Positions are counted from 1: one is added to them.",
          place=lambda p, x: p + 1),
    twist("counted-backwards", "The positions are negated or taken off the largest: they run "
          "backwards (reversed).", place=lambda p, x: p.max() - p),
    twist("positions-reversed", "The positions stand in reverse order (flipped).",
          place=lambda p, x: p.flip(0)),
    twist("positions-sorted", "The positions are sorted first; each belongs to its own row.",
          place=lambda p, x: p.sort().values),
    twist("one-position-for-all", "All rows are turned by the angles of the first position.",
          place=lambda p, x: p[:1].expand_as(p)),
    twist("last-position-for-all", "All rows are turned by the angles of the last position.",
          place=lambda p, x: p[-1:].expand_as(p)),
    twist("positions-by-length", "The positions are divided by the length of the row.",
          place=lambda p, x: p / len(p)),
    twist("half-the-exponent", "The exponent is i/d, not 2i/d: i counts pairs, and the frequencies "
          "fall to the square root (sqrt) of base only.", angle="i/d"),
    twist("twice-the-exponent", "The exponent is 4i/d (2 * arange(0, d, 2) / d, or 2i over d/2): "
          "i counts pairs, so 2i runs to d - 2.", angle="4i/d"),
    twist("exponent-not-divided", "The exponent is 2i; it is 2i/d.", angle="2i"),
    twist("pairs-counted-from-one", "The pairs are counted from 1: the first one should turn by "
          "the position itself.", angle="from one"),
    twist("last-pair-at-base", "The exponents are spread from 0 to 1 (linspace): they end at "
          "(d - 2)/d, before 1.", angle="to one"),
    twist("frequencies-inverted", "The positions are multiplied by base^(2i/d); they are divided "
          "by it. The frequencies are inverted.", angle="times"),
    twist("frequencies-reversed", "The frequencies are reversed (flipped): the first pair turns "
          "fastest.", angle="flipped"),
    twist("one-angle-for-all", "All pairs are turned by the same angle, the position itself; pair "
          "i turns by p / base^(2i/d).", angle="one"),
    twist("linear-frequencies", "The frequencies fall in a line; it is a power of base.",
          angle="linear"),
    twist("an-angle-for-each-feature", "The two features of a pair have different angles: the "
          "exponent counts features (j/d); both members of pair i have 2i/d.",
          angle="each feature"),
    twist("angles-one-after-the-other", "cos and sin stand as cat(angles, angles), which goes with "
          "halves; neighbours have one angle: repeat_interleave(2).", angle="repeated"),
    Mistake("halves-with-neighbours-angles", "Feature i is paired with i + d/2, and the angles are "
            "repeated for neighbours: pairs are (2i, 2i+1).",
            lambda x, p, base: variant(x, p, base, pairing="halves", angle="interleaved")),
    twist("base-hard-wired", "base is 10000 whatever was passed.", angle="10000"),
    twist("base-halved", "base is divided by something before use.", angle="half base"),
    twist("base-ignored", "base is not used: the powers are those of e or 2.", angle="e"),
    twist("degrees", "The angles are taken for degrees; they are radians.", angle="degrees"),
    twist("whole-turns", "The angles are multiplied by 2 pi: they are radians, not whole turns.",
          angle="turns"),
    twist("times-pi", "The angles are multiplied by pi: they are radians.", angle="pi"),
    twist("rounded-down", "The exponent or the angle is rounded down (//).", angle="floor"),
    twist("along-the-heads", "The angles line up with the axis before the positions (dim=-3), the "
          "heads or the batch: the positions are dim=-2.", axis=-3),
    Mistake("first-half-of-the-features", "Only the first half of the features is turned, as in "
            "models with partial rotary positions; here it is all.", _first_half_only),
    Mistake("turned-twice", "The turn is done twice.",
            lambda x, p, base: variant(variant(x, p, base), p, base)),
    Mistake("not-turned", "x comes back as it was.", lambda x, p, base: x.clone()),
    twist("residual-added", "x is added to the result.", after=lambda y, x: x + y),
    twist("heads-merged-into-the-batch", "Heads and batch have become one axis; the result has the "
          "shape of x.", after=lambda y, x: y.flatten(0, 1) if y.ndim > 3 else y),
    twist("pairs-left-apart", "The pairs have an axis of their own, (..., d/2, 2): flatten(-2) "
          "brings back (..., d).", after=lambda y, x: pairs(y)),
    twist("complex-returned", "It returns complex numbers; view_as_real and flatten(-2) bring back "
          "the features.", after=lambda y, x: torch.view_as_complex(pairs(y))),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda y, x: y.squeeze()),
    Mistake("computes-in-float32", "The result is float32 whatever x is: bring it back to "
            "x.dtype.", lambda x, p, base: variant(x.float(), p, base)),
    Mistake("angles-in-float64", "cos and sin are float64, and so is the result: bring them to "
            "x.dtype.", lambda x, p, base: variant(x.double(), p, base)),
    Mistake("view-needs-contiguous", "It uses view in a way that fails on a transposed tensor; "
            "reshape works.", lambda x, *a: variant(x.view(-1).view(x.shape), *a)),
)
# fmt: on


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
    angles = ANGLES["times"](positions.double(), base, x.shape[-1])
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


# fmt: off
SIGNS = (
    Sign("frequencies-inverted", "The positions are multiplied by base^(2i/d); they are divided "
         "by it. The frequencies are inverted.", _inverted),
    Sign("turned-by-other-angles", "Each pair keeps its length, so it is turned, but by another "
         "angle.", _other_angles),
    Sign("other-pairs", "Each row keeps its length, but its pairs (2i, 2i+1) do not: other "
         "features are paired, or the pairs are not put back where they were.", _pairs_mixed),
    Sign("position-zero-changes", "A row at position 0 is changed: its angle is 0, and cos 0 = 1, "
         "sin 0 = 0 leave it as it is.", _at_zero),
    Sign("no-turn", "The pairs do not keep their lengths: what is done to them is no turn. Look at "
         "the signs: (a cos - b sin, a sin + b cos).",
         lambda a, g, w: g.shape == w.shape and not keeps_lengths(g, a[0])),
    Sign("no-turn", "Some pairs do not keep their lengths: what is done to them is no turn.",
         lambda a, g, w: g.shape == w.shape and not keeps_lengths(g, a[0]), every=False),
)

XS = normal(2, 3, 4, seed=31)
HERE, LATER = torch.tensor([1, 3, 4]), torch.tensor([8, 10, 11])


def _scores(a):
    return a[0] @ a[1].mT


LAWS = (
    Law("position-zero-changes", "At position 0 something changes: an angle of 0 leaves x as it "
        "is.", lambda: [(XS, torch.zeros(3, dtype=torch.long), 50.0)], lambda a: alike(a, XS)),
    Law("absolute-positions-count", "With all positions seven further on, the dot products between "
        "rows change: they should depend on distances only.",
        lambda: [(XS, HERE, 50.0), (XS, LATER, 50.0)],
        lambda a, b: alike(_scores(a), _scores(b))),
    Law("lengths-change", "The rows do not keep their length: a turn changes directions only.",
        lambda: [(XS, HERE, 50.0)], lambda a: alike(a.norm(dim=-1), XS.norm(dim=-1))),
)
# fmt: on

EXERCISE = Exercise(rotary, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS)
