"""Work for the time when nobody waits: small steps, given up as soon as somebody does.

A kernel runs cells and answers widgets on one event loop. Steps run there too, one at a time and
with pauses in which whatever has arrived goes first; none runs while cells are being run.
"""

import asyncio
import time
import weakref
from collections.abc import Callable, Hashable

from IPython import get_ipython

PAUSE = 0.02  # seconds between two steps, for messages to come in
SHARE = 3  # or, if that is longer, this many times the step's own seconds
QUIET = 0.6  # seconds without a cell or a moved control before the first step


class Idle:
    """Jobs by name. A job is a step to be repeated: it returns whether there is more to do."""

    def __init__(self):
        self._jobs: dict[Hashable, tuple[float, Callable[[], bool], bool]] = {}
        self._quiet_from = 0.0
        self._task, self._listening = None, False
        self._lookers: weakref.WeakSet = weakref.WeakSet()

    def later(
        self, name: Hashable, step: Callable[[], bool], after: float = QUIET, long: bool = False
    ) -> None:
        """Do `step` after that many seconds of rest, in place of an older job of this name.

        The newest job goes first, but a `long` one, of many steps, after all others. Where no
        event loop runs (no kernel), nothing is done.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._listen()
        self._jobs.pop(name, None)
        self._jobs[name] = (time.monotonic() + after, step, long)
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._work())

    def drop(self, name: Hashable) -> None:
        self._jobs.pop(name, None)

    def somebody_waits(self, *_event) -> None:
        """A cell was run or a control moved: all jobs rest for a while."""
        self._quiet_from = time.monotonic() + QUIET

    def after_cells(self, looker: object) -> None:
        """Call ``looker.look_again()`` after each cell, as long as somebody holds it."""
        self._lookers.add(looker)
        self._listen()

    def _listen(self) -> None:
        shell = get_ipython()
        if shell is not None and not self._listening:
            self._listening = True
            shell.events.register("pre_run_cell", self.somebody_waits)
            shell.events.register("post_run_cell", self._cell_done)

    def _cell_done(self, *_event) -> None:
        self.somebody_waits()
        for looker in list(self._lookers):
            looker.look_again()

    async def _work(self) -> None:
        while self._jobs:
            now = time.monotonic()
            ready = [name for name, (due, _, _) in self._jobs.items() if due <= now]
            ready.sort(key=lambda name: not self._jobs[name][2])  # the newest of each kind last
            if not ready or now < self._quiet_from:
                dues = [due for due, _, _ in self._jobs.values()]
                wait = max(min(dues), self._quiet_from) - now
                await asyncio.sleep(min(0.1, max(PAUSE, wait)))
                continue
            self._step(ready[-1])
            # A cell that comes during a step waits for its end: three of four shall not.
            await asyncio.sleep(max(PAUSE, SHARE * (time.monotonic() - now)))

    def _step(self, name: Hashable) -> None:
        """One step; a job that fails is given up, for it was nobody's wish."""
        job = self._jobs[name]
        try:
            more = job[1]()
        except Exception:
            more = False
        if not more and self._jobs.get(name) == job:
            del self._jobs[name]


IDLE = Idle()
