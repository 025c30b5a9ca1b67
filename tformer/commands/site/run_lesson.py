"""A lesson, run from its first cell to its last with figures that need no kernel afterwards."""

import contextlib
import os
import re
import signal

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tformer.course.course_map import NOTEBOOKS, Lesson

FIGURE = re.compile(r"viz\.(?:live|explore|attention_map)\(")
ROOM = 1_000_000  # bytes for the frames of a lesson
SECONDS = 600  # for one cell: it may draw hundreds of frames
RUNNING: set[NotebookClient] = set()


def run(lesson: Lesson) -> nbformat.NotebookNode:
    """The notebook with its outputs. Raises ValueError, which names the lesson, if it fails."""
    notebook = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOKS)}},
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],  # its warnings are for who listens on a network
    )
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    ways = {
        "OMP_NUM_THREADS": "1",  # lessons run side by side: more threads would wait for each other
        "TFORMER_FIGURES": "html",
        "TFORMER_SCRIPTS": "shared",
        "TFORMER_PAGE": f"{ROOM}/{len(FIGURE.findall(code))}",
        "TFORMER_PROGRESS": "off",
    }
    RUNNING.add(client)
    try:
        client.execute(env={**os.environ, **ways})
    except CellExecutionError as error:
        raise ValueError(
            f"lesson {lesson.name} does not run: {error.ename}: {error.evalue}"
        ) from error
    finally:
        RUNNING.discard(client)
    return notebook


def stop() -> None:
    """End the lessons that still run, when nobody waits for them any more."""
    for client in list(RUNNING):
        with contextlib.suppress(AttributeError, TypeError, OSError):  # its kernel is not there
            os.kill(client.km.provisioner.pid, signal.SIGTERM)
