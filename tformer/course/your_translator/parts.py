"""One part of the machine: the learner's function, watched, with the reference behind it."""

import ast
import contextlib
import ctypes
import inspect
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import torch
from torch import Tensor

from tformer.course.kept import is_own

from .speed import Speed, measured

COMPARISONS = 60  # of one part in one rehearsal: a forward pass asks for its norms 26 times
SECONDS = 10  # for one call, with all that it calls
TICK, PAUSE = 0.05, 1.0  # between two looks; until it is stopped again
SEARCHES = ("greedy_decode", "penalised_beam_search")
TOLERANCE = 1e-4  # of the largest number that is right


@dataclass(frozen=True)
class Trouble:
    """Why a learner's part is not used: the part, its line, what it was given, what it did."""

    part: str
    line: int | None
    code: str
    given: str
    why: str

    def __str__(self) -> str:
        where = f", line {self.line}: {self.code}" if self.line else ""
        given = f" Given {self.given}:" if self.given else ""
        return f"{self.part}{where}.{given} {self.why} The course's own part stands in."


class StuckError(BaseException):
    """A part has had its time. No `except Exception` of its own may hold this up."""


@dataclass
class Guard:
    """Is each part to be compared with its reference now? One for all parts of a machine: what a
    reference asks of other parts on the way is not compared a second time."""

    on: bool = False
    most: float = COMPARISONS  # of each part
    running: list[tuple["Part", float]] = field(default_factory=list)  # the outermost first; since
    stuck: "Part | None" = None  # which one is being stopped

    @contextlib.contextmanager
    def guarded(self):
        """A part that does not end is stopped here by `StuckError`, wherever its loop stands.

        One single call that holds the interpreter cannot be stopped.
        """
        over, mine = threading.Event(), ctypes.c_ulong(threading.get_ident())

        def look() -> None:
            while not over.wait(TICK):
                now = monotonic()
                spent = [(part, (now - since) / part.seconds) for part, since in [*self.running]]
                if any(share > 1 for _, share in spent):
                    # The innermost that is at it as long: those around it wait for it alone.
                    self.stuck = [part for part, share in spent if share > 0.5][-1]
                    error = ctypes.py_object(StuckError)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(mine, error)
                    over.wait(PAUSE)

        looks = threading.Thread(target=look, daemon=True)
        looks.start()
        try:
            yield
        finally:
            over.set()
            looks.join()
            self.running.clear()


