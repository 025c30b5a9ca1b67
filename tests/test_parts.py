"""assets/parts.json, from which lesson 18 reads, is what its recipe says."""

import json
from itertools import pairwise

from assets.recipes.parts import LADDER, OUT, SIZES, learn, settings, work
from tformer._support.files import sha256
from tformer.data.corpora import PROSE
from tformer.language_model import LanguageModel, LanguageModelConfig


def test_every_run_of_the_recipe_stands_in_the_file():
    told = json.loads(OUT.read_text(encoding="utf-8"))
    assert set(told["runs"]) == set(work(told["seconds an update"]))
    assert told["ladder"] == list(LADDER) and set(told["seconds an update"]) == set(map(str, SIZES))
    assert told["prose"] == sha256(PROSE)
    ends = [run for run in told["runs"].values() if "loss" in run]
    assert len(ends) > 150 and all(run["updates"] > 0 and 1 < run["loss"] < 5 for run in ends)


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


def test_a_run_can_be_made_again():
    block = settings()["SwiGLU"]
    first, again = (learn(16, 1, 0.01, 0, 2, **block) for _ in range(2))
    assert first == again and first["updates"] == 2 and 1 < first["loss"] < 5
