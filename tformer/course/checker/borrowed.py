"""Pieces of the reference, or of the learner's code, that may be missing in a line."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from .mutations import Change
from .trees import places, read, size, stored

VALUES = ast.Name | ast.Call | ast.BinOp | ast.Compare | ast.Subscript | ast.UnaryOp | ast.Attribute
SMALL = 13  # nodes of a factor that may be missing
SIGNS = (ast.Mult, ast.Div, ast.BitAnd, ast.Add, ast.MatMult)


def borrowed(function: ast.FunctionDef, reference: ast.FunctionDef) -> Iterator[Change]:
    """Changes that put a piece of the reference, one that reads only the reference's arguments, in
    the place of an expression of the learner, beside the expression, or into a call's arguments."""
    whole = size(function)
    few = [piece for piece in _pieces(function, reference) if size(piece) <= 0.5 * whole]
    # A piece that reads an argument unused by the learner is likelier to be missing.
    unused = {a.arg for a in function.args.args} - read(function)
    small = [(p, 4 if read(p) & unused else 7) for p in few if size(p) <= SMALL]
    for parent, field, index, node in places(function):
        store = isinstance(getattr(node, "ctx", None), ast.Store)
        if not isinstance(node, VALUES | ast.Constant) or store or field == "func":
            continue
        # A piece in the place of the whole computation would say nothing of the mistake.
        if size(node) <= 0.6 * whole:
            for piece in few:
                rank = 3 if read(piece) & unused else 5
                yield Change(parent, field, index, piece, rank)
        for piece, rank in small:
            for sign in SIGNS:
                new = ast.BinOp(node, sign(), piece)
                yield Change(parent, field, index, new, rank)
            if isinstance(node, ast.Call):
                more = ast.Call(node.func, [*node.args, piece], node.keywords)
                yield Change(parent, field, index, more, 5)


def steps(function: ast.FunctionDef, reference: ast.FunctionDef) -> Iterator[Change]:
    """Whole steps of the reference in the place of the learner's, or before one of them."""
    ours, theirs = ([a.arg for a in f.args.args] for f in (function, reference))
    named = dict(zip(theirs, (ast.Name(name, ast.Load()) for name in ours), strict=False))
    known, has = {*ours, *stored(function)}, {ast.unparse(step) for step in function.body}
    simple = ast.Expr | ast.Assign | ast.AugAssign
    found = [_Put(named).visit(deepcopy(s)) for s in reference.body if isinstance(s, simple)]
    unknown = {*theirs, *stored(reference)} - known
    found = [new for new in found if not read(new) & unknown and ast.unparse(new) not in has]
    for index, old in enumerate(function.body):
        for new in found if isinstance(old, simple) else []:
            yield Change(function, "body", index, new, 5)
    for index in range(len(function.body)):
        for new in found:
            yield Change(function, "body", index, ast.Module([new], []), 5)


def _pieces(function: ast.FunctionDef, reference: ast.FunctionDef) -> list[ast.expr]:
    """What the reference computes of its arguments alone, in the learner's names for them."""
    ours, theirs = ([a.arg for a in f.args.args] for f in (function, reference))
    named: dict[str, ast.expr] = {
        one: ast.Name(other, ast.Load()) for one, other in zip(theirs, ours, strict=False)
    }
    kept = stored(reference) - set(theirs)
    found: dict[str, ast.expr] = {}
    for step in reference.body:
        for *_, node in places(step):
            if not isinstance(node, VALUES) or isinstance(getattr(node, "ctx", None), ast.Store):
                continue
            if read(node) & {*theirs, *named} and not read(node) & (kept - {*named}):
                piece = _Put(named).visit(deepcopy(node))
                found.setdefault(ast.unparse(piece), piece)
        # Its intermediate values are what they were computed from.
        if isinstance(step, ast.Assign) and isinstance(step.targets[0], ast.Name):
            name = step.targets[0].id
            named.pop(name, None)
            kept.add(name)
            if not read(step.value) & (kept - {*named}):
                named[name] = _Put(named).visit(deepcopy(step.value))
    return list(found.values())


class _Put(ast.NodeTransformer):
    def __init__(self, pieces: dict[str, ast.expr]):
        self.pieces = pieces

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self.pieces.get(node.id, node))
