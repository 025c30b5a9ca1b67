"""The command: every notebook through its own processes, several at a time, rows as they come."""

import hashlib
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tformer._support.files import atomic_write, regular, sha256

from . import class_picture as drawing
from . import walls
from .child import Limits
from .plan import decided
from .submissions import Submission, find
from .summary import count, neighbour, table_of, written
from .supervise import Judge, context
from .table import Row, Table, clean, final

CHANGED = decided("not graded", "changed", "This file was changed while the class was graded: "
                  "its rows are those of the file that was handed in.")  # fmt: skip
# Ended by the limit of processor time, by the alarm (Linux and macOS).
TIME_IS_UP = {-getattr(signal, name, 0) for name in ("SIGXCPU", "SIGALRM")} - {0}


def grade(
    places: Iterable[str | Path],
    csv: Path,
    picture: Path | None = None,
    workers: int | None = None,
    student: str | None = None,
    limits: Limits | None = None,
) -> int:
    """Grade the notebooks in ``places`` into ``csv``; print what went wrong most often.

    Notebooks whose rows stand in ``csv`` already are skipped if their content is the same. Returns
    the exit status: 130 after Ctrl-C, which the same command takes up again. Raises ValueError for
    places, patterns and files that cannot be, OSError where nothing can be written.
    """
    workers = _processors() if workers is None else workers
    if picture:
        drawing.known_form(picture)
        regular(picture)
    submissions = find(places, student)
    os.environ["OMP_NUM_THREADS"] = "1"  # for the children: there are enough of them
    with Table(csv) as table:
        if not _all(submissions, table, workers, limits or Limits()):
            left = len({table.name(s.path) for s in submissions} - {r.notebook for r in table.rows})
            print(f"Stopped: {left:,} of {len(submissions):,} notebooks are left. The rows so far "
                  f"are in {csv}; the same command goes on.")  # fmt: skip
            return 130
        table.write(final(table.rows))
        rows = table.rows
    mistakes = count(rows)
    atomic_write(neighbour(csv), written(mistakes).encode())
    print(table_of(mistakes))
    if picture:
        atomic_write(picture, drawing.drawn(rows, mistakes, picture.suffix[1:].lower()))
    states = Counter(row.state for row in rows)
    people = len({row.student for row in rows})
    print(f"{people:,} students, {len(rows):,} rows: "
          + ", ".join(f"{n:,} {state}" for state, n in states.most_common()))  # fmt: skip
    print(f"Written: {', '.join(map(str, filter(None, (csv, neighbour(csv), picture))))}")
    return 0


def _processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _all(submissions: list[Submission], table: Table, workers: int, limits: Limits) -> bool:
    """Grade what is not done; False after Ctrl-C."""
    walls.unseen()
    stop, done, how = threading.Event(), table.done, context()
    marks = {one.path: _mark(one) for one in submissions}
    seed = int(hashlib.sha256("".join(sorted(marks.values())).encode()).hexdigest()[:12], 16)
    hidden = {one.path.parent for one in submissions} | {table.path.parent}
    readable = (walls.readable(False, hidden), walls.readable(True, hidden))
    judges, mine = [], threading.local()
    pool = ThreadPoolExecutor(workers)

    def job(one: Submission) -> list[Row]:
        name, mark = table.name(one.path), marks[one.path]
        if stop.is_set() or (name, mark, clean(one.student)) in done:
            return []
        if not hasattr(mine, "judge"):
            mine.judge = Judge(how, limits, seed, readable, stop)
            judges.append(mine.judge)
        return [_row(one, name, mark, found) for found in _notebook(one, mark, mine.judge)]

    try:
        jobs: list[Future] = [pool.submit(job, one) for one in submissions]
        for future in tqdm(as_completed(jobs), total=len(jobs), unit="notebook", desc="Graded"):
            if rows := future.result():
                table.add(rows)
    except KeyboardInterrupt:
        return False
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
        for one in judges:
            one.end()
    for one in submissions:
        if _mark(one) != marks[one.path]:
            print(f"{one.path} has changed while the class was graded.", file=sys.stderr)
            name = table.name(one.path)
            table.add([*table.of(name), _row(one, name, marks[one.path], CHANGED)])
    return True


def _row(one: Submission, name: str, mark: str, found: dict[str, Any]) -> Row:
    lesson = found.get("lesson", one.lesson.name if one.lesson else "")
    return Row(one.student, lesson, found.get("exercise", ""), found["state"], found["mistake"],
               found["says"], " ".join(found.get("notes", [])), name, mark,
               found.get("walls", ""))  # fmt: skip


def _mark(one: Submission) -> str:
    try:
        return "" if one.fault else sha256(one.path)
    except OSError:
        return ""


def _notebook(one: Submission, mark: str, judge: Judge) -> list[dict]:
    """What is found for each of its exercises; where it cannot be read, that."""
    if one.fault:
        return [decided("not graded", "no-notebook", one.fault)]
    planned = judge.planned(str(one.path), one.lesson.name if one.lesson else None, mark)
    if "why" in planned:
        says = "The notebook could not be read within the limits of time and memory."
        return [decided("not graded", "too-large", says)]
    if "fault" in planned:
        mistake = planned.get("mistake", "no-notebook")
        return [decided("not graded", mistake, planned["fault"])]
    return [_exercise(item, judge) for item in planned["items"]]


def _exercise(item: dict, judge: Judge) -> dict[str, Any]:
    if "state" in item:
        return item
    found = judge.judged(item)
    found |= _trouble(found) if "why" in found else _possible(found)
    notes = [*item["notes"], *found.get("notes", [])]
    return {**found, "notes": notes, "exercise": item["exercise"], "lesson": item["lesson"]}


def _possible(found: dict[str, Any]) -> dict[str, Any]:
    """Nothing, or what is said of a "passed" that cannot be."""
    cases = found.get("cases", 0)
    if found["state"] != "passed" or (cases and not found["mistake"]):
        return {}
    says = f"The checker says passed after {cases} cases with the mistake "
    says += f"{found['mistake']!r}, which cannot be: this row is refused."
    print(says, file=sys.stderr)
    return decided("not graded", "impossible", says)


def _trouble(found: dict[str, Any]) -> dict[str, Any]:
    """A student's process that was ended, or ended itself, before it was done."""
    if found["stage"] == "loading" or found["why"] == "gone":
        return decided("failed", "cannot-be-judged", "Its process could not be started.")
    while_defined, code = found["stage"] == "ready", found.get("code")
    if found["why"] == "time" or code in TIME_IS_UP:
        if while_defined:
            says = "It came to no end when it was defined, before any call: a loop or a wait there."
            return decided("failed", "endless-loop-at-definition", says)
        says = "The check did not come to an end; it was stopped."
        return decided("failed", "endless-loop", says)
    when = "when it was defined, before any call" if while_defined else "during the check"
    says = f"It ended Python {when} (exit code {code}): exit(), a crash, or no memory left."
    return decided("failed", "ended-python", says)
