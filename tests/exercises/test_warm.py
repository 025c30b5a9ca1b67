"""Without fork, a helper process runs the answer: it can be ended, and the notebook goes on."""

import itertools
import math
import os
import time
from collections import Counter

import pytest
import torch
import torch.nn.functional as F

from tests.answers import collect
from tformer.course.checker import forked, sandbox, threaded, warm
from tformer.course.checker.parcel import Unsendable, parcel, rebuilt
from tformer.course.course_map import exercises
from tformer.exercises import check

SCALE = 2.0
TABLE = [1, (2.5, None), torch.arange(3)]


class Settings:
    factor = 1.0


SETTINGS = Settings()


@pytest.fixture(scope="module", autouse=True)
def _afterwards():
    yield
    warm.forget()


@pytest.fixture(autouse=True)
def only_warm(monkeypatch):
    """No fork, and no thread either unless a test asks for it."""

    def no_thread(*given):
        raise AssertionError("it went to the thread")

    monkeypatch.setattr(forked, "POSSIBLE", False)
    monkeypatch.setattr(warm, "POSSIBLE", True)
    # The search for a line tries edits, which are no answers: it may use the thread.
    monkeypatch.setattr("tformer.course.checker.checker.point", lambda *given: None)
    monkeypatch.setattr(threaded, "run", no_thread)


def _shifted(x, dim, by=SCALE):
    return x - x.amax(dim, keepdim=True) + by - SCALE


def with_a_helper_and_globals(x, dim):
    powers = _shifted(x, dim).exp() * TABLE[0]
    return powers / powers.sum(dim, keepdim=True)


def torch_functions(x, dim):
    return F.softmax(x, dim=dim)


def test_an_answer_passes_with_what_it_needs_from_the_notebook():
    factor = 1.0

    def with_a_closure(x, dim):
        return torch.softmax(x * factor, dim)

    for fn in (with_a_helper_and_globals, torch_functions, with_a_closure):
        assert check(fn, "softmax").passed
    assert len(warm._kept) == 1


@pytest.mark.parametrize("name", ["softmax", "residual_pre_norm", "beam_search", "bleu"])
def test_it_says_what_a_copy_of_this_process_says(name, monkeypatch):
    answers = collect()[name]
    some = [*answers.right[:2], *(w.fn for w in answers.wrong[:4])]
    here = [check(fn, name) for fn in some]
    monkeypatch.setattr(forked, "POSSIBLE", True)
    there = [check(fn, name) for fn in some]
    assert list(map(repr, here)) == list(map(repr, there))


def test_a_cut_gradient_is_seen():
    def detached(x, dim):
        return torch.softmax(x.detach(), dim)

    assert check(detached, "softmax").mistake == "no-gradient"


def holds_the_interpreter(x, dim):
    return sum(itertools.repeat(1))


def test_a_call_that_holds_the_interpreter_is_ended_and_the_next_check_goes_on(monkeypatch):
    assert check(torch_functions, "softmax").passed
    first = warm._kept[0].process
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 1.0)
    start = time.monotonic()
    assert check(holds_the_interpreter, "softmax").mistake == "endless-loop"
    assert time.monotonic() - start < 10
    assert first.poll() is not None and not warm._kept
    monkeypatch.undo()
    monkeypatch.setattr(forked, "POSSIBLE", False)
    monkeypatch.setattr(warm, "POSSIBLE", True)
    assert check(torch_functions, "softmax").passed
    assert warm._kept[0].process.pid != first.pid


def leaves(x, dim):
    os._exit(3)


def raises(x, dim):
    ratio = x / x
    return ratio.reshape(-1, 7, 11)


def speaks(x, dim):
    print("so far so good")
    os.write(1, b"past Python's own stream")
    return torch.softmax(x, dim)


def test_how_it_ends_what_it_raises_and_what_it_prints_are_told():
    assert "exit code 3" in check(leaves, "softmax").diagnosis
    report = check(raises, "softmax")
    assert "return ratio.reshape(-1, 7, 11)" in repr(report)
    report = check(speaks, "softmax")
    assert report.passed and "so far so good" in repr(report)


def patches(x, dim):
    torch.softmax = lambda *given: None
    return F.softmax(x, dim)


def test_one_answer_leaves_nothing_for_the_next():
    assert check(patches, "softmax").passed
    assert check(lambda_free, "softmax").passed


def lambda_free(x, dim):
    return torch.softmax(x, dim)


def of_an_object(x, dim):
    return torch.softmax(x * SETTINGS.factor, dim)


def test_what_cannot_be_sent_goes_to_the_thread(monkeypatch):
    with pytest.raises(Unsendable, match="SETTINGS is a Settings"):
        parcel(of_an_object)
    for fn in (torch.softmax, eval("lambda x, dim: x")):
        with pytest.raises(Unsendable):
            parcel(fn)
    monkeypatch.undo()
    monkeypatch.setattr(forked, "POSSIBLE", False)
    monkeypatch.setattr(warm, "POSSIBLE", True)
    assert check(of_an_object, "softmax").passed


def counts(candidate, reference, n=int(SCALE)):
    return Counter(candidate), math.log(len(reference)), TABLE[1], n


def test_a_function_is_rebuilt_from_plain_data():
    again = rebuilt(parcel(counts))
    assert again is not counts and again("aab", "xyz") == counts("aab", "xyz")
    assert again.__globals__["TABLE"][2].tolist() == [0, 1, 2]
    assert "SETTINGS" not in again.__globals__


def test_most_answers_can_be_sent():
    some = [fn for name in exercises() for fn in collect()[name].right[:3]]
    lost = []
    for fn in some:
        try:
            parcel(fn)
        except Unsendable as error:
            lost.append((fn.__name__, str(error)))
    assert len(lost) < 0.03 * len(some), lost
