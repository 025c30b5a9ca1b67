"""Short code and words for the pieces of a syntax tree."""

import ast
from copy import deepcopy

from .trees import name_of

WORDS = {
    "sqrt": "the square root (sqrt)", "transpose": "the transpose", "mT": "the transpose",
    "unsqueeze": "unsqueeze (the new axis)", "squeeze": "squeeze", "exp": "exp", "log": "the log",
    "mean": "the mean", "sum": "the sum", "square": "the square", "relu": "the ReLU",
    "softmax": "the softmax", "tril": "tril (the lower triangle)", "cumsum": "the running sum",
}  # fmt: skip
# Calls whose whole numbers name axes.
AXES = (-1, -2, 0, 1)
WITH_AXES = {"transpose", "mean", "sum", "softmax", "gather", "squeeze", "unsqueeze", "amax",
             "argmax", "cumsum", "scatter"}  # fmt: skip


def short(node: ast.AST, room: int = 44) -> str:
    """The code of an expression, its inner parts as … where they are long."""
    for depth in (4, 3, 2, 1):
        text = ast.unparse(ast.fix_missing_locations(_cut(deepcopy(node), depth)))
        text = text.replace("'…'", "…").replace("\n", " ")
        if len(text) <= room:
            break
    return text


def _cut(node: ast.AST, depth: int) -> ast.AST:
    class Cut(ast.NodeTransformer):
        def __init__(self) -> None:
            self.level = 0

        def visit(self, inner: ast.AST) -> ast.AST:
            if not isinstance(inner, ast.expr) or isinstance(inner, ast.Name | ast.Constant):
                return self.generic_visit(inner)
            if self.level >= depth and not _is_path(inner):
                return ast.Constant("…")
            self.level += 1
            self.generic_visit(inner)
            self.level -= 1
            return inner

    return Cut().visit(node)


def _is_path(node: ast.AST) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def word(name: str) -> str:
    """What a function is called in a sentence."""
    return WORDS.get(name, f"`{name}`")


def slug(*parts: str) -> str:
    """Words and signs joined to a short name."""
    names = {"/": "division", "//": "floor-division", "*": "times", "+": "plus", "-": "minus",
             "**": "power", "@": "matmul", "&": "and", "|": "or", "%": "modulo", "<": "less",
             "<=": "at-most", ">": "greater", ">=": "at-least", "==": "equal",
             "!=": "unequal"}  # fmt: skip
    words = [names.get(part, part) for part in parts]
    text = "-".join("".join(c if c.isalnum() else "-" for c in word) for word in words)
    return "-".join(filter(None, text.split("-")))


def told_elsewhere(parent: ast.AST) -> bool:
    """An axis is offered with the call that it belongs to, a negative number with its sign."""
    if isinstance(parent, ast.UnaryOp):
        return True
    if isinstance(parent, ast.keyword):
        return parent.arg in ("dim", "axis")
    if isinstance(parent, ast.Subscript):
        return ast.unparse(parent.value).endswith("shape")
    return isinstance(parent, ast.Call) and name_of(parent) in WITH_AXES
