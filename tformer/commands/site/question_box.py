"""A question is one box: its verdict and its evidence stand in it, behind one line to press."""

import re
from dataclasses import dataclass, field

from tformer.viz.evidence import OPEN
from tformer.viz.prediction import SUMMARY, TINTED

MARK = re.compile(r'data-tformer-(question|answer|evidence)="(\w+)"')
FOLD = re.compile(
    r"<details[^>]*><summary>[^<]*</summary>(.*)</details>(?:<script>.*?</script>)?", re.DOTALL
)

# What settles a question, and a fold of words right behind it.
BEHIND = re.compile(
    rf"(</details><script>{re.escape(OPEN)}</script></div></section>)\s*<section>"
    r"<details><summary>([^<]*)</summary>((?:(?!</?details|</section).)*)</details>\s*",
    re.DOTALL,
)


@dataclass
class Piece:
    """What a cell is on the page: its text or code as HTML, then what it showed."""

    said: str
    shown: list = field(default_factory=list)  # of HTML, then also of boxes
    kind: str = ""

    def __str__(self) -> str:
        inside = self.said + "".join(map(str, self.shown))
        kind = f' class="{self.kind}"' if self.kind else ""
        return f"<section{kind}>{inside}</section>" if inside else ""


@dataclass
class Box:
    """A question, and what settles it."""

    key: str
    question: str
    verdicts: list[str] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        inside = "".join([*map(verdict, self.verdicts), *map(unfolded, self.evidence)])
        if not inside:
            return self.question
        return (
            f'<div class="asked">{self.question}<details data-tformer-evidence="{self.key}">'
            f"<summary>{SUMMARY}</summary>{inside}</details><script>{OPEN}</script></div>"
        )


def boxed(pieces: list[Piece]) -> str:
    """The pieces of a page, each verdict moved to its question, and evidence that nothing but
    questions and their evidence parts from it. What is said of evidence stands in its fold."""
    boxes: dict[str, Box] = {}
    near: set[str] = set()
    for piece in pieces:
        near = set() if piece.said else near
        stays = []
        for html in piece.shown:
            found = MARK.search(html)
            kind, key = found.groups() if found else ("", "")
            if kind == "question":
                boxes[key] = Box(key, html)
                near.add(key)
                stays.append(boxes[key])
            elif kind == "answer" and key in boxes:
                boxes[key].verdicts.append(html)
            elif kind == "evidence" and key in near:
                boxes[key].evidence.append(html)
            else:
                stays.append(html)
                near = set()
        piece.shown = stays
    made = "\n".join(filter(None, map(str, pieces)))
    while (more := BEHIND.sub(r"<p><b>\2</b></p>\3\1\n<section>", made)) != made:
        made = more.replace("<section></section>", "")
    return made


def verdict(card: str) -> str:
    """A card of the run's word without a fold and a frame of its own."""
    return unfolded(card.replace(f' style="{TINTED}"', "", 1))


def unfolded(html: str) -> str:
    """What stands behind the first fold, in the place of that fold and its script."""
    return FOLD.sub(lambda found: found[1], html, count=1)
