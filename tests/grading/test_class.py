"""A class in one command, as a teacher types it: fifty notebooks, half of them hostile."""

import csv
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from types import SimpleNamespace

import pytest

from tests.answers import collect
from tests.grading.forgeries import FORGERIES, FROM_OTHERS
from tests.grading.notebooks import (
    GOOD,
    HOSTILE,
    IMPORTS,
    WALLED,
    answer_cells,
    hand_in,
    notebook,
    softmax,
)  # fmt: skip
from tests.test_answers import MISSED
from tformer.commands.grading import supervise, walls
from tformer.course.course_map import LESSONS

WRONG = (
    "def softmax(x, dim):\n    return x.exp() / x.exp().sum(dim, keepdim=True)\n\ncheck(softmax)"
)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def command(folder, *arguments, **options):
    line = [sys.executable, "-m", "tformer", "grade", "--seconds", "2", *map(str, arguments)]
    env = {**os.environ, "TFORMER_PROGRESS": "on", "TFORMER_DATA_DIR": str(folder / "progress")}
    (folder / "rooms").mkdir(exist_ok=True)
    env |= {"HOME": str(folder / "home"), "TMPDIR": str(folder / "rooms")}
    return subprocess.Popen(line, stdout=-1, stderr=-1, text=True, env=env, **options)


def grade(folder, *arguments, **options):
    """What the command printed; it succeeds."""
    process = command(folder, *arguments, **options)
    said, complaint = process.communicate()
    assert process.returncode == 0, complaint
    return said


