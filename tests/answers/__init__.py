"""Answers as learners write them, right and wrong: a folder a topic, a file an exercise.

``@right`` marks an answer that must pass, in whatever style. ``@wrong("sum|added up")`` marks one
that must be rejected, and holds what an apt diagnosis says: one of the texts between the ``|`` has
to occur in the report's slug or in its sentence. None is the code of a mistake that the exercise
lists. The names say what an answer does; a helper without a mark is part of those that call it.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tformer.course.checker.report import Report


@dataclass(frozen=True)
class Wrong:
    """A wrong answer and the texts of which an apt diagnosis holds at least one."""

    fn: Callable
    told: tuple[str, ...]

    def names(self, report: Report) -> bool:
        """Is the report apt? The inputs and results that it shows as evidence do not count: they
        hold almost any word."""
        said = f"{report.mistake} {report.says}"
        return report.mistake is not None and any(text in said for text in self.told)


@dataclass(frozen=True)
class Answers:
    """All answers to one exercise."""

    right: list[Callable] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)


_MARKED: dict[str, Answers] = {}


def _answers_beside(fn: Callable) -> Answers:
    return _MARKED.setdefault(fn.__module__, Answers())


def right(fn: Callable) -> Callable:
    """Mark an answer that passes."""
    _answers_beside(fn).right.append(fn)
    return fn


def wrong(told: str) -> Callable[[Callable], Callable]:
    """Mark an answer that is rejected with one of the texts in ``told``."""
    texts = tuple(told.split("|"))
    if not all(texts):
        raise ValueError(f"told={told!r} has an empty text, which every diagnosis contains")

    def mark(fn: Callable) -> Callable:
        _answers_beside(fn).wrong.append(Wrong(fn, texts))
        return fn

    return mark


def collect() -> dict[str, Answers]:
    """The answers of every file, by the name of the exercise."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*/*.py")):
        module = f"{__name__}.{path.parent.name}.{path.stem}"
        importlib.import_module(module)
        found[path.stem] = _MARKED[module]
    return found
