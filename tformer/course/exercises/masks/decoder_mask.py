"""The decoder mask, padding and future together."""

import torch

from ...checker.core import Case, Exercise, Sign, twist


def decoder_mask(token_ids, pad_id):
    length = token_ids.shape[1]
    real = (token_ids != pad_id)[:, None, None, :]
    past = torch.ones(length, length, dtype=torch.bool).tril()
    return real & past


HINTS = (
    "A key may be looked at if two things hold at once. Which two?",
    "You have both already: the padding mask (batch, 1, 1, len) and the causal mask (len, len).",
    "Combined with & they broadcast to (batch, 1, len, len). Both must be True; | asks for one.",
    "real = (token_ids != pad_id)[:, None, None, :]; real & torch.ones(n, n, dtype=torch.bool)"
    ".tril(), where n is token_ids.shape[1].",
)

CASES = (
    Case(lambda: (torch.tensor([[1, 2, 3, 0, 0], [4, 5, 6, 7, 0]]), 0), "two sentences of five; "
         "the first is the lesson's, its last two rows are T T T F F"),
    Case(lambda: (torch.tensor([[0, 5, 7, 7], [9, 0, 0, 7], [1, 8, 9, 2]]), 7),
         "three sentences of four, pad id 7; 0 is a real token here", ("pad-id-not-zero",)),
    Case(lambda: (torch.tensor([[2, 2, 4, 2, 6], [2, 3, 5, 5, 5]]), 2), "padding in front: the "
         "first rows see nothing", ("padding-in-front",)),
    Case(lambda: (torch.tensor([[3], [0]]), 0), "sentences of one token", ("length-one",)),
    Case(lambda: (torch.tensor([[4, 2, 1], [1, 1, 3], [4, 0, 0], [5, 0, 5]]).t()[:2], 0),
         "a transposed (non-contiguous) input", ("non-contiguous",)),
    Case(lambda: (torch.tensor([[4, 3, 0], [3, 1, 3], [4, 0, 0]]), 0), "as many sentences as "
         "tokens", ("square",), probe=True),
)  # fmt: skip


def variant(
    token_ids, pad_id, causal=lambda q, k: k <= q, real=lambda ids, pad: ids != pad,
    place=lambda good: good[:, None, None, :], join=lambda good, past, q, k: good & past,
):  # fmt: skip
    """decoder_mask with one switch for each thing that can go wrong."""
    k = torch.arange(token_ids.shape[1])
    q = k[:, None]
    return join(place(real(token_ids, pad_id)), causal(q, k), q, k)


MISTAKES = (
    twist("inverted", "The whole mask is the other way round (inverted): True stands where "
          "attending is forbidden.", join=lambda good, past, q, k: ~(good & past)),
    twist("itself-always-visible", "Each position sees itself even if it is padding.",
          join=lambda good, past, q, k: (good & past) | (k == q)),
    twist("first-key-hidden", "The first key is hidden from everybody.",
          join=lambda good, past, q, k: good & past & (k > 0)),
    twist("padding-forgotten", "Padding is not hidden: only the future is.",
          real=lambda ids, pad: ids == ids),
    twist("pad-id-hard-wired-to-0", "It compares with 0 whatever pad_id is.",
          real=lambda ids, pad: ids != 0),
    twist("real-anywhere-in-batch", "A position is visible for all sentences if one sentence has "
          "a real token there.", real=lambda ids, pad: (ids != pad).any(0).expand_as(ids)),
    twist("first-item-for-all", "Every sentence gets the padding of the first one.",
          real=lambda ids, pad: (ids[:1] != pad).expand_as(ids)),
    twist("upper-triangle", "The causal part is the upper triangle (triu): itself and the future "
          "are visible, the past is not.", causal=lambda q, k: k >= q),
    twist("diagonal-excluded", "The diagonal is False: no position sees itself, and the first "
          "row sees nothing.", causal=lambda q, k: k < q),
    twist("causal-inverted", "The causal part is the other way round (inverted): only the future "
          "is visible.", causal=lambda q, k: k > q),
    twist("one-step-ahead", "Each position sees the next one too.",
          causal=lambda q, k: k <= q + 1),
    twist("query-axis-masked", "The padding is put on the query axis (unsqueeze(3)): rows of "
          "padding queries are hidden, columns of padding keys are not.",
          place=lambda good: good[:, None, :, None]),
    twist("queries-masked-too", "Rows of padding queries are hidden besides the columns of "
          "padding keys: such a row may attend to nothing.",
          place=lambda good: good[:, None, None, :] & good[:, None, :, None]),
)  # fmt: skip


def _padding(args, got, want):
    pads = (args[0] == args[1])[:, None, None, :]
    return got.shape == want.shape and (got.bool() & pads).any()


def _hidden(args, got, want):
    return got.shape == want.shape and (want & ~got.bool()).any()


SIGNS = (
    Sign(
        "sees-the-future",
        "Some positions see the future.",
        lambda args, got, want: got.shape == want.shape and got.bool().triu(1).any(),
        every=None,
    ),
    Sign("sees-padding", "Some positions see padding.", _padding, every=None),
    Sign("too-much-hidden", "Real tokens of the past are hidden.", _hidden, every=None),
)

EXERCISE = Exercise(decoder_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
