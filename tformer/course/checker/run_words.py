"""Words for a whole run, beside the case that is shown: how far it got, what it changed."""

from collections.abc import Sequence

from .compare import right
from .core import Exercise, Outcome


def so_far(exercise: Exercise, outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    """How many cases come out right, and what those that do not have in common."""
    rows = [*zip(exercise.cases, exercise.wanted, outcomes, strict=False)]
    fine = [case for case, want, got in rows if right(got, want)]
    wrong = [case for case, want, got in rows if not right(got, want)]
    if not fine or not wrong:
        return []
    told = f"right in {len(fine)} of {len(exercise.cases)} cases"
    common = [tag for tag in wrong[0].tags if all(tag in case.tags for case in wrong)]
    common = [tag for tag in common if not any(tag in case.tags for case in fine)]
    if common:
        told += f"; all that are wrong have this in common: {common[0].replace('-', ' ')}"
    return [("So far", told)]


def changed(exercise: Exercise, outcomes: Sequence[Outcome]) -> str:
    """The inputs that a call changes, by name; "" for none."""
    places = next((o.mutated for o in outcomes if o.mutated), "")
    return ", ".join(exercise.parameters[int(i)] for i in places.split(",") if i)
