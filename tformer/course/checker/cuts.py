"""Where in the learner's source a gradient is cut off."""

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType

from .trees import name_of, source_of

# The surest first: the later ones are often harmless, as float() of a size.
CUTS = ("detach", "detach_", "data", "no_grad", "inference_mode", "set_grad_enabled", "tolist",
        "numpy", "from_numpy", "tensor", "as_tensor", "new_tensor", "from_pretrained", "Parameter",
        "item", "np", "float")  # fmt: skip
MADE_OF = ("tensor", "as_tensor", "new_tensor", "float")  # of constants they cut nothing
ALONE = ("no_grad", "inference_mode", "set_grad_enabled", "Parameter", "np")  # without a point


@dataclass(frozen=True)
class Cut:
    """What cuts: in words, and the line itself."""

    told: str
    line: str


def find_cut(fn: Callable) -> Cut | None:
    """The step of the function, or of one beside it that it calls, that most likely cuts."""
    try:
        found = [*_cuts(fn)]
    except Exception:  # its source cannot be read
        return None
    return min(found, key=lambda rank_and_cut: rank_and_cut[0])[1] if found else None


def _cuts(fn: Callable) -> Iterator[tuple[int, Cut]]:
    fn = inspect.unwrap(fn)
    for function in (fn, *called_beside(fn)):
        tree, lines = source_of(function), inspect.getsource(function).splitlines()
        beside = "" if function is fn else f" of {function.__name__}"
        for node in ast.walk(tree):
            name = _name(node)
            if name in CUTS:
                told = f"`{name}` in line {node.lineno}{beside}"
                yield CUTS.index(name), Cut(told, lines[node.lineno - 1].strip())


def called_beside(fn: Callable) -> Iterator[FunctionType]:
    """The functions of the same file that it names."""
    named = {node.id for node in ast.walk(source_of(fn)) if isinstance(node, ast.Name)}
    names = inspect.getclosurevars(fn)
    for name, thing in {**names.globals, **names.nonlocals}.items():
        near = isinstance(thing, FunctionType) and name in named and thing is not fn
        if near and thing.__code__.co_filename == fn.__code__.co_filename:
            yield thing


def _name(node: ast.AST) -> str:
    """The name that may cut; "" for calls with constants alone."""
    if isinstance(node, ast.Call):
        name = name_of(node)
        names = [n for a in node.args for n in ast.walk(a) if isinstance(n, ast.Name)]
        return name if name in MADE_OF and names else ""
    if isinstance(node, ast.Attribute) and node.attr not in MADE_OF:
        return node.attr
    return node.id if isinstance(node, ast.Name) and node.id in ALONE else ""
