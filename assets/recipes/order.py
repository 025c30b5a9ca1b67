"""Measure for lesson 04 what the order of the words is worth to the shipped translator.

    python assets/recipes/order.py data/multi30k        (about two minutes on two quiet cores)

The German words of the 1,014 validation captions come shuffled, sorted or reversed: the same
pieces, those of a word together, the full stop last. Or a half of the model is told no positions,
or positions that begin at another number than 0. The English stays as it is. Writes
assets/order.json: how many nats a token each costs, with the ends that hold 9 of 10 redraws of the
captions, and the checksum of the weights that it was measured on.
"""

import hashlib
import json
import random
import sys
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import torch
from sublayers import nats

from tformer.ablation import ablate
from tformer.data.corpora import multi30k
from tformer.translation import Translator

ASSETS = Path(__file__).parent.parent
DRAWS, SHUFFLES = 1000, 10
STARTS = (1, 2, 5, 10, 20, 50, 100, 150)  # the longest caption then still fits
HALVES = {"encoder": "src_embedding", "decoder": "tgt_embedding"}


def words(translator: Translator, ids: list[int]) -> tuple[list[list[int]], list[int]]:
    """The pieces of each word, and what stays at the end: the full stop and <eos>."""
    text = [translator.tokenizer.decode([piece]) for piece in ids]
    end = len(ids) - 2 if text[-2] in (".", "!", "?") else len(ids) - 1
    starts = [n for n in range(end) if n == 0 or text[n].startswith(" ")]
    pairs = zip(starts, [*starts[1:], end], strict=True)
    return [ids[start:stop] for start, stop in pairs], ids[end:]


def shuffled(seed: int):
    draw = random.Random(seed)
    return lambda found: draw.sample(found, len(found))


@contextmanager
def begins_at(translator: Translator, half: str, start: int):
    """Positions are counted from ``start`` in one half of the model."""
    place = getattr(translator.model, HALVES[half]).positions
    with place.register_forward_pre_hook(lambda module, given: (given[0] + start,)):
        yield


def main(folder: str) -> None:
    torch.set_num_threads(1)
    path = ASSETS / "translator.safetensors"
    translator = Translator.load(path)
    texts = sorted(multi30k(folder, "val"), key=lambda pair: len(pair[1]))
    pairs = [(translator.source_ids(german), english) for german, english in texts]
    reader = SimpleNamespace(  # `nats` asks it for ids that are ids already
        model=translator.model, tokenizer=translator.tokenizer, source_ids=list
    )
    whole, tokens = nats(reader, pairs)
    draw = torch.Generator().manual_seed(0)
    again = torch.randint(len(pairs), (DRAWS, len(pairs)), generator=draw)

    def cost(how=list) -> list[float]:
        """Nats a token more than as written, and the ends of it, for words put in order by how."""
        other = []
        for ids, english in pairs:
            found, end = words(translator, ids)
            other.append(([*chain.from_iterable(how(found)), *end], english))
        more = nats(reader, other)[0] - whole
        ends = (more[again].sum(1) / tokens[again].sum(1)).quantile(torch.tensor([0.05, 0.95]))
        return [round(n, 4) + 0 for n in ((more.sum() / tokens.sum()).item(), *ends.tolist())]

    def alphabet(word: list[int]) -> str:
        return translator.tokenizer.decode(word).strip().casefold()

    orders = {
        "as written": cost(),
        "sorted": cost(lambda found: sorted(found, key=alphabet)),
        "reversed": cost(lambda found: found[::-1]),
    }
    shuffles = [cost(shuffled(seed)) for seed in range(SHUFFLES)]
    print(orders, shuffles, flush=True)
    silent, starts = {}, {}
    for names in (("encoder",), ("decoder",), ("encoder", "decoder")):
        with ablate(translator.model, positions=[HALVES[half] for half in names]):
            silent[" and ".join(names)] = cost()
            if names == ("encoder",):
                silent["encoder, shuffled too"] = cost(shuffled(0))
    print(silent, flush=True)
    for half in HALVES:
        for start in STARTS:
            with begins_at(translator, half, start):
                starts.setdefault(half, {})[str(start)] = cost()
    print(starts, flush=True)
    result = {
        "translator.safetensors (SHA-256)": hashlib.sha256(path.read_bytes()).hexdigest(),
        "captions": len(pairs),
        "longest German, in tokens": max(len(ids) for ids, _ in pairs),
        "loss": round((whole.sum() / tokens.sum()).item(), 4),
        "German in another order": orders,
        "shuffles": shuffles,
        "without positions": silent,
        "positions begin at": starts,
    }
    temporary = ASSETS / "order.tmp"
    temporary.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "order.json")


if __name__ == "__main__":
    main(sys.argv[1])
