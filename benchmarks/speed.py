"""How fast are the models? Ratios of medians over interleaved rounds in one process, on a CPU.

    python -m benchmarks.speed --nanogpt path/to/nanoGPT/model.py
    python -m benchmarks.speed --annotated the_annotated_transformer.py --only translat
    python -m benchmarks.speed --only generation --rounds 3

A ratio is the first peer's time divided by the row's: higher is faster. On a machine that others
use too, ``--threads 1 --clock cpu`` counts the processor's time instead of the wall's.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F

from benchmarks import peers
from tformer.data.batches import Batch
from tformer.data.phrases import split_phrases
from tformer.decoding import greedy
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.pretrained import model_path
from tformer.training import summed_loss
from tformer.transformer import Transformer, TransformerConfig
from tformer.translator import Translator

Race = dict[str, Callable[[], object] | None]
NAMES = ("num_layers", "d_model", "num_heads", "context_length", "vocab_size")
A, B = (dict(zip(NAMES, n, strict=True)) for n in ((4, 128, 4, 128, 512), (6, 384, 6, 256, 8192)))
GENERATION = dict(zip(NAMES, (6, 256, 8, 512, 8192), strict=True))
S = {"d_model": 128, "num_heads": 4, "num_layers": 2, "d_ff": 512}
M = {"d_model": 256, "num_heads": 4, "num_layers": 3, "d_ff": 1024}
RECIPE = {"d_model": 128, "num_heads": 4, "num_layers": 4, "d_ff": 256}
VOCAB = 1000


def ours(size: dict, dropout: float = 0.0) -> LanguageModel:
    """GPT-2's arrangement with the exact GELU, as nanoGPT has it."""
    return LanguageModel(
        LanguageModelConfig(**size, dropout=dropout, attention_dropout=dropout, activation="gelu")
    )


def updating(model, loss: Callable, precision: torch.dtype = torch.float32) -> Callable | None:
    """One training step: forward, backward, fused AdamW."""
    if model is None:
        return None
    optimizer = torch.optim.AdamW(model.train().parameters(), lr=1e-3, fused=True)

    def step():
        with torch.autocast("cpu", torch.bfloat16, enabled=precision == torch.bfloat16):
            value = loss(model)
        value.backward()
        optimizer.step()
        optimizer.zero_grad()

    return step


def forward_only(model, loss: Callable) -> Callable | None:
    """The loss alone, in eval mode, without gradients."""
    return None if model is None else torch.no_grad()(lambda: loss(model.eval()))


def language_models(args, size: dict, batch: int, dropout: float, run=updating, bf16=False) -> Race:
    """The decoder-only race: the same sizes, data and loss for all."""
    x, y = torch.randint(0, size["vocab_size"], (2, batch, size["context_length"]))

    def plain(model):
        return F.cross_entropy(model(x).flatten(0, 1), y.flatten())

    def mine(model):
        return summed_loss(model(x), Batch((x,), y, pad_id=-1)) / y.numel()

    race = {
        "nanoGPT": run(peers.nanogpt(args.nanogpt, size, dropout), lambda model: model(x, y)[1]),
        "torch modules": run(peers.TorchLanguageModel(size, dropout), plain),
        "HF GPT-2": run(peers.hf_gpt2(size, dropout), lambda model: model(x, labels=x).loss),
        "tformer": run(ours(size, dropout), mine),
    }
    if bf16:
        race["tformer, bfloat16"] = updating(ours(size, dropout), mine, torch.bfloat16)
    return race


