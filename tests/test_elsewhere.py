"""The course on the versions that Colab ships, and what the files for other places say."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
COLAB = {"ipython": "7.34.0", "ipywidgets": "7.7.1", "matplotlib": "3.10.0", "numpy": "2.1.3"}
SAID = (
    "import IPython, ipywidgets, matplotlib, numpy\n"
    "print([m.__version__ for m in (IPython, ipywidgets, matplotlib, numpy)])"
)


def test_colab_keeps_what_it_has():
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    found = {need.name: need.specifier for need in map(Requirement, needs)}
    for name, version in (COLAB | {"torch": "2.9.0"}).items():
        assert name == "ipython" or version in found[name], f"{name} {version} would be replaced"


@pytest.fixture(scope="module")
def colab(tmp_path_factory):
    """A folder with those versions, to be found before the others. pip keeps what it downloads, and
    need not compile what two kernels never import."""
    folder = tmp_path_factory.mktemp("colab")
    wanted = [f"{name}=={version}" for name, version in COLAB.items()]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "-t", folder]
    done = subprocess.run([*command, *wanted, "ipykernel==6.17.1"], capture_output=True, text=True)
    if done.returncode:
        if os.environ.get("CI"):
            pytest.fail(done.stderr)
        pytest.skip("Colab's versions cannot be installed here; there may be no network")
    return folder


@pytest.mark.ci
@pytest.mark.parametrize("mode", ["html", "live"])
def test_a_lesson_runs_on_the_versions_of_colab(colab, mode):
    notebook = nbformat.read(ROOT / "notebooks" / "05_attention.ipynb", as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(SAID))
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3",
        resources={"metadata": {"path": str(ROOT / "notebooks")}}, store_widget_state=False,
    )  # fmt: skip
    paths = os.pathsep.join([str(colab), str(ROOT), os.environ.get("PYTHONPATH", "")])
    ways = {"TFORMER_FIGURES": mode, "TFORMER_PROGRESS": "off", "PYTHONPATH": paths}
    client.execute(env={**os.environ, **ways})
    assert str(list(COLAB.values())) in notebook.cells[-1].outputs[0].text
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    figures = [o.data["text/html"] for o in shown if "text/html" in o.get("data", {})]
    marks = ("data-tf-frames", "data-tf-explorer") if mode == "html" else ("data-tformer-still",)
    assert all(any(mark in figure for figure in figures) for mark in marks)


def test_the_files_for_other_places_install_what_the_readme_does():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    pinned = re.search("^torch==.*$", (ROOT / "requirements.txt").read_text(), re.M)[0]
    processors = f"pip install {pinned} --no-deps --index-url https://download.pytorch.org/whl/cpu"
    assert (ROOT / "README.md").read_text("utf-8").count(f".venv/bin/{processors}; ") == 2
    assert f"-$(BIN)/{processors}\n" in (ROOT / "Makefile").read_text()
    assert container["postCreateCommand"] == f"{processors}; pip install -r requirements.txt"
    assert (ROOT / ".devcontainer" / container["build"]["dockerfile"]).is_file()
    binder = (ROOT / ".binder" / "requirements.txt").read_text()
    assert "-r ../requirements.txt" in binder
    language, version = (ROOT / ".binder" / "runtime.txt").read_text().strip().split("-")
    allowed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert language == "python" and version in SpecifierSet(allowed)  # Binder's own is older
    command = (ROOT / "docs" / "elsewhere.md").read_text()
    assert f"uv run -p {version} " in command
    assert "jupyter lab notebooks/00_start_here.ipynb --notebook-dir=." in command
