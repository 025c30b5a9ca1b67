"""Made-up inputs for the cases: the same numbers at every call, whatever the global seed is."""

import math

import torch
from torch import Tensor


def normal(
    *shape: int, seed: int = 0, scale: float = 1.0, dtype: torch.dtype = torch.float32
) -> Tensor:
    """Normal numbers of the given shape."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64).mul(scale).to(dtype)


def integers(high: int, *shape: int, seed: int = 0) -> Tensor:
    """Whole numbers 0 .. high - 1 of the given shape."""
    return torch.randint(high, shape, generator=torch.Generator().manual_seed(seed))


def is_rounded(args: tuple, got: float, want: float) -> bool:
    """A symptom for numbers: the right one, rounded or cut to fewer digits."""
    return any(
        math.isclose(float(got), cut(float(want) * 10**digits) / 10**digits, abs_tol=1e-9)
        for digits in range(5)
        for cut in (round, math.floor, math.ceil)
    )
