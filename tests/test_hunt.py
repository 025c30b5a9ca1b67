"""Published slips: a probe sees each, another does not, and none sees the repair."""

import inspect
import os
import re
from pathlib import Path

import nbformat
import pytest
import torch

from tests.test_architecture import PACKAGE, imported, own_name
from tformer import checkup
from tformer.course import bug_hunt, course_map
from tformer.course.bug_hunt import desk, model, suspects
from tformer.course.bug_hunt.cases import NOTHING, Ward
from tformer.course.checker import forked, sandbox

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
each = pytest.mark.parametrize("case", bug_hunt.CASES.values(), ids=lambda case: case.name)
HEALTHY = "places"  # the slip that the check-up cannot see


@each
def test_a_probe_sees_the_suspect_another_does_not_and_none_sees_the_repair(case):
    before = torch.get_rng_state()
    read = case.readings(case.probes)
    seen = [probe for probe, reading in read.items() if reading != NOTHING]
    assert len(seen) == (case.name != HEALTHY) and len(read) == 2
    assert set(case.readings(case.probes, **{case.name: case.repaired}).values()) == {NOTHING}
    assert torch.equal(before, torch.get_rng_state()) and torch.get_default_dtype() == torch.float32


@pytest.mark.ci
@each
def test_the_check_up_names_what_the_lesson_says_and_leaves_the_repair_in_peace(case):
    card = checkup.examine(case.make, **case.how)
    assert card.faults[:1] == NAMES[case.name] and card.looks == []
    assert all(f.follows for f in card.findings if f.kind == "fault" and f.name != card.faults[0])


NAMES = {
    "merge_heads": ["heads-merged-without-transpose"],
    "cross_mask": ["cross-attention-causal"],
    "scores": ["scale"],
    "norms": ["one-layer-for-many"],
    "tie": ["tied-in-name-only"],
    "own_mask": ["sees-the-future"],
    "source_mask": ["padding-heard"],
    "embed": ["deaf-to-order"],
    HEALTHY: [],
}


def test_the_model_without_a_slip_is_healthy():
    for crossed in (False, True):
        ward = Ward((), crossed)
        card = checkup.examine(ward.make, **ward.how)
        assert card.faults == card.looks == [], card


def test_patients_have_slips_of_the_cases_and_their_cards_say_so():
    for name, ward in bug_hunt.PATIENTS.items():
        card = bug_hunt.Patient(name).card
        assert sorted(card.faults) == sorted(n for step in ward.steps for n in NAMES[step])


@each
def test_a_repair_is_another_function_under_the_same_signature(case):
    assert inspect.signature(case.suspect) == inspect.signature(case.repaired)
    ours, theirs = (ast_of(fn) for fn in (case.suspect, case.repaired))
    assert ours != theirs and case.suspect.__doc__


def ast_of(fn):
    """The code without blanks and docstring."""
    source = inspect.getsource(fn).replace(fn.__doc__ or "\0", "")
    return re.sub(r"\s+", "", source)


@pytest.mark.ci
@each
def test_the_desk_rejects_the_suspect_and_confirms_the_repair(case):
    rejected, confirmed = bug_hunt.confirm(case.suspect), bug_hunt.confirm(case.repaired)
    assert rejected.state == "failed" and not rejected.passed
    assert ("reads" if case.name != HEALTHY else "not do what") in rejected.diagnosis
    assert confirmed.passed and f"{case.name}: passed" in repr(confirmed)
    assert "nothing now" in repr(confirmed)


def test_each_has_a_source_and_every_suspect_is_a_case():
    for case in bug_hunt.CASES.values():
        told = re.search(r"(issue|pull request) \d+|§", case.where)
        assert told or (case.name == HEALTHY and "ours" in case.where), case.name
    functions = [name for name, _ in inspect.getmembers(suspects, inspect.isfunction)]
    own = {n for n in functions if getattr(suspects, n).__module__ == suspects.__name__}
    assert own == set(bug_hunt.CASES) == set(model.STEPS)


def test_what_is_open_or_raises_is_said_so():
    def embed(words, ids, waves): ...

    def tie(words, head):
        raise NotImplementedError

    def source_mask(src, pad):
        return src.no_such_thing

    for open_one in (embed, tie):
        report = bug_hunt.confirm(open_one)
        assert report.state == "not started" and "2 probes wait" in report.says
        for probe in bug_hunt.CASES[report.exercise].probes:  # the lesson asks which sees it
            assert probe not in repr(report)
        assert f'bug_hunt.repair("{report.exercise}")' in repr(report)
    report = bug_hunt.confirm(source_mask)
    assert report.state == "failed" and "AttributeError" in report.diagnosis


