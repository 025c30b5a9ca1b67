"""An answer that passed is kept as a module of its own, with what it needs; or it says why not."""

import functools
import inspect
import json
import math as maths
import os
import subprocess
import sys

import pytest
import torch
import torch.nn.functional as F
from torch import exp

from tests.answers import collect
from tformer import __main__ as command
from tformer._support import progress_file
from tformer.course.checker.keeping import CannotStandAlone, standing_alone
from tformer.course.coach import _try_alone
from tformer.course.course_map import exercises, lesson_of
from tformer.course.kept import (
    BrokenAnswer,
    answer,
    answer_source,
    export_answers,
    import_answers,
    kept,
    loaded,
    read_export,
)
from tformer.exercises import check, course, progress

TABLE = torch.ones(3)
ROOT = 0.5
KINDS = {"names": ("a", 1), "kind": torch.float32}


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("TFORMER_PROGRESS", raising=False)


def _power(x):
    return exp(x) if maths.isfinite(ROOT) else F.softmax(x, 0)


def with_helpers(x, dim):
    powers = _power(x - x.amax(dim, keepdim=True)) ** (ROOT * 2)
    return powers / powers.sum(dim, keepdim=True)


def reads_a_tensor(x, dim):
    return torch.softmax(x * TABLE[0], dim)


@functools.lru_cache(maxsize=0)
def remembered(x, dim):
    return torch.softmax(x, dim)


def test_a_function_is_kept_with_imports_helpers_and_constants(tmp_path):
    assert check(with_helpers, "softmax").passed
    source = answer_source("softmax")
    for line in ("import math as maths", "from torch import exp", "ROOT = 0.5", "def _power(x):"):
        assert line in source
    assert "TABLE" not in source
    file = tmp_path / "answers" / "softmax.py"
    code = f"import runpy, torch; kept = runpy.run_path({str(file)!r}); "
    code += "print(kept['softmax'](torch.zeros(2), 0))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "tensor([0.5000, 0.5000])", done.stderr
    assert kept() == ["softmax"]


def test_a_decorator_that_does_something_is_kept():
    assert check(remembered, "softmax").passed
    assert "@functools.lru_cache(maxsize=0)" in answer_source("softmax")
    assert answer("softmax")(torch.zeros(2), 0).tolist() == [0.5, 0.5]


def test_a_function_inside_another_takes_what_that_one_gave_it():
    shift, again = 2.0, lambda x: x

    def inner(x, dim):
        return again((x + shift).softmax(dim))

    report = check(inner, "softmax")
    assert report.passed and kept() == []  # "shift, again = " is no source of again
    assert "again" in repr(report)

    def other(x, dim):
        return (x + shift).softmax(dim)

    assert check(other, "softmax").passed and "shift = 2.0" in answer_source("softmax")


@pytest.mark.parametrize(
    ("fn", "says"),
    [
        (reads_a_tensor, "it reads TABLE, a Tensor of the notebook. Make it inside the function"),
        (lambda x, dim: x.softmax(dim), "write it as def softmax(...)"),
        (torch.softmax, "write it as def softmax(...)"),
    ],
)
def test_what_cannot_stand_alone_passes_and_says_what_to_change(fn, says):
    check(with_helpers, "softmax")
    report = check(fn, "softmax")
    assert report.passed and says.lower() in repr(report).lower()
    assert kept() == [] and "softmax" in progress_file.passed()


def test_the_card_counts_the_parts_of_the_translator():
    def solved(name):
        return check(inspect.unwrap(exercises()[name].reference), name).next

    first = solved("layer_norm")
    assert first.startswith(
        "Your translator runs on this layer_norm now: 1 of its 20 parts is yours (lessons 00 and 21"
    )
    assert "2 of its 20 parts are yours" in solved("softmax")
    assert "translator" not in solved("cross_entropy_masked")  # no part of it
    assert "last exercise of lesson 02. Your translator has from it: softmax. Next:" in solved(
        lesson_of("softmax").exercises[-1].name
    )


def test_the_latest_that_passes_wins_and_what_fails_changes_nothing():
    check(with_helpers, "softmax")
    check(remembered, "softmax")
    check(lambda x, dim: x, "softmax")
    assert "lru_cache" in answer_source("softmax")


