"""What may stand in the place of a call, an index or several values by a slip."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from .code_words import AXES, WITH_AXES, short, slug, told_elsewhere, word
from .slips import Offer, of_infinity
from .trees import name_of, number, renamed, swapped, value_of

# One function for another, as they are mistaken for each other.
OTHER_FUNCTIONS = {
    "max": ("min",), "min": ("max",), "amax": ("amin", "mean"), "argmax": ("argmin",),
    "sum": ("mean", "max"), "mean": ("sum", "median"), "sin": ("cos",), "cos": ("sin",),
    "tril": ("triu",), "triu": ("tril",), "exp": ("exp2", "expm1"), "log": ("log2", "log10"),
    "softmax": ("log_softmax",), "log_softmax": ("softmax",), "relu": ("sigmoid", "tanh", "abs"),
    "sqrt": ("square",), "square": ("abs", "sqrt"), "cumsum": ("cumprod",), "zeros": ("ones",),
    "ones": ("zeros",), "sigmoid": ("tanh",), "tanh": ("sigmoid",), "sort": ("topk",),
}  # fmt: skip


def _of_axes(call: ast.Call) -> Iterator[Offer]:
    """The same call along another axis."""
    name = name_of(call)
    places = [("keywords", i, k.value) for i, k in enumerate(call.keywords) if k.arg == "dim"]
    if name in WITH_AXES:
        places += [("args", i, argument) for i, argument in enumerate(call.args)]
    for field, i, node in places:
        value = value_of(node)
        parameter = isinstance(node, ast.Name) and node.id == "dim"
        if value is None and not parameter:
            continue
        for other in AXES:
            if other == value:
                continue
            new = deepcopy(call)
            if field == "args":
                new.args[i] = number(other)
            else:
                new.keywords[i].value = number(other)
            says = (f"with {word(name)} over the wrong axis: axis {other} (dim={other}) instead "
                    f"of {'dim' if parameter else f'dim={value}'}")  # fmt: skip
            if name == "transpose":
                says = f"with other axes transposed: `{short(new)}`"
            yield new, says, slug(name, "dim", "minus" if other < 0 else "", str(abs(other))), 1


def _of_call(node: ast.Call, parent: ast.AST, field: str) -> Iterator[Offer]:
    name = name_of(node)
    method = isinstance(node.func, ast.Attribute) and not _is_module(node.func.value)
    if method:
        says = f"without {word(name)}: `{short(node.func.value)}`"
        yield node.func.value, says, slug("without", name), 1
    yield from _of_axes(node)
    for argument in [] if method else node.args[:2]:
        if not isinstance(argument, ast.Starred | ast.GeneratorExp):
            says = f"without {word(name)}: `{short(argument)}`"
            yield argument, says, slug("without", name), 1 if len(node.args) == 1 else 3
    for _, arguments in swapped(node.args):
        new = ast.Call(node.func, arguments, node.keywords)
        yield new, f"with two arguments swapped: `{short(new)}`", slug("swapped", name), 3
    yield from _of_arguments(node)
    yield from _of_names(node)


def _of_arguments(node: ast.Call) -> Iterator[Offer]:
    """The same call with one argument less."""
    name = name_of(node)
    for i, argument in enumerate(node.args):
        fewer = ast.Call(node.func, [*node.args[:i], *node.args[i + 1 :]], node.keywords)
        says = f"without the argument `{short(argument)}` of {word(name)}"
        yield fewer, says, slug(name, "without", short(argument)), 4
    for i, keyword in enumerate(node.keywords):
        rest = [*node.keywords[:i], *node.keywords[i + 1 :]]
        says = f"without `{keyword.arg}={short(keyword.value)}` in {word(name)}"
        yield ast.Call(node.func, node.args, rest), says, slug("without", str(keyword.arg)), 1


def _of_names(node: ast.Call) -> Iterator[Offer]:
    """Another function for the same arguments."""
    name = name_of(node)
    for other in OTHER_FUNCTIONS.get(name, ()):
        new = deepcopy(node)
        new.func = renamed(node.func, other)
        yield new, f"with `{other}` in the place of `{name}`", slug(other, "for", name), 2
    if name in ("tril", "triu"):
        for shift in (-1, 1):
            says = f"with the diagonal off by one: `{name}({shift})`"
            new = ast.Call(node.func, [*node.args, number(shift)], node.keywords)
            yield new, says, f"diagonal-{'below' if shift < 0 else 'above'}", 1
    if ast.unparse(node) == "float('-inf')":
        yield from of_infinity(node)


def _is_module(node: ast.expr) -> bool:
    return ast.unparse(node) in ("torch", "math", "F", "torch.nn.functional", "np")


def _of_subscript(node: ast.Subscript, parent: ast.AST, field: str) -> Iterator[Offer]:
    inside = short(ast.Subscript(ast.Name("x"), node.slice))[1:]
    if told_elsewhere(node) and (value := value_of(node.slice)) is not None:
        of = short(node.value)
        for other in AXES:
            if other != value:
                new = ast.Subscript(node.value, number(other), node.ctx)
                says = f"with the size of another axis: `{of}[{other}]` instead of `{of}[{value}]`"
                yield new, says, slug("shape", "minus" if other < 0 else "", str(abs(other))), 1
        return
    yield node.value, f"without `{inside}`: `{short(node.value)}`", slug("without-index"), 3
    if not isinstance(node.slice, ast.Tuple):
        return
    parts = node.slice.elts
    for i, part in enumerate(parts):
        if isinstance(part, ast.Constant) and part.value is None:
            new = ast.Subscript(node.value, ast.Tuple([*parts[:i], *parts[i + 1 :]]), node.ctx)
            yield new, f"with an axis too few: `{short(new)}`", "axis-missing", 2
    for _, moved in swapped(parts):
        new = ast.Subscript(node.value, ast.Tuple(moved), node.ctx)
        yield new, f"with an axis in another place: `{short(new)}`", "axis-elsewhere", 2


def _of_values(node: ast.Tuple, parent: ast.AST, field: str) -> Iterator[Offer]:
    if not isinstance(parent, ast.Return | ast.Assign) or len(node.elts) < 2:
        return
    for _, moved in swapped(node.elts):
        new = ast.Tuple(moved, ast.Load())
        yield new, f"with two values swapped: `{short(new)}`", "values-swapped", 2
    if isinstance(parent, ast.Return):
        for part in node.elts:
            yield part, f"with only one of the values returned: `{short(part)}`", "one-value", 3


OFFERS = {ast.Call: _of_call, ast.Subscript: _of_subscript, ast.Tuple: _of_values}
