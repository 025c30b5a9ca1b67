"""Temperature."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def apply_temperature(logits, temperature):
    return logits / temperature


HINTS = (
    "A temperature below 1 makes differences between logits larger, one above 1 makes them "
    "smaller. Which single operation does both?",
    "What goes in are logits and what comes out are logits: the softmax comes later.",
    "return logits / temperature",
)

CASES = (
    Case(lambda: (torch.tensor([[2.0, 1.0, -1.0]]), 0.5), "temperature 0.5 doubles every logit"),
    Case(lambda: (normal(2, 3, 4, seed=1), 4.0), "temperature 4, three axes, some logits negative",
         ("high-temperature", "extra-axes")),
    Case(lambda: (torch.tensor([0.5, -torch.inf, 1.5]), 2.5), "a filtered logit stays -inf",
         ("filtered-logit",)),
    Case(lambda: (normal(5, seed=3, dtype=torch.float64), 0.1), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (normal(2, 3, 2, 4, seed=4), 3.0), "four axes", ("extra-axes",)),
)  # fmt: skip


def variant(logits, temperature, divide=torch.div, after=lambda r: r):
    """apply_temperature with one switch for each thing that can go wrong."""
    return after(divide(logits, temperature))


MISTAKES = (
    twist("multiplied", "It multiplies by the temperature: a low one would flatten. Logits are "
          "divided by it.", divide=torch.mul),
    twist("softmax-too", "It returns probabilities: the result should still be logits, the softmax "
          "comes later.", after=lambda r: r.softmax(-1)),
    Mistake("probabilities-divided", "It divides probabilities by the temperature; the logits are "
            "to be divided, before any softmax.", lambda z, t: z.softmax(-1) / t),
    Mistake("mean-taken-off", "The mean is taken off the result.",
            lambda z, t: (z - z.mean(-1, keepdim=True)) / t),
    Mistake("probabilities-raised", "It raises the probabilities to 1 / temperature: divided by "
            "their sum they would be those of the divided logits, but logits were asked for.",
            lambda z, t: z.softmax(-1) ** (1 / t)),
    Mistake("never-below-one", "Temperatures below 1 are taken for 1: nothing is ever sharpened.",
            lambda z, t: z / max(t, 1.0)),
)  # fmt: skip


def _probabilities(a, g, w):
    return (g >= 0).all() and torch.allclose(
        g.double().sum(-1), torch.ones(g.shape[:-1], dtype=torch.float64), atol=1e-3
    )


def _divisor(a, g, w):
    """Every logit is divided by one number, which is not the temperature."""
    z, t = a
    used = torch.isfinite(z) & (z != 0)
    by = (z.double() / g.double())[used] if g.shape == z.shape else torch.zeros(1)
    if not by.numel() or not torch.isfinite(by).all() or not torch.allclose(by, by[:1], rtol=1e-4):
        return False
    return f"It divides by {float(by[0]):.4g} where the temperature is {t:g}."


SIGNS = (
    Sign("probabilities", "It returns probabilities; the result should still be logits.",
         _probabilities),
    Sign("shifted-logits", "The probabilities would be right, but the logits are shifted: they "
         "should be the given ones divided by the temperature.",
         lambda a, g, w: torch.allclose(g.softmax(-1), w.softmax(-1), atol=1e-4)),
    Sign("scaled-otherwise", "All logits are scaled by one factor, but it is not 1 / temperature.",
         _divisor),
    Sign("order-changed", "The order of the tokens changes: dividing by a positive number keeps "
         "it.", lambda a, g, w: (g.argsort(-1) != w.argsort(-1)).any(), every=False),
    Sign("wrong-scale", "It is not the logits divided by the temperature.",
         lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip


EXERCISE = Exercise(
    apply_temperature, HINTS, CASES, MISTAKES, variant, SIGNS, no_gradient="decoding is no learning"
)
