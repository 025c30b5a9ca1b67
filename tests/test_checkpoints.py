"""A checkpoint is whole, ours and unaltered, or it is refused; no code runs, no half is seen."""

import contextlib
import os
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest
import safetensors.torch
import torch

from tformer import checkpoints
from tformer.checkpoints import CheckpointError
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.schedules import AdamW
from tformer.transformer import Transformer, TransformerConfig


def language_model(**changes):
    sizes = dict(vocab_size=11, d_model=8, num_heads=2, num_layers=1, context_length=6) | changes
    return LanguageModel(LanguageModelConfig(**sizes))


def adamw(model):
    return torch.optim.AdamW(model.parameters(), fused=True)


MODELS = {
    "language model, tied": language_model,
    "rotary": lambda: language_model(positions="rotary", tie_weights=False),
    "shared heads": lambda: language_model(num_kv_heads=1, qk_norm=True, activation="relu2"),
    "transformer, all tied": lambda: Transformer(
        TransformerConfig(9, 9, d_model=8, num_heads=2, num_layers=1, d_ff=8, tie_weights="all")
    ),
}
IDS = torch.tensor([[1, 2, 3, 4]])


@pytest.mark.parametrize("name", MODELS)
def test_a_model_comes_back_equal_with_what_was_put_beside_it(name, tmp_path):
    model = MODELS[name]().eval()
    checkpoints.save_model(tmp_path / "m", model, tokenizer={"kind": "char", "é": [1, None]})
    loaded, extra = checkpoints.load_model(tmp_path / "m")
    inputs = (IDS, IDS) if isinstance(model, Transformer) else (IDS,)
    assert loaded(*inputs).equal(model(*inputs)) and not loaded.training
    assert extra == {"tokenizer": {"kind": "char", "é": [1, None]}}
    assert loaded.config == model.config


def test_half_precision_halves_the_file_and_hardly_changes_the_answer(tmp_path):
    model = language_model(d_model=64).eval()
    checkpoints.save_model(tmp_path / "full", model)
    checkpoints.save_model(tmp_path / "half", model, dtype=torch.float16)
    assert (tmp_path / "half").stat().st_size < 0.52 * (tmp_path / "full").stat().st_size
    loaded, _ = checkpoints.load_model(tmp_path / "half")
    torch.testing.assert_close(loaded(IDS), model(IDS), atol=1e-3, rtol=1e-2)
    assert {p.dtype for p in loaded.parameters()} == {torch.float32}


def test_a_dtype_that_cannot_hold_the_weights_is_refused(tmp_path):
    model = language_model()
    for dtype in (torch.int8, torch.bool, torch.complex64, torch.float8_e4m3fn, "float16"):
        with pytest.raises(ValueError, match="cannot hold weights; choose one of"):
            checkpoints.save_model(tmp_path / "m", model, dtype=dtype)
    torch.nn.init.constant_(model.final_norm.weight, 1e5)
    with pytest.raises(ValueError, match=r"too small for final_norm.weight, which reaches 100000"):
        checkpoints.save_model(tmp_path / "m", model, dtype=torch.float16)
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("broken", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_refused(broken, tmp_path):
    model = language_model()
    with torch.no_grad():
        model.final_norm.weight[3] = broken
    checkpoints.save_model(tmp_path / "m", model)
    with pytest.raises(CheckpointError, match=r"no numbers: final_norm\.weight has NaN or inf"):
        checkpoints.load_model(tmp_path / "m")


HEADER = {"kind": "LanguageModel", "config": {"vocab_size": 11, "d_model": 12}}


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({**HEADER, "config": {**HEADER["config"], "evil": 1}}, "fits no LanguageModel: .*'evil'"),
        ({**HEADER, "config": {"d_model": 8}}, "fits no LanguageModel: .*'vocab_size'"),
        ({**HEADER, "config": {**HEADER["config"], "bias": "no"}}, "bias='no' is str"),
        ({**HEADER, "config": [1]}, "fits no LanguageModel"),
        ({"kind": ["LanguageModel"]}, r"kind=\['LanguageModel'\] is none of"),
        ({**HEADER, "extra": [1]}, "no table of settings"),
        ([HEADER], "no table of settings"),
    ],
)
def test_a_header_with_a_sound_checksum_and_nonsense_in_it_is_refused(header, said, tmp_path):
    checkpoints.write(tmp_path / "m", {"x": torch.ones(1)}, header)
    with pytest.raises(CheckpointError, match=said):
        checkpoints.load_model(tmp_path / "m")


