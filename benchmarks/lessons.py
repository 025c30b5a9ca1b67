"""How long does each lesson take from a clean kernel to its last cell, unsolved and solved?

    python -m benchmarks.lessons               # all of them, some minutes; a line when one is done
    python -m benchmarks.lessons 05 11 --turns 3

Seconds of the kernel's own processor time (by the wall's clock in brackets), the least of some
turns; first a kernel that only imports what every lesson imports, which is in each of them. The
lessons are to stay under 20 s on a quiet core.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import nbformat

from tests.test_notebooks import LESSONS, ROOT, read, solved

sys.path.insert(0, str(ROOT / "notebooks"))
from execute import execute

EMPTY = "import torch, matplotlib.pyplot, ipywidgets, tformer.exercises, tformer.viz"
LIMIT = 20  # seconds of a quiet core


def children() -> float:
    """Seconds of processor time that ended child processes used (0 where the system cannot say)."""
    return os.times().children_user + os.times().children_system


def all_solved(path: Path) -> nbformat.NotebookNode:
    notebook = read(path)
    solved(notebook)
    return notebook


def least(make: Callable, path: Path, turns: int) -> tuple[float, float]:
    """Seconds of the processor, and by the wall's clock."""
    runs = []
    for _ in range(turns):
        notebook, begin, worked = make(path), time.perf_counter(), children()
        execute(notebook, ROOT / "notebooks")
        runs.append((children() - worked, time.perf_counter() - begin))
    return min(runs)


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lessons", nargs="*", help="numbers such as 05; all where none is given")
    parser.add_argument("--turns", type=int, default=1)
    chosen = parser.parse_args(given)
    os.environ |= {"OMP_NUM_THREADS": "1", "PYTHONPATH": f"{ROOT / 'tests' / 'offline'}:{ROOT}"}
    empty = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(EMPTY)])
    print("{:28}{:>5.1f} ({:.1f})".format("imports alone", *least(lambda _: empty, ROOT, 1)))
    total, over = [0.0, 0.0], []
    for path in LESSONS:
        if chosen.lessons and path.stem.partition("_")[0] not in chosen.lessons:
            continue
        both = [least(make, path, chosen.turns) for make in (read, all_solved)]
        print(
            f"{path.stem:28}" + "".join("{:>5.1f} ({:.1f})  ".format(*run) for run in both),
            flush=True,
        )
        total = [sum(pair) for pair in zip(total, (run[0] for run in both), strict=True)]
        over += [path.stem] if both[1][0] >= LIMIT else []
    print(f"{'all of them':28}{total[0]:>5.0f}, solved {total[1]:.0f}")
    print(f"over {LIMIT} s: {', '.join(over) or 'none'}")


if __name__ == "__main__":
    main()
