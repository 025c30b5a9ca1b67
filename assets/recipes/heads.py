"""Measure for lesson 17 what each head of the shipped translator is worth, and how bright it is.

    python assets/recipes/heads.py data/multi30k        (about two minutes on one quiet core)

Heads are switched off, one or several, and the loss of 500 validation captions, drawn from the
1,014, rises. Writes assets/heads.json: each rise in nats a token with the ends that hold 9 of 10
redraws of the captions, where each head looks, and the checksum of the weights.
"""

import hashlib
import json
import sys
import time
from itertools import combinations
from pathlib import Path

import torch
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

from tformer.ablation import ablate
from tformer.data.corpora import multi30k
from tformer.probes import capture
from tformer.translator import Translator

ASSETS = Path(__file__).parent.parent
COUNT, BATCH, DRAWS, HEADS, LAYERS = 500, 64, 1000, range(4), range(4)
KINDS = {  # name -> how its modules are called
    "encoder": "encoder.{}.self_attention",
    "decoder": "decoder.{}.self_attention",
    "cross": "decoder.{}.cross_attention",
}
LOOKS = [
    "mean of the largest weight of a row",
    *("share of rows whose largest weight lies one back", "on itself", "one on"),
    *("on the first key", "on the last"),
]


class Bench:
    """The captions as batches, and the loss of each with some heads off."""

    def __init__(self, translator: Translator, pairs: list[tuple[str, str]]):
        self.model, tok = translator.model, translator.tokenizer
        self.pad, self.batches = tok.pad_id, []
        for start in range(0, len(pairs), BATCH):
            some = pairs[start : start + BATCH]
            src = [torch.tensor(translator.source_ids(german)) for german, _ in some]
            tgt = [torch.tensor([tok.bos_id, *tok.encode(text), tok.eos_id]) for _, text in some]
            src, tgt = (pad_sequence(rows, True, self.pad) for rows in (src, tgt))
            self.batches.append((src, tgt, self.model.encode(src)))
        self.tokens = torch.cat([(tgt[:, 1:] != self.pad).sum(1) for _, tgt, _ in self.batches])
        count = len(pairs)
        self.draws = torch.randint(count, (DRAWS, count), generator=_generator())
        self.whole = self.nats({})

    def nats(self, heads: dict[str, list[int]]) -> torch.Tensor:
        """The loss of each caption, summed over its tokens."""
        found, anew = [], any(name.startswith("encoder") for name in heads)
        with ablate(self.model, heads=heads):
            for src, tgt, memory in self.batches:
                memory = self.model.encode(src) if anew else memory
                logits = self.model.decode(tgt[:, :-1], memory, self.model.source_mask(src))
                real = tgt[:, 1:] != self.pad
                loss = F.cross_entropy(logits[real], tgt[:, 1:][real], reduction="none")
                found.append(torch.zeros(real.shape).masked_scatter(real, loss).sum(1))
        return torch.cat(found)

    def told(self, more: torch.Tensor) -> list[float]:
        """Nats a token of these rises, and the ends that hold 9 of 10 redraws."""
        again = more[self.draws].sum(1) / self.tokens[self.draws].sum(1)
        ends = again.quantile(torch.tensor([0.05, 0.95])).tolist()
        return [round(x, 4) for x in ((more.sum() / self.tokens.sum()).item(), *ends)]

    def cost(self, heads: dict[str, list[int]]) -> list[float]:
        told = self.told(self.nats(heads) - self.whole)
        print(heads, told, flush=True)
        return told


def _generator() -> torch.Generator:
    return torch.Generator().manual_seed(0)


