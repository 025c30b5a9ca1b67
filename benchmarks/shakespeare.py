"""How soon does a small model know Shakespeare? The recipe in assets/ beside nanoGPT's own.

    python -m benchmarks.shakespeare --data input.txt --nanogpt path/to/nanoGPT/model.py
    python -m benchmarks.shakespeare --data input.txt --parts --seeds 3

Both models have 4 layers, 4 heads, width 128, context 64 and batches of 12; nanoGPT is trained as
its README says for a CPU. They take turns in one process, each on a clock of its own that stands
still while the other works and while the loss on the whole held-out tenth is measured.
"""

import argparse
import contextlib
import io
import math
import statistics
import time

import torch

from benchmarks import peers
from tformer.data.batches import TextBatches
from tformer.training import Recipe, train
from tformer.training.history import History
from tformer.training.jobs import Job, language_job
from tformer.training.recipes import load_recipe

NANOGPT = {"updates": 2000, "peak": 1e-3, "floor": 1e-4, "warmup": 100, "weight_decay": 0.1,
           "betas": (0.9, 0.99), "clip": 1.0}  # fmt: skip
PARTS = {
    "the recipe": [],
    "AdamW at rate 0.004, not Muon": ["training.optimizer=adamw", "training.peak=0.004"],
    "learned positions, not rotary": ["model.positions=learned"],
    "rate 0.004, not 0.012": ["training.peak=0.004"],
    "a running mean of the weights": ["training.average=0.95"],
    "GPT-2's model, nanoGPT's rate": [
        *("training.optimizer=adamw", "training.peak=0.001", "training.betas=[0.9, 0.99]"),
        *("model.positions=learned", "model.bias=false"),
    ],
}


class Side:
    """One of the two: its clock, and (update, seconds, held-out loss) at the end of each turn."""

    def __init__(self, name: str, clock):
        self.name, self.clock, self.seconds = name, clock, 0.0
        self.curve: list[tuple[int, float, float]] = []

    def go(self) -> None:
        self.since = self.clock()

    def halt(self) -> None:
        self.seconds += self.clock() - self.since

    def first(self, goal: float) -> tuple[int, float] | None:
        """(updates, seconds) when a loss of ``goal`` or less was first seen."""
        return next(((n, s) for n, s, loss in self.curve if loss <= goal), None)


class NanoGPT(Side):
    """Its model trained with its train.py's optimizer, rates and random pieces of the text."""

    def __init__(self, path: str, job: Job, recipe: dict, turns: int, clock):
        super().__init__("nanoGPT", clock)
        self.ids, self.held_out, self.turns = job.batches.ids, job.held_out, turns
        self.update, (self.rows,) = 0, recipe["batches"].values()
        size = {**recipe["model"], "vocab_size": job.tokenizer.vocab_size}
        with contextlib.redirect_stdout(io.StringIO()):  # it tells its number of parameters
            self.model = peers.nanogpt(path, size, 0.0, bias=False)
            how = NANOGPT["weight_decay"], NANOGPT["peak"], NANOGPT["betas"]
            self.optimizer = self.model.configure_optimizers(*how, "cpu")
        self.context = size["context_length"]
        self.draw = torch.Generator().manual_seed(1337)

    def pieces(self, ids) -> tuple[torch.Tensor, torch.Tensor]:
        starts = torch.randint(len(ids) - self.context, (self.rows,), generator=self.draw)
        windows = ids[starts[:, None] + torch.arange(self.context + 1)]
        return windows[:, :-1].contiguous(), windows[:, 1:].contiguous()

    def rate(self) -> float:
        peak, floor, warmup = (NANOGPT[name] for name in ("peak", "floor", "warmup"))
        if self.update < warmup:
            return peak * (self.update + 1) / (warmup + 1)
        done = (self.update - warmup) / (NANOGPT["updates"] - warmup)
        return floor + (peak - floor) * (1 + math.cos(math.pi * done)) / 2

    def turn(self) -> None:
        """A turn's updates on the clock, then the loss off it."""
        self.go()
        for _ in range(math.ceil(NANOGPT["updates"] / self.turns)):
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate()
            self.model(*self.pieces(self.ids))[1].backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), NANOGPT["clip"])
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.update += 1
        self.halt()
        batches = [(*batch.inputs, batch.targets.contiguous()) for batch in self.held_out.once()]
        self.curve.append((self.update, self.seconds, self.loss(batches)))

    @torch.no_grad()
    def loss(self, batches: list) -> float:
        """Mean over all tokens of the batches."""
        self.model.eval()
        total = sum(self.model(x, y)[1].item() * y.numel() for x, y in batches)
        self.model.train()
        return total / sum(y.numel() for _, y in batches)

    def own_estimate(self, repeats: int = 10) -> tuple[float, float]:
        """What its train.py prints, from 20 random batches: mean and deviation over repeats."""
        text = self.held_out.ids
        losses = [self.loss([self.pieces(text) for _ in range(20)]) for _ in range(repeats)]
        return statistics.mean(losses), statistics.pstdev(losses)


