"""The command line beside other programs: pipes that close, odd encodings, odd arguments."""

import os
import re
import subprocess
import sys
import unicodedata

import pytest

from tformer import __main__ as command
from tformer.commands import translate
from tformer.commands.arguments import parser
from tformer.translator.plain import MOST_BEAMS

shell = pytest.mark.skipif(sys.platform == "win32", reason="asks a shell for closed streams")


def run(*arguments, send=b"", pipe=None, **environment):
    """(exit status, what was said, what was complained of) of a process of its own."""
    line = [sys.executable, "-m", "tformer", *arguments]
    if pipe:
        line = ["sh", "-c", f'"$@" {pipe}', "sh", *line]
    done = subprocess.run(line, input=send, capture_output=True,
                          env={**os.environ, **environment})  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("arguments", [["generate", "x", "--length", "2000"], ["progress"]])
def test_a_reader_who_has_had_enough_is_no_error(arguments):
    for unbuffered in ("", "1"):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [sys.executable, "-m", "tformer", *arguments], stdout=writer, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
        os.close(writer)
        assert (done.returncode, done.stderr) == (1, b"")


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


@shell
@pytest.mark.parametrize("name", ["translate", "progress"])
def test_without_standard_output_one_sentence_says_so(name):
    sentence = ["Ein Hund."] * (name == "translate")
    assert run(name, *sentence, pipe=">&-") == (
        1,
        "",
        f"tformer {name}: there is no standard output\n",
    )


@shell
def test_what_writes_files_needs_no_standard_output(tmp_path):
    status, _, complaint = run("yours", str(tmp_path / "mine.py"), pipe=">&-")
    assert (status, complaint) == (0, "") and (tmp_path / "mine.py").stat().st_size > 1000


@shell
def test_a_full_disk_is_told_in_one_sentence():
    status, _, complaint = run("progress", pipe=">/dev/full")
    assert status == 1 and complaint.endswith("No space left on device\n")
    assert complaint.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="removes no folder that is in use")
def test_in_a_folder_that_was_deleted_every_command_says_so(tmp_path):
    def there(*arguments):
        gone = tmp_path / "gone"
        gone.mkdir()
        line = ["sh", "-c", 'cd "$0" && rmdir "$0" && exec "$@"', str(gone)]
        done = subprocess.run([*line, sys.executable, "-m", "tformer", *arguments],
                              capture_output=True, encoding="utf-8")  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    for name in ("doctor", "progress", "translate"):
        why = f"tformer {name}: the folder that you are in was deleted; go to another one\n"
        assert there(name) == (1, "", why)


ANSWER = "def softmax(x, dim):\n    return x\n"
CHECK = "from tformer.exercises import check; from answer import softmax; print(check(softmax))"


def checked(folder, **environment):
    """What the line of AGENTS.md says in a folder: (exit status, said, complained of)."""
    (folder / "answer.py").write_text(ANSWER)
    done = subprocess.run([sys.executable, "-c", CHECK], cwd=folder, capture_output=True,
                          env={**os.environ, **environment})  # fmt: skip
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("encoding", ["cp1252", "gbk", "utf-8"])
def test_a_report_is_printed_in_any_encoding(tmp_path, encoding):
    status, said, complaint = checked(tmp_path, PYTHONIOENCODING=encoding)
    assert (status, complaint) == (0, "")
    mark = "✗" if encoding == "utf-8" else "x"
    assert said.decode(encoding).startswith(f"{mark} softmax: not yet")


ALL = """
from tformer.course import bug_hunt
from tformer.exercises import check, course, hint, progress, solution
from tformer.course.your_translator import Yours
print(course(), progress(), hint("softmax"), solution("softmax"), bug_hunt.Index(), Yours({}))
"""


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_all_that_is_shown_is_printed_in_any_encoding(encoding):
    done = subprocess.run([sys.executable, "-c", ALL], capture_output=True,
                          env={**os.environ, "PYTHONIOENCODING": encoding})  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()


@pytest.mark.parametrize("name", ["random", "json"])
def test_a_file_that_hides_a_module_of_pythons_own_is_named(tmp_path, name):
    (tmp_path / f"{name}.py").write_text("x = 1\n")
    status, _, complaint = checked(tmp_path)
    last = complaint.strip().splitlines()[-1]
    assert status == 1 and last.startswith(
        f"ImportError: In {tmp_path}, {name}.py hides what Python"
    )
    assert complaint.count("\n") < 8


