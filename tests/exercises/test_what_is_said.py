"""No sentence blames what is right or names by chance, and the code is read where it tells more.

The answers are made from the references: noise in one of several values, zeros, NaN, one number
everywhere, few digits.
"""

import math
import re

import pytest
import torch

from tformer.course.checker.compare import right
from tformer.course.checker.core import Outcome
from tformer.course.checker.judge import judge
from tformer.course.checker.readable import oddities
from tformer.course.checker.symptoms import _contrasts_equals
from tformer.course.checker.trees import source_of
from tformer.course.course_map import exercises
from tformer.exercises import check

EXERCISES = list(exercises().values())
# What the sentences call each value. Those of a list are all of one kind.
VALUES = {
    "attend_one": ("output", "weights"),
    "attend_all": ("output", "weights"),
    "cross_attention": ("output", "weights"),
    "attention": ("output", "weights"),
    "attend_with_cache": ("output", "keys", "values"),
    "adamw_step": ("parameter", "m", "v"),
    "nearest_rows": ("cosines", "ids"),
    "shift_right": ("inputs?", "labels"),
    "next_token_batch": ("inputs?", "targets?"),
    "modified_precision": ("matches", "total"),
}
SEVERAL = [e for e in EXERCISES if isinstance(e.wanted[0], tuple)]


def _by_name(exercise):
    return exercise.name


