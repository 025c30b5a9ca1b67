"""Where in the learner's own code: the line in which a change makes all cases come out right.

First the values tell which line it can be (``lines``). Then small edits (``mends``) are tried, the
likeliest first: there or, if the values do not tell, wherever they are not right. All of it where
the learner's code runs anyway, in the sandbox. The card points to the line and does not show the
edit.
"""

import ast
import re
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import astuple, dataclass, replace
from functools import partial
from itertools import combinations

from . import sandbox
from .attempts import Attempts, Source, parts_of
from .code_words import short
from .core import Case, Exercise, Outcome, Suspect
from .lines import BORN, Lines
from .mends import line_of, mends
from .mutations import MISSING
from .readable import oddities
from .stepwise import values
from .tamed import TICKING
from .together import Edit, old_of
from .trees import source_of
from .verdict import Fault, Verdict

# Edits that are tried at most, where a line is known and where not: a number, so that a busy
# machine changes no card.
EDITS, EVERYWHERE = 500, 1500
FEW = 10  # that leave one mistake of two: of so many it is tried what mends the rest
LIKELY = 3  # edits that are less so prove nothing of two mistakes
SECONDS = 1.0  # of processor time for all of them, where the function itself is slow
LATEST = 6.0  # seconds for all, should one of them never end
# Errors whose line says all: no small edit is looked for.
PLAIN = {"endless-recursion", "undefined-name", "import-fails", "asks-for-input", "leaves-python",
         "assertion-fails", "too-much-memory", "ends-the-process"}  # fmt: skip
UNNAMED = Verdict(None, "", ())


@dataclass(frozen=True)
class Spot:
    """A line of the learner's, counted from the function's first, and how it could read."""

    number: int
    line: str
    mended: str  # "" where the hint tells it
    of: str  # the helper that it stands in, if it does
    raises: str = ""  # where no edit was found: what it stops with, there
    hint: str = ""  # what else is to be done there, or what its values tell of it
    born: str = ""  # the place where NaN arises first, if all that comes back is NaN
    lacks: bool = False  # a step before it
    moved: str = ""  # where it belongs, if that is elsewhere
    left: tuple[str, ...] = ()  # of two mistakes at once: their slug, and a sentence on them

    @property
    def place(self) -> str:
        return f"line {self.number}" + (f" of {self.of}" if self.of else "")

    @property
    def told(self) -> str:
        """The place and the line, as a card points to them."""
        if self.lacks:
            return f"before {self.place} a step is missing: {self.line}"
        return f"{self.place}{self.moved and ', which ' + self.moved}: {self.line}"

    @property
    def last_hint(self) -> str:
        if self.raises:
            return f"stops with {self.raises}"
        return f"could read: {self.mended}{self.hint}" if self.mended else self.hint


def point(
    fn: Callable,
    exercise: Exercise,
    outcomes: Sequence[Outcome],
    verdict: Verdict = UNNAMED,
) -> Spot | None:
    """The spot, or None; ``outcomes`` of every case, ``verdict`` with what is named already."""
    if not (parts := parts_of(fn)):
        return None
    values(exercise)  # here, where they are kept for the next answer
    if verdict.slug in PLAIN:
        return _where_it_stops(parts, outcomes)
    search = Search(Attempts(parts, exercise, outcomes, verdict), verdict.fault)
    asked = [Case(lambda step=step: (step,), "") for step in ("values", "edits")]
    trace = sandbox.run(search, asked, seconds=LATEST)
    found = [o.value for o in trace.outcomes if isinstance(o.value, tuple)]
    return Spot(*found[-1]) if found else _where_it_stops(parts, outcomes)


def _where_it_stops(parts: list[Source], outcomes: Sequence[Outcome]) -> Spot | None:
    """The line that raises, if it is one line in all cases that do, and it stands there once."""
    raised = {o.line: o.error for o in reversed(outcomes) if o.failed}
    found = [(line.strip(), number, part.of)
             for part in parts for number, line in enumerate(part.lines, start=1)
             if line.strip() and line.strip() in raised]  # fmt: skip
    if len(raised) != 1 or len(found) != 1:
        return None
    line, number, of = found[0]
    return Spot(number, line, "", of, raises=raised[line])


