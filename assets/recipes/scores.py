"""Score the shipped translator for lesson 16 on the validation captions.

    python assets/recipes/scores.py data/multi30k        (about two minutes on two quiet cores)

Needs sacrebleu, against which every BLEU here is checked. Writes assets/scores.json: for each of
the 1,014 captions what the loss and BLEU are summed from (numbers only, no captions; BLEU's also
for greedy and for 5 beams without a length penalty), the BLEU of several tokenisations with the
ends that hold 9 of 10 redraws of the captions, what cutting every translation short does, which
everyday sentences training never met, and the checksum of the weights that all was measured on.
"""

import hashlib
import json
import math
import sys
from collections import Counter
from pathlib import Path

import sacrebleu
import torch
from sublayers import nats

from tformer.data.corpora import everyday, multi30k
from tformer.data.phrases import split_phrases
from tformer.metrics import bleu_of_counts, bleu_tokens, corpus_bleu, modified_precision
from tformer.training.recipes import load_recipe
from tformer.translator.plain import PlainTranslator

ASSETS = Path(__file__).parent.parent
DRAWS, ORDERS = 1000, (1, 2, 3, 4)
KEPT = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # shares of each translation's words
OF_TEXTS = sacrebleu.BLEU(lowercase=True, tokenize="13a")  # cuts plain texts all by itself
OF_TOKENS = sacrebleu.BLEU(tokenize="none", smooth_method="none", force=True)


def counts(said: list[list], wanted: list[list]) -> list[list[int]]:
    """Of each sentence the matches of 1- to 4-grams, its length and the reference's."""
    return [
        [*(modified_precision(s, [w], n)[0] for n in ORDERS), len(s), len(w)]
        for s, w in zip(said, wanted, strict=True)
    ]


def bleu(rows: torch.Tensor) -> float:
    """Corpus BLEU times 100 of such counts."""
    totals = [(rows[:, 4] - n + 1).clamp(min=0).sum().item() for n in ORDERS]
    *matches, said, wanted = rows.sum(0).tolist()
    return 100 * bleu_of_counts(list(zip(matches, totals, strict=True)), said, wanted)


def checked(said: list[list], wanted: list[list]) -> list[float]:
    """sacrebleu's score of texts in tokens, equal to ours, and the ends of the redraws."""
    rows = torch.tensor(counts(said, wanted))
    texts = [[" ".join(map(str, row)) for row in side] for side in (said, wanted)]
    theirs = OF_TOKENS.corpus_score(texts[0], [texts[1]]).score
    ours = 100 * corpus_bleu(said, [[w] for w in wanted])
    assert abs(ours - theirs) < 1e-6 and abs(bleu(rows) - theirs) < 1e-6
    generator = torch.Generator().manual_seed(0)
    draws = torch.randint(len(said), (DRAWS, len(said)), generator=generator)
    again = torch.tensor([bleu(rows[draw]) for draw in draws])
    return [round(x, 4) for x in (theirs, *again.quantile(torch.tensor([0.05, 0.95])).tolist())]


def not_learnt(folder: str) -> list[int]:
    """The numbers of the everyday sentences that training never met."""
    phrases, _ = split_phrases(load_recipe("translator")["data"]["phrasebook"])
    pairs = multi30k(folder, "train") + phrases
    learnt = {german for german, _ in pairs}
    return [n for n, (german, _) in enumerate(everyday()) if german not in learnt]


