"""The benchmarks that need files from elsewhere run on stand-ins for them."""

import importlib
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from benchmarks import checker, shakespeare, speed
from tests.answers import Answers

NANOGPT = """
from dataclasses import dataclass
import torch
from torch import nn

@dataclass
class GPTConfig:
    block_size: int
    vocab_size: int
    n_layer: int
    n_head: int
    n_embd: int
    dropout: float
    bias: bool

class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.table = nn.Embedding(config.vocab_size, config.vocab_size)

    def configure_optimizers(self, weight_decay, learning_rate, betas, device_type):
        return torch.optim.AdamW(self.parameters(), lr=learning_rate, betas=betas)

    def forward(self, x, y):
        logits = self.table(x)
        return logits, nn.functional.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))
"""
SMALL = ["training.updates=4", "model.d_model=16", "model.num_layers=1", "model.context_length=16"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "model.py").write_text(NANOGPT)
    (tmp_path / "input.txt").write_text("Speak, speak. You are all resolved?\n" * 40)
    monkeypatch.setitem(shakespeare.NANOGPT, "updates", 6)
    return ["--data", str(tmp_path / "input.txt"), "--set", *SMALL], str(tmp_path / "model.py")


def test_both_train_by_turns_and_are_compared(files, capsys):
    data, model = files
    shakespeare.main([*data, "--nanogpt", model, "--turns", "2", "--goal", "9"])
    said = capsys.readouterr().out
    rows = re.findall(r"^(tformer|nanoGPT) +(\d+) +([\d.]+) +([\d.]+)$", said, re.MULTILINE)
    assert [(who, int(n)) for who, n, _, _ in rows] == [
        ("tformer", 2), ("tformer", 4), ("nanoGPT", 3), ("nanoGPT", 6)]  # fmt: skip
    assert all(1 < float(loss) < 6 for *_, loss in rows)
    assert re.search(r"time, tformer / nanoGPT: [\d.]+\n", said)
    last = {who: float(loss) for who, _, _, loss in rows}
    goal = (last["tformer"] + last["nanoGPT"]) / 2
    shakespeare.main([*data, "--nanogpt", model, "--turns", "2", "--goal", str(goal)])
    assert re.search(r"time, tformer / nanoGPT: less than [\d.]+\n", capsys.readouterr().out)


def test_without_nanogpt_and_with_parts_switched_off(files, capsys):
    data, _ = files
    shakespeare.main([*data, "--turns", "1", "--goal", "0.01"])
    said = capsys.readouterr().out
    assert "nanoGPT absent" in said and "tformer to 0.01: not reached" in said
    shakespeare.main([*data, "--parts"])
    rows = capsys.readouterr().out.splitlines()[3:]
    losses = [line[38:46].strip() for line in rows]
    assert len(rows) == len(shakespeare.PARTS) == len(set(losses))  # each part changes something


SCRIPT = """
import no_such_package
from no_such_package.part import thing
import math, torch.nn as nn
from torch import cat

class GPTModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.width = math.isqrt(config["emb_dim"])

def generate_text_simple_cached(model, x, new):
    return cat([x] + [x[:, :1]] * new, 1)

raise RuntimeError("the script itself was run")
"""


def test_a_peers_script_is_raced_without_running_it(tmp_path, monkeypatch, capsys):
    script = tmp_path / "gpt.py"
    script.write_text(SCRIPT)
    size = dict(num_layers=1, d_model=16, num_heads=2, context_length=272, vocab_size=8)
    monkeypatch.setattr(speed, "GENERATION", size)
    command = f"speed --only 1 --rounds 1 --threads {torch.get_num_threads()} --llms-from-scratch"
    monkeypatch.setattr(speed, "WORK", {"batch 1": (lambda a: speed.generation(a, 1), "6.5")})
    monkeypatch.setattr(sys, "argv", [*command.split(), str(script)])
    speed.main()
    said = capsys.readouterr().out
    assert f": {script}" in said and "absent (--nanogpt)" in said
    assert re.search(r"^batch 1 +LLMs-from-scratch +[\d.]+ +1\.00", said, re.MULTILINE)
    assert re.search(r"^batch 1 +tformer +[\d.]+ +[\d.]+ +6\.5$", said, re.MULTILINE)


def test_the_plain_loop_writes_what_the_model_writes(monkeypatch):
    size = dict(num_layers=2, d_model=16, num_heads=2, context_length=40, vocab_size=50)
    monkeypatch.setattr(speed, "GENERATION", size)
    race = speed.generation(SimpleNamespace(nanogpt=None, llms_from_scratch=None), 3, new=20)
    assert torch.equal(race["plain loop, our weights"](), race["tformer"]())


BANK = '''
import math

def right_1(mean_nll):
    return math.exp(mean_nll)

def wrong_1(mean_nll):
    """2 is raised, not e"""
    return 2**mean_nll
'''


def test_a_bank_is_judged_and_counts_as_evidence(tmp_path, capsys, monkeypatch):
    (tmp_path / "perplexity.py").write_text(BANK)
    (tmp_path / "no_exercise.py").write_text("raise ValueError")
    command = f"checker --only perplexity --bank {tmp_path}"
    monkeypatch.setattr(sys, "argv", command.split())
    checker.main()
    said = capsys.readouterr().out
    assert "2 is raised, not e" in said and "base-two: ✗ perplexity" in said
    assert "right: 1 passed" in said and "wrong: 1 failed" in said
    monkeypatch.setattr(checker, "collect", lambda: {"perplexity": Answers()})
    monkeypatch.setattr(sys, "argv", [*command.split(), "--evidence"])
    checker.main()
    said = capsys.readouterr().out
    assert "base-ten" in said and "base-two" not in said


def _judged(unforeseen):
    wrong = {w.fn.__name__: w for w in checker.collect()["perplexity"].wrong}["raises_two"]
    return checker.Judged(checker.exercises()["perplexity"], wrong, unforeseen)


def test_without_the_part_that_decided_another_one_speaks():
    judged = _judged(unforeseen=False)
    assert judged.decider == "single" and judged.wrong.names(judged.report)
    assert judged.may_need("step single") and not judged.may_need("step error")
    assert judged.without("step single")[1] != "single"
    report, step = judged.without("table mistakes")
    assert step != "single" and report.mistake != judged.report.mistake


def test_an_unforeseen_answer_is_judged_without_the_mistakes_that_name_it():
    usual, unforeseen = _judged(unforeseen=False), _judged(unforeseen=True)
    assert unforeseen.report.mistake not in (None, usual.report.mistake)


def test_the_table_counts_what_is_lost_and_gained():
    part = checker.parts()[0]
    found = [
        ("softmax", "a", checker.EVERYTHING, "single", True),
        ("softmax", "a", part, "pair", False),
        ("softmax", "b", checker.EVERYTHING, "error", False),
        ("softmax", "b", part, "", True),
    ]
    lines = checker.table(found, names=True).splitlines()
    assert lines[0] == "1 of 2 answers are named"
    assert lines[3].split() == [*part.split(), "1", "1", "1"]
    assert lines[4:6] == ["    lost softmax: a", "    gained softmax: b"]


def test_a_walk_at_one_place_can_be_timed_again_and_again():
    for walk in speed.growth(None).values():
        walk()
        walk()


@pytest.mark.parametrize(
    "path", sorted(Path(checker.__file__).parent.glob("*.py")), ids=lambda p: p.stem
)
def test_every_benchmark_finds_what_it_measures_with(path):
    assert importlib.import_module(f"benchmarks.{path.stem}").__doc__
