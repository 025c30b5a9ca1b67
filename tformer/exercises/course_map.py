"""The map of the course: questions, which lessons are open, how long they take, what is passed."""

from dataclasses import dataclass
from html import escape
from pathlib import Path

from . import bookkeeping
from .core import exercises
from .report import BOX, EDGES

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@dataclass(frozen=True)
class Lesson:
    """A file name without its end, the question, and the minutes (None until it is written)."""

    name: str
    question: str
    minutes: int | None = None

    @property
    def number(self) -> str:
        return self.name[:2]

    @property
    def is_open(self) -> bool:
        return (NOTEBOOKS / f"{self.name}.ipynb").is_file()


LESSONS = (
    Lesson("00_start_here", "What will you be able to take apart?", 15),
    Lesson("01_next_word", "How does the chance of a sentence become next-word guesses?"),
    Lesson("02_softmax_and_cross_entropy", "What does the loss reward, number by number?", 55),
    Lesson("03_embeddings", "What is a word to the network?"),
    Lesson("04_positional_encoding", "How does order get in?"),
    Lesson("05_attention", "What does one word ask of another?", 55),
    Lesson("06_masks", "Who may look at whom?", 50),
    Lesson("07_multi_head_attention", "Why several heads, and is the comparison fair?", 60),
    Lesson("08_layers", "What keeps a deep stack trainable?"),
    Lesson("09_encoder_decoder", "Which tensor goes where?", 60),
    Lesson("10_teacher_forcing", "What does the decoder see while it learns?", 60),
    Lesson("11_warmup", "How large a step, and when?"),
    Lesson("12_label_smoothing", "Should the model be sure?"),
    Lesson("13_decoding", "How is a sentence chosen?"),
    Lesson("14_kv_cache", "Why is the second token cheap?"),
    Lesson("15_perplexity_and_bleu", "Is it any good?"),
    Lesson("16_what_heads_learned", "What did the heads learn, and how would you know?"),
    Lesson("17_language_model", "What if we drop the encoder?"),
    Lesson("18_cost_of_attention", "What does attention cost, really?"),
    Lesson("19_bug_hunt", "Can you tell a broken Transformer from a working one?"),
)


class Course:
    """The map as a table, in a notebook with links and in a terminal as text."""

    def __init__(self, lessons: tuple[Lesson, ...] = LESSONS):
        self.lessons = lessons
        self.open = [lesson for lesson in lessons if lesson.is_open]
        hours = sum(lesson.minutes or 0 for lesson in self.open) / 60
        self.title = f"{len(self.open)} of {len(lessons)} lessons are open, about {hours:.0f} hours"
        self.marks = self._marks() if bookkeeping.enabled() else {}

    @staticmethod
    def _marks() -> dict[str, list[bool]]:
        """For each lesson with exercises, which of them are passed."""
        done, marks = set(bookkeeping.passed()), {}
        for exercise in exercises().values():
            marks.setdefault(exercise.lesson, []).append(exercise.name in done)
        return marks

    def _yours(self, lesson: Lesson) -> str:
        marks = self.marks.get(lesson.number) if lesson.is_open else None
        return bookkeeping.bar(marks) if marks else ""

    def __repr__(self) -> str:
        wide = max(len(lesson.question) for lesson in self.lessons)
        rows = [
            f"{lesson.number}  {lesson.question:<{wide}}  {_minutes(lesson):<8}  "
            f"{self._yours(lesson)}".rstrip()
            for lesson in self.lessons
        ]
        return "\n".join([self.title, *rows])

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The table as a self-contained piece of HTML."""
        heads = ["", "the question", "", *(["your exercises"] if self.marks else [])]
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
    return f"{lesson.minutes} min" if lesson.is_open else "not yet"


def course() -> Course:
    """All lessons with their questions; links and minutes where open; your progress, if kept."""
    return Course()
