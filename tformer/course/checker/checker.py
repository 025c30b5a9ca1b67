"""Run a learner's function on an exercise and report which mistake was made."""

import inspect
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from . import sandbox, settings
from .calls import Then, Trace, inside
from .code_signs import forgets_to_return, seen_in_code
from .compare import agree, right
from .core import Case, Exercise, Outcome
from .describe import changed, evidence, so_far
from .errors import left_open
from .gradients import calls, judge_gradients, wanted
from .judge import judge, trials
from .laws import broken_law
from .pointing import Spot, point
from .report import Report
from .verdict import Trial, Verdict
from .whose import told, watched

ANALYSIS_LIMIT = 8.0  # seconds for naming a mistake, after the run itself
QUICK = 1.0  # seconds of processor time; after a longer run no line is looked for
_ONE_AT_A_TIME = threading.RLock()


def examine(fn: Callable, exercise: Exercise) -> Report:
    """Judge a function; whatever it does (raise, loop, print, set a seed, take up memory, end
    Python) ends up in the report."""
    if inside():
        says = "check(...) is called inside the function that is being checked: put it below"
        raise RuntimeError(says)
    with _ONE_AT_A_TIME, settings.kept():
        return _checked(fn, exercise)


def _checked(fn: Callable, exercise: Exercise) -> Report:
    if misfit := _signature(fn, exercise):
        return misfit
    wanted(exercise), exercise.wanted  # found out once, before the clock begins
    start = sum(os.times()[:4])
    trace = _run(fn, exercise)
    quick = sum(os.times()[:4]) - start < QUICK
    try:
        return _report(exercise, fn, trace, quick)
    except Exception as error:  # whatever came back, the notebook goes on; it has not passed
        says = f"What comes back cannot be judged: it led to {type(error).__name__} in the checker."
        return Report(exercise.name, "failed", says, "cannot-be-judged")


def _run(fn: Callable, exercise: Exercise) -> Trace:
    """The run on all cases, under the reading of the arguments that suits the answer best."""
    deadline = time.monotonic() + sandbox.TIME_LIMIT
    then = once_right(fn, exercise, exercise.cases)
    best = sandbox.run(exercise.watched(fn), exercise.cases, then=then, exercise=exercise)
    for reading in exercise.readings:
        left = deadline - time.monotonic()
        if left <= 0 or best.cut_short or _success(exercise, best)[0] == len(exercise.cases):
            break
        cases = [replace(c, make=lambda c=c, read=reading: read(c.make())) for c in exercise.cases]
        then = once_right(fn, exercise, cases)
        other = sandbox.run(exercise.watched(fn), cases, seconds=left, then=then)
        if not other.cut_short:
            best = max(best, other, key=lambda trace: _success(exercise, trace))
    return best


def once_right(fn: Callable, exercise: Exercise, cases: Sequence[Case]) -> Then:
    """What is called if all values are right: for the gradients, and the example once more to see
    whose work it is."""

    def then(outcomes: Sequence[Outcome]) -> Sequence[tuple[Callable, tuple]]:
        got = _comparable(exercise, outcomes)
        if not all(map(right, got, exercise.wanted)):
            return ()
        return [*calls(fn, exercise), (watched(exercise.watched(fn), exercise), cases[0].make())]

    return then


def _success(exercise: Exercise, trace: Trace) -> tuple[int, int]:
    """How many cases come out right, how many without an exception."""
    pairs = zip(trace.outcomes, exercise.wanted, strict=False)
    return sum(right(o, want) for o, want in pairs), sum(not o.failed for o in trace.outcomes)


def _signature(fn: Callable, exercise: Exercise) -> Report | None:
    """A report if the function cannot be called with the exercise's arguments."""
    try:
        signature = inspect.signature(fn)
    except Exception:  # some builtins do not tell
        return None
    for case in exercise.cases:
        args = case.make()
        try:
            signature.bind(*args)
        except TypeError as error:
            says = f"The function cannot be called with {len(args)} arguments ({error}). Its "
            says += f"signature should be {exercise.name}{inspect.signature(exercise.reference)}."
            return Report(exercise.name, "failed", says, "wrong-signature")
    return None


def _report(exercise: Exercise, fn: Callable, trace: Trace, quick: bool) -> Report:
    name, outcomes = exercise.name, trace.outcomes
    notes = _notes(trace)
    if outcomes and _nothing_yet(trace):
        if last := forgets_to_return(fn):
            says = "It computes, but gives nothing back: the last line needs a `return`."
            return Report(name, "failed", says, "no-return", (("Look at", last),), notes)
        says = "Nothing comes back yet: the body is still open, or a return is missing."
        if trace.printed.strip():
            says = "Nothing comes back: it prints what it finds. With return it gives that back."
        return Report(name, "not started", says, notes=notes)
    if trace.cut_short:
        return _stopped(exercise, trace, notes)
    outcomes = _comparable(exercise, outcomes)
    verdict = _verdict(exercise, fn, trace, outcomes)
    if verdict is None and len(outcomes) == len(exercise.cases):
        verdict, beside = judge_gradients(fn, exercise, trace.further)
        if verdict is None:
            words, own = told(trace.further[len(wanted(exercise)) :])
            notes = (*notes, *beside, *words)
            return Report(name, "passed", _tried(exercise), notes=notes, own=own)
    if verdict is None:
        says = f"Only {len(outcomes)} of {len(exercise.cases)} cases came to an end."
        verdict = Verdict("cut-short", says, ())
    spot = None
    # not where time is over, or where the gradient's own line is told
    if quick and len(outcomes) == len(exercise.cases) and not verdict.lines:
        spot = point(fn, exercise, outcomes, verdict)
    verdict = _in_own_code(verdict, spot) if spot else verdict
    shown = [*verdict.lines]
    for trial in verdict.shown[:1]:
        shown += evidence(exercise, trial.case, trial.want, trial.got)
    shown += so_far(exercise, outcomes)
    if (which := changed(exercise, outcomes)) and verdict.slug != "changes-its-input":
        notes += (f"Besides, the call changes its input {which}: work on a new tensor.",)
    return Report(name, "failed", verdict.says, verdict.slug, tuple(shown), notes, spot=spot)


