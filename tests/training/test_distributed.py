"""Two processes learn what one learns; when one dies, the job ends and the checkpoint is whole."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tformer.checkpoints import read

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc"),
]
TORCHRUN = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    """job(out, updates, processes): start ``python -m tformer train`` on a small task."""
    folder = tmp_path_factory.mktemp("job")
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    pairs = [f"{' '.join(words[i:j])}\t{' '.join(words[i:j][::-1])}\n"
             for i in range(9) for j in range(i + 1, 11)]  # fmt: skip
    (folder / "pairs.tsv").write_text("".join(pairs))
    recipe = {
        "kind": "translator",
        "data": {"format": "tsv"},
        "tokenizer": {"kind": "bpe", "vocab_size": 270},
        "model": dict(d_model=16, num_heads=2, num_layers=1, d_ff=16, dropout=0.0),
        # of unequal rows and tokens, some too small to be shared by two
        "batches": {"max_tokens": 150},
        "training": dict(
            updates=50, warmup=5, evaluate_every=25, log_every=1, accumulate=2, precision="float32"
        ),
        "decoding": {"num_beams": 1},
        "dtype": "float32",
    }
    (folder / "recipe.json").write_text(json.dumps(recipe))

    def job(out: Path, *more: str, processes: int = 1) -> subprocess.Popen:
        launch = TORCHRUN if processes == 2 else []
        return subprocess.Popen(
            [sys.executable, *launch, "-m", "tformer", "train", folder / "recipe.json",
             "--data", folder / "pairs.tsv", "--out", out, "--device", "cpu", *more],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )  # fmt: skip

    return job


def curve(folder: Path) -> list[dict[str, float]]:
    with open(folder / "curve.csv") as file:
        return [{k: float(v or 0) for k, v in row.items()} for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def alone(job, tmp_path_factory):
    """The folder of a run by one process."""
    folder = tmp_path_factory.mktemp("alone") / "one"
    one = job(folder)
    said, _ = one.communicate(timeout=300)
    assert one.returncode == 0, said
    return folder


@pytest.mark.parametrize("how", [(), ("--shard",)], ids=["", "sharded"])
def test_two_processes_have_the_losses_of_one_over_fifty_updates(job, alone, tmp_path, how):
    both = job(tmp_path / "two", *how, processes=2)
    said, _ = both.communicate(timeout=300)
    assert both.returncode == 0, said
    assert said.count("parameters") == 1  # one process speaks for both
    folders = alone, tmp_path / "two"
    ends = [json.loads((folder / "figures.json").read_text()) for folder in folders]
    assert ends[0]["figures"] == pytest.approx(ends[1]["figures"], rel=1e-3)
    one, two = map(curve, folders)
    assert len(one) == len(two) == 50 and one[-1]["loss"] < one[0]["loss"] - 0.5
    for a, b in zip(one, two, strict=True):
        assert b["loss"] == pytest.approx(a["loss"], abs=1e-5)
        assert b["validation"] == pytest.approx(a["validation"], abs=1e-5)
        assert b["tokens"] == a["tokens"]


def test_a_killed_worker_ends_the_job_and_leaves_a_checkpoint(job, tmp_path):
    launcher = job(tmp_path, "--set", "training.updates=100000", processes=2)
    state, deadline = tmp_path / "run.safetensors", time.monotonic() + 200
    while not (tmp_path / "curve.csv").exists():  # written at the first evaluation
        assert time.monotonic() < deadline
        assert launcher.poll() is None, launcher.communicate()[0]
        time.sleep(0.2)
    workers = Path(f"/proc/{launcher.pid}/task/{launcher.pid}/children").read_text().split()
    assert len(workers) == 2
    os.kill(int(workers[1]), signal.SIGKILL)
    said, _ = launcher.communicate(timeout=100)
    assert launcher.returncode != 0
    assert "SIGKILL" in said or "Signal 9" in said, said  # torchrun names who died
    kept = read(state)[1]["progress"]["update"]
    assert kept >= 25 and kept % 25 == 0

    again = job(tmp_path, "--resume", "--set", f"training.updates={kept + 10}")
    said, _ = again.communicate(timeout=200)
    assert again.returncode == 0, said
    assert curve(tmp_path)[-1]["update"] == kept + 10
