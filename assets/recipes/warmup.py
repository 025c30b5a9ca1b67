"""Train the runs of lesson 12: how large a step, and when?

    python assets/recipes/warmup.py [map] [race] [ideas]        (six minutes on one quiet core)

map: a small encoder-decoder says eight digits from the back. Two orders of the norm, four learning
rates, three lengths of warm-up, then a constant rate; no clipping, no decay.
race: a letter model learns the course's prose, by AdamW or by Muon, each with four learning rates.
ideas: AdamW's best run of the race again, with one line of its recipe changed.

Three seeds each, all else equal. Writes assets/warmup.json; losses in nats a token.
"""

import itertools
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import torch

from tformer.data import tasks
from tformer.training import Recipe, train
from tformer.training.jobs import language_job
from tformer.transformer import Transformer, TransformerConfig

SEEDS = (0, 1, 2)
OUT = Path(__file__).parent.parent / "warmup.json"

SIZES = dict(d_model=32, num_heads=4, num_layers=3, d_ff=64, context_length=16, dropout=0.0)
DIGITS, ROWS, EXAMPLES = 8, 32, 3840  # each seen once
RATES, WARMUPS = (1e-3, 3e-3, 1e-2, 3e-2), (1, 15, 45)
STEPS = Recipe(updates=120, schedule="constant", clip=1e9, weight_decay=0.0, log_every=5,
               precision="float32")  # fmt: skip

LETTERS = {
    "data": {"format": "prose"},
    "tokenizer": {"kind": "char"},
    "model": {"d_model": 64, "num_heads": 4, "num_layers": 2, "context_length": 32, "dropout": 0.0,
              "positions": "rotary"},
    "batches": {"batch_size": 16},
}  # fmt: skip
RACE = Recipe(updates=160, warmup=20, evaluate_every=10, log_every=10, precision="float32")
PEAKS = (3e-3, 1e-2, 3e-2, 1e-1)
OPTIMIZERS = ("adamw", "muon")
IDEAS = {
    "beta2 0.999": dict(betas=(0.9, 0.999)),
    "weight decay 0.1": dict(weight_decay=0.1),
    "no warm-up": dict(warmup=1),
    "warm-up four times as long": dict(warmup=80),
    "constant after warm-up": dict(schedule="constant"),
    "1/sqrt(n) after warm-up": dict(schedule="noam"),
    "clip at 0.1": dict(clip=0.1),
    "no clipping": dict(clip=1e9),
    "label smoothing 0.1": dict(label_smoothing=0.1),
    "dropout 0.1": dict(dropout=0.1),
    "two batches an update, half the updates": dict(accumulate=2, updates=80, warmup=10),
}


def survey(norm_first: bool, peak: float, warmup: int, seed: int) -> list[float | None]:
    """The mean loss of every five updates; None from where it is no number."""
    generator = torch.Generator().manual_seed(seed)
    examples = tasks.reverse(EXAMPLES, DIGITS, generator)
    size = len(tasks.DIGITS)
    torch.manual_seed(seed)
    model = Transformer(TransformerConfig(size, size, norm_first=norm_first, **SIZES))
    batches = tasks.ExampleBatches(examples, batch_size=ROWS, seed=seed)
    rows: list[dict] = []
    try:
        recipe = replace(STEPS, peak=peak, warmup=warmup, seed=seed)
        train(model, batches, recipe, device="cpu", progress=lambda h: rows.append(h.rows[-1]))
    except FloatingPointError:
        pass
    points = STEPS.updates // STEPS.log_every
    losses = [round(row["loss"], 3) for row in rows[:points]]  # the last is told twice
    return losses + [None] * (points - len(losses))


