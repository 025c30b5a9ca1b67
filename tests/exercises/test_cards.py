"""The cards, hints, solutions and the stored progress."""

import importlib
import inspect
import json
import os
import re
import subprocess
import sys
import threading
from itertools import pairwise

import pytest
import torch

from tformer._support.files import held
from tformer.course import coach
from tformer.course.checker.describe import difference, show
from tformer.course.course_map import LESSONS, exercises
from tformer.exercises import check, hint, progress, solution

progress_file = importlib.import_module("tformer._support.progress_file")
HOSTILE = '<img/src="x"/onerror="alert(1)">\'</script>&'


def _softmax(x, dim):
    return torch.softmax(x, dim)


def _cards():
    def softmax(x, dim):
        raise ValueError(HOSTILE)

    def printing(x, dim):
        print(HOSTILE)
        return x

    return [
        check(softmax),
        check(printing, "softmax"),
        check(_softmax, "softmax"),
        hint("softmax"),
        solution("attention"),
        solution("attention"),
        progress(),
    ]


@pytest.fixture
def fresh(monkeypatch):
    coach._hints_seen.clear()
    coach._warned.clear()
    coach._spots.clear()


def test_a_card_says_the_same_in_html_and_in_plain_text(fresh):
    for card in _cards():
        bundle = card._repr_mimebundle_()
        assert bundle["text/plain"] == repr(card) == str(card)
        text = re.sub(r"<[^>]+>", " ", bundle["text/html"])
        for escaped, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'")):
            text = text.replace(escaped, sign)
        text = text.replace("&amp;", "&")
        assert re.sub(r"\s+", "", text) == re.sub(r"\s+", "", bundle["text/plain"])


def test_no_text_of_a_learner_becomes_markup(fresh):
    for card in _cards():
        html = card._repr_mimebundle_()["text/html"]
        assert "<img" not in html and "</script" not in html
        assert set(re.findall(r"<(/?\w+)", html)) <= {
            "div",
            "/div",
            "strong",
            "/strong",
            *("pre", "/pre", "table", "/table", "tr", "/tr", "th", "/th", "td", "/td", "b", "/b"),
        }


def test_a_card_has_no_colour_of_its_own_for_text_and_nothing_that_changes(fresh):
    for card in _cards():
        html = card._repr_mimebundle_()["text/html"]
        assert not re.search(r"\bid=|0x[0-9a-f]{6,}|\d\d:\d\d", html)
        for colour in re.findall(r"[^-]color:([^;\"]+)", html):
            assert colour.strip().startswith(("var(--jp-", "inherit"))


def _future_visible(size):
    return torch.ones(size, size).triu().bool()


def test_matrices_stand_in_rows_and_wrong_entries_are_marked_by_more_than_a_colour():
    report = check(_future_visible, "causal_mask")
    shown = dict(report.evidence)
    assert shown["Got"].splitlines() == ["[[T  T* T*]", " [F* T  T*]", " [F* F* T ]]"]
    assert shown["Expected"].splitlines() == ["[[T F F]", " [T T F]", " [T T T]]"]
    assert shown["Difference"] == "6 of 9 entries differ, marked *"
    html = report.card.html()
    assert html.count("<b ") == 6 and html.count("*</b>") == 6
    assert html.count('<th scope="row"') == len(report.lines)


def test_rows_of_numbers_are_not_wrapped_and_words_are():
    html = check(_future_visible, "causal_mask").card.html()
    style = dict(re.findall(r"<th[^>]*>([^<]*):</th><td[^>]*><pre style=\"([^\"]*)", html))
    assert style["Got"].endswith("white-space:pre") and "overflow-x:auto" in style["Got"]
    assert style["Case"].endswith("white-space:pre-wrap") and "anywhere" not in html


def test_many_numbers_are_told_by_their_shape_and_first_difference():
    got, want = torch.zeros(2, 3, 7), torch.zeros(2, 3, 7)
    got[1, 2, 3] = 0.5
    assert show(got, want) == "shape (2, 3, 7) float32"
    assert (
        difference(got, want) == "first at [1, 2, 3]: got 0.5, expected 0; 1 of 42 entries differ"
    )


