"""Run the lessons in clean kernels and store them as they should be stored: `make notebooks`.

A stored lesson carries its outputs, so that it can be read without a kernel. What would make
every run differ (times, machine, widget ids) is taken out, and what must not be stored (an error,
a warning, a widget view, an address in a text) is refused.
"""

import hashlib
import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import minutes

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# What ipykernel says of its language. JupyterLab writes it into a lesson that it opens: where the
# learner's Python is this one, an untouched lesson so stays untouched.
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3.11.7",
}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def execute(notebook: nbformat.NotebookNode, folder: Path, timeout: int = 120) -> None:
    """Run every cell in a fresh kernel whose working directory is `folder`; still pictures."""
    os.environ |= {"TFORMER_FIGURES": "png", "TFORMER_PROGRESS": "off"}
    NotebookClient(
        notebook,
        timeout=timeout,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        store_widget_state=False,
        record_timing=False,
    ).execute()


def normalise(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """A copy without anything that depends on the machine or the moment."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: dict[str, int] = {}
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(_metadata(cell))
        name = hashlib.sha256(cell.source.encode()).hexdigest()[:8]
        seen[name] = seen.get(name, 0) + 1
        cell.id = name if seen[name] == 1 else f"{name}-{seen[name]}"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code, start=1):
        if cell.execution_count is not None:
            cell.execution_count = count
        cell.outputs = [_output(output, count) for output in _joined(cell.outputs)]
    return notebook


def _metadata(cell: nbformat.NotebookNode) -> dict:
    """What a cell keeps: its tags. Machinery and questions stand folded, and what goes further."""
    kept: dict = {"jupyter": {"source_hidden": True}} if minutes.hidden(cell) else {}
    if minutes.is_further(cell):
        kept["jp-MarkdownHeadingCollapsed"] = True
    tags = cell.metadata.get("tags", [])
    return kept | ({"tags": tags} if tags else {})


def _joined(outputs: list) -> list:
    """Pieces of one stream that happened to arrive apart become one."""
    joined: list = []
    for output in outputs:
        last = joined[-1] if joined else {}
        if output.output_type == "stream" == last.get("output_type") and output.name == last.name:
            last.text += output.text
        else:
            joined.append(nbformat.from_dict(output))
    return joined


def _output(output: nbformat.NotebookNode, count: int) -> nbformat.NotebookNode:
    if "execution_count" in output:
        output.execution_count = count
    if "metadata" in output:
        alt = {k: {"alt": v["alt"]} for k, v in output.metadata.items() if "alt" in (v or {})}
        output.metadata = nbformat.from_dict(alt)
    return output


def problems(notebook: nbformat.NotebookNode) -> list[str]:
    """Why this notebook may not be stored: one line for each thing, with the cell's first line."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        where = cell.source.strip().splitlines()[0] if cell.source.strip() else "(empty cell)"
        if cell.execution_count is None:
            found.append(f"{where}: no stored run")
        for output in cell.outputs:
            data = output.get("data", {})
            text = "".join(v for k, v in data.items() if k.startswith("text/"))
            text += output.get("text", "")
            if output.output_type == "error":
                found.append(f"{where}: {output.ename}: {output.evalue}")
            if output.get("name") == "stderr":
                found.append(f"{where}: wrote to stderr: {output.text.strip()[:200]}")
            if WIDGET_VIEW in data:
                found.append(f"{where}: a widget view, which shows nothing without a kernel")
            if "image/png" in data and not output.metadata.get("image/png", {}).get("alt"):
                found.append(f"{where}: a picture without alt text")
            if re.search(r"(?<![\w*])\*\w[^*<\n]*\*(?![\w*])", text):
                found.append(f"{where}: *stars*, which only a text cell turns into italics")
            if re.search(r"\bat 0x[0-9a-f]{6,}", text):
                found.append(f"{where}: an address in the output")
    return found


def main(names: list[str]) -> int:
    status = 0
    for name in names:
        path = Path(name)
        notebook = nbformat.read(path, as_version=4)
        execute(notebook, path.parent)
        notebook = normalise(notebook)
        for problem in problems(notebook):
            print(f"{path.name}: {problem}", file=sys.stderr)
            status = 1
        temporary = path.with_suffix(".tmp")
        nbformat.write(notebook, temporary)
        temporary.replace(path)
        print(f"{path.name}: {len(notebook.cells)} cells, {path.stat().st_size // 1024} KB")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or sorted(map(str, Path(__file__).parent.glob("*.ipynb")))))
