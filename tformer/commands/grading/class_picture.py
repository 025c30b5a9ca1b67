"""A class in a picture: how far it is in each exercise, and what went wrong most often."""

import io
from collections import Counter
from pathlib import Path

from tformer.course.course_map import exercises

from .summary import SHOWN, Tally
from .table import Row

FORMS = ("png", "svg", "pdf")


def known_form(path: Path) -> None:
    """Raises ValueError for a file that would be no picture."""
    if path.suffix[1:].lower() not in FORMS:
        raise ValueError(f"--picture {path}: the name has to end in .{', .'.join(FORMS)}")


def drawn(rows: list[Row], mistakes: list[Tally], form: str) -> bytes:
    """The picture, as the bytes of a file."""
    from tformer.viz import BLUE, INK, ORANGE, PALE, subplots

    colours = {"passed": BLUE, "failed": ORANGE, "not started": PALE}
    names = [name for name in exercises() if any(row.exercise == name for row in rows)]
    shown = mistakes[:SHOWN]
    height = 1.2 + 0.32 * max(len(names), len(shown), 3)
    figure, (left, right) = subplots(1, 2, width=11.0, height=height)
    states = Counter((row.exercise, row.state) for row in rows)
    start = dict.fromkeys(names, 0)
    for state, colour in colours.items():
        widths = [states[name, state] for name in names]
        left.barh(names, widths, left=list(start.values()), color=colour, label=state)
        start = {name: start[name] + n for name, n in zip(names, widths, strict=True)}
    left.set(title="How far the class is", xlabel="students")
    labels = [f"{c.exercise}\n{c.mistake[:60]}" for c in shown]
    right.barh(range(len(shown)), [c.students for c in shown], color=ORANGE)
    right.set_yticks(range(len(shown)), labels, fontsize=8, parse_math=False)
    for place, c in enumerate(shown):
        right.text(c.students, place, f" {c.students} of {c.begun}", va="center", color=INK)
    right.set(title="The most frequent mistakes", xlabel="students")
    right.margins(x=0.2)
    for axes in (left, right):
        axes.invert_yaxis()
        axes.xaxis.get_major_locator().set_params(integer=True)
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=3,
                  frameon=False)  # fmt: skip
    out = io.BytesIO()
    figure.savefig(out, format=form)
    return out.getvalue()
