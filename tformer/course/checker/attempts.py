"""Versions of a learner's code, run on the cases: does one of them bring about what is wanted?"""

import ast
import inspect
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from torch import Tensor

from .compare import identical, right, safely_same
from .core import Case, Exercise, Outcome, Suspect
from .cuts import called_beside
from .describe import weight
from .mutants import mutants
from .tamed import Meter, ticking
from .trees import source_of
from .verdict import Verdict

SECONDS = 0.5  # of processor time, to find out what known mistakes give


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
    """The answer first; none where there is no source, or no plain function."""
    try:
        fn = inspect.unwrap(fn)
        return [_part(fn), *(_part(other, other.__name__) for other in called_beside(fn))]
    except Exception:
        return []


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
        self, parts: list[Source], exercise: Exercise, outcomes: Sequence[Outcome], verdict: Verdict
    ):
        self.parts, self.exercise, self.outcomes = parts, exercise, outcomes
        self.slug, self.told = verdict.slug, verdict.fault is not None
        named = {s.slug for s in exercise.singles} & {*str(verdict.slug).split("+")}
        self.vague = verdict.loosely and not self.told and not named
        self.meter = Meter()
        self.left: Suspect | None = None  # the one mistake of two that what met an aim last leaves
        # Where its input is changed besides, that may stay so.
        self.in_place = self.slug != "changes-its-input" and any(o.mutated for o in outcomes)
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
        """Is everything right then, or is one known mistake left, in every case?"""
        self.left, aims = None, []
        for index in self.order:
            before(index)
            got = self.outcome(fn, self.exercise.cases[index])
            aims = aims or [None, *self.known.get(_digest(got.value), ())]
            aims = [aim for aim in aims if self._met(aim, index, got)]
            if not aims:
                return False
        self.left = aims[0]
        return self.left is None or not self.vague

    @cached_property
    def known(self) -> dict[Hashable, list[Suspect]]:
        """Of two things at once the one that may be left, by what it gives in the first case."""
        found, parts = defaultdict(list), (self.slug or "").split("+")
        several = len(parts) > 1 and not self.told
        alone = [s for s in self.exercise.singles if several and s.slug in parts]
        until = time.thread_time() + SECONDS
        for suspect in (*self.exercise.singles, *mutants(self.exercise)) if self.vague else alone:
            if time.thread_time() > until:
                break
            if not suspect.outcome(self.order[0]).failed:
                found[_digest(suspect.outcome(self.order[0]).value)].append(suspect)
        return found

    def gain(self, left: Suspect) -> int:
        """How many more values are right where this mistake is the only one; 0 if one of them gets
        wrong."""
        outcomes, wanted = map(left.outcome, range(len(self.outcomes))), self.exercise.wanted
        now, then = (_right_values([*some], wanted) for some in (self.outcomes, outcomes))
        return len(then - now) * (now < then)

    def outcome(self, fn: Callable, case: Case) -> Outcome:
        args, same = case.make(), case.make()
        self.meter.reset()
        try:
            got = self.exercise.comparable(fn(*args))
        except Exception as error:
            return Outcome(error=type(error).__name__)
        return Outcome(got, mutated="" if all(map(identical, args, same)) else "yes")

    def _met(self, aim: Suspect | None, index: int, got: Outcome) -> bool:
        want = aim.outcome(index) if aim else Outcome(self.exercise.wanted[index])
        if want.failed or got.failed:
            return want.error == got.error
        return (self.in_place or not got.mutated) and safely_same(got.value, want.value)


def _right_values(outcomes: Sequence[Outcome], wanted: Sequence[Any]) -> set[tuple[int, int]]:
    """Case and place of each value that is right."""
    found = set()
    for index, (outcome, want) in enumerate(zip(outcomes, wanted, strict=True)):
        several = isinstance(want, tuple) and isinstance(outcome.value, tuple)
        pairs = zip(outcome.value, want, strict=False) if several else [(outcome.value, want)]
        found |= {(index, n) for n, pair in enumerate(pairs) if safely_same(*pair)}
    return found


def _digest(value: Any) -> Hashable:
    """The same for the same answer, for others most often another one."""
    if isinstance(value, Tensor):
        return value.shape, *map(_digest, value.detach().double().reshape(-1)[:8].tolist())
    if isinstance(value, list | tuple):
        return tuple(map(_digest, value))
    return f"{value + 0.0:.3g}" if isinstance(value, int | float) else repr(value)
