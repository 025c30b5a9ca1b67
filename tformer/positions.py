"""How order gets in: attention alone cannot tell one order of its inputs from another.

Waves or learned vectors are added to the embeddings, or queries and keys are turned.
"""

from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from tformer._support.checks import check_integers
from tformer._support.signatures import Even, FloatType, Positive, Size, checked, explained

POSITIONS = ("sinusoidal", "learned", "rotary", "none")
Positions = Literal[POSITIONS]


def _angles(length: int, width: int, base: float) -> Float[Tensor, "T pairs"]:
    """pos / base^(2i/width) for i = 0 .. width/2 - 1, in float64: an angle in radians per pair."""
    exponents = torch.arange(0, width, 2, dtype=torch.float64) / width
    return torch.arange(length, dtype=torch.float64)[:, None] / base**exponents


@checked
def sinusoidal_positions(
    length: Size, d_model: Even, *, base: Positive = 10_000.0, dtype: FloatType | None = None
) -> Float[Tensor, "T D"]:
    """(length, d_model): column 2i is sin(pos / base^(2i/d_model)), column 2i+1 its cosine.

    The wavelengths grow from 2 pi to almost 2 pi base. A shift by k positions is a rotation of
    each pair that does not depend on the position.

    >>> sinusoidal_positions(2, 4).mul(1000).round().int().tolist()
    [[0, 1000, 0, 1000], [841, 540, 10, 1000]]

    Source: "Attention Is All You Need", section 3.5 (sine and cosine interleaved; some libraries
    put them in two halves). Raises ValueError for an odd width or a size below one.
    """
    angles = _angles(length, d_model, base)
    table = torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(1)
    return table.to(dtype or torch.get_default_dtype())


@checked
class SinusoidalPositions(nn.Module):
    """The fixed waves of `sinusoidal_positions`: positions (..., T) -> (..., T, d_model)."""

    def __init__(self, context_length: Size, d_model: Even):
        super().__init__()
        # A buffer: it moves with the model but is neither trained nor saved.
        table = sinusoidal_positions(context_length, d_model)
        self.register_buffer("table", table, persistent=False)

    def forward(self, positions: Int[Tensor, "*batch T"]) -> Float[Tensor, "*batch T D"]:
        """The row for each position, counted from 0. IndexError beyond ``context_length``."""
        check_integers("positions", positions, context_length=len(self.table))
        return self.table[positions]


@checked
class LearnedPositions(nn.Module):
    """A trained vector for each place (GPT-2): positions (..., T) -> (..., T, d_model)."""

    def __init__(self, context_length: Size, d_model: Size):
        super().__init__()
        self.table = nn.Embedding(context_length, d_model)

    def forward(self, positions: Int[Tensor, "*batch T"]) -> Float[Tensor, "*batch T D"]:
        """The vector for each position, counted from 0. IndexError beyond ``context_length``."""
        check_integers("positions", positions, context_length=self.table.num_embeddings)
        return self.table(positions)


@explained
def apply_rotary(
    x: Float[Tensor, "*batch T D"],
    cos: Float[Tensor, "... T pairs"],
    sin: Float[Tensor, "... T pairs"],
) -> Float[Tensor, "*batch T D"]:
    """Turn each pair (x[2i], x[2i+1]) by its angle; cos and sin (..., T, D/2) broadcast to x.

    Interleaved pairs as in Su et al. 2021, "RoFormer", equation 34; checkpoints that pair i with
    i + D/2 need their query and key features reordered.
    """
    floats = all(part.is_floating_point() for part in (x, cos, sin))
    if not floats or x.shape[-2:] != (cos.size(-2), 2 * cos.size(-1)) or cos.shape != sin.shape:
        raise ValueError(f"x has shape {tuple(x.shape)}, cos {tuple(cos.shape)} and sin "
                         f"{tuple(sin.shape)}; the angles need one for each pair")  # fmt: skip
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


@checked
class RotaryPositions(nn.Module):
    """Angles for `apply_rotary`: positions are given explicitly, so a cache or a gap is no problem.

    A query at position m times a key at position n depends on m - n only. Values are not turned.
    Raises ValueError for an odd ``d_head``.
    """

    def __init__(self, context_length: Size, d_head: Even, *, base: Positive = 10_000.0):
        super().__init__()
        angles = _angles(context_length, d_head, base)
        for name, table in (("cos", angles.cos()), ("sin", angles.sin())):
            self.register_buffer(name, table.to(torch.get_default_dtype()), persistent=False)

    def forward(self, positions: Int[Tensor, "*batch T"]) -> tuple[Tensor, Tensor]:
        """(cos, sin), each (T, D/2), or (B, 1, T, D/2) with room for the heads; the same for all
        layers. IndexError beyond ``context_length``."""
        check_integers("positions", positions, context_length=len(self.cos))
        cos, sin = self.cos[positions], self.sin[positions]
        return (cos, sin) if positions.dim() == 1 else (cos.unsqueeze(1), sin.unsqueeze(1))
