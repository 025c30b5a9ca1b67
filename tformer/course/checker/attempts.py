"""Versions of a learner's code, run on the cases: does one of them bring about what is wanted?"""

import ast
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType

from .compare import agree, identical, right, safely_same
from .core import Case, Exercise, Outcome
from .cuts import called_beside
from .describe import weight
from .mutants import source_of
from .tamed import Meter, ticking


@dataclass
class Source:
    """A function of the learner's: the answer itself, or a helper that it calls."""

    fn: FunctionType
    tree: ast.Module
    lines: list[str]
    of: str  # its name, if it is a helper

    @property
    def function(self) -> ast.FunctionDef:
        return self.tree.body[0]

    @cached_property
    def code(self) -> CodeType:
        return compile(self.tree, "<mended>", "exec")


def parts_of(fn: Callable) -> list[Source]:
    """The answer first. Raises where there is no source, or none that is a plain function."""
    fn = inspect.unwrap(fn)
    return [_part(fn), *(_part(other, other.__name__) for other in called_beside(fn))]


def _part(fn: FunctionType, of: str = "") -> Source:
    tree = source_of(fn)
    tree.body[0].decorator_list = []
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        raise ValueError("no plain function")
    ticking(tree)  # a change may make a loop endless: one over a list, too, that grows meanwhile
    return Source(fn, tree, inspect.getsource(fn).splitlines(), of)


class Attempts:
    """Builds versions of the parts and runs them, the most telling case first."""

    def __init__(
        self,
        parts: list[Source],
        exercise: Exercise,
        outcomes: Sequence[Outcome],
        slug: str | None,
    ):
        self.parts, self.exercise, self.outcomes, self.slug = parts, exercise, outcomes, slug
        self.meter, self.aims = Meter(), _aims(exercise, outcomes, slug)
        self.whole = True  # or did what met an aim last leave one mistake of two?
        # Where its input is changed besides, that may stay so.
        self.in_place = slug != "changes-its-input" and any(o.mutated for o in outcomes)
        # The wrong ones tell most, and of them those of few numbers soonest.
        self.fine = [right(o, want) for o, want in zip(outcomes, exercise.wanted, strict=True)]
        costs = [(self.fine[i], case.probe, weight(exercise.wanted[i]))
                 for i, case in enumerate(exercise.cases)]  # fmt: skip
        self.order = sorted(range(len(costs)), key=costs.__getitem__)
        main = parts[0].fn
        self.scope = {
            **inspect.unwrap(exercise.reference).__globals__,
            **main.__globals__,
            **inspect.getclosurevars(main).nonlocals,
            **self.meter.names(),
        }

    def built(self, codes: Sequence[CodeType], **names: Callable) -> Callable:
        """The answer of these, one a part, as the exercise calls it."""
        scope = {**self.scope, **names}
        for code in reversed(codes):
            exec(code, scope)
        return self.exercise.watched(scope[self.parts[0].function.name])

    def meets(self, fn: Callable, before: Callable[[int], None] = lambda index: None) -> bool:
        """Does it bring about one of the aims, in every case?"""
        aims = self.aims
        for index in self.order:
            before(index)
            got = self.outcome(fn, self.exercise.cases[index])
            aims = [aim for aim in aims if self._met(aim[index], got)]
            if not aims:
                return False
        self.whole = aims[0] is self.aims[0]
        return True

    def outcome(self, fn: Callable, case: Case) -> Outcome:
        args, same = case.make(), case.make()
        self.meter.reset()
        try:
            got = fn(*args)
            if self.exercise.any_float and hasattr(got, "float") and got.is_floating_point():
                got = got.float()
        except Exception as error:
            return Outcome(error=type(error).__name__)
        return Outcome(got, mutated="" if all(map(identical, args, same)) else "yes")

    def _met(self, want: Outcome, got: Outcome) -> bool:
        if want.failed or got.failed:
            return want.error == got.error
        return (self.in_place or not got.mutated) and safely_same(got.value, want.value)


def _aims(
    exercise: Exercise, outcomes: Sequence[Outcome], slug: str | None
) -> list[Sequence[Outcome]]:
    """What a change should bring about: everything right, or, of two things at once, one left."""
    found = [[Outcome(value=want) for want in exercise.wanted]]
    parts = (slug or "").split("+")
    alone = [s for s in exercise.singles if s.slug in parts] if len(parts) > 1 else []
    for suspect in alone:
        left = [suspect.outcome(i) for i in range(len(exercise.cases))]
        if not all(map(agree, outcomes, left)) and not all(o.failed for o in left):
            found.append(left)
    return found
