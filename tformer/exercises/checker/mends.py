"""What may be missing in a learner's code, or too much: small edits that could mend a line of it.

``mutations`` makes a right solution wrong; read backwards, most of its changes mend a wrong one.
Here is what it does not offer: an operation, an axis kept, a sign, a factor that is not there yet,
and pieces of the reference in the place of pieces of the learner's.
"""

import ast
from collections.abc import Callable, Iterator

from .code_words import name_of, number
from .mutations import Change, changes

KEPT_AXIS = {"sum", "mean", "max", "amax", "min", "amin", "std", "var", "norm", "any", "all",
             "logsumexp", "argmax", "prod"}  # fmt: skip
UNBIASED = {"std", "var"}
# Read backwards: what stands there, and what was meant.
MEANT = {"mean": ("sum",), "median": ("mean",), "max": ("sum", "min"), "log2": ("log",),
         "log10": ("log",), "exp2": ("exp",), "expm1": ("exp",), "min": ("max",),
         "square": ("sqrt",), "abs": ("square", "relu"), "cumprod": ("cumsum",),
         "amin": ("amax",), "sigmoid": ("relu", "silu"), "tanh": ("relu",),
         "gelu": ("relu", "silu"),
         "relu": ("silu",), "repeat": ("repeat_interleave",), "view": ("reshape",),
         "any": ("all",),
         "all": ("any",), "softmax": ("log_softmax",), "log_softmax": ("softmax",),
         "mul": ("div",), "div": ("mul",), "add": ("sub",), "sub": ("add",),
         "floor": ("ceil",), "ceil": ("floor",), "log": ("log1p",)}  # fmt: skip
FURTHER = {ast.Mult: (ast.MatMult, ast.Pow), ast.MatMult: (ast.Mult,), ast.Div: (ast.Mult,),
           ast.Mod: (ast.FloorDiv,), ast.FloorDiv: (ast.Mod,), ast.Add: (ast.Sub,),
           ast.BitOr: (ast.BitAnd,), ast.BitAnd: (ast.BitOr,)}  # fmt: skip
VALUES = ast.Name | ast.Call | ast.BinOp | ast.Compare | ast.Subscript | ast.UnaryOp | ast.Attribute
SMALL = 9  # nodes of a factor that may be missing


def mends(function: ast.FunctionDef, reference: ast.FunctionDef | None) -> list[Change]:
    """Every edit of one place of the function, the likeliest first, none that rewrites it."""
    found = [*changes(function), *_missing(function)]
    if reference is not None:
        found += _borrowed(function, reference)
    return sorted(found, key=lambda change: change.rank)


def line_of(change: Change, function: ast.FunctionDef) -> int:
    """The line of the source that an edit is in."""
    old = getattr(change.parent, change.field)
    old = old[change.index] if change.index is not None else old
    for node in (old, change.parent, change.line):
        if getattr(node, "lineno", None):
            return node.lineno
    return function.lineno


def _missing(function: ast.FunctionDef) -> Iterator[Change]:
    for parent, field, index, node in _places(function):
        if isinstance(node, ast.AugAssign):
            plain = ast.Assign([node.target], ast.BinOp(_read(node.target), node.op, node.value))
            yield Change(parent, field, index, plain, "", "", 3)
        elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Store) and node.elts[1:]:
            yield Change(parent, field, index, ast.Tuple(node.elts[::-1], ast.Store()), "", "", 3)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            more = ast.AugAssign(node.targets[0], ast.Add(), node.value)
            yield Change(parent, field, index, more, "", "", 5)
        if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        for new, rank in _of(node, field):
            yield Change(parent, field, index, new, "", "", rank)


