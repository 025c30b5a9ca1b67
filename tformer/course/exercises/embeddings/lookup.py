"""What both look-ups share: how to tell which rows came back, and the mistakes of either."""

import torch
import torch.nn.functional as F

from ...checker.core import twist


def ids_of_rows(weight, got):
    """The id of the row of weight that each vector of got is a positive multiple of, or None."""
    if got.shape[-1] != weight.shape[1] or weight.shape[1] < 2:
        return None
    likeness = F.cosine_similarity(got[..., None, :].double(), weight.double(), dim=-1)
    best, ids = likeness.max(-1)
    return ids if bool((best > 1 - 1e-6).all()) else None


def scaled_rows(args, got, want):
    """Each row of got is the right row times one factor."""
    ratio = (got * want).sum(-1) / want.square().sum(-1)
    if not torch.allclose(got, ratio[..., None] * want, rtol=1e-3, atol=1e-4) or not ratio.all():
        return False
    told = ", ".join(f"{r:.4g}" for r in ratio.flatten()[:3])
    return f"got / expected, token by token: {told}."


def other_rows(args, got, want):
    """Each vector is a row of weight, but of another id."""
    weight, ids = args
    found = ids_of_rows(weight, got)
    if found is None or torch.equal(found, ids):
        return False
    return f"It picks the rows {found.tolist()} for the ids {ids.tolist()}."


def _shifted(step):
    return lambda ids, weight: (ids + step) % len(weight)


def _padded(y, ids):
    """The vectors of id 0 become zeros, as with padding_idx=0."""
    return y * (ids != 0)[..., None]


COMMON = (
    twist("off-by-one", "It picks the row before the right one: ids count from 0.",
          ids=_shifted(-1)),
    twist("counted-from-the-end", "It picks rows from the end of the table.",
          ids=lambda i, w: len(w) - 1 - i),
    twist("each-id-once", "Repeated ids are dropped (unique): each token should get its vector.",
          ids=lambda i, w: i.unique()),
    twist("id-0-is-zeros", "The vectors of id 0 are zeros, as if it were padding; in this exercise "
          "0 is a token like any other.", after=lambda y, w, i: _padded(y, i)),
    twist("averaged", "The vectors of a sentence are averaged: each token should keep its own.",
          after=lambda y, w, i: y.mean(-2)),
    twist("added-up", "The vectors of a sentence are added up: each token should keep its own. A "
          "one-hot row has a single 1.", after=lambda y, w, i: y.sum(-2)),
    twist("flattened", "The tokens of all sentences stand in one row: the axes of token_ids are "
          "lost.", after=lambda y, w, i: y.reshape(-1, y.shape[-1])),
    twist("transposed", "The last two axes are swapped (transposed): (..., d_model, len).",
          after=lambda y, w, i: y.mT),
    twist("only-first-item", "Only the first item of the first axis comes back.",
          after=lambda y, w, i: y[0]),
)  # fmt: skip
