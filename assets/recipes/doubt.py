"""Measure for lesson 13 what a word's probability is worth: how often it is right.

    python assets/recipes/doubt.py data/multi30k        (about two minutes on one quiet core)

Two ways to ask the shipped translator, on the 1,014 validation captions. Read along: it gets the
German and the English up to where a word begins, writes the next word (the likeliest piece, until
another word would begin), and the word is right if it is the one that came. Written: it translates
by itself as `translate` does, and a word is right if the reference has it too, each one as often as
there. A word's probability is the product of its pieces', as everywhere. Writes assets/doubt.json:
for each tenth of probability how many words, their mean probability, how many were right; and the
checksum of the weights.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

import torch
from torch.nn.utils.rnn import pad_sequence

from tformer._support.words import grouped
from tformer.data.corpora import multi30k
from tformer.translator.plain import PlainTranslator

ASSETS = Path(__file__).parent.parent
BATCH, TENTHS, LONGEST = 400, 10, 12  # prefixes at a time; classes; pieces of one word at most
Found = list[tuple[float, bool]]  # of each word its probability, and whether it was right


def starts(translator: PlainTranslator, pairs: list[tuple[str, str]]):
    """(source, target up to a word, that word) for every word of every caption."""
    tok = translator.tokenizer
    for german, text in pairs:
        src, ids = translator.source_ids(german), tok.encode(text)
        for places in grouped([tok.decode([i]) for i in ids]):
            wanted = tok.decode([ids[n] for n in places])
            yield src, [tok.bos_id, *ids[: places[0]]], wanted


@torch.no_grad()
def next_words(translator: PlainTranslator, some: list[tuple]) -> list[tuple[str, float]]:
    """The word that the model writes after each prefix, with its probability."""
    tok, words, sure = translator.tokenizer, [[] for _ in some], [1.0] * len(some)
    src = pad_sequence([torch.tensor(s) for s, _, _ in some], True, tok.pad_id)
    open_ones = list(range(len(some)))
    for _ in range(LONGEST):
        rows = [torch.tensor(some[n][1] + words[n]) for n in open_ones]
        last = torch.tensor([len(row) - 1 for row in rows])
        logits = translator.model(src[open_ones], pad_sequence(rows, True, tok.pad_id))
        chances, pieces = logits[range(len(rows)), last].softmax(-1).max(-1)
        going_on = []
        for n, chance, piece in zip(open_ones, chances.tolist(), pieces.tolist(), strict=True):
            texts = [tok.decode([i]) for i in (*words[n][-1:], piece)]
            if words[n] and len(grouped(texts)) == 2:
                continue  # another word begins, or the sentence ends
            words[n].append(piece)
            sure[n] *= chance
            if piece != tok.eos_id:
                going_on.append(n)
        open_ones = going_on
        if not open_ones:
            break
    return [(tok.decode(word), chance) for word, chance in zip(words, sure, strict=True)]


def read_along(translator: PlainTranslator, pairs: list[tuple[str, str]]) -> Found:
    asked = sorted(starts(translator, pairs), key=lambda one: (len(one[1]), len(one[0])))
    found = []
    for n in range(0, len(asked), BATCH):
        some = asked[n : n + BATCH]
        said = next_words(translator, some)
        found += [(p, word == wanted) for (word, p), (*_, wanted) in zip(said, some, strict=True)]
    return found


def written(translator: PlainTranslator, pairs: list[tuple[str, str]]) -> Found:
    texts, found = translator.translate([german for german, _ in pairs]), []
    tok = translator.tokenizer
    for (german, reference), text in zip(pairs, texts, strict=True):
        pieces = [tok.decode([i]) for i in tok.encode(reference)]
        there = Counter("".join(pieces[n] for n in word).strip() for word in grouped(pieces))
        for word, p in translator.look(german, text).words:
            found.append((p, there[word.strip()] > 0))
            there[word.strip()] -= 1
    return found


def table(found: Found) -> list[list[float]]:
    rows = [[0, 0.0, 0] for _ in range(TENTHS)]
    for p, right in found:
        row = rows[min(int(p * TENTHS), TENTHS - 1)]
        row[0], row[1], row[2] = row[0] + 1, row[1] + p, row[2] + right
    return [[n, round(total / max(n, 1), 4), right] for n, total, right in rows]


def main(folder: str) -> None:
    torch.set_num_threads(1)
    path = ASSETS / "translator.safetensors"
    translator, pairs = PlainTranslator.load(path), multi30k(folder, "val")
    told = {f"{path.name} (SHA-256)": hashlib.sha256(path.read_bytes()).hexdigest()}
    told["captions"] = len(pairs)
    for name, ask in (("read along", read_along), ("written", written)):
        told[f"{name}: words, mean probability, right of each tenth"] = table(
            ask(translator, pairs)
        )
        print(told, flush=True)
    temporary = ASSETS / "doubt.tmp"
    temporary.write_text(json.dumps(told, separators=(",", ":")) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "doubt.json")


if __name__ == "__main__":
    main(sys.argv[1])
