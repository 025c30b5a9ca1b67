"""New positions and the past that they attend upon: the cases of ``attend_with_cache``."""

import torch

from ...checker.core import Case
from ...checker.samples import normal


def some_args(batch, heads, new, past, d, seed, dtype=torch.float32):
    sizes = (new, new, new, past, past)
    return tuple(
        normal(batch, heads, size, d, seed=seed + i, dtype=dtype) for i, size in enumerate(sizes)
    )


def _example():
    q, k, v = torch.tensor([1.0, 1]), torch.tensor([0.0, 2]), torch.tensor([5.0, 7])
    past_k, past_v = torch.tensor([[1.0, 0], [0, 1]]), torch.tensor([[1.0, 0], [3, 4]])
    return *(x[None, None, None] for x in (q, k, v)), past_k[None, None], past_v[None, None]


def _low():
    """Scores of about -300, all exact: what is hidden has to be lower still."""
    q, k, past_k = torch.zeros(1, 1, 2, 4), torch.zeros(1, 1, 2, 4), torch.zeros(1, 1, 1, 4)
    q[..., 0], q[..., 1], k[..., 0], past_k[..., 0] = -60.0, 2.0, 10.0, 10.0
    k[..., 1] = torch.tensor([1.0, 2.0])
    return q, k, normal(1, 1, 2, 4, seed=64), past_k, normal(1, 1, 1, 4, seed=65)


def _large():
    """Scores of 1407 and more, and one far below, all exact."""
    q, k, past_k = torch.zeros(1, 2, 1, 4), torch.zeros(1, 2, 1, 4), torch.zeros(1, 2, 4, 4)
    q[..., 0], k[..., 0] = 128.0, 22.0
    past_k[..., 0] = torch.tensor([22 - 1 / 64, 22.0, 22 + 2 / 64, 1.0])
    return q, k, normal(1, 2, 1, 4, seed=62), past_k, normal(1, 2, 4, 4, seed=63)


CASES = (
    Case(_example, "one new position behind a past of two, one head of two features"),
    Case(lambda: some_args(2, 3, 4, 5, 10, seed=100), "2 sentences, 3 heads of size 10, 4 new "
         "positions at once behind a past of 5", ("several-new-positions",)),
    Case(lambda: some_args(3, 2, 4, 0, 6, seed=200), "an empty past: the prompt, 4 positions",
         ("empty-past",)),
    Case(lambda: some_args(1, 1, 1, 1, 3, seed=300), "one sentence, one head, one new, one old",
         ("length-one",)),
    Case(lambda: some_args(2, 3, 1, 4, 7, seed=400, dtype=torch.float64), "one new position, as in "
         "each step of decoding; float64 in, float64 out", ("float64",)),
    Case(lambda: tuple(x.transpose(0, 1) for x in some_args(3, 2, 1, 4, 6, seed=500)),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(_low, "scores of -300: what is hidden must be lower still", ("low-scores",)),
    Case(_large, "scores of 1408: exp overflows above 88.7", ("large-scores",)),
    Case(lambda: (torch.tensor([[[[-2.0, 0, 0, 0], [0, 1, 0, 0]]]]),
                  torch.tensor([[[[300.0, 1, 0, 0], [300, 3, 0, 0]]]]), normal(1, 1, 2, 4, seed=40),
                  torch.tensor([[[[600.0, 2, 0, 0], [200, 0, 0, 0], [201, 4, 0, 0]]]]),
                  normal(1, 1, 3, 4, seed=41)), "scores of -600 to -200 above a row around 1: "
         "each row needs its own largest", ("rows-far-apart",)),
)  # fmt: skip