class Search:
    """Called in the sandbox, first for what the values tell, then for an edit: the fields of the
    spot, or None."""

    def __init__(self, attempts: Attempts, fault: Fault | None):
        self.attempts, self.parts, self.fault = attempts, attempts.parts, fault
        self.fine: set[tuple[str, int]] = set()
        self.born = ""
        self.halves: list[tuple[Source, Edit, Suspect]] = []

    def __call__(self, step: str) -> tuple | None:
        return self._by_values() if step == "values" else self._by_edits()

    def _by_values(self) -> tuple | None:
        if self.fault is None:
            try:
                lines = Lines(self.attempts)
            except Exception:  # code that cannot be followed step by step
                return None
            self.fine, self.fault = lines.fine_lines(), lines.fault()
        if self.fault is None:
            return None
        of, line, hint = self.fault.of, self.fault.line, self.fault.hint
        part = next(part for part in self.parts if part.of == of)
        spot = Spot(line, part.lines[line - 1].strip(), "", of, hint=hint)
        self.born = spot.place if hint == BORN else ""
        return astuple(replace(spot, born=self.born))

    def _by_edits(self) -> tuple | None:
        until = time.thread_time() + SECONDS
        for part, edit in self._edits():
            if time.thread_time() > until:
                break
            mends, left = self._mends((part, edit)), self.attempts.left
            if (not mends and not left) or not _reads(part, edit) or self._by_accident(part, edit):
                continue
            if mends:
                return self._told(part, edit, left)
            if not any(left is other for *_, other in self.halves if edit.rank > LIKELY):
                self.halves.append((part, edit, left))
        return self._of_two(until)

    def _told(self, part: Source, edit: Edit, *left: Suspect | None) -> tuple:
        spot = _spot(part, edit)
        hint = spot.hint + "; that mends one of the two" * any(left)
        two = _of_both(spot, left) if self.attempts.vague and any(left) else ()
        return astuple(replace(spot, hint=hint, born=self.born, left=two))

    def _of_two(self, until: float) -> tuple | None:
        """Of two mistakes at once: edits that each leave one and together mend all, or a likely one
        after which another mends all, or those that make most right and leave the same."""
        for one, other in combinations(self.halves[:FEW], 2):
            apart = one[2] is not other[2] and time.thread_time() < until
            if apart and self._mends(one[:2], other[:2]) and not self.attempts.left:
                return self._told(*one, other[2])
        likely = [half for half in self.halves if half[1].rank <= LIKELY]
        likely = [half for half in likely if not _proves_little(*half[:2])]
        second = (half for half in likely[:FEW] if time.thread_time() < until)
        if found := next((half for half in second if self._is_one_of_two(*half[:2])), None):
            return self._told(*found)
        gains = [self.attempts.gain(left) for *_, left in likely]
        best = [half for half, gain in zip(likely, gains, strict=True) if gain == max(gains) > 0]
        return self._told(*best[0]) if len({id(left) for *_, left in best}) == 1 else None

    def _is_one_of_two(self, part: Source, edit: Edit) -> bool:
        """Does one more likely edit of the same line mend all?"""
        line = line_of(edit.changes[0], part.function)
        with edit.made():
            more = [e for e in mends(part.function, None, line.__eq__) if e.rank <= LIKELY]
            return any(self._mends((part, e)) and not self.attempts.left for e in more)

    def _edits(self) -> list[tuple[Source, Edit]]:
        """The likeliest first; none where the values are right."""
        reference = source_of(self.attempts.exercise.reference).body[0]
        found: list[tuple[Source, Edit]] = []
        for part in self.parts:
            of = reference if part is self.parts[0] else None
            asked = partial(self._is_asked, part)
            found += [(part, edit) for edit in mends(part.function, of, asked)]
        found.sort(key=lambda both: both[1].rank)
        return found[: EDITS if self.fault else EVERYWHERE]

    def _is_asked(self, part: Source, line: int) -> bool:
        if line == TICKING:
            return False
        if self.fault and self.fault.sure:
            return (part.of, line) == (self.fault.of, self.fault.line)
        return (part.of, line) not in self.fine

    def _mends(self, *edits: tuple[Source, Edit]) -> bool:
        self.attempts.left = None
        mended = [part for part, _ in edits]
        try:
            with ExitStack() as stack:
                for _, edit in edits:
                    stack.enter_context(edit.made())
                    for change in edit.changes:
                        if isinstance(change.new, ast.AST):
                            ast.fix_missing_locations(change.new)
                made = partial(compile, filename="<mended>", mode="exec")
                codes = [made(p.tree) if p in mended else p.code for p in self.parts]
            fn = self.attempts.built(codes)
        except Exception:
            return False
        return self.attempts.meets(fn)

    def _by_accident(self, part: Source, edit: Edit) -> bool:
        """Would another number in the place of this one do as well?"""
        change = edit.changes[0]
        new = change.new
        if not isinstance(new, ast.Constant) or type(new.value) not in (int, float):
            return False
        other = ast.Constant(new.value + 1 if type(new.value) is int else 1.5 * new.value + 0.25)
        left = self.attempts.left
        return self._mends((part, Edit((replace(change, new=other),), 0))) or (
            left is not None and self.attempts.left is left
        )


