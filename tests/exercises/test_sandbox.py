"""Whatever a learner's function does, ``check`` answers with a report and leaves no trace."""

import contextlib
import os
import random
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import torch

from tformer.course.checker import sandbox
from tformer.exercises import check


def _softmax(x, dim):
    return torch.softmax(x, dim)


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 0.5)


def _empty(x, dim): ...


def _unfinished(x, dim):
    raise NotImplementedError("your turn")


def _no_return(x, dim):
    torch.softmax(x, dim)


def _blank_returned(x, dim):
    return ...


def _blank_used(x, dim):
    powers = ...
    return powers / powers.sum(dim, keepdim=True)


def _whole_numbers(x, dim):
    return x.long().softmax(dim)  # torch raises a NotImplementedError of its own


@pytest.mark.parametrize("fn", [_empty, _unfinished, _blank_returned, _blank_used])
def test_an_open_body_is_not_started_and_no_failure(fn):
    report = check(fn, "softmax")
    assert report.state == "not started"
    assert not report.passed and report.mistake is None


def test_a_forgotten_return_is_told_with_the_last_line():
    report = check(_no_return, "softmax")
    assert (report.state, report.mistake) == ("failed", "no-return")
    assert dict(report.lines)["Look at"].startswith("line 2: ") and "`return`" in report.says


def test_torchs_own_not_implemented_error_is_a_failure():
    report = check(_whole_numbers, "softmax")
    assert report.state == "failed" and report.mistake == "needs-floats"


def test_none_for_some_inputs_only_is_a_failure():
    report = check(lambda x, dim: torch.softmax(x, dim) if x.ndim == 2 else None, "softmax")
    assert report.state == "failed" and report.mistake


def test_a_function_is_found_by_its_name_or_the_given_one():
    def softmax(x, dim):
        return torch.softmax(x, dim)

    assert check(softmax).passed
    assert check(torch.nn.Softmax, "softmax").state == "failed"  # a class, not a function
    assert check(_softmax, name="softmax").passed


@pytest.mark.parametrize("name", ["nonsense", None, "", 3])
def test_an_unknown_name_lists_the_exercises(name):
    with pytest.raises(ValueError, match=r"softmax, cross_entropy_masked, cross_entropy"):
        check(_softmax, name)


@pytest.mark.parametrize("thing", [torch.ones(2), 3, None, "softmax"])
def test_something_that_cannot_be_called_is_a_type_error(thing):
    with pytest.raises(TypeError, match="not callable"):
        check(thing, "softmax")


@pytest.mark.parametrize("fn", [lambda x: x, lambda: 0, lambda x, dim, more: x])
def test_a_wrong_signature_is_told(fn):
    report = check(fn, "softmax")
    assert report.mistake == "wrong-signature" and "softmax(x, dim)" in report.diagnosis


def _endless(x, dim):
    while True:
        pass


def _endless_and_stubborn(x, dim):
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0.001)


@pytest.mark.parametrize("fn", [_endless, _endless_and_stubborn])
def test_an_endless_loop_is_stopped_and_told(fn, short):
    before, start = threading.active_count(), time.monotonic()
    report = check(fn, "softmax")
    assert report.mistake == "endless-loop" and report.state == "failed"
    assert time.monotonic() - start < 5
    assert threading.active_count() == before


def test_a_thread_that_sleeps_in_c_does_not_hold_up_the_notebook(short):
    start = time.monotonic()
    report = check(lambda x, dim: time.sleep(6), "softmax")
    assert report.mistake == "endless-loop" and time.monotonic() - start < 5


WITH_TWO_THREADS = """
import torch
torch.ones(500, 500).softmax(-1)  # the second thread begins its work
from tformer.course.checker import sandbox, threaded
from tformer.course.checker.core import Case
threaded.run = None  # a copy that stands still would go on there, two seconds later
rows = Case(lambda: (torch.ones(500, 500), -1), "")
trace = sandbox.run(torch.softmax, [rows])
assert not trace.outcomes[0].failed, trace.outcomes
"""