class OffTheClock(TextBatches):
    """The held-out text: who begins to read it has worked enough for this turn."""

    def once(self):
        """As `TextBatches.once`, and the clock stands still."""
        self.side.halt()
        return super().once()


def train_ours(recipe: dict, data: str, seed: int, turns: int, clock, nanogpt=None) -> list[Side]:
    """The recipe, by the package's own loop; nanoGPT has its turn after each of ours."""
    torch.manual_seed(seed)
    job = language_job(recipe, data, seed, None)
    every = math.ceil(recipe["training"]["updates"] / turns)
    settings = {**recipe["training"], "evaluate_every": every, "log_every": every, "seed": seed}
    held_out = OffTheClock(job.held_out.ids, context_length=job.held_out.context_length,
                           batch_size=job.held_out.batch_size)  # fmt: skip
    side = held_out.side = Side("tformer", clock)
    other = nanogpt and NanoGPT(nanogpt, job, recipe, turns, clock)

    def turn(history: History) -> None:
        last = history.rows[-1]
        if last["update"] not in [n for n, *_ in side.curve]:  # the last one is told twice
            side.curve.append((last["update"], side.seconds, last["validation"]))
            other and other.turn()
            side.go()

    side.go()
    train(job.model, job.batches, Recipe(**settings), validation=held_out, device="cpu",
          progress=turn)  # fmt: skip
    return [side, other] if other else [side]


def compare(args, clock) -> None:
    """Both by turns; who reaches the goal when."""
    recipe = load_recipe("shakespeare", args.set)
    sides = train_ours(recipe, args.data, 0, args.turns, clock, args.nanogpt)
    print("who         updates  seconds  held-out loss")
    for side in sides:
        for update, seconds, loss in side.curve:
            print(f"{side.name:10} {update:8} {seconds:8.1f} {loss:14.4f}")
    reached = [side.first(args.goal) for side in sides]
    for side, at in zip(sides, reached, strict=True):
        what = f"{at[0]} updates, {at[1]:.1f} s" if at else "not reached"
        print(f"{side.name} to {args.goal}: {what}")
    if len(sides) == 2:
        print("nanoGPT's own estimator: {:.3f} +- {:.3f}".format(*sides[1].own_estimate()))
        if reached[0]:
            spent, under = (reached[1][1], "") if reached[1] else (sides[1].seconds, "less than ")
            print(f"time, tformer / nanoGPT: {under}{reached[0][1] / spent:.2f}")


def parts(args, clock) -> None:
    """The recipe with one part after the other changed, equally long."""
    print(f"{'held-out loss after as many updates':38} {'mean':>7} {'lowest':>7}  ms/update")
    for name, changes in PARTS.items():
        recipe = load_recipe("shakespeare", [*args.set, *changes])
        runs = [train_ours(recipe, args.data, s, 1, clock)[0].curve[-1] for s in range(args.seeds)]
        losses = [loss for _, _, loss in runs]
        ms = statistics.mean(1e3 * seconds / update for update, seconds, _ in runs)
        print(f"{name:38} {statistics.mean(losses):7.4f} {min(losses):7.4f} {ms:10.1f}", flush=True)


def main(argv: list[str] | None = None) -> None:
    """Run what is asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, help="tiny Shakespeare's input.txt")
    parser.add_argument("--nanogpt", help="path of nanoGPT's model.py, if you have it")
    parser.add_argument("--set", nargs="*", default=[], help="changes, as in tformer train")
    parser.add_argument("--parts", action="store_true", help="switch off part after part instead")
    for name, default in {"goal": 1.88, "turns": 10, "threads": 1, "seeds": 1}.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    clock = time.perf_counter if args.clock == "wall" else time.process_time
    print(f"torch {torch.__version__}, {args.threads} threads, {args.clock} clock,", end=" ")
    print(f"nanoGPT {args.nanogpt or 'absent (--nanogpt)'}\n")
    (parts if args.parts else compare)(args, clock)


if __name__ == "__main__":
    main()
