"""The decoder mask, padding and future together."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


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


# Each switch has a table: which keys are not in the future (by query, key and size), ...
PAST = {
    "lower": lambda q, k, size: k <= q,
    "upper": lambda q, k, size: k >= q,
    "strictly lower": lambda q, k, size: k < q,
    "strictly upper": lambda q, k, size: k > q,
    "one ahead": lambda q, k, size: k <= q + 1,
    "all": lambda q, k, size: (k + q) >= 0,
}
# ... which tokens are no padding, ...
REAL = {
    "unequal": lambda ids, pad_id: ids != pad_id,
    "equal": lambda ids, pad_id: ids == pad_id,
    "not zero": lambda ids, pad_id: ids != 0,
    "any item": lambda ids, pad_id: (ids != pad_id).any(0, keepdim=True).expand_as(ids),
    "everything": lambda ids, pad_id: torch.ones_like(ids, dtype=torch.bool),
}
# ... on which axis they stand, ...
AXES = {
    "key": lambda good: good[:, None, None, :],
    "query": lambda good: good[:, None, :, None],
    "both": lambda good: good[:, None, None, :] & good[:, None, :, None],
    "two axes": lambda good: good,
}
# ... how both are joined, ...
JOINS = {
    "and": lambda good, past, q, k: good & past,
    "or": lambda good, past, q, k: good | past,
    "nand": lambda good, past, q, k: ~(good & past),
    "itself": lambda good, past, q, k: (good & past) | (k == q),
    "not first": lambda good, past, q, k: good & past & (k > 0),
}
# ... and what comes back of it.
PLACES = {"full": lambda mask: mask, "no head axis": lambda mask: mask[:, 0]}


def variant(
    token_ids, pad_id, causal="lower", padding="key", join="and", real="unequal", item="own",
    place="full", form=None,
):  # fmt: skip
    """decoder_mask with one switch for each thing that can go wrong."""
    size = token_ids.shape[1]
    q, k = torch.arange(size)[:, None], torch.arange(size)[None, :]
    past = PAST[causal](q, k, size)
    good = REAL[real](token_ids, pad_id)
    good = good[:1].expand_as(good) if item == "first" else good
    mask = PLACES[place](JOINS[join](AXES[padding](good), past, q, k))
    return form(mask) if form else mask


MISTAKES = (
    Mistake("triangle-as-large-as-the-batch", "The triangle has as many rows as there are "
            "sentences: its size is token_ids.shape[1], the length, not shape[0].",
            lambda ids, pad: (ids != pad)[:, None, None, :] & (
                torch.ones(len(ids), len(ids)).tril() > 0)),
    twist("or-instead-of-and", "It allows a key that is real or in the past; both must hold at "
          "once: & and not |.", join="or"),
    twist("inverted", "The whole mask is the other way round (inverted): True stands where "
          "attending is forbidden.",
          join="nand"),
    twist("itself-always-visible", "Each position sees itself even if it is padding.",
          join="itself"),
    twist("first-key-hidden", "The first key is hidden from everybody.", join="not first"),
    twist("padding-forgotten", "Padding is not hidden: only the future is.", real="everything"),
    twist("padding-inverted", "The padding part is the other way round (inverted): only padding "
          "is visible.",
          real="equal"),
    twist("pad-id-hard-wired-to-0", "It compares with 0 whatever pad_id is.", real="not zero"),
    twist("real-anywhere-in-batch", "A position is visible for all sentences if one sentence has "
          "a real token there.", real="any item"),
    twist("first-item-for-all", "Every sentence gets the padding of the first one.", item="first"),
    twist("future-visible", "The future is not hidden: only padding is.", causal="all"),
    twist("upper-triangle", "The causal part is the upper triangle (triu): itself and the future "
          "are visible, the past is not.", causal="upper"),
    twist("diagonal-excluded", "The diagonal is False: no position sees itself, and the first "
          "row sees nothing.", causal="strictly lower"),
    twist("causal-inverted", "The causal part is the other way round (inverted): only the future "
          "is visible.",
          causal="strictly upper"),
    twist("one-step-ahead", "Each position sees the next one too.", causal="one ahead"),
    twist("query-axis-masked", "The padding is put on the query axis (unsqueeze(3)): rows of "
          "padding queries are hidden, columns of padding keys are not.", padding="query"),
    twist("queries-masked-too", "Rows of padding queries are hidden besides the columns of "
          "padding keys: such a row may attend to nothing.", padding="both"),
    twist("padding-without-axes", "The padding mask (batch, len) is joined without new axes: its "
          "batch axis lines up with the queries.", padding="two axes"),
    twist("no-head-axis", "The mask has shape (batch, len, len): the axis of size one for the "
          "heads is missing.", place="no head axis"),
    twist("float-mask", "The mask is made of 0.0 and 1.0, not of booleans.",
          form=lambda m: m.float()),
    twist("additive-form", "It returns 0 and -inf to be added to scores; asked for was a boolean "
          "mask.", form=lambda m: torch.zeros(m.shape).masked_fill(m == 0, -torch.inf)),
)  # fmt: skip


def _future(args, got, want):
    return got.shape == want.shape and got.bool().triu(1).any()


def _padding(args, got, want):
    pads = (args[0] == args[1])[:, None, None, :]
    return got.shape == want.shape and (got.bool() & pads).any()


def _hidden(args, got, want):
    return got.shape == want.shape and (want & ~got.bool()).any()


SIGNS = (
    Sign("sees-the-future", "Some positions see the future.", _future, every=None),
    Sign("sees-padding", "Some positions see padding.", _padding, every=None),
    Sign("too-much-hidden", "Real tokens of the past are hidden.", _hidden, every=None),
)

EXERCISE = Exercise(decoder_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
