"""What does each part of the checker bring? All wrong answers of tests/answers, judged without it.

    python -m benchmarks.checker               # some minutes; Ctrl-C prints what is done so far
    python -m benchmarks.checker --limit 3     # three answers of each exercise, for a quick look
    python -m benchmarks.checker --only softmax attention --names
    python -m benchmarks.checker --unforeseen  # each answer as if nobody had listed its mistake
    python -m benchmarks.checker --evidence    # which listed mistakes does no answer make?
    python -m benchmarks.checker --bank FOLDER # an outside bank: rates, seconds, every card

An answer is named where the report says one of the texts that stand with it, as tests/test_answers
asks. `decides`: the answers whose verdict is another without this part. `lost`: those that are
named, but no longer without it. `gained`: those that are named only without it. The texts were
written beside this checker, so that a small loss proves little; a part that decides nothing, not
even of unforeseen answers, is idle.

A bank is a folder of files named after exercises. Its functions are called right_..., wrong_... or
two_... (two faults); the docstring of a wrong one says what is wrong. Nothing tells whether a card
is apt: it stands beside the docstring, to be read. With --evidence a bank counts as answers do.
"""

import argparse
import ast
import multiprocessing
import runpy
import signal
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

from tests.answers import Wrong, collect
from tformer.course.checker import (  # fmt: skip
    checker,
    fingerprints,
    judge,
    matching,
    settings,
    symptoms,
)
from tformer.course.checker import mutants as slips
from tformer.course.checker.core import Exercise, Suspect
from tformer.course.checker.report import Report
from tformer.course.course_map import exercises
from tformer.exercises import check

MATCHING = ("single", "wrapped", "pair", "mostly(0.75)", "mostly(0.5)", "wrapped_loosely")
READING = ("fingerprint_of", "tagged", "wrapped_loosely")
AFTERWARDS = "after the steps"
# The tables of an exercise: what is left of it without each, and the steps that look there.
TABLES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "mistakes": ({"mistakes": ()}, MATCHING),
    "signs": ({"signs": ()}, ("sure_sign", "weak_sign", "wrapped_loosely")),
    "laws": ({"laws": ()}, (AFTERWARDS,)),
    "scales": ({"scales": None}, READING),
}
# The tables of the engine: where each stands, what stands there without it, who looks there.
ENGINE: dict[str, tuple[tuple[Any, str, Any], tuple[str, ...]]] = {
    "exceptions": (
        (symptoms, "explain_error", lambda got: ("raises", "It stops.")),
        ("error", "tagged", "wrapped_loosely"),
    ),
    "arrangements": ((fingerprints, "structural", lambda pairs: None), READING),
    "functions of the answer": ((fingerprints, "UNARY", ()), READING),
    "ratios": ((fingerprints, "_ratio", lambda exercise, pairs: None), READING),
    "offsets": ((fingerprints, "_offset", lambda pairs: None), READING),
    "constants": ((fingerprints, "CONSTANTS", {}), READING),
    "a second round": ((checker, "_unsteady", lambda *given: None), (AFTERWARDS,)),
}
KINDS = ("BinOp", "UnaryOp", "Compare", "Constant", "Call", "Subscript", "Tuple", "Name", "step",
         "argument")  # fmt: skip
EVERYTHING = "everything"


def kind(mutant: Suspect) -> str:
    """What piece of the reference a mutant changes."""
    change, function = mutant.fn.change, mutant.fn.tree.body[0]
    old = getattr(change.parent, change.field)
    if change.index is None:
        return type(old).__name__
    if isinstance(old[change.index], ast.stmt):
        whole = {c.says for c in slips._of_arguments(function)}
        return "argument" if change.says in whole else "step"
    return type(old[change.index]).__name__


def parts() -> list[str]:
    """Every name that stands in the first column."""
    return [
        *(f"step {step.__name__}" for step in judge.STEPS),
        *(f"table {name}" for name in (*TABLES, *ENGINE)),
        *(f"mutants of a {name}" for name in KINDS),
    ]


