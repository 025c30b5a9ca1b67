"""x W^T + b, quick for one row as well as for a thousand."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

FEW, PARTS = 16, 8


class Linear(nn.Linear):
    """`nn.Linear`, with another way to the same numbers for the few rows of a cached step.

    On a CPU, torch's product of a few rows with a matrix can take several times as long as reading
    the matrix does. As a batch of products, each for a block of the outputs, it does not.
    """

    def forward(self, x: Float[Tensor, "*batch in"]) -> Float[Tensor, "*batch out"]:
        """(..., in_features) to (..., out_features)."""
        width, out = self.in_features, self.out_features
        rows = x.numel() // width
        few = 0 < rows <= FEW and x.size(-1) == width and out % PARTS == 0
        if not few or torch.is_grad_enabled() or x.dtype != torch.float32 or not x.is_cpu:
            return super().forward(x)
        blocks = self.weight.view(PARTS, -1, width)
        y = torch.bmm(blocks, x.reshape(rows, width).mT.expand(PARTS, -1, -1))  # (8, out/8, rows)
        y = y.view(out, rows).mT.contiguous()
        if self.bias is not None:
            y += self.bias
        return y.view(*x.shape[:-1], out)
