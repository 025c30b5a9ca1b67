"""A learner who has solved everything: all references through ``check``, in an empty folder."""

import os
import subprocess
import sys

import pytest

from tests.yours.test_assembly import SENTENCES
from tests.yours.test_file import packages_words, run_alone
from tformer.course.course_map import NEEDED, exercises

SOLVE = """
import inspect
from tformer.exercises import check
from tformer.course.course_map import exercises

for name, exercise in exercises().items():
    report = check(inspect.unwrap(exercise.reference), name)
    print(name, report.passed, *report.notes)
"""
SHOW = "from tformer.course.your_translator import assemble; print(assemble())"


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Run Python with a data folder of its own."""
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    kept |= {"TFORMER_PROGRESS": "on", "TFORMER_DATA_DIR": str(tmp_path_factory.mktemp("data"))}

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments], env=kept, capture_output=True, text=True, encoding="utf-8"
        )
        assert not done.returncode, done.stderr
        return done.stdout

    return run


def test_all_references_are_kept_and_become_the_translator(python, tmp_path):
    solved = python("-c", SOLVE).splitlines()
    assert solved == [f"{name} True" for name in exercises()]
    shown = python("-c", SHOW)
    written = [name for name in NEEDED if name in exercises()]
    assert shown.startswith(f"{len(written)} of {len(NEEDED)} parts are yours")
    assert "Not used" not in shown
    file = tmp_path / "my_transformer.py"
    python("-m", "tformer", "yours", str(file))
    text = file.read_text(encoding="utf-8")
    assert text.count("(mine)") == len(written) and len(text.splitlines()) <= 530
    assert run_alone(file, *SENTENCES) == packages_words(SENTENCES)
    everything = python("-c", "from tformer.exercises import course; print(course())")
    assert everything.count(" kept") == len({e for e in everything.splitlines() if "█" in e})
