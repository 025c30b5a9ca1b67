"""What there is to train: from a recipe and its data to a model, its batches and its exam."""

import random
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch

from tformer._support.checks import check_choice, check_flag, check_probability, check_size
from tformer._support.folding import READ
from tformer.data import corpora, tasks
from tformer.data.batches import PairBatches, Stream, TextBatches
from tformer.data.phrases import TABLE, phrase_pairs, split_phrases
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.metrics import bits_per_byte, bleu_tokens, corpus_bleu, perplexity
from tformer.tokenizer import BPETokenizer, CharTokenizer, Tokenizer
from tformer.training import evaluation
from tformer.transformer import Transformer, TransformerConfig
from tformer.translator.plain import PlainTranslator


@dataclass
class Job:
    """All that a recipe and its data come to; ``measure`` makes final figures of the loss.

    ``held_out`` is the exam that is reported; ``choosing`` decides which weights are kept.
    """

    model: torch.nn.Module
    batches: Stream
    held_out: Stream
    tokenizer: Tokenizer
    files: list[Path]
    measure: Callable[[float], dict]
    choosing: Stream | None = None
    told: list[str] | None = None  # what was read


def make(kind: Callable, part: str, settings: dict, **others):
    """``kind`` from a part of the recipe and what the data add; a setting is named that is wrong or
    that nobody would read."""
    try:
        return kind(**others, **settings)
    except TypeError as error:
        raise ValueError(f"{part}: {str(error).split(') ', 1)[-1]}") from error


def refuse_unread(recipe: dict, *parts: str) -> None:
    """Refuse a part that no recipe of this kind has; whoever wrote it expects something of it."""
    for part in recipe:
        check_choice(part=(part, ("kind", "training", "dtype", *parts)))


def _sentences(data: str | None, skipped: list[str] | None, *, format: str, phrasebook: int = 0,
               swap: bool = False):  # fmt: skip
    """(pairs to learn from, pairs held out, phrases held out, the files they come from).

    ``phrasebook`` adds that many pairs of `data.phrases` to what is learnt and holds a few out;
    ``swap`` turns every pair around.
    """
    if data is None:
        raise ValueError("this recipe needs --data: the folder (or .tsv file) of sentence pairs")
    check_choice(format=(format, ("multi30k", "tsv")))
    check_flag(swap=swap)
    learnt, phrases = split_phrases(phrasebook)
    path = Path(data)
    if format == "multi30k":
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
    parts = pairs + learnt, held_out, phrases
    if swap:
        parts = ([(tgt, src) for src, tgt in part] for part in parts)
    if format == "tsv":  # read as a translator reads; the captions stay as those that ship met them
        parts = ([(READ(src), tgt) for src, tgt in part] for part in parts)
    return *parts, files + [TABLE] * bool(phrasebook)


def _tokenizer(settings: dict, texts, kinds: tuple, **others) -> Tokenizer:
    """Learnt from the texts: one of the kinds, with its own settings only."""
    kind = settings["kind"]
    check_choice(kind=(kind, kinds))
    train = CharTokenizer.train if kind == "char" else BPETokenizer.train
    own = {name: value for name, value in settings.items() if name != "kind"}
    return make(train, "tokenizer", own, texts=texts, **others)


def _place(text: str, files: list[Path]) -> tuple[Path, int]:
    """The file and the line in which a text stands first."""
    for path in files:
        lines = map("\t".join, phrase_pairs()) if path == TABLE else corpora.read_lines(path, [])
        for number, line in enumerate(lines, 1):
            if text in (line or "") or text in READ(line or ""):
                return path, number


def bare(sentence: str) -> str:
    """A sentence without its case and its last sign, on which an everyday exam does not insist."""
    return sentence.lower().rstrip(".?! ")


def _scores(translator: PlainTranslator, held_out: list[corpora.Pair], loss: float) -> dict:
    """Perplexity and BLEU on the pairs held out, whose mean loss a token is known."""
    tok = translator.tokenizer
    said = [bleu_tokens(s) for s in translator.translate([s for s, _ in held_out])]
    wanted = [bleu_tokens(t) for _, t in held_out]
    tokens = sum(len(tok.encode(t, parse_specials=False)) + 1 for _, t in held_out)
    words = sum(len(w) + 1 for w in wanted)  # as papers count: the end is one more
    bleu = 100 * corpus_bleu(said, [[w] for w in wanted])
    return {
        "validation perplexity per word": round(perplexity(loss * tokens / words), 3),
        "validation BLEU (13a, lower-cased)": round(bleu, 2),
    }


