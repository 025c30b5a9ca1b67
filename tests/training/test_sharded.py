"""Two processes that share out a model learn what one learns, and leave the files that one leaves.

pytest starts this file under torchrun, once; `two_processes` is what it does there.
"""

import copy
import dataclasses
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch.distributed.tensor.debug import CommDebugMode

from tformer.__main__ import main
from tformer.checkpoints import gather_whole, load_model, read, share_out
from tformer.data import tasks
from tformer.data.batches import TextBatches
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.training import Recipe, train
from tformer.training.devices import join_processes, sharded
from tformer.training.optimizers import make_optimizer
from tformer.training.recipes import load_recipe
from tformer.transformer import Transformer, TransformerConfig

pytestmark = pytest.mark.ci
CPU, CUT = torch.device("cpu"), 40
RECIPE = Recipe(50, schedule="constant", warmup=5, average=0.9, evaluate_every=20, log_every=1,
                precision="float32")  # fmt: skip
MUON = dataclasses.replace(RECIPE, optimizer="muon", clip=0.2, average=0.0, evaluate_every=50)


def language_model(**changes):
    """Tied, and of 11 letters, which two processes cannot share evenly."""
    sizes = dict(vocab_size=11, d_model=16, num_heads=2, num_layers=2, context_length=8) | changes
    torch.manual_seed(0)
    return LanguageModel(LanguageModelConfig(**sizes))


def text(length):
    ids = torch.randint(6, (length,), generator=torch.Generator().manual_seed(length))
    return TextBatches(ids + ids.roll(1), context_length=8, batch_size=3)


def translator():
    sizes = dict(d_model=16, num_heads=2, num_layers=1, d_ff=32, dropout=0.0, tie_weights="all")
    torch.manual_seed(0)
    return Transformer(TransformerConfig(13, 13, **sizes))


def copying():
    examples = tasks.copy(60, 5, torch.Generator().manual_seed(1))
    return tasks.ExampleBatches(examples, batch_size=5)


def learn(folder, *, cut=None, recipe=RECIPE, **how):
    """The model; ``cut`` gets the run as a power cut in update 45 would leave it."""
    model = language_model()

    def watch(history):
        if cut and history.rows[-1]["update"] == CUT + 5:
            cut.mkdir()
            shutil.copy(folder / "run.safetensors", cut)

    train(model, text(400), recipe, validation=text(60), folder=folder, device="cpu",
          progress=watch, **how)  # fmt: skip
    return model


def learn_with_muon(folder, **how):
    train(translator(), copying(), MUON, folder=folder, device="cpu", **how)


DATES = load_recipe("dates")
IN_DOUBLE = {  # how many processes learn; how one does is the same but for who computes what
    "plain": (False, {}),
    "averaged, accumulated": (True, {"average": 0.9, "accumulate": 2}),
    "muon": (True, {"optimizer": "muon"}),
}


def learn_dates_in_double(folder, name, *, alone=False):
    """`dates` with its own model and rate, 33 a batch, in float64: 50 updates."""
    shard, changes = IN_DOUBLE[name]
    settings = {**DATES["training"], **changes, "updates": 50, "evaluate_every": 25, "log_every": 1}
    learnt, exam = (tasks.dates(n, torch.Generator().manual_seed(n)) for n in (1700, 100))
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float64)
    try:
        size = len(tasks.LETTERS)
        model = Transformer(TransformerConfig(size, size, **DATES["model"]))
        train(model, tasks.ExampleBatches(learnt, batch_size=33), Recipe(**settings),
              validation=tasks.ExampleBatches(exam, batch_size=33), folder=folder / name,
              shard=shard and not alone, device="cpu")  # fmt: skip
    finally:
        torch.set_default_dtype(torch.float32)


def load(folder):
    return load_model(folder / "model.safetensors")[0]


def weights(model):
    return torch.cat([gather_whole(p.detach()).flatten() for p in model.parameters()])


def two_processes(folder):
    """What each of two processes does."""
    assert join_processes(CPU)[1] == 2
    model = learn(folder / "sharded", cut=folder / "cut", shard=True)
    assert type(model) is LanguageModel and not model.training  # whole, with the best weights
    torch.distributed.barrier()
    assert torch.equal(weights(model), weights(load(folder / "sharded")))
    if torch.distributed.get_rank() == 0:
        for name in ("again", "apart", "alone"):
            shutil.copytree(folder / "cut", folder / name)
    torch.distributed.barrier()
    learn(folder / "again", resume=True, shard=True)
    learn(folder / "apart", resume=True)
    learn(folder / "from one", resume=True, shard=True)
    learn_with_muon(folder / "muon", shard=True)
    for name in IN_DOUBLE:
        learn_dates_in_double(folder / "double", name)
    each_keeps_its_half()
    muon_steps_like_torchs()
    for norm in ("layer", "rms"):
        bfloat16_is_that_of_one(norm)
    torch.distributed.destroy_process_group()


def each_keeps_its_half():
    parts = sharded(language_model(), CPU)
    assert parts.unembedding.weight is parts.embedding.tokens.weight
    parts(torch.arange(8).view(1, 8)).sum().backward()
    parts.eval()(torch.arange(8).view(1, 8))
    assert parts.unembedding.weight is parts.embedding.tokens.weight
    for x in (parts.parameters(), (p.grad for p in parts.parameters())):
        own = sum(part.to_local().numel() for part in x)
        assert own < 0.6 * sum(p.numel() for p in language_model().parameters())


