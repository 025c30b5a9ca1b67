"""The teaching AdamW and global-norm clipping, side by side with torch's own."""

import pytest
import torch

from tformer import schedules

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}


def _twins(dtype, *makers):
    """The same small network once for each maker of an optimizer; the biases do not decay."""
    generator = torch.Generator().manual_seed(0)
    start = [torch.randn(s, generator=generator) for s in ((7, 5), (7,), (3, 7), (3,))]
    pairs = []
    for make in makers:
        net = torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Tanh(), torch.nn.Linear(7, 3))
        net = net.to(dtype)
        for param, value in zip(net.parameters(), start, strict=True):
            param.data.copy_(value)
        weights = [p for p in net.parameters() if p.ndim > 1]
        biases = [p for p in net.parameters() if p.ndim == 1]
        pairs.append((net, make([dict(params=weights), dict(params=biases, weight_decay=0.0)])))
    return pairs, generator


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize(
    "options",
    [
        dict(lr=1e-2),
        dict(lr=3e-3, betas=(0.8, 0.98), eps=1e-2, weight_decay=0.3),
        dict(lr=1e-2, betas=(0.0, 0.0), eps=1e-3, weight_decay=0.0),
    ],
)
def test_adamw_equals_torch_over_many_steps(dtype, options):
    pairs, generator = _twins(
        dtype,
        lambda groups: schedules.AdamW(groups, **options),
        lambda groups: torch.optim.AdamW(groups, **options),
    )
    for _ in range(200):
        x = torch.randn(4, 5, generator=generator).to(dtype)
        for net, optimizer in pairs:
            optimizer.zero_grad()
            net(x).square().mean().backward()
            optimizer.step()
    (ours, _), (theirs, _) = pairs
    for a, b in zip(ours.parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=TOLERANCE[dtype])


@pytest.mark.parametrize("max_norm", [0.1, 1.0, 1e6])
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_clipping_equals_torch(dtype, max_norm):
    generator = torch.Generator().manual_seed(1)
    grads = [torch.randn(s, generator=generator).to(dtype) for s in ((3, 4), (5,), ())]
    params = [torch.nn.Parameter(torch.zeros_like(g)) for g in grads]
    for param, grad in zip(params, grads, strict=True):
        param.grad = grad.clone()
    theirs = torch.nn.utils.clip_grad_norm_(params, max_norm)
    ours = schedules.clip_by_global_norm(grads, max_norm)
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE[dtype], atol=0)
    for grad, param in zip(grads, params, strict=True):
        torch.testing.assert_close(grad, param.grad, rtol=0, atol=TOLERANCE[dtype])
