"""Measure for lesson 18 what each part of today's block is worth, and how the loss falls with size.

    python assets/recipes/parts.py [RUNS]        (about ten minutes on one quiet core)

Small language models of the course's own prose, letter by letter. The block of 2017 gets one part
of today's after the other, each step keeping those before it, with three seeds and 200 updates;
some steps are trained at lower and higher rates too, lest the common one be unfair to them, and
those on both sides of the rotary step for longer. Matrices start with a deviation of
1/sqrt(width); GPT-2's 0.02 fits a width of 768, and what it does at 48 is measured too. Then one
block in several sizes and at several rates: with equal updates, and with equal seconds of the
core, where every run has a schedule of its own that ends when its time does. And the digits that
are said from the back, with and without the loss of the prompt. Writes assets/parts.json after
every run and leaves out what already stands there; with RUNS it stops after so many.
"""

import json
import sys
import time
from itertools import islice, product
from pathlib import Path

import torch

from tformer._support.files import atomic_write, sha256
from tformer.data.batches import TextBatches
from tformer.data.corpora import PROSE, prose
from tformer.data.tasks import BOS, EOS
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.losses import cross_entropy
from tformer.tokenizer import CharTokenizer
from tformer.training import Recipe, evaluate, train

OUT = Path(__file__).parent.parent / "parts.json"
WIDTH, HEADS, LAYERS, CONTEXT, BATCH, UPDATES = 48, 4, 2, 32, 16, 200
RATE, SEEDS, LONGER = 0.01, (0, 1, 2), 600
OTHER_RATES = (0.003, 0.02, 0.03)  # of the block of 2017, and of its largest gain
OLD = dict(norm_first=False, norm="layer", activation="relu", positions="learned", bias=True)
LADDER = {  # each keeps what stands above it
    "2017": OLD,
    "pre-norm": dict(norm_first=True),
    "rotary": dict(positions="rotary"),
    "RMSNorm": dict(norm="rms"),
    "no biases": dict(bias=False),
    "SwiGLU": dict(activation="swiglu", d_ff=128),  # as many parameters as 192 with two matrices
    "QK-norm": dict(qk_norm=True),
    "2 key-value heads": dict(num_kv_heads=2),
}
BESIDE = {"ReLU squared": ("no biases", dict(activation="relu2"))}  # name: its step, its change
SIZES = {16: 1, 32: 2, 48: 2, 64: 3, 96: 3}  # width: layers
SIZE_RATES, SECONDS = (0.005, 0.01, 0.02), (1, 2, 4)
DIGITS, ROWS, LESSONS = 6, 32, 200


def settings() -> dict[str, dict]:
    """Every block by name, all of its settings."""
    found, so_far = {}, {}
    for name, change in LADDER.items():
        found[name] = so_far = {**so_far, **change}
    return found | {name: {**found[base], **change} for name, (base, change) in BESIDE.items()}


def fresh(width: int, layers: int, seed: int, start: float | None = None, **block) -> tuple:
    """A new model, the prose it learns from, and the last tenth."""
    text = prose()
    tokenizer = CharTokenizer(sorted(set(text)), specials=())
    ids = torch.tensor(tokenizer.encode(text))
    cut = len(ids) * 9 // 10
    sizes = dict(d_model=width, num_heads=HEADS, num_layers=layers, context_length=CONTEXT)
    torch.manual_seed(seed)
    model = LanguageModel(LanguageModelConfig(tokenizer.vocab_size, **sizes, **block))
    with torch.no_grad():
        for matrix in (p for p in model.parameters() if p.dim() > 1):
            matrix *= (start or width**-0.5) / 0.02
    cutting = dict(context_length=CONTEXT, batch_size=BATCH)
    return model, TextBatches(ids[:cut], seed=seed, **cutting), TextBatches(ids[cut:], **cutting)


def teach(model: LanguageModel, feed: TextBatches, rate: float, updates: int, seed: int) -> None:
    recipe = Recipe(updates, peak=rate, warmup=round(0.15 * updates), weight_decay=0.1,
                    precision="float32", seed=seed)  # fmt: skip
    train(model, feed, recipe, device="cpu")


def learn(width: int, layers: int, rate: float, seed: int, updates: int = UPDATES,
          **how) -> dict:  # fmt: skip
    """Train one model of the prose; its loss on the last tenth."""
    model, feed, held_out = fresh(width, layers, seed, **how)
    teach(model, feed, rate, updates, seed)
    return {"rate": rate, "seed": seed, "parameters": sum(p.numel() for p in model.parameters()),
            "updates": updates, "loss": round(evaluate(model, held_out), 4)}  # fmt: skip


