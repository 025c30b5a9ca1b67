"""Attention in blocks of keys, which never forms the whole (T, S) table of scores.

`online_softmax_attention` is exact for every key and saves memory; `window_attention` leaves out
the keys that are far back and saves time too. No model of the course needs them: they show what
the cost of attention is made of.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from tformer._support.checks import check_float, check_size
from tformer.attention import attention_weights


def online_softmax_attention(
    q: Float[Tensor, "*batch T D"],
    k: Float[Tensor, "*batch S D"],
    v: Float[Tensor, "*batch S Dv"],
    block: int,
) -> Float[Tensor, "*batch T Dv"]:
    """softmax(q k^T / sqrt(D)) v in one pass over the keys, ``block`` of them at a time.

    Each query keeps the largest score so far, and relative to it the sum of its powers and of
    powers times values; all three are put right when a block brings a larger score. Equals
    `scaled_dot_product_attention` up to rounding.

    Sources: Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al.
    2022, "FlashAttention". Raises TypeError or ValueError for tensors that do not fit each other
    and for a block that is not a whole number of at least one.
    """
    _check(q, k, v, block=block)
    q = q / math.sqrt(q.size(-1))
    largest = q.new_full((*q.shape[:-1], 1), -torch.inf)
    total = torch.zeros_like(largest)
    out = q.new_zeros(*q.shape[:-1], v.size(-1))
    for keys, values in zip(k.split(block, -2), v.split(block, -2), strict=True):
        scores = q @ keys.mT
        larger = torch.maximum(largest, scores.amax(-1, keepdim=True))
        powers, shrink = (scores - larger).exp(), (largest - larger).exp()
        total = total * shrink + powers.sum(-1, keepdim=True)
        out = out * shrink + powers @ values
        largest = larger
    return out / total


def window_attention(
    q: Float[Tensor, "*batch T D"],
    k: Float[Tensor, "*batch T D"],
    v: Float[Tensor, "*batch T Dv"],
    window: int,
) -> Float[Tensor, "*batch T Dv"]:
    """Attention under `masks.window_mask`, with T * 2 * window scores instead of T * T.

    The positions are cut into blocks of ``window``. A block's queries meet the keys of their own
    block and of the one before (its halo): no window reaches further back. Raises TypeError or
    ValueError for tensors that do not fit each other and for a window that is not a whole number
    of at least one.
    """
    _check(q, k, v, window=window)
    if q.size(-2) != k.size(-2):
        raise ValueError(f"{q.size(-2)} queries and {k.size(-2)} keys; a window needs as many")
    missing = -q.size(-2) % window
    q, k, v = (F.pad(x, (0, 0, 0, missing)).unflatten(-2, (-1, window)) for x in (q, k, v))
    k, v = (torch.cat([F.pad(x, (0, 0, 0, 0, 1, 0))[..., :-1, :, :], x], -2) for x in (k, v))
    row = torch.arange(window, device=q.device)[:, None]
    column = torch.arange(2 * window, device=q.device)
    seen = (column > row) & (column <= row + window)
    blocks = torch.arange(q.size(-3), device=q.device)[:, None, None]
    seen = seen & ((blocks > 0) | (column >= window))  # before the first block there is nothing
    out = attention_weights(q, k, seen) @ v
    return out.flatten(-3, -2)[..., : out.size(-3) * window - missing, :]


def _check(q: Tensor, k: Tensor, v: Tensor, **size: int) -> None:
    check_size(**size)
    check_float(2, q=q, k=k, v=v)
    if q.shape[:-2] != k.shape[:-2] or q.size(-1) != k.size(-1) or k.shape[:-1] != v.shape[:-1]:
        shapes = f"q has shape {tuple(q.shape)}, k {tuple(k.shape)}, v {tuple(v.shape)}"
        raise ValueError(f"{shapes}; q and k need one width, k and v one length, all the same "
                         "axes before these")  # fmt: skip
