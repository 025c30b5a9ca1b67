"""Wrappings of an answer: right or recognisable numbers in a wrong type, dtype or shape.

Each repair undoes one wrapping; what is left is compared again, so that "a float mask of the wrong
shape that is inverted besides" is told as what it is.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

Note = tuple[str, str]


def repair(got: Any, want: Any) -> tuple[Any, list[Note]]:
    """The answer without its wrappings, and a (slug, sentence) for each that was taken off."""
    notes: list[Note] = []
    for step in (_pair, _type, _dtype, _shape):
        try:
            got, note = step(got, want)
        except Exception:  # an odd object of the learner's: leave it as it is
            continue
        if note:
            notes.append(note)
    if isinstance(want, tuple) and isinstance(got, tuple) and len(got) == len(want):
        fixed = [repair(g, w) for g, w in zip(got, want, strict=True)]
        got = tuple(value for value, _ in fixed)
        notes += list(dict.fromkeys(note for _, some in fixed for note in some))
    return got, notes


def repair_added(got: Any, want: Any) -> tuple[Any, list[Note]]:
    """``repair`` for a mask of the kind that is added to scores."""
    fixed, notes = repair(got == 0, want)
    says = "The mask is of numbers to be added to scores: 0, and minus infinity or far below 0. "
    says += "A boolean one (True = may attend) was asked for."
    return fixed, [("added-not-boolean", says), *notes]


def to_be_added(got: Sequence[Any], want: Sequence[Any]) -> bool:
    """Are booleans asked for, and these 0 and -inf, or something like -1e9?"""
    if not all(isinstance(w, Tensor) and w.dtype == torch.bool for w in want):
        return False
    # in float64: of eight bits, -999 would be 25
    values = [torch.as_tensor(g).double() for g in got if isinstance(g, Tensor | np.ndarray)]
    low = [v < -999 for v in values]
    return any(x.any() for x in low) and all(
        (x | (v == 0)).all() for x, v in zip(low, values, strict=True)
    )


def _pair(got: Any, want: Any) -> tuple[Any, Note | None]:
    if isinstance(want, tuple):
        if isinstance(got, list):
            got = tuple(got)
        if isinstance(got, tuple) and len(got) > len(want):
            says = f"It returns {len(got)} values where {len(want)} were asked for."
            return got[: len(want)], ("returns-too-many-values", says)
    elif isinstance(got, tuple) and got and isinstance(want, Tensor | float | int):
        says = f"It returns a tuple of {len(got)} values, not one {_kind(want)}."
        return got[0], ("returns-a-tuple", says)
    return got, None


def _kind(want: Any) -> str:
    return "tensor" if isinstance(want, Tensor) else "number"


def _type(got: Any, want: Any) -> tuple[Any, Note | None]:
    if isinstance(want, Tensor) and not isinstance(got, Tensor):
        if isinstance(got, np.ndarray | np.generic):
            says = "It returns a numpy array; a torch tensor was asked for."
            return torch.as_tensor(got), ("returns-numpy", says)
        if isinstance(got, bool | int | float):
            says = "It returns a plain Python number; a torch tensor was asked for."
            return torch.tensor(got, dtype=want.dtype), ("returns-python-number", says)
        if isinstance(got, list):
            says = "It returns a Python list; a torch tensor was asked for."
            stacked = torch.stack(got) if isinstance(got[0], Tensor) else torch.tensor(got)
            return stacked, ("returns-list", says)
    if isinstance(want, int | float) and isinstance(got, Tensor | np.ndarray) and got.size:
        says = f"It returns a tensor of shape {tuple(got.shape)}; a plain number was asked for."
        one = got.reshape(-1)
        return (one[0].item() if len(one) == 1 else got), ("returns-a-tensor", says)
    return got, None


def _dtype(got: Any, want: Any) -> tuple[Any, Note | None]:
    if not (isinstance(got, Tensor) and isinstance(want, Tensor)) or got.dtype == want.dtype:
        return got, None
    is_, should = (str(x.dtype).removeprefix("torch.") for x in (got, want))
    if not got.numel():
        return got.to(want.dtype), None  # torch.tensor([]) is float whatever it would have held
    if want.dtype == torch.bool:
        says = f"The mask comes back as {is_}; a boolean mask (True = may attend) was asked for."
        return got.to(torch.bool), ("not-boolean", says)
    says = f"The result is {is_} where {should} was expected: the dtype does not follow the input."
    return got.to(want.dtype), ("wrong-dtype", says)


def _shape(got: Any, want: Any) -> tuple[Any, Note | None]:
    if not (isinstance(got, Tensor) and isinstance(want, Tensor)) or got.shape == want.shape:
        return got, None
    is_, should = tuple(got.shape), tuple(want.shape)
    told = f"The result has shape {is_}, expected {should}"
    if [n for n in is_ if n > 1] == [n for n in should if n > 1]:
        slug, says = "axis-in-wrong-place", "an axis stands in the wrong place"
        if len(is_) != len(should):
            few = len(is_) < len(should)
            slug = "missing-axis" if few else "extra-axis"
            says = ("it has an axis of size one too many", "an axis of size one is missing")[few]
        return got.reshape(should), (slug, f"{told}: {says}.")
    if len(is_) == len(should) and sorted(is_) == sorted(should):
        return _permuted(got, want, told)
    first = got[(0,) * max(0, got.ndim - want.ndim)]
    if got.ndim > want.ndim > 0 and torch.equal(got, first.expand_as(got)):
        return first, ("extra-axis", f"{told}: the rest is repetition.")
    if got.numel() == want.numel():
        says = f"{told}: the right number of entries, reshaped."
        return got.reshape(should), ("wrong-shape", says)
    return got, None


def _permuted(got: Tensor, want: Tensor, told: str) -> tuple[Tensor, Note]:
    """Bring axes into the wanted order when the sizes leave only one way to do it."""
    if len(set(want.shape)) < want.ndim:
        turned = got.mT if got.mT.shape == want.shape else got.reshape(want.shape)
        return turned, ("transposed", f"{told}: axes are swapped (transposed).")
    order = [list(got.shape).index(size) for size in want.shape]
    return got.permute(order), ("transposed", f"{told}: axes are swapped (transposed).")
