"""The reference with one slip in it: does the learner's function behave exactly so?

Its source is read, one piece of the syntax tree changed (``mutations``), or one argument taken for
another before it begins, and the result run on the cases. No table of mistakes is needed for that.
It runs in the learner's own process, so it is ``tamed`` first: whatever the slip, it ends.
"""

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from .core import Exercise, Suspect
from .mutations import Slip, changes
from .tamed import Meter, tamed
from .trees import source_of


class Mutant:
    """The reference with one change, made when it is first called."""

    def __init__(self, tree: ast.Module, change: Slip, scope: dict[str, Any]):
        self.tree, self.change, self.scope = tree, change, scope
        self.function: Callable | None = None
        self.meter = Meter()

    def says(self, code: bool = True, exactly: bool = True) -> str:
        told = self.change.told() if code else self.change.says
        return f"It {'behaves exactly' if exactly else 'does'} as the solution would {told}."

    def __call__(self, *args: Any) -> Any:
        if self.function is None:
            scope = {**self.scope, **self.meter.names()}
            with self.change.made():
                exec(compile(tamed(self.tree), "<mutant>", "exec"), scope)
            self.function = scope[self.tree.body[0].name]
        self.meter.reset()
        return self.function(*args)


@cache
def mutants(exercise: Exercise) -> tuple[Suspect, ...]:
    """All of them, the likeliest first; each is made and run only when that is asked for."""
    reference = inspect.unwrap(exercise.reference)
    tree = source_of(reference)
    function = tree.body[0]
    found = [*changes(function), *_of_arguments(function)]
    return tuple(
        Suspect(
            f"as-if-{change.slug}",
            "",  # told by the mutant itself, once it is needed
            Mutant(tree, change, reference.__globals__),
            exercise,
        )
        for change in sorted(found, key=lambda change: change.rank)
    )


@cache
def with_an_argument_ignored(exercise: Exercise) -> tuple[Suspect, ...]:
    """Each listed mistake, with an argument taken for None besides, if it may be None."""

    def given(single: Suspect, place: int) -> Callable:
        return lambda *args: single.fn(*args[:place], None, *args[place + 1 :])

    cases, names = [case.make() for case in exercise.cases], exercise.parameters
    optional = [n for n in range(len(names)) if any(n >= len(a) or a[n] is None for a in cases)]
    return tuple(
        replace(
            single,
            slug=f"{single.slug}+{names[place]}-ignored",
            says=f"Two things at once. {single.says} `{names[place]}` has no effect.",
            fn=given(single, place),
            known={},
        )
        for place in optional
        for single in exercise.singles
    )


# What stands for an argument p, in words, for the slug, and how unlikely that is.
VALUES = (
    ("None", "if `{p}` were None: `{p}` has no effect", "ignored", 1),
    ("0", "if `{p}` were always 0", "always-0", 2),
    ("1", "if `{p}` were always 1", "always-1", 2),
    ("-1", "if `{p}` were always -1", "always-minus-1", 3),
    ("2", "if `{p}` were always 2", "always-2", 3),
    ("-2", "if `{p}` were always -2", "always-minus-2", 3),
    ("-100", "if `{p}` were always -100", "always-minus-100", 3),
    ("{p} + 1", "with `{p}` larger by one", "one-more", 3),
    ("{p} - 1", "with `{p}` smaller by one", "one-less", 3),
    ("{p}.transpose(-2, -1)", "with `{p}` transposed", "transposed", 3),
    ("~{p}", "with `{p}` inverted", "inverted", 3),
    ("-{p}", "with the other sign of `{p}`", "negative", 3),
    ("1 / {p}", "with 1 / `{p}` in the place of `{p}`: inverted", "upside-down", 4),
    ("1 - {p}", "with 1 - `{p}` in the place of `{p}`", "one-minus", 4),
    ("{p} ** 2", "with `{p}` squared", "squared", 4),
    ("{p} ** 0.5", "with the square root (sqrt) of `{p}`", "rooted", 4),
    ("{p}.flip(-1)", "with `{p}` reversed (flipped) along the last axis", "backwards", 4),
    ("{p}[:1]", "with only the first of `{p}`", "first-only", 4),
    ("{p}.float()", "with `{p}` in float32", "in-float32", 4),
)


def _of_arguments(function: ast.FunctionDef) -> Iterator[Slip]:
    """One argument taken for another, or for something else, before the first step."""
    parameters = [a.arg for a in function.args.args]
    for p in parameters:
        for value, says, slug, rank in VALUES:
            step = f"{p} = {value.format(p=p)}"
            yield _first(function, step, says.format(p=p), f"{p}-{slug}", rank)
        for other in parameters:
            if other != p:
                says = f"with `{other}` in the place of `{p}` throughout"
                yield _first(function, f"{p} = {other}", says, f"{other}-for-{p}", 5)
    for one, other in combinations(parameters, 2):
        says = f"with `{one}` and `{other}` swapped"
        step = f"{one}, {other} = {other}, {one}"
        yield _first(function, step, says, f"{one}-and-{other}-swapped", 4)


def _first(function: ast.FunctionDef, step: str, says: str, slug: str, rank: int) -> Slip:
    """A step before the first one."""
    both = ast.If(ast.Constant(True), [ast.parse(step).body[0], function.body[0]], [])
    return Slip(function, "body", 0, both, rank, says, slug.replace("_", "-"))
