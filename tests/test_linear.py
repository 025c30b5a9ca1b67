"""nn.Linear's numbers for any number of rows, and errors that name the width."""

from copy import deepcopy
from functools import partial

import pytest
import torch
from torch.nn import functional as F
from torch.nn.utils.parametrizations import weight_norm
from torch.nn.utils.prune import l1_unstructured

from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.linear import Linear


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("out", [64, 30])
@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 1), (3, 4), (16,), (17,), (0,), ()])
def test_equal_to_torchs_for_any_number_of_rows(shape, out, bias):
    torch.manual_seed(0)
    layer, x = Linear(24, out, bias=bias), torch.randn(*shape, 24)
    with torch.no_grad():
        y = layer(x)
        assert y.shape == (*shape, out) and y.is_contiguous()
        assert torch.allclose(y, F.linear(x, layer.weight, layer.bias), atol=1e-6)
        if len(shape) == 2:  # an input whose numbers do not lie side by side
            strided = x.transpose(0, 1)
            assert torch.allclose(layer(strided), y.transpose(0, 1), atol=1e-6)


@torch.no_grad()
def test_another_width_is_refused():
    for x in (torch.zeros(2, 8), torch.zeros(2, 32)):
        with pytest.raises(ValueError, match=r"x has shape .* its last axis must be 16 wide"):
            Linear(16, 16)(x)


@torch.no_grad()
def test_the_short_way_calls_hooks_and_finds_a_weight_that_is_made_from_others():
    layer, x, seen = Linear(4, 3), torch.randn(2, 4), []
    expected = layer(x)
    for hook in (layer.register_forward_pre_hook, layer.register_forward_hook):
        handle = hook(lambda *what: seen.append(what))
        assert layer(x).equal(expected)
        handle.remove()
    assert [len(what) for what in seen] == [2, 3]
    for change in (weight_norm, partial(l1_unstructured, name="weight", amount=0.5)):
        changed = change(deepcopy(layer))
        assert torch.allclose(changed(x), F.linear(x, changed.weight, layer.bias))
    assert (changed.weight == 0).sum() == 6


@torch.no_grad()
def test_under_autocast_the_lower_precision_is_kept():
    with torch.autocast("cpu", torch.bfloat16):
        assert Linear(16, 16)(torch.randn(1, 16)).dtype == torch.bfloat16


@torch.no_grad()
def test_a_cached_step_is_the_row_of_the_whole_call():
    torch.manual_seed(0)
    sizes = dict(vocab_size=40, d_model=32, num_heads=4, num_layers=2, context_length=32)
    model, ids = LanguageModel(LanguageModelConfig(**sizes)).eval(), torch.randint(40, (2, 30))
    step, whole = model.start(), model(ids)  # 60 rows at once
    for t in range(1, 31):
        assert torch.allclose(step(ids[:, :t]), whole[:, t - 1], atol=1e-6)
