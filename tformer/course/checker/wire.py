"""What the child process sends back, as JSON and raw numbers: reading it runs no code.

The child runs a learner's function, so whatever comes through its pipe may be anything. A pickle
would be a program that the notebook's own process then carries out; here every value is one of the
few kinds that ``foreign.plain`` leaves, and is built from its parts only if they fit together.

A message is the length of its JSON (8 bytes), the JSON, and the buffers of all tensors and arrays,
whose lengths the JSON tells.
"""

import json
import math
from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np
import torch
from torch import Tensor

from .calls import Trace
from .core import Outcome
from .foreign import Foreign

DTYPES = {str(d).removeprefix("torch."): d for d in vars(torch).values()
          if isinstance(d, torch.dtype)}  # fmt: skip
LONGEST = 2**28  # bytes of one message
TEXTS = ("error", "message", "line", "mutated")
SEEN = {"printed": str, "timed_out": bool, "took_memory": bool, "reseeded": bool,
        "drew_random": bool}  # fmt: skip


class Garbled(ValueError):
    """Not a message that ``packed`` has made."""


class Telling(list):
    """Outcomes that are sent, too, as soon as they are appended."""

    def __init__(self, send: Callable[[bytes], Any]):
        super().__init__()
        self.send = send

    def append(self, outcome: Outcome) -> None:
        self.send(packed(outcome))
        super().append(outcome)


def packed(message: Outcome | Trace) -> bytes:
    """One outcome, or what was seen of a whole run (without its outcomes), as bytes."""
    buffers: list[bytes] = []
    if isinstance(message, Trace):
        tree = {"trace": {name: getattr(message, name) for name in SEEN}}
    else:
        tree = {"outcome": {name: getattr(message, name) for name in TEXTS}}
        tree["value"] = _taken_apart(message.value, buffers)
    head = json.dumps({**tree, "sizes": list(map(len, buffers))}).encode()
    return b"".join([len(head).to_bytes(8, "little"), head, *buffers])


def frame(data: bytes) -> bytes:
    """A message with its length before it, for a stream that has no messages of its own."""
    return len(data).to_bytes(8, "little") + data


def next_frame(stream: BinaryIO) -> bytes:
    """The next message; empty at the end of the stream, or if it cannot be one."""
    size = int.from_bytes(stream.read(8), "little")
    data = stream.read(size) if size <= LONGEST else b""
    return data if len(data) == size else b""


def unpacked(data: bytes) -> Outcome | Trace:
    """The message in these bytes. Raises: Garbled."""
    try:
        return _unpacked(data)
    except (Exception, RecursionError) as error:
        raise Garbled(f"{type(error).__name__} in a message of {len(data)} bytes") from error


def _unpacked(data: bytes) -> Outcome | Trace:
    start = 8 + int.from_bytes(data[:8], "little")
    tree = json.loads(data[8:start].decode())
    buffers = []
    for size in tree["sizes"]:
        buffers.append(data[start : start + _whole(size)])
        start += size
    if start != len(data):
        raise Garbled("another length than announced")
    if "trace" in tree:
        return Trace(**{name: _a(kind, tree["trace"][name]) for name, kind in SEEN.items()})
    texts = {name: _a(str, tree["outcome"][name]) for name in TEXTS}
    return Outcome(_put_together(tree["value"], buffers), **texts)


def _a(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise Garbled(f"{type(value).__name__} for {kind.__name__}")
    return value


def _whole(value: Any) -> int:
    if _a(int, value) < 0:
        raise Garbled("a size below zero")
    return value


def _taken_apart(value: Any, buffers: list[bytes]) -> Any:
    """Plain JSON for what JSON knows, for the rest a list: the kind, then its parts."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if type(value) is Foreign:
        return ["foreign", value.kind]
    if isinstance(value, torch.dtype):
        return ["dtype", str(value).removeprefix("torch.")]
    if isinstance(value, list | tuple):
        return [type(value).__name__, *(_taken_apart(item, buffers) for item in value)]
    if isinstance(value, complex):
        return ["complex", value.real, value.imag]
    if isinstance(value, bytes):
        return ["bytes", _kept(value, buffers)]
    if isinstance(value, Tensor):
        flat = value.contiguous().reshape(-1)
        data = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
        dtype = str(value.dtype).removeprefix("torch.")
        return ["tensor", _kept(data, buffers), dtype, list(value.shape)]
    kind = "array" if isinstance(value, np.ndarray) else "number"
    return [kind, _kept(value.tobytes(), buffers), value.dtype.str, list(value.shape)]


def _kept(data: bytes, buffers: list[bytes]) -> int:
    buffers.append(data)
    return len(buffers) - 1


def _put_together(tree: Any, buffers: list[bytes]) -> Any:
    if not isinstance(tree, list):
        if tree is not None and type(tree) not in (bool, int, float, str):
            raise Garbled(f"a {type(tree).__name__}")
        return tree
    return KINDS[tree[0]](tree[1:], buffers)


def _tensor(parts: list, buffers: list[bytes]) -> Tensor:
    place, dtype, shape = parts
    data, kind, shape = buffers[_whole(place)], DTYPES[dtype], tuple(map(_whole, shape))
    if len(data) != kind.itemsize * math.prod(shape):
        raise Garbled("a tensor of another size")
    if not data:
        return torch.empty(shape, dtype=kind)
    raw = torch.frombuffer(bytearray(data), dtype=torch.uint8)
    return (raw != 0 if kind == torch.bool else raw.view(kind)).reshape(shape)


def _array(parts: list, buffers: list[bytes]) -> np.ndarray:
    place, dtype, shape = parts
    kind = np.dtype(_a(str, dtype))
    if kind.kind not in "biufc":
        raise Garbled(f"an array of {dtype}")
    array = np.frombuffer(buffers[_whole(place)], kind).reshape(tuple(map(_whole, shape)))
    return array.astype(kind)  # a copy, that can be written to


KINDS: dict[str, Callable[[list, list[bytes]], Any]] = {
    "list": lambda parts, buffers: [_put_together(part, buffers) for part in parts],
    "tuple": lambda parts, buffers: tuple(_put_together(part, buffers) for part in parts),
    "foreign": lambda parts, buffers: Foreign(_a(str, *parts)),
    "dtype": lambda parts, buffers: DTYPES[parts[0]],
    "complex": lambda parts, buffers: complex(*parts),
    "bytes": lambda parts, buffers: buffers[_whole(*parts)],
    "tensor": _tensor,
    "array": _array,
    "number": lambda parts, buffers: _array(parts, buffers)[()],
}
