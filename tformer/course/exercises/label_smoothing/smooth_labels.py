"""Smoothed targets."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers


def smooth_labels(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon / vocab_size


HINTS = (
    "Start from one-hot rows, 1 at the target and 0 elsewhere. A share epsilon of that certainty "
    "is to be spread evenly.",
    "Evenly over *all* vocab_size words, the target among them: each row still sums to 1.",
    "F.one_hot adds the vocabulary as a last axis, however many axes targets has; told how many "
    "classes there are, it makes the rows wide enough.",
    "return (1 - epsilon) * one_hot + epsilon / vocab_size",
)

CASES = (
    Case(lambda: (torch.tensor([1, 3]), 4, 0.2), "two targets, four words, epsilon 0.2"),
    Case(lambda: (torch.tensor([[0, 4, 2], [6, 0, 1]]), 9, 0.1),
         "a batch of two sentences, none of their words the last of the nine; word 0 is a word "
         "like any other", ("extra-axes",)),
    Case(lambda: (torch.tensor([0, 1, 2]), 3, 0.0), "no smoothing: one-hot rows", ("no-smoothing",
                                                                                   "square")),
    Case(lambda: (integers(5, 1, 3, 2, seed=1), 6, 0.3), "targets of three axes", ("extra-axes",)),
)  # fmt: skip


def variant(
    targets, vocab_size, epsilon, keep=lambda e: 1 - e, spread=lambda hot, v, e: e / v,
    after=lambda r, v: r,
):  # fmt: skip
    """smooth_labels with one switch for each thing that can go wrong."""
    hot = F.one_hot(targets, vocab_size).float()
    return after(keep(epsilon) * hot + spread(hot, vocab_size, epsilon), vocab_size)


MISTAKES = (
    twist("spread-over-the-others", "The target gets 1 - epsilon and epsilon is spread over the "
          "V - 1 other words. Rows sum to one, but in this exercise epsilon should be spread "
          "over all V words, the target among them (as in the paper and in F.cross_entropy).",
          spread=lambda hot, v, e: (1 - hot) * e / (v - 1)),
    Mistake("spread-over-v-minus-2-without-word-0", "epsilon is divided by V - 2 and word 0 gets "
            "nothing, as in code that leaves out the target and the padding; in this exercise it "
            "should be spread over all V words, and word 0 is one of them.",
            lambda t, v, e: (torch.arange(v) != 0) * variant(
                t, v, e, spread=lambda hot, v, e: (1 - hot) * e / max(v - 2, 1))),
    twist("target-without-its-share", "epsilon / V goes to the other words only: the target lacks "
          "its share and rows sum to less than one.", spread=lambda hot, v, e: (1 - hot) * e / v),
    twist("divided-by-v-minus-1", "Every word, the target too, gets epsilon / (V - 1): rows sum to "
          "more than one.", spread=lambda hot, v, e: e / (v - 1)),
    twist("epsilon-not-divided", "Every word gets the whole epsilon; it has to be divided by the "
          "number of words.", spread=lambda hot, v, e: e),
    twist("no-mass-spread", "The target is lowered to 1 - epsilon, but the share is given to "
          "nobody.", spread=lambda hot, v, e: 0),
    twist("target-not-lowered", "The target keeps its 1 and everybody gets a share on top: rows "
          "sum to more than one.", keep=lambda e: 1),
    twist("softmax-on-top", "A softmax is applied on top: the rows were probabilities already.",
          after=lambda r, v: r.softmax(-1)),
    twist("whole-numbers", "The result is turned into whole numbers: all shares become 0.",
          after=lambda r, v: r.long()),
)  # fmt: skip


def _fits(a, g):
    return tuple(g.shape) == (*a[0].shape, a[1])


def _one(g):
    return torch.allclose(g.double().sum(-1), torch.ones(()).double(), atol=1e-4)


def _split(args, got, want):
    """What the target and each other word get, where that is the same for all."""
    targets, size, epsilon = args
    hot = F.one_hot(targets, size).bool()
    mine, others = got[hot], got[~hot]
    if not (torch.allclose(mine, mine[0]) and torch.allclose(others, others[0])):
        return _one(got)
    due, rest = 1 - epsilon + epsilon / size, epsilon / size
    told = f"{mine[0]:.4g} and {others[0]:.4g} where {due:.4g} and {rest:.4g} belong"
    return f"With {size} words and epsilon {epsilon:g} they get {told}."


SIGNS = (
    Sign("logarithms", "These look like logarithms of the smoothed targets; the targets themselves "
         "were asked for.", lambda a, g, w: (g <= 1e-4).all() and _one(g.double().exp())),
    Sign("wrong-word", "The largest share is not at the target.",
         lambda a, g, w: _fits(a, g) and (g.argmax(-1) != a[0]).any()),
    Sign("wrong-split", "The target should get 1 - epsilon + epsilon / V, every other word "
         "epsilon / V.", _split, every=None),
    Sign("does-not-sum-to-one", "Not every row sums to one.",
         lambda a, g, w: _fits(a, g) and not _one(g), every=False),
)  # fmt: skip

EXERCISE = Exercise(smooth_labels, HINTS, CASES, MISTAKES, variant, SIGNS, any_float=True)
