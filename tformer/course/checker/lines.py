"""Find the line at fault by the values: the line reads right values and computes a wrong one.

A step is right if the solution computes the same value on its way, in every case and every turn of
a loop. A wrong step is at fault if the whole answer comes right once a value of the solution
replaces the value of the step. The search knows neither the exercise nor how the right line reads.
"""

import ast
import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .attempts import Attempts
from .compare import close, identical
from .core import Exercise
from .stepwise import OPAQUE, Steps, Value, kept, stepped, values
from .trees import copied
from .verdict import Fault

BORN = "is where NaN arises first"
RANDOM = {"hidden-randomness", "changes-the-global-seed"}


class Lines:
    """All steps of an answer, the value of each step in every case, and which steps are right."""

    def __init__(self, attempts: Attempts):
        self.attempts, self.exercise = attempts, attempts.exercise
        self.listener, self.steps, self.home = Steps(), [], []
        codes = []
        for part in attempts.parts:
            tree = stepped(part.function, self.steps)
            self.home += [part] * (len(self.steps) - len(self.home))
            codes.append(compile(copied(ast.Module([tree], [])), "<steps>", "exec"))
        self.fn = attempts.built(codes, __step__=self.listener)
        self.values = [*values(self.exercise), *_sizes(self.exercise)]
        self.runs: list[dict[int, list]] = []
        self.exits: list[int] = []
        self.first: int | None = None  # the step that changes what it should not
        for case in self.exercise.cases:
            self._listen(case.make(), case.make())
        every = range(len(self.steps))
        self.right = {n for n in every if self._is_right(n)}
        self.exact = {n for n in self.right if self._is_right(n, exactly=True)}

    def _listen(self, args: tuple, same: tuple) -> None:
        slug, states = self.attempts.slug, _random_states()
        watched = {"changes-its-input": lambda: all(map(identical, args, same))}
        watched |= dict.fromkeys(RANDOM, lambda: states == _random_states())
        watched["all-nan"] = lambda: not _has_nan(self.listener.seen[self.listener.order[-1]][-1])
        unchanged = watched.get(slug)
        self.listener.begin()

        def after(number: int) -> None:
            if self.first is None and not unchanged():
                self.first = number

        if unchanged:
            self.listener.after = after
        self.attempts.meter.reset()
        returns = [-1]
        with contextlib.suppress(Exception):  # what it gave until then counts
            self.fn(*args)
            returns += filter(self._is_the_answers, self.listener.order)
        self.exits.append(returns[-1])
        self.runs.append(dict(self.listener.seen))

    def _is_the_answers(self, number: int) -> bool:
        """Does this step return what comes back in the end?"""
        return self.steps[number].returns and not self.home[number].of

    def fine_lines(self) -> set[tuple[str, int]]:
        """Part and line of each step that is right, axes of size one included."""
        at = {n: (self.home[n].of, self.steps[n].line) for n in range(len(self.steps))}
        return {at[n] for n in self.exact} - {at[n] for n in at if n not in self.exact}

    def fault(self) -> Fault | None:
        """The line that is at fault."""
        if self.first is not None:
            slug = self.attempts.slug
            if slug == "all-nan":
                return self._at(self.first, BORN, sure=False)
            hint = "is random" if slug in RANDOM else "changes its input"
            return self._at(self.first, hint, sure=True)
        return self._by_another_value() or self._where_it_returns()

    def _at(self, number: int, hint: str, sure: bool) -> Fault:
        return Fault(self.home[number].of, self.steps[number].line, hint, sure)

    def _by_another_value(self) -> Fault | None:
        reached = {number for run in self.runs for number in run}
        for number in sorted(reached - self.right):
            if self._is_the_answers(number):
                continue
            sure = self._works_on_right_values(number)
            once = all(len(run.get(number, [])) < 2 for run in self.runs)
            for value in self.values:
                if self._is_answer(value) and not (sure and once and self._is_returned(number)):
                    continue  # in its place nothing else would count
                for given in self._fitting(number, value):
                    if self._mends(number, given):
                        hint = f"should give what `{value.text}` gives in the solution"
                        return self._at(number, hint, sure)
        return None

    def _where_it_returns(self) -> Fault | None:
        """The return that all wrong cases come to, if it has only right values to work on."""
        rows = zip(self.exits, self.attempts.fine, strict=True)
        wrong = {at for at, fine in rows if not fine}
        number = wrong.pop() if len(wrong) == 1 else -1
        if number < 0 or not self._works_on_right_values(number):
            return None
        hint = "is where it goes wrong: the values that it works on are right"
        return self._at(number, hint, sure=not self.steps[number].within)

    def _works_on_right_values(self, number: int) -> bool:
        """Not known of what a helper is given."""
        part, step = self.home[number], self.steps[number]
        for other, set_by in enumerate(self.steps):
            same = self.home[other] is part and set_by.sets in step.reads and other != number
            beside = self.home[other].of in step.reads
            if (same or beside) and other not in self.right:
                return False
        return not part.of or not step.reads & {a.arg for a in part.function.args.args}

    def _is_right(self, number: int, exactly: bool = False) -> bool:
        turns = [run.get(number, []) for run in self.runs]
        return any(turns) and any(_same_turns(turns, value, exactly) for value in self.values)

    def _is_returned(self, number: int) -> bool:
        """Does what it gives come back as it is?"""
        rows = zip(self.runs, self.exits, strict=True)
        pairs = [(run.get(number), run.get(at)) for run, at in rows]
        return all(mine and back and _alike(mine[-1], back[-1]) for mine, back in pairs)

    def _is_answer(self, value: Value) -> bool:
        rows = zip(value.turns, self.exercise.wanted, strict=True)
        return all(bool(turns) and _alike(turns[-1], want) for turns, want in rows)

    def _fitting(self, number: int, value: Value) -> Iterator[Callable[[int], list]]:
        """The values themselves, and in the shape that the step has."""
        index = next(i for i in self.attempts.order if number in self.runs[i])
        mine, given = self.runs[index][number][0], value.turns[index][:1]
        if not given or not _of_a_kind(mine, given[0]):
            return
        yield lambda i: value.turns[i]
        if _shape(mine) != _shape(given[0]):
            mine_of = [run.get(number, []) for run in self.runs]
            yield lambda i: [*map(_shaped, value.turns[i], mine_of[i])]

    def _mends(self, number: int, given: Callable[[int], list]) -> bool:
        many = [len(run.get(number, [])) for run in self.runs]

        def before(index: int) -> None:
            turns = given(index)
            turns = turns * many[index] if len(turns) == 1 else turns
            self.listener.begin(number, turns)

        try:
            return self.attempts.meets(self.fn, before)
        except Exception:
            return False


