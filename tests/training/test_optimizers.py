"""Muon steps along U V^T, as far as AdamW would, and each weight belongs to one optimizer."""

import pytest
import torch

from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.training import Recipe
from tformer.training.optimizers import make_optimizer
from tformer.transformer import Transformer, TransformerConfig

SIZES = dict(vocab_size=16, d_model=32, num_heads=2, num_layers=2, context_length=8)
HOW = {"lr": 0.01, "betas": (0.9, 0.98), "weight_decay": 0.1}


@pytest.mark.parametrize("kind", ["adamw", "muon"])
@pytest.mark.parametrize(
    "model",
    [
        LanguageModel(LanguageModelConfig(**SIZES)),
        LanguageModel(LanguageModelConfig(**SIZES, tie_weights=False, positions="rotary")),
        Transformer(TransformerConfig(9, 9, d_model=32, num_heads=2, num_layers=1, d_ff=64)),
    ],
    ids=["tied", "untied", "encoder-decoder"],
)
def test_each_weight_has_one_place_and_only_matrices_decay(model, kind):
    groups = make_optimizer(model, kind, **HOW).param_groups
    placed = [id(p) for group in groups for p in group["params"]]
    assert sorted(placed) == sorted(id(p) for p in model.parameters())
    for group in groups:
        assert {p.dim() > 1 for p in group["params"]} == {group["weight_decay"] > 0}
    if kind == "muon":
        muons = {id(p) for p in groups[0]["params"]}
        names = {name for name, p in model.named_parameters() if id(p) in muons}
        assert len(names) == len(muons) > 5
        assert all(name.endswith("proj.weight") for name in names)


def test_a_first_step_of_muon_goes_along_all_directions_alike():
    torch.manual_seed(0)
    model = LanguageModel(LanguageModelConfig(**SIZES))
    optimizer = make_optimizer(model, "muon", **HOW)
    weight = model.layers[0].ffn.up_proj.weight  # (128, 32)
    before = weight.detach() * (1 - HOW["lr"] * HOW["weight_decay"])
    for p in model.parameters():
        p.grad = torch.randn_like(p) * 1e-3
    u, s, vt = torch.linalg.svd(weight.grad, full_matrices=False)
    optimizer.step()
    step = before - weight.detach()
    assert s.max() / s.min() > 2.5  # the gradient itself prefers some directions
    along = (u.T @ step @ vt.T) / (HOW["lr"] * 0.2 * 128**0.5)
    assert along.diagonal().min() > 0.6 and along.diagonal().max() < 1.3
    assert (along - along.diagonal().diag()).abs().max() < 0.05
    assert step.square().mean().sqrt() == pytest.approx(0.2 * HOW["lr"], rel=0.2)


def test_an_unknown_optimizer_is_refused():
    with pytest.raises(ValueError, match="optimizer='sgd'"):
        Recipe(1, optimizer="sgd")
    with pytest.raises(ValueError, match="kind='sgd' is unknown"):
        make_optimizer(LanguageModel(LanguageModelConfig(**SIZES)), "sgd", **HOW)
