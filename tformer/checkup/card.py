"""The card of a check-up: faults, looks, choices, and what was not looked at."""

from dataclasses import asdict, dataclass
from html import escape

from tformer._support.boxes import BOX, EDGES
from tformer.checkup.findings import Finding

FOOT = "No examination proves a model right."


@dataclass(frozen=True)
class Card:
    """What `examine` found, shown as HTML or plain text.

    ``faults``, ``looks`` and ``choices`` are lists of names, causes before consequences;
    ``findings`` has each with its reading, ``unseen`` says what was not looked at or went wrong,
    ``seconds`` how long it took.
    """

    findings: tuple[Finding, ...]
    unseen: tuple[str, ...]
    seconds: float

    faults = property(lambda self: [f.name for f in self.findings if f.kind == "fault"])
    looks = property(lambda self: [f.name for f in self.findings if f.kind == "look"])
    choices = property(lambda self: [f.name for f in self.findings if f.kind == "choice"])

    @property
    def title(self) -> str:
        """How many faults and looks."""
        counts = {"fault": len(self.faults), "look": len(self.looks)}
        told = [f"{n} {kind}{'s' * (n > 1)}" for kind, n in counts.items() if n]
        return f"Check-up: {' and '.join(told) or 'no fault was found'}"

    def _lines(self) -> tuple[list[tuple[str, ...]], list[str]]:
        """Of each fault and look the heading, the reading, and what is right; what is neither."""
        told = [(f"{f.kind.upper()} {f.name}" + f", follows from {f.follows}" * bool(f.follows),
                 f.reading, f"Right: {f.honest}. Lesson {f.lesson}.")
                for f in self.findings if f.kind != "choice"]  # fmt: skip
        chosen = [f"Choice: {f.name}, {f.reading}" for f in self.findings if f.kind == "choice"]
        return told, [*chosen, *(f"Not looked at: {line}" for line in self.unseen)]

    def __repr__(self) -> str:
        told, folded = self._lines()
        return "\n".join([self.title, *map("\n    ".join, told), *folded, FOOT])

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The card as a self-contained piece of HTML; every text in it is escaped."""
        told, folded = self._lines()
        told = "".join(
            f"<p><strong>{escape(head)}</strong><br>" + "<br>".join(map(escape, rest)) + "</p>"
            for head, *rest in told
        )
        folded = "".join(f"<li>{escape(line)}</li>" for line in folded)
        return (f'<div style="{BOX.format(edge=EDGES["failed" if self.faults else "passed"])}">'
                f"<strong>{escape(self.title)}</strong>{told}<details><summary>Choices, and what "
                f"was not looked at</summary><ul>{folded}</ul></details>{FOOT}</div>")  # fmt: skip

    def as_dict(self) -> dict:
        """What a machine reads: the findings, and what was not looked at."""
        kinds = {f"{kind}s": [asdict(f) for f in self.findings if f.kind == kind]
                 for kind in ("fault", "look", "choice")}  # fmt: skip
        return kinds | {"unseen": list(self.unseen), "seconds": round(self.seconds, 2)}
