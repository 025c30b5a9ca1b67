"""One head switched off: what it found is zero, all else as it was."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def ablate_head(heads, head):
    kept = heads.clone()
    kept[:, head] = 0
    return kept


HINTS = (
    "Which of the four axes tells the heads apart? Along it one place becomes zero, in every "
    "sentence, at every position, in all features.",
    "The whole model is still needed afterwards: work on a copy, heads.clone().",
    "A colon stands for a whole axis that comes before: kept[:, head] is that head in all "
    "sentences.",
    "kept = heads.clone(); kept[:, head] = 0; return kept",
)

CASES = (
    Case(lambda: (torch.tensor([[[[1.0, 2.0]], [[3.0, 4.0]]]]), 0),
         "one sentence of one word, two heads that found two numbers each"),
    Case(lambda: (normal(2, 4, 3, 5, seed=1), 2), "all sizes different"),
    Case(lambda: (normal(3, 5, 2, 4, seed=2), 0), "the first head", ("first-head",)),
    Case(lambda: (normal(4, 3, 6, 2, seed=3, dtype=torch.float64), 2), "the last head, in float64",
         ("float64", "last-head")),
    Case(lambda: (normal(2, 6, 4, 3, seed=4).transpose(1, 2), 1), "heads as split_heads cuts them: "
         "a transposed tensor, not contiguous", ("non-contiguous",)),
    Case(lambda: (normal(1, 1, 3, 2, seed=5), 0), "a single head: nothing is left",
         ("single-head",)),
    Case(lambda: (normal(2, 2, 1, 1, seed=6), 1), "sentences of one word, one number a head",
         ("length-one",)),
    Case(lambda: (normal(4, 4, 4, 4, seed=7), 2), "all sizes equal: no wrong axis raises",
         ("equal-sizes",), probe=True),
)  # fmt: skip


# Which entries become zero: each a function (shape, head) -> True where they do.
def variant(
    heads, head, where=lambda places, head: places[1] == head, fill=torch.zeros_like,
    after=lambda result, head: result,
):  # fmt: skip
    """ablate_head with one switch for each thing that can go wrong."""
    places = torch.meshgrid(*map(torch.arange, heads.shape), indexing="ij")
    return after(torch.where(where(places, head), fill(heads), heads), head)


def _zero_at(heads, place):
    """Zero at this place of the first axis; raises where there is none, as a learner's does."""
    heads = heads.clone()
    heads[place] = 0
    return heads


def _without(result, head):
    rest = [n for n in range(result.size(1)) if n != head]
    return result[:, rest]


def _scaled(result, head):
    count = result.size(1)
    return result * count / max(count - 1, 1)


MISTAKES = (
    twist("filled-with-its-mean", "The head's part becomes its mean over the words; it should "
          "become zero.", fill=lambda heads: heads.mean(2, keepdim=True)),
    Mistake("sentence-off", "A sentence of the batch becomes zero (heads[head]): the heads are "
            "axis 1.", lambda heads, head: _zero_at(heads, head)),
    Mistake("position-off", "A word's position becomes zero, in all heads: the heads are axis 1.",
            lambda heads, head: _zero_at(heads.movedim(2, 0), head).movedim(0, 2)),
    Mistake("feature-off", "A feature (along d_head, the last axis) becomes zero, in all heads: "
            "the heads are axis 1.",
            lambda heads, head: _zero_at(heads.movedim(3, 0), head).movedim(0, 3)),
    twist("others-off", "It keeps only that head: all others become zero.",
          where=lambda places, head: places[1] != head),
    twist("all-up-to-it-off", "That head and all before it become zero.",
          where=lambda places, head: places[1] <= head),
    twist("all-from-it-off", "That head and all after it become zero.",
          where=lambda places, head: places[1] >= head),
    twist("first-sentence-only", "The head becomes zero in the first sentence of the batch only.",
          where=lambda places, head: (places[1] == head) & (places[0] == 0)),
    twist("taken-out", "The head is taken out: one head fewer comes back. The shape stays, or the "
          "output matrix no longer fits.", after=_without),
    twist("others-scaled-up", "The other heads are scaled up by num_heads / (num_heads - 1), as in "
          "dropout: they stay as they were.", after=_scaled),
    twist("merged", "The heads come back merged, with three axes; they should stay apart: they are "
          "merged later.",
          after=lambda result, head: result.transpose(1, 2).flatten(2)),
)  # fmt: skip

SIGNS = (
    Sign("not-zero", "What that head found is not zero.",
         lambda a, g, w: g.shape == w.shape and bool(g[:, a[1]].any())),
    Sign("others-changed", "That head's part is zero, but other heads are changed.",
         lambda a, g, w: (g.shape == w.shape and a[0].size(1) > 1) or None),
)  # fmt: skip


EXERCISE = Exercise(ablate_head, HINTS, CASES, MISTAKES, variant, SIGNS)
