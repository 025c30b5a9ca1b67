"""The answers that were kept, as functions; and all of them in one file, to take elsewhere."""

import ast
import contextlib
import json
import linecache
from collections.abc import Callable
from pathlib import Path

from tformer._support import progress_file
from tformer._support.checks import check_kind
from tformer._support.files import atomic_write, refuse_foreign

from .course_map import exercises

FORMAT = "tformer answers"


class BrokenAnswer(ValueError):
    """A kept answer that cannot be used, and why."""


def loaded(name: str, source: str) -> Callable:
    """The function ``name`` of a kept answer's source. It is code, and is run.

    Raises BrokenAnswer if the source fails or defines no such function.
    """
    check_kind(str, name=name, source=source)
    file = f"<your {name}>"
    scope = {"__name__": f"your_{name}"}
    try:
        exec(compile(source, file, "exec"), scope)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a file does, SystemExit too
        what = f"{type(error).__name__}: {error}"
        raise BrokenAnswer(f"The kept answer {name} cannot be loaded ({what}).") from error
    fn = scope.get(name)
    if not callable(fn):
        raise BrokenAnswer(f"The kept answer {name} defines no function of that name.")
    # So that a traceback and inspect.getsource show the learner's lines.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return fn


def answer(name: str) -> Callable | None:
    """The learner's function for an exercise, None if none is kept. Raises BrokenAnswer."""
    source = answer_source(name)
    return loaded(name, source) if source else None


def answer_source(name: str) -> str:
    """Its source, "" if none is kept. Raises BrokenAnswer for a file that is not what passed."""
    try:
        return progress_file.kept_source(name)
    except ValueError as error:  # UnicodeDecodeError is one
        raise BrokenAnswer(
            f"The kept answer {name} is not used: {error}. Pass its check again."
        ) from error


def kept() -> list[str]:
    """Exercises with a kept answer, in the order of the course."""
    names = set(progress_file.kept_names())
    return [name for name in exercises() if name in names]


def is_own(source: str) -> bool:
    """Does a kept answer do its work itself? One that imports the package leaves it to that."""
    nodes = [*ast.walk(ast.parse(source))]
    found = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    found += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return "tformer" not in {name.split(".")[0] for name in found}


def own() -> list[str]:
    """The kept answers that count as the learner's, in the order of the course."""
    found = []
    for name in kept():
        with contextlib.suppress(BrokenAnswer):
            found += [name] * is_own(answer_source(name))
    return found


def export_answers(path: Path) -> list[str]:
    """Write all sound answers to one JSON file, whole or not at all; returns their names.

    Raises ValueError if there is none to write or if another kind of file stands at ``path``.
    """
    path = Path(path)
    refuse_foreign(path, lambda _: read_export(path) is not None, "give another name")
    found = {}
    for name in kept():
        try:
            found[name] = answer_source(name)
        except BrokenAnswer:
            continue
    if not found:
        raise ValueError("no answer is kept yet: pass an exercise with check(...) first")
    text = json.dumps({"format": FORMAT, "version": 1, "answers": found}, indent=1)
    atomic_write(path, text.encode())
    return [*found]


def read_export(path: Path) -> dict[str, str]:
    """The sources in a file that `export_answers` wrote; nothing is run.

    Raises ValueError, by name, for another file and for exercises that do not exist.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is no file of answers: {error}") from error
    sources = data.get("answers") if isinstance(data, dict) else None
    if not isinstance(sources, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{path} is no file of answers; write one with: answers export FILE")
    for name, source in sources.items():
        if name not in exercises() or not isinstance(source, str):
            raise ValueError(f"{path} holds an answer to {name!r}, which is no exercise here")
        try:
            compile(source, name, "exec")
        except (SyntaxError, ValueError) as error:
            raise ValueError(f"{path}: the answer to {name} is no Python: {error}") from error
    return sources


def import_answers(path: Path) -> list[str]:
    """Keep all answers of an exported file in place of those kept here; returns their names.

    They are code, and will be run wherever the learner's answers are: only import what you wrote.
    Raises ValueError for a file that is none, or where nothing is kept; OSError where it cannot be.
    """
    sources = read_export(path)
    if not progress_file.enabled():
        raise ValueError(f"answers are not kept here: {progress_file.why_off()} is set")
    for name, source in sources.items():
        progress_file.keep_answer(name, source)
    return [*sources]
