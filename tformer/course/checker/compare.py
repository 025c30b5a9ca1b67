"""When are two answers the same? Loose enough for every style, strict about type and shape."""

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .core import Outcome

# float32 must allow exp(x - logsumexp(x)) at |x| = 1000; float64 must allow a sqrt(d) that was
# taken in float32. Everything a learner may get wrong is larger than either.
RELATIVE = {torch.float16: 2e-3, torch.bfloat16: 2e-2, torch.float32: 1e-4, torch.float64: 1e-5}
ABSOLUTE = {torch.float16: 1e-3, torch.bfloat16: 1e-2, torch.float32: 2e-6, torch.float64: 1e-7}
FILLED = 1e6  # numbers as large as that fill a mask: the others may be off by no more for them

_equal, _number = torch.equal, torch.nan_to_num  # a learner's code may put others in their place


def same(got: Any, want: Any) -> bool:
    """Is ``got`` the answer ``want``: same structure, shape, dtype, values within rounding?"""
    if isinstance(want, Tensor):
        return (
            isinstance(got, Tensor)
            and got.shape == want.shape
            and (got.dtype == want.dtype or not want.numel())  # tensor([]) is always float
            and got.device == want.device
            and close(got, want)
        )
    if isinstance(want, tuple | list):
        return (
            isinstance(got, tuple | list)
            and len(got) == len(want)
            and all(same(g, w) for g, w in zip(got, want, strict=True))
        )
    if isinstance(want, int | float) and not isinstance(want, bool):
        plain = isinstance(got, int | float | np.number)  # a tensor is no number
        plain = plain and not isinstance(got, bool | np.complexfloating)
        return plain and _close_numbers(float(got), float(want))
    return type(got) is type(want) and got == want


def close(got: Tensor, want: Tensor) -> bool:
    """Equal values within rounding, NaN equal to NaN, for tensors of one shape."""
    got, want = got.detach(), want.detach()
    if not want.is_floating_point() or not got.is_floating_point():
        return bool(torch.equal(got.to(want.dtype), want))
    rounding = max(got.dtype, want.dtype, key=lambda dtype: RELATIVE.get(dtype, 0))
    # numpy: on a few numbers its operations cost a tenth of torch's, and a check makes thousands
    g, w = got.to(torch.float64).cpu().numpy(), want.to(torch.float64).cpu().numpy()
    finite = np.abs(w, where=np.isfinite(w), out=np.zeros_like(w))
    scale = finite.max(initial=1.0, where=finite < FILLED)
    bound = ABSOLUTE[rounding] * scale + RELATIVE[rounding] * finite
    with np.errstate(invalid="ignore"):
        same_number = np.isfinite(w) & (np.abs(g - w) <= bound)
    return bool((same_number | (g == w) | (np.isnan(g) & np.isnan(w))).all())


def near(got: Tensor, want: Tensor) -> bool:
    """Of one shape, and equal but for digits that were lost on the way; NaN equal to NaN."""
    return got.shape == want.shape and torch.allclose(
        got.double(), want.double(), rtol=1e-3, atol=1e-5, equal_nan=True
    )


def _close_numbers(got: float, want: float) -> bool:
    both_nan = math.isnan(want) and math.isnan(got)
    return both_nan or got == want or math.isclose(got, want, rel_tol=1e-5, abs_tol=1e-12)


def safely_same(got: Any, want: Any) -> bool:
    """``same``, but False where the learner's object cannot even be compared."""
    try:
        return bool(same(got, want))
    except Exception:
        return False


def identical(after: Any, before: Any) -> bool:
    """Has an argument kept its value exactly? Tensors bit by bit, containers item by item."""
    try:
        return _identical(after, before)
    except Exception:  # something stands there now that cannot even be compared
        return False


def _identical(after: Any, before: Any) -> bool:
    if isinstance(before, Tensor):
        return (
            isinstance(after, Tensor)
            and after.shape == before.shape
            and after.dtype == before.dtype
            and _equal(_number(after.detach(), 123.0), _number(before.detach(), 123.0))
        )
    if isinstance(before, tuple | list):
        return (
            type(after) is type(before)
            and len(after) == len(before)
            and all(_identical(a, b) for a, b in zip(after, before, strict=True))
        )
    if callable(before) or type(before).__eq__ is object.__eq__:  # two of a kind are never equal
        return True
    return type(after) is type(before) and after == before


def right(outcome: Outcome, want: Any) -> bool:
    """Did this call give the wanted answer (whatever else it did)?"""
    return not outcome.failed and safely_same(outcome.value, want)


def agree(mine: Outcome, other: Outcome) -> int:
    """0 = differ; 1 = both raise, in different words; 2 = same value or same kind of error."""
    if mine.failed or other.failed:
        if not (mine.failed and other.failed):
            return 0
        return 1 + (mine.error == other.error and words(mine.message) == words(other.message))
    return 2 * safely_same(mine.value, other.value)


def words(message: str) -> str:
    """A message without its numbers, so that it can be compared between sizes."""
    return "".join(c for c in message if not c.isdigit())[:80]
