"""The process that judges: it knows the exercises, and runs no line of any student's.

It reads notebooks, plans what is run for each exercise, and asks the student's process (``child``)
for one call after the other. What comes back it compares, follows the gradients of and names, with
the checker that the students use. Only the line in which a small edit mends all is looked for
beside the answer, in one more process behind the same walls: the verdict stands by then, and all
that comes of it is a line.
"""

import ast
import contextlib
import inspect
import math
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, fields
from inspect import Parameter
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, get_origin

from tformer._support.files import sha256
from tformer.course.checker import checker, forked, pointing, sandbox
from tformer.course.checker.calls import Then, Trace
from tformer.course.checker.compare import right
from tformer.course.checker.core import Case, Exercise
from tformer.course.checker.pointing import Spot
from tformer.course.checker.wire import Garbled, frame, unpacked
from tformer.course.course_map import LESSONS, exercises

from . import walls
from .child import Limits, alone, defined, hear, hold_memory, steps
from .drawn import drawn
from .plan import decided, plan
from .reading import Unreadable
from .sending import sent

LOADING = 180.0  # seconds for a new process to begin on a busy machine
BUSY = 3.0  # times the processor time that a process may take by the clock
KIND = type(Parameter.VAR_POSITIONAL)  # of a parameter, by its number
NEVER = compile("raise", "", "exec").co_code  # in the place of a student's instructions


def main(line: Connection, limits: Limits, seed: int) -> None:
    """Answer one request after the other, each a name of ``WORK`` and what it is given."""
    with contextlib.suppress(AttributeError, OSError):
        os.setsid()
    walls.unseen()
    hold_memory(limits)
    forked.IDLE = math.inf
    exercises()
    line.send("ready")
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, *given = line.recv()
            line.send(_planned(*given) if work == "plan" else _judged(line, limits, seed, *given))


def _planned(path: str, lesson: str | None, mark: str) -> dict[str, Any]:
    try:
        if sha256(Path(path)) != mark:
            return {"fault": "It has changed since the command began.", "mistake": "changed"}
        return plan(Path(path), next((one for one in LESSONS if one.name == lesson), None))
    except Unreadable as error:
        return {"fault": str(error)}
    except OSError as error:
        return {"fault": f"It cannot be read: {error.strerror}."}
    except MemoryError:
        return {"fault": "It takes too much memory to be read."}


def _judged(line: Connection, limits: Limits, seed: int, item: dict[str, Any], room: str,
            readable: list[str], wire: socket.socket) -> dict[str, Any]:  # fmt: skip
    answer = _Answer(item, room, readable, limits, wire, line)
    try:
        return {**answer.judged(seed), "walls": answer.walls}
    except Garbled:
        says = "Its process gave no answer that can be read."
        return decided("failed", "cannot-be-judged", says)
    except OSError as error:
        why = "time" if isinstance(error, TimeoutError) else "ended"
        return {"stage": answer.stage, "why": why, "walls": answer.walls}
    except Exception as error:  # the judge's own fault: said, and the next answer is judged
        says = f"It cannot be judged: {type(error).__name__}: {str(error)[:200]}"
        return decided("failed", "cannot-be-judged", says)
    finally:
        sandbox.elsewhere, checker.point = None, pointing.point
        wire.close()


