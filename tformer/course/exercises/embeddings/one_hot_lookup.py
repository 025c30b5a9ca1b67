"""A lookup written as a one-hot matrix times the table."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers, normal
from ...checker.whose import TorchCalls
from .lookup import COMMON, other_rows, scaled_rows


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
    Case(lambda: (normal(5, 4, seed=8), integers(5, 2, 3, 2, seed=9)), "ids of three axes",
         ("three-axes",)),
)  # fmt: skip


def variant(
    weight, token_ids, ids=None, code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype),
    table=lambda w: w, after=None,
):  # fmt: skip
    """one_hot_lookup with one switch for each thing that can go wrong."""
    wanted = ids(token_ids, weight) if ids else token_ids
    y = code(wanted, weight) @ table(weight)
    return after(y, weight, token_ids) if after else y


MISTAKES = (
    twist("vocabulary-axis-first", "The axis of the vocabulary comes first in the one-hot matrix; "
          "it should come last.",
          code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype).movedim(-1, 0)),
    twist("weight-transposed", "weight is transposed: a one-hot row then picks a feature of all "
          "words.", table=lambda w: w.T),
    twist("width-from-the-ids", "The one-hot matrix is only as wide as the largest id (F.one_hot "
          "without the number of classes); it should have a column for each word.",
          code=lambda i, w: F.one_hot(i).to(w.dtype)),
    twist("whole-number-one-hot", "F.one_hot gives whole numbers (int64), which cannot be "
          "multiplied with a float matrix: turn it into weight.dtype.",
          code=lambda i, w: F.one_hot(i, len(w))),
    twist("bag-of-words", "The one-hot rows of a sentence are added up: counts of words; each "
          "token should keep its own row.",
          code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype).sum(-2, keepdim=True)),
    Mistake("one-row-for-all-tokens", "The ones of all tokens of a sentence stand in one row "
            "(scatter without an axis of its own for the vocabulary): their rows of weight are "
            "added up. Each token has a one-hot row of its own.",
            lambda w, i: w.new_zeros(*i.shape[:-1], len(w)).scatter(-1, i, 1.0) @ w),
    *COMMON,
    Mistake("float-ids", "F.one_hot and indexing need whole numbers: the ids are turned into "
            "floats.", lambda w, i: F.one_hot(i.float(), len(w)).to(w.dtype) @ w),
)  # fmt: skip


def _other_codes(args, got, want):
    """The rows that weight was multiplied with, where it has fewer words than features."""
    weight, ids = args
    if len(weight) >= weight.shape[1]:
        return None
    vectors = got.flatten(0, -2)
    rows = torch.linalg.lstsq(weight.T, vectors.T).solution.T
    if got.shape != want.shape or not torch.allclose(rows @ weight, vectors, atol=1e-4):
        return False
    wrong = (rows - F.one_hot(ids.flatten(), len(weight))).abs().amax(-1) > 1e-3
    word, row = ids.flatten()[wrong][0], [round(n, 3) + 0.0 for n in rows[wrong][0].tolist()]
    return f"For id {word} it is {row}; only column {word} should hold a 1, the others 0."


SIGNS = (
    Sign("wrong-rows", "Each vector is a row of weight, but not the row of its id.", other_rows,
         every=None),
    Sign("scaled", "The right rows are picked, but multiplied by a factor: this exercise asks for "
         "no scaling.", scaled_rows, every=None),
    Sign("other-codes", "A row of the one-hot matrix is wrong.", _other_codes),
    Sign("not-rows-of-weight", "The vectors are no rows of weight: a one-hot row picks exactly one "
         "of them.", lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip


def _picks_rows(fn):
    """No product, and infinity times 0, which is no number, does not come up."""
    weight = torch.tensor([[1.0, 2.0], [torch.inf, torch.inf], [3.0, 4.0]])
    with TorchCalls() as steps:
        rows = fn(weight, torch.tensor([2, 0]))
    product = [n for n in steps.names if "mul" in n or "mm" in n or n in ("einsum", "linear")]
    return not product and bool(torch.isfinite(rows).all())


EXERCISE = Exercise(
    one_hot_lookup, HINTS, CASES, MISTAKES, variant, SIGNS,
    rules_out=(_picks_rows, "It picks the rows by indexing; a product with a one-hot matrix is "
               "asked for."),
)  # fmt: skip
