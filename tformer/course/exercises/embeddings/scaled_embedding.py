"""Looking up rows, times the root of d_model."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers, normal
from .lookup import COMMON, other_rows, scaled_rows


def scaled_embedding(weight, token_ids):
    return weight[token_ids] * weight.shape[1] ** 0.5


HINTS = (
    "Two steps: pick a row of weight for each id, then stretch all of it by one number.",
    "Indexing with a tensor of ids picks rows: weight[token_ids] has the shape of token_ids with "
    "one axis more, d_model.",
    "The factor is the root of d_model, the width of weight: weight.shape[1], not its height.",
    "return weight[token_ids] * weight.shape[1] ** 0.5",
)

CASES = (
    Case(lambda: (torch.tensor([[1.0, 2, 3, 4], [5, 6, 7, 8], [0, 1, 0, 1]]),
                  torch.tensor([2, 0])), "three words of width 4, two ids: the factor is 2"),
    Case(lambda: (normal(7, 5, seed=1), torch.tensor([[0, 6, 2], [3, 3, 0]])), "7 words of width "
         "5, two sentences of three ids", ("two-axes",)),
    Case(lambda: (normal(6, 3, seed=3), torch.tensor([[4]])), "one sentence of one id",
         ("length-one",)),
    Case(lambda: (normal(4, 6, seed=4, dtype=torch.float64), torch.tensor([1, 3, 2])),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 8, seed=5).T, integers(8, 6, seed=6)[::2]), "transposed and sliced "
         "(non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(5, 4, seed=8), integers(5, 2, 3, 2, seed=9)), "ids of three axes",
         ("three-axes",)),
)  # fmt: skip


def variant(
    weight, token_ids, ids=None, pick=lambda w, i: w[i], factor=lambda w, i: w.shape[1] ** 0.5,
    after=None,
):  # fmt: skip
    """scaled_embedding with one switch for each thing that can go wrong."""
    rows = pick(weight, ids(token_ids, weight) if ids else token_ids)
    y = rows * factor(weight, token_ids)
    return after(y, weight, token_ids) if after else y


MISTAKES = (
    twist("not-scaled", "The rows are picked, but not multiplied by sqrt(d_model).",
          factor=lambda w, i: 1.0),
    twist("divided-by-root", "The rows are divided by sqrt(d_model); they should be multiplied by "
          "it. They come out too small by the factor d_model.",
          factor=lambda w, i: w.shape[1] ** -0.5),
    twist("times-d-model", "The rows are multiplied by d_model, not by its square root (sqrt).",
          factor=lambda w, i: w.shape[1]),
    twist("root-of-vocabulary", "The factor is the square root (sqrt) of the vocabulary size "
          "(weight.shape[0]), not of d_model.", factor=lambda w, i: w.shape[0] ** 0.5),
    twist("root-of-length", "The factor is the square root (sqrt) of the number of tokens, not of "
          "d_model.",
          factor=lambda w, i: i.shape[-1] ** 0.5),
    twist("factor-hard-wired", "The factor is the square root (sqrt) of 512 whatever d_model is.",
          factor=lambda w, i: 512**0.5),
    twist("whole-number-root", "The square root (sqrt) is rounded down to a whole number.",
          factor=lambda w, i: int(w.shape[1] ** 0.5)),
    twist("rows-brought-to-length-one", "The rows of weight are brought to length one before they "
          "are scaled: each word has a factor of its own.",
          pick=lambda w, i: F.normalize(w, dim=-1)[i]),
    twist("weight-transposed", "weight is transposed before the lookup: it runs through features "
          "instead of words.", pick=lambda w, i: w.T[i]),
    *COMMON,
    Mistake("float-ids", "The ids are turned into floats; an index must be a whole number.",
            lambda w, i: w[i.float()] * w.shape[1] ** 0.5),
)  # fmt: skip


def _by_column(args, got, want):
    """Each column has a factor of its own."""
    factor = (got * want).flatten(0, -2).sum(0) / want.square().flatten(0, -2).sum(0)
    if not torch.allclose(got, factor * want, rtol=1e-3, atol=1e-4):
        return False
    told = ", ".join(f"{f:.4g}" for f in factor[:3])
    return f"got / expected, column by column: {told}."


SIGNS = (
    Sign("wrong-rows", "Each vector is a row of weight times a factor, but not the row of its id.",
         other_rows, every=None),
    Sign("wrong-factor", "The right rows are picked, but they are not multiplied by sqrt(d_model).",
         scaled_rows, every=None),
    Sign("factor-by-column", "The right rows are picked, but not all their features are multiplied "
         "by sqrt(d_model).", _by_column),
    Sign("not-rows-of-weight", "The vectors are no multiples of rows of weight.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip

EXERCISE = Exercise(scaled_embedding, HINTS, CASES, MISTAKES, variant, SIGNS)
