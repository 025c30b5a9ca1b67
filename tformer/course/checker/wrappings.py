"""What a learner may have forgotten around a value, or put around the wrong one.

Each offer is an expression for the place of another, and how unlikely it is; ``mends`` tries them.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cache

from .trees import name_of, number, renamed, swapped

Mend = tuple[ast.expr, int]
LOSSES = {"cross_entropy", "nll_loss", "binary_cross_entropy"}
# Around a value of a formula; X is the value, p a parameter.
AROUND = (("~X", 2), ("-X", 3), ("X.mT", 3), ("X.nan_to_num(0.0)", 3), ("X.clamp(min=1)", 3),
          ("X + 1", 4), ("X - 1", 4), ("X ** 0.5", 4), ("X ** 2", 4), ("1 - X", 4),
          ("X.float()", 4), ("X.bool()", 4), ("X.long()", 4), ("X.clone()", 4), ("X.sqrt()", 4),
          ("X.exp()", 4), ("X.log()", 4), ("X.transpose(1, 2)", 4), ("X.transpose(2, 3)", 4),
          ("X.clamp(max=1)", 4), ("X.sum(-1)", 4), ("X.mean(-1)", 4), ("X.unsqueeze(-1)", 4),
          ("X.unsqueeze(1)", 4), ("X.unsqueeze(-2)", 4), ("X.softmax(-1)", 4), ("X.item()", 5),
          ("math.exp(X)", 5), ("math.sqrt(X)", 5), ("math.log(X)", 5),
          ("X.flatten(-2)", 5))  # fmt: skip
WITH_PARAMETER = (("X.to(p.dtype)", 5), ("X.to(p)", 5), ("X[p]", 5))


def around(node: ast.expr, parameters: Sequence[str]) -> Iterator[Mend]:
    """The value with one more operation on it."""
    for text, rank in AROUND:
        yield _with(parsed(text), {"X": node}), rank
    for text, rank in WITH_PARAMETER:
        for p in parameters:
            yield _with(parsed(text), {"X": node, "p": ast.Name(p, ast.Load())}), rank


def of_parts(node: ast.expr) -> Iterator[Mend]:
    """The same parts in another formula, where a formula is mistaken for its neighbour."""
    if isinstance(node, ast.BinOp):
        a, b = node.left, node.right
        if isinstance(node.op, ast.Add):  # eps beside a root
            yield _with(parsed("(A ** 2 + B) ** 0.5"), {"A": a, "B": b}), 3
        if isinstance(node.op, ast.Mult):  # a mask that multiplies
            yield _with(parsed("A[B]"), {"A": a, "B": b}), 4
        if isinstance(node.op, ast.FloorDiv):
            yield _with(parsed("-(-A // B)"), {"A": a, "B": b}), 3
        for call, other in ((b, a), (a, b)):  # the function on the other side
            if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords:
                moved, bare = ast.Call(call.func, [other], []), call.args[0]
                left, right = (moved, bare) if call is b else (bare, moved)
                yield ast.BinOp(left, node.op, right), 3
        if isinstance(node.op, ast.Pow) and isinstance(a, ast.Constant):
            yield _with(parsed("math.exp(B)"), {"B": b}), 3
    if isinstance(node, ast.List) and len(node.elts) == 2:
        yield ast.List(node.elts[::-1], node.ctx), 3


def of_reshaped(node: ast.Call) -> Iterator[Mend]:
    """Axes cut or joined in another order, rows dealt out in another way, a loss that is summed."""
    name, args = name_of(node), node.args
    method = isinstance(node.func, ast.Attribute)
    if name in ("view", "reshape"):
        for i, sizes in swapped(args):
            call = ast.Call(node.func, sizes, node.keywords)
            yield _with(parsed(f"X.transpose({i}, {i + 1})"), {"X": call}), 3
    if name == "cat":
        stack = ast.Call(renamed(node.func, "stack"), args[:1], [])
        stack.keywords = [ast.keyword("dim", number(-1))]
        yield _with(parsed("X.flatten(-2)"), {"X": stack}), 3
    if name in ("repeat", "tile") and method:
        times = [(i, a) for i, a in enumerate(args) if ast.unparse(a) != "1"]
        for i, many in times[:1]:
            func = renamed(node.func, "repeat_interleave")
            yield ast.Call(func, [many, number(i)], []), 2
    if name in LOSSES:
        rest = [k for k in node.keywords if k.arg != "reduction"]
        for how in ("sum", "mean"):
            keyword = ast.keyword("reduction", ast.Constant(how))
            yield ast.Call(node.func, args, [*rest, keyword]), 2
    inner = args[0] if len(args) == 1 and not node.keywords else None
    if isinstance(inner, ast.Call) and len(inner.args) == 1 and not inner.keywords:
        yield ast.Call(inner.func, [ast.Call(node.func, inner.args, [])], []), 3  # g(f(x))


@cache
def parsed(text: str) -> ast.expr:
    """The tree of an expression."""
    return ast.parse(text, mode="eval").body


def _with(node: ast.AST, pieces: dict[str, ast.expr]) -> ast.AST:
    """A copy of a template in which the pieces stand for their letters, themselves no copies."""
    if isinstance(node, ast.Name):
        return pieces.get(node.id, node)
    fields = {
        name: _with(value, pieces) if isinstance(value, ast.expr)
        else [_with(v, pieces) for v in value] if isinstance(value, list)
        else value
        for name, value in ast.iter_fields(node)
    }  # fmt: skip
    return type(node)(**fields)
