import pytest
import torch
from torch import nn

from tformer.attention import MultiHeadAttention, scaled_dot_product_attention
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.layers import EncoderLayer
from tformer.losses import cross_entropy
from tformer.masks import causal_mask
from tformer.probes import capture, gradient_norms, leak, padding_leak, shape_ledger
from tformer.transformer import Transformer, TransformerConfig

X = torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(0))
IDS = torch.tensor([[3, 1, 2, 1, 5], [5, 5, 3, 2, 1]])


def attend(mask):
    return lambda x: scaled_dot_product_attention(x, x, x, mask)[0]


def test_the_table_of_a_causal_model_looks_like_the_causal_mask():
    moved = leak(attend(causal_mask(5)), X)
    assert torch.equal(moved > 0, causal_mask(5))  # rows receive, columns were changed


@pytest.mark.parametrize("mask", [None, causal_mask(5).T, ~causal_mask(5)])
def test_no_mask_or_the_wrong_one_is_seen(mask):
    assert (leak(attend(mask), X).triu(1) > 0).any()


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
        (lambda: leak(attend(None), X[0, 0]), r"of shape \(8,\)"),
        (lambda: leak(attend(None), X[:, :0]), r"of shape \(2, 0, 8\)"),
        (lambda: leak(attend(None), X[0]), r"of shape \(5, 8\); give whole ids"),
        (lambda: leak(lambda x: x.mean(1), X), r"model gave \(2, 8\)"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def models():
    torch.manual_seed(0)
    sizes = {"d_model": 16, "num_heads": 4, "num_layers": 2, "d_ff": 32, "context_length": 8}
    model = Transformer(TransformerConfig(9, 9, **sizes))
    lm = LanguageModel(LanguageModelConfig.preset("gpt2", vocab_size=9, **sizes))
    return (model.eval(), (IDS, IDS[:, :3])), (lm.eval(), (IDS,))


def test_capture_names_every_weight_matrix_and_detaches():
    (model, inputs), _ = models()
    with capture(model) as seen:
        out = model(*inputs)
    weights = {name: tuple(x.shape) for name, x in seen.items() if name.endswith("weights")}
    assert weights == {
        **{f"encoder.{i}.self_attention.weights": (2, 4, 5, 5) for i in range(2)},
        **{f"decoder.{i}.self_attention.weights": (2, 4, 3, 3) for i in range(2)},
        **{f"decoder.{i}.cross_attention.weights": (2, 4, 3, 5) for i in range(2)},
    }
    assert torch.equal(seen[""], out) and not any(x.requires_grad for x in seen.values())
    assert not any(module._forward_hooks for module in model.modules())


def test_capture_lets_go_when_the_block_fails():
    (model, _), _ = models()
    with pytest.raises(RuntimeError), capture(model):
        raise RuntimeError
    assert not any(module._forward_hooks for module in model.modules())


def test_a_hook_on_the_weights_can_switch_a_head_off():
    attention = MultiHeadAttention(8, 2).eval()
    keep = torch.tensor([True, False])[:, None, None]
    hook = attention.weights.register_forward_hook(lambda _, __, weights: weights * keep)
    with capture(attention) as seen:
        without = attention(X)
    hook.remove()
    assert (seen["mixed"][:, 1] == 0).all() and (seen["mixed"][:, 0] != 0).any()
    assert not torch.allclose(without, attention(X))


def test_ledger_goes_from_ids_to_logits():
    (model, inputs), (lm, lm_inputs) = models()
    ledger = shape_ledger(model, *inputs)
    assert ledger[0][:3] == ("src", "input", (2, 5)) and ledger[1][:3] == ("tgt", "input", (2, 3))
    assert ledger[-1].shape == (2, 3, 9) and "logits" in ledger[-1].meaning
    rows = {entry.name: entry for entry in ledger}
    assert rows["decoder.0.cross_attention.weights"].shape == (2, 4, 3, 5)
    assert rows["encoder.1.ffn.down_proj (input)"].shape == (2, 5, 32)
    assert rows["decoder.0.self_attention.allowed"].shape == (3, 3)
    assert all(entry.op and entry.meaning for entry in ledger)
    names = [entry.name for entry in ledger]
    assert names.index("encoder.1.norm2") < names.index("decoder.0.self_attention.q_proj")
    short = shape_ledger(lm, *lm_inputs)
    assert short[-1].shape == (2, 5, 9) and len(short) < len(ledger)
    assert all(entry.op and entry.meaning for entry in short)
    in_training = shape_ledger(lm.train(), *lm_inputs)
    assert any(entry.op == "drop out" for entry in in_training)


def test_padding_leak_sees_a_model_that_does_not_mask():
    (model, _), _ = models()
    src = torch.tensor([[3, 1, 2, 0, 0], [5, 5, 3, 2, 1]])
    assert padding_leak(model.encode, src, 0).max() < 1e-5
    blind = nn.Sequential(model.src_embedding.tokens, EncoderLayer(16, 4, 32))
    moved = padding_leak(blind, src, 0)
    assert (moved[src != 0] > 1e-4).all() and (moved[src == 0] == 0).all()


def test_gradient_norms():
    (model, inputs), _ = models()
    with pytest.raises(ValueError, match=r"backward\(\) first"):
        gradient_norms(model)
    cross_entropy(model(*inputs), IDS[:, :3]).backward()
    norms = gradient_norms(model)
    assert list(norms) == [name for name, _ in model.named_parameters()]
    weight = model.encoder[0].ffn.up_proj.weight
    assert norms["encoder.0.ffn.up_proj.weight"] == weight.grad.norm().item() > 0
    model.src_embedding.tokens.weight.grad = None
    assert gradient_norms(model)["src_embedding.tokens.weight"] == 0