@cache
def _forgetting(exercise: Exercise, slugs: frozenset[str]) -> Exercise:
    """The exercise without these mistakes; what the others do need not be found out again."""
    less = replace(exercise, mistakes=tuple(m for m in exercise.mistakes if m.slug not in slugs))
    for several in ("singles", "pairs"):
        kept = [s for s in getattr(exercise, several) if not slugs & {*s.slug.split("+")}]
        less.__dict__[several] = tuple(kept)
    return less


@cache
def _mutants(exercise: Exercise, left_out: str) -> tuple[Suspect, ...]:
    return tuple(m for m in slips.mutants(exercise) if kind(m) != left_out)


class Judged:
    """One answer, run once in the sandbox, then judged by the whole checker and by parts of it."""

    def __init__(self, exercise: Exercise, wrong: Wrong, unforeseen: bool):
        self.whole = self.exercise = exercise
        self.wrong = wrong
        with settings.kept():
            self.trace = checker._run(wrong.fn, exercise)
        self.said = ""  # the step that spoke last
        self.report, self.decider = self.without(EVERYTHING)
        if unforeseen and self.decider in MATCHING:
            slugs = frozenset(str(self.report.mistake).split("+"))
            self.exercise = _forgetting(exercise, slugs)
            self.report, self.decider = self.without(EVERYTHING)

    def without(self, part: str) -> tuple[Report, str]:
        """The report without a part, and which step has decided."""
        word, _, name = part.partition(" ")
        steps = tuple(map(self._heard, (s for s in judge.STEPS if part != f"step {s.__name__}")))
        less = TABLES[name][0] if name in TABLES else None
        exercise = replace(self.exercise, **less) if less else self.exercise
        fewer = _mutants(self.whole, name.removeprefix("of a ") if word == "mutants" else "")
        self.said = AFTERWARDS
        with ExitStack() as stack:
            stack.enter_context(settings.kept())
            whole = partial(judge.judge, steps=steps)
            stack.enter_context(mock.patch.object(checker, "judge", whole))
            if name in ENGINE:
                stack.enter_context(mock.patch.object(*ENGINE[name][0]))
            stack.enter_context(mock.patch.object(matching, "mutants", lambda _: fewer))
            return checker._report(exercise, self.wrong.fn, self.trace, quick=False), self.said

    def _heard(self, step: Callable) -> Callable:
        def heard(*given: Any) -> Any:
            verdict = step(*given)
            self.said = step.__name__ if verdict else self.said
            return verdict

        return heard

    def may_need(self, part: str) -> bool:
        """False where this part had no say: then it need not be judged again without it."""
        word, _, name = part.partition(" ")
        if word == "mutants":
            return self.decider == "as_if" and self._mutant_kind() == name.removeprefix("of a ")
        if word == "table":
            return self.decider in (TABLES.get(name) or ENGINE[name])[1]
        return self.decider == name

    def _mutant_kind(self) -> str:
        found = [m for m in slips.mutants(self.whole) if m.slug == self.report.mistake]
        return next(kind(m) for m in found if m.fn.says() == self.report.says)


Row = tuple[str, str, str, str, bool]  # exercise, answer, part, the step that decided, named?


