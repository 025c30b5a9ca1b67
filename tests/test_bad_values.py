"""A wrong value is refused by its argument's name, and the command line never shows a traceback."""

import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks import bad_values
from benchmarks.bad_calls import every
from benchmarks.bad_values import ACCEPTED, DEEP, EXPECTED, NAMED, Case, share, table
from tformer.__main__ import main
from tformer._support.checks import check_number, check_positive, check_probability, check_size
from tformer.pretrained import ASSETS

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def cases():
    """All of them, in a process of their own: shapes are only enforced under pytest."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.bad_values", "--json"], cwd=ROOT,
                          capture_output=True, text=True, check=True)  # fmt: skip
    found = [Case(**case) for case in json.loads(done.stdout)]
    print(table(found))
    return found


@pytest.mark.ci
@pytest.mark.parametrize(("taught", "least"), [(True, 97), (False, 97)], ids=["lessons", "rest"])
def test_most_wrong_values_are_refused_by_name(cases, taught, least):
    assert share([case for case in cases if case.taught == taught]) >= least


@pytest.mark.ci
def test_few_wrong_values_are_taken_in_silence(cases):
    assert share(cases, ACCEPTED) <= 1


@pytest.mark.ci
def test_every_room_is_asked(cases):
    assert len(cases) > 4000 and len({case.room for case in cases}) == 24


NUMPY = {int: (np.int64, np.uint8), float: (np.float32,)}  # np.float64 is a float


@pytest.mark.ci
def test_numpys_numbers_are_numbers_wherever_one_is_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = 0
    for make in every(tmp_path):
        for i, call in enumerate(make()):
            for argument, sound in call.given.items():
                for kind in NUMPY.get(type(sound), ()):
                    number = kind(min(max(0, sound), 255))
                    own, numpys = (told(make()[i], argument, x) for x in (number.item(), number))
                    assert own == numpys, f"{call.name}({argument}={number!r})"
                    asked += 1
    assert asked > 300


def told(call, argument, number):
    """What a call gives with that number, or its refusal, as text that can be compared."""
    torch.manual_seed(0)
    try:
        return text_of(call.run(**{**call.given, argument: number}))
    except EXPECTED as error:
        return str(error).replace(repr(number), str(number))


def text_of(x):
    if isinstance(x, list | tuple):
        return str([text_of(part) for part in x])
    if isinstance(x, torch.Tensor):
        return f"{x.dtype} {x.tolist()}"
    if isinstance(x, float | np.floating):
        return f"{type(x).__name__} {x:.5g}"
    return str(x if isinstance(x, int | str | torch.nn.Module) else type(x))


@pytest.mark.parametrize("number", [np.True_, np.float32("nan"), np.complex64(1), np.ones(1), 1j,
                                    torch.tensor(0.8), torch.tensor([0.8])])  # fmt: skip
def test_what_is_no_number_is_refused_of_numpy_and_torch_too(number):
    for ask in (check_size, check_probability, check_positive, partial(check_number, 0)):
        with pytest.raises((TypeError, ValueError), match="rate"):
            ask(rate=number)
    with pytest.raises(TypeError, match=r"rate is a tensor; give the number in it, rate\.item\(\)"):
        check_positive(rate=torch.tensor(0.8))


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


# ---- the command line: a line, never a traceback
RECIPE = {
    "kind": "task", "dtype": "float32",
    "data": {"format": "copy", "count": 8, "held_out": 4, "length": 3},
    "model": {"d_model": 8, "num_heads": 2, "num_layers": 1, "d_ff": 8, "context_length": 12},
    "batches": {"batch_size": 4}, "training": {"updates": 1, "evaluate_every": 1, "log_every": 1},
}  # fmt: skip
SETTINGS = {
    "model": ("num_heads=0", "num_heads=3", "num_layers=-1", "d_model=NaN", "d_ff=[8]", "dropout=2",
              "norm=batch", "positions=no", "context_length=1", "width=8", "pad_id=1", "bias=maybe",
              "d_model=1e400", "src_vocab_size=5", "d_model=9223372036854775808"),
    "training": ("betas=[0.9]", "betas=0.9", 'betas=["a", 1]', "peak=NaN", "peak=-1", "clip=0",
                 "updates=0", "updates=1.5", "warmup=-1", "precision=float8", "schedule=steps",
                 "optimizer=sgd", "average=1", "minutes=0", "patience=0", "seed=x", "compile=1",
                 "label_smoothing=Infinity", "evaluate_every=null", "log_every=0", "accumulate=[]",
                 "peak=1e30", "optimizer=null", "causal=no"),
    "data": ("format=tsv", "format=7", "count=0", "count=x", "held_out=-1", "length=NaN", "size=4",
             "length=100", "phrasebook=1", "length=1e9"),
    "batches": ("batch_size=0", "batch_size=x", "max_tokens=4", "seed=1", "batch_size=[4]"),
    "decoding": ("num_beams=0", "num_beams=x"),
}  # fmt: skip


@pytest.fixture
def recipe(tmp_path):
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps({**RECIPE, "decoding": {}}))
    return path


def refused(argv, capsys) -> str:
    """What the command line says to these arguments: the exit code is 1 or 2, in one line."""
    try:
        code = main([str(arg) for arg in argv])
    except SystemExit as end:  # argparse: a usage, then one line
        code = end.code
        said = capsys.readouterr().err.strip().splitlines()[-1]
    else:
        # Not the progress bar, which stands above it when training has begun.
        said = re.sub(r".*update/s.*\n", "", capsys.readouterr().err).strip()
    assert code in (1, 2), f"{argv}: exit code {code}"
    assert said and "\n" not in said and "Traceback" not in said, said
    return said


@pytest.mark.parametrize("change", [f"{part}.{change}" for part, own in SETTINGS.items()
                                    for change in own])  # fmt: skip
def test_a_wrong_setting_is_refused_in_a_line(change, recipe, tmp_path, capsys):
    said = refused(["train", recipe, "--out", tmp_path / "run", "--set", change], capsys)
    assert not (tmp_path / "run" / "model.safetensors").exists()
    assert said.startswith("tformer train: ")


def test_the_recipe_itself_is_sound(recipe, tmp_path, capsys):
    assert main(["train", str(recipe), "--out", str(tmp_path / "run")]) == 0


@pytest.mark.parametrize("text", [
    "", "{", "[]", "7", "null", '{"kind": "task"}', '{"kind": 7}', '{"training": 3}',
    '{"kind": "task", "training": {}, "dtype": "float32"}', "[" * 100_000, '{"kind": NaN}',
    '{"kind": "task", "dtype": [], "training": {"updates": 1}}',
    '{"kind": "task", "dtype": "float32", "training": {"updates": 1}, "data": [], "model": {}}',
    '{"kind": "task", "dtype": "float32", "training": [], "data": {}, "model": {}, "batches": {}}',
    '{"kind": "language_model", "dtype": "float32", "training": {"updates": 1}, "tokenizer": 1, '
    '"data": {"format": "prose"}, "model": {}, "batches": {}}',
])  # fmt: skip
def test_a_broken_recipe_is_refused_in_a_line(text, tmp_path, capsys):
    path = tmp_path / "broken.json"
    path.write_text(text)
    refused(["train", path, "--out", tmp_path / "run"], capsys)


@pytest.mark.parametrize("argv", [
    [], ["no such"], ["train"], ["train", "RECIPE"], ["train", "no such", "--out", "run"],
    ["train", "FOLDER", "--out", "run"], ["train", "", "--out", "run"],
    ["train", "BYTES", "--out", "run"], ["train", "RECIPE", "--out", "FILE"],
    ["train", "RECIPE", "--out", "FILE/below"], ["train", "RECIPE", "--out", "/proc/no"],
    ["train", "RECIPE", "--out", "run", "--device", "mps"],
    ["train", "RECIPE", "--out", "run", "--device", "cuda:99"],
    ["train", "RECIPE", "--out", "run", "--device", ""],
    ["train", "RECIPE", "--out", "run", "--device", "no such"],
    ["train", "RECIPE", "--out", "run", "--device", "meta"],
    ["train", "RECIPE", "--out", "run", "--data", "FILE"],
    ["train", "RECIPE", "--out", "run", "--seed", "-1"],
    ["train", "RECIPE", "--out", "run", "--seed", "1e3"],
    ["train", "RECIPE", "--out", "run", "--resume"],
    ["train", "RECIPE", "--out", "run", "--start", "FILE"],
    ["train", "RECIPE", "--out", "run", "--start", "none.safetensors"],
    ["train", "RECIPE", "--out", "run", "--start", "FOLDER"],
    ["train", "RECIPE", "--out", "run", "--set", "updates=3"],
    ["train", "RECIPE", "--out", "run", "--set", "training.updates"],
    ["train", "RECIPE", "--out", "run", "--set", "="],
    ["train", "RECIPE", "--out", "run", "--set", ".=1"],
    ["train", "RECIPE", "--out", "run", "--set", f"training.updates={'[' * 100_000}"],
    ["train", "RECIPE", "--out", "run", "--set", f"model.d_model={10**13}"],
    *(["train", "translator", "--out", "run", "--data", "PAIRS", "--set", "data.format=tsv", wrong]
      for wrong in ("tokenizer.copies=x", "tokenizer.copies=0", "data.phrasebook=-100")),
    ["train", "translator", "--out", "run"], ["train", "translator", "--out", "run", "--data", "."],
    ["train", "translator", "--out", "run", "--data", "no such"],
    ["train", "translator", "--out", "run", "--data", "BYTES", "--set", "data.format=tsv"],
    ["train", "character", "--out", "run", "--data", "FOLDER", "--set", "data.format=text"],
    ["translate", "--model", "FILE", "Hund"], ["translate", "--model", "FOLDER", "Hund"],
    ["translate", "--model", "none", "Hund"], ["translate", "--beams", "0", "Hund"],
    ["translate", "--beams", "x", "Hund"], ["translate", "Hund " * 400],
    ["translate", "--beams", f"{10**15}", "Hund"], ["generate", "--length", f"{10**15}"],
    ["translate", "--model", "CHARACTER", "Hund"],
    ["translate", "Hund", "--show-attention", "FOLDER"],
    ["translate", "\udcff"], ["generate", "--model", "TRANSLATOR"], ["generate", "--model", "FILE"],
    ["generate", ""], ["generate", "Ω"], ["generate", "\udcff"],
    ["generate", "--length", "-1"], ["generate", "--length", "x"], ["generate", "--length", "0"],
    ["generate", "--length", "9" * 30], ["generate", "--top-k", "0"],
    ["generate", "--top-k", "1.5"], ["generate", "--top-p", "0"], ["generate", "--top-p", "nan"],
    ["generate", "--top-p", "2"], ["generate", "--temperature", "0"],
    ["generate", "--temperature", "-1"], ["generate", "--temperature", "nan"],
    ["generate", "--temperature", "1e-300"], ["generate", "--temperature", "inf"],
    ["generate", "--seed", "4294967296"], ["doctor", "now"], ["progress", "all"],
], ids=lambda argv: " ".join(argv).encode("ascii", "replace").decode()[:60])  # fmt: skip
def test_a_wrong_command_is_refused_in_a_line(argv, recipe, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("no model")
    (tmp_path / "pairs.tsv").write_text("Hund\tdog\n" * 40)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00bad\tline\xff\n" * 3)
    places = {"RECIPE": recipe, "FILE": tmp_path / "file", "FOLDER": tmp_path,
              "PAIRS": tmp_path / "pairs.tsv",
              "BYTES": tmp_path / "bytes", "FILE/below": tmp_path / "file" / "below",
              "CHARACTER": ASSETS / "character.safetensors",
              "TRANSLATOR": ASSETS / "translator.safetensors"}  # fmt: skip
    refused([places.get(arg, arg) for arg in argv], capsys)


def test_a_tiny_top_p_is_the_likeliest_letter(capsys):
    assert main(["generate", "The ", "--length", "3", "--top-p", "1e-300"]) == 0
    said = capsys.readouterr().out
    assert main(["generate", "The ", "--length", "3", "--top-k", "1"]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.ci
def test_lines_that_are_no_utf8_are_refused_in_a_line():
    done = subprocess.run([sys.executable, "-m", "tformer", "translate"], cwd=ROOT,
                          input=b"\xff\xfe\n", capture_output=True)  # fmt: skip
    said = done.stderr.decode().strip()
    assert done.returncode == 1 and "sentence 1" in said and "\n" not in said
