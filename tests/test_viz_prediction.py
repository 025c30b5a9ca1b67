"""Predictions: answers are read as meant, judged in their band, and told beside the truth."""

import html
import re

import pytest

from tformer import bookkeeping, viz
from tformer.exercises import progress
from tformer.viz import prediction

HOSTILE = "<img/src='x'/onerror='alert(1)'></script>"


def test_predictions_are_kept_and_compared():
    guess = viz.predict("How large?", float)
    assert guess.answer is None
    assert "no prediction" in repr(guess.compare(6.91))
    guess.field.value = "7"
    assert guess.answer == 7.0 and guess.compare(6.91).hit
    guess.field.value = "3,5"
    assert guess.answer == 3.5 and not guess.compare(6.91).hit
    guess.field.value = "50 %"
    assert guess.answer == 50.0 and guess.field.note == "Kept."
    assert guess.compare(50, "%").hit and guess.compare(0.5).hit
    guess.field.value = "nan"
    assert guess.answer is None
    guess.field.value = "<b>half</b>"
    assert guess.answer is None and "“<b>half</b>” is no number" in guess.field.note
    guess.field.value = ""
    assert guess.field.note == ""
    guess.field.value = "1,050,624"
    assert guess.answer == 1_050_624
    count = viz.predict("How many?", int)
    for text in ("8,544", "8544"):
        count.field.value = text
        assert count.compare(8544).hit
    assert "You said 8,544, 6 times too little: worth" in repr(count.compare(51_264))
    assert "run says: 51,264" in repr(count.compare(51_264))
    choice = viz.predict("Which?", ["rows", "columns"])
    assert choice.answer is None
    choice.field.value = "rows"
    assert choice.compare("rows").hit and not choice.compare("columns").hit
    assert "You said “rows”: right." in repr(choice.compare("rows"))


@pytest.mark.parametrize(
    ("truth", "within", "hits", "misses"),
    [
        (100.0, "5%", ["95", "105"], ["94.9", "105.1"]),
        (0.6, 0.05, ["0.56", "0.64"], ["0.54", "0.66"]),
        (1e-3, "x3", ["0.0004", "0.0029"], ["0.0003", "0.0031", "-0.001"]),
        (-2.0, "x2", ["-1", "-4"], ["2", "-4.1"]),
        (0.0, "5%", ["0"], ["0.001"]),
    ],
)
def test_a_band_fits_its_question(truth, within, hits, misses):
    guess = viz.predict("How large?", float)
    card = guess.compare(truth, within=within)
    for texts, hit in ((hits, True), (misses, False)):
        for text in texts:
            guess.field.value = text
            assert card.hit is hit, text


def test_a_miss_says_how_far_off():
    guess = viz.predict("How many?", int)
    card = guess.compare(100)
    for text, off in (("120", "20 too high"), ("1000", "10 times too much"), ("-5", "105 too low")):
        guess.field.value = text
        assert off in card.text


def test_a_band_or_a_truth_that_cannot_be_is_named():
    with pytest.raises(ValueError, match="within='near'"):
        viz.predict("How many?", int).compare(1, within="near")
    with pytest.raises(ValueError, match=r"within='x0\.5'"):
        viz.predict("How many?", int).compare(1, within="x0.5")
    with pytest.raises(ValueError, match="truth='c' is none of the choices"):
        viz.predict("Which?", ["a", "b"]).compare("c")


def test_the_truth_is_folded_until_a_click():
    shown = viz.predict("Which?", ["a", "b"]).compare("b")._bundle()["text/html"]
    assert "run says" not in re.sub("<details>.*</details>", "", shown) and "run says" in shown


def test_a_card_keeps_up_with_a_later_answer(monkeypatch):
    monkeypatch.setenv("TFORMER_FIGURES", "live")
    told = []

    class Handle:
        def update(self, bundle, raw):
            told.append(bundle["text/plain"])

    monkeypatch.setattr(prediction, "display", lambda *_, **__: Handle())
    guess = viz.predict("Which?", ["a", "b"])
    guess.compare("b")._ipython_display_()
    guess.field.value = "b"
    assert told == ["The run says: b.\nYou said “b”: right."]


def test_texts_stay_texts(monkeypatch):
    monkeypatch.setenv("TFORMER_FIGURES", "html")
    guess = viz.predict(HOSTILE, ["a", HOSTILE])
    guess.field.value = HOSTILE
    for markup in (guess._page(), guess.compare(HOSTILE)._page(), guess.field._bundle(None, "")):
        markup = markup if isinstance(markup, str) else markup["text/html"]
        assert html.escape(HOSTILE, quote=True) in markup and "<img" not in markup
        assert markup.count("</script>") == markup.count("<script>")


def test_the_first_answer_before_the_reveal_is_counted(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_PROGRESS", "on")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TFORMER_FIGURES", "live")
    missed, hit, late, none = (viz.predict(f"{n}?", ["a", "b"]) for n in range(4))
    missed.field.value, hit.field.value = "b", "a"
    for asked in (missed, hit, late, none):
        asked.compare("a")._ipython_display_()
    late.field.value, missed.field.value = "a", "a"  # now the truth is known
    missed.compare("a")._ipython_display_()
    assert bookkeeping.predicted() == {missed.key: False, hit.key: True}
    assert "1 of 2 right" in repr(progress())
    bookkeeping.record("softmax")
    assert bookkeeping.predicted() and bookkeeping.passed() == ["softmax"]


def test_an_answer_is_there_when_the_lesson_runs_again(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_PROGRESS", "on")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TFORMER_FIGURES", "live")
    for options, text in ((["a", "b"], "b"), (float, "50 %")):
        asked = viz.predict("Which?", options)
        asked.field.value = "neither"  # no answer: nothing is kept
        asked.field.value = text
        again = viz.predict("Which?", options)
        assert again.field.value == text and again.answer == asked.answer
        assert viz.predict("Another?", options).field.value == ""
        assert again.compare("b" if text == "b" else 0.5).hit
    assert viz.predict("Which?", ["c", "d"]).answer is None  # the choices are others now
    monkeypatch.setenv("TFORMER_PROGRESS", "off")
    assert viz.predict("Which?", ["a", "b"]).field.value == ""
