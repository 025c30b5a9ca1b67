"""The models that ship: what their figures say is true of the files that lie beside them."""

import csv
import json
from pathlib import Path

import pytest
import torch

from tformer.checkpoints import load_model
from tformer.data import corpora
from tformer.data.corpora import PROSE
from tformer.data.files import sha256
from tformer.tokenizer import Tokenizer
from tformer.training import evaluate
from tformer.training.jobs import bare, language_job
from tformer.training.recipes import WITH_PHRASES, load_recipe
from tformer.translation import Translator

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


@pytest.mark.parametrize("name", ["translator", "character"])
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
    groups = [told["German in another order"], silent, *told["positions begin at"].values()]
    every = [*told["shuffles"], *(cost for group in groups for cost in group.values())]
    assert all(low <= cost <= high for cost, low, high in every) and len(every) == 33


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


def test_the_readme_says_what_was_measured():
    readme = " ".join((ASSETS.parent / "README.md").read_text(encoding="utf-8").split())
    for name, claims in {
        "translator": (
            ("BLEU {:.1f}", "validation BLEU (13a, lower-cased)"),
            ("perplexity per word {:.1f}", "validation perplexity per word"),
        ),
        "character": (("{:.2f} bits per byte", "validation bits per byte"),),
    }.items():
        told = report(name)
        assert f"{told['bytes'] / 1e6:.1f} MB" in readme
        for words, figure in claims:
            assert words.format(told["figures"][figure]) in readme
