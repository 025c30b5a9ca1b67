"""Measure for lesson 08 what each sublayer of the shipped translator is worth.

    python assets/recipes/sublayers.py data/multi30k        (about a minute on two quiet cores)

One sublayer at a time returns zeros; the loss of the first 300 validation captions rises. Writes
assets/sublayers.json: the rise in nats a token, with the ends that hold 9 of 10 redraws of the
captions, and the checksum of the weights that it was measured on.
"""

import hashlib
import json
import sys
from pathlib import Path

import torch
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

from tformer.data.corpora import multi30k
from tformer.translator import Translator

ASSETS = Path(__file__).parent.parent
COUNT, BATCH, DRAWS = 300, 60, 1000
KINDS = {
    "self-attention": "self_attention",
    "cross-attention": "cross_attention",
    "feed-forward": "ffn",
}


@torch.no_grad()
def nats(translator: Translator, pairs: list[tuple[str, str]]) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss of each caption and its number of tokens."""
    tok, found = translator.tokenizer, []
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        src = [torch.tensor(translator.source_ids(german)) for german, _ in some]
        tgt = [torch.tensor([tok.bos_id, *tok.encode(text), tok.eos_id]) for _, text in some]
        src, tgt = (pad_sequence(rows, True, tok.pad_id) for rows in (src, tgt))
        logits = translator.model(src, tgt[:, :-1]).transpose(1, 2)
        loss = F.cross_entropy(logits, tgt[:, 1:], ignore_index=tok.pad_id, reduction="none")
        found.append(torch.stack([loss.sum(1), (tgt[:, 1:] != tok.pad_id).sum(1)]))
    return torch.cat(found, 1).unbind()


def main(folder: str) -> None:
    torch.set_num_threads(1)
    path = ASSETS / "translator.safetensors"
    translator = Translator.load(path)
    pairs = sorted(multi30k(folder, "val")[:COUNT], key=lambda pair: len(pair[1]))
    whole, tokens = nats(translator, pairs)
    draws = torch.randint(COUNT, (DRAWS, COUNT), generator=torch.Generator().manual_seed(0))
    costs = {}
    for side in ("encoder", "decoder"):
        for n, layer in enumerate(getattr(translator.model, side)):
            for kind, name in KINDS.items():
                if not hasattr(layer, name):
                    continue
                zeros = getattr(layer, name).register_forward_hook(lambda m, i, y: y * 0)
                more = nats(translator, pairs)[0] - whole
                zeros.remove()
                again = more[draws].sum(1) / tokens[draws].sum(1)
                ends = again.quantile(torch.tensor([0.05, 0.95])).tolist()
                numbers = [(more.sum() / tokens.sum()).item(), *ends]
                costs[f"{side} {n} {kind}"] = [round(number, 4) for number in numbers]
                print(f"{side} {n} {kind}", costs[f"{side} {n} {kind}"], flush=True)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    result = {"translator.safetensors (SHA-256)": digest, "captions": COUNT, "costs": costs}
    result["loss"] = round((whole.sum() / tokens.sum()).item(), 4)
    temporary = ASSETS / "sublayers.tmp"
    temporary.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    temporary.replace(ASSETS / "sublayers.json")


if __name__ == "__main__":
    main(sys.argv[1])
