"""From a recipe, a small JSON file, to a trained model with its curve and its final figures."""

import json
import math
import os
import platform
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import torch

from tformer.checkpoints import build, save_model
from tformer.data import corpora
from tformer.data.batches import PairBatches, Stream, TextBatches
from tformer.data.files import atomic_write, sha256
from tformer.devices import pick_device
from tformer.history import History, TerminalProgress
from tformer.language_model import LanguageModelConfig
from tformer.metrics import bits_per_byte, corpus_bleu, perplexity_from_sums
from tformer.tokenizer import BPETokenizer, CharTokenizer, Tokenizer
from tformer.training import Recipe, evaluate, train
from tformer.transformer import TransformerConfig
from tformer.translation import Translator

FOLDER = Path(__file__).parents[1] / "assets" / "recipes"
TEXT_FORMATS = ("prose", "text")


def load_recipe(name: str, changes: list[str] = ()) -> dict:
    """The recipe of that name in assets/recipes, or the JSON file at that path.

    ``changes`` are "part.setting=value", such as "training.updates=100". Raises ValueError for a
    name or a change that fits nothing.
    """
    path = FOLDER / f"{name}.json" if (FOLDER / f"{name}.json").is_file() else Path(name)
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.json")))
        raise ValueError(f"recipe {name!r} is neither a file nor one of: {known}")
    try:
        recipe = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no JSON: {error}") from error
    for change in changes:
        key, equals, value = change.partition("=")
        part, dot, setting = key.partition(".")
        if not (equals and dot and isinstance(recipe.get(part), dict)):
            parts = ", ".join(name for name, own in recipe.items() if isinstance(own, dict))
            raise ValueError(f"{change!r} is no change; write PART.SETTING=VALUE, PART of: {parts}")
        try:
            recipe[part][setting] = json.loads(value)
        except ValueError:
            recipe[part][setting] = value  # a word needs no quotes
    return recipe


def run(recipe: dict, data: str | None, folder: Path, *, device="auto", resume=False, seed=0,
        skipped: list[str] | None = None, say=print) -> History:  # fmt: skip
    """Read, tokenise, train and measure; ``folder`` gets the model, its curve and its figures."""
    prepare = _translator if recipe["kind"] == "translator" else _language_model
    device = pick_device(device)
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)  # the first weights
        model, streams, tokenizer, sources, measure = prepare(recipe, data, skipped)
    parameters = sum(p.numel() for p in model.parameters())
    training = {**recipe["training"], "seed": seed}
    training["betas"] = tuple(training.get("betas", (0.9, 0.98)))
    say(f"{parameters:,} parameters, vocabulary {tokenizer.vocab_size:,}, on {device}; "
        f"padding {streams[0].padding_share:.1%} of what is fed")  # fmt: skip
    extra = {"tokenizer": tokenizer.state(), "decoding": recipe.get("decoding", {})}
    history = train(
        model, streams[0], Recipe(**training), validation=streams[1], folder=folder, resume=resume,
        device=device, progress=TerminalProgress(), extra=extra,
    )  # fmt: skip
    if history.stopped == "interrupted" or os.environ.get("RANK", "0") != "0":
        return history
    save_model(folder / "model.safetensors", model, dtype=getattr(torch, recipe["dtype"]), **extra)
    report = {
        "command": " ".join(["python -m tformer", *sys.argv[1:]]),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": torch.cuda.get_device_name()
        if device.type == "cuda"
        else f"{platform.machine()}, {os.cpu_count()} processors",
        "versions": {"python": platform.python_version(), "torch": torch.__version__},
        "data": {str(Path(path).name): sha256(path) for path in sources},
        "parameters": parameters,
        "bytes": (folder / "model.safetensors").stat().st_size,
        "updates": history.rows[-1]["update"],
        "seconds": round(history.rows[-1]["seconds"], 1),
        "figures": measure(model, streams[1], device),
        "recipe": recipe,
    }
    atomic_write(folder / "figures.json", json.dumps(report, indent=2).encode())
    say(json.dumps(report["figures"], indent=2))
    return history


