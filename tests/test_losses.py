import math

import pytest
import torch

from tformer.losses import (
    cross_entropy,
    entropy,
    kl_divergence,
    log_softmax,
    smooth_labels,
    softmax,
)

LOGITS = torch.tensor([2.0, 1.0, 0.1, 3.0, -1.0])
ROWS = torch.zeros(2, 3, 7)
TARGETS = torch.zeros(2, 3, dtype=torch.long)


def test_vocabulary_of_five():
    probs = softmax(LOGITS, -1)
    expected = [0.2333, 0.0858, 0.0349, 0.6343, 0.0116]
    assert [round(p, 4) for p in probs.tolist()] == expected
    assert math.isclose(probs.sum().item(), 1, abs_tol=1e-6)
    assert round(cross_entropy(LOGITS, torch.tensor(3)).item(), 4) == 0.4552


def test_softmax_of_huge_logits_is_finite_and_ignores_a_shift():
    x = torch.tensor([1000.0, 1001.0, 1002.0], dtype=torch.float64)
    torch.testing.assert_close(softmax(x, 0), softmax(x - 1000, 0))
    assert softmax(torch.tensor([1e30, -1e30]), 0).tolist() == [1, 0]
    assert softmax(torch.tensor([0.0, float("-inf")]), 0).tolist() == [1, 0]
    assert log_softmax(torch.tensor([200.0, 0.0]), 0).tolist() == [0, -200]


def test_an_untrained_model_loses_log_v():
    loss = cross_entropy(torch.zeros(4, 1000), torch.arange(4))
    assert math.isclose(loss.item(), math.log(1000), rel_tol=1e-6)


def test_ignored_targets_weigh_nothing():
    logits = torch.randn(2, 3, 7, generator=torch.Generator().manual_seed(0), requires_grad=True)
    targets = torch.tensor([[1, 2, -100], [3, -100, -100]])
    loss = cross_entropy(logits, targets, ignore_index=-100)
    loss.backward()
    kept = cross_entropy(logits[targets >= 0], targets[targets >= 0])
    torch.testing.assert_close(loss, kept)
    assert (logits.grad[targets < 0] == 0).all() and (logits.grad[targets >= 0] != 0).all()
    each = cross_entropy(logits, targets, ignore_index=-100, reduction="none")
    assert each.shape == targets.shape and (each[targets < 0] == 0).all()


def test_smoothed_loss_is_the_cross_entropy_with_smoothed_labels():
    logits = torch.randn(5, 11, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    targets = torch.arange(5)
    by_hand = -(smooth_labels(targets, 11, 0.1) * log_softmax(logits, -1)).sum(-1).mean()
    torch.testing.assert_close(cross_entropy(logits, targets, label_smoothing=0.1), by_hand)


def test_smoothing_has_a_floor():
    # The best a model can do with epsilon 0.1 and 11 words is the entropy of the smoothed label.
    assert round(entropy(smooth_labels(torch.tensor(0), 11, 0.1)).item(), 3) == 0.514


def test_entropy_and_divergence():
    even, sure = torch.full((4,), 0.25), torch.tensor([1.0, 0, 0, 0])
    assert math.isclose(entropy(even).item(), math.log(4), rel_tol=1e-6)
    assert entropy(sure).item() == 0
    assert math.isclose(kl_divergence(sure, even).item(), math.log(4), rel_tol=1e-6)
    assert kl_divergence(even, sure).item() == math.inf and kl_divergence(even, even).item() == 0


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: softmax(torch.arange(3), 0), TypeError, "x has dtype torch.int64"),
        (lambda: softmax([1.0], 0), TypeError, "x is list"),
        (
            lambda: cross_entropy(ROWS, TARGETS.float()),
            TypeError,
            "targets has dtype torch.float32",
        ),
        (
            lambda: cross_entropy(ROWS, TARGETS[:, :2]),
            ValueError,
            r"logits.*\(2, 3, 7\), targets \(2, 2\)",
        ),
        (lambda: cross_entropy(ROWS, TARGETS + 7), IndexError, "7.*0 to 6"),
        (lambda: cross_entropy(ROWS, TARGETS - 100), IndexError, "-100"),
        (lambda: cross_entropy(ROWS, TARGETS, ignore_index=0), ValueError, "every target"),
        (lambda: cross_entropy(ROWS, TARGETS, reduction="avg"), ValueError, "reduction='avg'"),
        (lambda: cross_entropy(ROWS, TARGETS, label_smoothing=1.5), ValueError, "label_smoothing"),
        (lambda: cross_entropy(ROWS[:0], TARGETS[:0]), ValueError, "at least one target"),
        (lambda: smooth_labels(TARGETS, 0, 0.1), ValueError, "vocab_size=0"),
        (lambda: smooth_labels(TARGETS + 9, 5, 0.1), IndexError, "9.*0 to 4"),
        (lambda: smooth_labels(TARGETS, 5, -0.1), ValueError, "epsilon=-0.1"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize("wrong", [[2.0, -1.0], [1.0, 2.0], [0.2, 0.2]])
def test_information_measures_refuse_what_is_no_distribution(wrong):
    wrong, even = torch.tensor(wrong), torch.tensor([0.5, 0.5])
    for name, call in (("probs", lambda: entropy(wrong)), ("p", lambda: kl_divergence(wrong, even)),
                       ("q", lambda: kl_divergence(even, wrong))):  # fmt: skip
        with pytest.raises(ValueError, match=f"^{name} is no distribution"):
            call()
