"""Train one small model to rewrite dates, from three seeds, and ask each where it looks.

    python assets/recipes/dates.py          (about two minutes on one core)

The model, the data and the rate are those of assets/recipes/dates.json, the recipe of
`python -m tformer train dates`. Writes assets/dates.safetensors, the weights of each seed in
float16, named "<seed>.<parameter>", and assets/dates.json: for each seed the share of unseen dates
that it rewrites on its own, and the share of steps at which it looks at a symbol that tells.
"""

import json
from dataclasses import asdict
from pathlib import Path

import torch

from tformer.checkpoints import describe, fill, write
from tformer.data import tasks
from tformer.tokenizer import CharTokenizer
from tformer.training import Recipe, train
from tformer.training.evaluation import alignment_shares, exact_match
from tformer.training.recipes import load_recipe
from tformer.transformer import Transformer, TransformerConfig

SEEDS = (0, 1, 2)
OUT = Path(__file__).parent.parent / "dates"


def trained(recipe: dict, seed: int) -> Transformer:
    own, size = recipe["data"], len(tasks.LETTERS)
    examples = tasks.dates(own["count"], torch.Generator().manual_seed(seed))
    batches = tasks.ExampleBatches(examples, **recipe["batches"], seed=seed)
    torch.manual_seed(seed)
    model = Transformer(TransformerConfig(size, size, **recipe["model"]))
    train(model, batches, Recipe(**recipe["training"]), device="cpu")
    return model


def main() -> None:
    torch.set_num_threads(1)
    recipe = load_recipe("dates")
    exam = tasks.dates(1000, torch.Generator().manual_seed(9), held_out=True)
    runs, kept = [], {}
    for seed in SEEDS:
        model = trained(recipe, seed)
        own = {name: p.detach().half() for name, p in model.named_parameters()}
        kept |= {f"{seed}.{name}": p for name, p in own.items()}
        fill(model, own, f"seed {seed}")  # as it is stored
        share = round(alignment_shares(model, exam).item(), 4)
        runs.append({"seed": seed, "exact match": exact_match(model, exam),
                     "looks at a symbol that tells": share})  # fmt: skip
        print(runs[-1], flush=True)
    report = {"command": "python assets/recipes/dates.py", "model": asdict(model.config),
              "recipe": recipe, "torch": torch.__version__, "runs": runs}  # fmt: skip
    OUT.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")
    # As a translator, the file is seed 0.
    tok = CharTokenizer(tasks.LETTERS[len(tasks.SPECIALS) :])
    extra = {"tokenizer": tok.state(), "decoding": recipe["decoding"]}
    header = {**describe(model), "part": "0.", "extra": extra}
    write(OUT.with_suffix(".safetensors"), kept, header)


if __name__ == "__main__":
    main()
