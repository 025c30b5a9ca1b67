"""The padding mask."""

import torch

from ...checker.core import Case, Exercise, Sign, twist


def padding_mask(token_ids, pad_id):
    return (token_ids != pad_id)[:, None, None, :]


HINTS = (
    "The mask says for each key whether it may be looked at. Which keys may be? Every token that "
    "is not pad_id.",
    "Comparing a tensor with a number gives booleans of the same shape: (batch, len).",
    "The scores have shape (batch, heads, query_len, key_len). The mask needs axes of size one for "
    "heads and queries, and its own length stands last, for the keys.",
    "(token_ids != pad_id)[:, None, None, :], or unsqueeze(1).unsqueeze(2).",
)

CASES = (
    Case(lambda: (torch.tensor([[5, 2, 0], [3, 0, 0]]), 0), "two sentences of three, pad id 0"),
    Case(lambda: (torch.tensor([[0, 5, 7, 7], [9, 0, 0, 7], [1, 8, 9, 2]]), 7),
         "pad id 7; 0 is a real token here, and ids stand on both sides of the pad id",
         ("pad-id-not-zero",)),
    Case(lambda: (torch.tensor([[0, 0, 4, 0, 6]]), 0), "a batch of one, padded in front and "
         "inside", ("batch-of-one", "padding-in-front")),
    Case(lambda: (torch.tensor([[3], [0]]), 0), "sentences of one token", ("length-one",)),
    Case(lambda: (torch.tensor([[4, 2, 1], [0, 1, 3], [4, 0, 0]]).t(), 0), "a transposed "
         "(non-contiguous) input", ("non-contiguous",)),
    Case(lambda: (torch.tensor([[5, -1, 6], [-1, -1, 2]]), -1), "pad id -1", ("negative-pad-id",)),
)  # fmt: skip


def variant(
    token_ids, pad_id, real=lambda ids, pad: ids != pad, place=lambda m: m[:, None, None, :],
    item=lambda m: m,
):  # fmt: skip
    """padding_mask with one switch for each thing that can go wrong."""
    return place(item(real(token_ids, pad_id)))


MISTAKES = (
    twist("inverted", "True stands at the padding: the mask is the other way round (inverted), so "
          "only padding would be attended to.", real=torch.eq),
    twist("pad-id-hard-wired-to-0", "It compares with 0 whatever pad_id is: padding of another "
          "id stays visible and a real token 0 is hidden.", real=lambda ids, pad: ids != 0),
    twist("stops-at-first-padding", "Everything after the first pad token is hidden too, also "
          "real tokens that come later.",
          real=lambda ids, pad: (ids == pad).cumsum(-1) == 0),
    twist("counted-from-the-front", "The real tokens are counted, and that many places from the "
          "front are kept: with padding in front or inside those are not the real ones.",
          real=lambda ids, pad: torch.arange(ids.shape[-1]) < (ids != pad).sum(-1, True)),
    twist("first-item-for-all", "Every sentence gets the mask of the first one.",
          item=lambda m: m[:1].expand_as(m)),
    twist("query-axis-masked", "The length stands on the query axis (batch, 1, len, 1), as from "
          "unsqueeze(3): rows of padding queries are masked, not columns of padding keys. A "
          "padding query then attends to nothing.", place=lambda m: m[:, None, :, None]),
    twist("queries-masked-too", "Rows of padding queries are masked as well as columns of "
          "padding keys: (batch, 1, len, len). Such a row may attend to nothing.",
          place=lambda m: m[:, None, :, None] & m[:, None, None, :]),
)  # fmt: skip


def _shown(args, got, want):
    return got.shape == want.shape and (got.bool() & ~want).any()


def _hidden(args, got, want):
    return got.shape == want.shape and (want & ~got.bool()).any()


SIGNS = (
    Sign("real-tokens-hidden", "Some real tokens are hidden: False stands where the token is not "
         "pad_id.", lambda a, g, w: _hidden(a, g, w) and not _shown(a, g, w)),
    Sign("padding-confused", "Some padding stays visible and some real tokens are hidden.",
         lambda a, g, w: _hidden(a, g, w) or _shown(a, g, w), every=False),
)  # fmt: skip

EXERCISE = Exercise(padding_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
