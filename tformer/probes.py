"""Instruments: look into a model's real forward pass, and test what its outputs depend on.

Nothing here changes what a model computes.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from inspect import signature
from typing import NamedTuple

import torch
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn

from tformer._support.checks import check_kind
from tformer._support.signatures import Size, checked

Model = Callable[[Tensor], Tensor]


@contextmanager
def capture(model: nn.Module) -> Iterator[dict[str, Tensor]]:
    """Collect what every module of ``model`` gives in the forward passes inside the block, by name.

    >>> attention = MultiHeadAttention(8, 2)
    >>> with capture(attention) as seen:
    ...     out = attention(torch.randn(1, 3, 8))
    >>> seen["weights"].shape, seen["out_proj"].shape
    (torch.Size([1, 2, 3, 3]), torch.Size([1, 3, 8]))

    Attention weights (B, H, T, S) are "....weights", the whole model's output is "". Tensors are
    detached but not copied; a module that runs twice leaves its last. While somebody looks,
    attention takes its explicit path, the same numbers up to rounding.
    """
    check_kind(nn.Module, model=model)
    seen: dict[str, Tensor] = {}

    def keep(name: str, module: nn.Module, given: tuple, output: object) -> None:
        if isinstance(output, Tensor):
            seen[name] = output.detach()

    with ExitStack() as hooks:  # removed when the block ends, however it ends
        for name, module in model.named_modules():
            hooks.enter_context(module.register_forward_hook(partial(keep, name)))
        yield seen


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
    check_kind(nn.Module, model=model)
    for x in inputs:
        check_kind(Tensor, **{"one of inputs": x})
    names, last = signature(model.forward).parameters, inputs[-1] if inputs else None
    ledger = [
        Entry(name, "input", tuple(x.shape), "what the model is given")
        for name, x in zip(names, inputs, strict=False)
    ]

    def write(x: object, name: str, op: str, meaning: str) -> None:
        nonlocal last
        if isinstance(x, Tensor) and x is not last:
            ledger.append(Entry(name, op, tuple(x.shape), meaning))
            last = x

    def note(name: str, module: nn.Module, given: tuple, output: object) -> None:
        """A hook: a line for what a module has made, before it one for what it was given."""
        key = name.rpartition(".")[2]
        if key in _INPUTS:
            write(given[0], f"{name} (input)", *_INPUTS[key])
        kind = "norm" if "norm" in key else key
        write(output, name, *_OUTPUTS.get(kind, (type(module).__name__, "")))

    with ExitStack() as hooks:
        for name, module in model.named_modules():
            hooks.enter_context(module.register_forward_hook(partial(note, name)))
        model(*inputs)
    return ledger


def _run(model: Model, inputs: Tensor) -> Tensor:
    """One forward pass, always with the same random numbers: dropout must not look like a leak."""
    with torch.random.fork_rng([inputs.device] if inputs.is_cuda else []):
        torch.manual_seed(0)
        outputs = model(inputs)
    check_kind(Tensor, **{"model's answer": outputs})
    return outputs


@checked
@torch.no_grad()
def leak(model: Model, tokens: Shaped[Tensor, "..."]) -> Float[Tensor, "T T"]:
    """Which outputs move when one token is changed: [i, t] = largest change of output i by token t.

    ``model`` is any callable from ids (B, T) or vectors (B, T, D) to (B, T, ...). Rows receive and
    columns were changed, as in a mask and in a map of weights, so the table of a causal model
    looks like the causal mask: every [i, t] with t > i is 0.

    >>> leak(lambda x: x.cumsum(1), torch.ones(1, 3, 1)).gt(0).int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]

    An id is exchanged for others that occur in ``tokens``, a vector is moved along a ramp (a
    constant would vanish in a LayerNorm). Costs T + 1 forward passes or a little more. Raises
    ValueError where ``tokens`` has no two axes or ``model`` does not keep them.
    """
    if tokens.dim() < 2 + tokens.is_floating_point() or tokens.numel() == 0:
        raise ValueError(f"tokens is {tokens.dtype} of shape {tuple(tokens.shape)}; give whole ids "
                         "(batch, length) or vectors (batch, length, width)")  # fmt: skip
    before = _run(model, tokens)
    if before.shape[:2] != tokens.shape[:2]:
        raise ValueError(f"model gave {tuple(before.shape)} for tokens {tuple(tokens.shape)}; "
                         "it must keep the first two axes")  # fmt: skip
    moved = torch.zeros(tokens.size(1), tokens.size(1))
    for t in range(tokens.size(1)):
        for other in _others(tokens, t):
            changed = tokens.clone()
            changed[:, t] = other
            change = (_run(model, changed) - before).abs().float().unsqueeze(-1)
            moved[:, t] = torch.maximum(moved[:, t], change.flatten(2).amax((0, 2)).cpu())
    return moved


def _others(tokens: Tensor, t: int) -> list[Tensor]:
    """What to put at position t instead, in every row something else: one or two tries."""
    if tokens.is_floating_point():
        ramp = torch.linspace(-1, 2, tokens.shape[-1], dtype=tokens.dtype, device=tokens.device)
        return [tokens[:, t] + ramp]
    known, place = tokens.unique(return_inverse=True)
    if len(known) == 1:  # nothing to exchange with: a neighbouring id, kept inside the table
        known = torch.cat([known, (known - 1).abs()])
    return [known[(place[:, t] + step) % len(known)] for step in range(1, min(3, len(known)))]


@checked
@torch.no_grad()
def padding_leak(
    model: Model, tokens: Int[Tensor, "B T"], pad_id: int, extra: Size = 3
) -> Float[Tensor, "B out"]:
    """How far each output moves when ``extra`` padding is appended to every row: 0 if it is masked.

    ``model`` is any callable from ids (B, T) to (B, ...). If it gives one output per token, those
    of the padding itself count as 0. Raises TypeError or ValueError for ids of another form.
    """
    longer = nn.functional.pad(tokens, (0, extra), value=pad_id)
    short, long = _run(model, tokens), _run(model, longer)
    moved = (short - long[:, : short.size(1)]).abs()
    moved = moved.flatten(2).amax(-1) if moved.dim() > 2 else moved
    return moved.masked_fill(tokens == pad_id, 0) if moved.shape == tokens.shape else moved


def gradient_norms(model: nn.Module) -> dict[str, float]:
    """The length of each parameter's gradient, by name; 0 where ``backward`` has left none.

    Raises ValueError when no parameter has one: call ``loss.backward()`` first.
    """
    check_kind(nn.Module, model=model)
    grads = {name: p.grad for name, p in model.named_parameters()}
    if all(grad is None for grad in grads.values()):
        raise ValueError("model has no gradients yet; call loss.backward() first")
    return {name: 0.0 if g is None else g.norm().item() for name, g in grads.items()}
