"""Train one small model to say ten digits from the back, and keep it as it was on the way.

    python assets/recipes/reverse.py        (a few seconds on one core)

The model, the data and the rate are those of assets/recipes/reverse.json, the recipe of
`python -m tformer train reverse`. Writes assets/reverse.safetensors, the weights after UPDATES in
float16, named "<update>.<parameter>", and assets/reverse.json: for each of them the share of unseen
numbers that it reverses on its own, and the share of steps at which it looks at the right digit.
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

UPDATES = (0, 25, 50, 75, 100, 150, 200, 300)
OUT = Path(__file__).parent.parent / "reverse"


def snapshots(recipe: dict) -> tuple[Transformer, dict[int, dict[str, torch.Tensor]]]:
    """The trained model, and its weights (float16) after each of UPDATES."""
    own, size = recipe["data"], len(tasks.DIGITS)
    generator = torch.Generator().manual_seed(0)
    batches = tasks.ExampleBatches(
        tasks.reverse(own["count"], own["length"], generator), **recipe["batches"]
    )
    torch.manual_seed(0)
    model = Transformer(TransformerConfig(size, size, **recipe["model"]))
    kept = {}

    def keep(update: int) -> None:
        if update in UPDATES:
            kept[update] = {name: p.detach().half() for name, p in model.named_parameters()}

    keep(0)
    settings = Recipe(**{**recipe["training"], "log_every": 25})
    train(model, batches, settings, device="cpu", progress=lambda h: keep(h.rows[-1]["update"]))
    return model, kept


def main() -> None:
    torch.set_num_threads(1)
    recipe = load_recipe("reverse")
    model, kept = snapshots(recipe)
    exam = tasks.reverse(1000, 10, torch.Generator().manual_seed(9))
    steps = []
    for update, weights in kept.items():
        fill(model, weights, f"step {update}")
        share = round(alignment_shares(model, exam).item(), 4)
        steps.append({"update": update, "exact match": exact_match(model, exam),
                      "looks at the right digit": share})  # fmt: skip
        print(steps[-1])
    report = {"command": "python assets/recipes/reverse.py", "model": asdict(model.config),
              "recipe": recipe, "torch": torch.__version__, "steps": steps}  # fmt: skip
    OUT.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")
    named = {f"{u}.{name}": x for u, own in kept.items() for name, x in own.items()}
    # As a translator, the file is what all updates have made.
    tok = CharTokenizer(tasks.DIGITS[len(tasks.SPECIALS) :])
    extra = {"tokenizer": tok.state(), "decoding": recipe["decoding"]}
    header = {**describe(model), "part": f"{UPDATES[-1]}.", "extra": extra}
    write(OUT.with_suffix(".safetensors"), named, header)


if __name__ == "__main__":
    main()
