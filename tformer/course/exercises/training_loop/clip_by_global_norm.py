"""Clipping gradients by their global norm."""

import operator

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def clip_by_global_norm(grads, max_norm):
    norm = torch.sqrt(sum((g**2).sum() for g in grads))
    if norm <= max_norm:
        return list(grads)
    return [g * (max_norm / norm) for g in grads]


HINTS = (
    "Think of all the gradients as one long vector. Its length decides, for all of them at once.",
    "The length is the root of the sum of the squares of all entries of all tensors: "
    "norm = sqrt(sum((g ** 2).sum() for g in grads)).",
    "If norm is at most max_norm, nothing changes. Otherwise every tensor is multiplied by the "
    "same factor, max_norm / norm; the direction of the step stays.",
    "return [g * (max_norm / norm) for g in grads] if norm > max_norm else list(grads)",
)

CASES = (
    Case(lambda: ([torch.tensor([3.0]), torch.tensor([0.0, 4.0])], 1.0),
         "together 5 long, at most 1 is allowed"),
    Case(lambda: ([torch.tensor([0.6, 0.0]), torch.tensor([0.8])], 2.0),
         "1 long and 2 allowed: nothing changes", ("short-gradients",)),
    Case(lambda: ([torch.tensor([0.0, 2.0]), torch.tensor([[1.0, 2.0]])], 4.0),
         "3 long and 4 allowed: nothing changes, though the sum of the squares is 9",
         ("short-gradients",)),
    Case(lambda: ([torch.tensor([3.0, -3.0]), torch.tensor([-3.0, 3.0])], 5.0),
         "6 long and 5 allowed, though neither tensor alone is too long",
         ("each-short-together-long",)),
    Case(lambda: ([normal(3, 4, seed=2, scale=0.25), normal(5, seed=3, scale=0.25),
                   normal(1, 2, 1, seed=4, scale=0.25)], 0.5),
         "three shapes: a matrix, a vector, three axes", ("several-shapes",)),
    Case(lambda: ([torch.zeros(2), torch.zeros(1)], 1.0), "all zero: nothing to divide by",
         ("zero-gradients",)),
    Case(lambda: ([torch.tensor([[2.0, -2.0, 1.0], [1.0, 2.0, -2.0]], dtype=torch.float64)], 2.5),
         "one float64 tensor alone, too long though no entry is too large",
         ("float64", "one-tensor")),
)  # fmt: skip


def _rooted_each_time(squares):
    total = 0.0
    for square in squares:
        total = (total + square) ** 0.5
    return total


def variant(
    grads, max_norm, norm=lambda grads, squares: sum(squares) ** 0.5, over=operator.gt,
    factor=lambda size, most: most / size,
):  # fmt: skip
    """clip_by_global_norm with one switch for each thing that can go wrong."""
    size = norm(grads, [(g**2).sum() for g in grads])
    scale = factor(size, max_norm) if over(size, max_norm) else 1.0
    return [g * scale for g in grads]


def global_norm(grads):
    return torch.cat([g.flatten() for g in grads]).norm()


MISTAKES = (
    Mistake("clipped-by-value", "Every entry is clamped to +-max_norm: that is clipping by value, "
            "which bends the direction of the step.",
            lambda grads, m: [g.clamp(-m, m) for g in grads]),
    twist("squared-norm", "The square root (sqrt) is missing: it compares and divides by the "
          "square of the norm.",
          norm=lambda grads, squares: sum(squares)),
    twist("norms-added", "The norms of the tensors are added; the squares have to be added, and "
          "the square root (sqrt) taken at the end.",
          norm=lambda grads, squares: sum(s**0.5 for s in squares)),
    twist("first-norm-only", "It takes the norm of the first tensor only.",
          norm=lambda grads, squares: squares[0] ** 0.5),
    twist("last-norm-only", "It takes the norm of the last tensor only: a loop that overwrites "
          "instead of adding up.", norm=lambda grads, squares: squares[-1] ** 0.5),
    twist("mean-square", "It takes the square root (sqrt) of the *mean* of the squares: the more "
          "entries there are, the longer the step may be.",
          norm=lambda grads, squares: (sum(squares) / sum(g.numel() for g in grads)) ** 0.5),
    twist("divided-by-number-of-tensors", "The sum of the squares is divided by the number of "
          "tensors.", norm=lambda grads, squares: (sum(squares) / len(grads)) ** 0.5),
    twist("sum-of-absolute-values", "It adds up the absolute values (the 1-norm), not the "
          "squares.", norm=lambda grads, squares: sum(g.abs().sum() for g in grads)),
    twist("largest-entry", "It measures the largest entry (the maximum norm), not the length.",
          norm=lambda grads, squares: max(g.abs().max() for g in grads)),
    twist("root-in-the-loop", "The square root (sqrt) is taken inside of the loop, after each "
          "tensor: it belongs behind the loop, once.",
          norm=lambda grads, squares: _rooted_each_time(squares)),
    twist("always-scaled", "It scales even if the gradients are short enough: small steps are "
          "blown up to max_norm.", over=lambda size, most: True),
    twist("condition-reversed", "It scales the short ones and leaves the long ones as they are.",
          over=operator.lt),
    twist("scaled-to-length-one", "It divides by the norm and forgets max_norm: the result is 1 "
          "long.", factor=lambda size, most: 1 / size),
)  # fmt: skip


def _factors(grads, got):
    """got / given, one number a tensor, where it is one number."""
    ratios = [g[x != 0] / x[x != 0] for g, x in zip(got, grads, strict=True)]
    return [r.mean() for r in ratios if r.numel() and torch.allclose(r, r.mean(), rtol=1e-3)]


def _own_factors(a, g, w):
    f = _factors(a[0], g)
    return (len(f) > 1 and max(f) - min(f) > 1e-3 * max(map(abs, f))) or None


SIGNS = (
    Sign("not-a-list", "It does not return a list with one tensor for each gradient.",
         lambda a, g, w: not isinstance(g, list | tuple) or len(g) != len(w)
         or not all(isinstance(x, torch.Tensor) for x in g)),
    Sign("short-ones-changed", "Gradients that are short enough should come back as they were.",
         lambda a, g, w: global_norm(a[0]) <= a[1], every=None),
    Sign("each-tensor-its-own-factor", "Each tensor is scaled by a factor of its own: one factor "
         "for all keeps the direction of the step.", _own_factors),
    Sign("scaled-too-little", "All are scaled by one factor, as they should be, but the result is "
         "longer than max_norm.", lambda a, g, w: global_norm(g) > a[1] * 1.0001),
    Sign("scaled-too-much", "All are scaled by one factor, as they should be, but the result is "
         "shorter than max_norm.", lambda a, g, w: 0 < global_norm(g) < a[1] * 0.9999),
    Sign("wrong-factor", "The gradients are not scaled by max_norm / norm.",
         lambda a, g, w: True, every=False),
)  # fmt: skip

EXERCISE = Exercise(
    clip_by_global_norm,
    HINTS,
    CASES,
    MISTAKES,
    variant,
    SIGNS,
    no_gradient="gradients are clipped after the way back, under no_grad",
    ready=("clip_grad_norm_",),
)
