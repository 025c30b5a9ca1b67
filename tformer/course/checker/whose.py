"""Whose work is a right answer? What it calls is noted while it runs, whatever names stand there.

An answer that calls this package's function, or that does what its stub rules out, passes, and is
told to be nobody's yet; torch's ready-made function is allowed, and named.
"""

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from torch import Tensor
from torch.overrides import TorchFunctionMode

from .core import Exercise, Outcome

# What of the package may run below an answer without doing its work: what a case hands in, figures.
BESIDE = ("exercises", "course", "viz", "_support")


def watched(fn: Callable, exercise: Exercise) -> Callable[..., tuple[list[str], list[str], str]]:
    """A function of the same arguments: which of the package's functions the answer calls, which
    of torch's that the exercise asks for, and what it does that the stub rules out."""

    def run(*args: Any) -> tuple[list[str], list[str], str]:
        package, torchs = set(), set()

        def note(frame: FrameType, event: str, thing: Any) -> None:
            if event == "c_call":
                torchs.add(getattr(thing, "__name__", ""))
            elif event == "call":
                package.add(_of_the_package(frame))
                if _module(frame).startswith("torch."):
                    torchs.add(frame.f_code.co_name)

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            fn(*args)
        finally:
            sys.setprofile(before)
        goes, says = exercise.rules_out or (bool, "")
        ruled_out = says if says and goes(fn) else ""
        return sorted(package - {""}), sorted(torchs & {*exercise.ready}), ruled_out

    return run


def _of_the_package(frame: FrameType) -> str:
    """The function's name, if it is the package's and no other one of it called it."""
    name, module = frame.f_code.co_qualname, _module(frame)
    reference = module.startswith("tformer.course.exercises.") and module.endswith(f".{name}")
    # What a case hands in stands beside it, and calls it, too.
    reference = reference and not _module(frame.f_back).startswith("tformer.")
    if name[:1] == "<" or name[:2] == "__" or not (reference or _at_work(frame)):
        return ""
    caller = frame.f_back
    while _module(caller) != __name__ and not _at_work(caller):  # up to run, above
        caller = caller.f_back
    return "" if _at_work(caller) else f"{module}.{name.split('.')[0]}"


def _at_work(frame: FrameType) -> bool:
    """Is this a function of the package that answers exercises, and not of the checker's?"""
    first, *wing = _module(frame).split(".")
    return first == "tformer" and not {*wing[:1]} & {*BESIDE}


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__"))


class TorchCalls(TorchFunctionMode):
    """Notes the functions of torch that are called meanwhile, and the shapes that they give."""

    def __init__(self):
        super().__init__()
        self.names: set[str] = set()
        self.shapes: set[tuple[int, ...]] = set()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        made = func(*args, **(kwargs or {}))
        self.names.add(getattr(func, "__name__", ""))
        if isinstance(made, Tensor):
            self.shapes.add(tuple(made.shape))
        return made


def told(outcomes: Sequence[Outcome]) -> tuple[tuple[str, ...], bool]:
    """Sentences for the card, and whether the answer is the learner's own."""
    for outcome in outcomes:
        if not outcome.failed:
            package, ready, ruled_out = outcome.value
            if package:
                calls = f"It calls the package's function ({', '.join(package)});"
                ruled_out = f"{calls} yours is not written yet."
            if ruled_out:
                return (f"{ruled_out} It passes, and is not kept as yours.",), False
            if ready:
                what = f"torch's ready-made {' and '.join(ready)} does the work, which is allowed"
                return (f"{what}; written out, its steps are yours.",), True
    return (), True
