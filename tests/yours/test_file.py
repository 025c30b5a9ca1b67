"""The one file: it translates away from the package; what two answers call alike is kept apart."""

import ast
import os
import random
import re
import subprocess
import sys

import pytest

from tests.answers import collect
from tests.yours.test_assembly import SENTENCES
from tformer import __main__ as command
from tformer.course.checker.keeping import standing_alone
from tformer.course.course_map import NEEDED
from tformer.course.your_translator import Yours, assembled, file_text, write_file
from tformer.course.your_translator.assembly import WEIGHTS, reference
from tformer.course.your_translator.exam import Result
from tformer.course.your_translator.names import Joined, Module, renamed
from tformer.course.your_translator.page_to_show import page_text, write_page
from tformer.course.your_translator.stages import STAGES
from tformer.pretrained import ASSETS
from tformer.translator import Translator


@pytest.fixture(scope="module")
def sources():
    return {name: standing_alone(reference(name), name) for name in NEEDED}


def run_alone(file, *texts):
    """Its words, in a process in which every import of tformer fails."""
    code = f"import runpy, sys; sys.argv[1:] = {list(texts)!r}; sys.modules['tformer'] = None; "
    code += f"runpy.run_path({str(file)!r}, run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, encoding="utf-8"
    )
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def packages_words(texts):
    return Translator.load(ASSETS / "translator.safetensors").translate(texts)


def test_the_file_translates_as_the_package_does(tmp_path, sources):
    file = tmp_path / "my_transformer.py"
    text = write_file(Yours(sources), file)
    assert text.startswith('"""A translator from German to English. 20 of its 20 parts are mine.')
    assert len(text.splitlines()) <= 510 and not re.search("import tformer|from tformer", text)
    texts = [*SENTENCES, "Guten Tag!  Ich heiße Anna."]
    assert run_alone(file, *texts) == packages_words(texts)
    places = [text.index(f"\ndef {name}(") for name in NEEDED]
    assert places == sorted(places)  # the order of the course


def test_what_is_not_the_learners_says_so(sources):
    text = file_text(Yours({"softmax": sources["softmax"]}))
    assert "1 of its 20 parts are mine" in text
    assert "# Lesson 02: softmax (mine)\n" in text
    assert "# Lesson 07: merge_heads (the course's own)\n" in text
    numpy = "import numpy as np\n\n\ndef softmax(x, dim):\n    return np.exp(x)\n"
    assert "softmax (the course's own; mine needs numpy)" in file_text(Yours({"softmax": numpy}))


CLASH = {
    "split_heads": """from math import prod as size

HEADS = 4


def moved(x):
    return x.transpose(1, 2)


def split_heads(x, num_heads):
    moved_x = x.reshape(*x.shape[:2], num_heads, size([x.shape[2]]) // num_heads)
    return moved(moved_x) if HEADS else None
""",
    "merge_heads": """from builtins import len as size

HEADS = "all"


def moved(y, x=0):
    return y.transpose(1, 2)


def merge_heads(x):
    HEADS, Machine = 2, lambda moved: moved
    together = moved(Machine(x))
    return together.reshape(*together.shape[:HEADS], size([1]) * -1)
""",
}


def test_names_that_clash_are_kept_apart(tmp_path, sources):
    yours = Yours({**sources, **CLASH})
    assert not yours.rehearse()
    file = tmp_path / "my_transformer.py"
    text = write_file(yours, file)
    for line in ("HEADS = 4", 'HEADS_of_merge_heads = "all"', "def moved_of_merge_heads(y, x=0):",
                 "    together = moved_of_merge_heads(Machine(x))", "lambda moved: moved",
                 "from builtins import len as size_of_merge_heads"):  # fmt: skip
        assert line in text, line
    assert run_alone(file, SENTENCES[0]) == packages_words(SENTENCES[:1])


def test_a_helper_that_two_answers_share_is_written_once():
    source = "def helper(x):\n    return x\n\n\ndef {name}(x):\n    return helper(x)\n"
    modules = {name: Module.parsed(source.format(name=name)) for name in ("one", "two")}
    joined = Joined({name: module.blocks[name] for name, module in modules.items()}, {}, set())
    assert len(joined.add("one", modules["one"])) == 2
    assert joined.add("two", modules["two"]) == [modules["two"].blocks["two"]]


