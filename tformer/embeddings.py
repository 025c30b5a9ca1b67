"""From ids to vectors that know which token they are and where it stands."""

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from tformer._support.checks import check_even, check_ids
from tformer._support.signatures import Count, Positive, Probability, Size, checked, explained
from tformer.dropout import Dropout
from tformer.positions import LearnedPositions, Positions, RotaryPositions, SinusoidalPositions


@checked
class Embedding(nn.Module):
    """Token ids to vectors: a row of the table for each id, plus one for its position, dropped out.

    ``scale`` multiplies the row by sqrt(d_model) ("Attention Is All You Need", section 3.4), which
    brings a table of standard deviation d_model^-0.5 to the size of the position waves. Rotary
    positions act in the attention (see `place`) and "none" nowhere: only the row is left.
    """

    def __init__(self, vocab_size: Size, d_model: Size, *, context_length: Size,
                 positions: Positions = "sinusoidal", dropout: Probability = 0.0,
                 scale: bool = False, d_head: Size | None = None,
                 rotary_base: Positive = 10_000.0):  # fmt: skip
        super().__init__()
        if positions == "rotary":
            check_even(d_head=d_head)
        self.context_length = context_length
        self.scale = math.sqrt(d_model) if scale else None
        self.tokens = nn.Embedding(vocab_size, d_model)
        kind = {"sinusoidal": SinusoidalPositions, "learned": LearnedPositions}.get(positions)
        self.positions = None if kind is None else kind(context_length, d_model)
        rotary = positions == "rotary"
        self.rotary = RotaryPositions(context_length, d_head, base=rotary_base) if rotary else None
        self.dropout = Dropout(dropout)
        self.placed = nn.Identity()  # a name for the sum, so that it can be looked at

    @explained
    def place(
        self,
        name: str,
        ids: Tensor,
        past: Count = 0,
        positions: Int[Tensor, "*rows new"] | None = None,
    ) -> tuple[Tensor, tuple[Tensor, Tensor] | None]:
        """Where the ids after the first ``past`` stand, 0, 1, 2, ... unless said otherwise, and
        the angles there (cos, sin) if positions are rotary, once for all layers.

        Raises TypeError, ValueError or IndexError for ids that are no (batch, length) integers,
        longer than the context, outside the table or on another device.
        """
        check_ids(name, ids, self.tokens.weight)
        rows, length = ids.shape
        if length > self.context_length:
            raise ValueError(f"{name} has {length} tokens, context_length={self.context_length}; "
                             "shorten it or build a model with a longer context")  # fmt: skip
        if past >= length:
            raise ValueError(f"{name} has {length} tokens, the cache holds past={past}; add some")
        if positions is None:
            positions = torch.arange(past, length, device=ids.device)
        elif positions.shape not in ((length - past,), (rows, length - past)):
            raise ValueError(f"positions has shape {tuple(positions.shape)}; give {length - past}, "
                             f"one a new token, for all rows or for each of {rows}")  # fmt: skip
        return positions, None if self.rotary is None else self.rotary(positions)

    def forward(
        self, token_ids: Int[Tensor, "B T"], positions: Int[Tensor, "*rows T"]
    ) -> Float[Tensor, "B T D"]:
        """Vectors for ids at positions (T,) or (B, T), counted from 0; `place` checks both."""
        x = self.tokens(token_ids)
        if self.scale is not None:
            x = x * self.scale
        if self.positions is not None:
            x = self.placed(x + self.positions(positions))
        return self.dropout(x)
