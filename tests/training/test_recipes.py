"""A recipe that cannot work, and data that cannot be learnt from, are refused before the first
update, with the setting or the file and line named."""

import json
import re

import pytest

from tformer import __main__ as command
from tformer.checkpoints import load_model
from tformer.data.phrases import phrase_pairs
from tformer.training import Recipe
from tformer.training.jobs import JOBS
from tformer.training.recipes import FOLDER, load_recipe
from tformer.translator.plain import PlainTranslator

QUICK = ["data.count=60", "data.held_out=10", "training.updates=2"]
SMALL = ["data.format=tsv", "tokenizer.vocab_size=280", "model.d_model=16", "model.num_heads=2",
         "model.num_layers=1", "model.d_ff=16", "model.context_length=30", "training.updates=2",
         "training.warmup=1", "batches.max_tokens=900", "data.phrasebook=0"]  # fmt: skip
EVERYDAY = "everyday sentences translated as their list has it"
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
        ("training.warmup=-1", "warmup=-1 must be a finite number, at least 0"),
        ("training.warmup=long", "warmup='long' must"),
        ("training.weight_decay=-1", "weight_decay=-1 must be a finite number"),
        ("training.betas=3", "betas=3 must be two numbers"),
        ("training.compile=no", "training: compile='no' is str; give True or False"),
        ("model.d_model=32.0", "model: d_model=32.0 is float; give a whole number"),
        ("model.pad_id=3", "model: .*'pad_id'"),
        ("model.src_vocab_size=3", "model: .*'src_vocab_size'"),
        ("batches.seed=4", "batches: .*'seed'"),
        ("decoding.num_beams=0", "num_beams=0 must be at least 1"),
        ("decoding.length_penalty=long", "length_penalty='long' must be a finite number"),
        ("decoding.beams=3", "decoding: .*'beams'"),
        ("data.cont=500", "data: .*'cont'"),
        ("data.length=5", "data: .*'length'"),  # dates have no length to choose
        ("data.format=copy", "data: .*'length'"),  # which copying needs
        ("data.format=[]", "format=.* is unknown"),
        ("data.held_out=0", "held_out=0 must be at least 1"),
        ("data.count=true", "data: count=True is bool; give a whole number"),
        ("model.bias=no", "model: bias='no' is str; give True or False"),
        ("model.bias=0", "model: bias=0 is int; give True or False"),
        ("model.norm_first=yes", "model: norm_first='yes' is str"),
        ("model.num_heads=0", "num_heads=0 must be at least 1"),
        ("model.dropout=true", "dropout=True must be a number"),
        ("training.causal=no", "training: causal='no' is str"),
        ("training.compile=1", "training: compile=1 is int"),
        ("training.average=false", "average=False must be a number"),
        ("training.betas=[0.9]", r"betas=\[0.9\] must be two numbers"),
        ("training.betas=[0.9,1]", "beta2 of betas=1 must be"),
        ("training.betas=ab", "betas='ab' must be two numbers"),
        ("training.patience=0", "patience=0 must be at least 1"),
        ("training.minutes=0", "minutes=0 must be a positive number"),
        ("training.minutes=true", "minutes=True must be a positive number"),
        ("training.peak=Infinity", "peak=inf must be a positive number"),
        ("training.updates=1e3", "training: updates=1000.0 is float"),
        ("batches.batch_size=true", "batches: batch_size=True is bool"),
        ("decoding.length_penalty=true", "length_penalty=True must be a"),
        ("decoding.length_penalty=NaN", "length_penalty=nan must be a"),
    ],
)
def test_a_setting_that_cannot_work_is_named(change, said, tmp_path, capsys):
    told = complaint(["dates", "--set", *QUICK, change], tmp_path / "out", capsys)
    assert re.match(f"tformer train: {said}", told)


@pytest.mark.parametrize(
    ("recipe", "changes", "said"),
    [
        ("character", ["tokenizer.vocab_size=500"], "tokenizer: .*'vocab_size'"),
        ("character", ["tokenizer.kind=bpe"], "tokenizer: .*'vocab_size'"),  # which it needs
        ("character", ["tokenizer.kind=word"], "kind='word' is unknown; choose one of 'char'"),
        ("character", ["data.length=5"], "data: .*'length'"),
        ("translator", ["tokenizer.kind=char"], "kind='char' is unknown; choose one of 'bpe'"),
        ("translator", ["data.count=5"], "data: .*'count'"),
    ],
)
def test_a_setting_that_nobody_reads_is_named(recipe, changes, said, tmp_path, capsys):
    (tmp_path / "pairs.tsv").write_text("".join(GOOD))
    data = ["--data", str(tmp_path / "pairs.tsv")] if recipe == "translator" else []
    changes = [*SMALL, *changes] if data else changes
    told = complaint([recipe, *data, "--set", *changes], tmp_path / "out", capsys)
    assert re.match(f"tformer train: {said}", told)


