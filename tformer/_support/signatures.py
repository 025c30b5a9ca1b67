"""A function's signature says which arguments are right; a decorator refuses all others.

    @checked
    def smooth_labels(targets: Int[Tensor, "*batch"], vocab_size: Size, epsilon: Probability): ...

``checked`` looks at the arguments before the call: numbers, flags and choices; a tensor's dtype and
axes, where one letter is one size in the whole signature; ids are passed on as int64, which does
not overflow. A look takes a few microseconds. ``explained`` lets the function run at once, and
reads the signature only if the function fails, to say in one sentence which argument was wrong: for
functions that every decoding step calls. Errors that would stay silent need a line in the function.
"""

import inspect
import math
from collections.abc import Callable, Mapping
from functools import cache, partial, wraps
from numbers import Integral, Real
from types import CodeType, NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import torch
from torch import Tensor, nn

from tformer._support.checks import (
    INTEGERS,
    check_bool,
    check_choice,
    check_device,
    check_even,
    check_flag,
    check_float,
    check_float_type,
    check_function,
    check_integers,
    check_kind,
    check_number,
    check_positive,
    check_probability,
    check_same_device,
    check_share,
    check_size,
    check_whole,
)

# Numbers with a name: `d_model: Size`. A plain `int` is any whole number, a plain `float` finite.
Size = Annotated[int, check_size]
Count = Annotated[int, partial(check_size, 0)]
Even = Annotated[int, check_even]
Probability = Annotated[float, check_probability]  # below 1
Share = Annotated[float, check_share]  # above 0, at most 1
Positive = Annotated[float, check_positive]
NotNegative = Annotated[float, partial(check_number, 0)]
FloatType = Annotated[torch.dtype, check_float_type]
Device = Annotated[torch.device | str, check_device]

PLAIN = {int: check_whole, float: partial(check_number, -math.inf), bool: check_flag}
LEGEND = {"B": "batch", "T": "length", "S": "length", "t": "length", "H": "heads", "D": "width",
          "Dh": "d_head", "Dv": "width", "V": "vocabulary", "*all": "shape"}  # fmt: skip
ALL = {dtype for dtype in vars(torch).values() if isinstance(dtype, torch.dtype)}
DTYPES = {"Float": {dtype for dtype in ALL if dtype.is_floating_point}, "Int": {*INTEGERS},
          "Bool": {torch.bool}, "Shaped": ALL}  # fmt: skip
REFUSALS = {"Float": lambda name, x: check_float(0, **{name: x}), "Int": check_integers,
            "Bool": lambda name, x: check_bool(x, name),
            "Shaped": lambda name, x: check_kind(Tensor, **{name: x})}  # fmt: skip


def checked(thing: Any) -> Any:
    """Refuse at once what the signature does not allow: of a function, or of a class's constructor
    and public methods, except those that are ``explained``."""
    if isinstance(thing, type):
        for name, member in list(vars(thing).items()):
            if inspect.isfunction(member) and (name == "__init__" or name[0] != "_"):
                if not hasattr(member, "explained"):
                    setattr(thing, name, checked(member))
            elif isinstance(member, classmethod):
                setattr(thing, name, classmethod(checked(member.__func__)))
        return thing
    if not thing.__annotations__.keys() - {"return"}:
        return thing

    @wraps(thing)
    def call(*args, **kwargs):
        if not torch.compiler.is_compiling():
            args, kwargs = _read(thing).taken(args, kwargs)
        try:
            return thing(*args, **kwargs)
        except Exception as error:
            if fault := _read(thing).fault(args, kwargs):
                raise fault from error
            raise

    return call


def explained(function: Callable) -> Callable:
    """Let a function run, and say which argument was wrong only when it has failed."""

    @wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            if fault := _read(function).fault(args, kwargs):
                raise fault from error
            raise

    call.explained = True
    return call


