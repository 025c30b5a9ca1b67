"""What a stack is made of: normalisation, feed-forward, and the two kinds of layer."""

from collections.abc import Callable
from copy import deepcopy

import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from tformer._checks import check_choice, check_probability, check_size
from tformer.attention import MultiHeadAttention
from tformer.cache import KeyValueCache
from tformer.dropout import Dropout

ACTIVATIONS = ("relu", "gelu", "gelu_tanh", "swiglu")
NORMS = ("layer", "rms")


def make_norm(kind: str, d_model: int, *, eps: float = 1e-5, bias: bool = True) -> nn.Module:
    """ "layer": (x - mean) / sqrt(variance + eps), biased variance (Ba et al. 2016). "rms": x /
    sqrt(mean(x^2) + eps) (Zhang and Sennrich 2019). Both over the last axis, times a learned gain.
    """
    check_choice(norm=(kind, NORMS))
    if kind == "rms":
        return nn.RMSNorm(d_model, eps=eps)
    return nn.LayerNorm(d_model, eps=eps, bias=bias)


class FeedForward(nn.Module):
    """The same two-layer network at every position: widen to ``d_ff``, bend, narrow again.

    "relu" is the paper's (section 3.3), "gelu" that of Hendrycks and Gimpel 2016, "gelu_tanh" the
    approximation in GPT-2 (no faster on a CPU, needed for its weights),
    "swiglu" gates the widened features with a third matrix (Shazeer 2020): down(silu(gate) * up).
    """

    def __init__(self, d_model: int, d_ff: int, *, activation: str = "relu", bias: bool = True):
        super().__init__()
        check_size(d_model=d_model, d_ff=d_ff)
        check_choice(activation=(activation, ACTIVATIONS))
        self.activation = activation
        if activation == "swiglu":
            self.gate_proj = nn.Linear(d_model, d_ff, bias=bias)
        self.up_proj = nn.Linear(d_model, d_ff, bias=bias)
        self.down_proj = nn.Linear(d_ff, d_model, bias=bias)

    def forward(self, x: Float[Tensor, "*batch T D"]) -> Float[Tensor, "*batch T D"]:
        """(..., T, d_model) to the same shape; positions do not mix."""
        if self.activation == "swiglu":
            return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))
        hidden = self.up_proj(x)
        if self.activation == "relu":
            return self.down_proj(F.relu(hidden))
        approximate = "tanh" if self.activation == "gelu_tanh" else "none"
        return self.down_proj(F.gelu(hidden, approximate=approximate))


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each added to what came in: (B, T, D) to (B, T, D).

    With ``causal`` it is the layer of a decoder-only model. ``norm_first=False`` is the paper's
    post-norm, True the pre-norm of GPT-2, whose stack needs a norm at its end. ``dropout`` drops
    what a sublayer adds, ``attention_dropout`` attention weights (the paper has only the first).
    Source: "Attention Is All You Need", section 3.1; Xiong et al. 2020 compare the two orders.
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        *,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
        norm_first: bool = False,
        norm: str = "layer",
        activation: str = "relu",
        bias: bool = True,
        eps: float = 1e-5,
    ):
        super().__init__()
        check_probability(dropout=dropout)
        self.norm_first = norm_first
        attention = {"dropout": attention_dropout, "bias": bias}
        self.self_attention = MultiHeadAttention(d_model, num_heads, **attention)
        self.norm1 = make_norm(norm, d_model, eps=eps, bias=bias)
        self.ffn = FeedForward(d_model, d_ff, activation=activation, bias=bias)
        self.norm2 = make_norm(norm, d_model, eps=eps, bias=bias)
        self.dropout = Dropout(dropout)
        self.residual = nn.Identity()  # the sum's name

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "..."] | None = None,
        *,
        causal: bool = False,
        rotation: tuple[Tensor, Tensor] | None = None,
        caches: tuple[KeyValueCache, ...] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """``mask`` broadcasts to (B, H, T, T); the rest as in `MultiHeadAttention`."""
        (own,) = caches or (None,)
        how = {"mask": mask, "causal": causal, "rotation": rotation, "cache": own}
        x = self._add(x, self.norm1, lambda x: self.self_attention(x, **how))
        return self._add(x, self.norm2, self.ffn)

    def _add(self, x: Tensor, norm: nn.Module, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """Post-norm: norm(x + sublayer(x)). Pre-norm: x + sublayer(norm(x)), x itself untouched."""
        if self.norm_first:
            return self.residual(x + self.dropout(sublayer(norm(x))))
        return norm(self.residual(x + self.dropout(sublayer(x))))


class DecoderLayer(EncoderLayer):
    """Causal self-attention, attention to the encoder's ``memory``, feed-forward; each added.

    Takes the options of `EncoderLayer`. Source: "Attention Is All You Need", section 3.1.
    """

    def __init__(self, d_model: int, num_heads: int, d_ff: int, **options):
        super().__init__(d_model, num_heads, d_ff, **options)
        dropout, bias = options.get("attention_dropout", 0.0), options.get("bias", True)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, dropout=dropout, bias=bias)
        self.norm3 = deepcopy(self.norm1)  # the same kind, weights of its own

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "..."] | None = None,
        memory_mask: Bool[Tensor, "..."] | None = None,
        *,
        causal: bool = True,
        rotation: tuple[Tensor, Tensor] | None = None,
        caches: tuple[KeyValueCache, ...] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """``mask`` (B, H, T, T) is for self-attention, ``memory_mask`` (B, H, T, S) for the
        cross-attention: queries from x, keys and values from ``memory``."""
        own, other = caches or (None, None)
        how = {"mask": mask, "causal": causal, "rotation": rotation, "cache": own}
        ask = {"memory": memory, "mask": memory_mask, "cache": other}
        x = self._add(x, self.norm1, lambda x: self.self_attention(x, **how))
        x = self._add(x, self.norm2, lambda x: self.cross_attention(x, **ask))
        return self._add(x, self.norm3, self.ffn)