class _Answer:
    """A student's function, in a process of its own: what it is asked, and what it says."""

    def __init__(self, item: dict[str, Any], room: str, readable: list[str], limits: Limits,
                 wire: socket.socket, line: Connection):  # fmt: skip
        self.item, self.room, self.readable, self.limits = item, room, readable, limits
        self.wire, self.line = wire, line
        self.stage, self.walls, self.fn = "loading", "", None
        self.owed = False  # did it end before all was asked that right values are asked for?

    def judged(self, seed: int) -> dict[str, Any]:
        """The row: state, mistake, what it says, notes."""
        self.walls = ", ".join(self._hear(LOADING).value)
        self.stage = "ready"
        said = self._hear(BUSY * self.limits.seconds)
        if said.message != "defined":
            what, notes = said.value
            return _undefined(str(what), [*map(str, notes)], said.message)
        self.stage = "defined"
        is_function, rows, values, notes = said.value
        notes = [*map(str, notes)]
        if not is_function:
            says = f"`{self.item['answer']}` is no function."
            return {**decided("failed", "no-function", says), "notes": notes}
        self.fn = _still(self.item, dict(values))
        self.fn.__signature__ = _signature(rows)
        sandbox.TIME_LIMIT, sandbox.elsewhere = self.limits.seconds, self._run
        checker.point = self._point
        exercise = exercises()[self.item["exercise"]]
        report = checker.examine(self.fn, exercise)
        found = decided(report.state, report.mistake or "", report.says)
        if report.passed and self.owed:
            says = "Its values are right; asked for its gradients, it came to no end."
            found = decided("failed", "no-gradient-in-time", says)
        if report.passed and not all(self._agrees(exercise, drawn(exercise, seed))):
            says = "The cases of the course come out right; others of their kind do not, that "
            says += "were drawn for this class: the answers are known by heart."
            notes.append("Worth a look: it is right for the course's own cases alone.")
            found = decided("failed", "known-by-heart", says)
        return {**found, "notes": [*notes, *report.notes], "cases": len(exercise.cases)}

    def _agrees(self, exercise: Exercise, cases: list[Case]) -> Iterator[bool]:
        """Is the answer the reference's, too, in each of these cases?"""
        outcomes = sandbox.run(exercise.watched(self.fn), cases).outcomes if cases else []
        yield len(outcomes) == len(cases)
        for case, outcome in zip(cases, outcomes, strict=False):
            want = exercise.watched(exercise.reference)(*case.make())
            yield right(outcome, want)

    def _hear(self, seconds: float) -> Any:
        """The next message. Raises TimeoutError, OSError, Garbled."""
        self.wire.settimeout(seconds)
        data = hear(self.wire)
        if not data:
            raise ConnectionError("it is gone")
        return unpacked(data)

    def _send(self, *what: Any) -> None:
        self.wire.sendall(frame(sent(what, self.fn)))

    def _run(self, fn: Callable, calls: Sequence[tuple], seed: int, seconds: float, memory: float,
             then: Then | None = None) -> Trace:  # fmt: skip
        """As ``forked.run``, over there."""
        latest, outcomes = forked.LATEST * seconds + BUSY, []
        self._send("run", fn, len(calls), seed, seconds, memory)
        self.owed = False

        def asked() -> Iterator[tuple]:
            yield from calls
            yield from then(outcomes) if then else ()

        for call in asked():
            self._send("call", *call)
            message = self._hear(latest)
            if isinstance(message, Trace):
                self.owed = len(outcomes) >= len(calls)
                break
            outcomes.append(message)
        else:
            self._send("end")
            message = self._hear(latest)
        if not isinstance(message, Trace):
            raise Garbled("no end of a run")
        message.outcomes = outcomes
        return message

    def _point(self, fn: Callable, *asked: Any) -> Spot | None:
        """The line where an edit of the student's code mends all, if there is one."""

        def search() -> tuple | None:
            self.wire.close(), self.line.close()
            sandbox.elsewhere = None
            alone(self.room, self.limits)
            walls.raised(self.room, self.readable)
            found = pointing.point(defined(self.item, []), *asked)
            return astuple(found) if found else None

        if not forked.POSSIBLE:
            return None
        with contextlib.suppress(Exception):
            pointing.values(asked[0])  # read and kept here: behind the walls no source is in sight
        seconds = pointing.LATEST + self.limits.seconds
        trace = forked.run(search, [((), ())], sandbox.SEED, seconds, self.limits.memory)
        found = trace.outcomes[0].value if trace and trace.outcomes else None
        kinds = [get_origin(field.type) or field.type for field in fields(Spot)]
        return Spot(*found) if found and [*map(type, found)] == kinds else None


def _undefined(what: str, notes: list[str], stage: str) -> dict[str, Any]:
    if stage == "no memory":
        says = "It takes too much memory before it is called at all."
        return {**decided("failed", "too-much-memory", says), "notes": notes}
    says = f"The function cannot be defined: {what}"
    return {**decided("failed", "cannot-be-defined", says), "notes": notes}


def _signature(rows: list | None) -> inspect.Signature:
    if rows is None:  # it tells none: any arguments will do
        rows = [["args", Parameter.VAR_POSITIONAL, False]]
    return inspect.Signature(
        [Parameter(name, KIND(kind), default=None if may else Parameter.empty)
         for name, kind, may in rows])  # fmt: skip


def _still(item: dict[str, Any], scope: dict[str, Any]) -> FunctionType:
    """The answer to read in, beside its helpers and plain values: source and names are there, and
    its instructions are not, so that nothing runs it."""
    for _, node, whole in steps(item):
        targets = [t for t in getattr(node, "targets", ()) if isinstance(t, ast.Name)]
        called = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
        for code in whole.co_consts:
            if isinstance(code, CodeType) and code.co_name == called:
                code = code.replace(co_code=NEVER, co_exceptiontable=b"")
                for known in [t.id for t in targets] or [called]:
                    scope[known] = FunctionType(code, scope, called)
    found = scope.get(item["answer"])
    nothing = compile("raise", "<answer>", "exec", dont_inherit=True)
    return found if isinstance(found, FunctionType) else FunctionType(nothing, scope, "answer")
