"""What is passed so far, kept in the user's data directory, written whole or not at all."""

import contextlib
import json
import os
import tempfile
from pathlib import Path

import platformdirs

from .core import exercises
from .report import Card

FILE = "progress.json"


def enabled() -> bool:
    """Off under CI and where TFORMER_PROGRESS=off: then nothing is read and nothing written."""
    off = os.environ.get("TFORMER_PROGRESS", "").lower() in {"off", "0", "false", "no"}
    return not off and os.environ.get("CI", "").lower() in {"", "0", "false"}


def path() -> Path:
    """Where progress is kept; TFORMER_DATA_DIR moves it."""
    folder = os.environ.get("TFORMER_DATA_DIR") or platformdirs.user_data_dir("tformer", False)
    return Path(folder) / FILE


def passed() -> list[str]:
    """Names of passed exercises; an unreadable or corrupted file counts as none."""
    if not enabled():
        return []
    try:
        names = json.loads(path().read_text(encoding="utf-8"))["passed"]
        return [name for name in names if isinstance(name, str)] if type(names) is list else []
    except (OSError, ValueError, TypeError, KeyError):
        return []


def record(name: str) -> None:
    """Remember that an exercise is passed. A disk that cannot be written breaks no notebook."""
    if not enabled():
        return
    known = passed()
    if name in known:
        return
    with contextlib.suppress(OSError):
        _write({"version": 1, "passed": sorted([*known, name])})


def _write(data: dict) -> None:
    target = path()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=FILE, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def progress() -> Card:
    """A bar for each lesson and one for all."""
    if not enabled():
        reason = "TFORMER_PROGRESS=off" if os.environ.get("TFORMER_PROGRESS") else "CI"
        return Card("Progress", (f"Not recorded here ({reason} is set).",))
    done, lessons = set(passed()), {}
    for exercise in exercises().values():
        lessons.setdefault(exercise.lesson, []).append(exercise.name in done)
    total = [mark for marks in lessons.values() for mark in marks]
    lines = [(f"Lesson {lesson}", bar(marks)) for lesson, marks in lessons.items()]
    return Card(f"Progress: {sum(total)} of {len(total)} exercises passed", (), tuple(lines))


def bar(marks: list[bool]) -> str:
    """``#####.....  1 of 2``: ten signs however many exercises there are."""
    full = round(10 * sum(marks) / len(marks))
    return f"{'█' * full}{'░' * (10 - full)}  {sum(marks)} of {len(marks)}"