class _Reading:
    """What a signature says of its arguments: a check for each that it says something of."""

    def __init__(self, function: Callable):
        parameters = inspect.signature(function).parameters.values()
        self.names = [parameter.name for parameter in parameters]
        said = {p.name: p.annotation for p in parameters
                if p.annotation is not p.empty and p.kind is not p.VAR_KEYWORD}  # fmt: skip
        self.optional = {name for name, kind in said.items() if NoneType in get_args(kind)}
        wants = {name: _check_of(kind) for name, kind in said.items()}
        self.wants = {name: want for name, want in wants.items() if want is not None}

    def taken(self, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        """The arguments, ids as int64, numbers as Python's; an error for the first wrong one."""
        given = dict(zip(self.names, args, strict=False)) | kwargs
        seen: dict[str, tuple] = {}
        for name, value in given.items():
            want = self.wants.get(name)
            if want is None or (value is None and name in self.optional):
                continue
            own = value
            if isinstance(want, _Axes):
                want.check(name, value, given, seen)
                if want.kind == "Int" and value.dtype != torch.int64:
                    own = value.long()
            else:
                want(**{name: value})
                if isinstance(value, Real) and not isinstance(value, int | float):
                    own = int(value) if isinstance(value, Integral) else float(value)
            if own is not value:
                args = tuple(own if arg is value else arg for arg in args)
                kwargs = {key: own if arg is value else arg for key, arg in kwargs.items()}
        return args, kwargs

    def fault(self, args: tuple, kwargs: dict) -> Exception | None:
        """The error that tells why a call has failed, if an argument is to blame."""
        given = dict(zip(self.names, args, strict=False)) | kwargs
        try:
            tensors = {name: given[name] for name, want in self.wants.items()
                       if isinstance(want, _Axes) and isinstance(given.get(name), Tensor)
                       and want.kind != "Bool"}  # fmt: skip
            model = given.get("self")
            built = isinstance(model, nn.Module) and "_parameters" in vars(model)
            weight = next(model.parameters(), None) if built else None
            for name, x in tensors.items() if weight is not None else ():
                check_same_device(**{name: x, "the model": weight})
            self.taken(args, kwargs)
            floats = {name: x for name, x in tensors.items() if x.is_floating_point()}
            if weight is None:
                check_float(0, **floats)
            for name, x in floats.items() if weight is not None else ():
                if x.dtype != weight.dtype and not torch.is_autocast_enabled(x.device.type):
                    raise TypeError(f"{name} has dtype {x.dtype}, the model {weight.dtype}; use "
                                    f"one for both: {name}.to({weight.dtype})")  # fmt: skip
        except (TypeError, ValueError, IndexError) as fault:
            return fault
        return None


_read = cache(_Reading)  # at the first call: importing a room reads no signature


class _Axes:
    """What jaxtyping's Float[Tensor, "*batch T {self.d_model}"] says of a tensor."""

    def __init__(self, annotation: Any):
        self.kind = annotation.dtype.__name__
        self.axes = annotation.dim_str.split()
        self.lead = self.axes.pop(0) if annotation.dim_str[:1] in ("*", ".") else ""
        self.known = [not axis.isidentifier() for axis in self.axes]
        self.shared = self.lead[:1] == "*" and self.lead[1] != "#"

    def check(self, name: str, x: Tensor, given: dict, seen: dict) -> None:
        """Refuse another kind, another number of axes, an axis with nothing on it, and a size or
        a device other than an argument before it has, or the model."""
        if not isinstance(x, Tensor) or x.dtype not in DTYPES[self.kind]:
            REFUSALS[self.kind](name, x)
        shape = x.shape
        extra = len(shape) - len(self.axes)
        if extra < 0 or (extra and not self.lead) or 0 in shape[extra:]:
            raise ValueError(f"{name} has shape {tuple(shape)}; give {self._words(given)}, "
                             "none of them empty")  # fmt: skip
        if self.kind != "Bool":  # masks are compared with the scores
            _, other, its = seen.setdefault("", (None, name, x))
            if its is not x and its.device != x.device:
                check_same_device(**{other: its, name: x})
        if self.shared:
            _agree(self.lead, shape[:extra], name, x, seen)
        for axis, known, size in zip(self.axes, self.known, shape[extra:], strict=True):
            if not known:
                _agree(axis, size, name, x, seen)
            elif size != (want := _worth(axis, given)):
                last = f"its last axis must be {want} wide"
                give = f"give {self._words(given)}" if len(self.axes) > 1 else last
                raise ValueError(f"{name} has shape {tuple(shape)}; {give}")

    def _words(self, given: dict) -> str:
        """The axes as they are called: (batch, length, d_model=16)."""
        said = [f"{axis.strip('{}').split('.')[-1]}={_worth(axis, given)}"
                if not axis.isidentifier() else LEGEND.get(axis, axis)
                for axis in self.axes]  # fmt: skip
        return f"({', '.join(['...'] * bool(self.lead) + said)})"


def _agree(axis: str, size: object, name: str, x: Tensor, seen: dict) -> None:
    """Refuse an axis of another size than it has in an argument before."""
    before, other, its = seen.setdefault(axis, (size, name, x))
    if before != size:
        need = "the same axes before these" if axis[0] == "*" else f"one {axis}"
        need = "as many rows" if axis == "B" else f"one {LEGEND[axis]}" if axis in LEGEND else need
        raise ValueError(f"{other} has shape {tuple(its.shape)}, {name} {tuple(x.shape)}; "
                         f"{other} and {name} need {need}")  # fmt: skip


def _worth(axis: str, given: dict) -> int:
    """The number that an axis such as {self.d_model} stands for."""
    return eval(_code(axis), {}, given)


@cache
def _code(axis: str) -> CodeType:
    return compile(axis[1:-1], axis, "eval")


def _check_of(kind: Any) -> Any:
    """The check for an annotation: it takes the value by the argument's name."""
    choices = [part for part in get_args(kind) if part is not NoneType]
    if NoneType in get_args(kind) and len(choices) == 1:
        (kind,) = choices
    origin, parts = get_origin(kind), get_args(kind)
    if hasattr(kind, "dim_str"):
        return _Axes(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind is Tensor:
        return None  # whoever takes any tensor looks at it
    if origin is Annotated:
        return kind.__metadata__[0]
    if origin is Literal:
        return lambda **word: check_choice(**{name: (w, parts) for name, w in word.items()})
    if origin is Callable:
        return check_function
    if origin is tuple and Ellipsis not in parts:
        return partial(_check_tuple, len(parts))
    if origin is Mapping:
        return partial(_check_mapping, *map(_check_of, parts))
    return partial(check_kind, origin or kind) if isinstance(origin or kind, type) else None


def _check_tuple(length: int, /, **things: tuple) -> None:
    for name, thing in things.items():
        if not isinstance(thing, tuple) or len(thing) != length:
            raise TypeError(f"{name}={thing!r:.60} is no tuple of {length}")


def _check_mapping(check_key: Callable, check_value: Callable, /, **things: Mapping) -> None:
    check_kind(Mapping, **things)
    for name, thing in things.items():
        check_key(**{f"key {n} of {name}": key for n, key in enumerate(thing)})
        check_value(**{f"{name}[{key!r}]": value for key, value in thing.items()})
