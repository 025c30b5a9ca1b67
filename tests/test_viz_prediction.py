"""Predictions: answers are read as meant, judged in their band, and told beside the truth."""

import html
import json
import re
import subprocess

import pytest

from tests.programs import program
from tformer import viz
from tformer._support import progress_file
from tformer.exercises import progress
from tformer.viz import prediction
from tformer.viz.common.scripts import FOLDER
from tformer.viz.numbers import readings

HOSTILE = "<img/src='x'/onerror='alert(1)'></script>"


# What is typed, what it is a share of, and the numbers it may mean; read by both languages.
TYPED = [
    ("7", 1, [7]),
    (" .5 ", 1, [0.5]),
    ("47,117", 1, [47117, 47.117]),
    ("47.117", 1, [47.117, 47117]),
    ("4.7e4", 1, [47000]),
    ("4,7E-2", 1, [0.047]),
    ("3,5", 1, [3.5]),
    ("0,125", 1, [0.125]),
    ("36.000", 1, [36, 36000]),
    ("1 000", 1, [1000]),
    ("36\u00a0000", 1, [36000]),
    ("36\u202f000", 1, [36000]),
    ("36\u2009000,5", 1, [36000.5]),
    ("36'000", 1, [36000]),
    ("36’000", 1, [36000]),
    ("1,050,624", 1, [1050624]),
    ("1.050.624,5", 1, [1050624.5]),
    ("-1,050.5", 1, [-1050.5]),
    ("\u22123", 1, [-3]),
    ("– 3", 1, [-3]),
    ("≈ 7", 1, [7]),
    ("３６，０００", 1, [36000, 36]),
    ("12 %", 100, [12]),
    ("12%", 1, [0.12]),
    ("12 percent", 50, [6]),
    ("½", 1, [0.5, 0.5]),
    ("½", 100, [0.5, 50]),
    ("-2½", 1, [-2.5, -2.5]),
    ("1/3", 6, [1 / 3, 2]),
    ("3/6", 6, [0.5, 3]),
    *((text, 1, []) for text in ("", " ", "abc", "7 nats", "1/0", "1 2", "1, 2", "1,00,000", "nan",
                                 "1,000.000.000", "1e999", "10²", "%", "-", ".", "3 of 6", "36k",
                                 "1_000,", "٣", "<b>half</b>", "7\n8", "inf", "1e5%e", "1,234,56")),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "whole", "numbers"), TYPED)
def test_a_typed_number_is_read_as_meant(typed, whole, numbers):
    assert readings(typed, whole) == pytest.approx(numbers)


def node(code, data):
    """What a piece of JavaScript makes of data, both JSON; it imports from the figures' folder."""
    code = f"""import {{ readFileSync }} from "node:fs";
        const data = JSON.parse(readFileSync(0, "utf8")); {code}"""
    line = [program("node"), "--input-type=module", "-e", code]
    run = subprocess.run(line, input=json.dumps(data), capture_output=True, text=True, cwd=FOLDER,
                         check=True)  # fmt: skip
    return json.loads(run.stdout)


def test_a_page_reads_numbers_as_jupyterlab_does():
    code = """import { readings } from "./web/numbers.js";
        console.log(JSON.stringify(data.map(([typed, whole]) => readings(typed, whole))));"""
    for (typed, whole, _), read in zip(TYPED, node(code, TYPED), strict=True):
        assert read == pytest.approx(readings(typed, whole)), typed


# What is typed, the truth, its unit, and what is said of it, or how that begins.
JUDGED = [
    ("36,000", 36_000, "", "You said 36,000: right."),
    ("36.000", 36_000, "", "You said 36,000: right."),
    ("36.000", 36, "", "You said 36: right."),
    ("47.117", 47_117, "tokens", "You said 47,117 tokens: right."),
    ("47,117", 47.117, "nats", "You said 47.12 nats: right."),
    ("47.500", 40_000, "", "You said 47,500"),  # 47.5 would be farther off
    ("12 %", 12, "%", "You said 12 %: right."),
    ("12 %", 0.12, "", "You said 0.12: right."),
    ("12 %", 0.12, "%", "You said 12 %"),
    ("50 %", 3, "of 6", "You said 3 of 6: right."),
    ("3/6", 3, "of 6", "You said 3 of 6: right."),
    ("½", 50, "%", "You said 50 %: right."),
    ("½", 0.5, "", "You said 0.5: right."),
    ("1/3", 1 / 3, "", "You said 0.3333: right."),
    ("−3", -3, "", "You said -3: right."),
    ("", 7, "", "You made no prediction yet; answer above."),
    ("abc", 7, "", "“abc” is no number. Type one like 7, 0.5 or 1/3."),
    ("rows", "rows", "", "You said “rows”: right."),
    ("columns", "rows", "", "You said “columns”: worth a second look at why."),
]


def test_an_answer_is_judged_as_it_was_read_in_jupyterlab_and_on_a_page():
    cards = []
    for typed, truth, unit, _ in JUDGED:
        guess = viz.predict("?", ["rows", "columns"] if truth == "rows" else float)
        guess.field.value = typed
        cards.append(guess.compare(truth, unit))
    known = [json.loads(re.search(r'json">(.*?)</script>', c._page())[1]) for c in cards]
    code = """import { verdict } from "./web/asked.js";
        console.log(JSON.stringify(data.map(([known, typed]) => verdict(known, typed))));"""
    pages = node(code, [[one, typed] for one, (typed, *_) in zip(known, JUDGED, strict=True)])
    for (typed, _, _, said), card, page in zip(JUDGED, cards, pages, strict=True):
        assert card.hit is (None if "no " in said else said.endswith("right.")), typed
        here = card.asked.field.note if typed == "abc" else card.text
        assert here.startswith(said) and page.startswith(said), typed


def test_a_note_says_where_an_answer_cannot_be_kept(tmp_path, monkeypatch):
    for name in ("CI", "TFORMER_PROGRESS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "file").write_text("where the folder should be")
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path / "file"))
    monkeypatch.setenv("TFORMER_FIGURES", "live")
    guess = viz.predict("How large?", float)
    guess.field.value = "7"
    assert guess.answer == 7.0 and guess.field.note.startswith(f"It is not kept: {tmp_path}")


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
        assert markup.count("</script>") == markup.count("<script")


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
    assert progress_file.predicted() == {missed.key: False, hit.key: True}
    assert "1 of 2 right" in repr(progress())
    progress_file.record("softmax")
    assert progress_file.predicted() and progress_file.passed() == ["softmax"]


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
