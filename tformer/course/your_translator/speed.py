"""How long a part of the learner takes, beside the course's own on the same arguments."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

SECONDS = 0.3  # for one part; at least LEAST calls of each, at most MOST
LEAST, MOST = 3, 200


@dataclass(frozen=True)
class Speed:
    """Seconds that one call takes: the shortest of many, the two called in turns."""

    yours: float
    course: float

    @property
    def ratio(self) -> float:
        return self.yours / self.course

    def __str__(self) -> str:
        return (
            f"One call takes {_said(self.yours)}, the course's own {_said(self.course)}: "
            f"{self.ratio:.1f} times as long."
        )


def measured(yours: Callable[[], object], course: Callable[[], object]) -> Speed:
    """Both called in turns, so that whatever else the computer does slows both."""
    times, start = [], perf_counter()
    while len(times) < LEAST or (len(times) < MOST and perf_counter() - start < SECONDS):
        times.append([_once(yours), _once(course)])
    return Speed(*map(min, zip(*times, strict=True)))


def _once(fn: Callable[[], object]) -> float:
    start = perf_counter()
    fn()
    return perf_counter() - start


def _said(seconds: float) -> str:
    return f"{1e3 * seconds:.3g} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.3g} µs"
