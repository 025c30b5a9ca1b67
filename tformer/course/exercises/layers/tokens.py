"""Inputs that differ in one token, for laws that every layer obeys: each token by itself."""

import torch

X = (2, 3, 4)


def alike(a, b):
    return a.shape == b.shape and torch.allclose(a, b, rtol=1e-3, atol=1e-4)
