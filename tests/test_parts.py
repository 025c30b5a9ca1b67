"""assets/parts.json, from which lesson 18 reads, is what its recipe says."""

import json
from itertools import pairwise

from assets.recipes.parts import LADDER, OUT, SIZES, learn, settings, work
from tformer.data.corpora import PROSE
from tformer.data.files import sha256
from tformer.language_model import LanguageModel, LanguageModelConfig


def test_every_run_of_the_recipe_stands_in_the_file():
    told = json.loads(OUT.read_text(encoding="utf-8"))
    assert set(told["runs"]) == set(work()) and told["ladder"] == list(LADDER)
    assert told["prose"] == sha256(PROSE)
    ends = [run["curve"][-1] for run in told["runs"].values() if "curve" in run]
    assert all(update == told["updates"] and 1 < loss < 5 for update, loss, _ in ends)
    assert len(told["runs"]["size, 16, 0"]["curve"]) == 10 and 16 in SIZES


def test_each_step_of_the_ladder_changes_what_it_names():
    blocks = settings()
    for before, name in pairwise(LADDER):
        changed = {k for k, v in blocks[name].items() if blocks[before].get(k) != v}
        assert changed == set(LADDER[name])
    # The gate costs no parameters: three matrices of two thirds of the width.
    sizes = dict(d_model=48, num_heads=4, num_layers=2, context_length=32)
    counts = {}
    for name, block in blocks.items():
        model = LanguageModel(LanguageModelConfig(50, **sizes, **block))
        counts[name] = sum(p.numel() for p in model.parameters())
    assert counts["SwiGLU"] == counts["no biases"] == counts["ReLU squared"]


def test_a_run_can_be_made_again(monkeypatch):
    monkeypatch.setattr("assets.recipes.parts.UPDATES", 2)
    block = settings()["SwiGLU"]
    first, again = (learn(16, 1, 0.01, 0, 1, **block) for _ in range(2))
    assert [p[:2] for p in first["curve"]] == [p[:2] for p in again["curve"]]
    assert [update for update, *_ in first["curve"]] == [1, 2]
