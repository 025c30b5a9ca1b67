"""What a learner asks for: a check, one more hint at each call, the solution after a warning."""

import inspect
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import CodeType, ModuleType
from typing import Any

from tformer._support import progress_file

from .checker import sandbox
from .checker.checker import examine
from .checker.core import Exercise
from .checker.keeping import CannotStandAlone, standing_alone
from .checker.pointing import Spot
from .checker.report import Card, Report
from .course_map import LESSONS, NEEDED, Lesson, find
from .kept import BrokenAnswer, loaded, own

_hints_seen: Counter = Counter()
_warned: set[str] = set()
_spots: dict[str, Spot | None] = {}  # of the last check: what the very last hint may show


def check(fn: Callable, name: str | None = None) -> Report:
    """Check a function against the exercise of its ``__name__``, or of ``name``.

    Returns a ``Report``; whatever the function does (raise, loop, print, set a seed, take up
    memory, end Python) ends up in it. Raises TypeError if ``fn`` is not a function, ValueError if
    there is no such exercise.
    """
    if not callable(fn):
        raise TypeError(
            f"fn={type(fn).__name__} is not callable: pass the function itself, check(softmax), "
            "not what it returns"
        )
    exercise = find(fn, name)
    report = examine(fn, exercise)
    _spots[exercise.name] = report.spot
    if report.passed:
        said = (progress_file.record(exercise.name), *(_kept(fn, exercise) if report.own else ()))
        notes = (*report.notes, *dict.fromkeys(filter(None, said)))
        added = _added(exercise.name) if report.own else ""
        following = f"{added}{_what_next(exercise)}"
        report = replace(report, notes=notes, next=following)
    return report


def _kept(fn: Callable, exercise: Exercise) -> list[str]:
    """Keep the answer that passed; if it cannot stand alone or be written, the sentence that says
    why.

    An older answer then goes: the latest that passed is not that one.
    """
    if not progress_file.enabled():
        return []
    try:
        source = standing_alone(fn, exercise.name)
        _try_alone(loaded(exercise.name, source), exercise)
        return [progress_file.keep_answer(exercise.name, source)]
    except (CannotStandAlone, BrokenAnswer) as error:
        progress_file.drop_answer(exercise.name)
        return [str(error)]
    except OSError as error:
        return [progress_file.not_kept(error)]


def _try_alone(fn: Callable, exercise: Exercise) -> None:
    """The example once more, away from the notebook, under any reading of its arguments."""
    example = exercise.cases[0]
    makes = [example.make, *(lambda r=r: r(example.make()) for r in exercise.readings)]
    for make in makes:
        outcomes = sandbox.run(fn, [replace(example, make=make)]).outcomes
        if outcomes and not outcomes[0].failed:
            return
    why = f": {outcomes[0].error}: {outcomes[0].message}" if outcomes else ""
    raise CannotStandAlone(f"It is not kept, since {exercise.name} fails on its own{why}.")


def _added(name: str) -> str:
    """What became of an answer that the translator needs."""
    mine = {*own()}
    parts = [part for part in NEEDED if part in mine]
    if name not in parts:
        return ""
    count = f"{len(parts)} of its {len(NEEDED)} parts {'are' if len(parts) > 1 else 'is'} yours"
    return f"Your translator runs on this {name} now: {count} (lessons 00 and 21 show them). "


def _what_next(exercise: Exercise) -> str:
    """The next exercise of the lesson, or the next lesson."""
    lesson = next(lesson for lesson in LESSONS if exercise in lesson.exercises)
    later = lesson.exercises[lesson.exercises.index(exercise) + 1 :]
    if later:
        return f"Next in lesson {lesson.number}: {later[0].name}."
    last = f"That was the last exercise of lesson {lesson.number}.{_added_by(lesson)}"
    following = LESSONS[LESSONS.index(lesson) + 1 :]
    lessons = [other for other in following if other.is_open and not other.is_optional]
    if not lessons:
        return last
    return f"{last} Next: lesson {lessons[0].number}, {lessons[0].question}"


def _added_by(lesson: Lesson) -> str:
    """What the translator has from a lesson, once it is through."""
    names = {exercise.name for exercise in lesson.exercises} & {*own()}
    parts = [name for name in NEEDED if name in names]
    return f" Your translator has from it: {', '.join(parts)}." if parts else ""


def hint(name: Any) -> Card:
    """The next hint for an exercise (its name, or your function); the last one stays."""
    exercise = find(name)
    hints, spot = [*exercise.hints], _spots.get(exercise.name)
    if spot:
        hints.append(f"In your own code, {spot.place} {spot.last_hint}")
    count = len(hints)
    number = min(_hints_seen[exercise.name] + 1, count)
    _hints_seen[exercise.name] = number
    foot = f'That was the last hint. solution("{exercise.name}") shows the code.'
    return Card(
        title=f"Hint {number} of {count} for {exercise.name}",
        paragraphs=(hints[number - 1],),
        foot=foot if number == count else "Call again for the next hint.",
    )


def solution(name: Any) -> Card:
    """The source of the reference that the checker itself uses; the first call only warns."""
    exercise = find(name)
    if exercise.name not in _warned:
        _warned.add(exercise.name)
        return Card(
            title=f"The solution of {exercise.name}",
            paragraphs=("You learn more from one more try. Call again to see it all the same.",),
            foot=f'hint("{exercise.name}") gives a hint.',
        )
    lines = (("Code", "\n" + solution_source(exercise.name)),)
    return Card(title=f"The solution of {exercise.name}", lines=lines)


def solution_source(name: str) -> str:
    """The reference's source: what ``solution`` shows, and what the tests solve a lesson with.

    Before it stand the imports that it needs.
    """
    reference = inspect.unwrap(find(name).reference)
    source = inspect.getsource(reference).strip()
    imports = "\n".join(_imports(reference))
    return f"{imports}\n\n\n{source}" if imports else source


def _imports(fn: Callable) -> list[str]:
    """Import lines for the names that a function takes from elsewhere (not from this package)."""
    lines = set()
    for name in _names(fn.__code__):
        value = fn.__globals__.get(name)
        if isinstance(value, ModuleType):
            alias = "" if value.__name__ == name else f" as {name}"
            lines.add(f"import {value.__name__}{alias}")
        elif not getattr(value, "__module__", None) or value.__module__.startswith("tformer."):
            continue  # a builtin, or the function of another exercise
        else:
            lines.add(f"from {value.__module__} import {name}")
    return sorted(lines)


def _names(code: CodeType) -> set[str]:
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    return set(code.co_names).union(*map(_names, inner))
