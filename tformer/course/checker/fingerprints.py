"""Symptoms that any numerical answer may show, whatever the exercise: what turns got into expected?

Each looks at all failing answers at once and speaks only if it holds for every one of them.
"""

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from .compare import near, safely_same
from .core import Exercise
from .shapes_of_wrong import structural

Row = tuple[tuple, Any, Any]

UNARY = (
    ("sign-flipped", "The sign is wrong everywhere: it returns minus the answer.", lambda x: -x),
    ("log-of-the-answer", "It returns the logarithm of the answer.", torch.log),
    ("exp-of-the-answer", "It returns exp of the answer.", torch.exp),
    ("reciprocal", "It returns one divided by the answer: inverted.", torch.reciprocal),
    ("one-minus-the-answer", "It returns one minus the answer.", lambda x: 1 - x),
    ("square-of-the-answer", "It returns the square of the answer.", torch.square),
    ("root-of-the-answer", "It returns the square root (sqrt) of the answer.", torch.sqrt),
    ("absolute-value", "It returns the absolute value of the answer: signs are lost.", torch.abs),
)
CONSTANTS = {"2": 2.0, "10": 10.0, "100": 100.0, "1000": 1000.0, "e": math.e, "pi": math.pi}
CONSTANTS |= {"ln 2": math.log(2), "ln 10": math.log(10), "sqrt 2": math.sqrt(2)}


def fingerprint(exercise: Exercise, rows: list[Row]) -> tuple[str, str] | None:
    """Slug and sentence of the first symptom that all rows (args, got, want) share."""
    pairs = [(args, _tensor(got), _tensor(want)) for args, got, want in rows]
    if any(g is None or w is None for _, g, w in pairs):
        return _split(exercise, rows)
    found = structural(pairs)
    if found or any(g.shape != w.shape for _, g, w in pairs):
        return found
    if pairs[0][2].dtype == torch.bool:
        return None
    pairs = [(args, g.double(), w.double()) for args, g, w in pairs]
    return _unary(pairs) or _ratio(exercise, pairs) or _rounded(pairs) or _offset(pairs)


def _split(exercise: Exercise, rows: list[Row]) -> tuple[str, str] | None:
    """For answers of several parts: which part is wrong, and how."""
    if not all(isinstance(w, tuple) and isinstance(g, tuple | list) for _, g, w in rows):
        return None
    if any(len(g) != len(w) for _, g, w in rows):
        return "wrong-number-of-values", "It returns another number of values than asked for."
    for i in range(len(rows[0][2])):
        part = [(args, g[i], w[i]) for args, g, w in rows]
        bad = [r for r in part if not safely_same(r[1], r[2])]
        found = fingerprint(exercise, bad) if bad else None
        if found:
            says = f"In value {i + 1} of what it returns: {found[1]}"
            return f"{found[0]}-in-value-{i + 1}", says
    return None


def _tensor(value: Any) -> Tensor | None:
    if isinstance(value, Tensor):
        return value.detach()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return torch.tensor(float(value), dtype=torch.float64)
    return None


def _unary(pairs: list[Row]) -> tuple[str, str] | None:
    for slug, says, change in UNARY:
        # where the change makes no difference, an answer that is a little off would fit as well
        if all(near(g, c := change(w)) and not near(w, c) for _, g, w in pairs):
            return slug, says
    return None


def _ratios(pairs: list[Row]) -> list[float] | None:
    """The factor got / want of each row, if each row has a single one."""
    found = []
    for _, got, want in pairs:
        used = want.abs() > 1e-6
        if not used.any() or not torch.isfinite(got).all() or not torch.isfinite(want).all():
            return None
        each = got[used] / want[used]
        if not near(got, each[0] * want) or each[0] == 0 or abs(each[0] - 1) < 5e-3:
            return None  # so near to 1 any answer that is a little off would fit
        found.append(float(each[0]))
    return found


