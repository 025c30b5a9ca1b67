"""Tokens to normalise: the cases of ``layer_norm``."""

import torch

from ...checker.core import Case
from ...checker.samples import normal


def _affine(width, seed, dtype=torch.float32):
    """gamma, some of it negative, and beta."""
    gamma = normal(width, seed=seed, dtype=dtype)
    return gamma + gamma.sign() * 0.5, normal(width, seed=seed + 1, dtype=dtype)


CASES = (
    Case(lambda: (torch.tensor([[[1.0, 2, 3, 4], [0, 8, 2, 2]], [[5, 5, 7, 3], [-1, 0, -9, 2]]]),
                  torch.tensor([1.0, 2.0, 1.0, -1.0]), torch.tensor([0.0, 0.0, 5.0, 1.0]), 1e-5),
         "two sentences of two tokens with four features"),
    Case(lambda: (normal(2, 3, 5, seed=2, scale=0.4), *_affine(5, 3), 0.1), "2 sentences, 3 "
         "tokens, 5 features; eps = 0.1 is felt", ("large-eps",)),
    Case(lambda: (torch.tensor([[[3.0, 3, 3, 3], [1, 5, 3, 7]],
                                [[0, 2, 1, 8], [7, 7, 7, 7]]]), *_affine(4, 6), 0.01),
         "a token whose features are all equal: its variance is 0", ("constant-token",)),
    Case(lambda: (normal(3, 2, 1, seed=8), *_affine(1, 9), 0.01), "one feature: what is left is "
         "beta", ("one-feature",)),
    Case(lambda: (normal(4, 2, 6, seed=10, scale=3, dtype=torch.float64),
                  *_affine(6, 11, torch.float64), 1e-3),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(2, 6, 7, seed=12).mT, *_affine(6, 13), 0.01), "a transposed "
         "(non-contiguous) input", ("non-contiguous",)),
    Case(lambda: (normal(4, 4, 4, seed=14), *_affine(4, 15), 0.05), "batch, length and features "
         "all 4", ("square",), probe=True),
    Case(lambda: (normal(2, 3, seed=16), *_affine(3, 17), 0.05), "two axes: tokens of one sentence",
         ("another-number-of-axes",)),
    Case(lambda: (normal(1, 3, 2, 5, seed=18), *_affine(5, 19), 0.05), "four axes",
         ("another-number-of-axes",)),
    # The mean is exact in float32 and no result is near 0: every stable way is within rounding.
    Case(lambda: (1000 + (64 * normal(2, 3, 4, seed=20)).round() / 64,
                  torch.tensor([1.0, -1.0, 1.0, 1.5]), torch.full((4,), 5.0), 1e-5),
         "a mean of 1000: in float32 mean(x^2) - mean^2 has lost the variance", ("large-mean",)),
)  # fmt: skip
