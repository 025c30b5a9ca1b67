"""Properties that a right answer has, tried out by calling the learner's function once more.

For answers that are a single number there is little to read off a value; what changes it, and what
does not, tells more. Tried only when nothing else has recognised the mistake.
"""

import math
import time
from collections.abc import Callable
from typing import Any

from .core import Case, Exercise, Law
from .sandbox import TIME_LIMIT, run


def broken_law(fn: Callable, exercise: Exercise, deadline: float = math.inf) -> Law | None:
    """The first of the exercise's laws that the function breaks, as far as the time allows."""
    for law in exercise.laws:
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            break
        cases = [Case(lambda i=i, law=law: law.calls()[i], "") for i in range(len(law.calls()))]
        outcomes = run(fn, cases, seconds=min(seconds, TIME_LIMIT)).outcomes
        finished = len(outcomes) == len(cases) and not any(o.failed for o in outcomes)
        if finished and not _holds(law, [o.value for o in outcomes]):
            return law
    return None


def _holds(law: Law, values: list[Any]) -> bool:
    try:
        return bool(law.holds(*values))
    except Exception:  # the law cannot be read off such values
        return True