def test_only_global_names_are_renamed():
    source = "def f(a, n=n):\n    def g(n):\n        return n + m.n\n    return ('ä', g(m), f, n)"
    found = renamed(source, {"m": "mm", "f": "ff"})
    assert "return n + mm.n" in found and "('ä', g(mm), ff, n)" in found and "def ff(a" in found


RIGHT = {name: found.right for name, found in collect().items() if name in NEEDED}


def test_answers_drawn_at_random_make_a_file(tmp_path, sources):
    draw = random.Random(7)
    own = {n: standing_alone(draw.choice(fns), n) for n, fns in RIGHT.items()}
    file = tmp_path / "my_transformer.py"
    text = write_file(Yours({**sources, **own}), file)
    ast.parse(text)
    assert run_alone(file, SENTENCES[0]) == packages_words(SENTENCES[:1])


def test_the_page_beside_it_links_to_every_source_and_escapes(sources):
    hostile = (
        "def softmax(x, dim):\n    '</pre><script>alert(1)</script>'\n    return x.softmax(dim)\n"
    )
    yours = Yours({"softmax": hostile, "merge_heads": sources["merge_heads"]})
    exam = {"<b>greedy": Result(["a", "b"], 1, 0.5, 1234, "your search")}
    page = page_text(yours, file_text(yours), "<i>mine.py", [SENTENCES[0], "<u>"], exam=exam)
    for wrong in ("<script", "<i>", "<u>", "<b>greedy", "http", "src="):
        assert wrong not in page
    exam = "1 of 2 right, BLEU 0.50, 1,234 places worked out by your search"
    assert "<dd>2 of 20</dd>" in page and exam in page
    assert f"<dt>{SENTENCES[0]}</dt><dd>A dog runs on the beach.</dd>" in page
    assert 'aria-label="Looked at most: A: ' in page and "Learnt from nothing" not in page
    assert page.count('class="own"') == page.count('aria-label="mine"') == 2
    for name in NEEDED:
        assert page.count(f'href="#{name}"') == page.count(f'id="{name}"') == 1, name
    assert {*re.findall('href="#(\\w+)"', page)} == {*NEEDED}  # no link leads nowhere
    assert len(page) - sum(map(len, re.findall("<pre.*?</pre>", page, re.S))) < 20_000


def test_the_page_is_written_for_everybody_to_read_and_not_over_what_was_changed(tmp_path):
    yours, file = Yours({}), tmp_path / "mine.py"
    text = write_file(yours, file)
    old = os.umask(0o077)
    try:
        page = write_page(yours, file, text)
    finally:
        os.umask(old)
    assert page == tmp_path / "mine.html" and page.stat().st_mode & 0o777 == 0o644
    page.write_text(changed := page.read_text(encoding="utf-8") + "mine", encoding="utf-8")
    with pytest.raises(ValueError, match="changed since"):
        write_page(yours, file, text)
    assert page.read_text(encoding="utf-8") == changed


def test_the_stages_hold_every_part_once():
    assert sorted(NEEDED) == sorted(name for stage in STAGES.values() for name in stage)


def test_the_command_writes_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path / "data"))
    assert command.main(["yours", str(tmp_path / "mine.txt")]) == 1
    assert "no name for a Python file" in capsys.readouterr().err
    assert command.main(["yours", str(tmp_path / "mine.py")]) == 0
    assert "0 of 20 parts are yours" in capsys.readouterr().out
    assert (
        (tmp_path / "mine.html")
        .read_text(encoding="utf-8")
        .split("\n")[1]
        .startswith("<!doctype html>")
    )
    assert command.main(["yours", str(tmp_path / "other.py"), "--no-page"]) == 0
    assert not (tmp_path / "other.html").exists()
    assert (tmp_path / "translator.safetensors").stat().st_size > 1_000_000


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A file of the course's own parts, and its weights."""
    file = tmp_path_factory.mktemp("written") / "my_transformer.py"
    write_file(Yours({}), file)
    return file


def asked(file, *sentences, **streams):
    """(exit status, what it says, what it complains of) of the file, run as a reader runs it."""
    done = subprocess.run([sys.executable, str(file), *sentences], capture_output=True,
                          encoding="utf-8", **({"input": ""} | streams))  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_without_a_sentence_it_reads_standard_input_and_without_that_answers_all_the_same(written):
    dog = "A dog runs on the beach.\n"
    assert asked(written, input=f"{SENTENCES[0]}\n\n{SENTENCES[0]}\n") == (0, f"{dog}\n{dog}", "")
    shell = f'"{sys.executable}" "{written}"'
    for pipe, says in (("<&-", dog), ("</dev/null", dog), (">&-", ""), ("| true", "")):
        line = ["sh", "-c", f"{shell} {'' if says else repr(SENTENCES[0])} {pipe}"]
        done = subprocess.run(line, capture_output=True, encoding="utf-8")
        assert (done.returncode, done.stdout, done.stderr) == (0, says, "")


