"""Cases that no notebook has seen: those of an exercise with other numbers, drawn for one class."""

from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from tformer.course.checker.core import Case, Exercise
from tformer.course.checker.gradients import floats, wanted

MOVED = 0.5  # by how much, as a standard deviation
SMALL = 10.0  # beyond it rounding alone may decide


def drawn(exercise: Exercise, seed: int) -> list[Case]:
    """The cases in which float tensors go in and a gradient comes back, moved by the class's seed;
    none for exercises of whole numbers, where other numbers may ask for another answer."""
    return [
        replace(one.case, make=partial(_moved, one.case, seed + one.index))
        for one in wanted(exercise) if _small(one.case.make())
    ]  # fmt: skip


def _small(args: tuple) -> bool:
    return all(float(part.abs().max()) < SMALL for part in floats(args) if part.numel())


def _moved(case: Case, seed: int) -> tuple:
    generator = torch.Generator().manual_seed(seed % 2**63)

    def move(value: Any) -> Any:
        if isinstance(value, Tensor) and value.is_floating_point():
            noise = torch.randn(value.shape, generator=generator, dtype=torch.float64)
            return value + (MOVED * noise).to(value.dtype)
        return type(value)(map(move, value)) if type(value) in (list, tuple) else value

    return move(case.make())
