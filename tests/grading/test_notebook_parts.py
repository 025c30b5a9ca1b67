"""What of a notebook is run, whose it is, and what a field of the table may hold."""

import csv
import inspect
import io
from pathlib import Path

import pytest

from tests.answers import collect
from tests.grading.notebooks import GOOD, IMPORTS, hand_in, notebook
from tformer.commands.grading.child import defined
from tformer.commands.grading.drawn import drawn
from tformer.commands.grading.grade import _possible
from tformer.commands.grading.judge import _still
from tformer.commands.grading.plan import decided, plan
from tformer.commands.grading.reading import Unreadable, parsed
from tformer.commands.grading.sending import received, sent
from tformer.commands.grading.submissions import find
from tformer.commands.grading.summary import count, table_of
from tformer.commands.grading.table import Row, clean, final, lines
from tformer.course.checker.compare import identical, safely_same
from tformer.course.checker.gradients import calls
from tformer.course.checker.whose import watched
from tformer.course.course_map import LESSONS, exercises
from tformer.exercises import check

STUB = 'def softmax(x, dim):\n    """exp(x) normalised."""\n    ...\n\ncheck(softmax)'


def planned(tmp_path, *cells, name="softmax", lesson=None):
    path = hand_in(tmp_path, "kim", notebook(*cells))
    return {item["exercise"]: item for item in plan(path, lesson)["items"]}[name]


def kept(item):
    """The first lines of the statements that are run, in their order."""
    return [
        source.splitlines()[node.lineno - 1]
        for number, source, places in item["steps"]
        for node in [parsed(number, source, []).body[place] for place in places]
    ]


def test_only_what_the_function_needs_is_run(tmp_path):
    cells = [
        "import torch, math\nimport seaborn\nfrom torch import nn\nprint('hello')",
        "EPS = 1e-9\nscores = q @ k\nSCALE = math.sqrt(8)\ntable = {}\ntable['a'] = 1",
        "def helper(x):\n    return x + EPS\n\ndef unused(x):\n    return SCALE\n\nhelper(3)",
        "twice = lambda x: helper(helper(x))\nEPS = 1e-6",
        "one = torch.ones(1)\ndef softmax(x, dim):\n    scores = twice(x) * one + table['a']\n"
        "    return scores\n\ncheck(softmax)\nsoftmax(1, 2)",
    ]
    item = planned(tmp_path, *cells)
    assert kept(item) == [
        *("import torch, math", "table = {}", "table['a'] = 1", "def helper(x):"),
        *("twice = lambda x: helper(helper(x))", "EPS = 1e-6", "one = torch.ones(1)"),
        "def softmax(x, dim):",
    ]
    assert item["notes"] == []
    assert defined(item, [])(0, 0).item() == pytest.approx(1 + 2e-6, abs=5e-7)


def test_a_call_in_another_cell_is_left_out_and_told(tmp_path):
    cells = ["import math\nscale = math.sqrt(8)", "def softmax(x, dim):\n    return x / scale\n"]
    item = planned(tmp_path, *cells, "check(softmax)")
    assert kept(item) == ["def softmax(x, dim):"]
    note = "Left out, as it calls something: `scale = math.sqrt(8)` (cell 2)."
    assert item["notes"] == [note]
    assert kept(planned(tmp_path, "\n".join(cells), "check(softmax)"))[1] == "scale = math.sqrt(8)"


@pytest.mark.parametrize(
    "cells, chosen, noted",
    [
        (["def softmax(x, dim):\n    return 1", GOOD], 3, "2, 3"),
        ([GOOD, "def softmax(x, dim):\n    return 2\ncheck(softmax)"], 3, "2, 3"),
        ([GOOD, STUB], 2, ""),
        ([STUB, GOOD], 3, ""),
        ([GOOD, "def softmax(x, dim):\n    return 'tried after the check'"], 2, "2, 3"),
        ([STUB, "def softmax(x, dim):\n    return 'below the check'"], 3, ""),
        (["def mine(x, dim):\n    return 3\ncheck(mine, 'softmax')", STUB], 2, ""),
        (["def mine(x, dim):\n    return 3", STUB, "check(mine, name='softmax')"], 2, ""),
    ],
)
def test_of_several_the_last_that_is_written_counts(tmp_path, cells, chosen, noted):
    item = planned(tmp_path, *cells)
    assert item["steps"][-1][0] == chosen
    assert "".join(item["notes"]) == (
        f"Written more than once, in cells {noted}; cell {chosen} counts: the last before "
        "the last check."
        if noted
        else ""
    )


@pytest.mark.parametrize(
    "cells, says",
    [
        ([STUB], "still open"),
        (["check(softmax)"], "has no function"),
        (["from tformer.losses import softmax\ncheck(softmax)"], "imported, not written"),
        (["x = 1"], "has no function"),
    ],
)
def test_nothing_written_is_not_started(tmp_path, cells, says):
    item = planned(tmp_path, *cells, lesson=next(x for x in LESSONS if x.number == "02"))
    assert item["state"] == "not started" and says in item["says"]


