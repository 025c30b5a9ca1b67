"""The explorer's modules: each small, and run by their own tests under node."""

import collections
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tformer import viz
from tformer.viz.scripts import IMPORT, script

HERE = Path(__file__).parent
FOLDER = Path(viz.__file__).with_name("web")
MODULES = sorted(FOLDER.glob("*.mjs"))
module = pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)


@module
def test_a_module_is_one_concern_that_is_read_at_a_sitting(path):
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= 200 and max(map(len, lines)) <= 100
    assert lines[0].startswith("// ") and len(lines[0]) > 20, "say in the first line what it is"


@module
def test_what_a_module_imports_is_exported_where_it_says_and_is_used(path):
    source = path.read_text("utf-8")
    for names, needed in IMPORT.findall(source):
        there = (FOLDER / needed).read_text("utf-8")
        for name in (name.strip() for name in names.split(",")):
            assert re.search(rf"^export .*\b{name}\b", there, re.M), f"{name} in {needed}"
            assert len(re.findall(rf"\b{name}\b", source)) > 1, f"{name} is not used"


def test_no_name_is_given_twice_in_what_is_joined():
    given = re.findall(
        r"^(?:async )?(?:function\*?|class|const|let) (\w+)", script("web/explorer.mjs"), re.M
    )
    assert [name for name, count in collections.Counter(given).items() if count > 1] == []


def test_the_browsers_own_tests():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed; the browser tests run the same modules")
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    run = subprocess.run([node, "--test", *tests], capture_output=True, text=True, timeout=120)
    assert tests and run.returncode == 0, run.stdout + run.stderr
