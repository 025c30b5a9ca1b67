"""What the answers show, where no listed mistake explains them."""

import re
from collections import Counter
from typing import Any

import numpy as np
import torch

from .compare import safely_same
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
    valued.sort(key=lambda t: _same_shape(t.got.value, t.want))  # a shape is told of the first
    return found and Verdict(*found, tuple(valued))


def _same_shape(got: Any, want: Any) -> bool:
    return getattr(got, "shape", None) == getattr(want, "shape", None)


def tagged(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Wrong in cases of one kind only; of several such kinds the one that fails most surely."""
    fine = [t for t in trials if t.right]
    tags = [tag for tag in wrong[0].case.tags if all(tag in t.case.tags for t in wrong)]
    tags.sort(key=lambda tag: sum(tag in t.case.tags for t in fine))
    for tag in tags[:1]:
        if any(tag not in t.case.tags for t in fine):
            if wrong[0].got.failed:
                told = explain_error(wrong[0].got)[1]
            else:
                symptom = fingerprint_of(exercise, trials, wrong)
                told = symptom.says if symptom else ""
            kind = tag.replace("-", " ")
            says = f"It is right in general but not in this kind of case: {kind}. {told}"
            return Verdict(f"wrong-for-{tag}", says.strip(), tuple(wrong))
    return None


def error(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    failed = [t for t in wrong if t.got.failed]
    if not failed:
        return None
    slug, says = explain_error(failed[0].got)
    return Verdict(slug, says, tuple(failed))


def untouched(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """One of the arguments comes back as it is."""
    rows = [(t.case.make(), t.got.value) for t in wrong if not t.got.failed]

    def given(args: tuple, value: Any) -> bool:
        return any(isinstance(a, torch.Tensor) and safely_same(value, a) for a in args)

    if not rows or len(rows) < len(wrong) or not all(given(*row) for row in rows):
        return None
    says = "It gives back one of its inputs unchanged."
    return Verdict("returns-its-input", says, tuple(wrong))


def by_heart(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """One case's result comes back in all of them."""
    values = [_single(t.got.value, t.want) for t in trials if not t.got.failed]
    wants = [_single(t.want, t.want) for t in trials]
    if len(values) == len(trials) > 2 and _plain(values[0]) and _alike(values) > _alike(wants):
        says = f"It returns {show(values[0])} in every case, whatever it is given."
        return Verdict("same-for-all-inputs", says, tuple(wrong))
    if len(values) < max(3, len(trials)) or len(wrong) == len(trials):
        return None  # a value that is right nowhere may come of a reduction that goes too far
    if not _several(values[0]) or not all(safely_same(v, values[0]) for v in values[1:]):
        return None
    says = "It returns the same in every case, as if the result of one example were written down."
    return Verdict("same-for-all-inputs", says, tuple(wrong))


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


def _several(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.numel() > 1


def odd_type(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Values of a type that no repair can make into what was asked for."""
    odd = [t for t in wrong if not t.got.failed and not _fits(t.got.value, t.want)]
    if not odd:
        return None
    value, want = _odd_part(odd[0].got.value, odd[0].want)
    if type(value) is type(want):
        return None  # of the kind that was asked for: it is more or fewer of them
    if value is None:
        says = "It returns nothing in some cases: a branch of it has no return."
        return Verdict("returns-nothing-sometimes", says, tuple(odd))
    asked = "tensor" if isinstance(want, torch.Tensor) else type(want).__name__
    says = f"It returns {_one(kind_of(value))} where a {asked} was asked for."
    return Verdict("wrong-type", says, tuple(odd))


def _one(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def _fits(value: Any, want: Any) -> bool:
    """Could this be the answer, or one in a wrong wrapping?"""
    numeric = (torch.Tensor, np.ndarray, np.generic, int, float)
    if isinstance(want, tuple | list) and isinstance(value, numeric):
        return True  # one of the values alone
    if isinstance(want, tuple | list):
        return isinstance(value, tuple | list) and bool(value) and _fit(value, want)
    if isinstance(value, tuple | list):
        flat = value
        while isinstance(flat, tuple | list):
            if not flat:
                return False
            flat = flat[0]
        return isinstance(flat, numeric)
    return isinstance(value, numeric)


def _fit(values: Any, wants: Any) -> bool:
    """Item by item; what has another number of them is told elsewhere."""
    return len(values) != len(wants) or all(map(_fits, values, wants))


def _odd_part(value: Any, want: Any) -> tuple[Any, Any]:
    """The first item that does not fit, where several values were asked for and came."""
    several = isinstance(want, tuple | list) and isinstance(value, tuple | list)
    if several and value and not _fit(value, want):
        found = next((g, w) for g, w in zip(value, want, strict=True) if not _fits(g, w))
        return _odd_part(*found)
    return value, want
