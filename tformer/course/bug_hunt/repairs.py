"""The course's repairs of the suspects that are no exercise elsewhere; `cases` names the others."""

import math

import torch

from tformer.masks import causal_mask
from tformer.probes import capture


def decoder_block(attention, norm, x, training):
    """The mask belongs to the model, not to its mode."""
    return norm(x + attention(x, mask=causal_mask(x.size(1))))


def embed(tokens, positions, ids):
    """`add` gives a new tensor: keep it."""
    x = tokens(ids) * math.sqrt(tokens.embedding_dim)
    return x + positions(torch.arange(ids.size(1)))


def cached_step(model, token_ids, caches):
    """A new token stands behind all that were read."""
    past = caches[0][0].length
    positions = torch.arange(past, token_ids.size(1))
    return model(token_ids, positions, caches=caches)[:, -1]


def attention_maps(layers, x, mask):
    """One forward pass, looked at, instead of a second one beside it."""
    maps = []
    for layer in layers:
        with capture(layer) as seen:
            x = layer(x, mask)
        maps.append(seen["self_attention.weights"])
    return maps


def map_cells(weights, source, target):
    """Rows ask: they are the target's words; columns are asked: the source's."""
    return [
        (asks, asked, weights[row, column].item())
        for row, asks in enumerate(target)
        for column, asked in enumerate(source)
    ]


def leak_table(model, vectors):
    """What was changed is a column, what moved a row."""
    before = model(vectors)
    moved = []
    for t in range(vectors.size(1)):
        changed = vectors.clone()
        changed[:, t] += torch.linspace(-1, 2, vectors.size(2))
        moved.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(moved, dim=1)
