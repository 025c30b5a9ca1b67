"""``check``: run a learner's function and report which mistake was made."""

import inspect
import re
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from . import bookkeeping, sandbox
from .compare import agree, right
from .core import Case, Exercise, Outcome, find
from .describe import evidence, smallest
from .errors import blank_used
from .judge import judge, trials
from .laws import broken_law
from .report import Report
from .verdict import Trial, Verdict


def check(fn: Callable, name: str | None = None) -> Report:
    """Check a function against the exercise of its ``__name__``, or of ``name``.

    Returns a ``Report``; whatever the function does (raise, loop, print, set a seed) ends up in it.
    Raises TypeError if ``fn`` is not a function, ValueError if there is no such exercise.
    """
    if not callable(fn):
        raise TypeError(
            f"fn={type(fn).__name__} is not callable: pass the function itself, check(softmax), "
            "not what it returns"
        )
    exercise = find(fn, name)
    misfit = _signature(fn, exercise)
    if misfit:
        return misfit
    with _one_thread():
        report = _report(exercise, fn, _run(fn, exercise))
    if report.passed:
        bookkeeping.record(exercise.name)
    return report


@contextmanager
def _one_thread():
    """Thousands of products of tiny tensors: threads would only wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _run(fn: Callable, exercise: Exercise) -> sandbox.Trace:
    """The run on all cases, under the reading of the arguments that suits the answer best."""
    best = sandbox.run(fn, exercise.cases)
    for reading in exercise.readings:
        if best.timed_out or _success(exercise, best)[0] == len(exercise.cases):
            break
        cases = [replace(c, make=lambda c=c, read=reading: read(c.make())) for c in exercise.cases]
        best = max(best, sandbox.run(fn, cases), key=lambda trace: _success(exercise, trace))
    return best


def _success(exercise: Exercise, trace: sandbox.Trace) -> tuple[int, int]:
    """How many cases come out right, how many without an exception."""
    pairs = zip(trace.outcomes, exercise.wanted, strict=False)
    return sum(right(o, want) for o, want in pairs), sum(not o.failed for o in trace.outcomes)


def _signature(fn: Callable, exercise: Exercise) -> Report | None:
    """A report if the function cannot be called with the exercise's arguments."""
    try:
        signature = inspect.signature(fn)
    except (TypeError, ValueError):  # some builtins do not tell
        return None
    for case in exercise.cases:
        args = case.make()
        try:
            signature.bind(*args)
        except TypeError as error:
            wanted = inspect.signature(exercise.reference)
            says = (
                f"The function cannot be called with {len(args)} arguments ({error}). "
                f"Its signature should be {exercise.name}{wanted}."
            )
            return Report(exercise.name, "failed", says, "wrong-signature")
    return None


def _report(exercise: Exercise, fn: Callable, trace: sandbox.Trace) -> Report:
    name, outcomes = exercise.name, trace.outcomes
    notes = _notes(trace)
    if outcomes and _nothing_yet(trace):
        says = "Nothing comes back yet: the body is still open, or a return is missing."
        return Report(name, "not started", says, notes=notes)
    if trace.timed_out:
        return _too_long(
            exercise, exercise.cases[min(len(outcomes), len(exercise.cases) - 1)], notes
        )
    if exercise.any_float:
        outcomes = [_in_float32(outcome) for outcome in outcomes]
    wrong = tuple(t for t in trials(exercise, tuple(outcomes)) if not t.right)
    verdict = _unsteady(fn, exercise, trace, wrong) if wrong and trace.drew_random else None
    verdict = verdict or judge(exercise, tuple(outcomes))
    if verdict and verdict.slug is None:
        verdict = _unsteady(fn, exercise, trace, verdict.shown) or verdict
    if verdict and verdict.slug is None and (law := broken_law(fn, exercise)):
        verdict = Verdict(law.slug, law.says, verdict.shown)
    if verdict is None:
        verdict = _side_effect(exercise, trace)
    if verdict is None:
        return Report(name, "passed", notes=notes)
    return Report(name, "failed", verdict.says, verdict.slug, _evidence(exercise, verdict), notes)


def _in_float32(outcome: Outcome) -> Outcome:
    value = outcome.value
    floats = isinstance(value, Tensor) and value.is_floating_point()
    return replace(outcome, value=value.float()) if floats else outcome


def _nothing_yet(trace: sandbox.Trace) -> bool:
    outcomes = trace.outcomes
    if any(_open(o) for o in outcomes):
        return all(_open(o) for o in outcomes)
    return not trace.timed_out and all(not o.failed and _blank(o.value) for o in outcomes)


def _blank(value: Any) -> bool:
    """None, or a tuple of nothing but None, as from ``return ..., ...``."""
    return value is None or (isinstance(value, tuple) and {*map(type, value)} == {type(None)})


def _open(outcome: Outcome) -> bool:
    """``raise NotImplementedError`` (torch's own names what it cannot do), or a use of ``...``."""
    if outcome.error == "NotImplementedError":
        return not re.search("not implemented for|Could not run", outcome.message)
    return blank_used(outcome)


def _notes(trace: sandbox.Trace) -> tuple[str, ...]:
    printed = trace.printed.strip()
    if not printed:
        return ()
    first = printed.splitlines()[0][:80]
    return (f"It prints while it works (first line: {first}). The checker kept that to itself.",)


def _too_long(exercise: Exercise, case: Case, notes: tuple[str, ...]) -> Report:
    says = (
        f"No answer within {sandbox.TIME_LIMIT:g} seconds: a loop in it seems never to end. "
        f"It was stopped in this case: {case.why}"
    )
    return Report(exercise.name, "failed", says, "endless-loop", notes=notes)


def _unsteady(
    fn: Callable, exercise: Exercise, trace: sandbox.Trace, shown: tuple[Trial, ...]
) -> Verdict | None:
    """Does a second run, with other random numbers, give other answers?"""
    again = sandbox.run(fn, exercise.cases, seed=sandbox.SEED + 1)
    pairs = list(zip(trace.outcomes, again.outcomes, strict=False))
    if all(agree(one, other) for one, other in pairs):
        return None
    if trace.drew_random:
        says = "It draws random numbers and the answer depends on them: two calls with the same "
        says += "input give different answers. Nothing here is random."
        return Verdict("hidden-randomness", says, shown)
    says = "Two calls with the same input give different answers: it remembers earlier calls."
    return Verdict("remembers-earlier-calls", says, shown)


def _side_effect(exercise: Exercise, trace: sandbox.Trace) -> Verdict | None:
    """Right answers with a fault beside them: a changed input, a changed seed."""
    names: list[Any] = list(inspect.signature(exercise.reference).parameters)
    for outcome in trace.outcomes:
        if outcome.mutated:
            which = ", ".join(names[int(i)] for i in outcome.mutated.split(","))
            says = (
                f"The values are right, but the call changes its input {which}. Whoever passes "
                "that tensor still needs it: work on a new one (x - m instead of x -= m)."
            )
            return Verdict("changes-its-input", says, ())
    if trace.reseeded:
        says = "The values are right, but it sets the global random seed, which others rely on."
        return Verdict("changes-the-global-seed", says, ())
    return None


def _evidence(exercise: Exercise, verdict: Verdict) -> tuple[tuple[str, str], ...]:
    if not verdict.shown:
        return ()
    trial = verdict.shown[smallest([t.case for t in verdict.shown])]
    trial = next((t for t in verdict.shown if t.index == 0), trial)  # the example, made to be read
    return tuple(evidence(exercise, trial.case, trial.want, trial.got))
