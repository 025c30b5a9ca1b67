"""Of a notebook's statements those that one function needs, found without running any.

From the function backwards: what defines the names that its code takes from outside, what these
need in turn, and nothing else. Imports, functions, classes and plain values may come from any
cell. A statement that calls something when it is run (``mask = make_mask(5)``) counts only where it
stands in the exercise's own cell; elsewhere it is left out, and told.
"""

import ast
import dis
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType

from .reading import Cell

Place = tuple[int, int]  # the cell's index and the statement's in it
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
SCOPES = (*DEFINITIONS, ast.Lambda)
FROM_OUTSIDE = {"LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"}


@dataclass
class Slice:
    """The statements to run, by their places in order, and what would be needed but is left out."""

    kept: set[Place] = field(default_factory=set)
    left_out: set[str] = field(default_factory=set)


def bound_by(alias: ast.alias) -> str:
    """The name that an import binds: ``torch`` for ``torch.nn``, "*" for everything."""
    return alias.asname or alias.name.partition(".")[0]


def bound(node: ast.AST) -> Iterator[str]:
    """The names that a statement gives a value, or changes, at the notebook's top level."""
    if isinstance(node, IMPORTS):
        yield from map(bound_by, node.names)
    elif isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        yield node.id
    elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
        inner = node.value
        while isinstance(inner, ast.Subscript | ast.Attribute):
            inner = inner.value
        if isinstance(inner, ast.Name):
            yield inner.id
    if not isinstance(node, SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from bound(child)


def needed(node: ast.stmt | ast.expr) -> set[str]:
    """The names that a statement, or a function that it defines, takes from the notebook."""
    statement = ast.Expr(node) if isinstance(node, ast.expr) else node
    module = ast.Module([ast.fix_missing_locations(statement)], [])
    try:
        return set(taken_from_outside(compile(module, "<needed>", "exec", dont_inherit=True)))
    except (SyntaxError, ValueError, RecursionError):  # "return" outside of a function
        return set()


def taken_from_outside(code: CodeType) -> Iterator[str]:
    """The names that it, or a function in it, looks up in the module or among the builtins."""
    for step in dis.get_instructions(code):
        if step.opname in FROM_OUTSIDE:
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from taken_from_outside(constant)


def calls(node: ast.AST) -> bool:
    """Would running this statement call something? A definition only stores what it will do."""
    if isinstance(node, (*SCOPES, *IMPORTS)):
        return False
    risky = (ast.Call, ast.Await, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    loops = (ast.For, ast.While, ast.AsyncFor, ast.With, ast.AsyncWith)
    if isinstance(node, (*risky, *loops)):
        return True
    return any(map(calls, ast.iter_child_nodes(node)))


def settles(node: ast.stmt, name: str) -> bool:
    """Does it decide what the name is, whatever stood before? Not ``x += 1``, nor an import (of
    ``torch.nn`` after ``torch``), nor what stands under an ``if``."""
    if isinstance(node, DEFINITIONS):
        return True
    plain = isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    stored = any(isinstance(t, ast.Name) and t.id == name for t in targets)
    return plain and stored and name not in needed(node.value)


def index(cells: list[Cell]) -> dict[str, list[Place]]:
    """Where each name is bound, in the notebook's order; under "*" the imports of everything."""
    places: dict[str, list[Place]] = {}
    for i, cell in enumerate(cells):
        for j, node in enumerate(cell.body):
            for name in set(bound(node)):
                places.setdefault(name, []).append((i, j))
    return places


def sliced(cells: list[Cell], names: set[str], own: set[int], last: int, known: dict) -> Slice:
    """What has to be run for ``names``.

    own: indices of the exercise's own cells. last: what is bound up to this cell counts, later ones
    only for a name that has nothing before. known: the ``index``, or one that knows better.
    """
    result, seen, waiting = Slice(), set(), {*names, "*"}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        places = known.get(name, [])
        early = [place for place in places if place[0] <= last]
        for place in _latest(cells, name, early or places):
            cell, node = cells[place[0]], cells[place[0]].body[place[1]]
            if place[0] not in own and calls(node):
                line = ast.unparse(node).splitlines()[0][:60]
                result.left_out.add(f"`{line}` (cell {cell.number})")
            else:
                result.kept.add(place)
                waiting |= needed(node) - seen
    return result


def _latest(cells: list[Cell], name: str, places: list[Place]) -> list[Place]:
    """From the last place that settles the name on; what came before it is overwritten."""
    for k in reversed(range(len(places))):
        if settles(cells[places[k][0]].body[places[k][1]], name):
            return places[k:]
    return places
