"""Lesson 02: cross entropy that leaves padding out."""

import torch

from .core import Case, Exercise, Law, Sign
from .laws_02_loss import LAWS, Z, with_argument
from .mistakes_02_masked import MISTAKES, variant
from .samples import normal


def cross_entropy_masked(logits, targets, ignore_index):
    keep = targets != ignore_index
    log_probs = logits[keep] - torch.logsumexp(logits[keep], dim=-1, keepdim=True)
    return -log_probs.gather(-1, targets[keep].unsqueeze(-1)).mean()


HINTS = (
    "Which positions count? Make a boolean tensor of them first.",
    "The mean is over the positions that count: divide by their number, not by the number of all.",
    "logits[keep] and targets[keep] have only the positions that count, whatever the number of "
    "axes; the rest is cross_entropy as before. ignore_index may be -100, which is no class.",
    "keep = targets != ignore_index; log_probs = logits[keep] - logsumexp(logits[keep]); pick with "
    "gather, take the mean, change the sign.",
)


# fmt: off
CASES = (
    Case(
         lambda: (torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 1.0, 0.0]]),
                  torch.tensor([1, 1, 0]), 0),
         "two words and one padding token, pad id 0"),
    Case(lambda: (normal(3, 3, 3, seed=8), torch.tensor([[0, 1, 2], [1, 0, 2], [2, 2, 1]]), 2),
         "batch, length and classes all three", ("extra-axes", "square"), probe=True),
    Case(
         lambda: (normal(3, 2, 5, seed=6).transpose(0, 1), torch.tensor([[1, 3, 3], [0, 2, 3]]), 3),
         "two sentences with 2 and 1 padding tokens, pad id 3; not contiguous",
         ("extra-axes", "non-contiguous")),
    Case(lambda: (normal(4, 3, seed=2), torch.tensor([2, -100, 0, 1]), -100),
         "ignore_index -100, which is no class; class 0 is a real one", ("negative-index",)),
    Case(lambda: (torch.tensor([[0.0, 1000.0], [1000.0, 0.0]]), torch.tensor([0, 0]), 1),
         "logits 1000 apart, and nothing to ignore", ("large-logits",)),
    Case(lambda: (normal(3, 4, seed=5, dtype=torch.float64), torch.tensor([3, 0, 3]), 3),
         "float64 in, float64 out", ("float64",)),
)
# fmt: on


def _scales(logits, targets, ignore_index):
    real = int((targets != ignore_index).sum())
    return {
        "the share of real tokens": real / targets.numel(),
        "the number of real tokens": real,
        "the number of positions": targets.numel(),
        "the number of classes": logits.shape[-1],
    }


def _only_when_ignoring(args, got, want):
    return (args[1] == args[2]).any()


# fmt: off
SIGNS = (
    Sign("negative-loss", "The loss is negative: -log of a probability never is.",
         lambda a, g, w: (g < -1e-6).all()),
    Sign("cannot-exceed-a-bound", "The loss of a confidently wrong model is cut off at a bound.",
         lambda a, g, w: w > 100 and torch.isfinite(g) and (0 < g < 100)),
    Sign("ignored-positions-matter", "It is right when nothing is ignored, and wrong when "
         "something is: the ignored positions still have an effect.", _only_when_ignoring),
    Sign("negative-loss", "The loss is negative: -log of a probability never is.",
         lambda a, g, w: (g < -1e-6).any(), every=False),
)
# fmt: on

PAD = torch.tensor([1, 3, 0])

# fmt: off
PADDING_LAWS = (
    Law("ignored-logits-matter", "The logits at an ignored position change the loss.",
        lambda: ((Z, PAD, 3), (Z + torch.tensor([[0.0], [1.0], [0.0]]) * Z, PAD, 3)),
        lambda a, b: torch.allclose(a, b, rtol=1e-3)),
    Law("amount-of-padding-matters", "More padding changes the loss.",
        lambda: ((Z, PAD, 3), (torch.cat([Z, Z]), torch.cat([PAD, PAD * 0 + 3]), 3)),
        lambda a, b: torch.allclose(a, b, rtol=1e-3)),
)
# fmt: on

EXERCISES = [
    Exercise(
        cross_entropy_masked, "02", HINTS, CASES, MISTAKES, variant, SIGNS, _scales,
        laws=(*PADDING_LAWS, *with_argument(LAWS, -1)),
    )
]  # fmt: skip
