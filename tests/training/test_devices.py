"""Keeping freed memory saves page faults and changes no number."""

import json
import platform
import subprocess
import sys

import pytest

SCRIPT = """
import json, sys
import torch
from tformer.training import run as runs
from tformer.data.batches import TextBatches
from tformer.training.devices import keep_freed_memory
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.training import Recipe, train

def losses():
    torch.manual_seed(0)
    sizes = dict(vocab_size=16, d_model=16, num_heads=2, num_layers=1, context_length=8)
    model = LanguageModel(LanguageModelConfig(**sizes, dropout=0.1))
    text = TextBatches(torch.arange(400) % 16, context_length=8, batch_size=4)
    recipe = Recipe(6, log_every=1)
    return train(model, text, recipe, device="cpu").column("loss")[1]

def page_faults():
    if sys.platform == "win32":
        return 0  # has no such counter
    import resource
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        torch.ones(2**24)  # 64 MB
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

runs.keep_freed_memory = lambda: False
without = losses(), page_faults()
runs.keep_freed_memory = keep_freed_memory
kept = losses(), (torch.ones(2**24), page_faults())[1]
print(json.dumps([keep_freed_memory(), without, kept]))
"""


@pytest.mark.ci
def test_training_keeps_freed_memory_and_its_losses():
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True)
    agreed, (losses, faults), (losses_kept, faults_kept) = json.loads(done.stdout)
    assert losses_kept == losses and len(losses) == 6
    assert agreed == (platform.libc_ver()[0] == "glibc")
    assert not agreed or faults_kept < faults / 5
