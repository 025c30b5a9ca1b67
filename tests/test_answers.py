"""The checker meets the answers in ``tests/answers``: all right ones pass, all wrong ones are
rejected, and all but a few are named aptly: the slug or the sentence holds one of the texts that
stand with the answer.
"""

import re
from collections import Counter
from contextlib import contextmanager
from functools import cache

import pytest

from tests.answers import collect
from tests.exercises.test_words import unnamed
from tformer.course.checker import checker, forked
from tformer.course.course_map import exercises
from tformer.exercises import check

ANSWERS = collect()
each_exercise = pytest.mark.parametrize("exercise", ANSWERS)
each_with_wrong_ones = pytest.mark.parametrize("exercise", [e for e in ANSWERS if ANSWERS[e].wrong])

# Rejected and named, but not for what they do wrong. One that is missing here must be named aptly.
MISSED = {
    "attention": {
        "empty_rows_look_at_all",
        "exponentials_of_clamped_scores",
        "mask_compared_without_asking",
        "masks_the_output_rows",
        "scales_twice_and_nan_rows",
        "softmax_without_a_maximum",
    },
    "beam_search": {"prefixes_not_followed"},
    "cross_entropy": {"two_to_the_loss"},
    "cross_entropy_masked": {"first_item_only"},
    "modified_precision": {"searches_in_the_text"},
    "padding_mask": {"first_pad_stays_visible"},
    "shift_right": {"last_real_token_cleared"},
    "softmax": {"takes_off_the_first_entry"},
    "top_p_filter": {"one_count_for_all_rows"},
}


# Lesson 00 hands out the first, to be mended; of the others lesson 21 tells what they cost.
OF_LESSONS = {"shares": {"divided-by-everything"}, "attention": {"cosine-scores"},
              "feed_forward": {"relu-squared"}, "layer_norm": {"gamma-forgotten"}}  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def without_pointing():
    """What the tables say by themselves; tests/exercises/test_pointing.py looks at the lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "point", lambda *given: None)
        yield


@contextmanager
def in_a_thread():
    """These answers can be ended in a thread, too, and a process of its own costs three times as
    much as judging one. A tenth of them get one all the same, below."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forked, "POSSIBLE", False)
        yield


@cache
def right_reports(exercise):
    with in_a_thread():
        return [(fn.__name__, check(fn, exercise)) for fn in ANSWERS[exercise].right]


@cache
def wrong_reports(exercise):
    with in_a_thread():
        return [(wrong, check(wrong.fn, exercise)) for wrong in ANSWERS[exercise].wrong]


@pytest.mark.ci
@pytest.mark.skipif(not forked.POSSIBLE, reason="here they run in a thread anyway")
@each_exercise
def test_a_process_of_its_own_changes_no_card(exercise):
    shown = [(wrong.fn, report) for wrong, report in wrong_reports(exercise)]
    for fn, report in shown[sum(map(ord, exercise)) % 10 :: 10]:
        assert repr(check(fn, exercise)) == repr(report), fn.__name__


@each_exercise
def test_right_answers_pass_in_every_style(exercise):
    refused = [(name, r.diagnosis) for name, r in right_reports(exercise) if not r.passed]
    assert refused == []


# They pass, and the card says that it is the package's work, or a way that the stub rules out.
NOT_OWN = {
    "function_of_the_package", "module_of_the_package", "as_the_tokenizer_does",
    "just_the_lookup", "scores_collected",
}  # fmt: skip


@each_exercise
def test_a_right_answer_is_the_learners_own_unless_it_says_otherwise(exercise):
    told = {name for name, report in right_reports(exercise) if not report.own}
    assert told == NOT_OWN & {name for name, _ in right_reports(exercise)}


@each_with_wrong_ones
def test_wrong_answers_are_rejected(exercise):
    passed = [w.fn.__name__ for w, report in wrong_reports(exercise) if report.state != "failed"]
    assert passed == []


@each_with_wrong_ones
def test_wrong_answers_are_named_aptly(exercise):
    missed = {
        wrong.fn.__name__: (report.mistake, report.says)
        for wrong, report in wrong_reports(exercise)
        if not wrong.names(report)
    }
    assert missed.keys() <= MISSED.get(exercise, set()), missed


@each_with_wrong_ones
def test_diagnoses_hold_the_words_of_the_field(exercise):
    said = [report.says for _, report in wrong_reports(exercise)]
    assert {text: found for text in said if (found := unnamed(exercise, text))} == {}


@each_with_wrong_ones
def test_no_card_holds_a_number_against_the_same_number(exercise):
    for wrong, report in wrong_reports(exercise):
        name, shown = wrong.fn.__name__, dict(report.evidence)
        for got, want in re.findall(r"got (\S+), expected (\S+);", shown.get("Difference", "")):
            assert got != want, name
        assert not re.search(r"/ \S+(?: scores)? = 1(?![\d.])", report.says), name
        rows = [re.findall(r"[^\s\[\](),]+", shown.get(row, "")) for row in ("Got", "Expected")]
        if len(rows[0]) == len(rows[1]):
            same = [a for a, b in zip(*rows, strict=True) if a == b + "*"]
            assert not same, name


@each_with_wrong_ones
def test_a_sentence_speaks_of_the_case_that_is_shown(exercise):
    for wrong, report in wrong_reports(exercise):
        shown = dict(report.evidence)
        shape = re.search(r"result has shape (\(.*?\)), expected (\(.*?\))", report.says)
        if shape and "Besides" not in report.says:  # or a list, which has no shape of its own
            assert shape[1] in shown["Got"], (wrong.fn.__name__, report)
        hits = re.search(r"in (\d+) of the (\d+) cases", report.says)
        assert not hits or hits[1] != hits[2], report.says
        if "In line" in shown and "Got" in shown:  # an exception is told once, with its line
            assert shown["Got"] not in report.says and shown["In line"] not in report.says
        assert "Python says" not in report.says


SHARED = Counter(id(mistake) for one in exercises().values() for mistake in one.mistakes)


@each_with_wrong_ones
def test_each_listed_mistake_is_made_by_an_answer(exercise):
    """A mistake that nobody makes is only lines to read. One that stands in the tables of several
    exercises may be made in another of them."""
    named = {slug for _, r in wrong_reports(exercise) for slug in (r.mistake or "").split("+")}
    named |= OF_LESSONS.get(exercise, set())
    listed = exercises()[exercise].mistakes
    assert [m.slug for m in listed if m.slug not in named and SHARED[id(m)] == 1] == []


def test_nine_in_ten_of_an_exercise_and_98_in_100_of_all_are_named_aptly():
    for exercise, names in MISSED.items():
        wrong = {w.fn.__name__ for w in ANSWERS[exercise].wrong}
        assert names <= wrong, f"no such answers: {names - wrong}"
        assert len(names) <= 0.1 * len(wrong), exercise
    answers = sum(len(some.wrong) for some in ANSWERS.values())
    assert sum(map(len, MISSED.values())) <= 0.02 * answers


def test_a_name_stands_for_one_answer():
    for exercise, some in ANSWERS.items():
        names = [fn.__name__ for fn in (*some.right, *(w.fn for w in some.wrong))]
        assert {n for n in names if names.count(n) > 1} == set(), exercise