def pace(rounds: int = 6, updates: int = 30) -> dict[str, float]:
    """Seconds of this core that one update takes, by width: the best round of each."""
    best = {}
    for _, (width, layers) in product(range(rounds), SIZES.items()):
        model, feed, _ = fresh(width, layers, 0, **sized(width))
        begun = time.process_time()
        teach(model, feed, RATE, updates, 0)
        took = (time.process_time() - begun) / updates
        best[str(width)] = round(min(took, best.get(str(width), took)), 5)
    return best


def say_backwards(prompt_counts: bool, seed: int) -> dict:
    """Digits, a separator, the digits from the back: as one text for a language model."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    sizes = dict(d_model=WIDTH, num_heads=HEADS, num_layers=2, context_length=2 * DIGITS + 1)
    model = LanguageModel(LanguageModelConfig(13, **sizes))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)

    def rows(count: int) -> torch.Tensor:
        digits = torch.randint(3, 13, (count, DIGITS), generator=generator)
        edge = torch.ones(count, 1, dtype=torch.long)
        return torch.cat([digits, BOS * edge, digits.flip(1), EOS * edge], 1)

    correct = []
    for update in range(1, LESSONS + 1):
        text = rows(ROWS)
        x, y = text[:, :-1], text[:, 1:].clone()
        if not prompt_counts:
            y[:, :DIGITS] = -100
        loss = cross_entropy(model(x), y, ignore_index=-100)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if update % 10 == 0:
            with torch.no_grad():
                exam = rows(200)
                said = model(exam[:, :-1]).argmax(-1)[:, DIGITS:] == exam[:, DIGITS + 1 :]
            correct.append([update, said.double().mean().item(), round(loss.item(), 4)])
    return {"seed": seed, "correct": correct}


def sized(width: int) -> dict:
    """The block whose size is varied, at this width."""
    return {**settings()["SwiGLU"], "d_ff": 8 * width // 3}


def work(seconds_an_update: dict[str, float]) -> dict[str, tuple]:
    """Every run by name: the function and what it is given."""
    todo, blocks = {}, settings()
    for counts, seed in product((True, False), SEEDS):
        name = f"prompt {'counts' if counts else 'masked'}, {seed}"
        todo[name] = (say_backwards, (counts, seed), {})

    def part(name: str, seed: int, rate: float = RATE, **more) -> tuple:
        return learn, (WIDTH, LAYERS, rate, seed), {**blocks[name], **more}

    for seed in SEEDS:
        todo |= {f"part, {name}, {seed}": part(name, seed) for name in blocks}
        for name, rate in product(("2017", "rotary"), OTHER_RATES):
            todo[f"rate {rate}, {name}, {seed}"] = part(name, seed, rate)
        for name in ("no biases", "SwiGLU"):
            todo[f"start 0.02, {name}, {seed}"] = part(name, seed, start=0.02)
    for seed, rate, size in product(SEEDS[:2], SIZE_RATES, SIZES.items()):
        todo[f"size, {size[0]}, {rate}, {seed}"] = learn, (*size, rate, seed), sized(size[0])
    for budget, seed, rate, size in product(SECONDS, SEEDS[:2], SIZE_RATES, SIZES.items()):
        updates = round(budget / seconds_an_update[str(size[0])])
        name = f"seconds {budget}, {size[0]}, {rate}, {seed}"
        todo[name] = learn, (*size, rate, seed, updates), sized(size[0])
    for seed, name in product(SEEDS, ("pre-norm", "rotary")):
        todo[f"longer, {name}, {seed}"] = part(name, seed, updates=LONGER)
    return todo


def main(most: int | None = None) -> None:
    torch.set_num_threads(1)
    beside = {name: base for name, (base, _) in BESIDE.items()}
    result = dict(prose=sha256(PROSE), width=WIDTH, layers=LAYERS, ladder=list(LADDER),
                  beside=beside)  # fmt: skip
    kept = json.loads(OUT.read_text(encoding="utf-8")) if OUT.is_file() else {}
    if kept.get("prose") != result["prose"] or "seconds an update" not in kept:
        kept = {"seconds an update": pace(), "runs": {}}
    result |= {name: kept[name] for name in ("seconds an update", "runs")}
    todo = work(result["seconds an update"])
    missing = {key: how for key, how in todo.items() if key not in result["runs"]}
    for key, (run, given, block) in islice(missing.items(), most):
        result["runs"][key] = run(*given, **block)
        print(key, result["runs"][key], flush=True)
        atomic_write(OUT, (json.dumps(result) + "\n").encode())


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else None)
