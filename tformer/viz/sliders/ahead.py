"""Frames recorded ahead of the hand, while nobody waits for the kernel."""

import contextlib
import io
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tformer.viz.common.idle import IDLE, QUIET
from tformer.viz.sliders.record import Frame, Memory

SLICE = 0.012  # seconds of drawing in one step, or one frame: so long may a cell have to wait
SLOW = 0.06  # seconds for one frame; a figure that takes longer is drawn only when asked
BATCH = 40  # frames in one message
FIGURE, LESSON = 12_000_000, 45_000_000  # letters of frames at most


class Ahead:
    """Sends a figure's other settings to the browser, those next to the present one first.

    Args:
        settings: the (key, values) that are wanted, in their order, as seen from now.
        draw: the frame of a setting.
        send: takes a list of (key, frame).
    """

    total = 0  # letters that all figures of this kernel hold

    def __init__(
        self,
        settings: Callable[[], Iterator[tuple[str, dict]]],
        draw: Callable[[dict], Frame],
        send: Callable[[list[tuple[str, Frame]]], None],
    ):
        self._settings, self._draw, self._send = settings, draw, send
        self.memory: Memory | None = None
        self._sent: set[str] = set()
        self._queue: Iterator = iter(())
        self._slow = 0

    def start(self, memory: Memory, known: bool = True) -> None:
        """Begin anew around the present setting; `known`: the browser has what it was sent."""
        if memory is not self.memory:
            Ahead.total -= self.memory.size if self.memory else 0
        if memory is not self.memory or not known:
            self._sent = set()
        self.memory, self._queue = memory, self._settings()
        IDLE.later(self, self.step, QUIET, long=True)

    def stop(self) -> None:
        IDLE.drop(self)
        Ahead.total -= self.memory.size if self.memory else 0
        if self.memory:
            self.memory.clear()
        self._sent = set()

    def keep(self, key: str, frame: Frame) -> None:
        """Remember a frame; one that was asked for is in the browser's memory already."""
        self._sent.add(key)
        if key not in self.memory.frames and self._room():
            self.memory.keep(key, frame)
            Ahead.total += frame.size

    def _room(self) -> bool:
        return self.memory.size < FIGURE and Ahead.total < LESSON

    def step(self) -> bool:
        """Some frames more; whether there may be others."""
        batch, end, more = [], time.monotonic() + SLICE, True
        while more and len(batch) < BATCH and (not batch or time.monotonic() < end):
            more = self._next(batch)
        if batch:
            self._send(batch)
        return more

    def _next(self, batch: list[tuple[str, Frame]]) -> bool:
        key, values = next(self._queue, (None, None))
        if key is None:
            return False
        if key in self._sent:
            return True
        frame = self.memory.frames.get(key)
        if frame is None:
            if self._slow > 1 or not self._room():
                return False
            start = time.thread_time()
            try:
                with undisturbed():
                    frame = self._draw(values)
            except Exception:
                self._sent.add(key)
                return True  # the reader is told when it is asked for
            self._slow += time.thread_time() - start > SLOW
        self.keep(key, frame)
        batch.append((key, frame))
        return True


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Nothing that a lesson could notice: random numbers go on as before, nothing is printed."""
    torch: Any = sys.modules.get("torch")
    states = random.getstate(), np.random.get_state(), torch and torch.get_rng_state()
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        if torch:
            torch.set_rng_state(states[2])
