"""The card a learner sees: one text, as HTML in a notebook and as plain text everywhere else.

No ids, times or addresses, so that stored outputs compare equal; colours come from the JupyterLab
theme where there is one and from the text colour where there is none; words and signs carry the
meaning, colour only repeats it.
"""

from dataclasses import dataclass
from html import escape

MARKS = {"passed": "✓", "failed": "✗", "not started": "○"}
EDGES = {
    "passed": "var(--jp-success-color1, #2b7a3d)",
    "failed": "var(--jp-warn-color1, #b45309)",
    "not started": "var(--jp-border-color1, #8a8a8a)",
}
BOX = (
    "border:1px solid var(--jp-border-color2, rgba(128,128,128,.4));border-left:5px solid {edge};"
    "border-radius:4px;padding:8px 12px;margin:4px 0;max-width:52em;"
    "color:var(--jp-content-font-color1, inherit);"
    "font-family:var(--jp-content-font-family, inherit);"
    "font-size:var(--jp-content-font-size1, 14px);line-height:1.5"
)
ROW = "display:flex;gap:8px;align-items:baseline;margin-top:4px"
CODE = (
    "flex:1 1 0;min-width:0;margin:0;white-space:pre-wrap;overflow-wrap:anywhere;"
    "background:rgba(128,128,128,.12);padding:2px 6px;border-radius:3px;color:inherit;"
    "font-family:var(--jp-code-font-family, monospace);font-size:var(--jp-code-font-size, 13px)"
)


@dataclass(frozen=True, repr=False)
class Card:
    """A title, paragraphs, labelled code lines and a foot, shown as HTML or plain text."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    foot: str = ""
    edge: str = EDGES["not started"]

    def __repr__(self) -> str:
        wide = max((len(label) for label, _ in self.lines), default=0) + 1
        rows = [f"  {label + ':':<{wide}} {text}" for label, text in self.lines]
        return "\n".join(x for x in (self.title, *self.paragraphs, *rows, self.foot) if x)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The card as a self-contained piece of HTML; every text in it is escaped."""

        def text(value: str) -> str:
            return escape(value, quote=True)

        parts = [f"<div><strong>{text(self.title)}</strong></div>"]
        parts += [f'<div style="margin-top:4px">{text(p)}</div>' for p in self.paragraphs]
        parts += [
            f'<div style="{ROW}"><div style="flex:0 0 8em">{text(label)}:</div>'
            f'<pre style="{CODE}">{text(line)}</pre></div>'
            for label, line in self.lines
        ]
        if self.foot:
            parts.append(f'<div style="margin-top:6px;opacity:.8">{text(self.foot)}</div>')
        style = BOX.format(edge=self.edge)
        return f'<div style="{style}">{"".join(parts)}</div>'


@dataclass(frozen=True, repr=False)
class Report:
    """What ``check`` found: ``state``, ``passed``, ``diagnosis``, ``mistake``; shown as a card."""

    exercise: str
    state: str
    says: str = ""
    mistake: str | None = None
    evidence: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return self.state == "passed"

    @property
    def diagnosis(self) -> str:
        """What the code seems to do and how it shows; empty when passed."""
        if self.passed:
            return ""
        return "\n".join([self.says, *(f"{label}: {text}" for label, text in self.evidence)])

    @property
    def card(self) -> Card:
        words = {"passed": "passed", "failed": "not yet", "not started": "not started"}
        foot = "" if self.passed else f'Stuck? hint("{self.exercise}") gives one hint at a time.'
        return Card(
            title=f"{MARKS[self.state]} {self.exercise}: {words[self.state]}",
            paragraphs=tuple(x for x in (self.says, *self.notes) if x),
            lines=self.evidence,
            foot=foot,
            edge=EDGES[self.state],
        )

    def __repr__(self) -> str:
        return repr(self.card)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return self.card._repr_mimebundle_()
