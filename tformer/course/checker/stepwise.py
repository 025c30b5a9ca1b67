"""What each step of a function gives, turn by turn; and what would come out if one gave another
value.

The code is rewritten so that every step tells its value (``stepped``), in a reference every
expression (``told``). ``Steps`` listens; it can also put a value in the place of a step's own.
"""

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .core import Exercise
from .tamed import TICKING
from .trees import copied, read, source_of, stored

ENTRIES = 10_000  # of a tensor that is looked at
ITEMS = 200  # of a list
TURNS = 100  # of a step; what takes more is not followed
OPAQUE = "an object that is not looked into"


@dataclass(frozen=True)
class Step:
    """A step of the code: its line, the names that it reads, the one that it sets ("" for none)."""

    line: int
    reads: frozenset[str]
    sets: str
    returns: bool = False
    within: bool = False  # a block, so that it may not be reached


class Steps:
    """Listens to one call, or puts ``given`` in the place of what step ``at`` gives."""

    def __init__(self) -> None:
        self.begin()

    def begin(self, at: int | None = None, given: Sequence = ()) -> None:
        self.at, self.given = at, given
        self.seen: dict[int, list] = defaultdict(list)
        self.order: list[int] = []
        self.turn = 0
        self.after = lambda number: None

    def __call__(self, number: int, value: Any) -> Any:
        if self.at is None:
            if len(self.seen[number]) < TURNS:
                self.seen[number].append(kept(value))
                self.order.append(number)
            self.after(number)
        elif self.at == number:
            self.turn += 1
            return kept(self.given[self.turn - 1])  # IndexError: it goes on longer than that
        return value


def kept(value: Any, depth: int = 3) -> Any:
    """A copy that later steps do not change."""
    if isinstance(value, Tensor):
        return value.detach().clone() if value.numel() <= ENTRIES else OPAQUE
    if isinstance(value, list | tuple):
        if len(value) > ITEMS or not depth or type(value) not in (list, tuple, torch.Size):
            return OPAQUE
        return type(value)(kept(item, depth - 1) for item in value)
    if isinstance(value, np.ndarray):
        return value.copy()
    plain = value is None or isinstance(value, bool | int | float | str | range | torch.dtype)
    return value if plain else OPAQUE


def stepped(function: ast.FunctionDef, steps: list[Step]) -> ast.FunctionDef:
    """A copy that calls ``__step__(its number, its value)`` after each step; ``steps`` grows."""
    new = copied(function)
    _blocks(new, steps, top=True)
    return new


def _blocks(function: ast.FunctionDef, steps: list[Step], top: bool) -> None:
    names = {a.arg for a in [*function.args.args, *function.args.kwonlyargs]} | stored(function)
    function.body = [*_of_block(function.body, names, steps, top, within=False)]


