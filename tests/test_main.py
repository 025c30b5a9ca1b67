"""What a user types, and what they read: every command, its help, its refusals."""

import io
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
from html import escape

import pytest
import torch

from tformer import __main__ as command
from tformer import checkpoints
from tformer.checkpoints import load_model, save_model
from tformer.commands import doctor
from tformer.commands.arguments import EXAMPLES
from tformer.data.batches import PairBatches
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.tokenizer import BPETokenizer, CharTokenizer
from tformer.training import Recipe, recipes, train
from tformer.transformer import Transformer, TransformerConfig
from tformer.translator import Translator
from tformer.viz import tidiest, whole_words
from tformer.viz.maps.maps import visible

PAIRS = [(f"ein {n} hund", f"a {n} dog") for n in ("roter", "alter", "kleiner", "blauer")] * 10


def write_recipe(path, **parts):
    recipe = {
        "kind": "translator",
        "data": {"format": "tsv"},
        "tokenizer": {"kind": "bpe", "vocab_size": 280},
        "model": dict(d_model=16, num_heads=2, num_layers=1, d_ff=16, tie_weights="all"),
        "batches": {"max_tokens": 200},
        "training": dict(updates=6, warmup=2, evaluate_every=3, log_every=2),
        "decoding": {"num_beams": 2},
        "dtype": "float16",
        **parts,
    }
    path.write_text(json.dumps({part: own for part, own in recipe.items() if own is not None}))
    return str(path)


def language_recipe(path):
    return write_recipe(
        path, kind="language_model", data={"format": "text"}, tokenizer={"kind": "char"},
        model=dict(d_model=16, num_heads=2, num_layers=1, context_length=8),
        batches={"batch_size": 4}, decoding=None,
    )  # fmt: skip


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{s}\t{t}\n" for s, t in PAIRS), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def translator(tmp_path_factory):
    """A model that has learnt its forty sentences by heart."""
    tok = BPETokenizer.train((s for pair in PAIRS for s in pair), 290)
    batches = PairBatches(
        [[*tok.encode(s), tok.eos_id] for s, _ in PAIRS],
        [[tok.bos_id, *tok.encode(t), tok.eos_id] for _, t in PAIRS],
        max_tokens=400, pad_id=tok.pad_id,
    )  # fmt: skip
    torch.manual_seed(0)
    size = tok.vocab_size
    model = Transformer(TransformerConfig(size, size, d_model=32, num_heads=2, num_layers=2,
                                          d_ff=32, context_length=40, dropout=0.0,
                                          norm_first=True))  # fmt: skip
    train(model, batches, Recipe(60, peak=1e-2, warmup=10), device="cpu")
    path = tmp_path_factory.mktemp("model") / "translator.safetensors"
    save_model(path, model, tokenizer=tok.state(), decoding={"num_beams": 2})
    return path


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_shows_examples(name, capsys):
    with pytest.raises(SystemExit) as done:
        command.main([name, "--help"])
    assert done.value.code == 0
    assert f"python -m tformer {name}" in capsys.readouterr().out


def test_train_leaves_model_curve_and_figures(pairs, tmp_path, capsys):
    out = tmp_path / "out"
    recipe = write_recipe(tmp_path / "r.json")
    arguments = ["train", recipe, "--data", str(pairs), "--out", str(out), "--device", "cpu"]
    assert command.main(arguments) == 0
    said = capsys.readouterr().out
    assert "parameters" in said and "padding" in said
    report = json.loads((out / "figures.json").read_text())
    assert report["data (SHA-256)"] == {"pairs.tsv": recipes.sha256(pairs)}
    figures = report["figures"]
    loss = figures["validation loss per token (nats)"]
    assert figures["validation perplexity per token"] == pytest.approx(math.exp(loss), rel=1e-3)
    assert report["updates"] == 6 and report["bytes"] < 60_000
    assert (out / "curve.csv").read_text().startswith("update,loss,rate,tokens,seconds,validation")
    model, extra = load_model(out / "model.safetensors")
    assert extra["tokenizer"]["kind"] == "bpe" and model.config.tie_weights == "all"

    assert command.main(arguments) == 1  # a second time it would overwrite
    assert "already holds a run" in capsys.readouterr().err
    fewer = ["--resume", "--set", "training.updates=5"]
    assert command.main([*arguments, *fewer]) == 1
    assert "has made 6 updates already, more than updates=5" in capsys.readouterr().err
    changes = ["--set", "training.updates=7", "--set", "training.updates=8"]  # the last one counts
    assert command.main([*arguments, "--resume", *changes]) == 0
    assert json.loads((out / "figures.json").read_text())["updates"] == 8
    pairs.write_text(pairs.read_text().replace("a roter dog", "a red dog"))
    assert command.main([*arguments, "--resume", *changes, "training.updates=9"]) == 1
    said = capsys.readouterr().err
    assert "was trained with other training data" in said and "files it began with" in said


