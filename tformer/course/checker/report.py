"""The card a learner sees: one text, as HTML in a notebook and as plain text everywhere else.

No ids, times or addresses, so that stored outputs compare equal; colours come from the JupyterLab
theme where there is one and from the text colour where there is none; words and signs carry the
meaning, colour only repeats it.
"""

import re
import sys
from dataclasses import dataclass
from html import escape

from ..._support.boxes import BOX, EDGES
from .pointing import Spot

STARRED = re.compile(r"(?<![\w*])\*(?![\s*])([^*\n]+)(?<!\s)\*(?![\w*])")
MARKS = {"passed": "✓", "failed": "✗", "not started": "○"}
TABLE = "width:100%;table-layout:fixed;border-collapse:collapse;margin:4px 0 0;border:0"
ROW = "background:none;border:0"
HEAD = (
    "width:7em;padding:2px 8px 2px 0;text-align:left;vertical-align:top;font-weight:normal;"
    "background:none;border:0;color:inherit"
)
CELL = "padding:2px 0;text-align:left;vertical-align:top;background:none;border:0;color:inherit"
# Rows of numbers are never broken: what is too wide is scrolled. Words are.
CODE = (
    "margin:0;overflow-x:auto;background:rgba(128,128,128,.12);padding:2px 6px;border-radius:3px;"
    "color:inherit;font-family:var(--jp-code-font-family, monospace);"
    "font-size:var(--jp-code-font-size, 13px);white-space:{space}"
)
PLAINER = str.maketrans({"✓": "+", "✗": "x", "○": "o", "█": "#", "░": ".", "−": "-", "–": "-",
                         "…": "...", "’": "'", "“": '"', "”": '"', "√": "sqrt", "×": "x",
                         "·": "*", "≤": "<=", "≥": ">=", "→": "->"})  # fmt: skip
STAR = "color:var(--jp-error-color1, inherit);text-decoration:underline"


class Printed:
    """Shown as ``html`` says it, printed as ``repr`` does; where the output's encoding lacks a sign
    (a pipe on Windows), by a plainer one."""

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def __str__(self) -> str:
        text, encoding = repr(self), getattr(sys.stdout, "encoding", None) or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            text = text.translate(PLAINER).encode(encoding, "replace").decode(encoding)
        return text


@dataclass(frozen=True, repr=False)
class Card(Printed):
    """A title, paragraphs, labelled code lines and a foot, shown as HTML or plain text."""

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    foot: str = ""
    edge: str = EDGES["not started"]

    def __repr__(self) -> str:
        wide = max((len(label) for label, _ in self.lines), default=0) + 1
        rows = [_hanging(f"  {label + ':':<{wide}} ", text) for label, text in self.lines]
        return "\n".join(x for x in (self.title, *self.paragraphs, *rows, self.foot) if x)

    def html(self) -> str:
        """The card as a self-contained piece of HTML; every text in it is escaped."""
        parts = [f"<div><strong>{escape(self.title)}</strong></div>"]
        parts += [f'<div style="margin-top:4px">{emphasised(p)}</div>' for p in self.paragraphs]
        if self.lines:
            rows = "".join(_row(label, line) for label, line in self.lines)
            parts.append(f'<table style="{TABLE}">{rows}</table>')
        if self.foot:
            parts.append(f'<div style="margin-top:6px;opacity:.8">{escape(self.foot)}</div>')
        style = BOX.format(edge=self.edge)
        return f'<div style="{style}">{"".join(parts)}</div>'


def _hanging(label: str, text: str) -> str:
    """All lines of the text beside its label; code that begins below it keeps its margin."""
    return label + (text if text[:1] == "\n" else text.replace("\n", "\n" + " " * len(label)))


def emphasised(value: str) -> str:
    """A sentence as HTML: what stands between *stars* is emphasised, all else is escaped."""
    return STARRED.sub(r"<em>\1</em>", escape(value))


def _row(label: str, line: str) -> str:
    """A labelled line; wrong entries of a tensor have a star, and are bold and underlined too."""
    numbers = "\n" in line or line.startswith("[")
    code = escape(line)
    if label == "Got" and numbers:
        code = re.sub(r"[^\s\[\]]+\*", rf'<b style="{STAR}">\g<0></b>', code)
    style = CODE.format(space="pre" if numbers else "pre-wrap")
    return (
        f'<tr style="{ROW}"><th scope="row" style="{HEAD}">{escape(label)}:</th>'
        f'<td style="{CELL}"><pre style="{style}" tabindex="0">{code}</pre></td></tr>'
    )


@dataclass(frozen=True, repr=False)
class Report(Printed):
    """What ``check`` found: ``state``, ``passed``, ``diagnosis``, ``mistake``; shown as a card.

    Once it is passed, ``says`` tells what was tried, and ``next`` what there is to do.
    """

    exercise: str
    state: str
    says: str = ""
    mistake: str | None = None
    evidence: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    next: str = ""
    spot: Spot | None = None
    own: bool = True  # False: the package's work, or a way that the stub rules out

    @property
    def passed(self) -> bool:
        return self.state == "passed"

    @property
    def diagnosis(self) -> str:
        """What the code seems to do and how it shows; empty when passed."""
        if self.passed:
            return ""
        lines = [_hanging(f"{label}: ", text) for label, text in self.lines]
        return "\n".join([self.says, *lines])

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Where to look in the learner's own code, then what shows the mistake."""
        if self.spot is None:
            return self.evidence
        there = self.spot.told
        if ("In line", self.spot.line) in self.evidence:  # the exception's own: told once
            return tuple((row, there if row == "In line" else t) for row, t in self.evidence)
        return (("Look at", there), *self.evidence)

    @property
    def card(self) -> Card:
        words = {"passed": "passed", "failed": "not yet", "not started": "not started"}
        stuck = f'Stuck? hint("{self.exercise}") gives one hint at a time.'
        return Card(
            title=f"{MARKS[self.state]} {self.exercise}: {words[self.state]}",
            paragraphs=tuple(x for x in (self.says, *self.notes) if x),
            lines=self.lines,
            foot=self.next if self.passed else stuck,
            edge=EDGES[self.state],
        )

    def __repr__(self) -> str:
        return repr(self.card)

    def html(self) -> str:
        return self.card.html()