def test_what_cannot_be_translated_is_told_in_one_sentence(written, tmp_path):
    status, said, why = asked(written, SENTENCES[0], "Hund " * 300)
    assert (status, said) == (1, "A dog runs on the beach.\n")
    assert why.count("\n") == 1 and "the model reads at most 256" in why
    alone, weights = tmp_path / written.name, tmp_path / WEIGHTS.name
    alone.write_bytes(written.read_bytes())
    assert asked(alone, "x")[2] == f"[Errno 2] No such file or directory: '{weights}'\n"
    whole = WEIGHTS.read_bytes()
    for damaged in (whole[:-1000], b"", whole[:-2000] + bytes(1000) + whole[-1000:]):
        weights.write_bytes(damaged)
        status, said, why = asked(alone, "x")
        assert (status, said, why.count("\n")) == (1, "", 1)
        assert why.startswith(f"{weights} is damaged or another model's")


def test_only_what_was_written_here_and_is_unchanged_is_written_over(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TFORMER_PROGRESS", "off")
    file, page = tmp_path / "mine.py", tmp_path / "mine.html"
    weights, line = tmp_path / WEIGHTS.name, ["yours", str(tmp_path / "mine.py")]
    for _ in range(2):  # unchanged, it is renewed
        assert command.main(line) == 0
    for changed in (file, page, weights):
        before = changed.read_bytes()
        changed.write_bytes(before + b"# mine")
        assert command.main(line) == 1
        assert str(changed) in (said := capsys.readouterr().err) and "--force" in said
        assert changed.read_bytes() == before + b"# mine"
        assert command.main([*line, "--force"]) == 0 and changed.read_bytes() == before
    link = tmp_path / "link.py"
    link.symlink_to(file)
    assert command.main(["yours", str(link), "--no-page"]) == 0 and link.is_symlink()
    old = os.umask(0o022)
    os.umask(old)
    assert {f.stat().st_mode & 0o777 for f in (file, weights)} == {0o666 & ~old}


FLAT = """def greedy_decode(logits_fn, bos_id, eos_id, max_new_tokens):
    tokens = torch.tensor([[bos_id]])
    for _ in range(max_new_tokens):
        following = logits_fn(tokens){last}.argmax().view(1, 1)
        tokens = torch.cat([tokens, following], 1)
        if following.item() == eos_id:
            break
    return tokens
"""


@pytest.mark.parametrize("last", [".view(256 * 8 - 1)", "[0, -1]"])
def test_a_search_that_reads_its_logits_in_another_way_does_so_in_the_file(tmp_path, sources, last):
    vocabulary = Yours({}).machine.table.shape[0]
    own = "import torch\n\n\n" + FLAT.format(last=last.replace("256 * 8 - 1", str(vocabulary)))
    yours = assembled({**sources, "greedy_decode": own})
    assert "greedy_decode" in yours.yours, yours.troubles
    text = write_file(yours, tmp_path / "mine.py")
    assert "greedy_decode (mine)" in text
    code = (
        "import mine; from pathlib import Path;"
        f"print(mine.Machine(Path('{WEIGHTS.as_posix()}')).translate('{SENTENCES[0]}', 1))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert found.stdout.strip() == yours.translate(SENTENCES[0], 1), found.stderr


def test_small_letters_and_capitals_are_read_as_the_package_reads_them():
    package, machine = Translator.load(WEIGHTS), Yours({}).machine
    for typed in (
        "ein hund rennt am strand.",
        "EIN HUND RENNT AM STRAND.",
        "die Frau",
        "USA",
        "hund",
        "\ufeffEr sagt:\u202f„Wie  geht’s\u00adden Ｋ\ufb01n-\nKi…“",
    ):
        assert machine.text_to_ids(typed) == package.source_ids(typed)
    with pytest.raises(ValueError, match="a word of 100,000 letters; at most 200 are read"):
        machine.text_to_ids("a" * 100_000)
    assert machine.as_met("EIN HUND RENNT AM STRAND.") == "Ein Hund rennt am Strand."
    assert machine.as_met("die Frau") == "Die Frau" and machine.as_met("USA") == "USA"
