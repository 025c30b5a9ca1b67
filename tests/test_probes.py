import pytest
import torch
from torch import nn

from tformer.attention import scaled_dot_product_attention
from tformer.masks import causal_mask
from tformer.probes import leak

X = torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(0))
IDS = torch.tensor([[3, 1, 2, 1, 5], [5, 5, 3, 2, 1]])


def attend(mask):
    return lambda x: scaled_dot_product_attention(x, x, x, mask)[0]


def test_a_causal_mask_leaks_nothing_to_the_left():
    moved = leak(attend(causal_mask(5)), X)
    assert (moved.tril(-1) == 0).all() and (moved.triu().diagonal() > 0).all()
    assert (moved[causal_mask(5).T] > 0).all()


@pytest.mark.parametrize("mask", [None, causal_mask(5).T, ~causal_mask(5)])
def test_no_mask_or_the_wrong_one_is_seen(mask):
    assert (leak(attend(mask), X).tril(-1) > 0).any()


def test_ids_are_exchanged_one_at_a_time():
    table = nn.Embedding(6, 4)
    moved = leak(table, IDS)
    assert torch.equal(moved > 0, torch.eye(5, dtype=torch.bool))
    assert (
        leak(lambda ids: ids.float(), torch.zeros(1, 3, dtype=torch.long)).diagonal() == 1
    ).all()


def test_a_leak_is_not_simulated_by_dropout_nor_hidden_by_a_norm():
    model = nn.Sequential(nn.LayerNorm(8), nn.Dropout(0.5)).train()
    before = torch.get_rng_state()
    moved = leak(model, X)
    assert torch.equal(before, torch.get_rng_state())
    assert torch.equal(moved > 0, torch.eye(5, dtype=torch.bool))


def test_inputs_are_left_alone():
    x = X.clone()
    leak(attend(None), x)
    assert torch.equal(x, X)


@pytest.mark.parametrize(
    "call, says",
    [
        (lambda: leak(attend(None), X[0, 0]), r"tokens is \(8,\)"),
        (lambda: leak(attend(None), X[:, :0]), r"tokens is \(2, 0, 8\)"),
        (lambda: leak(attend(None), X[0]), "third axis"),
        (lambda: leak(lambda x: x.mean(1), X), r"model gave \(2, 8\)"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
