"""The loop learns, counts every token once, stops when told, and refuses what cannot be honest."""

import csv
import dataclasses
import functools
import math
import os
import re
import signal

import numpy as np
import pytest
import torch
from torch import nn

from tformer import losses
from tformer.checkpoints import CheckpointError, load_model, read, write
from tformer.data import tasks
from tformer.data.batches import Batch, PairBatches, TextBatches
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.training import Recipe, evaluate, summed_loss, train
from tformer.training.history import History, TerminalProgress
from tformer.transformer import Transformer, TransformerConfig


def language_model(seed=0, **changes):
    sizes = dict(vocab_size=16, d_model=16, num_heads=2, num_layers=1, context_length=8) | changes
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)
        return LanguageModel(LanguageModelConfig(**sizes))


def text(batch_size=4, length=400, **settings):
    ids = torch.randint(16, (length,), generator=torch.Generator().manual_seed(0))
    return TextBatches(ids, context_length=8, batch_size=batch_size, **settings)


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def reversing(count, seed):
    examples = tasks.reverse(count, 5, torch.Generator().manual_seed(seed))
    src, tgt = examples.src.tolist(), examples.tgt.tolist()
    return PairBatches(src, tgt, max_tokens=600, pad_id=0)


def test_a_transformer_learns_to_reverse():
    torch.manual_seed(0)
    model = Transformer(TransformerConfig(13, 13, d_model=32, num_heads=2, num_layers=1, d_ff=64,
                                          dropout=0.0, norm_first=True))  # fmt: skip
    held_out = reversing(200, seed=1)
    recipe = Recipe(150, peak=5e-3, warmup=30, evaluate_every=50)
    history = train(model, reversing(4000, seed=0), recipe, validation=held_out, device="cpu")
    batches = list(held_out.once())
    right = torch.cat([(model(*b.inputs).argmax(-1) == b.targets).all(1) for b in batches])
    assert right.float().mean() > 0.99
    assert history.stopped == "finished" and history.best < 0.02
    updates, loss = history.column("loss")
    assert updates[-1] == 150 and loss[0] > 2 and loss[-1] < 0.05


