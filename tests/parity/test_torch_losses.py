import pytest
import torch
import torch.nn.functional as F

from tformer import losses

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}


def make(dtype, shape=(3, 4, 9)):
    g = torch.Generator().manual_seed(0)
    logits = (5 * torch.randn(*shape, generator=g, dtype=dtype)).requires_grad_()
    targets = torch.randint(0, shape[-1], shape[:-1], generator=g)
    targets[0, 1:] = -1
    return logits, targets


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_cross_entropy_is_torchs_with_smoothing_and_ignore_index(dtype, smoothing, reduction):
    logits, targets = make(dtype)
    ours = losses.cross_entropy(logits, targets, -1, smoothing, reduction)
    theirs = F.cross_entropy(
        logits.mT, targets, ignore_index=-1, label_smoothing=smoothing, reduction=reduction
    )
    close = {"atol": TOLERANCE[dtype], "rtol": TOLERANCE[dtype]}
    torch.testing.assert_close(ours, theirs, **close)
    (mine,) = torch.autograd.grad(ours.sum(), logits)
    (other,) = torch.autograd.grad(theirs.sum(), logits)
    torch.testing.assert_close(mine, other, **close)


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_softmax_and_its_gradient_are_torchs(dim):
    x, _ = make(torch.float64)
    g = torch.randn_like(x)
    for ours, theirs in ((losses.softmax, F.softmax), (losses.log_softmax, F.log_softmax)):
        torch.testing.assert_close(ours(x, dim), theirs(x, dim), atol=1e-10, rtol=0)
        (mine,) = torch.autograd.grad(ours(x, dim), x, g)
        (other,) = torch.autograd.grad(theirs(x, dim), x, g)
        torch.testing.assert_close(mine, other, atol=1e-10, rtol=0)


def test_entropy_and_divergence_are_those_of_torch_distributions():
    p, q = (x.softmax(-1) for x in torch.randn(2, 3, 5, dtype=torch.float64))
    P, Q = (torch.distributions.Categorical(x) for x in (p, q))
    torch.testing.assert_close(losses.entropy(p), P.entropy())
    torch.testing.assert_close(losses.kl_divergence(p, q), torch.distributions.kl_divergence(P, Q))


def test_gradcheck():
    logits, targets = make(torch.float64, (2, 3, 4))
    assert torch.autograd.gradcheck(
        lambda x: losses.cross_entropy(x, targets, -1, label_smoothing=0.1), logits
    )
