"""The models that ship: what their figures say is true of the files that lie beside them."""

import csv
import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from assets.recipes import warmup
from tformer._support.files import sha256
from tformer._support.folding import composed
from tformer.checkpoints import fill, load_model
from tformer.course.course_map import NEEDED, exercises
from tformer.data import corpora, tasks
from tformer.data.corpora import PROSE
from tformer.metrics import perplexity_from_sums
from tformer.tokenizer import Tokenizer
from tformer.training import evaluate
from tformer.training.evaluation import alignment_shares, exact_match
from tformer.training.jobs import bare, language_job
from tformer.training.recipes import WITH_PHRASES, load_recipe
from tformer.transformer import Transformer, TransformerConfig
from tformer.translator import Translator

ASSETS = Path(__file__).parents[1] / "assets"
# Captions of our own: none is in Multi30k.
CAPTIONS = {
    "Ein Hund läuft durch den Schnee.": "A dog runs through the snow.",
    "Zwei Kinder spielen im Sand.": "Two children are playing in the sand.",
    "Ein Mann fährt Fahrrad.": "A man is riding a bicycle.",
    "Eine Frau sitzt auf einer Bank.": "A woman sits on a bench.",
}


def report(name: str) -> dict:
    return json.loads((ASSETS / f"{name}.json").read_text())


@pytest.mark.parametrize(
    "name", ["translator", "translator_unsmoothed", "translator_en_de", "character"]
)
def test_figures_curve_and_recipe_belong_to_the_file(name):
    told, path = report(name), ASSETS / f"{name}.safetensors"
    with open(ASSETS / f"{name}_curve.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    model, _ = load_model(path)
    assert told["recipe"] == load_recipe(name)
    assert told["bytes"] == path.stat().st_size < 12e6
    assert told["parameters"] == sum(p.numel() for p in model.parameters())
    assert told["updates"] == int(rows[-1]["update"])
    best = min(float(row["validation"]) for row in rows if row["validation"])
    # Measured again in the end, on the same weights.
    plain = told["figures"]["validation loss per token (nats)"]
    assert told["figures"].get(WITH_PHRASES, plain) == pytest.approx(best, abs=1e-3)


def test_all_assets_together_are_small():
    assert sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()) < 25e6


def test_the_translator_translates():
    said = Translator.load(ASSETS / "translator.safetensors").translate(list(CAPTIONS))
    right = [s == wanted for s, wanted in zip(said, CAPTIONS.values(), strict=True)]
    assert sum(right) >= 3, said


def test_its_twin_translates_into_german():
    twin = Translator.load(ASSETS / "translator_en_de.safetensors")
    said = twin.translate(["I have a dog.", "A woman sits on a bench.", "Where is the station?"])
    assert said[:2] == ["Ich habe einen Hund.", "Eine Frau sitzt auf einer Bank."], said
    both = [ASSETS / f"translator{name}.safetensors" for name in ("", "_en_de")]
    assert sum(path.stat().st_size for path in both) < 12e6


def test_the_translator_knows_everyday_sentences():
    exam = corpora.everyday()
    said = Translator.load(ASSETS / "translator.safetensors").translate([s for s, _ in exam])
    right = [bare(s) in map(bare, known) for s, (_, known) in zip(said, exam, strict=True)]
    assert sum(right) >= 60, [s for s, good in zip(said, right, strict=True) if not good]


def test_the_character_model_has_the_loss_it_claims_on_the_prose():
    told = report("character")
    assert told["data (SHA-256)"] == {PROSE.name: sha256(PROSE)}
    model, extra = load_model(ASSETS / "character.safetensors")
    job = language_job(load_recipe("character"), None, 0, None)
    assert Tokenizer.from_state(extra["tokenizer"]).state() == job.tokenizer.state()
    with torch.no_grad():
        loss = evaluate(model, job.held_out)
    claimed = told["figures"]["validation loss per token (nats)"]
    assert loss == pytest.approx(claimed, abs=2e-3)  # stored as float16


