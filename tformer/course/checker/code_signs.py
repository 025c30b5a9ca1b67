"""What a wrong answer's own code shows, whatever the exercise: a name of the notebook where an
argument was meant, a result that is thrown away, half precision."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from .attempts import Source, parts_of
from .code_words import short
from .core import Exercise, Outcome
from .degenerate import nearly
from .trees import name_of, read, stored
from .verdict import Fault, Verdict

HALF = {"half", "float16", "bfloat16"}
# What is called for what it does, though no _ at the end of its name tells it.
EFFECTS = {"backward", "retain_grad", "register_hook", "manual_seed", "seed"}
OF_CONTAINERS = {*dir(list), *dir(dict), *dir(set)}


def seen_in_code(
    fn: Callable, exercise: Exercise, outcomes: Sequence[Outcome], verdict: Verdict
) -> Verdict:
    """The verdict, or what the code shows, with the line in which it does."""
    if not (parts := parts_of(fn)):
        return verdict
    names = [a.arg for a in parts[0].function.args.args]
    cases = [case.make() for case in exercise.cases]
    given = {name: [args[i] for args in cases if i < len(args)] for i, name in enumerate(names)}
    return (
        _of_the_notebook(parts[0], given, verdict)
        or _thrown_away(parts, given, verdict)
        or (_halves(parts, verdict) if nearly(exercise.wanted, outcomes) else None)
        or verdict
    )


def forgets_to_return(fn: Callable) -> str:
    """The last line of a body that computes something and holds no return; "" of any other."""
    if not (parts := parts_of(fn)):
        return ""
    main = parts[0]
    inner = {id(n) for f in main.function.body if isinstance(f, ast.FunctionDef | ast.ClassDef)
             for n in ast.walk(f)}  # fmt: skip
    nodes = [n for step in main.function.body for n in ast.walk(step) if id(n) not in inner]
    works = any(isinstance(n, ast.Call | ast.BinOp | ast.Subscript) for n in nodes)
    if not works or any(isinstance(n, ast.Return | ast.Raise | ast.Yield) for n in nodes):
        return ""
    last = main.function.body[-1].end_lineno
    return f"line {last}: {main.lines[last - 1].strip()}"


def _of_the_notebook(main: Source, given: dict[str, list], verdict: Verdict) -> Verdict | None:
    """A global with the name of an argument in other letters, or of the kind of one not read."""
    inner = (n for n in ast.walk(main.function) if isinstance(n, ast.arguments))
    own = {a.arg for arguments in inner for a in arguments.args} | stored(main.function)
    unread = [name for name in given if name not in read(main.function)]
    for node in ast.walk(main.function):
        if not isinstance(node, ast.Name) or node.id in own:
            continue
        value = main.fn.__globals__.get(node.id)
        same = [name for name in given if name.lower() == node.id.lower()]
        meant = same if isinstance(value, Tensor | int | float | list | tuple) else []
        meant += [name for name in unread if any(_alike(value, arg) for arg in given[name])]
        if meant:
            says = f"Line {node.lineno} reads `{node.id}`, a name of the notebook: whatever the "
            says += "function is given, it computes with what stands there. The argument is "
            fault = Fault("", node.lineno, f"reads `{node.id}` where the argument is `{meant[0]}`")
            return replace(
                verdict, slug="reads-the-notebook", says=f"{says}`{meant[0]}`.", fault=fault
            )
    return None


def _alike(value: Any, arg: Any) -> bool:
    """Could this stand in the place of the argument? A number for another would prove little."""
    if isinstance(value, Tensor) and isinstance(arg, Tensor):
        return (value.dtype == torch.bool) == (arg.dtype == torch.bool)
    return isinstance(value, list) and isinstance(arg, list)


def _thrown_away(parts: list[Source], given: dict[str, list], verdict: Verdict) -> Verdict | None:
    for part in parts:
        for node in ast.walk(part.function):
            call = node.value if isinstance(node, ast.Expr) else None
            if isinstance(call, ast.Call) and _only_gives_back(call, part, given):
                says = f"{_place(node, part)} computes `{short(call)}` and throws the result away: "
                says += "it changes no tensor, it gives back a new one, which needs a name."
                slug = "+".join(filter(None, ("result-thrown-away", verdict.slug)))
                says += f" {verdict.plainly or verdict.says}" if verdict.slug else ""
                fault = Fault(part.of, node.lineno, "gives back a new tensor, and no name keeps it")
                return replace(verdict, slug=slug, says=says, plainly="", fault=fault)
    return None


def _only_gives_back(call: ast.Call, part: Source, given: dict[str, list]) -> bool:
    """Is it a method or a function of torch that leaves what it is given as it is?"""
    name, owner = name_of(call), getattr(call.func, "value", None)
    into = any(keyword.arg == "out" for keyword in call.keywords)
    if owner is None or name.endswith("_") or name in EFFECTS or into:
        return False
    of = owner.id if isinstance(owner, ast.Name) else ""
    if part.of == "" and of in given:
        return hasattr(Tensor, name) and all(isinstance(arg, Tensor) for arg in given[of])
    if ast.unparse(owner).split(".")[0] in ("torch", "F", "functional", "nn"):
        return any(callable(getattr(home, name, None)) for home in (Tensor, functional))
    made = [n.value for n in ast.walk(part.function) if isinstance(n, ast.Assign)
            and of in map(ast.unparse, n.targets)]  # fmt: skip
    in_set = name == "add" and not any(
        ast.unparse(value).startswith(("set(", "{")) for value in made
    )
    return hasattr(Tensor, name) and (name not in OF_CONTAINERS or (in_set and bool(made)))


def _halves(parts: list[Source], verdict: Verdict) -> Verdict | None:
    for part in parts:
        for node in ast.walk(part.function):
            name = node.attr if isinstance(node, ast.Attribute) else ""
            if name in HALF:
                says = f"{_place(node, part)} computes in half precision (`{name}`): digits are "
                says += "lost. Compute in the dtype of the input."
                fault = Fault(part.of, node.lineno, "computes in half precision")
                return replace(verdict, slug="half-precision", says=says, plainly="", fault=fault)
    return None


def _place(node: ast.AST, part: Source) -> str:
    return f"Line {node.lineno}" + (f" of {part.of}" if part.of else "")
