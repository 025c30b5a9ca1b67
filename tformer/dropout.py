"""Dropout with a cheaper coin: on a CPU, drawing the mask costs more than using it."""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from tformer._support.signatures import Probability, checked


@checked
def dropout(x: Float[Tensor, "*shape"], p: Probability) -> Float[Tensor, "*shape"]:
    """Each number becomes 0 with probability p, else is divided by 1 - p, so the mean stays.

    On a CPU four coins are cut from each 64-bit random number, 16 bits a coin (p is rounded to
    1/65536, and 1 - p with it); elsewhere, and in a compiled model, this is ``F.dropout``. Draws
    from torch's generator.
    Source: Srivastava et al. 2014, "Dropout".
    """
    if p == 0 or x.device.type != "cpu" or torch.compiler.is_compiling():
        return F.dropout(x, p)
    dropped = min(round(p * 65536), 65535)
    coins = torch.empty(math.ceil(x.numel() / 4), dtype=torch.int64).random_(-(2**63), None)
    coins = coins.view(torch.int16)[: x.numel()].view(x.shape)
    keep = torch.ge(coins, dropped - 32768, out=torch.empty_like(x, requires_grad=False))
    return x * keep.mul_(65536 / (65536 - dropped))


class Dropout(nn.Module):
    """`dropout` in training mode, nothing otherwise."""

    @checked
    def __init__(self, p: Probability):
        super().__init__()
        self.p = p

    def __call__(self, x: Tensor) -> Tensor:
        """In eval mode not even the call of a module, unless a hook waits for it."""
        return super().__call__(x) if self.training or self._forward_hooks else x

    def forward(self, x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
        """x itself in eval mode."""
        return dropout(x, self.p) if self.training and self.p else x
