"""No line of an exercise's answer stands in its lesson: open above the stub, or in an output.

Compared are expressions without their names and numbers, however they are spelled.
"""

import ast
import builtins
import contextlib
import re
import sys
import textwrap
from pathlib import Path

import nbformat
import pytest

from tformer.course.course_map import LESSONS
from tformer.exercises import solution_source

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "notebooks"))
import minutes  # noqa: E402

OPERATIONS = (ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.GeneratorExp, ast.IfExp,
              ast.ListComp, ast.Subscript)  # fmt: skip
MODULES = {"torch", "F", "math", "losses", "masks", "metrics"}


def shape(node):
    """An expression without names and numbers, `torch.softmax(x, dim=-1)` as `x.softmax(-1)`."""
    number = getattr(node, "operand", node)  # that of -1
    if isinstance(node, ast.Name) or isinstance(getattr(number, "value", None), int | float):
        return "_"
    if isinstance(node, ast.Call):
        given = [*node.args, *(word.value for word in node.keywords)]
        name = getattr(node.func, "id", "")
        name = name if hasattr(builtins, name) else "_"
        if isinstance(node.func, ast.Attribute):
            name, of = node.func.attr, node.func.value
            given = given if ast.unparse(of).partition(".")[0] in MODULES else [of, *given]
        return f"{name}({', '.join(map(shape, given))})"
    inside = ", ".join(map(shape, ast.iter_child_nodes(node)))
    return f"{type(node).__name__}{getattr(node, 'attr', '')}({inside})"


def says_something(node):
    return sum(isinstance(part, OPERATIONS) for part in ast.walk(node)) >= 2


def expressions(text):
    """The shapes in a text, where all of it or single lines of it are Python."""
    for piece in [textwrap.dedent(text), *map(str.strip, text.splitlines())]:
        with contextlib.suppress(SyntaxError):
            nodes = ast.walk(ast.parse(piece))
            yield from (shape(n) for n in nodes if isinstance(n, ast.expr) and says_something(n))


def lines(function):
    """What each line of a function computes."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return | ast.Expr) and node.value:
            yield from node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]


def told(cells, name, source):
    """The lines of the answer `name` that its lesson tells."""
    stub = next(n for n, c in enumerate(cells) if re.search(rf"^def {name}\(", c.source, re.M))
    texts = [o.get("text") or o.get("data", {}).get("text/plain", "")
             for cell in cells for o in cell.get("outputs", [])]  # fmt: skip
    for cell in cells[:stub]:
        if cell.cell_type == "markdown":
            texts += re.findall(r"```\w*\n.*?```|`[^`\n]+`", cell.source, re.S)
        elif not minutes.hidden(cell):
            texts.append(cell.source)
    seen = {found for text in texts for found in expressions(text.strip("`"))}
    tree = next(n for n in ast.parse(source).body if getattr(n, "name", "") == name)
    return [ast.unparse(n) for n in lines(tree) if says_something(n) and shape(n) in seen]


@pytest.mark.parametrize("one", [one for one in LESSONS if one.exercises], ids=lambda one: one.name)
def test_no_line_of_an_answer_stands_in_its_lesson(one):
    cells = nbformat.read(ROOT / "notebooks" / f"{one.name}.ipynb", as_version=4).cells
    names = [exercise.name for exercise in one.exercises]
    found = {name: told(cells, name, solution_source(name)) for name in names}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_line_is_told_however_it_is_spelled_and_named():
    new = nbformat.v4
    answer = "def f(x, n):\n    top = x.amax(dim=-1)\n    return torch.exp(x - top) / n"
    stub = new.new_code_cell("def f(x, n):\n    ...")

    def hears(*cells, after=()):
        return told([*cells, stub, *after], "f", answer)

    code, text = new.new_code_cell, new.new_markdown_cell
    line = "(a - b).exp() / 3"
    shows = code("show()", outputs=[new.new_output("stream", text=f"the lines:\n    y = {line}\n")])
    printed = code("2", outputs=[new.new_output("display_data", {"text/plain": f"g({line}, 2)"})])
    assert hears() == hears(code("a.exp() / 3"), text("Divide `a` by `b`.")) == []
    for cell in (code(f"y = {line}"), text(f"so `{line}`"), text(f"```python\n{line}\n```"), shows):
        assert hears(cell) == ["torch.exp(x - top) / n"]
    assert hears(after=[printed]) != [] and hears(after=[code(line)]) == []
    assert hears(code(line, metadata={"tags": ["hide-input"]})) == []
