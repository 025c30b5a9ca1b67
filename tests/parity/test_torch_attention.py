import pytest
import torch
import torch.nn.functional as F

from tformer.attention import scaled_dot_product_attention
from tformer.masks import causal_mask

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}


def qkv(dtype, grad=True):
    g = torch.Generator().manual_seed(0)
    sizes = ((4, 8), (5, 8), (5, 8))
    return [torch.randn(2, 3, n, d, generator=g, dtype=dtype, requires_grad=grad) for n, d in sizes]


def masks():
    dead_rows = torch.ones(2, 1, 4, 5, dtype=torch.bool)
    dead_rows[0, :, 2] = False
    dead_rows[1] = False
    return {"none": None, "causal": causal_mask(4, past=1), "dead rows": dead_rows}


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", masks())
def test_attention_is_torchs_forwards_and_backwards(dtype, name):
    q, k, v = qkv(dtype)
    ours, _ = scaled_dot_product_attention(q, k, v, masks()[name])
    theirs = F.scaled_dot_product_attention(q, k, v, masks()[name])
    close = {"atol": TOLERANCE[dtype], "rtol": 0}
    torch.testing.assert_close(ours, theirs, **close)
    seed = torch.randn_like(ours)
    mine = torch.autograd.grad(ours, (q, k, v), seed)
    other = torch.autograd.grad(theirs, (q, k, v), seed)
    for a, b in zip(mine, other, strict=True):
        torch.testing.assert_close(a, b, **close)


@pytest.mark.ci
@pytest.mark.parametrize("name", masks())
def test_gradcheck(name):
    q, k, v = qkv(torch.float64)
    mask = masks()[name]
    assert torch.autograd.gradcheck(lambda *x: scaled_dot_product_attention(*x, mask)[0], (q, k, v))
