"""Attention over long inputs never holds the (T, S) weights unless somebody looks at them."""

import pytest
import torch
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile

from tformer.attention import MultiHeadAttention
from tformer.probes import capture

LENGTH, HEADS, D_HEAD = 4096, 8, 32
WEIGHTS = HEADS * LENGTH * LENGTH * 4  # bytes


def peak_bytes(call):
    """The most memory held at once by what ``call`` allocates."""
    with torch.no_grad(), profile(activities=[ProfilerActivity.CPU], profile_memory=True) as trace:
        call()
    events = [e for e in trace.profiler.kineto_results.events() if e.name() == "[memory]"]
    held = peak = 0
    for event in sorted(events, key=lambda e: e.start_ns()):
        held += event.nbytes()
        peak = max(peak, held)
    return peak


PADDING = torch.arange(LENGTH)[None, None, None] < LENGTH - 100


@pytest.mark.parametrize("mask, causal", [(None, False), (None, True), (PADDING, False)])
def test_peak_is_that_of_torchs_kernel_plus_the_projections(mask, causal):
    attention = MultiHeadAttention(HEADS * D_HEAD, HEADS)
    x = torch.randn(1, LENGTH, HEADS * D_HEAD)
    qkv = torch.randn(3, 1, HEADS, LENGTH, D_HEAD)
    kernel = peak_bytes(
        lambda: F.scaled_dot_product_attention(*qkv, attn_mask=mask, is_causal=causal)
    )
    # Queries, keys and values given, as the kernel has them: nothing comes on top of it.
    assert peak_bytes(lambda: attention._attend(*qkv, mask, causal)) < 1.01 * kernel
    # The whole module makes queries, keys and values first; its output takes their place.
    assert peak_bytes(lambda: attention(x, mask=mask, causal=causal)) < 1.01 * (
        kernel + 3 * x.nbytes
    )
    assert kernel + 3 * x.nbytes < WEIGHTS / 10


def test_shared_keys_and_values_are_not_copied_for_each_head():
    attention = MultiHeadAttention(HEADS * D_HEAD, HEADS, num_kv_heads=2)
    q = torch.randn(1, HEADS, 1024, D_HEAD)
    k, v = torch.randn(2, 1, 2, 1024, D_HEAD)
    every = [x.repeat_interleave(HEADS // 2, 1) for x in (k, v)]
    kernel = peak_bytes(lambda: F.scaled_dot_product_attention(q, *every, is_causal=True))
    assert peak_bytes(lambda: attention._attend(q, k, v, None, True)) < 1.01 * kernel


def test_the_meter_sees_the_weights_when_they_are_captured():
    attention, x = MultiHeadAttention(HEADS * D_HEAD, HEADS), torch.randn(1, 1024, HEADS * D_HEAD)
    with capture(attention):
        assert peak_bytes(lambda: attention(x)) > WEIGHTS / 16
