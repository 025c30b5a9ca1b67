"""nn.MultiheadAttention and nn.Transformer with our weights give our outputs."""

import pytest
import torch
from torch import nn

from tformer.attention import MultiHeadAttention
from tformer.masks import causal_mask, padding_mask
from tformer.probes import capture
from tformer.transformer import Transformer, TransformerConfig

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}
SRC = torch.tensor([[5, 3, 9, 2, 7, 4], [8, 6, 3, 0, 0, 0]])
TGT = torch.tensor([[1, 4, 6, 2], [1, 7, 0, 0]])


@torch.no_grad()
def copy_attention(ours, theirs):
    for part in ("weight", "bias"):
        stacked = [getattr(getattr(ours, f"{x}_proj"), part) for x in "qkv"]
        getattr(theirs, f"in_proj_{part}").copy_(torch.cat(stacked))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


def copy_layer(ours, theirs):
    copy_attention(ours.self_attention, theirs.self_attn)
    pairs = [(ours.ffn.up_proj, theirs.linear1), (ours.ffn.down_proj, theirs.linear2)]
    pairs += [(ours.norm1, theirs.norm1), (ours.norm2, theirs.norm2)]
    if hasattr(ours, "cross_attention"):
        copy_attention(ours.cross_attention, theirs.multihead_attn)
        pairs.append((ours.norm3, theirs.norm3))
    for mine, other in pairs:
        other.load_state_dict(mine.state_dict())


def torch_twin(model):
    c = model.config
    twin = nn.Transformer(
        c.d_model,
        c.num_heads,
        c.num_layers,
        c.num_layers,
        c.d_ff,
        dropout=0.0,
        batch_first=True,
        norm_first=c.norm_first,
    ).to(model.unembedding.weight.dtype)
    for stack, theirs in ((model.encoder, twin.encoder), (model.decoder, twin.decoder)):
        for mine, other in zip(stack, theirs.layers, strict=True):
            copy_layer(mine, other)
    if c.norm_first:
        twin.encoder.norm.load_state_dict(model.encoder_norm.state_dict())
        twin.decoder.norm.load_state_dict(model.decoder_norm.state_dict())
    else:  # torch ends post-norm stacks in one more norm than the paper
        twin.encoder.norm = twin.decoder.norm = None
    return twin  # in train mode, dropout 0: eval would take a fused path


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_transformer_is_torchs_in_both_norm_orders(dtype, norm_first):
    torch.manual_seed(0)
    config = TransformerConfig(
        10, 10, d_model=16, num_heads=4, num_layers=3, d_ff=32, dropout=0.0, norm_first=norm_first
    )
    model = Transformer(config).to(dtype)
    for p in model.parameters():  # norms away from their neutral start
        p.data += 0.1 * torch.randn_like(p)
    twin = torch_twin(model)
    where = torch.arange(6)
    memory_padding = ~padding_mask(SRC, 0)[:, 0, 0]
    out = twin(
        model.src_embedding(SRC, where),
        model.tgt_embedding(TGT, where[:4]),
        tgt_mask=~causal_mask(4),
        src_key_padding_mask=memory_padding,
        memory_key_padding_mask=memory_padding,
        tgt_key_padding_mask=~padding_mask(TGT, 0)[:, 0, 0],
    )
    theirs = model.unembedding(out)
    ours = model(SRC, TGT)
    close = {"atol": TOLERANCE[dtype], "rtol": TOLERANCE[dtype]}
    torch.testing.assert_close(ours, theirs, **close)
    # Gradients agree as well, through every layer: that of the source table crosses them all.
    table = model.src_embedding.tokens.weight
    seed = torch.randn_like(ours)
    (mine,) = torch.autograd.grad(ours, table, seed)
    (other,) = torch.autograd.grad(theirs, table, seed)
    torch.testing.assert_close(mine, other, atol=10 * TOLERANCE[dtype], rtol=TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("kind", ["self", "causal", "cross"])
def test_multi_head_attention_is_torchs_with_its_weights_per_head(dtype, kind):
    torch.manual_seed(1)
    ours = MultiHeadAttention(24, 4).to(dtype)
    theirs = nn.MultiheadAttention(24, 4, batch_first=True).to(dtype)
    nn.init.normal_(ours.q_proj.bias)
    copy_attention(ours, theirs)
    x, memory = torch.randn(3, 5, 24, dtype=dtype), torch.randn(3, 7, 24, dtype=dtype)
    mask = causal_mask(5) if kind == "causal" else None
    source = memory if kind == "cross" else x
    with capture(ours) as seen:
        slow = ours(x, source if kind == "cross" else None, mask)
    out, weights = theirs(
        x, source, source, attn_mask=None if mask is None else ~mask, average_attn_weights=False
    )
    close = {"atol": TOLERANCE[dtype], "rtol": 0}
    torch.testing.assert_close(seen["weights"], weights, **close)
    torch.testing.assert_close(slow, out, **close)
    torch.testing.assert_close(ours(x, source if kind == "cross" else None, mask), out, **close)
