"""Queries, keys and values to read in blocks: the cases of ``online_softmax_attention``."""

import torch

from ...checker.core import Case
from ...checker.samples import normal
from ..masks.attention import qkv


def _example():
    q = torch.tensor([[2.0, 0, 0, 0], [0, 2, 0, 0]])
    k = torch.tensor([[0.0, 2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0]])
    return q, k, torch.tensor([[1.0, 10], [2, 20], [4, 30]]), 2


def _large():
    """Scores of up to 200: query 0 meets a rising maximum, query 1 a falling one, both far above
    the mean of their block, and query 2's scores are far below both. Not more: scores of 1000 are
    rounded so coarsely in float32 that exact attention with sqrt(d) taken off q and k in equal
    parts, as torch does, differs."""
    q, k = torch.zeros(3, 4), torch.zeros(8, 4)
    q[0, 0], q[1, 1], q[2, 2] = 20.0, 20.0, 1.0
    k[:, 0] = torch.tensor([2.0, 1.0, 0.0, 1.0, 20.0, 19.875, 1.0, 0.0])
    k[:, 1] = torch.tensor([20.0, 19.875, 1.0, 0.0, 1.0, 0.0, 2.0, 1.0])
    k[:, 2] = torch.tensor([1.0, 2.0, 3.0, 2.0, 0.0, 2.0, 1.0, 3.0])
    return q, k, normal(8, 6, seed=51), 4


def _low():
    """Scores of -300 and of -400, exact."""
    q = torch.tensor([[-60.0, 2, 0, 0], [-80.0, 2, 0, 0]])
    k = torch.tensor([[10.0, 0, 0, 0], [10.0, 1.0, 0, 0], [10.0, 2.0, 0, 0]])
    return q, k, normal(3, 4, seed=61), 2


CASES = (
    Case(_example, "two queries, three keys of four features, read two at a time: the last block "
         "is shorter"),
    Case(lambda: (*qkv(t=3, s=6, d=9, d_v=7, seed=30, scale=1.2), 2), "3 queries, 6 keys of size "
         "9, values of size 7, three full blocks of 2", ("full-blocks",)),
    Case(lambda: (*qkv(t=2, s=3, d=5, d_v=4, seed=40), 10), "a block larger than the number of "
         "keys", ("one-block",)),
    Case(_large, "scores of 200 and below: exp overflows above 88.7", ("large-scores",)),
    Case(_low, "all scores about -300 or -400: relative to 0 all powers are 0", ("low-scores",)),
    Case(lambda: (*qkv(t=1, s=1, d=2, d_v=3, seed=70), 1), "one query, one key",
         ("length-one",)),
    Case(lambda: (*qkv(t=5, s=4, d=3, d_v=6, seed=80, dtype=torch.float64), 3), "float64 in, "
         "float64 out; more queries than keys", ("float64",)),
    Case(lambda: (*(x.T for x in qkv(t=3, s=3, d=4, d_v=4, seed=90)), 2), "transposed "
         "(non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (*qkv(t=3, s=3, d=3, d_v=3, seed=100), 3), "all sizes equal to 3", ("square",),
         probe=True),
)  # fmt: skip
