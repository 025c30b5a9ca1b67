"""Refusals shared by the package: each names the argument, what it got and what would be right."""

import torch
from torch import Tensor

INTEGERS = (torch.int64, torch.int32, torch.int16, torch.uint8, torch.int8)


def check_size(**sizes: int) -> None:
    """Refuse a size that is not a whole number of at least one: ``check_size(d_model=d_model)``."""
    for name, size in sizes.items():
        if not isinstance(size, int) or isinstance(size, bool):
            raise TypeError(f"{name}={size!r} is {type(size).__name__}; give a whole number")
        if size < 1:
            raise ValueError(f"{name}={size} must be at least 1")


def check_probability(**rates: float) -> None:
    """Refuse a rate outside [0, 1): ``check_probability(dropout=dropout)``."""
    for name, rate in rates.items():
        if not isinstance(rate, int | float):
            raise TypeError(f"{name}={rate!r} is {type(rate).__name__}; give a number in [0, 1)")
        if not 0 <= rate < 1:
            raise ValueError(f"{name}={rate} must be at least 0 and below 1")


def check_choice(**choices: tuple) -> None:
    """Refuse a word that is not on the list: ``check_choice(norm=(norm, ("layer", "rms")))``."""
    for name, (word, allowed) in choices.items():
        if word not in allowed:
            listed = ", ".join(map(repr, allowed))
            raise ValueError(f"{name}={word!r} is unknown; choose one of {listed}")


def check_ids(name: str, ids: Tensor, table: Tensor | None = None) -> None:
    """Refuse ids that are no (batch, length) integers, are empty, or have no row in the table."""
    if not isinstance(ids, Tensor):
        raise TypeError(f"{name} is {type(ids).__name__}; give an integer tensor (batch, length)")
    if ids.dtype not in INTEGERS:
        raise TypeError(f"{name} has dtype {ids.dtype}; token ids are integers, use {name}.long()")
    if ids.dim() != 2:
        raise ValueError(f"{name} has shape {tuple(ids.shape)}; give two axes (batch, length)")
    if ids.numel() == 0:
        raise ValueError(f"{name} has shape {tuple(ids.shape)}; give at least one row and token")
    if table is not None:
        check_same_device(**{name: ids, "the model": table})
        size = len(table)
        low, high = ids.aminmax()
        if low < 0 or high >= size:
            wrong = int(low if low < 0 else high)
            raise IndexError(f"{name} holds id {wrong}; vocab_size={size} allows 0 to {size - 1}")


def check_float(name: str, x: Tensor, dims: int) -> None:
    """Refuse what is no floating-point tensor with at least ``dims`` axes."""
    if not isinstance(x, Tensor):
        raise TypeError(f"{name} is {type(x).__name__}; give a floating-point tensor")
    if not x.is_floating_point():
        raise TypeError(f"{name} has dtype {x.dtype}; give floating point, say {name}.float()")
    if x.dim() < dims:
        raise ValueError(f"{name} has shape {tuple(x.shape)}; give at least {dims} axes")


def check_same_device(**tensors: Tensor) -> None:
    """Refuse tensors that live on different devices."""
    devices = {name: str(tensor.device) for name, tensor in tensors.items()}
    if len(set(devices.values())) > 1:
        places = ", ".join(f"{name} on {device}" for name, device in devices.items())
        raise ValueError(f"{places}: move them to one device with .to(device)")


def check_mask(mask: Tensor, shape: tuple[int, ...], device: torch.device) -> None:
    """Refuse a mask that is not boolean, not broadcastable to ``shape`` or on another device."""
    if not isinstance(mask, Tensor):
        raise TypeError(f"mask is {type(mask).__name__}; give a bool tensor, True = may attend")
    if mask.dtype != torch.bool:
        raise TypeError(
            f"mask has dtype {mask.dtype}; give bool, True = may attend: "
            "mask != 0 from a 0/1 mask, mask == 0 from an additive one (0 and -inf)"
        )
    if mask.device != device:
        raise ValueError(f"mask is on {mask.device}, the scores on {device}: use mask.to(device)")
    fits = mask.dim() <= len(shape) and all(
        have in (1, want) for have, want in zip(mask.shape[::-1], shape[::-1], strict=False)
    )
    if not fits:
        raise ValueError(f"mask has shape {tuple(mask.shape)}, which does not broadcast to {shape}")
