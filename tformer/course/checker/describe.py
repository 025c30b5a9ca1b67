"""Words for values: the input that shows a mistake, what came back, what was expected; and for a
whole run: how far it got, what it changed."""

import math
import reprlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .compare import right
from .core import Case, Exercise, Outcome
from .foreign import kind_of

ENTRIES = 24  # as many are shown in full; of T and F
MARKS = 64


def evidence(exercise: Exercise, case: Case, want: Any, got: Outcome) -> list[tuple[str, str]]:
    """Labelled texts: the call, got, expected, what differs; or an exception and its line."""
    args = case.make()
    names = exercise.parameters
    given = [_named(n, show(a)) for n, a in zip(names, args, strict=False)]
    call = f"{exercise.name}({', '.join(names[: len(args)])}) with"
    flat = f"{call} {', '.join(given)}"
    several = "\n" in flat or len(flat) > 72
    lines = [("Input", "\n".join([call, *given]) if several else flat), ("Case", case.why)]
    if got.failed:
        message = " ".join(got.message.split())  # of torch.einsum it has several lines
        lines.append(("Got", f"{got.error}: {message[:300]}"))
        lines += [("In line", got.line)] if got.line else []
        return [*lines, ("Expected", show(want))]
    lines += [("Got", show(got.value, want)), ("Expected", show(want, got.value, mark=False))]
    where = difference(got.value, want)
    return lines + ([("Difference", where)] if where else [])


