"""The process in which one exercise of one notebook is defined and checked, and then ends.

It has limits on processor time, memory and the size of files, a working folder of its own that is
removed afterwards, no keyboard, an empty environment and, where Linux allows it, no network. What
that cannot prevent is told in docs/teaching.md.
"""

import ast
import contextlib
import ctypes
import json
import linecache
import math
import os
import signal
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tformer.course.checker import sandbox
from tformer.course.checker.checker import ANALYSIS_LIMIT, examine
from tformer.course.course_map import LESSONS, exercises

from .plan import decided, plan
from .reading import Unreadable

exercises()  # loaded before the fork, once for all notebooks
FILE_SIZE = 64_000_000  # bytes, the largest file that it may write
KEPT = {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "PYTHONPATH", "OMP_NUM_THREADS"}
HOMES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP",
         "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TFORMER_DATA_DIR")  # fmt: skip
NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET


@dataclass(frozen=True)
class Limits:
    """Seconds for the definitions, and as many for the cases; bytes of memory beside its own."""

    seconds: float = 10.0
    memory: float = 4e9

    @property
    def processor(self) -> int:
        """Seconds of processor time for all of it."""
        return math.ceil(4 * self.seconds + 2 * ANALYSIS_LIMIT + 20)


def main(work: str, given: Any, room: str, limits: Limits, line: socket.socket) -> None:
    """Do one piece of ``work`` ("plan" or "attempt") and say what came out, a line of JSON."""
    try:
        alone(room, limits)
        _say(line, {"stage": "ready"})
        answer = {"plan": _plan, "attempt": _attempt}[work](given, limits, line)
        _say(line, {"stage": "done", **answer})
    finally:
        os._exit(0)  # nothing that it has registered for the end is run


def _say(line: socket.socket, message: dict[str, Any]) -> None:
    line.sendall(json.dumps(message).encode() + b"\n")


def alone(room: str, limits: Limits) -> None:
    """Take from this process what it does not need."""
    if hasattr(os, "setsid"):
        os.setsid()  # so that what it starts can be ended with it
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    sys.stdin, sys.stdout = open(os.devnull), open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stdout
    kept = {name: value for name, value in os.environ.items() if name.upper() in KEPT}
    os.environ.clear()
    os.environ.update(kept | dict.fromkeys(HOMES, room), TFORMER_PROGRESS="off", MPLBACKEND="agg")
    tempfile.tempdir = None
    os.chdir(room)
    _limit(limits)


def _limit(limits: Limits) -> None:
    with contextlib.suppress(ImportError):  # Windows has no such limits
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        start = math.ceil(used.ru_utime + used.ru_stime)
        own = _own_addresses()
        for name, soft, hard in (
            ("RLIMIT_CORE", 0, 0),
            ("RLIMIT_FSIZE", FILE_SIZE, FILE_SIZE),
            ("RLIMIT_CPU", start + math.ceil(limits.seconds), start + limits.processor),
            ("RLIMIT_AS", own + limits.memory, own + limits.memory),
        ):
            kind = getattr(resource, name, None)
            if kind is not None and (own or name != "RLIMIT_AS"):
                with contextlib.suppress(ValueError, OSError):  # a stricter limit is there already
                    resource.setrlimit(kind, (int(soft), int(hard)))
        for name in ("SIGALRM", "SIGXCPU"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        signal.alarm(3 * limits.processor)  # should the command itself be killed


def _own_addresses() -> int:
    """Bytes of address space in use; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _defined() -> None:
    """The definitions are there: the processor time up to the hard limit is for the check."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def cut_off() -> bool:
    """Leave the network, in a user namespace of its own; False where the system does not let."""
    try:
        return ctypes.CDLL(None).unshare(NEW_USER | NEW_NETWORK) == 0
    except (AttributeError, OSError, TypeError):
        return False


def _plan(given: Any, limits: Limits, line: socket.socket) -> dict[str, Any]:
    path, lesson = given
    try:
        return plan(Path(path), next((one for one in LESSONS if one.name == lesson), None))
    except Unreadable as error:
        return {"fault": str(error)}
    except OSError as error:
        return {"fault": f"It cannot be read: {error.strerror}."}
    except MemoryError:
        return {"fault": "It takes too much memory to be read."}


def _attempt(item: Any, limits: Limits, line: socket.socket) -> dict[str, Any]:
    cut_off()
    notes: list[str] = []
    try:
        answer = _answer(item, notes)
    except BaseException as error:  # SystemExit too
        if isinstance(error, MemoryError) or "can't allocate memory" in str(error):
            says = "It takes too much memory before it is called at all."
            return decided("failed", "too-much-memory", says)
        what = f"{type(error).__name__}: {str(error)[:200]}"
        says = f"The function cannot be defined: {what}"
        return {**decided("failed", "cannot-be-defined", says), "notes": notes}
    _defined()
    _say(line, {"stage": "defined"})
    if not callable(answer):
        return decided("failed", "no-function", f"`{item['answer']}` is no function.")
    sandbox.TIME_LIMIT = limits.seconds
    report = examine(answer, exercises()[item["exercise"]])
    found = decided(report.state, report.mistake or "", report.says)
    return {**found, "notes": [*notes, *report.notes]}


def _answer(item: Any, notes: list[str]) -> Any:
    """Run the statements that were kept, each cell's with its own lines, and give the function."""
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    for number, source, kept in item["steps"]:
        name = f"<cell {number}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        body = ast.parse(source).body
        for j in kept:
            code = compile(ast.Module([body[j]], []), name, "exec", dont_inherit=True)
            try:
                exec(code, vars(module))
            except Exception as error:
                if isinstance(body[j], ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    raise
                what = f"{type(error).__name__}: {str(error)[:100]}"
                notes.append(f"Cell {number}, line {body[j].lineno} was no help: {what}.")
    return eval(compile(item["answer"], "<answer>", "eval", dont_inherit=True), vars(module))
