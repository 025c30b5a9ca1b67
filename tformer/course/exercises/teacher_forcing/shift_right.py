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

CASES = (
    Case(lambda: (torch.tensor([[1, 5, 6, 7, 2]]),), "one row: <bos> 5 6 7 <eos>",
         ("batch-of-one",)),
    Case(lambda: (torch.tensor([[8, 3, 5, 4, 9], [8, 6, 9, 0, 0], [8, 7, 3, 9, 0]]),),
         "three rows, two of them padded; <bos> is 8, <eos> is 9, padding 0",
         ("several-rows", "padding")),
)  # fmt: skip


def variant(ids, read=slice(None, -1), labels=slice(1, None)):
    """shift_right with one switch for each of its two halves."""
    return ids[:, read], ids[:, labels]


MISTAKES = (
    twist("eos-never-asked-for", "The labels have lost their last token: <eos> is never asked "
          "for, so the model never learns to stop.", labels=slice(1, -1)),
    twist("bos-dropped", "The input has lost <bos> as well as <eos>: the first word is guessed "
          "from nothing.", read=slice(1, -1)),
    Mistake("shifted-twice", "Input and labels are two places apart: each token is asked for one "
            "step too early.", lambda ids: (ids[:, :-2], ids[:, 2:])),
    Mistake("eos-dropped", "Both have lost their ends: <eos> is never asked for, so the model "
            "never learns to stop.", lambda ids: (ids[:, :-2], ids[:, 1:-1])),
    Mistake("labels-wrap-around", "The labels are rolled: <bos> comes back as the last label.",
            lambda ids: (ids, ids.roll(-1, 1))),
    Mistake("input-wraps-around", "The input is rolled: its first token is the last of the row, "
            "<eos> or padding.", lambda ids: (ids.roll(1, 1), ids)),
    Mistake("zero-put-in-front", "A 0 is put before the rows and the labels are the rows "
            "themselves: the rows have their <bos> already.",
            lambda ids: (torch.cat([0 * ids[:, :1], ids[:, :-1]], 1), ids)),
    Mistake("slices-the-batch", "It cuts the batch axis, not the length: whole sentences are "
            "lost, and each is asked for its neighbour.", lambda ids: (ids[:-1], ids[1:])),
    Mistake("one-tensor", "It returns one tensor with both stacked; two were asked for.",
            lambda ids: torch.stack(shift_right(ids))),
    Mistake("run-together", "It returns one tensor in which the labels follow the input; two "
            "tensors were asked for.", lambda ids: torch.cat(shift_right(ids), 1)),
    Mistake("padding-in-the-labels-changed", "The padding among the labels is changed to -100; in "
            "this exercise the ids stay as they are.", lambda ids: (
                ids[:, :-1], ids[:, 1:].masked_fill(ids[:, 1:] == 0, -100))),
)  # fmt: skip


SIGNS = (
    Sign("lengths-do-not-match", "Input and labels have different lengths: each token that is "
         "read needs one label.", lambda args, got, want: got[0].shape[-1] != got[1].shape[-1]),
    Sign("label-is-what-was-read", "Each label is the token just read, not the next one.",
         lambda a, g, w: torch.equal(g[0], g[1]) and g[0].numel()),
    Sign("labels-wrong", "The input is right, the labels are not: they should be the rows without "
         "their first token.", lambda a, g, w: torch.equal(g[0], w[0])),
    Sign("input-wrong", "The labels are right, the input is not: it should be the rows without "
         "their last token.", lambda a, g, w: torch.equal(g[1], w[1])),
)  # fmt: skip

EXERCISE = Exercise(shift_right, HINTS, CASES, MISTAKES, variant, SIGNS)
