"""Words for values: the smallest input that shows a mistake, what came back, what was expected."""

import inspect
import reprlib
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .core import Case, Exercise, Outcome
from .foreign import kind_of

SMALL = 16


def evidence(exercise: Exercise, case: Case, want: Any, got: Outcome) -> list[tuple[str, str]]:
    """Labelled lines: the call, got, expected, and for large values the first difference."""
    args = case.make()
    names = list(inspect.signature(exercise.reference).parameters)
    given = [f"{n} = {show(a)}" for n, a in zip(names, args, strict=False)]
    call = f"{exercise.name}({', '.join(names[: len(args)])})"
    lines = [("Input", f"{call} with " + ", ".join(given)), ("Case", case.why)]
    if got.failed:
        lines.append(("Got", _error(got)))
    else:
        lines.append(("Got", show(got.value, want)))
    lines.append(("Expected", show(want)))
    where = None if got.failed else first_difference(got.value, want)
    return lines + ([("First difference", where)] if where else [])


def _error(got: Outcome) -> str:
    where = f", at the line: {got.line}" if got.line else ""
    return f"{got.error}: {got.message[:300]}{where}"


def show(value: Any, like: Any = None) -> str:
    """A value in short: small tensors in full, large ones by shape, objects by their type."""
    if isinstance(value, Tensor):
        return _tensor(value, like)
    if isinstance(value, np.ndarray):
        return f"numpy array of shape {tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return _sequence(value, like)
    if isinstance(value, float):
        return f"{value:.6g}"
    if value is None or isinstance(value, bool | int | str | torch.dtype):
        return reprlib.repr(value) if isinstance(value, str) else str(value)
    if callable(value) and hasattr(value, "__name__"):
        return f"the function {value.__name__}"
    return f"an object of type {kind_of(value)}"


def _sequence(value: tuple | list, like: Any) -> str:
    if len(value) > SMALL:
        return f"a {type(value).__name__} of {len(value)} items"
    likes = (
        like if isinstance(like, tuple | list) and len(like) == len(value) else [None] * len(value)
    )
    items = ", ".join(show(v, w) for v, w in zip(value, likes, strict=True))
    return f"({items})" if isinstance(value, tuple) else f"[{items}]"


def _tensor(value: Tensor, like: Any) -> str:
    dtype = str(value.dtype).removeprefix("torch.")
    kind = "" if value.dtype in (torch.float32, torch.int64, torch.bool) else f" {dtype}"
    unlike = isinstance(like, Tensor)
    if unlike and like.dtype != value.dtype:
        kind = f" {dtype}"
    shape = tuple(value.shape)
    small = 4 * SMALL if value.dtype == torch.bool else SMALL
    if value.numel() > small or value.numel() == 0:
        return f"tensor of shape {shape} {dtype}"
    text = _nested(value.detach().tolist()) + kind
    return f"{text} of shape {shape}" if unlike and like.shape != value.shape else text


def _nested(value: Any) -> str:
    if isinstance(value, list):
        row = all(isinstance(v, bool) for v in value)  # a row of a mask: [T T F]
        return "[" + (" " if row else ", ").join(_nested(v) for v in value) + "]"
    if isinstance(value, bool):
        return "T" if value else "F"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def first_difference(got: Any, want: Any) -> str | None:
    """Where two tensors of one shape (or tuples of them) first differ; None if small or alike."""
    if isinstance(want, tuple | list) and isinstance(got, tuple | list):
        for i, (g, w) in enumerate(zip(got, want, strict=False)):
            found = first_difference(g, w)
            if found:
                return f"item {i}, {found}"
        return None
    if not (isinstance(want, Tensor) and isinstance(got, Tensor)):
        return None
    if got.shape != want.shape or want.numel() <= SMALL:
        return None
    a, b = got.detach().to(torch.float64), want.to(torch.float64)
    apart = ~torch.isclose(a, b, rtol=1e-4, atol=1e-6, equal_nan=True)
    if not apart.any():
        return None
    index = tuple(apart.nonzero()[0].tolist())
    place = ", ".join(map(str, index))
    values = f"got {_nested(got[index].item())}, expected {_nested(want[index].item())}"
    return f"at [{place}] {values}; {int(apart.sum())} of {want.numel()} entries differ"


def smallest(cases: list[Case]) -> int:
    """Index of the case with the fewest numbers in its input."""
    return min(range(len(cases)), key=lambda i: (_size(cases[i].make()), i))


def _size(value: Any) -> int:
    if isinstance(value, Tensor):
        return value.numel() + value.ndim
    return sum(map(_size, value)) if isinstance(value, tuple | list) else 1
