"""Nothing here starts a program by a name that a plain machine may not know, such as python."""

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("tformer", "tests", "benchmarks", "assets", "notebooks", ".ci")
STARTS = {
    "subprocess": "run Popen call check_call check_output getoutput getstatusoutput",
    "os": "system popen startfile execv execve execvp execvpe execl execlp spawnv spawnl spawnvp "
          "spawnlp posix_spawn posix_spawnp",
    "asyncio": "create_subprocess_exec create_subprocess_shell",
    "pty": "spawn",
}  # fmt: skip
CALL = re.compile("|".join(rf"from {owner} import|\b{owner}\.({names.replace(' ', '|')})\b"
                           for owner, names in STARTS.items()))  # fmt: skip
POSIX = {"sh", "find", "rm"}  # every system but Windows has them, where they are not called
ROOTS = {"mount", "umount"}  # in a test that only root runs


def started(source):
    """(line, what) of every program that is started by something else than a path that was found:
    sys.executable, shutil.which(...), `programs.program`."""
    if not CALL.search(source):
        return
    parts = ast.parse(source).body
    everywhere = assigned(part for part in parts if isinstance(part, ast.Assign))
    for part in parts:
        bound = everywhere | assigned(ast.walk(part))
        marks = map(ast.unparse, getattr(part, "decorator_list", []))
        allowed = POSIX | (ROOTS if "pytest.mark.root" in marks else set())
        for node in ast.walk(part):
            if isinstance(node, ast.ImportFrom) and node.module in STARTS:
                yield node.lineno, f"what it took from {node.module}"
            if isinstance(node, ast.Call) and starts(node.func):
                yield from ((node.lineno, what) for what in named(node.args[0], bound, allowed))


def starts(function):
    owner, _, name = ast.unparse(function).rpartition(".")
    return name in STARTS.get(owner, "").split()


def assigned(nodes):
    """All values that each name is given."""
    bound = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                bound.setdefault(ast.unparse(target), []).append(node.value)
    return bound


def named(node, bound, allowed):
    """What may be started that is not fine."""
    while isinstance(node, ast.List | ast.Tuple | ast.Starred | ast.BinOp):
        if isinstance(node, ast.BinOp):
            node = node.left
        else:
            node = node.value if isinstance(node, ast.Starred) else node.elts[0]
    text = ast.unparse(node)
    if text == "sys.executable" or (isinstance(node, ast.Constant) and node.value in allowed):
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("shutil.which", "program"):
        return
    if text not in bound:
        yield text
    for value in bound.get(text, ()):
        yield from named(value, {n: v for n, v in bound.items() if n != text}, allowed)


def cells(path):
    """The code of a lesson; a line for a shell becomes a call of one."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            lines = "".join(cell["source"]).splitlines()
            shell = ("!", "%%bash", "%%sh", "%%script", "%%!", "%sx", "%system")
            yield "\n".join(
                f"os.system({line!r})" if line.lstrip().startswith(shell)
                else "" if line.startswith("%") else line
                for line in lines
            )  # fmt: skip


FILES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".ipynb") and ".ipynb_checkpoints" not in path.parts
)


def test_no_program_is_started_by_a_name_that_a_plain_machine_may_not_know():
    wrong, calls = [], 0
    for path in [*FILES, ROOT / "conftest.py"]:
        sources = cells(path) if path.suffix == ".ipynb" else [path.read_text("utf-8")]
        for source in sources:
            calls += source.count("subprocess.")
            wrong += [f"{path.relative_to(ROOT)}:{line} starts {what}"
                      for line, what in started(source)]  # fmt: skip
    assert not wrong, "\n".join(wrong)
    assert calls > 40 and len(FILES) > 300


@pytest.mark.parametrize(("source", "what"), [
    ('subprocess.run(["python", "-c", "1"])', "'python'"),
    ('line = ["bash", "-c"]\nsubprocess.Popen([*line, x])', "'bash'"),
    ('line = ["git"] + more\nsubprocess.run(line)', "'git'"),
    ('os.system("node x")', "'node x'"),
    ("from subprocess import run", "what it took from subprocess"),
    ('os.execvp("npm", [])', "'npm'"),
    ("def f(command):\n    subprocess.run(command)", "command"),
    ('subprocess.run(["mount", "x"])', "'mount'"),
])  # fmt: skip
def test_what_is_started_by_a_name_is_seen(source, what):
    assert [found for _, found in started(source)] == [what]


@pytest.mark.parametrize("source", [
    "subprocess.run([sys.executable, '-c', '1'])",
    "line = [sys.executable]\nsubprocess.run([*line, x])",
    "subprocess.run([program('node'), '-e', code])",
    "node = shutil.which('node')\nsubprocess.run([node])",
    "subprocess.run(['sh', '-c', 'exit'])",
    "@pytest.mark.root\ndef test_it():\n    subprocess.run(['mount', 'x'])",
])  # fmt: skip
def test_what_was_found_may_be_started(source):
    assert [*started(source)] == []


def test_a_lesson_that_asks_a_shell_is_seen(tmp_path):
    lines = ["!git pull\n", "x = 1\n", "%matplotlib inline"]
    path = tmp_path / "lesson.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": lines}]}))
    assert [found for cell in cells(path) for _, found in started(cell)] == ["'!git pull'"]