def test_a_copy_of_a_process_with_threads_does_not_wait_for_them():
    run = subprocess.run(
        [sys.executable, "-c", WITH_TWO_THREADS],
        env={**os.environ, "OMP_NUM_THREADS": "2"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.returncode == 0, run.stderr


def test_the_time_limit_is_ten_seconds_for_an_exercise():
    assert sandbox.TIME_LIMIT == 10.0


def _raiser(error):
    def fn(x, dim):
        raise error

    return fn


@pytest.mark.parametrize(
    "error, slug",
    [
        (SystemExit(1), "leaves-python"),
        (KeyboardInterrupt(), "leaves-python"),
        (NameError("name 'z' is not defined"), "undefined-name"),
        (ZeroDivisionError("division by zero"), "division-by-zero"),
        (RecursionError("maximum recursion depth exceeded"), "endless-recursion"),
        (GeneratorExit(), "raises-generator-exit"),
        (ValueError("not enough values to unpack"), "wrong-number-of-axes"),
    ],
)
def test_an_exception_becomes_a_report(error, slug):
    report = check(_raiser(error), "softmax")
    assert report.mistake == slug and type(error).__name__ in report.diagnosis


def test_the_line_that_raises_is_shown():
    def softmax(x, dim):
        return x @ torch.ones(7, 9)

    assert "return x @ torch.ones(7, 9)" in check(softmax).diagnosis


def test_deep_recursion_becomes_a_report():
    def softmax(x, dim):
        return softmax(x, dim)

    assert check(softmax).mistake == "endless-recursion"


def test_printing_is_kept_from_the_notebook_and_noted(capsys):
    def softmax(x, dim):
        print("so far <b>so good</b>")
        print("to stderr", file=sys.stderr)
        return torch.softmax(x, dim)

    report = check(softmax)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    assert report.passed and report.diagnosis == ""
    assert "so far" in repr(report)
    assert "<b>so" not in report._repr_mimebundle_()["text/html"]


def test_asking_for_input_becomes_a_report():
    report = check(lambda x, dim: input("which dim?"), "softmax")
    assert report.mistake == "asks-for-input"


def test_all_random_states_survive():
    def softmax(x, dim):
        torch.rand(3), np.random.rand(3), random.random()
        return torch.softmax(x, dim)

    torch.manual_seed(7), np.random.seed(7), random.seed(7)
    expected = torch.rand(1), np.random.rand(), random.random()
    torch.manual_seed(7), np.random.seed(7), random.seed(7)
    report = check(softmax)  # draws, but the answer does not depend on it
    assert report.passed
    assert (torch.rand(1), np.random.rand(), random.random()) == expected


@pytest.mark.parametrize(
    "seed", [lambda: torch.manual_seed(0), lambda: np.random.seed(0), lambda: random.seed(0)]
)
def test_setting_a_global_seed_is_diagnosed_and_undone(seed):
    def softmax(x, dim):
        seed()
        return torch.softmax(x, dim)

    states = torch.get_rng_state(), np.random.get_state()[1].copy(), random.getstate()
    report = check(softmax)
    assert report.mistake == "changes-the-global-seed" and report.state == "failed"
    assert torch.equal(torch.get_rng_state(), states[0])
    assert np.array_equal(np.random.get_state()[1], states[1]) and random.getstate() == states[2]


def test_an_answer_that_depends_on_random_numbers_is_named():
    def softmax(x, dim):
        return torch.softmax(x + torch.randn_like(x), dim)

    assert check(softmax).mistake == "hidden-randomness"


def test_an_answer_that_remembers_earlier_calls_is_named():
    seen = []

    def softmax(x, dim):
        seen.append(1)
        return torch.softmax(x, dim) + len(seen) * (len(seen) % 7)

    assert check(softmax).mistake


def test_global_settings_are_put_back():
    def softmax(x, dim):
        torch.set_default_dtype(torch.float64)
        torch.set_grad_enabled(False)
        return torch.softmax(x, dim)

    check(softmax)
    assert torch.get_default_dtype() == torch.float32 and torch.is_grad_enabled()


def test_changing_an_input_is_diagnosed_by_the_argument():
    def cross_entropy(logits, targets):
        targets += 0
        logits -= logits.logsumexp(-1, keepdim=True)
        return -logits.gather(-1, targets[..., None]).mean()

    report = check(cross_entropy)
    assert report.mistake == "changes-its-input" and "logits" in report.diagnosis


class Hostile:
    """Raises whenever it is looked at."""

    def __getattribute__(self, name):
        raise RuntimeError("hands off")

    def __repr__(self):
        raise RuntimeError("hands off")


@pytest.mark.parametrize(
    "make",
    [
        *(object, Hostile, dict, list, tuple, bytes),
        *(lambda: "text", lambda: torch, lambda: torch.ones, lambda: 1j, lambda: [[]]),
        *(lambda: (torch.ones(2), None), lambda: torch.ones(2).to_sparse(), lambda: torch.ones(0)),
        *(lambda: torch.ones(1, device="meta"), lambda: torch.ones(2, dtype=torch.complex64)),
    ],
)
def test_any_type_of_answer_becomes_a_report(make):
    value = make()
    for name, fn in (("softmax", lambda x, dim: value), ("attention", lambda *a: value)):
        report = check(fn, name)
        assert report.state == "failed" and report.diagnosis
        assert " at 0x" not in repr(report)


@pytest.mark.parametrize(
    "change, slug",
    [
        (lambda t: t.numpy(), "returns-numpy"),
        (lambda t: t.tolist(), "returns-list"),
        (lambda t: (t,), "returns-a-tuple"),
        (lambda t: t.long(), "wrong-dtype"),
        (lambda t: t[None], "extra-axis"),
    ],
)
def test_a_wrong_wrapping_is_named(change, slug):
    report = check(lambda x, dim: change(torch.softmax(x, dim)), "softmax")
    assert report.mistake.startswith(slug)


def test_a_check_is_deterministic():
    def softmax(x, dim):
        return torch.exp(x) / 3

    assert repr(check(softmax)) == repr(check(softmax))
    first, second = (check(softmax)._repr_mimebundle_() for _ in range(2))
    assert first == second
