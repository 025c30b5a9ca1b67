"""Instruments: look into a model's real forward pass, and test what its outputs depend on.

Nothing here changes what a model computes.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import torch
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn

from tformer._checks import check_ids
from tformer.ledger import Entry, shape_ledger  # noqa: F401 (an instrument like the others)

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
    seen: dict[str, Tensor] = {}

    def keep(name: str, module: nn.Module, given: tuple, output: object) -> None:
        if isinstance(output, Tensor):
            seen[name] = output.detach()

    with ExitStack() as hooks:  # removed when the block ends, however it ends
        for name, module in model.named_modules():
            hooks.enter_context(module.register_forward_hook(partial(keep, name)))
        yield seen


def _run(model: Model, inputs: Tensor) -> Tensor:
    """One forward pass, always with the same random numbers: dropout must not look like a leak."""
    with torch.random.fork_rng([inputs.device] if inputs.is_cuda else []):
        torch.manual_seed(0)
        return model(inputs)


@torch.no_grad()
def leak(model: Model, tokens: Shaped[Tensor, "B T *D"]) -> Float[Tensor, "T T"]:
    """Which outputs move when one token is changed: [t, i] = largest change of output i by token t.

    ``model`` is any callable from ids (B, T) or vectors (B, T, D) to (B, T, ...). A model that
    respects causality moves nothing to the left: every [t, i] with i < t is 0.

    >>> leak(lambda x: x.cumsum(1), torch.ones(1, 3, 1)).gt(0).int().tolist()
    [[1, 1, 1], [0, 1, 1], [0, 0, 1]]

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
        for changed in _changes(tokens, t):
            change = (_run(model, changed) - before).abs().float().unsqueeze(-1)
            moved[t] = torch.maximum(moved[t], change.flatten(2).amax((0, 2)).cpu())
    return moved


def _changes(tokens: Tensor, t: int) -> list[Tensor]:
    """Copies of ``tokens`` that differ at position t in every row."""
    if tokens.is_floating_point():
        ramp = torch.linspace(-1, 2, tokens.shape[-1], dtype=tokens.dtype, device=tokens.device)
        changed = tokens.clone()
        changed[:, t] += ramp
        return [changed]
    known = tokens.unique()
    if len(known) == 1:  # nothing to exchange with: a neighbouring id, kept inside the table
        known = torch.stack([known[0], (known[0] - 1).abs()]).sort().values
    place = torch.searchsorted(known, tokens[:, t].contiguous())
    copies = [tokens.clone() for _ in known[1:3]]
    for step, changed in enumerate(copies, 1):
        changed[:, t] = known[(place + step) % len(known)]
    return copies


@torch.no_grad()
def padding_leak(
    model: Model, tokens: Int[Tensor, "B T"], pad_id: int, extra: int = 3
) -> Float[Tensor, "B out"]:
    """How far each output moves when ``extra`` padding is appended to every row: 0 if it is masked.

    ``model`` is any callable from ids (B, T) to (B, ...). If it gives one output per token, those
    of the padding itself count as 0. Raises TypeError or ValueError for ids of another form.
    """
    check_ids("tokens", tokens)
    longer = nn.functional.pad(tokens, (0, extra), value=pad_id)
    short, long = _run(model, tokens), _run(model, longer)
    moved = (short - long[:, : short.size(1)]).abs()
    moved = moved.flatten(2).amax(-1) if moved.dim() > 2 else moved
    return moved.masked_fill(tokens == pad_id, 0) if moved.shape == tokens.shape else moved


def gradient_norms(model: nn.Module) -> dict[str, float]:
    """The length of each parameter's gradient, by name; 0 where ``backward`` has left none.

    Raises ValueError when no parameter has one: call ``loss.backward()`` first.
    """
    grads = {name: p.grad for name, p in model.named_parameters()}
    if all(grad is None for grad in grads.values()):
        raise ValueError("model has no gradients yet; call loss.backward() first")
    return {name: 0.0 if g is None else g.norm().item() for name, g in grads.items()}
