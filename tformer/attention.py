"""What one position asks of the others: scaled dot-product attention.

Masks are boolean, True = may attend, broadcastable to the scores (see `tformer.masks`). A query
that may attend to nothing gets zero weights and a zero output, forwards and backwards.
"""

import math

import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor

from tformer._checks import check_float, check_mask, check_probability, check_same_device
from tformer.losses import softmax


def attention_weights(
    q: Float[Tensor, "*batch T D"],
    k: Float[Tensor, "*batch S D"],
    mask: Bool[Tensor, "..."] | None = None,
    scale: float | None = None,
) -> Float[Tensor, "*batch T S"]:
    """softmax(q k^T * scale) over the keys: row t says how much query t takes from each key.

    ``scale`` is 1/sqrt(D) by default: a dot product of D independent terms has variance D.
    """
    scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(q.size(-1)) if scale is None else scale)
    if mask is None:
        return softmax(scores, dim=-1)
    blocked = ~mask
    # A row that may attend to nothing keeps its finite scores through softmax, so that no NaN is
    # ever made, and is zeroed after it with the other blocked entries.
    nowhere = blocked.all(-1, keepdim=True)
    scores = scores.masked_fill(blocked & ~nowhere, float("-inf"))
    return softmax(scores, dim=-1).masked_fill(blocked, 0.0)


def scaled_dot_product_attention(
    q: Float[Tensor, "*batch T D"],
    k: Float[Tensor, "*batch S D"],
    v: Float[Tensor, "*batch S Dv"],
    mask: Bool[Tensor, "..."] | None = None,
    *,
    dropout_p: float = 0.0,
    scale: float | None = None,
) -> tuple[Float[Tensor, "*batch T Dv"], Float[Tensor, "*batch T S"]]:
    """softmax(q k^T / sqrt(D)) v and the weights: ((..., T, Dv), (..., T, S)).

    The output for a query is the weighted mean of the values, the weights in its row summing to
    one. ``mask`` is boolean, True = may attend. ``dropout_p`` drops weights on the way to the
    output; those returned are the undropped ones.

    >>> q, k, v = torch.zeros(1, 2), torch.randn(3, 2), torch.tensor([[1.0], [2.0], [6.0]])
    >>> out, weights = scaled_dot_product_attention(q, k, v)   # no preference: a plain mean
    >>> round(out.item(), 4), [round(w, 4) for w in weights[0].tolist()]
    (3.0, [0.3333, 0.3333, 0.3333])

    Source: "Attention Is All You Need", equation 1. Raises TypeError or ValueError for tensors
    whose dtypes, shapes or devices do not fit and for masks that are not boolean or do not
    broadcast to (..., T, S).
    """
    _check_qkv(q, k, v)
    check_probability(dropout_p=dropout_p)
    if mask is not None:
        check_mask(mask, (*q.shape[:-1], k.size(-2)), q.device)
    weights = attention_weights(q, k, mask, scale)
    return F.dropout(weights, dropout_p) @ v, weights


def _check_qkv(q: Tensor, k: Tensor, v: Tensor) -> None:
    for name, x in (("q", q), ("k", k), ("v", v)):
        check_float(name, x, dims=2)
    check_same_device(q=q, k=k, v=v)
    if not q.dtype == k.dtype == v.dtype:
        raise TypeError(f"q, k, v have dtypes {q.dtype}, {k.dtype}, {v.dtype}; use one for all")
    if q.size(-1) != k.size(-1) or q.size(-1) == 0:
        raise ValueError(f"q has width {q.size(-1)}, k {k.size(-1)}; queries and keys share one")
    if k.shape[:-1] != v.shape[:-1] or k.size(-2) == 0:
        raise ValueError(
            f"k has shape {tuple(k.shape)}, v {tuple(v.shape)}; each key needs one value"
        )
    if q.shape[:-2] != k.shape[:-2]:
        raise ValueError(
            f"q has shape {tuple(q.shape)}, k {tuple(k.shape)}; the leading axes differ"
        )