def _everyday(translator: PlainTranslator, learnt: set[str]) -> dict:
    """How many of the everyday exam's sentences, those aside that were learnt, come out as one of
    the translations listed there; others may be as good."""
    tok, most = translator.tokenizer, translator.model.config.context_length - 1
    exam = [row for row in corpora.everyday()
            if row[0] not in learnt and len(tok.encode(row[0])) <= most]  # fmt: skip
    said = translator.translate([german for german, _ in exam])
    rows = zip(said, exam, strict=True)
    listed = sum(bare(s) in map(bare, known) for s, (_, known) in rows)
    return {"everyday sentences translated as their list has it": f"{listed} of {len(exam)}"}


def translator_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None,
                   tokenizer: Tokenizer | None = None) -> Job:  # fmt: skip
    """From sentence pairs: a Multi30k folder, or a .tsv with one line in 20 held out."""
    refuse_unread(recipe, "data", "tokenizer", "model", "batches", "decoding")
    words = copy(recipe["tokenizer"])
    copies, dropout = words.pop("copies", 1), words.pop("dropout", 0.0)
    make(check_size, "tokenizer", {"copies": copies})
    check_probability(dropout=dropout)
    pairs, held_out, phrases, files = make(_sentences, "data", recipe["data"], data=data,
                                           skipped=skipped)  # fmt: skip
    tok = tokenizer or _tokenizer(words, [side for pair in pairs for side in pair], ("bpe",))
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

    pairs, held_out, phrases = ([*filter(readable, p)] for p in (pairs, held_out, phrases))

    def stream(pairs: list[corpora.Pair], copies: int = 1) -> PairBatches:
        texts, rng, most = [s for s, _ in pairs], random.Random(seed), config.context_length - 1
        sources = [ids(text) for text in texts]
        for text in texts * (copies - 1):  # the same sentences, their words in other pieces
            sources.append([*tok.encode_with_dropout(text, dropout, rng)[:most], tok.eos_id])
        targets = [[tok.bos_id, *ids(t)] for _, t in pairs] * copies
        return make(PairBatches, "batches", recipe["batches"], sources=sources, targets=targets,
                    pad_id=tok.pad_id, seed=seed)  # fmt: skip

    def measure(loss: float) -> dict:
        translator = PlainTranslator(model, tok, **recipe.get("decoding", {}))
        figures = _scores(translator, held_out, loss)
        if recipe["data"].get("phrasebook") and not recipe["data"].get("swap"):
            figures |= _everyday(translator, {s for s, _ in pairs})
        return figures

    told = _as_read(pairs, held_out, recipe["data"].get("phrasebook", 0))
    choosing = stream(held_out + phrases) if phrases else None
    streams = stream(pairs, copies), stream(held_out)
    return Job(model, *streams, tok, files, measure, choosing, told)


def _as_read(pairs: list[corpora.Pair], held_out: list[corpora.Pair], phrases: int) -> list[str]:
    """How many pairs there are and how the first look, of which a .tsv file's first is held out."""
    count = (f"{len(pairs):,} pairs to learn from, {phrases:,} of them from the phrasebook; "
             f"{len(held_out):,} held out. The first ones, as they are read:")  # fmt: skip
    return [count, *(f"  {src!r:.90} -> {tgt!r:.90}" for src, tgt in held_out[:1] + pairs[:2])]


def _text_file(path: str | None, *, format: str) -> str | Path:
    check_choice(format=(format, ("prose", "text")))
    if format == "prose" and path is None:
        return corpora.PROSE
    if path is None:
        raise ValueError("this recipe needs --data: a text file")
    return path


def language_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None,
                 tokenizer: Tokenizer | None = None) -> Job:  # fmt: skip
    """From a text, of which the last tenth is held out; the course's own prose if none is given."""
    refuse_unread(recipe, "data", "tokenizer", "model", "batches")
    path = make(_text_file, "data", recipe["data"], path=data)
    text = corpora.text(path, skipped)
    tok = tokenizer or _tokenizer(recipe["tokenizer"], text, ("char", "bpe"), specials=())
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


def _examples(generator: torch.Generator, *, format: str, count: int, held_out: int, **settings):
    """(examples to learn from, examples of the exam)."""
    check_choice(format=(format, ("copy", "reverse", "dates")))
    check_size(count=count, held_out=held_out)
    if format == "dates":
        return (tasks.dates(count, generator, **settings),
                tasks.dates(held_out, generator, held_out=True, **settings))  # fmt: skip
    draw = getattr(tasks, format)
    return [draw(n, generator=generator, **settings) for n in (count, held_out)]


def task_job(recipe: dict, data: str | None, seed: int, skipped: list[str] | None,
             tokenizer: Tokenizer | None = None) -> Job:  # fmt: skip
    """From a task that draws its own pairs; those of the exam are drawn apart."""
    if data is not None:
        raise ValueError(f"data={data!r} is not needed: this recipe draws its own examples")
    refuse_unread(recipe, "data", "model", "batches", "decoding")
    generator = torch.Generator().manual_seed(seed)
    learnt, exam = make(_examples, "data", recipe["data"], generator=generator)
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
