"""Which listed mistake does the same as the learner: alone, wrapped, two at once, or mostly?"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from .compare import agree, right
from .core import Exercise, Outcome, Suspect
from .mutants import mutants, with_an_argument_ignored
from .repairs import repair, repair_added, to_be_added
from .symptoms import fingerprint_of, sure_sign, tagged
from .verdict import Trial, Verdict

# What repairs say of a shape, the most telling first.
SHAPES = ("wrong-shape", "transposed", "axis-in-wrong-place", "missing-axis", "extra-axis")


def _exactly(suspects: tuple[Suspect, ...], trials: list[Trial]) -> Verdict | None:
    """The suspect that does the same as the learner on every case, right or wrong."""
    best, most = None, 0
    for suspect in suspects:
        score = _agreement(suspect, trials)
        if score > most:
            best, most = suspect, score
        if most == 2 * len(trials):
            break  # alike everywhere: no later one can be more so
    if best is None:
        return None
    return Verdict(best.slug, best.says, _telling(best, [t for t in trials if not t.right]))


def _telling(suspect: Suspect, trials: list[Trial]) -> tuple[Trial, ...]:
    """Of two at once, first the trials that show both: without either another answer would come,
    and each alone is wrong."""

    def seen(trial: Trial) -> int:
        alone = [half.outcome(trial.index) for half in suspect.halves]
        return sum(
            not right(one, trial.want) and not agree(trial.got, other)
            for one, other in zip(alone, reversed(alone), strict=True)
        )

    return tuple(sorted(trials, key=seen, reverse=True))


def _agreement(suspect: Suspect, trials: list[Trial]) -> int:
    """0 unless alike everywhere; errors alone count only if they are the same errors."""
    score, values, errors = 0, False, True
    # The example is small, and known of each; of the others the wrong ones tell most.
    for trial in sorted(trials, key=lambda t: (t.index > 0, t.right)):
        mark = agree(trial.got, suspect.outcome(trial.index))
        if not mark:
            return 0
        score += mark
        if not trial.right:
            values = values or not trial.got.failed
            errors = errors and mark == 2
    return score if values or errors else 0


def single(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    return _exactly(exercise.singles, trials)


def wrapped(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """Right, or a known mistake, once type, dtype and shape are put right."""
    return _in_a_wrapping(exercise, trials, (single, pair))


def wrapped_loosely(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """In a wrong wrapping, and what is inside shows a symptom or nothing known."""
    inner = (sure_sign, mostly(0.75), tagged, fingerprint_of, mostly(0.5))
    return _in_a_wrapping(exercise, trials, inner, known=False)


def _in_a_wrapping(
    exercise: Exercise, trials: list[Trial], steps: Sequence[Callable], known: bool = True
) -> Verdict | None:
    fixed, notes, shown = _unwrapped(trials)
    if not notes:
        return None
    slug, says = "+".join(notes), " ".join(notes.values())
    if still := [t for t in fixed if not t.right]:
        inner = next(filter(None, (step(exercise, fixed, still) for step in steps)), None)
        if inner:
            slug, says = f"{slug}+{inner.slug}", f"{says} Besides: {inner.says}"
        elif known:
            return None
    return Verdict(slug, says, shown)


def _unwrapped(trials: list[Trial]) -> tuple[list[Trial], dict[str, str], tuple[Trial, ...]]:
    """The trials with repaired types, dtypes and shapes; a note for each kind of repair; and the
    wrong trials in the order to show: first those that needed the first repair noted, and among
    these first those whose values stay wrong."""
    fixed, notes, some_of, inside = [], {}, {}, set()
    valued = [t for t in trials if not t.got.failed]
    added = to_be_added([t.got.value for t in valued], [t.want for t in valued])
    unwrap = repair_added if added else repair
    for trial in trials:
        value, some = (None, []) if trial.got.failed else unwrap(trial.got.value, trial.want)
        fixed.append(trial if trial.got.failed else replace(trial, got=Outcome(value=value)))
        notes = dict(some) | notes
        some_of[trial.index] = [says for _, says in some]
        inside |= set() if fixed[-1].right else {trial.index}
    # Only one slip of shape is told: where an axis has length 1, one slip looks like another.
    least = [slug for slug in SHAPES if slug in notes][1:]
    notes = {slug: says for slug, says in notes.items() if slug not in least}
    first = next(iter(notes.values()), None)
    wrong = [trial for trial in trials if not trial.right]
    wrong.sort(key=lambda trial: (first not in some_of[trial.index], trial.index not in inside))
    return fixed, notes, tuple(wrong)


def pair(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    if _raises_like_no_single(exercise, wrong):
        return None
    more = with_an_argument_ignored(exercise)
    return _exactly(exercise.pairs, trials) or _exactly(more, trials)


def as_if(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
    """The likeliest of the reference's mutants that does the same on every case."""
    if all(t.got.failed for t in wrong):
        return None
    for mutant in mutants(exercise):
        if _agreement(mutant, trials) == 2 * len(trials):
            says = mutant.fn.says()
            return Verdict(mutant.slug, says, tuple(wrong), plainly=mutant.fn.says(code=False))
    return None


def _raises_like_no_single(exercise: Exercise, wrong: list[Trial]) -> bool:
    """Only exceptions, and unlike those of any one mistake: two at once need not be tried."""
    return all(t.got.failed for t in wrong) and not any(
        agree(t.got, suspect.outcome(t.index)) == 2 for suspect in exercise.singles for t in wrong
    )


def mostly(share: float):
    def step(exercise: Exercise, trials: list[Trial], wrong: list[Trial]) -> Verdict | None:
        """The suspect that explains the largest share of the wrong answers."""
        best, most, hits = None, 0.0, []
        if sum(not t.got.failed for t in wrong) < 2:
            return None
        # with less to go by, two at once would fit by chance
        for suspect in (*exercise.singles, *(exercise.pairs if share > 0.7 else ())):
            same = _alike(suspect, wrong, share)
            valued = [t for t in same if not t.got.failed]
            score = len(same) / len(wrong) - 0.01 * suspect.parts
            if len(valued) >= 2 * suspect.parts and score > most:  # fewer would fit by chance
                best, most, hits = suspect, score, valued
        if best is None:
            return None
        often = f"in {len(hits)} of the {len(wrong)} cases that are wrong"
        often = "wherever it is wrong" if len(hits) == len(wrong) else often
        says = f"It does this {often}: {best.says}"
        if best.parts > 1:
            says = f"{often[0].upper()}{often[1:]} it does t{best.says[1:]}"
        return Verdict(best.slug, says, _telling(best, hits))

    step.__name__ = f"mostly({share})"
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
