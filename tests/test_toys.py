"""The one-layer model of lesson 07, and the runs that ship with it."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from tformer.course.toys import OneLayerModel
from tformer.data.tasks import neighbours

ASSETS = Path(__file__).parent.parent / "assets"
REPORT = json.loads((ASSETS / "neighbours.json").read_text())
WEIGHTS = load_file(ASSETS / "neighbours.safetensors")


@pytest.mark.parametrize("run", REPORT["runs"], ids=lambda run: run["name"])
def test_shipped_weights_reach_the_shipped_accuracy(run):
    model = OneLayerModel(**REPORT["model"], num_heads=run["num_heads"], d_ff=run["d_ff"])
    start = run["name"] + "."
    model.load_state_dict(
        {key.removeprefix(start): w for key, w in WEIGHTS.items() if key.startswith(start)}
    )
    task = neighbours(2000, 12, 10, torch.Generator().manual_seed(9))
    with torch.no_grad():
        right = (model(task.tokens).argmax(-1) == task.targets).double().mean().item()
    assert right == pytest.approx(run["accuracy"], abs=1e-3)
    assert sum(p.numel() for p in model.parameters()) == run["parameters"]


def test_heads_cost_no_parameters():
    counts = {run["parameters"] for run in REPORT["runs"] if run["d_ff"] is None}
    assert counts == {5588}


def test_bad_sizes_and_ids_are_named():
    with pytest.raises(ValueError, match="num_answers=0"):
        OneLayerModel(10, 12, num_answers=0)
    with pytest.raises(ValueError, match="d_model=32 is not divisible by num_heads=3"):
        OneLayerModel(10, 12, num_heads=3)
    with pytest.raises(IndexError, match="10"):
        OneLayerModel(10, 12)(torch.full((1, 3), 10))
