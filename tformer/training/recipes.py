"""From a recipe, a small JSON file, to a trained model with its curve and its final figures."""

import json
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import torch

from tformer._support.checks import check_choice, check_kind, check_texts
from tformer._support.files import atomic_write, sha256
from tformer.checkpoints import fill, load_model, save_model
from tformer.metrics import perplexity
from tformer.pretrained import ASSETS
from tformer.tokenizer import Tokenizer
from tformer.training.devices import pick_device
from tformer.training.history import History, TerminalProgress
from tformer.training.jobs import JOBS, Job, make
from tformer.training.loop import Recipe, evaluate, train
from tformer.translator.plain import PlainTranslator

FOLDER = ASSETS / "recipes"
SPOKEN = {"True": True, "False": False, "None": None}  # as Python writes them
WITH_PHRASES = "validation loss per token (nats), phrasebook included"


class Settings(dict):
    """A recipe, or a part of one; what is asked for and not there is named."""

    def __missing__(self, name: str):
        raise ValueError(f"the recipe lacks {name!r}; {FOLDER} holds complete ones")


def load_recipe(name: str, changes: list[str] = ()) -> dict:
    """The recipe of that name in assets/recipes, or the JSON file at that path.

    ``changes`` are "part.setting=value", such as "training.updates=100". Files of another format
    are learnt without the phrasebook, unless a change asks for it. Raises ValueError for a
    name or a change that fits nothing.
    """
    check_kind((str, Path), name=name)
    changes = check_texts(changes=changes)
    path = FOLDER / f"{name}.json" if (FOLDER / f"{name}.json").is_file() else Path(name)
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.json")))
        raise ValueError(f"recipe {name!r} is neither a file nor one of: {known}")
    try:
        recipe = Settings(json.loads(path.read_text(encoding="utf-8"), object_hook=Settings))
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} is no JSON object: {error}") from error
    for part, own in recipe.items():
        if part not in ("kind", "dtype") and not isinstance(own, dict):
            raise ValueError(f"{part}={own!r:.60} is no part of a recipe; give a table of settings")
    format = recipe.get("data", {}).get("format")
    for change in changes:
        key, equals, value = change.partition("=")
        part, dot, setting = key.partition(".")
        if not (equals and dot and isinstance(recipe.get(part), dict)):
            parts = ", ".join(name for name, own in recipe.items() if isinstance(own, dict))
            raise ValueError(f"{change!r} is no change; write PART.SETTING=VALUE, PART of: {parts}")
        try:
            recipe[part][setting] = json.loads(value)
        except (ValueError, RecursionError):
            recipe[part][setting] = SPOKEN.get(value, value)  # a word needs no quotes
    asked = any(change.startswith("data.phrasebook=") for change in changes)
    if not asked and recipe.get("data", {}).get("format") != format:
        recipe["data"].pop("phrasebook", None)  # which is German and English, as the captions are
    return recipe


def run(recipe: dict, data: str | None, folder: Path, *, device="auto", resume: bool = False,
        shard: bool = False, seed: int = 0, skipped: list[str] | None = None,
        start: str | Path | None = None) -> History:  # fmt: skip
    """Read, tokenise, train and measure; ``folder`` gets the model, its curve and its figures.

    ``start`` is a trained model whose weights and tokenizer the run begins with.
    """
    begun, known = load_model(start) if start else (None, {})
    tokenizer = Tokenizer.from_state(known["tokenizer"]) if "tokenizer" in known else None
    device, alone = pick_device(device), os.environ.get("RANK", "0") == "0"
    training = make(Recipe, "training", recipe["training"], seed=seed)
    check_choice(dtype=(recipe["dtype"], ("float32", "float16", "bfloat16")))
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)  # the first weights
        check_choice(kind=(recipe["kind"], tuple(JOBS)))
        job = JOBS[recipe["kind"]](recipe, data, seed, skipped, tokenizer)
    if begun:
        with torch.no_grad():
            fill(job.model, dict(begun.named_parameters()), start)
    decoding = recipe.get("decoding", {})
    if decoding:  # a mistake there should not show after hours of training
        make(PlainTranslator, "decoding", decoding, model=job.model, tokenizer=job.tokenizer)
    parameters = sum(p.numel() for p in job.model.parameters())
    if alone:
        left = [f"left out: {line}" for line in skipped or ()]
        rest = [f"... and {len(left) - 5:,} more lines"] * (len(left) > 5)
        for line in (*(job.told or ()), *left[:5], *rest):
            print(line)
        print(f"{parameters:,} parameters, vocabulary {job.tokenizer.vocab_size:,}, on {device}; "
              f"{job.batches.padding_share:.1%} of what is fed is padding")  # fmt: skip
    extra = {"tokenizer": job.tokenizer.state(), "decoding": decoding}
    history = train(
        job.model, job.batches, training, validation=job.choosing or job.held_out, folder=folder,
        resume=resume, shard=shard, device=device, progress=TerminalProgress(), extra=extra,
    )  # fmt: skip
    if history.stopped == "interrupted" or not alone:
        return history
    folder = history.folder  # another, if that disk was full
    path = folder / "model.safetensors"
    save_model(path, job.model, dtype=getattr(torch, recipe["dtype"]), **extra)
    report = {
        **_circumstances(device, job, start),
        "parameters": parameters,
        "bytes": path.stat().st_size,
        "updates": history.rows[-1]["update"],
        "seconds": round(history.rows[-1]["seconds"], 1),
        "figures": _figures(job),
        "recipe": recipe,
    }
    atomic_write(folder / "figures.json", json.dumps(report, indent=2).encode())
    print(json.dumps(report["figures"], indent=2))
    return history


def _circumstances(device: torch.device, job: Job, start: str | Path | None) -> dict:
    """What somebody needs to know who wants the same model again."""
    gpu = device.type == "cuda" and torch.cuda.get_device_name()
    return {
        "command": " ".join(["python -m tformer", *sys.argv[1:]]),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": gpu or f"{platform.machine()}, {os.cpu_count()} processors",
        "versions": {"python": platform.python_version(), "torch": torch.__version__},
        "data (SHA-256)": {file.name: sha256(file) for file in job.files},
        **({"began with (SHA-256)": {Path(start).name: sha256(start)}} if start else {}),
    }


def _figures(job: Job) -> dict:
    """How good the model is on what it has not learnt from."""
    device = next(job.model.parameters()).device  # the CPU, for what no device holds
    loss = evaluate(job.model, job.held_out, device)
    figures = {
        "validation loss per token (nats)": round(loss, 4),
        "validation perplexity per token": round(perplexity(loss), 3),
    }
    if job.choosing:
        figures[WITH_PHRASES] = round(evaluate(job.model, job.choosing, device), 4)
    return figures | job.measure(loss)
