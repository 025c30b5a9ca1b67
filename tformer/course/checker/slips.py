"""What may stand in the place of an operation, a comparison, a sign or a number by a slip."""

import ast
from collections.abc import Iterator

from .code_words import short, slug, told_elsewhere
from .trees import number

# What is put there, how the code then differs, a short name, and how unlikely it is.
Offer = tuple[ast.AST, str, str, int]

OPERATORS = {ast.Div: "/", ast.FloorDiv: "//", ast.Mult: "*", ast.Add: "+", ast.Sub: "-",
             ast.Pow: "**", ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|",
             ast.Mod: "%"}  # fmt: skip
# Which stands for which, and how unlikely that is.
OTHER_OPERATORS = {
    ast.Div: {ast.FloorDiv: 3, ast.Mult: 1, ast.Sub: 5},
    ast.FloorDiv: {ast.Div: 1, ast.Mult: 1},
    ast.Mult: {ast.Div: 1, ast.Add: 4},
    ast.Add: {ast.Sub: 1, ast.Mult: 4},
    ast.Sub: {ast.Add: 1, ast.Div: 4},
    ast.Pow: {ast.Mult: 1},
    ast.MatMult: {ast.Mult: 1},
    ast.BitAnd: {ast.BitOr: 1},
    ast.BitOr: {ast.BitAnd: 1},
}
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==",
               ast.NotEq: "!="}  # fmt: skip
OTHER_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
}


def _of_operation(node: ast.BinOp, parent: ast.AST, field: str) -> Iterator[Offer]:
    sign = OPERATORS.get(type(node.op), "?")
    for other, rank in OTHER_OPERATORS.get(type(node.op), {}).items():
        new, is_ = ast.BinOp(node.left, other(), node.right), OPERATORS[other]
        says = f"with `{is_}` in the place of `{sign}`: `{short(new)}`"
        yield new, says, slug(is_, "for", sign), rank
    if not isinstance(node.op, ast.Mult | ast.Add | ast.BitAnd | ast.BitOr):
        new = ast.BinOp(node.right, node.op, node.left)
        says = f"with the two sides of `{sign}` swapped: `{short(new)}`"
        yield new, says, slug("swapped", sign), 2
    left, right = short(node.left), short(node.right)
    likely = 1 if isinstance(node.right, ast.Constant) else 2
    yield node.left, f"without `{sign} {right}`", slug("without", sign, right), likely
    yield node.right, f"without `{left} {sign}`", slug("without", left, sign), 2


def _of_unary(node: ast.UnaryOp, parent: ast.AST, field: str) -> Iterator[Offer]:
    inner = node.operand
    if isinstance(node.op, ast.Invert):
        yield inner, f"with the mask inverted: without `~`, as `{short(inner)}`", "inverted", 1
    elif isinstance(node.op, ast.USub) and isinstance(inner, ast.Constant):
        if not told_elsewhere(parent):
            yield from _of_number(-inner.value)
    elif isinstance(node.op, ast.USub):
        yield inner, f"with the other sign: `{short(inner)}`", "other-sign", 1
        if ast.unparse(inner).endswith("inf"):
            yield from of_infinity(node)


def of_infinity(node: ast.expr) -> Iterator[Offer]:
    """Finite numbers for minus infinity."""
    for value in (0.0, 1.0, -1e9, -1e4, -100.0):
        says = f"with {value:g} where minus infinity belongs"
        yield ast.Constant(value), says, f"{value:g}-for-infinity", 2


def _of_comparison(node: ast.Compare, parent: ast.AST, field: str) -> Iterator[Offer]:
    kind = type(node.ops[0])
    for other in OTHER_COMPARISONS.get(kind, ()):
        new = ast.Compare(node.left, [other()], node.comparators)
        sign, is_ = COMPARISONS[kind], COMPARISONS[other]
        says = f"with `{is_}` in the place of `{sign}`: `{short(new)}`"
        yield new, says, slug(is_, "for", sign), 1


def _of_constant(node: ast.Constant, parent: ast.AST, field: str) -> Iterator[Offer]:
    value = node.value
    if isinstance(value, bool):
        new = ast.Constant(not value)
        yield new, f"with {not value} where {value} belongs", f"{not value}".lower(), 2
    elif isinstance(value, int | float) and not told_elsewhere(parent):
        yield from _of_number(value)


def _of_number(value: float) -> Iterator[Offer]:
    if isinstance(value, int):
        near = {value + 1, value - 1, 0, 2}
    else:
        near = {value + 1, value - 1, -value, 1.0, 0.0, 2 * value, value / 2}
    if abs(value) >= 100:
        near = {value // 10, value * 10}
    for other in sorted(near - {value}):
        says = f"with {other:g} where {value:g} belongs"
        yield number(other), says, slug(f"{other:g}", "for", f"{value:g}"), 2


OFFERS = {
    ast.BinOp: _of_operation,
    ast.UnaryOp: _of_unary,
    ast.Compare: _of_comparison,
    ast.Constant: _of_constant,
}