def _of(node: ast.expr, field: str) -> Iterator[tuple[ast.expr, int]]:
    if isinstance(node, ast.Call):
        yield from _of_call(node)
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
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        if abs(node.value) >= 100 or node.value == 0:
            yield ast.UnaryOp(ast.USub(), _call("float", ast.Constant("inf"))), 3
        if isinstance(node.value, int):
            yield number(-node.value), 3
    if isinstance(node, VALUES) and field != "func":
        yield ast.UnaryOp(ast.Invert(), node), 2
        yield ast.UnaryOp(ast.USub(), node), 3
        yield ast.Attribute(node, "mT", ast.Load()), 3
        for sign, value in ((ast.Add, 1), (ast.Sub, 1), (ast.Pow, 0.5), (ast.Pow, 2)):
            yield ast.BinOp(node, sign(), ast.Constant(value)), 4
        yield ast.BinOp(ast.Constant(1), ast.Sub(), node), 4
        for name in ("float", "bool", "long", "clone", "sqrt", "exp", "log"):
            yield ast.Call(ast.Attribute(node, name, ast.Load()), [], []), 4
        for name in ("exp", "sqrt", "log"):
            yield _call(f"math.{name}", node), 5
        yield ast.Call(ast.Attribute(node, "flatten", ast.Load()), [number(-2)], []), 5
        for axis in (-1, 1, -2):
            yield ast.Call(ast.Attribute(node, "unsqueeze", ast.Load()), [number(axis)], []), 4
        yield ast.Call(ast.Attribute(node, "softmax", ast.Load()), [number(-1)], []), 4


def _regrouped(node: ast.expr) -> Iterator[tuple[ast.expr, int]]:
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


def _of_call(node: ast.Call) -> Iterator[tuple[ast.expr, int]]:
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
        if isinstance(node.func, ast.Attribute):
            func: ast.expr = ast.Attribute(node.func.value, other, ast.Load())
        else:
            func = ast.Name(other, ast.Load())
        yield ast.Call(func, node.args, node.keywords), 2
    if name.endswith("_") and isinstance(node.func, ast.Attribute):  # in place
        func = ast.Attribute(node.func.value, name[:-1], ast.Load())
        yield ast.Call(func, node.args, node.keywords), 2


def _borrowed(function: ast.FunctionDef, reference: ast.FunctionDef) -> Iterator[Change]:
    """Pieces of the reference that need its arguments only, in the place of the learner's."""
    ours, theirs = ([a.arg for a in f.args.args] for f in (function, reference))
    named = dict(zip(theirs, ours, strict=False))
    stored = _stored(reference)
    pieces: dict[str, ast.expr] = {}
    for *_, node in _places(reference):
        free = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if isinstance(node, VALUES) and not free & stored and free & set(theirs):
            renamed = _Renamed(named).visit(ast.parse(ast.unparse(node), mode="eval").body)
            pieces.setdefault(ast.unparse(renamed), renamed)
    whole = _size(function)
    few = [piece for piece in pieces.values() if _size(piece) <= 0.4 * whole]
    for parent, field, index, node in _places(function):
        store = isinstance(getattr(node, "ctx", None), ast.Store)
        if not isinstance(node, VALUES | ast.Constant) or store or field == "func":
            continue
        # A piece that stands for all that is computed would say nothing.
        if _size(node) <= 0.6 * whole:
            for piece in few:
                yield Change(parent, field, index, piece, "", "", 5)
        for piece in few:
            if _size(piece) <= SMALL:
                for sign in (ast.Mult, ast.Div, ast.BitAnd):
                    yield Change(parent, field, index, ast.BinOp(node, sign(), piece), "", "", 6)


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def _places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Where each piece of the body stands."""
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if parent is function and field != "body":
                continue
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.AST):
                    yield parent, field, index, node


def _stored(function: ast.FunctionDef) -> set[str]:
    return {n.id for n in ast.walk(function)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}  # fmt: skip


def _size(node: ast.AST) -> int:
    return sum(isinstance(n, ast.expr) for n in ast.walk(node))


def _read(target: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(target), mode="eval").body


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.parse(name, mode="eval").body, [*args], [])
