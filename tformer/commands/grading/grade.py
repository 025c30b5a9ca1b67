"""The command: every notebook through its own processes, several at a time, rows as they come."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tformer._support.files import atomic_write, regular, sha256

from . import class_picture as drawing
from . import supervise
from .child import Limits
from .plan import decided
from .submissions import Submission, find
from .summary import count, neighbour, table_of, written
from .supervise import Ending, context
from .table import Row, Table, clean, final

STATES = ("passed", "failed", "not started")
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
    stop, done, how = threading.Event(), table.done, context()
    pool = ThreadPoolExecutor(workers)

    def job(one: Submission) -> list[Row]:
        name, mark = table.name(one.path), _mark(one)
        if stop.is_set() or (name, mark, clean(one.student)) in done:
            return []
        return [
            Row(one.student, found.get("lesson", one.lesson.name if one.lesson else ""),
                found.get("exercise", ""), found["state"], found["mistake"], found["says"],
                " ".join(found.get("notes", [])), name, mark)
            for found in _notebook(one, how, limits, stop)
        ]  # fmt: skip

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
    return True


def _mark(one: Submission) -> str:
    try:
        return "" if one.fault else sha256(one.path)
    except OSError:
        return ""


def _notebook(one: Submission, how: Any, limits: Limits, stop: threading.Event) -> list[dict]:
    """What is found for each of its exercises; where it cannot be read, that."""
    if one.fault:
        return [decided("not graded", "no-notebook", one.fault)]
    given = (str(one.path), one.lesson.name if one.lesson else None)
    ending = supervise.run(how, "plan", given, limits, stop)
    if ending.why:
        says = "The notebook could not be read within the limits of time and memory."
        return [decided("not graded", "too-large", says)]
    if "fault" in ending.answer:
        return [decided("not graded", "no-notebook", ending.answer["fault"])]
    return [_exercise(item, how, limits, stop) for item in ending.answer["items"]]


def _exercise(item: dict, how: Any, limits: Limits, stop: threading.Event) -> dict[str, Any]:
    if "state" in item:
        return item
    ending = supervise.run(how, "attempt", item, limits, stop)
    found = _trouble(ending) if ending.why else _trusted(ending.answer)
    notes = [*item["notes"], *found.get("notes", [])]
    return {**found, "notes": notes, "exercise": item["exercise"], "lesson": item["lesson"]}


def _trusted(answer: dict[str, Any]) -> dict[str, Any]:
    """What the child says, if it is the kind of thing that a child says."""
    texts = [answer.get(name) for name in ("state", "mistake", "says")]
    notes = answer.get("notes", [])
    right = all(isinstance(t, str) for t in texts) and answer["state"] in STATES
    if not right or not isinstance(notes, list) or not all(isinstance(n, str) for n in notes):
        return decided("failed", "cannot-be-judged", "Its process gave no answer that can be read.")
    return answer


def _trouble(ending: Ending) -> dict[str, Any]:
    """A child that was ended, or ended itself, before it was done."""
    if ending.stage == "loading":
        return decided("failed", "cannot-be-judged", "Its process could not be started.")
    while_defined = ending.stage == "ready"
    if ending.why == "time" or ending.code in TIME_IS_UP:
        if while_defined:
            says = "It came to no end when it was defined, before any call: a loop or a wait there."
            return decided("failed", "endless-loop-at-definition", says)
        says = "The check did not come to an end; it was stopped."
        return decided("failed", "endless-loop", says)
    when = "when it was defined, before any call" if while_defined else "during the check"
    says = f"It ended Python {when} (exit code {ending.code}): exit(), a crash, or no memory left."
    return decided("failed", "ended-python", says)
