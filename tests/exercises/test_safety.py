"""No wrong answer comes back "passed", ``check`` reports whatever happens, and nothing gets out."""

import math
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import psutil
import pytest
import torch

from tformer.course.checker import checker, forked, pointing, sandbox, threaded
from tformer.course.course_map import exercises
from tformer.exercises import check


@pytest.fixture(params=[pytest.param(True, id="child"), pytest.param(False, id="thread")])
def either_way(request, monkeypatch):
    """In a child process, as on Linux, and in a thread, as elsewhere."""
    monkeypatch.setattr(forked, "POSSIBLE", request.param)


def softmax(x, dim):
    return torch.softmax(x, dim)


# What an answer returns --------------------------------------------------------------------------


class Hostile:
    """Raises whenever it is compared, counted, shown or asked for anything."""

    def _raise(self, *_):
        raise RuntimeError("hands off")

    __eq__ = __ne__ = __len__ = __repr__ = __str__ = __bool__ = __float__ = __iter__ = _raise
    __hash__ = __getattribute__ = __reduce__ = __reduce_ex__ = _raise


class HostileList(list):
    __iter__ = __len__ = __getitem__ = __eq__ = __reduce_ex__ = Hostile._raise


class HostileNumber(float):
    __eq__ = __float__ = __pos__ = __repr__ = __reduce_ex__ = Hostile._raise


class HostileTensor(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *_, **__):
        raise RuntimeError("hands off")


def _in_itself():
    value = []
    value.append(value)
    return value


ODD = {
    "huge int": lambda: 10**400,
    "larger int": lambda: 10**10_000,
    "huge ints": lambda: (10**400, -(10**400)),
    "nested": lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]),
    "jagged": lambda: torch.nested.nested_tensor([torch.ones(2)], layout=torch.jagged),
    "meta": lambda: torch.ones(2, 3, device="meta"),
    "metas": lambda: (torch.ones(2, device="meta"), torch.ones(2, device="meta")),
    "hostile": Hostile,
    "hostile class": lambda: Hostile,
    "hostiles": lambda: [Hostile(), (Hostile(), {1: Hostile()})],
    "hostile list": lambda: HostileList([1.0, 2.0]),
    "hostile number": lambda: HostileNumber(2.0),
    "hostile tensor": lambda: torch.ones(2).as_subclass(HostileTensor),
    "in itself": _in_itself,
    "objects": lambda: np.array([None, object()], dtype=object),
    "longdouble": lambda: np.ones(2, dtype=np.longdouble),
    "expanded": lambda: torch.ones(1).expand(10**12),
    "long list": lambda: [0.0] * 10**6,
    "long text": lambda: "x" * 10**7,
    "generator": lambda: (i for i in range(3)),
    "conjugate": lambda: torch.ones(2, dtype=torch.complex64).conj(),
    "nan": lambda: math.nan,
    "bfloat16": lambda: torch.ones(2, dtype=torch.bfloat16),
    "float8": lambda: torch.ones(2).to(torch.float8_e4m3fn),
    "quantised": lambda: torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.quint8),
}
WANTS = ["softmax", "attention", "noam_lr", "modified_precision", "shift_right", "greedy_decode"]


@pytest.mark.parametrize("odd", ODD)
def test_whatever_comes_back_becomes_a_report(odd, either_way):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = ODD[odd]()
    for name in WANTS:
        report = check(lambda *_: value, name)
        assert report.state == "failed" and report.diagnosis
        assert report.mistake != "cannot-be-judged"
        assert report._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("name", ["noam_lr", "perplexity", "brevity_penalty", "bleu"])
def test_a_tensor_is_no_float(name):
    reference = exercises()[name].reference
    report = check(lambda *args: torch.tensor(reference(*args), dtype=torch.float64), name)
    assert report.state == "failed" and report.mistake.startswith("returns-a-tensor")
    assert check(lambda *args: np.float64(reference(*args)), name).passed


def test_an_input_list_that_is_overwritten_does_not_pass(either_way):
    def scale_micro_batch_losses(losses, token_counts):
        for i, count in enumerate(token_counts):
            losses[i] = losses[i].item() * count
        return torch.tensor(sum(losses) / sum(token_counts))

    report = check(scale_micro_batch_losses)
    assert report.state == "failed" and report.mistake

    def right_but_for_the_list(losses, token_counts):
        dtype = losses[0].dtype
        for i, count in enumerate(token_counts):
            losses[i] = losses[i].item() * count
        return torch.tensor(sum(losses) / sum(token_counts), dtype=dtype)

    report = check(right_but_for_the_list, "scale_micro_batch_losses")
    assert report.mistake == "changes-its-input" and "losses" in report.diagnosis


