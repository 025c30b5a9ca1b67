"""Where a stub leaves the number of axes open, the cases have several: an answer that counts on
three of them is wrong, and comes out so."""

import ast
import json
import re

import pytest

from tests.test_notebooks import LESSONS
from tformer.course.course_map import exercises

# Stubs that say it in other words ("of the same shape", "the last axis").
IN_WORDS = {
    "softmax": "x",
    "additive_mask": "mask",
    "apply_temperature": "logits",
    "top_k_filter": "logits",
    "top_p_filter": "logits",
}
OPEN = re.compile(r"(\w*) ?\(\.\.\.,?([\w, ]*)\)")


def stubs():
    """The docstring of each exercise's stub, as its lesson has it."""
    for path in LESSONS:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and re.search(r"^check\(", source, re.M):
                for node in ast.parse(source).body:
                    if isinstance(node, ast.FunctionDef) and node.name in exercises():
                        yield node.name, ast.get_docstring(node) or ""


def open_axes():
    """Exercise, argument, and whether an axis of the argument's own stands behind the open ones;
    where the stub names the result's axes alone, the first argument of which these come."""
    for name, doc in stubs():
        parameters, found = exercises()[name].parameters, OPEN.findall(doc)
        named = [(word, bool(last.strip())) for word, last in found if word in parameters]
        ids = name == "smooth_labels"  # float (..., vocab_size) of ids that are one axis shorter
        for argument, last in named or [(parameters[0], not ids)][: len(found)]:
            yield name, argument, last
        if name in IN_WORDS:
            yield name, IN_WORDS[name], True


@pytest.mark.parametrize("name, argument, last", sorted(set(open_axes())))
def test_cases_have_one_or_two_three_and_four_axes(name, argument, last):
    exercise = exercises()[name]
    place = exercise.parameters.index(argument)
    axes = {case.make()[place].ndim + (not last) for case in exercise.cases}
    assert {3, 4} <= axes and {1, 2} & axes, f"{argument} has {axes} axes"


def test_the_stubs_that_leave_axes_open_are_found():
    found = {(name, argument) for name, argument, _ in open_axes()}
    assert len(found) >= 25
    assert len(dict(stubs())) == len(exercises())
    assert {("layer_norm", "x"), ("cross_entropy", "targets"), ("smooth_labels", "targets")} < found