def _translator(recipe: dict, data: str | None, skipped) -> tuple:
    """Model, (training, validation) streams, tokenizer, files read, and how to measure."""
    if data is None:
        raise ValueError("this recipe needs --data: the folder (or .tsv file) of sentence pairs")
    if recipe["data"]["format"] == "multi30k":
        pairs, held_out = (corpora.multi30k(data, part, skipped) for part in ("train", "val"))
        sources = sorted(p for p in Path(data).iterdir() if p.name.startswith(("train.", "val.")))
    else:
        pairs, sources = corpora.tsv(data, skipped), [data]
        held_out, pairs = pairs[::20], [p for i, p in enumerate(pairs) if i % 20]
    tokenizer = BPETokenizer.train((s for pair in pairs for s in pair),
                                   recipe["tokenizer"]["vocab_size"])  # fmt: skip
    tok, sizes = tokenizer, {"src_vocab_size": tokenizer.vocab_size}
    config = TransformerConfig(**sizes, tgt_vocab_size=tok.vocab_size, pad_id=tok.pad_id,
                               **recipe["model"])  # fmt: skip

    def stream(pairs: list, seed: int) -> PairBatches:
        encode = lambda text: tok.encode(text, parse_specials=False)  # noqa: E731
        return PairBatches(
            [[*encode(s), tok.eos_id] for s, _ in pairs],
            [[tok.bos_id, *encode(t), tok.eos_id] for _, t in pairs],
            max_tokens=recipe["batches"]["max_tokens"], pad_id=tok.pad_id, seed=seed,
        )  # fmt: skip

    def measure(model, validation: Stream, device) -> dict:
        nll = evaluate(model, validation, device)
        translator = Translator(model, tok, **recipe["decoding"])
        said = translator.translate([s for s, _ in held_out])
        wanted = [bleu_tokens(t) for _, t in held_out]
        tokens = sum(batch.tokens for batch in validation.once())
        words = sum(map(len, wanted)) + len(wanted)  # as papers count: the end is one more
        return {
            "validation loss per token (nats)": round(nll, 4),
            "validation perplexity per token": round(math.exp(nll), 3),
            "validation perplexity per word": round(perplexity_from_sums(nll * tokens, words), 3),
            "validation BLEU (13a tokens, lower-cased)": round(
                100 * corpus_bleu([bleu_tokens(s) for s in said], [[w] for w in wanted]), 2
            ),
        }

    model = build({"kind": "Transformer", "config": config.__dict__})
    seed = recipe["training"].get("seed", 0)
    return model, (stream(pairs, seed), stream(held_out, 0)), tokenizer, sources, measure


def _language_model(recipe: dict, data: str | None, skipped) -> tuple:
    """The same for a text, whose last tenth is held out."""
    path = corpora.PROSE if recipe["data"]["format"] == "prose" and data is None else data
    if path is None:
        raise ValueError("this recipe needs --data: a text file")
    text = corpora.text(path)
    if recipe["tokenizer"]["kind"] == "char":
        tokenizer: Tokenizer = CharTokenizer.train(text, specials=())
    else:
        tokenizer = BPETokenizer.train(text, recipe["tokenizer"]["vocab_size"], specials=())
    ids = torch.tensor(tokenizer.encode(text))
    cut = len(ids) * 9 // 10
    config = LanguageModelConfig(tokenizer.vocab_size, **recipe["model"])
    settings = {"context_length": config.context_length, **recipe["batches"]}
    streams = (TextBatches(ids[:cut], seed=recipe["training"].get("seed", 0), **settings),
               TextBatches(ids[cut:], **settings))  # fmt: skip

    def measure(model, validation: Stream, device) -> dict:
        nll = evaluate(model, validation, device)
        size = len(tokenizer.decode(ids[cut:]).encode()) / len(ids[cut:])
        return {
            "validation loss per token (nats)": round(nll, 4),
            "validation perplexity per token": round(math.exp(nll), 3),
            "validation bits per byte": round(bits_per_byte(nll, 1) / size, 4),
        }

    return (
        build({"kind": "LanguageModel", "config": config.__dict__}),
        streams,
        tokenizer,
        [path],
        measure,
    )


def bleu_tokens(text: str) -> list[str]:
    """The words of a text as sacrebleu's "13a" cuts them (NIST's mteval-v13a), lower-cased.

    >>> bleu_tokens("A 3.5-inch dog, isn't it?")
    ['a', '3.5', '-', 'inch', 'dog', ',', "isn't", 'it', '?']
    """
    text = f" {text.lower()} "
    text = re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", text)  # signs stand alone
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)  # but 3.5 and 1,000 are one word
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text).split()