def test_passing_needs_as_many_outcomes_as_cases(monkeypatch):
    run = sandbox.run

    def last_one_lost(*args, **kwargs):
        trace = run(*args, **kwargs)
        del trace.outcomes[-1]
        return trace

    monkeypatch.setattr(sandbox, "run", last_one_lost)
    report = check(softmax)
    assert report.state == "failed" and report.mistake == "cut-short"


def test_an_error_of_the_checker_itself_is_a_report_and_no_pass(monkeypatch):
    def broken(*_, **__):
        raise ArithmeticError("a fault in the checker")

    monkeypatch.setattr(checker, "judge", broken)
    report = check(lambda x, dim: x, "softmax")
    assert report.state == "failed" and report.mistake == "cannot-be-judged"


def test_one_buffer_for_all_answers_is_copied_at_once(either_way):
    buffer = torch.empty(10_000)

    def softmax(x, dim):
        out = buffer[: x.numel()].view(x.shape) if x.dtype == torch.float32 else torch.empty(
            x.shape, dtype=x.dtype)  # fmt: skip
        return out.copy_(torch.softmax(x, dim))

    assert check(softmax).passed


def test_an_error_that_cannot_be_told_becomes_a_report(either_way):
    class Mute(Exception):
        __str__ = __repr__ = Hostile._raise

    def raises(x, dim):
        raise Mute

    assert check(raises, "softmax").mistake == "raises-mute"


def test_a_function_that_cannot_be_asked_anything_becomes_a_report(either_way):
    class Odd:
        def __call__(self, x, dim):
            return x

        def __getattr__(self, name):
            raise RuntimeError("hands off")

    assert check(Odd(), "softmax").state == "failed"


def test_greedy_decoding_that_starts_from_nothing_does_not_pass():
    def greedy_decode(next_logits, bos_id, eos_id, max_len):
        tokens = torch.empty(1, 0, dtype=torch.long)
        while tokens.shape[1] < max_len:
            best = next_logits(tokens).argmax(-1).reshape(1, 1)
            tokens = torch.cat([tokens, best], dim=1)
            if best.item() == eos_id:
                break
        return tokens

    assert check(greedy_decode).mistake == "does-not-start-with-bos"


def test_one_micro_batch_alone_is_tried():
    def scale_micro_batch_losses(losses, token_counts):
        if len(losses) == 1:
            return losses[0] / token_counts[0]
        total = sum(loss * n for loss, n in zip(losses, token_counts, strict=True))
        return total / sum(token_counts)

    report = check(scale_micro_batch_losses)
    assert report.state == "failed" and "one micro" in report.diagnosis


# What an answer does -----------------------------------------------------------------------------


def _closes_the_stream(x, dim):
    import sys

    sys.stdout.close()
    print("gone")
    return torch.softmax(x, dim)


def _takes_the_stream_away(x, dim):
    import sys

    sys.stdout = sys.stderr = None
    return torch.softmax(x, dim)


@pytest.mark.parametrize("fn", [_closes_the_stream, _takes_the_stream_away])
def test_a_closed_stream_harms_nobody(fn, either_way, capsys):
    assert check(fn, "softmax").passed
    print("still here")
    assert capsys.readouterr().out == "still here\n"


def test_what_is_printed_is_capped(either_way):
    def chatty(x, dim):
        for _ in range(2000):
            print("word " * 200)
        return torch.softmax(x, dim)

    trace = sandbox.run(chatty, exercises()["softmax"].cases)
    assert 0 < len(trace.printed) <= 10_000
    assert check(chatty, "softmax").passed


def _changes_everything(x, dim):
    torch.set_printoptions(precision=1, sci_mode=True)
    np.set_printoptions(precision=1)
    np.seterr(all="raise")
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(torch.get_num_threads() + 1)
    torch.use_deterministic_algorithms(True)
    os.chdir("/")
    os.environ["TFORMER_TEST"] = "changed"
    os.environ.pop("PATH", None)
    warnings.simplefilter("error")
    result = torch.softmax(x, dim)
    torch.softmax = math.sqrt = torch.Tensor.softmax = torch.nn.functional.softmax = len
    torch.equal = torch.Tensor.clone = time.monotonic = lambda *_: None
    return result