def _has_nan(value: Any) -> bool:
    value = torch.as_tensor(value) if isinstance(value, Tensor | float) else None
    return value is not None and bool(value.isnan().any())


def _random_states() -> tuple:
    return (
        torch.get_rng_state().numpy().tobytes(),
        np.random.get_state()[1].tobytes(),
        np.random.get_state()[2],
        random.getstate(),
    )


def _sizes(exercise: Exercise) -> Iterator[Value]:
    """The arguments and their sizes: right, too, though the solution may not ask for them."""
    cases = [case.make() for case in exercise.cases]
    for place, name in enumerate(exercise.parameters):
        args = [args[place] if place < len(args) else None for args in cases]
        yield Value(name, tuple([kept(arg)] for arg in args))
        if all(isinstance(arg, Tensor) for arg in args):
            yield Value(f"{name}.shape", tuple([arg.shape] for arg in args))
            axes = min(arg.ndim for arg in args)
            for axis in (*range(axes), *range(-axes, 0)):
                sizes = tuple([arg.shape[axis]] for arg in args)
                yield Value(f"{name}.shape[{axis}]", sizes)
        elif all(isinstance(arg, list | tuple) for arg in args):
            yield Value(f"len({name})", tuple([len(arg)] for arg in args))


def _same_turns(mine: list[list], value: Value, exactly: bool) -> bool:
    for one, other in zip(mine, value.turns, strict=True):
        if len(other) == 1:
            other = other * len(one)
        if len(one) > len(other) or not all(map(_alike, one, other)):
            return False
        if exactly and [*map(_shape, one)] != [*map(_shape, other[: len(one)])]:
            return False
    return True


def _shape(value: Any) -> Any:
    return value.shape if isinstance(value, Tensor) else None


def _alike(mine: Any, other: Any) -> bool:
    """The same numbers, in whatever type, axes of size one aside."""
    if mine is OPAQUE or mine is None or other is OPAQUE:
        return False
    if isinstance(mine, list | tuple) and isinstance(other, list | tuple):
        return len(mine) == len(other) and all(map(_alike, mine, other))
    try:
        if isinstance(mine, Tensor) or isinstance(other, Tensor):
            a, b = (torch.as_tensor(x) for x in (mine, other))
            a, b = (x.squeeze() if 1 in x.shape else x for x in (a, b))
            same_kind = (a.dtype == torch.bool) == (b.dtype == torch.bool)
            return a.shape == b.shape and same_kind and close(a, b)
        if isinstance(mine, float) or isinstance(other, float):
            return abs(mine - other) <= 1e-6 + 1e-4 * abs(other) or mine == other
        return type(mine) is type(other) and bool(mine == other)
    except Exception:
        return False


def _of_a_kind(mine: Any, given: Any) -> bool:
    """Could it stand there?"""
    if mine is OPAQUE or given is OPAQUE or given is None:
        return False
    kinds = (Tensor, bool, int | float, list, tuple, str, range)
    return any(isinstance(mine, kind) and isinstance(given, kind) for kind in kinds)


def _shaped(value: Any, like: Any) -> Any:
    if isinstance(value, Tensor) and isinstance(like, Tensor) and value.numel() == like.numel():
        return value.reshape(like.shape)
    return value
