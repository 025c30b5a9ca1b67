import pytest
import torch

from tformer.embeddings import Embedding
from tformer.layers import DecoderLayer, EncoderLayer, FeedForward, make_norm

X = torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(0))
IDS = torch.tensor([[1, 2, 3]])


def test_norms_by_their_formulas():
    layer, rms = make_norm("layer", 8, eps=0.1), make_norm("rms", 8, eps=0.1)
    centred = X - X.mean(-1, keepdim=True)
    expected = centred / (centred.square().mean(-1, keepdim=True) + 0.1).sqrt()
    torch.testing.assert_close(layer(X), expected)
    torch.testing.assert_close(rms(X), X / (X.square().mean(-1, keepdim=True) + 0.1).sqrt())
    assert [len(list(norm.parameters())) for norm in (layer, rms)] == [2, 1]
    assert len(list(make_norm("layer", 8, bias=False).parameters())) == 1


@pytest.mark.parametrize("activation", ["relu", "relu2", "gelu", "gelu_tanh", "swiglu"])
def test_feed_forward_by_its_formula_one_position_at_a_time(activation):
    ffn = FeedForward(8, 12, activation=activation)
    up = X @ ffn.up_proj.weight.T + ffn.up_proj.bias
    if activation == "relu":
        hidden = up.clamp(min=0)
    elif activation == "relu2":
        hidden = up * up * (up > 0)
    elif activation == "gelu":
        hidden = up / 2 * (1 + torch.erf(up / 2**0.5))
    elif activation == "gelu_tanh":
        hidden = up / 2 * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (up + 0.044715 * up**3)))
    else:
        gate = X @ ffn.gate_proj.weight.T + ffn.gate_proj.bias
        hidden = gate * gate.sigmoid() * up
    expected = hidden @ ffn.down_proj.weight.T + ffn.down_proj.bias
    torch.testing.assert_close(ffn(X), expected)
    torch.testing.assert_close(ffn(X)[:, 2], ffn(X[:, 2:3])[:, 0])


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_two_orders(norm_first):
    layer = EncoderLayer(8, 2, 16, norm_first=norm_first).eval()
    attend = layer.self_attention
    if norm_first:
        x = X + attend(layer.norm1(X))
        expected = x + layer.ffn(layer.norm2(x))
    else:
        x = layer.norm1(X + attend(X))
        expected = layer.norm2(x + layer.ffn(x))
    torch.testing.assert_close(layer(X), expected)


def test_decoder_layer_asks_memory_with_norms_of_its_own():
    layer, memory = DecoderLayer(8, 2, 16, bias=False).eval(), torch.randn(2, 7, 8)
    x = layer.norm1(X + layer.self_attention(X, causal=True))
    x = layer.norm2(x + layer.cross_attention(x, memory))
    torch.testing.assert_close(layer(X, memory), layer.norm3(x + layer.ffn(x)))
    assert not any(name.endswith("bias") for name, _ in layer.named_parameters())
    norms = [layer.norm1, layer.norm2, layer.norm3]
    assert len({norm.weight.data_ptr() for norm in norms}) == 3


def test_both_attentions_of_a_decoder_layer_share_heads():
    layer = DecoderLayer(8, 4, 16, num_kv_heads=2, qk_norm=True, eps=0.1)
    for attention in (layer.self_attention, layer.cross_attention):
        assert attention.num_kv_heads == 2 and attention.k_proj.out_features == 4
        assert attention.q_norm.eps == attention.k_norm.eps == 0.1
    assert layer(X, torch.randn(2, 7, 8)).shape == X.shape


def test_dropout_only_in_training():
    layer = EncoderLayer(8, 2, 16, dropout=0.5, attention_dropout=0.5)
    assert not torch.equal(layer(X), layer(X))
    layer.eval()
    assert torch.equal(layer(X), layer(X))


def test_embedding_is_a_scaled_row_plus_a_wave():
    embedding = Embedding(9, 8, context_length=4, scale=True)
    positions, _ = embedding.place("ids", IDS)
    rows = embedding.tokens.weight[IDS] * 8**0.5
    torch.testing.assert_close(embedding(IDS, positions), rows + embedding.positions(positions))
    bare = Embedding(9, 8, context_length=4, positions="none")
    assert torch.equal(bare(IDS, positions), bare.tokens(IDS))


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: EncoderLayer(10, 4, 16), ValueError, "d_model=10 is not divisible by num_heads=4"),
        (lambda: EncoderLayer(8, 0, 16), ValueError, "num_heads=0"),
        (lambda: EncoderLayer(8, 2, 16, dropout=1.0), ValueError, "dropout=1.0"),
        (lambda: EncoderLayer(8, 2, 16, attention_dropout=-1), ValueError, "dropout=-1"),
        (lambda: EncoderLayer(8, 2, 16, norm="batch"), ValueError, "norm='batch'.*'layer', 'rms'"),
        (lambda: EncoderLayer(8, 2, 16, activation="elu"), ValueError, "activation='elu'"),
        (lambda: FeedForward(8, 1.5), TypeError, "d_ff=1.5"),
        (
            lambda: Embedding(9, 8, context_length=4, positions="wave"),
            ValueError,
            "positions='wave'",
        ),
        (
            lambda: Embedding(9, 8, context_length=2).place("ids", IDS),
            ValueError,
            "ids has 3 tokens",
        ),
        (
            lambda: Embedding(9, 8, context_length=4).place("ids", IDS + 7),
            IndexError,
            "ids holds 10",
        ),
        (lambda: EncoderLayer(8, 2, 16)(X[0]), ValueError, r"x has shape \(5, 8\)"),
        (lambda: EncoderLayer(8, 2, 16)(X[..., :4]), ValueError, "d_model=8"),
        (lambda: EncoderLayer(8, 2, 16)(X.long()), TypeError, "x has dtype"),
        (lambda: EncoderLayer(8, 2, 16)(X[:, :0]), ValueError, r"x has shape \(2, 0, 8\)"),
        (lambda: EncoderLayer(8, 2, 16)(X[:0]), ValueError, r"x has shape \(0, 5, 8\)"),
        (
            lambda: EncoderLayer(8, 2, 16)(X, torch.ones(2, 5, 5, dtype=torch.bool)),
            ValueError,
            r"\(B, 1, T, S\)",
        ),
        (lambda: EncoderLayer(8, 2, 16)(X, torch.ones(5, 5)), TypeError, "mask has dtype"),
        (
            lambda: EncoderLayer(8, 2, 16)(X, torch.ones(4, 4, dtype=torch.bool)),
            ValueError,
            "does not broadcast",
        ),
        (
            lambda: DecoderLayer(8, 2, 16)(X, X[..., :4]),
            ValueError,
            "memory has shape",
        ),
        (lambda: DecoderLayer(8, 2, 16)(X, None), TypeError, "memory is NoneType"),
        (lambda: EncoderLayer(8, 2, 16, bias="False"), TypeError, "bias='False' is str"),
        (lambda: Embedding(9, 8, context_length=4, scale="no"), TypeError, "scale='no' is str"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