def _settings():
    return (
        repr(torch.tensor([1 / 3])),
        repr(np.array([1 / 3])),
        np.geterr(),
        torch.get_default_dtype(),
        torch.get_num_threads(),
        torch.get_deterministic_debug_mode(),
        os.getcwd(),
        dict(os.environ),
        len(warnings.filters),
        [torch.softmax, math.sqrt, torch.Tensor.softmax, torch.nn.functional.softmax],
        [torch.equal, torch.Tensor.clone, time.monotonic],
    )


def test_every_setting_is_as_it_was(either_way):
    before = _settings()
    check(_changes_everything, "softmax")
    assert _settings() == before


@pytest.mark.parametrize(
    "mode",
    [
        *(lambda: torch.device("meta"), torch.inference_mode, torch.no_grad),
        lambda: torch.autocast("cpu", dtype=torch.bfloat16),
    ],
)
def test_the_notebooks_own_modes_change_no_verdict(mode, either_way):
    exercises.cache_clear()  # what the reference gives is worked out under this mode, too
    with mode():
        for name in ("softmax", "sinusoidal_positions", "attention"):
            report = check(exercises()[name].reference)
            assert report.passed, report.diagnosis
        wrong = check(lambda q, k, v, mask=None: (q @ k.mT, q), "attention")
    assert wrong.state == "failed"
    exercises.cache_clear()


def test_a_default_device_and_dtype_change_no_verdict(either_way):
    exercises.cache_clear()
    torch.set_default_device("meta")
    torch.set_default_dtype(torch.float64)
    try:
        reports = [check(exercises()[n].reference) for n in ("softmax", "sinusoidal_positions")]
        assert torch.get_default_device() == torch.device("meta")
        assert torch.get_default_dtype() == torch.float64
    finally:
        torch.set_default_device(None)
        torch.set_default_dtype(torch.float32)
        exercises.cache_clear()
    assert all(report.passed for report in reports)


@pytest.mark.parametrize("replace", ["torch.softmax", "torch.Tensor.softmax"])
def test_a_function_that_the_notebook_has_replaced_changes_no_verdict(
    replace, either_way, monkeypatch
):
    exercises.cache_clear()
    owner = torch if replace == "torch.softmax" else torch.Tensor
    monkeypatch.setattr(owner, "softmax", lambda x, dim: x * 0)
    mine = owner.softmax
    assert check(exercises()["softmax"].reference).passed
    assert check(lambda x, dim: x * 0, "softmax").state == "failed"
    assert owner.softmax is mine
    exercises.cache_clear()


def test_two_checks_at_once_do_not_mix(either_way):
    def loud(x, dim):
        print("loud")
        time.sleep(0.01)
        return torch.softmax(x, dim)

    def silent_and_wrong(x, dim):
        time.sleep(0.01)
        torch.rand(1)
        return torch.softmax(x, 0)

    fns = [loud, silent_and_wrong] * 3
    alone = [repr(check(fn, "softmax")) for fn in fns[:2]] * 3
    together = [""] * len(fns)

    def one(i):
        together[i] = repr(check(fns[i], "softmax"))

    threads = [threading.Thread(target=one, args=(i,)) for i in range(len(fns))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_a_check_inside_the_function_is_told(either_way):
    def softmax(x, dim):
        check(softmax)
        return torch.softmax(x, dim)

    report = check(softmax)
    assert report.state == "failed" and report.mistake == "checks-itself"
    assert check(lambda x, dim: torch.softmax(x, dim), "softmax").passed


# What has to be stopped --------------------------------------------------------------------------


def test_memory_is_watched(either_way, monkeypatch):
    monkeypatch.setattr(sandbox, "MEMORY_LIMIT", 2e8)

    def greedy(x, dim):
        kept = []
        while True:
            kept.append(torch.zeros(10_000) + len(kept))

    start = time.monotonic()
    report = check(greedy, "softmax")
    assert report.state == "failed" and report.mistake == "too-much-memory"
    assert time.monotonic() - start < sandbox.TIME_LIMIT
    assert sandbox.MEMORY_LIMIT == 2e8 and "memory" in report.diagnosis


def _power(x, dim):
    return 10**10 ** len("x" * 9)


def _expression(x, dim):
    return re.match(r"(a+)+$", "a" * 60 + "b")


@pytest.mark.parametrize("fn", [_power, _expression])
def test_a_call_that_holds_the_interpreter_is_stopped(fn, monkeypatch):
    assert forked.POSSIBLE, "elsewhere than on Linux this stays impossible"
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 0.5)
    start = time.monotonic()
    assert check(fn, "softmax").mistake == "endless-loop"
    assert time.monotonic() - start < 5


def _leaves(x, dim):
    os._exit(0)


def _kills_itself(x, dim):
    os.kill(os.getpid(), signal.SIGKILL)


