"""Run a learner's function on all cases: timed, quiet, watched, leaving no trace.

In a copy of this process where that can be made (Linux), which can be ended whatever it does;
elsewhere in a helper process that is kept warm, as far as the function can be sent there; else in a
worker thread. Only plain values come back (``foreign``).
"""

from collections.abc import Callable, Sequence

from . import forked, threaded, warm
from .calls import Then, Trace
from .core import Case, Exercise

TIME_LIMIT = 10.0  # seconds for all cases together, without those that other processes took
MEMORY_LIMIT = 2e9  # bytes above what is in use at the start
SEED = 5_318_008_779
# Makes the calls in the place of this process, which then runs no line of the learner's.
elsewhere: Callable[..., Trace] | None = None


def run(
    fn: Callable,
    cases: Sequence[Case],
    seed: int = SEED,
    seconds: float | None = None,
    then: Then | None = None,
    exercise: Exercise | None = None,
) -> Trace:
    """Call ``fn`` with every case's arguments, at most ``seconds`` (``TIME_LIMIT``) for all.

    ``then`` may ask for further calls; they are made as far as time and memory allow. With the
    ``exercise`` that the cases are of, a helper process can find them (and ``then`` its gradients).
    """
    seconds = TIME_LIMIT if seconds is None else seconds
    trace = None
    if elsewhere:
        trace = elsewhere(fn, _calls(cases), seed, seconds, MEMORY_LIMIT, then)
    elif forked.POSSIBLE:
        trace = forked.run(fn, _calls(cases), seed, seconds, MEMORY_LIMIT, then)
    elif warm.POSSIBLE and exercise is not None:
        trace = warm.run(fn, exercise, cases, seed, seconds, MEMORY_LIMIT, then is not None)
    trace = trace or threaded.run(fn, _calls(cases), seed, seconds, MEMORY_LIMIT, then)
    trace.further = trace.outcomes[len(cases) :]
    if trace.further:
        trace.outcomes = trace.outcomes[: len(cases)]
        trace.timed_out = trace.took_memory = False
    return trace


def _calls(cases: Sequence[Case]) -> list[tuple[tuple, tuple]]:
    return [(case.make(), case.make()) for case in cases]
