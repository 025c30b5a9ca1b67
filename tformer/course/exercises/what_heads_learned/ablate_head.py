"""One head switched off: what it found is zero, all else as it was."""

import torch

from ...checker.core import Case, Exercise, Law, Mistake, Sign, twist
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

# fmt: off
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
)

# Which entries become zero: each a function (shape, head) -> True where they do.
WHERE = {
    "head": lambda places, head: places[1] == head,
    "others": lambda places, head: places[1] != head,
    "all": lambda places, head: places[1] >= 0,
    "none": lambda places, head: places[1] < 0,
    "up to": lambda places, head: places[1] <= head,
    "before": lambda places, head: places[1] < head,
    "from": lambda places, head: places[1] >= head,
    "behind": lambda places, head: places[1] > head,
    "one before": lambda places, head: places[1] == (head - 1) % (int(places[1].max()) + 1),
    "one behind": lambda places, head: places[1] == (head + 1) % (int(places[1].max()) + 1),
    "first": lambda places, head: places[1] == 0,
    "last": lambda places, head: places[1] == places[1].max(),
    "in the first sentence": lambda places, head: (places[1] == head) & (places[0] == 0),
    "in the last sentence": lambda places, head: (
        (places[1] == head) & (places[0] == places[0].max())),
    "at the first word": lambda places, head: (places[1] == head) & (places[2] == 0),
    "at the last word": lambda places, head: (
        (places[1] == head) & (places[2] == places[2].max())),
}
# fmt: on


def variant(heads, head, where="head", fill=lambda heads, head: 0 * heads, after=None):
    """ablate_head with one switch for each thing that can go wrong."""
    places = torch.meshgrid(*map(torch.arange, heads.shape), indexing="ij")
    result = torch.where(WHERE[where](places, head), fill(heads, head), heads)
    return after(result, head) if after else result


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


def _merged(result, head):
    return result.transpose(1, 2).flatten(2)


def _mean_of_the_others(heads, head):
    others = [n for n in range(heads.size(1)) if n != head] or [head]
    return heads[:, others].mean(1, keepdim=True)


# fmt: off
MISTAKES = (
    Mistake("sentence-off", "A sentence of the batch becomes zero (heads[head]): the heads are "
            "axis 1.", lambda heads, head: _zero_at(heads, head)),
    Mistake("position-off", "A word's position becomes zero, in all heads: the heads are axis 1.",
            lambda heads, head: _zero_at(heads.movedim(2, 0), head).movedim(0, 2)),
    Mistake("feature-off", "A feature (along d_head, the last axis) becomes zero, in all heads: "
            "the heads are axis 1.",
            lambda heads, head: _zero_at(heads.movedim(3, 0), head).movedim(0, 3)),
    twist("others-off", "It keeps only that head: all others become zero.", where="others"),
    twist("all-off", "All heads become zero.", where="all"),
    twist("none-off", "The heads come back as they were: nothing is switched off.", where="none"),
    twist("all-up-to-it-off", "That head and all before it become zero.", where="up to"),
    twist("all-before-it-off", "The heads before it become zero, not that head itself.",
          where="before"),
    twist("all-from-it-off", "That head and all after it become zero.", where="from"),
    twist("all-behind-it-off", "The heads after it become zero, not that head itself.",
          where="behind"),
    twist("one-before-off", "The head before it becomes zero: heads are counted from 0.",
          where="one before"),
    twist("one-behind-off", "The head after it becomes zero: heads are counted from 0.",
          where="one behind"),
    twist("always-the-first", "It is always the first head that becomes zero.", where="first"),
    twist("always-the-last", "It is always the last head that becomes zero.", where="last"),
    twist("first-sentence-only", "The head becomes zero in the first sentence of the batch only.",
          where="in the first sentence"),
    twist("last-sentence-only", "The head becomes zero in the last sentence of the batch only.",
          where="in the last sentence"),
    twist("first-word-only", "The head becomes zero at the first word only.",
          where="at the first word"),
    twist("last-word-only", "The head becomes zero at the last word only.",
          where="at the last word"),
    twist("filled-with-ones", "The head's part becomes 1, not 0.",
          fill=lambda heads, head: torch.ones_like(heads)),
    twist("filled-with-minus-infinity", "The head's part becomes -inf: that hides a score before a "
          "softmax. What a head found is added up; 0 adds nothing.",
          fill=lambda heads, head: torch.full_like(heads, -torch.inf)),
    twist("filled-with-the-mean-of-the-others", "The head's part becomes the mean of the other "
          "heads; it becomes zero.", fill=_mean_of_the_others),
    twist("filled-with-its-mean", "The head's part becomes its mean over the words; it becomes "
          "zero.", fill=lambda heads, head: heads.mean(2, keepdim=True)),
    twist("halved", "The head's part is halved; it becomes zero.",
          fill=lambda heads, head: heads / 2),
    twist("taken-out", "The head is taken out: one head fewer comes back. The shape stays, or the "
          "output matrix no longer fits.", after=_without),
    twist("others-scaled-up", "The other heads are scaled up by num_heads / (num_heads - 1), as in "
          "dropout: they stay as they were.", after=_scaled),
    twist("merged", "The heads come back merged, with three axes; they are merged afterwards.",
          after=_merged),
    twist("that-head-alone", "One head alone comes back, the one that is zero; all were asked "
          "for.", after=lambda result, head: result[:, head]),
    Mistake("takes-the-head", "What that head found comes back, not all the others.",
            lambda heads, head: heads[:, head]),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda result, head: result.squeeze()),
    twist("computes-in-float32", "The result is float32 whatever the heads are.",
          after=lambda result, head: result.float()),
)

SIGNS = (
    Sign("not-zero", "What that head found is not zero.",
         lambda a, g, w: g.shape == w.shape and bool(g[:, a[1]].any())),
    Sign("others-changed", "That head's part is zero, but other heads are changed.",
         lambda a, g, w: (g.shape == w.shape and a[0].size(1) > 1) or None),
    Sign("other-numbers", "Other numbers than the head's are changed, or others stay.",
         lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on

TWO = normal(2, 2, 3, 4, seed=8)

LAWS = (
    Law(
        "parts-do-not-add-up",
        "Of two heads, what is left without the one and without the other should add up to both.",
        lambda: ((TWO, 0), (TWO, 1)),
        lambda a, b: torch.allclose(a + b, TWO, atol=1e-5),
    ),
)

EXERCISE = Exercise(ablate_head, HINTS, CASES, MISTAKES, variant, SIGNS, laws=LAWS)
