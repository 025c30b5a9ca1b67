"""What the layers of the cases are made of: attention, feed-forward, norms and masks to try."""

import torch
from torch import nn

from ..checker.samples import normal


def times_mean_of_seen(x_q, x_kv, mask=None):
    """Each token times the mean of those that it may see: an attention to be reckoned by hand."""
    seen = torch.ones(x_q.shape[-2], x_kv.shape[-2]) if mask is None else mask[:, 0]
    seen = seen.expand(len(x_q), x_q.shape[-2], x_kv.shape[-2]).to(x_kv.dtype)
    mean = (seen @ x_kv) / seen.sum(-1, keepdim=True).clamp(min=1)
    return x_q * mean.to(x_q.dtype)


def square(x):
    return x * x


def plus_one(x):
    return x + 1


def half(x):
    return x / 2


def less_mean(x):
    return x - x.mean(-1, keepdim=True)


class Attention(nn.Module):
    """One head with fixed weights; a query that may see nothing gets zeros."""

    def __init__(self, width, seed=0, dtype=torch.float32):
        super().__init__()
        self.w_q, self.w_k, self.w_v = normal(3, width, width, seed=seed, dtype=dtype)

    def forward(self, x_q, x_kv, mask=None):
        scores = (x_q @ self.w_q) @ (x_kv @ self.w_k).mT / x_q.shape[-1]
        if mask is not None:
            scores = scores[:, None].masked_fill(~mask, -1e9)[:, 0]
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights[:, None].masked_fill(~mask, 0)[:, 0]
        return weights @ (x_kv @ self.w_v)


class FeedForward(nn.Module):
    """Two maps with fixed weights and a smooth step between them."""

    def __init__(self, width, seed=0, dtype=torch.float32):
        super().__init__()
        self.up = normal(width, width + 2, seed=seed, dtype=dtype)
        self.down = normal(width + 2, width, seed=seed + 1, dtype=dtype)

    def forward(self, x):
        return torch.tanh(x @ self.up) @ self.down


class Norm(nn.Module):
    """A layer norm with a gain and a bias of its own."""

    def __init__(self, width, seed=0, dtype=torch.float32):
        super().__init__()
        self.gain, self.bias = normal(2, width, seed=seed, dtype=dtype)

    def forward(self, x):
        apart = x - x.mean(-1, keepdim=True)
        return (
            apart / apart.square().mean(-1, keepdim=True).add(1e-5).sqrt() * (1 + self.gain / 2)
            + self.bias
        )


def padded(*lengths):
    """(batch, 1, 1, len): True where a sentence of that length has a word."""
    return torch.arange(max(lengths))[None, None, None] < torch.tensor(lengths)[:, None, None, None]


def causal(*lengths):
    """(batch, 1, len, len): neither padding nor the future."""
    return padded(*lengths) & torch.ones(max(lengths), max(lengths), dtype=torch.bool).tril()
