"""Run a learner's function on all cases: timed, quiet, watched, leaving no trace.

In a child process where that can be done (Linux), which can be ended whatever it does; in a worker
thread elsewhere. A function that is defined in a notebook cannot be sent to a fresh process, so
there is no third way. Only plain values come back (``foreign``).
"""

from collections.abc import Callable, Sequence

from . import forked, threaded
from .calls import Then, Trace
from .core import Case

TIME_LIMIT = 10.0  # seconds for all cases together, without those that other processes took
MEMORY_LIMIT = 2e9  # bytes above what is in use at the start
SEED = 5_318_008_779


def run(
    fn: Callable,
    cases: Sequence[Case],
    seed: int = SEED,
    seconds: float | None = None,
    then: Then | None = None,
) -> Trace:
    """Call ``fn`` with every case's arguments, at most ``seconds`` (``TIME_LIMIT``) for all.

    ``then`` may ask for further calls; they are made as far as time and memory allow.
    """
    seconds = TIME_LIMIT if seconds is None else seconds
    trace = None
    if forked.POSSIBLE:
        trace = forked.run(fn, _calls(cases), seed, seconds, MEMORY_LIMIT, then)
    trace = trace or threaded.run(fn, _calls(cases), seed, seconds, MEMORY_LIMIT, then)
    trace.further = trace.outcomes[len(cases) :]
    if trace.further:
        trace.outcomes = trace.outcomes[: len(cases)]
        trace.timed_out = trace.took_memory = False
    return trace


def _calls(cases: Sequence[Case]) -> list[tuple[tuple, tuple]]:
    return [(case.make(), case.make()) for case in cases]
