import pytest
import torch

from tformer.attention import scaled_dot_product_attention
from tformer.blockwise import online_softmax_attention, window_attention
from tformer.masks import window_mask


def tensors(*lead, t, s, d=5, dv=3, dtype=torch.float64, scale=1.0):
    torch.manual_seed(t + 10 * s)
    q, k, v = torch.randn(*lead, t, d), torch.randn(*lead, s, d), torch.randn(*lead, s, dv)
    return (q * scale).to(dtype), k.to(dtype), v.to(dtype)


@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
@pytest.mark.parametrize("block", [1, 3, 7, 20])
def test_one_pass_over_the_keys_is_exact(lead, block):
    q, k, v = tensors(*lead, t=4, s=7)
    out = online_softmax_attention(q, k, v, block)
    torch.testing.assert_close(out, scaled_dot_product_attention(q, k, v)[0])


@pytest.mark.parametrize("scale", [1e-6, 1e3, 1e5])
def test_scores_of_any_size_do_not_overflow(scale):
    q, k, v = tensors(t=6, s=9, dtype=torch.float32, scale=scale)
    for keys in (k, k.sort(0).values, k.sort(0, descending=True).values):
        out = online_softmax_attention(q, keys, v, 2)
        torch.testing.assert_close(out, scaled_dot_product_attention(q, keys, v)[0])


@pytest.mark.parametrize("lead", [(), (2, 3)])
@pytest.mark.parametrize("length, window", [(8, 2), (9, 4), (5, 1), (1, 1), (4, 7), (6, 6)])
def test_a_window_by_blocks_is_a_window_by_mask(lead, length, window):
    q, k, v = tensors(*lead, t=length, s=length)
    by_mask = scaled_dot_product_attention(q, k, v, window_mask(length, window))[0]
    torch.testing.assert_close(window_attention(q, k, v, window), by_mask)


def test_gradients_pass_through_both():
    q, k, v = (x.requires_grad_() for x in tensors(t=5, s=5))
    assert torch.autograd.gradcheck(lambda *a: online_softmax_attention(*a, 2), (q, k, v))
    assert torch.autograd.gradcheck(lambda *a: window_attention(*a, 2), (q, k, v))


Q, K, V = tensors(t=2, s=3)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: online_softmax_attention(Q, K, V, 0), ValueError, "block=0"),
        (lambda: online_softmax_attention(Q, K, V, 1.0), TypeError, "block=1.0"),
        (lambda: online_softmax_attention(Q, K[:, 1:], V, 1), ValueError, r"k \(3, 4\)"),
        (lambda: online_softmax_attention(Q, K, V[1:], 1), ValueError, r"v \(2, 3\)"),
        (lambda: online_softmax_attention(Q, K.float(), V, 1), TypeError, "one dtype"),
        (lambda: window_attention(Q, K, V, 1), ValueError, "2 queries and 3 keys"),
        (lambda: window_attention(K, K, V, -1), ValueError, "window=-1"),
        (lambda: window_attention(K.long(), K, V, 1), TypeError, "q has dtype torch.int64"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
