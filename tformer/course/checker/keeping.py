"""A function as a small module of its own: its source, and all that it needs from its notebook.

Taken along are imports, helper functions, classes and plain constants. What the function reads
besides (a tensor of the notebook, an open file) has no source; then `CannotStandAlone` says in a
sentence what to change.
"""

import ast
import builtins
import inspect
import re
import symtable
import sys
import textwrap
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import regex
import torch
from torch import Tensor

PLAIN = (bool, int, float, complex, str, bytes, type(None))


class CannotStandAlone(ValueError):
    """Why a function cannot be kept, and what to change: one sentence for its card."""


def standing_alone(fn: Callable, name: str, beside: dict[str, Any] | None = None) -> str:
    """The source of a module that defines ``name`` as ``fn``, with what ``fn`` needs before it.

    Values that have no source go into ``beside``. Raises CannotStandAlone where that is not given,
    and for a function without source.
    """
    parts = _Parts(beside)
    own = parts.add_function(fn, name)
    if own != name:
        parts.definitions[name] = f"{name} = {own}"
    blocks = ["\n".join(sorted(parts.imports)), "\n".join(parts.constants.values())]
    return "\n\n\n".join(block for block in [*blocks, *parts.definitions.values()] if block) + "\n"


class _Parts:
    """What has been collected; definitions in the order in which they have to stand."""

    def __init__(self, beside: dict[str, Any] | None):
        self.beside = beside
        self.imports: set[str] = set()
        self.constants: dict[str, str] = {}
        self.definitions: dict[str, str] = {}
        self.under_way: set[str] = set()  # functions that call each other

    def add_function(self, fn: Any, known_as: str) -> str:
        """Take a function or a class, after all that it needs; its name in its own source."""
        inner = inspect.unwrap(fn)
        source, own = _source(inner, known_as, decorated=inner is not fn)
        self.under_way.add(own)
        scope = _scope(inner)
        for name in sorted(_names_needed(source) - {own}):
            if name in scope and name not in self.under_way | self.constants.keys():
                self.add(name, scope[name], inner, known_as)
        self.definitions.setdefault(own, source)
        return own

    def add(self, name: str, value: Any, user: Any, known_as: str) -> None:
        """Take along one name that the source of ``user`` reads."""
        if name in self.definitions:
            return
        line = _import_line(name, value, getattr(user, "__module__", None))
        if line:
            self.imports.add(line)
        elif isinstance(inspect.unwrap(value) if callable(value) else value, FunctionType | type):
            own = self.add_function(value, name)
            if own != name:
                self.definitions[name] = f"{name} = {own}"
        elif text := self.written(value):
            self.constants[name] = f"{name} = {text}"
        elif self.beside is not None:
            self.beside[name] = value
        else:
            kind = "tensor" if isinstance(value, Tensor) else type(value).__name__
            raise CannotStandAlone(
                f"To keep it, {known_as} has to stand alone: it reads {name}, a {kind} of the "
                "notebook. Make it inside the function, or hand it in."
            )

    def written(self, value: Any) -> str:
        """A constant as Python says it; "" of what it cannot say."""
        if isinstance(value, torch.dtype | torch.device):
            self.imports.add("import torch")
            return repr(value) if isinstance(value, torch.dtype) else f"torch.{value!r}"
        for module in (re, regex):
            if isinstance(value, module.Pattern):
                self.imports.add(f"import {module.__name__}")
                return f"{module.__name__}.compile({value.pattern!r}, {int(value.flags)})"
        if _is_plain(value):
            text = re.sub(r"\b(inf|nan)\b", r'float("\1")', repr(value))
            return text if type(value) in (float, complex) else repr(value)
        return ""


def _is_plain(value: Any) -> bool:
    if type(value) in (list, tuple, set, frozenset):
        return all(map(_is_plain, value)) and _is_same(value)
    if type(value) is dict:
        return all(map(_is_plain, [*value, *value.values()])) and _is_same(value)
    return type(value) in PLAIN


def _is_same(value: Any) -> bool:
    try:
        return ast.literal_eval(repr(value)) == value
    except (ValueError, SyntaxError, RecursionError):  # inf has no literal
        return False


def _source(fn: Any, name: str, decorated: bool) -> tuple[str, str]:
    """The source, moved to the left, and the name that it defines.

    A decorator that gave the function itself back has marked it, and is left out.
    """
    refusal = CannotStandAlone(
        f"To keep it, {name} needs a source of its own: write it as def {name}(...) in a cell."
    )
    if not isinstance(fn, FunctionType | type):
        raise refusal
    try:
        source = textwrap.dedent(inspect.getsource(fn)).strip()
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, ValueError, IndexError) as error:
        raise refusal from error
    node = tree.body[0] if len(tree.body) == 1 else None
    if isinstance(node, ast.ClassDef):
        return source, node.name
    if isinstance(node, ast.FunctionDef):
        first = 0 if decorated else node.lineno - 1
        return "\n".join(source.splitlines()[first:]), node.name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        target = node.targets[0]
        if isinstance(target, ast.Name):
            return source, target.id
    raise refusal


def _scope(fn: Any) -> dict[str, Any]:
    """All that a function's names may mean: those around it, and those of its closure."""
    if isinstance(fn, type):
        return dict(vars(sys.modules.get(fn.__module__, builtins)))
    cells = zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True)
    filled = {}
    for name, cell in cells:
        try:
            filled[name] = cell.cell_contents
        except ValueError:  # not bound yet
            continue
    return {**fn.__globals__, **filled}


def _names_needed(source: str) -> set[str]:
    """Names that the source reads and does not bind itself."""
    found, tables = set(), [symtable.symtable(source, "<answer>", "exec")]
    while tables:
        table = tables.pop()
        top = table.get_type() == "module"
        found |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_global() or (top and symbol.is_referenced())
        }
        tables += table.get_children()
    return found


def _import_line(name: str, value: Any, home: str | None) -> str:
    """The import that brings a value back under its name; empty if there is none."""
    if isinstance(value, ModuleType):
        where = value.__name__
        return f"import {where}" if where == name else f"import {where} as {name}"
    own = getattr(value, "__name__", None)
    if isinstance(value, Tensor) or not isinstance(own, str):
        return ""
    for where in (getattr(value, "__module__", None), "torch", "torch.nn.functional", "math"):
        known = isinstance(where, str) and where not in ("__main__", home)
        if known and getattr(sys.modules.get(where), own, None) is value:
            return f"from {where} import {own}" + (f" as {name}" if own != name else "")
    return ""