def test_silence_alone_is_no_repair():
    def source_mask(src, pad):  # sees one word only: no padding, and not much else
        return (torch.arange(src.size(1)) == 0).expand(1, 1, 1, -1)

    def cross_mask(src, ids, pad):  # the padding too
        return torch.ones_like(src, dtype=torch.bool)[:, None, None, :]

    def norms(width, count):
        return torch.nn.ModuleList(torch.nn.LayerNorm(width, eps=0.1) for _ in range(count))

    def tie(words, head):  # two tables from the start
        return head

    for silent in (source_mask, cross_mask, norms, tie):
        report = bug_hunt.confirm(silent)
        assert report.state == "failed" and "The probes see nothing any more" in report.says, silent

    def merge_heads(x):  # right for a square of heads
        return x.movedim(1, 2).flatten(2) + 0.0 * x.sum() + 1e-3

    assert bug_hunt.confirm(merge_heads).state == "failed"


def test_a_repair_that_never_ends_or_takes_python_with_it_is_stopped(monkeypatch):
    def endless(words, ids, waves):
        while True:
            pass

    def ends(words, ids, waves):
        os._exit(3)

    def asks_again(words, ids, waves):
        return bug_hunt.confirm(asks_again)

    monkeypatch.setattr(sandbox, "TIME_LIMIT", 1.0)
    cases = [(endless, "endless-loop", "never end"), (asks_again, "raises", "put it below")]
    if forked.POSSIBLE:  # elsewhere a thread has to do, and there Python would end
        cases.append((ends, "raises", "exit code 3"))
    for fn, mistake, words in cases:
        fn.__name__ = "embed"
        report = bug_hunt.confirm(fn)
        assert (report.state, report.mistake) == ("failed", mistake) and words in report.says


def test_a_case_is_asked_for_by_a_function_of_its_name():
    with pytest.raises(TypeError, match="fn=int is not callable"):
        bug_hunt.confirm(3)
    with pytest.raises(ValueError, match="name='softmax' is no case; the cases are: merge_heads"):
        bug_hunt.confirm(torch.softmax)


def test_what_is_printed_is_the_source(capsys):
    bug_hunt.show("embed")
    assert capsys.readouterr().out.strip() == inspect.getsource(suspects.embed).strip()
    for name, case in bug_hunt.CASES.items():
        assert case.repaired.__name__ == name and f"def {name}(" in desk.repair_source(name)
    bug_hunt.repair("embed")
    assert "return x + waves" in capsys.readouterr().out


def test_a_patient_has_three_probes_and_answers_when_one_is_named(capsys):
    ill = bug_hunt.Patient("A")
    asked = repr(ill.probe(...))
    assert "3 of 3 probes left" in asked and all(f"  {name}:" in asked for name in bug_hunt.PROBES)
    assert "moves output" in repr(ill.probe("leak meter", sees=True)) and len(ill.readings) == 1
    assert "as you said" in repr(ill.probe("leak meter", sees=True))
    assert "you said otherwise" in repr(ill.probe("twice", sees=True))
    assert "0 of 3" in repr(ill.probe("tables")) and "tables" in repr(ill.probe("twice"))
    assert "No probe is left" in repr(ill.probe("views")) and "views" not in ill.readings
    ill.open(...), ill.open("own_mask"), ill.open("embed")
    printed = capsys.readouterr().out
    assert "Which step? places, embed" in printed and "if training:" in printed
    assert "return x + waves" in printed  # A's own is healthy
    for wrong in (lambda: bug_hunt.Patient("Z"), lambda: ill.probe("x-ray"), lambda: ill.open("x")):
        with pytest.raises(ValueError, match="these are: "):
            wrong()


def test_nothing_of_the_package_stands_on_a_broken_function():
    for path in PACKAGE.rglob("*.py"):
        if not own_name(path).startswith("course.bug_hunt"):
            assert not any(n.startswith("course.bug_hunt") for n in imported(path)), path


def tags_of(name):
    path = NOTEBOOKS / f"{name}.ipynb"
    cells = nbformat.read(path, as_version=4).cells if path.is_file() else []
    return {tag for cell in cells for tag in cell.metadata.get("tags", [])}


def test_the_index_is_complete_and_each_lesson_that_it_names_says_so_too():
    assert list(bug_hunt.CLAIMS) == [f"E{n}" for n in range(1, 55)]
    tags = {lesson.number: tags_of(lesson.name) for lesson in course_map.LESSONS}
    for key, claim in bug_hunt.CLAIMS.items():
        assert claim.lessons and claim.read != claim.run
        assert list(claim.lessons) == [n for n in tags if f"covers:{key}" in tags[n]], key


def test_the_index_links_to_the_lessons_and_reads_as_text():
    index = bug_hunt.Index()
    shown = index._repr_mimebundle_()
    assert len(index.rows) == 54 and shown["text/html"].count("<tr>") == 55
    assert '<a href="06_masks.ipynb">06</a>' in shown["text/html"]
    assert repr(index).splitlines()[0].startswith("54 things") and len(repr(index)) > 5000
    assert "exp(x) / sum(exp(x))" in shown["text/html"] and "E1" not in repr(index)
