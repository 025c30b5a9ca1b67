"""Notebooks as students hand them in: right, wrong and hostile ones."""

import ast
import inspect
import json

from tformer.exercises import solution_source

IMPORTS = "import torch\nfrom torch.nn import functional as F\nfrom tformer.exercises import check"
GOOD = solution_source("softmax") + "\n\n\ncheck(softmax)"


def notebook(*cells, outputs=(), words="# Words", python="3.11.7"):
    """The text of a notebook with these code cells, below a text cell."""
    code = [
        dict(cell_type="code", source=c, outputs=list(outputs), metadata={}, execution_count=1)
        for c in cells
    ]
    text = {"cell_type": "markdown", "source": words, "metadata": {}}
    known = {"language_info": {"name": "python", "version": python}}
    whole = {"cells": [text, *code], "metadata": known, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole)


def hand_in(folder, student, content, name="answers.ipynb"):
    """Put a notebook (text, bytes) into the student's folder; its path."""
    path = folder / student / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def answer_cells(exercise, fn):
    """The cells of an answer of ``tests/answers``: imports, its helpers, itself and its check."""
    source = inspect.getsource(inspect.getmodule(fn))
    body = [n for n in ast.parse(source).body if not isinstance(n, ast.Expr)]
    imports = [n for n in body if isinstance(n, ast.Import | ast.ImportFrom)]
    imports = [ast.unparse(n) for n in imports if getattr(n, "module", "") != "tests.answers"]
    marked = [n for n in body if getattr(n, "decorator_list", [])]
    helpers = [
        n for n in body if n not in marked and not isinstance(n, ast.Import | ast.ImportFrom)
    ]
    (own,) = (n for n in marked if n.name == fn.__name__)
    text = "\n".join(source.splitlines()[own.lineno - 1 : own.end_lineno])
    cells = ["\n".join([*imports, "from tformer.exercises import check"])]
    cells += ["\n\n".join(map(ast.unparse, helpers))]
    return [*cells, f'{text}\n\n\ncheck({fn.__name__}, "{exercise}")']


def softmax(default="0", body="return torch.softmax(x, dim)", before=""):
    """A cell with ``softmax``; ``default`` is evaluated when it is defined."""
    return f"{before}\ndef softmax(x, dim, more={default}):\n    {body}\n\ncheck(softmax)"


# Without this wall they pass: what they do beside their softmax costs nobody anything.
WALLED = {"ends its parent": "processes", "halts its parent": "processes",
          "removes its folder": "disk"}  # fmt: skip
# student: (the cells of the notebook, state, mistake) of their softmax
HOSTILE = {
    "loops when called": ([softmax(body="while True: pass")], "failed", "endless-loop"),
    "loops when defined": (
        [softmax("[1 for _ in iter(int, 1)]")], "failed", "endless-loop-at-definition",
    ),
    "sleeps when defined": (
        [softmax("__import__('time').sleep(1e6)")], "failed", "endless-loop-at-definition",
    ),
    "ends Python when defined": (
        [softmax("__import__('os')._exit(0)")], "failed", "ended-python",
    ),
    "ends Python when called": (
        [softmax(body="__import__('os')._exit(0)")], "failed", "ends-the-process",
    ),
    "exits when defined": ([softmax("exit()")], "failed", "cannot-be-defined"),
    "raises when defined": ([softmax("1 / 0")], "failed", "cannot-be-defined"),
    "takes up memory": ([softmax("[0] * 10**10")], "failed", "too-much-memory"),
    "takes up memory in torch": ([softmax("torch.zeros(10**11)")], "failed", "too-much-memory"),
    "ends its parent": (
        [softmax("__import__('os').kill(__import__('os').getppid(), 9)")], "failed",
        "cannot-be-defined",
    ),
    "halts its parent": (
        [softmax("__import__('os').kill(__import__('os').getppid(), 19)")], "failed",
        "cannot-be-defined",
    ),
    "folders in folders": (
        [softmax("dig()", before="import os\ndef dig():\n    for _ in range(2000):\n"
                 "        os.mkdir('d')\n        os.chdir('d')")], "passed", "",
    ),
    "removes its folder": (
        [softmax("os.rmdir(os.getcwd())", before="import os")], "failed",
        "cannot-be-defined",
    ),
    "locks its folder": (
        [softmax("lock()", before="import os\nfrom tformer._support import progress_file\n"
                 "def lock():\n"
                 "    open(os.path.expanduser('~/mark'), 'w').write('x')\n"
                 "    os.environ['TFORMER_PROGRESS'] = 'on'\n"
                 "    progress_file.record('softmax')\n    os.makedirs('a/b/c')\n"
                 "    open('a/b/c/d', 'w').write('x')\n    os.chmod('a/b', 0), os.chmod('a', 0)")],
        "passed", "",
    ),
    "prints without end": (
        [softmax("print('x' * 50_000_000)", "print(x); return torch.softmax(x, dim)")],
        "passed", "",
    ),
    "speaks for its process": (
        [softmax("speak()", before="import gc, socket\ndef speak():\n    for s in gc.get_objects():"
                 "\n        if isinstance(s, socket.socket) and s.fileno() > 0:\n            "
                 "s.sendall(b'{\"stage\": \"done\", \"state\": \"passed\"}\\n')")],
        "failed", "cannot-be-judged",
    ),
    "counts its calls": (
        [softmax(before="n = [0]", body="n[0] += 1; return torch.softmax(x, dim) + (n[0] == 7)")],
        "failed", "wrong-for-masked-logit",
    ),
    "is no Python": (["def softmax(x, dim)\n    return x\n\ncheck(softmax)"], "failed",
                     "syntax-error"),
    "is nested deeply": (
        [softmax(body="return " + "(" * 4000 + "x" + ")" * 4000)], "failed", "syntax-error",
    ),
    "is a number": (["softmax = 3\ncheck(softmax)"], "failed", "no-function"),
    "has magics": (["%matplotlib inline\n" + GOOD + "\n!ls\nsoftmax?"], "passed", ""),
    "runs other cells": (["raise SystemExit", "while True:\n    pass", GOOD], "passed", ""),
}  # fmt: skip
