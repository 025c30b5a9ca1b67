"""A run in a child process, a copy of this one: whatever happens there, it can be ended.

The child inherits the function and the arguments as they are and sends back plain values. Nothing
that the function sets, patches, prints or takes up outlives it. A copy is made by ``fork``, as the
data loaders of torch do it on Linux. Three things do not work there, and then ``run`` gives None
and the thread has to do it: a GPU that this process has used before, gradients after some kinds of
threads, and a lock that another thread held at the moment of the copy (the child then stands still
and uses no processor time).
"""

import contextlib
import faulthandler
import gc
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import torch

from .calls import Call, Then, Trace, perform, without_streams
from .core import Outcome
from .processes import memory_of, processor_time, waited
from .wire import LONGEST, Garbled, Telling, packed, unpacked

POSSIBLE = sys.platform == "linux"  # forking is unsafe on macOS and unknown to Windows
TICK = 0.05  # seconds between two looks at the child
LATEST = 3  # times the limit, when the other processes of a busy machine are to blame
IDLE = 2.0  # seconds without any processor time after which the child counts as stuck
NOT_HERE = ("forked subprocess", "fork-based multiprocessing")


def run(
    fn: Callable,
    calls: Sequence[Call],
    seed: int,
    seconds: float,
    memory: float,
    then: Then | None = None,
    heard: list[Outcome] | None = None,
) -> Trace | None:
    """The trace of all calls; None where a copy of this process cannot run them. The outcomes are
    appended to ``heard`` as they come."""
    reader, writer = Pipe(duplex=False)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads
            child = os.fork()
    except OSError:
        reader.close(), writer.close()
        return None
    if child == 0:
        _be_the_child(partial(perform, fn, calls, seed=seed, then=then), seconds, writer)
    writer.close()
    ending = ""
    try:
        trace = _listen(reader, child, seconds, memory, [] if heard is None else heard)
        if trace and len(trace.outcomes) < len(calls) and not trace.cut_short:
            ending = _ending(child)
    finally:
        _end(child)
        reader.close()
    if trace is None or any(word in o.message for o in trace.outcomes for word in NOT_HERE):
        return None
    if ending:
        for _ in range(len(calls) - len(trace.outcomes)):
            trace.outcomes.append(Outcome(error="Crash", message=ending))
    return trace


def _be_the_child(work: Callable[..., None], seconds: float, writer: Connection) -> None:
    owner = os.getpid()

    def send(data: bytes) -> None:
        if os.getpid() != owner:
            os._exit(0)  # a process that the function itself has forked
        writer.send_bytes(data)

    try:
        faulthandler.disable()  # a crash is told by the report
        gc.freeze()  # what is the parent's is not looked through, nor its memory copied for that
        torch.set_num_threads(1)  # the parent's others are not here to be waited for
        os.setpgid(0, 0)  # so that what it starts can be ended with it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(LATEST * seconds) + 5)  # should the parent be killed, it ends all the same
        without_streams()
        trace = Trace(outcomes=Telling(send))
        work(trace=trace)
        send(packed(trace))
    finally:
        os._exit(0)  # no clean-up: files and threads are the parent's


def _listen(
    reader: Connection, child: int, seconds: float, memory: float, outcomes: list[Outcome]
) -> Trace | None:
    most = memory_of(child) + memory
    start = time.monotonic()
    busy, used = start, processor_time(child)
    while (now := time.monotonic()) - start < min(seconds + waited(child), LATEST * seconds):
        try:
            if reader.poll(TICK):
                message = unpacked(reader.recv_bytes(LONGEST))
                if isinstance(message, Trace):
                    message.outcomes = outcomes
                    return message
                outcomes.append(message)
                busy = now
                continue
        except (EOFError, OSError, Garbled):
            return Trace(outcomes)
        if memory_of(child) > most:
            return Trace(outcomes, took_memory=True)
        if (used_now := processor_time(child)) != used:
            busy, used = now, used_now
        elif now - busy > IDLE:
            return None
    return Trace(outcomes, timed_out=True)


def _ending(child: int) -> str:
    """How a child ended that has closed its pipe before its last message, in words."""
    deadline = time.monotonic() + 1.0
    while time.monotonic() < deadline:
        how = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if how is not None:
            if how.si_code == os.CLD_EXITED:
                return f"the process ended with exit code {how.si_status}"
            return f"the process was ended by {signal.Signals(how.si_status).name}"
        time.sleep(0.002)
    return "the process closed its connection"


def _end(child: int) -> None:
    """End the child and all that it started."""
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.kill(child, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.waitpid(child, 0)
