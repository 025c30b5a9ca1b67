"""From a recipe, a small JSON file, to a trained model with its curve and its final figures."""

import json
import os
import platform
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import torch

from tformer.checkpoints import save_model
from tformer.data import corpora
from tformer.data.batches import PairBatches, Stream, TextBatches
from tformer.data.files import atomic_write, sha256
from tformer.devices import pick_device
from tformer.history import History, TerminalProgress
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.metrics import bits_per_byte, corpus_bleu, perplexity
from tformer.tokenizer import BPETokenizer, CharTokenizer, Tokenizer
from tformer.training import Recipe, evaluate, train
from tformer.transformer import Transformer, TransformerConfig
from tformer.translation import Translator

FOLDER = Path(__file__).parents[1] / "assets" / "recipes"


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


@dataclass
class Job:
    """All that a recipe and its data come to; ``measure`` makes final figures of the loss."""

    model: torch.nn.Module
    batches: Stream
    held_out: Stream
    tokenizer: Tokenizer
    files: list[Path]
    measure: Callable[[float], dict]


def run(
    recipe: dict,
    data: str | None,
    folder: Path,
    *,
    device: str = "auto",
    resume: bool = False,
    seed: int = 0,
    skipped: list[str] | None = None,
) -> History:
    """Read, tokenise, train and measure; ``folder`` gets the model, its curve and its figures."""
    device, alone = pick_device(device), os.environ.get("RANK", "0") == "0"
    settings = {**recipe["training"], "seed": seed}
    training = _make(Recipe, "training", **settings)
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)  # the first weights
        prepare = translator_job if recipe["kind"] == "translator" else language_job
        job = prepare(recipe, data, seed, skipped)
    parameters = sum(p.numel() for p in job.model.parameters())
    if alone:
        print(f"{parameters:,} parameters, vocabulary {job.tokenizer.vocab_size:,}, on {device}; "
              f"{job.batches.padding_share:.1%} of what is fed is padding")  # fmt: skip
    extra = {"tokenizer": job.tokenizer.state(), "decoding": recipe.get("decoding", {})}
    history = train(
        job.model, job.batches, training, validation=job.held_out, folder=folder, resume=resume,
        device=device, progress=TerminalProgress(), extra=extra,
    )  # fmt: skip
    if history.stopped == "interrupted" or not alone:
        return history
    path = folder / "model.safetensors"
    save_model(path, job.model, dtype=getattr(torch, recipe["dtype"]), **extra)
    gpu = device.type == "cuda" and torch.cuda.get_device_name()
    loss = evaluate(job.model, job.held_out, device)
    report = {
        "command": " ".join(["python -m tformer", *sys.argv[1:]]),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": gpu or f"{platform.machine()}, {os.cpu_count()} processors",
        "versions": {"python": platform.python_version(), "torch": torch.__version__},
        "data (SHA-256)": {file.name: sha256(file) for file in job.files},
        "parameters": parameters,
        "bytes": path.stat().st_size,
        "updates": history.rows[-1]["update"],
        "seconds": round(history.rows[-1]["seconds"], 1),
        "figures": {
            "validation loss per token (nats)": round(loss, 4),
            "validation perplexity per token": round(perplexity(loss), 3),
            **job.measure(loss),
        },
        "recipe": recipe,
    }
    atomic_write(folder / "figures.json", json.dumps(report, indent=2).encode())
    print(json.dumps(report["figures"], indent=2))
    return history


def _make(kind: type, part: str, **settings):
    """A configuration from a part of the recipe; a setting that it does not know is named."""
    try:
        return kind(**settings)
    except TypeError as error:
        raise ValueError(f"{part}: {str(error).split(') ', 1)[-1]}") from error


