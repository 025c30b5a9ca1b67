"""Right values whose gradient is cut off do not pass; right answers of any style do."""

import numpy as np
import pytest
import torch

from tformer.course.checker import checker, forked, sandbox
from tformer.course.checker.gradients import floats, tracked, wanted
from tformer.course.course_map import exercises
from tformer.exercises import check

EXERCISES = list(exercises().values())


@pytest.fixture(params=[pytest.param(True, id="child"), pytest.param(False, id="thread")])
def either_way(request, monkeypatch):
    monkeypatch.setattr(forked, "POSSIBLE", request.param)


def _by_name(exercise):
    return exercise.name


def _detach(tensor):
    return tensor.detach()


def _data(tensor):
    return tensor.data


def _copy_of_numbers(tensor):
    return torch.tensor(tensor.tolist(), dtype=tensor.dtype).reshape(tensor.shape)


def _without_graph(fn, cut):
    """The same answer, each tensor that it returns cut off."""

    def of(value):
        if isinstance(value, torch.Tensor):
            return cut(value)
        if isinstance(value, list | tuple):
            return type(value)(of(item) for item in value)
        return value

    return lambda *args: of(fn(*args))


@pytest.mark.parametrize("cut", [_detach, _data, _copy_of_numbers, torch.no_grad()])
@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_a_detached_answer_is_rejected_or_there_is_a_reason(exercise, cut, monkeypatch):
    monkeypatch.setattr(forked, "POSSIBLE", False)  # our own code, and quicker
    if isinstance(cut, torch.no_grad):
        fn = cut(exercise.reference)
    else:
        fn = _without_graph(exercise.reference, cut)
    report = check(fn, exercise.name)
    if wanted(exercise):
        assert report.mistake == "no-gradient", report
        assert "The values are right, but no gradient flows back" in report.diagnosis
    elif exercise.name == "training_step" and isinstance(cut, torch.no_grad):
        assert report.state == "failed"  # an update goes backward itself
    else:
        assert report.passed, report
        given = [t for case in exercise.cases for t in floats(case.make())]
        assert exercise.no_gradient or not given


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_what_is_asked_of_a_gradient_is_not_empty(exercise):
    """Each float tensor that goes in has a gradient that is a number and not 0, in some case that
    is compared; a reason stands only where there would be one."""
    if exercise.no_gradient:
        assert any(any(tracked(exercise.reference)(*c.make())[0]) for c in exercise.cases)
        return
    asked = [one for one in wanted(exercise) if one.moderate]
    names = {name for one in wanted(exercise) for name in one.names}
    for name in names:
        found = [g for one in asked for n, g in zip(one.names, one.gradients, strict=True)
                 if n == name and g is not None]  # fmt: skip
        assert any(g.any() and g.isfinite().all() for g in found), name


def _softmax_detached(x, dim):
    powers = (x - x.amax(dim, keepdim=True)).exp()
    return (powers / powers.sum(dim, keepdim=True)).detach()


@torch.no_grad()
def _softmax_under_no_grad(x, dim):
    return x.softmax(dim)


@torch.inference_mode()
def _softmax_for_inference(x, dim):
    return x.softmax(dim)


def _softmax_by_numpy(x, dim):
    e = np.exp(x.numpy() - x.numpy().max(dim, keepdims=True))
    return torch.from_numpy(e / e.sum(dim, keepdims=True))


def _softmax_as_parameter(x, dim):
    return torch.nn.Parameter(x.softmax(dim))


def _softmax_data(x, dim):
    shifted = x.data - x.amax(dim, keepdim=True)
    return shifted.softmax(dim) * 1.0


def _softmax_switched_off(x, dim):
    torch.set_grad_enabled(False)
    return x.softmax(dim)


def _softmax_of_a_helper(x, dim):
    return _softmax_detached(x, dim)


@pytest.mark.parametrize(
    "fn, told",
    [
        (_softmax_detached, "`detach` in line 3"),
        (_softmax_under_no_grad, "`no_grad` in line 1"),
        (_softmax_for_inference, "`inference_mode` in line 1"),
        (_softmax_by_numpy, "`numpy` in line 2"),
        (_softmax_as_parameter, "`Parameter` in line 2"),
        (_softmax_switched_off, "`set_grad_enabled` in line 2"),
        (_softmax_of_a_helper, "`detach` in line 3 of _softmax_detached"),
    ],
)
def test_the_line_that_cuts_is_named(fn, told, either_way):
    report = check(fn, "softmax")
    assert report.mistake == "no-gradient" and report.state == "failed"
    assert f"no gradient flows back: {told}." in report.diagnosis
    assert dict(report.evidence)["In line"] and told.split("`")[1] in report.diagnosis