def rows_of(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def softmax_of(path):
    return {row["student"]: row for row in rows_of(path) if row["exercise"] in ("softmax", "")}


@pytest.fixture(scope="module")
def fifty(tmp_path_factory):
    """(the table's rows by student and exercise, the answers by student, what was printed)."""
    folder = tmp_path_factory.mktemp("class")
    answers = collect()
    for student, (cells, *_) in HOSTILE.items():
        hand_in(folder / "in", student, notebook(IMPORTS, *cells))
    expected = {}
    for exercise in ("softmax", "causal_mask", "one_hot_lookup", "shift_right"):
        right, wrong = answers[exercise].right, answers[exercise].wrong
        for answer in [*right[:2], *wrong[:5]]:
            fn = getattr(answer, "fn", answer)
            student = f"{exercise}-{fn.__name__}"
            hand_in(folder / "in", student, notebook(*answer_cells(exercise, fn)))
            expected[student] = (exercise, answer)
    start = time.perf_counter()
    said = grade(folder, folder / "in", "--csv", folder / "out.csv", "--picture", folder / "m.png")
    seconds = time.perf_counter() - start
    rows = rows_of(folder / "out.csv")
    print(f"{seconds / (len(HOSTILE) + len(expected)):.2f} seconds a notebook")
    return folder, {(row["student"], row["exercise"]): row for row in rows}, expected, said


def test_right_answers_pass_and_wrong_ones_are_named(fifty):
    _, rows, expected, _ = fifty
    assert len(expected) == 28
    for student, (exercise, answer) in expected.items():
        row = rows[student, exercise]
        if callable(answer):
            assert (row["state"], row["mistake"]) == ("passed", ""), row
        else:
            assert row["state"] == "failed", row
            apt = any(text in f"{row['mistake']} {row['says']}" for text in answer.told)
            assert apt or answer.fn.__name__ in MISSED.get(exercise, ()), row


@pytest.mark.parametrize("student", HOSTILE)
def test_a_hostile_notebook_costs_its_own_row(fifty, student):
    row = fifty[1][student, "softmax"]
    stands = WALLED.get(student, "") in row["walls"]
    expected = HOSTILE[student][1:] if stands else ("passed", "")
    assert (row["state"], row["mistake"]) == expected, row


def test_what_a_lesson_asks_besides_is_not_started(fifty):
    _, rows, expected, _ = fifty
    for student in (*HOSTILE, *(s for s in expected if s.startswith("softmax"))):
        assert rows[student, "cross_entropy"]["state"] == "not started"
    asked = {exercise.name: len(lesson.exercises)
             for lesson in LESSONS for exercise in lesson.exercises}  # fmt: skip
    assert len(rows) == sum(
        asked[exercise]
        for exercise in ["softmax"] * len(HOSTILE) + [e for e, _ in expected.values()]
    )


def test_the_most_frequent_mistakes_are_counted(fifty):
    folder, rows, _, said = fifty
    counts = {(r["exercise"], r["mistake"]): r for r in rows_of(folder / "out_mistakes.csv")}
    failed = [row for row in rows.values() if row["state"] == "failed"]
    made = Counter((row["exercise"], row["mistake"] or "(not recognised)") for row in failed)
    single = {key: n for key, n in made.items() if "+" not in key[1]}
    assert all(int(counts[key]["students"]) >= n for key, n in single.items()) and len(single) > 10
    begun = {r["student"] for r in rows.values() if r["exercise"] == "softmax"}
    begun = sum(rows[student, "softmax"]["state"] != "not started" for student in begun)
    first = said.splitlines()[1]
    (exercise, mistake), top = next(iter(counts.items()))
    assert re.fullmatch(rf"{top['students']} of {top['begun']} +{exercise} +{mistake}", first)
    assert {r["begun"] for (e, _), r in counts.items() if e == "softmax"} == {str(begun)}
    assert (folder / "m.png").read_bytes().startswith(b"\x89PNG")


def test_the_teachers_own_files_are_untouched_and_nothing_is_left(fifty):
    folder = fifty[0]
    left = {path.name for path in folder.iterdir()}
    assert left <= {"in", "out.csv", "out_mistakes.csv", "m.png", "home", "rooms"}
    written = [path for path in folder.glob("home/**/*") if path.is_file()]
    assert [p for p in written if "matplotlib" not in p.parts] == []  # its list of fonts
    assert not any((folder / "rooms").iterdir())


def test_a_repeated_command_runs_only_what_has_changed(tmp_path):
    places = (tmp_path / "in", "--csv", tmp_path / "out.csv")
    tell = "{}[__import__('os').urandom(8).hex()]"  # a run says what no other one does
    for student in "abc":
        hand_in(tmp_path / "in", student, notebook(IMPORTS, softmax(tell)))
    grade(tmp_path, *places)
    before = rows_of(tmp_path / "out.csv")
    grade(tmp_path, *places)
    assert rows_of(tmp_path / "out.csv") == before
    first = {s: row["says"] for s, row in softmax_of(tmp_path / "out.csv").items()}
    assert len({*first.values()}) == 3
    hand_in(tmp_path / "in", "b", notebook(IMPORTS, WRONG))
    whole = (tmp_path / "out.csv").read_bytes()
    (tmp_path / "out.csv").write_bytes(whole[: whole.rindex(b'"c"') + 30])  # as after a power cut
    grade(tmp_path, *places)
    found = softmax_of(tmp_path / "out.csv")
    assert {s for s, row in found.items() if row["says"] == first[s]} == {"a"}
    assert found["b"]["mistake"] == "no-max-subtracted" and len(rows_of(tmp_path / "out.csv")) == 9


def hears_ctrl_c():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@LINUX
def test_ctrl_c_keeps_the_rows_and_says_how_to_go_on(tmp_path):
    for number in range(4):
        hand_in(tmp_path / "in", f"a{number}", notebook(IMPORTS, GOOD))
    for number in range(3):
        hand_in(
            tmp_path / "in",
            f"b{number}",
            notebook(IMPORTS, softmax("__import__('time').sleep(60)")),
        )
    out = tmp_path / "out.csv"
    arguments = (tmp_path / "in", "--csv", out, "--workers", "1", "--seconds", "99")
    # As a terminal starts it: a test run in the background has Ctrl-C switched off below it.
    process = command(tmp_path, *arguments, preexec_fn=hears_ctrl_c)
    deadline = time.monotonic() + 120
    while not (out.exists() and b'"a3"' in out.read_bytes()) and time.monotonic() < deadline:
        time.sleep(0.05)
    other = command(tmp_path, *arguments)  # a second command meanwhile
    assert other.wait(120) == 1 and "another command is writing" in other.stderr.read()
    process.send_signal(signal.SIGINT)
    said, complaint = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in complaint
    assert re.search(r"Stopped: 3 of 7 notebooks are left.*the same command goes on", said)
    assert sorted(softmax_of(out)) == ["a0", "a1", "a2", "a3"]
    time.sleep(0.2)
    assert not children(tmp_path), "a child lives on"


def children(folder):
    """Processes that still work in a room of grading."""
    found = set()
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            try:
                place = os.readlink(f"/proc/{entry}/cwd")
            except OSError:
                continue
            found |= {entry} if place.startswith(str(folder / "rooms")) else set()
    return found


@LINUX
def test_a_command_that_is_killed_goes_on_to_the_same_table(tmp_path):
    for name, cell in (("a", GOOD), ("b", WRONG), ("c", GOOD), ("d", softmax("exit()"))):
        hand_in(tmp_path / "in", name, notebook(IMPORTS, cell))
    whole, halves = tmp_path / "whole.csv", tmp_path / "halves.csv"
    grade(tmp_path, tmp_path / "in", "--csv", whole)
    process = command(tmp_path, tmp_path / "in", "--csv", halves, "--workers", "1")
    deadline = time.monotonic() + 120
    while not (halves.exists() and b'"b"' in halves.read_bytes()) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.communicate()
    left = {row["student"] for row in rows_of(halves)}
    assert {"a", "b"} <= left < set("abcd")
    grade(tmp_path, tmp_path / "in", "--csv", halves)
    assert halves.read_bytes() == whole.read_bytes()


@pytest.fixture(scope="module")
def forged(tmp_path_factory):
    folder = tmp_path_factory.mktemp("forged")
    hand_in(folder / "in", "kim", notebook(IMPORTS, GOOD))
    hand_in(folder / "in", "lee", notebook(IMPORTS, softmax(body="x = x - x\n    return x / x")))
    for student, cell in FORGERIES.items():
        cell = cell.replace("{others}", str(folder / "in"))
        hand_in(folder / "in", student, notebook(IMPORTS, cell))
    grade(folder, folder / "in", "--csv", folder / "out.csv")
    return rows_of(folder / "out.csv")


@pytest.mark.parametrize("student", FORGERIES)
def test_no_forgery_passes_and_each_has_its_note(forged, student):
    rows = [row for row in forged if row["student"] == student and row["exercise"] != ""]
    (row,) = (row for row in rows if row["exercise"] == "softmax")
    walled = student not in FROM_OTHERS or "disk" in row["walls"]
    assert row["state"] == "failed" or not walled, row
    assert "Worth a look" in row["notes"]


def test_whoever_forges_harms_nobody_else(forged):
    if all("disk" in row["walls"] for row in forged if row["state"] == "failed"):
        assert [row for row in forged if row["mistake"] == "changed"] == []
    (kim,) = (row for row in forged if (row["student"], row["exercise"]) == ("kim", "softmax"))
    assert (kim["state"], kim["notes"]) == ("passed", "")


@LINUX
def test_a_row_names_the_line_that_the_card_names(forged):
    (lee,) = (row for row in forged if (row["student"], row["exercise"]) == ("lee", "softmax"))
    assert lee["says"] == "NaN comes back everywhere; it arises first in line 3."


@LINUX
def test_nothing_that_a_notebook_starts_outlives_it(tmp_path):
    start = """import os, time
def start():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(300)
        os._exit(0)
"""
    hand_in(tmp_path / "in", "daemon", notebook(IMPORTS, softmax("start()", before=start)))
    grade(tmp_path, tmp_path / "in", "--csv", tmp_path / "out.csv")
    assert softmax_of(tmp_path / "out.csv")["daemon"]["state"] == "passed"
    assert not children(tmp_path)


def test_where_another_notebook_has_taken_all_processes_one_waits():
    answers = iter([*[BlockingIOError("too many")] * 9, EOFError("it is gone")])

    def start():
        for answer in answers:
            raise answer

    supervise._start(SimpleNamespace(start=start), SimpleNamespace(wait=lambda seconds: False))
    assert not list(answers)
    answers = iter([BlockingIOError("too many")])
    with pytest.raises(supervise.Interrupted):  # Ctrl-C meanwhile
        supervise._start(SimpleNamespace(start=start), SimpleNamespace(wait=lambda seconds: True))


@LINUX
def test_where_linux_allows_it_there_is_no_network(tmp_path):
    # Asked of a bare interpreter: Linux lets no process with several threads leave, and whoever
    # imports torch may have some. A child of the grader has one.
    spaces = walls.NEW_USER | walls.NEW_NETWORK
    leave = f"import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare({spaces}) != 0)"
    allowed = subprocess.run([sys.executable, "-c", leave]).returncode == 0
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.1)
    port = server.getsockname()[1]
    call = f"__import__('socket').create_connection(('127.0.0.1', {port}), 3)"
    hand_in(tmp_path / "in", "caller", notebook(IMPORTS, softmax(call)))
    grade(tmp_path, tmp_path / "in", "--csv", tmp_path / "out.csv")
    state = softmax_of(tmp_path / "out.csv")["caller"]["state"]
    assert state == ("failed" if allowed else "passed")
    if allowed:
        with pytest.raises(TimeoutError):
            server.accept()