def _crashes(x, dim):
    os.kill(os.getpid(), signal.SIGSEGV)


def _closes_everything(x, dim):
    os.closerange(3, 4096)
    return torch.softmax(x, dim)


@pytest.mark.parametrize("fn", [_leaves, _kills_itself, _crashes, _closes_everything])
def test_a_function_that_ends_its_process_is_told(fn):
    report = check(fn, "softmax")
    assert report.state == "failed" and report.mistake == "ends-the-process"


def test_a_process_that_the_function_copies_harms_nobody():
    def forks(x, dim):
        os.fork()
        return torch.softmax(x, dim)

    assert check(forks, "softmax").state in ("passed", "failed")


def test_what_the_function_starts_ends_with_it(monkeypatch, tmp_path):
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 1.0)
    note = tmp_path / "pid"

    def starts(x, dim):
        waits = [sys.executable, "-c", "import time; time.sleep(60)"]
        note.write_text(str(subprocess.Popen(waits).pid))
        while True:
            pass

    assert check(starts, "softmax").mistake == "endless-loop"
    state = f"/proc/{note.read_text()}/stat"
    time.sleep(0.1)
    assert not os.path.exists(state) or Path(state).read_text().split()[2] == "Z"


def test_time_that_other_processes_took_does_not_count(monkeypatch):
    assert forked.POSSIBLE
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 0.8)
    monkeypatch.setattr(forked, "LATEST", 50)
    done = []

    def slow(x, dim):
        until = 0.0 if done else time.thread_time() + 0.4
        done.append(1)
        while time.thread_time() < until:
            pass
        return torch.softmax(x, dim)

    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})  # one processor for it and for two that do nothing else
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    start = time.monotonic()
    try:
        assert check(slow, "softmax").passed
        assert time.monotonic() - start > sandbox.TIME_LIMIT
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, before)


def test_a_child_that_stands_still_leaves_the_work_to_a_thread(monkeypatch):
    monkeypatch.setattr(forked, "IDLE", 0.3)
    here, lock = os.getpid(), threading.Lock()
    lock.acquire()

    def waits_in_a_copy(x, dim):
        if os.getpid() != here:
            lock.acquire()  # as a lock that another thread held when the process was copied
        return torch.softmax(x, dim)

    assert check(waits_in_a_copy, "softmax").passed


@pytest.mark.parametrize("words", forked.NOT_HERE)
def test_what_only_a_copy_cannot_do_is_done_in_a_thread(words):
    here = os.getpid()

    def refuses(x, dim):
        if os.getpid() != here:
            raise RuntimeError(f"Cannot re-initialize CUDA in {words}")
        return torch.softmax(x, dim)

    assert check(refuses, "softmax").passed


def test_where_no_process_can_be_copied_a_thread_does_it(monkeypatch):
    def full():
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", full)
    assert check(softmax).passed


def test_naming_a_mistake_has_a_time_limit(monkeypatch, tmp_path):
    """Told by how often the answer is asked: a clock would tell how busy the machine is."""
    monkeypatch.setattr(threaded, "PATIENCE", 0.1)

    def calls(limit: float) -> int:
        monkeypatch.setattr(checker, "ANALYSIS_LIMIT", limit)
        monkeypatch.setattr(pointing, "LATEST", limit)
        note = tmp_path / f"{limit}"

        def slow_and_wrong(x, dim):
            with note.open("a") as file:
                file.write("x")
            time.sleep(0.15)
            return x * torch.arange(1, x.numel() + 1).reshape(x.shape)

        assert check(slow_and_wrong, "softmax").state == "failed"
        return len(note.read_text())

    cases = len(exercises()["softmax"].cases)
    assert cases <= calls(0.3) <= cases + 5 < calls(3.0)


def test_all_readings_together_keep_the_time_limit(monkeypatch):
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 1.0)

    def slow_and_wrong(*_):
        time.sleep(0.15)
        return torch.zeros(1, 1, dtype=torch.long)

    check(exercises()["greedy_decode"].reference)  # what is found out once is known
    start = time.monotonic()
    assert check(slow_and_wrong, "greedy_decode").state == "failed"
    # the limit is of processor time: beside other tests it takes longer by the clock
    assert time.monotonic() - start < 1.0 + 2 * checker.ANALYSIS_LIMIT


def test_no_child_process_is_left(monkeypatch):
    monkeypatch.setattr(sandbox, "TIME_LIMIT", 0.3)
    before = set(psutil.Process().children())
    for fn in (softmax, _leaves, _power):
        check(fn, "softmax")
    assert set(psutil.Process().children()) <= before
