"""A film as the page reads it: names and words as JSON, all numbers in one buffer."""

from dataclasses import asdict, fields, is_dataclass
from typing import Any

import numpy as np


def pack(film: Any, small: bool = False) -> dict[str, Any]:
    """``{"said": {...}, "arrays": {name: {"shape", "start", ...}}, "data": bytes}`` of a dataclass
    of strings, lists and tensors (or dicts of tensors, whose names become "field.key").

    ``small`` keeps one byte a number instead of float32, between the lowest and the highest of
    each array: for pages that carry many films.
    """
    said, arrays, data = {}, {}, bytearray()

    def put(name: str, tensor: Any) -> None:
        numbers = np.asarray(tensor, dtype=np.float32)
        arrays[name] = {"shape": list(numbers.shape), "start": len(data)}
        if small:
            low, high = float(numbers.min()), float(numbers.max())
            step = (high - low) / 255 or 1.0
            arrays[name] |= {"low": low, "step": step}
            data.extend(((numbers - low) / step).round().astype(np.uint8).tobytes())
        else:
            data.extend(numbers.tobytes())

    for field in fields(film):
        value = getattr(film, field.name)
        if is_dataclass(value):
            said[field.name] = asdict(value)
        elif hasattr(value, "dtype"):
            put(field.name, value)
        elif isinstance(value, dict) and any(hasattr(x, "dtype") for x in value.values()):
            for key, tensor in value.items():
                put(f"{field.name}.{key}", tensor)
        else:
            said[field.name] = value
    return {"said": said, "arrays": arrays, "data": bytes(data)}


def packed(asked: dict[str, Any], film: Any, others: list[dict], small: bool = False) -> dict:
    """A film and what was asked for it, as the page reads them."""
    found = {"asked": asked, "film": pack(film, small), "others": others}
    return found | {"telling": telling_step(film)}


def telling_step(film: Any) -> int:
    """The step whose look is clearest, the one that a picture that stands still shows."""
    return film.maps["cross whole"].amax(-1).argmax().item()
