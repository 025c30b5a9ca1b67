"""What went wrong most often in a class."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tformer.course.course_map import exercises

from .table import MARK, Row, clean, lines

UNNAMED = "(not recognised)"
SHOWN = 12  # mistakes in the printed table and in the picture


@dataclass(frozen=True)
class Tally:
    """A mistake in an exercise, how many students made it, and how many had begun."""

    exercise: str
    mistake: str
    students: int
    begun: int
    says: str


def count(rows: list[Row]) -> list[Tally]:
    """Every mistake, the most frequent first. Two at once ("a+b") count for each."""
    begun: dict[str, set[str]] = defaultdict(set)
    made: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in rows:
        if row.state in ("passed", "failed"):
            begun[row.exercise].add(row.student)
        if row.state == "failed":
            for mistake, says in _parts(row):
                made[row.exercise, mistake][row.student] = says
    counts = [
        Tally(exercise, mistake, len(said), len(begun[exercise]), next(iter(said.values())))
        for (exercise, mistake), said in made.items()
    ]
    order = {name: i for i, name in enumerate(exercises())}
    return sorted(counts, key=lambda c: (-c.students, order.get(c.exercise, -1), c.mistake))


def _parts(row: Row) -> list[tuple[str, str]]:
    if row.exercise in exercises():
        known = {m.slug: m.says for m in exercises()[row.exercise].mistakes}
        slugs = row.mistake.split("+")
        if len(slugs) > 1 and all(slug in known for slug in slugs):
            return [(slug, clean(known[slug])) for slug in slugs]
    return [(row.mistake or UNNAMED, row.says if row.mistake else "")]


def table_of(counts: list[Tally]) -> str:
    """The most frequent ones as text."""
    if not counts:
        return "No mistakes."
    head = ("students", "exercise", "mistake")
    cells = [(f"{c.students} of {c.begun}", c.exercise, c.mistake) for c in counts[:SHOWN]]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    rows = ["  ".join(f"{text:<{w}}" for text, w in zip(row, widths, strict=True)).rstrip()
            for row in (head, *cells)]  # fmt: skip
    rest = len(counts) - SHOWN
    return "\n".join([*rows, *([f"... and {rest} rarer ones"] if rest > 0 else [])])


def neighbour(csv: Path) -> Path:
    """Where the mistakes are written: ``class_mistakes.csv`` beside ``class.csv``."""
    return csv.with_name(f"{csv.stem}_mistakes{csv.suffix}")


def written(counts: list[Tally]) -> str:
    """All mistakes as the text of a csv file."""
    fields = ("exercise", "mistake", "students", "begun", "says")
    rows = [(c.exercise, clean(c.mistake), str(c.students), str(c.begun), c.says) for c in counts]
    return MARK + lines([fields, *rows])
