"""Twelve functions that run and are wrong, each with a slip that was published (see `cases`).

Nothing of the package uses them: lesson 20 looks at them through the course's probes.
"""

import math

import torch

from tformer.masks import causal_mask
from tformer.metrics import brevity_penalty, modified_precision
from tformer.probes import capture


def decoder_block(attention, norm, x, training):
    """One block of a decoder, x (B, T, D) to the same shape: no position may feel a later one."""
    # When the model writes, the words after this one are not there yet.
    mask = causal_mask(x.size(1)) if training else None
    return norm(x + attention(x, mask=mask))


def padding_mask(token_ids, pad_id):
    """True where the key is no padding, to be broadcast to (batch, heads, queries, keys)."""
    return (token_ids != pad_id).unsqueeze(1).unsqueeze(3)


def additive_mask(mask, dtype):
    """The mask as numbers to add to the scores: 0 where True, so low that nothing is left else."""
    return (~mask).to(dtype) * -10_000.0


def shift_right(target_ids):
    """Decoder input and labels of whole rows '<bos> ... <eos>' (batch, length)."""
    inputs = target_ids[:, :-1]
    labels = target_ids[:, :-1]
    return inputs, labels


def cross_entropy(logits, targets):
    """Mean of -log p(target) over all positions; logits (..., C), targets (...)."""
    probs = logits.softmax(-1)
    log_probs = probs.log_softmax(-1)
    return -log_probs.gather(-1, targets.unsqueeze(-1)).mean()


def bleu(candidate, reference, max_n=4):
    """Brevity penalty times the geometric mean of the clipped precisions, n = 1 ... max_n."""
    total = 0.0
    for n in range(1, max_n + 1):
        matches, count = modified_precision(candidate, [reference], n)
        if matches == 0:
            return 0.0
        total += math.log(matches / count) / max_n
    return brevity_penalty(len(candidate), len(reference)) * math.exp(total) ** (1 / max_n)


def embed(tokens, positions, ids):
    """Vectors (B, T, D) that know which word they are and where it stands."""
    x = tokens(ids) * math.sqrt(tokens.embedding_dim)
    x.add(positions(torch.arange(ids.size(1))))
    return x


def cached_step(model, token_ids, caches):
    """Logits (B, V) after token_ids (B, t); the caches hold what was read before."""
    new = token_ids.size(1) - caches[0][0].length
    return model(token_ids, torch.arange(new), caches=caches)[:, -1]


def attention_maps(layers, x, mask):
    """The weights (B, H, T, T) of every layer of a stack, first layer first."""
    maps = []
    for layer in layers:
        with capture(layer) as seen:
            layer(x, mask)
        maps.append(seen["self_attention.weights"])
        x = layer(x)
    return maps


def map_cells(weights, source, target):
    """Each cell of a cross-attention map (target asks source): (who asks, who is asked, weight)."""
    cells = []
    for row in range(min(len(source), weights.size(0))):
        for column in range(min(len(target), weights.size(1))):
            cells.append((source[row], target[column], weights[row, column].item()))
    return cells


def attention(q, k, v, mask=None):
    """(softmax(q k^T / sqrt(d)) v, weights); mask is True where a query may look."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1)
    return weights @ v, weights


def leak_table(model, vectors):
    """[i, t]: how far output i moves when vector t of (B, T, D) is changed."""
    before = model(vectors)
    moved = []
    for t in range(vectors.size(1)):
        changed = vectors.clone()
        changed[:, t] += torch.linspace(-1, 2, vectors.size(2))
        moved.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(moved)
