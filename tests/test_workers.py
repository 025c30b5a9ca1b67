"""How the tests themselves are run: by whom, with how many threads, in which order."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parent.parent
spec = importlib.util.spec_from_file_location("root_conftest", ROOT / "conftest.py")
root = importlib.util.module_from_spec(spec)
spec.loader.exec_module(root)
TESTS = """
import os
from pathlib import Path
import pytest

def say():
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with open("said", "a") as file:
        print(Path(__file__).stem, worker, os.environ["OMP_NUM_THREADS"], file=file)

@pytest.mark.parametrize("n", range(5))
def test_one(n):
    say()
"""
XDIST = ("-p", "xdist")


@pytest.fixture
def suite(tmp_path):
    """suite(*arguments, **environment): {file: {(worker, threads)}} of a run of four files."""
    (tmp_path / "conftest.py").write_text((ROOT / "conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nmarkers =\n  quick\n  ci\n")
    for name in "abcd":
        (tmp_path / "tests" / f"test_{name}.py").write_text(TESTS)

    def run(*arguments, **environment):
        own = ("PYTEST_", "OMP_NUM_THREADS", "CI")  # those of the run that runs this
        kept = {name: v for name, v in os.environ.items() if not name.startswith(own)}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments], cwd=tmp_path, capture_output=True,
            text=True, env={**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        found = {}
        for line in (tmp_path / "said").read_text().splitlines():
            file, *how = line.split()
            found.setdefault(file, set()).add(tuple(how))
        return found

    return run


def test_a_whole_run_has_workers_of_one_thread_that_take_whole_files(suite):
    found = suite(*XDIST)
    assert len(found) == 4 and all(len(how) == 1 for how in found.values())
    who = {worker for how in found.values() for worker, _ in how}
    assert len(who) > 1 and "alone" not in who
    assert {threads for how in found.values() for _, threads in how} == {"1"}


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("-p", "no:xdist"), (*XDIST, "--pdb"), (*XDIST, "-s"), (*XDIST, "-n", "0"),
        (*XDIST, "-m", "quick"), (*XDIST, "tests/test_a.py"), (*XDIST, "tests/test_a.py::test_one"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_without_xdist_for_a_file_or_for_eyes_there_is_one_process(suite, arguments):
    found = suite(*arguments, OMP_NUM_THREADS="2")
    assert found.keys() >= {"test_a"} and set.union(*found.values()) == {("alone", "2")}


def test_what_is_left_to_ci_is_not_quick(suite, tmp_path):
    marked = TESTS.replace("def test_one", "@pytest.mark.ci\ndef test_one")
    (tmp_path / "tests" / "test_d.py").write_text(marked)
    assert suite("-m", "quick").keys() == {"test_a", "test_b", "test_c"}
    assert "test_d" not in suite(*XDIST) and "test_d" in suite(*XDIST, CI="true")


def test_what_is_typed_counts(suite):
    found = suite(*XDIST, "-n", "2", "tests/test_a.py", "tests/test_b.py")
    assert sorted(worker for how in found.values() for worker, _ in how) == ["gw0", "gw1"]


def test_what_shares_its_preparation_is_one_group():
    of = root.group
    assert of("notebooks/05_attention.ipynb::Cell 0") == of("notebooks/05_attention.ipynb::Cell 7")
    first = of("tests/test_answers.py::test_right_answers_pass_in_every_style[softmax]")
    assert first == of("tests/exercises/test_topics.py::test_a_mistake[softmax-no-max]")
    assert first != of("tests/exercises/test_topics.py::test_a_mistake[attention-no-scale]")
    assert of("tests/exercises/test_mutants.py::test_harm[for _ in row: row.append(1.0)]") == (
        "tests/exercises/test_mutants.py"
    )
    lessons = "tests/browser/test_lessons_browser.py"
    assert of(f"{lessons}::test_pictures[05_attention]") == of(f"{lessons}::test_a[05_attention]")
    assert of(f"{lessons}::test_a[05_attention]") != of(f"{lessons}::test_a[06_masks]")


def test_of_a_lesson_the_core_alone_can_be_run():
    cells = [SimpleNamespace(source=text) for text in ("x", "## Further", "x", "### Deeper", "y")]
    lesson = SimpleNamespace(nb=SimpleNamespace(cells=cells))
    run = [SimpleNamespace(cell=cell, parent=lesson) for cell in cells]
    assert [root.goes_further(item) for item in run] == [False, False, True, True, True]
    assert not root.goes_further(SimpleNamespace(parent=None))  # a test of another kind


def test_every_group_that_is_called_slow_is_there():
    known = {*root.SPLIT.values()}
    files = [name for name in root.SECONDS if name.split("/")[0] not in known]
    assert [name for name in files if not (ROOT / name).exists()] == []
    assert all((ROOT / file).is_file() for file in root.SPLIT)
    assert root.seconds("tests/test_masks.py::test_a") == 0


def test_browser_tests_and_others_go_to_different_workers(suite, tmp_path):
    (tmp_path / "tests" / "browser").mkdir()
    for name in "abcd":
        file = tmp_path / "tests" / "browser" / f"test_{name}_browser.py"
        file.write_text(TESTS.replace("def say():", "def say():\n    import time; time.sleep(0.1)"))
        other = tmp_path / "tests" / f"test_{name}.py"
        other.write_text(file.read_text())
    found = suite(*XDIST, "-n", "2")
    who = {name: worker for name, how in found.items() for worker, _ in how}
    first = {name: [who[f"test_{x}{name}"] for x in "ab"] for name in ("", "_browser")}  # two each
    assert first[""][0] == first[""][1] != first["_browser"][0] == first["_browser"][1]
