"""The shipped translator, assembled from the learner's answers where they are kept."""

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor

from tformer.course.checker import settings
from tformer.course.checker.core import Case, Exercise
from tformer.course.checker.report import EDGES, Card, Printed
from tformer.course.course_map import AROUND, LESSONS, NEEDED, exercises, lesson_of
from tformer.course.kept import BrokenAnswer, answer_source, kept, loaded
from tformer.pretrained import ASSETS

from .machine import Machine
from .parts import COMPARISONS, Guard, Part, StuckError, Trouble
from .rehearsal import ended, tried, tried_alone
from .speed import Speed
from .stages import drawn

WEIGHTS = ASSETS / "translator.safetensors"
# Long and short, umlauts, a number; in one batch the shorter ones are padded.
REHEARSAL = ("Ein Hund rennt am Strand.", "Zwei Mädchen spielen 2 Stunden.")


def reference(name: str) -> Callable:
    """What stands for a part that is not written: its exercise's reference."""
    return exercises()[name].reference


class Yours(Printed):
    """The translator of lesson 00 on the learner's code; the course's references fill the gaps.

    >>> yours = assemble()                              # doctest: +SKIP
    >>> yours.translate("Ein Hund rennt am Strand.")    # doctest: +SKIP
    'A dog runs on the beach.'
    """

    def __init__(self, sources: dict[str, str], weights: Path = WEIGHTS):
        self.sources, self.weights = dict(sources), weights
        self.guard = Guard()
        self.parts = {
            name: Part(name, reference(name), self.guard, exercises()[name].readings)
            for name in NEEDED
        }
        self.machine = Machine(SimpleNamespace(**self.parts), weights)
        self.broken: list[Trouble] = []
        for name, source in self.sources.items():
            if name in NEEDED:
                self._put(name, source)

    @cached_property
    def around(self) -> dict[str, Part]:
        """What trains the translator, searches and measures: kept answers, or the course's own."""
        return {name: one_part(name) for name in AROUND}

    def _put(self, name: str, source: str) -> None:
        try:
            own = loaded(name, source)
        except BrokenAnswer as error:
            self.broken.append(Trouble(name, None, "", "", str(error)))
        else:
            self.parts[name].own, self.parts[name].source = own, source

    def rehearse(self) -> list[Trouble]:
        """Every part beside its reference, on two sentences; returns what is wrong.

        A part that is wrong in the whole is replaced by its reference. The innermost comes first,
        so that none is blamed for what another gave it.
        """

        def work() -> None:
            ids = [torch.tensor(self.machine.text_to_ids(text)) for text in REHEARSAL]
            src = torch.nn.utils.rnn.pad_sequence(ids, True, self.machine.pad)
            tgt = torch.cat([src.new_full((len(src), 1), self.machine.bos), src[:, :-1]], 1)
            self.machine.decode(tgt, *self.machine.encode(src))
            for num_beams in (1, 2):
                self.machine.translate(REHEARSAL[0], num_beams)

        try:
            self._compared(work, COMPARISONS)
        except (Exception, StuckError):  # a call that was not compared any more
            self._compared(work)
        return self.troubles

    def _compared(self, work: Callable[[], Any], most: float = math.inf) -> Any:
        """Do some work, each part beside its reference the first ``most`` times it is asked."""
        self.guard.on, self.guard.most = True, most
        for part in self.parts.values():
            part.compared = 0
        try:
            with self.guard.guarded():
                return work()
        finally:
            self.guard.on = False

    def translate(self, text: str, num_beams: int | None = None) -> str:
        """A text, sentence by sentence.

        Raises TypeError for what is no text, ValueError if it is too long for the model.
        """
        if not isinstance(text, str):
            raise TypeError(f"text={type(text).__name__} is no sentence; give one string")
        mistaken = [name for name, part in self.parts.items() if part.trusted]
        try:
            return self._guarded(lambda: self.machine.translate(text, num_beams))
        except (Exception, StuckError) as error:
            if not mistaken:
                raise
            return f"(nothing: with this {mistaken[0]} it raises {type(error).__name__})"

    def written(self, ids: list[int], num_beams: int | None = None) -> list[int]:
        """The ids that answer those of a sentence, from the start on."""
        return self._guarded(lambda: self.machine.written(ids, num_beams))

    def _guarded(self, work: Callable[[], Any]) -> Any:
        try:
            with self.guard.guarded():
                return work()
        except (Exception, StuckError):
            if any(part.trusted for part in self.parts.values()):
                raise
            # What one part gives may break another: now each is compared, and the first is named.
            return self._compared(work)

    @torch.no_grad()
    def logits(self, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        """(B, S) and (B, T) ids to (B, T, V), as `Transformer` gives them."""
        with self.guard.guarded():
            return self.machine.decode(tgt_ids, *self.machine.encode(src_ids))

    @property
    def troubles(self) -> list[Trouble]:
        """What is kept and not used, and why."""
        return [*self.broken, *(part.trouble for part in self.parts.values() if part.trouble)]

    @property
    def yours(self) -> list[str]:
        """The parts that the learner's own functions do."""
        return [name for name, part in self.parts.items() if part.counts]

    @property
    def beside(self) -> list[str]:
        """What trains, searches and measures by the learner's own functions."""
        return [name for name, part in self.around.items() if part.counts]

    def calls(self) -> dict[str, int]:
        """How often each of the learner's functions has answered."""
        return {name: self.parts[name].calls for name in self.yours}

    def speed(self, name: str) -> Speed | None:
        """How long one of the learner's parts takes beside the course's, on what it was asked first
        in the rehearsal; None where the course's own works."""
        self._known(name)
        return self.parts[name].speed()

    def without(self, name: str) -> "Yours":
        """The same machine with the course's part for one of the learner's."""
        self._known(name)
        return assembled({k: v for k, v in self.sources.items() if k != name}, self.weights)

    def with_mistake(self, name: str, slug: str) -> "Yours":
        """The same machine with a mistake of the exercise's table in one part, and left there."""
        self._known(name)
        found = exercises().get(name)
        slugs = {m.slug: m for m in found.mistakes} if found else {}
        if slug not in slugs:
            raise ValueError(f"slug={slug!r} is no mistake of {name}; its table has {[*slugs]}")
        other = self.without(name)
        part = other.parts[name]
        part.own, part.trusted = found.wrong(slugs[slug]), True
        return other

    def _known(self, name: str) -> None:
        if name not in NEEDED:
            raise ValueError(f"name={name!r} is no part of the translator; these are: {[*NEEDED]}")

    @property
    def card(self) -> Card:
        """Whose part is whose, how often each of the learner's ran, and what was not used."""
        own, beside = self.yours, self.beside
        title = f"{len(own)} of {len(NEEDED)} parts are yours, and {len(beside)} around it"
        lines = []
        for lesson in LESSONS:
            marks = [self._mark(name) for name in NEEDED if lesson_of(name) == lesson]
            if marks:
                lines.append((f"Lesson {lesson.number}", ", ".join(marks)))
        marks = [f"{'✓' if name in beside else '○'} {name}" for name in AROUND]
        lines.append(("Around it", ", ".join(marks)))
        says = () if own else ("Nothing is kept yet: all parts are the course's own references.",)
        edge = EDGES["passed" if len(own) == len(NEEDED) else "not started"]
        says += tuple(f"Not used: {trouble}" for trouble in self.troubles)
        calling = [n for n, part in self.parts.items() if part.is_yours and not part.counts]
        if calling:
            says += (f"Kept, and not yours yet, since it calls the package: {', '.join(calling)}.",)
        foot = "✓ yours, with the number of its calls; ○ the course's." if own else ""
        return Card(title, says, tuple(lines), foot, edge)

    def _mark(self, name: str) -> str:
        part = self.parts[name]
        return f"✓ {name} ({part.calls})" if part.counts else f"○ {name}"

    def __repr__(self) -> str:
        return repr(self.card)

    def html(self) -> str:
        picture = drawn([*self.yours, *self.beside], beside=True)
        return replace(self.card, lines=(), foot="").html() + picture


def one_part(name: str) -> Part:
    """A kept answer that no translation needs, such as `training_step`, or the course's own."""
    part = Part(name, reference(name), Guard())
    try:
        source = answer_source(name)
        part.trouble = tried_alone(name, source, exercises()[name]) if source else None
        if source and not part.trouble:
            part.own, part.source = loaded(name, source), source
    except BrokenAnswer as error:
        part.trouble = Trouble(name, None, "", "", str(error))
    return part


def alone(pairs: list[list[str]], weights: str) -> list[list]:
    """What is wrong with these names and sources in the machine, as plain values; called in another
    process. Raises RuntimeError where a thread is left behind."""
    before = {*threading.enumerate()}
    found = Yours(dict(map(tuple, pairs)), Path(weights)).rehearse()
    if not all(thread.daemon for thread in {*threading.enumerate()} - before):
        raise RuntimeError("it leaves a thread behind that goes on")
    return [[t.part, t.line, t.code, t.given, t.why] for t in found]


# So that a helper process finds the one call as it finds an exercise's cases.
EXERCISE = Exercise(alone, (), (Case(lambda: (), "all parts together"),), ())


def _tried(sources: dict[str, str], weights: Path) -> tuple[dict[str, str], list[Trouble]]:
    """The answers that came through the whole machine in another process; the others' troubles."""
    place = str(weights)

    def rehearsed(some: dict[str, str]) -> list[Trouble] | str:
        pairs = [[*pair] for pair in some.items()]

        def in_another_process():  # it is sent as its source, what it calls as a name
            from tformer.course.your_translator.assembly import alone

            return alone(pairs, place)

        rows = ended(in_another_process, EXERCISE)
        return rows if isinstance(rows, str) else [Trouble(*row) for row in rows[0].value]

    return tried(sources, rehearsed)


def assembled(sources: dict[str, str], weights: Path = WEIGHTS) -> Yours:
    """The machine with these answers, rehearsed: what is wrong in the whole is out, and named.

    First in another process, where an answer may do what it likes.
    """
    needed = {name: source for name, source in sources.items() if name in NEEDED}
    sound, refused = _tried(needed, weights)
    yours = Yours(sound, weights)
    with settings.kept():
        yours.rehearse()
    yours.broken = [*refused, *yours.broken]
    return yours


def assemble(weights: Path = WEIGHTS) -> Yours:
    """The translator on all answers that are kept. Whatever they do, it translates."""
    sources, refused = {}, []
    for name in kept():
        try:
            sources[name] = answer_source(name)
        except BrokenAnswer as error:
            refused.append(Trouble(name, None, "", "", str(error)))
    yours = assembled(sources, weights)
    yours.broken = [*refused, *yours.broken]
    return yours