def _in_own_code(verdict: Verdict, spot: Spot) -> Verdict:
    """Of a line that the learner has written, rather than of the solution's."""
    if spot.left:
        return replace(verdict, slug=spot.left[0], says=spot.left[1])
    if verdict.slug is None and not spot.raises:
        says = f"All but one thing is right: a small change in {spot.place} mends every case."
        return replace(verdict, slug="one-small-change", says=says)
    if verdict.slug == "all-nan" and spot.born:
        return replace(verdict, says=f"NaN comes back everywhere; it arises first in {spot.born}.")
    return replace(verdict, says=verdict.plainly or verdict.says)


def _tried(exercise: Exercise) -> str:
    """How many cases, and what some of them were about."""
    whys = [case.why for case in exercise.cases[1:] if not case.probe]
    return f"All {len(exercise.cases)} cases come out right. Among them: {'; '.join(whys[:3])}."


def _verdict(
    exercise: Exercise, fn: Callable, trace: Trace, outcomes: tuple[Outcome, ...]
) -> Verdict | None:
    """What is wrong with it, or None; every step keeps to the one time limit."""
    deadline = time.monotonic() + ANALYSIS_LIMIT
    wrong = tuple(t for t in trials(exercise, outcomes) if not t.right)
    if not wrong:
        return _side_effect(exercise, trace)
    verdict = _unsteady(fn, exercise, trace, wrong, deadline) if trace.drew_random else None
    limit = time.thread_time() + ANALYSIS_LIMIT
    verdict = verdict or judge(exercise, outcomes, deadline=limit)
    if verdict.slug is None:
        verdict = _unsteady(fn, exercise, trace, verdict.shown, deadline) or verdict
    if verdict.slug is None and (law := broken_law(fn, exercise, deadline)):
        verdict = replace(verdict, slug=law.slug, says=law.says)
    return seen_in_code(fn, exercise, outcomes, verdict)


def _comparable(exercise: Exercise, outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    return tuple(replace(o, value=exercise.comparable(o.value)) for o in outcomes)


def _nothing_yet(trace: Trace) -> bool:
    outcomes = trace.outcomes
    if any(left_open(o) for o in outcomes):
        return all(left_open(o) for o in outcomes)
    return not trace.cut_short and all(not o.failed and _blank(o.value) for o in outcomes)


def _blank(value: Any) -> bool:
    """None, or a tuple of nothing but None, as from ``return ..., ...``."""
    return value is None or (isinstance(value, tuple) and {*map(type, value)} == {type(None)})


def _notes(trace: Trace) -> tuple[str, ...]:
    printed = trace.printed.strip()
    if not printed:
        return ()
    first = printed.splitlines()[0][:80]
    return (f"It prints while it works (first line: {first}). The checker kept that to itself.",)


def _stopped(exercise: Exercise, trace: Trace, notes: tuple[str, ...]) -> Report:
    case = exercise.cases[min(len(trace.outcomes), len(exercise.cases) - 1)]
    if trace.took_memory:
        slug = "too-much-memory"
        says = f"It took more than {sandbox.MEMORY_LIMIT / 1e9:g} GB of memory: does a list in it "
        says += "grow without an end, or is a tensor far larger than it needs to be?"
    else:
        slug = "endless-loop"
        says = f"No answer within {sandbox.TIME_LIMIT:g} seconds: a loop in it seems never to end, "
        says += "or what it works on grows with every round."
    says = f"{says} It was stopped in this case: {case.why}"
    return Report(exercise.name, "failed", says, slug, notes=notes)


def _unsteady(
    fn: Callable, exercise: Exercise, trace: Trace, shown: tuple[Trial, ...], deadline: float
) -> Verdict | None:
    """Does it give other answers in a second round, with other random numbers?"""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        return None
    twice = [*exercise.cases, *exercise.cases]
    watched = exercise.watched(fn)
    again = sandbox.run(watched, twice, seed=sandbox.SEED + 1, seconds=seconds, exercise=exercise)
    again = again.outcomes
    if all(agree(*pair) for pair in zip(trace.outcomes * 2, again, strict=False)):
        return None
    if trace.drew_random:
        says = "It draws random numbers and the answer depends on them: two calls with the same "
        says += "input give different answers. Nothing in this exercise is random."
        return Verdict("hidden-randomness", says, shown)
    says = "Two calls with the same input give different answers: it remembers earlier calls."
    return Verdict("remembers-earlier-calls", says, shown)


def _side_effect(exercise: Exercise, trace: Trace) -> Verdict | None:
    """Right answers with a fault beside them: a changed input, a changed seed."""
    if which := changed(exercise, trace.outcomes):
        says = f"The values are right, but the call changes its input {which}. Whoever passes "
        says += "that tensor still needs it: work on a new one (x - m instead of x -= m)."
        return Verdict("changes-its-input", says, ())
    if trace.reseeded:
        says = "The values are right, but it sets the global random seed, which others rely on."
        return Verdict("changes-the-global-seed", says, ())
    return None
