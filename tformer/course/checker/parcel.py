"""A learner's function as plain data: its source, and what that names; built again elsewhere.

Modules and what is imported from them go as their names, functions of the same notebook as source,
numbers, lists and tensors as they are. Nothing else can be sent: an object, a class, a function
whose source is gone, a value that a decorator has put in its place.
"""

import ast
import builtins
import importlib
import inspect
import linecache
import sys
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .foreign import Foreign, plain

WHERE = "<answer {}>"  # the file that a rebuilt function names
DEPTH = 8  # functions that name functions


class Unsendable(Exception):
    """There is something that cannot be told in plain data."""


def parcel(fn: Callable) -> list:
    """The function's name, then a row for each name that it needs. Raises: Unsendable."""
    rows: dict[str, list] = {}
    try:
        _add(fn, rows, DEPTH)
    except (OSError, SyntaxError, TypeError, ValueError) as error:  # no source, or half of one
        raise Unsendable(str(error)) from error
    return [fn.__name__, list(rows.values())]


def rebuilt(sent: list) -> Callable:
    """The function of a parcel, in a namespace of its own."""
    name, rows = sent
    scope: dict[str, Any] = {"__name__": "answer"}
    for kind, called, *what in rows:
        if kind == "module":
            scope[called] = importlib.import_module(what[0])
        elif kind == "from":
            scope[called] = getattr(importlib.import_module(what[0]), what[1])
        elif kind == "value":
            scope[called] = what[0]
        else:
            file = WHERE.format(called)
            lines = what[0].splitlines(keepends=True)
            linecache.cache[file] = (len(what[0]), None, lines, file)
            exec(compile(_undecorated(what[0]), file, "exec"), scope)
    return scope[name]


def _add(fn: Any, rows: dict[str, list], depth: int) -> None:
    if not isinstance(fn, FunctionType) or hasattr(fn, "__wrapped__") or not depth:
        raise Unsendable(f"{type(fn).__name__} is no plain function")
    source = textwrap.dedent(inspect.getsource(fn))
    tree = _undecorated(source)
    if not isinstance(tree.body[0], ast.FunctionDef) or tree.body[0].name != fn.__name__:
        raise Unsendable("its source is not its own")
    rows[fn.__name__] = ["source", fn.__name__, source]  # first, as it may name itself
    cells = inspect.getclosurevars(fn).nonlocals
    defaults = ast.walk(ast.Module([ast.Expr(d) for d in tree.body[0].args.defaults], []))
    asked = _global_names(fn.__code__) | {n.id for n in defaults if isinstance(n, ast.Name)}
    for name in sorted(asked & {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}):
        known = {**fn.__globals__, **cells}
        if name in rows or name not in known:
            if name in rows and name in known and rows[name][0] == "source":
                _same(known[name], rows[name])
            continue
        _add_value(name, known[name], fn, rows, depth)
    rows[fn.__name__] = rows.pop(fn.__name__)  # its defaults may need the others: last


def _global_names(code: CodeType) -> set[str]:
    """What it looks up outside, and so do the functions inside it."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    return {*code.co_names, *code.co_freevars}.union(*map(_global_names, inner))


def _add_value(name: str, value: Any, fn: FunctionType, rows: dict[str, list], depth: int) -> None:
    if isinstance(value, ModuleType):
        rows[name] = ["module", name, value.__name__]
    elif isinstance(value, FunctionType) and value.__code__.co_filename == fn.__code__.co_filename:
        if value.__name__ != name:
            raise Unsendable(f"{name} is another name of {value.__name__}")
        _add(value, rows, depth - 1)
    elif getattr(builtins, name, None) is value:
        return
    elif home := _home(value):
        rows[name] = ["from", name, *home]
    else:
        kept = plain(value)
        cut = isinstance(value, str | bytes) and kept != value
        if (kept is None and value is not None) or cut or _holds_foreign(kept):
            raise Unsendable(f"{name} is a {type(value).__name__}")
        rows[name] = ["value", name, kept]


def _same(value: Any, row: list) -> None:
    if not isinstance(value, FunctionType) or value.__name__ != row[1]:
        raise Unsendable(f"two things are called {row[1]}")


def _home(value: Any) -> tuple[str, str] | None:
    """The module and the name under which another process finds the same thing."""
    module, name = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return None
    home = sys.modules.get(module)
    from_file = getattr(home, "__spec__", None) is not None
    return (module, name) if from_file and getattr(home, name, None) is value else None


def _holds_foreign(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_foreign, value))
    return isinstance(value, Foreign)


def _undecorated(source: str) -> ast.Module:
    tree = ast.parse(source)
    tree.body[0].decorator_list = []
    return tree