def translator_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None) -> Job:
    """From sentence pairs: a Multi30k folder, or a .tsv with one line in 20 held out."""
    if data is None:
        raise ValueError("this recipe needs --data: the folder (or .tsv file) of sentence pairs")
    if recipe["data"]["format"] == "multi30k":
        pairs, held_out = (corpora.multi30k(data, part, skipped) for part in ("train", "val"))
        files = sorted(p for p in Path(data).iterdir() if p.name.startswith(("train.", "val.")))
    else:
        pairs, files = corpora.tsv(data, skipped), [Path(data)]
        held_out, pairs = pairs[::20], [p for i, p in enumerate(pairs) if i % 20]
    size = recipe["tokenizer"]["vocab_size"]
    tok = BPETokenizer.train((side for pair in pairs for side in pair), size)
    config = _make(TransformerConfig, "model", src_vocab_size=tok.vocab_size,
                   tgt_vocab_size=tok.vocab_size, pad_id=tok.pad_id, **recipe["model"])  # fmt: skip
    model = Transformer(config)

    def ids(text: str) -> list[int]:
        return [*tok.encode(text, parse_specials=False), tok.eos_id]

    def stream(pairs: list[corpora.Pair]) -> PairBatches:
        sources, targets = ([ids(s) for s, _ in pairs], [[tok.bos_id, *ids(t)] for _, t in pairs])
        return _make(PairBatches, "batches", sources=sources, targets=targets, pad_id=tok.pad_id,
                     seed=seed, **recipe["batches"])  # fmt: skip

    def measure(loss: float) -> dict:
        translator = Translator(model, tok, **recipe["decoding"])
        said = [bleu_tokens(s) for s in translator.translate([s for s, _ in held_out])]
        wanted = [bleu_tokens(t) for _, t in held_out]
        tokens = sum(len(ids(t)) for _, t in held_out)
        words = sum(len(w) + 1 for w in wanted)  # as papers count: the end is one more
        bleu = 100 * corpus_bleu(said, [[w] for w in wanted])
        return {
            "validation perplexity per word": round(perplexity(loss * tokens / words), 3),
            "validation BLEU (13a, lower-cased)": round(bleu, 2),
        }

    return Job(model, stream(pairs), stream(held_out), tok, files, measure)


def language_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None) -> Job:
    """From a text, of which the last tenth is held out; the course's own prose if none is given."""
    path = corpora.PROSE if recipe["data"]["format"] == "prose" and data is None else data
    if path is None:
        raise ValueError("this recipe needs --data: a text file")
    text = corpora.text(path)
    tok = (CharTokenizer.train(text, ()) if recipe["tokenizer"]["kind"] == "char"
           else BPETokenizer.train(text, recipe["tokenizer"]["vocab_size"], ()))  # fmt: skip
    ids = torch.tensor(tok.encode(text))
    cut = len(ids) * 9 // 10
    config = _make(LanguageModelConfig, "model", vocab_size=tok.vocab_size, **recipe["model"])

    def stream(ids: torch.Tensor) -> TextBatches:
        return _make(TextBatches, "batches", ids=ids, context_length=config.context_length,
                     seed=seed, **recipe["batches"])  # fmt: skip

    def measure(loss: float) -> dict:
        size = len(tok.decode(ids[cut:]).encode())
        bits = bits_per_byte(loss * len(ids[cut:]), size)
        return {"validation bits per byte": round(bits, 4)}

    streams = stream(ids[:cut]), stream(ids[cut:])
    return Job(LanguageModel(config), *streams, tok, [Path(path)], measure)


def bleu_tokens(text: str) -> list[str]:
    """The words of a text as sacrebleu's "13a" cuts them (NIST's mteval-v13a), lower-cased.

    >>> bleu_tokens("A 3.5-inch dog, isn't it?")
    ['a', '3.5', '-', 'inch', 'dog', ',', "isn't", 'it', '?']
    """
    for written, sign in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(written, sign)
    text = f" {text.lower()} "
    text = re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", text)  # signs stand alone
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)  # but 3.5 and 1,000 are one word
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text).split()