def test_the_costs_of_another_order_belong_to_the_translator():
    """Said on its validation captions, in lesson 04: `python assets/recipes/order.py DATA`."""
    told, figures = report("order"), report("translator")["figures"]
    assert told["translator.safetensors (SHA-256)"] == sha256(ASSETS / "translator.safetensors")
    assert told["loss"] == pytest.approx(figures["validation loss per token (nats)"], abs=2e-3)
    assert told["German in another order"]["as written"] == [0, 0, 0]
    # Without positions the encoder sees a bag: shuffling it costs nothing more.
    silent = told["without positions"]
    assert silent["encoder, shuffled too"] == pytest.approx(silent["encoder"], abs=1e-3)
    # The decoder's cost at 10 is not one of new places: the encoder, told the same, cancels it.
    starts = told["positions begin at"]
    alone = starts["encoder"]["10"][1] + starts["decoder"]["10"][1]
    assert starts["encoder and decoder"]["10"][2] < alone
    hands = told["16 fast hands of the encoder and the slow ones begin at"]
    groups = [told["German in another order"], silent, *starts.values(), hands]
    every = [*told["shuffles"], *(cost for group in groups for cost in group.values())]
    assert all(low <= cost <= high for cost, low, high in every) and len(every) == 44


def test_what_beams_find_belongs_to_the_translator():
    """Told in lesson 14: `python assets/recipes/beams.py DATA`."""
    told = report("beams")
    assert told["translator.safetensors (SHA-256)"] == sha256(ASSETS / "translator.safetensors")
    assert told["captions"] == len(told["reference minus greedy"]) >= 500
    searches, shares = told["searches"], told["shares"]
    figures = [search[key] for search in searches.values() for key in list(search)[:3]]
    every = [*figures, *told["reference"].values(), *shares.values()]
    assert all(low <= value <= high for value, low, high in every) and len(every) == 22
    # Wider beams find likelier sentences; penalty 1 is how the translator was rated.
    plain = [searches[name] for name in ("greedy", "beam 5", "beam 20", "beam 60")]
    mean = [search["log-probability"][0] for search in plain]
    assert mean == sorted(mean) and mean[0] > told["reference"]["log-probability"][0]
    found = 1 - sum(gap >= 0 for gap in told["reference minus greedy"]) / told["captions"]
    assert found == pytest.approx(shares["reference less probable than greedy"][0], abs=0.02)
    rated = report("translator")["figures"]["validation BLEU (13a, lower-cased)"]
    assert searches["beam 5, penalty 1"]["BLEU"][0] == pytest.approx(rated, abs=3)


def test_the_scores_belong_to_the_translator():
    """Said on its validation captions, in lesson 16: `python assets/recipes/scores.py DATA`."""
    told, figures = report("scores"), report("translator")["figures"]
    assert told["translator.safetensors (SHA-256)"] == sha256(ASSETS / "translator.safetensors")
    captions = told["nats, tokens, words, bytes, own nats, own tokens"]
    nats, tokens, words, size, *_ = map(sum, zip(*captions, strict=True))
    loss = figures["validation loss per token (nats)"]
    assert nats / tokens == pytest.approx(loss, abs=2e-3) and size > words
    per_word = figures["validation perplexity per word"]
    assert perplexity_from_sums(nats, words) == pytest.approx(per_word, rel=2e-3)
    cuts = told["tokenisations"]
    assert all(low < score < high for score, low, high in cuts.values()) and len(cuts) == 6
    # float16 in the file: a beam may choose another word here and there
    bleu = figures["validation BLEU (13a, lower-cased)"]
    assert cuts["mteval-13a, lower case"][0] == pytest.approx(bleu, abs=0.3)
    for rows in told["matches 1-4, length, reference length"].values():
        assert len(rows) == told["captions"] == len(captions) == 1014
        assert all(m1 >= m2 >= m3 >= m4 and c >= m1 <= r for m1, m2, m3, m4, c, r in rows)


def test_what_smoothing_did_belongs_to_both_translators():
    """Said on the validation captions, in lesson 13: `python assets/recipes/smoothing.py DATA`."""
    told, files = report("smoothing"), {"smoothed": "translator", "plain": "translator_unsmoothed"}
    for name, file in files.items():
        figures, of = report(file)["figures"], {k: v[name] for k, v in told["compared"].items()}
        assert told[f"{file}.safetensors (SHA-256)"] == sha256(ASSETS / f"{file}.safetensors")
        loss = figures["validation loss per token (nats)"]
        assert of["loss"][0] == pytest.approx(loss, abs=2e-3) and of["smoothed loss"][0] > loss
        bleu = figures["validation BLEU (13a, lower-cased)"]
        assert of["BLEU, beam 5"][0] == pytest.approx(bleu, abs=0.3)
        classes = told[name]["tokens, mean confidence, accuracy of each tenth, by temperature"]
        for rows in classes.values():
            counts, sure, right = zip(*rows, strict=True)
            assert sum(counts) == told["tokens"]
            mean = sum(c * r for c, r in zip(counts, right, strict=True)) / told["tokens"]
            assert mean == pytest.approx(of["accuracy"][0], abs=1e-3)
            assert all(n / 10 - 1e-3 <= s <= n / 10 + 0.101 for n, s in enumerate(sure) if s)
        assert sum(told[name]["tokens of each fiftieth of confidence"]) == told["tokens"]
    for figure in told["compared"].values():
        value, low, high = figure["difference"]
        assert low <= value <= high
        assert value == pytest.approx(figure["smoothed"][0] - figure["plain"][0], abs=2e-5)
    learnt = [report(file) for file in files.values()]  # but for one number the same run
    assert learnt[0]["began with (SHA-256)"] == learnt[1]["began with (SHA-256)"]
    settings = [one["recipe"]["training"].pop("label_smoothing") for one in learnt]
    assert settings == [told["epsilon"], 0]
    assert learnt[0]["recipe"] == learnt[1]["recipe"]


