"""Lesson 03: a lookup written as a one-hot matrix times the table."""

import torch

from .core import Case, Exercise, Sign
from .mistakes_03_embedding import ONE_HOT as MISTAKES
from .mistakes_03_embedding import one_hot_variant, other_rows, scaled_rows
from .samples import integers, normal


def one_hot_lookup(weight, token_ids):
    one_hot = torch.nn.functional.one_hot(token_ids, weight.shape[0]).to(weight.dtype)
    return one_hot @ weight


HINTS = (
    "For each token a row with a single 1: in the column of its id. There are as many columns as "
    "words, weight.shape[0].",
    "The one-hot matrix has the shape of token_ids with one axis more, vocab, at the end. "
    "F.one_hot(token_ids, weight.shape[0]) builds it, in whole numbers.",
    "A product needs one dtype on both sides: turn the one-hot matrix into weight.dtype first. No "
    "sqrt(d_model) here.",
    "F.one_hot(token_ids, weight.shape[0]).to(weight.dtype) @ weight",
)

# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[1.0, 2, 3, 4], [5, 6, 7, 8], [0, 1, 0, 1]]),
                  torch.tensor([2, 0])), "three words of width 4, two ids"),
    Case(lambda: (normal(7, 5, seed=1), torch.tensor([[0, 5, 2], [3, 3, 0]])), "7 words of width "
         "5, two sentences of three ids, none of them the last word", ("two-axes",)),
    Case(lambda: (normal(6, 3, seed=3), torch.tensor([[5]])), "one sentence of one id",
         ("length-one",)),
    Case(lambda: (normal(4, 6, seed=4, dtype=torch.float64), torch.tensor([1, 3, 2])),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 8, seed=5).T, integers(8, 3, 4, seed=6).T), "transposed "
         "(non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, seed=7), torch.tensor([[0, 2, 2], [1, 0, 2], [1, 1, 0]])),
         "as many words as features, sentences and tokens: 3", ("square",), probe=True),
)
# fmt: on


def _one_hot_itself(args, got, want):
    weight, ids = args
    return got.shape == (*ids.shape, len(weight)) and ((got == 0) | (got == 1)).all()


# fmt: off
SIGNS = (
    Sign("one-hot-returned", "It returns the one-hot matrix; the product with weight is missing.",
         _one_hot_itself),
    Sign("wrong-rows", "Each vector is a row of weight, but not the row of its id.", other_rows),
    Sign("scaled", "The right rows are picked, but multiplied by a factor: there is no scaling "
         "here.", scaled_rows),
    Sign("scaled", "The right rows are picked, but multiplied by a factor: there is no scaling "
         "here.", scaled_rows, every=False),
    Sign("wrong-rows", "Each vector is a row of weight, but not the row of its id.", other_rows,
         every=False),
    Sign("not-rows-of-weight", "The vectors are no rows of weight: a one-hot row picks exactly one "
         "of them.", lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on

EXERCISES = [Exercise(one_hot_lookup, "03", HINTS, CASES, MISTAKES, one_hot_variant, SIGNS)]
