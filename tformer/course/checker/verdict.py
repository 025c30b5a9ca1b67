"""One case as it went, and what a judgement says."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .compare import right
from .core import Case, Outcome
from .describe import effort, weight


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

    @cached_property
    def effort(self) -> float:
        """What it takes to read it: the example nothing, an exception more than some numbers."""
        if self.index == 0:
            return -math.inf
        shown = 30.0 if self.got.failed else weight(self.got.value)
        return effort(self.case) + weight(self.want) + shown


@dataclass(frozen=True)
class Fault:
    """A line at fault: of which helper ("" for none), what it does there, and whether every other
    line is ruled out."""

    of: str
    line: int
    hint: str
    sure: bool = True


@dataclass(frozen=True)
class Verdict:
    """The mistake's slug, a sentence on it, and the trials that show it; the first is shown."""

    slug: str | None
    says: str
    shown: tuple[Trial, ...]
    lines: tuple[tuple[str, str], ...] = ()  # what to show where no trial does
    plainly: str = ""  # what to say instead where a line of the learner's is shown
    fault: Fault | None = None  # the line that the sentence names
    loosely: bool = False  # by a sign in the values; no known mistake gives the same in every case