def test_files_that_are_no_notebooks_cost_a_row_each(tmp_path):
    folder = tmp_path / "in"
    output = {"output_type": "stream", "name": "stdout", "text": "x" * 1000}
    big = {**output, "text": "x" * 100_000_000}
    plain = {
        "no json": b"not json",
        "empty": b"",
        "a list": b"[1, 2]",
        "cells of nothing": b'{"cells": [1, null, {"cell_type": "code", "source": 3}]}',
        "nested": b"[" * 100_000,
        "binary": bytes(range(256)) * 10,
        "old": json.dumps({"nbformat": 3, "worksheets": []}).encode(),
    }
    for student, content in plain.items():
        hand_in(folder, student, content)
    text = notebook(IMPORTS, "# größer als null\n" + GOOD)
    text = text.replace("gr\\u00f6\\u00dfer", "größer")
    fine = {
        "utf-16": text.encode("utf-16"),
        "byte-order mark": text.encode("utf-8-sig"),
        "latin-1": text.encode("latin-1"),
        "thousands of outputs": notebook(IMPORTS, GOOD, outputs=[output] * 5000),
        "100 MB": notebook(IMPORTS, GOOD, outputs=[big]),
        "=cmd|'C calc'!A0": notebook(IMPORTS, GOOD),
        "new\nline": notebook(IMPORTS, GOOD),
        "two spaces": notebook(IMPORTS, GOOD),
        "two  spaces": notebook(IMPORTS, GOOD),
        "kim": notebook(IMPORTS, GOOD),
        "kim\u200b": notebook(IMPORTS, GOOD),
    }
    for student, content in fine.items():
        hand_in(folder, student, content)
    (folder / "linked").mkdir()
    (folder / "linked" / "answers.ipynb").symlink_to(folder / "utf-16" / "answers.ipynb")
    (folder / "linked folder").symlink_to(folder / "utf-16")
    (folder / "a folder" / "answers.ipynb").mkdir(parents=True)
    if hasattr(os, "mkfifo"):
        (folder / "pipe").mkdir()
        os.mkfifo(folder / "pipe" / "answers.ipynb")
        plain["pipe"] = b""
    # the 100 MB take seconds of processor time, and several times that beside other tests
    grade(tmp_path, folder, "--seconds", "60", "--csv", tmp_path / "out.csv")
    found = softmax_of(tmp_path / "out.csv")
    for student in (*plain, "linked", "linked folder", "a folder"):
        assert found[student]["state"] == "not graded", student
        assert found[student]["says"].endswith("."), found[student]
    states = {student: row["state"] for student, row in found.items() if student not in plain}
    shown = {"new\nline": r"new\nline", "two  spaces": "two␣ spaces", "kim\u200b": r"kim\u200b"}
    names = [shown.get(n, n) for n in fine if n[0] != "="] + ["'=cmd|'C calc'!A0"]
    assert {name: states.get(name) for name in names} == dict.fromkeys(names, "passed")
    assert "Latin-1" in found["latin-1"]["notes"] and "größer" in text


