"""Start a child, listen to it, and end it with all that it started, whatever it does."""

import contextlib
import ctypes
import json
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import child
from .child import Limits

LOADING = 180.0  # seconds for a new Python to import torch on a busy machine
BUSY = 3.0  # times the processor time that it may take by the clock
LONGEST = 64_000_000  # bytes of what a child says
TICK = 0.1
GENERATIONS = 5  # of processes that a notebook has left behind
ADOPT = 36  # PR_SET_CHILD_SUBREAPER: a process without parents becomes a child of this one
RUNNING: set[int] = set()  # the children at work, each the head of a session


class Stopped(Exception):
    """The teacher has pressed Ctrl-C."""


@dataclass
class Ending:
    """What a child said; if it ended before, at which ``stage`` and ``why`` ("time" or "ended")."""

    answer: dict[str, Any] = field(default_factory=dict)
    stage: str = "loading"
    why: str = ""
    code: int | None = None


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


def run(how: Any, work: str, given: Any, limits: Limits, stop: threading.Event) -> Ending:
    """One piece of work in a child of its own, in a folder that is gone afterwards."""
    with _room() as room:
        ours, theirs = socket.socketpair()
        process = how.Process(target=child.main, args=(work, given, room, limits, theirs))
        try:
            _start(process, stop)
            RUNNING.add(process.pid)
            theirs.close()
            ending = _listen(ours, limits, stop)
            if ending.why == "ended":
                process.join(2)
                ending.code = process.exitcode
            return ending
        finally:
            ours.close(), theirs.close()
            _end(process)


def _start(process: Any, stop: threading.Event) -> None:
    """Again where the process that copies itself is gone, or where there are too many processes:
    a notebook may have ended the one, or started the others until its time is up."""
    for _ in range(round(LOADING)):
        with contextlib.suppress(OSError, EOFError):
            return process.start()
        if stop.wait(1):
            raise Stopped
    process.start()


def _listen(line: socket.socket, limits: Limits, stop: threading.Event) -> Ending:
    ending, buffer, said = Ending(), b"", 0
    seconds = {"ready": BUSY * limits.seconds, "defined": BUSY * limits.processor}
    deadline = time.monotonic() + LOADING
    line.settimeout(TICK)
    while time.monotonic() < deadline:
        if stop.is_set():
            raise Stopped
        try:
            part = line.recv(1 << 16)
        except TimeoutError:
            continue
        except OSError:
            part = b""
        buffer, said = buffer + part, said + len(part)
        *lines, buffer = buffer.split(b"\n")
        for message in map(_message, lines):
            stage = message.pop("stage", "")
            if stage == "done":
                ending.answer = message
                return ending
            if stage in seconds:  # once each: nobody lengthens their own time
                ending.stage = stage
                deadline = time.monotonic() + seconds.pop(stage)
        if not part or said > LONGEST:
            ending.why = "ended"
            return ending
    ending.why = "time"
    return ending


def _message(line: bytes) -> dict[str, Any]:
    """A child's line; it may have been written by the notebook, so it may be anything."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


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
