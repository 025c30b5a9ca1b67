"""The command line beside other programs: pipes that close, odd encodings, odd arguments."""

import os
import re
import subprocess
import sys
import unicodedata

import pytest

from tformer import __main__ as command

shell = pytest.mark.skipif(sys.platform == "win32", reason="asks bash for a closed pipe")


def run(*arguments, send=b"", pipe=None, **environment):
    """(exit status, what was said, what was complained of) of a process of its own."""
    line = [sys.executable, "-m", "tformer", *arguments]
    if pipe:
        line = ["bash", "-c", f'set -o pipefail; "$@" {pipe}', "bash", *line]
    done = subprocess.run(line, input=send, capture_output=True,
                          env={**os.environ, **environment})  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@shell
@pytest.mark.parametrize("arguments", [["generate", "x", "--length", "2000"], ["progress"]])
def test_a_reader_who_has_had_enough_is_no_error(arguments):
    for unbuffered in ("", "1"):
        status, _, complaint = run(*arguments, pipe="| true", PYTHONUNBUFFERED=unbuffered)
        assert status == 1 and complaint == ""


def test_text_is_utf8_whatever_the_locale():
    # Python's own remedy for the C locale is switched off, as any other old encoding lacks one.
    ascii_only = dict(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    sentence = "Zwei Mädchen spielen Fußball.\n".encode()
    status, said, complaint = run("translate", "--beams", "1", send=sentence, **ascii_only)
    assert (status, complaint) == (0, "")
    assert said == run("translate", "--beams", "1", send=sentence)[1] and "girls" in said
    assert run("progress", **ascii_only) == run("progress")


def test_umlauts_may_come_as_letters_with_dots(tmp_path):
    page = tmp_path / "look.html"
    birds = "Fünf Vögel sitzen auf dem Dach."
    apart = unicodedata.normalize("NFD", birds)
    told = [run("translate", each, "--show-attention", str(page))[:2] for each in (birds, apart)]
    assert apart != birds and told[0] == told[1] == (0, "Five birds are sitting on the roof.\n")
    assert "\u0308" not in page.read_text(encoding="utf-8")


def test_a_byte_order_mark_is_no_word():
    plain = run("translate", "--beams", "1", send=b"Ein Hund.\n")
    assert run("translate", "--beams", "1", send=b"\xef\xbb\xbfEin Hund.\n") == plain


@shell
def test_a_picture_of_attention_replaces_no_device(tmp_path):
    for place in ("/dev/null", str(tmp_path)):
        status, said, complaint = run("translate", "Ein Hund.", "--show-attention", place)
        assert status == 1 and said == "" and "no regular file" in complaint
    assert not os.path.isfile("/dev/null")


def test_a_bad_line_is_numbered_and_those_before_it_are_translated():
    lines = b"Ein Hund.\n\nZwei \xff Kinder.\nEin Mann.\n"
    status, said, complaint = run("translate", "--beams", "1", send=lines)
    assert status == 1 and said.count("\n") == 2
    assert complaint == "tformer translate: sentence 3: it is no valid UTF-8; convert it\n"
    long = b"Ein Hund.\n" + b"Wort " * 300 + b"\n"
    assert "sentence 2: sentence has" in run("translate", "--beams", "1", send=long)[2]


@shell
def test_without_standard_input_there_is_a_way_out():
    assert "give the sentences as arguments" in run("translate", pipe="<&-")[2]


def test_an_asked_for_sentence_that_fails_does_not_end_the_conversation(monkeypatch, capsys):
    answers = iter(["Ein Hund.", "\udcff", "Wort " * 300, "Ein Mann."])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(command, "_line", lambda asked: next(answers, None))
    assert command.main(["translate", "--beams", "1"]) == 0
    said = capsys.readouterr()
    assert "dog" in said.out and "man" in said.out
    assert "sentence 2: it is no valid UTF-8" in said.err and "sentence 3: " in said.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["generate", ""], "prompt='', length=400: give at least a character"),
        (["generate", "x", "--length", "0"], "length=0: give"),
        (["translate", "x", "--beams", "0"], "num_beams=0 must be at least 1"),
        (["translate", "x", "--beams", "-1"], "num_beams=-1 must be at least 1"),
        (["translate", "x", "--beams", "100000000"], "num_beams=100000000 must be at most 1000"),
        (["grade", "x", "--csv", "x.csv", "--seconds", "inf"], "inf: give more than none, at most"),
        (["grade", "x", "--csv", "x.csv", "--seconds", "nan"], "nan: give more than none, at most"),
    ],
)
def test_what_cannot_be_said_is_refused_before_anything_is(arguments, complaint, capsys):
    assert command.main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == "" and complaint in said.err


@pytest.mark.parametrize("seed", ["-1", "1.5", "4294967296", "x"])
@pytest.mark.parametrize("name", ["generate", "train"])
def test_a_seed_is_a_number_that_every_generator_takes(name, seed, capsys):
    with pytest.raises(SystemExit):
        command.main([name, "dates", "--seed", seed])
    assert re.search("is no seed; give a whole number", capsys.readouterr().err)


@pytest.mark.skipif(sys.platform == "win32", reason="has no /dev/full")
@pytest.mark.parametrize("pipe", ["2>/dev/full", "2>&-"])
def test_a_run_outlives_its_log(pipe, tmp_path):
    quick = ["--set", "data.count=60", "data.held_out=10", "training.updates=4",
             "training.log_every=1"]  # fmt: skip
    run("train", "dates", "--out", str(tmp_path / "out"), *quick, pipe=pipe)
    assert (tmp_path / "out" / "figures.json").is_file()
