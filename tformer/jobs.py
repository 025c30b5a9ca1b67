"""What there is to train: from a recipe and its data to a model, its batches and its exam."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch

from tformer import evaluation
from tformer._checks import check_choice
from tformer.data import corpora, tasks
from tformer.data.batches import PairBatches, Stream, TextBatches
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.metrics import bits_per_byte, bleu_tokens, corpus_bleu, perplexity
from tformer.tokenizer import BPETokenizer, CharTokenizer, Tokenizer
from tformer.transformer import Transformer, TransformerConfig
from tformer.translation import Translator


@dataclass
class Job:
    """All that a recipe and its data come to; ``measure`` makes final figures of the loss."""

    model: torch.nn.Module
    batches: Stream
    held_out: Stream
    tokenizer: Tokenizer
    files: list[Path]
    measure: Callable[[float], dict]


def make(kind: Callable, part: str, settings: dict, **others):
    """``kind`` from a part of the recipe and what the data add; a wrong setting is named."""
    try:
        return kind(**others, **settings)
    except TypeError as error:
        raise ValueError(f"{part}: {str(error).split(') ', 1)[-1]}") from error


def _sentences(form: str, data: str | None, skipped: list[str] | None):
    """(pairs to learn from, pairs held out, the files they come from)."""
    if data is None:
        raise ValueError("this recipe needs --data: the folder (or .tsv file) of sentence pairs")
    check_choice(format=(form, ("multi30k", "tsv")))
    path = Path(data)
    if form == "multi30k":
        if path.is_file():
            raise ValueError(f"data={data!r} is a file; if a TAB stands between source and target, "
                             "add --set data.format=tsv")  # fmt: skip
        pairs, held_out = (corpora.multi30k(path, part, skipped) for part in ("train", "val"))
        names = (p for p in path.iterdir() if p.name.startswith(("train.", "val.")))
        files = sorted(name for name in names if name.is_file())
    else:
        pairs, files = corpora.tsv(path, skipped), [path]
        held_out, pairs = pairs[::20], [p for i, p in enumerate(pairs) if i % 20]
    if not (pairs and held_out):
        raise ValueError(f"{path} holds {len(pairs)} pairs to learn from and {len(held_out)} to be "
                         "held out; give at least one of each")  # fmt: skip
    return pairs, held_out, files


def _place(text: str, files: list[Path]) -> tuple[Path, int]:
    """The file and the line in which a text stands first."""
    return next((path, number) for path in files
                for number, line in enumerate(corpora.read_lines(path, []), 1)
                if text in (line or ""))  # fmt: skip


def translator_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None) -> Job:
    """From sentence pairs: a Multi30k folder, or a .tsv with one line in 20 held out."""
    pairs, held_out, files = _sentences(recipe["data"]["format"], data, skipped)
    size = recipe["tokenizer"]["vocab_size"]
    tok = BPETokenizer.train((side for pair in pairs for side in pair), size)
    config = make(TransformerConfig, "model", recipe["model"], src_vocab_size=tok.vocab_size,
                  tgt_vocab_size=tok.vocab_size, pad_id=tok.pad_id)  # fmt: skip
    model = make(Transformer, "model", {}, config=config)

    @cache
    def ids(text: str) -> list[int]:
        return [*tok.encode(text, parse_specials=False), tok.eos_id]

    def readable(pair: corpora.Pair) -> bool:  # refused here and not in update 5,000
        longest = max(pair, key=lambda side: len(ids(side)))
        if (length := len(ids(longest))) <= config.context_length:
            return True
        why = f"{length} tokens are more than the model reads, context_length="
        return corpora.refuse(*_place(longest, files), f"{why}{config.context_length}", skipped)

    pairs, held_out = ([*filter(readable, part)] for part in (pairs, held_out))

    def stream(pairs: list[corpora.Pair]) -> PairBatches:
        sources, targets = ([ids(s) for s, _ in pairs], [[tok.bos_id, *ids(t)] for _, t in pairs])
        return make(PairBatches, "batches", recipe["batches"], sources=sources, targets=targets,
                    pad_id=tok.pad_id, seed=seed)  # fmt: skip

    def measure(loss: float) -> dict:
        translator = Translator(model, tok, **recipe.get("decoding", {}))
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
    check_choice(format=(recipe["data"]["format"], ("prose", "text")))
    path = corpora.PROSE if recipe["data"]["format"] == "prose" and data is None else data
    if path is None:
        raise ValueError("this recipe needs --data: a text file")
    text = corpora.text(path, skipped)
    tok = (CharTokenizer.train(text, ()) if recipe["tokenizer"]["kind"] == "char"
           else BPETokenizer.train(text, recipe["tokenizer"]["vocab_size"], ()))  # fmt: skip
    ids = torch.tensor(tok.encode(text))
    cut = len(ids) * 9 // 10
    config = make(LanguageModelConfig, "model", recipe["model"], vocab_size=tok.vocab_size)
    model = make(LanguageModel, "model", {}, config=config)

    def stream(ids: torch.Tensor) -> TextBatches:
        return make(TextBatches, "batches", recipe["batches"], ids=ids,
                    context_length=config.context_length, seed=seed)  # fmt: skip

    def measure(loss: float) -> dict:
        size = len(tok.decode(ids[cut:]).encode())
        bits = bits_per_byte(loss * len(ids[cut:]), size)
        return {"validation bits per byte": round(bits, 4)}

    streams = stream(ids[:cut]), stream(ids[cut:])
    return Job(model, *streams, tok, [Path(path)], measure)


def task_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None) -> Job:
    """From a task that draws its own pairs; those of the exam are drawn apart."""
    if data is not None:
        raise ValueError(f"data={data!r} is not needed: this recipe draws its own examples")
    own, generator = recipe["data"], torch.Generator().manual_seed(seed)
    check_choice(format=(own["format"], ("copy", "reverse", "dates")))

    def draw(count: int, held_out: bool) -> tasks.Examples:
        if own["format"] == "dates":
            return tasks.dates(count, generator, held_out)
        return getattr(tasks, own["format"])(count, own["length"], generator)

    learnt, exam = draw(own["count"], False), draw(own["held_out"], True)
    size = len(learnt.symbols)
    config = make(TransformerConfig, "model", recipe["model"],
                  src_vocab_size=size, tgt_vocab_size=size, pad_id=tasks.PAD)  # fmt: skip
    model = make(Transformer, "model", {}, config=config)

    def stream(examples: tasks.Examples) -> tasks.ExampleBatches:
        return make(tasks.ExampleBatches, "batches", recipe["batches"], examples=examples,
                    seed=seed)  # fmt: skip

    def measure(_: float) -> dict:
        shares = evaluation.alignment_shares(model.cpu(), exam).tolist()
        return {
            "held-out exact match, writing on its own": evaluation.exact_match(model, exam),
            "steps that look at the right symbol, by layer and head": shares,
        }

    tok = CharTokenizer(learnt.symbols[len(tasks.SPECIALS) :])
    return Job(model, stream(learnt), stream(exam), tok, [], measure)


JOBS = {"translator": translator_job, "language_model": language_job, "task": task_job}
