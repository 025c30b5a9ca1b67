"""The table that embeds, used a second time: one score for each word of the vocabulary."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import normal


def tied_logits(x, weight):
    return x @ weight.T


HINTS = (
    "A word's score says how well its row of the table fits the vector: a dot product, for every "
    "row of the table.",
    "weight is (vocab, d_model): its rows are what x meets, so the product needs it transposed, "
    "(d_model, vocab). Axes in front of x stay where they are.",
    "x @ weight.T. Nothing else: no root, no softmax; the loss wants logits.",
)

CASES = (
    Case(lambda: (torch.tensor([[1.0, 2.0]]), torch.tensor([[1.0, 0.0], [0.0, 3.0], [-1.0, 1.0]])),
         "one vector of width 2, a vocabulary of 3 words"),
    Case(lambda: (normal(3, 3, 3, seed=1), normal(3, 3, seed=2)), "all sizes equal to 3",
         ("square",), probe=True),
    Case(lambda: (normal(2, 4, 5, seed=3), normal(7, 5, seed=4)), "2 sentences of 4 tokens, width "
         "5, 7 words", ("extra-axes",)),
    Case(lambda: (normal(6, seed=5), normal(4, 6, seed=6)), "a single vector, (d_model,) -> "
         "(vocab,)", ("one-axis",)),
    Case(lambda: (normal(2, 3, 2, 5, seed=7), normal(3, 5, seed=8)), "three axes in front",
         ("extra-axes",)),
    Case(lambda: (normal(1, 1, 3, seed=9), normal(1, 3, seed=10)), "a vocabulary of one word",
         ("length-one",)),
    Case(lambda: (normal(2, 3, 4, seed=11, dtype=torch.float64),
                  normal(6, 4, seed=12, dtype=torch.float64)), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (normal(4, 3, seed=13).T, normal(4, 6, seed=14).T), "transposed (non-contiguous) "
         "inputs", ("non-contiguous",)),
)  # fmt: skip


def variant(x, weight, table=lambda w: w, vector=lambda x: x, after=None):
    """tied_logits with one switch for each thing that can go wrong."""
    y = vector(x) @ table(weight).T
    return after(y, x, weight) if after else y


MISTAKES = (
    twist("scaled-up", "The scores are multiplied by sqrt(d_model): that root belongs to the "
          "embedding.", after=lambda y, x, w: y * w.shape[1] ** 0.5),
    twist("scaled-down", "The scores are divided by sqrt(d_model): that root belongs to attention.",
          after=lambda y, x, w: y / w.shape[1] ** 0.5),
    twist("softmax-applied", "A softmax is applied: asked for are logits, and the loss has the "
          "softmax inside.", after=lambda y, x, w: y.softmax(-1)),
    twist("log-softmax-applied", "A log softmax is applied: asked for are logits.",
          after=lambda y, x, w: y.log_softmax(-1)),
    twist("table-of-length-one", "The rows of the table are brought to length one first.",
          table=lambda w: F.normalize(w, dim=-1)),
    twist("vectors-of-length-one", "The vectors x are brought to length one first.",
          vector=lambda x: F.normalize(x, dim=-1)),
    twist("last-position-only", "Only the last position is scored; each one gets its scores.",
          vector=lambda x: x[..., -1, :] if x.ndim > 1 else x),
    twist("largest-word", "It returns the one id with the largest score (argmax), not the scores.",
          after=lambda y, x, w: y.argmax(-1)),
)  # fmt: skip


def _another_table(args, got, want):
    """Some table gives these scores; None where there are too few vectors to tell."""
    if got.shape != want.shape:
        return False
    x, scores = (y.reshape(-1, y.shape[-1]).double() for y in (args[0], got))
    if len(x) <= x.shape[1]:
        return None
    return torch.allclose(x @ torch.linalg.lstsq(x, scores).solution, scores, atol=1e-4)


SIGNS = (
    Sign("another-table", "The scores are those of another table than weight: a layer of its own, "
         "which is not tied.", _another_table),
)  # fmt: skip

EXERCISE = Exercise(tied_logits, HINTS, CASES, MISTAKES, variant, SIGNS)