def test_bad_lines_are_named_or_left_out_and_counted(pairs, tmp_path, capsys):
    pairs.write_text(pairs.read_text() + "no tab\n" * 7)
    arguments = ["train", write_recipe(tmp_path / "r.json"), "--data", str(pairs)]
    assert command.main([*arguments, "--out", str(tmp_path / "a")]) == 1
    assert "pairs.tsv, line 41: there is no TAB" in capsys.readouterr().err
    assert command.main([*arguments, "--out", str(tmp_path / "b"), "--skip-bad"]) == 0
    said = capsys.readouterr().out
    assert "left out: " in said and "line 41" in said and "and 2 more lines" in said


def test_a_language_model_is_trained_and_generates(tmp_path, capsys):
    text = tmp_path / "text.txt"
    text.write_text("to be or not to be, that is the question. " * 20)
    out = tmp_path / "out"
    recipe = language_recipe(tmp_path / "r.json")
    assert command.main(["train", recipe, "--data", str(text), "--out", str(out)]) == 0
    figures = json.loads((out / "figures.json").read_text())["figures"]
    loss = figures["validation loss per token (nats)"]
    assert figures["validation bits per byte"] == pytest.approx(loss / math.log(2), abs=1e-3)
    capsys.readouterr()
    asked = ["generate", "to be", "--model", str(out / "model.safetensors"), "--length", "30"]
    assert command.main([*asked, "--seed", "3"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("to be") and len(first) == 5 + 30 + 1
    command.main([*asked, "--seed", "3"])
    assert capsys.readouterr().out == first
    assert command.main([*asked, "--top-p", "1e-300"]) == 0  # the likeliest letter, always
    assert capsys.readouterr().out.startswith("to be")
    with pytest.raises(SystemExit):
        command.main([*asked, "--temperature", "0"])
    assert "argument --temperature: '0' will not do" in capsys.readouterr().err
    assert command.main(["generate", "日本", "--model", str(out / "model.safetensors")]) == 1
    assert "'日'" in capsys.readouterr().err


def test_letters_of_several_bytes_are_generated_whole(tmp_path, capsys):
    """A model that says after each byte of the euro sign, a token of its own, the next one."""
    tok, sign = BPETokenizer([], ()), list("€".encode())
    model = LanguageModel(LanguageModelConfig(256, d_model=256, num_heads=1, num_layers=1,
                                              positions="none", tie_weights=False))  # fmt: skip
    with torch.no_grad():
        for p in model.layers[0].parameters():
            p.zero_()
        model.embedding.tokens.weight.copy_(torch.eye(256))
        model.unembedding.weight.zero_()
        model.unembedding.weight[sign[1:] + sign[:1], sign] = 9.0
    path = tmp_path / "m.safetensors"
    save_model(path, model, tokenizer=tok.state())
    asked = ["generate", "€", "--model", str(path), "--top-k", "1", "--length"]
    for length, said in ((6, "€€€"), (4, "€€\ufffd"), (1, "€\ufffd")):
        assert command.main([*asked, str(length)]) == 0
        assert capsys.readouterr().out == f"{said}\n"


@pytest.mark.parametrize("disk_is_full", [False, True])
def test_ctrl_c_says_where_everything_is(disk_is_full, tmp_path, capsys, monkeypatch):
    out, real = tmp_path / "out", checkpoints.atomic_write

    def write(path, content):
        if disk_is_full and path.parent == out and (out / "run.safetensors").exists():
            raise OSError(28, "No space left on device", str(path))
        real(path, content)

    def interrupt(self, history):
        if not history.stopped:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(checkpoints, "atomic_write", write)
    monkeypatch.setattr(recipes.TerminalProgress, "__call__", interrupt)
    quick = ["data.count=60", "data.held_out=10", "training.updates=9", "training.log_every=2"]
    assert command.main(["train", "dates", "--out", str(out), "--set", *quick]) == 130
    told = capsys.readouterr()
    where = re.search(r"after update 3; all is kept in (\S+)\. ", told.out)[1]
    assert (where == str(out)) == (not disk_is_full)
    assert checkpoints.read(f"{where}/run.safetensors")[1]["progress"]["update"] == 3
    assert ("No space left" in told.err) == disk_is_full == (f"--out {where}" in told.out)


@pytest.mark.parametrize("name", ["run.safetensors", "model.safetensors"])
def test_a_run_whose_last_save_fails_leaves_no_older_model_to_be_taken_for_its_own(
    name, tmp_path, capsys, monkeypatch
):
    """`train ... && translate ...` must not translate, and `train ...; translate ...` neither."""
    out, real = tmp_path / "out", checkpoints.atomic_write

    def write(path, content):
        if path == out / name and (out / "model.safetensors").exists():
            raise OSError(28, "No space left on device", str(path))
        real(path, content)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(checkpoints, "atomic_write", write)
    quick = ["data.count=60", "data.held_out=10", "training.updates=6", "training.evaluate_every=3"]
    assert command.main(["train", "dates", "--out", str(out), "--set", *quick]) == 1
    told = capsys.readouterr().err
    renamed = "and so does the model there, now model_of_update_3.safetensors"
    assert f"{out} ends with update 3 {renamed};" in told
    assert not (out / "model.safetensors").exists()
    kept = sorted(path.name for path in out.iterdir())
    assert kept == ["curve.csv", "model_of_update_3.safetensors", "run.safetensors"]
    assert command.main(["translate", "x", "--model", str(out / "model.safetensors")]) == 1
    assert "there is no checkpoint" in capsys.readouterr().err
    (rescued,) = re.findall(r"what was learnt is in (\S+)", told)
    load_model(f"{rescued}/model.safetensors")
    monkeypatch.setattr(checkpoints, "atomic_write", real)  # there is room again
    assert command.main(["train", "dates", "--out", str(out), "--resume", "--set", *quick]) == 0
    assert load_model(out / "model.safetensors")[1]["decoding"] == {"num_beams": 1}


@pytest.mark.parametrize("behind", [True, False])
def test_the_recipe_may_stand_behind_what_is_set(behind, tmp_path):
    quick = ["--set", "data.count=60", "data.held_out=10", "training.updates=1"]
    words = [*quick, "dates"] if behind else [*quick[:2], "dates", "--set", *quick[2:]]
    assert command.main(["train", "--out", str(tmp_path), *words]) == 0
    report = json.loads((tmp_path / "figures.json").read_text())
    assert report["updates"] == 1 and report["recipe"]["data"]["count"] == 60


@pytest.mark.parametrize("words", [["train", "dates", "--out", ""], ["site", " "]])
def test_a_folder_without_a_name_is_refused(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        command.main(words)
    assert "its name is empty; give one, . for this folder" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_small_models_that_ship_are_known_by_their_names(capsys):
    for name, asked, said in (("dates", "March 5, 2021", "2021-03-05"),
                              ("reverse", "0123456789", "9876543210")):  # fmt: skip
        assert command.main(["translate", "--model", name, asked]) == 0
        assert capsys.readouterr().out == f"{said}\n"


def test_translate_arguments_lines_and_questions_agree(translator, capsys, monkeypatch):
    sentences = ["ein roter hund", "ein alter hund", "hund"]
    assert command.main(["translate", *sentences, "--model", str(translator)]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[:2] == ["a roter dog", "a alter dog"] and len(said.splitlines()) == 3
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(sentences)))
    command.main(["translate", "--model", str(translator)])
    assert capsys.readouterr().out == said
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*sentences, ""]) + "\n"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    command.main(["translate", "--model", str(translator)])
    asked = capsys.readouterr().out
    assert "Ctrl-D" in asked and said.splitlines()[0] in asked


