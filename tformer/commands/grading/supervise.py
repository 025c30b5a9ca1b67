"""Start the processes, one that judges and one a student's exercise; end the second with all that
it started, whatever it does."""

import contextlib
import ctypes
import multiprocessing
import multiprocessing.util
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from . import child, judge
from .child import Limits
from .judge import BUSY, LOADING

TICK = 0.1
TRIES = 3
GENERATIONS = 5  # of processes that a notebook has left behind
ADOPT = 36  # PR_SET_CHILD_SUBREAPER: a process without parents becomes a child of this one
RUNNING: set[int] = set()  # the processes at work, each the head of a session


class Interrupted(Exception):
    """The teacher has pressed Ctrl-C."""


def context() -> Any:
    """How children begin: on Linux as copies of one process that has loaded all, else anew."""
    how = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0)
        how.set_forkserver_preload([child.__name__])
        _near_socket()
    return how


def _near_socket() -> None:
    """Let that one process listen in /tmp where TMPDIR is long: a socket's path has 107 bytes."""
    usual = tempfile.gettempdir()
    if len(os.fsencode(usual)) > 60 and os.access("/tmp", os.W_OK):
        tempfile.tempdir = "/tmp"
    multiprocessing.util.get_temp_dir()  # made once, and removed at the end
    tempfile.tempdir = usual


class Judge:
    """The process that judges, one for each of several at a time; a new one if it is gone."""

    def __init__(self, how: Any, limits: Limits, seed: int, readable: tuple[list[str], list[str]],
                 stop: threading.Event):  # fmt: skip
        self.how, self.limits, self.seed, self.stop = how, limits, seed, stop
        self.readable = readable  # by a student's process: without this package, and with it
        self.process: Any = None

    def planned(self, *notebook: Any) -> dict[str, Any]:
        """Which exercises it answers, and what is to be run for each; "why" alone where the limits
        of time and memory do not allow to read it."""
        self._begin()
        return self._answer(BUSY * self.limits.seconds, "plan", *notebook)

    def judged(self, item: dict[str, Any]) -> dict[str, Any]:
        """One exercise; with "stage" and "why" ("time" or "ended") where the student's process came
        to no end. Again if this one has gone: where walls are missing, others may have ended it."""
        for _ in range(TRIES):
            found = self._judged(item)
            if found.get("why") != "gone":
                break
        return found

    def _judged(self, item: dict[str, Any]) -> dict[str, Any]:
        """In a process of its own and a folder that is gone afterwards."""
        self._begin()
        readable = self.readable[item["package"]]
        with _room() as room:
            ours, theirs = socket.socketpair()
            given = (item, room, self.limits, readable, theirs)
            process = self.how.Process(target=child.main, args=given)
            try:
                _start(process, self.stop)
                RUNNING.add(process.pid)
                theirs.close()
                seconds = LOADING + BUSY * (self.limits.seconds + self.limits.processor)
                found = self._answer(seconds, "judge", item, room, readable, ours)
                if found.get("why") == "ended":
                    process.join(2)
                    found["code"] = process.exitcode
                return found
            finally:
                ours.close(), theirs.close()
                _end(process)

    def _begin(self) -> None:
        if self.process is None:
            self.line, theirs = multiprocessing.Pipe()
            given = (theirs, self.limits, self.seed)
            self.process = self.how.Process(target=judge.main, args=given)
            _start(self.process, self.stop)
            RUNNING.add(self.process.pid)
            theirs.close()
            self._answer(LOADING)

    def _answer(self, seconds: float, *request: Any) -> Any:
        """What it says to that; if the time is up, or it is gone, this, and it is ended."""
        deadline, why = time.monotonic() + seconds, "time"
        try:
            self.line.send(request) if request else None
            while time.monotonic() < deadline:
                if self.stop.is_set():
                    raise Interrupted
                if self.line.poll(TICK):
                    return self.line.recv()
        except (EOFError, OSError):
            why = "gone"
        self.end()
        return {"stage": "defined", "why": why}

    def end(self) -> None:
        """End it; the next request begins a new one."""
        if self.process is not None:
            self.line.close()
            _end(self.process)
            self.process = None


def _start(process: Any, stop: threading.Event) -> None:
    """Again where the process that copies itself is gone, or where there are too many processes:
    a notebook may have ended the one, or started the others until its time is up."""
    for _ in range(round(LOADING)):
        with contextlib.suppress(OSError, EOFError):
            return process.start()
        if stop.wait(1):
            raise Interrupted
    process.start()


def _end(process: Any) -> None:
    """End the child, what is in its session, and what has left it and lost its parents since."""
    if (pid := process.pid) is None:
        return
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
    _kill(other for other, (_, session) in _processes().items() if session == pid)
    with contextlib.suppress(OSError):
        process.kill()
    process.join(5)
    with contextlib.suppress(ValueError):  # it lives on, which only a broken system allows
        process.close()
    RUNNING.discard(pid)
    for _ in range(GENERATIONS):
        own = {p: session for p, (parent, session) in _processes().items() if parent == os.getpid()}
        left = [p for p, session in own.items() if session not in {*RUNNING, os.getsid(0)}]
        _kill(left)
        if not left:
            break
    for other in own:  # the process that copies itself: a notebook may have halted it
        with contextlib.suppress(OSError):
            os.kill(other, signal.SIGCONT)


def _kill(processes: Iterable[int]) -> None:
    for pid in processes:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.waitpid(pid, os.WNOHANG)


def _processes() -> dict[int, tuple[int, int]]:
    """Parent and session of every process (Linux); elsewhere none can be seen."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            found[int(entry.name)] = (int(fields[1]), int(fields[3]))
    return found


@contextlib.contextmanager
def _room() -> Iterator[str]:
    """A folder to work in; removed with all that was written, even what was made unreadable."""
    room = tempfile.mkdtemp(prefix="tformer-grade-")
    try:
        yield room
    finally:
        with contextlib.suppress(OSError, RecursionError):
            shutil.rmtree(room, onerror=_open_up)
        if os.path.exists(room) and os.name == "posix":  # closed, or deeper than Python goes
            # Folders only: a file may be a second name of one of the teacher's.
            closed = ("-type", "d", "!", "-perm", "-700", "-exec", "chmod", "700", "{}", ";")
            with contextlib.suppress(FileNotFoundError):  # a system without them keeps the folder
                subprocess.run(["find", room, *closed], capture_output=True)
                subprocess.run(["rm", "-rf", room], capture_output=True)


def _open_up(_: Any, path: str, __: Any) -> None:
    """Windows removes no file that is only to be read."""
    if os.name == "nt" and not os.path.isdir(path):
        with contextlib.suppress(OSError):
            os.chmod(path, stat.S_IWRITE)
            os.unlink(path)
