"""Who may look at whom. Every mask is boolean and True means "may attend".

A mask broadcasts to (B, H, T, S): rows are queries, columns are keys. Conventions of others are
converted at the edge: ``~mask`` for ``nn.MultiheadAttention``, `additive_mask` for the 0/-inf form.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tformer._checks import (
    check_bool,
    check_device,
    check_ids,
    check_kind,
    check_size,
    check_whole,
)


def causal_mask(
    size: int, *, past: int = 0, device: torch.device | str | None = None
) -> Bool[Tensor, "T S"]:
    """Lower triangle (T, S): each position sees itself and what came before, nothing after.

    ``size`` is T; ``past`` keys (those in a cache) stand before the first query: S = past + size.

    >>> causal_mask(3).int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]

    Source: "Attention Is All You Need", section 3.2.3. Raises TypeError or ValueError for a size
    that is not a whole number of at least one, ValueError for a negative past.
    """
    check_size(size=size)
    check_size(0, past=past)
    check_device(device=device)
    return torch.ones(size, past + size, dtype=torch.bool, device=device).tril(past)


def window_mask(
    size: int, window: int, *, device: torch.device | str | None = None
) -> Bool[Tensor, "T T"]:
    """A band of the `causal_mask`: each position sees ``window`` keys, itself the last of them.

    >>> window_mask(4, 2).int().tolist()
    [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]

    It hides keys and saves no work: `blockwise.window_attention` does. Raises TypeError or
    ValueError for a size or a window that is not a whole number of at least one.
    """
    check_size(window=window)
    return causal_mask(size, device=device).triu(1 - window)


def padding_mask(token_ids: Int[Tensor, "B S"], pad_id: int) -> Bool[Tensor, "B 1 1 S"]:
    """True where the key is a real token, as (B, 1, 1, S): the same for every head and query.

    >>> padding_mask(torch.tensor([[5, 7, 0]]), pad_id=0).tolist()
    [[[[True, True, False]]]]

    Raises TypeError or ValueError for ids that are not integers of shape (batch, length).
    """
    check_ids("token_ids", token_ids)
    check_whole(pad_id=pad_id)
    return (token_ids != pad_id)[:, None, None, :]


def decoder_mask(token_ids: Int[Tensor, "B T"], pad_id: int) -> Bool[Tensor, "B 1 T T"]:
    """True where the key is neither padding nor in the future: `padding_mask` and `causal_mask`.

    >>> decoder_mask(torch.tensor([[5, 7, 0]]), pad_id=0)[0, 0].int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 0]]

    Raises TypeError or ValueError for ids that are not integers of shape (batch, length).
    """
    return padding_mask(token_ids, pad_id) & causal_mask(token_ids.size(1), device=token_ids.device)


def additive_mask(
    mask: Bool[Tensor, "*shape"], dtype: torch.dtype = torch.float32
) -> Float[Tensor, "*shape"]:
    """The same mask as numbers to add to the scores: 0 where True, -inf where False.

    Adding it before softmax equals ``scores.masked_fill(~mask, -inf)``. Raises TypeError for a
    mask that is not boolean or a dtype that has no -inf.
    """
    check_bool(mask)
    check_kind(torch.dtype, dtype=dtype)
    if not dtype.is_floating_point:
        raise TypeError(f"dtype={dtype} cannot hold -inf; give a floating-point dtype")
    return torch.zeros_like(mask, dtype=dtype).masked_fill(~mask, -torch.inf)
