"""What goes to a student's process: functions and their arguments, and no exercise with them.

A case may hand in a model, an optimizer or a small function, and a run may ask for gradients. All
of it goes as a pickle from the process that judges; what the exercises define goes as its code, and
of that only what the call needs. The answer itself stays where it is and is only named. Nothing
comes back as a pickle (``tformer.course.checker.wire``).
"""

import builtins
import importlib
import io
import marshal
import pickle
import types
from types import CellType, FrameType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from tformer.course.checker.core import Exercise

from .slices import taken_from_outside

HOME = "tformer.course.exercises"


def sent(thing: Any, answer: Any) -> bytes:
    """The bytes from which ``received`` builds the thing; ``answer`` is what stands for the
    student's function. Raises ValueError where an exercise's solution would go with it."""
    out = io.BytesIO()
    _Sender(out, answer).dump(thing)
    return out.getvalue()


def received(data: bytes, answer: Any) -> Any:
    """The thing, with the student's function in its place."""
    reader = pickle.Unpickler(io.BytesIO(data))
    reader.persistent_load = lambda _: answer
    return reader.load()


class _Sender(pickle.Pickler):
    def __init__(self, out: io.BytesIO, answer: Any):
        super().__init__(out)
        self.answer = answer

    def persistent_id(self, thing: Any) -> str | None:
        return "answer" if thing is self.answer else None

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, Exercise):  # whose work an answer is, asks for these two
            return _reminder, (thing.rules_out, thing.ready)
        if isinstance(thing, ModuleType):
            return importlib.import_module, (thing.__name__,)
        if thing is FrameType:  # an annotation, which no module holds by its name
            return getattr, (types, "FrameType")
        if isinstance(thing, FunctionType):
            name, home = thing.__code__.co_qualname, thing.__globals__["__name__"]
            if home.startswith(HOME) and home.endswith(f".{name}"):
                raise ValueError(f"{name} would go to those who are to write it")
            if home.startswith(HOME) or "<" in name:
                return _function, _taken_apart(thing)
        if isinstance(thing, type) and thing.__module__.startswith(HOME):
            parts = {name: part for name, part in vars(thing).items()
                     if name not in ("__dict__", "__weakref__", "__init__")}  # fmt: skip
            return type, (thing.__name__, thing.__bases__, parts)
        return NotImplemented


def _reminder(rules_out: Any, ready: Any) -> SimpleNamespace:
    return SimpleNamespace(rules_out=rules_out, ready=ready)


def _taken_apart(fn: FunctionType) -> tuple:
    needed = {name: fn.__globals__[name] for name in sorted(set(taken_from_outside(fn.__code__)))
              if name in fn.__globals__}  # fmt: skip
    scope = {"__name__": fn.__globals__["__name__"], **needed}
    cells = [cell.cell_contents for cell in fn.__closure__ or ()]
    rest = (fn.__defaults__, fn.__kwdefaults__, vars(fn))
    return marshal.dumps(fn.__code__), scope, cells, *rest


def _function(code: bytes, scope: dict, cells: list, *rest: Any) -> FunctionType:
    closed = tuple(map(CellType, cells))
    scope["__builtins__"] = builtins  # torch looks there
    fn = FunctionType(marshal.loads(code), scope, None, rest[0], closed)
    fn.__kwdefaults__ = rest[1]
    vars(fn).update(rest[2])
    return fn
