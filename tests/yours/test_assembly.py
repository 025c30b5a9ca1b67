"""The translator on learners' functions: the package's text and logits, and whose part is wrong."""

import inspect
import os
import random
from itertools import islice

import pytest
import torch

from tests.answers import collect
from tformer.course.checker.keeping import standing_alone
from tformer.course.course_map import NEEDED, exercises, lesson_of
from tformer.course.your_translator import assemble, assembled
from tformer.course.your_translator.assembly import reference
from tformer.pretrained import ASSETS
from tformer.translator import Translator

SENTENCES = (
    "Ein Hund rennt am Strand.",
    "Zwei Kinder spielen im Schnee mit einem roten Ball, während ihre Eltern zusehen.",
    "Eine Frau fährt Fahrrad.",
)


# More of them at leisure: TFORMER_ASSEMBLIES=30 TFORMER_WRONG=40 pytest
ASSEMBLIES = int(os.environ.get("TFORMER_ASSEMBLIES", "2"))
WRONG = int(os.environ.get("TFORMER_WRONG", "6"))


@pytest.fixture(scope="module")
def package():
    return Translator.load(ASSETS / "translator.safetensors")


@pytest.fixture(scope="module")
def sources():
    return {name: standing_alone(reference(name), name) for name in NEEDED}


def gap(yours, package):
    """The largest distance of the logits from the package's, at real positions."""
    ids = [torch.tensor(package.source_ids(text)) for text in SENTENCES]
    src = torch.nn.utils.rnn.pad_sequence(ids, True, 0)
    tgt = torch.nn.utils.rnn.pad_sequence([i.roll(1) for i in ids], True, 0)
    with torch.no_grad():
        want = package.model(src, tgt)
    return (yours.logits(src, tgt) - want)[tgt != 0].abs().max().item()


def test_every_part_stands_in_a_lesson_of_the_course():
    assert all(exercises()[name] in lesson_of(name).exercises for name in NEEDED)
    assert lesson_of("softmax").number == "02"


def test_all_parts_of_a_learner_give_the_packages_text_and_logits(package, sources):
    yours = assembled(sources)
    assert yours.yours == [*NEEDED] and not yours.troubles
    before = yours.calls()
    assert gap(yours, package) < 2e-5  # 7e-6 was measured; what is promised is 1e-4
    assert [yours.translate(text) for text in SENTENCES] == package.translate(SENTENCES)
    one = [yours.translate(text, 1) for text in SENTENCES]
    assert one == package.translate(SENTENCES, 1)
    assert all(count > before[name] for name, count in yours.calls().items()), "all have run"
    assert yours.translate("  ") == ""


def test_a_learners_function_really_runs(sources):
    lines = "print('my own words', end='')\n"
    source = sources["merge_heads"].replace("    batch,", f"    {lines}    batch,", 1)
    yours = assembled({"merge_heads": source})
    assert yours.yours == ["merge_heads"] and yours.parts["merge_heads"].calls > 0


def test_nothing_kept_yet_translates_and_says_so(tmp_path, monkeypatch, package):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    yours = assemble()
    assert "Nothing is kept yet" in repr(yours) and "0 of 20 parts are yours" in yours.card.html()
    assert yours.translate(SENTENCES[0]) == package.translate(SENTENCES[:1])[0]


RIGHT = {name: found.right for name, found in collect().items() if name in NEEDED}


@pytest.mark.parametrize("seed", range(ASSEMBLIES))
def test_right_answers_drawn_at_random_give_the_same(seed, package, sources):
    draw = random.Random(seed)
    chosen = {name: draw.choice(fns) for name, fns in RIGHT.items()}
    own = {name: standing_alone(fn, name) for name, fn in chosen.items()}
    yours = assembled({**sources, **own})
    said = [str(trouble) for trouble in yours.troubles]
    assert not said, said
    assert gap(yours, package) < 1e-4
    assert yours.translate(SENTENCES[0]) == package.translate(SENTENCES[:1])[0]


PLANTED = [
    (name, mistake.slug) for name in NEEDED if name in exercises()
    for mistake in islice(exercises()[name].mistakes, 3)
]  # fmt: skip


def planted(name, slug):
    found = exercises()[name]
    return found.wrong({m.slug: m for m in found.mistakes}[slug])


def test_of_wrong_parts_planted_by_force_the_right_one_is_named(sources):
    """Mistakes of the tables; some of them make no difference to this model, and may stay."""
    named, harmless = 0, []
    for name, slug in random.Random(0).sample(PLANTED, WRONG):
        yours = _unrehearsed(sources)
        yours.parts[name].own = planted(name, slug)
        found = [trouble.part for trouble in yours.rehearse()]
        assert found in ([name], []), (name, slug, found)
        named += found == [name]
        harmless += [] if found else [(name, slug)]
        assert yours.translate(SENTENCES[0], 1) == "A dog runs on the beach."
    assert named >= 0.9 * WRONG - 0.5, harmless


def _unrehearsed(sources):
    from tformer.course.your_translator import Yours

    return Yours(sources)