@pytest.mark.parametrize("name", ["this", "time"])
def test_a_file_whose_name_harms_nobody_is_no_trouble(tmp_path, name):
    (tmp_path / f"{name}.py").write_text("x = 1\n")
    assert checked(tmp_path)[0] == 0


def test_an_asked_for_sentence_that_fails_does_not_end_the_conversation(monkeypatch, capsys):
    answers = iter(["Ein Hund.", "\udcff", "Wort " * 300, "Ein Mann."])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(translate, "_line", lambda asked: next(answers, None))
    assert command.main(["translate", "--beams", "1"]) == 0
    said = capsys.readouterr()
    assert "dog" in said.out and "man" in said.out
    assert "sentence 2: it is no valid UTF-8" in said.err and "sentence 3: " in said.err


def test_a_prompt_without_a_letter_is_refused(capsys):
    assert command.main(["generate", ""]) == 1
    assert "prompt='' is empty; give at least a character" in capsys.readouterr().err


WHOLE, NUMBERS = ("0", "-1", "1.5", "1e3", "x", "", "9" * 5000), ("nan", "x", "", "1e400", "-1")
OPTIONS = [
    (["translate", "x", "--beams"], [*WHOLE, "1001", "100000000"], "whole number from 1 to 1,000"),
    (["generate", "x", "--length"], [*WHOLE, "1000001"], "whole number from 1 to 1,000,000"),
    (["generate", "x", "--top-k"], WHOLE, "whole number from 1 to 2,147,483,648"),
    (["generate", "x", "--temperature"], [*NUMBERS, "0"], "number from 1e-08 to 1,000,000"),
    (["generate", "x", "--top-p"], [*NUMBERS, "0", "1.1"], "number from 1e-300 to 1"),
    (["grade", "x", "--csv", "x.csv", "--workers"], WHOLE, "whole number from 1 to 1,000"),
    (
        ["grade", "x", "--csv", "x.csv", "--seconds"],
        [*NUMBERS, "0", "inf"],
        "number from 0.001 to 86,400",
    ),
    (["translate", "x", "--model"], ["", " "], "its name is empty"),
    (["translate", "x", "--show-attention"], [""], "its name is empty"),
    (["train", "dates", "--out", "x", "--start"], [""], "its name is empty"),
    (["grade", "x", "--csv"], [""], "its name is empty"),
    (["grade", "x", "--csv", "x.csv", "--picture"], [""], "its name is empty"),
]


@pytest.mark.parametrize(("words", "wrong", "right"), OPTIONS, ids=lambda x: str(x[-1])[:20])
def test_an_option_says_what_it_got_and_what_it_takes(words, wrong, right, capsys):
    for value in wrong:
        with pytest.raises(SystemExit):
            command.main([*words[:-1], f"{words[-1]}={value}"])
        said = capsys.readouterr().err.splitlines()[-1]
        assert f"argument {words[-1]}: " in said and right in said and len(said) < 200
        assert repr(value[:30]) in said or "empty" in said


def test_as_many_beams_may_be_asked_for_as_a_translator_takes():
    assert parser().parse_args(["translate", "--beams", f"{MOST_BEAMS}"]).beams == MOST_BEAMS
    with pytest.raises(SystemExit):
        parser().parse_args(["translate", "--beams", f"{MOST_BEAMS + 1}"])


@pytest.mark.parametrize("seed", ["-1", "1.5", "4294967296", "x"])
@pytest.mark.parametrize("name", ["generate", "train"])
def test_a_seed_is_a_number_that_every_generator_takes(name, seed, capsys):
    with pytest.raises(SystemExit):
        command.main([name, "dates", "--seed", seed])
    assert re.search(
        "will not do; give a whole number from 0 to 4,294,967,295", capsys.readouterr().err
    )


@pytest.mark.skipif(sys.platform == "win32", reason="has no /dev/full")
@pytest.mark.parametrize("pipe", ["2>/dev/full", "2>&-"])
def test_a_run_outlives_its_log(pipe, tmp_path):
    quick = ["--set", "data.count=60", "data.held_out=10", "training.updates=4",
             "training.log_every=1"]  # fmt: skip
    run("train", "dates", "--out", str(tmp_path / "out"), *quick, pipe=pipe)
    assert (tmp_path / "out" / "figures.json").is_file()