@pytest.mark.parametrize(
    ("recipe", "part"),
    [("dates", "tokenizer"), ("character", "decoding"), ("translator", "trainig")],
)
def test_a_part_that_nobody_reads_is_named(recipe, part, tmp_path, capsys):
    own = load_recipe(recipe) | {part: {"num_beams": 2}}
    (tmp_path / "own.json").write_text(json.dumps(own))
    told = complaint([str(tmp_path / "own.json")], tmp_path / "out", capsys)
    assert re.match(f"tformer train: part='{part}' is unknown; choose one of 'kind', ", told)


def test_yes_and_no_may_be_written_as_in_python():
    changes = ["model.bias=False", "training.compile=True", "training.minutes=None"]
    recipe = load_recipe("dates", changes)
    assert recipe["model"]["bias"] is False and recipe["training"]["compile"] is True
    assert recipe["training"]["minutes"] is None
    assert load_recipe("dates", ["model.bias=false"])["model"]["bias"] is False


def test_a_model_without_bias_has_none(tmp_path):
    quick = [*QUICK, "training.updates=1", "model.bias=False"]
    arguments = ["train", "dates", "--out", str(tmp_path), "--set", *quick]
    assert command.main(arguments) == 0
    model, _ = load_model(tmp_path / "model.safetensors")
    assert not any(name.endswith("bias") for name, _ in model.named_parameters())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([1], "own.json is no JSON object"),
        ({}, "the recipe lacks 'training'"),
        ({"training": []}, "training=.*table of settings"),
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


def test_a_phrase_longer_than_the_model_reads_is_refused_with_its_place(tmp_path, capsys):
    (tmp_path / "pairs.tsv").write_text("".join(GOOD))
    arguments = ["translator", "--data", str(tmp_path / "pairs.tsv"), "--set", *SMALL]
    told = complaint([*arguments, "data.phrasebook=100"], tmp_path / "out", capsys)
    line = int(re.search(r"phrases\.tsv\.xz, line (\d+): \d+ tokens", told)[1])
    assert any(len(side) > 30 for side in phrase_pairs()[line - 1])


def test_a_source_of_ones_own_is_learnt_as_a_translator_will_read_it(tmp_path, capsys):
    path = tmp_path / "pairs.tsv"
    path.write_text("„Satz“ …\ta “sentence” …\n" * 40, encoding="utf-8")
    recipe = load_recipe("translator", SMALL)
    job = JOBS["translator"](recipe, str(path), 0, None)
    tok, reader = job.tokenizer, PlainTranslator(job.model, job.tokenizer)
    source, target = (side[0].tolist() for side in job.batches.sides)
    assert source == reader.source_ids("„Satz“ …") == reader.source_ids('"Satz" ...')
    assert tok.decode(target, skip_specials=True) == "a “sentence” …"
    path.write_text("".join(GOOD) + "…" * 29 + "\tx\n", encoding="utf-8")
    told = complaint(["translator", "--data", str(path), "--set", *SMALL], tmp_path / "out", capsys)
    assert "pairs.tsv, line 41: 88 tokens" in told


def test_only_files_count_among_the_data(tmp_path, capsys):
    for name in ("train.de", "train.en", "val.de", "val.en"):
        (tmp_path / name).write_text("".join(f"ein Satz {n}\n" for n in range(20)))
    (tmp_path / "val.old").mkdir()
    arguments = ["train", "translator", "--data", str(tmp_path), "--out", str(tmp_path / "out")]
    assert command.main([*arguments, "--set", *SMALL, "data.format=multi30k"]) == 0
    report = json.loads((tmp_path / "out" / "figures.json").read_text())
    assert sorted(report["data (SHA-256)"]) == ["train.de", "train.en", "val.de", "val.en"]


def figures(folder) -> dict:
    return json.loads((folder / "figures.json").read_text())["figures"]


def learn(tmp_path, name, *more, start=None):
    """A tiny translator of 40 pairs in ``tmp_path / name``; returns the command's exit status."""
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(GOOD))
    begin = ["--start", str(start)] if start else []
    return command.main(["train", "translator", "--data", str(path), *begin,
                         "--out", str(tmp_path / name), "--set", *SMALL, *more])  # fmt: skip


