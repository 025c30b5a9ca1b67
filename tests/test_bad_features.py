"""Features, scores and numbers that make no sense where they are given are refused in words."""

import pytest
import torch

from tformer import decoding, metrics, schedules
from tformer.attention import MultiHeadAttention
from tformer.decoding import sampler
from tformer.layers import DecoderLayer, EncoderLayer, FeedForward

X = torch.zeros(2, 3, 16)
ATTENTION, DECODER = MultiHeadAttention(16, 2), DecoderLayer(16, 2, 8)
TAKERS = {
    "attention x": ("x", ATTENTION),
    "attention memory": ("memory", lambda x: ATTENTION(X, x)),
    "feed-forward": ("x", FeedForward(16, 8)),
    "encoder layer": ("x", EncoderLayer(16, 2, 8)),
    "decoder layer": ("x", lambda x: DECODER(x, X)),
    "decoder memory": ("memory", lambda x: DECODER(X, x)),
}


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize(
    ("x", "error", "said"),
    [
        (X.half(), TypeError, "has dtype torch.float16, the model torch.float32; use one"),
        (X.double(), TypeError, "has dtype torch.float64, the model torch.float32; use one"),
        (X.long(), TypeError, "has dtype torch.int64; give a floating-point tensor"),
        (X.tolist(), TypeError, "is list; give a floating-point tensor"),
        (X.numpy(), TypeError, "is ndarray; give a floating-point tensor"),
        (X[..., :15], ValueError, "has shape (2, 3, 15)"),
        (X.to("meta"), ValueError, "on meta, the model on cpu: move them to one device"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_features_that_do_not_fit_are_named(taker, x, error, said):
    name, layer = TAKERS[taker]
    with pytest.raises(error) as refused:
        layer(x)
    assert str(refused.value).startswith(name) and said in str(refused.value)


@pytest.mark.parametrize("taker", TAKERS)
def test_autocast_may_mix_dtypes(taker):
    with torch.autocast("cpu", torch.bfloat16):
        assert TAKERS[taker][1](X.bfloat16()).isfinite().all()


def test_norm_first_is_yes_or_no():
    with pytest.raises(TypeError, match="norm_first='no' is str; give True or False"):
        EncoderLayer(16, 2, 8, norm_first="no")


def test_a_temperature_that_rounds_to_zero_is_refused():
    with pytest.raises(ValueError, match="for 0 use greedy"):
        sampler(1e-300)
    assert sampler(1e-8)(torch.tensor([[1.0, 2.0]])).item() == 1


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: metrics.token_accuracy([1, 2], torch.tensor([1, 2])), "predictions"),
        (lambda: metrics.token_accuracy(torch.tensor([1, 2]), torch.rand(2)), "targets"),
        (lambda: metrics.alignment_error([[1.0]], torch.ones(1, 1).bool()), "weights"),
        (lambda: decoding.apply_temperature(torch.tensor([1, 2]), 2.0), "logits"),
        (lambda: decoding.top_k_filter([1.0, 2.0], 1), "logits"),
        (lambda: decoding.top_p_filter(torch.tensor([1, 2]), 0.5), "logits"),
        (lambda: schedules.noam_lr(float("nan"), 8, 4), "step"),
        (lambda: schedules.cosine_lr(float("nan"), peak=1.0, warmup=1, total=2), "step"),
    ],
)
def test_lists_whole_numbers_and_nan_where_they_make_no_sense_are_named(call, name):
    with pytest.raises((TypeError, ValueError), match=name):
        call()
