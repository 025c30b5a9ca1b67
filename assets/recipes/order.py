"""Measure for lesson 04 what the order of the words is worth to the shipped translator.

    python assets/recipes/order.py data/multi30k        (about three minutes on two quiet cores)

The German words of the 1,014 validation captions come shuffled, sorted or reversed: the same
pieces, those of a word together, the full stop last. Or a half of the model, or both, is told no
positions, or positions that begin at another number than 0. The English stays as it is. Writes
assets/order.json: how many nats a token each costs, with the ends that hold 9 of 10 redraws of the
captions; how many German pieces later the decoder looks if its own positions begin at another
number; what the fast hands alone do; and the checksum of the weights that it was measured on.
"""

import hashlib
import json
import random
import sys
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import torch
from sublayers import nats
from torch.nn.utils.rnn import pad_sequence

from tformer import probes
from tformer.ablation import ablate
from tformer.data.corpora import multi30k
from tformer.translator import Translator

ASSETS = Path(__file__).parent.parent
DRAWS, SHUFFLES = 1000, 10
STARTS = (1, 2, 5, 10, 20, 50, 100, 150)  # the longest caption then still fits
FAST, HANDS = 16, ((100, 112), (112, 100), (112, 112))  # of 64 pairs; at 100 lies a dip
BATCH = 60
HALVES = {
    "encoder": ["src_embedding"],
    "decoder": ["tgt_embedding"],
    "encoder and decoder": ["src_embedding", "tgt_embedding"],
}


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
def begins_at(translator: Translator, halves: str, start: int):
    """Positions are counted from ``start`` in these halves of the model."""
    with ExitStack() as hooks:
        for name in HALVES[halves]:
            place = getattr(translator.model, name).positions
            later = place.register_forward_pre_hook(lambda module, given: (given[0] + start,))
            hooks.callback(later.remove)
        yield


@contextmanager
def hands_begin_at(translator: Translator, fast: int, slow: int):
    """The encoder's FAST fast hands count positions from one number, the others from another."""

    def mixed(module, given, vectors):
        (places,), columns = given, 2 * FAST
        ahead, behind = (module.table[places + start] for start in (fast, slow))
        return torch.cat([ahead[..., :columns], behind[..., columns:]], dim=-1)

    with translator.model.src_embedding.positions.register_forward_hook(mixed):
        yield


@torch.no_grad()
def looked_at(translator: Translator, pairs: list[tuple[list[int], str]]) -> torch.Tensor:
    """Each caption's mean place in the German at which its English looks: all steps, all heads."""
    tok, model, found = translator.tokenizer, translator.model, []
    for first in range(0, len(pairs), BATCH):
        some = pairs[first : first + BATCH]
        src = pad_sequence([torch.tensor(ids) for ids, _ in some], True, tok.pad_id)
        english = [torch.tensor([tok.bos_id, *tok.encode(text)]) for _, text in some]
        tgt = pad_sequence(english, True, tok.pad_id)
        with probes.capture(model) as seen:
            model(src, tgt)
        names = [f"decoder.{n}.cross_attention.weights" for n in range(len(model.decoder))]
        weights = torch.stack([seen[name] for name in names]).mean((0, 2))  # (B, T, S)
        steps = tgt != tok.pad_id
        places = weights @ torch.arange(src.size(1)).float()
        found.append((places * steps).sum(1) / steps.sum(1))
    return torch.cat(found)


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
    for halves, names in HALVES.items():
        with ablate(translator.model, positions=names):
            silent[halves] = cost()
            if halves == "encoder":
                silent["encoder, shuffled too"] = cost(shuffled(0))
        for start in STARTS:
            with begins_at(translator, halves, start):
                starts.setdefault(halves, {})[str(start)] = cost()
    print(silent, starts, flush=True)
    hands = {}
    for fast, slow in HANDS:
        with hands_begin_at(translator, fast, slow):
            hands[f"fast {fast}, slow {slow}"] = cost()
    print(hands, flush=True)
    looks, usual = {}, looked_at(translator, pairs)
    for start in STARTS:
        with begins_at(translator, "decoder", start):
            later = looked_at(translator, pairs) - usual
        ends = later[again].mean(1).quantile(torch.tensor([0.05, 0.95]))
        looks[str(start)] = [round(n, 2) for n in (later.mean().item(), *ends.tolist())]
    print(looks, flush=True)
    result = {
        "translator.safetensors (SHA-256)": hashlib.sha256(path.read_bytes()).hexdigest(),
        "captions": len(pairs),
        "longest German, in tokens": max(len(ids) for ids, _ in pairs),
        "English captions that reach place 10": int((tokens > 10).sum()),
        "loss": round((whole.sum() / tokens.sum()).item(), 4),
        "German in another order": orders,
        "shuffles": shuffles,
        "without positions": silent,
        "positions begin at": starts,
        f"{FAST} fast hands of the encoder and the slow ones begin at": hands,
        "German pieces later that the decoder looks, its positions beginning at": looks,
    }
    temporary = ASSETS / "order.tmp"
    temporary.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "order.json")


if __name__ == "__main__":
    main(sys.argv[1])
