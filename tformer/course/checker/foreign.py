"""Answers as plain data: copies of tensors, numbers and sequences; anything else is a label.

What an answer returned may be an object whose own code raises when it is compared, counted or
printed, share memory with what the next call changes, or be too large to look at. The rest of the
checker never meets it, only what ``plain`` made of it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

ENTRIES = 1_000_000  # of a tensor or an array
ITEMS = 10_000  # of a list, or characters of a text
DEPTH = 5
BITS = 1000  # of a whole number: a float holds 1024


@dataclass(frozen=True)
class Foreign:
    """Stands for a value that the checker does not look into: its own code may do anything."""

    kind: str


def plain(value: Any, depth: int = DEPTH) -> Any:
    """The value as exact builtin types, arrays and tensors of its own memory; never raises."""
    kind = type(value)  # not isinstance, which would ask the object
    try:
        return _plain(value, kind, depth)
    except Exception:
        return Foreign(kind.__name__)


def _plain(value: Any, kind: type, depth: int) -> Any:
    if value is None or value is ...:
        return None  # ``...`` is a blank that was left open
    if issubclass(kind, Tensor):
        return _tensor(value)
    if issubclass(kind, np.ndarray | np.generic):
        return _array(value, kind)
    for builtin, exact in EXACT.items():
        if issubclass(kind, builtin):
            return exact(value)
    if issubclass(kind, list | tuple):
        return _sequence(value, kind, depth)
    return value if kind is torch.dtype else Foreign(kind.__name__)


def _number(value: int) -> int | Foreign:
    number = int.__pos__(value)
    size = number.bit_length()
    return number if size <= BITS else Foreign(f"whole number of {size} binary digits")


def _text(value: str) -> str:
    text = str.__str__(value)
    return text if len(text) <= ITEMS else text[:ITEMS] + "…"


# The operations of the builtin type itself: those of a subclass may be anything.
EXACT = {
    bool: lambda value: value is True,
    int: _number,
    float: float.__pos__,
    complex: complex.__pos__,
    str: _text,
    bytes: lambda value: bytes.__getitem__(value, slice(ITEMS)),
}


def _sequence(value: list | tuple, kind: type, depth: int) -> Any:
    builtin = list if issubclass(kind, list) else tuple  # named tuples too
    size = builtin.__len__(value)
    if size > ITEMS:
        return Foreign(f"{builtin.__name__} of {size} items")
    if not depth:
        return Foreign(f"deeply nested {builtin.__name__}")
    return builtin([plain(item, depth - 1) for item in builtin.__iter__(value)])


def _array(value: Any, kind: type) -> Any:
    known = kind is np.ndarray or issubclass(kind, np.generic)
    if not known or value.dtype.kind not in "biufc" or value.size > ENTRIES:
        return Foreign(kind.__name__)
    kept = value.copy()
    torch.as_tensor(kept)  # raises for numbers that torch does not know
    return kept


def _tensor(value: Tensor) -> Tensor | Foreign:
    with torch._C.DisableTorchFunctionSubclass(), torch.no_grad():
        if value.is_nested:
            return Foreign("nested tensor")
        if value.layout != torch.strided or value.is_quantized or value.device.type != "cpu":
            layout = str(value.layout).removeprefix("torch.").replace("strided", "")
            return Foreign(f"{layout} tensor on {value.device}".strip())
        if value.numel() > ENTRIES:
            return Foreign(f"tensor of shape {tuple(value.shape)}")
        # A subclass may keep its numbers elsewhere: only what has a memory of its own is one.
        own = value.detach().as_subclass(Tensor).clone().resolve_conj().resolve_neg()
        if own.numel() and not own.data_ptr():
            return Foreign("tensor without memory")
        # Numbers side by side: a clone keeps the strides, even those of an axis of one.
        return torch.empty(own.shape, dtype=own.dtype, device="cpu").copy_(own)


def kind_of(value: Any) -> str:
    """A word for a value's type."""
    if value is None:
        return "nothing (None)"
    return value.kind if type(value) is Foreign else type(value).__name__
