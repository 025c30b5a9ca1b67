"""Train the runs of lesson 04: four ways to tell positions, tested on longer rows than trained on.

    python assets/recipes/longer.py        (about two minutes on one quiet core)

Two encoder layers read rows of 16 random symbols and must say for each place the symbol on its
left. Then the rows grow to 64. Four kinds of positions, three seeds, all else equal. Writes
assets/longer.json: the share of correct answers of each run, by length of the row and by place.
"""

import itertools
import json
from pathlib import Path

import torch
from torch import nn

from tformer.embeddings import Embedding
from tformer.layers import EncoderLayer
from tformer.losses import cross_entropy
from tformer.positions import POSITIONS

VOCAB, TRAINED, LENGTHS = 20, 16, (16, 24, 32, 64)
D_MODEL, HEADS, D_FF, LAYERS = 64, 4, 128, 2
STEPS, BATCH, RATE, SEEDS = 600, 32, 2e-3, (0, 1, 2)
OUT = Path(__file__).parent.parent / "longer.json"


class Reader(nn.Module):
    """Ids (B, T) to logits (B, T, V), every place seeing every other."""

    def __init__(self, positions: str):
        super().__init__()
        sizes = {"context_length": max(LENGTHS), "d_head": D_MODEL // HEADS}
        self.embedding = Embedding(VOCAB, D_MODEL, positions=positions, scale=True, **sizes)
        self.layers = nn.ModuleList(
            EncoderLayer(D_MODEL, HEADS, D_FF, norm_first=True) for _ in range(LAYERS)
        )
        self.end = nn.Sequential(nn.LayerNorm(D_MODEL), nn.Linear(D_MODEL, VOCAB))
        for module in self.modules():
            if isinstance(module, nn.Embedding):
                nn.init.normal_(module.weight, std=D_MODEL**-0.5)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        positions, rotation = self.embedding.place("ids", ids)
        x = self.embedding(ids, positions)
        for layer in self.layers:
            x = layer(x, rotation=rotation)
        return self.end(x)


def train(positions: str, seed: int) -> dict[int, list[float]]:
    """The share of correct answers at places 1, 2, ... (0 has nothing on its left), by length."""
    torch.manual_seed(seed)
    model = Reader(positions)
    generator = torch.Generator().manual_seed(100 + seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    for step in range(1, STEPS + 1):
        optimizer.param_groups[0]["lr"] = RATE * min(1.0, step / 50, 1.02 - step / STEPS)
        ids = torch.randint(VOCAB, (BATCH, TRAINED), generator=generator)
        loss = cross_entropy(model(ids)[:, 1:], ids[:, :-1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    shares = {}
    with torch.no_grad():
        for length in LENGTHS:
            ids = torch.randint(VOCAB, (500, length), generator=generator)
            right = model(ids)[:, 1:].argmax(-1) == ids[:, :-1]
            shares[length] = [round(share, 3) for share in right.float().mean(0).tolist()]
    return shares


def main() -> None:
    torch.set_num_threads(1)
    runs = []
    for positions, seed in itertools.product(POSITIONS, SEEDS):
        runs.append({"positions": positions, "seed": seed, "correct": train(positions, seed)})
        means = {n: round(sum(s) / len(s), 3) for n, s in runs[-1]["correct"].items()}
        print(positions, seed, means, flush=True)
    settings = {"trained length": TRAINED, "lengths": LENGTHS, "updates": STEPS, "vocab": VOCAB}
    lines = ",\n  ".join(json.dumps(run) for run in runs)
    text = json.dumps(settings)[:-1] + f',\n "runs": [\n  {lines}\n ]}}'
    temporary = OUT.with_suffix(".tmp")
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(OUT)


if __name__ == "__main__":
    main()