def test_gradients_of_split_batches_add_up_to_the_whole_batch():
    """Two micro-batches of unequal numbers of tokens, against the one batch that holds both."""
    whole, split = language_model(), language_model()

    class Two(TextBatches):
        def _batch(self, rows):
            batch = super()._batch(rows)
            targets = batch.targets.clone()
            targets[rows // 8 % 3 == 0, 2:] = 0  # pad id 0: these windows have few targets
            return Batch(batch.inputs, targets, pad_id=0)

    ids = torch.randint(1, 16, (200,), generator=torch.Generator().manual_seed(0))
    both = Two(ids, context_length=8, batch_size=8, seed=3)
    halves = Two(ids, context_length=8, batch_size=4, seed=3)
    assert len({b.tokens for b in halves.once()}) > 1
    one = Recipe(2, precision="float32", clip=1e9, log_every=1)
    first = train(whole, both, one, device="cpu")
    second = train(split, halves, dataclasses.replace(one, accumulate=2), device="cpu")
    torch.testing.assert_close(weights(whole), weights(split), atol=1e-6, rtol=0)
    assert first.rows[1]["loss"] == pytest.approx(second.rows[1]["loss"], abs=1e-6)
    assert first.rows[1]["tokens"] == second.rows[1]["tokens"]


@pytest.mark.parametrize("classes", [7, 2**18], ids=["one block", "blocks of two rows"])
def test_the_summed_loss_is_the_one_of_the_losses_module(classes):
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(3, 5, classes, generator=generator)
    targets = torch.randint(classes, (3, 5), generator=generator)
    targets[1] = 2  # all of a block is padding
    batch = Batch((targets,), targets, pad_id=2)
    ours = losses.cross_entropy(
        logits, targets, ignore_index=2, label_smoothing=0.1, reduction="sum"
    )
    torch.testing.assert_close(summed_loss(logits, batch, 0.1), ours)


def test_evaluation_counts_tokens_once_without_dropout_and_leaves_the_model_as_it_was():
    model, batches = language_model(dropout=0.5).train(), text(batch_size=7)
    first = evaluate(model, batches)
    assert first == evaluate(model, batches) and model.training
    assert batches.position == {"epoch": 0, "batch": 0}
    total = tokens = 0
    model.eval()
    for batch in batches.once():
        for t in range(8):
            for row in range(len(batch.targets)):
                logits = model(batch.inputs[0])[row, t]
                total -= logits.log_softmax(-1)[batch.targets[row, t]].item()
                tokens += 1
        break
    one = next(iter(batches.once()))
    assert summed_loss(model(*one.inputs), one).item() == pytest.approx(total, rel=1e-5)
    assert one.tokens == tokens


@pytest.mark.parametrize(("average", "optimizer"), [(0.0, "adamw"), (0.9, "muon")])
def test_stopped_and_resumed_equals_never_stopped(average, optimizer, tmp_path):
    recipe = Recipe(20, evaluate_every=4, log_every=2, average=average, warmup=3,
                    optimizer=optimizer)  # fmt: skip
    whole, parts = language_model(dropout=0.2), language_model(dropout=0.2)
    a = train(whole, text(), recipe, validation=text(length=80), device="cpu")

    def interrupt(history):
        if history.rows[-1]["update"] == 10:
            os.kill(os.getpid(), signal.SIGINT)

    b = train(parts, text(), recipe, validation=text(length=80), folder=tmp_path,
              progress=interrupt, device="cpu")  # fmt: skip
    assert b.stopped == "interrupted" and b.rows[-1]["update"] == 11
    parts = language_model(seed=9, dropout=0.2)  # what it is before does not matter
    b = train(parts, text(), recipe, validation=text(length=80), folder=tmp_path, resume=True,
              device="cpu")  # fmt: skip
    assert weights(whole).equal(weights(parts))
    assert a.column("validation") == b.column("validation") and b.stopped == "finished"
    stored, _ = load_model(tmp_path / "model.safetensors")
    assert weights(stored).equal(weights(whole))
    assert not weights(whole).equal(weights(language_model(dropout=0.2)))


def test_nothing_outside_is_touched_and_a_seed_decides():
    torch.manual_seed(1)
    state, handler = torch.get_rng_state(), signal.getsignal(signal.SIGINT)
    models = [language_model(dropout=0.3) for _ in range(3)]
    for model, seed in zip(models, (0, 0, 1), strict=True):
        train(model, text(), Recipe(3, seed=seed), device="cpu")
    assert torch.get_rng_state().equal(state) and signal.getsignal(signal.SIGINT) is handler
    assert weights(models[0]).equal(weights(models[1]))
    assert not weights(models[0]).equal(weights(models[2]))


def test_the_best_weights_are_kept_and_patience_ends_the_run(tmp_path):
    model = language_model()
    memorised, other = text(length=40), text(length=160)
    recipe = Recipe(400, peak=1e-2, warmup=1, evaluate_every=10, patience=3)
    history = train(model, memorised, recipe, validation=other, folder=tmp_path, device="cpu")
    updates, validation = history.column("validation")
    assert history.stopped == "early" and updates[-1] < 400
    assert validation[-4] == min(validation) and history.rows[-1]["update"] == updates[-1]
    assert evaluate(model, other) == pytest.approx(min(validation), abs=1e-6)
    with open(tmp_path / "curve.csv") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(history.rows) and float(rows[-1]["loss"]) == history.rows[-1]["loss"]

    def again(**changes):
        its = dataclasses.replace(recipe, **changes)
        return train(language_model(seed=9), text(length=40), its, validation=other,
                     folder=tmp_path, resume=True, device="cpu")  # fmt: skip

    resumed = again()
    assert resumed.stopped == "early" and resumed.rows == history.rows
    assert again(patience=4).rows[-1]["update"] == history.rows[-1]["update"] + 10


def test_a_model_that_sees_the_future_is_refused_at_once():
    class Peeking(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(16, 16)

        def forward(self, ids):
            return self.table(ids.roll(-1, 1))

    with pytest.raises(ValueError, match=r"model sees the future: changing token \d moves"):
        train(Peeking(), text(), Recipe(2), device="cpu")
    train(Peeking(), text(), Recipe(2, causal=False), device="cpu")


def test_an_unshifted_target_is_called_too_good():
    class Unshifted(TextBatches):
        def _batch(self, rows):
            batch = super()._batch(rows)
            return dataclasses.replace(batch, targets=batch.inputs[0])

    ids = torch.randint(16, (2000,), generator=torch.Generator().manual_seed(0))
    recipe = Recipe(60, peak=1e-2, warmup=5, log_every=10)
    settings = dict(context_length=8, batch_size=16)
    entropy = math.log(16)
    wrong = train(language_model(), Unshifted(ids, **settings), recipe, entropy=entropy)
    right = train(language_model(), TextBatches(ids, **settings), recipe, entropy=entropy)
    assert wrong.too_good and wrong.rows[-1]["loss"] < 0.5
    assert not right.too_good and right.rows[-1]["loss"] > 0.95 * entropy


def test_a_loss_that_is_no_number_ends_the_run():
    with pytest.raises(FloatingPointError, match="loss is nan at update 1: lower the rate"):
        model = language_model()
        nn.init.constant_(model.final_norm.weight, math.nan)
        train(model, text(), Recipe(2, log_every=1, causal=False), device="cpu")


def test_an_old_run_is_neither_overwritten_nor_resumed_by_another_recipe(tmp_path):
    train(language_model(), text(), Recipe(4), folder=tmp_path, device="cpu")
    with pytest.raises(FileExistsError, match="already holds a run: resume=True"):
        train(language_model(), text(), Recipe(4), folder=tmp_path, device="cpu")
    with pytest.raises(CheckpointError, match=r"peak=0\.001, not 0\.5"):
        train(language_model(), text(), Recipe(4, peak=0.5), folder=tmp_path, resume=True)
    with pytest.raises(CheckpointError, match="d_model=16 there, 32 here"):
        train(language_model(d_model=32), text(), Recipe(4), folder=tmp_path, resume=True)
    history = train(language_model(), text(), Recipe(6), folder=tmp_path, resume=True)
    assert history.rows[-1]["update"] == 6 and history.folder == tmp_path
    with pytest.raises(ValueError, match="resume=True needs the folder"):
        train(language_model(), text(), Recipe(4), resume=True)


@pytest.mark.ci
@pytest.mark.parametrize(("recipe", "updates", "jump"), [
    (Recipe(40, peak=2e-3, warmup=4), 400, "cosine .* 40 updates .* 400: the rate goes from 0.0002 "
     "to 0.002 at update 41\n"),
    (Recipe(40, peak=2e-3, warmup=4), 48, "from 0.0002 to 0.00031 at"),
    (Recipe(40, peak=2e-3, warmup=4), 42, None),  # 0.00020 and 0.00020
    (Recipe(4, peak=2e-3, warmup=8, schedule="constant"), 8, "constant .* from 0.002 to 0.0013 at"),
    (Recipe(8, warmup=4, schedule="constant"), 16, None),
    (Recipe(8, warmup=4, schedule="noam"), 16, None),
    (Recipe(8, warmup=4), 8, None),
])  # fmt: skip
def test_a_rate_that_jumps_where_a_run_goes_on_is_told(recipe, updates, jump, tmp_path, capsys):
    train(language_model(), text(), recipe, folder=tmp_path, device="cpu")
    assert capsys.readouterr().err == ""
    longer = dataclasses.replace(recipe, updates=updates)
    history = train(language_model(), text(), longer, folder=tmp_path, device="cpu", resume=True)
    said = capsys.readouterr().err
    assert history.rows[-1]["update"] == updates
    assert re.search(jump, said) if jump else said == ""


def test_a_run_of_numpys_numbers_is_kept_and_goes_on(tmp_path):
    sizes = dict(vocab_size=np.int64(16), d_model=np.int32(16), num_heads=np.uint8(2))
    batches = text(batch_size=np.int64(4), seed=np.uint8(7))
    recipe = Recipe(np.int64(4), peak=np.float32(1e-3), betas=(np.float32(0.9), np.float64(0.98)),
                    warmup=np.int64(2), clip=np.float16(1))  # fmt: skip
    train(language_model(**sizes), batches, recipe, folder=tmp_path, device="cpu")
    plain = Recipe(6, peak=float(np.float32(1e-3)), betas=(float(np.float32(0.9)), 0.98), warmup=2)
    train(language_model(), text(seed=7), plain, folder=tmp_path, resume=True, device="cpu")
    model, _ = load_model(tmp_path / "model.safetensors")
    assert type(model.config.d_model) is int


def test_a_model_that_lies_alone_in_a_folder_is_not_overwritten(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"precious")
    with pytest.raises(FileExistsError, match=r"already holds a model, model\.safe"):
        train(language_model(), text(), Recipe(4), folder=tmp_path, device="cpu")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"precious"]


def test_one_run_at_a_time_writes_to_a_folder_and_clears_what_killed_ones_left(tmp_path):
    (tmp_path / ".run.safetensors.1234.part").write_bytes(b"half")
    seen = []

    def another(history):
        seen.extend(path.name for path in tmp_path.iterdir())
        for resume in (False, True) if history.rows[-1]["update"] == 2 else ():
            with pytest.raises(OSError, match="another run is writing there"):
                train(language_model(), text(), Recipe(4), folder=tmp_path, resume=resume)

    recipe = Recipe(4, log_every=2)
    train(language_model(), text(), recipe, folder=tmp_path, progress=another, device="cpu")
    assert ".run.safetensors.1234.part" not in seen and "run.safetensors" in seen
    assert {path.name for path in tmp_path.iterdir()} == {
        "run.safetensors", "model.safetensors", "curve.csv"
    }  # fmt: skip
    train(language_model(), text(), recipe, folder=tmp_path, resume=True, device="cpu")


def test_a_run_file_that_lacks_something_is_refused(tmp_path):
    train(language_model(), text(), Recipe(2), folder=tmp_path, device="cpu")
    tensors, header = read(tmp_path / "run.safetensors")
    known, whole = header["progress"], {"progress": header["progress"]}
    wrong = [{"position": None}, {"rows": 3}, {"rows": [{}]}, {"update": "2"}, {"recipe": 3}]
    wrong = [{}, [], *(known | part for part in wrong)]
    for part in (*({"progress": progress} for progress in wrong), whole | {"numbers": {"99.x": 1}},
                 whole | {"numbers": {"no number": 1}}, whole | {"optimizer": []}):  # fmt: skip
        write(tmp_path / "run.safetensors", tensors, header | part)
        with pytest.raises(CheckpointError, match=r"run\.safetensors holds no whole run"):
            train(language_model(), text(), Recipe(4), folder=tmp_path, resume=True)


def test_other_data_are_refused_and_the_run_stays_as_it_was(tmp_path):
    """One token changed somewhere in either part, or the same text cut into other batches."""

    def go(training, validation, updates=4):
        return train(language_model(), training, Recipe(updates), validation=validation,
                     folder=tmp_path, resume=updates > 2, device="cpu")  # fmt: skip

    def altered(stream):
        stream.ids[300] = (stream.ids[300] + 1) % 16
        return stream

    go(text(), text(length=350), updates=2)
    before = (tmp_path / "run.safetensors").read_bytes()
    for training, validation, part in (
        (altered(text()), text(length=350), "training"),
        (text(length=399), text(length=350), "training"),
        (text(batch_size=8), text(length=350), "training"),
        (text(), altered(text(length=350)), "validation"),
    ):
        with pytest.raises(CheckpointError, match=rf"other {part} data \(checksum \w+ there"):
            go(training, validation)
    assert (tmp_path / "run.safetensors").read_bytes() == before
    assert go(text(), text(length=350)).rows[-1]["update"] == 4


def test_an_unwritable_folder_shows_before_training(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError, match="cannot write"):
        train(language_model(), text(), Recipe(4), folder=tmp_path / "file", device="cpu")


def test_a_disk_that_fills_up_costs_nothing_that_was_learnt(tmp_path, monkeypatch, capsys):
    from tformer import checkpoints

    real = checkpoints.atomic_write

    def full(path, content):
        if str(path).startswith(str(tmp_path / "run")) and (tmp_path / "full").exists():
            raise OSError(28, "cannot write (No space left on device)", str(path))
        real(path, content)

    monkeypatch.setattr(checkpoints, "atomic_write", full)
    model = language_model()
    history = train(model, text(), Recipe(8, evaluate_every=4, log_every=2), device="cpu",
                    folder=tmp_path / "run",
                    progress=lambda _: (tmp_path / "full").touch())  # fmt: skip
    said = capsys.readouterr().err
    assert "update 4: " in said and "No space left" in said
    assert "run ends with update 0 and holds no model" in said
    rescued = said.split("what was learnt is in ")[1].strip()
    stored, _ = load_model(os.path.join(rescued, "model.safetensors"))
    assert weights(stored).equal(weights(model))
    assert read(tmp_path / "run" / "run.safetensors")[1]["progress"]["update"] == 0
    assert str(history.folder) == rescued


def test_where_every_disk_is_full_that_is_said(tmp_path, monkeypatch):
    from tformer import checkpoints

    real = checkpoints.atomic_write

    def full(path, content):
        if len(history) > 2:
            raise OSError(28, "No space left on device", str(path))
        real(path, content)

    history = []
    monkeypatch.setattr(checkpoints, "atomic_write", full)
    with pytest.raises(OSError, match=r"after update 4 is lost: .*run is full, and .*No space"):
        train(language_model(), text(), Recipe(8, evaluate_every=4, log_every=2), device="cpu",
              folder=tmp_path / "run", progress=history.append)  # fmt: skip


def test_a_run_ends_when_its_time_is_over(tmp_path):
    recipe = Recipe(10**6, minutes=1e-3, log_every=1, evaluate_every=10**6)
    history = train(language_model(), text(), recipe, folder=tmp_path, device="cpu")
    assert history.stopped == "finished" and history.rows[-1]["seconds"] > 0.06
    assert all(row["seconds"] <= 0.06 for row in history.rows[:-1])
    before = history.rows
    history = train(language_model(), text(), recipe, folder=tmp_path, resume=True, device="cpu")
    assert history.stopped == "finished" and history.rows == before


def test_rates_climb_to_the_peak_and_fall():
    for schedule, last in (("noam", 0.5), ("cosine", 0.1), ("constant", 1.0)):
        recipe = Recipe(400, peak=2e-3, warmup=100, schedule=schedule)
        rates = [recipe.rate(n) for n in range(1, 401)]
        assert max(rates) == pytest.approx(2e-3) and rates[0] == pytest.approx(2e-5)
        assert rates[-1] == pytest.approx(2e-3 * last)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (dict(updates=0), "updates=0"),
        (dict(accumulate=0), "accumulate=0"),
        (dict(schedule="linear"), "schedule='linear' is unknown"),
        (dict(precision="half"), "precision='half' is unknown"),
        (dict(label_smoothing=1.0), r"label_smoothing=1\.0"),
        (dict(peak=0.0), r"peak=0\.0 must be a positive number"),
    ],
)
def test_a_recipe_that_makes_no_sense_is_named(settings, named):
    with pytest.raises(ValueError, match=named):
        Recipe(**{"updates": 9, **settings})


