"""Modules become one script; every script of the figures is one that a browser takes."""

import collections
import pathlib
import re
import subprocess

import pytest

from tests.programs import program
from tformer.viz.common import scripts

ENTRIES = [
    "common/web/controls.js",
    "common/web/still.js",
    "common/web/theme.js",
    "sliders/web/frames.js",
    "sliders/web/live.js",
    "maps/web/explorer.mjs",
    "whole_model/web/whole_model.mjs",
    "whole_model/model/worker.mjs",
    "whole_model/model/page_model.mjs",
    "web/asked.js",
    "web/prediction.js",
]
MODULES = sorted(scripts.FOLDER.rglob("*.*js"))
module = pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)


def write(folder, **modules):
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source)


def test_a_module_comes_after_what_it_imports_and_each_comes_once(tmp_path, monkeypatch):
    monkeypatch.setattr(scripts, "FOLDER", tmp_path)
    write(
        tmp_path,
        one='import { two } from "./two.js";\nimport { three } from "./three.js";\n'
        "export const one = two + three;\n",
        two='import {\n  three,\n} from "./three.js";\nexport function two() {}\n',
        three="export const three = 3;\n",
    )
    joined = scripts.script("one.js")
    assert "import" not in joined
    assert re.findall(r"(?:const|function) (\w+)", joined) == ["three", "two", "one"]
    assert re.findall(r"export (?:const|function) (\w+)", joined) == ["one"]


@pytest.mark.parametrize(
    "line", ['import { a as b } from "./other.js";', 'import * as o from "./other.js";']
)
def test_other_imports_are_refused(tmp_path, monkeypatch, line):
    monkeypatch.setattr(scripts, "FOLDER", tmp_path)
    write(tmp_path, other="export const a = 1;\n", odd=f"{line}\n")
    with pytest.raises(ValueError, match=r"odd\.js (renames|imports otherwise)"):
        scripts.script("odd.js")


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_joined_script_is_a_module(entry, tmp_path):
    made = tmp_path / "joined.mjs"
    made.write_text(scripts.script(entry))
    done = subprocess.run([program("node"), "--check", str(made)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@module
def test_a_module_is_one_concern_that_is_read_at_a_sitting(path):
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= 200 and max(map(len, lines)) <= 100
    assert lines[0].startswith("// ") and len(lines[0]) > 20, "say in the first line what it is"


@module
def test_what_a_module_imports_is_exported_where_it_says_and_is_used(path):
    source = path.read_text("utf-8")
    for names, needed in scripts.IMPORT.findall(source):
        there = (path.parent / needed).read_text("utf-8")
        for name in (name.strip() for name in names.split(",")):
            assert re.search(rf"^export .*\b{name}\b", there, re.M), f"{name} in {needed}"
            assert len(re.findall(rf"\b{name}\b", source)) > 1, f"{name} is not used"


@pytest.mark.parametrize("entry", ENTRIES)
def test_no_name_is_given_twice_in_what_is_joined(entry):
    given = r"^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)"
    names = collections.Counter(re.findall(given, scripts.script(entry), re.M))
    assert names and [name for name, count in names.items() if count > 1] == []


def test_what_needs_no_page_works_under_node():
    tests = sorted(map(str, (pathlib.Path(__file__).parent / "js").glob("*.test.mjs")))
    run = subprocess.run(
        [program("node"), "--test", *tests], capture_output=True, text=True, timeout=120
    )
    assert tests and run.returncode == 0, run.stdout + run.stderr