def _ratio(exercise: Exercise, pairs: list[Row]) -> tuple[str, str] | None:
    ratios = _ratios(pairs)
    if ratios is None:
        return None
    for name, values in _scales(exercise, [args for args, _, _ in pairs]):
        word = name.replace(" ", "-").replace(",", "")
        if _all_close(ratios, values):
            return f"times-{word}", f"The answer is too large by a factor of {name}."
        if _all_close(ratios, [1 / v for v in values]):
            return f"divided-by-{word}", f"The answer is too small: it is divided by {name}."
    if not _is_a_rule(pairs, ratios, 1e-5):
        return None
    told = f"{ratios[0]:.4g} in this case{_others(ratios)}"
    return "constant-factor", f"The answer is off by a constant factor: got / expected = {told}."


def _is_a_rule(pairs: list[Row], found: list[float], rel_tol: float = 1e-3) -> bool:
    """Single numbers have a ratio and a gap each: it says something only if all agree."""
    agree = len(found) > 1 and _all_close(found, found[:1] * len(found), rel_tol)
    return agree or any(want.numel() > 1 for *_, want in pairs)


def _others(numbers: list[float]) -> str:
    """What it is in other cases, where that is another number."""
    known = list(dict.fromkeys(f"{n:.4g}" for n in numbers))
    return f", in other cases {', '.join(known[1:4])}" if len(known) > 1 else ""


def _all_close(got: list[float], want: list[float], rel_tol: float = 1e-3) -> bool:
    return all(math.isclose(g, w, rel_tol=rel_tol) for g, w in zip(got, want, strict=True))


def _scales(exercise: Exercise, argses: list[tuple]) -> Iterator[tuple[str, list[float]]]:
    """Named factors with their value in each row: the exercise's own, sizes, constants."""
    tables = [exercise.scales(*args) if exercise.scales else {} for args in argses]
    for table, args in zip(tables, argses, strict=True):
        for name, arg in zip(exercise.parameters, args, strict=False):
            table.update(_sizes(name, arg))
    for name in tables[0]:
        if all(table.get(name) for table in tables):
            yield name, [table[name] for table in tables]
    for name, value in CONSTANTS.items():
        yield name, [value] * len(argses)


def _sizes(name: str, arg: Any) -> dict[str, float]:
    if isinstance(arg, Tensor):
        sizes = {
            f"the size of {name} along axis {i - arg.ndim}": n for i, n in enumerate(arg.shape)
        }
        sizes[f"the number of entries of {name}"] = arg.numel()
    elif isinstance(arg, list | tuple):
        sizes = {f"the length of {name}": len(arg)}
    elif isinstance(arg, int | float) and not isinstance(arg, bool):
        sizes = {name: arg}
    else:
        return {}
    sizes = {key: float(n) for key, n in sizes.items() if n > 0 and n != 1}
    return sizes | {f"the square root (sqrt) of {key}": math.sqrt(n) for key, n in sizes.items()}


def _offset(pairs: list[Row]) -> tuple[str, str] | None:
    shifts = []
    for _, got, want in pairs:
        gap = (got - want).reshape(-1)
        if not torch.isfinite(gap).all() or not near(gap, gap[:1].expand_as(gap)):
            return None
        if abs(gap[0]) < 1e-4:
            return None  # as much as any answer that is a little off
        shifts.append(float(gap[0]))
    if not _is_a_rule(pairs, shifts):
        return None
    told = f"{shifts[0]:.4g} in this case{_others(shifts)}"
    return "constant-offset", f"Something is added to every entry: got - expected = {told}."


def _rounded(pairs: list[Row]) -> tuple[str, str] | None:
    for places in range(6, 0, -1):
        half = 0.5001 * 10**-places  # of two equally near either may be taken
        whole = all(torch.allclose(g, g.round(decimals=places), 1e-6, 1e-9) for _, g, _ in pairs)
        if whole and all((g - w).abs().max() <= half for _, g, w in pairs):
            return "rounded", f"The result is rounded ({places} after the point): keep all digits."
    return None