def test_what_it_is_not_sure_of_is_marked(capsys, monkeypatch):
    sentences = ["Der Hund schläft.", "Die Demokratie braucht Zeitungen.", "", "?!"]
    assert command.main(["translate", "--doubt", *sentences]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["The dog is sleeping.", ""] and [row[1] for row in rows[2:]] == ["", ""]
    word, chance = rows[1][1].split(", ")[0].split()
    assert word in rows[1][0].split() and 0 <= float(chance) < 0.2
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    command.main(["translate", *sentences])
    seen = capsys.readouterr().out.splitlines()
    assert seen[0] == rows[0][0] and f"\033[33m{word}?\033[0m" in seen[1]
    assert re.sub(r"\033\[\d+m|\?(?=\033)", "", seen[1]) == rows[1][0]
    monkeypatch.setenv("NO_COLOR", "1")
    command.main(["translate", *sentences])
    assert f"{word}? " in capsys.readouterr().out.splitlines()[1]


def test_an_answer_in_which_the_sentence_is_lost_is_read_back(capsys, monkeypatch):
    sentences = ["Der Hund schläft.", "Das Konzert in der Elbphilharmonie war toll."]
    assert command.main(["translate", "--doubt", *sentences]) == 0
    sure, lost = capsys.readouterr().out.splitlines()
    assert "back, it says" not in sure and re.search(r"translated back, it says: “\w+", lost)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    command.main(["translate", sentences[1]])
    assert capsys.readouterr().err.startswith("(translated back, it says: ")


def test_what_is_copied_is_said_and_what_is_lost_too(capsys, monkeypatch):
    sentences = [
        "Ich stehe um 6:45 Uhr auf.",
        "Der Kurs geht am 3. Mai von 18:00 bis 19:30 Uhr, in Zimmer 12.",
    ]
    assert command.main(["translate", "--doubt", *sentences]) == 0
    copied, lost = capsys.readouterr().out.splitlines()
    assert copied == "I get up at 6:45 o'clock.\t6:45 copied from the source"
    assert "3 lost, 18:00 lost, 19:30 lost, 12 lost" in lost and "copied" not in lost
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    command.main(["translate", sentences[0]])
    told = capsys.readouterr()
    assert told.out == "I get up at 6:45 o'clock.\n"
    assert told.err == "(6:45 copied from the source)\n"


def test_translating_together_or_alone_is_the_same(translator):
    model = Translator.load(translator)
    sentences = ["ein roter hund", "", "ein kleiner hund", " ein alter hund", "  "]
    together = model.translate(sentences)
    assert together == ["a roter dog", "", "a kleiner dog", "a alter dog", ""]
    assert together == model.translate(sentences, num_beams=1)
    assert together == [model.translate([s])[0] for s in sentences]
    with pytest.raises(TypeError, match="sentences is a string"):
        model.translate("hund")
    with pytest.raises(ValueError, match="the model reads at most 40"):
        model.translate(["ein roter hund " * 40])


def test_where_it_looked_is_the_real_pass(translator, tmp_path, capsys):
    model = Translator.load(translator)
    look = model.look("ein roter hund")
    layers, heads, target, source = look.cross.shape
    assert (layers, heads, target, source) == (2, 2, len(look.target), len(look.source))
    assert look.source[-1] == "<eos>" and look.given[0] == "<bos>"
    assert look.given[1:] == look.target[:-1]
    torch.testing.assert_close(look.cross.sum(-1), torch.ones(2, 2, target))
    assert look.decoder.triu(1).abs().max() == 0
    log_probs = []  # one token after the other, as it is decoded
    step = model.model.start(torch.tensor([model.source_ids("ein roter hund")]), 20)
    ids = [model.tokenizer.bos_id, *model.tokenizer.encode(look.text), model.tokenizer.eos_id]
    for n, token in enumerate(ids[1:], 1):
        log_probs.append(step(torch.tensor([ids[:n]]))[0].log_softmax(-1)[token])
    torch.testing.assert_close(look.probabilities, torch.stack(log_probs).exp())
    assert look.text == model.translate(["ein roter hund"])[0]
    assert model.look("hund", "a dog").text == "a dog"
    for no_words in ("", "  ", "\U0001f436 !"):
        with pytest.raises(ValueError, match="no words"):
            model.look(no_words)

    page = tmp_path / "look.html"
    arguments = ["translate", "ein <b>hund", "--model", str(translator)]
    assert command.main([*arguments, "--show-attention", str(page)]) == 0
    html = page.read_text()
    assert html.startswith('<!doctype html>\n<html lang="en">')
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in html
    assert '<meta name="color-scheme" content="light dark">' in html
    heading = re.search("<h1><bdi>(.*)</bdi> → <bdi>(.*)</bdi></h1>", html)
    look = model.look("ein <b>hund")
    assert heading.groups() == ("ein &lt;b&gt;hund", escape(visible(look.text)))
    page = json.loads(re.search('<script type="application/json">(.*?)</script>', html)[1])
    assert (page["view"]["layer"], page["view"]["head"]) == tidiest(look.cross)
    (frame,) = page["frames"][0]["sentences"]
    assert frame["words"] == [
        [visible(w), p] for w, p in whole_words(look.target, look.probabilities)
    ]
    assert frame["queries"][0].startswith("<bos> → ")
    assert "<b>hund" not in html and "https://" not in html.replace("https://www.w3.org", "")
    assert "Where it looked" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"decoding": {"beams": 3}}, "'beams'"),
        ({"decoding": [1]}, "mapping"),
        ({"decoding": {"num_beams": 0}}, "num_beams=0 must be at least 1"),
        ({"tokenizer": {"kind": "bpe"}}, "state is not a saved Tokenizer"),
        ({"tokenizer": [1]}, "state is not a saved Tokenizer"),
    ],
)
def test_a_translator_with_nonsense_beside_its_weights_is_refused(
    translator, change, said, tmp_path, capsys
):
    model, extra = load_model(translator)
    save_model(tmp_path / "m", model, **{**extra, **change})
    assert command.main(["translate", "hund", "--model", str(tmp_path / "m")]) == 1
    assert re.search(f"holds no sound translator: .*{said}", capsys.readouterr().err)