def test_a_gradient_that_is_lost_in_part_is_named():
    report = check(_softmax_data, "softmax")
    assert report.mistake == "wrong-gradient" and "gradient of x is lost: `data`" in report.says


def _attention(cut_weights, cut_result):
    def attention(q, k, v, mask=None):
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -1e9)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights * mask
        inner = weights.detach() if cut_weights else weights
        return inner @ v, weights.detach() if cut_result else weights

    return attention


@pytest.mark.parametrize(
    "cuts, told",
    [
        ((False, True), "from value 2 of the result: `detach` in line"),
        ((True, True), "to q, k: `detach` in line"),
        ((True, False), "part of the gradient of q, k is lost: `detach` in line"),
    ],
)
def test_what_it_does_not_reach_is_named(cuts, told):
    assert check(_attention(False, False)).passed
    assert told in check(_attention(*cuts)).says


def test_values_come_first():
    report = check(lambda x, dim: x.detach().softmax(0), "softmax")
    assert "gradient" not in report.says


@pytest.mark.parametrize("relu", [
    torch.relu,
    lambda h: h.clamp(min=0),
    lambda h: torch.maximum(h, torch.zeros_like(h)),
    lambda h: torch.where(h >= 0, h, 0.0),
    lambda h: (h + h.abs()) / 2,
    lambda h: h * (h > 0),
])  # fmt: skip
def test_where_the_slope_jumps_every_right_style_passes(relu):
    """At 0 these have the slopes 0, 1, 1/2, 1, 1/2 and 0."""
    x, w1, b1, *_ = exercises()["feed_forward"].cases[0].make()
    assert (x @ w1 + b1 == 0).any()
    report = check(lambda x, w1, b1, w2, b2: relu(x @ w1 + b1) @ w2 + b2, "feed_forward")
    assert report.passed and not report.notes, report


def _in_place_on_a_copy(x, dim):
    x = x.clone()
    x -= x.amax(dim, keepdim=True)
    return x.exp_().div_(x.sum(dim, keepdim=True))


def _filled_in(x, dim):
    out = torch.empty_like(x)
    out[...] = x.softmax(dim)
    return out


def _largest_detached(x, dim):
    return (x - x.amax(dim, keepdim=True).detach()).softmax(dim)


@pytest.mark.parametrize(
    "fn, noted", [(_in_place_on_a_copy, True), (_filled_in, False), (_largest_detached, False)]
)
def test_steps_in_place_and_a_detached_shift_pass(fn, noted, either_way):
    report = check(fn, "softmax")
    assert report.passed, report
    assert any("steps in place" in note for note in report.notes) == noted


def test_a_module_with_the_weights_put_in_passes_and_is_told():
    def scaled_embedding(weight, token_ids):
        table = torch.nn.Embedding(*weight.shape)
        table.weight.data = weight
        return table(token_ids) * weight.shape[1] ** 0.5

    def cut_besides(weight, token_ids):
        return scaled_embedding(weight, token_ids).detach()

    report = check(scaled_embedding)
    assert report.passed and any("module of its own" in note for note in report.notes)
    assert check(cut_besides, "scaled_embedding").mistake == "no-gradient"


def test_a_right_answer_that_is_slow_has_time_for_its_values(either_way, monkeypatch):
    """What the gradients would take besides is not held against it."""
    import time

    cases = len(exercises()["softmax"].cases)
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 1.5)

    def slow(x, dim):
        time.sleep(1.0 / cases)
        return x.softmax(dim)

    assert check(slow, "softmax").passed


def test_wrong_answers_are_not_asked_for_gradients(monkeypatch):
    asked = []
    monkeypatch.setattr(forked, "POSSIBLE", False)
    monkeypatch.setattr(checker, "calls", lambda *given: asked.append(given) or ())
    check(lambda x, dim: x, "softmax")
    assert not asked
    check(lambda x, dim: x.softmax(dim), "softmax")
    assert asked
