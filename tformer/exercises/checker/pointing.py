"""Where in the learner's own code: the place of a small edit that makes all cases come out right.

The edits (``mends``) are tried where the learner's code runs anyway, in the sandbox, the likeliest
first, until one mends everything or the time is over. The card points to its line and does not
show the edit.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from . import sandbox
from .compare import agree, identical, right, safely_same
from .core import Case, Exercise, Outcome
from .cuts import called_beside
from .describe import weight
from .mends import line_of, mends
from .tamed import Meter, tamed
from .together import Edit

EDITS = 2500  # tried at most: a number and no time, so that a busy machine changes no verdict
SECONDS = 1.5  # for all of them, where the function itself is slow


@dataclass(frozen=True)
class Spot:
    """A line of the learner's, counted from the function's first, and how it could read."""

    number: int
    line: str
    mended: str  # "" where it is one too many
    of: str  # the helper that it stands in, if it does
    raises: str = ""  # where no edit was found: what it stops with, there

    @property
    def place(self) -> str:
        return f"line {self.number}" + (f" of {self.of}" if self.of else "")

    @property
    def last_hint(self) -> str:
        if self.raises:
            return f"stops with {self.raises}"
        return f"could read: {self.mended}" if self.mended else "is one too many"


@dataclass
class Part:
    """A function of the learner's: the answer itself, or a helper that it calls."""

    fn: FunctionType
    tree: ast.Module
    lines: list[str]
    of: str  # its name, if it is a helper

    @property
    def function(self) -> ast.FunctionDef:
        return self.tree.body[0]

    @cached_property
    def loops(self) -> bool:
        """Could an edit make it endless?"""
        return any(isinstance(node, ast.While) for node in ast.walk(self.tree))


def point(
    fn: Callable, exercise: Exercise, outcomes: Sequence[Outcome], slug: str | None = None
) -> Spot | None:
    """The spot, or None; ``outcomes`` of every case, ``slug`` of what has been named already."""
    try:
        parts = _parts(fn)
        found = _edits(parts, exercise)
    except Exception:  # no source, or none that is a plain function
        return None
    attempt = Attempts(parts, [edit for _, edit in found], exercise, outcomes, slug)
    trace = sandbox.run(attempt, [Case(lambda: (), "")], seconds=SECONDS)
    best = trace.outcomes[0].value if trace.outcomes else None
    return _spot(*found[best]) if type(best) is int else _where_it_stops(parts, outcomes)


def _where_it_stops(parts: list[Part], outcomes: Sequence[Outcome]) -> Spot | None:
    """The line that raises, if it is one line in all cases that do, and it stands there once."""
    failed = [o for o in outcomes if o.failed]
    if {*(o.line for o in failed)} != {*(o.line for o in failed[:1] if o.line)}:
        return None
    lines = [(part, n) for part in parts for n, line in enumerate(part.lines, 1)
             if failed and line.strip() == failed[0].line]  # fmt: skip
    if len(lines) != 1:
        return None
    (part, number), error = lines[0], failed[0]
    return Spot(number, error.line, "", part.of, raises=error.error)


def _aims(
    exercise: Exercise, outcomes: Sequence[Outcome], slug: str | None
) -> list[Sequence[Outcome]]:
    """What an edit should bring about: everything right, or, of two things at once, one left."""
    found = [[Outcome(value=want) for want in exercise.wanted]]
    parts = (slug or "").split("+")
    alone = [s for s in exercise.singles if s.slug in parts] if len(parts) > 1 else []
    for suspect in alone:
        left = [suspect.outcome(i) for i in range(len(exercise.cases))]
        if not all(map(agree, outcomes, left)) and not all(o.failed for o in left):
            found.append(left)
    return found


def _parts(fn: Callable) -> list[Part]:
    fn = inspect.unwrap(fn)
    return [_part(fn), *(_part(other, other.__name__) for other in called_beside(fn))]


def _part(fn: Any, of: str = "") -> Part:
    source = textwrap.dedent(inspect.getsource(fn))
    tree = ast.parse(source)
    tree.body[0].decorator_list = []
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        raise ValueError("no plain function")
    return Part(fn, tree, source.splitlines(), of)


