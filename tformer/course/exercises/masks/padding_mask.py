"""The padding mask."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


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

# fmt: off
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
)
# fmt: on


def variant(token_ids, pad_id, real="unequal", place="key", item="own", give=None):
    """padding_mask with one switch for each thing that can go wrong."""
    ids = token_ids
    mask = {
        "unequal": lambda: ids != pad_id,
        "equal": lambda: ids == pad_id,
        "not zero": lambda: ids != 0,
        "zero": lambda: ids == 0,
        "above": lambda: ids > pad_id,
        "below": lambda: ids < pad_id,
        "at least": lambda: ids >= pad_id,
        "before first": lambda: (ids == pad_id).cumsum(-1) == 0,
        "up to last": lambda: (ids != pad_id).flip(-1).cumsum(-1).flip(-1) > 0,
        "from first": lambda: (ids != pad_id).cumsum(-1) > 0,
        "as many": lambda: torch.arange(ids.shape[-1]) < (ids != pad_id).sum(-1, keepdim=True),
        "everything": lambda: torch.ones_like(ids, dtype=torch.bool),
        "positions": lambda: torch.arange(ids.shape[-1]).expand_as(ids) != pad_id,
        "shifted": lambda: (ids != pad_id).roll(1, -1),
        "all items": lambda: (ids != pad_id).all(0, keepdim=True).expand_as(ids),
        "any item": lambda: (ids != pad_id).any(0, keepdim=True).expand_as(ids),
        "column": lambda: (ids != pad_id).any(-1, keepdim=True).expand_as(ids),
        "last kept": lambda: (ids != pad_id) | (torch.arange(ids.shape[-1]) == ids.shape[-1] - 1),
        "first kept": lambda: (ids != pad_id) | (torch.arange(ids.shape[-1]) == 0),
    }[real]()
    if item == "first":
        mask = mask[:1].expand_as(mask)
    elif item == "only first":
        mask = mask[:1]
    elif item == "last":
        mask = mask[-1:].expand_as(mask)
    mask = {
        "key": lambda: mask[:, None, None, :],
        "query": lambda: mask[:, None, :, None],
        "two axes": lambda: mask,
        "three axes": lambda: mask[:, None, :],
        "axes last": lambda: mask[:, :, None, None],
        "batch second": lambda: mask[None, None, :, :],
        "head first": lambda: mask[None, :, None, :],
        "both": lambda: mask[:, None, :, None] & mask[:, None, None, :],
        "expanded": lambda: mask[:, None, None, :].expand(-1, 1, mask.shape[1], -1),
        "column three": lambda: mask[:, :, None],
        "transposed": lambda: mask.t()[:, None, None, :],
    }[place]()
    return give(mask) if give else mask


# fmt: off
MISTAKES = (
    twist("inverted", "True stands at the padding: the mask is the other way round (inverted), so "
          "only padding would be attended to.", real="equal"),
    twist("pad-id-hard-wired-to-0", "It compares with 0 whatever pad_id is: padding of another "
          "id stays visible and a real token 0 is hidden.", real="not zero"),
    twist("larger-than-pad", "It keeps ids larger than pad_id only; smaller ids are real tokens "
          "too.", real="above"),
    twist("smaller-than-pad", "It keeps ids smaller than pad_id only; larger ids are real tokens "
          "too.", real="below"),
    twist("at-least-pad", "It compares with >=: the padding itself passes.", real="at least"),
    twist("stops-at-first-padding", "Everything after the first pad token is hidden too, also "
          "real tokens that come later.", real="before first"),
    twist("only-padding-at-the-end", "Only padding at the end is hidden; pad tokens in front or "
          "inside stay visible.", real="up to last"),
    twist("only-padding-in-front", "Only padding in front is hidden; pad tokens further on stay "
          "visible.", real="from first"),
    twist("counted-from-the-front", "The real tokens are counted, and that many places from the "
          "front are kept: with padding in front or inside those are not the real ones.",
          real="as many"),
    twist("nothing-hidden", "Every entry is True: padding stays visible.", real="everything"),
    twist("positions-not-tokens", "It compares the positions with pad_id, not the tokens there.",
          real="positions"),
    twist("off-by-one", "The mask is shifted by one position.", real="shifted"),
    twist("padded-anywhere-in-batch", "A position is hidden for all sentences if one sentence "
          "pads it; each sentence has its own mask.", real="all items"),
    twist("real-anywhere-in-batch", "A position is visible for all sentences if one sentence has "
          "a real token there; each sentence has its own mask.", real="any item"),
    twist("one-value-per-sentence", "Each sentence gets one value for all its positions.",
          real="column"),
    twist("last-position-kept", "The last position is always visible, padded or not.",
          real="last kept"),
    twist("first-position-kept", "The first position is always visible, padded or not.",
          real="first kept"),
    twist("first-item-for-all", "Every sentence gets the mask of the first one.", item="first"),
    twist("last-item-for-all", "Every sentence gets the mask of the last one.", item="last"),
    twist("only-first-item", "Only the first sentence of the batch is in the mask.",
          item="only first"),
    twist("query-axis-masked", "The length stands on the query axis (batch, 1, len, 1), as from "
          "unsqueeze(3): rows of padding queries are masked, not columns of padding keys. A "
          "padding query then attends to nothing.", place="query"),
    twist("no-axes-for-heads-and-queries", "The mask has shape (batch, len); without axes of "
          "size one for heads and queries it lines up with the wrong axes of the scores.",
          place="two axes"),
    twist("one-axis-missing", "The mask has shape (batch, 1, len): one axis of size one is "
          "missing, so its batch axis lines up with the heads.", place="three axes"),
    twist("axes-appended", "The new axes stand at the end, (batch, len, 1, 1): the length lines "
          "up with the heads.", place="axes last"),
    twist("axes-in-front", "The new axes stand in front, (1, 1, batch, len): the batch lines up "
          "with the queries.", place="batch second"),
    twist("batch-on-head-axis", "The batch stands on the head axis, (1, batch, 1, len).",
          place="head first"),
    twist("queries-masked-too", "Rows of padding queries are masked as well as columns of "
          "padding keys: (batch, 1, len, len). Such a row may attend to nothing.", place="both"),
    twist("expanded-to-a-square", "The mask is spread out to (batch, 1, len, len); the query "
          "axis should stay of size one and broadcast.", place="expanded"),
    twist("batch-and-length-swapped", "Batch and length are swapped: the mask is transposed.",
          place="transposed"),
    twist("squeezed", "It squeezes the mask: axes of length one disappear.",
          give=lambda m: m.squeeze()),
    twist("zeros-and-ones", "The mask is made of 0 and 1, not of booleans: ~ and masked_fill "
          "work differently on numbers.", give=lambda m: m.long()),
    twist("float-mask", "The mask is made of 0.0 and 1.0, not of booleans; added to scores it "
          "would hide nothing.", give=lambda m: m.float()),
    twist("additive-form", "It returns 0 and -inf to be added to scores; asked for was a boolean "
          "mask.", give=lambda m: torch.zeros(m.shape).masked_fill(~m, -torch.inf)),
    Mistake("view-needs-contiguous", "It uses view, which fails on a transposed tensor; reshape "
            "works.", lambda ids, pad: variant(ids.view(-1).view(ids.shape), pad)),
    Mistake("sign-of-the-id", "It keeps ids above zero: pad_id is not used, and a pad id of -1 "
            "only works by chance.", lambda ids, pad: (ids > 0)[:, None, None, :]),
    Mistake("product-with-pad", "It treats pad_id as a truth value or multiplies by it; compare "
            "the ids with pad_id instead.", lambda ids, pad: (ids * pad != 0)[:, None, None, :]),
    Mistake("batch-of-one-unpacked", "A batch of one loses its batch axis.",
            lambda ids, pad: variant(ids, pad) if len(ids) > 1 else variant(ids, pad)[0]),
)
# fmt: on


def _shown(args, got, want):
    return got.shape == want.shape and (got.bool() & ~want).any()


def _hidden(args, got, want):
    return got.shape == want.shape and (want & ~got.bool()).any()


# fmt: off
SIGNS = (
    Sign("padding-visible", "Some padding stays visible: True stands where the token is pad_id.",
         lambda a, g, w: _shown(a, g, w) and not _hidden(a, g, w)),
    Sign("real-tokens-hidden", "Some real tokens are hidden: False stands where the token is not "
         "pad_id.", lambda a, g, w: _hidden(a, g, w) and not _shown(a, g, w)),
    Sign("padding-confused", "Some padding stays visible and some real tokens are hidden.",
         lambda a, g, w: _hidden(a, g, w) or _shown(a, g, w), every=False),
)
# fmt: on

EXERCISE = Exercise(padding_mask, HINTS, CASES, MISTAKES, variant, SIGNS)
