"""What the four exercises share: small parts to put in, and the ways to put one in wrongly."""

import torch
from torch import Tensor, nn

from ...checker.samples import normal


def double(x):
    return 2 * x


def add_one(x):
    return x + 1


def square(x):
    return x * x


def divide_by_largest(x):
    return x / x.abs().amax(-1, keepdim=True)


def half_plus_one(x):
    return x.abs() / 2 + 1


def mean_of_allowed(x_q, x_kv, mask):
    """The plainest attention: equal shares of whatever is allowed, whoever asks."""
    allowed = torch.ones(x_q.size(-2), x_kv.size(-2), dtype=torch.bool) if mask is None else mask
    shares = allowed.to(x_kv.dtype)
    mixed = shares / shares.sum(-1, keepdim=True) @ x_kv[:, None]
    return mixed.expand(-1, -1, x_q.size(-2), -1).squeeze(1)


class Attention(nn.Module):
    """Attention of one head with fixed weights; a mask is (batch, 1, 1 or queries, keys)."""

    def __init__(self, width: int, seed: int, dtype: torch.dtype = torch.float32):
        super().__init__()
        w_q, w_k, w_v = normal(3, width, width, seed=seed, dtype=dtype)
        self.register_buffer("w_q", w_q)
        self.register_buffer("w_k", w_k)
        self.register_buffer("w_v", w_v)

    def forward(self, x_q: Tensor, x_kv: Tensor, mask: Tensor | None) -> Tensor:
        scores = (x_q @ self.w_q) @ (x_kv @ self.w_k).mT
        if mask is not None:
            scores = scores.masked_fill(~mask.squeeze(1), float("-inf"))
        return scores.softmax(-1) @ (x_kv @ self.w_v)


class FeedForward(nn.Module):
    """Two linear maps with fixed weights and a bend between them."""

    def __init__(self, width: int, seed: int, dtype: torch.dtype = torch.float32):
        super().__init__()
        self.register_buffer("w1", normal(width, 2 * width, seed=seed, dtype=dtype))
        self.register_buffer("w2", normal(2 * width, width, seed=seed + 1, dtype=dtype))

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(x @ self.w1) @ self.w2


def layer_norm(width: int, seed: int, dtype: torch.dtype = torch.float32) -> nn.LayerNorm:
    """A layer norm that has learned a gain and a bias of its own."""
    norm = nn.LayerNorm(width, dtype=dtype).requires_grad_(False)
    norm.weight += normal(width, seed=seed, dtype=dtype)
    norm.bias += normal(width, seed=seed + 1, dtype=dtype)
    return norm


def padded(*lengths: int, size: int) -> Tensor:
    """The mask of sentences that have these lengths, (batch, 1, 1, size): True may be read."""
    return (torch.arange(size) < torch.tensor(lengths)[:, None])[:, None, None]


def causal(size: int) -> Tensor:
    """(1, 1, size, size): True where the key is not later than the query."""
    return torch.ones(1, 1, size, size, dtype=torch.bool).tril()


# How one sublayer stands in its layer: ways[name](x, norm, sublayer).
WAYS = {
    "pre": lambda x, norm, part: x + part(norm(x)),
    "post": lambda x, norm, part: norm(x + part(x)),
    "no sum": lambda x, norm, part: part(norm(x)),
    "no norm": lambda x, norm, part: x + part(x),
    "normed sum": lambda x, norm, part: norm(x) + part(norm(x)),
    "left out": lambda x, norm, part: x,
}
