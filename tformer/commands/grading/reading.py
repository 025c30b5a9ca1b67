"""A notebook's code cells, whatever the file holds: another encoding, magics, a thousand plots."""

import ast
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

LARGEST = 300_000_000  # bytes of a notebook
LONGEST = 200_000  # characters of a cell: nobody types more
MAGIC = re.compile(r"^(\s*)(?:[%!?].*|[\w.]+\?{1,2}\s*)$", re.MULTILINE)


class Unreadable(ValueError):
    """The file is no notebook that can be read; the message says why, in a sentence."""


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells, counted from 1, its source, and its statements;
    where it is no Python, none and the ``error``."""

    number: int
    source: str
    body: tuple[ast.stmt, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class Beside:
    """What of a notebook is not run: its other cells, with their numbers; and the Python that it
    was written with, "3.13", where that is newer than this one."""

    texts: tuple[tuple[int, str], ...]
    newer: str

    @property
    def no_python(self) -> str:
        """What is said of a cell that cannot be parsed."""
        here = f"{sys.version_info.major}.{sys.version_info.minor}"
        newer = f"is written for Python {self.newer} and graded with {here}"
        return newer if self.newer else "is no Python"


def read(path: Path) -> tuple[list[Cell], list[str], Beside]:
    """The code cells in their order, notes on what is unusual, and the rest. Raises Unreadable."""
    if path.stat().st_size > LARGEST:
        raise Unreadable(f"The file is larger than {LARGEST / 1e6:g} MB.")
    data = path.read_bytes()
    notes = []
    try:
        text = data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        notes.append("The file is not UTF-8; it was read as Latin-1.")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        what = "it is empty" if not text.strip() else str(error)[:80]
        raise Unreadable(f"The file is no notebook, as it is no JSON: {what}.") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise Unreadable("The file is no notebook of version 4: it has no list of cells.")
    found = [(n, cell) for n, cell in enumerate(cells, 1) if isinstance(cell, dict)]
    code = [parsed(n, _source(c), notes) for n, c in found if c.get("cell_type") == "code"]
    texts = ((n, _source(c)[:LONGEST]) for n, c in found if c.get("cell_type") != "code")
    return code, notes, Beside(tuple(texts), _newer(notebook))


def _newer(notebook: dict) -> str:
    try:
        version = str(notebook["metadata"]["language_info"]["version"])
        major, minor = map(int, version.split(".")[:2])
    except (KeyError, TypeError, ValueError):
        return ""
    return f"{major}.{minor}" if (major, minor) > sys.version_info[:2] else ""


def _source(cell: dict) -> str:
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def parsed(number: int, source: str, notes: list[str]) -> Cell:
    """A cell and its statements; lines of IPython's own (``%time``, ``!ls``) count as blank."""
    if len(source) > LONGEST:
        notes.append(f"Cell {number} is left out: it has {len(source):,} characters.")
        return Cell(number, "", error="it is too long")
    error = ""
    for text in (source, MAGIC.sub(r"\1pass", source)):
        try:
            return Cell(number, text, tuple(ast.parse(text).body))
        except SyntaxError as wrong:
            error = error or f"line {wrong.lineno}: {wrong.msg}"
        except (ValueError, RecursionError, MemoryError) as wrong:
            error = error or str(wrong)[:80] or type(wrong).__name__
    return Cell(number, source, error=error)