def test_a_device_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match="device=cuda: torch sees no GPU here"):
        train(language_model(), text(), Recipe(2), device="cuda")


def test_precision_is_a_choice():
    model = language_model()
    history = train(model, text(), Recipe(3, precision="bfloat16"), device="cpu")
    assert math.isfinite(history.rows[-1]["loss"])
    assert {p.dtype for p in model.parameters()} == {torch.float32}


@pytest.mark.ci
def test_a_compiled_run_is_one_graph_stores_the_same_names_and_goes_on(tmp_path, monkeypatch):
    # The graph is traced as ever and then run by torch itself: no C++ compiler, no minute's wait.
    compile_ = functools.partial(torch.compile, backend="eager", fullgraph=True)
    monkeypatch.setattr(torch, "compile", compile_)
    plain, compiled = language_model(), language_model()
    recipe = Recipe(4, warmup=1, schedule="constant", average=0.5)
    train(plain, text(), recipe, device="cpu")
    recipe = dataclasses.replace(recipe, compile=True)
    half = dataclasses.replace(recipe, updates=2)
    train(language_model(dropout=0.1), text(), half, device="cpu")
    train(compiled, text(), half, folder=tmp_path, device="cpu")
    compiled = language_model(seed=9)
    train(compiled, text(), recipe, folder=tmp_path, resume=True, device="cpu")
    torch.testing.assert_close(weights(compiled), weights(plain))
    stored, _ = load_model(tmp_path / "model.safetensors")
    assert weights(stored).equal(weights(compiled))


def test_speed_and_time_left_are_told(capsys):
    history = History(updates=100, entropy=1.5)
    assert history.best is None and math.isnan(history.seconds_left) and not history.too_good
    history.add(2.0, 1e-3, 500, 2.0, 20)
    history.add(1.4, 1e-3, 500, 3.0, 40)
    assert history.tokens_per_second == 200 and history.seconds_left == pytest.approx(7.5)
    assert history.column("validation") == ([], [])
    history.rows[-1]["validation"] = 1.6
    progress = TerminalProgress()
    history.stopped = "finished"
    progress(history)
    said = capsys.readouterr().err
    assert "40/100" in said and "loss=1.400" in said and "tokens/s=200" in said
    assert "entropy=1.500" in said and "too good" not in said
    history.rows[-1]["loss"] = 0.1
    assert history.too_good
