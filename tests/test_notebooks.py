"""The rules that every lesson keeps."""

import ast
import contextlib
import importlib
import inspect
import pkgutil
import re
import statistics
import sys
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter

import tformer
from tformer.commands.grading.plan import is_open
from tformer.course import course_map

ROOT = Path(__file__).parent.parent
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
sys.path.insert(0, str(ROOT / "notebooks"))
import minutes  # noqa: E402
from execute import normalise, problems  # noqa: E402

lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)


def read(path):
    return nbformat.read(path, as_version=4)


def code(notebook):
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


# Their names are no idea of the course: figures, exercises, checker, check-up, commands, refusals.
ASIDE = (".viz", ".course", ".exercises", ".checkup", ".commands", "._support")


def public_names():
    """Every public function and class of the package, outside the checker and the figures."""
    names = set()
    for module in pkgutil.walk_packages(tformer.__path__, "tformer."):
        if any(part in module.name for part in (*ASIDE, "__main__")):
            continue
        loaded = importlib.import_module(module.name)
        names |= {
            name
            for name, value in vars(loaded).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == loaded.__name__
        }
    return names


def top_level_names(tree):
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not is_open(node):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.For | ast.With):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    yield inner.id


def test_lessons_are_numbered_in_order():
    numbers = [re.match(r"(\d\d[a-z]?)_[a-z0-9_]+$", path.stem) for path in LESSONS]
    assert LESSONS and all(numbers)
    assert len({match[1] for match in numbers}) == len(LESSONS)


