"""Measure for lesson 13 what label smoothing did to the shipped translator.

    python assets/recipes/smoothing.py data/multi30k        (about five minutes on one quiet core)

Two models read the 1,014 validation captions: the translator, and its twin that went through the
last stage of the recipe without smoothing (both began with the same weights, which had been trained
with it). Needs sacrebleu through scores.py, whose counts of what the translator said it takes from
assets/scores.json. Writes assets/smoothing.json: of either model and of
the difference, translator minus twin, each figure with the ends that hold 9 of 10 redraws of the
captions; how sure the models were and how often right; what one temperature does to either; how
far dropout takes the certainty back; and the checksums of the weights that all was measured on.
"""

import hashlib
import json
import sys
from pathlib import Path

import torch
from scores import bleu, counts
from torch.nn.utils.rnn import pad_sequence

from tformer.data.corpora import multi30k
from tformer.losses import cross_entropy
from tformer.metrics import bleu_tokens
from tformer.translator.plain import PlainTranslator

ASSETS = Path(__file__).parent.parent
NAMES = {"smoothed": "translator", "plain": "translator_unsmoothed"}
EPSILON, BINS, FINE, DRAWS, BATCH, SURE, PASSES = 0.1, 10, 50, 1000, 50, 0.9, 4
TEMPERATURES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6)
LEARNT = 500  # captions of the training set, to see what dropout does there
ENDS = torch.tensor([0.05, 0.95]).double()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def batches(translator: PlainTranslator, pairs: list[tuple[str, str]]):
    """Source, decoder input and targets of some captions at a time."""
    tok = translator.tokenizer
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        src = [torch.tensor(translator.source_ids(german)) for german, _ in some]
        tgt = [torch.tensor([tok.bos_id, *tok.encode(text), tok.eos_id]) for _, text in some]
        src, tgt = (pad_sequence(rows, True, tok.pad_id) for rows in (src, tgt))
        yield src, tgt[:, :-1], tgt[:, 1:]


@torch.no_grad()
def read(translator: PlainTranslator, pairs: list[tuple[str, str]]) -> dict[str, torch.Tensor]:
    """Of every true token: its caption, its loss plain and smoothed, the largest probability and
    whether that is its own; loss and largest probability at every temperature."""
    pad, found, seen = translator.tokenizer.pad_id, [], 0
    for src, given, targets in batches(translator, pairs):
        real = targets != pad
        logits, wanted = translator.model(src, given)[real], targets[real]
        caption = (seen + torch.arange(len(src)))[:, None].expand_as(targets)[real]
        columns = [caption, logits.argmax(-1) == wanted]
        columns += [cross_entropy(logits, wanted, None, e, "none") for e in (0.0, EPSILON)]
        for temperature in TEMPERATURES:
            scaled = logits / temperature
            columns += [cross_entropy(scaled, wanted, reduction="none")]
            columns += [(scaled.amax(-1) - scaled.logsumexp(-1)).exp()]
        found.append(torch.stack([c.double() for c in columns], 1))
        seen += len(src)
    table = torch.cat(found)
    return {
        "caption": table[:, 0].long(),
        "right": table[:, 1],
        "loss": table[:, 2],
        "smoothed loss": table[:, 3],
        "temperatures": table[:, 4:].unflatten(1, (-1, 2)).permute(1, 2, 0),
    }


def by_caption(caption: torch.Tensor, values: torch.Tensor, bins: torch.Tensor | None = None):
    """Sums over the tokens of each caption, (captions,), or of each caption and bin."""
    if bins is None:
        return torch.zeros(int(caption.max()) + 1).double().index_add(0, caption, values)
    place = caption * BINS + bins
    sums = torch.zeros((int(caption.max()) + 1) * BINS).double().index_add(0, place, values)
    return sums.unflatten(0, (-1, BINS))