def test_an_answer_in_a_text_cell_is_said_to_stand_there(tmp_path):
    path = hand_in(tmp_path, "kim", notebook("check(softmax)", words=GOOD))
    (item, *_) = plan(path, None)["items"]
    assert item["state"] == "not started"
    assert item["says"] == (
        "`softmax` stands in cell 1, a text cell: Python runs code cells alone."
    )


def test_a_cell_of_a_newer_python_is_said_to_be_one(tmp_path):
    cell = "def softmax(x, dim)\n    return x\n\ncheck(softmax)"
    for version, says in (("3.99.1", "is written for Python 3.99 and graded with 3."),
                          ("3.11.0", "is no Python: "), ("new", "is no Python: ")):  # fmt: skip
        path = hand_in(tmp_path, "kim", notebook(cell, python=version))
        (item, *_) = plan(path, None)["items"]
        assert item["mistake"] == "syntax-error" and f"Cell 2 {says}" in item["says"]


def test_a_method_is_graded_and_said(tmp_path):
    cells = ["class My:\n    @staticmethod\n    def softmax(x, dim):\n        return 7"]
    item = planned(tmp_path, *cells, "check(My.softmax)")
    assert defined(item, [])(0, 0) == 7
    assert item["notes"] == ["What is checked, and graded, is `My.softmax`."]


def test_who_prints_in_the_place_of_returning_reads_so():
    report = check(lambda x, dim: print(x), "softmax")
    assert report.state == "not started" and "it prints what it finds" in report.says


def test_a_pass_that_cannot_be_is_refused(capsys):
    fine = {**decided("passed", "", "Fine."), "cases": 11}
    assert _possible(fine) == _possible({**fine, "state": "failed", "cases": 0}) == {}
    for wrong in (
        {**fine, "mistake": "sum-not-kept"},
        {**fine, "cases": 0},
        decided("passed", "", ""),
    ):
        assert _possible(wrong)["state"] == "not graded"
        assert "cannot be" in capsys.readouterr().err


SENT = [e for e in exercises().values() if e.watch or e.rules_out or e.name in
        ("slope", "encode", "decoder_layer", "beam_search", "residual_pre_norm")]  # fmt: skip


@pytest.mark.parametrize("exercise", SENT, ids=lambda e: e.name)
def test_what_is_sent_works_there_and_holds_no_exercise(exercise):
    def answer(*args):
        return exercise.reference(*args)

    asked = [(exercise.watched(answer), case.make()) for case in exercise.cases]
    asked += [*calls(answer, exercise), (watched(asked[0][0], exercise), asked[0][1])]
    data = [sent(call, answer) for call in asked]
    assert not [one for one in data if b"EXERCISE" in one or b"variant" in one]
    for one, want in zip(data, exercise.wanted, strict=False):
        fn, args = received(one, answer)
        assert safely_same(fn(*args), want)
    for one in data[len(exercise.cases) :]:
        fn, args = received(one, answer)
        assert fn(*args)
    with pytest.raises(ValueError, match="those who are to write it"):
        sent(exercise.reference, answer)


def test_a_class_has_cases_of_its_own():
    of = [name for name, exercise in exercises().items() if drawn(exercise, 1)]
    assert len(of) >= 30
    for name in of:
        one, other = ([case.make() for case in drawn(exercises()[name], seed)] for seed in (1, 2))
        assert not identical(one, other) and identical(
            one, [c.make() for c in drawn(exercises()[name], 1)]
        )


@pytest.mark.parametrize("name", sorted(set(collect()) & {e.name for e in exercises().values()}))
def test_right_answers_are_right_in_the_cases_of_any_class(name):
    exercise = exercises()[name]
    cases, asks = drawn(exercise, seed=sum(map(ord, name))), exercise.watched(exercise.reference)
    for case in cases:
        want = asks(*case.make())
        for fn in collect()[name].right:
            got = exercise.watched(fn)(*case.make())
            got = got.float() if exercise.any_float and hasattr(got, "float") else got
            assert safely_same(got, want), (fn.__name__, case.why)


def test_the_answer_to_read_in_is_never_run(tmp_path):
    still = _still(planned(tmp_path, IMPORTS, "EPS = 3\n" + GOOD), {"EPS": 3})
    assert "keepdim" in inspect.getsource(still) and still.__globals__["EPS"] == 3
    with pytest.raises(RuntimeError, match="No active exception"):
        still(0, 0)


def test_what_is_unusual_is_worth_a_look(tmp_path):
    use = "from tformer import losses, viz\ndef softmax(x, dim):\n    import os\n"
    item = planned(tmp_path, use + "    return losses.softmax(x, dim)\ncheck(softmax)")
    assert item["notes"] == ["Worth a look: it uses os, tformer.losses."]


