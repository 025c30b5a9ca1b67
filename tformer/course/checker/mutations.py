"""Small changes to a right solution: what one slip of the pen makes of each piece of its code.

``changes`` goes through a function's syntax tree and offers for every piece what may stand in its
place: another operator or comparison, another axis, a name for another, a step left out. Each
offer says in a clause how the code then differs ("without the square root: ...").
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from . import slips, slips_in_calls
from .code_words import short, slug
from .slips import Offer
from .trees import places, stored

MISSING = ast.Name("MISSING")


@dataclass(frozen=True)
class Change:
    """Put ``new`` where ``old`` stands."""

    parent: ast.AST
    field: str
    index: int | None
    new: ast.AST | None  # None takes a statement out
    rank: int  # the smaller, the likelier
    line: ast.stmt | None = dataclass_field(default=None, kw_only=True)  # the step that it is in

    @contextmanager
    def made(self) -> Iterator[None]:
        """Inside, the tree is changed; afterwards it is as before."""
        whole = getattr(self.parent, self.field)
        new: Any = self.new
        if self.index is not None:
            i, size = self.index, 1
            if self.new is MISSING:  # this step and the next in the other order
                items, size = [whole[i + 1], whole[i]], 2
            elif isinstance(new, ast.Module):  # one more step before this one
                items = [*new.body, whole[i]]
            else:
                items = [] if new is None else [new]
            new = [*whole[:i], *items, *whole[i + size :]] or [ast.Pass()]
        setattr(self.parent, self.field, new)
        try:
            yield
        finally:
            setattr(self.parent, self.field, whole)


@dataclass(frozen=True)
class Slip(Change):
    """A change of a right solution: how the code then differs, and a short name for it."""

    says: str
    slug: str

    def told(self) -> str:
        """How the code differs, and what its step then reads."""
        if not isinstance(self.line, ast.Assign | ast.AugAssign | ast.Return | ast.Expr):
            return self.says
        with self.made():
            line = short(self.line, 64)
        says, _, code = self.says.partition(": `")
        return f"{says}: `{line}`" if code[:-1] in line else f"{self.says}, as in `{line}`"


def changes(function: ast.FunctionDef) -> Iterator[Slip]:
    """Every change of one piece of the function's body, in the order of the code."""
    names = [*dict.fromkeys([*(a.arg for a in function.args.args), *stored(function)])]
    steps = {
        id(part): step
        for step in ast.walk(function)
        if isinstance(step, ast.stmt)
        for part in ast.walk(step)
    }  # the innermost step is met last
    for parent, field, index, node in places(function):
        for new, says, slug_, rank in _offers(node, parent, field, names):
            yield Slip(parent, field, index, new, rank, says, slug_, line=steps[id(parent)])
    for parent in ast.walk(function):
        yield from _of_blocks(parent)


def _offers(node: ast.AST, parent: ast.AST, field: str, names: list[str]) -> Iterator[Offer]:
    if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store):
        for kind, offer in {**slips.OFFERS, **slips_in_calls.OFFERS}.items():
            if isinstance(node, kind):
                yield from offer(node, parent, field)
        if isinstance(node, ast.Name) and field != "func" and node.id in names:
            for other in names:
                if other != node.id:
                    says = f"with `{other}` where `{node.id}` belongs"
                    yield ast.Name(other, ast.Load()), says, slug(other, "for", node.id), 6


def _of_blocks(parent: ast.AST) -> Iterator[Slip]:
    """A step left out, two steps in the other order, a condition that always holds."""
    for field in ("body", "orelse"):
        block = getattr(parent, field, None)
        if not isinstance(block, list):
            continue
        for i, step in enumerate(block):
            if isinstance(step, ast.FunctionDef | ast.Return):
                continue
            says = f"without {_step(step)}"
            yield Slip(parent, field, i, None, 2, says, slug("without-step", str(i + 1)))
            if isinstance(step, ast.If):
                always = deepcopy(step)
                always.test = ast.Constant(True)
                says = f"without asking whether `{short(step.test)}`"
                yield Slip(parent, field, i, always, 3, says, "unconditional")
            if isinstance(step, ast.AugAssign):
                plain = ast.Assign([step.target], step.value)
                says = "with `=` in the place of `+=`"
                yield Slip(parent, field, i, plain, 1, says, "assigned-not-added", line=step)
            if i + 1 < len(block):
                says = f"with {_step(block[i + 1])} before {_step(step)}"
                yield Slip(parent, field, i, MISSING, 4, says, "steps-swapped")


def _step(step: ast.stmt) -> str:
    """A step in words, not in code: the right line is the learner's to find."""
    if isinstance(step, ast.Assign | ast.AugAssign):
        target = step.targets[0] if isinstance(step, ast.Assign) else step.target
        return f"the step that sets `{short(target)}`"
    if isinstance(step, ast.If | ast.While):
        return f"`{'if' if isinstance(step, ast.If) else 'while'} {short(step.test)}`"
    return f"`{type(step).__name__.lower()}`"
