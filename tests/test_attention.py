import pytest
import torch

from tformer.attention import MultiHeadAttention, scaled_dot_product_attention
from tformer.masks import causal_mask
from tformer.probes import capture

G = torch.Generator().manual_seed(0)
Q, K, V = (torch.randn(2, 3, n, d, generator=G) for n, d in ((4, 8), (5, 8), (5, 6)))


def test_shapes_and_rows_that_sum_to_one():
    out, weights = scaled_dot_product_attention(Q, K, V)
    assert out.shape == (2, 3, 4, 6) and weights.shape == (2, 3, 4, 5)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 4))
    torch.testing.assert_close(out, weights @ V)


def test_blocked_keys_weigh_exactly_nothing_and_the_rest_sums_to_one():
    mask = torch.tensor([True, False, True, True, False])
    _, weights = scaled_dot_product_attention(100 * Q, 100 * K, V, mask)
    assert (weights[..., ~mask] == 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 4))


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_a_query_that_may_attend_to_nothing_gives_zeros_and_harms_no_gradient():
    q, k, v = (x.clone().requires_grad_() for x in (Q, K, V))
    mask = torch.ones(4, 5, dtype=torch.bool)
    mask[1] = False
    with torch.autograd.detect_anomaly(check_nan=True):
        out, weights = scaled_dot_product_attention(q, k, v, mask)
        out.square().sum().backward()
    assert (weights[..., 1, :] == 0).all() and (out[..., 1, :] == 0).all()
    assert (q.grad[..., 1, :] == 0).all() and (q.grad[..., 0, :] != 0).all()
    assert all(x.grad.isfinite().all() for x in (q, k, v))


def test_dropout_changes_the_output_not_the_weights_returned():
    torch.manual_seed(0)
    plain, weights = scaled_dot_product_attention(Q, K, V)
    dropped, same = scaled_dot_product_attention(Q, K, V, dropout_p=0.5)
    assert torch.equal(weights, same) and not torch.allclose(plain, dropped)


def test_scale():
    torch.testing.assert_close(
        scaled_dot_product_attention(Q, K, V, scale=1.0)[1], (Q @ K.mT).softmax(-1)
    )


@pytest.mark.parametrize("kv_heads", [1, 2, 4])
@pytest.mark.parametrize("mask", [None, causal_mask(5), torch.zeros(2, 1, 1, 5) > 0])
def test_shared_heads_are_plain_ones_with_copied_projections(kv_heads, mask):
    torch.manual_seed(0)
    shared = MultiHeadAttention(16, 4, num_kv_heads=kv_heads)
    plain, x = MultiHeadAttention(16, 4), torch.randn(2, 5, 16)
    parts = shared.state_dict()
    for name in ("k_proj.weight", "k_proj.bias", "v_proj.weight", "v_proj.bias"):
        each = parts[name].unflatten(0, (kv_heads, 4))
        parts[name] = each.repeat_interleave(4 // kv_heads, 0).flatten(0, 1)
    plain.load_state_dict(parts)
    torch.testing.assert_close(shared(x, mask=mask), plain(x, mask=mask))
    with capture(shared) as seen:
        watched = shared(x, mask=mask)
    torch.testing.assert_close(watched, plain(x, mask=mask))
    assert seen["weights"].shape == (2, 4, 5, 5) and seen["keys"].shape == (2, kv_heads, 5, 4)


def test_normed_queries_and_keys_bound_the_scores():
    torch.manual_seed(0)
    attention, x = MultiHeadAttention(16, 4, qk_norm=True), torch.randn(2, 5, 16)
    plain = MultiHeadAttention(16, 4)
    plain.load_state_dict(attention.state_dict(), strict=False)
    with torch.no_grad():
        for model in (attention, plain):
            model.q_proj.weight.mul_(1000)
        spread = []
        for model in (attention, plain):
            with capture(model) as seen:
                model(x)
            q, k = seen["queries"], seen["keys"]
            spread.append((q @ k.mT / 2).abs().max().item())
    # |q k| <= |q| |k| = d_head, so that a score is at most sqrt(d_head) = 2.
    assert spread[0] <= 2.0001 < 100 < spread[1]
    with capture(attention) as seen:
        attention(x)
    sizes = seen["queries"].square().mean(-1)
    torch.testing.assert_close(sizes, torch.ones(2, 4, 5), atol=1e-3, rtol=0)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (
            lambda: scaled_dot_product_attention(Q[..., :7], K, V),
            ValueError,
            "q and k need one width",
        ),
        (
            lambda: scaled_dot_product_attention(Q, K[..., :4, :], V),
            ValueError,
            "k and v need one length",
        ),
        (lambda: scaled_dot_product_attention(Q[0], K, V), ValueError, "same axes before"),
        (lambda: scaled_dot_product_attention(Q.long(), K, V), TypeError, "q has dtype.*int64"),
        (lambda: scaled_dot_product_attention(Q.double(), K, V), TypeError, "float64.*float32"),
        (lambda: scaled_dot_product_attention(Q[0, 0, 0], K, V), ValueError, r"q has shape \(8,\)"),
        (
            lambda: scaled_dot_product_attention(Q, K[:, :, :0], V[:, :, :0]),
            ValueError,
            "none of them empty",
        ),
        (lambda: scaled_dot_product_attention(Q, K, V, dropout_p=1.0), ValueError, "dropout_p=1.0"),
        (
            lambda: scaled_dot_product_attention(Q.to("meta"), K, V),
            ValueError,
            "q on meta.*one device",
        ),
        (
            lambda: scaled_dot_product_attention(Q, K, V, torch.zeros(4, 5)),
            TypeError,
            "mask has dtype torch.float32; give bool, True = may attend",
        ),
        (
            lambda: scaled_dot_product_attention(Q, K, V, causal_mask(4)),
            ValueError,
            r"mask has shape \(4, 4\).*\(2, 3, 4, 5\)",
        ),
        (
            lambda: scaled_dot_product_attention(Q, K, V, causal_mask(4, past=1, device="meta")),
            ValueError,
            "mask is on meta",
        ),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
