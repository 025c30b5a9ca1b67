"""The checker in a real kernel: no cell of a learner breaks the notebook or leaks into it."""

import nbformat
import pytest
from nbclient import NotebookClient

SETUP = """
from tformer.exercises import check
from tformer.course.checker import sandbox
sandbox.TIME_LIMIT = 1.0
import torch
"""
LOOP = """
def softmax(x, dim):
    while True:
        pass
check(softmax)
"""
NOISY = """
def softmax(x, dim):
    from IPython.display import HTML, display
    import warnings
    display(HTML("<b>loud</b>"))
    warnings.warn("loud")
    print("loud")
    return torch.softmax(x, dim)
check(softmax)
"""
RAISES = """
def softmax(x, dim):
    rows = x.shape[7]
check(softmax)
"""
LEAVES = """
import sys
def softmax(x, dim):
    sys.exit(1)
check(softmax)
"""
ASKS = """
def softmax(x, dim):
    return input("dim?")
check(softmax)
"""
OPEN = """
def softmax(x, dim):
    ...
check(softmax)
"""
RIGHT = """
def softmax(x, dim):
    return torch.softmax(x, dim)
check(softmax)
"""


@pytest.fixture(scope="module")
def outputs():
    sources = [SETUP, LOOP, NOISY, RAISES, LEAVES, ASKS, OPEN, RIGHT]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])
    client = NotebookClient(notebook, timeout=180, kernel_name="python3")
    client.execute()  # raises if a cell raises or the kernel dies
    return [cell.outputs for cell in notebook.cells[1:]]


def test_each_cell_shows_one_card_and_nothing_else(outputs):
    for shown in outputs:
        assert [output.output_type for output in shown] == ["execute_result"]
        assert set(shown[0].data) == {"text/html", "text/plain"}


@pytest.mark.parametrize(
    "cell, told",
    [
        (0, "seems never to end"),
        (1, "softmax: passed"),
        (2, "rows = x.shape[7]"),
        (3, "end Python itself"),
        (4, "keyboard"),
        (5, "not started"),
        (6, "softmax: passed"),
    ],
)
def test_the_card_tells_what_happened(outputs, cell, told):
    data = outputs[cell][0].data
    assert told in data["text/plain"]
    assert "ipykernel" not in data["text/html"]