def test_of_the_failing_cases_the_most_readable_one_is_shown():
    def attention(q, k, v, mask=None):
        scores = q @ k.mT / q.shape[-1] ** 0.5
        weights = (scores if mask is None else scores.masked_fill(mask, -1e9)).softmax(-1)
        return weights @ v, weights

    shown = dict(check(attention).evidence)  # not the one with scores of -20480
    assert shown["Case"].startswith("a query that may attend to nothing")


def test_an_exception_is_told_once_with_its_line():
    def softmax(x, dim):
        return x @ torch.ones(7, 9)

    report = check(softmax)
    shown = dict(report.evidence)
    assert shown["Got"].startswith("RuntimeError: ") and shown["In line"].startswith("return x @")
    assert repr(report).count("RuntimeError") == repr(report).count("torch.ones(7, 9)") == 1


def test_a_passed_card_tells_what_was_tried_and_what_comes_next():
    shown = repr(check(_softmax, "softmax"))
    assert "All 11 cases come out right" in shown and "along the first axis" in shown
    assert "Next in lesson 02: cross_entropy_masked." in shown
    for lesson in LESSONS:  # from the first exercise to the last there is a way
        for exercise, later in pairwise(lesson.exercises):
            assert coach._what_next(exercise) == f"Next in lesson {lesson.number}: {later.name}."
        if lesson.exercises:
            assert "last exercise of" in coach._what_next(lesson.exercises[-1])


def test_the_state_is_told_in_words():
    assert "passed" in repr(check(_softmax, "softmax"))
    assert "not yet" in repr(check(lambda x, dim: x, "softmax"))
    assert "not started" in repr(check(lambda x, dim: None, "softmax"))


def test_hints_come_one_at_a_time_and_the_last_one_stays(fresh):
    for exercise in exercises().values():
        shown = [hint(exercise.name) for _ in range(len(exercise.hints) + 2)]
        texts = [card.paragraphs[0] for card in shown]
        assert texts == [*exercise.hints, exercise.hints[-1], exercise.hints[-1]]


def test_a_hint_is_found_by_the_function_too(fresh):
    def softmax(x, dim): ...

    assert "Hint 1 of" in repr(hint(softmax)) and "Hint 2 of" in repr(hint("softmax"))


def test_the_solution_warns_first_and_then_shows_the_reference(fresh):
    scope = {}
    for exercise in exercises().values():
        source = inspect.getsource(exercise.reference).strip()
        assert source not in repr(solution(exercise.name))
        shown = solution(exercise.name)
        assert source in repr(shown)
        exec(dict(shown.lines)["Code"], scope)  # a learner pastes it, after the lesson's others
        assert check(scope[exercise.name]).passed


@pytest.mark.parametrize("ask", [hint, solution])
def test_an_unknown_exercise_lists_the_names(ask):
    with pytest.raises(ValueError, match="softmax, cross_entropy_masked, cross_entropy"):
        ask("nonsense")


@pytest.fixture
def store(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TFORMER_PROGRESS", raising=False)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path / "data" / "progress.json"


def test_progress_is_recorded_and_read_again(store):
    assert "0 of" in repr(progress())
    check(lambda x, dim: x, "softmax")
    assert not store.exists()
    check(_softmax, "softmax")
    check(_softmax, "softmax")
    assert json.loads(store.read_text())["passed"] == ["softmax"]
    shown = repr(progress())
    assert shown.startswith("Progress: 1 of") and "█" in shown and "Lesson 02" in shown
    assert files(store.parent) == ["answers", "progress.json"]  # no temporary file stays behind
    assert files(store.parent / "answers") == ["softmax.py"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"passed": 3}', '{"passed": [1, null]}', "\x00", '{"passed": "abc"}',
             "[" * 200_000],
)  # fmt: skip
def test_a_corrupted_file_counts_as_empty_and_is_kept_beside_the_new_one(store, text):
    store.parent.mkdir()
    store.write_text(text)
    assert "Progress: 0 of" in repr(progress())
    damaged = text != '{"passed": [1, null]}'
    assert ("is damaged and not read" in repr(progress())) == damaged
    said = repr(check(_softmax, "softmax"))
    assert json.loads(store.read_text())["passed"] == ["softmax"]
    beside = [file for file in store.parent.iterdir() if "damaged" in file.name]
    assert [file.read_text() for file in beside] == [text] * damaged
    assert all(f"it lies beside it as {file.name}." in said for file in beside)
    assert "damaged" not in repr(check(_softmax, "softmax")) + repr(progress())


