"""A wrong value is refused by its argument's name, and the command line never shows a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import bad_values
from benchmarks.bad_values import ACCEPTED, DEEP, NAMED, Case, share, table

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def cases():
    """All of them, in a process of their own: shapes are only enforced under pytest."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.bad_values", "--json"], cwd=ROOT,
                          capture_output=True, text=True, check=True)  # fmt: skip
    found = [Case(**case) for case in json.loads(done.stdout)]
    print(table(found))
    return found


@pytest.mark.parametrize(("taught", "least"), [(True, 56), (False, 31)], ids=["lessons", "rest"])
def test_most_wrong_values_are_refused_by_name(cases, taught, least):
    assert share([case for case in cases if case.taught == taught]) >= least


def test_few_wrong_values_are_taken_in_silence(cases):
    assert share(cases, ACCEPTED) <= 16


def test_every_room_is_asked(cases):
    assert len(cases) > 4000 and len({case.room for case in cases}) == 24


def _pick(word: str, number: int) -> None:
    if number < 0:
        raise ValueError(f"number={number} must not be negative")
    word.strip()


def test_verdicts_are_what_they_say():
    call = bad_values.Call("room.pick", _pick, {"word": "a", "number": 1}, {"word": "empty"})
    verdicts = {(case.argument, case.value): case.verdict for case in bad_values.spoil(call, set())}
    assert verdicts["number", "minus"] == NAMED
    assert verdicts["word", "number"] == verdicts["number", "text"] == DEEP
    assert verdicts["word", "unknown"] == verdicts["number", "true"] == ACCEPTED
    assert ("word", "empty") not in verdicts and ("word", "none") in verdicts
