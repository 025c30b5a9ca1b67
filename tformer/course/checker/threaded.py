"""A run in a worker thread, where there is no child process: on macOS and Windows, or with a GPU.

A loop that never ends is stopped by raising inside its thread, again and again. What stays
impossible: to stop one single call that holds the interpreter (``10**10**9``, a regular expression
that never ends), which stops the notebook with it, or one that waits for ever outside of Python
(``time.sleep``); the report then comes all the same, and the thread is left behind.
"""

import contextlib
import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic  # itself: the function may put another one into the module

from . import settings
from .calls import Call, Stopped, Then, Trace, perform
from .processes import memory_of

TICK = 0.05
PATIENCE = 2.0


def run(
    fn: Callable,
    calls: Sequence[Call],
    seed: int,
    seconds: float,
    memory: float,
    then: Then | None = None,
    heard: list | None = None,
) -> Trace:
    """The trace of all calls, or of those that were done when time or memory was used up."""
    trace = Trace([] if heard is None else heard)
    worker = threading.Thread(target=_work, args=(fn, calls, trace, seed, then), daemon=True)
    with settings.original_functions():
        return _watched(worker, trace, seconds, memory)


def _watched(worker: threading.Thread, trace: Trace, seconds: float, memory: float) -> Trace:
    most = memory_of(os.getpid()) + memory
    deadline = monotonic() + seconds
    worker.start()
    try:
        while worker.is_alive() and not trace.cut_short:
            worker.join(max(0.0, min(TICK, deadline - monotonic())))
            trace.timed_out = worker.is_alive() and monotonic() >= deadline
            trace.took_memory = worker.is_alive() and memory_of(os.getpid()) > most
    finally:
        _stop(worker)
    # a thread that would not die goes on writing: to the old trace
    return replace(trace, outcomes=list(trace.outcomes))


def _work(fn: Callable, calls: Sequence[Call], trace: Trace, seed: int, then: Then | None) -> None:
    with contextlib.suppress(Stopped):
        perform(fn, calls, trace, seed, then)


def _stop(worker: threading.Thread) -> None:
    """Raise ``Stopped`` in the worker until it ends or patience does (it may sit in a C call)."""
    deadline = monotonic() + PATIENCE
    while worker.is_alive() and monotonic() < deadline:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(worker.ident), ctypes.py_object(Stopped)
        )
        worker.join(0.02)
