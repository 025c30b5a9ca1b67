"""Answers that end Python, never end or wait for a hand are left out by name, and harm nobody."""

import os
import subprocess
import sys

import pytest

from tformer._support import progress_file
from tformer.course import recording
from tformer.course.checker import forked, sandbox, threaded, warm
from tformer.course.checker.keeping import standing_alone
from tformer.course.your_translator import assembled, one_part
from tformer.course.your_translator.assembly import reference


def source(name, before="", first=""):
    """The reference of an exercise, with code before it and as its first line."""
    lines = standing_alone(reference(name), name).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"def {name}("))
    lines.insert(start + 1, f"    {first}" if first else "")
    return "\n".join([before, *lines, ""])


HOSTILE = {
    "layer_norm": (source("layer_norm", "import os", "os._exit(3)"), "exit code 3"),
    "merge_heads": (source("merge_heads", "", "10**10**9"), "It does not end: 6 seconds"),
    "split_heads": (source("split_heads", "input('Go on?')"), "EOFError"),
    "feed_forward": (source("feed_forward", "raise KeyboardInterrupt"), "KeyboardInterrupt"),
    "tied_logits": (source("tied_logits", "import sys", "sys.exit()"), "SystemExit"),
    "encode": (
        source("encode", "import threading, time\n"
               "threading.Thread(target=time.sleep, args=(10**6,)).start()"),
        "leaves a thread behind",
    ),
    "padding_mask": (
        source("padding_mask", "import os, signal", "os.kill(os.getpid(), signal.SIGKILL)"),
        "ended by SIGKILL",
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("tformer.course.your_translator.rehearsal.SECONDS", 6)
    monkeypatch.setattr("tformer.course.your_translator.rehearsal._sound", set())


def test_each_hostile_answer_is_named_and_the_others_are_used(monkeypatch):
    answers = {name: code for name, (code, _) in HOSTILE.items()} | {"softmax": source("softmax")}
    yours = assembled(answers)
    assert yours.yours == ["softmax"]
    said = {trouble.part: str(trouble) for trouble in yours.troubles}
    assert said.keys() == HOSTILE.keys()
    for name, (_, why) in HOSTILE.items():
        assert why in said[name] and said[name].endswith("The course's own part stands in.")
    assert yours.translate("Ein Hund rennt am Strand.", 1) == "A dog runs on the beach."

    monkeypatch.setattr(sandbox, "run", None)  # what came through once is not tried again
    assert assembled({"softmax": answers["softmax"]}).yours == ["softmax"]


def test_where_no_process_can_be_copied_a_helper_tries_them(monkeypatch):
    monkeypatch.setattr(forked, "POSSIBLE", False)
    monkeypatch.setattr(warm, "POSSIBLE", True)
    monkeypatch.setattr(threaded, "run", None)
    monkeypatch.setattr(warm, "START", 300)  # beside other tests, by the clock
    monkeypatch.setattr("tformer.course.your_translator.rehearsal.SECONDS", 60)
    try:
        yours = assembled({"layer_norm": HOSTILE["layer_norm"][0], "softmax": source("softmax")})
    finally:
        warm.forget()
    assert yours.yours == ["softmax"] and "exit code 3" in str(yours.troubles[0])


def test_an_answer_outside_the_translator_is_tried_too(tmp_path, monkeypatch):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("TFORMER_PROGRESS", raising=False)
    monkeypatch.delenv("CI", raising=False)
    progress_file.keep_answer("training_step", source("training_step"))
    assert one_part("training_step").is_yours
    for before in ("import os; os._exit(0)", "input()", "raise SystemExit"):
        progress_file.keep_answer("training_step", source("training_step", before))
        part = one_part("training_step")
        assert not part.is_yours and part.trouble.part == "training_step"


def test_the_command_and_the_picture_outlive_a_hostile_answer(tmp_path, monkeypatch):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("TFORMER_PROGRESS", raising=False)
    monkeypatch.delenv("CI", raising=False)
    progress_file.keep_answer("layer_norm", HOSTILE["layer_norm"][0])
    assert "exit code 3" in recording.speed("layer_norm")
    assert [part["name"] for part in recording.marks()["parts"]] == ["layer_norm"]
    done = subprocess.run([sys.executable, "-m", "tformer", "yours"], capture_output=True,
                          encoding="utf-8", env=dict(os.environ))  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 of 20 parts are yours" in done.stdout and "exit code 3" in done.stdout