def test_nothing_is_kept_when_progress_is_off(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_PROGRESS", "off")
    assert check(with_helpers, "softmax").passed and kept() == []
    assert not any("kept" in note.lower() for note in check(reads_a_tensor, "softmax").notes)
    assert not [*tmp_path.iterdir()]


def test_the_course_shows_what_is_kept():
    assert "kept" not in repr(course())
    check(with_helpers, "softmax")
    assert "1 of 3, 1 kept" in repr(course()) and "1 of 3, 1 kept" in course().html()
    assert "Kept answers: 1" in repr(progress())


DAMAGE = {
    "cut short": lambda text: text[:-20],
    "changed by hand": lambda text: text.replace("amax", "amin"),
    "empty": lambda text: "",
    "no text": lambda text: "\udcff",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_answer_is_refused_by_name(damage):
    check(with_helpers, "softmax")
    file = progress_file.answer_path("softmax")
    text = DAMAGE[damage](file.read_text())
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BrokenAnswer, match="softmax is not used"):
        answer("softmax")
    damaged = file.read_bytes()
    report = check(with_helpers, "softmax")
    (beside,) = file.parent.glob("softmax.py.damaged-*")
    assert beside.read_bytes() == damaged and beside.name in repr(report)
    assert kept() == ["softmax"] and answer("softmax")
    assert "damaged" not in repr(check(with_helpers, "softmax"))


@pytest.mark.parametrize("source", ["import no_such_thing", "raise SystemExit", "x = 1", "def ("])
def test_an_answer_that_cannot_be_loaded_is_refused_by_name(source):
    progress_file.keep_answer("softmax", source)
    with pytest.raises(BrokenAnswer, match="kept answer softmax"):
        answer("softmax")


def test_answers_go_to_another_computer(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="no answer is kept yet"):
        export_answers(tmp_path / "answers.json")
    check(with_helpers, "softmax")
    assert export_answers(tmp_path / "answers.json") == ["softmax"]
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path / "elsewhere"))
    assert import_answers(tmp_path / "answers.json") == ["softmax"]
    assert answer("softmax")(torch.zeros(2), 0).tolist() == [0.5, 0.5]


def test_an_export_replaces_an_older_one_and_nothing_else(tmp_path):
    check(with_helpers, "softmax")
    file = tmp_path / "answers.json"
    for _ in range(2):
        export_answers(file)
    old = os.umask(0o022)
    os.umask(old)
    assert file.stat().st_mode & 0o777 == 0o666 & ~old
    for text in ('{"mine": 1}', "my notes", '{"format": "tformer answers"}'):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"not as this command writes it.*another name"):
            export_answers(file)
        assert file.read_text() == text
    with pytest.raises(OSError, match="no regular file"):
        export_answers(tmp_path)


def test_an_import_that_cannot_be_written_is_no_import(tmp_path, monkeypatch):
    check(with_helpers, "softmax")
    export_answers(tmp_path / "answers.json")
    (tmp_path / "file").write_text("where the folder should be")
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path / "file"))
    with pytest.raises(OSError, match="cannot write"):
        import_answers(tmp_path / "answers.json")


def test_the_command_says_that_an_import_is_code(tmp_path, capsys):
    file = str(tmp_path / "answers.json")
    assert command.main(["answers", "export", file]) == 1
    assert "no answer is kept yet" in capsys.readouterr().err
    check(with_helpers, "softmax")
    assert command.main(["answers", "export", file]) == 0
    assert "1 answer in" in capsys.readouterr().out
    assert command.main(["answers", "import", file]) == 0
    assert "code, and will be run" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "no file of answers"),
        ("{", "no file of answers"),
        ({"answers": {"../evil": "x = 1"}}, "no exercise here"),
        ({"answers": {"softmax": 3}}, "no exercise here"),
        ({"answers": {"softmax": "def ("}}, "no Python"),
    ],
)
def test_a_file_that_holds_no_answers_is_refused(tmp_path, text, says):
    file = tmp_path / "answers.json"
    file.write_text(
        text if isinstance(text, str) else json.dumps({"format": "tformer answers", **text})
    )
    with pytest.raises(ValueError, match=says):
        read_export(file)


RIGHT = [(name, fn) for name, found in collect().items() for fn in found.right]


def test_right_answers_of_every_style_can_be_kept():
    refused = []
    for name, fn in RIGHT:
        try:
            alone = loaded(name, standing_alone(fn, name))
        except CannotStandAlone as error:
            refused.append((name, str(error)))
            continue
        _try_alone(alone, exercises()[name])
    assert len(RIGHT) > 250 and refused == []
