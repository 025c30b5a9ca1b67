"""Mistakes that are not listed: at least 9 in 10 must be named, and named aptly."""

import pytest

from tests import (
    exercise_unseen,
    exercise_unseen_10_to_13,
    exercise_unseen_15,
    exercise_unseen_more,
)
from tformer.exercises import check

UNSEEN = [
    *exercise_unseen.UNSEEN,
    *exercise_unseen_more.UNSEEN,
    *exercise_unseen_10_to_13.UNSEEN,
    *exercise_unseen_15.UNSEEN,
]


@pytest.fixture(scope="module")
def reports():
    return [(fn.__name__, told, check(fn, name)) for name, fn, told in UNSEEN]


def test_every_unseen_wrong_answer_is_rejected(reports):
    assert len(UNSEEN) >= 40
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
