"""What one position asks of the others: scaled dot-product and multi-head attention, with a cache.

Masks are boolean, True = may attend, broadcastable to the scores (see `tformer.masks`). A query
that may attend to nothing gets zero weights and a zero output, forwards and backwards.
"""

import math

import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tformer._support.checks import check_flag, check_heads, check_mask
from tformer._support.signatures import NotNegative, Probability, Size, checked, explained
from tformer.cache import KeyValueCache
from tformer.dropout import dropout
from tformer.linear import Linear
from tformer.masks import additive_mask, causal_mask
from tformer.positions import apply_rotary


@checked
def attention_weights(
    q: Float[Tensor, "*batch T D"],
    k: Float[Tensor, "*batch S D"],
    mask: Bool[Tensor, "..."] | None = None,
    scale: float | None = None,
) -> Float[Tensor, "*batch T S"]:
    """softmax(q k^T * scale) over the keys: row t says how much query t takes from each key.

    ``scale`` is 1/sqrt(D) by default: a dot product of D independent terms has variance D.
    """
    scores = q * (1 / math.sqrt(q.size(-1)) if scale is None else scale) @ k.transpose(-2, -1)
    if mask is None:
        return scores.softmax(-1)
    check_mask(mask, scores.shape, scores.device)
    # A row that may attend to nothing keeps its finite scores through softmax, so that no NaN is
    # ever made, and is zeroed after it.
    nowhere = ~mask.any(-1, keepdim=True)
    scores += additive_mask(mask | nowhere, scores.dtype)
    weights = scores.softmax(-1)
    return weights.masked_fill(nowhere, 0.0) if nowhere.any() else weights


