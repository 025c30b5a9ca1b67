"""What every cross entropy obeys, with or without padding."""

import torch

from ...checker.core import Law

Z = torch.tensor([[1.0, 0.5, -1.0, 0.0], [0.0, 2.0, 0.3, -0.5], [0.2, 0.1, 1.5, 0.4]])
T = torch.tensor([1, 2, 0])
SURE = torch.tensor([[3.0, 0.0, 0.0, 0.0]])


def _equal(a, b):
    return torch.allclose(a.double(), b.double(), rtol=1e-3, atol=1e-5)


def _unequal(a, b):
    return not _equal(a, b)


LAWS = (
    Law("logits-change-it-in-steps", "Twice the logits give the same result: it counts hits "
        "instead of weighing probabilities.", lambda: ((Z, T), (2 * Z, T)), _unequal),
    Law("repetition-changes-it", "The same positions twice over give another loss: it is no mean "
        "over the positions.", lambda: ((Z, T), (torch.cat([Z, Z]), torch.cat([T, T]))), _equal),
    Law("zero-though-not-sure", "The loss is 0 although the model is not sure: -log p is 0 only "
        "for p = 1.", lambda: ((SURE, T[2:]),), lambda a: a > 1e-3),
    Law("wrong-scale", "With two equal logits the probability is 1/2 and the loss ln 2 = 0.6931; "
        "the result is another number.", lambda: ((torch.zeros(1, 2), T[:1]),),
        lambda a: abs(float(a) - 0.6931) < 1e-3),
)  # fmt: skip
