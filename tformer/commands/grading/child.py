"""A student's process: one exercise of one notebook is defined there and called, and it ends.

It holds no exercise: it is sent one call at a time and answers with plain values; what these are
worth is found out elsewhere (``judge``). It has limits on processor time, memory and the size of
files, a working folder of its own that is removed afterwards, no keyboard, an empty environment and
the walls that the system has (``walls``). What that cannot prevent is told in docs/teaching.md.
"""

import ast
import contextlib
import inspect
import linecache
import math
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import torch
import torch.utils.serialization.config  # with the next ones: behind the walls nothing is loaded

from tformer.course.checker import forked, gradients, settings, threaded, whose  # noqa: F401
from tformer.course.checker.calls import Trace, without_streams
from tformer.course.checker.core import Outcome
from tformer.course.checker.foreign import plain
from tformer.course.checker.wire import LONGEST, Garbled, Telling, frame, packed

from . import walls
from .sending import received

FILE_SIZE = 64_000_000  # bytes, the largest file that it may write
ANALYSIS = 8.0  # seconds for naming a mistake, which asks for further calls
KEPT = {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "PYTHONPATH", "OMP_NUM_THREADS"}
HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP",
         "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TFORMER_DATA_DIR")  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """Seconds for the definitions, and as many for the cases; bytes of memory beside its own."""

    seconds: float = 10.0
    memory: float = 4e9

    @property
    def processor(self) -> int:
        """Seconds of processor time for all of it."""
        return math.ceil(4 * self.seconds + 2 * ANALYSIS + 20)


def main(item: dict[str, Any], room: str, limits: Limits, readable: list[str],
         line: socket.socket) -> None:  # fmt: skip
    """Define the item's function, tell what it is, and call it as often as is asked."""
    try:
        forked.IDLE = math.inf  # it may wait for its next call
        alone(room, limits)
        _tell(line, "ready", walls.raised(room, readable))
        notes: list[str] = []
        try:
            answer = defined(item, notes)
        except BaseException as error:  # SystemExit too
            memory = isinstance(error, MemoryError) or "can't allocate memory" in str(error)
            what = f"{type(error).__name__}: {str(error)[:200]}"
            _tell(line, "no memory" if memory else "undefined", [what, notes])
            return
        _more_time()
        _tell(line, "defined", [callable(answer), _signature(answer), _values(), notes])
        with settings.kept():
            while request := hear(line):
                kind, *what = received(request, answer)
                if kind == "run":
                    _run(line, answer, *what)
    finally:
        os._exit(0)  # nothing that it has registered for the end is run


def _tell(line: socket.socket, stage: str, value: Any) -> None:
    line.sendall(frame(packed(Outcome(plain(value), message=stage))))


def hear(line: socket.socket) -> bytes:
    """The next message, of which nothing that follows is taken; empty at the end. Raises Garbled
    for one that is too long."""
    size = int.from_bytes(_exactly(line, 8), "little")
    if size > LONGEST:
        raise Garbled(f"a message of {size} bytes")
    return _exactly(line, size)


