"""Would a learner read this code as a mend? An edit can bring the right numbers and make no sense,
as softmax(x.log()) for x / x.sum(), or a division by a mask for minus infinity."""

import ast
import re
from collections.abc import Iterator

from .trees import name_of

# A function of what comes from another that undoes it.
UNDONE = {("softmax", "log"), ("log_softmax", "log"), ("exp", "log"), ("log", "exp"),
          ("sqrt", "square"), ("square", "sqrt"), ("len", "mT"), ("len", "T"),
          ("flip", "flip")}  # fmt: skip
ALWAYS = re.compile(r"(\.ndim|\.sum\(\)|len\(.*\)|\.size\(.*\)) (>= [01]|< [01])$")
NOTHING = {ast.Mult: "1", ast.Div: "1", ast.Add: "0", ast.Sub: "0", ast.Pow: "1"}
MASKS = {"mask", "keep", "visible", "allowed", "causal", "hidden"}


def oddities(tree: ast.AST) -> int:
    """How many of its expressions nobody would write."""
    return sum(_is_odd(node) for node in ast.walk(tree))


def _is_odd(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        of_mask = isinstance(node.func, ast.Attribute) and _is_mask(node.func.value)
        inverse = any((name_of(node), inner) in UNDONE for inner in _worked_on(node))
        return inverse or (of_mask and name_of(node) in ("log", "exp", "sqrt"))
    if isinstance(node, ast.UnaryOp):
        inner = node.operand
        twice = isinstance(inner, ast.UnaryOp) and isinstance(inner.op, type(node.op))
        return twice or (isinstance(node.op, ast.USub) and _is_mask(inner))
    if isinstance(node, ast.If | ast.IfExp):
        return isinstance(node.test, ast.UnaryOp) and not isinstance(node.test.op, ast.Not)
    if isinstance(node, ast.Compare):
        return bool(ALWAYS.search(ast.unparse(node)))
    if isinstance(node, ast.Slice):
        return not node.step and getattr(node.lower, "value", None) == 0
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return not isinstance(node.value, ast.Name | ast.Attribute | ast.Subscript)
    return isinstance(node, ast.BinOp) and _is_odd_operation(node)


def _worked_on(call: ast.Call) -> Iterator[str]:
    """What gives the value that a call works on: the owner of a method, else its arguments."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    for value in (owner, *call.args[:1]):
        if isinstance(value, ast.Call):
            yield name_of(value)
        elif isinstance(value, ast.Attribute):
            yield value.attr


def _is_odd_operation(node: ast.BinOp) -> bool:
    left, right = node.left, node.right
    product = isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult)
    factors = [ast.unparse(side) for side in ((left.left, left.right) if product else (left,))]
    ends = [ast.unparse(right)] + [ast.unparse(left)] * isinstance(node.op, ast.Add | ast.Mult)
    if NOTHING.get(type(node.op)) in ends:
        return True
    if isinstance(node.op, ast.Div):
        return _is_mask(right) or ast.unparse(right) in factors
    if isinstance(node.op, ast.Sub):
        return ast.unparse(left) == ast.unparse(right)
    if isinstance(node.op, ast.Pow):
        power = ast.unparse(right)
        root_of_square = isinstance(left, ast.BinOp) and isinstance(left.op, ast.Pow)
        return root_of_square and {power, ast.unparse(left.right)} == {"2", "0.5"}
    return False


def _is_mask(node: ast.expr) -> bool:
    """Something that is true or false, by its name or its form."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return True
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Name) and node.id in MASKS)
