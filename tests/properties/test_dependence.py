"""What outputs may and may not depend on: causality, padding, order, neighbours in the batch."""

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
    transformer,
)

from tformer.attention import scaled_dot_product_attention
from tformer.positions import RotaryPositions, apply_rotary, sinusoidal_positions
from tformer.probes import leak, padding_leak

CLOSE = {"atol": 1e-10, "rtol": 1e-10}


@few
@given(presets, heads, batches, lengths, seeds)
def test_a_language_model_never_looks_ahead(preset, num_heads, batch, length, seed):
    model = language_model(preset, num_heads, seed)
    moved = leak(model, ids(batch, length))
    assert (moved.triu(1) == 0).all()
    assert (moved.diagonal() > 0).all()


@few
@given(heads, st.booleans(), batches, lengths, lengths, seeds)
def test_a_decoder_never_looks_ahead_and_sees_all_of_the_source(
    num_heads, norm_first, batch, src_length, tgt_length, seed
):
    model = transformer(num_heads, norm_first, seed)
    src, tgt = padded(batch, src_length), padded(batch, tgt_length)
    moved = leak(lambda tgt: model(src, tgt), tgt)
    assert (moved.triu(1) == 0).all()
    seen = leak(model.encode, ids(batch, src_length))
    assert (seen > 0).all()


@few
@given(heads, st.booleans(), batches, lengths, lengths, seeds)
def test_more_padding_changes_nothing(num_heads, norm_first, batch, src_length, tgt_length, seed):
    model = transformer(num_heads, norm_first, seed)
    src, tgt = padded(batch, src_length), padded(batch, tgt_length)
    for part, tokens in (
        (model.encode, src),
        (lambda src: model(src, tgt), src),
        (lambda tgt: model(src, tgt), tgt),
    ):
        assert padding_leak(part, tokens, PAD).max() < 1e-10


@few
@given(heads, st.booleans(), lengths, seeds)
def test_without_positions_order_only_permutes_the_outputs(num_heads, norm_first, length, seed):
    model = transformer(num_heads, norm_first, seed, positions="none")
    src, order = ids(2, length), torch.randperm(length)
    torch.testing.assert_close(model.encode(src[:, order]), model.encode(src)[:, order], **CLOSE)


@few
@given(heads, lengths, st.integers(0, 24), seeds)
def test_rotary_models_see_distances_only(num_heads, length, shift, seed):
    model = language_model("llama", num_heads, seed)
    tokens, positions = ids(2, length), torch.arange(length)
    shifted = model(tokens, positions + shift)
    torch.testing.assert_close(shifted, model(tokens), **CLOSE)


@few
@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 100), seeds)
def test_rotary_scores_depend_on_the_distance(m, n, shift, seed):
    torch.manual_seed(seed)
    rotary, (q, k) = RotaryPositions(512, 16), torch.randn(2, 1, 16)
    turns = [rotary(torch.tensor([m + s, n + s])) for s in (0, shift)]
    turned = [apply_rotary(torch.cat([q, k]), *turn) for turn in turns]
    at = [x[0] @ x[1] for x in turned]
    torch.testing.assert_close(*at, atol=1e-4, rtol=1e-4)


@few
@given(st.integers(1, 20), st.integers(0, 50), seeds)
def test_a_shift_of_sinusoids_is_one_rotation_for_all_positions(pairs, shift, seed):
    waves = sinusoidal_positions(60 + shift, 2 * pairs, dtype=torch.float64)
    pair = torch.view_as_complex(waves.view(-1, pairs, 2))
    turn = pair[shift] / pair[0]
    torch.testing.assert_close(pair[shift:], pair[:60] * turn, **CLOSE)


@few
@given(heads, st.booleans(), batches, lengths, lengths, seeds)
def test_a_batch_of_one_is_a_row_of_the_batch(
    num_heads, norm_first, batch, src_length, tgt_length, seed
):
    model = transformer(num_heads, norm_first, seed)
    src, tgt = padded(batch, src_length), padded(batch, tgt_length)
    logits = model(src, tgt)
    for row in range(batch):
        alone = model(src[row : row + 1], tgt[row : row + 1])
        torch.testing.assert_close(alone[0], logits[row], **CLOSE)


@few
@given(batches, heads, lengths, lengths, seeds)
def test_weights_are_zero_where_masked_and_sum_to_one_elsewhere(batch, num_heads, T, S, seed):
    torch.manual_seed(seed)
    q, k, v = (torch.randn(batch, num_heads, n, 4, dtype=torch.float64) for n in (T, S, S))
    mask = torch.rand(batch, 1, T, S) < 0.5
    out, weights = scaled_dot_product_attention(q, k, v, mask)
    alive = mask.any(-1).expand(batch, num_heads, T)
    assert (weights.masked_select(~mask) == 0).all() and (out[~alive] == 0).all()
    torch.testing.assert_close(weights.sum(-1), alive.double(), **CLOSE)