def _edits(parts: list[Part], exercise: Exercise) -> list[tuple[Part, Edit]]:
    reference = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(exercise.reference))))
    found = [
        (part, edit)
        for part in parts
        for edit in mends(part.function, reference.body[0] if part is parts[0] else None)
    ]
    return sorted(found, key=lambda both: both[1].rank)[:EDITS]


def _spot(part: Part, edit: Edit) -> Spot:
    at = line_of(edit.changes[0], part.function)
    line = part.lines[at - 1].strip()
    with edit.made():
        after = ast.unparse(ast.fix_missing_locations(part.tree)).splitlines()
    before = ast.unparse(part.tree).splitlines()
    changed = [new.strip() for new in after if new not in before]
    return Spot(at, line, changed[0] if changed else "", part.of)


class Attempts:
    """Called in the sandbox: the index of the first edit that brings about an aim, or None."""

    def __init__(
        self,
        parts: list[Part],
        edits: list[Edit],
        exercise: Exercise,
        outcomes: Sequence[Outcome],
        slug: str | None,
    ):
        self.parts, self.edits, self.meter = parts, edits, Meter()
        self.aims = _aims(exercise, outcomes, slug)
        self.cases, self.any_float = exercise.cases, exercise.any_float
        self.watched = exercise.watched
        # Where its input is changed besides, that may stay so.
        self.in_place = slug != "changes-its-input" and any(o.mutated for o in outcomes)
        # The wrong ones tell most, and of them those of few numbers soonest.
        fine = [right(o, want) for o, want in zip(outcomes, exercise.wanted, strict=True)]
        costs = [(fine[i], case.probe, weight(exercise.wanted[i]))
                 for i, case in enumerate(exercise.cases)]  # fmt: skip
        self.order = sorted(range(len(costs)), key=costs.__getitem__)
        main = parts[0].fn
        self.scope = {
            **inspect.unwrap(exercise.reference).__globals__,
            **main.__globals__,
            **inspect.getclosurevars(main).nonlocals,
            **self.meter.names(),
        }

    def __call__(self) -> int | None:
        fitting = (n for n, edit in enumerate(self.edits) if self._mends(edit))
        return next((n for n in fitting if not self._by_accident(self.edits[n])), None)

    def _mends(self, edit: Edit) -> bool:
        scope = dict(self.scope)
        try:
            with edit.made():
                for part in reversed(self.parts):
                    exec(self._compiled(part, edit), scope)
        except Exception:
            return False
        fn = self.watched(scope[self.parts[0].function.name])
        aims = self.aims
        for index in self.order:
            got = self._outcome(fn, self.cases[index])
            aims = [aim for aim in aims if self._met(aim[index], got)]
            if not aims:
                return False
        return True

    def _by_accident(self, edit: Edit) -> bool:
        """Would another number in the place of this one do as well?"""
        change = edit.changes[0]
        new = change.new
        if not isinstance(new, ast.Constant) or type(new.value) not in (int, float):
            return False
        other = ast.Constant(new.value + 1 if type(new.value) is int else 1.5 * new.value + 0.25)
        return self._mends(Edit((replace(change, new=other),), 0))

    def _compiled(self, part: Part, edit: Edit) -> CodeType:
        if part.loops:
            return compile(tamed(part.tree), "<mended>", "exec")
        for change in edit.changes:
            if isinstance(change.new, ast.AST):
                ast.fix_missing_locations(change.new)
        return compile(part.tree, "<mended>", "exec")

    def _outcome(self, fn: Callable, case: Case) -> Outcome:
        args, same = case.make(), case.make()
        self.meter.reset()
        try:
            got = fn(*args)
            if self.any_float and hasattr(got, "float") and got.is_floating_point():
                got = got.float()
        except Exception as error:
            return Outcome(error=type(error).__name__)
        return Outcome(got, mutated="" if all(map(identical, args, same)) else "yes")

    def _met(self, want: Outcome, got: Outcome) -> bool:
        if want.failed or got.failed:
            return want.error == got.error
        return (self.in_place or not got.mutated) and safely_same(got.value, want.value)