def test_a_long_name_of_the_folder_for_temporary_files(tmp_path):
    folder = tmp_path / ("long " * 20) / ("long " * 20)
    folder.mkdir(parents=True)
    hand_in(folder / "in", "kim", notebook(IMPORTS, GOOD))
    grade(folder, folder / "in", "--csv", folder / "out.csv")
    assert softmax_of(folder / "out.csv")["kim"]["state"] == "passed"


def test_the_packages_function_passes_with_a_note(tmp_path):
    answer = "def attention(q, k, v, mask=None):\n    return f(q, k, v, mask)\n\ncheck(attention)"
    line = "from tformer.attention import scaled_dot_product_attention as f"
    hand_in(tmp_path / "in", "kim", notebook(IMPORTS, line, answer))
    grade(tmp_path, tmp_path / "in", "--csv", tmp_path / "out.csv")
    row = next(row for row in rows_of(tmp_path / "out.csv") if row["exercise"] == "attention")
    assert row["state"] == "passed" and "yours is not written yet" in row["notes"], row


def test_one_student_with_two_notebooks_and_two_students_with_one_name(tmp_path):
    for place, cell in (("a/kim", GOOD), ("b/kim", WRONG)):
        hand_in(tmp_path, place, notebook(IMPORTS, cell))
    hand_in(tmp_path, "a/lee", notebook(IMPORTS, GOOD), "answers.ipynb")
    hand_in(tmp_path, "a/lee", notebook(IMPORTS, WRONG), "answers_2.ipynb")
    out = tmp_path / "out.csv"
    grade(tmp_path, "a", "b", "--csv", "out.csv", cwd=tmp_path)
    found = softmax_of(out)
    assert [found[s]["state"] for s in sorted(found)] == ["passed", "failed", "failed"]
    assert sorted(name[:5] for name in found) == ["kim (", "kim (", "lee"]
    note = "Handed in more than once; a/lee/answers_2.ipynb counts."
    assert note in found["lee"]["notes"]
    before = out.read_bytes()
    grade(tmp_path, tmp_path / "a", tmp_path / "b", "--csv", out)
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["nowhere", "--csv", "out.csv"], "nowhere does not exist"),
        ([".", "--csv", "out.csv"], "no notebook"),
        (["a.ipynb", "--csv", "other.csv"], "another kind of table"),
        (["a.ipynb", "--csv", "out.csv", "--student", "("], "no regular expression"),
        (["a.ipynb", "--csv", "out.csv", "--picture", "m.xyz"], "has to end in"),
        (["a.ipynb", "--csv", "."], "no regular file"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(tmp_path, monkeypatch, capsys, arguments, complaint):
    from tformer import __main__ as main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.csv").write_text("name,mark\nkim,1\n")
    if "a.ipynb" in arguments:
        (tmp_path / "a.ipynb").write_text(notebook(GOOD))
    assert main.main(["grade", *arguments]) == 1
    said = capsys.readouterr().err
    assert complaint in said and said.count("\n") == 1
    assert (tmp_path / "other.csv").read_text() == "name,mark\nkim,1\n"
    assert not (tmp_path / "out.csv").exists()
