"""Lesson 10: clipping gradients by their global norm."""

import torch

from .core import Case, Exercise, Sign
from .mistakes_10_clip import MISTAKES, global_norm, variant
from .samples import normal


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

# fmt: off
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
)
# fmt: on


def _factors(grads, got):
    """got / given, one number a tensor, where it is one number."""
    ratios = [g[x != 0] / x[x != 0] for g, x in zip(got, grads, strict=True)]
    return [r.mean() for r in ratios if r.numel() and torch.allclose(r, r.mean(), rtol=1e-3)]


def _own_factors(a, g, w):
    f = _factors(a[0], g)
    return (len(f) > 1 and max(f) - min(f) > 1e-3 * max(map(abs, f))) or None


def _bent(a, g, w):
    return len(_factors(a[0], g)) < sum(bool(x.any()) for x in a[0]) or None


# fmt: off
SIGNS = (
    Sign("not-a-list", "It does not return a list with one tensor for each gradient.",
         lambda a, g, w: not isinstance(g, list | tuple) or len(g) != len(w)
         or not all(isinstance(x, torch.Tensor) for x in g)),
    Sign("not-a-number", "NaN comes back: somewhere 0/0 or inf * 0 arises.",
         lambda a, g, w: any(x.isnan().any() for x in g)),
    Sign("shapes-changed", "The tensors do not keep their shapes.",
         lambda a, g, w: [x.shape for x in g] != [x.shape for x in w]),
    Sign("dtype-changed", "The tensors do not keep their dtype.",
         lambda a, g, w: [x.dtype for x in g] != [x.dtype for x in w]),
    Sign("short-ones-changed", "Gradients that are short enough should come back as they were.",
         lambda a, g, w: global_norm(a[0]) <= a[1]),
    Sign("direction-changed", "The entries of a tensor do not keep their proportions: the "
         "direction of the step changes.", _bent),
    Sign("each-tensor-its-own-factor", "Each tensor is scaled by a factor of its own: one factor "
         "for all keeps the direction of the step.", _own_factors),
    Sign("scaled-too-little", "All are scaled by one factor, as they should be, but the result is "
         "longer than max_norm.", lambda a, g, w: global_norm(g) > a[1] * 1.0001),
    Sign("scaled-too-much", "All are scaled by one factor, as they should be, but the result is "
         "shorter than max_norm.", lambda a, g, w: 0 < global_norm(g) < a[1] * 0.9999),
    Sign("short-ones-changed", "Gradients that are short enough should come back as they were.",
         lambda a, g, w: global_norm(a[0]) <= a[1], every=False),
    Sign("wrong-factor", "The gradients are not scaled by max_norm / norm.",
         lambda a, g, w: True, every=False),
)
# fmt: on

EXERCISES = [Exercise(clip_by_global_norm, "10", HINTS, CASES, MISTAKES, variant, SIGNS)]
