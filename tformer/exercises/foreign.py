"""Answers of odd types: what is no tensor, number or sequence becomes a label, safe to touch."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

KNOWN = (bool, int, float, complex, str, bytes, np.ndarray, np.generic, torch.dtype, type(None))


@dataclass(frozen=True)
class Foreign:
    """Stands for a value that the checker does not look into: its own code may do anything."""

    kind: str


def plain(value: Any, depth: int = 4) -> Any:
    """The value with every object of a foreign type replaced by a label."""
    kind = type(value)  # not isinstance, which would ask the object
    if value is ...:
        return None  # a blank that was left open
    if issubclass(kind, Tensor):
        return _tensor(value)
    if issubclass(kind, list | tuple) and depth:  # named tuples too
        items = [plain(item, depth - 1) for item in value]
        return items if issubclass(kind, list) else tuple(items)
    return value if issubclass(kind, KNOWN) else Foreign(kind.__name__)


def _tensor(value: Tensor) -> Tensor | Foreign:
    if value.layout != torch.strided or value.is_meta or value.is_quantized:
        return Foreign(f"{str(value.layout).removeprefix('torch.')} tensor on {value.device}")
    return value.detach().as_subclass(Tensor)


def kind_of(value: Any) -> str:
    """A word for a value's type."""
    if value is None:
        return "nothing (None)"
    return value.kind if type(value) is Foreign else type(value).__name__
