"""x W^T + b, and a word on what does not fit."""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from tformer._support.signatures import Size, checked, explained


@checked
class Linear(nn.Linear):
    """`nn.Linear` that names what it is given where another width or dtype goes wrong.

    On a CPU torch's product is the quickest way to it for one row as well as for a thousand. For
    one row it is so quick that the ways of `nn.Module` to it count, and are cut short.
    """

    def __init__(self, in_features: Size, out_features: Size, bias: bool = True, **where):
        super().__init__(in_features, out_features, bias, **where)

    def __call__(self, x: Tensor) -> Tensor:
        """Without gradients not even the call of a module, unless a hook waits for it."""
        hooks = self._forward_hooks or self._forward_pre_hooks
        return super().__call__(x) if hooks or torch.is_grad_enabled() else self.forward(x)

    @explained
    def forward(
        self, x: Float[Tensor, "*batch {self.in_features}"]
    ) -> Float[Tensor, "*batch {self.out_features}"]:
        """(..., in_features) to (..., out_features)."""
        own = self._parameters  # `self.weight` is found there, too, but late
        if "weight" in own and "bias" in own:
            return F.linear(x, own["weight"], own["bias"])
        return F.linear(x, self.weight, self.bias)  # parametrized or pruned