def test_the_costs_of_heads_belong_to_the_translator():
    """Said on 500 validation captions, in lesson 17: `python assets/recipes/heads.py DATA`."""
    told, figures = report("heads"), report("translator")["figures"]
    assert told["translator.safetensors (SHA-256)"] == sha256(ASSETS / "translator.safetensors")
    # A sample of the captions: near the loss of all.
    assert told["loss"] == pytest.approx(figures["validation loss per token (nats)"], abs=0.1)
    single, four = told["one head off"], told["all four of a layer off"]
    every = [cost for layers in single.values() for costs in layers for cost in costs]
    assert len(every) == 48 and all(len(layers) == 4 for layers in four.values())
    every += [cost for layers in four.values() for cost in layers]
    for of_a_layer in told["two or three of a layer's cross-attention off"]:
        assert len(of_a_layer) == 6 + 4
        every += of_a_layer.values()
    every += [told["all cross-attention off"], told["another caption's memory"]]
    assert all(low <= cost <= high for cost, low, high in every)
    for layers in told["looks"].values():
        looks = torch.tensor(layers)
        assert (
            looks.shape == (4, 4, len(told["looks are"])) and 0 <= looks.min() <= looks.max() <= 1
        )


def test_the_models_of_the_dates_are_those_of_their_figures():
    """Said in lesson 17: `python assets/recipes/dates.py`."""
    told, weights = report("dates"), load_file(ASSETS / "dates.safetensors")
    assert told["recipe"] == load_recipe("dates") and len(told["runs"]) == 3
    model = Transformer(TransformerConfig(**told["model"])).eval()
    exam = tasks.dates(1000, torch.Generator().manual_seed(9), held_out=True)
    for run in told["runs"]:
        start = f"{run['seed']}."
        own = {k.removeprefix(start): x for k, x in weights.items() if k.startswith(start)}
        fill(model, own, ASSETS / "dates.safetensors")
        exact, share = exact_match(model, exam), alignment_shares(model, exam).item()
        assert exact == pytest.approx(run["exact match"], abs=2e-3) and exact > 0.99
        assert share == pytest.approx(run["looks at a symbol that tells"], abs=2e-3)
    assert (ASSETS / "dates.safetensors").stat().st_size < 2e6


def test_the_numbers_of_lesson_12_are_what_its_recipe_writes():
    """`python assets/recipes/warmup.py`: every setting once, the curves whole."""
    told, seeds = report("warmup"), warmup.SEEDS
    assert (ASSETS / "warmup.json").read_text(encoding="utf-8") == warmup.text(told)
    done = [tuple(list(run.values())[:-1]) for run in told["map"]["runs"]]
    assert done == list(product((False, True), warmup.RATES, warmup.WARMUPS, seeds))
    done = [tuple(list(run.values())[:-1]) for run in told["race"]["runs"]]
    assert done == list(product(warmup.OPTIMIZERS, warmup.PEAKS, seeds))
    for part, recipe in (("map", warmup.STEPS), ("race", warmup.RACE)):
        points = recipe.updates // told[part]["every"]
        assert told[part]["updates"] == recipe.updates
        assert all(len(run["losses"]) == points for run in told[part]["runs"])
    assert all(len(own) == 5 and min(own) > 0 for own in told["race"]["milliseconds"].values())
    ideas = told["ideas"]
    assert list(ideas["ends"]) == ["as it was", *warmup.IDEAS]
    assert all(len(ends) == len(seeds) for ends in ideas["ends"].values())
    assert ideas["peak"] == warmup.best_peak(told["race"], "adamw")


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_map_of_lesson_12_begins_again_as_it_is_stored(norm_first, monkeypatch):
    monkeypatch.setattr(warmup, "STEPS", replace(warmup.STEPS, updates=10))
    wanted = {"norm_first": norm_first, "peak": 1e-3, "warmup": 1, "seed": 0}
    stored = [r["losses"] for r in report("warmup")["map"]["runs"] if r.items() >= wanted.items()]
    assert warmup.survey(*wanted.values()) == pytest.approx(stored[0][:2], abs=5e-3)


