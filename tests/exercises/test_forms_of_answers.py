"""A right answer passes in whatever form Python lets it come."""

import functools
from collections import namedtuple

import pytest
import torch

from tformer.exercises import check


class Room:
    def softmax(self, x, dim):
        return x.softmax(dim)

    def __call__(self, x, dim):
        return x.softmax(dim)


class Layer(torch.nn.Module):
    def forward(self, x, dim):
        return x.softmax(dim)


@functools.lru_cache
def constant(size):
    return torch.ones(size, size).tril().bool()


def with_gradients(x, dim):
    return x.clone().requires_grad_().softmax(dim)


def with_annotations(x: torch.Tensor, dim: int = -1, *unused, **more) -> torch.Tensor:
    return x.softmax(dim)


def anything(*args, **kwargs):
    return torch.softmax(*args, **kwargs)


def using_a_module_with_random_weights(x, dim):
    torch.nn.Linear(3, 3)  # draws random numbers, to no effect
    return torch.nn.Softmax(dim)(x)


@pytest.mark.parametrize(
    "fn",
    [
        Room(),
        Room().softmax,
        Layer(),
        with_gradients,
        with_annotations,
        anything,
        using_a_module_with_random_weights,
        functools.partial(torch.softmax),
        torch.softmax,
        lambda x, dim: x.softmax(dim),
    ],
)
def test_softmax_passes_in_any_form(fn):
    report = check(fn, "softmax")
    assert report.passed, report.diagnosis


Pair = namedtuple("Pair", "out weights")


@pytest.mark.parametrize("pack", [tuple, list, lambda pair: Pair(*pair)])
def test_two_values_pass_in_any_sequence(pack):
    def attention(query, key, value, allowed=None):
        scores = query @ key.mT / query.shape[-1] ** 0.5
        if allowed is not None:
            scores = scores + allowed.to(scores.dtype).log()
        weights = scores.softmax(-1).nan_to_num()
        return pack((weights @ value, weights))

    report = check(attention)
    assert report.passed, report.diagnosis


def test_a_cached_function_passes():
    assert check(constant, "causal_mask").passed


def test_exp_of_log_softmax_passes_at_a_thousand():
    def softmax(x, dim):
        return torch.exp(x - torch.logsumexp(x, dim, keepdim=True))

    assert check(softmax).passed


def test_a_method_is_found_by_its_name():
    assert check(Room().softmax).passed