def muon_steps_like_torchs():
    one, parts = language_model(), sharded(language_model(), CPU)
    for model in (one, parts):
        optimizer = make_optimizer(model, "muon", lr=0.01, betas=(0.9, 0.98), weight_decay=0.1)
        draw = torch.Generator().manual_seed(0)
        for _ in range(2):  # the second step remembers the first
            for p in model.parameters():
                p.grad = share_out(torch.randn(p.shape, generator=draw), p)
            with CommDebugMode() as talk:
                optimizer.step()
    matrices = len(optimizer.param_groups[0]["params"])
    assert talk.get_total_counts() == matrices == 12  # gathered once each
    assert torch.allclose(weights(parts), weights(one), rtol=0, atol=1e-7)


def bfloat16_is_that_of_one(norm):
    """... and no layer is kept in bfloat16 from its way forwards to its way back."""
    one, tokens, kept = language_model(norm=norm, d_model=32), torch.arange(8).view(1, 8), []
    parts = sharded(copy.deepcopy(one), CPU, bfloat16=True)

    def note(x):
        kept.append(x)
        return x

    def sizes():
        matrices = [x for x in kept if x.dim() == 2 and min(x.shape) >= 32]
        blocks = {x.untyped_storage().data_ptr(): x.untyped_storage() for x in matrices}
        return sum(block.nbytes() for block in blocks.values())

    for model, expected in ((one, 2 * 2 * 12 * 32**2), (parts, 0)):  # bytes, layers
        kept.clear()
        hooks = torch.autograd.graph.saved_tensors_hooks(note, lambda x: x)
        with hooks, torch.autocast("cpu", torch.bfloat16):
            logits = model(tokens)
        assert sizes() == expected
        logits.float().square().mean().backward()
    for p, q in zip(parts.parameters(), one.parameters(), strict=True):
        assert p.grad.dtype == torch.float32
        assert torch.allclose(gather_whole(p.grad), q.grad, rtol=0, atol=1e-3 * q.grad.abs().max())


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A folder with what one process learnt, and two; and what the two said."""
    folder = tmp_path_factory.mktemp("runs")
    learn(folder / "one", cut=folder / "from one")
    learn_with_muon(folder / "muon of one")
    for name in IN_DOUBLE:
        learn_dates_in_double(folder / "double of one", name, alone=True)
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [*launch, __file__, folder], capture_output=True, text=True, timeout=600, cwd=root,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder, done.stderr


def apart(a, b):
    """How far two runs are from each other: the largest difference of a loss on their curves."""
    rows = [read(x / "run.safetensors")[1]["progress"]["rows"] for x in (a, b)]
    pairs = [*zip(*rows, strict=True)]
    assert len(pairs) == 50 and [x["tokens"] for x in rows[0]] == [x["tokens"] for x in rows[1]]
    losses = [(x[k], y[k]) for x, y in pairs for k in ("loss", "validation") if x[k]]
    assert losses[0][0] - losses[-1][0] > 0.05  # something was learnt
    return max(abs(x - y) for x, y in losses)


def test_shared_out_a_model_learns_what_one_process_learns(runs):
    folder, _ = runs
    assert apart(folder / "one", folder / "sharded") < 1e-5
    # Muon makes the weak directions of a gradient as large as the strong ones, rounding included.
    assert apart(folder / "muon of one", folder / "muon") < 1e-4


@pytest.mark.parametrize("name", IN_DOUBLE)
def test_two_processes_compute_what_one_does_but_for_rounding(runs, name):
    """In float32 this run is 1e-3 apart at its end, from one whose first weights differ by 1e-7 as
    from two processes: with a billionth of the rounding all is as near as it was at first."""
    folder, _ = runs
    assert apart(folder / "double of one" / name, folder / "double" / name) < 1e-12


def test_its_files_are_those_of_one_process(runs):
    folder, _ = runs
    one, two = load(folder / "one"), load(folder / "sharded")
    tokens = torch.arange(8).view(1, 8)
    assert torch.allclose(one(tokens), two(tokens), atol=1e-4)
    (one, header), (two, other) = (read(folder / x / "run.safetensors") for x in ("one", "sharded"))
    assert {k: x.shape for k, x in one.items()} == {k: x.shape for k, x in two.items()}
    assert {k.split(".")[0] for k in two} == {"weights", "best", "average", "optimizer"}
    assert header["progress"].pop("processes") == 1 and other["progress"].pop("processes") == 2
    for progress in (header["progress"], other["progress"]):
        del progress["rows"]
    assert header == other


def test_it_is_resumed_bit_for_bit(runs):
    folder, _ = runs
    assert apart(folder / "sharded", folder / "again") == 0
    one, two = (read(folder / x / "run.safetensors")[0] for x in ("sharded", "again"))
    assert all(torch.equal(one[name], two[name]) for name in one)


def test_it_goes_on_with_other_processes_and_says_so(runs, capfd):
    folder, said = runs
    assert apart(folder / "sharded", folder / "apart") < 1e-5  # by two, each with the whole model
    assert apart(folder / "one", folder / "from one") < 1e-5
    assert said.count("trained by 1 process(es) and goes on with 2") == 1
    learn(folder / "alone", resume=True)
    assert apart(folder / "sharded", folder / "alone") < 1e-5
    assert "trained by 2 process(es) and goes on with 1" in capfd.readouterr().err


def test_without_torchrun_there_is_nobody_to_share_with(tmp_path, capsys):
    assert main(["train", "dates", "--shard", "--out", str(tmp_path), "--device", "cpu"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "torchrun --nproc-per-node 2" in said
    with pytest.raises(ValueError, match="compile=True has not been tried"):
        learn(tmp_path, recipe=dataclasses.replace(RECIPE, compile=True), shard=True)


if __name__ == "__main__":
    two_processes(Path(sys.argv[1]))