def places(weights: torch.Tensor, real: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
    """Summed over real rows, (H, 6): the largest weight, and whether it lies one before, on, one
    after the row's own position, on the first key or on the last one."""
    bright, at = weights.max(-1)  # (B, H, T)
    own = torch.arange(at.shape[-1])
    ends = (at == 0, at == last[:, None, None])
    looks = [at == own - 1, at == own, at == own + 1, *ends]
    every = torch.stack([bright, *(look.float() for look in looks)], -1)  # (B, H, T, 6)
    return (every * real[:, None, :, None]).sum((0, 2))


def where_heads_look(bench: Bench) -> dict[str, list]:
    """For each kind, layer and head the means of `places`."""
    sums, rows = {}, {}
    for src, tgt, _ in bench.batches:
        with capture(bench.model) as seen:
            bench.model(src, tgt[:, :-1])
        real = {"encoder": src != bench.pad, "decoder": tgt[:, 1:] != bench.pad}
        real["cross"] = real["decoder"]
        last = {"cross": real["encoder"].sum(1) - 1, "encoder": real["encoder"].sum(1) - 1}
        last["decoder"] = real["decoder"].sum(1) - 1
        for kind, name in KINDS.items():
            found = [places(seen[name.format(n) + ".weights"], real[kind], last[kind])
                     for n in LAYERS]  # fmt: skip
            sums[kind] = sums.get(kind, 0) + torch.stack(found)
            rows[kind] = rows.get(kind, 0) + real[kind].sum()
    return {kind: [[[round(x, 4) for x in head] for head in layer]
                   for layer in (total / rows[kind]).tolist()]
            for kind, total in sums.items()}  # fmt: skip


def pruned(bench: Bench, single: dict[str, list]) -> list:
    """[how many of the 48 are off, the cost]: those first that alone cost least."""
    order = sorted((cost[0], KINDS[kind].format(n), h) for kind, layers in single.items()
                   for n, costs in enumerate(layers) for h, cost in enumerate(costs))  # fmt: skip
    found = []
    for count in range(4, len(order) + 1, 4):
        off = {}
        for _, name, head in order[:count]:
            off.setdefault(name, []).append(head)
        found.append([count, *bench.cost(off)])
    return found


@torch.no_grad()
def main(folder: str) -> None:
    torch.set_num_threads(1)
    path = ASSETS / "translator.safetensors"
    translator = Translator.load(path)
    every = multi30k(folder, "val")
    drawn = torch.randperm(len(every), generator=_generator())[:COUNT].tolist()
    pairs = sorted((every[n] for n in drawn), key=lambda pair: len(pair[1]))
    bench = Bench(translator, pairs)
    cross = [KINDS["cross"].format(n) for n in LAYERS]
    all_off = {name: list(HEADS) for name in cross}

    single = {kind: [[bench.cost({name.format(n): [h]}) for h in HEADS] for n in LAYERS]
              for kind, name in KINDS.items()}  # fmt: skip
    together = {kind: [bench.cost({name.format(n): list(HEADS)}) for n in LAYERS]
                for kind, name in KINDS.items()}  # fmt: skip
    subsets = [{"".join(map(str, off)): bench.cost({name: list(off)})
                for size in (2, 3) for off in combinations(HEADS, size)}
               for name in cross]  # fmt: skip
    alone = [[bench.cost({**all_off, name: [other for other in HEADS if other != h]})
              for h in HEADS] for name in cross]  # fmt: skip
    order = torch.randperm(len(pairs), generator=_generator()).tolist()
    strangers = [(pairs[other][0], text) for other, (_, text) in zip(order, pairs, strict=True)]
    another = Bench(translator, strangers).whole - bench.whole
    result = {
        "translator.safetensors (SHA-256)": hashlib.sha256(path.read_bytes()).hexdigest(),
        "captions": len(pairs),
        "loss": round((bench.whole.sum() / bench.tokens.sum()).item(), 4),
        "one head off": single,
        "all four of a layer off": together,
        "two or three of a layer's cross-attention off": subsets,
        "all cross-attention off but one head": alone,
        "all cross-attention off": bench.cost(all_off),
        "another caption's memory": bench.told(another),
        "looks are": LOOKS,
        "looks": where_heads_look(bench),
        "cheapest heads off first": pruned(bench, single),
    }
    result["processor seconds"] = round(time.process_time())
    temporary = ASSETS / "heads.tmp"
    temporary.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "heads.json")


if __name__ == "__main__":
    main(sys.argv[1])
