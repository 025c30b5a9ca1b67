"""Where in the learner's own code: the place of a small edit that makes all cases come out right.

The edits (``mends``) are tried where the learner's code runs anyway, in the sandbox, the likeliest
first, until one mends everything or the time is over. The card points to its line and does not
show the edit.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from . import sandbox
from .compare import identical, safely_same
from .core import Case, Exercise
from .cuts import called_beside
from .mends import line_of, mends
from .mutations import Change
from .tamed import Meter, tamed

EDITS = 1500  # tried at most: a number and no time, so that a busy machine changes no verdict
SECONDS = 1.5  # for all of them, where the function itself is slow


@dataclass(frozen=True)
class Spot:
    """A line of the learner's, counted from the function's first, and how it could read."""

    number: int
    line: str
    mended: str  # "" where it is one too many
    of: str  # the helper that it stands in, if it does

    @property
    def place(self) -> str:
        return f"line {self.number}" + (f" of {self.of}" if self.of else "")

    @property
    def last_hint(self) -> str:
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


def point(fn: Callable, exercise: Exercise, right_at: Sequence[bool]) -> Spot | None:
    """The spot, or None; ``right_at`` tells of each case whether it comes out right already."""
    try:
        parts = _parts(fn)
        found = _edits(parts, exercise)
    except Exception:  # no source, or none that is a plain function
        return None
    attempt = Attempts(parts, [edit for _, edit in found], exercise, right_at)
    trace = sandbox.run(attempt, [Case(lambda: (), "")], seconds=SECONDS)
    best = trace.outcomes[0].value if trace.outcomes else None
    return _spot(*found[best]) if type(best) is int else None


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


def _edits(parts: list[Part], exercise: Exercise) -> list[tuple[Part, Change]]:
    reference = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(exercise.reference))))
    found = [
        (part, edit)
        for part in parts
        for edit in mends(part.function, reference.body[0] if part is parts[0] else None)
    ]
    return sorted(found, key=lambda both: both[1].rank)[:EDITS]


def _spot(part: Part, edit: Change) -> Spot:
    at = line_of(edit, part.function)
    line = part.lines[at - 1].strip()
    with edit.made():
        after = ast.unparse(ast.fix_missing_locations(part.tree)).splitlines()
    before = ast.unparse(part.tree).splitlines()
    changed = [new.strip() for new in after if new not in before]
    return Spot(at, line, changed[0] if changed else "", part.of)


class Attempts:
    """Called in the sandbox: the index of the first edit that makes every case right, or None."""

    def __init__(
        self,
        parts: list[Part],
        edits: list[Change],
        exercise: Exercise,
        right_at: Sequence[bool],
    ):
        self.parts, self.edits, self.meter = parts, edits, Meter()
        rows = zip(exercise.cases, exercise.wanted, right_at, strict=True)
        # The wrong ones tell most, the example is the smallest.
        self.rows = sorted(rows, key=lambda row: row[2])
        self.any_float = exercise.any_float
        main = parts[0].fn
        self.scope = {
            **inspect.unwrap(exercise.reference).__globals__,
            **main.__globals__,
            **inspect.getclosurevars(main).nonlocals,
            **self.meter.names(),
        }

    def __call__(self) -> int | None:
        return next((n for n, edit in enumerate(self.edits) if self._mends(edit)), None)

    def _mends(self, edit: Change) -> bool:
        scope = dict(self.scope)
        try:
            with edit.made():
                for part in reversed(self.parts):
                    exec(self._compiled(part, edit), scope)
            fn = scope[self.parts[0].function.name]
            return all(self._right(fn, case, want) for case, want, _ in self.rows)
        except Exception:
            return False

    def _compiled(self, part: Part, edit: Change) -> CodeType:
        if part.loops:
            return compile(tamed(part.tree), "<mended>", "exec")
        if isinstance(edit.new, ast.AST):
            ast.fix_missing_locations(edit.new)
        return compile(part.tree, "<mended>", "exec")

    def _right(self, fn: Callable, case: Case, want: Any) -> bool:
        args, same = case.make(), case.make()
        self.meter.reset()
        got = fn(*args)
        if self.any_float and hasattr(got, "float") and got.is_floating_point():
            got = got.float()
        return safely_same(got, want) and all(map(identical, args, same))
