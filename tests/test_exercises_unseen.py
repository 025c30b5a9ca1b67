"""Mistakes that are not listed: at least 9 in 10 must be named, and named aptly.

They stand in the modules ``tests/exercise_unseen*.py``, one set each; each set is judged alone.
"""

import importlib
from pathlib import Path

import pytest

from tformer.exercises import check

SETS = sorted(path.stem for path in Path(__file__).parent.glob("exercise_unseen*.py"))


@pytest.fixture(scope="module", params=SETS)
def reports(request):
    unseen = importlib.import_module(f"tests.{request.param}").UNSEEN
    return [(fn.__name__, told, check(fn, name)) for name, fn, told in unseen]


def test_every_unseen_wrong_answer_is_rejected(reports):
    assert len(reports) >= 40
    assert [name for name, _, report in reports if report.state != "failed"] == []


def test_nine_in_ten_are_named(reports):
    unnamed = [name for name, _, report in reports if report.mistake is None]
    assert len(unnamed) <= 0.1 * len(reports), unnamed


def test_nine_in_ten_are_named_aptly(reports):
    missed = [
        (name, report.mistake)
        for name, told, report in reports
        if not any(word in f"{report.mistake} {report.diagnosis}" for word in told.split("|"))
    ]
    assert len(missed) <= 0.1 * len(reports), missed
