"""One case as it went, and what a judgement says."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .compare import right
from .core import Case, Outcome


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
