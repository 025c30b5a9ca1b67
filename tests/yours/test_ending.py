"""The ending: maps, a training from nothing and an exam, on the learner's parts."""

import random

import nbformat
import pytest
import torch

from tests.answers import collect
from tests.test_notebooks import ROOT
from tformer._support import progress_file
from tformer.course import recording
from tformer.course.checker.keeping import standing_alone
from tformer.course.course_map import AROUND, NEEDED, exercises, lesson_of
from tformer.course.your_translator import Beginner, Yours, assembled, examined, maps
from tformer.course.your_translator.exam import questions
from tformer.data.tasks import number_words, toy_language
from tformer.translator import Translator

CELLS = nbformat.read(ROOT / "notebooks" / "21_yours.ipynb", as_version=4).cells
TRAIN = next(cell.source for cell in CELLS if "def from_nothing(" in cell.source)
SENTENCE = "Zwei Kinder spielen im Garten."
GREEK = str.maketrans("abdefghiklmnoprstuvwz", "αβδεφγηικλμνοπρστυωχζ")


def trained(yours, pairs, updates):
    """By the lesson's own training step."""
    scope = dict(yours=yours, torch=torch, Beginner=Beginner)
    exec(TRAIN, scope)
    return scope["from_nothing"](pairs, updates)


@pytest.fixture(scope="module")
def references():
    return Yours({name: standing_alone(exercises()[name].reference, name) for name in NEEDED})


@pytest.fixture
def kept_here(monkeypatch, tmp_path):
    monkeypatch.setenv("TFORMER_PROGRESS", "on")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))


def test_what_trains_and_measures_stands_in_lessons_and_is_no_part_of_the_machine():
    assert all(exercises()[name] in lesson_of(name).exercises for name in AROUND)
    assert not {*AROUND} & {*NEEDED}


def test_the_picture_says_and_shows_what_the_learners_parts_do(references):
    mine = recording.translator((SENTENCE,), yours=references).film
    package = recording.translator((SENTENCE,)).film
    assert (mine.text, mine.target) == (package.text, package.target)
    for kind in ("encoder", "decoder", "cross", "cross whole"):
        assert torch.allclose(mine.maps[kind], package.maps[kind], atol=1e-4)
    assert torch.allclose(mine.sure, package.sure, atol=1e-4)
    wrong = references.with_mistake("scaled_embedding", "not-scaled")
    assert recording.translator((SENTENCE,), yours=wrong).film.text != package.text


def test_all_parts_look_unlike_none(references, kept_here):
    none = Yours({})
    shown = [x._repr_mimebundle_()["text/html"] for x in (none, references)]
    assert [html.count('class="own"') for html in shown] == [0, len(NEEDED)]
    assert "the course’s own" in maps(none, SENTENCE).caption
    assert maps(references, SENTENCE).caption == "Drawn from your attention"
    progress_file.keep_answer("bleu", standing_alone(exercises()["bleu"].reference, "bleu"))
    assert "✓ bleu" in repr(Yours({})) and "○ adamw_step" in repr(Yours({}))


def test_it_learns_from_nothing_the_same_every_time_and_by_the_learners_parts(references):
    first, again = (trained(references, number_words(), 40).curve.history for _ in "ab")
    assert [row["loss"] for row in first.rows] == [row["loss"] for row in again.rows]
    assert first.rows[-1]["loss"] < first.rows[0]["loss"] / 2
    broken = Yours({})
    broken.around["clip_by_global_norm"].reference = lambda grads, most: [0 * g for g in grads]
    still = trained(broken, number_words(), 40).curve.history.rows
    assert still[-1]["loss"] > first.rows[-1]["loss"] * 2


def test_it_learns_pairs_of_another_script(references):
    pairs = toy_language(400, torch.Generator().manual_seed(1))
    learnt = trained(references, [(one, other.translate(GREEK)) for one, other in pairs], 150)
    assert learnt.right() > 0.75 * len(learnt.unseen)
    assert not {*learnt.unseen} & {*pairs}


def test_interrupt_keeps_what_was_learnt(references):
    beginner, steps = Beginner(references, number_words()), []

    def tired(source, target, update):
        steps.append(update)
        if update > 15:
            raise KeyboardInterrupt
        return 1.0

    beginner.learn(tired, 100)
    assert steps == [*range(1, 17)] and beginner.curve.history.stopped == "interrupted"
    assert isinstance(beginner.m.translate("zwei"), str)


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ([("a", "b")] * 100, "pairs has 1 different ones; at least 50 are needed"),
        ([("x y " * n, "b") for n in range(100)], "pieces, at most 60 fit"),
    ],
)
def test_pairs_that_cannot_be_learnt_are_refused_in_a_sentence(references, pairs, says):
    with pytest.raises(ValueError, match=says):
        Beginner(references, pairs)


RIGHT = {name: found.right for name, found in collect().items() if name in (*NEEDED, *AROUND)}


def test_right_parts_that_let_no_gradient_through_are_named_and_the_training_goes_on():
    ways = {"attention": "in_place_on_its_own_scores", "feed_forward": "modules",
            "layer_norm": "module", "merge_heads": "transposed_and_flattened"}  # fmt: skip
    chosen = {n: next(fn for fn in RIGHT[n] if fn.__name__ == way) for n, way in ways.items()}
    yours = Yours({name: standing_alone(fn, name) for name, fn in chosen.items()})
    learnt = trained(yours, number_words(), 3)
    assert learnt.cut == ["attention", "feed_forward", "layer_norm"]
    assert learnt.whose == ("with 1 part of yours; the course’s own attention, feed_forward, "
                            "layer_norm, since no gradient passes yours")  # fmt: skip
    assert Beginner(Yours({}), number_words()).cut == []


def test_answers_of_other_styles_train_and_sit_the_exam(kept_here, monkeypatch):
    draw = random.Random(3)
    own = {name: standing_alone(draw.choice(fns), name) for name, fns in RIGHT.items()}
    for name in AROUND:
        progress_file.keep_answer(name, own[name])
    yours = assembled({name: own[name] for name in NEEDED})
    assert all(part.is_yours for part in yours.around.values()), yours
    history = trained(yours, number_words(), 40).curve.history
    assert history.rows[-1]["loss"] < history.rows[0]["loss"] / 3
    some = questions()[:2]
    monkeypatch.setattr("tformer.course.your_translator.exam.questions", lambda: some)
    package, german = Translator.load(yours.weights), [german for german, _ in some]
    greedy, cached, weighed, plain = (
        examined(yours, by)
        for by in ("greedy_decode", "greedy_with_cache", "penalised_beam_search", "beam_search")
    )
    assert greedy.said == cached.said == package.translate(german, 1)
    written = [yours.written(package.source_ids(text), 1) for text in german]
    assert cached.places == sum(len(ids) - 1 for ids in written) < greedy.places / 2
    assert weighed.said == package.translate(german) and weighed.by == "your penalised_beam_search"
    package.length_penalty = 0.0
    assert plain.said == package.translate(german)
    assert not [name for name, part in yours.around.items() if not part.calls or part.trouble]
