"""Refusals shared by the package: each names the argument, what it got and what would be right."""

import math
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from numbers import Integral, Real
from typing import Any

import torch
from torch import Tensor

INTEGERS = (torch.int64, torch.int32, torch.int16, torch.uint8, torch.int8)


def check_size(least: int = 1, /, **sizes: int) -> None:
    """Refuse what is no whole number of at least 1, or ``least``: ``check_size(d_ff=d_ff)``."""
    check_whole(**sizes)
    for name, size in sizes.items():
        if size < least:
            raise ValueError(f"{name}={size} must be at least {least}")


def check_even(**widths: int) -> None:
    """Refuse a width that positions cannot pair: ``check_even(d_model=d_model)``."""
    check_size(**widths)
    for name, width in widths.items():
        if width % 2:
            raise ValueError(f"{name}={width} is odd, and positions pair features; make it even")


def check_heads(d_model: int, num_heads: int, num_kv_heads: int | None = None) -> None:
    """Refuse a width that the heads cannot share evenly, and heads that cannot share the keys."""
    sizes = given(d_model=d_model, num_heads=num_heads, num_kv_heads=num_kv_heads)
    check_size(**sizes)
    for (name, size), (other, shares) in pairwise(sizes.items()):
        if size % shares:
            raise ValueError(f"{name}={size} is not divisible by {other}={shares}")


def check_whole(**numbers: int) -> None:
    """Refuse what is no whole number, of any sign: ``check_whole(pad_id=pad_id)``."""
    for name, number in numbers.items():
        if not _is_number(name, number) or not isinstance(number, Integral):
            kind = type(number).__name__
            raise TypeError(f"{name}={number!r:.60} is {kind}; give a whole number")
        if abs(int(number)) >= 2**63:
            raise ValueError(f"{name}={number} has no place in 64 bits; give a smaller number")


def check_fits(words: str, fits: Callable[[float], bool], /, **numbers: float | int) -> None:
    """Refuse what is no number or does not fit, in these words; the three below are such checks."""
    for name, number in numbers.items():
        if not _is_number(name, number) or not fits(number):
            raise ValueError(f"{name}={number!r} must be {words}")


check_probability = partial(check_fits, "a number of at least 0 and below 1", lambda x: 0 <= x < 1)
check_positive = partial(check_fits, "a positive number", lambda x: 0 < x < math.inf)
check_share = partial(check_fits, "above 0 and at most 1 (1 keeps all)", lambda x: 0 < x <= 1)


def check_betas(betas: tuple[float, float]) -> tuple[float, float]:
    """Adam's two memories as Python's numbers; what is no such pair is refused."""
    if not isinstance(betas, list | tuple) or len(betas) != 2:
        raise ValueError(f"betas={betas!r} must be two numbers, such as [0.9, 0.98]")
    for n, beta in enumerate(betas):
        check_probability(**{f"beta{n + 1} of betas": beta})
    return float(betas[0]), float(betas[1])


def check_number(least: float | int, **numbers: float | int) -> None:
    """Refuse what is no finite number of at least ``least``: ``check_number(0, warmup=warmup)``."""
    for name, number in numbers.items():
        if not _is_number(name, number) or not least <= number < math.inf:
            what = "a finite number" if least == -math.inf else f"a finite number, at least {least}"
            raise ValueError(f"{name}={number!r} must be {what}")


def check_real(**numbers: float | int) -> None:
    """Refuse what is no number; infinite and NaN are some: ``check_real(loss=loss)``."""
    for name, number in numbers.items():
        if not _is_number(name, number):
            raise TypeError(f"{name}={number!r:.60} is {type(number).__name__}; give a number")


def check_float_type(**dtypes: torch.dtype) -> None:
    """Refuse what is no floating-point dtype: ``check_float_type(dtype=dtype)``."""
    check_kind(torch.dtype, **dtypes)
    for name, dtype in dtypes.items():
        if not dtype.is_floating_point:
            raise TypeError(f"{name}={dtype} holds no fractions; give a floating-point dtype")


def _is_number(name: str, x: object) -> bool:
    """Whether it is Python's own or, as numpy's scalars are, registered as a number."""
    if isinstance(x, Tensor):  # whose gradient would end here in silence
        raise TypeError(f"{name} is a tensor; give the number in it, {name}.item()")
    return isinstance(x, Real) and not isinstance(x, bool)


def check_choice(**choices: tuple) -> None:
    """Refuse a word that is not on the list: ``check_choice(norm=(norm, ("layer", "rms")))``."""
    for name, (word, allowed) in choices.items():
        if not isinstance(word, str) or word not in allowed:
            listed = ", ".join(map(repr, allowed))
            raise ValueError(f"{name}={word!r} is unknown; choose one of {listed}")


def check_kind(kind: type | tuple[type, ...], /, **things: object) -> None:
    """Refuse what is of no such class: ``check_kind(nn.Module, model=model)``."""
    for name, thing in things.items():
        if not isinstance(thing, kind):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            right = " or ".join(known.__name__ for known in kinds)
            raise TypeError(f"{name}={thing!r:.60} is {type(thing).__name__}; give {right}")


def check_texts(**several: Iterable[str]) -> tuple[str, ...]:
    """Several strings, given as anything but one of them; they are returned as a tuple."""
    ((name, texts),) = several.items()
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise TypeError(f"{name}={texts!r:.60} is {type(texts).__name__}; give a list of strings")
    texts = tuple(texts)
    for n, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"{name}[{n}]={text!r:.60} is {type(text).__name__}; give a string")
    return texts