def test_a_header_nested_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints.json, "dumps", lambda header: "[" * 10**5 + "]" * 10**5)
    checkpoints.write(tmp_path / "m", {}, {})
    with pytest.raises(CheckpointError, match="a header that is no JSON"):
        checkpoints.load_model(tmp_path / "m")


def test_tied_weights_are_stored_once_and_stay_tied(tmp_path):
    checkpoints.save_model(tmp_path / "m", language_model())
    tensors, _ = checkpoints.read(tmp_path / "m")
    assert not any("unembedding" in name for name in tensors)
    loaded, _ = checkpoints.load_model(tmp_path / "m")
    assert loaded.unembedding.weight is loaded.embedding.tokens.weight


def test_what_was_read_does_not_hold_the_file(tmp_path):
    """As a view would: it keeps the disk full, and on Windows the next save would fail."""
    path, model = tmp_path / "m", language_model(d_model=64).eval()
    checkpoints.save_model(path, model)
    tensors, _ = checkpoints.read(path)
    loaded, _ = checkpoints.load_model(path)
    with open(path, "r+b") as file:
        file.write(bytes(path.stat().st_size))
    assert all(x.equal(tensors[name].float()) for name, x in model.named_parameters())
    assert loaded(IDS).equal(model(IDS))


def trained(model, steps=3):
    optimizer = adamw(model)
    for _ in range(steps):
        model(IDS).square().sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    return optimizer


def test_training_goes_on_as_if_nothing_had_happened(tmp_path):
    model = language_model()
    optimizer = trained(model)
    average = {"embedding": torch.randn(3, generator=torch.Generator().manual_seed(0))}
    progress = {"update": 3, "rows": [{"loss": 0.1 + 0.2, "validation": None}]}
    checkpoints.save_training(tmp_path / "run", model, optimizer, progress, average=average)

    other = language_model()
    its_optimizer = adamw(other)
    got, sets = checkpoints.load_training(tmp_path / "run", other, its_optimizer)
    assert got == progress and sets["average"]["embedding"].equal(average["embedding"])
    for m, o in ((model, optimizer), (other, its_optimizer)):
        m(IDS).square().sum().backward()
        o.step()
    assert all(a.equal(b) for a, b in zip(model.parameters(), other.parameters(), strict=True))


def test_the_readable_adamw_goes_on_bit_for_bit(tmp_path):
    def step(model, optimizer, times):
        for _ in range(times):
            model(IDS).square().sum().backward()
            optimizer.step()
            optimizer.zero_grad()

    model, other = language_model(), language_model()
    optimizer, its = AdamW(model.parameters()), AdamW(other.parameters())
    step(model, optimizer, 3)
    checkpoints.save_training(tmp_path / "run", model, optimizer, {"update": 3})
    checkpoints.load_training(tmp_path / "run", other, its)
    step(model, optimizer, 2)
    step(other, its, 2)
    assert all(a.equal(b) for a, b in zip(model.parameters(), other.parameters(), strict=True))


