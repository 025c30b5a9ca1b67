"""The decoder's input and its labels."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def shift_right(target_ids):
    return target_ids[:, :-1], target_ids[:, 1:]


HINTS = (
    "At each position the decoder reads a token and is asked for the next one. What does it read "
    "first, and which is the last that it is asked for?",
    "Both come from the same rows, one place apart, and both are one token shorter than the rows: "
    "nobody asks for <bos>, and nothing follows <eos>.",
    "The input drops the last column, the labels drop the first. The batch axis comes first: "
    "slice axis 1.",
    "return target_ids[:, :-1], target_ids[:, 1:]",
)

# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[1, 5, 6, 7, 2]]),), "one row: <bos> 5 6 7 <eos>",
         ("batch-of-one",)),
    Case(lambda: (torch.tensor([[8, 3, 5, 4, 9], [8, 6, 9, 0, 0], [8, 7, 3, 9, 0]]),),
         "three rows, two of them padded; <bos> is 8, <eos> is 9, padding 0",
         ("several-rows", "padding")),
)
# fmt: on


def variant(ids, read="all but last", labels="all but first", swap=False, after=None):
    """shift_right with one switch for each of its two halves."""
    first, last, zero = ids[:, :1], ids[:, -1:], torch.zeros_like(ids[:, :1])
    parts = {
        "all but last": ids[:, :-1],
        "all but first": ids[:, 1:],
        "all": ids,
        "inner": ids[:, 1:-1],
        "all but two last": ids[:, :-2],
        "all but two first": ids[:, 2:],
        "first": first,
        "last": last,
        "rolled left": ids.roll(-1, 1),
        "rolled right": ids.roll(1, 1),
        "bos again": torch.cat([first, ids], 1),
        "bos again, cut": torch.cat([first, ids[:, :-1]], 1),
        "zero in front": torch.cat([zero, ids[:, :-1]], 1),
        "zero in front, long": torch.cat([zero, ids], 1),
        "zero behind": torch.cat([ids[:, 1:], zero], 1),
        "ignored behind": torch.cat([ids[:, 1:], zero - 100], 1),
        "eos again": torch.cat([ids[:, 1:], last], 1),
        "backwards": ids[:, :-1].flip(1),
        "first row": ids[:1, 1:],
        "all but last row": ids[:-1],
        "all but first row": ids[1:],
    }
    pair = parts[read], parts[labels]
    pair = pair[::-1] if swap else pair
    return after(pair) if after else pair


# fmt: off
MISTAKES = (
    twist("labels-not-shifted", "Input and labels are the same tokens: the decoder is asked for "
          "what it has just read, which it learns to copy. The loss falls below what is possible "
          "and nothing is learnt.", labels="all but last"),
    twist("nothing-cut", "Both are the rows as they came: the decoder is asked for what it has "
          "just read.", read="all", labels="all"),
    twist("input-shifted-too", "The input has lost <bos> and reads what it is asked for: both "
          "begin at the second token.", read="all but first"),
    twist("input-and-labels-swapped", "Input and labels are swapped, the wrong way round: the "
          "decoder reads the future and is asked for the past.", swap=True),
    twist("input-not-cut", "The input keeps its last token: it is one longer than the labels, and "
          "nothing follows <eos>.", read="all"),
    twist("labels-not-cut", "The labels keep <bos>: they are one longer than the input, and the "
          "first label is what was read.", labels="all"),
    Mistake("shifted-twice", "Input and labels are two places apart: each token is asked for one "
            "step too early.", lambda ids: (ids[:, :-2], ids[:, 2:])),
    twist("labels-start-too-late", "The labels start at the third token: the first word is never "
          "asked for.", labels="all but two first"),
    twist("eos-never-asked-for", "The labels have lost their last token: <eos> is never asked "
          "for, so the model never learns to stop.", labels="inner"),
    Mistake("eos-dropped", "Both have lost their ends: <eos> is never asked for, so the model "
            "never learns to stop.", lambda ids: (ids[:, :-2], ids[:, 1:-1])),
    twist("input-cut-twice", "The input has lost its last two tokens.", read="all but two last"),
    twist("bos-dropped", "The input has lost <bos> as well as <eos>: the first word is guessed "
          "from nothing.", read="inner"),
    Mistake("bos-never-read", "The input starts after <bos>: at generation time <bos> is all "
            "there is to start from.", lambda ids: (ids[:, 1:-1], ids[:, 2:])),
    twist("labels-wrap-around", "The labels are rolled: <bos> comes back as the last label.",
          read="all", labels="rolled left"),
    twist("input-wraps-around", "The input is rolled: its first token is the last of the row, "
          "<eos> or padding.", read="rolled right", labels="all"),
    twist("zero-put-in-front", "A 0 is put before the rows and the labels are the rows "
          "themselves: the rows have their <bos> already.", read="zero in front", labels="all"),
    twist("bos-put-in-front-again", "<bos> is put in front once more: the rows begin with it "
          "already, so it is read twice and asked for once.", read="bos again, cut", labels="all"),
    twist("labels-filled-with-zero", "Nothing is cut: the labels are filled up with 0 where the "
          "last token has no successor.", read="all", labels="zero behind"),
    twist("labels-filled-with-minus-100", "Nothing is cut: the labels are filled up with -100 "
          "where the last token has no successor.", read="all", labels="ignored behind"),
    twist("labels-repeat-the-end", "Nothing is cut: the labels repeat the last token.",
          read="all", labels="eos again"),
    twist("one-label-only", "Only the last token is a label: teacher forcing asks for every "
          "token of the row at once.", labels="last"),
    twist("first-token-only", "The input is <bos> alone: teacher forcing gives the decoder the "
          "true prefix at every position.", read="first"),
    twist("slices-the-batch", "It cuts the batch axis, not the length: whole sentences are lost, "
          "and each is asked for its neighbour.", read="all but last row",
          labels="all but first row"),
    twist("last-sentence-lost", "The cut for the labels is right, the one for the input is along "
          "the batch.", read="all but last row"),
    twist("input-backwards", "The input runs backwards (reversed).", read="backwards"),
    twist("first-row-of-labels-only", "The labels are those of the first sentence only.",
          labels="first row"),
    twist("one-tensor", "It returns one tensor with both stacked; two were asked for.",
          after=lambda pair: torch.stack(pair)),
    twist("run-together", "It returns one tensor in which the labels follow the input; two "
          "tensors were asked for.", after=lambda pair: torch.cat(
              pair, 1) if pair[0].shape[0] == pair[1].shape[0] else pair),
    twist("one-below-the-other", "It returns one tensor with the labels below the input; two "
          "tensors were asked for.", after=lambda pair: torch.cat(
              pair) if pair[0].shape[1] == pair[1].shape[1] else pair),
    twist("input-only", "It returns the input alone; the labels are missing.",
          after=lambda pair: pair[0]),
    twist("labels-only", "It returns the labels alone; the input is missing.",
          after=lambda pair: pair[1]),
    twist("squeezed", "It squeezes: the batch axis of a single sentence disappears.",
          after=lambda pair: tuple(x.squeeze() for x in pair)),
    twist("flattened", "It returns one long row: where one sentence ends and the next begins "
          "is lost.", after=lambda pair: tuple(x.flatten() for x in pair)),
    twist("turned-to-floats", "The ids come back as floats; ids are integers.",
          after=lambda pair: tuple(x.float() for x in pair)),
    Mistake("ends-found-by-position-of-padding", "It cuts the padding off as well: all rows must "
            "keep one length, the loss leaves padding out by itself.",
            lambda ids: tuple(x[:, (x != 0).all(0)] for x in (ids[:, :-1], ids[:, 1:]))),
    Mistake("padding-in-the-labels-changed", "The padding among the labels is changed to -100; "
            "here the ids stay as they are.", lambda ids: (
                ids[:, :-1], ids[:, 1:].masked_fill(ids[:, 1:] == 0, -100))),
    Mistake("first-sentence-only", "Only the first sentence comes back.",
            lambda ids: (ids[:1, :-1], ids[:1, 1:])),
    Mistake("lists-not-tensors", "It returns lists; tensors were asked for.",
            lambda ids: (ids[:, :-1].tolist(), ids[:, 1:].tolist())),
)
# fmt: on


def _lengths(args, got, want):
    return got[0].shape[-1] != got[1].shape[-1]


# fmt: off
SIGNS = (
    Sign("lengths-do-not-match", "Input and labels have different lengths: each token that is "
         "read needs one label.", _lengths),
    Sign("label-is-what-was-read", "Each label is the token just read, not the next one.",
         lambda a, g, w: torch.equal(g[0], g[1]) and g[0].numel()),
    Sign("labels-wrong", "The input is right, the labels are not: they should be the rows without "
         "their first token.", lambda a, g, w: torch.equal(g[0], w[0])),
    Sign("input-wrong", "The labels are right, the input is not: it should be the rows without "
         "their last token.", lambda a, g, w: torch.equal(g[1], w[1])),
    Sign("not-one-apart", "Input and labels are not the same rows one place apart.",
         lambda a, g, w: len(g) == 2, every=False),
)
# fmt: on

EXERCISE = Exercise(shift_right, HINTS, CASES, MISTAKES, variant, SIGNS)
