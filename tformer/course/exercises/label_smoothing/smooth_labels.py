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
    "one_hot = F.one_hot(targets, vocab_size).float() adds the vocabulary as a last axis, however "
    "many axes targets has.",
    "return (1 - epsilon) * one_hot + epsilon / vocab_size",
)

# fmt: off
CASES = (
    Case(lambda: (torch.tensor([1, 3]), 4, 0.2), "two targets, four words, epsilon 0.2"),
    Case(lambda: (torch.tensor([[0, 4, 2], [6, 0, 1]]), 9, 0.1),
         "a batch of two sentences, none of their words the last of the nine; word 0 is a word "
         "like any other", ("extra-axes",)),
    Case(lambda: (torch.tensor([0, 1, 2]), 3, 0.0), "no smoothing: one-hot rows", ("no-smoothing",
                                                                                   "square")),
    Case(lambda: (integers(5, 1, 3, 2, seed=1), 6, 0.3), "targets of three axes", ("extra-axes",)),
)
# fmt: on


def variant(targets, vocab_size, epsilon, keep="1 - e", spread="all", at="targets", after=None):
    """smooth_labels with one switch for each thing that can go wrong."""
    v, e = vocab_size, epsilon
    where = {
        "targets": targets,
        "one less": (targets - 1) % v,
        "one more": (targets + 1) % v,
        "first": targets * 0,
    }[at]
    hot = F.one_hot(where, v).float()
    high = {
        "1 - e": 1 - e, "1": 1.0, "e": e, "1 - e + e/V": 1 - e + e / v, "1 - 2e": 1 - 2 * e,
        "1 - e/V": 1 - e / v, "0": 0.0, "1 + e": 1 + e,
        "(1-e)/V": (1 - e) / v, "root": (1 - e) ** 0.5, "1 - e squared": 1 - e**2,
    }[keep]  # fmt: skip
    everywhere, others = torch.ones_like(hot), 1 - hot
    low = {
        "all": everywhere * e / v,
        "others": others * e / v,
        "V-1": others * e / (v - 1),
        "V-1 to all": everywhere * e / (v - 1),
        "V-2": others * e / max(v - 2, 1),
        "V-2 to all": everywhere * e / max(v - 2, 1),
        "not 0": everywhere * e / (v - 1) * (torch.arange(v) != 0),
        "whole": everywhere * e,
        "whole to others": others * e,
        "none": 0 * everywhere,
        "1/V": everywhere / v,
        "rest": everywhere * (1 - e) / v,
        "rest to others": others * (1 - e) / (v - 1),
        "half": everywhere * e / v / 2,
        "root": everywhere * e / v**0.5,
        "square": everywhere * e**2 / v,
        "targets": everywhere * e / targets.numel(),
        "neighbours": (hot.roll(1, -1) + hot.roll(-1, -1)) * e / 2,
        "not 0 at all": others * e / v * (torch.arange(v) != 0),
    }[spread]
    result = high * hot + low
    return after(result, targets, vocab_size) if after else result