def test_trouble_names_the_part_the_line_and_the_input(sources):
    broken = sources["merge_heads"].replace("transpose(1, 2)", "transpose(1, 4)")
    trouble = assembled({**sources, "merge_heads": broken}).troubles[0]
    assert trouble.part == "merge_heads" and "transpose(1, 4)" in trouble.code
    assert trouble.given.startswith("x float32 (2, 4, ") and "IndexError" in trouble.why
    line = broken.splitlines()[trouble.line - 1]
    assert trouble.code == line.strip() and "transpose(1, 4)" in str(trouble)


def test_an_inner_part_is_not_blamed_for_what_it_was_given(sources):
    wrong = sources["decoder_layer"].replace("memory, memory_mask)", "memory, mask)", 1)
    assert wrong != sources["decoder_layer"]
    yours = assembled({**sources, "decoder_layer": wrong})
    assert [trouble.part for trouble in yours.troubles] == ["decoder_layer"]


def test_a_part_that_fails_only_later_is_replaced_on_the_spot(sources):
    late = "    assert x.shape[2] < 16, 'too long for me'\n"
    source = sources["merge_heads"].replace("    batch,", late + "    batch,", 1)
    yours = assembled({**sources, "merge_heads": source})
    assert not yours.troubles
    assert yours.translate(SENTENCES[1], 1).startswith("Two children")
    assert "too long for me" in repr(yours) and "merge_heads" not in yours.yours


def test_a_part_whose_answer_breaks_another_later_is_named_all_the_same(sources):
    late = "    if x.shape[2] == 16:\n        return None\n"
    source = sources["merge_heads"].replace("    batch,", late + "    batch,", 1)
    yours = assembled({**sources, "merge_heads": source})
    assert not yours.troubles
    assert yours.translate(SENTENCES[1], 1).startswith("Two children")
    assert [trouble.part for trouble in yours.troubles] == ["merge_heads"]


@pytest.mark.parametrize(
    ("name", "work"),
    [("merge_heads", "x + 1"), ("encoder_layer", "attend(norm1(x), norm1(x), mask)")],
)
def test_a_part_that_never_ends_in_the_whole_is_named_and_replaced(
    name, work, sources, monkeypatch
):
    """On the checker's cases the loop ends; in the machine, with more features, it does not."""
    monkeypatch.setattr("tformer.course.your_translator.parts.SECONDS", 3)
    names = ["x", "mask", "attend", "feed_forward", "norm1", "norm2"][: 1 if work == "x + 1" else 6]
    loop = f"    while x.shape[-1] > 20:\n        try:\n            {work}\n"
    loop += "        except Exception:\n            pass\n    return x\n"
    yours = assembled({**sources, name: f"def {name}({', '.join(names)}):\n{loop}"})
    assert len(yours.troubles) == 1, yours
    trouble = yours.troubles[0]
    assert trouble.part == name and "does not end: 3 seconds" in str(trouble) and trouble.line
    assert yours.translate(SENTENCES[0], 1) == "A dog runs on the beach."


def test_a_text_that_is_too_long_is_refused_by_name():
    with pytest.raises(ValueError, match="the model reads at most 256"):
        assembled({}).translate("Hund " * 300)


@pytest.mark.parametrize("source", ["raise SystemExit", "import nothing_there", "x = (", "x = 1"])
def test_a_part_that_cannot_be_loaded_breaks_nothing(source):
    yours = assembled({"softmax": source})
    assert not yours.yours and yours.troubles[0].part == "softmax"


def test_without_one_part_and_with_a_mistake(sources):
    yours = assembled(sources)
    assert set(yours.yours) - set(yours.without("softmax").yours) == {"softmax"}
    wrong = yours.with_mistake("layer_norm", "gamma-forgotten")
    assert wrong.translate(SENTENCES[0], 1) != yours.translate(SENTENCES[0], 1)
    raises = yours.with_mistake("merge_heads", "not-joined")
    assert raises.translate(SENTENCES[0]).startswith("(nothing: with this merge_heads it raises")
    with pytest.raises(ValueError, match="no part of the translator"):
        yours.without("bleu")
    with pytest.raises(ValueError, match="no mistake of softmax"):
        yours.with_mistake("softmax", "none")
    with pytest.raises(TypeError, match="give one string"):
        yours.translate(["Hallo"])


def test_the_machine_stands_on_three_libraries():
    from tformer.course.your_translator import machine

    assert "tformer" not in [
        line.split()[1].split(".")[0]
        for line in inspect.getsource(machine).splitlines()
        if line.startswith(("import ", "from "))
    ]


def test_a_part_is_timed_beside_the_courses(sources):
    slow = sources["layer_norm"].replace(
        "    mean", "    for _ in range(3000):\n        pass\n    mean", 1
    )
    assert slow != sources["layer_norm"]
    yours = assembled({"layer_norm": slow, "softmax": sources["softmax"]})
    calls = yours.calls()
    speed = yours.speed("layer_norm")
    assert speed.ratio > 1.5 and speed.ratio == speed.yours / speed.course
    assert f"{speed.ratio:.1f} times as long" in str(speed)
    assert 0.2 < yours.speed("softmax").ratio < 5  # the same source twice
    assert yours.calls() == calls  # a measurement is no work
    assert yours.speed("attention") is None
    with pytest.raises(ValueError, match="name='nothing' is no part"):
        yours.speed("nothing")


def test_every_part_can_be_timed(sources):
    yours = assembled(sources)
    assert all(yours.speed(name).yours > 0 for name in NEEDED)
