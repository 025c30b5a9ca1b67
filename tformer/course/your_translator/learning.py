"""The machine learns: a gradient goes through the learner's parts into weights of its own."""

import random
import tempfile
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.optim import Optimizer

from tformer import viz
from tformer.bpe import count_words
from tformer.checkpoints import save_model
from tformer.tokenizer import BPETokenizer
from tformer.training.history import History
from tformer.transformer import Transformer, TransformerConfig

from .assembly import Yours
from .looks import pair
from .machine import Machine

# Of a machine, source ids (B, S) and target ids (B, T), from the start to the end: a 0-d tensor.
Loss = Callable[[Machine, Tensor, Tensor], Tensor]
# Of source ids, target ids and the number of the update, from 1: the loss before it.
Update = Callable[[Tensor, Tensor, int], float]
BATCH, MERGES = 32, 60
SHAPE = dict(d_model=48, num_heads=4, num_layers=1, d_ff=96)  # one layer in each half
LEAST, MOST = 50, 60  # pairs; ids of one side


@contextmanager
def _in_double():
    """Numbers made here have 64 bits: those of 32 end otherwise on each kind of processor."""
    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(usual)


class Learner:
    """A machine on the same parts, with the weights at ``path``: ``step`` moves them.

    ``cut``: the learner's parts that are right and let no gradient through to every weight, such as
    a torch module that holds a copy of them. The course's own work in their places.
    """

    def __init__(self, yours: Yours, path: Path):
        self.m, self.cut = Machine(SimpleNamespace(**vars(yours.machine.parts)), path), []
        self.m.w = {name: w.double().requires_grad_() for name, w in self.m.w.items()}
        self.weights = [*self.m.w.values()]
        self.m.build()
        if self._reaches_all():
            return
        parts, mine = vars(self.m.parts), [part for part in yours.parts.values() if part.is_yours]
        parts.update({part.name: part.reference for part in mine})
        for part in mine:
            parts[part.name] = part
            if not self._reaches_all():
                parts[part.name] = part.reference
                self.cut.append(part.name)

    def _reaches_all(self) -> bool:
        """Whether a gradient comes back to every weight."""
        ids = torch.tensor([[self.m.bos, self.m.eos, self.m.bos]])
        try:
            logits = self.m.decode(ids, *self.m.encode(ids))
            grads = torch.autograd.grad(logits.logsumexp(-1).sum(), self.weights, allow_unused=True)
        except RuntimeError:  # something that the way back needs was written over
            return False
        finally:
            self.m.build()  # their graph is used up
        return all(grad is not None for grad in grads)

    def step(self, loss: Loss, source: Tensor, target: Tensor, rule: Optimizer) -> float:
        """The loss before the step."""
        found = loss(self.m, source, target)
        rule.zero_grad()
        found.backward()
        rule.step()
        self.m.build()
        return found.item()


class Beginner(Learner):
    """A small machine of random numbers that learns from four fifths of the pairs; the same numbers
    every time. ``unseen``: the other fifth; ``curve``: the loss, drawn as it falls.

    Raises ValueError for pairs that are too few or too long.
    """

    def __init__(self, yours: Yours, pairs: Sequence[tuple[str, str]], seed: int = 0):
        pairs = [*dict.fromkeys(pairs)]
        if len(pairs) < LEAST:
            raise ValueError(f"pairs has {len(pairs)} different ones; at least {LEAST} are needed")
        self.seed, pairs = seed, random.Random(seed).sample(pairs, len(pairs))
        self.unseen, seen = pairs[: len(pairs) // 5], pairs[len(pairs) // 5 :]
        words = count_words(text for both in seen for text in both)
        tokenizer = BPETokenizer(yours.around["learn_merges"](words, MERGES))
        size = tokenizer.vocab_size
        config = TransformerConfig(size, size, norm_first=True, tie_weights="all", **SHAPE)
        with tempfile.TemporaryDirectory() as folder, torch.random.fork_rng():
            torch.manual_seed(seed)
            path = Path(folder) / "random.safetensors"
            with _in_double():
                model = Transformer(config)
            how = dict(num_beams=1, length_penalty=0.0)
            save_model(path, model, tokenizer=tokenizer.state(), decoding=how)
            super().__init__(yours, path)
        mine = len({*yours.yours, *yours.beside} - {*self.cut})
        self.whose = (
            f"with {mine} part{'s' * (mine > 1)} of yours" if mine else "by the course’s own parts"
        )
        if self.cut:
            names = ", ".join(self.cut)
            self.whose += f"; the course’s own {names}, since no gradient passes yours"
        self.ids = [[side[0] for side in pair(self.m, *both)] for both in seen]
        for both, ids in zip(seen, self.ids, strict=True):
            if (long := max(map(len, ids))) > MOST:
                raise ValueError(f"the pair {both} has a side of {long} pieces, at most {MOST} fit")

    def learn(self, step: Update, updates: int) -> None:
        """So many updates; Interrupt keeps what was learnt."""
        history, draw = History(updates=updates), random.Random(self.seed + 1)
        self.curve = viz.loss_curve(caption=f"From random numbers, {self.whose}")
        before = perf_counter()
        try:
            for update in range(1, updates + 1):
                sides = zip(*draw.sample(self.ids, BATCH), strict=True)
                source, target = (pad_sequence([*side], True, self.m.pad) for side in sides)
                with _in_double():
                    found = step(source, target, update)
                if update == 1 or update % 10 == 0:
                    now = perf_counter()
                    history.add(found, 0.0, target.numel(), now - before, update)
                    before = now
                    self.curve(history)
        except KeyboardInterrupt:
            history.stopped = "interrupted"
            self.m.build()  # of whatever the weights were when it came

    def right(self) -> int:
        """How many of the unseen pairs it translates without a mistake."""
        return sum(self.m.translate(german) == english for german, english in self.unseen)
