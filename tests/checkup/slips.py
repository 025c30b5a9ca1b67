"""Slips to be found: each a line of a right model, changed, under the name that the card must say.

A line of ``slips.tsv``: name, host, old, new. ``old`` stands in the host's source and is replaced
everywhere in it (a line break is written \\n); "look: " stands before a name that is a suspicion.
"""

from functools import cache
from pathlib import Path
from types import ModuleType

import torch

from tformer import checkup

HERE = Path(__file__).parent
DECODER, TRANSLATOR = "plain_decoder", "plain_translator"
KNOWN = {DECODER: {"vocab": 20}, TRANSLATOR: {"vocab": 20, "src_vocab": 30, "pad": 0}}
LOOK = "look: "
SLIPS = [
    tuple(field.replace("\\n", "\n") for field in line.split("\t"))
    for line in (HERE / "slips.tsv").read_text(encoding="utf-8").splitlines()[1:]
]
# Losses that are none: what of the logits meets which ids.
LOSSES = [
    ("shown-the-answer", "out, ids"),
    ("shown-the-answer", "out[:, 1:], ids[:, :-1]"),
    ("labels-skip-a-word", "out[:, :-2], ids[:, 2:]"),
]


@cache
def source(host):
    return (HERE / f"{host}.py").read_text(encoding="utf-8")


def built(host, old="", new="", seed=0):
    """A factory of the host's model, with that change."""
    text = source(host)
    assert old in text, f"{host} has no {old!r}"
    module = ModuleType(host)
    exec(compile(text.replace(old, new) if old else text, f"{host}.py", "exec"), module.__dict__)

    def make():
        torch.manual_seed(seed)
        return module.Model()

    return make


def examined(host, old="", new="", seed=0, **how):
    """The card of that model."""
    return checkup.examine(built(host, old, new, seed), **KNOWN[host], **how)


def told(card, name):
    """Whether the card says so: a fault as a fault, a suspicion as a look."""
    return name.removeprefix(LOOK) in (card.looks if name.startswith(LOOK) else card.faults)
