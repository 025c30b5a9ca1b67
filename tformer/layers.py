"""What a stack is made of: normalisation, feed-forward, and the two kinds of layer."""

from copy import deepcopy
from functools import partial
from typing import Literal

import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tformer._support.signatures import NotNegative, Probability, Size, checked, explained
from tformer.attention import MultiHeadAttention
from tformer.cache import KeyValueCache
from tformer.dropout import Dropout
from tformer.linear import Linear

Norm = Literal["layer", "rms"]


@checked
def make_norm(
    kind: Norm, d_model: Size, *, eps: NotNegative = 1e-5, bias: bool = True
) -> nn.Module:
    """ "layer": (x - mean) / sqrt(variance + eps), biased variance (Ba et al. 2016). "rms": x /
    sqrt(mean(x^2) + eps) (Zhang and Sennrich 2019). Both over the last axis, times a learned gain.
    """
    if kind == "rms":
        return nn.RMSNorm(d_model, eps=eps)
    return nn.LayerNorm(d_model, eps=eps, bias=bias)


@checked
def relu_squared(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """max(x, 0)^2 (So et al. 2021, "Primer")."""
    return F.relu(x).square()


ACTIVATIONS = {
    "relu": F.relu,
    "relu2": relu_squared,
    "gelu": F.gelu,  # x times the share of a standard normal below x (Hendrycks, Gimpel 2016)
    "gelu_tanh": partial(F.gelu, approximate="tanh"),
    "swiglu": F.silu,  # bends the gate: x * sigmoid(x) (Ramachandran et al. 2017)
}
Activation = Literal[tuple(ACTIVATIONS)]


class FeedForward(nn.Module):
    """The same two-layer network at every position: widen to ``d_ff``, bend, narrow again.

    "relu" is the paper's (section 3.3), "relu2" its square, "gelu_tanh" GPT-2's approximation of
    "gelu", "swiglu" gates the widened features with a third matrix (Shazeer 2020): down(silu(gate)
    * up).
    """

    @checked
    def __init__(self, d_model: Size, d_ff: Size, *, activation: Activation = "relu",
                 bias: bool = True):  # fmt: skip
        super().__init__()
        self.activation = activation
        if activation == "swiglu":
            self.gate_proj = Linear(d_model, d_ff, bias=bias)
        self.up_proj = Linear(d_model, d_ff, bias=bias)
        self.down_proj = Linear(d_ff, d_model, bias=bias)

    def forward(self, x: Float[Tensor, "*batch T D"]) -> Float[Tensor, "*batch T D"]:
        """(..., T, d_model) to the same shape; positions do not mix."""
        bend = ACTIVATIONS[self.activation]
        if self.activation == "swiglu":
            return self.down_proj(bend(self.gate_proj(x)) * self.up_proj(x))
        return self.down_proj(bend(self.up_proj(x)))


@checked
class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each added to what came in: (B, T, D) to (B, T, D).

    With ``causal`` it is the layer of a decoder-only model. ``norm_first=False`` is the paper's
    post-norm, True the pre-norm of GPT-2, whose stack needs a norm at its end. ``dropout`` drops
    what a sublayer adds, ``attention_dropout`` attention weights (the paper has only the first).
    ``num_kv_heads`` and ``qk_norm`` are `MultiHeadAttention`'s.
    Source: "Attention Is All You Need", section 3.1; Xiong et al. 2020 compare the two orders.
    """

    def __init__(self, d_model: Size, num_heads: Size, d_ff: Size, *, dropout: Probability = 0.0,
                 attention_dropout: Probability = 0.0, norm_first: bool = False,
                 norm: Norm = "layer", activation: Activation = "relu", bias: bool = True,
                 eps: NotNegative = 1e-5, num_kv_heads: Size | None = None,
                 qk_norm: bool = False):  # fmt: skip
        super().__init__()
        self.d_model, self.norm_first = d_model, norm_first
        attention = {"dropout": attention_dropout, "bias": bias, "eps": eps}
        attention |= {"num_kv_heads": num_kv_heads, "qk_norm": qk_norm}
        self.self_attention = MultiHeadAttention(d_model, num_heads, **attention)
        self.norm1 = make_norm(norm, d_model, eps=eps, bias=bias)
        self.ffn = FeedForward(d_model, d_ff, activation=activation, bias=bias)
        self.norm2 = make_norm(norm, d_model, eps=eps, bias=bias)
        self.dropout = Dropout(dropout)
        self.residual = nn.Identity()  # the sum's name

    @explained
    def forward(
        self,
        x: Float[Tensor, "B T {self.d_model}"],
        mask: Bool[Tensor, "..."] | None = None,
        *,
        causal: bool = False,
        rotation: tuple[Tensor, Tensor] | None = None,
        caches: tuple[KeyValueCache, ...] | None = None,
    ) -> Float[Tensor, "B T {self.d_model}"]:
        """``mask`` broadcasts to (B, H, T, T); the rest as in `MultiHeadAttention`."""
        own = caches[0] if caches else None
        x = self._add(x, self.norm1, self.self_attention, None, mask, causal, rotation, own)
        return self._add(x, self.norm2, self.ffn)

    def _add(self, x: Tensor, norm: nn.Module, sublayer: nn.Module, *others) -> Tensor:
        """Post-norm: norm(x + sublayer(x)). Pre-norm: x + sublayer(norm(x)), x itself untouched."""
        total = x + self.dropout(sublayer(norm(x) if self.norm_first else x, *others))
        if self.residual._forward_hooks:  # called only for those who look
            total = self.residual(total)
        return total if self.norm_first else norm(total)


@checked
class DecoderLayer(EncoderLayer):
    """Causal self-attention, attention to the encoder's ``memory``, feed-forward; each added.

    Takes the options of `EncoderLayer`. Source: "Attention Is All You Need", section 3.1.
    """

    def __init__(self, d_model: Size, num_heads: Size, d_ff: Size, **options):
        super().__init__(d_model, num_heads, d_ff, **options)
        names = ("bias", "eps", "num_kv_heads", "qk_norm")
        same = {name: options[name] for name in names if name in options}
        same["dropout"] = options.get("attention_dropout", 0.0)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, **same)
        self.norm3 = deepcopy(self.norm1)  # the same kind, weights of its own

    @explained
    def forward(
        self,
        x: Float[Tensor, "B T {self.d_model}"],
        memory: Float[Tensor, "B S {self.d_model}"],
        mask: Bool[Tensor, "..."] | None = None,
        memory_mask: Bool[Tensor, "..."] | None = None,
        *,
        causal: bool = True,
        rotation: tuple[Tensor, Tensor] | None = None,
        caches: tuple[KeyValueCache, ...] | None = None,
    ) -> Float[Tensor, "B T {self.d_model}"]:
        """``mask`` (B, H, T, T) is for self-attention, ``memory_mask`` (B, H, T, S) for the
        cross-attention: queries from x, keys and values from ``memory``."""
        if memory is None:  # the second attention would be to x itself
            raise TypeError("memory is None; give the encoder's vectors (batch, length, width)")
        own, other = caches or (None, None)
        x = self._add(x, self.norm1, self.self_attention, None, mask, causal, rotation, own)
        x = self._add(x, self.norm2, self.cross_attention, memory, memory_mask, False, None, other)
        return self._add(x, self.norm3, self.ffn)
