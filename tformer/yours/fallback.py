"""What stands for a part that no exercise asks for yet: the plainest code that does it."""

from itertools import pairwise

import torch


def apply_merges(word, merges):
    """The pieces of a word (bytes): of the pairs learnt, the earliest is joined first."""
    rank = {pair: place for place, pair in enumerate(merges)}
    pieces = [bytes([byte]) for byte in word]
    while pairs := [pair for pair in pairwise(pieces) if pair in rank]:
        best, joined = min(pairs, key=rank.get), []
        for piece in pieces:
            if joined and (joined[-1], piece) == best:
                joined[-1] += piece
            else:
                joined.append(piece)
        pieces = joined
    return pieces


def ids_to_text(token_ids, tokens, num_specials):
    """The text of ids; the first ``num_specials`` of ``tokens`` are signs and no text."""
    return b"".join(tokens[i] for i in token_ids if i >= num_specials).decode(errors="replace")


def tied_logits(x, weight):
    """(..., D) to (..., V): how well x fits each row of the embedding's own table."""
    return x @ weight.T


def encoder_layer(x, mask, self_attention, feed_forward, norm1, norm2):
    """Two sublayers, norm first, each added to what came in."""
    normed = norm1(x)
    x = x + self_attention(normed, normed, mask)
    return x + feed_forward(norm2(x))


def decoder_layer(
    x, memory, mask, memory_mask,
    self_attention, cross_attention, feed_forward, norm1, norm2, norm3,
):  # fmt: skip
    """As in the encoder, with a look at the memory in the middle."""
    normed = norm1(x)
    x = x + self_attention(normed, normed, mask)
    x = x + cross_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x))


def encode(src_ids, mask, embed, layers, norm):
    """Source ids to memory: embedded, through all layers, normed once at the end."""
    x = embed(src_ids)
    for layer in layers:
        x = layer(x, mask)
    return norm(x)


def decode(tgt_ids, memory, mask, memory_mask, embed, layers, norm, unembed):
    """Target ids so far and memory to logits."""
    x = embed(tgt_ids)
    for layer in layers:
        x = layer(x, memory, mask, memory_mask)
    return unembed(norm(x))


def training_step(model, batch, loss_fn, optimizer, max_norm):
    """One update; returns the loss before it."""
    model.train()
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()
