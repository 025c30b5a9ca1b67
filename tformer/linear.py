"""x W^T + b, and a word on what does not fit."""

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from tformer._signatures import Size, checked, explained


@checked
class Linear(nn.Linear):
    """`nn.Linear` that names what it is given where another width or dtype goes wrong.

    On a CPU torch's product is the quickest way to it for one row as well as for a thousand.
    """

    def __init__(self, in_features: Size, out_features: Size, bias: bool = True, **where):
        super().__init__(in_features, out_features, bias, **where)

    @explained
    def forward(
        self, x: Float[Tensor, "*batch {self.in_features}"]
    ) -> Float[Tensor, "*batch {self.out_features}"]:
        """(..., in_features) to (..., out_features)."""
        return F.linear(x, self.weight, self.bias)
