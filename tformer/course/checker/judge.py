"""From outcomes to a verdict: which mistake is this?

Exact matches first (a listed mistake, one in a wrong wrapping, one slip in the solution, two at
once; before all but the first, what fits many by chance, as zeros), then the symptoms that an
exercise or every exercise knows, then the mistake that explains most, then what is left to say.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from .core import Exercise, Outcome
from .degenerate import all_nan, half_precision, nothing_but_nan, one_value
from .matching import as_if, mostly, pair, single, wrapped, wrapped_loosely
from .symptoms import (
    by_heart,
    error,
    fingerprint_of,
    odd_type,
    sure_sign,
    tagged,
    untouched,
    weak_sign,
)
from .verdict import Trial, Verdict

SURE = (nothing_but_nan, single, all_nan, half_precision, one_value, odd_type, by_heart, untouched)
# The code may tell more than these.
LOOSE = (sure_sign, mostly(0.75), wrapped_loosely, tagged, fingerprint_of, mostly(0.5), weak_sign)
STEPS = (*SURE, wrapped, as_if, pair, *LOOSE, error)


def judge(
    exercise: Exercise,
    outcomes: tuple[Outcome, ...],
    keep: set[int] | None = None,
    deadline: float = math.inf,
    steps: Sequence[Callable] = STEPS,
) -> Verdict | None:
    """None if every answer is right. ``keep`` limits the cases that are looked at (for tests).

    After ``deadline`` (of ``time.thread_time``: a busy machine changes no verdict) no further step
    is tried.
    """
    looked_at = [t for t in trials(exercise, outcomes) if keep is None or t.index in keep]
    wrong = [t for t in looked_at if not t.right]
    if not wrong:
        return None
    for step in steps:
        if time.thread_time() > deadline:
            break
        verdict = step(exercise, looked_at, wrong)
        if verdict:
            return replace(verdict, loosely=step in LOOSE)
    says = f"{len(wrong)} of the cases come out wrong, in a way that matches no known mistake."
    return Verdict(None, says, tuple(wrong), loosely=True)


def trials(exercise: Exercise, outcomes: tuple[Outcome, ...]) -> list[Trial]:
    """The cases beside what came of them, the most readable first; fewer after an endless loop."""
    rows = zip(exercise.cases, exercise.wanted, outcomes, strict=False)
    found = [Trial(i, case, want, got) for i, (case, want, got) in enumerate(rows)]
    return sorted(found, key=lambda trial: trial.effort)
