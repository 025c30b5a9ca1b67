"""The map of the course says what is there."""

import re
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from tests.test_notebooks import LESSONS as NOTEBOOKS
from tests.test_notebooks import ROOT
from tformer._support import progress_file
from tformer.course import exercises as exercises_package
from tformer.course.course_map import LESSONS, NEEDED, Lesson, exercises
from tformer.course.overview import Course
from tformer.exercises import course

import covers  # isort: skip; beside the lessons
import minutes  # isort: skip

EXERCISES = Path(exercises_package.__file__).parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
opened = pytest.mark.parametrize(
    "lesson", [lesson for lesson in LESSONS if lesson.is_open], ids=lambda lesson: lesson.name
)


def test_the_map_and_the_notebooks_are_the_same_lessons():
    assert [lesson.name for lesson in course().open] == [path.stem for path in NOTEBOOKS]
    numbers = [lesson.number for lesson in LESSONS]
    assert numbers == sorted(numbers)  # an aside, 00a, stands behind the lesson of its number
    assert [n for n in numbers if n.isdigit()] == [f"{n:02}" for n in range(22)]
    assert [lesson.number for lesson in LESSONS if lesson.is_optional] == [
        "00a",
        "00b",
        "03a",
        "12a",
    ]


def test_every_folder_of_exercises_is_the_topic_of_a_lesson():
    folders = {path.parent.name for path in EXERCISES.glob("*/__init__.py")} - {"checker"}
    assert folders == {lesson.topic for lesson in LESSONS if lesson.exercises}
    assert all(
        (EXERCISES / lesson.topic / f"{exercise.name}.py").is_file()
        for lesson in LESSONS
        for exercise in lesson.exercises
    )
    assert len(exercises()) == sum(len(lesson.exercises) for lesson in LESSONS)  # no two alike