def test_a_run_of_another_optimizer_is_refused(tmp_path):
    model = language_model()
    checkpoints.save_training(tmp_path / "run", model, trained(model), {})
    weights = list(model.parameters())
    for other, named in (
        (torch.optim.SGD(weights), "optimizer='AdamW' there, 'SGD' here"),
        (AdamW(weights), "another optimizer: package='torch' there, 'tformer' here"),
        (torch.optim.AdamW(weights[1:]), "another optimizer: sizes of its groups="),
        (torch.optim.AdamW([{"params": weights[:1]}, {"params": weights[1:]}]), "sizes of its"),
    ):
        with pytest.raises(CheckpointError, match=named):
            checkpoints.load_training(tmp_path / "run", model, other)


def test_a_run_of_another_model_is_refused_by_the_setting_that_differs(tmp_path):
    model = language_model()
    checkpoints.save_training(tmp_path / "run", model, trained(model), {})
    for other, named in (
        (language_model(d_model=16), "d_model=8 there, 16 here"),
        (language_model(norm_first=False), "norm_first=True there, False here"),
        (MODELS["transformer, all tied"](), "kind='LanguageModel' there, 'Transformer' here"),
    ):
        before = [p.clone() for p in other.parameters()]
        with pytest.raises(CheckpointError, match=f"another model: {named}"):
            checkpoints.load_training(tmp_path / "run", other, adamw(other))
        assert all(a.equal(b) for a, b in zip(before, other.parameters(), strict=True))


def test_a_model_is_no_run_and_weights_of_other_names_or_shapes_are_refused(tmp_path):
    model = language_model()
    checkpoints.save_model(tmp_path / "m", model)
    with pytest.raises(CheckpointError, match="holds a model, not a run"):
        checkpoints.load_training(tmp_path / "m", model, adamw(model))
    weights = dict(model.named_parameters())
    name = "embedding.tokens.weight"
    with pytest.raises(CheckpointError, match=rf"{name} has shape \(2, 8\) there and \(11, 8\)"):
        checkpoints.fill(model, weights | {name: torch.ones(2, 8)}, "file")
    with pytest.raises(CheckpointError, match="only one of the two has extra"):
        checkpoints.fill(model, weights | {"extra": torch.ones(1)}, "file")


def test_every_truncation_and_every_altered_byte_is_noticed(tmp_path):
    path = tmp_path / "m"
    checkpoints.write(path, {"x": torch.arange(4.0), "y": torch.tensor(7)}, {"kind": "é", "n": 1})
    whole = path.read_bytes()
    checkpoints.read(path)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(CheckpointError):
            checkpoints.read(path)
    accepted = []
    for i in range(len(whole)):
        path.write_bytes(whole[:i] + bytes([whole[i] ^ 1]) + whole[i + 1 :])
        try:
            tensors, header = checkpoints.read(path)
        except CheckpointError:
            continue
        if header != {"kind": "é", "n": 1} or not tensors["x"].equal(torch.arange(4.0)):
            accepted.append(i)
    assert not accepted


class Bomb:
    def __reduce__(self):
        return os.system, ("touch exploded",)


