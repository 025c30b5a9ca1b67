"""Schedules against their closed forms, the adapter against torch's counting, bad input."""

import doctest
import math

import pytest
import torch

from tformer import schedules
from tformer.schedules import AdamW, clip_by_global_norm, cosine_lr, noam_lr, schedule


def test_worked_examples():
    assert doctest.testmod(schedules).failed == 0


@pytest.mark.parametrize(
    ("d_model", "warmup", "peak"),
    [(512, 4000, 6.988e-4), (512, 8000, 4.941e-4), (256, 4000, 9.882e-4)],
)
def test_noam_peaks_where_the_branches_meet(d_model, warmup, peak):
    rates = [noam_lr(step, d_model, warmup) for step in range(1, 3 * warmup)]
    assert max(range(len(rates)), key=rates.__getitem__) + 1 == warmup
    assert rates[warmup - 1] == pytest.approx(peak, rel=1e-3)
    assert rates[warmup - 1] == pytest.approx(1 / math.sqrt(d_model * warmup))
    assert rates[99] == pytest.approx(100 * rates[0])  # a straight line from zero


def test_noam_factor_scales():
    assert noam_lr(7, 64, 10, factor=2.0) == pytest.approx(2 * noam_lr(7, 64, 10))


def test_cosine_is_a_line_then_a_cosine_then_flat():
    def rate(step):
        return cosine_lr(step, peak=3e-4, warmup=10, total=110, minimum=3e-5)

    assert rate(0) == 0.0
    assert rate(5) == pytest.approx(1.5e-4)
    assert rate(10) == pytest.approx(3e-4)
    assert rate(60) == pytest.approx((3e-4 + 3e-5) / 2)
    assert rate(35) == pytest.approx(3e-5 + 2.7e-4 * (1 + math.cos(math.pi / 4)) / 2)
    assert rate(110) == rate(10_000) == 3e-5


def test_cosine_without_warmup_or_without_decay():
    assert cosine_lr(0, peak=1.0, warmup=0, total=4) == 1.0
    assert cosine_lr(4, peak=1.0, warmup=4, total=4, minimum=0.5) == 0.5
    assert cosine_lr(0, peak=1.0, warmup=0, total=0, minimum=0.5) == 0.5


def test_update_n_uses_rate_n():
    param = torch.nn.Parameter(torch.zeros(()))
    optimizer = torch.optim.SGD([param], lr=123.0)
    scheduler = schedule(optimizer, lambda n: noam_lr(n, 4, 3))
    for n in range(1, 8):
        before = param.item()
        param.grad = torch.ones(())
        optimizer.step()
        scheduler.step()
        assert before - param.item() == pytest.approx(noam_lr(n, 4, 3), rel=1e-6)


def test_scheduler_state_survives_a_restart():
    def fresh():
        optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(()))])
        return optimizer, schedule(optimizer, lambda n: float(n))

    optimizer, scheduler = fresh()
    for _ in range(5):
        optimizer.step()
        scheduler.step()
    other, resumed = fresh()
    other.load_state_dict(optimizer.state_dict())
    resumed.load_state_dict(scheduler.state_dict())
    for each, its in ((optimizer, scheduler), (other, resumed)):
        each.step()
        its.step()
    assert resumed.get_last_lr() == scheduler.get_last_lr() == [7.0]


def test_clipping_keeps_direction_and_leaves_short_gradients_alone():
    grads = [torch.full((2, 3), 2.0), torch.tensor(-5.0), torch.zeros(4)]
    kept = [g.clone() for g in grads]
    assert clip_by_global_norm(grads, 7.1).item() == pytest.approx(7.0)
    assert all(torch.equal(a, b) for a, b in zip(grads, kept, strict=True))
    clip_by_global_norm(grads, 0.7)
    for clipped, original in zip(grads, kept, strict=True):
        torch.testing.assert_close(clipped, original / 10, rtol=1e-5, atol=0)


def test_clipping_of_nothing_and_of_zeros():
    assert clip_by_global_norm([], 1.0) == 0
    zeros = [torch.zeros(3)]
    assert clip_by_global_norm(zeros, 1.0) == 0 and torch.equal(zeros[0], torch.zeros(3))


def test_clipping_takes_gradients_and_no_parameters():
    layer = torch.nn.Linear(2, 2)
    with torch.no_grad(), pytest.raises(TypeError, match="grads holds a parameter"):
        clip_by_global_norm(layer.parameters(), 1e-3)
    with pytest.raises(TypeError, match="grads is NoneType"):
        clip_by_global_norm([p.grad for p in layer.parameters()], 1.0)
    layer(torch.ones(2)).sum().backward()
    norm = clip_by_global_norm([p.grad for p in layer.parameters()], 1.0)
    assert norm > 1 and layer.weight.grad.norm() < 1


def test_first_step_of_adamw_is_lr_long_whatever_the_gradient():
    for size in (1e-4, 1.0, 1e4):
        param = torch.nn.Parameter(torch.zeros(3))
        param.grad = torch.full((3,), size)
        AdamW([param], lr=0.01, weight_decay=0.0).step()
        torch.testing.assert_close(param.detach(), torch.full((3,), -0.01), rtol=1e-3, atol=0)


def test_adamw_takes_a_closure_as_torchs_optimizers_do():
    param = torch.nn.Parameter(torch.ones(2))
    optimizer = AdamW([param], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = (param**2).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 2 and (param < 1).all()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: noam_lr(0, 512, 4000), "step=0"),
        (lambda: noam_lr(1, 0, 4000), "d_model=0"),
        (lambda: noam_lr(1, 512, 0), "warmup=0"),
        (lambda: cosine_lr(-1, peak=1.0, warmup=0, total=1), "step=-1"),
        (lambda: cosine_lr(1, peak=1.0, warmup=5, total=4), "warmup=5"),
        (lambda: cosine_lr(1, peak=1.0, warmup=0, total=4, minimum=2.0), "minimum=2.0"),
        (lambda: clip_by_global_norm([torch.ones(1)], 0.0), "max_norm=0.0"),
        (lambda: clip_by_global_norm([torch.ones(1)], math.nan), "max_norm=nan"),
        (lambda: AdamW([torch.zeros(1)], lr=-1.0), "lr=-1.0"),
        (lambda: AdamW([torch.zeros(1)], eps=-1.0), "eps=-1.0"),
        (lambda: AdamW([torch.zeros(1)], weight_decay=-1.0), "weight_decay=-1.0"),
        (lambda: AdamW([torch.zeros(1)], betas=(0.9, 1.0)), "beta2 of betas=1.0"),
    ],
)
def test_bad_input_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()
