"""What a learner does with a case: see the suspect, have a repair confirmed, see ours."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from tformer.course.bug_hunt.cases import CASES, Case
from tformer.course.checker import sandbox, settings
from tformer.course.checker.calls import Trace, inside
from tformer.course.checker.core import Case as Step
from tformer.course.checker.errors import left_open
from tformer.course.checker.report import EDGES, MARKS, Card, Report
from tformer.course.coach import check, solution_source


def case_of(fn_or_name: Any) -> Case:
    """The case of that name, or of the function's ``__name__``; ValueError lists the names."""
    name = fn_or_name if isinstance(fn_or_name, str) else getattr(fn_or_name, "__name__", None)
    if name not in CASES:
        raise ValueError(f"name={name!r} is no case; the cases are: {', '.join(CASES)}")
    return CASES[name]


def show(name: str) -> None:
    """Print the suspect's source, to be read, and copied into a repair."""
    print(inspect.getsource(case_of(name).suspect).rstrip())


def repair(name: str) -> None:
    """Print our repair, to be compared with your own."""
    print(repair_source(name))


def repair_source(name: str) -> str:
    """The source of our repair: the exercise's solution, or that of `repairs`."""
    case = case_of(name)
    if case.exercise:
        return solution_source(name)
    return inspect.getsource(case.repaired).rstrip()


@dataclass(frozen=True, repr=False)
class Confirmation(Report):
    """What the probes read off a repair; a `Report` with a foot of its own."""

    @property
    def card(self) -> Card:
        words = {"passed": "passed", "failed": "not yet", "not started": "not started"}
        stuck = f'Stuck? Open the fold above; hunt.repair("{self.exercise}") shows our repair.'
        return Card(
            title=f"{MARKS[self.state]} {self.exercise}: {words[self.state]}",
            paragraphs=(self.says,),
            lines=self.evidence,
            foot=self.next if self.passed else stuck,
            edge=EDGES[self.state],
        )


@torch.no_grad()
def confirm(fn: Callable) -> Confirmation:
    """Let the case's probes look at a repair, and the course's checker where it knows the function.

    The case is that of the function's name. The repair runs in the checker's sandbox: whatever it
    does (raise, loop, print, take up memory) ends up in the card. Raises TypeError if ``fn`` is
    not a function, ValueError if there is no such case, RuntimeError if it is called inside the
    function that is looked at.
    """
    if not callable(fn):
        raise TypeError(f"fn={type(fn).__name__} is not callable: pass the function itself")
    if inside():
        raise RuntimeError("hunt.confirm(...) is called inside the function itself: put it below")
    case = case_of(fn)
    with settings.kept():
        trace = sandbox.run(_steps(fn, case), _STEPS[: len(case.looks) + (not case.exercise)])
    stopped = _stopped(case, trace)
    if stopped:
        return stopped
    values = [outcome.value for outcome in trace.outcomes]
    readings = dict(zip([look.probe for look in case.looks], values, strict=False))
    seen = [look for look in case.looks if not readings[look.probe] <= look.nothing]
    if seen:
        says = f"Something is left: {_spoken(case, readings)}."
        return Confirmation(case.name, "failed", says, "still-seen", _evidence(case, readings))
    return _judged(fn, case, readings, same=case.exercise or values[-1] is True)


_STEPS = [Step(lambda n=n: (n,), "") for n in range(9)]  # the looks of a case, and the sample


def _steps(fn: Callable, case: Case) -> Callable[[int], float | bool]:
    """Step n is what look n reads off the function; the last, whether it does what ours does."""

    @torch.no_grad()
    def step(n: int) -> float | bool:
        noticed = _noticed(fn)
        return float(case.looks[n].read(noticed)) if n < len(case.looks) else case.same(noticed)

    return step


def _stopped(case: Case, trace: Trace) -> Confirmation | None:
    """A card if not every probe got to its reading."""
    for look, outcome in zip(case.looks, trace.outcomes, strict=False):
        if outcome.error == "_Nothing" or left_open(outcome):
            waiting = f"{len(case.looks)} probes wait to look."  # which of them sees is asked
            says = f"Nothing comes back yet: the body is open, or a return is missing. {waiting}"
            return Confirmation(case.name, "not started", says)
        if outcome.failed:
            says = f"{look.probe!r} could not look: {outcome.error}: {outcome.message}"
            return Confirmation(case.name, "failed", says, "raises")
    if not trace.cut_short:
        return None
    used_up = "its memory" if trace.took_memory else f"its {sandbox.TIME_LIMIT:g} seconds"
    says = f"It was stopped after it had used up {used_up}: does a loop in it never end?"
    return Confirmation(case.name, "failed", says, "endless-loop")


def _judged(fn: Callable, case: Case, readings: dict[str, float], same: bool) -> Confirmation:
    """The probes see nothing any more; is it the function that was asked for?"""
    if case.exercise:
        report = check(fn)
        if not report.passed:
            says = f"The probes see nothing any more, but the checker does: {report.diagnosis}"
            return Confirmation(case.name, "failed", says, report.mistake)
    elif not same:
        says = "The probes see nothing any more, but it does not do what a repair does."
        return Confirmation(case.name, "failed", says, "another-function")
    also = ", and the checker passes it" if case.exercise else ""
    says = f"No probe sees anything any more{also}."
    return Confirmation(case.name, "passed", says, None, _evidence(case, readings))


class _Nothing(Exception):
    """The function is still open."""


def _noticed(fn: Callable) -> Callable:
    """The same function; what gives nothing back is noticed where it does."""

    def call(*args: Any) -> Any:
        out = fn(*args)
        if out is None or out is ...:
            raise _Nothing
        return out

    return call


def _spoken(case: Case, readings: dict[str, float]) -> str:
    """'the padding probe reads 0.52', of the probes that see something."""
    seen = [f"{look.probe!r} reads {readings[look.probe]:.3g}" for look in case.looks
            if not readings[look.probe] <= look.nothing]  # fmt: skip
    return " and ".join(seen)


def _evidence(case: Case, readings: dict[str, float]) -> tuple[tuple[str, str], ...]:
    before = case.readings(case.suspect)
    return tuple(
        (
            look.probe,
            f"{_short(before[look.probe], look)} before, {_short(readings[look.probe], look)} now",
        )
        for look in case.looks
    )


def _short(reading: float, look: Any) -> str:
    return "nothing" if reading <= look.nothing else f"{reading:.3g}"