def translators(args, size: dict, length: int, batch: int, vocab=VOCAB, dropout=0.0) -> Race:
    """The encoder-decoder race, half of the rows padded by a quarter."""
    src, tgt = torch.randint(1, vocab, (2, batch, length))
    src[::2, length * 3 // 4 :] = tgt[::2, length * 3 // 4 :] = 0

    def plain(model):
        return F.cross_entropy(model(src, tgt).flatten(0, 1), tgt.flatten(), ignore_index=0)

    def bart(model):
        logits = model(input_ids=src, attention_mask=src != 0, decoder_input_ids=tgt).logits
        return F.cross_entropy(logits.flatten(0, 1), tgt.flatten(), ignore_index=0)

    tie = "all" if dropout else "none"  # the recipe ties, the plain race does not
    how = {**size, "dropout": dropout, "attention_dropout": dropout, "tie_weights": tie}
    mine = Transformer(TransformerConfig(vocab, vocab, **how))
    batch = Batch((src, tgt), tgt, pad_id=0)

    def annotated(model):
        return F.nll_loss(model(src, tgt).flatten(0, 1), tgt.flatten(), ignore_index=0)

    code = peers.definitions(None if dropout else args.annotated)  # it cannot tie as the recipe
    theirs = code and peers.AnnotatedTransformer(code, vocab, size)
    return {
        "nn.Transformer": updating(peers.TorchTransformer(vocab, size, dropout, tie), plain),
        "Annotated Transformer": updating(theirs, annotated),
        "HF BART": updating(peers.hf_bart(vocab, size, dropout), bart),
        "tformer": updating(mine, lambda model: summed_loss(model(src, tgt), batch) / batch.tokens),
    }


def generation(args, batch: int, new: int = 256) -> Race:
    """Greedy, ``new`` tokens after 16."""
    x = torch.randint(0, GENERATION["vocab_size"], (batch, 16))
    model = ours(GENERATION).eval()
    plain = peers.plain_generation(model)
    race: Race = {"nanoGPT": None, "LLMs-from-scratch": None, "HF generate": None}
    if nano := peers.nanogpt(args.nanogpt, GENERATION, 0.0):
        nano.eval()
        race["nanoGPT"] = lambda: nano.generate(x, new, top_k=1)
    if book := peers.llms_from_scratch(args.llms_from_scratch, GENERATION):
        race["LLMs-from-scratch"] = lambda: book(x, new)
    if hf := peers.hf_gpt2(GENERATION, 0.0):
        hf.eval().generation_config.eos_token_id = None
        how = {"max_new_tokens": new, "do_sample": False, "pad_token_id": 0}
        race["HF generate"] = lambda: hf.generate(x, attention_mask=torch.ones_like(x), **how)
    race["plain loop, our weights"] = lambda: plain(x, new)
    return race | {"tformer": lambda: greedy(model.start(), x, max_length=16 + new)}


def beams(args, sentences: int = 128) -> Race:
    """The translator that ships, five beams: sentence by sentence, and in batches."""
    translator = Translator.load(model_path("translator"))
    asked = [german for german, _ in split_phrases(sentences)[1]][:sentences]
    return {
        "one by one": lambda: [translator.translate([one], 5) for one in asked],
        "tformer": lambda: translator.translate(asked, 5),
    }


def translation(args, length: int = 32, batch: int = 32) -> Race:
    """Greedy decoding of a batch of sentences, size S."""
    src, start = torch.randint(1, VOCAB, (batch, length)), torch.ones(batch, 1, dtype=torch.long)
    # nn.Transformer stays in train mode, dropout 0: its eval mode warns and takes another path.
    other = peers.TorchTransformer(VOCAB, S).train()
    mine = Transformer(TransformerConfig(VOCAB, VOCAB, **S)).eval()
    race: Race = {"nn.Transformer, re-run": lambda: other.greedy(src, length)}
    if code := peers.definitions(args.annotated):
        theirs = peers.AnnotatedTransformer(code, VOCAB, S).eval()
        race["Annotated, one by one"] = lambda: theirs.one_by_one(src, length)
        race["Annotated, batched"] = lambda: theirs.greedy(src, length)
    if hf := peers.hf_bart(VOCAB, S):
        hf.eval()
        how = {"max_new_tokens": length - 1, "do_sample": False, "num_beams": 1}
        race["HF BART"] = lambda: hf.generate(src, attention_mask=src != 0, **how)
    return race | {"tformer": lambda: greedy(mine.start(src), start, max_length=length)}


def growth(args, window: int = 16) -> Race:
    """Time for 16 tokens around position 64 and around 448: what a longer past costs."""
    tokens = torch.randint(0, GENERATION["vocab_size"], (1, 512))
    model = ours(GENERATION).eval()

    def around(position):
        step = model.start()
        step(tokens[:, : position - 1])

        def walk():
            for layer in step.caches:
                layer[0].length = position - 1
            step.read = tokens[:, : position - 1]
            for end in range(position, position + window):
                step(tokens[:, :end])

        return walk

    return {"tformer at 64": around(64), "tformer at 448": around(448)}


# Name: (the race, what tformer is to reach against the first peer).
WORK = {
    "training A": (lambda a: language_models(a, A, 16, 0.0, bf16=True), "1.00"),
    "training B": (lambda a: language_models(a, B, 4, 0.0, bf16=True), "1.00, bfloat16 1.8"),
    "training A, dropout 0.1": (lambda a: language_models(a, A, 16, 0.1), "1.30"),
    "training B, dropout 0.1": (lambda a: language_models(a, B, 4, 0.1), "1.15"),
    "forward A": (lambda a: language_models(a, A, 16, 0.0, forward_only), "1.00"),
    "translator training S": (lambda a: translators(a, S, 32, 32), "1.18"),
    "translator training M": (lambda a: translators(a, M, 64, 16), "1.10"),
    "translator training, recipe": (lambda a: translators(a, RECIPE, 16, 192, 5000, 0.25), "1.00"),
    "generation, batch 1": (lambda a: generation(a, 1), "6.5"),
    "generation, batch 8": (lambda a: generation(a, 8), "18"),
    "translation S, greedy": (translation, "4.4"),
    "translation, 5 beams": (beams, "5.0"),
    "growth of a token's time": (growth, "0.87"),
}

FILES = {  # option: the file it names
    "nanogpt": "nanoGPT's model.py",
    "annotated": "the Annotated Transformer's the_annotated_transformer.py",
    "llms-from-scratch": "LLMs-from-scratch's gpt_with_kv_cache_optimized.py",
}


def medians(race: Race, rounds: int, clock: Callable[[], float]) -> dict[str, float]:
    """Seconds for each, all in turn in every round, so that a slow minute is slow for all."""
    times: dict[str, list[float]] = {name: [] for name, call in race.items() if call}
    for turn in range(rounds + 1):
        for name, spent in times.items():
            start = clock()
            race[name]()
            if turn:  # the first round warms up
                spent.append(clock() - start)
    return {name: statistics.median(spent) for name, spent in times.items()}


def main() -> None:
    """Run the races asked for and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option, what in FILES.items():
        parser.add_argument(f"--{option}", help=f"path of {what}, if you have it")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    parser.add_argument("--only", default="", help="run the work whose name contains this")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    clock = time.perf_counter if args.clock == "wall" else time.process_time
    hf = peers.transformers.__version__ if peers.transformers else "absent"
    print(f"torch {torch.__version__}, transformers {hf}")
    for option, what in FILES.items():
        path = getattr(args, option.replace("-", "_"))
        print(f"{what}: {path if path and Path(path).exists() else f'absent (--{option})'}")
    print(f"{args.threads} threads, {args.clock} clock, medians of {args.rounds} rounds\n")
    print(f"{'work':26} {'who':24} {'ms':>9} {'ratio':>6}  to reach")
    for name, (prepare, target) in WORK.items():
        if args.only not in name:
            continue
        torch.manual_seed(0)
        result = medians(prepare(args), args.rounds, clock)
        base = next(iter(result.values()))
        for who, seconds in result.items():
            goal = target if who == list(result)[-1] else ""
            print(
                f"{name:26} {who:24} {seconds * 1e3:9.1f} {base / seconds:6.2f}  {goal}", flush=True
            )


if __name__ == "__main__":
    main()