def test_the_times_of_the_layers_are_whole_and_say_where_they_were_taken():
    """Of lesson 19: `python assets/recipes/cost.py`. No test of speed: machines differ."""
    told = report("cost")
    assert all(told[key] for key in ("command", "machine", "torch", "python", "clock"))
    assert len(told["forward"]) == 7 and told["lengths"] == [64 * 2**i for i in range(7)]
    for rows in told["forward"].values():
        assert [len(row) for row in rows] == [15] * 7 and min(map(min, rows)) > 0
    parts = ("projections", "scores", "softmax", "mix")
    assert {name.split()[-1] for name in told["parts"]} == set(parts)
    assert len(told["parts"]) == 2 * 4 * 4 and len(told["forward and backward"]) == 2 * 5


def test_the_notice_says_of_every_model_what_it_learnt_from():
    root = ASSETS.parent
    notice = (root / "NOTICE").read_text(encoding="utf-8")
    for path in ASSETS.glob("*.safetensors"):
        told = report(path.stem).get("data (SHA-256)", {})
        source = re.search(r"\n +(.*)", notice[notice.index(path.name) :])[1]  # the line below
        wanted = "Multi30k" if "train.de.gz" in told else "own words" if told else "tasks.py"
        assert wanted in source, path.name
    texts = (root / "LICENSE-TEXTS").read_text(encoding="utf-8")
    assert "CC BY 4.0" in texts and "weights" in texts
    assert (root / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")


@pytest.mark.parametrize("name", ["translator", "translator_en_de", "character"])
def test_the_tokens_that_ship_are_of_composed_letters(name):
    """... as the tokenizers make all text: a token with its dots apart would never be met."""
    tok = Tokenizer.from_state(load_model(ASSETS / f"{name}.safetensors")[1]["tokenizer"])
    tokens = [tok.token_bytes(i).decode(errors="ignore") for i in range(tok.vocab_size)]
    assert not "".join(tokens).isascii() and tokens == [composed(token) for token in tokens]


def test_the_readme_says_what_was_measured():
    readme = " ".join((ASSETS.parent / "README.md").read_text(encoding="utf-8").split())
    for name, claims in {
        "translator": (
            ("BLEU {:.1f}", "validation BLEU (13a, lower-cased)"),
            ("perplexity per word {:.1f}", "validation perplexity per word"),
        ),
        "translator_unsmoothed": (
            ("| BLEU {:.1f}", "validation BLEU (13a, lower-cased)"),
            ("perplexity per word {:.1f}", "validation perplexity per word"),
        ),
        "translator_en_de": (
            ("BLEU {:.1f}", "validation BLEU (13a, lower-cased)"),
            ("perplexity per word {:.1f}", "validation perplexity per word"),
        ),
        "character": (("{:.2f} bits per byte", "validation bits per byte"),),
    }.items():
        told = report(name)
        assert f"{told['bytes'] / 1e6:.1f} MB" in readme
        for words, figure in claims:
            assert words.format(told["figures"][figure]) in readme


def test_what_doubt_is_worth_belongs_to_the_translator():
    """Said on the validation captions, in lesson 13: `python assets/recipes/doubt.py DATA`."""
    told = report("doubt")
    assert told["translator.safetensors (SHA-256)"] == sha256(ASSETS / "translator.safetensors")
    for way in ("read along", "written"):
        rows = told[f"{way}: words, mean probability, right of each tenth"]
        assert len(rows) == 10 and sum(n for n, _, _ in rows) > 10 * told["captions"]
        assert all(n / 10 <= sure <= n / 10 + 0.1 for n, (_, sure, _) in enumerate(rows))
        shares = [right / n for n, _, right in rows]
        assert shares == sorted(shares) and 0 < shares[0] < 0.2 < 0.8 < shares[-1] < 1


def test_every_part_has_prices_and_only_mistakes_that_are_listed_have_one():
    prices = report("price")["rows"]
    assert {*prices} == {*NEEDED}
    for name, rows in prices.items():
        assert rows.keys() <= {mistake.slug for mistake in exercises()[name].mistakes}