def rows(task: tuple[str, int | None, bool]) -> list[Row]:
    """All answers of an exercise (or some of them), whole and without each part."""
    name, limit, unforeseen = task
    wrong = collect()[name].wrong
    found = []
    for one in wrong[:: max(1, len(wrong) // limit)][:limit] if limit else wrong:
        judged = Judged(exercises()[name], one, unforeseen)
        whole = (name, one.fn.__name__, judged.decider, judged.wrong.names(judged.report))
        found.append((*whole[:2], EVERYTHING, *whole[2:]))
        for part in parts():
            report, step = judged.without(part) if judged.may_need(part) else (judged.report, "")
            changed = report.mistake != judged.report.mistake
            found.append((*whole[:2], part, step if changed else "", one.names(report)))
    return found


def bank(folder: str) -> dict[str, list[tuple[str, Callable]]]:
    """The marked functions of each file, by exercise: name and function."""
    kinds, found = ("right_", "wrong_", "two_"), defaultdict(list)
    for path in sorted(Path(folder).glob("**/*.py")):
        if path.stem in exercises():
            scope = runpy.run_path(str(path))
            found[path.stem] += [(n, f) for n, f in scope.items() if n.startswith(kinds)]
    return dict(found)


def cards(answers: dict[str, list[tuple[str, Callable]]]) -> None:
    """Every card of a bank beside what its answer does wrong; then rates and seconds."""
    states, lines, seconds = Counter(), 0, []
    for name, some in answers.items():
        for called, fn in some:
            start = time.perf_counter()
            report = check(fn, name)
            seconds.append(time.perf_counter() - start)
            states[called.split("_")[0], report.state] += 1
            lines += report.state == "failed" and bool(report.spot)
            if not report.passed:
                print(f"{name} {called}: {fn.__doc__}\n{report.mistake}: {report}\n", flush=True)
    print("\n".join(f"{kind}: {n} {state}" for (kind, state), n in sorted(states.items())))
    print(f"{lines} with a line; seconds: median {statistics.median(seconds):.2f}, "
          f"worst {max(seconds):.2f}")  # fmt: skip


def evidence(name: str, wrong: list[Wrong]) -> Counter:
    """How many answers make each listed mistake, alone or as one of two, as the verdict says it."""
    made = Counter({m.slug: 0 for m in exercises()[name].mistakes})
    for one in wrong:
        judged = Judged(exercises()[name], one, unforeseen=False)
        if judged.decider in MATCHING:
            made.update({*str(judged.report.mistake).split("+")} & {*made})
    return made


def table(found: list[Row], names: bool) -> str:
    """One line for each part."""
    whole = {row[:2]: row[4] for row in found if row[2] == EVERYTHING}
    lines = [f"{sum(whole.values())} of {len(whole)} answers are named", "",
             f"{'without':32} {'decides':>8} {'lost':>6} {'gained':>7}"]  # fmt: skip
    for part in parts():
        mine = [row for row in found if row[2] == part]
        decides = sum(bool(row[3]) for row in mine)
        lost = [row[:2] for row in mine if whole[row[:2]] and not row[4]]
        gained = [row[:2] for row in mine if row[4] and not whole[row[:2]]]
        lines.append(f"{part:32} {decides:8} {len(lost):6} {len(gained):7}")
        if names:
            lines += [f"    lost {e}: {answer}" for e, answer in lost]
            lines += [f"    gained {e}: {answer}" for e, answer in gained]
    return "\n".join(lines)


def main() -> None:
    """Judge in two processes and print the table, of all or of what was done until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, metavar="N", help="answers of each exercise")
    parser.add_argument("--only", nargs="+", choices=[*exercises()], metavar="EXERCISE")
    parser.add_argument("--unforeseen", action="store_true",
                        help="without the listed mistakes that the verdict names")  # fmt: skip
    parser.add_argument("--names", action="store_true", help="list the answers lost and gained")
    parser.add_argument("--bank", metavar="FOLDER", help="files of marked answers")
    parser.add_argument("--evidence", action="store_true", help="who makes the listed mistakes")
    args = parser.parse_args()
    answers, others = collect(), bank(args.bank) if args.bank else {}
    if args.evidence:
        for name in args.only or exercises():
            wrong = [Wrong(f, ("",)) for n, f in others.get(name, ()) if not n.startswith("right")]
            made = evidence(name, answers[name].wrong + wrong)
            nobody = [slug for slug, times in made.items() if not times]
            print(f"{name}: {len(made)} listed, by nobody: {', '.join(nobody) or '-'}", flush=True)
        return
    if others:
        cards({name: some for name, some in others.items() if name in (args.only or others)})
        return
    asked = [name for name in args.only or exercises() if answers[name].wrong]
    asked.sort(key=lambda name: -len(answers[name].wrong))  # the long ones first
    found: list[Row] = []
    with multiprocessing.Pool(2, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            tasks = [(name, args.limit, args.unforeseen) for name in asked]
            for some in pool.imap_unordered(rows, tasks):
                found += some
                print(f"{len({row[:2] for row in found})} answers, {some[0][0]} done", flush=True)
        except KeyboardInterrupt:
            print("stopped; so far:")
    print(table(found, args.names))


if __name__ == "__main__":
    main()
