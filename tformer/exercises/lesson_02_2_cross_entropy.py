"""Lesson 02: cross entropy from logits."""

import torch

from .core import Case, Exercise, Sign
from .laws_02_loss import LAWS
from .mistakes_02_cross_entropy import MISTAKES, variant
from .samples import integers, normal


def cross_entropy(logits, targets):
    log_probs = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    picked = log_probs.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    return -picked.mean()


HINTS = (
    "For one position: the loss is minus the logarithm of the probability that softmax gives to "
    "the target. The result is the mean of that over all positions, one number.",
    "softmax followed by log breaks when a probability underflows to 0. The logarithm of softmax "
    "has a form of its own: z_target - logsumexp(z).",
    "torch.logsumexp(logits, dim=-1, keepdim=True) is safe for any logits; gather(-1, "
    "targets.unsqueeze(-1)) picks one class at each position, however many axes come before.",
    "log_probs = logits - logsumexp; picked = log_probs.gather(-1, targets.unsqueeze(-1)); return "
    "-picked.mean().",
)

# fmt: off
CASES = (
    Case(
         lambda: (torch.tensor([[2.0, 1.0, 0.1, 3.0, -1.0], [0.0, 1.0, 0.0, 2.0, 0.0]]),
                  torch.tensor([3, 1])),
         "two positions, five words; the first is the lesson's example, loss 0.4552"),
    Case(lambda: (normal(4, 4, 4, seed=3), integers(4, 4, 4, seed=9)), "batch, length and "
         "classes all four", ("extra-axes", "square"), probe=True),
    Case(lambda: (torch.tensor([[0.0, 1000.0], [1000.0, 0.0]]), torch.tensor([0, 0])),
         "logits 1000 apart, once the wrong one largest: its loss is 1000", ("large-logits",)),
    Case(lambda: (normal(3, 1, seed=4), torch.tensor([0, 0, 0])), "one class only: the loss is 0",
         ("length-one",)),
    Case(lambda: (normal(2, 6, seed=5, dtype=torch.float64), torch.tensor([5, 0])),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(3, 2, 5, seed=6).transpose(0, 1), integers(5, 2, 3, seed=2)),
         "a batch of two sentences: three axes, and not contiguous",
         ("extra-axes", "non-contiguous")),
)
# fmt: on


def _scales(logits, targets):
    return {"the number of classes": logits.shape[-1], "the number of positions": targets.numel()}


# fmt: off
SIGNS = (
    Sign("negative-loss", "The loss is negative: -log of a probability never is.",
         lambda a, g, w: (g < -1e-6).all()),
    Sign("cannot-exceed-a-bound", "The loss of a confidently wrong model is cut off at a bound; "
         "the true one is 1000 for that position.",
         lambda a, g, w: w > 100 and torch.isfinite(g) and (0 < g < 100)),
    Sign("negative-loss", "The loss is negative: -log of a probability never is.",
         lambda a, g, w: (g < -1e-6).any(), every=False),
    Sign("one-class-not-zero", "With one class its probability is 1 and the loss 0; here it is "
         "not.", lambda a, g, w: a[0].shape[-1] == 1 and (g.abs() > 1e-3).any(), every=False),
)
# fmt: on

EXERCISES = [
    Exercise(cross_entropy, "02", HINTS, CASES, MISTAKES, variant, SIGNS, _scales, laws=LAWS)
]