def _of_block(
    block: list[ast.stmt], names: set[str], steps: list[Step], top: bool, within: bool
) -> Iterator[ast.stmt]:
    for step in block:
        if isinstance(step, ast.FunctionDef):
            _blocks(step, steps, top=False)
        elif isinstance(step, ast.ClassDef) or step.lineno == TICKING:
            pass
        elif isinstance(step, ast.Return) and step.value is not None:
            steps.append(Step(step.lineno, _read(step.value), "", returns=top, within=within))
            step.value = _call(len(steps) - 1, step.value)
        elif isinstance(step, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
            yield step
            yield from _after(step, names, steps)
            continue
        else:
            if isinstance(step, ast.For):
                steps.append(Step(step.lineno, _read(step.iter), ""))
                step.iter = _call(len(steps) - 1, step.iter)
            for field in ("body", "orelse", "finalbody"):
                if inner := getattr(step, field, None):
                    inner = [*_of_block(inner, names, steps, top, within=True)]
                    setattr(step, field, inner)
        yield step


def _after(step: ast.stmt, names: set[str], steps: list[Step]) -> Iterator[ast.stmt]:
    """What tells the value of each name that a step sets or changes."""
    set_ = [name for name in dict.fromkeys(_targets(step)) if name in names]
    for name in set_ or [""]:
        steps.append(Step(step.lineno, _read(step), name))
        value = ast.Name(name, ast.Load()) if name else ast.Constant(None)
        call = _call(len(steps) - 1, value)
        yield ast.Assign([ast.Name(name, ast.Store())], call) if name else ast.Expr(call)


def _targets(step: ast.stmt) -> Iterator[str]:
    if isinstance(step, ast.Expr):  # x.append(y), x.mul_(y)
        method = step.value.func if isinstance(step.value, ast.Call) else None
        targets = [method.value] if isinstance(method, ast.Attribute) else []
    else:
        targets = step.targets if isinstance(step, ast.Assign) else [step.target]
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            while isinstance(part, ast.Subscript | ast.Starred):
                part = part.value
            if isinstance(part, ast.Name):
                yield part.id


def _read(node: ast.AST) -> frozenset[str]:
    """The names that a step reads, and what ``+=`` changes."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.comprehension)]
    changed = stored(node.target) if isinstance(node, ast.AugAssign) else set()
    return frozenset((read(node) | changed).difference(*map(stored, (p.target for p in parts))))


def _call(number: int, value: ast.expr, name: str = "__step__") -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(number), value], [])


class _Teller(ast.NodeTransformer):
    """Every expression of the body tells its value."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.JoinedStr | ast.Constant):
            return node
        text = ast.unparse(node) if isinstance(node, ast.expr) else ""
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__step__":
            node.args[1] = self.visit(node.args[1])
            return node
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                node.func.value = self.visit(node.func.value)
            node.args = [self.visit(a) for a in node.args]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            node.value = node.value and self.visit(node.value)
        elif isinstance(node, ast.For):
            node.iter = self.visit(node.iter)
            node.body = [self.visit(step) for step in node.body]
        else:
            self.generic_visit(node)
        store = isinstance(getattr(node, "ctx", None), ast.Store)
        if not text or store or isinstance(node, ast.Slice | ast.Starred | ast.NamedExpr):
            return node
        if isinstance(node, ast.Tuple) and any(isinstance(e, ast.Slice) for e in node.elts):
            return node
        self.texts.append(text)
        return _call(len(self.texts) - 1, node, "__told__")


@dataclass(frozen=True)
class Value:
    """What one expression of the reference gives: its code, and the turns of each case."""

    text: str
    turns: tuple[list, ...]


@cache
def values(exercise: Exercise) -> tuple[Value, ...]:
    """Everything that the reference computes on its way, in every case; then its arguments' sizes,
    which it need not compute."""
    function = source_of(exercise.reference).body[0]
    steps: list[Step] = []
    tree = stepped(function, steps)
    teller, listening, stepping = _Teller(), Steps(), Steps()
    tree.body = [teller.visit(step) for step in tree.body]
    scope = {**inspect.unwrap(exercise.reference).__globals__}
    scope |= {"__told__": listening, "__step__": stepping}
    module = ast.fix_missing_locations(ast.Module([tree], []))
    exec(compile(module, "<told>", "exec"), scope)
    fn = exercise.watched(scope[function.name])
    texts = [*teller.texts, *(step.sets for step in steps)]
    runs: list[list] = []
    for case in exercise.cases:
        listening.begin(), stepping.begin()
        fn(*case.make())
        runs.append([listening.seen[n] for n in range(len(teller.texts))])
        runs[-1] += [stepping.seen[n] for n in range(len(steps))]
    once: dict[tuple, Value] = {}
    for text, turns in zip(texts, zip(*runs, strict=True), strict=True):
        if text and any(turns) and all(len(each) < TURNS for each in turns):
            once.setdefault(tuple(map(_key, turns)), Value(text, turns))
    return tuple(once.values())


def _key(value: Any) -> Any:
    if isinstance(value, Tensor):
        return str(value.dtype), tuple(value.shape), value.to("cpu").numpy().tobytes()
    if isinstance(value, list | tuple):
        return type(value).__name__, *map(_key, value)
    return type(value).__name__, repr(value)
