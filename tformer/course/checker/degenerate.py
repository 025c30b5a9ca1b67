"""Answers that are hardly any: nothing filled in, one value everywhere, NaN, digits lost.

Told before an exercise's own tables are asked: numbers like these fit many a mistake by chance.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from .compare import same
from .core import Exercise, Outcome
from .verdict import Trial, Verdict

HALF = (torch.float16, torch.bfloat16)
NEAR = 0.05  # of the largest value: what half precision may be off

Row = tuple[Trial, Tensor, Tensor]  # a tensor that is not the one wanted


def all_nan(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    for place, rows in _places(trials, wrong):
        if all(got.is_floating_point() and got.isnan().all() for _, got, _ in rows):
            says = f"NaN comes back everywhere{place}: somewhere 0/0, inf - inf or 0 * inf "
            says += "arises, and all that is computed from it is NaN, too."
            return _verdict("all-nan", says, rows)
    return None


def nothing_but_nan(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """NaN in every case: no table can tell such answers apart, as it can where some cases work."""
    return all_nan(exercise, trials, wrong) if len(wrong) == len(trials) else None


def one_value(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Zeros, or another value in all entries, where the entries should differ."""
    for place, rows in _places(trials, wrong):
        if not all((got == got.flatten()[:1]).all() for _, got, _ in rows):
            continue
        if not any(got.any() for _, got, _ in rows):
            zero = "False" if rows[0][1].dtype == torch.bool else "zero"
            says = f"Every entry{place} is {zero}: nothing was filled in, or what was computed is "
            return _verdict("nothing-filled-in", f"{says}not what comes back.", rows)
        several = [got for _, got, want in rows if got.numel() > 1 and want.unique().numel() > 1]
        if 2 * len(several) > len(rows):
            says = f"Every entry of the result{place} is {several[0].flatten()[0].item():.4g}."
            return _verdict("same-value-everywhere", says, rows)
    return None


def half_precision(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Numbers of few digits, close to the right ones."""
    for place, rows in _places(trials, wrong):
        for dtype in HALF:
            if all(_short(got, dtype) for _, got, _ in rows) and any(
                _near(got, want) and not _short(want, dtype) for _, got, want in rows
            ):
                name = str(dtype).removeprefix("torch.")
                says = f"Digits are lost{place}, as in half precision: every number is one of "
                says += f"those that {name} can hold. Compute in the dtype of the input."
                return _verdict("half-precision", says, rows)
    return None


def _short(value: Tensor, dtype: torch.dtype) -> bool:
    """Does it lose nothing in that dtype?"""
    return value.is_floating_point() and torch.equal(
        value.to(dtype).double().nan_to_num(), value.double().nan_to_num()
    )


def _near(got: Tensor, want: Tensor) -> bool:
    if got.shape != want.shape or not want.is_floating_point():
        return False
    gap = (got.double() - want.double()).abs()
    fine = want.isfinite() & got.isfinite()
    return bool(fine.any() and (gap[fine] <= NEAR * want[fine].double().abs().max()).all())


def nearly(wanted: Sequence[Any], outcomes: Sequence[Outcome]) -> bool:
    """Are the answers close to the right ones, in most of what is wrong?"""
    pairs = [(o.value, want) for o, want in zip(outcomes, wanted, strict=False) if not o.failed]
    leaves = [(g, w) for pair in pairs for _, g, w in _leaves(*pair) if not same(g, w)]
    return 2 * sum(_near(g, w) for g, w in leaves) > len(leaves)


def _verdict(slug: str, says: str, rows: list[Row]) -> Verdict:
    return Verdict(slug, says, tuple({trial.index: trial for trial, *_ in rows}.values()))


def _places(trials: list[Trial], wrong: list[Trial]) -> Iterator[tuple[str, list[Row]]]:
    """All that is wrong in the answers, then each of several values by itself, in words; nothing
    where most are right."""
    valued = [trial for trial in wrong if not trial.got.failed]
    leaves = [(trial, *leaf) for trial in valued for leaf in _leaves(trial.got.value, trial.want)]
    if 2 * len(valued) <= len(trials) or not leaves:
        return
    for place in ("", *sorted({leaf[1] for leaf in leaves} - {""})):
        rows = [(t, g, w) for t, at, g, w in leaves if place in ("", at) and not same(g, w)]
        if rows:
            yield place, rows


def _leaves(got: Any, want: Any, place: str = "") -> Iterator[tuple[str, Tensor, Tensor]]:
    """The tensors of an answer, each with the one that belongs there."""
    if isinstance(got, Tensor) and isinstance(want, Tensor) and got.numel():
        yield place, got.detach().cpu(), want
    elif isinstance(got, tuple | list) and isinstance(want, tuple | list):
        for number, pair in enumerate(zip(got, want, strict=False), start=1):
            several = isinstance(want, tuple) and not place
            yield from _leaves(*pair, f" in value {number}" if several else place)