def so_far(exercise: Exercise, outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    """How many cases come out right, and what those that do not have in common."""
    rows = [*zip(exercise.cases, exercise.wanted, outcomes, strict=False)]
    fine = [case for case, want, got in rows if right(got, want)]
    wrong = [case for case, want, got in rows if not right(got, want)]
    if not fine or not wrong:
        return []
    told = f"right in {len(fine)} of {len(exercise.cases)} cases"
    common = [tag for tag in wrong[0].tags if all(tag in case.tags for case in wrong)]
    common = [tag for tag in common if not any(tag in case.tags for case in fine)]
    if common:
        told += f"; all that are wrong have this in common: {common[0].replace('-', ' ')}"
    return [("So far", told)]


def changed(exercise: Exercise, outcomes: Sequence[Outcome]) -> str:
    """The inputs that a call changes, by name; "" for none."""
    places = next((o.mutated for o in outcomes if o.mutated), "")
    return ", ".join(exercise.parameters[int(i)] for i in places.split(",") if i)


def _named(name: str, text: str) -> str:
    """``name = text``, later lines of it under the first."""
    return f"{name} = " + text.replace("\n", "\n" + " " * (len(name) + 3))


def show(value: Any, like: Any = None, mark: bool = True) -> str:
    """A value in short: small tensors in rows, large ones by shape, objects by their type.

    Entries that differ from ``like`` differ as they are shown, and are marked with a star.
    """
    if isinstance(value, Tensor):
        return _tensor(value, like, mark)
    if isinstance(value, np.ndarray):
        return f"numpy array of shape {tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return _sequence(value, like, mark)
    if isinstance(value, float):
        return _number(value, _digits([value], [like], 6) if isinstance(like, float) else 6)
    if isinstance(value, str | bytes):
        return reprlib.repr(value)
    if value is None or isinstance(value, bool | int | torch.dtype):
        return str(value)
    if isinstance(value, dict) and len(value) <= ENTRIES:
        return f"{{{', '.join(f'{show(k)}: {show(v)}' for k, v in value.items())}}}"
    if callable(value) and hasattr(value, "__name__"):
        return f"the function {value.__name__}"
    return f"an object of type {kind_of(value)}"


def _sequence(value: tuple | list, like: Any, mark: bool) -> str:
    if len(value) > ENTRIES:
        return f"a {type(value).__name__} of {len(value)} items"
    alike = isinstance(like, tuple | list) and len(like) == len(value)
    likes = like if alike else [None] * len(value)
    items = [show(v, w, mark) for v, w in zip(value, likes, strict=True)]
    if len(items) == 1 and ("\n" in items[0] or items[0].startswith("shape")):
        return items[0]  # a list of one tensor needs no number
    if any("\n" in item or item.startswith("shape") for item in items):
        called = "item" if isinstance(value, list) else "value"
        return "\n".join(_named(f"{called} {i}", item) for i, item in enumerate(items, start=1))
    return f"({', '.join(items)})" if isinstance(value, tuple) else f"[{', '.join(items)}]"


def _tensor(value: Tensor, like: Any, mark: bool) -> str:
    dtype = str(value.dtype).removeprefix("torch.")
    apart = _apart(value, like) if isinstance(like, Tensor) else None
    unlike = isinstance(like, Tensor) and mark
    plain = value.dtype in (torch.float32, torch.int64, torch.bool)
    kind = "" if plain and not (unlike and like.dtype != value.dtype) else f" {dtype}"
    shape = tuple(value.shape)
    if not in_full(value):
        return f"shape {shape} {dtype}"
    kind += f" of shape {shape}" if unlike and like.shape != shape else ""
    pair = () if apart is None else (value.detach()[apart].tolist(), like.detach()[apart].tolist())
    digits = _digits(*pair) if pair else 4
    cells = [_number(v, digits) for v in value.detach().reshape(-1).tolist()]
    if mark and apart is not None and not apart.all():  # of all, marks would say nothing
        cells = [c + "*" * bool(a) for c, a in zip(cells, apart.reshape(-1).tolist(), strict=True)]
        cells = [c if c.endswith("*") or value.ndim == 0 else f"{c} " for c in cells]
    wide = max(map(len, cells))
    cells = [cell.rjust(wide) for cell in cells]
    return _rows(cells, shape, 1) + kind


def in_full(value: Tensor) -> bool:
    """Are these few enough numbers to be shown?"""
    return 0 < value.numel() <= (MARKS if value.dtype == torch.bool else ENTRIES)


def _number(value: Any, digits: int = 4) -> str:
    if isinstance(value, bool):
        return "T" if value else "F"
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def _digits(some: list, others: list, least: int = 4) -> int:
    """As many as it takes to tell each number from the other that it is not."""
    pairs = [pair for pair in zip(some, others, strict=True) if pair[0] != pair[1]]
    for digits in range(least, 17):
        if all(_number(a, digits) != _number(b, digits) for a, b in pairs):
            return digits
    return 17


def _rows(cells: list[str], shape: tuple[int, ...], depth: int) -> str:
    """Cells in brackets, rows under each other."""
    if not shape:
        return cells[0].strip()
    if len(shape) == 1:
        return f"[{' '.join(cells)}]"
    size = len(cells) // shape[0]
    parts = [_rows(cells[i : i + size], shape[1:], depth + 1) for i in range(0, len(cells), size)]
    return "[" + ("\n" + " " * depth).join(parts) + "]"


def _apart(got: Tensor, want: Tensor) -> Tensor | None:
    """Which entries differ; None where shapes do."""
    if got.shape != want.shape or not want.numel():
        return None
    a, b = got.detach().to(torch.float64), want.to(torch.float64)
    return ~torch.isclose(a, b, rtol=1e-4, atol=1e-6, equal_nan=True)


def difference(got: Any, want: Any) -> str | None:
    """How many entries differ and, where they are not all shown, which is the first."""
    if isinstance(want, tuple | list) and isinstance(got, tuple | list):
        pairs = zip(got, want, strict=False)
        found = [(i, difference(g, w)) for i, (g, w) in enumerate(pairs, start=1)]
        if len(want) == 1:
            return found[0][1] if found else None
        called = "item" if isinstance(want, list) else "value"
        return "\n".join(f"{called} {i}: {told}" for i, told in found if told) or None
    if not (isinstance(want, Tensor) and isinstance(got, Tensor)) or not want.ndim:
        return None
    apart = _apart(got, want)
    if apart is None or not apart.any():
        return None
    count = f"{int(apart.sum())} of {want.numel()} entries differ"
    if in_full(want) and in_full(got):
        return count if apart.all() else f"{count}, marked *"
    index = tuple(apart.nonzero()[0].tolist())
    one, other = got[index].item(), want[index].item()
    digits = _digits([one], [other])
    values = f"got {_number(one, digits)}, expected {_number(other, digits)}"
    return f"first at [{', '.join(map(str, index))}]: {values}; {count}"


@cache
def effort(case: Case) -> float:
    """What it takes to read a case's input: many, long and large numbers."""
    return sum(map(weight, case.make()))


def weight(value: Any) -> float:
    """Of one value. Small whole numbers are read at a glance, those of thousands are not."""
    if isinstance(value, Tensor):
        if value.dtype == torch.bool or not in_full(value):
            return 0.5 * min(value.numel(), MARKS) + (0 if in_full(value) else 100)
        return sum(map(weight, value.detach().reshape(-1).tolist())) + value.ndim
    if isinstance(value, tuple | list):
        return sum(map(weight, value))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 1.0
    if not math.isfinite(value) or abs(value) >= 100:
        return 8.0
    return 1.0 if value == int(value) else 2.0
