"""A recipe that cannot work, and data that cannot be learnt from, are refused before the first
update, with the setting or the file and line named."""

import json
import re

import pytest

from tformer import __main__ as command
from tformer.recipes import FOLDER
from tformer.training import Recipe

QUICK = ["data.count=60", "data.held_out=10", "training.updates=2"]
SMALL = ["data.format=tsv", "tokenizer.vocab_size=280", "model.d_model=16", "model.num_heads=2",
         "model.num_layers=1", "model.d_ff=16", "model.context_length=30", "training.updates=2",
         "training.warmup=1", "batches.max_tokens=900"]  # fmt: skip
GOOD = [f"ein Satz {n}\ta sentence {n}\n" for n in range(40)]


def complaint(arguments, out, capsys) -> str:
    assert command.main(["train", *arguments, "--out", str(out)]) == 1
    assert not out.exists(), "something was written"
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("training.seed=3", "training: .*'seed'"),
        ("training.clip=0", "clip=0 must be a positive number"),
        ("training.clip=-1", "clip=-1 must"),
        ("training.peak=nan", "peak='nan' must be a positive number"),
        ("training.peak=NaN", "peak=nan must be a positive number"),
        ("training.minutes=-1", "minutes=-1 must"),
        ("training.patience=-1", "patience=-1 must be at least 1"),
        ("training.warmup=-1", "warmup=-1 must be a positive number"),
        ("training.warmup=long", "warmup='long' must"),
        ("training.weight_decay=-1", "weight_decay=-1 must be a positive number"),
        ("training.betas=3", "training: 'int' object is not iterable"),
        ("training.compile=no", "compile='no' is unknown; choose one of True, False"),
        ("model.d_model=32.0", "model: d_model=32.0 is float; give a whole number"),
        ("model.pad_id=3", "model: .*'pad_id'"),
        ("model.src_vocab_size=3", "model: .*'src_vocab_size'"),
        ("batches.seed=4", "batches: .*'seed'"),
        ("decoding.num_beams=0", "num_beams=0 must be at least 1"),
        ("decoding.length_penalty=long", "length_penalty='long' must be a number"),
        ("decoding.beams=3", "decoding: .*'beams'"),
        ("data.cont=500", "setting in data='cont' is unknown"),
    ],
)
def test_a_setting_that_cannot_work_is_named(change, said, tmp_path, capsys):
    told = complaint(["dates", "--set", *QUICK, change], tmp_path / "out", capsys)
    assert re.match(f"tformer train: {said}", told)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([1], "own.json is no JSON object"),
        ({}, "the recipe lacks 'training'"),
        ({"training": []}, "training: .*mapping"),
        ({"kind": "task", "training": {"updates": 2}, "dtype": "float32"}, "lacks 'data'"),
        ({"training": {"updates": 2}, "dtype": "floaty"}, "dtype='floaty' is unknown"),
    ],
)
def test_what_a_recipe_of_your_own_lacks_is_named(content, said, tmp_path, capsys):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(content))
    assert re.search(said, complaint([str(path)], tmp_path / "out", capsys))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_recipes_that_ship_name_a_sound_training(path):
    assert Recipe(**json.loads(path.read_text())["training"]).updates > 0


def test_a_pair_longer_than_the_model_reads_is_refused_with_its_place(tmp_path, capsys):
    path, out = tmp_path / "pairs.tsv", tmp_path / "out"
    for line, place in (("x\t" + "wort " * 50, 41), ("wort " * 50 + "\tx", 1)):  # 1 is held out
        path.write_text("".join([*GOOD[: place - 1], line + "\n", *GOOD[place - 1 :]]))
        arguments = ["translator", "--data", str(path), "--set", *SMALL]
        told = complaint(arguments, out, capsys)
        assert re.search(rf"pairs.tsv, line {place}: \d+ tokens .*context_length=30", told)
    assert command.main(["train", *arguments, "--skip-bad", "--out", str(out)]) == 0
    assert "left out: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "more", "said"),
    [
        ("", [], "pairs.tsv holds 0 pairs to learn from and 0 to be held out"),
        (GOOD[0], [], "pairs.tsv holds 0 pairs to learn from and 1 to be held out"),
        ("".join(GOOD), ["data.format=multi30k"], "is a file; .* add --set data.format=tsv"),
        ("".join(GOOD), ["data.format=foo"], "format='foo' is unknown"),
    ],
)
def test_data_that_cannot_be_learnt_from_are_named(content, more, said, tmp_path, capsys):
    path = tmp_path / "pairs.tsv"
    path.write_text(content)
    arguments = ["translator", "--data", str(path), "--set", *SMALL, *more]
    assert re.search(said, complaint(arguments, tmp_path / "out", capsys))


def test_only_files_count_among_the_data(tmp_path, capsys):
    for name in ("train.de", "train.en", "val.de", "val.en"):
        (tmp_path / name).write_text("".join(f"ein Satz {n}\n" for n in range(20)))
    (tmp_path / "val.old").mkdir()
    arguments = ["train", "translator", "--data", str(tmp_path), "--out", str(tmp_path / "out")]
    assert command.main([*arguments, "--set", *SMALL, "data.format=multi30k"]) == 0
    report = json.loads((tmp_path / "out" / "figures.json").read_text())
    assert sorted(report["data (SHA-256)"]) == ["train.de", "train.en", "val.de", "val.en"]