def reliability(caption, sure, right) -> torch.Tensor:
    """(captions, bins, 3): how many tokens, their summed confidence, how many of them right."""
    bins = (sure * BINS).long().clamp(max=BINS - 1)
    return torch.stack([by_caption(caption, x, bins) for x in (sure * 0 + 1, sure, right)], -1)


def calibration_error(tables: torch.Tensor) -> torch.Tensor:
    """Expected calibration error of tables (..., bins, 3)."""
    count, sure, right = tables.unbind(-1)
    return (sure - right).abs().sum(-1) / count.sum(-1)


def with_ends(value: torch.Tensor, again: torch.Tensor) -> list[float]:
    """A figure and the ends that hold 9 of 10 of its redraws."""
    return [round(x, 5) for x in (value.item(), *again.double().quantile(ENDS).tolist())]


def share(sums: torch.Tensor, tokens: torch.Tensor):
    """A function of redraws (..., captions): the mean a token."""
    return lambda draw: sums[draw].sum(-1) / tokens[draw].sum(-1)


def bleus(rows: list[list[int]]):
    """A function of redraws: the corpus BLEU of each."""
    rows = torch.tensor(rows)
    return lambda draw: torch.tensor([bleu(rows[d]) for d in draw.reshape(-1, draw.size(-1))])


def written(
    translator: PlainTranslator, path: Path, pairs: list[tuple[str, str]]
) -> dict[int, list]:
    """What BLEU counts of each translation, greedy and by beam; scores.json may know it."""
    known = json.loads((ASSETS / "scores.json").read_text(encoding="utf-8"))
    if known.get(f"{path.name} (SHA-256)") == digest(path):
        rows = known["matches 1-4, length, reference length"]
        return {beams: rows[f"beam {beams}"] for beams in (1, 5)}
    wanted, found = [bleu_tokens(text) for _, text in pairs], {}
    for beams in (1, 5):
        said = translator.translate([german for german, _ in pairs], beams)
        found[beams] = counts([bleu_tokens(text) for text in said], wanted)
        print("translated, beams:", beams, flush=True)
    return found


def figures(told: dict, rows: dict[int, list]) -> dict:
    """Every figure of a model as a function of redraws of the captions."""
    caption, tokens = told["caption"], by_caption(told["caption"], told["right"] * 0 + 1)
    sure = told["temperatures"][TEMPERATURES.index(1.0), 1]
    table = reliability(caption, sure, told["right"])
    columns = {
        "accuracy": told["right"],
        "loss": told["loss"],
        "smoothed loss": told["smoothed loss"],
        "mean confidence": sure,
    }
    ways = {name: share(by_caption(caption, x), tokens) for name, x in columns.items()}
    ways["calibration error"] = lambda draw: calibration_error(table[draw].sum(-3))
    ways |= {"BLEU, greedy": bleus(rows[1]), "BLEU, beam 5": bleus(rows[5])}
    return ways


def chance_error(sure: torch.Tensor) -> float:
    """The calibration error that a perfectly calibrated model of the same confidences would show,
    as its tokens come out right or wrong by chance: the mean of 100 throws."""
    generator, caption = torch.Generator().manual_seed(0), torch.zeros_like(sure).long()
    throws = (torch.rand(100, len(sure), generator=generator).double() < sure).double()
    errors = [calibration_error(reliability(caption, sure, right)[0]) for right in throws]
    return round(torch.stack(errors).mean().item(), 5)


