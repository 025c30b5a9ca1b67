"""One evening: the machine, its pictures and its training run on the learner's parts."""

import ast

import nbformat
import pytest
import torch

from tests.test_notebooks import ROOT
from tformer._support import progress_file
from tformer.course import evening
from tformer.course.checker.keeping import standing_alone
from tformer.course.checker.report import Report
from tformer.course.course_map import NEEDED, exercises
from tformer.exercises import check
from tformer.translator import Translator

CELLS = nbformat.read(ROOT / "notebooks" / "00b_one_evening.ipynb", as_version=4).cells
CODE = [cell.source for cell in CELLS if cell.cell_type == "code"]
SCOPE = {}
exec(next(source for source in CODE if source.startswith("def pair_loss(")), SCOPE)
pair_loss = SCOPE["pair_loss"]  # the lesson's own
LEFT = ("apply_merges", "ids_to_text", "penalised_beam_search")
ASKED = [name for name in NEEDED if name not in LEFT]


def softmax(x, dim):
    powers = torch.exp(x - x.amax(dim, keepdim=True))
    return powers / powers.sum(dim, keepdim=True)


def merge_heads(x):
    batch, heads, length, size = x.shape
    return x.transpose(1, 2).reshape(batch, length, heads * size)


def open_stub(x, dim): ...


@pytest.fixture(autouse=True)
def nothing_yet(monkeypatch):
    monkeypatch.setattr(evening, "_here", {})


@pytest.fixture
def all_written(monkeypatch):
    sources = {name: standing_alone(exercises()[name].reference, name) for name in ASKED}
    monkeypatch.setattr(evening, "_here", sources)


@pytest.fixture
def kept_here(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_PROGRESS", "on")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))


def test_the_evening_asks_for_every_part_of_the_way_from_ids_to_words():
    code = map(ast.parse, CODE)
    calls = [n for tree in code for n in ast.walk(tree) if isinstance(n, ast.Call)]
    names = [n.args[0].id for n in calls if getattr(n.func, "id", "") == "check"]
    assert sorted(names) == sorted(ASKED)


def test_a_part_is_at_work_as_soon_as_it_passes_and_not_before():
    stub = repr(evening.check(_named(open_stub, "softmax")))
    assert stub.startswith("○ softmax: not started") and "0 of 20 parts" in stub
    assert "The course’s own softmax did this" in stub
    wrong = repr(evening.check(_named(lambda x, dim: x, "softmax")))
    assert wrong.startswith("✗ softmax: not yet") and "0 of 20 parts" in wrong
    shown = evening.check(softmax)
    assert "✓ softmax: passed" in repr(shown) and "Next" not in repr(shown)
    assert "\n1 of 20 parts are yours\n“Sie sieht ihr Kind an.” → “She looks" in repr(shown)
    html = shown._repr_mimebundle_()["text/html"]
    assert html.count("✓") == 2 and "✓</span> softmax" in html
    assert html.count("○") == len(NEEDED) - 1
    assert "2 of 20" in repr(evening.check(merge_heads))


def _named(fn, name):
    fn.__name__ = name
    return fn


def test_an_answer_counts_in_the_course_and_here_whichever_came_first(kept_here):
    assert check(merge_heads).passed  # in lesson 07, say
    assert evening.check(_named(open_stub, "softmax")).own == ["merge_heads"]
    assert evening.check(softmax).own == ["softmax", "merge_heads"]  # and one here
    assert {*progress_file.passed()} == {"softmax", "merge_heads"} and evening._here == {}


def test_every_part_of_the_evening_answers_for_the_sentence(all_written):
    yours = evening.machine()
    assert sorted(yours.yours) == sorted(ASKED)
    for name in ASKED:
        said = repr(evening.Alive(yours, Report(name, "passed")))
        assert evening.ENGLISH in said and "answered 0 times" not in said


def test_the_maps_are_those_of_the_package_and_drawn_by_the_learners_attention(all_written):
    yours = evening.machine()
    before = yours.parts["attention"].calls
    seen = Translator.load(yours.weights).look(evening.SENTENCE)
    figure = evening.maps()
    assert yours.parts["attention"].calls == before + 12  # encoder, decoder, cross: 4 layers each
    (maps,) = figure._maps
    assert torch.allclose(torch.as_tensor(maps.weights), seen.encoder, atol=1e-4)
    assert figure.caption == "Drawn from your attention"
    (cross,) = evening.maps(english=evening.ENGLISH)._maps
    assert torch.allclose(torch.as_tensor(cross.weights), seen.cross, atol=1e-4)
    assert yours.machine.self_attention.__func__ is type(yours.machine).self_attention


def test_a_layer_switched_off_is_on_again_afterwards(all_written):
    lines = dict(evening.without_layers().lines)
    assert len(lines) == 4 and lines["layer 0 off"] != evening.ENGLISH
    assert evening.machine().translate(evening.SENTENCE, 1) == evening.ENGLISH


def test_the_leak_meter_shows_the_learners_mask(all_written):
    alt = evening.leak().strip()[1]
    assert "With its mask, 0 of 28" in alt and "With no mask, 28 of 28" in alt


def test_one_step_lowers_the_loss_of_the_pair_and_moves_no_weight_of_the_translator(all_written):
    before = {name: w.clone() for name, w in evening.machine().machine.w.items()}
    (_, first), (_, then) = evening.one_step(pair_loss).lines
    assert float(then) < float(first.split()[0])
    assert all(torch.equal(w, before[name]) for name, w in evening.machine().machine.w.items())


def test_from_random_numbers_it_learns_unseen_number_words_the_same_every_time(all_written):
    calls = evening.machine().calls()
    learnt, short = evening.from_nothing(pair_loss), evening.from_nothing(pair_loss, 20)
    assert learnt.right() > 150 and len(learnt.unseen) == 199 and short.right() < 10
    again = evening.from_nothing(pair_loss, 20)
    assert [row["loss"] for row in short.curve.history.rows] == [
        row["loss"] for row in again.curve.history.rows
    ]
    after = evening.machine().calls()  # every part but the search has worked for it
    assert [n for n in ASKED if after[n] == calls[n]] == []


def test_what_interrupts_it_leaves_what_was_learnt(all_written):
    updates = []

    def tired(*given):
        updates.append(given)
        if len(updates) > 15:
            raise KeyboardInterrupt
        return pair_loss(*given)

    learnt = evening.from_nothing(tired)
    assert learnt.curve.history.stopped == "interrupted"
    assert len(learnt.curve.history.rows) == 2
    assert isinstance(learnt.m.translate("zwei"), str)