class Part:
    """Called like the learner's function. ``calls`` counts how often that one answered,
    ``asked`` how often anybody had to.

    If it raises, or gives something else than the reference while ``guard`` is on, ``trouble`` says
    so, and from then on the reference answers.
    """

    def __init__(
        self, name: str, reference: Callable, guard: Guard, readings: Sequence[Callable] = ()
    ):
        self.name, self.reference, self.guard = name, reference, guard
        self.own: Callable | None = None
        self.source = ""
        self.calls = self.asked = self.compared = 0
        self.trouble: Trouble | None = None
        self.given: tuple | None = None  # what it was asked first in a rehearsal
        # The exercise allows other readings of the arguments; the first that is right is kept to.
        self.read: Callable | None = None
        self.readings = [*readings]
        self.trusted = False  # a mistake made on purpose stays
        self.seconds = SECONDS * (6 if name in SEARCHES else 1)  # all other parts work for these

    @property
    def is_yours(self) -> bool:
        """Does the learner's function answer?"""
        return self.own is not None and self.trouble is None

    @property
    def counts(self) -> bool:
        """Is it the learner's own work, too?"""
        return self.is_yours and is_own(self.source)

    def __call__(self, *args: Any) -> Any:
        self.asked += 1
        if not self.is_yours:
            return self.reference(*args)
        if self.trusted:
            self.calls += 1
            return self._run(args)
        if not self.guard.on or self.compared >= self.guard.most:
            return self._answered(args)
        self.compared += 1
        first = None
        while True:
            answer = self._compared(args)
            if self.is_yours:
                return answer
            first = first or self.trouble
            if not self.readings:
                self.trouble = first
                return answer
            self.read, self.trouble = self.readings.pop(0), None

    @torch.no_grad()
    def speed(self) -> Speed | None:
        """On what it was asked first; None for a part that is not the learner's or was not met."""
        if not self.is_yours or self.given is None:
            return None
        mine = self.read(self.given) if self.read else self.given
        return measured(lambda: self.own(*mine), lambda: self.reference(*self.given))

    def _compared(self, args: tuple) -> Any:
        """What is right; if the learner's function gives something else, ``trouble`` says so."""
        before = [x.clone() if isinstance(x, Tensor) else x for x in args]
        self.given = self.given or tuple(before)
        got = self._answered(args)
        if not self.is_yours:
            return got
        self.guard.on = False
        try:
            want = self.reference(*before)
        finally:
            self.guard.on = True
        changed = [
            i for i, x in enumerate(before) if isinstance(x, Tensor) and not _same(args[i], x)
        ]
        if changed:
            self._give_up(before, f"It changes its argument number {changed[0] + 1}.")
        elif not _same(got, want):
            self._give_up(before, f"It gives {_said(got)}, not {_said(want)}.{_apart(got, want)}")
        return got if self.is_yours else want

    def _answered(self, args: tuple) -> Any:
        try:
            got = self._run(args)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever the learner's code does
            if isinstance(error, StuckError) and self.guard.stuck is not self:
                raise  # on its way to the part around this one that does not end
            wanted = self.reference(*args)  # raises too where what was given is at fault
            slow = f"It does not end: {self.seconds:g} seconds were over."
            what = f"{type(error).__name__}: {error}"
            self._give_up(args, slow if isinstance(error, StuckError) else what, error)
            return wanted
        self.calls += 1
        return got

    def _run(self, args: tuple) -> Any:
        running = self.guard.running
        depth = len(running)
        running.append((self, monotonic()))
        try:
            return self.own(*(self.read(args) if self.read else args))
        finally:
            now = monotonic()  # those around a part that was stopped have waited: they begin again
            late = self.guard.stuck is self
            running[:] = [(part, now if late else since) for part, since in running[:depth]]

    def _give_up(self, args: Any, why: str, error: BaseException | None = None) -> None:
        line = _line_of(error, f"<your {self.name}>") if error else _last_return(self.source)
        lines = self.source.splitlines()
        code = lines[line - 1].strip() if line and line <= len(lines) else ""
        names = inspect.signature(self.reference).parameters
        given = ", ".join(f"{n} {_said(x)}" for n, x in zip(names, args, strict=False))
        self.trouble = Trouble(self.name, line, code, given, why[:300])


def _line_of(error: BaseException, file: str) -> int | None:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return frames[-1].lineno if frames else None


def _last_return(source: str) -> int | None:
    tree = ast.parse(source)
    return max((n.lineno for n in ast.walk(tree) if isinstance(n, ast.Return)), default=None)


def _said(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"{str(value.dtype).removeprefix('torch.')} {tuple(value.shape)}"
    if callable(value):
        return "(a function)"
    if isinstance(value, list) and value and callable(value[0]):
        return f"({len(value)} functions)"
    if isinstance(value, list | tuple) and any(isinstance(x, Tensor) for x in value):
        return f"({', '.join(map(_said, value))})"
    text = repr(value)
    return text if len(text) < 50 else f"{text[:46]}..."


def _same(got: Any, want: Any) -> bool:
    """Equal, or as near as rounding allows."""
    if isinstance(want, Tensor):
        if not isinstance(got, Tensor) or got.shape != want.shape:
            return False
        if got.dtype == want.dtype and torch.equal(got, want):
            return True  # the usual case, several times as fast as the way below
        if not (want.is_floating_point() and got.is_floating_point() and want.numel()):
            return False
        size = want.nan_to_num(0.0, 0.0, 0.0).abs().max().item()
        near = torch.isclose(
            got.to(want.dtype), want, rtol=TOLERANCE, atol=TOLERANCE * size, equal_nan=True
        )
        return bool(near.all())
    if isinstance(want, list | tuple):
        try:
            pairs = zip(list(got), want, strict=True)
            return all(_same(a, b) for a, b in pairs)
        except (TypeError, ValueError):
            return False
    return bool(got == want)


def _apart(got: Any, want: Any) -> str:
    if isinstance(got, Tensor) and isinstance(want, Tensor) and got.shape == want.shape:
        return f" They are up to {(got.double() - want.double()).abs().max():.3g} apart."
    return ""
