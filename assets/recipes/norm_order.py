"""Train the runs of lesson 08: post-norm and pre-norm at several learning rates.

    python assets/recipes/norm_order.py        (about ten minutes on two quiet cores)

A stack of 12 small layers must say ten symbols from the back. Two orders of the norm, without and
with warm-up, three learning rates, three seeds, all else equal. Writes assets/norm_order.json:
the mean loss of the last 20 updates of each run, in nats (ln 10 = 2.30 is what a guess costs).
"""

import itertools
import json
import math
from pathlib import Path

import torch
from torch import nn

from tformer.embeddings import Embedding
from tformer.layers import EncoderLayer
from tformer.losses import cross_entropy

VOCAB, LENGTH, D_MODEL, HEADS, D_FF, LAYERS = 10, 10, 32, 4, 64, 12
STEPS, BATCH, WARMUP = 200, 32, 60
RATES, SEEDS = (1e-3, 3e-3, 1e-2), (0, 1, 2)
OUT = Path(__file__).parent.parent / "norm_order.json"


class Words(Embedding):
    """Ids (B, T) to placed vectors (B, T, D)."""

    def __init__(self):
        super().__init__(VOCAB, D_MODEL, context_length=LENGTH, scale=True)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return super().forward(ids, torch.arange(LENGTH))


def stack(norm_first: bool) -> nn.Sequential:
    """Ids to logits; a pre-norm stack ends in a norm, a post-norm one has it already."""
    layers = [EncoderLayer(D_MODEL, HEADS, D_FF, norm_first=norm_first) for _ in range(LAYERS)]
    end = nn.LayerNorm(D_MODEL) if norm_first else nn.Identity()
    model = nn.Sequential(Words(), *layers, end, nn.Linear(D_MODEL, VOCAB))
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
            nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=D_MODEL**-0.5)
    return model


def train(norm_first: bool, warmup: int, rate: float, seed: int) -> float:
    """The mean loss of the last 20 updates; it may be infinite or no number."""
    torch.manual_seed(seed)
    model = stack(norm_first)
    generator = torch.Generator().manual_seed(100 + seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98))
    losses = []
    for step in range(1, STEPS + 1):
        optimizer.param_groups[0]["lr"] = rate * min(1.0, step / warmup) if warmup else rate
        tokens = torch.randint(VOCAB, (BATCH, LENGTH), generator=generator)
        loss = cross_entropy(model(tokens), tokens.flip(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses[-20:]) / 20


def main() -> None:
    torch.set_num_threads(1)
    runs = []
    for norm_first, warmup, rate, seed in itertools.product(
        (False, True), (0, WARMUP), RATES, SEEDS
    ):
        loss = train(norm_first, warmup, rate, seed)
        run = {"norm_first": norm_first, "warmup": warmup, "rate": rate, "seed": seed}
        runs.append({**run, "loss": round(loss, 3) if math.isfinite(loss) else None})
        print(runs[-1], flush=True)
    settings = {"layers": LAYERS, "d_model": D_MODEL, "updates": STEPS, "batch": BATCH}
    text = json.dumps({**settings, "guess": round(math.log(VOCAB), 3), "runs": runs}, indent=1)
    temporary = OUT.with_suffix(".tmp")
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(OUT)


if __name__ == "__main__":
    main()