def test_a_tokenizer_that_is_not_the_models_is_refused(translator, tmp_path, capsys):
    path = tmp_path / "m.safetensors"
    model, extra = load_model(translator)
    known = extra["tokenizer"]
    for other in ({"merges": known["merges"][:-1]}, {"specials": ["<a>", "<b>", "<c>"]}):
        save_model(path, model, **{**extra, "tokenizer": {**known, **other}})
        assert command.main(["translate", "hund", "--model", str(path)]) == 1
        assert "tokenizer is not the model's" in capsys.readouterr().err
    model = LanguageModel(LanguageModelConfig(3, d_model=8, num_heads=2, num_layers=1))
    save_model(path, model, tokenizer=CharTokenizer("abcd", ()).state())
    assert command.main(["generate", "d", "--model", str(path)]) == 1
    assert "holds a tokenizer that is not its model's" in capsys.readouterr().err


def test_a_file_of_another_kind_is_refused_in_words(tmp_path, capsys):
    assert command.main(["translate", "x", "--model", str(tmp_path / "no.safetensors")]) == 1
    assert "there is no checkpoint" in capsys.readouterr().err
    path = tmp_path / "m.safetensors"
    model = Transformer(TransformerConfig(9, 9, d_model=8, num_heads=2, num_layers=1, d_ff=8))
    save_model(path, model)
    assert command.main(["translate", "x", "--model", str(path)]) == 1
    assert "holds no translator" in capsys.readouterr().err
    save_model(path, model, tokenizer=CharTokenizer("ab").state())
    assert command.main(["generate", "a", "--model", str(path)]) == 1
    assert "holds no language model" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["nonsense"],
            "neither a file nor one of: captions, character, dates, everyday, reverse, ",
        ),
        (["translator"], "this recipe needs --data"),
        (["dates", "--data", "dates.tsv"], "data='dates.tsv' is not needed"),
        (["dates", "--set", "data.format=sums"], "format='sums' is unknown"),
        (["dates", "--set", "batches.max_tokens=9"], "batches: .*max_tokens"),
        (["translator", "--data", "/nowhere"], "there is no file"),
        (["character", "--set", "updates=3"], "write PART.SETTING=VALUE"),
        (["character", "--set", "training.schedule=up"], "schedule='up' is unknown"),
        (["character", "--set", "training.rate=1"], "training: .*rate"),
        (["character", "--device", "cuda:7"], "device=cuda:7"),
        (["character", "--device", "gpu"], "device='gpu' is unknown; choose cpu, cuda or auto"),
    ],
)
def test_what_cannot_be_trained_is_explained(arguments, said, tmp_path, capsys):
    if torch.cuda.is_available() and "cuda" in arguments[-1]:
        pytest.skip("has a GPU")
    assert command.main(["train", *arguments, "--out", str(tmp_path)]) == 1
    assert re.search(said, capsys.readouterr().err)


