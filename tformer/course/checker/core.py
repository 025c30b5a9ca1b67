"""What an exercise is: reference, crafted cases, known mistakes, signs and laws."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from typing import Any


@dataclass(frozen=True)
class Case:
    """One crafted input.

    ``make`` builds fresh arguments at every call, always the same ones; ``why`` says in a line what
    only this case shows. ``tags`` name its peculiarity ("float64", "extra-axes"): an answer wrong
    in just the cases of one tag is described by it.

    The first case of an exercise is its example: small, to be read. In a ``probe`` all sizes are
    equal: answers that raise everywhere else give numbers there.
    """

    make: Callable[[], tuple]
    why: str
    tags: tuple[str, ...] = ()
    probe: bool = False


@dataclass(frozen=True)
class Mistake:
    """A known wrong answer: its slug, what to tell the learner, and the wrong code itself.

    Give the code as ``fn``, or as ``change``: keyword arguments that turn the exercise's
    ``variant`` into this mistake. Two that change different keywords are also recognised together.
    """

    slug: str
    says: str
    fn: Callable | None = None
    change: dict[str, Any] = field(default_factory=dict)


def twist(slug: str, says: str, **change: Any) -> Mistake:
    """A mistake that the exercise's ``variant`` makes with these keywords."""
    return Mistake(slug, says, change=change)


@dataclass(frozen=True)
class Sign:
    """A symptom that names a mistake: ``shows(args, got, want)`` is true of every failing case.

    A text that it returns is added to ``says``; None means that this case cannot tell. With
    ``every=False`` one case is enough, and with None if nothing else is found.
    """

    slug: str
    says: str
    shows: Callable[[tuple, Any, Any], Any]
    every: bool | None = True


@dataclass(frozen=True)
class Law:
    """A property of right answers: ``holds(*values)``, the values at the arguments ``calls()``.

    Tried out on an answer that nothing else recognises.
    """

    slug: str
    says: str
    calls: Callable[[], Sequence[tuple]]
    holds: Callable[..., Any]


@dataclass(frozen=True)
class Outcome:
    """What one call did: a value, or an exception told as kind, message and source line."""

    value: Any = None
    error: str = ""
    message: str = ""
    line: str = ""
    mutated: str = ""

    @property
    def failed(self) -> bool:
        return bool(self.error)


@dataclass
class Suspect:
    """A wrong answer, one listed mistake or two at once, run on a case when that is needed."""

    slug: str
    says: str
    fn: Callable
    exercise: "Exercise"
    halves: tuple["Suspect", ...] = ()  # of two at once: each alone
    known: dict[int, Outcome] = field(default_factory=dict)

    @property
    def parts(self) -> int:
        return len(self.halves) or 1

    def outcome(self, index: int) -> Outcome:
        if index not in self.known:
            args = self.exercise.cases[index].make()
            self.known[index] = _outcome(self.exercise.watched(self.fn), args)
        return self.known[index]


@dataclass(frozen=True, eq=False)
class Exercise:
    """One exercise as data."""

    reference: Callable
    hints: Sequence[str]
    cases: Sequence[Case]
    mistakes: Sequence[Mistake]
    variant: Callable | None = None
    signs: Sequence[Sign] = ()
    scales: Callable[..., dict[str, float]] | None = None
    # Where the exercise's text leaves a convention open: functions args -> args that turn the
    # arguments into another convention, under which an answer is right too.
    readings: Sequence[Callable[[tuple], tuple]] = ()
    laws: Sequence[Law] = ()
    any_float: bool = False  # no argument says which float dtype the answer should have
    no_gradient: str = ""  # why no gradient has to flow back, though float tensors go in
    # For an answer that is called for its side effect: turns the answer into a function of the same
    # arguments, which calls the answer as often as needed and returns the values to compare.
    watch: Callable[[Callable], Callable] | None = None
    ready: Sequence[str] = ()  # last names of torch's functions that solve the whole exercise
    # A way that the stub rules out: whether an answer takes this way, and the sentence for it.
    rules_out: tuple[Callable[[Callable], bool], str] | None = None

    @property
    def name(self) -> str:
        return self.reference.__name__

    @property
    def parameters(self) -> list[str]:
        return list(inspect.signature(self.reference).parameters)

    def wrong(self, mistake: Mistake) -> Callable:
        """The wrong implementation that a mistake stands for."""
        return mistake.fn if mistake.fn else partial(self.variant, **mistake.change)

    def watched(self, fn: Callable) -> Callable:
        """What is called in the place of an answer."""
        return self.watch(fn) if self.watch else fn

    def comparable(self, value: Any) -> Any:
        """A value in float32, if it may have any float dtype."""
        floats = self.any_float and hasattr(value, "float") and value.is_floating_point()
        return value.float() if floats else value

    def outcomes(self, fn: Callable) -> tuple[Outcome, ...]:
        """Outcome of trusted code on every case (a learner's code goes through the sandbox)."""
        return tuple(_outcome(self.watched(fn), case.make()) for case in self.cases)

    @cached_property
    def wanted(self) -> tuple[Any, ...]:
        return tuple(self.watched(self.reference)(*case.make()) for case in self.cases)

    @cached_property
    def singles(self) -> tuple[Suspect, ...]:
        return tuple(Suspect(m.slug, m.says, self.wrong(m), self) for m in self.mistakes)

    @cached_property
    def pairs(self) -> tuple[Suspect, ...]:
        twists = [m for m in self.mistakes if m.change]
        alone = {m.slug: s for m, s in zip(self.mistakes, self.singles, strict=True)}
        return tuple(
            Suspect(
                f"{a.slug}+{b.slug}",
                f"Two things at once. {a.says} {b.says}",
                partial(self.variant, **a.change, **b.change),
                self,
                (alone[a.slug], alone[b.slug]),
            )
            for a, b in combinations(twists, 2)
            if not a.change.keys() & b.change.keys()
        )


def _outcome(fn: Callable, args: tuple) -> Outcome:
    try:
        return Outcome(value=fn(*args))
    except Exception as error:  # a mistake may well be one that raises
        return Outcome(error=type(error).__name__, message=str(error))