def _exactly(line: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = line.recv(min(size - len(data), 1 << 20))
        if not part:
            return b""
        data += part
    return bytes(data)


def _signature(answer: Any) -> Any:
    """Name, kind and "may be left out" of each parameter; None where the function tells none."""
    try:
        found = inspect.signature(answer).parameters.values()
        return [[p.name, int(p.kind), p.default is not p.empty] for p in found]
    except Exception:
        return None


def _values() -> list[list[Any]]:
    """The notebook's names for plain values, and of each value its kind: a mistake may be to read
    one of them."""
    kinds = (torch.Tensor, int, float, list, tuple)
    found = {name: value for name, value in vars(sys.modules["__main__"]).items()
             if isinstance(value, kinds)}  # fmt: skip
    return [
        [name, torch.empty(0, dtype=value.dtype) if isinstance(value, torch.Tensor)
         else [] if isinstance(value, list | tuple) else value]
        for name, value in found.items()
    ]  # fmt: skip


class _Calls:
    """The calls of a run, each asked for when the one before it is done."""

    def __init__(self, line: socket.socket, answer: Any, count: int):
        self.line, self.answer, self.count = line, answer, count

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[tuple]:
        return (self.next() for _ in range(self.count))

    def next(self) -> tuple:
        """What is to be called next; nothing at the end."""
        kind, *what = received(hear(self.line), self.answer)
        return tuple(what) if kind == "call" else ()

    def further(self, _: Any) -> Iterator[tuple]:
        """What is asked for besides."""
        return iter(self.next, ())


def _run(line: socket.socket, answer: Any, fn: Any, count: int, seed: int, seconds: float,
         memory: float) -> None:  # fmt: skip
    calls, heard = _Calls(line, answer, count), Telling(lambda data: line.sendall(frame(data)))
    how = forked if forked.POSSIBLE else threaded
    trace = how.run(fn, calls, seed, seconds, memory, calls.further, heard)
    line.sendall(frame(packed(trace or Trace())))


def alone(room: str, limits: Limits) -> None:
    """Take from this process what it does not need."""
    with contextlib.suppress(AttributeError, OSError):  # Windows; the head of a group
        os.setsid()  # so that what it starts can be ended with it
    without_streams()
    kept = {name: value for name, value in os.environ.items() if name.upper() in KEPT}
    os.environ.clear()
    os.environ.update(kept | dict.fromkeys(HOMES, room), TFORMER_PROGRESS="off", MPLBACKEND="agg")
    tempfile.tempdir = None
    os.chdir(room)
    _limit(limits)


def _limit(limits: Limits) -> None:
    with contextlib.suppress(ImportError):  # Windows has no such limits
        import resource

        hold_memory(limits)
        used = resource.getrusage(resource.RUSAGE_SELF)
        start = math.ceil(used.ru_utime + used.ru_stime)
        for kind, soft, hard in (
            (resource.RLIMIT_CORE, 0, 0),
            (resource.RLIMIT_FSIZE, FILE_SIZE, FILE_SIZE),
            (resource.RLIMIT_CPU, start + math.ceil(limits.seconds), start + limits.processor),
        ):
            with contextlib.suppress(ValueError, OSError):  # a stricter limit is there already
                resource.setrlimit(kind, (soft, hard))
        for name in ("SIGALRM", "SIGXCPU"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.alarm(3 * limits.processor)  # should the command itself be killed


def hold_memory(limits: Limits) -> None:
    """Let this process take as much as ``limits`` says, beside its own."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        if own := _own_addresses():
            resource.setrlimit(resource.RLIMIT_AS, (int(own + limits.memory),) * 2)


def _own_addresses() -> int:
    """Bytes of address space in use; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _more_time() -> None:
    """The definitions are there: the processor time up to the hard limit is for the check."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def steps(item: Any) -> Iterator[tuple[int, ast.stmt, CodeType]]:
    """Of each statement that was kept the number of its cell, the tree and the code; a cell's lines
    are where tracebacks and readers look for them."""
    for number, source, kept in item["steps"]:
        name = f"<cell {number}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        body = ast.parse(source).body
        for node in (body[j] for j in kept):
            yield number, node, compile(ast.Module([node], []), name, "exec", dont_inherit=True)


def defined(item: Any, notes: list[str]) -> Any:
    """Run the statements that were kept, each cell's with its own lines, and give the function."""
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    for number, node, code in steps(item):
        try:
            exec(code, vars(module))
        except Exception as error:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                raise
            what = f"{type(error).__name__}: {str(error)[:100]}"
            notes.append(f"Cell {number}, line {node.lineno} was no help: {what}.")
    return eval(compile(item["answer"], "<answer>", "eval", dont_inherit=True), vars(module))
