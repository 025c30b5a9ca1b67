import pytest
import torch

from tformer.ablation import ablate
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.probes import capture
from tformer.transformer import Transformer, TransformerConfig

SRC, TGT = torch.tensor([[3, 4, 5, 6]]), torch.tensor([[1, 7, 8]])


@pytest.fixture(params=[False, True], ids=["post-norm", "pre-norm"])
def model(request):
    torch.manual_seed(0)
    sizes = dict(d_model=16, num_heads=4, num_layers=2, d_ff=32, context_length=16)
    return Transformer(TransformerConfig(9, 9, norm_first=request.param, **sizes)).eval()


@torch.no_grad()
def test_a_head_that_is_off_has_no_weights_and_the_others_keep_theirs(model):
    with capture(model) as whole:
        before = model(SRC, TGT)
    with ablate(model, heads={"decoder.0.cross_attention": [1, 3]}), capture(model) as seen:
        after = model(SRC, TGT)
    weights = seen["decoder.0.cross_attention.weights"]
    assert (weights[:, [1, 3]] == 0).all()
    assert torch.equal(weights[:, [0, 2]], whole["decoder.0.cross_attention.weights"][:, [0, 2]])
    mixed = seen["decoder.0.cross_attention.mixed"]
    assert (mixed[:, [1, 3]] == 0).all() and (mixed[:, [0, 2]] != 0).any()
    assert not torch.allclose(before, after, atol=1e-4)
    assert torch.equal(model(SRC, TGT), model(SRC, TGT))
    torch.testing.assert_close(model(SRC, TGT), before)


@torch.no_grad()
def test_a_layer_that_is_off_passes_on_what_it_was_given(model):
    with ablate(model, layers=["encoder.0", "decoder.1"]), capture(model) as seen:
        model(SRC, TGT)
    assert torch.equal(seen["encoder.0"], seen["src_embedding.placed"])
    assert torch.equal(seen["decoder.1"], seen["decoder.0"])
    assert not torch.equal(seen["encoder.1"], seen["encoder.0"])


@torch.no_grad()
def test_a_sublayer_that_is_off_adds_nothing(model):
    off = model.decoder[0]
    x, memory = model.tgt_embedding.tokens(TGT), model.encode(SRC)
    with ablate(model, sublayers=["decoder.0.cross_attention", "decoder.0.ffn"]):
        assert torch.equal(off(x, memory), off(x, memory.flip(2)))  # nobody reads the memory
        with capture(model) as seen:
            off(x, memory)
        assert (seen["decoder.0.ffn"] == 0).all() and seen["decoder.0.self_attention"].any()
    assert not torch.allclose(off(x, memory), off(x, memory.flip(2)), atol=1e-3)


@torch.no_grad()
def test_without_positions_the_encoder_cannot_tell_one_order_from_another(model):
    turned = SRC.flip(1)
    with ablate(model, positions=["src_embedding"]):
        torch.testing.assert_close(model.encode(SRC).flip(1), model.encode(turned))
    assert not torch.allclose(model.encode(SRC).flip(1), model.encode(turned), atol=1e-2)


@torch.no_grad()
def test_cached_decoding_loses_the_same_parts(model):
    parts = dict(heads={"decoder.1.self_attention": [0]}, layers=["decoder.0"],
                 positions=["tgt_embedding"])  # fmt: skip
    with ablate(model, **parts):
        step = model.start(SRC)
        steps = [step(TGT[:, : t + 1]) for t in range(TGT.shape[1])]
        torch.testing.assert_close(torch.stack(steps, 1), model(SRC, TGT))


@torch.no_grad()
def test_an_error_in_the_block_leaves_the_model_whole(model):
    before = model(SRC, TGT)
    with pytest.raises(RuntimeError), ablate(model, layers=["encoder.1"]):
        raise RuntimeError
    assert torch.equal(model(SRC, TGT), before)


@pytest.mark.parametrize(
    "parts, error, says",
    [
        (dict(heads={"encoder.7.self_attention": [0]}), ValueError, "'encoder.0.self_attention'"),
        (dict(heads={"encoder.0.self_attention": [4]}), IndexError, "num_heads=4 allows 0 to 3"),
        (dict(heads={"encoder.0.self_attention": [0.7]}), TypeError, "heads=0.7 is float"),
        (dict(sublayers=["encoder.0.norm1"]), ValueError, "'encoder.1.ffn'"),
        (dict(layers=["encoder"]), ValueError, "'encoder.0', 'encoder.1', 'decoder.0'"),
        (dict(positions=["memory"]), ValueError, "'src_embedding', 'tgt_embedding'"),
    ],
)
def test_what_is_not_there_is_named_and_nothing_stays_switched_off(model, parts, error, says):
    before = model(SRC, TGT)
    with pytest.raises(error, match=says), ablate(model, **parts):
        pass
    torch.testing.assert_close(model(SRC, TGT), before)


def test_positions_that_are_not_added_cannot_be_switched_off():
    model = LanguageModel(LanguageModelConfig(9, d_model=8, num_heads=2, num_layers=1,
                                              positions="rotary"))  # fmt: skip
    with pytest.raises(ValueError, match="adds none"), ablate(model, positions=["embedding"]):
        pass
