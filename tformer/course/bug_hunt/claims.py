"""What may be read about the Transformer elsewhere, and what a run shows: the course's index.

The claims stand in ``claims.tsv``. The keys are those of the lessons' ``covers:`` tags; the lessons
are named by their numbers.
"""

import re
from html import escape
from pathlib import Path
from typing import NamedTuple

from tformer.course.checker.report import BOX, EDGES, Printed
from tformer.course.course_map import LESSONS


class Claim(NamedTuple):
    """One line of the index: what may be read, what a run shows, in which lessons."""

    read: str
    run: str
    lessons: tuple[str, ...]


def _claims() -> dict[str, Claim]:
    """The lines of ``claims.tsv``, by their keys."""
    lines = Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()[1:]
    fields = (line.split("\t") for line in lines)
    return {key: Claim(read, run, tuple(where.split())) for key, where, read, run in fields}


CLAIMS = _claims()


class Index(Printed):
    """The claims as a table, by lesson: links in a notebook, text elsewhere."""

    def __init__(self) -> None:
        self.names = {lesson.number: lesson.name for lesson in LESSONS}
        order = sorted(CLAIMS, key=lambda key: (CLAIMS[key].lessons, int(key[1:])))
        self.rows = [CLAIMS[key] for key in order]

    def __repr__(self) -> str:
        lines = [f"{' '.join(row.lessons):<9}{row.read}\n{'':9}{row.run}" for row in self.rows]
        return "\n".join([self._title, *lines])

    @property
    def _title(self) -> str:
        return f"{len(self.rows)} things that you may read, and what a run shows"

    def html(self) -> str:
        """The table as a self-contained piece of HTML."""
        heads = "".join(f"<th {CELL}>{head}</th>" for head in ("you may read", "a run shows", "in"))
        rows = [f"<tr>{heads}</tr>"]
        for row in self.rows:
            links = " ".join(f'<a href="{self.names[n]}.ipynb">{n}</a>' for n in row.lessons)
            cells = (_shown(row.read), _shown(row.run), links)
            rows.append(f"<tr>{''.join(f'<td {CELL}>{cell}</td>' for cell in cells)}</tr>")
        style = BOX.format(edge=EDGES["not started"])
        return (
            f'<div style="{style}"><div><strong>{self._title}</strong></div>'
            f'<table style="margin:6px 0 0;border-collapse:collapse">{"".join(rows)}</table></div>'
        )


def _shown(text: str) -> str:
    """Escaped, and what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=True))


CELL = 'style="text-align:left;vertical-align:top;padding:3px 14px 3px 0;background:none"'
