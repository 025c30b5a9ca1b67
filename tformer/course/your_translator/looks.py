"""Where the machine looks: its maps, as the learner's own attention makes them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from tformer import viz

from .assembly import Yours
from .machine import Machine

KINDS = ("encoder", "decoder", "cross")


@contextmanager
def instead(m: Machine, **parts: Callable) -> Iterator[None]:
    """The machine with other functions for some of its parts."""
    before = dict(vars(m.parts))
    vars(m.parts).update(parts)
    try:
        yield
    finally:
        vars(m.parts).update(before)


def labels(m: Machine, ids: Tensor) -> list[str]:
    """The texts of ids, as figures name them."""
    return viz.pieces([m.tokens[i].decode(errors="replace") for i in ids.flatten().tolist()])


def pair(m: Machine, german: str, english: str) -> tuple[Tensor, Tensor]:
    """The ids of a sentence (1, S), and of its translation (1, T) from the start to the end."""
    return torch.tensor([m.text_to_ids(german)]), torch.tensor([[m.bos, *m.pieces(english), m.eos]])


@torch.no_grad()
def looks(m: Machine, source: Tensor, target: Tensor) -> tuple[dict[str, Tensor], Tensor]:
    """The maps of one sentence, "encoder" (L, H, S, S), "decoder" (L, H, T, T) and "cross"
    (L, H, T, S), by the part `attention`; and the logits (1, T, V).

    Self-attention runs here from the pieces of cross-attention, on its own weights.
    """
    seen, attention = [], m.parts.attention

    def watched(*given: Any) -> tuple[Tensor, Tensor]:
        seen.append(attention(*given))
        return seen[-1]

    try:
        m.self_attention = m.cross_attention
        m.build()
        with instead(m, attention=watched):
            logits = m.decode(target, *m.encode(source))
    finally:
        del m.self_attention
        m.build()
    maps, layers = [weights[0] for _, weights in seen], m.config["num_layers"]
    kinds = maps[:layers], maps[layers::2], maps[layers + 1 :: 2]
    return {kind: torch.stack(found) for kind, found in zip(KINDS, kinds, strict=True)}, logits


def maps(yours: Yours, text: str, english: str = "", **view: int) -> viz.Figure:
    """Every map of the encoder; with ``english``, where the decoder looks while it writes that."""
    source, target = pair(yours.machine, text, english)
    found, _ = looks(yours.machine, source, target[:, :-1])
    keys, written = labels(yours.machine, source), labels(yours.machine, target)
    given = dict(queries=[*pairwise(written)], keys=keys) if english else dict(queries=keys)
    whose = "your" if "attention" in yours.yours else "the course’s own"
    return viz.attention_map(
        found["cross" if english else "encoder"], **given, **view,
        caption=f"Drawn from {whose} attention",
    )  # fmt: skip
