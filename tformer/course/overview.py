"""Where you are, as two cards: the map of the course, and what is passed."""

from html import escape

from tformer._support import progress_file

from .checker.report import BOX, EDGES, Card, Printed
from .course_map import LESSONS, Lesson
from .kept import kept


class Course(Printed):
    """The map as a table, in a notebook with links and in a terminal as text."""

    def __init__(self, lessons: tuple[Lesson, ...] = LESSONS):
        self.lessons = lessons
        self.open = [lesson for lesson in lessons if lesson.is_open]
        hours = round(sum(lesson.minutes or 0 for lesson in self.open) / 60)
        further = round(sum(lesson.further for lesson in self.open) / 60, 1)
        self.title = (
            f"{len(self.open)} of {len(lessons)} lessons are open, about {hours} "
            f"hour{'s' * (hours != 1)}" + f", and {further:g} for what goes further" * (further > 0)
        )
        self.marks = marks() if progress_file.enabled() else {}
        self.kept = set(kept())

    def _yours(self, lesson: Lesson) -> str:
        known = self.marks.get(lesson.number) if lesson.is_open else None
        if not known:
            return ""
        count = sum(exercise.name in self.kept for exercise in lesson.exercises)
        return bar(known) + (f", {count} kept" if count else "")

    def __repr__(self) -> str:
        number = max(len(lesson.number) for lesson in self.lessons)
        wide = max(len(lesson.question) for lesson in self.lessons)
        minutes = max(len(_minutes(lesson)) for lesson in self.lessons)
        rows = [
            f"{lesson.number:<{number}}  {lesson.question:<{wide}}  {_minutes(lesson):<{minutes}}  "
            f"{self._yours(lesson)}".rstrip()
            for lesson in self.lessons
        ]
        return "\n".join([self.title, *rows])

    def html(self) -> str:
        """The table as a self-contained piece of HTML."""
        heads = ["lesson", "the question", "minutes", *(["your exercises"] if self.marks else [])]
        rows = [f"<tr>{''.join(f'<th {CELL}>{head}</th>' for head in heads)}</tr>"]
        for lesson in self.lessons:
            question = escape(lesson.question, quote=True)
            if lesson.is_open:
                question = f'<a href="{lesson.name}.ipynb">{question}</a>'
            narrow = [_minutes(lesson), *([self._yours(lesson)] if self.marks else [])]
            narrow = [f'<span style="white-space:nowrap">{text}</span>' for text in narrow]
            cells = [lesson.number, question, *narrow]
            rows.append(f"<tr>{''.join(f'<td {CELL}>{cell}</td>' for cell in cells)}</tr>")
        style = BOX.format(edge=EDGES["not started"])
        return (
            f'<div style="{style}"><div><strong>{self.title}</strong></div>'
            f'<table style="margin:6px 0 0;border-collapse:collapse">{"".join(rows)}</table></div>'
        )


CELL = 'style="text-align:left;padding:1px 14px 1px 0;background:none"'


def _minutes(lesson: Lesson) -> str:
    if not lesson.is_open:
        return "not yet"
    further = f" + {lesson.further} further" if lesson.further else ""
    return f"{lesson.minutes} min{further}" + ", optional" * lesson.is_optional


def course() -> Course:
    """All lessons with their questions; links and minutes where open; your progress, if kept."""
    return Course()


def progress() -> Card:
    """A bar for each lesson, and one for the predictions made and hit."""
    if not progress_file.enabled():
        return Card("Progress", (f"Not recorded here ({progress_file.why_off()} is set).",))
    lessons = marks()
    total = [mark for some in lessons.values() for mark in some]
    lines = [(f"Lesson {number}", bar(some)) for number, some in lessons.items()]
    if answers := progress_file.predicted().values():
        lines.append(("Predictions", f"{bar([*answers])} right"))
    if names := kept():
        lines.append(("Kept answers", f"{len(names)}: {', '.join(names)}"))
    says = tuple(filter(None, [progress_file.trouble()]))
    return Card(f"Progress: {sum(total)} of {len(total)} exercises passed", says, tuple(lines))


def marks() -> dict[str, list[bool]]:
    """For the number of each lesson with exercises, which of them are passed."""
    done = set(progress_file.passed())
    return {
        lesson.number: [exercise.name in done for exercise in lesson.exercises]
        for lesson in LESSONS
        if lesson.exercises
    }


def bar(passed: list[bool]) -> str:
    """``#####.....  1 of 2``: ten signs however many exercises there are."""
    full = round(10 * sum(passed) / len(passed))
    return f"{'█' * full}{'░' * (10 - full)}  {sum(passed)} of {len(passed)}"
