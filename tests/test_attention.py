import pytest
import torch

from tformer.attention import scaled_dot_product_attention
from tformer.masks import causal_mask

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
            "k and v one length",
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
