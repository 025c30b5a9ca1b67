"""From outcomes to a verdict: which mistake is this?

Exact matches first (a listed mistake, one in a wrong wrapping, two at once), then the symptoms that
an exercise or every exercise knows, then the mistake that explains most, then what is left to say.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .compare import agree, right
from .core import Case, Exercise, Outcome, Sign, Suspect
from .errors import explain_error
from .fingerprints import fingerprint
from .repairs import repair


@dataclass(frozen=True)
class Trial:
    """One case as it went: what was given, wanted, and what came."""

    index: int
    case: Case
    want: Any
    got: Outcome

    @cached_property
    def right(self) -> bool:
        return right(self.got, self.want)


@dataclass(frozen=True)
class Verdict:
    """The mistake's slug, a sentence on it, and the trials that show it."""

    slug: str | None
    says: str
    shown: tuple[Trial, ...]


def judge(
    exercise: Exercise, outcomes: tuple[Outcome, ...], keep: set[int] | None = None
) -> Verdict | None:
    """None if every answer is right. ``keep`` limits the cases that are looked at (for tests)."""
    trials = [
        Trial(i, case, want, got)
        for i, (case, want, got) in enumerate(
            zip(exercise.cases, exercise.wanted, outcomes, strict=False)
        )
        if keep is None or i in keep
    ]
    wrong = [t for t in trials if not t.right]
    if not wrong:
        return None
    for step in STEPS:
        verdict = step(exercise, trials, wrong)
        if verdict:
            return verdict
    return Verdict(None, _unknown(wrong), tuple(wrong))


def _unknown(wrong: list[Trial]) -> str:
    return f"{len(wrong)} of the cases come out wrong, in a way that matches no known mistake."


def _exactly(suspects: tuple[Suspect, ...], trials: list[Trial]) -> Verdict | None:
    """The suspect that does the same as the learner on every case, right or wrong."""
    best, most = None, 0
    for suspect in suspects:
        score = _agreement(suspect, trials)
        if score > most:
            best, most = suspect, score
    if best is None:
        return None
    return Verdict(best.slug, best.says, tuple(t for t in trials if not t.right))


def _agreement(suspect: Suspect, trials: list[Trial]) -> int:
    """0 unless alike everywhere; errors alone count only if they are the same errors."""
    score, values, errors = 0, False, True
    for trial in sorted(
        trials, key=lambda t: t.right
    ):  # the wrong ones tell most: look there first
        mark = agree(trial.got, suspect.outcome(trial.index))
        if not mark:
            return 0
        score += mark
        if not trial.right:
            values = values or not trial.got.failed
            errors = errors and mark == 2
    return score if values or errors else 0


def _single(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _exactly(exercise.singles, trials)


def _wrapped(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Right, or a known mistake, once type, dtype and shape are put right."""
    fixed, notes = [], {}
    for trial in trials:
        value, some = (None, []) if trial.got.failed else repair(trial.got.value, trial.want)
        fixed.append(trial if trial.got.failed else replace(trial, got=Outcome(value=value)))
        notes.update({slug: says for slug, says in some if slug not in notes})
    if not notes:
        return None
    slug, says = "+".join(notes), " ".join(notes.values())
    if all(t.right for t in fixed):
        return Verdict(slug, says, tuple(wrong))
    inner = _exactly(exercise.singles, fixed) or _exactly(exercise.pairs, fixed)
    return inner and Verdict(f"{slug}+{inner.slug}", f"{says} Besides: {inner.says}", tuple(wrong))


def _pair(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _exactly(exercise.pairs, trials)


def _signs(exercise: Exercise, wrong: list[Trial], every: bool) -> Verdict | None:
    valued = [t for t in wrong if not t.got.failed]
    for sign in exercise.signs:
        found = [(t, _shows(sign, t)) for t in valued] if sign.every == every else []
        hits = [(t, shown) for t, shown in found if shown]
        if hits and (not every or len(hits) == len(valued)):
            detail = f" {hits[0][1]}" if isinstance(hits[0][1], str) else ""
            return Verdict(sign.slug, sign.says + detail, tuple(t for t, _ in hits))
    return None


def _shows(sign: Sign, trial: Trial) -> Any:
    try:
        shown = sign.shows(trial.case.make(), trial.got.value, trial.want)
        return shown if isinstance(shown, str) else bool(shown)
    except Exception:  # the symptom cannot be read off this answer
        return False


def _sure_sign(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _signs(exercise, wrong, every=True)


def _weak_sign(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _signs(exercise, wrong, every=False)


def _fingerprint(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    valued = [t for t in wrong if not t.got.failed]
    rows = [(t.case.make(), t.got.value, t.want) for t in valued]
    found = fingerprint(exercise, rows) if rows else None
    return found and Verdict(*found, tuple(valued))


def _mostly(share: float):
    def step(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
        """The suspect that explains the largest share of the wrong answers."""
        best, most, hits = None, 0.0, []
        for suspect in (*exercise.singles, *exercise.pairs):
            same = _alike(suspect, wrong, share)
            valued = [t for t in same if not t.got.failed]
            score = len(same) / len(wrong) - 0.01 * suspect.parts
            if len(valued) > 1 and score > most:
                best, most, hits = suspect, score, valued
        if best is None:
            return None
        says = f"On {len(hits)} of the {len(wrong)} wrong cases it does this: {best.says}"
        return Verdict(best.slug, says, tuple(hits))

    return step


def _alike(suspect: Suspect, wrong: list[Trial], share: float) -> list[Trial]:
    """The wrong trials that the suspect explains; none as soon as they cannot be that many."""
    same, spare = [], len(wrong) * (1 - share)
    for trial in wrong:
        if agree(trial.got, suspect.outcome(trial.index)) == 2:
            same.append(trial)
        elif (spare := spare - 1) < 0:
            return []
    return same


def _tagged(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Wrong in just the cases of one kind."""
    fine = [t for t in trials if t.right]
    for tag in wrong[0].case.tags if fine else ():
        if all(tag in t.case.tags for t in wrong) and not any(tag in t.case.tags for t in fine):
            told = explain_error(wrong[0].got)[1] + " " if wrong[0].got.failed else ""
            says = f"It is right in general but not here: {tag.replace('-', ' ')}. {told}"
            return Verdict(f"wrong-for-{tag}", says.strip(), tuple(wrong))
    return None


def _error(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    failed = [t for t in wrong if t.got.failed]
    if not failed:
        return None
    slug, says = explain_error(failed[0].got)
    return Verdict(slug, says, tuple(failed))


STEPS = (
    _single,
    _wrapped,
    _pair,
    _sure_sign,
    _mostly(0.75),
    _tagged,
    _fingerprint,
    _mostly(0.5),
    _weak_sign,
    _error,
)