@pytest.mark.parametrize(
    "cell",
    [
        "from tformer.losses import *\ndef softmax(x, dim):\n    return cross_entropy(x, dim)\n",
        "import tformer.losses\nsoftmax = tformer.losses.softmax\n",
        "import tformer.losses\ncheck(tformer.losses.softmax, 'softmax')\n",
        "from tformer import losses\ncheck(lambda x, dim: losses.softmax(x, dim), 'softmax')\n",
    ],
)
def test_the_packages_own_solution_is_worth_a_look(tmp_path, cell):
    *_, note = planned(tmp_path, cell + "check(softmax)" * ("check" not in cell))["notes"]
    assert note.startswith("Worth a look: it uses tformer.losses")
    assert planned(tmp_path, IMPORTS, GOOD)["notes"] == []


def test_a_notebook_without_an_exercise_is_none(tmp_path):
    with pytest.raises(Unreadable, match="no exercise of the course"):
        planned(tmp_path, "x = 1")


def test_magics_are_blank_and_other_lines_stay_as_they_are():
    cell = parsed(1, "%time\nif True:\n    !ls\n    x = 7 % 2\nsoftmax?", [])
    assert len(cell.body) == 3 and not cell.error
    assert parsed(1, "a = (7\n% 2)", []).source == "a = (7\n% 2)"
    assert "line 1" in parsed(1, "def f(:", []).error


@pytest.mark.parametrize(
    "files, students",
    [
        (["attention-kim/05_attention.ipynb", "attention-lee/nb/05_attention.ipynb"],
         ["attention-kim", "attention-lee"]),
        (["submitted/kim/lesson/05_attention.ipynb"], ["kim"]),
        (["05-submissions/05-kim/05_attention.ipynb"], ["05-kim"]),
        (["kim.ipynb", "05_attention_lee.ipynb", "zoe-05_attention.ipynb"], ["lee", "kim", "zoe"]),
        (["kim/.ipynb_checkpoints/a.ipynb", "kim/a.ipynb", "kim/b.txt"], ["kim"]),
        (["kim/2.ipynb", "kim/10.ipynb"], ["kim", "kim"]),
    ],
)  # fmt: skip
def test_a_student_is_a_folder_or_a_name(tmp_path, files, students):
    for name in files:
        hand_in(tmp_path, str(Path(name).parent), "{}", Path(name).name)
    found = find([tmp_path])
    assert [one.student for one in found] == students
    assert len(find([found[0].path, tmp_path])) == len(found)  # no notebook twice


def test_a_pattern_names_the_student(tmp_path):
    hand_in(tmp_path, "x/team-7", "{}", "05_attention.ipynb")
    assert find([tmp_path], r"team-(\d+)/")[0].student == "7"
    assert find([tmp_path], "no such")[0].student == "x"
    assert find([tmp_path])[0].lesson.name == "05_attention"


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n=1", "\u200e=1", "＝1", "\x1b[31m=1"]
)
def test_no_field_is_a_formula_or_moves_the_cursor(text):
    safe = clean(text)
    assert safe[0] in "'[" and safe.isprintable() and clean(safe) == safe


def test_a_field_is_one_line_in_quotes():
    assert clean("a\nb\u2028c\udcff") == "a b c" and len(clean("x" * 9999)) == 600
    text = lines([["a;=1", 'b"c', "d,e"]])
    assert text == '"a;=1","b""c","d,e"\r\n'
    assert next(csv.reader(io.StringIO(text, newline=""))) == ["a;=1", 'b"c', "d,e"]


def row(student, state="failed", mistake="a", notebook="n", exercise="softmax"):
    return Row(student, "02", exercise, state, mistake, f"It is {mistake}.", "", notebook, "")


def test_of_two_notebooks_the_last_that_is_started_counts():
    one, two = row("kim", notebook="n_9"), row("kim", "passed", "", notebook="n_10")
    (only,) = final([two, one])
    assert only.state == "passed" and only.notes == "Handed in more than once; n_10 counts."
    assert final(final([two, one])) == final([only, one]) == [only]
    assert final([two, row("kim", "not started", "", notebook="n_11")]) == [two]


def test_mistakes_are_counted_by_students_and_two_at_once_for_each():
    both = "no-max-subtracted+divides-by-the-sum"
    rows = [row("a"), row("b"), row("c", mistake=""), row("d", "passed", ""),
            row("e", "not started", ""), row("f", mistake=both)]  # fmt: skip
    counts = {c.mistake: (c.students, c.begun) for c in count(rows)}
    assert counts == {"a": (2, 5), "(not recognised)": (1, 5), both: (1, 5)}
    first, second = [m.slug for m in exercises()["softmax"].mistakes][:2]
    counts = count([row("a", mistake=f"{first}+{second}"), row("b", mistake=second)])
    assert [(c.mistake, c.students) for c in counts] == [(second, 2), (first, 1)]
    assert table_of(counts).splitlines()[1].split() == ["2", "of", "2", "softmax", second]
    assert table_of([]) == "No mistakes."
