"""Train the models of lesson 07: one attention layer that must name both neighbours of a token.

    python assets/recipes/neighbours.py        (about four minutes on two cores)

1, 2, 4 and 8 heads, with and without a feed-forward layer, three seeds each, all with the same
recipe; and three further seeds where 1 and 2 heads differ. Writes assets/neighbours.json (settings,
sizes, accuracies), and the weights of the first beside it.
"""

import itertools
import json
from pathlib import Path

import torch

from tformer.checkpoints import write
from tformer.course.toys import OneLayerModel
from tformer.data.tasks import neighbours
from tformer.losses import cross_entropy

VOCAB, LENGTH, D_MODEL, D_FF = 10, 12, 32, 128
STEPS, BATCH, RATE = 1500, 64, 3e-3
HEADS, SEEDS, FURTHER = (1, 2, 4, 8), (0, 1, 2), (3, 4, 5)
OUT = Path(__file__).parent.parent / "neighbours"


def train(num_heads: int, d_ff: int | None, seed: int) -> OneLayerModel:
    torch.manual_seed(seed)
    model = OneLayerModel(VOCAB, LENGTH, d_model=D_MODEL, num_heads=num_heads, d_ff=d_ff)
    generator = torch.Generator().manual_seed(100 + seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=STEPS)
    for _ in range(STEPS):
        task = neighbours(BATCH, LENGTH, VOCAB, generator)
        loss = cross_entropy(model(task.tokens), task.targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.eval()


@torch.no_grad()
def accuracy(model: OneLayerModel) -> float:
    """Share of right answers on 2,000 rows that no run was trained on."""
    task = neighbours(2000, LENGTH, VOCAB, torch.Generator().manual_seed(9))
    return (model(task.tokens).argmax(-1) == task.targets).double().mean().item()


def main() -> None:
    torch.set_num_threads(1)
    runs, weights = [], {}
    for num_heads, d_ff, seed in itertools.product(HEADS, (None, D_FF), SEEDS):
        model = train(num_heads, d_ff, seed)
        name = f"heads{num_heads}-{'ffn' if d_ff else 'plain'}-seed{seed}"
        count = sum(p.numel() for p in model.parameters())
        run = {"name": name, "num_heads": num_heads, "d_ff": d_ff, "seed": seed}
        runs.append({**run, "parameters": count, "accuracy": round(accuracy(model), 4)})
        weights |= {f"{name}.{key}": value for key, value in model.state_dict().items()}
        print(runs[-1], flush=True)
    further = {
        f"heads{heads}-plain": [round(accuracy(train(heads, None, seed)), 4) for seed in FURTHER]
        for heads in (1, 2)
    }
    sizes = {"vocab_size": VOCAB, "context_length": LENGTH, "d_model": D_MODEL}
    recipe = {"steps": STEPS, "batch": BATCH, "peak_learning_rate": RATE, "optimizer": "AdamW"}
    report = {"model": sizes, "recipe": recipe, "torch": torch.__version__, "runs": runs}
    report["further seeds"] = further
    OUT.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")
    write(OUT.with_suffix(".safetensors"), weights, {"kind": "OneLayerModel"})


if __name__ == "__main__":
    main()
