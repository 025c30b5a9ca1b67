"""No answer stands in sight of its question: nothing tells it before the fold where the run does.

Looked at are the sources, texts and outputs in sight from a question to the cell that compares, and
what later cells show up to the next heading. A text after the reveal may speak of it.
"""

import html
import re
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "notebooks"))
import minutes  # noqa: E402

LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ASKS = re.compile(r"^(\w+) = viz\.predict\(", re.MULTILINE)
COMPARES = re.compile(r"^\s*(\w+)\.compare\(", re.MULTILINE)
RUN_SAYS = re.compile(r"<b>The run says: (.*?)\.</b>", re.DOTALL)
FOLDED = re.compile(r"<details.*?</details>|<style.*?</style>|base64,[^\"]*", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?")


def number(text: str) -> tuple[float, float] | None:
    """A number of two digits or more, and half a unit of its last place; none says too little."""
    if len(re.sub(r"\D", "", text).lstrip("0")) < 2:
        return None
    places = len(text.partition(".")[2])
    return float(text.replace(",", "").replace("−", "-")), 0.5000001 * 10**-places


def tells(text: str, truth: str) -> bool:
    """Whether the answer can be read in a text: the words of a choice, or the number, rounded or
    as a share of a hundred."""
    if found := NUMBER.match(truth):
        if (asked := number(found[0])) is None:
            return False
        seen = [n for n in map(number, NUMBER.findall(text)) if n]
        return any(abs(n - asked[0] * k) <= half for n, half in seen for k in (1, 100))
    words, said = (" ".join(re.findall(r"\w+", part.lower())) for part in (truth, text))
    return " " in words and words in said


def in_sight(cell) -> list[str]:
    """What a reader sees of a cell without pressing anything: its outputs, then the rest."""
    outputs = [o.get("text") or o.get("data", {}) for o in cell.get("outputs", [])]
    shown = [o if isinstance(o, str) else o.get("text/html") or o.get("text/plain", "")
             for o in outputs]  # fmt: skip
    bare = [html.unescape(re.sub(r"<[^>]+>", " ", FOLDED.sub("", text))) for text in shown]
    own = FOLDED.sub("", cell.source) if cell.cell_type == "markdown" else cell.source
    return [" ".join(bare), "" if minutes.hidden(cell) else own]


def told(notebook) -> list[str]:
    """Each answer that can be read where it should not, one line each."""
    cells, asked, found = notebook.cells, {}, []
    for n, cell in enumerate(cells):
        asked |= dict.fromkeys(ASKS.findall(cell.source), n)
        truths = RUN_SAYS.findall("".join(str(o.get("data", "")) for o in cell.get("outputs", [])))
        for name, truth in zip(COMPARES.findall(cell.source), truths, strict=False):
            if name not in asked:
                continue
            for k in range(asked[name] + 1, len(cells)):
                if (
                    k > n
                    and re.match(r"\s*#", cells[k].source)
                    and cells[k].cell_type == "markdown"
                ):
                    break
                seen = in_sight(cells[k])[: 2 if k <= n else 1]
                if any(tells(text, html.unescape(truth)) for text in seen):
                    found.append(f"[{asked[name]}] {truth!r} is told by [{k}]")
    return found


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_answer_stands_in_sight_of_its_question(path):
    assert told(nbformat.read(path, as_version=4)) == []


def test_an_answer_is_found_wherever_it_is_told():
    new = nbformat.v4

    def shows(text, kind="text/plain"):
        return new.new_output("display_data", {kind: text})

    def lesson(*between, truth="6.908 nats", after=()):
        card = f"<details><b>The run says: {truth}.</b></details>"
        question = new.new_code_cell("g = viz.predict('?', float)")
        reveal = new.new_code_cell("g.compare(x)", outputs=[shows(card, "text/html")])
        return new.new_notebook(cells=[question, *between, reveal, *after])

    text, code = new.new_markdown_cell, new.new_code_cell
    printed = code("loss", outputs=[shows("loss 6.91")])
    fold = shows("<details data-tformer-evidence='x'>6.91</details>", "text/html")
    assert told(lesson()) == told(lesson(text("Between 3 and 12."), code("x = 7"))) == []
    assert told(lesson(code("loss", outputs=[fold]), after=[text("It is 6.91.")])) == []
    for telling in (text("It is 6.9."), code("x = 6.908"), printed):
        assert told(lesson(telling)) == ["[0] '6.908 nats' is told by [1]"]
    assert told(lesson(after=[printed])) == ["[0] '6.908 nats' is told by [2]"]
    assert told(lesson(after=[text("## 2 · Next"), printed])) == []
    assert told(lesson(text("So all the rows lose."), truth="all the rows")) != []
    assert told(lesson(text("Of all the rows"), truth="rows")) == []  # one word says too little
    assert told(lesson(code("x", outputs=[shows("78 %")]), truth="0.7832")) != []
