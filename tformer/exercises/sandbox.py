"""Run a learner's function on all cases: in a worker thread, timed, quiet, leaving no trace.

A thread and not a process, because a notebook's functions cannot be sent to another process on
every system. A loop that never ends is stopped by raising inside its thread, again and again.
"""

import builtins
import contextlib
import ctypes
import io
import linecache
import random
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch

from .compare import identical
from .core import Case, Outcome
from .foreign import plain

TIME_LIMIT = 10.0
SEED = 5_318_008_779


class Stopped(BaseException):
    """Raised inside the worker when its time is over; no ``except Exception`` catches it."""


@dataclass
class Trace:
    """All that a run left behind: one outcome a case, and its side effects."""

    outcomes: list[Outcome] = field(default_factory=list)
    printed: str = ""
    timed_out: bool = False
    reseeded: bool = False
    drew_random: bool = False


def run(fn: Callable, cases: Sequence[Case], seed: int = SEED) -> Trace:
    """Call ``fn`` with every case's arguments, at most ``TIME_LIMIT`` seconds for all of them."""
    trace = Trace()
    worker = threading.Thread(target=_work, args=(fn, cases, trace), daemon=True)
    output = io.StringIO()
    with _state_restored(trace, seed), _quiet(output):
        worker.start()
        try:
            worker.join(TIME_LIMIT)
            if worker.is_alive():
                trace.timed_out = True
        finally:
            _stop(worker)
    trace.printed = output.getvalue()
    trace.outcomes = list(trace.outcomes)  # a thread that would not die writes to the old list
    return trace


def _work(fn: Callable, cases: Sequence[Case], trace: Trace) -> None:
    outcomes = trace.outcomes
    with contextlib.suppress(Stopped):
        for case in cases:
            outcomes.append(_call(fn, case))


def _call(fn: Callable, case: Case) -> Outcome:
    args, kept = case.make(), case.make()
    try:
        value = fn(*args)
    except Stopped:
        raise
    except BaseException as error:  # SystemExit and KeyboardInterrupt of the learner's code too
        return Outcome(error=type(error).__name__, message=_message(error), line=_line(fn, error))
    changed = [
        str(i) for i, pair in enumerate(zip(args, kept, strict=True)) if not identical(*pair)
    ]
    return Outcome(value=plain(value), mutated=",".join(changed))


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def _line(fn: Callable, error: BaseException) -> str:
    """The learner's own source line in which the error arose, as far as it can be read."""
    home = getattr(getattr(fn, "__code__", None), "co_filename", None)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == home]
    return linecache.getline(home, frames[-1].lineno).strip() if frames else ""


def _stop(worker: threading.Thread, patience: float = 2.0) -> None:
    """Raise ``Stopped`` in the worker until it ends or patience does (it may sit in a C call)."""
    deadline = time.monotonic() + patience
    while worker.is_alive() and time.monotonic() < deadline:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(worker.ident), ctypes.py_object(Stopped)
        )
        worker.join(0.02)


@contextlib.contextmanager
def _quiet(output: io.StringIO):
    """Printing, warnings and rich display go to ``output``; input() finds an empty keyboard."""

    def no_input(prompt: object = "") -> str:
        raise EOFError("the checker has no keyboard: take the values from the arguments")

    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    asked, builtins.input = builtins.input, no_input
    publish = getattr(shell, "display_pub", None)
    if publish is not None:
        from IPython.core.displaypub import CapturingDisplayPublisher

        shell.display_pub = CapturingDisplayPublisher()
    try:
        with (
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(output),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            yield
    finally:
        builtins.input = asked
        if publish is not None:
            shell.display_pub = publish


@contextlib.contextmanager
def _state_restored(trace: Trace, seed: int):
    """Start from known random states, note what became of them, put everything back."""
    before = torch.get_rng_state(), np.random.get_state(), random.getstate()
    dtype = torch.get_default_dtype()
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    torch.manual_seed(seed)
    torch.set_default_dtype(torch.float32)
    np.random.seed(seed % 2**32)
    random.seed(seed)
    # One draw each: the Mersenne twister then keeps its key for the next 600 draws, so a key that
    # changed means that somebody set the seed.
    np.random.random(), random.random()
    start = torch.get_rng_state(), np.random.get_state(), random.getstate()
    try:
        yield
    finally:
        trace.reseeded = (
            torch.initial_seed() != seed
            or not np.array_equal(np.random.get_state()[1], start[1][1])
            or random.getstate()[1][:-1] != start[2][1][:-1]
        )
        trace.drew_random = (
            not torch.equal(torch.get_rng_state(), start[0])
            or np.random.get_state()[2] != start[1][2]
            or random.getstate() != start[2]
        )
        torch.set_rng_state(before[0])
        np.random.set_state(before[1])
        random.setstate(before[2])
        torch.set_default_dtype(dtype)
        if cuda is not None:
            torch.cuda.set_rng_state_all(cuda)
