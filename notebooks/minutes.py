"""How long a lesson takes, estimated from what stands in it: `python notebooks/minutes.py`.

Reading at 200 words a minute, ten lines of code in sight a minute, 8 minutes for an exercise that is
checked, 5 for one on paper, 3 for a function that is given and repaired, 40 seconds for a prediction.
No learner was timed.
"""

import re
import sys
from pathlib import Path

import nbformat

Notebook = nbformat.NotebookNode


def hidden(cell: Notebook) -> bool:
    """Whether the cell stands folded in the lesson."""
    return "hide-input" in cell.metadata.get("tags", [])


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
        re.search(r"^(?:bug_)?hunt\.confirm\(", cell.source, flags=re.M)
    )


def on_paper(notebook: Notebook) -> int:
    """Exercises and proofs under a heading of their own that no checker sees."""
    found, waiting = 0, False
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for heading in re.findall(r"^#+ (.*)", cell.source, flags=re.M):
                found += waiting
                waiting = bool(re.match(r"(Exercise|Prove it)\b", heading))
        waiting = waiting and not checks(cell)
    return found + waiting


def estimate(notebook: Notebook) -> float:
    """Minutes."""
    text = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    reading = sum(map(words, text)) / 200 + sum(lines(c) for c in code if not hidden(c)) / 10
    exercises = 8 * sum(map(checks, code)) + 5 * on_paper(notebook) + 3 * sum(map(repairs, code))
    return reading + exercises + 40 / 60 * sum(c.source.count("predict(") for c in code)


def stated(notebook: Notebook) -> int:
    """The minutes of the first cell."""
    return int(re.search(r"About (\d+) minutes\.", notebook.cells[0].source)[1])


def main(names: list[str]) -> None:
    for name in names:
        notebook = nbformat.read(name, as_version=4)
        print(f"{Path(name).name}: says {stated(notebook)}, estimate {estimate(notebook):.0f}")


if __name__ == "__main__":
    main(sys.argv[1:] or sorted(map(str, Path(__file__).parent.glob("*.ipynb"))))
