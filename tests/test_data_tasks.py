"""The tasks say the right thing, know where it came from, and repeat themselves."""

import datetime
import re

import pytest
import torch

from tformer.data import tasks
from tformer.data.tasks import BOS, EOS, PAD


def drawn(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("task", [tasks.copy, tasks.reverse])
def test_copy_and_reverse_follow_their_alignment(task):
    examples = task(50, 7, drawn())
    source = [examples.text(row) for row in examples.src]
    target = [examples.text(row) for row in examples.tgt]
    assert target == (source if task is tasks.copy else [s[::-1] for s in source])
    assert (examples.tgt[:, 0] == BOS).all() and (examples.tgt[:, -1] == EOS).all()
    assert examples.pairs() == list(zip(source, target, strict=True))
    assert examples.src.shape == (50, 8) and (examples.src[:, -1] == EOS).all()
    assert examples.alignment.shape == (50, 8, 8)  # the last step and the last symbol: EOS
    step_told, symbol_telling = examples.alignment.any(2), examples.alignment.any(1)
    for told in (step_told, symbol_telling):
        assert told[:, :-1].all() and not told[:, -1].any()
    assert (examples.alignment.sum(2)[:, :-1] == 1).all()
    pointed = examples.src.gather(1, examples.alignment.int().argmax(2)[:, :-1])
    assert pointed.equal(examples.tgt[:, 1:-1])
    assert len(examples.src[:, :-1].unique()) == 10  # all digits occur


def test_dates_are_iso_and_aligned_in_all_three_forms():
    examples = tasks.dates(300, drawn())
    forms = set()
    for src, tgt, alignment in zip(examples.src, examples.tgt, examples.alignment, strict=True):
        source, target = examples.text(src), examples.text(tgt)
        for form in ("%B %d, %Y", "%d %B %Y", "%b %d, %Y"):
            try:
                read = datetime.datetime.strptime(source, form).date()
            except ValueError:
                continue
            forms.add(form)
            assert target == read.isoformat()
        marked = [examples.text(src[row]) for row in alignment]
        month = re.search("[A-Z][a-z]+", source)[0]
        day = re.search(r"\b\d{1,2}\b", source)[0]
        tens = day[0] if len(day) == 2 else ""
        century, decade, year = target[:2], target[2], target[3]
        wanted = [century, "", decade, year, "", month, month, "", tens, day[-1], ""]
        assert marked == wanted
        # the day is read at the day and the year at the year, not at equal digits of the other
        year_at = source.index(target[:4])
        assert alignment[[0, 2, 3]].int().argmax(1).sub(year_at).tolist() == [0, 2, 3]
        assert alignment[9].int().argmax() == re.search(r"\b\d{1,2}\b", source).end() - 1
    assert len(forms) == 3
    assert (examples.src == EOS).sum(1).eq(1).all() and (examples.src[:, -1] == PAD).any()


def test_held_out_dates_are_never_drawn_for_training():
    def days(held_out):
        examples = tasks.dates(4000, drawn(), held_out=held_out)
        return {examples.text(row) for row in examples.tgt}

    assert not days(True) & days(False)
    assert len({day[-2:] for day in days(True)}) == 31


def test_neighbours_form_a_ring():
    task = tasks.neighbours(20, 6, 9, drawn())
    assert task.targets[:, :, 0].equal(task.tokens.roll(1, 1))
    assert task.targets[:, :, 1].equal(task.tokens.roll(-1, 1))
    assert task.targets[3, 2, 1] == task.tokens[3, task.alignment[3, 2, 1]]


def test_equal_generators_draw_equal_examples_and_no_global_state_moves():
    before = torch.get_rng_state()
    assert tasks.dates(9, drawn(3)).src.equal(tasks.dates(9, drawn(3)).src)
    assert not tasks.reverse(9, 5, drawn(3)).src.equal(tasks.reverse(9, 5, drawn(4)).src)
    assert torch.get_rng_state().equal(before)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: tasks.copy(0, 3, drawn()), "count=0"),
        (lambda: tasks.reverse(3, -1, drawn()), "length=-1"),
        (lambda: tasks.neighbours(3, 3, 0, drawn()), "vocab_size=0"),
        (lambda: tasks.dates(0, drawn()), "count=0"),
        (lambda: tasks.ExampleBatches(tasks.copy(2, 2, drawn()), batch_size=0), "batch_size=0"),
    ],
)
def test_sizes_that_make_no_sense_are_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


def test_batches_hold_every_example_once_an_epoch_and_count_their_padding():
    examples = tasks.dates(50, drawn())
    stream = tasks.ExampleBatches(examples, batch_size=16)
    batches = [next(stream) for _ in range(len(stream))]
    assert [len(batch.targets) for batch in batches] == [16, 16, 16, 2]
    for part, whole in ((0, examples.src), (1, examples.tgt[:, :-1])):
        fed = torch.cat([batch.inputs[part] for batch in batches])
        assert sorted(fed.tolist()) == sorted(whole.tolist()) and fed.tolist() != whole.tolist()
    assert all(b.inputs[1][:, 1:].equal(b.targets[:, :-1]) for b in batches)
    fed = torch.cat((examples.src, examples.tgt), 1)
    assert stream.padding_share == pytest.approx((fed == PAD).sum().item() / fed.numel())
    assert next(stream).inputs[0].shape[0] == 16 and stream.position == {"epoch": 1, "batch": 1}
    other = tasks.ExampleBatches(tasks.dates(50, drawn(1)), batch_size=16)
    assert stream.fingerprint() != other.fingerprint()