def check_function(**functions: Callable) -> None:
    """Refuse what cannot be called: ``check_function(step=step)``."""
    for name, function in functions.items():
        if not callable(function):
            kind = type(function).__name__
            raise TypeError(f"{name}={function!r:.60} is {kind}; give a function")


def check_device(device: object) -> None:
    """Refuse what names no device that torch knows; None is where torch puts things by itself."""
    try:
        device is None or torch.device(device)
    except (RuntimeError, TypeError) as error:
        raise ValueError(f"device={device!r:.60} is unknown; choose cpu or cuda") from error


def given(**things: object) -> dict[str, Any]:
    """Those that are not None, to be checked: ``check_whole(**given(eos_id=eos_id))``."""
    return {name: thing for name, thing in things.items() if thing is not None}


def check_flag(**flags: bool) -> None:
    """Refuse what is neither True nor False; a word, "False" for one, would count as True."""
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise TypeError(f"{name}={flag!r} is {type(flag).__name__}; give True or False")


def _what(x: object) -> str:
    """What was given, in words: a tensor has a dtype, anything else is of a type."""
    return f"has dtype {x.dtype}" if isinstance(x, Tensor) else f"is {type(x).__name__}"


def check_integers(name: str, ids: Tensor, **limit: int) -> None:
    """Refuse what is no integer tensor, or leaves a limit: ``rows=9`` allows 0 to 8."""
    if not isinstance(ids, Tensor) or ids.dtype not in INTEGERS:
        raise TypeError(f"{name} {_what(ids)}; give an integer tensor, such as {name}.long()")
    for what, size in limit.items():
        if torch.compiler.is_compiling() or not ids.numel():
            return  # a look at the numbers would cut the graph in two; the look-up checks as well
        if ids.is_meta:
            raise ValueError(f"{name} is on meta, where there are no numbers to look up")
        low, high = (end.item() for end in ((ids,) * 2 if ids.numel() == 1 else ids.aminmax()))
        if low < 0 or high >= size:
            wrong = low if low < 0 else high
            raise IndexError(f"{name} holds {wrong}; {what}={size} allows 0 to {size - 1}")


def check_ids(name: str, ids: Tensor, table: Tensor | None = None) -> None:
    """Refuse ids that are no (batch, length) integers, are empty, or have no row in the table."""
    check_integers(name, ids)
    if ids.dim() != 2 or ids.numel() == 0:
        raise ValueError(f"{name} has shape {tuple(ids.shape)}; give two axes (batch, length), "
                         "at least one row and token")  # fmt: skip
    if table is not None:
        check_same_device(**{name: ids, "the model": table})
        check_integers(name, ids, vocab_size=table.size(0))


def check_float(dims: int, **tensors: Tensor) -> None:
    """Refuse what is no floating-point tensor with at least ``dims`` axes: ``check_float(1, x=x)``,
    and tensors of different dtypes or on different devices."""
    for name, x in tensors.items():
        if not isinstance(x, Tensor) or not x.is_floating_point():
            raise TypeError(f"{name} {_what(x)}; give a floating-point tensor")
        if x.dim() < dims:
            raise ValueError(f"{name} has shape {tuple(x.shape)}; give at least {dims} axes")
    if len(tensors) == 1:
        return
    if len({x.dtype for x in tensors.values()}) > 1:
        dtypes = ", ".join(f"{name} {_what(x)}" for name, x in tensors.items())
        raise TypeError(f"{dtypes}; use one dtype for all")
    check_same_device(**tensors)


def check_along(dim: int, /, **tensor: Tensor) -> None:
    """Refuse what is no floating-point tensor with something along the axis ``dim``."""
    check_float(1, **tensor)
    check_whole(dim=dim)
    ((name, x),) = tensor.items()
    if not -x.dim() <= dim < x.dim() or not x.size(dim):
        raise IndexError(f"{name} has shape {tuple(x.shape)}; {dim=} is no axis with numbers on it")


def check_same_device(**tensors: Tensor) -> None:
    """Refuse tensors that live on different devices."""
    if len({tensor.device for tensor in tensors.values()}) > 1:
        places = ", ".join(f"{name} on {tensor.device}" for name, tensor in tensors.items())
        raise ValueError(f"{places}: move them to one device with .to(device)")


def check_bool(mask: Tensor, name: str = "mask") -> None:
    """Refuse a mask that is not boolean."""
    if not isinstance(mask, Tensor) or mask.dtype != torch.bool:
        raise TypeError(f"{name} {_what(mask)}; give bool, True = may attend: {name} != 0 from a "
                        f"0/1 mask, {name} == 0 from an additive one (0 and -inf)")  # fmt: skip


def check_mask(
    mask: Tensor, shape: tuple[int, ...], device: torch.device, name: str = "mask"
) -> None:
    """Refuse a mask that is not boolean, not broadcastable to ``shape`` or on another device."""
    check_bool(mask, name)
    if mask.device != device:
        raise ValueError(f"{name} is on {mask.device}, the scores on {device}: {name}.to(device)")
    axes = zip(mask.shape[::-1], shape[::-1], strict=False)
    if mask.dim() > len(shape) or any(have not in (1, want) for have, want in axes):
        raise ValueError(f"{name} has shape {tuple(mask.shape)}, which does not broadcast to "
                         f"{tuple(shape)}")  # fmt: skip
