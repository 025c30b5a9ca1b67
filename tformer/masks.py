"""Who may look at whom. Every mask is boolean and True means "may attend".

A mask broadcasts to (B, H, T, S): rows are queries, columns are keys. Conventions of others are
converted at the edge: ``~mask`` for ``nn.MultiheadAttention``, `additive_mask` for the 0/-inf form.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tformer._support.signatures import Count, Device, FloatType, Size, checked


@checked
def causal_mask(
    size: Size, *, past: Count = 0, device: Device | None = None
) -> Bool[Tensor, "T S"]:
    """Lower triangle (T, S): each position sees itself and what came before, nothing after.

    ``size`` is T; ``past`` keys (those in a cache) stand before the first query: S = past + size.

    >>> causal_mask(3).int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]

    Source: "Attention Is All You Need", section 3.2.3. Raises TypeError or ValueError for a size
    that is not a whole number of at least one, ValueError for a negative past.
    """
    return torch.ones(size, past + size, dtype=torch.bool, device=device).tril(past)


@checked
def window_mask(size: Size, window: Size, *, device: Device | None = None) -> Bool[Tensor, "T T"]:
    """A band of the `causal_mask`: each position sees ``window`` keys, itself the last of them.

    >>> window_mask(4, 2).int().tolist()
    [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]

    It hides keys and saves no work: `blockwise.window_attention` does. Raises TypeError or
    ValueError for a size or a window that is not a whole number of at least one.
    """
    return causal_mask(size, device=device).triu(1 - window)


@checked
def padding_mask(token_ids: Int[Tensor, "B S"], pad_id: int) -> Bool[Tensor, "B 1 1 S"]:
    """True where the key is a real token, as (B, 1, 1, S): the same for every head and query.

    >>> padding_mask(torch.tensor([[5, 7, 0]]), pad_id=0).tolist()
    [[[[True, True, False]]]]

    Raises TypeError or ValueError for ids that are not integers of shape (batch, length).
    """
    return (token_ids != pad_id)[:, None, None, :]


def decoder_mask(token_ids: Int[Tensor, "B T"], pad_id: int) -> Bool[Tensor, "B 1 T T"]:
    """True where the key is neither padding nor in the future: `padding_mask` and `causal_mask`.

    >>> decoder_mask(torch.tensor([[5, 7, 0]]), pad_id=0)[0, 0].int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 0]]

    Raises TypeError or ValueError for ids that are not integers of shape (batch, length).
    """
    return padding_mask(token_ids, pad_id) & causal_mask(token_ids.size(1), device=token_ids.device)


@checked
def additive_mask(
    mask: Bool[Tensor, "*shape"], dtype: FloatType = torch.float32
) -> Float[Tensor, "*shape"]:
    """The same mask as numbers to add to the scores: 0 where True, -inf where False.

    Adding it before softmax equals ``scores.masked_fill(~mask, -inf)``. Raises TypeError for a
    mask that is not boolean or a dtype that has no -inf.
    """
    return torch.zeros_like(mask, dtype=dtype).masked_fill(~mask, -torch.inf)