def test_doctor_says_what_is_missing(monkeypatch, tmp_path, capsys):
    command.main(["doctor"])
    assert "ok       Python 3." in capsys.readouterr().out
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name == "anywidget" else True)
    monkeypatch.setattr(doctor, "ASSETS", tmp_path / "assets")
    assert command.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "MISSING" in said and "requirements.txt brings anywidget" in said
    assert "the translator model" in said and "the character model" in said
    lacking = doctor.advice().splitlines()
    assert [line.split(":")[0] for line in lacking] == [
        "MISSING  12 of 13 packages", *(f"MISSING  the {name} model" for name in doctor.MODELS),
        "MISSING  0 lessons",
    ]  # fmt: skip


def test_doctor_looks_at_every_model_that_ships():
    assert set(doctor.MODELS) == {path.stem for path in doctor.ASSETS.glob("*.safetensors")}
    assert all(need.fine for need in doctor.needs()[2:9]), doctor.advice()


def test_where_nothing_is_missing_every_machine_is_told_the_same(monkeypatch, tmp_path):
    models = [f"assets/{name}.safetensors" for name in doctor.MODELS]
    for name in (*models, "notebooks/00.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        checkpoints.write(tmp_path / name, {}, {})
    monkeypatch.setattr(doctor, "ASSETS", tmp_path / "assets")
    assert doctor.advice().startswith("Ready: ") and not any(c.isdigit() for c in doctor.advice())


def test_doctor_notices_a_model_that_is_cut_off_or_altered(monkeypatch, tmp_path):
    whole = (doctor.ASSETS / "character.safetensors").read_bytes()
    monkeypatch.setattr(doctor, "ASSETS", tmp_path)
    for name in doctor.MODELS:
        checkpoints.write(tmp_path / f"{name}.safetensors", {}, {})
    for content, said in ((whole[:-1], "is cut off"), (whole[:-1] + b"x", "was altered")):
        (tmp_path / "reverse.safetensors").write_bytes(content)
        told = [need for need in doctor.needs()[2:9] if not need.fine]
        assert len(told) == 1 and told[0].found == "the reverse model"
        assert said in str(told[0]) and "fetch this file again" in doctor.advice()


def test_progress_is_printed(capsys):
    assert command.main(["progress"]) == 0
    assert "rogress" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["translate", "generate"])
@pytest.mark.parametrize("chosen", [None, "2"])
def test_one_sentence_at_a_time_takes_one_thread_unless_you_say_more(name, chosen, tmp_path):
    code = (f"from tformer.__main__ import main; main([{name!r}, 'x', '--model', 'nowhere']); "
            "import torch; print(torch.get_num_threads())")  # fmt: skip
    env = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    env |= {"OMP_NUM_THREADS": chosen} if chosen else {}
    done = subprocess.run([sys.executable, "-c", code], env=env, text=True, capture_output=True)
    assert done.stdout == f"{chosen or 1}\n", done.stderr


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as stop:
        command.main(["--version"])
    assert stop.value.code == 0 and re.fullmatch(r"tformer [\d.]+\n", capsys.readouterr().out)


def test_help_is_quick_and_needs_no_torch(tmp_path):
    (tmp_path / "torch.py").write_text("raise ImportError('torch was imported')")
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run([sys.executable, "-m", "tformer", "train", "--help"], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": paths})  # fmt: skip
    assert done.returncode == 0 and "--resume" in done.stdout, done.stderr
