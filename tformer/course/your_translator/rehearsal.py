"""Answers tried in the whole machine where `check` runs them: in a process that can be ended.

They passed on the exercise's cases. In the machine, on larger inputs, one of them may still never
end, take all memory or end Python; or it does so while its file is read. The notebook meets only
those that came through here.
"""

from collections.abc import Callable
from typing import Any

from tformer.course.checker import sandbox, settings
from tformer.course.checker.core import Exercise, Outcome
from tformer.course.kept import loaded

from .parts import Trouble

SECONDS = 30.0  # of processor time: a rehearsal takes two, and each part is stopped after ten
_sound: set[tuple[str, str]] = set()  # names and sources that came through


def tried(
    sources: dict[str, str], rehearsed: Callable[[dict[str, str]], list[Trouble] | str]
) -> tuple[dict[str, str], list[Trouble]]:
    """The answers that came through, and why each of the others did not. ``rehearsed``: runs the
    machine with some of them; the troubles, or in a sentence how the process ended."""
    if _sound.issuperset(sources.items()):
        return sources, []
    found = rehearsed(sources)
    if isinstance(found, str):  # which of them was it? Each joins those that went well
        good: dict[str, str] = {}
        troubles = []
        for name, source in sources.items():
            found = rehearsed(good | {name: source})
            found = [Trouble(name, None, "", "", found)] if isinstance(found, str) else found
            good[name] = source
            good = {n: s for n, s in good.items() if n not in {t.part for t in found}}
            troubles += found
    else:
        out = {trouble.part for trouble in found}
        good, troubles = {n: s for n, s in sources.items() if n not in out}, found
    _sound.update(good.items())
    return good, troubles


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
