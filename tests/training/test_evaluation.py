"""The exam: models that are built to be right, or wrong in one known way, get what they deserve."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from tformer import decoding
from tformer.checkpoints import fill, load_model
from tformer.data import tasks
from tformer.data.tasks import EOS, PAD
from tformer.training import evaluation
from tformer.training.recipes import load_recipe, run
from tformer.transformer import Transformer, TransformerConfig

pytestmark = pytest.mark.ci

ASSETS = Path(__file__).parents[2] / "assets"


def drawn(seed=0):
    return torch.Generator().manual_seed(seed)


def model(symbols=tasks.DIGITS):
    torch.manual_seed(0)
    sizes = dict(d_model=16, num_heads=2, num_layers=2, d_ff=16, dropout=0.0)
    return Transformer(TransformerConfig(len(symbols), len(symbols), **sizes)).eval()


class Speaker(nn.Module):
    """Says what it was given to say, word by word, whatever it reads."""

    def __init__(self, words):
        super().__init__()
        self.words = words

    def start(self, src, max_len):
        return lambda tokens: nn.functional.one_hot(self.words[:, tokens.size(1)], 13).float()


def test_one_wrong_token_spoils_a_row_and_stopping_early_or_late_too():
    examples = tasks.reverse(5, 4, drawn())
    assert evaluation.exact_match(Speaker(examples.tgt), examples) == 1.0
    said = examples.tgt.clone()
    said[0, 2] = 3 + (said[0, 2] - 2) % 10
    said[1, 4] = EOS  # one digit short
    said[2, 5] = 7  # goes on where it should end
    assert evaluation.exact_match(Speaker(said), examples) == pytest.approx(2 / 5)
    written = evaluation.write(Speaker(said), examples)
    assert written[1].tolist() == [*said[1, :5].tolist(), PAD]
    said[:, 2] = EOS  # all stop early: the rows are still as long as the targets
    assert evaluation.write(Speaker(said), examples).shape == examples.tgt.shape
    assert evaluation.exact_match(Speaker(said), examples) == 0


def test_a_model_writes_after_its_own_words_as_uncached_decoding_does():
    examples, untrained = tasks.reverse(6, 4, drawn()), model()

    def step(tokens):
        return untrained(examples.src, tokens)[:, -1]

    slow = decoding.greedy(step, examples.tgt[:, :1], max_length=6, eos_id=EOS, pad_id=PAD)
    assert evaluation.write(untrained, examples)[:, : slow.size(1)].equal(slow)


def test_shares_are_those_of_each_layer_and_head():
    examples, untrained = tasks.dates(9, drawn()), model(tasks.LETTERS)
    weights = evaluation.cross_attention(untrained, examples)
    batch, steps, places = examples.alignment.shape
    assert weights.shape == (2, batch, 2, steps, places)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, batch, 2, steps))
    shares = evaluation.alignment_shares(untrained, examples)
    for layer in range(2):
        for head in range(2):
            hits = [
                bool(examples.alignment[b, t, int(weights[layer, b, head, t].argmax())])
                for b in range(batch)
                for t in range(steps)
                if examples.alignment[b, t].any()
            ]
            assert shares[layer, head].item() == pytest.approx(sum(hits) / len(hits))


def test_shipped_snapshots_go_from_noise_to_the_anti_diagonal():
    """The figures beside the weights are those of the weights, and tell how it was learnt."""
    report = json.loads((ASSETS / "reverse.json").read_text())
    weights = load_file(ASSETS / "reverse.safetensors")
    assert report["recipe"] == load_recipe("reverse")
    snapshot = Transformer(TransformerConfig(**report["model"])).eval()
    exam = tasks.reverse(1000, 10, drawn(9))
    exact, shares = {}, {}
    for step in report["steps"]:
        start = f"{step['update']}."
        own = {k.removeprefix(start): x for k, x in weights.items() if k.startswith(start)}
        assert {x.dtype for x in own.values()} == {torch.float16}
        fill(snapshot, own, ASSETS / "reverse.safetensors")
        exact[step["update"]] = evaluation.exact_match(snapshot, exam)
        shares[step["update"]] = evaluation.alignment_shares(snapshot, exam).item()
        assert exact[step["update"]] == pytest.approx(step["exact match"], abs=2e-3)
        assert shares[step["update"]] == pytest.approx(step["looks at the right digit"], abs=2e-3)
    assert exact[0] == 0 and shares[0] < 0.15  # chance is 1 of 11 symbols
    assert exact[300] >= 0.99 and shares[300] >= 0.9
    assert list(shares.values()) == sorted(shares.values()) and len(shares) == 8
    assert (ASSETS / "reverse.safetensors").stat().st_size < 2e6


@pytest.mark.parametrize(("task", "share"), [("reverse", 0.95), ("dates", 0.6)])
def test_shipped_recipes_learn_their_task(task, share, tmp_path):
    """Seconds each: no mistake in unseen examples, and a look at where the answer stands."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # tiny tensors: two threads take longer
    try:
        run(load_recipe(task), None, tmp_path, device="cpu")
    finally:
        torch.set_num_threads(threads)
    learnt, _ = load_model(tmp_path / "model.safetensors")
    unseen = (
        tasks.reverse(500, 10, drawn(9)) if task == "reverse" else tasks.dates(500, drawn(9), True)
    )
    assert evaluation.exact_match(learnt, unseen) >= 0.99
    assert evaluation.alignment_shares(learnt, unseen).max() >= share
    figures = json.loads((tmp_path / "figures.json").read_text())["figures"]
    assert figures["held-out exact match, writing on its own"] >= 0.99
