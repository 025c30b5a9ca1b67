"""What the answers show, where no listed mistake explains them."""

import re
from collections import Counter
from typing import Any

import numpy as np
import torch

from .compare import right, safely_same
from .core import Exercise, Sign
from .describe import show
from .errors import explain_error
from .fingerprints import fingerprint
from .foreign import kind_of
from .verdict import Trial, Verdict


def _signs(exercise: Exercise, wrong: list[Trial], every: bool) -> Verdict | None:
    valued = [t for t in wrong if not t.got.failed]
    for sign in exercise.signs:
        found = [(t, _shows(sign, t)) for t in valued] if sign.every in (every, None) else []
        hits = [(t, shown) for t, shown in found if shown]
        if hits and (not every or all(shown is not False for _, shown in found)):
            # what is told of most cases: a formula may fit one of them by chance
            told = Counter(shown for _, shown in hits if isinstance(shown, str)).most_common(1)
            detail = f" {told[0][0]}" if told else ""
            hits.sort(key=lambda hit: f" {hit[1]}" != detail)  # one of which it is true comes first
            return Verdict(sign.slug, sign.says + detail, tuple(t for t, _ in hits))
    return None


def _shows(sign: Sign, trial: Trial) -> Any:
    try:
        shown = sign.shows(trial.case.make(), trial.got.value, trial.want)
        if isinstance(shown, str) and _contrasts_equals(shown):
            return None  # the numbers of this case are no others than they should be
        return shown if shown is None or isinstance(shown, str) else bool(shown)
    except Exception:  # the symptom cannot be read off this answer
        return False


def _contrasts_equals(text: str) -> bool:
    """Does it hold a number against the same number, or a ratio of 1 against none?"""
    if ratio := re.search(r" / .*? = ([\d.e+-]*\d)", text):
        return float(ratio[1]) == 1
    found = [re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]\d+)?", half)
             for half in re.split("; |, and | where ", text, maxsplit=1)]  # fmt: skip
    return len(found) == 2 and bool(found[1]) and found[0][-len(found[1]) :] == found[1]


def sure_sign(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _signs(exercise, wrong, every=True)


def weak_sign(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _signs(exercise, wrong, every=False)


def fingerprint_of(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    valued = [t for t in wrong if not t.got.failed]
    rows = [(t.case.make(), t.got.value, t.want) for t in valued]
    found = fingerprint(exercise, rows) if rows else None

    def has_its_shape(trial: Trial) -> bool:  # a shape is told of the first
        return getattr(trial.got.value, "shape", None) == getattr(trial.want, "shape", None)

    return found and Verdict(*found, tuple(sorted(valued, key=has_its_shape)))


def tagged(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Wrong in cases of one kind only; of several such kinds the one that fails most surely."""
    fine = [t for t in trials if t.right]
    tags = [tag for tag in wrong[0].case.tags if all(tag in t.case.tags for t in wrong)]
    tag = min(tags, key=lambda tag: sum(tag in t.case.tags for t in fine), default=None)
    if tag is None or all(tag in t.case.tags for t in fine):
        return None
    found = error if wrong[0].got.failed else fingerprint_of
    symptom, kind = found(exercise, trials, wrong), tag.replace("-", " ")
    says = f"It is right in general but not in this kind of case: {kind}."
    says += f" {symptom.says}" if symptom else ""
    return Verdict(f"wrong-for-{tag}", says, tuple(wrong))


def error(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    failed = [t for t in wrong if t.got.failed]
    if not failed:
        return None
    slug, says = explain_error(failed[0].got)
    return Verdict(slug, says, tuple(failed))


def untouched(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """One of the arguments comes back as it is."""

    def given(trial: Trial) -> bool:
        tensors = [arg for arg in trial.case.make() if isinstance(arg, torch.Tensor)]
        return any(right(trial.got, tensor) for tensor in tensors)

    if not all(map(given, wrong)):
        return None
    says = "It gives back one of its inputs unchanged."
    return Verdict("returns-its-input", says, tuple(wrong))


def by_heart(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """One case's result comes back in all of them."""
    values = [_single(t.got.value, t.want) for t in trials]
    if len(trials) < 3 or any(t.got.failed for t in trials) or not _alike(values):
        return None
    says = ""
    if _plain(values[0]) and not _alike([_single(t.want, t.want) for t in trials]):
        says = f"It returns {show(values[0])} in every case, whatever it is given."
    # a tensor that is right nowhere may come of a reduction that goes too far
    elif isinstance(values[0], torch.Tensor) and values[0].numel() > 1 and len(wrong) < len(trials):
        says = "It returns the same in every case, as if the result of one example were written "
        says += "down."
    return Verdict("same-for-all-inputs", says, tuple(wrong)) if says else None


def _single(value: Any, want: Any) -> Any:
    """The number in a tensor that should hold one number."""
    both = isinstance(value, torch.Tensor) and isinstance(want, torch.Tensor)
    return value.item() if both and value.ndim == want.ndim == 0 else value


def _plain(value: Any) -> bool:
    """A number, or numbers in tuples: no tensor, which may be one reduced too far."""
    if isinstance(value, tuple | list):
        return bool(value) and all(map(_plain, value))
    return isinstance(value, int | float)


def _alike(values: list) -> bool:
    return all(safely_same(value, values[0]) for value in values[1:])


def odd_type(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Values of a type that no repair can make into what was asked for."""
    valued = [t for t in wrong if not t.got.failed]
    parts = [(t, part) for t in valued if (part := _misfit(t.got.value, t.want))]
    if not parts:
        return None
    odd, (value, want) = tuple(t for t, _ in parts), parts[0][1]
    if type(value) is type(want):
        return None  # of the kind that was asked for: it is more or fewer of them
    if value is None:
        says = "It returns nothing in some cases: a branch of it has no return."
        return Verdict("returns-nothing-sometimes", says, odd)
    asked = "tensor" if isinstance(want, torch.Tensor) else type(want).__name__
    kind = kind_of(value)
    one = f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"
    return Verdict("wrong-type", f"It returns {one} where a {asked} was asked for.", odd)


def _misfit(value: Any, want: Any) -> tuple[Any, Any] | None:
    """The part that cannot be the answer, not even in a wrong wrapping, and what belongs there."""
    several, inner = isinstance(want, tuple | list), value
    if several and isinstance(value, tuple | list) and value:  # another number is told elsewhere
        pairs = zip(value, want, strict=True) if len(value) == len(want) else ()
        return next((odd for pair in pairs if (odd := _misfit(*pair))), None)
    while not several and isinstance(inner, tuple | list) and inner:
        inner = inner[0]
    fits = isinstance(inner, torch.Tensor | np.ndarray | np.generic | int | float)
    return None if fits else (value, want)