@torch.no_grad()
def with_dropout(translator: PlainTranslator, pairs: list[tuple[str, str]]) -> dict[str, float]:
    """Among tokens whose likeliest word has more than 0.9: that word's mean probability without
    dropout and with it, how often it is the true one; and the share of such tokens."""
    model, pad, sums = translator.model, translator.tokenizer.pad_id, torch.zeros(5).double()
    torch.manual_seed(0)
    for src, given, targets in batches(translator, pairs):
        sure, word = model(src, given).softmax(-1).max(-1)
        chosen, true = (sure > SURE) & (targets != pad), word == targets
        model.train()
        noisy = sum(model(src, given).softmax(-1) for _ in range(PASSES)) / PASSES
        model.eval()
        shaken = noisy.gather(-1, word.unsqueeze(-1)).squeeze(-1)
        columns = [chosen * 1.0, sure, shaken, true * 1.0]
        sums += torch.stack([*(c[chosen].sum() for c in columns), (targets != pad).sum()]).double()
    count, sure, shaken, true, tokens = sums.tolist()
    numbers = {"share of tokens": count / tokens, "right": true / count}
    numbers |= {"without dropout": sure / count, "with dropout": shaken / count}
    return {name: round(number, 4) for name, number in numbers.items()}


def main(folder: str) -> None:
    torch.set_num_threads(1)
    paths = {name: ASSETS / f"{file}.safetensors" for name, file in NAMES.items()}
    models = {name: PlainTranslator.load(path) for name, path in paths.items()}
    pairs = sorted(multi30k(folder, "val"), key=lambda pair: len(pair[1]))
    train = multi30k(folder, "train")
    learnt = sorted(train[:LEARNT], key=lambda pair: len(pair[1]))
    told = {name: read(model, pairs) for name, model in models.items()}
    print("read", flush=True)
    ways = {
        name: figures(told[name], written(model, paths[name], pairs))
        for name, model in models.items()
    }

    everything = torch.arange(len(pairs))[None]
    generator = torch.Generator().manual_seed(0)
    draws = torch.randint(len(pairs), (DRAWS, len(pairs)), generator=generator)
    compared = {}
    for figure in ways["plain"]:
        value = {name: ways[name][figure](everything) for name in models}
        again = {
            name: torch.cat([ways[name][figure](d) for d in draws.split(50)]) for name in models
        }
        compared[figure] = {name: with_ends(value[name], again[name]) for name in models}
        gap = value["smoothed"] - value["plain"], again["smoothed"] - again["plain"]
        compared[figure]["difference"] = with_ends(*gap)
        print(figure, compared[figure], flush=True)

    of_model, one = {}, TEMPERATURES.index(1.0)
    for name, model in models.items():
        caption, right = told[name]["caption"], told[name]["right"]
        scaled = told[name]["temperatures"]
        bins = [reliability(caption, sure, right).sum(0) for sure in scaled[:, 1]]
        of_model[name] = {
            "largest probability": round(scaled[one, 1].max().item(), 5),
            "calibration error by chance": chance_error(scaled[one, 1]),
            "tokens, mean confidence, accuracy of each tenth, by temperature": {
                str(t): [
                    [int(n), round(sure / max(n, 1), 3), round(good / max(n, 1), 3)]
                    for n, sure, good in table.tolist()
                ]
                for t, table in zip(TEMPERATURES, bins, strict=True)
            },
            "tokens of each fiftieth of confidence": torch.histc(scaled[one, 1], FINE, 0, 1)
            .int()
            .tolist(),
            "loss, mean confidence, calibration error, by temperature": {
                str(t): [
                    round(x.item(), 4) for x in (*scaled[n].mean(-1), calibration_error(bins[n]))
                ]
                for n, t in enumerate(TEMPERATURES)
            },
            "surer than 0.9, captions held out": with_dropout(model, pairs[::2]),
            "surer than 0.9, captions learnt": with_dropout(model, learnt),
        }
        print(name, of_model[name], flush=True)
    result = {f"{path.name} (SHA-256)": digest(path) for path in paths.values()}
    result |= {"captions": len(pairs), "tokens": len(told["plain"]["right"]), "epsilon": EPSILON}
    result["captions learnt"] = len(train)
    result |= {"compared": compared, **of_model}
    temporary = ASSETS / "smoothing.tmp"
    temporary.write_text(json.dumps(result, separators=(",", ":")) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "smoothing.json")


if __name__ == "__main__":
    main(sys.argv[1])
