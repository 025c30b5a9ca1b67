"""Sentences, weights and masks: the cases of ``multi_head_attention``."""

import torch

from ...checker.core import Case
from ...checker.samples import normal


def _inputs(batch, t, s, width, seed, dtype=torch.float32):
    """x_q, x_kv and four weight matrices; t = None gives self-attention."""
    x_kv = normal(batch, s, width, seed=seed, dtype=dtype)
    x_q = x_kv if t is None else normal(batch, t, width, seed=seed + 1, dtype=dtype)
    weights = [
        normal(width, width, seed=seed + i, scale=1.5 * width**-0.5, dtype=dtype)
        for i in range(2, 6)
    ]
    return x_q, x_kv, *weights


def _example():
    x = torch.tensor([[[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 1.0]]])
    w_q = torch.tensor([[1.0, 2, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]])
    w_k = torch.tensor([[1.0, 1, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1]])
    w_v = torch.tensor([[1.0, 2, 0, 0], [3, 1, 0, 0], [0, 0, 1, 5], [0, 0, 0, 1]])
    w_o = torch.tensor([[1.0, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 0], [2, 0, 0, 1]])
    return x, x, w_q, w_k, w_v, w_o, 2


def _padded():
    mask = torch.ones(3, 1, 1, 4, dtype=torch.bool)
    mask[1, :, :, 3:] = False
    mask[2, :, :, :1] = False
    return *_inputs(3, 5, 4, 12, seed=100), 2, mask


def _by_head():
    mask = torch.ones(1, 3, 4, 4, dtype=torch.bool)
    mask[0, 0, :, 1] = False
    mask[0, 1] = mask[0, 1].tril()
    mask[0, 2] = mask[0, 2].triu()
    return *_inputs(2, 4, 4, 15, seed=200), 3, mask


def _empty_row():
    mask = torch.tensor([[[[True, False, True], [False, False, False]]]])
    return *_inputs(3, 2, 3, 8, seed=300), 2, mask


def _steep(query, keys, mask=None):
    """Scores far from zero and all exact: feature 0 of each head of size 4 makes them."""
    x_q = torch.tensor([[[query, 1.0, 0, 0, query, 0, 1, 0], [query, 0, 1, 0, query / 2, 1, 0, 0]]])
    x_kv = normal(1, len(keys), 8, seed=7)
    x_kv[0, :, 0] = torch.tensor(keys)
    x_kv[0, :, 4] = torch.tensor(keys[::-1])
    at_keys = torch.diag(torch.tensor([1.0, 0, 0, 0, 1, 0, 0, 0]))
    at_values = torch.diag(torch.tensor([0.0, 1, 1, 1, 0, 1, 1, 1]))
    return x_q, x_kv, at_keys, at_keys, at_values, normal(8, 8, seed=8), 2, mask


LOW = torch.tensor([[[[False, True, True, False]]]])

# Forbidden scores at most 3 above the best allowed one: masking the exponentials works as well.
NEAR = -160.0 + 3 / 128

CASES = (
    Case(_example, "self-attention, two tokens, four features, two heads of size 2, no mask"),
    Case(_padded, "cross-attention: 3 sentences, 2 heads of size 6, 5 queries, 4 keys; a padding "
         "mask (3, 1, 1, 4)", ("padding-mask",)),
    Case(lambda: (*_inputs(2, None, 3, 20, seed=400), 4, torch.ones(3, 3).tril() > 0),
         "self-attention, 2 sentences of 3 tokens, 4 heads of size 5; a causal mask (3, 3)",
         ("causal-mask",)),
    Case(_by_head, "a mask (1, 3, 4, 4) that differs between heads",
         ("mask-by-head",)),
    Case(_empty_row, "a query that may attend to nothing: its heads give zeros", ("empty-row",)),
    Case(lambda: (*_inputs(3, 1, 1, 4, seed=600), 2), "one query, one key", ("length-one",)),
    Case(lambda: (*_inputs(2, 5, 4, 18, seed=700, dtype=torch.float64), 3),
         "cross-attention without a mask, in float64", ("float64",)),
    Case(lambda: (*(x.mT for x in _inputs(2, 6, 6, 6, seed=800)), 3),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: _steep(128.0, [20.0, 20.03125, -30.0]), "scores of 1280 and 1282: exp overflows "
         "above 88.7", ("large-scores",)),
    Case(lambda: _steep(256.0, [NEAR, -160.0, -320.0, NEAR], LOW), "allowed scores of -10240 and "
         "less: below a finite fill", ("low-scores",)),
)  # fmt: skip
