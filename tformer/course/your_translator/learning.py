"""The machine learns: a gradient goes through the learner's parts into weights of its own."""

import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.optim import AdamW, Optimizer

from tformer import viz
from tformer.checkpoints import save_model
from tformer.tokenizer import BPETokenizer
from tformer.training.history import History
from tformer.transformer import Transformer, TransformerConfig

from .assembly import Yours
from .machine import Machine

# Of a machine, source ids (B, S) and target ids (B, T), from the start to the end: a 0-d tensor.
Loss = Callable[[Machine, Tensor, Tensor], Tensor]
BATCH, RATE, RISE = 32, 1e-2, 50  # pairs; the highest rate, reached after so many updates


def pair(m: Machine, german: str, english: str) -> tuple[Tensor, Tensor]:
    """The ids of a sentence (1, S), and of its translation (1, T) from the start to the end."""
    return torch.tensor([m.text_to_ids(german)]), torch.tensor([[m.bos, *m.pieces(english), m.eos]])


class Learner:
    """A machine on the same parts, with the weights at ``path``: ``step`` moves them."""

    def __init__(self, yours: Yours, path: Path):
        self.m = Machine(yours.machine.parts, path)
        self.weights = [w.requires_grad_() for w in self.m.w.values()]
        self.m.build()

    def step(self, loss: Loss, source: Tensor, target: Tensor, rule: Optimizer) -> float:
        """The loss before the step."""
        found = loss(self.m, source, target)
        rule.zero_grad()
        found.backward()
        rule.step()
        self.m.build()
        return found.item()


class Learnt:
    """A trained machine, its curve, and the pairs that it has not seen."""

    def __init__(self, m: Machine, unseen: Sequence[tuple[str, str]], curve: viz.Figure):
        self.m, self.unseen, self.curve = m, unseen, curve

    def right(self) -> int:
        """How many of the unseen pairs it translates without a mistake."""
        return sum(self.m.translate(german) == english for german, english in self.unseen)


def learnt(yours: Yours, loss: Loss, pairs: Sequence[tuple[str, str]], updates: int) -> Learnt:
    """A small machine from random numbers, trained on four fifths of the pairs; Interrupt keeps
    what it has. The same numbers every time."""
    pairs = random.Random(0).sample(pairs, len(pairs))
    unseen, seen = pairs[: len(pairs) // 5], pairs[len(pairs) // 5 :]
    learner = _random(yours, [text for both in seen for text in both])
    m, draw, history = learner.m, random.Random(1), History(updates=updates)
    ids = [[side[0] for side in pair(m, *both)] for both in seen]
    rule = AdamW(learner.weights, betas=(0.9, 0.98), weight_decay=0)
    curve = viz.loss_curve(caption="From random numbers, through your parts")
    try:
        for update in range(1, updates + 1):
            rate = RATE * min(update / RISE, 1 - 0.98 * update / updates)
            rule.param_groups[0]["lr"] = rate
            sides = zip(*draw.sample(ids, BATCH), strict=True)
            source, target = (pad_sequence([*side], True, m.pad) for side in sides)
            found = learner.step(loss, source, target, rule)
            if update == 1 or update % 10 == 0:
                history.add(found, rate, target.numel(), 1, update)
                curve(history)
    except KeyboardInterrupt:
        history.stopped = "interrupted"
        m.build()  # of whatever the weights were when it came
    return Learnt(m, unseen, curve)


def _random(yours: Yours, texts: list[str]) -> Learner:
    """One layer in each half, 48 wide, and 60 merges of these texts."""
    tokenizer = BPETokenizer.train(texts, 3 + 256 + 60)
    size, shape = tokenizer.vocab_size, dict(d_model=48, num_heads=4, num_layers=1, d_ff=96)
    config = TransformerConfig(size, size, norm_first=True, tie_weights="all", **shape)
    with tempfile.TemporaryDirectory() as folder, torch.random.fork_rng():
        torch.manual_seed(0)
        path = Path(folder) / "random.safetensors"
        save_model(
            path, Transformer(config), tokenizer=tokenizer.state(), decoding={"num_beams": 1}
        )
        return Learner(yours, path)