def _changed(value, change):
    """Every tensor of an answer changed."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, tuple | list):
        return type(value)(_changed(item, change) for item in value)
    return value


def _judged(exercise, change):
    return judge(exercise, tuple(Outcome(_changed(want, change)) for want in exercise.wanted))


def _noisy(value, scale):
    if not isinstance(value, torch.Tensor):
        return value + 1
    noise = torch.randn(value.shape, generator=torch.Generator().manual_seed(value.numel()))
    if value.is_floating_point():
        return value + scale * noise.to(value.dtype)
    return value + (noise > 0) + 1


def _blamed(name, text):
    """Is this said to be wrong, up to the next half of the sentence?"""
    return re.search(rf"\b{name}\b(?:(?! but | and |[.:;,]).)*\b(?:wrong|wrongly|not)\b", text)


def test_the_values_of_every_exercise_have_a_name():
    assert {e.name for e in SEVERAL} == VALUES.keys()
    assert _blamed("weights", "The weights are scores that are scaled wrongly: 1.")
    assert not _blamed("weights", "The weights are right but the output is not: it is another.")


@pytest.mark.parametrize("scale", [1e-3, 0.1, 3.0])
@pytest.mark.parametrize("exercise", SEVERAL, ids=_by_name)
def test_noise_in_one_value_blames_no_other(exercise, scale):
    for i, name in enumerate(VALUES[exercise.name]):
        answers = [
            tuple(_noisy(v, scale) if j == i else v for j, v in enumerate(want))
            for want in exercise.wanted
        ]
        verdict = judge(exercise, tuple(map(Outcome, answers)))
        others = [other for other in VALUES[exercise.name] if other != name]
        assert not [o for o in others if _blamed(o, verdict.says)], verdict.says
        said = re.findall(r"[Vv]alue (\d)", verdict.says)
        assert {*said} <= {str(i + 1)}, verdict.says


def _is_listed(exercise, slug, fits):
    """Is this the slug of a listed mistake that gives such an answer itself?"""
    listed = [m for m in exercise.mistakes if m.slug == slug]
    outcomes = exercise.outcomes(exercise.wrong(listed[0])) if listed else ()
    return bool(outcomes) and all(fits(o.value) for o in outcomes)


def _all_zero(value):
    if isinstance(value, tuple | list):
        return all(map(_all_zero, value))
    return not torch.as_tensor(value).any()


def _floats(exercise):
    return any(w.is_floating_point() for w in _tensors(exercise.wanted))


def _tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _tensors(item)


@pytest.mark.parametrize("exercise", [e for e in EXERCISES if [*_tensors(e.wanted)]], ids=_by_name)
def test_zeros_are_told_as_nothing_filled_in(exercise):
    verdict = _judged(exercise, torch.zeros_like)
    assert verdict.slug == "nothing-filled-in" or _is_listed(exercise, verdict.slug, _all_zero)


FLOATS = [e for e in EXERCISES if _floats(e)]


@pytest.mark.parametrize("exercise", FLOATS, ids=_by_name)
def test_nan_everywhere_is_told_as_such(exercise):
    verdict = _judged(exercise, lambda x: x * torch.nan if x.is_floating_point() else x)
    assert verdict.slug == "all-nan"


@pytest.mark.parametrize("exercise", FLOATS, ids=_by_name)
def test_one_number_everywhere_is_told(exercise):
    def half(x):
        return torch.full_like(x, 0.37) if x.is_floating_point() else x

    assert _judged(exercise, half).slug in ("same-value-everywhere", "same-for-all-inputs")


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("exercise", FLOATS, ids=_by_name)
def test_lost_digits_are_told_as_such(exercise, dtype):
    def short(x):
        return x.to(dtype).to(x.dtype) if x.is_floating_point() else x

    verdict = _judged(exercise, short)
    found = zip(map(Outcome, _changed(exercise.wanted, short)), exercise.wanted, strict=True)
    if 2 * sum(not right(got, want) for got, want in found) > len(exercise.cases):
        assert verdict.slug == "half-precision"


Q, NUMBERS, X = torch.ones(2, 4), torch.ones(3, 2), torch.ones(2, 5)


def reads_the_lesson(q, k, v, mask=None):
    scores = Q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num()
    return weights @ v, weights


def reads_numbers(logits, dim):
    powers = NUMBERS.exp()
    return powers / powers.sum(dim, keepdim=True)


def fills_nothing(q, k, v, mask=None):
    scores = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num()
    return weights @ v, weights


def takes_nothing_off(x, gamma, beta, eps):
    spread = x.var(-1, keepdim=True, unbiased=False)
    torch.sub(x, x.mean(-1, keepdim=True))
    return gamma * x / torch.sqrt(spread + eps) + beta


def scores_in_few_digits(q, k, v, mask=None):
    scores = q.bfloat16() @ k.mT.bfloat16() / math.sqrt(k.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num().to(v.dtype)
    return weights @ v, weights


def divides_by_nothing(x, dim):
    powers = (x - x.amax(dim, keepdim=True)).exp()
    total = (powers - powers).sum(dim, keepdim=True)
    shares = total / total
    return powers * shares


CODE = [
    (reads_the_lesson, "attention", "Line 2 reads `Q`, a name of the notebook", 2, "= q @ k"),
    (reads_numbers, "softmax", "Line 2 reads `NUMBERS`, a name of the notebook", 2, "`logits`"),
    (fills_nothing, "attention", "Line 4 computes `scores.masked_fill(", 4, "scores = scores."),
    (takes_nothing_off, "layer_norm", "Line 3 computes `torch.sub(", 3, "x = torch.sub("),
    (scores_in_few_digits, "attention", "Line 2 computes in half precision", 2, "half"),
    (divides_by_nothing, "softmax", "NaN comes back everywhere; it arises first in line 4.", 4, ""),
]


@pytest.mark.parametrize(
    "fn, name, says, line, hint", CODE, ids=lambda x: getattr(x, "__name__", "")
)
def test_what_the_code_shows_is_told_with_its_line(fn, name, says, line, hint):
    report = check(fn, name)
    assert report.says.startswith(says) and report.spot.number == line
    assert hint in report.spot.last_hint


def clears_too_late(model, batch, loss_fn, optimizer, max_norm):
    loss = loss_fn(model, batch)
    loss.backward()
    optimizer.zero_grad()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def clips_last(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    optimizer.step()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    return loss.item()


@pytest.mark.parametrize("fn, line, after", [(clears_too_late, 3, 4), (clips_last, 5, 6)])
def test_a_step_in_the_wrong_place_is_moved_and_not_left_out(fn, line, after, monkeypatch):
    for limit in ("SECONDS", "LATEST"):  # on a busy machine too
        monkeypatch.setattr(f"tformer.course.checker.pointing.{limit}", 60)
    spot = check(fn, "training_step").spot
    assert spot.last_hint.startswith(f"belongs behind line {after}: ")
    assert spot.told.startswith(f"line {line}, which belongs behind line {after}: ")


@pytest.mark.parametrize(
    "code",
    ["x.log().softmax(-1)", "y * -1e9 / mask", "torch.exp(x.log())", "len(x.mT)", "a * b / b",
     "1 * f(x)", "x.flip(-1).flip(-1)", "mask.log()", "(-x)[0] = 1", "f(x) if ~flag else x",
     "x.ndim >= 1", "x.shape[0:]", "(x ** 2) ** 0.5"],
)  # fmt: skip
def test_code_that_no_learner_would_read_is_odd(code):
    assert oddities(compile(code, "", "exec", 1024)) > 0


def test_code_of_the_references_is_not_odd():
    assert {e.name: n for e in EXERCISES if (n := oddities(source_of(e.reference)))} == {}


def test_a_number_held_against_itself_says_nothing():
    for text in (
        "got scores / right scores = 1 where d_k = 4.",
        "turns by 1.5; it should turn by 1.5.",
    ):
        assert _contrasts_equals(text)
    for text in (
        "got scores / right scores = 4 where d_k = 4.",
        "turns by 1; it should turn by 2.",
    ):
        assert not _contrasts_equals(text)
