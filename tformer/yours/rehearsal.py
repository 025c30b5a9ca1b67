"""Answers tried in the whole machine where `check` runs them: in a process that can be ended.

They passed on the exercise's cases. In the machine, on larger inputs, one of them may still never
end, take all memory or end Python; or it does so while its file is read. The notebook meets only
those that came through here.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tformer.exercises.checker import sandbox, settings
from tformer.exercises.checker.core import Case, Exercise, Outcome
from tformer.exercises.kept import loaded

from .parts import Trouble

SECONDS = 30.0  # of processor time: a rehearsal takes two, and each part is stopped after ten
_sound: set[tuple[str, str]] = set()  # names and sources that came through


def alone(pairs: list[list[str]], weights: str) -> list[list]:
    """What is wrong with these names and sources in the machine, as plain values; called in another
    process. Raises RuntimeError where a thread is left behind."""
    from tformer.yours.assembly import Yours

    before = {*threading.enumerate()}
    found = Yours(dict(map(tuple, pairs)), Path(weights)).rehearse()
    if not all(thread.daemon for thread in {*threading.enumerate()} - before):
        raise RuntimeError("it leaves a thread behind that goes on")
    return [[t.part, t.line, t.code, t.given, t.why] for t in found]


# So that a helper process finds the one call as it finds an exercise's cases.
EXERCISE = Exercise(alone, (), (Case(lambda: (), "all parts together"),), ())


def tried(sources: dict[str, str], weights: Path) -> tuple[dict[str, str], list[Trouble]]:
    """The answers that came through, and why each of the others did not."""
    if _sound.issuperset(sources.items()):
        return sources, []
    found = _rehearsed(sources, weights)
    if isinstance(found, str):  # which of them was it? Each joins those that went well
        good: dict[str, str] = {}
        troubles = []
        for name, source in sources.items():
            found = _rehearsed(good | {name: source}, weights)
            found = [Trouble(name, None, "", "", found)] if isinstance(found, str) else found
            good[name] = source
            good = {n: s for n, s in good.items() if n not in {t.part for t in found}}
            troubles += found
    else:
        out = {trouble.part for trouble in found}
        good, troubles = {n: s for n, s in sources.items() if n not in out}, found
    _sound.update(good.items())
    return good, troubles


def _rehearsed(sources: dict[str, str], weights: Path) -> list[Trouble] | str:
    """The troubles; or in a sentence how the process ended that all ran in."""
    pairs, place = [[*pair] for pair in sources.items()], str(weights)

    def rehearsed():
        return alone(pairs, place)

    rows = ended(rehearsed, EXERCISE)
    return rows if isinstance(rows, str) else [Trouble(*row) for row in rows[0].value]


def ended(fn: Callable, exercise: Exercise) -> list[Outcome] | str:
    """The outcomes of all cases; or in a sentence why there are none."""
    with settings.kept():
        trace = sandbox.run(fn, exercise.cases, seconds=SECONDS, exercise=exercise)
    if trace.took_memory:
        return f"It takes more than {sandbox.MEMORY_LIMIT / 1e9:g} GB of memory."
    if trace.timed_out:
        return f"It does not end: {SECONDS:g} seconds were over."
    for outcome in trace.outcomes:
        if outcome.error == "Crash":
            return f"It ends the program that runs it: {outcome.message}."
    if all(outcome.failed for outcome in trace.outcomes):
        return f"{trace.outcomes[0].error}: {trace.outcomes[0].message}."
    return trace.outcomes


def tried_alone(name: str, source: str, exercise: Exercise) -> Trouble | None:
    """Why an answer that no translation needs is not used, by its exercise's cases; or None."""

    def fn(*args: Any) -> Any:
        return loaded(name, source)(*args)

    found = ended(exercise.watched(fn), exercise)
    return Trouble(name, None, "", "", found) if isinstance(found, str) else None
