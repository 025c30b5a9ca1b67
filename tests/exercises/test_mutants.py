"""The reference with one slip in it: killed by a case or known to be equal, recognised in other
words, and without giving lines away.
"""

import ast
import contextlib
import inspect
import textwrap
from collections import Counter

import pytest
import torch

from tests.exercises.equal_mutants import EQUAL
from tformer.course.checker.compare import right
from tformer.course.checker.core import Outcome
from tformer.course.checker.mutants import mutants
from tformer.course.checker.mutations import changes
from tformer.course.checker.tamed import TURNS, Bottomless, Endless, Meter, tamed
from tformer.course.course_map import exercises
from tformer.exercises import check

EXERCISES = list(exercises().values())


def _by_name(exercise):
    return exercise.name


def _listed_as_equal(exercise):
    lines = "\n".join(EQUAL.values()).split()
    owners = {name + ":" for name in exercises()}
    found, owner = Counter(), ""
    for word in lines:
        owner = word if word in owners else owner
        if word != owner and owner == exercise.name + ":":
            found[f"as-if-{word}"] += 1
    return found


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_each_mutant_is_killed_by_a_case_or_known_to_be_equal(exercise, monkeypatch):
    """A small change of the reference that no case sees would let a wrong answer pass. Slow ones
    are not killed for being slow: on a busy machine more of them would be."""
    monkeypatch.setattr("tformer.course.checker.tamed.SECONDS", 30)
    cases = range(len(exercise.cases))
    survivors = Counter(
        mutant.slug
        for mutant in mutants(exercise)
        if all(right(mutant.outcome(i), exercise.wanted[i]) for i in cases)
    )
    assert survivors == _listed_as_equal(exercise)


def test_the_list_of_equal_mutants_names_exercises_and_gives_reasons():
    for reason, lines in EQUAL.items():
        assert reason.endswith(".") and len(reason) < 160
        owners = {word[:-1] for word in lines.split() if word.endswith(":")}
        assert owners and owners <= set(exercises())


@pytest.mark.parametrize("places", [3, 4])
def test_a_number_that_is_rounded_does_not_pass(places):
    numbers = [e for e in EXERCISES if any(isinstance(want, float) for want in e.wanted)]
    rounded = {e.name: [Outcome(round(want, places)) for want in e.wanted] for e in numbers}
    passes = [e.name for e in numbers if all(map(right, rounded[e.name], e.wanted))]
    assert len(numbers) > 5 and passes == []


def _half_the_width(weight, token_ids):
    return weight.index_select(0, token_ids.flatten()).view(*token_ids.shape, -1) * (
        weight.size(1) / 2
    )


def _no_sublayer(x, sublayer, norm):
    return norm(2 * x)


def _shifted_relu(x, w1, b1, w2, b2):
    hidden = torch.clamp(torch.einsum("...d,df->...f", x, w1) + b1 - 1, min=0)
    return torch.einsum("...f,fd->...d", hidden, w2) + b2


def _gamma_twice(x, gamma, beta, eps):
    normed = torch.nn.functional.layer_norm(x, x.shape[-1:], gamma, None, eps)
    return gamma * normed + beta


@pytest.mark.parametrize(
    "name, fn, slug, words",
    [
        ("scaled_embedding", _half_the_width, "as-if-times-for-power", "`*` in the place of `**`"),
        ("residual_post_norm", _no_sublayer, "as-if-without-sublayer", "2: return norm(2 * x)"),
        ("feed_forward", _shifted_relu, "as-if-b1-one-less", "`b1` smaller by one"),
        ("layer_norm", _gamma_twice, "as-if-gamma-squared", "`gamma` squared"),
    ],
)
def test_a_slip_is_recognised_in_other_code(name, fn, slug, words):
    report = check(fn, name)
    assert report.mistake == slug and words in report.diagnosis


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_each_mutant_is_told_and_gives_no_right_line_away(exercise):
    source = textwrap.dedent(inspect.getsource(exercise.reference))
    steps = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Assign | ast.Return))
    lines = [line for line in map(ast.unparse, steps) if len(line) > 20]
    found = mutants(exercise)
    assert len(found) > 10
    for mutant in found:
        says = mutant.fn.says()
        assert says.startswith("It behaves exactly as the solution would ") and len(says) < 260
        assert not [line for line in lines if line in says], says
        assert mutant.slug.replace("as-if-", "").strip("-"), mutant.says


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_a_change_is_undone(exercise):
    tree = ast.parse(textwrap.dedent(inspect.getsource(exercise.reference)))
    before = ast.dump(tree)
    several = {before}
    for change in changes(tree.body[0]):
        with change.made():
            several.add(ast.dump(tree))
        assert ast.dump(tree) == before
    assert len(several) >= 5


def test_a_mutant_that_never_ends_is_stopped():
    exercise = exercises()["greedy_decode"]
    ends = [mutant.outcome(0).error for mutant in mutants(exercise)]
    assert Endless.__name__ in ends and TURNS < 10_000


HARMFUL = """
def {name}(x):
    row = [1.0]
    {slip}
    return torch.tensor({asked})
"""


@pytest.mark.parametrize(
    "slip, asked, error",
    [
        ("row.append(row)", "row", Bottomless),
        ("row.append((2.0, [row]))", "[row]", Bottomless),
        ("row = [row, row]; row[1].append([row])", "[*row]", Bottomless),
        ("for _ in range(200): row = [row]", "row", Bottomless),
        ("deep = []; deep.append([deep]); row = torch.ones(3)", "row[deep]", Bottomless),
        ("for _ in row: row.append(1.0)", "row", Endless),
        ("while True: row = [1.0]", "row", Endless),
        ("while True:\n        if row: continue", "row", Endless),
        ("for _ in range(99): row = [*row, *row]; len(row)", "row", Bottomless),
        ("row = [row, row, (row, row)]", "row[0]", None),
        ("for _ in range(2000): row = [1.0]", "row", None),
        ("for _ in range(9000): sum(range(90_000))", "row", Endless),
    ],
)
def test_what_would_end_the_process_is_an_exception_instead(slip, asked, error):
    """Without `tamed` three of the first five are segmentation faults, which nothing catches."""
    meter = Meter()
    scope = {"torch": torch, **meter.names()}
    tree = ast.parse(HARMFUL.format(name="harmful", slip=slip, asked=asked))
    exec(compile(tamed(tree), "<harmful>", "exec"), scope)
    with pytest.raises(error) if error else contextlib.nullcontext():
        assert scope["harmful"](0) is not None


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_mutants_leave_the_reference_alone(exercise):
    scope = inspect.unwrap(exercise.reference).__globals__
    before = {name: id(thing) for name, thing in scope.items()}
    for mutant in mutants(exercise)[:60]:
        mutant.outcome(0)
    assert {name: id(thing) for name, thing in scope.items()} == before
    assert check(exercise.reference).passed
