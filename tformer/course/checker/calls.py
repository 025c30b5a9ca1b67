"""Call a learner's function on one case after the other, and keep what came back."""

import builtins
import contextlib
import inspect
import io
import linecache
import os
import random
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch

from .compare import identical
from .core import Outcome
from .foreign import plain

PRINTED = 10_000  # characters that are kept of all that a function prints
Call = tuple[tuple, tuple]  # the arguments, and the same once more to see what was changed
# What else to call, in the light of these outcomes: functions and their arguments.
Then = Callable[[Sequence[Outcome]], Sequence[tuple[Callable, tuple]]]
_here = threading.local()


class Stopped(BaseException):
    """Raised inside a worker thread when its time is over; no ``except Exception`` catches it."""


@dataclass
class Trace:
    """All that a run left behind: one outcome a case, those of what was called afterwards, and its
    side effects."""

    outcomes: list[Outcome] = field(default_factory=list)
    further: list[Outcome] = field(default_factory=list)
    printed: str = ""
    timed_out: bool = False
    took_memory: bool = False
    reseeded: bool = False
    drew_random: bool = False

    @property
    def cut_short(self) -> bool:
        return self.timed_out or self.took_memory


def perform(
    fn: Callable, calls: Sequence[Call], trace: Trace, seed: int, then: Then | None = None
) -> None:
    """Every call, and what is to be called then; each outcome is put into ``trace.outcomes`` as
    soon as it is there."""
    _here.inside = True
    output = Capture()
    before = _seeded(seed)
    try:
        with _quiet(output):
            for args, same in calls:
                trace.outcomes.append(_call(fn, args, same))
            for other, args in then(trace.outcomes) if then else ():
                trace.outcomes.append(_call(other, args, args))
    finally:
        _here.inside = False
        trace.printed = output.text
        _note_random(trace, seed, before)


def without_streams() -> None:
    """To the end of the process, what is printed goes nowhere, and there is nothing to read."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # what is printed below Python's own streams, too
        os.dup2(nothing, stream)
    sys.stdin, sys.stdout = open(os.devnull), open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stdout


def inside() -> bool:
    """Is this code that a check has called?"""
    return getattr(_here, "inside", False)


def _call(fn: Callable, args: tuple, same: tuple) -> Outcome:
    try:
        value = fn(*args)
    except Stopped:
        raise
    except BaseException as error:  # SystemExit and KeyboardInterrupt of the learner's code too
        return Outcome(error=type(error).__name__, message=_message(error), line=_line(fn, error))
    pairs = zip(args, same, strict=True)
    changed = [str(i) for i, (after, before) in enumerate(pairs) if not identical(after, before)]
    return Outcome(value=plain(value), mutated=",".join(changed))


def _message(error: BaseException) -> str:
    try:
        return str(plain(str(error)))[:1000]
    except Exception:
        return ""


def _line(fn: Callable, error: BaseException) -> str:
    """The learner's own source line in which the error arose, as far as it can be read."""
    home = getattr(getattr(inspect.unwrap(fn), "__code__", None), "co_filename", None)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == home]
    return linecache.getline(home, frames[-1].lineno).strip() if frames else ""


def _seeded(seed: int) -> tuple:
    torch.manual_seed(seed)
    np.random.seed(seed % 2**32)
    random.seed(seed)
    # One draw each: the Mersenne twister then keeps its key for the next 600 draws, so a key that
    # changed means that somebody set the seed.
    np.random.random(), random.random()
    return torch.get_rng_state(), np.random.get_state(), random.getstate()


def _note_random(trace: Trace, seed: int, before: tuple) -> None:
    now = torch.get_rng_state(), np.random.get_state(), random.getstate()
    trace.reseeded = (
        torch.initial_seed() != seed
        or not np.array_equal(now[1][1], before[1][1])
        or now[2][1][:-1] != before[2][1][:-1]
    )
    trace.drew_random = (
        not torch.equal(now[0], before[0]) or now[1][2] != before[1][2] or now[2] != before[2]
    )


class Capture(io.TextIOBase):
    """A stream that keeps the first characters, forgets the rest, and cannot be closed."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) < PRINTED:
            self.text += text[: PRINTED - len(self.text)]
        return len(text)

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        pass


class _Nowhere:
    """A display publisher that shows nothing and keeps nothing."""

    def publish(self, *args: object, **kwargs: object) -> None:
        pass

    clear_output = set_parent = publish


@contextlib.contextmanager
def _quiet(output: Capture) -> Iterator[None]:
    """Printing and rich display go to ``output`` or nowhere; input() finds an empty keyboard."""

    def no_input(prompt: object = "") -> str:
        raise EOFError("the checker has no keyboard: take the values from the arguments")

    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    asked, builtins.input = builtins.input, no_input
    publish = getattr(shell, "display_pub", None)
    if publish is not None:
        shell.display_pub = _Nowhere()
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            yield
    finally:
        builtins.input = asked
        if publish is not None:
            shell.display_pub = publish