@checked
def scaled_dot_product_attention(
    q: Float[Tensor, "*batch T D"],
    k: Float[Tensor, "*batch S D"],
    v: Float[Tensor, "*batch S Dv"],
    mask: Bool[Tensor, "..."] | None = None,
    *,
    dropout_p: Probability = 0.0,
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
    weights = attention_weights(q, k, mask, scale)
    return dropout(weights, dropout_p) @ v, weights


@explained
def split_heads(x: Float[Tensor, "B T D"], num_heads: Size) -> Float[Tensor, "B H T Dh"]:
    """(B, T, D) -> (B, H, T, D/H): head i gets the i-th block of features, not every H-th one.

    The axis must be cut before it is moved: viewing (B, T, D) as (B, H, T, D/H) at once has the
    right shape and mixes positions.
    """
    B, T, D = x.shape
    if D % num_heads or not x.is_floating_point():
        raise ValueError(f"x has shape {tuple(x.shape)}; give a width that {num_heads=} divides")
    return x.view(B, T, num_heads, D // num_heads).transpose(1, 2)


@explained
def merge_heads(x: Float[Tensor, "B H T Dh"]) -> Float[Tensor, "B T D"]:
    """(B, H, T, D/H) -> (B, T, D), heads side by side: the inverse of `split_heads`."""
    B, H, T, Dh = x.shape
    if not x.is_floating_point():
        raise TypeError(f"x has dtype {x.dtype}; give a floating-point tensor")
    return x.transpose(1, 2).reshape(B, T, H * Dh)


@checked
class MultiHeadAttention(nn.Module):
    """Several attentions side by side, each in its own d_model / num_heads features.

    Serves self-attention (no ``memory``), cross-attention (keys and values from ``memory``) and
    both with a cache. Source: "Attention Is All You Need", section 3.2.2. ``dropout`` drops
    attention weights in training.

    With fewer ``num_kv_heads`` than heads, neighbouring heads share keys and values: head h asks
    those of head h // (num_heads / num_kv_heads), and only these are projected and cached (Ainslie
    et al. 2023, "GQA"; with one it is multi-query attention, Shazeer 2019). ``qk_norm`` brings
    every query and key to root mean square 1, times a learned gain, before they are turned and
    meet (Henry et al. 2020; per head as in Qwen3): scores can then not grow with the weights.

    Fast when nobody looks: `F.scaled_dot_product_attention` never forms the (T, S) weights. A
    forward hook on ``weights`` (`probes.capture` sets one) switches to the explicit softmax and
    shows them; a hook that returns something else replaces them, which is how to switch off a head.

    Raises ValueError when ``num_heads`` does not divide ``d_model`` or ``num_kv_heads`` not
    ``num_heads``; in ``forward`` for another width and masks that do not fit (B, H, T, S).
    """

    def __init__(self, d_model: Size, num_heads: Size, *, num_kv_heads: Size | None = None,
                 dropout: Probability = 0.0, bias: bool = True, qk_norm: bool = False,
                 eps: NotNegative = 1e-5):  # fmt: skip
        super().__init__()
        check_heads(d_model, num_heads, num_kv_heads)
        self.d_model, self.num_heads, self.dropout = d_model, num_heads, dropout
        self.num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
        d_head = d_model // num_heads
        self.q_proj = Linear(d_model, d_model, bias=bias)
        self.k_proj = Linear(d_model, self.num_kv_heads * d_head, bias=bias)
        self.v_proj = Linear(d_model, self.num_kv_heads * d_head, bias=bias)
        self.out_proj = Linear(d_model, d_model, bias=bias)
        self.q_norm = nn.RMSNorm(d_head, eps=eps) if qk_norm else None
        self.k_norm = nn.RMSNorm(d_head, eps=eps) if qk_norm else None
        # Names for what happens between the projections; used only when somebody looks.
        self.queries, self.keys, self.values = nn.Identity(), nn.Identity(), nn.Identity()
        self.allowed, self.weights, self.mixed = nn.Identity(), nn.Identity(), nn.Identity()

    @explained
    def forward(self, x: Float[Tensor, "B T {self.d_model}"],
                memory: Float[Tensor, "B S {self.d_model}"] | None = None,
                mask: Bool[Tensor, "..."] | None = None, causal: bool = False,
                rotation: tuple[Tensor, Tensor] | None = None,
                cache: KeyValueCache | None = None,
                ) -> Float[Tensor, "B T {self.d_model}"]:  # fmt: skip
        """Each of x's T positions asks the keys of ``memory`` (of x itself when None).

        ``mask`` (bool, True = may attend) broadcasts to (B, H, T, S). ``causal`` hides what comes
        after, without a mask being formed. ``rotation`` is (cos, sin) of `RotaryPositions`.
        ``cache`` holds the keys and values of the past: self-attention adds those of x,
        cross-attention computes those of ``memory`` at the first call only.
        """
        check_flag(causal=causal)
        if not x.numel() or (memory is not None and memory.size(0) != x.size(0)):
            raise ValueError("one row of memory would serve for all of x")
        # Project and split into heads: x asks, and the source is asked.
        q = _turned(split_heads(self.q_proj(x), self.num_heads), self.q_norm, rotation)
        if memory is not None and cache is not None and cache.length:
            k, v = cache.filled()  # the memory has not changed since the first call
        else:
            source = x if memory is None else memory
            k = _turned(split_heads(self.k_proj(source), self.num_kv_heads), self.k_norm, rotation)
            v = split_heads(self.v_proj(source), self.num_kv_heads)
            if cache is not None:
                k, v = cache.append(k, v)
        # Attend in every head, merge the heads and project.
        mixed = self._attend(q, k, v, mask, causal)
        del q, k, v  # the last projection may take their room
        return self.out_proj(merge_heads(mixed))

    def _attend(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, causal: bool) -> Tensor:
        """`scaled_dot_product_attention` in every head, with a hook at every step."""
        dropout_p = self.dropout if self.training else 0.0
        # For dropped weights torch has no fast path on a CPU: it forms them too, and draws slower.
        if not (self.weights._forward_hooks or (dropout_p and q.device.type == "cpu")):
            return self._attend_unseen(q, k, v, mask, causal, dropout_p)
        mask = _visible(mask, causal, q, k)
        q, k, v = self.queries(q), self.keys(k), self.values(v)
        group = self.num_heads // self.num_kv_heads
        if group > 1:  # head h asks key/value head h // group
            k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        mask = None if mask is None else self.allowed(mask)
        weights = self.weights(attention_weights(q, k, mask))
        return self.mixed(dropout(weights, dropout_p) @ v)

    def _attend_unseen(self, q, k, v, mask, causal, dropout_p) -> Tensor:
        """The same by torch's kernel, which never forms the weights; a test holds both equal."""
        # Torch's is_causal takes no mask beside it and aligns top left, wrong behind a cache.
        square = causal and q.size(2) == k.size(2) and mask is None
        mask = mask if square else _visible(mask, causal, q, k)
        shared = self.num_kv_heads < self.num_heads
        return F.scaled_dot_product_attention(q, k, v, mask, dropout_p, square, enable_gqa=shared)


def _turned(x: Tensor, norm: nn.Module | None, rotation: tuple | None) -> Tensor:
    """Queries or keys, brought to one size (QK-norm) and turned by their positions (rotary)."""
    x = x if norm is None else norm(x)
    return x if rotation is None else apply_rotary(x, *rotation)


def _visible(mask: Tensor | None, causal: bool, q: Tensor, k: Tensor) -> Tensor | None:
    """The mask, once it is known to fit the scores, less all later keys if ``causal``."""
    T, S = q.size(2), k.size(2)
    if mask is not None:
        check_mask(mask, (*q.shape[:3], S), q.device)
        if mask.dim() == 3:  # (B, T, S) would be read as (H, T, S), silently where B equals H
            shape = "(B, 1, T, S) for one mask a sentence or (1, H, T, S) for one a head"
            raise ValueError(f"mask has shape {tuple(mask.shape)}; say {shape}")
    if causal and T > 1:
        lower = causal_mask(T, past=S - T, device=q.device)
        mask = lower if mask is None else mask & lower
    return mask
