"""Small edits that could mend a line of a learner's code by adding, removing or changing a piece.

Most changes of ``mutations``, which make a right solution wrong, mend a wrong one when they are
undone. This module adds the edits that ``mutations`` lacks: keep an axis, move a parenthesis, add
a missing operation (``wrappings``), and put in a piece of the reference (``borrowed``).
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from .borrowed import VALUES, borrowed, steps
from .mutations import Change, changes
from .together import Edit, edits, old_of
from .trees import name_of, number, places, read, renamed, stored
from .wrappings import Mend, around, of_parts, of_reshaped, parsed

KEPT_AXIS = {"sum", "mean", "max", "amax", "min", "amin", "std", "var", "norm", "any", "all",
             "logsumexp", "argmax", "prod"}  # fmt: skip
UNBIASED = {"std", "var"}
# The name that the learner wrote, and the names that were meant.
MEANT = {"mean": ("sum",), "median": ("mean",), "max": ("sum", "min"), "log2": ("log",),
         "log10": ("log",), "exp2": ("exp",), "expm1": ("exp",), "min": ("max",),
         "square": ("sqrt",), "abs": ("square", "relu"), "cumprod": ("cumsum",),
         "amin": ("amax",), "amax": ("sum",), "sigmoid": ("relu", "silu"), "tanh": ("relu",),
         "gelu": ("relu", "silu"), "relu": ("silu",), "repeat": ("repeat_interleave",),
         "view": ("reshape",), "any": ("all",), "prod": ("sum",), "all": ("any",),
         "softmax": ("log_softmax",), "log_softmax": ("softmax",), "mul": ("div",),
         "div": ("mul",), "add": ("sub",), "sub": ("add",), "floor": ("ceil",),
         "ceil": ("floor",), "log": ("log1p",)}  # fmt: skip
FURTHER = {ast.Mult: (ast.MatMult, ast.Pow), ast.MatMult: (ast.Mult,), ast.Div: (ast.Mult,),
           ast.Mod: (ast.FloorDiv,), ast.FloorDiv: (ast.Mod,), ast.Add: (ast.Sub,),
           ast.BitOr: (ast.BitAnd,), ast.BitAnd: (ast.BitOr,)}  # fmt: skip


def mends(
    function: ast.FunctionDef,
    reference: ast.FunctionDef | None,
    asked: Callable[[int], bool] = lambda line: True,
) -> list[Edit]:
    """Every edit of one place of the function, and of places that read alike, the likeliest first;
    none that rewrites it, and none of a line that is not ``asked`` for."""
    found = [*_likelier(changes(function), function), *_missing(function), *_moved(function)]
    if reference is not None:
        found += [*steps(function, reference), *borrowed(function, reference)]
    found = [change for change in found if asked(line_of(change, function))]
    return sorted(edits(found), key=lambda edit: edit.rank)


def _likelier(found: Iterable[Change], function: ast.FunctionDef) -> Iterator[Change]:
    """One name for another is likely where that other one is never read, or a size is asked for."""
    used = read(function)
    for change in found:
        if isinstance(change.new, ast.Name) and isinstance(old_of(change), ast.Name):
            sized = isinstance(change.parent, ast.Attribute)
            rank = 2 if change.new.id not in used else 3 if sized else 5
            change = replace(change, rank=rank)
        yield change


def line_of(change: Change, function: ast.FunctionDef) -> int:
    """The line of the source that an edit is in."""
    for node in (old_of(change), change.line, change.parent):
        if getattr(node, "lineno", None):
            return node.lineno
    return function.lineno


def _missing(function: ast.FunctionDef) -> Iterator[Change]:
    parameters = [a.arg for a in function.args.args]
    for parent, field, index, node in places(function):
        if isinstance(node, ast.AugAssign):
            target = parsed(ast.unparse(node.target))
            plain = ast.Assign([node.target], ast.BinOp(target, node.op, node.value))
            yield Change(parent, field, index, plain, 3)
        elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Store) and node.elts[1:]:
            yield Change(parent, field, index, ast.Tuple(node.elts[::-1], ast.Store()), 3)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            more = ast.AugAssign(node.targets[0], ast.Add(), node.value)
            yield Change(parent, field, index, more, 5)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):  # a result not kept
            owner = getattr(node.value.func, "value", None)
            for kept in (owner, *node.value.args[:1]):
                if isinstance(kept, ast.Name) and kept.id in stored(function) | {*parameters}:
                    assigned = ast.Assign([ast.Name(kept.id, ast.Store())], node.value)
                    yield Change(parent, field, index, assigned, 2)
        if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        for new, rank in _of(node, field, parameters):
            yield Change(parent, field, index, new, rank)


def _moved(function: ast.FunctionDef) -> Iterator[Change]:
    """A call for what it changes, in another place; beside the next step is offered already."""
    for old, step in enumerate(function.body):
        others = [*function.body[:old], *function.body[old + 1 :]]
        for new in range(len(others)) if isinstance(step, ast.Expr) else ():
            if abs(old - new) > 1:
                moved = [*others[:new], step, *others[new:]]
                yield Change(function, "body", None, moved, 5, line=step)


def _of(node: ast.expr, field: str, parameters: list[str]) -> Iterator[Mend]:
    if isinstance(node, ast.Call):
        yield from _of_call(node)
        yield from of_reshaped(node)
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Tuple):
        for first in (ast.Slice(), ast.Constant(...)):
            both = ast.Tuple([first, node.slice], ast.Load())
            yield ast.Subscript(node.value, both, ast.Load()), 2
    if isinstance(node, ast.Attribute) and node.attr in ("values", "indices"):
        yield node.value, 3
        if isinstance(node.value, ast.Call):
            yield from ((call, rank + 2) for call, rank in _of_call(node.value))
    if isinstance(node, ast.BinOp):
        for other in FURTHER.get(type(node.op), ()):
            yield ast.BinOp(node.left, other(), node.right), 3
    yield from _regrouped(node)
    yield from of_parts(node)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        if abs(node.value) >= 100 or node.value == 0:
            yield parsed("-float('inf')"), 3
        if isinstance(node.value, int):
            yield number(-node.value), 3
    if isinstance(node, VALUES) and field != "func":
        yield from around(node, parameters)


def _regrouped(node: ast.expr) -> Iterator[Mend]:
    """A parenthesis in another place: f(a) + b for f(a + b), a - (b / c) for (a - b) / c."""
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
        if isinstance(left, ast.BinOp):
            yield ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right)), 2
        if isinstance(right, ast.BinOp):
            yield ast.BinOp(ast.BinOp(left, node.op, right.left), right.op, right.right), 2
        if isinstance(left, ast.Call):
            for call, inner in _arguments(left):
                yield call(ast.BinOp(inner, node.op, right)), 2
        if isinstance(right, ast.Call):
            for call, inner in _arguments(right):
                yield call(ast.BinOp(left, node.op, inner)), 3
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Pow):
            yield ast.BinOp(ast.BinOp(left.left, node.op, right), ast.Pow(), left.right), 2
    if isinstance(node, ast.Call):
        for call, inner in _arguments(node):
            if isinstance(inner, ast.BinOp):
                yield ast.BinOp(call(inner.left), inner.op, inner.right), 2
                yield ast.BinOp(inner.left, inner.op, call(inner.right)), 3


def _arguments(node: ast.Call) -> Iterator[tuple[Callable[[ast.expr], ast.Call], ast.expr]]:
    """What a call works on, and the same call on something else."""
    if isinstance(node.func, ast.Attribute):
        name = node.func.attr
        yield (
            lambda x: ast.Call(ast.Attribute(x, name, ast.Load()), node.args, node.keywords),
            node.func.value,
        )
    if node.args:
        yield lambda x: ast.Call(node.func, [x, *node.args[1:]], node.keywords), node.args[0]


def _of_call(node: ast.Call) -> Iterator[Mend]:
    name, given = name_of(node), {k.arg for k in node.keywords}
    more = []
    if name in KEPT_AXIS and "keepdim" not in given:
        more.append([ast.keyword("keepdim", ast.Constant(True))])
    if name in UNBIASED and not given & {"unbiased", "correction"}:
        more.append([ast.keyword("unbiased", ast.Constant(False))])
    if name in KEPT_AXIS and not given & {"dim", "axis"}:
        along = ast.keyword("dim", number(-1))
        more += [[along], [along, ast.keyword("keepdim", ast.Constant(True))]]
    for keywords in more:
        yield ast.Call(node.func, node.args, [*node.keywords, *keywords]), 1
    for other in MEANT.get(name, ()):
        yield ast.Call(renamed(node.func, other), node.args, node.keywords), 2
    if name.endswith("_") and isinstance(node.func, ast.Attribute):  # in place
        yield ast.Call(renamed(node.func, name[:-1]), node.args, node.keywords), 2