def test_binary_rubbish_counts_as_empty(store):
    store.parent.mkdir()
    store.write_bytes(b"\xff\xfe\x80")
    assert "Progress: 0 of" in repr(progress())


def test_a_write_that_fails_half_way_leaves_the_old_file(store, monkeypatch):
    check(_softmax, "softmax")
    before = store.read_text()

    def broken(*_, **__):
        raise OSError("disk full")

    monkeypatch.setattr(progress_file.os, "fsync", broken)
    assert "It is not kept: " in progress_file.record("attention")  # breaks no notebook
    with pytest.raises(OSError, match="disk full"):
        progress_file.keep_answer("attention", "x = 1\n")
    assert store.read_text() == before and files(store.parent) == ["answers", "progress.json"]
    assert files(store.parent / "answers") == ["softmax.py"]


def files(folder):
    return sorted(file.name for file in folder.iterdir() if file.name != ".lock")


def test_where_nothing_can_be_written_the_card_says_that_it_is_not_kept(store):
    store.parent.write_text("a file where the folder should be")
    report = check(_softmax, "softmax")
    assert (
        report.passed and "It is not kept: " in repr(report) and str(store.parent) in repr(report)
    )
    assert "Progress: 0 of" in repr(progress()) and "cannot be read" in repr(progress())


TWO_KERNELS = """
import sys
from tformer._support import progress_file
print("ready", flush=True), input()
for i in range(20):
    said = progress_file.record(f"{sys.argv[1]} {i}")
    said += progress_file.record_prediction(f"{sys.argv[1]} {i}", True)
    said += progress_file.record_answer(f"{sys.argv[1]} {i}", "7")
    assert not said, said
"""


def test_two_kernels_lose_nothing_of_each_other(store):
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    both = [subprocess.Popen([sys.executable, "-c", TWO_KERNELS, name], **pipes) for name in "ab"]
    assert all(process.stdout.readline() for process in both)
    for process in both:
        process.stdin.write(b"\n"), process.stdin.flush()
    assert [process.wait() for process in both] == [0, 0]
    names = sorted(f"{name} {i}" for name in "ab" for i in range(20))
    assert progress_file.passed() == names
    assert sorted(progress_file.predicted()) == sorted(progress_file.answered()) == names


def test_a_kernel_that_holds_the_file_for_long_is_told(store, monkeypatch):
    monkeypatch.setattr(progress_file, "PATIENCE", 0.1)
    with held(store.parent, 1):
        assert "It is not kept: " in repr(check(_softmax, "softmax"))


def test_the_file_is_whole_at_every_moment(store):
    names = list(exercises())
    store.parent.mkdir()
    seen, done = [], threading.Event()

    def read():
        while not done.is_set():
            if store.exists():
                seen.append(json.loads(store.read_text()))

    reader = threading.Thread(target=read)
    reader.start()
    for name in names:
        progress_file.record(name)
    done.set()
    reader.join()
    assert sorted(json.loads(store.read_text())["passed"]) == sorted(names)
    assert all(isinstance(data["passed"], list) for data in seen)


@pytest.mark.parametrize("variable, value", [("CI", "true"), ("TFORMER_PROGRESS", "off")])
def test_under_ci_nothing_is_read_or_written(store, monkeypatch, variable, value):
    store.parent.mkdir()
    store.write_text('{"passed": ["softmax"]}')
    monkeypatch.setenv(variable, value)
    check(_softmax, "softmax")
    assert progress_file.passed() == []
    assert "Not recorded" in repr(progress()) and variable in repr(progress())
    assert os.listdir(store.parent) == ["progress.json"]


def test_the_place_is_the_users_data_directory(monkeypatch):
    monkeypatch.delenv("TFORMER_DATA_DIR", raising=False)
    assert progress_file.path().parent.name == "tformer"