# fmt: off
MISTAKES = (
    Mistake("spread-over-the-others", "The target gets 1 - epsilon and epsilon is spread over the "
            "V - 1 other words. Rows sum to one, but here epsilon is spread over all V words, the "
            "target among them (as in the paper and in F.cross_entropy).",
            lambda t, v, e: variant(t, v, e, spread="V-1")),
    Mistake("spread-over-v-minus-2", "epsilon is spread over V - 2 words, as some code does that "
            "leaves out the target and padding; here it is spread over all V words.",
            lambda t, v, e: variant(t, v, e, spread="V-2")),
    Mistake("spread-over-v-minus-2-without-word-0", "epsilon is divided by V - 2 and word 0 gets "
            "nothing, as in code that leaves out the target and the padding; here it is spread "
            "over all V words, and word 0 is one of them.",
            lambda t, v, e: variant(t, v, e, spread="V-2") * (torch.arange(v) != 0)),
    Mistake("as-wide-as-the-targets-need", "The rows are only as wide as the largest target "
            "(F.one_hot without the number of classes); they need vocab_size columns.",
            lambda t, v, e: F.one_hot(t).float() * (1 - e) + e / v),
    twist("target-without-its-share", "epsilon / V goes to the other words only: the target lacks "
          "its share and rows sum to less than one.", spread="others"),
    twist("divided-by-v-minus-1", "Every word, the target too, gets epsilon / (V - 1): rows sum to "
          "more than one.", spread="V-1 to all"),
    twist("divided-by-v-minus-2", "Every word gets epsilon / (V - 2): rows sum to more than one.",
          spread="V-2 to all"),
    twist("word-0-left-out", "Word 0 gets no share, as if it were padding: here all words share.",
          spread="not 0"),
    twist("word-0-and-target-left-out", "Word 0 and the target get no share: rows sum to less "
          "than one.", spread="not 0 at all"),
    twist("epsilon-not-divided", "Every word gets the whole epsilon; it has to be divided by the "
          "number of words.", spread="whole"),
    twist("epsilon-not-divided-for-others", "Each other word gets the whole epsilon; it has to be "
          "divided by the number of words.", spread="whole to others"),
    twist("no-mass-spread", "The target is lowered to 1 - epsilon, but the share is given to "
          "nobody.", spread="none"),
    twist("uniform-not-scaled", "Every word gets 1 / V: epsilon is missing in the spread.",
          spread="1/V"),
    twist("half-spread", "Only half of epsilon is spread.", spread="half"),
    twist("root-of-v", "epsilon is divided by the square root (sqrt) of V.", spread="root"),
    twist("epsilon-squared", "epsilon is squared in the spread.", spread="square"),
    twist("divided-by-number-of-targets", "epsilon is divided by the number of targets, not of "
          "words.", spread="targets"),
    twist("spread-over-neighbours", "epsilon goes to the two words beside the target only.",
          spread="neighbours"),
    twist("target-not-lowered", "The target keeps its 1 and everybody gets a share on top: rows "
          "sum to more than one.", keep="1"),
    Mistake("one-hot", "These are the one-hot rows: nothing is smoothed.",
            lambda t, v, e: variant(t, v, e, keep="1", spread="none")),
    Mistake("uniform", "Every word gets 1 / V: nothing is left of the target.",
            lambda t, v, e: variant(t, v, e, keep="0", spread="1/V")),
    Mistake("epsilon-swapped", "epsilon and 1 - epsilon have changed places: the target gets the "
            "small share.", lambda t, v, e: variant(t, v, e, keep="e", spread="rest")),
    Mistake("epsilon-swapped-over-others", "The target gets epsilon and the others share 1 - "
            "epsilon: the two are swapped.",
            lambda t, v, e: variant(t, v, e, keep="e", spread="rest to others")),
    twist("target-counted-twice", "The target gets its share epsilon / V twice.",
          keep="1 - e + e/V"),
    twist("lowered-by-its-share-only", "The target is lowered by epsilon / V, not by epsilon.",
          keep="1 - e/V"),
    twist("lowered-twice", "The target is lowered by twice epsilon.", keep="1 - 2e"),
    twist("raised", "The target is raised by epsilon; it has to give away.", keep="1 + e"),
    twist("target-divided-by-v", "The target's part is divided by V too.", keep="(1-e)/V"),
    twist("target-zero", "The target gets its small share only, 1 - epsilon is missing.",
          keep="0"),
    twist("target-is-epsilon", "The target gets epsilon where 1 - epsilon belongs.", keep="e"),
    twist("root-of-the-rest", "The target gets the square root (sqrt) of 1 - epsilon.",
          keep="root"),
    twist("epsilon-squared-at-target", "epsilon is squared at the target.", keep="1 - e squared"),
    twist("word-before-the-target", "The peak is at the word before the target, as if words were "
          "counted from 1.", at="one less"),
    twist("word-after-the-target", "The peak is at the word after the target.", at="one more"),
    twist("always-word-0", "The peak is at word 0 everywhere.", at="first"),
    twist("logarithm", "It returns the logarithm of the smoothed targets.",
          after=lambda r, t, v: r.log()),
    twist("softmax-on-top", "A softmax is applied on top: the rows were probabilities already.",
          after=lambda r, t, v: r.softmax(-1)),
    twist("renormalised-by-maximum", "The rows are divided by their largest entry.",
          after=lambda r, t, v: r / r.amax(-1, keepdim=True)),
    twist("whole-numbers", "The result is turned into whole numbers: all shares become 0.",
          after=lambda r, t, v: r.long()),
    twist("vocabulary-first", "The vocabulary is the first axis; it should be the last.",
          after=lambda r, t, v: r.movedim(-1, 0)),
    twist("flattened", "The axes of targets are run together; the result should be targets' shape "
          "with the vocabulary behind.", after=lambda r, t, v: r.reshape(-1, v)),
    twist("one-value-each", "It returns one value a position, the target's; a row over all words "
          "was asked for.", after=lambda r, t, v: r.gather(-1, t.unsqueeze(-1)).squeeze(-1)),
    twist("word-0-masked", "Rows whose target is 0 are set to zero, as if 0 were padding.",
          after=lambda r, t, v: r * (t != 0).unsqueeze(-1)),
    twist("mean-row", "It averages the rows into one.", after=lambda r, t, v: r.flatten(
        0, -2).mean(0)),
    Mistake("epsilon-zero-replaced", "epsilon 0 is replaced by a default: 0 means no smoothing, "
            "but `epsilon or 0.1` takes it for missing.",
            lambda t, v, e: variant(t, v, e or 0.1)),
    Mistake("second-axis-ignored", "It handles only one axis of targets: for more it fills every "
            "row of a sentence alike.", lambda t, v, e: variant(t, v, e) if t.ndim == 1 else (
                variant(t, v, e).mean(-2, keepdim=True).expand(*t.shape, v))),
)
# fmt: on


