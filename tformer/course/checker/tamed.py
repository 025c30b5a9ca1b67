"""Code with a slip in it, made harmless for the process that runs it.

Two things would end that process, and no ``except`` could help: a loop without an end, and a list
that holds itself. torch descends into nested lists in C++ and counts no levels there, so that
``torch.tensor`` of such a list fills the stack and the system kills the process (a segmentation
fault). Here every loop counts its turns and its time, and every list is looked at before a call is
given it.
"""

import ast
import time
from functools import cache
from typing import Any

from .trees import HERE, copied

TURNS = 2000  # of the while loops in one call
STEPS = 100_000  # of the for loops: they may well be long
SECONDS = 0.5  # of processor time for one call, which takes milliseconds
LEVELS = 30  # of lists in lists: no tensor has so many axes
ITEMS = 1_000_000  # of one list: doubled in each round, it would take all memory
TICKING = 10**6  # the line of what is put in


class Endless(Exception):
    """A changed loop has no end."""


class Bottomless(Exception):
    """A list holds itself, goes too deep for any tensor, or is longer than any answer."""


class Meter:
    """Counts the turns of one call's loops, and their time."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.turns, self.until = 0, time.thread_time() + SECONDS

    def tick(self, most: int) -> None:
        """One turn of a loop that may have so many. Raises: Endless."""
        self.turns += STEPS // most
        if self.turns > STEPS or time.thread_time() > self.until:
            raise Endless

    def names(self) -> dict[str, Any]:
        """What tamed code calls."""
        return {"__tick__": self.tick, "__tame__": tame}


def tame(value: Any) -> Any:
    """The value itself. Raises: Bottomless for lists that torch would never reach the end of."""
    if isinstance(value, list | tuple):
        _descend(value, set(), {})
    return value


def _descend(value: list | tuple, above: set[int], done: dict[int, Any]) -> None:
    if id(value) in above or len(above) > LEVELS or len(value) > ITEMS:
        raise Bottomless("a list holds itself, or is endless")
    if id(value) in done:
        return
    above.add(id(value))
    for item in value:
        if isinstance(item, list | tuple):
            _descend(item, above, done)
    above.remove(id(value))
    done[id(value)] = value


def tamed(tree: ast.Module) -> ast.Module:
    """A copy of the tree whose loops tick and whose calls look at the lists that they are given."""
    new = copied(tree)
    for node in ticking(new):
        if isinstance(node, ast.Call):
            node.args = [*map(_looked_at, node.args)]
            for keyword in node.keywords:
                keyword.value = _looked_at(keyword.value)
        elif isinstance(node, ast.Subscript):
            node.slice = _looked_at(node.slice)
    return new


def ticking(tree: ast.Module) -> list[ast.AST]:
    """Put a tick into every loop of the tree itself, in a line that no source has; its nodes."""
    nodes = [*ast.walk(tree)]
    for node in nodes:
        if isinstance(node, ast.While | ast.For):
            node.body.insert(0, _tick(TURNS if isinstance(node, ast.While) else STEPS))
    return nodes


@cache
def _tick(most: int) -> ast.stmt:
    return ast.increment_lineno(ast.parse(f"__tick__({most})"), TICKING - 1).body[0]


def _looked_at(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Slice | ast.Constant):
        return node
    if isinstance(node, ast.Starred):
        return ast.Starred(_looked_at(node.value), node.ctx, **HERE)
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_looked_at(item) for item in node.elts], node.ctx, **HERE)
    return ast.Call(ast.Name("__tame__", ast.Load(), **HERE), [node], [], **HERE)
