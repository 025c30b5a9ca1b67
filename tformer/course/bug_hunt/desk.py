"""What a learner does: see a suspect, have a repair confirmed, see ours, examine a patient."""

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tformer import checkup
from tformer.course.bug_hunt import model
from tformer.course.bug_hunt.cases import CASES, NOTHING, PATIENTS, PROBES, Case
from tformer.course.checker import sandbox, settings
from tformer.course.checker.calls import Trace, inside
from tformer.course.checker.core import Case as Call
from tformer.course.checker.errors import left_open
from tformer.course.checker.report import Card, Report


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
    """The source of our repair."""
    return inspect.getsource(case_of(name).repaired).rstrip()


class Confirmation(Report):
    """What the probes read off a repair; a `Report` with a foot of its own."""

    @property
    def card(self) -> Card:
        foot = f'Stuck? bug_hunt.repair("{self.exercise}") shows our repair.'
        return replace(super().card, foot="" if self.passed else foot)


def confirm(fn: Callable) -> Confirmation:
    """Let the case's probes look at a repair, and ask whether the model says what it should.

    The case is that of the function's name. The repair runs in the checker's sandbox: whatever it
    does (raise, loop, print, take up memory) ends up in the card. Raises TypeError if ``fn`` is
    not a function, ValueError if there is no such case, RuntimeError if it is called inside the
    function that is looked at.
    """
    if not callable(fn):
        raise TypeError(f"fn={type(fn).__name__} is not callable: pass the function itself")
    if inside():
        raise RuntimeError(
            "bug_hunt.confirm(...) is called inside the function itself: put it below"
        )
    case = case_of(fn)

    def step(n: int) -> str | bool:
        """What probe n reads with the function; at the end, whether it does what ours does."""
        if n == len(case.probes):
            return case.same(_noticed(fn))
        (reading,) = case.readings([case.probes[n]], **{case.name: _noticed(fn)}).values()
        return reading

    with settings.kept():
        trace = sandbox.run(step, [Call(lambda n=n: (n,), "") for n in range(len(case.probes) + 1)])
    stopped = _stopped(case, trace)
    if stopped:
        return Confirmation(case.name, *stopped)
    *readings, same = (outcome.value for outcome in trace.outcomes)
    before = case.readings(case.probes)
    told = tuple((probe, f"{before[probe]} before, {now} now")
                 for probe, now in zip(case.probes, readings, strict=True))  # fmt: skip
    seen = [f"{p!r} reads: {r}" for p, r in zip(case.probes, readings, strict=True) if r != NOTHING]
    if seen:
        says = f"Something is left. {' and '.join(seen)}."
        return Confirmation(case.name, "failed", says, "still-seen", told)
    if same is not True:
        says = "The probes see nothing any more, but it does not do what a repair does."
        return Confirmation(case.name, "failed", says, "another-function")
    says = "No probe sees anything any more, and the model says what it should."
    return Confirmation(case.name, "passed", says, None, told)


def _stopped(case: Case, trace: Trace) -> tuple[str, ...] | None:
    """State, words and mistake if not every probe got to its reading."""
    for probe, outcome in zip(case.probes, trace.outcomes, strict=False):
        if outcome.error == "_Nothing" or left_open(outcome):
            waiting = f"{len(case.probes)} probes wait to look."  # which of them sees is asked
            says = f"Nothing comes back yet: the body is open, or a return is missing. {waiting}"
            return "not started", says
        if outcome.failed:
            says = f"{probe!r} could not look: {outcome.error}: {outcome.message}"
            return "failed", says, "raises"
    if not trace.cut_short:
        return None
    used_up = "its memory" if trace.took_memory else f"its {sandbox.TIME_LIMIT:g} seconds"
    says = f"It was stopped after it had used up {used_up}: does a loop in it never end?"
    return "failed", says, "endless-loop"


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


class Patient:
    """A model that is ill: its symptoms are told by the lesson, and three probes may look.

    ``make`` builds it. ``probe`` has a probe look, ``open`` prints one of its steps, ``card`` is
    what the check-up says. Raises ValueError for a name that nobody has.
    """

    BUDGET = 3

    def __init__(self, name: str):
        if name not in PATIENTS:
            raise ValueError(f"name={name!r} is no patient; these are: {', '.join(PATIENTS)}")
        self.name, self.ward, self.make = name, PATIENTS[name], PATIENTS[name].make
        self.readings: dict[str, str] = {}

    def probe(self, name: Any = ..., sees: bool | None = None) -> Card:
        """What that probe reads, and all read so far; the list of probes where none is named.

        ``sees`` is what you expect: True if the probe will see something. A probe that has looked
        looks again for nothing. Raises ValueError for a probe that there is not.
        """
        if name is ...:
            told = tuple((n, inspect.getdoc(check).split("\n")[0]) for n, check in PROBES.items())
            return self._shown(("Which probe? Put its name in the place of the dots.",), told)
        if name not in PROBES:
            raise ValueError(f"name={name!r} is no probe; these are: {', '.join(PROBES)}")
        if name not in self.readings and len(self.readings) == self.BUDGET:
            return self._shown(("No probe is left: say what it has.",))
        if name not in self.readings:
            self.readings |= self.ward.readings([name])
        seen = self.readings[name] != NOTHING
        as_said = "as you said" if seen == sees else "you said otherwise"
        return self._shown((f"{name}: {as_said}.",) if sees is not None else ())

    def _shown(self, says: tuple[str, ...], lines: tuple | None = None) -> Card:
        left = self.BUDGET - len(self.readings)
        lines = tuple(self.readings.items()) if lines is None else lines
        return Card(f"Patient {self.name}: {left} of {self.BUDGET} probes left", says, lines)

    def open(self, step: Any = ...) -> None:
        """Print one of the patient's steps; their names where none is given."""
        steps = model.STEPS | self.ward.suspects
        if step is ...:
            print("Which step?", ", ".join(steps))
        elif step in steps:
            print(inspect.getsource(steps[step]).rstrip())
        else:
            raise ValueError(f"step={step!r} is no step; these are: {', '.join(steps)}")

    @property
    def card(self) -> checkup.Card:
        """What the check-up says."""
        return checkup.examine(self.make, **self.ward.how)