def _sums(g):
    return g.double().sum(-1)


def _one(g):
    return torch.allclose(_sums(g), torch.ones_like(_sums(g)), atol=1e-4)


def _fits(a, g):
    return tuple(g.shape) == (*a[0].shape, a[1])


# fmt: off
SIGNS = (
    Sign("logarithms", "These look like logarithms of the smoothed targets; the targets themselves "
         "were asked for.", lambda a, g, w: (g <= 1e-4).all() and _one(g.double().exp())),
    Sign("negative-shares", "Some shares are negative: the targets are probabilities.",
         lambda a, g, w: (g < -1e-6).any()),
    Sign("wrong-word", "The largest share is not at the target.",
         lambda a, g, w: _fits(a, g) and (g.argmax(-1) != a[0]).any()),
    Sign("sums-to-more-than-one", "The rows sum to more than one.",
         lambda a, g, w: _fits(a, g) and (_sums(g) > 1 + 1e-4).all()),
    Sign("sums-to-less-than-one", "The rows sum to less than one.",
         lambda a, g, w: _fits(a, g) and (_sums(g) < 1 - 1e-4).all()),
    Sign("wrong-split", "The rows sum to one, but the split is wrong: the target should get "
         "1 - epsilon + epsilon / V, every other word epsilon / V.",
         lambda a, g, w: _fits(a, g) and _one(g)),
    Sign("does-not-sum-to-one", "Not every row sums to one.",
         lambda a, g, w: _fits(a, g) and not _one(g), every=False),
    Sign("wrong-split", "The rows sum to one, but the split is wrong: the target should get "
         "1 - epsilon + epsilon / V, every other word epsilon / V.",
         lambda a, g, w: _fits(a, g), every=False),
)
# fmt: on

EXERCISE = Exercise(smooth_labels, HINTS, CASES, MISTAKES, variant, SIGNS, any_float=True)
