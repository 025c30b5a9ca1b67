"""The additive form of a mask."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers


def additive_mask(mask, dtype):
    zeros = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return zeros.masked_fill(~mask, -torch.inf)


HINTS = (
    "This mask is added to the scores before the softmax. What must be added to a score that "
    "should stay, and what to one that should vanish?",
    "0 where the mask is True, -inf where it is False. A finite number like -1e9 is not the same.",
    "Do not multiply by -inf: 0 * -inf is not a number. Fill zeros of the given dtype instead.",
    "torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, -torch.inf).",
)

CASES = (
    Case(lambda: (torch.tensor([[True, False, False], [True, True, False]]), torch.float32),
         "two queries, three keys"),
    Case(lambda: (integers(2, 2, 3, 2, 4, seed=1) > 0, torch.float32), "four axes",
         ("extra-axes",)),
    Case(lambda: (torch.tensor([[True, False], [False, True]]), torch.float16), "float16",
         ("float16",)),
    Case(lambda: (torch.tensor([[True], [False], [True]]), torch.float32), "one key",
         ("length-one",)),
    Case(lambda: (torch.tensor([[True, False, True], [True, False, False]]).t(), torch.float64),
         "a transposed (non-contiguous) mask with a row of only False, float64",
         ("non-contiguous", "float64")),
    Case(lambda: (integers(2, 1, 3, 4, seed=2) > 0, torch.float32), "three axes", ("extra-axes",)),
)  # fmt: skip


def variant(mask, dtype, keep=0.0, fill=-torch.inf, allowed=lambda mask: mask):
    """additive_mask with one switch for each thing that can go wrong."""
    low = torch.finfo(dtype).min if fill == "lowest" else fill
    full = torch.full(mask.shape, keep, dtype=torch.float64).masked_fill(~allowed(mask), low)
    return full.to(dtype)


MISTAKES = (
    twist("inverted", "It is the other way round (inverted): -inf stands where attending is "
          "allowed, 0 where it is forbidden. True means may attend.", allowed=torch.logical_not),
    *(twist(slug, f"Forbidden entries are {told}, a finite number: scores can be lower, and a row "
            "of only forbidden entries becomes uniform. It must be -inf.", fill=fill)
      for slug, told, fill in (
          ("fill-1e9", "-1e9", -1e9), ("fill-1e4", "-1e4", -1e4),
          ("fill-lowest", "the lowest number of the dtype", "lowest"))),
    Mistake("ones-only", "Everything is 1: -inf written into a boolean mask becomes True. Turn "
            "it into floats first.", lambda mask, dtype: torch.ones(mask.shape, dtype=dtype)),
    twist("one-for-allowed", "Allowed entries are 1 instead of 0: added to scores it must change "
          "nothing.", keep=1.0),
    twist("minus-inf-and-one-as-factors", "Allowed entries are 1 and forbidden ones 0: that is a "
          "factor, not something to add.", keep=1.0, fill=0.0),
)  # fmt: skip

SIGNS = (
    Sign("finite-fill", "Forbidden entries are finite: scores can be lower, and a row of only "
         "forbidden entries becomes uniform. It must be -inf.",
         lambda a, g, w: g.shape == w.shape and (g[~a[0]] < 0).all()
         and torch.isfinite(g[~a[0]]).any() and (g[a[0]] == 0).all()),
    Sign("not-a-number", "NaN comes out: somewhere 0 * -inf or inf - inf arises.",
         lambda a, g, w: g.is_floating_point() and g.isnan().any()),
    Sign("allowed-not-zero", "Allowed entries are not 0, so that adding the mask changes scores "
         "that should stay.", lambda a, g, w: g.shape == w.shape and (g[a[0]] != 0).any()),
)  # fmt: skip

EXERCISE = Exercise(additive_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