def letters(recipe: Recipe, dropout: float = 0.0) -> list[float]:
    """The held-out loss at every evaluation."""
    torch.manual_seed(recipe.seed)
    sizes = {**LETTERS["model"], "dropout": dropout}
    job = language_job({**LETTERS, "model": sizes}, None, recipe.seed, None)
    job.held_out.ids = job.held_out.ids[:4097]
    history = train(job.model, job.batches, recipe, validation=job.held_out, device="cpu")
    return [round(loss, 4) for loss in history.column("validation")[1]]


def pace(optimizer: str, updates: int = 20) -> float:
    """Processor seconds of an update, without evaluations."""
    job = language_job(LETTERS, None, 0, None)
    recipe = replace(RACE, updates=updates, optimizer=optimizer, log_every=updates)
    start = time.process_time()
    train(job.model, job.batches, recipe, device="cpu")
    return (time.process_time() - start) / updates


def the_map() -> dict:
    runs = []
    for norm_first, peak, warmup, seed in itertools.product((False, True), RATES, WARMUPS, SEEDS):
        losses = survey(norm_first, peak, warmup, seed)
        runs.append({"norm_first": norm_first, "peak": peak, "warmup": warmup, "seed": seed,
                     "losses": losses})  # fmt: skip
        print({**runs[-1], "losses": losses[-1]}, flush=True)
    return {"updates": STEPS.updates, "every": STEPS.log_every, "sizes": SIZES, "runs": runs}


def the_race() -> dict:
    runs = []
    for optimizer, peak, seed in itertools.product(OPTIMIZERS, PEAKS, SEEDS):
        losses = letters(replace(RACE, optimizer=optimizer, peak=peak, seed=seed))
        runs.append({"optimizer": optimizer, "peak": peak, "seed": seed, "losses": losses})
        print({**runs[-1], "losses": losses[-1]}, flush=True)
    paces = {name: [] for name in OPTIMIZERS}
    for _, name in itertools.product(range(6), OPTIMIZERS):  # by turns: a busy machine hits both
        paces[name].append(round(1000 * pace(name), 2))
    seconds = {name: own[1:] for name, own in paces.items()}  # the first is the caches'
    return {"updates": RACE.updates, "every": RACE.evaluate_every, "milliseconds": seconds,
            "runs": runs}  # fmt: skip


def best_peak(race: dict, optimizer: str) -> float:
    """The peak whose three runs end lowest on average."""
    own = [run for run in race["runs"] if run["optimizer"] == optimizer]
    return min(PEAKS, key=lambda p: sum(run["losses"][-1] for run in own if run["peak"] == p))


def the_ideas(race: dict) -> dict:
    base = replace(RACE, peak=best_peak(race, "adamw"), evaluate_every=RACE.updates)
    ends = {}
    for name, change in {"as it was": {}, **IDEAS}.items():
        change, own = dict(change), dict(dropout=change.get("dropout", 0.0))
        change.pop("dropout", None)
        change |= {"evaluate_every": change["updates"]} if "updates" in change else {}
        ends[name] = [letters(replace(base, seed=seed, **change), **own)[-1] for seed in SEEDS]
        print(name, ends[name], flush=True)
    return {"peak": base.peak, "ends": ends}


def text(told: dict) -> str:
    """JSON with a run a line."""
    plain = json.dumps(told, indent=1)
    for run in (run for part in told.values() for run in part.get("runs", [])):
        long = json.dumps(run, indent=1).replace("\n", "\n   ")
        plain = plain.replace(long, json.dumps(run))
    return plain + "\n"


def main(parts: list[str]) -> None:
    torch.set_num_threads(1)
    told = json.loads(OUT.read_text(encoding="utf-8")) if OUT.is_file() else {}
    for name in parts or ["map", "race", "ideas"]:
        make = {"map": the_map, "race": the_race, "ideas": lambda: the_ideas(told["race"])}[name]
        told[name] = make()
        temporary = OUT.with_suffix(".tmp")
        temporary.write_text(text(told), encoding="utf-8")
        temporary.replace(OUT)


if __name__ == "__main__":
    main(sys.argv[1:])