def main(folder: str) -> None:
    torch.set_num_threads(1)
    path = ASSETS / "translator.safetensors"
    translator = PlainTranslator.load(path)
    tok = translator.tokenizer
    pairs = sorted(multi30k(folder, "val"), key=lambda pair: len(pair[1]))
    german, english = ([pair[side] for pair in pairs] for side in (0, 1))
    said = {beams: translator.translate(german, beams) for beams in (5, 1)}
    translator.length_penalty = 0.0
    unpenalised = translator.translate(german, 5)
    print("translated", flush=True)

    loss, tokens = nats(translator, pairs)
    own_loss, own_tokens = nats(translator, list(zip(german, said[5], strict=True)))
    words = [len(bleu_tokens(text)) + 1 for text in english]  # the end is one more
    size = [len(text.encode()) + 1 for text in english]
    often = Counter(i for _, text in multi30k(folder, "train") for i in (*tok.encode(text), -1))
    total = often.total() + tok.vocab_size  # one more of each piece, or an unseen one has no chance
    by_frequency = sum(
        math.log(total / (often[i] + 1)) for text in english for i in (*tok.encode(text), -1)
    )
    print("losses", flush=True)

    cuts = {
        "mteval-13a, lower case": bleu_tokens,
        "mteval-13a": sacrebleu.BLEU(tokenize="13a").tokenizer,
        "blanks only": str.split,
        "blanks only, lower case": lambda text: text.lower().split(),
        "characters, no blanks": lambda text: list(text.replace(" ", "")),
        "the translator's pieces": tok.encode,
    }
    tokenised = {}
    for name, cut in cuts.items():
        sides = [[cut(text) for text in texts] for texts in (said[5], english)]
        sides = [[row.split() if isinstance(row, str) else row for row in side] for side in sides]
        tokenised[name] = checked(*sides)
        print(name, tokenised[name], flush=True)
    alone = OF_TEXTS.corpus_score(said[5], [english]).score
    assert abs(alone - tokenised["mteval-13a, lower case"][0]) < 1e-3
    chrf = sacrebleu.CHRF()
    by_letters = {f"beam {n}": chrf.corpus_score(t, [english]).score for n, t in said.items()}

    wanted = [bleu_tokens(text) for text in english]
    cut_short = {}
    for share in KEPT:
        rows = [bleu_tokens(text) for text in said[5]]
        rows = [row[: math.ceil(share * len(row))] for row in rows]
        cut_short[str(share)] = torch.tensor(counts(rows, wanted)).sum(0).tolist()
        cut_short[str(share)] += [sum(max(0, len(r) - n + 1) for r in rows) for n in ORDERS]
    losses = zip(loss.tolist(), tokens.int().tolist(), words, size, own_loss.tolist(),
                 own_tokens.int().tolist(), strict=True)  # fmt: skip
    result = {
        "translator.safetensors (SHA-256)": hashlib.sha256(path.read_bytes()).hexdigest(),
        "captions": len(pairs),
        "sacrebleu, plain texts": [str(OF_TEXTS.get_signature()), round(alone, 4)],
        "sacrebleu, our tokens": [
            str(OF_TOKENS.get_signature()),
            tokenised["mteval-13a, lower case"][0],
        ],
        "chrF": {name: round(score, 2) for name, score in by_letters.items()},
        "sacrebleu, sentence by sentence": [
            round(sacrebleu.sentence_bleu(s, [e], lowercase=True).score, 2)
            for s, e in zip(said[5], english, strict=True)
        ],
        "loss of frequencies": round(by_frequency / tokens.sum().item(), 4),
        "nats, tokens, words, bytes, own nats, own tokens": [
            [round(x, 2) if isinstance(x, float) else x for x in row] for row in losses
        ],
        "matches 1-4, length, reference length": {
            name: counts([bleu_tokens(t) for t in texts], wanted)
            for name, texts in {
                **{f"beam {beams}": texts for beams, texts in said.items()},
                "beam 5, no penalty": unpenalised,
            }.items()
        },
        "everyday sentences not learnt": not_learnt(folder),
        "tokenisations": tokenised,
        "cut short (matches 1-4, length, reference length, totals 1-4)": cut_short,
    }
    temporary = ASSETS / "scores.tmp"
    temporary.write_text(json.dumps(result, separators=(",", ":")) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "scores.json")


if __name__ == "__main__":
    main(sys.argv[1])
