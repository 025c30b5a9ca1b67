"""Modules become one script; every script of the figures is one that a browser takes."""

import pathlib
import re
import shutil
import subprocess

import pytest

from tformer.viz import scripts

ENTRIES = ["controls.js", "frames.js", "live.js", "still.js", "theme.js"]


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
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed; the browser tests run the same script")
    made = tmp_path / "joined.mjs"
    made.write_text(scripts.script(entry))
    done = subprocess.run([node, "--check", str(made)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_needs_no_page_works_under_node():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed; the browser tests run the same script")
    tests = pathlib.Path(__file__).parent / "js" / "live.test.mjs"
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
