"""Parts of a model switched off for a while, to see in what comes out what they were good for."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

import torch
from torch import Tensor, nn

from tformer._support.checks import check_integers, check_texts, check_whole
from tformer._support.signatures import checked
from tformer.attention import MultiHeadAttention
from tformer.embeddings import Embedding
from tformer.layers import EncoderLayer, FeedForward


@checked
@contextmanager
def ablate(
    model: nn.Module,
    *,
    heads: Mapping[str, Iterable[int]] | None = None,
    sublayers: Iterable[str] = (),
    layers: Iterable[str] = (),
    positions: Iterable[str] = (),
) -> Iterator[None]:
    """Run ``model`` inside the block without some of its parts; afterwards it is whole again.

    Args, each by the name that `probes.capture` gives a module:
        heads: heads of an attention, counted from 0; their weights become 0, so they say nothing.
        sublayers: attentions and feed-forwards that add nothing to what comes in.
        layers: layers that pass on what they were given.
        positions: embeddings whose vectors no longer say where a token stands.

    >>> with ablate(model, heads={"encoder.0.self_attention": [1]}, layers=["decoder.3"]):
    ...     without = model(src, tgt)

    Enter it before `capture`, which then sees what the rest of the model saw. Raises ValueError
    for a name that is no such part, IndexError for a head that is not there.
    """
    sublayers = check_texts(sublayers=sublayers)
    layers, positions = check_texts(layers=layers), check_texts(positions=positions)
    with ExitStack() as hooks:
        for name, which in (heads or {}).items():
            attention = _part(model, "heads", name, MultiHeadAttention)
            hooks.enter_context(attention.weights.register_forward_hook(_silence(attention, which)))
        for name in sublayers:
            sublayer = _part(model, "sublayers", name, (MultiHeadAttention, FeedForward))
            hooks.enter_context(sublayer.register_forward_hook(_nothing))
        for name in layers:
            layer = _part(model, "layers", name, EncoderLayer)
            hooks.enter_context(layer.register_forward_hook(_pass_on))
        for name in positions:
            embedding = _part(model, "positions", name, Embedding)
            if embedding.positions is None:
                raise ValueError(f"positions: {name} adds none that could be switched off")
            hooks.enter_context(embedding.positions.register_forward_hook(_nothing))
        yield


def _part(model: nn.Module, argument: str, name: str, kind: type | tuple) -> nn.Module:
    """The module of that name and kind; the error for another name lists those that there are."""
    fits = {known: part for known, part in model.named_modules() if isinstance(part, kind)}
    if name not in fits:
        known = ", ".join(map(repr, fits)) or "none"
        raise ValueError(f"{argument} names {name!r}; the model has {known}")
    return fits[name]


def _silence(attention: MultiHeadAttention, which: Iterable[int]):
    """A hook: the weights with 0 in place of those of the heads ``which``."""
    which = list(which)
    for head in which:
        check_whole(**{"one of heads": head})
    index = torch.tensor(which, dtype=torch.long)
    check_integers("heads", index, num_heads=attention.num_heads)

    def zero(module: nn.Module, given: tuple, weights: Tensor) -> Tensor:
        return weights.index_fill(1, index.to(weights.device), 0.0)

    return zero


def _pass_on(module: nn.Module, given: tuple, output: Tensor) -> Tensor:
    return given[0]


def _nothing(module: nn.Module, given: tuple, output: Tensor) -> Tensor:
    return torch.zeros_like(output)
