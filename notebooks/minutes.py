"""How long a lesson takes, counted from what stands in it: `python notebooks/minutes.py`.

Words at 150 a minute, lines of code in sight at 6, 8 minutes for an exercise that is checked (5 in the
evening, where it is tagged `brief`: a few lines, told just before), 3 for a repair (a step is printed, read and written
again with one line changed), 1 for a question, and so 3 for a patient, who has three probes, 1.5 for a
figure. No learner was timed. What stands under `## Further` is counted apart.
"""

import ast
import re
import statistics
import sys
from pathlib import Path

import nbformat

Notebook = nbformat.NotebookNode
QUESTION = re.compile(r"(\w+) = viz\.predict\(")
FIGURE = re.compile(
    r"viz\.(?:live|explore|attention_map|cross_maps|loss_curve|draw_\w+)\(|recording\.translator\("
    r"|evening\.(?:rows|maps|leak|from_nothing)\(|\bmaps\(yours|\b\w+\.curve$",
    re.M,
)


def is_further(cell: Notebook) -> bool:
    """Whether the cell opens what goes further: it and all behind it is needed by no other lesson."""
    return cell.cell_type == "markdown" and bool(re.match(r"## Further$", cell.source, re.M))


def parts(notebook: Notebook) -> tuple[list[Notebook], list[Notebook]]:
    """The cells of the core, and those from `## Further` on."""
    cells = notebook.cells
    end = next((n for n, cell in enumerate(cells) if is_further(cell)), len(cells))
    return cells[:end], cells[end:]


def only_asks(cell: Notebook) -> bool:
    """Whether the cell holds one question, which stands below in its box, and nothing else."""
    asks = cell.cell_type == "code" and QUESTION.match(cell.source)
    return bool(asks) and len(ast.parse(cell.source).body) == 2  # the question, and its name


def hidden(cell: Notebook) -> bool:
    """Whether the cell stands folded in the lesson: it draws, proves, prepares or only asks."""
    return "hide-input" in cell.metadata.get("tags", []) or only_asks(cell)


def lines(cell: Notebook) -> int:
    return sum(1 for line in cell.source.splitlines() if line.strip())


def words(cell: Notebook) -> int:
    """Words of a text cell, without code, tags and formulas."""
    plain = re.sub(r"```.*?```|<[^>]+>|\$[^$]*\$", " ", cell.source, flags=re.S)
    return len(re.findall(r"\w+", plain))


def checks(cell: Notebook) -> bool:
    """Whether the cell hands an answer to the checker."""
    return cell.cell_type == "code" and bool(re.search(r"^check\(", cell.source, flags=re.M))


def repairs(cell: Notebook) -> bool:
    """Whether the cell asks for a repair of a function that the lesson has shown."""
    return cell.cell_type == "code" and bool(
        re.search(r"^bug_hunt\.confirm\(", cell.source, flags=re.M)
    )


def probes(cell: Notebook) -> bool:
    """Whether the cell asks which probes shall look at a patient: three, and what each will say."""
    return cell.cell_type == "code" and ".probe(...)" in cell.source


def estimate(cells: list[Notebook]) -> float:
    """Minutes."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    reading = sum(words(cell) for cell in cells if cell.cell_type == "markdown") / 150
    reading += sum(lines(cell) for cell in code if not hidden(cell)) / 6
    questions = sum("viz.predict(" in cell.source for cell in code)
    figures = sum(bool(FIGURE.search(cell.source)) for cell in code)
    brief = sum("brief" in cell.metadata.get("tags", []) for cell in code)
    asked = 8 * sum(map(checks, code)) - 3 * brief + questions
    return reading + asked + 3 * sum(repairs(c) + probes(c) for c in code) + 1.5 * figures


def sections(cells: list[Notebook]) -> list[list[Notebook]]:
    """The cells of each `###` section of what goes further, with its heading as the first."""
    found: list[list[Notebook]] = []
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("### "):
            found.append([])
        if found:
            found[-1].append(cell)
    return found


def stated(cell: Notebook) -> int:
    """The minutes that a text states: a lesson's first cell, or a section of what goes further."""
    return int(re.search(r"\bAbout (\d+) minutes?\b", cell.source)[1])


def stated_further(notebook: Notebook) -> int:
    """The minutes that the first cell states for what goes further; 0 where nothing does."""
    found = re.search(r"minutes\. Further: about (\d+)\.", notebook.cells[0].source)
    return int(found[1]) if found else 0


def main(names: list[str]) -> None:
    print(f"{'':34}core: cells states counts checks   further: cells states counts")
    table = []
    for name in names:
        notebook = nbformat.read(name, as_version=4)
        core, further = parts(notebook)
        table.append((len(core), stated(core[0]), estimate(core), sum(map(checks, core)),
                      len(further), stated_further(notebook), estimate(further)))  # fmt: skip
        print(f"{Path(name).stem:34}" + ROW.format(*table[-1]))
    print(f"{'median':34}" + ROW.format(*map(statistics.median, zip(*table, strict=True))))
    print(f"{'all':34}" + ROW.format(*map(sum, zip(*table, strict=True))))


ROW = "{:11.0f} {:6.0f} {:6.0f} {:6.0f} {:17.0f} {:6.0f} {:6.0f}"

if __name__ == "__main__":
    main(sys.argv[1:] or sorted(map(str, Path(__file__).parent.glob("*.ipynb"))))