@pytest.mark.parametrize("writer", ["torch.save", "pickle"])
def test_a_pickle_is_refused_unopened(writer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if writer == "torch.save":
        torch.save(Bomb(), "m")
    else:
        (tmp_path / "m").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(CheckpointError, match="is a pickle, which can run any code"):
        checkpoints.load_model("m")
    assert not (tmp_path / "exploded").exists()


def test_no_length_of_the_header_looks_like_a_pickle(tmp_path):
    for length in range(0, 520, 8):  # the first byte of the file takes all its values
        checkpoints.write(tmp_path / "m", {}, {"text": "x" * length})
        assert checkpoints.read(tmp_path / "m")[1]["text"] == "x" * length


def test_foreign_missing_and_unknown_files_are_refused(tmp_path):
    safetensors.torch.save_file({"x": torch.ones(1)}, tmp_path / "foreign")
    with pytest.raises(CheckpointError, match="not written by tformer"):
        checkpoints.read(tmp_path / "foreign")
    with pytest.raises(FileNotFoundError, match="there is no checkpoint"):
        checkpoints.read(tmp_path / "none")
    checkpoints.write(tmp_path / "odd", {}, {"kind": "os.system", "config": {}})
    with pytest.raises(CheckpointError, match=r"kind='os.system' is none of Transformer, Language"):
        checkpoints.load_model(tmp_path / "odd")


CHILDREN = textwrap.dedent("""
    import os, sys
    import torch
    from tformer import checkpoints
    from tformer.data.batches import TextBatches
    from tformer.language_model import LanguageModel, LanguageModelConfig
    from tformer.training import Recipe, train

    def write(path):
        number = checkpoints.read(path)[1]["number"] if os.path.exists(path) else 0
        while True:
            number += 1
            tensors = {"x": torch.full((200_000,), float(number))}
            checkpoints.write(path, tensors, {"number": number})

    def learn(folder):
        torch.manual_seed(0)
        config = dict(d_model=8, num_heads=2, num_layers=1, context_length=8, dropout=0.2)
        model = LanguageModel(LanguageModelConfig(16, **config))
        batches = TextBatches(torch.arange(500) % 16, context_length=8, batch_size=4)
        recipe = Recipe(40, evaluate_every=4, log_every=4, average=0.9, seed=5)
        train(model, batches, recipe, folder=folder, device="cpu",
              resume=os.path.exists(folder + "/run.safetensors"),
              validation=TextBatches(torch.arange(60) % 16, context_length=8, batch_size=4))

    torch.set_num_threads(1)
    for line in sys.stdin:  # one process imports torch, its children work and are killed
        work, path = line.split()
        child = os.fork()
        if child == 0:
            globals()[work](path)
            os._exit(0)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
""")


@pytest.fixture(scope="module")
def child():
    """child(work, path, seconds): let a fresh process work, kill it after that time; exit code."""
    if not hasattr(os, "fork"):
        pytest.skip("kills processes as POSIX does")
    server = subprocess.Popen([sys.executable, "-c", CHILDREN], text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)  # fmt: skip

    def child(work, path, seconds=None):
        print(work, path, file=server.stdin, flush=True)
        number = int(server.stdout.readline())
        if seconds is not None:
            time.sleep(seconds)
            with contextlib.suppress(ProcessLookupError):  # it was done before
                os.kill(number, signal.SIGKILL)
        return int(server.stdout.readline())

    yield child
    server.kill()
    server.communicate()


@pytest.mark.ci
def test_thirty_kills_while_writing_never_leave_half_a_file(child, tmp_path):
    chance, last, kills = random.Random(0), 0, 0
    while kills < 30 or last <= 30:  # a busy machine needs more kills to get so far
        kills += 1
        assert (
            kills < 300
            and child("write", tmp_path / "m", chance.uniform(0.01, 0.1)) == -signal.SIGKILL
        )
        if (tmp_path / "m").exists():
            tensors, header = checkpoints.read(tmp_path / "m")
            assert (tensors["x"] == header["number"]).all() and header["number"] >= last
            last = header["number"]


@pytest.mark.ci
def test_killed_again_and_again_a_run_ends_bit_for_bit_as_if_never_killed(child, tmp_path):
    started = time.monotonic()
    assert child("learn", tmp_path / "whole") == 0
    alone = time.monotonic() - started
    chance, codes = random.Random(0), []
    while not codes or codes[-1] != 0:
        # for some only the first updates are left, the last one is let through
        seconds = chance.uniform(0.1, 0.3) * alone if len(codes) < 7 else None
        codes.append(child("learn", tmp_path / "killed", seconds))
        assert codes[-1] in (0, -signal.SIGKILL)
    assert len(codes) > 2
    for name in ("run", "model"):
        a, b = (checkpoints.read(tmp_path / folder / f"{name}.safetensors")[0]
                for folder in ("whole", "killed"))  # fmt: skip
        assert a.keys() == b.keys() and all(x.equal(b[k]) for k, x in a.items())
