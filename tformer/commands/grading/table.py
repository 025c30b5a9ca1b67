"""The rows of a class as a csv file: on the disk as soon as a notebook is done, and safe to open.

A name or a message comes from a student: control characters are taken out, and what a spreadsheet
would take for a formula begins with an apostrophe.
"""

import contextlib
import csv
import io
import os
import unicodedata
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

from filelock import FileLock, Timeout

from tformer._support.files import atomic_write, regular
from tformer.course.course_map import exercises

from .submissions import natural, visible

LONGEST = 600  # characters of a field
FORMULA = tuple("=+-@＝＋－＠")
MARK = "\ufeff"  # by which spreadsheets know UTF-8


@dataclass(frozen=True)
class Row:
    """One student and exercise. ``state``: passed, failed, not started; "not graded" for a notebook
    that could not be read, whose ``exercise`` is empty. ``walls``: what the system kept from the
    student's process."""

    student: str
    lesson: str
    exercise: str
    state: str
    mistake: str
    says: str
    notes: str
    notebook: str
    sha256: str
    walls: str = ""


FIELDS = tuple(field.name for field in fields(Row))


def clean(text: str) -> str:
    """One line without control characters that no spreadsheet takes for a formula."""
    kinds = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    text = "".join(" " if unicodedata.category(c) in kinds else c for c in text[: 4 * LONGEST])
    text = " ".join(text.split())
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return f"'{text}" if text.startswith(FORMULA) else text


def lines(rows: Iterable[Iterable[str]]) -> str:
    """Rows as csv; every field in quotes, so that none is parted at a semicolon."""
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


class Table:
    """The file that rows are added to; ``with`` holds it against a second command.

    Rows that stand there already are read again; a last line that was cut off goes, with the other
    rows of its notebook. Raises ValueError where the file is another kind of table.
    """

    def __init__(self, path: Path):
        self.path = path
        regular(path)
        self.rows: list[Row] = []
        self._lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0)

    def __enter__(self) -> "Table":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise ValueError(
                f"another command is writing {self.path}; let it finish, or name another file"
            ) from None
        try:
            self.rows = self._read()
            self.write(self.rows)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # Windows removes no open file
            os.unlink(self._lock.lock_file)
        self._lock.release()

    def _read(self) -> list[Row]:
        if not self.path.exists() or not self.path.stat().st_size:
            return []
        try:
            text = self.path.read_bytes().decode("utf-8-sig")
            head, *found = csv.reader(io.StringIO(text, newline="")) or [[]]
        except (ValueError, csv.Error) as error:
            raise ValueError(f"{self.path} is no table of this command: {error}") from None
        if tuple(head) != FIELDS:
            raise ValueError(f"{self.path} is another kind of table; name another file")
        rows = [Row(*fields) for fields in found if len(fields) == len(FIELDS)]
        if not text.endswith("\n") or len(rows) < len(found):
            rows = [row for row in rows if row.notebook != rows[-1].notebook]
        latest = {row.notebook: row.sha256 for row in rows}
        return [row for row in rows if row.sha256 == latest[row.notebook]]

    @property
    def done(self) -> set[tuple[str, str, str]]:
        """Notebook, checksum and student of the rows that stand there."""
        return {(row.notebook, row.sha256, row.student) for row in self.rows}

    def name(self, path: Path) -> str:
        """A notebook's name in the table: its path from the table's folder."""
        try:
            return clean(visible(Path(os.path.relpath(path, self.path.parent)).as_posix()))
        except ValueError:  # another drive
            return clean(visible(path.as_posix()))

    def of(self, name: str) -> list[Row]:
        """The rows of a notebook."""
        return [row for row in self.rows if row.notebook == name]

    def add(self, rows: list[Row]) -> None:
        """A notebook's rows, at once on the disk."""
        rows = [Row(*map(clean, astuple(row))) for row in rows]
        start = self.path.stat().st_size
        try:
            with open(self.path, "ab") as file:
                file.write(lines(map(astuple, rows)).encode())
        except OSError:
            os.truncate(self.path, start)  # no half notebook
            raise
        self.rows = [row for row in self.rows if row.notebook != rows[0].notebook] + rows

    def write(self, rows: list[Row]) -> None:
        """Put these rows in the place of all that stand there."""
        self.rows = rows
        text = MARK + lines([FIELDS, *map(astuple, rows)])
        atomic_write(self.path, text.encode())


def final(rows: list[Row]) -> list[Row]:
    """In the order of students and exercises, one row each: of an exercise that a student has
    handed in in several notebooks the last one counts that is started, and says so."""
    order = {name: i for i, name in enumerate(exercises())}
    rows = sorted(rows, key=lambda r: (natural(r.student.lower()), r.student, r.lesson,
                                       order.get(r.exercise, -1), natural(r.notebook)))  # fmt: skip
    kept: dict[tuple[str, ...], Row] = {}
    for row in rows:
        key = (row.student, row.exercise) if row.exercise else (row.notebook,)
        other = kept.get(key)
        if other and row.state == "not started":
            continue
        if other and other.state != "not started":
            note = f"Handed in more than once; {row.notebook} counts."
            row = row if note in row.notes else replace(row, notes=clean(f"{note} {row.notes}"))
        kept[key] = row
    return list(kept.values())
