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

    def names(self, kind: str) -> list[str]:
        """The names of one kind: "fault", "look" or "choice"."""
        return [f.name for f in self.findings if f.kind == kind]

    @property
    def faults(self) -> list[str]:
        return self.names("fault")

    @property
    def looks(self) -> list[str]:
        return self.names("look")

    @property
    def choices(self) -> list[str]:
        return self.names("choice")

    @property
    def title(self) -> str:
        """How many faults and looks."""
        counts = {kind: len(self.names(kind)) for kind in ("fault", "look")}
        told = [f"{n} {kind}{'s' * (n > 1)}" for kind, n in counts.items() if n]
        return f"Check-up: {' and '.join(told) or 'no fault was found'}"

    def _told(self) -> list[tuple[str, ...]]:
        """Of each fault and look the heading, the reading, and what is right."""
        return [
            (f"{f.kind.upper()} {f.name}" + f", follows from {f.follows}" * bool(f.follows),
             f.reading, f"Right: {f.honest}. Lesson {f.lesson}.")
            for f in self.findings if f.kind != "choice"
        ]  # fmt: skip

    def _folded(self) -> list[str]:
        """What is no fault: choices, and what was not looked at."""
        chosen = [f"Choice: {f.name}, {f.reading}" for f in self.findings if f.kind == "choice"]
        return [*chosen, *(f"Not looked at: {line}" for line in self.unseen)]

    def __repr__(self) -> str:
        told = ["\n    ".join(lines) for lines in self._told()]
        return "\n".join([self.title, *told, *self._folded(), FOOT])

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The card as a self-contained piece of HTML; every text in it is escaped."""
        told = "".join(
            f"<p><strong>{escape(head)}</strong><br>{escape(reading)}<br>{escape(right)}</p>"
            for head, reading, right in self._told()
        )
        folded = "".join(f"<li>{escape(line)}</li>" for line in self._folded())
        return (f'<div style="{BOX.format(edge=EDGES["failed" if self.faults else "passed"])}">'
                f"<strong>{escape(self.title)}</strong>{told}<details><summary>Choices, and what "
                f"was not looked at</summary><ul>{folded}</ul></details>{FOOT}</div>")  # fmt: skip

    def as_dict(self) -> dict:
        """What a machine reads: the findings, and what was not looked at."""
        told = [asdict(f) | {"honest": f.honest, "lesson": f.lesson} for f in self.findings]
        kinds = {f"{kind}s": [f for f in told if f["kind"] == kind] for kind in
                 ("fault", "look", "choice")}  # fmt: skip
        return kinds | {"unseen": list(self.unseen), "seconds": round(self.seconds, 2)}
