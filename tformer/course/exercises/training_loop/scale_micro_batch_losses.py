"""One loss from several micro-batches."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign


def scale_micro_batch_losses(losses, token_counts):
    total = sum(loss * count for loss, count in zip(losses, token_counts, strict=True))
    return total / sum(token_counts)


HINTS = (
    "Each micro-batch tells its mean. What would the mean over all their tokens be, had they been "
    "one batch? A mean of 100 tokens weighs more than one of 3.",
    "Mean times number of tokens is a sum. Add up the sums, then divide once by all tokens.",
    "total = sum(loss * count for loss, count in zip(losses, token_counts)); then divide by "
    "sum(token_counts).",
)


def _losses(*values, dtype=torch.float32):
    return [torch.tensor(value, dtype=dtype) for value in values]


CASES = (
    Case(lambda: (_losses(2.0, 1.0), [1, 3]), "one token with loss 2, three with loss 1: 5 / 4"),
    Case(lambda: (_losses(0.7, 2.9, 1.3, 4.1), [7, 2, 11, 1]), "four micro-batches",
         ("several",)),
    Case(lambda: (_losses(0.5, 3.25, dtype=torch.float64), [3, 9]), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (_losses(1.75), [6]), "one micro-batch: its mean is the mean of all",
         ("one-micro-batch",)),
)  # fmt: skip


MISTAKES = (
    Mistake("micro-batches-weigh-equally", "The losses are averaged as if all micro-batches were "
            "equally large: a token in a small one counts for more.",
            lambda losses, counts: sum(losses) / len(losses)),
    Mistake("losses-summed", "The losses are added up and not divided: the gradient grows with the "
            "number of micro-batches.", lambda losses, counts: sum(losses)),
    Mistake("divided-by-micro-batches", "The sum over the tokens is divided by the number of "
            "micro-batches, not of tokens.", lambda losses, counts: sum(counts) / len(losses)
            * scale_micro_batch_losses(losses, counts)),
    Mistake("last-only", "Only the last micro-batch counts: its loss overwrites the others.",
            lambda losses, counts: losses[-1] * counts[-1] / sum(counts)),
    Mistake("whole-number-weights", "The weights are divided with //, so they are 0.",
            lambda losses, counts: sum(x * (n // sum(counts)) for x, n in zip(
                losses, counts, strict=True))),
)  # fmt: skip


def _between(a, g, w):
    return min(a[0]) - 1e-6 <= g <= max(a[0]) + 1e-6


SIGNS = (
    Sign("no-mean", "It is outside the range of the losses, so it is no mean of them.",
         lambda a, g, w: g.ndim == 0 and not _between(a, g, w), every=False),
    Sign("wrong-weights", "It is some mean of the losses, but each should weigh as many tokens as "
         "its micro-batch has.", lambda a, g, w: g.ndim == 0 and _between(a, g, w),
         every=None),
)  # fmt: skip

EXERCISE = Exercise(scale_micro_batch_losses, HINTS, CASES, MISTAKES, signs=SIGNS)
