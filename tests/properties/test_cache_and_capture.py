"""Two ways to the same numbers: with and without the cache, watched and unwatched."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from small_models import (
    PAD,
    batches,
    few,
    heads,
    ids,
    language_model,
    lengths,
    padded,
    presets,
    seeds,
    sharing,
    transformer,
)
from torch.nn.functional import pad

from tformer.attention import MultiHeadAttention, split_heads
from tformer.decoding import greedy
from tformer.masks import decoder_mask
from tformer.positions import RotaryPositions
from tformer.probes import capture, shape_ledger

CLOSE = {"atol": 1e-10, "rtol": 1e-10}


def walk(step, model, tokens, first, reorderings):
    """Feed growing prefixes of ``tokens``, rows reordered between; logits must be the model's."""
    for end in range(first, tokens.size(1) + 1):
        torch.testing.assert_close(step(tokens[:, :end]), model(tokens[:, :end])[:, -1], **CLOSE)
        if reorderings and end < tokens.size(1):
            rows = torch.randint(len(tokens), (torch.randint(1, 5, ()).item(),))
            step.reorder(rows)
            tokens, model = tokens[rows], reorderings(model, rows)


@few
@given(
    presets,
    heads,
    sharing,
    st.booleans(),
    batches,
    lengths,
    st.integers(1, 3),
    st.booleans(),
    seeds,
)
def test_a_cached_language_model_gives_the_same_logits_at_every_step(
    preset, num_heads, shared, qk_norm, batch, length, first, beams, seed
):
    choice = {"num_kv_heads": max(1, num_heads // shared), "qk_norm": qk_norm}
    model = language_model(preset, num_heads, seed, **choice)
    same = (lambda model, rows: model) if beams else None
    walk(model.start(12), model, ids(batch, length + first), first, same)


@few
@given(presets, heads, st.lists(lengths, min_size=1, max_size=4), st.integers(1, 4), seeds)
def test_a_row_padded_on_the_left_generates_what_it_generates_alone(
    preset, num_heads, sizes, new, seed
):
    model = language_model(preset, num_heads, seed, pad_id=PAD)
    rows, width = [ids(1, size) for size in sizes], max(sizes)
    prompt = torch.cat([pad(row, (width - row.size(1), 0), value=PAD) for row in rows])
    together = greedy(model.start(), prompt, max_length=width + new)
    assert together.equal(greedy(lambda t: model(t)[:, -1], prompt, max_length=width + new))
    logits = model(together)
    for i, row in enumerate(rows):
        alone = greedy(model.start(), row, max_length=row.size(1) + new)
        assert together[i, width - row.size(1) :].equal(alone[0])
        torch.testing.assert_close(logits[i, width - row.size(1) :], model(alone)[0], **CLOSE)


class Translation:
    """The uncached decoder for one batch of sources, whose rows follow the beams."""

    def __init__(self, model, src):
        self.model, self.src = model, src

    def __call__(self, tgt):
        return self.model(self.src, tgt)

    def reordered(self, rows):
        return Translation(self.model, self.src[rows])


@few
@given(heads, st.booleans(), batches, lengths, lengths, st.booleans(), seeds)
def test_a_cached_decoder_gives_the_same_logits_at_every_step(
    num_heads, norm_first, batch, src_length, tgt_length, beams, seed
):
    model = transformer(num_heads, norm_first, seed)
    src, tgt = padded(batch, src_length), padded(batch, tgt_length)
    walk(
        model.start(src), Translation(model, src), tgt, 1, Translation.reordered if beams else None
    )


@few
@given(heads, st.booleans(), batches, lengths, lengths, seeds)
def test_looking_changes_nothing(num_heads, norm_first, batch, src_length, tgt_length, seed):
    model = transformer(num_heads, norm_first, seed)
    src, tgt = padded(batch, src_length), padded(batch, tgt_length)
    plain = model(src, tgt)
    with capture(model) as seen:
        watched = model(src, tgt)
    torch.testing.assert_close(watched, plain, **CLOSE)
    assert torch.equal(seen[""], watched) and torch.equal(model(src, tgt), plain)
    shapes = {name: shape for name, _, shape, _ in shape_ledger(model, src, tgt)}
    assert shapes["unembedding"] == tuple(plain.shape)
    assert torch.equal(model(src, tgt), plain)


@few
@given(heads, batches, lengths, seeds)
def test_captured_weights_are_those_of_the_forward_pass(num_heads, batch, length, seed):
    model = transformer(num_heads, False, seed)
    src, tgt = padded(batch, length), padded(batch, length)
    with capture(model) as seen:
        model(src, tgt)
    for name in ("decoder.0.self_attention", "decoder.1.self_attention"):
        q, k, v = (split_heads(seen[f"{name}.{x}_proj"], num_heads) for x in "qkv")
        scores = (q @ k.mT / q.size(-1) ** 0.5).masked_fill(~decoder_mask(tgt, 0), -torch.inf)
        weights = scores.softmax(-1)
        torch.testing.assert_close(seen[f"{name}.weights"], weights, **CLOSE)
        mixed = (weights @ v).transpose(1, 2).flatten(2)
        project = model.get_submodule(name).out_proj
        torch.testing.assert_close(seen[f"{name}.out_proj"], project(mixed), **CLOSE)


@few
@given(heads, sharing, st.booleans(), batches, lengths, lengths, st.booleans(), seeds)
def test_both_speeds_of_attention_agree_with_dead_rows_and_gradients(
    num_heads, shared, qk_norm, batch, T, S, causal, seed
):
    torch.manual_seed(seed)
    kv_heads = max(1, num_heads // shared)
    attention = MultiHeadAttention(8, num_heads, num_kv_heads=kv_heads, qk_norm=qk_norm).double()
    x = torch.randn(batch, T, 8, dtype=torch.float64, requires_grad=True)
    memory = None if causal else torch.randn(batch, S, 8, dtype=torch.float64)
    mask = torch.rand(batch, 1, T, T if causal else S) < 0.6
    fast = attention(x, memory, mask, causal=causal)
    with capture(attention):
        slow = attention(x, memory, mask, causal=causal)
    torch.testing.assert_close(fast, slow, **CLOSE)
    grads = [torch.autograd.grad(out.square().sum(), x)[0] for out in (fast, slow)]
    assert grads[0].isfinite().all()
    torch.testing.assert_close(*grads, **CLOSE)


def test_gradcheck_of_multi_head_attention():
    torch.manual_seed(0)
    attention = MultiHeadAttention(4, 2).double()
    rotation = RotaryPositions(8, 2).double()(torch.arange(3))
    x = torch.randn(2, 3, 4, dtype=torch.float64, requires_grad=True)
    mask = torch.tensor([[True, True, False], [False] * 3, [True] * 3])
    assert torch.autograd.gradcheck(lambda x: attention(x, rotation=rotation, causal=True), x)
    assert torch.autograd.gradcheck(lambda x: attention(x, mask=mask), x)
