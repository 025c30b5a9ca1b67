"""The ledger of one forward pass: every tensor from ids to logits, its shape and what it means."""

from contextlib import ExitStack
from functools import partial
from inspect import signature
from typing import NamedTuple

import torch
from torch import Tensor, nn


class Entry(NamedTuple):
    """One line of the ledger: where, by what operation, what shape, and what it means."""

    name: str
    op: str
    shape: tuple[int, ...]
    meaning: str


# By the last part of a module's name: what it does, and what its output is.
_OUTPUTS = {
    "tokens": ("look up", "one vector for each id"),
    "positions": ("look up", "one vector for each position"),
    "table": ("look up", "one vector for each position"),
    "placed": ("scale, add", "what each token is and where it stands"),
    "dropout": ("drop out", "the same, some features silenced"),
    "q_proj": ("linear", "what each position asks"),
    "k_proj": ("linear", "what each position can be found by"),
    "v_proj": ("linear", "what each position has to give"),
    "queries": ("split heads", "the questions, one set a head"),
    "keys": ("split heads", "the keys, one set a head"),
    "values": ("split heads", "the values, one set a head"),
    "allowed": ("mask", "True where a query may attend to a key"),
    "weights": ("q k^T, scale, mask, softmax", "how much each query takes from each key"),
    "mixed": ("weights @ values", "each query's mean of the values, head by head"),
    "out_proj": ("linear", "what attention adds, the heads mixed"),
    "residual": ("add", "what came in plus what the sublayer says"),
    "up_proj": ("linear", "each vector widened to d_ff features"),
    "gate_proj": ("linear", "what lets the widened features pass"),
    "down_proj": ("linear", "what the feed-forward adds"),
    "unembedding": ("linear", "logits: a score for every word of the vocabulary"),
    "norm": ("normalise", "each vector at one common scale"),
}
_INPUTS = {
    "out_proj": ("merge heads", "the heads side by side"),
    "down_proj": ("bend", "the widened features after the activation"),
}


@torch.no_grad()
def shape_ledger(model: nn.Module, *inputs: Tensor) -> list[Entry]:
    """Every tensor of a real forward pass in order, ids to logits: (name, op, shape, meaning).

    Modules that pass on the tensor they were given (dropout in eval mode) have no line.

    >>> shape_ledger(model, torch.tensor([[1, 2, 3]]))[1]
    Entry(name='embedding.tokens', op='look up', shape=(1, 3, 32), meaning='one vector for each id')
    """
    names = list(signature(model.forward).parameters)
    ledger = [
        Entry(name, "input", tuple(x.shape), "what the model is given")
        for name, x in zip(names, inputs, strict=False)
    ]
    last = inputs[-1]

    def note(name: str, op: str, meaning: str, module: nn.Module, given: tuple, *out: object):
        """A hook: called with what a module has made, or, before it runs, with what it is given."""
        nonlocal last
        x = out[0] if out else given[0]
        if isinstance(x, Tensor) and x is not last:
            ledger.append(Entry(name, op, tuple(x.shape), meaning))
            last = x

    with ExitStack() as hooks:
        for name, module in model.named_modules():
            key = name.rpartition(".")[2]
            line = _OUTPUTS.get("norm" if "norm" in key else key, (type(module).__name__, ""))
            hooks.enter_context(module.register_forward_hook(partial(note, name, *line)))
            if key in _INPUTS:
                before = partial(note, f"{name} (input)", *_INPUTS[key])
                hooks.enter_context(module.register_forward_pre_hook(before))
        model(*inputs)
    return ledger
