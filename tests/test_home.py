"""The files that a repository is known by agree with each other and with the course."""

import re
import tomllib
from pathlib import Path

import pytest

import tformer
from tformer.course import course_map

ROOT = Path(__file__).parent.parent
FILES = ("AGENTS.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/accessibility.md")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(name):
    return (ROOT / name).read_text("utf-8")


def test_one_version_is_told_everywhere():
    project = tomllib.loads(read("pyproject.toml"))["project"]
    cited = re.search(r"^version: (.*)$", read("CITATION.cff"), re.MULTILINE)[1]
    changed = re.search(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)[1]
    assert project["version"] == cited == changed == tformer.__version__


@pytest.mark.parametrize("name", FILES)
def test_what_is_named_is_there(name):
    text = read(name)
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"`((?:tests|tformer|docs)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path
    targets = re.findall(r"^(\w+):", read("Makefile"), re.MULTILINE)
    assert set(re.findall(r"`make (\w+)`", text)) <= set(targets)


def test_the_assistants_rules_name_an_exercise_that_there_is():
    text = read("AGENTS.md")
    for name in re.findall(r"(?:check|hint)\(\"?(\w+)\"?\)", text):
        assert name in course_map.exercises()
    topic = next(lesson for lesson in course_map.LESSONS if lesson.number == "05").topic
    assert f"tformer/{topic}.py" in text


def test_the_workflows_cover_what_the_project_promises_and_say_that_they_are_untried():
    assert [path.stem for path in WORKFLOWS] == ["pages", "tests"]
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        assert text.startswith("# Untried") and "\t" not in text
        for module in re.findall(r"python -m (tformer[\w.]*)", text):
            parts = ROOT.joinpath(*module.split("."))
            assert parts.is_dir() or parts.with_suffix(".py").is_file()
    tests = WORKFLOWS[1].read_text("utf-8")
    least = tomllib.loads(read("pyproject.toml"))["project"]["requires-python"].removeprefix(">=")
    assert f'python: ["{least}"' in tests and '"3.14"]' in tests
    assert all(system in tests for system in ("ubuntu", "macos", "windows"))
