"""The twelve published bugs: a probe sees each, another does not, and none sees the repair."""

import inspect
import os
import re
from pathlib import Path

import nbformat
import pytest
import torch

from tests.test_architecture import PACKAGE, imported, own_name
from tformer.course import bug_hunt, course_map
from tformer.course.bug_hunt import desk, looks, suspects
from tformer.course.checker import forked, sandbox
from tformer.exercises import check

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
each = pytest.mark.parametrize("case", bug_hunt.CASES.values(), ids=lambda case: case.name)


@each
@torch.no_grad()
def test_a_probe_sees_the_suspect_another_does_not_and_none_sees_the_repair(case):
    seen = case.seen_by(case.suspect)
    assert seen and len(seen) < len(case.looks)
    assert case.seen_by(case.repaired) == []
    assert case.readings(case.suspect) != case.readings(case.repaired)


@each
@torch.no_grad()
def test_looks_give_the_same_reading_again_and_leave_random_numbers_alone(case):
    before = torch.get_rng_state()
    first, again = (str(case.readings(case.suspect)) for _ in range(2))
    assert first == again and torch.equal(before, torch.get_rng_state())


@each
def test_a_repair_is_another_function_under_the_same_signature(case):
    assert inspect.signature(case.suspect) == inspect.signature(case.repaired)
    ours, theirs = (ast_of(fn) for fn in (case.suspect, case.repaired))
    assert ours != theirs and case.suspect.__doc__


def ast_of(fn):
    """The code without blanks and docstring."""
    source = inspect.getsource(fn).replace(fn.__doc__ or "\0", "")
    return re.sub(r"\s+", "", source)


@each
def test_the_desk_rejects_the_suspect_and_confirms_the_repair(case):
    rejected, confirmed = bug_hunt.confirm(case.suspect), bug_hunt.confirm(case.repaired)
    assert rejected.state == "failed" and not rejected.passed
    assert "reads" in rejected.diagnosis
    assert confirmed.passed and f"{case.name}: passed" in repr(confirmed)
    assert "nothing now" in repr(confirmed)


@each
def test_the_checker_judges_the_exercises_among_them(case):
    assert case.exercise == (case.name in course_map.exercises())
    if case.exercise:
        assert check(case.suspect).state == "failed" and check(case.repaired).passed


def test_there_are_twelve_each_with_a_source_and_a_lesson():
    assert len(bug_hunt.CASES) == 12
    lessons = {lesson.name for lesson in course_map.LESSONS}
    for case in bug_hunt.CASES.values():
        assert case.lesson in lessons
        assert re.search(r"(issue|pull request) \d+|§|tutorial", case.where), case.name
    functions = [name for name, _ in inspect.getmembers(suspects, inspect.isfunction)]
    own = {n for n in functions if getattr(suspects, n).__module__ == suspects.__name__}
    assert own == set(bug_hunt.CASES)


def test_what_is_open_or_raises_is_said_so():
    def embed(tokens, positions, ids): ...

    def cached_step(model, token_ids, caches):
        raise NotImplementedError

    def padding_mask(token_ids, pad_id):
        return token_ids.no_such_thing

    for open_one in (embed, cached_step):
        report = bug_hunt.confirm(open_one)
        probes = [look.probe for look in bug_hunt.CASES[report.exercise].looks]
        assert report.state == "not started" and f"{len(probes)} probes wait" in report.says
        assert not any(probe in repr(report) for probe in probes)  # the lesson asks which sees it
        assert f'hunt.repair("{report.exercise}")' in repr(report)
    report = bug_hunt.confirm(padding_mask)
    assert report.state == "failed" and "AttributeError" in report.diagnosis


def test_silence_alone_is_no_repair():
    def decoder_block(attention, norm, x, training):
        attention(x)
        return x

    def leak_table(model, vectors):
        return torch.eye(vectors.size(1)) * 0.5 + 0.5 * looks.causal_mask(vectors.size(1))

    def padding_mask(token_ids, pad_id):  # sees one key only: no padding, and not much else
        first = torch.arange(token_ids.size(1)) == 0
        return (first & (token_ids != pad_id))[:, None, None, :]

    def map_cells(weights, source, target):
        return [(asks, asked, 1 / len(source)) for asks in target for asked in source]

    def cached_step(model, token_ids, caches):  # right logits, and nothing in the cache
        return model(token_ids)[:, -1]

    for silent in (decoder_block, padding_mask, map_cells, cached_step):
        report = bug_hunt.confirm(silent)
        assert report.state == "failed" and "The probes see nothing any more" in report.says, silent
    assert bug_hunt.confirm(leak_table).state == "failed"


def test_a_repair_that_never_ends_or_takes_python_with_it_is_stopped(monkeypatch):
    def endless(tokens, positions, ids):
        while True:
            pass

    def ends(tokens, positions, ids):
        os._exit(3)

    def asks_again(tokens, positions, ids):
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
    with pytest.raises(ValueError, match="name='softmax' is no case; the cases are: decoder_block"):
        bug_hunt.confirm(torch.softmax)


def test_what_is_printed_is_the_source(capsys):
    bug_hunt.show("embed")
    assert capsys.readouterr().out.strip() == inspect.getsource(suspects.embed).strip()
    for name, case in bug_hunt.CASES.items():
        assert case.repaired.__name__ == name and f"def {name}(" in desk.repair_source(name)
    bug_hunt.repair("embed")
    assert "return x + positions" in capsys.readouterr().out


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
