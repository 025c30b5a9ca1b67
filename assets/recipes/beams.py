"""Measure for lesson 14 whether a likelier translation is a better one.

    python assets/recipes/beams.py data/multi30k        (several minutes on two quiet cores)

The shipped translator writes the first 500 validation captions with 1, 5, 20 and 60 beams by
probability alone (length penalty 0), and with 5 beams and penalty 1. Writes assets/beams.json: each
width's mean log-probability of a whole sentence, its BLEU (13a, lower-cased), what that is above
beam 5's on the same captions, and its length; how often the human reference is less probable than
greedy's sentence, how often 5 beams find a likelier one, and how often the empty sentence is
likelier still. Every figure stands with the ends that hold 9 of 10 redraws of the captions; beside
them the checksum of the weights.
"""

import hashlib
import json
import sys
from pathlib import Path

import torch
from sublayers import nats
from torch.nn.utils.rnn import pad_sequence

from tformer.data.corpora import multi30k
from tformer.decoding import beam_search
from tformer.metrics import bleu_of_counts, bleu_tokens, modified_precision
from tformer.translator import Translator

ASSETS = Path(__file__).parent.parent
COUNT, DRAWS, ROWS = 500, 1000, 240
SEARCHES = {"greedy": (1, 0.0), "beam 5": (5, 0.0), "beam 20": (20, 0.0), "beam 60": (60, 0.0),
            "beam 5, penalty 1": (5, 1.0)}  # fmt: skip


@torch.no_grad()
def written(translator: Translator, rows: list[list[int]], num_beams: int, penalty: float):
    """For each source the sentence chosen, its log-probability and its tokens with the eos."""
    tok, found = translator.tokenizer, []
    size = max(1, ROWS // num_beams)
    for start in range(0, len(rows), size):
        some = [torch.tensor(ids) for ids in rows[start : start + size]]
        src = pad_sequence(some, True, tok.pad_id)
        room = 2 * src.shape[1] + 10  # as in `Translator.translate`
        step = translator.model.start(src.repeat_interleave(num_beams, 0), room)
        prompt = src.new_full((len(some), 1), tok.bos_id)
        ids, scores = beam_search(
            step, prompt, num_beams=num_beams, max_length=room, eos_id=tok.eos_id,
            pad_id=tok.pad_id, length_penalty=penalty, reorder=step.reorder,
        )  # fmt: skip
        sizes = (ids[:, 1:] != tok.pad_id).sum(1)
        texts = [tok.decode(row, skip_specials=True).strip() for row in ids.tolist()]
        found += zip(texts, (scores * sizes**penalty).tolist(), sizes.tolist(), strict=True)
    return found


@torch.no_grad()
def empty(translator: Translator, rows: list[list[int]]) -> torch.Tensor:
    """The log-probability of the sentence that ends at once."""
    tok = translator.tokenizer
    src = pad_sequence([torch.tensor(ids) for ids in rows], True, tok.pad_id)
    logits = translator.model.start(src)(src.new_full((len(rows), 1), tok.bos_id))
    return logits.log_softmax(-1)[:, tok.eos_id]


def counts(text: str, reference: str) -> list[int]:
    """What BLEU needs of a sentence: matches and totals for n = 1..4, both lengths."""
    ours, theirs = bleu_tokens(text), bleu_tokens(reference)
    pairs = [modified_precision(ours, [theirs], n) for n in range(1, 5)]
    return [*(n for pair in pairs for n in pair), len(ours), len(theirs)]


def bleu(sums: torch.Tensor) -> torch.Tensor:
    """Corpus BLEU times 100 from summed `counts`, (..., 10)."""
    rows = sums.reshape(-1, 10).long().tolist()  # whole numbers, from a table of floats
    found = [bleu_of_counts(list(zip(r[0:8:2], r[1:8:2], strict=True)), r[8], r[9]) for r in rows]
    return 100 * torch.tensor(found, dtype=torch.float64).reshape(sums.shape[:-1])


def main(folder: str, count: int = COUNT) -> None:
    torch.set_num_threads(1)
    path = ASSETS / "translator.safetensors"
    translator = Translator.load(path)
    # of about equal length: little padding
    pairs = sorted(multi30k(folder, "val")[:count], key=lambda pair: len(pair[0]))
    rows = [translator.source_ids(german) for german, _ in pairs]
    again = torch.randint(
        len(pairs), (DRAWS, len(pairs)), generator=torch.Generator().manual_seed(0)
    )

    def told(values, figure=lambda some: some.mean(-2)) -> list[float]:
        """A figure of the captions' numbers (N, k), and the ends of its redraws."""
        values = torch.as_tensor(values).double().reshape(len(pairs), -1)
        ends = figure(values[again]).quantile(torch.tensor([0.05, 0.95]).double(), 0)
        return [round(n, 4) for n in (figure(values).item(), *ends.flatten().tolist())]

    def ahead(some):
        ours, others = some.sum(-2).split(10, -1)
        return (bleu(ours) - bleu(others))[..., None]

    widths, chosen, scores = {}, {}, {}
    for name, (beams, penalty) in SEARCHES.items():
        texts, logs, sizes = zip(*written(translator, rows, beams, penalty), strict=True)
        chosen[name] = torch.tensor(logs)
        both = zip(texts, pairs, strict=True)
        scores[name] = torch.tensor([counts(text, english) for text, (_, english) in both])
        widths[name] = {
            "log-probability": told(logs),
            "BLEU": told(scores[name], lambda some: bleu(some.sum(-2)[..., None, :])),
            "tokens": told(sizes),
            "empty": sum(not text for text in texts),
        }
        print(name, widths[name], flush=True)
    for name in SEARCHES:
        widths[name]["BLEU minus beam 5's"] = told(
            torch.cat([scores[name], scores["beam 5"]], 1), ahead
        )
    loss, tokens = nats(translator, pairs)
    reference, greedy, beam = -loss, chosen["greedy"], chosen["beam 5"]
    nothing = torch.cat([empty(translator, rows[i : i + 60]) for i in range(0, len(rows), 60)])
    greedy_sizes = torch.tensor([s for *_, s in written(translator, rows, 1, 0.0)])
    result = {
        "translator.safetensors (SHA-256)": hashlib.sha256(path.read_bytes()).hexdigest(),
        "captions": len(pairs),
        "searches": widths,
        "reference": {"log-probability": told(reference), "tokens": told(tokens)},
        "shares": {
            "reference less probable than greedy": told(reference < greedy - 1e-4),
            "the same, per token": told(reference / tokens < greedy / greedy_sizes - 1e-5),
            "beam 5 likelier than greedy": told(beam > greedy + 1e-4),
            "beam 5 less likely than greedy": told(beam < greedy - 1e-4),
            "empty likelier than beam 5": told(nothing > beam + 1e-4),
        },
        "reference minus greedy": [round(n, 1) for n in (reference - greedy).tolist()],
    }
    temporary = ASSETS / "beams.tmp"
    temporary.write_text(json.dumps(result) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "beams.json")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
