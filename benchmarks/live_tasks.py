"""How soon does a small model reverse ten digits, or rewrite dates, without any mistake?

    python -m benchmarks.live_tasks
    python -m benchmarks.live_tasks --only dates --seeds 1 --set training.updates=400

The shipped recipes, one thread, one run for each seed. Exact match: greedy, from BOS to EOS, each
token after the model's own, on 1,000 examples that it was not trained on. Alignment: of the steps
that some source symbol tells, how many have their largest cross-attention weight on it; in
brackets the share if it lay anywhere in the source by chance.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from tformer.checkpoints import load_model
from tformer.data import tasks
from tformer.training import evaluation
from tformer.training.recipes import load_recipe, run

LIMITS = {"reverse": 15, "dates": 60}  # seconds


def unseen(task: str) -> tasks.Examples:
    generator = torch.Generator().manual_seed(99)
    if task == "dates":
        return tasks.dates(1000, generator, held_out=True)
    return tasks.reverse(1000, 10, generator)


def by_chance(examples: tasks.Examples) -> float:
    """The alignment share of a model that looks at any of the source's symbols."""
    known = examples.alignment.any(-1)
    lengths = (examples.src != tasks.PAD).sum(1, keepdim=True)
    return (examples.alignment.sum(-1) / lengths)[known].mean().item()


def main() -> None:
    """Train with each seed and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=tuple(LIMITS))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--set", nargs="*", default=[], metavar="PART.SETTING=VALUE")
    args = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    for task in [args.only] if args.only else LIMITS:
        examples = unseen(task)
        for seed in range(args.seeds):
            clocks = time.perf_counter(), time.process_time()
            with TemporaryDirectory() as folder:
                run(load_recipe(task, args.set), None, Path(folder), device="cpu", seed=seed)
                wall, cpu = time.perf_counter() - clocks[0], time.process_time() - clocks[1]
                model, _ = load_model(Path(folder) / "model.safetensors")
            share = evaluation.alignment_shares(model, examples).max().item()
            exact = evaluation.exact_match(model, examples)
            rows.append(f"{task:8} {seed:4} {wall:7.1f} {cpu:6.1f} {LIMITS[task]:6} {exact:7.3f} "
                        f"{share:10.3f} ({by_chance(examples):.2f})")  # fmt: skip
    print(f"\n{'task':8} {'seed':>4} {'wall s':>7} {'cpu s':>6} {'limit':>6} {'exact':>7} "
          f"{'alignment':>10}", *rows, sep="\n")  # fmt: skip


if __name__ == "__main__":
    main()
