"""Does the right gradient flow back through an answer whose values are right?

A loss that was detached on its way has the right value and trains nothing. So wherever a float
tensor goes in and the result depends on it, the case is run once more with ``requires_grad``. The
numbers are moved a little first: where two scores are equal or a ReLU stands at zero there is no
one gradient, and right answers differ.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from .core import Case, Exercise, Outcome
from .cuts import Cut, find_cut
from .samples import normal
from .verdict import Verdict

MOVED = 0.01  # by how much, as a standard deviation
LARGE = 100.0  # beyond it rounding alone changes a gradient: there it only has to flow
ALLOWED = 1e-2, 1e-4  # of the largest entry of a gradient, and besides
BY_NUMPY = "numpy() on Tensor that requires grad"
# What is seen of a gradient: lost, another one, none from this value of the result; beside these.
FAULTS, NOTED = ("lost", "wrong", "parts"), ("stops", "copied", "nan")
COPIED = "It copies what it is given into a module of its own: training would change the copies."

Gradients = tuple[list[bool], list[Tensor | None], list[bool]]


@dataclass(frozen=True)
class Wanted:
    """What the reference gives in one case: which parts carry a graph, the gradients by name."""

    index: int
    case: Case
    carries: list[bool]
    gradients: list[Tensor | None]
    names: list[str]  # of the arguments that they belong to
    moderate: bool


def tracked(fn: Callable) -> Callable[..., Gradients]:
    """A function of the same arguments: which parts of the result carry a graph, the gradient of
    each float tensor among the arguments, and which of these were copied into parameters."""

    def run(*args: Any) -> Gradients:
        leaves: list[Tensor] = []
        with torch.enable_grad():
            parts = [*floats(fn(*(_moved(arg, leaves) for arg in args)))]
        live = [part for part in parts if part.grad_fn]
        found: Sequence[Tensor | None] = [None] * len(leaves)
        if live and leaves:
            # of one number: given the weights themselves, torch would load sympy for a second
            whole = sum((part * _weights(part)).sum() for part in live)
            found = torch.autograd.grad(whole, leaves, allow_unused=True)
        own = _parameters(live)
        copied = [
            gradient is None and any(torch.isin(leaf, one.to(leaf.dtype)).all() for one in own)
            for leaf, gradient in zip(leaves, found, strict=True)
        ]
        return [part.grad_fn is not None for part in parts], [*found], [*map(bool, copied)]

    return run


def _moved(value: Any, leaves: list[Tensor]) -> Any:
    """A copy that can be changed in place, of numbers moved a little that want a gradient."""
    if isinstance(value, Tensor) and value.is_floating_point():
        noise = normal(*value.shape, 1, seed=len(leaves), scale=MOVED, dtype=value.dtype)
        leaves.append((value.detach() + noise[..., 0]).requires_grad_())
        return leaves[-1].clone()
    if isinstance(value, list | tuple):
        return type(value)(_moved(item, leaves) for item in value)
    return value


def floats(value: Any) -> Iterator[Tensor]:
    """The float tensors of a value, those in its lists and tuples too."""
    if isinstance(value, Tensor) and value.is_floating_point():
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from floats(item)


def _weights(part: Tensor) -> Tensor:
    """How much each entry counts: other amounts, and nothing where it is infinite."""
    weights = normal(*part.shape, 1, seed=part.numel(), dtype=part.dtype)[..., 0]
    return weights * torch.isfinite(part.detach())


def _parameters(parts: list[Tensor]) -> list[Tensor]:
    """Parameters of modules that the answer itself has made: a part of torch with the weights put
    in is a right answer, and trains these."""
    nodes, seen, found = [part.grad_fn for part in parts], set(), []
    while nodes:
        node = nodes.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(getattr(node, "variable", None), torch.nn.Parameter):
            found.append(node.variable.detach())
        nodes += [before for before, _ in node.next_functions if before is not None]
    return found


@cache
def wanted(exercise: Exercise) -> tuple[Wanted, ...]:
    """The cases in which a gradient is asked for; none where the exercise says that it is not."""
    found = []
    for index, case in enumerate(() if exercise.no_gradient else exercise.cases):
        args = case.make()
        names = [
            name
            for name, arg in zip(exercise.parameters, args, strict=False)
            for _ in floats([arg])
        ]
        if names:
            carries, gradients, _ = tracked(exercise.reference)(*args)
            moderate = all(float(t.abs().max()) < LARGE for t in floats(args) if t.numel())
            if any(carries):
                found.append(Wanted(index, case, carries, gradients, names, moderate))
    return tuple(found)


def calls(fn: Callable, exercise: Exercise) -> list[tuple[Callable, tuple]]:
    """What is to be called once the values are right."""
    return [(tracked(fn), one.case.make()) for one in wanted(exercise)]


def judge_gradients(
    fn: Callable, exercise: Exercise, outcomes: Sequence[Outcome]
) -> tuple[Verdict | None, tuple[str, ...]]:
    """What is wrong with the gradients, or None; and what to note beside right values.

    An answer that overwrites what the way back needs, or whose gradient is not a number, tells so
    itself as soon as it is trained: that is noted, and passes.
    """
    seen: dict[str, list] = defaultdict(list)
    for want, outcome in zip(wanted(exercise), outcomes, strict=False):
        for kind, what in _seen(want, outcome):
            seen[kind].append(what)
            seen["cases"] += [want.case] * (kind in FAULTS)
    if seen["cases"]:
        return _verdict(seen, exercise, find_cut(fn)), ()
    return None, tuple(seen[kind][0] for kind in NOTED if seen[kind])


def _seen(want: Wanted, outcome: Outcome) -> Iterator[tuple[str, Any]]:
    """One case: of which kind is the gradient of each argument ("flows", or one of ``FAULTS``),
    from which value of the result does none flow, and what is ``NOTED``."""
    if outcome.failed:
        cut = BY_NUMPY in outcome.message
        yield from (("lost", name) for name in want.names) if cut else [("stops", _stops(outcome))]
        return
    carries, gradients, copied = outcome.value
    for number, pair in enumerate(zip(carries, want.carries, strict=True), start=1):
        if any(carries) and pair == (False, True):
            yield "parts", number
    for name, got, own, right in zip(want.names, gradients, copied, want.gradients, strict=True):
        if right is None or not right.any():
            continue
        if got is None and own:
            yield "copied", COPIED
        elif got is None or not got.any():
            if got is None or want.moderate:
                yield "lost", name
        elif not got.isfinite().all():
            yield "nan", f"Its gradient is not a number in this case: {want.case.why}."
        else:
            yield "wrong" if want.moderate and not _near(got, right) else "flows", name


def _stops(outcome: Outcome) -> str:
    message = " ".join(outcome.message.split())
    if "inplace" in message:
        return (
            "One of its steps in place (as x /= s) overwrites what the gradient's way back needs: "
            "for training, make new tensors (x = x / s)."
        )
    return f"A gradient's way back through it stops with {outcome.error}: {message[:120]}."


def _near(got: Tensor, want: Tensor) -> bool:
    share, besides = ALLOWED
    gap = (got.double() - want.double()).abs().max()
    return bool(gap <= share * want.double().abs().max() + besides)


def _verdict(seen: dict[str, list], exercise: Exercise, cut: Cut | None) -> Verdict:
    slug, after = "no-gradient", f": {cut.told}." if cut else "."
    lost, wrong, flows = (
        [name for name in exercise.parameters if name in seen[kind]]
        for kind in ("lost", "wrong", "flows")
    )
    if lost and {*flows, *wrong} <= {*lost}:
        why = cut.told if cut else "on its way it is detached, or leaves torch"
        told = f"no gradient flows back: {why}. A loss behind it would train nothing."
    elif lost:
        told = f"no gradient flows back to {', '.join(lost)}{after}"
    elif seen["parts"]:
        which = ", ".join(map(str, sorted({*seen["parts"]})))
        told = f"no gradient flows back from value {which} of the result{after}"
    else:
        slug = "wrong-gradient"
        told = f"part of the gradient of {', '.join(wrong)} is lost{after}"
    lines = (("In line", cut.line),) if cut else (("Case", seen["cases"][0].why),)
    return Verdict(slug, f"The values are right, but {told}", (), lines)
