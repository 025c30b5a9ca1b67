"""A run in a helper process that is started once and kept: where none can be copied by ``fork``.

On macOS and Windows. It is sent the function's source with what that needs (``parcel``) and the
places of the cases in their exercise, and can be ended whatever it does: the next run starts a new
one. What cannot be sent gives None, and a thread has to do it.
"""

import atexit
import contextlib
import importlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from .calls import Trace
from .core import Case, Exercise, Outcome
from .parcel import Unsendable, parcel
from .processes import memory_of
from .wire import Garbled, frame, next_frame, packed, unpacked

POSSIBLE = sys.platform in ("darwin", "win32")
TICK = 0.05
START = 60.0  # seconds that the imports of a new helper may take
HOME = Path(__file__).parents[3]


class Helper:
    """The process, and a thread that takes up what it sends."""

    def __init__(self) -> None:
        found = [str(HOME), os.environ.get("PYTHONPATH", "")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tformer.course.checker.helper"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))},
        )
        self.messages: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        message = b"-"
        while message:  # the last one is empty
            try:
                message = next_frame(self.process.stdout)
            except (OSError, ValueError):
                message = b""
            self.messages.put(message)

    def ready(self) -> bool:
        """Has it told that it is there?"""
        with contextlib.suppress(queue.Empty, Garbled):
            return isinstance(unpacked(self.messages.get(timeout=START)), Trace)
        return False

    def send(self, request: list) -> None:
        """Raises: OSError if it is gone."""
        self.process.stdin.write(frame(packed(Outcome(request))))
        self.process.stdin.flush()

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                stream.close()


_kept: list[Helper] = []  # none or one


def run(
    fn: Callable,
    exercise: Exercise,
    cases: Sequence[Case],
    seed: int,
    seconds: float,
    memory: float,
    gradients: bool,
) -> Trace | None:
    """The trace of all calls; None where the function cannot be sent."""
    try:
        request = [*_address(exercise, cases), parcel(fn), seed, gradients]
        helper = _helper()
        if helper is None:
            return None
        helper.send(request)
    except (Unsendable, OSError):
        return None
    trace = None
    try:
        trace = _listen(helper, seconds, memory, len(cases))
    finally:  # an interrupt too
        if trace is None or trace.cut_short or helper.process.poll() is not None:
            forget()
    # `reseeded` without any outcome: the helper could not rebuild the function.
    return None if trace is None or (trace.reseeded and not trace.outcomes) else trace


def forget() -> None:
    """End the helper: the next run starts a new one."""
    while _kept:
        _kept.pop().end()


atexit.register(forget)


def _helper() -> Helper | None:
    if _kept and _kept[0].process.poll() is not None:
        forget()
    if not _kept:
        _kept.append(Helper())
        if not _kept[0].ready():
            forget()
    return _kept[0] if _kept else None


def _address(exercise: Exercise, cases: Sequence[Case]) -> tuple[str, list[int]]:
    """Where the helper finds the cases. Raises: Unsendable."""
    module = exercise.reference.__module__
    place = {id(case): i for i, case in enumerate(exercise.cases)}
    with contextlib.suppress(AttributeError, ImportError, KeyError):
        if importlib.import_module(module).EXERCISE is exercise:
            return module, [place[id(case)] for case in cases]
    raise Unsendable("cases that no file holds")


def _listen(helper: Helper, seconds: float, memory: float, wanted: int) -> Trace | None:
    outcomes: list[Outcome] = []
    process = helper.process.pid
    most, start = memory_of(process) + memory, monotonic()
    while monotonic() - start < seconds:
        try:
            data = helper.messages.get(timeout=TICK)
        except queue.Empty:
            if memory_of(process) > most:
                return Trace(outcomes, took_memory=True)
            continue
        try:
            message = unpacked(data)
        except Garbled:  # the end, too, is no message
            helper.process.kill()
            lost = max(0, wanted - len(outcomes))
            ended = f"the process ended with exit code {helper.process.wait()}"
            return Trace([*outcomes, *[Outcome(error="Crash", message=ended)] * lost])
        if isinstance(message, Trace):
            message.outcomes = outcomes
            return message
        outcomes.append(message)
    return Trace(outcomes, timed_out=True)