@opened
def test_exercises_are_listed_in_the_order_in_which_the_lesson_asks_them(lesson):
    cells = nbformat.read(ROOT / "notebooks" / f"{lesson.name}.ipynb", as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    asked = list(dict.fromkeys(re.findall(r"^check\((\w+)\)", code, re.MULTILINE)))
    listed = [exercise.name for exercise in lesson.exercises]
    assert [name for name in asked if name in listed] == [n for n in listed if n in asked]


def test_an_order_names_exercises_of_its_topic_and_each_once():
    for lesson in LESSONS:
        if lesson.exercises:
            topic = import_module(f"tformer.course.exercises.{lesson.topic}")
            order = getattr(topic, "ORDER", ())
            assert order == tuple(e.name for e in lesson.exercises)[: len(order)], lesson.topic
    second = next(lesson for lesson in LESSONS if lesson.number == "02")
    assert [e.name for e in second.exercises] == [
        *("softmax", "cross_entropy_masked", "cross_entropy")
    ]


@opened
def test_an_open_lesson_asks_the_question_of_the_map_and_says_how_long_it_takes(lesson):
    cells = nbformat.read(ROOT / "notebooks" / f"{lesson.name}.ipynb", as_version=4).cells
    first = cells[0].source
    assert first.splitlines()[0] == f"# {lesson.number} · {lesson.question}"
    further = f" Further: about {lesson.further}." if lesson.further else ""
    assert (
        re.search(r"About \d+ minutes\..*", first)[0] == f"About {lesson.minutes} minutes.{further}"
    )
    row = next(line for line in README.splitlines() if f"(notebooks/{lesson.name}.ipynb)" in line)
    told = [lesson.question, str(lesson.minutes), str(lesson.further or "")]
    assert [cell.strip() for cell in row.split("|")[2:5]] == told


def test_the_sum_of_the_readme_is_that_of_the_map():
    optional = sum(lesson.minutes for lesson in LESSONS if lesson.is_optional)
    needed = sum(lesson.minutes for lesson in LESSONS) - optional
    said = re.search(r"Together about (\d+) hours, exercises included, and (\d+) for the", README)
    assert [int(n) for n in said.groups()] == [round(needed / 60), round(optional / 60)]


def test_what_the_last_lesson_puts_together_is_checked_in_a_core():
    """No later lesson needs what goes further in an earlier one."""
    cells = {path.stem: nbformat.read(path, as_version=4) for path in NOTEBOOKS}
    last = "".join(cell.source for cell in cells[LESSONS[-1].name].cells)
    used = {*NEEDED, *(set(re.findall(r'"(\w+)"', last)) & exercises().keys())}
    checked = "\n".join(c.source for book in cells.values() for c in minutes.parts(book)[0])
    assert used - set(re.findall(r"^check\((\w+)\)", checked, re.MULTILINE)) == set()


@opened
def test_a_lesson_leads_to_the_next_that_is_open_past_what_is_optional(lesson):
    following = [other for other in LESSONS[LESSONS.index(lesson) + 1 :] if not other.is_optional]
    successor = next((other for other in following if other.is_open), None)
    notebook = nbformat.read(ROOT / "notebooks" / f"{lesson.name}.ipynb", as_version=4)
    parts = [notebook.cells, minutes.parts(notebook)[0]]
    text, core = ([c.source for c in part if c.cell_type == "markdown"] for part in parts)
    end = "".join(core[-2:])
    if successor is not None:
        assert re.search(rf"Next: \[[^]]+\]\({successor.name}\.ipynb\)", end), end
    for target in re.findall(r"\]\(([^)#]+)\)", "".join(text)):
        assert (ROOT / "notebooks" / target).exists(), target


def test_both_of_the_readmes_commands_open_the_first_lesson_in_reach_of_the_package():
    """Without the option JupyterLab serves notebooks/ alone, and links to ../tformer/ are dead."""
    for path in ("notebooks/00_start_here.ipynb", r"notebooks\00_start_here.ipynb"):
        assert f"jupyter lab {path} --notebook-dir=." in README
    assert README.count("jupyter lab ") == README.count("--notebook-dir=.")


def test_what_is_stored_knows_no_learner():
    shown = course()._repr_mimebundle_()
    assert "your exercises" not in shown["text/html"] and "█" not in shown["text/plain"]
    assert shown["text/html"].count("<a href=") == len(NOTEBOOKS)


def test_your_own_progress_is_beside_each_open_lesson(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_PROGRESS", "on")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    assert "░░░░░░░░░░  0 of 1" in repr(course())
    progress_file.record("shares")
    first = repr(course()).splitlines()[1]
    assert first.startswith("00") and first.endswith("██████████  1 of 1")
    assert "1 of 1" in course().html()


def test_a_lesson_that_is_not_written_is_not_promised():
    shown = Course((LESSONS[0], Lesson("98_<b>", "Is <b> escaped?")))
    assert shown.title == "1 of 2 lessons are open, about 1 hour"
    assert repr(shown).splitlines()[2].split("  ")[-1].strip() == "not yet"
    assert "Is &lt;b&gt; escaped?" in shown.html() and "98_<b>.ipynb" not in shown.html()


def test_the_page_of_what_is_taught_where_is_that_of_the_lessons():
    assert covers.TARGET.read_text(encoding="utf-8") == covers.page(), (
        "run `python notebooks/covers.py`"
    )


@pytest.mark.ci
def test_what_is_taught_where_names_sections_that_exist():
    for links in covers.places().values():
        for link in links:
            heading, name = re.match(r"\[\d\d[a-z]? (.+)\]\(<(.+?)#", link).groups()
            cells = nbformat.read(ROOT / "notebooks" / name, as_version=4).cells
            assert any(re.search(rf"^#+ +{re.escape(heading)}$", c.source, re.M) for c in cells)
    known = covers.rows(covers.IDEAS) | covers.rows(covers.CORRECTIONS)
    assert len(known) == 9 + 11 + 10 + 5 + 14 + 9 + 12 + 11 + 18 + 13 + 3 + 5 + 8 + 2 + 54
