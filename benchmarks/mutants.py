"""Which slips in the rooms of the Transformer do the tests notice?

    python -m benchmarks.mutants                     # the quick tests, two slips a function
    python -m benchmarks.mutants --each 3 --only attention masks
    python -m benchmarks.mutants tests notebooks --nbval --slips missed.txt   # all, on these

Each slip is a small change of one function of one room, made by the generator that the checker uses
for the references of exercises. The tests are collected once; for each slip a copy of the process
(POSIX only) puts the changed code in the place of the function's own and runs until a test fails.
Not every slip can be noticed: some change nothing that one could see.
"""

import argparse
import ast
import importlib
import inspect
import os
import resource
import sys
import time
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tformer.course.checker.mutations import Slip, changes

ROOT = Path(__file__).parent.parent
ROOMS = sorted(
    path.stem
    for path in (ROOT / "tformer").glob("*.py")
    if path.stem not in {"__init__", "__main__", "exercises", "pretrained", "checkpoints"}
)
LIMIT = 240  # seconds of the processor for a slip; one that hangs is noticed


def functions(tree, owner=""):
    """(qualified name, node) of the functions of a module and of its classes."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{owner}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield owner + node.name, node


def likely(node: ast.FunctionDef) -> list[Slip]:
    """Slips in what the function computes: not in annotations, docstrings or words of a refusal."""
    documented = ast.get_docstring(node) is not None
    quiet = [part for part in ast.walk(node) if isinstance(part, ast.Raise | ast.arguments)]
    quiet += [part.annotation for part in ast.walk(node) if isinstance(part, ast.AnnAssign)]
    left = {id(part) for whole in [*quiet, node.returns] if whole for part in ast.walk(whole)}
    return [
        change for change in changes(node)
        if change.rank <= 3 and id(change.parent) not in left and change.field != "annotation"
        and not (change.parent is node and change.field != "body")
        and not (change.parent is node and change.index == 0 and documented)
    ]  # fmt: skip


def slips(room: str, each: int) -> list[str]:
    """Of each function some slips, spread over its body: "room function number"."""
    found = []
    for name, node in functions(ast.parse((ROOT / "tformer" / f"{room}.py").read_text("utf-8"))):
        if isinstance(live(room, name), FunctionType):
            count = len(likely(node))
            step = max(1, count // each)
            found += [f"{room} {name} {n}" for n in range(step // 2, count, step)][:each]
    return found


def live(room: str, name: str):
    """The function itself, below its decorators."""
    found = importlib.import_module(f"tformer.{room}")
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    return inspect.unwrap(getattr(found, "__func__", found))


def code_of(code: CodeType, name: str) -> CodeType:
    for part in name.split("."):
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part)
    return code


def changed(slip: str) -> tuple[CodeType, str]:
    """The code of the slip's function with the slip in it, and the slip in words."""
    room, name, number = slip.split()
    file = ROOT / "tformer" / f"{room}.py"
    tree = ast.parse(file.read_text("utf-8"))
    node = dict(functions(tree))[name]
    change = likely(node)[int(number)]
    with change.made():
        source = ast.unparse(ast.fix_missing_locations(tree))
    return code_of(compile(source, str(file), "exec"), name), change.says


class Noticed:
    """Instead of the tests once: the tests for each slip, until one fails."""

    def __init__(self, choose):
        self.choose, self.missed, self.says = choose, [], {}

    def pytest_runtestloop(self, session):
        for slip in self.choose():  # not before the plugins have seen the rooms imported
            try:
                code, says = changed(slip)
                target = live(*slip.split()[:2])
                own, target.__code__ = target.__code__, code
            except (SyntaxError, ValueError, StopIteration) as error:  # e.g. other closed variables
                print(f"{slip}: not made ({error})", flush=True)
                continue
            self.says[slip] = says
            if not (pid := os.fork()):
                room = f"test_{slip.split()[0]}.py"  # its own tests first: the sooner noticed
                self._run(session, sorted(session.items, key=lambda item: item.path.name != room))
            target.__code__ = own
            begin, status = time.perf_counter(), os.waitpid(pid, 0)[1]
            if not status:
                self.missed.append(slip)
            how = "noticed" if status else "MISSED"
            print(
                f"{how:8} {time.perf_counter() - begin:4.0f} s  {slip}: {self.says[slip]}",
                flush=True,
            )
        return True

    def _run(self, session, items):
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1), os.dup2(silence, 2)
        failed = []
        session.config.pluginmanager.register(
            type("Seen", (), {"pytest_runtest_logreport": lambda self, report: failed.append(
                report.failed)})())  # fmt: skip
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if any(failed):
                os._exit(1)
        os._exit(0)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", nargs="+", choices=ROOMS, default=ROOMS, metavar="ROOM")
    parser.add_argument("--each", type=int, default=2, help="slips a function at most")
    parser.add_argument("--slips", type=Path, help="a file of slips, a line each")
    parser.add_argument("--missed", type=Path, help="where to write those that were missed")
    options, rest = parser.parse_known_args(arguments)
    noticed = Noticed(
        lambda: options.slips.read_text("utf-8").splitlines() if options.slips
        else [slip for room in options.only for slip in slips(room, options.each)]
    )  # fmt: skip
    pytest.main(
        ["-q", "-s", "-n", "0", "-p", "no:cacheprovider", *(rest or ["-m", "quick"])], [noticed]
    )
    total = len(noticed.says)
    print(f"{total - len(noticed.missed)} of {total} slips noticed")
    if options.missed:
        options.missed.write_text("\n".join(noticed.missed), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
