"""Lesson 03: looking up rows, times the root of d_model."""

import torch

from .core import Case, Exercise, Sign
from .mistakes_03_embedding import SCALED as MISTAKES
from .mistakes_03_embedding import other_rows, scaled_rows, scaled_variant
from .samples import integers, normal


def scaled_embedding(weight, token_ids):
    return weight[token_ids] * weight.shape[1] ** 0.5


HINTS = (
    "Two steps: pick a row of weight for each id, then stretch all of it by one number.",
    "Indexing with a tensor of ids picks rows: weight[token_ids] has the shape of token_ids with "
    "one axis more, d_model.",
    "The factor is the root of d_model, the width of weight: weight.shape[1], not its height.",
    "return weight[token_ids] * weight.shape[1] ** 0.5",
)

# fmt: off
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
)
# fmt: on


def _by_column(args, got, want):
    """Each column has a factor of its own."""
    factor = (got * want).flatten(0, -2).sum(0) / want.square().flatten(0, -2).sum(0)
    if not torch.allclose(got, factor * want, rtol=1e-3, atol=1e-4):
        return False
    told = ", ".join(f"{f:.4g}" for f in factor[:3])
    return f"got / expected, column by column: {told}."


# fmt: off
SIGNS = (
    Sign("wrong-rows", "Each vector is a row of weight times a factor, but not the row of its id.",
         other_rows),
    Sign("wrong-factor", "The right rows are picked, but they are not multiplied by sqrt(d_model).",
         scaled_rows),
    Sign("factor-by-column", "The right rows are picked, but not all their features are multiplied "
         "by sqrt(d_model).", _by_column),
    Sign("wrong-factor", "The right rows are picked, but they are not multiplied by sqrt(d_model).",
         scaled_rows, every=False),
    Sign("wrong-rows", "Each vector is a row of weight times a factor, but not the row of its id.",
         other_rows, every=False),
    Sign("not-rows-of-weight", "The vectors are no multiples of rows of weight.",
         lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on

EXERCISES = [Exercise(scaled_embedding, "03", HINTS, CASES, MISTAKES, scaled_variant, SIGNS)]