def _proves_little(part: Source, edit: Edit) -> bool:
    """A number for something else than a number, as -1e9 for -inf, makes mistakes of its own; and
    no value shows that a condition is wrong."""
    old, line = old_of(edit.changes[0]), line_of(edit.changes[0], part.function)
    old = old.operand if isinstance(old, ast.UnaryOp) else old
    if isinstance(edit.changes[0].new, ast.Constant) and not isinstance(old, ast.Constant):
        return True
    branches = (n for n in ast.walk(part.function) if isinstance(n, ast.If | ast.While | ast.For))
    return line in [branch.lineno for branch in branches]


def _of_both(spot: Spot, left: Sequence[Suspect]) -> tuple[str, str]:
    """A slug and a sentence for two mistakes at once, those of the table first."""
    names = sorted((one.slug for one in left), key=lambda slug: slug.startswith("as-if"))
    says = {one.slug: one.says or one.fn.says(code=False, exactly=False) for one in left}
    if len(names) == 1:
        first = f"Two things at once. One is in {spot.place}; the other:"
        return f"one-small-change+{names[0]}", f"{first} {says[names[0]]}"
    return "+".join(names), f"Two things at once. {says[names[0]]} Besides: {says[names[1]]}"


def _reads(part: Source, edit: Edit) -> bool:
    """Could a learner make sense of it? What was odd before may stay so."""
    before = oddities(part.tree)
    with edit.made():
        return oddities(part.tree) <= before


def _spot(part: Source, edit: Edit) -> Spot:
    at = line_of(edit.changes[0], part.function)
    line = part.lines[at - 1].strip()
    with edit.made():
        after = ast.unparse(ast.fix_missing_locations(part.tree)).splitlines()
    before = ast.unparse(part.tree).splitlines()
    new = edit.changes[0].new
    mended = next((a.strip() for a, b in zip(after, before, strict=False) if a != b), "")
    if new is None or re.fullmatch(r"(\w+)( = \1)?", mended):
        return Spot(at, line, "", part.of, hint="is one too many")
    if isinstance(new, list):
        later = new[new.index(edit.changes[0].line) + 1]
        moved = f"belongs before line {later.lineno}"
        return Spot(at, line, "", part.of, hint=f"{moved}: `{short(later)}`", moved=moved)
    if new is MISSING:
        step = getattr(edit.changes[0].parent, edit.changes[0].field)[edit.changes[0].index + 1]
        moved = f"belongs behind line {step.lineno}"
        return Spot(at, line, "", part.of, hint=f"{moved}: `{short(step)}`", moved=moved)
    if isinstance(new, ast.Module):
        return Spot(at, line, "", part.of, hint=f"lacks a step before it: {mended}", lacks=True)
    return Spot(at, line, mended, part.of)