def test_a_phrasebook_is_learnt_and_an_everyday_exam_taken(tmp_path, capsys):
    assert learn(tmp_path, "out", "data.phrasebook=40", "model.context_length=120") == 0
    assert re.fullmatch(r"\d+ of \d\d", figures(tmp_path / "out")[EVERYDAY])
    assert "78 pairs to learn from, 40 of them from the phrasebook; 2" in capsys.readouterr().out
    files = json.loads((tmp_path / "out" / "figures.json").read_text())["data (SHA-256)"]
    assert list(files) == ["pairs.tsv", "phrases.tsv.xz"]
    assert learn(tmp_path, "plain") == 0 and EVERYDAY not in figures(tmp_path / "plain")


def test_a_file_of_another_language_is_learnt_without_the_phrasebook():
    tsv = ["data.format=tsv"]
    assert "phrasebook" not in load_recipe("translator", tsv)["data"]
    assert "phrasebook" not in load_recipe("translator_en_de", tsv)["data"]
    assert load_recipe("translator", [*tsv, "data.phrasebook=9"])["data"]["phrasebook"] == 9
    assert load_recipe("translator", ["data.format=multi30k"])["data"]["phrasebook"] == 50_000


def test_before_it_learns_a_run_shows_what_it_read_and_what_it_left_out(tmp_path, capsys):
    path, out = tmp_path / "pairs.tsv", tmp_path / "out"
    lines = ["hr\ten\n", "Pas spava.\tThe dog sleeps.\n", "no tab\n", '"""a"" b"\tc\n', *GOOD]
    path.write_text("".join(lines))
    own = [setting for setting in SMALL if not setting.startswith("data.phrasebook")]
    arguments = ["train", "translator", "--data", str(path), "--out", str(out), "--skip-bad"]
    assert command.main([*arguments, "--set", *own]) == 0
    said, learning, _ = capsys.readouterr().out.partition(" parameters, vocabulary ")
    assert learning and "39 pairs to learn from, 0 of them from the phrasebook; 3 held out" in said
    assert "as they are read:\n  'hr' -> 'en'\n  'Pas spava.' -> 'The dog sleeps.'\n" in said
    assert "'ein Satz 0' -> 'a sentence 0'\nleft out: " in said
    assert "pairs.tsv, line 3: there is no TAB" in said and "pairs.tsv, line 4: a sentence" in said
    told = json.loads((out / "figures.json").read_text())
    assert "phrasebook" not in told["recipe"]["data"]
    assert list(told["data (SHA-256)"]) == ["pairs.tsv"]


def test_swapped_pairs_are_read_the_other_way(tmp_path):
    from tformer.training.jobs import translator_job
    from tformer.training.recipes import load_recipe

    path = tmp_path / "pairs.tsv"
    path.write_text("".join(GOOD))
    first = {}
    for swap in ("false", "true"):
        job = translator_job(
            load_recipe("translator", [*SMALL, f"data.swap={swap}"]), str(path), 0, None
        )
        first[swap] = job.tokenizer.decode(next(job.held_out).inputs[0][0], skip_specials=True)
    assert re.match(r"ein Satz \d", first["false"]) and re.match(r"a sentence \d", first["true"])


def test_words_come_in_other_pieces_but_say_the_same(tmp_path):
    from tformer.training.jobs import translator_job
    from tformer.training.recipes import load_recipe

    path = tmp_path / "pairs.tsv"
    path.write_text("".join(GOOD))
    changes = [*SMALL, "tokenizer.copies=3", "tokenizer.dropout=0.5"]
    job = translator_job(load_recipe("translator", changes), str(path), 0, None)
    sources = job.batches.sides[0]
    texts = [job.tokenizer.decode(ids, skip_specials=True) for ids in sources]
    assert len(sources) == 3 * 38 and texts[:38] == texts[38:76] == texts[76:]
    assert sum(map(len, sources[38:76])) > 1.2 * sum(map(len, sources[:38]))


def test_a_run_begins_with_a_trained_model(tmp_path, capsys):
    assert learn(tmp_path, "first") == 0
    model = tmp_path / "first" / "model.safetensors"
    assert learn(tmp_path, "second", "training.updates=1", "training.peak=1e-9", start=model) == 0
    begun = json.loads((tmp_path / "second" / "figures.json").read_text())
    assert list(begun["began with (SHA-256)"]) == ["model.safetensors"]
    losses = [figures(tmp_path / name)["validation loss per token (nats)"]
              for name in ("first", "second")]  # fmt: skip
    assert losses[0] == pytest.approx(losses[1], abs=2e-3)  # stored in float16
    capsys.readouterr()
    assert learn(tmp_path, "wider", "model.d_ff=32", start=model) == 1
    assert "belongs to another model: " in capsys.readouterr().err
    assert command.main(["train", "dates", "--start", str(tmp_path / "no"), "--out", "x"]) == 1