@lesson
def test_stored_run_is_whole_and_normalised(path):
    notebook = read(path)
    assert problems(notebook) == []
    assert normalise(notebook) == notebook, "run `make notebooks`"
    counts = [c.execution_count for c in notebook.cells if c.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


@lesson
def test_first_code_cell_imports_and_nothing_else(path):
    cells = code(read(path))
    start = path.stem == "00_start_here"  # opens with the machine itself, in one line
    assert (
        not start
        or cells[0].source == "from tformer.course import recording; recording.translator()"
    )
    first = ast.parse(cells[start].source)
    assert all(isinstance(node, ast.Import | ast.ImportFrom) for node in first.body)


@lesson
def test_no_name_of_the_package_is_defined_again(path):
    defined = {name for c in code(read(path)) for name in top_level_names(ast.parse(c.source))}
    assert not defined & public_names()


@lesson
def test_cells_stay_small(path):
    notebook, run = read(path), 0
    lines = [len([x for x in c.source.splitlines() if x.strip()]) for c in code(notebook)]
    assert statistics.median(lines) <= 6 and max(lines) <= 25
    for cell in notebook.cells:
        run = 0 if cell.cell_type == "code" or minutes.is_further(cell) else run + 1
        assert run <= 3, f"more than 3 text cells in a row: {cell.source[:60]!r}"
        if cell.cell_type == "markdown":
            plain = re.sub(r"```.*?```|<[^>]+>|\$[^$]*\$", " ", cell.source, flags=re.S)
            assert len(re.findall(r"\w+", plain)) <= 60, f"over 60 words: {cell.source[:60]!r}"


@pytest.mark.ci
@lesson
def test_converted_to_html_every_picture_has_alt_text(path):
    page, _ = HTMLExporter().from_notebook_node(read(path))
    pictures = re.findall(r"<img[^>]*>", page)
    alts = [re.search(r'alt="([^"]*)"', picture) for picture in pictures]
    assert len(pictures) >= 3
    assert all(alt and len(alt[1]) > 40 for alt in alts)


def typed_truths(cell):
    """The comparisons of a code cell whose truth is typed instead of computed."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    for call in calls:
        if getattr(call.func, "attr", "") == "compare":
            truth = call.args[0] if call.args else call.keywords[0].value
            with contextlib.suppress(ValueError):  # anything but a literal
                ast.literal_eval(truth)
                yield ast.unparse(call)


DRAWING = re.compile(r"\.set_data\(|\.set\(|subplots\(|\.bar\(|\.imshow\(|\.annotate\(|\.quiver\(")


def machinery(cell):
    """Lines that draw or prove: all of a cell that draws, else its asserts."""
    if DRAWING.search(cell.source):
        return minutes.lines(cell)
    return len(re.findall(r"^\s*assert ", cell.source, flags=re.M))


def broken_rules(notebook):
    """What a lesson does that a learner trips over, one line each."""
    cells, seen = notebook.cells, [c for c in code(notebook) if not minutes.hidden(c)]
    found = [f"typed, not computed: {call}" for c in code(notebook) for call in typed_truths(c)]
    share = sum(map(machinery, seen)) / sum(map(minutes.lines, seen))
    if share >= 0.08:
        found.append(f"{share:.0%} of the lines in sight draw or prove; tag their cells hide-input")
    core, further = minutes.parts(notebook)
    asks = [minutes.checks(c) or minutes.repairs(c) for c in core]
    first = asks.index(True) if True in asks else len(core)
    if first >= len(core) / 2:
        found.append(f"the first exercise is cell {first} of {len(core)}")
    found += [f"asked in sight, and in its box again: {c.source[:60]!r}" for c in seen
              if "viz.predict(" in c.source]  # fmt: skip
    found += wrong_minutes("the core", minutes.stated(cells[0]), core)
    found += broken_further(further, minutes.stated_further(notebook))
    notes = [c.source for c in cells if "common note" in c.source.lower()]
    return found + [f"whose note? {source[:60]!r}" for source in notes]


def wrong_minutes(what, says, cells):
    takes = minutes.estimate(cells)
    return [f"{what} says {says} minutes, takes about {takes:.0f}"] * (abs(says - takes) > 4)


def broken_further(cells, says):
    """What goes further is the last part of a lesson: sections with their minutes and their use."""
    found = wrong_minutes("Further", says, cells)
    text = [cell.source for cell in cells[1:] if cell.cell_type == "markdown"]
    found += [f"behind Further: {h}" for t in text for h in re.findall(r"^##? .*", t, flags=re.M)]
    sections = minutes.sections(cells)
    if cells and sum(map(len, sections)) != len(cells) - 1:
        found.append("Further is a heading, a line, and ### sections")
    for first, *more in sections:
        title = first.source.splitlines()[0]
        if not re.search(r"^About \d+ minutes?: \w", first.source, flags=re.M):
            found.append(f"{title}: how long, and what for? (About 8 minutes: for ...)")
        else:
            found += wrong_minutes(title, minutes.stated(first), [first, *more])
    return found


# One sitting is a core of 75 cells, 60 minutes and three checked exercises at most.
WHOLE_EVENING = {"00b"}  # a way of its own beside the course, with pauses where the reader likes


def over_one_sitting(core):
    """Where a core is more than one sitting: what it has, and what it may have."""
    asked = sum(map(minutes.checks, core))
    sizes = {
        "cells": (len(core), 75),
        "minutes": (minutes.estimate(core), 60),
        "checks": (asked, 3),
    }
    return {what: size for what, size in sizes.items() if size[0] > size[1]}


@lesson
def test_a_core_is_one_sitting(path):
    over = over_one_sitting(minutes.parts(read(path))[0])
    assert bool(over) == (path.stem.partition("_")[0] in WHOLE_EVENING), over


def test_the_cores_together_are_an_evening_course():
    """What was reached: these may fall. Attention is reached within four hours."""
    cores = {lesson.number: minutes.parts(read(ROOT / "notebooks" / f"{lesson.name}.ipynb"))[0]
             for lesson in course_map.LESSONS if not lesson.is_optional}  # fmt: skip
    took = {number: minutes.estimate(core) for number, core in cores.items()}
    print(sum(took.values()) / 60, statistics.median(took.values()))
    assert statistics.median(map(len, cores.values())) <= 58
    assert statistics.median(took.values()) <= 45 and sum(took.values()) <= 17 * 60
    assert sum(took[number] for number in ("00", "01", "02", "03", "04")) <= 4 * 60


@lesson
def test_a_lesson_asks_before_it_tells_and_shows_only_what_it_teaches(path):
    assert broken_rules(read(path)) == []


def a_lesson(*cells, says=10):
    """A notebook of these code cells, under a title that states its minutes."""
    new = nbformat.v4
    title = new.new_markdown_cell(f"# 01 · Why?\n\nAbout {says} minutes.")
    end = [new.new_markdown_cell("And so on.") for _ in range(9)]
    return new.new_notebook(cells=[title, *map(new.new_code_cell, cells), *end])


def test_the_rules_hear_each_kind_of_trespass():
    exercise, plain = "check(f)", "\n".join(["x = 1"] * 20)
    assert broken_rules(a_lesson(plain, exercise)) == []
    assert broken_rules(a_lesson(plain, exercise, "g.compare(truth, 'nats')")) == []
    for typed in ('g.compare("both")', "g.compare(-0.5)", "g.compare(\n  5.9,\n'nats')"):
        assert "typed, not computed" in broken_rules(a_lesson(plain, exercise, typed))[0]
    assert "25% of the lines" in broken_rules(a_lesson(plain, exercise, "assert x\n" * 7))[0]
    assert (
        "hide-input" in broken_rules(a_lesson(plain, exercise, "figure, a = subplots()\na\na"))[0]
    )
    late = a_lesson(plain, *["x"] * 11, exercise)
    assert broken_rules(late) == ["the first exercise is cell 13 of 23"]
    assert broken_rules(a_lesson(plain, exercise, says=30)) == [
        "the core says 30 minutes, takes about 12"
    ]
    assert "whose note" in broken_rules(a_lesson(plain, exercise, "# A common note says"))[0]


QUESTION = "g = viz.predict('?', float)\ng"
END = (
    "## Further\n\nNo later lesson needs it.",
    "### Deeper\n\nAbout 1 minute: for whoever asks why.",
)


def with_further(*cells, says=1):
    """A lesson that goes further with these text cells."""
    notebook = a_lesson("\n".join(["x = 1"] * 20), "check(f)")
    notebook.cells[0].source += f" Further: about {says}."
    notebook.cells += map(nbformat.v4.new_markdown_cell, cells)
    return notebook


def test_the_rules_hear_what_is_wrong_with_what_goes_further():
    assert broken_rules(with_further(*END)) == []
    assert "Further says 9" in broken_rules(with_further(*END, says=9))[0]
    assert broken_rules(with_further(*END, "## More")) == ["behind Further: ## More"]
    assert "and ### sections" in broken_rules(with_further(END[0], "Loose."))[0]
    assert "what for?" in broken_rules(with_further(*END, "### Other\n\nAbout 2 minutes."))[0]
    assert (
        "### Long says 9" in broken_rules(with_further(*END, "### Long\n\nAbout 9 minutes: x"))[0]
    )


def test_what_is_longer_than_one_sitting_is_heard():
    core = a_lesson(*["x = 1"] * 66, says=1).cells
    exercise = nbformat.v4.new_code_cell("check(f)")
    assert len(core) == 76 and over_one_sitting(core) == {"cells": (76, 75)}
    assert over_one_sitting(core[1:]) == {}
    assert over_one_sitting([exercise] * 4) == {"checks": (4, 3)}
    assert list(over_one_sitting([nbformat.v4.new_markdown_cell("word " * 9001)])) == ["minutes"]


def test_minutes_count_what_is_read_done_asked_and_looked_at():
    new = nbformat.v4
    cells = [
        new.new_markdown_cell("word " * 300 + "$x + y$ <b>"),  # 2 minutes
        new.new_code_cell("line\n\n" * 12),  # 2 minutes
        new.new_code_cell("line\n" * 90, metadata={"tags": ["hide-input"]}),
        new.new_code_cell("check(f)"),  # 8 minutes, and a line
        new.new_code_cell("check(g)", metadata={"tags": ["brief"]}),  # 5 minutes, and a line
        new.new_code_cell("viz.live(f)"),  # 1.5 minutes, and a line
        new.new_code_cell(QUESTION),  # 1 minute, and no line: the question is in its box
        new.new_code_cell("bug_hunt.confirm(f)"),  # 3 minutes, and a line
        new.new_code_cell("A.probe(...)"),  # 3 minutes: a question for each of three probes; a line
    ]
    assert minutes.estimate(cells) == pytest.approx(2 + 2 + 8 + 5 + 1.5 + 1 + 3 + 3 + 5 / 6)


def test_stored_questions_and_what_goes_further_stand_folded():
    notebook = with_further(*END)
    asks, more = map(nbformat.v4.new_code_cell, (QUESTION, "y = 2\n" + QUESTION))
    notebook.cells[1:1] = [asks, more]
    folded = [cell.metadata for cell in normalise(notebook).cells if cell.metadata]
    collapsed = {"jp-MarkdownHeadingCollapsed": True}
    assert folded == [{"jupyter": {"source_hidden": True}}, collapsed]
    assert "asked in sight" in broken_rules(notebook)[0]  # the cell that does something besides


def solved(notebook):
    """The same lesson with every stub replaced by the reference; returns the names replaced."""
    from tformer.course.bug_hunt.desk import repair_source
    from tformer.exercises import solution_source

    names = []
    for cell in code(notebook):
        stubs = [node for node in ast.parse(cell.source).body if is_open(node)]
        for node in stubs:
            known = node.name in course_map.exercises()
            source = solution_source(node.name) if known else repair_source(node.name)
            ours, theirs = inspect.signature(_stub(node)), signature_of(source)
            assert str(ours) == str(theirs), f"{node.name}: {ours} is not {theirs}"
            stub = ast.get_source_segment(cell.source, node)
            cell.source = cell.source.replace(stub, source)
            names.append(node.name)
    return names


def _stub(node):
    scope = {}
    exec(compile(ast.Module([node], []), "stub", "exec"), scope)
    return scope[node.name]


def signature_of(source):
    node = next(n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef))
    node.body = [ast.Expr(ast.Constant(...))]
    return inspect.signature(_stub(ast.fix_missing_locations(node)))
