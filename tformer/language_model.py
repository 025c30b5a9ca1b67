"""The decoder-only language model: ids in, logits for each next token out."""

import math
from dataclasses import dataclass
from typing import Literal

from jaxtyping import Float, Int
from torch import Tensor, nn

from tformer._support.checks import check_heads
from tformer._support.signatures import NotNegative, Positive, Probability, Size, checked
from tformer.cache import CachedStep, KeyValueCache
from tformer.embeddings import Embedding
from tformer.layers import Activation, EncoderLayer, Norm, make_norm
from tformer.linear import Linear
from tformer.positions import Positions

PRESETS = {
    # Radford et al. 2019, the smallest of the four sizes.
    "gpt2": dict(vocab_size=50257, activation="gelu_tanh", dropout=0.1, attention_dropout=0.1),
    # Touvron et al. 2023 (Llama 2), 7 B.
    "llama": dict(vocab_size=32000, d_model=4096, num_heads=32, num_layers=32, d_ff=11008,
                  context_length=4096, norm="rms", activation="swiglu", positions="rotary",
                  bias=False, tie_weights=False),
    # Grattafiori et al. 2024 (Llama 3), 8 B: groups of four heads share keys and values.
    "llama3": dict(vocab_size=128_256, d_model=4096, num_heads=32, num_kv_heads=8, num_layers=32,
                   d_ff=14336, context_length=8192, norm="rms", activation="swiglu",
                   positions="rotary", rotary_base=500_000.0, bias=False, tie_weights=False),
}  # fmt: skip


@checked
@dataclass(frozen=True)
class LanguageModelConfig:
    """All sizes and choices of a `LanguageModel`; the defaults have the shape of GPT-2 small.

    ``d_ff`` is 4 d_model when None. ``tie_weights`` makes the output matrix the embedding table.
    ``positions``: "learned", "sinusoidal", "rotary", "none". ``activation``: "gelu",
    "gelu_tanh", "relu", "relu2", "swiglu". ``norm``: "layer", "rms". ``rotary_base``: the slowest
    angle. ``num_kv_heads``: key/value heads, as many as heads when None; ``qk_norm``: queries and
    keys normalised per head (see `MultiHeadAttention` for both).
    With ``pad_id``, prompts of different length share a batch, the shorter padded on the left.
    """

    vocab_size: Size
    d_model: Size = 768
    num_heads: Size = 12
    num_kv_heads: Size | None = None
    num_layers: Size = 12
    d_ff: Size | None = None
    context_length: Size = 1024
    dropout: Probability = 0.0
    attention_dropout: Probability = 0.0
    norm_first: bool = True
    norm: Norm = "layer"
    activation: Activation = "gelu"
    positions: Positions = "learned"
    qk_norm: bool = False
    bias: bool = True
    tie_weights: bool = True
    eps: NotNegative = 1e-5
    rotary_base: Positive = 10_000.0
    pad_id: int | None = None

    def __post_init__(self):
        check_heads(self.d_model, self.num_heads, self.num_kv_heads)

    @classmethod
    def preset(cls, name: Literal[tuple(PRESETS)], **changes) -> "LanguageModelConfig":
        """A well-known model by name ("gpt2", "llama", "llama3"), with the sizes you give instead
        of its own.

        >>> LanguageModelConfig.preset("llama", vocab_size=512, d_model=128, d_ff=344).norm
        'rms'
        """
        return cls(**{**PRESETS[name], **changes})


@checked
class LanguageModel(nn.Module):
    """A stack of causal layers between an embedding and its way back to words.

    >>> config = LanguageModelConfig.preset("gpt2", d_model=32, num_heads=4, num_layers=2)
    >>> LanguageModel(config)(torch.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 50257])

    Matrices and embeddings start normal with deviation 0.02, those that write to the residual
    stream with 0.02 / sqrt(2 num_layers); biases at 0. Source: Radford et al. 2019, section 2.3.
    """

    def __init__(self, config: LanguageModelConfig):
        super().__init__()
        self.config = c = config
        names = ("context_length", "positions", "dropout", "rotary_base")
        options = {name: getattr(c, name) for name in names}
        d_head = c.d_model // c.num_heads
        self.embedding = Embedding(c.vocab_size, c.d_model, d_head=d_head, **options)
        names = ("dropout", "attention_dropout", "norm_first", "norm", "activation", "bias", "eps")
        options = {name: getattr(c, name) for name in (*names, "num_kv_heads", "qk_norm")}
        d_ff = 4 * c.d_model if c.d_ff is None else c.d_ff
        self.layers = nn.ModuleList(
            EncoderLayer(c.d_model, c.num_heads, d_ff, **options) for _ in range(c.num_layers)
        )
        # Post-norm layers end in a norm of their own.
        final = make_norm(c.norm, c.d_model, eps=c.eps, bias=c.bias)
        self.final_norm = final if c.norm_first else nn.Identity()
        self.unembedding = Linear(c.d_model, c.vocab_size, bias=False)
        self._initialise()

    def _initialise(self) -> None:
        residual = 0.02 / math.sqrt(2 * self.config.num_layers)
        for name, module in self.named_modules():
            if isinstance(module, nn.Linear | nn.Embedding):
                writes = name.endswith(("out_proj", "down_proj"))
                nn.init.normal_(module.weight, std=residual if writes else 0.02)
            if isinstance(module, nn.Linear) and module.bias is not None:
                nn.init.zeros_(module.bias)
        if self.config.tie_weights:
            self.unembedding.weight = self.embedding.tokens.weight

    def forward(
        self,
        token_ids: Int[Tensor, "B T"],
        positions: Int[Tensor, "*rows new"] | None = None,
        *,
        caches: list[tuple[KeyValueCache, ...]] | None = None,
    ) -> Float[Tensor, "B new V"]:
        """Ids (B, T) to logits (B, T, V): row t is for the token after token_ids[t].

        ``positions``, (T,) or (B, T), are 0, 1, 2, ... if not given. With ``caches`` (see `start`)
        only the tokens they have not seen are computed, and logits and positions are theirs. Ids
        ``config.pad_id`` on the left of a row are not attended to, and its positions count from its
        first other id; on the right they need no mask, since nothing before them looks ahead.
        Raises as `Embedding.place` for ids and positions that do not fit.
        """
        past, mask = caches[0][0].length if caches else 0, None
        if self.config.pad_id is not None:
            begun = (token_ids != self.config.pad_id).int().cummax(1).values.bool()
            if not begun[:, 0].all():
                mask = begun[:, None, None]  # (B, 1, 1, S)
                own = (begun.cumsum(1) - 1).clamp(min=0)[:, past:]
                positions = own if positions is None else positions
        positions, rotation = self.embedding.place("token_ids", token_ids, past, positions)
        x = self.embedding(token_ids[:, past:], positions)
        for i, layer in enumerate(self.layers):
            x = layer(x, mask, causal=True, rotation=rotation, caches=caches[i] if caches else None)
        return self.unembedding(self.final_norm(x))

    def start(self, max_len: Size | None = None) -> CachedStep:
        """``step(tokens) -> logits`` for `decoding`: whole prefixes (B, t) in, (B, V) for the next
        token out, each token computed once. ``max_len`` tokens fit, the context at most."""
        room = min(self.config.context_length, max_len or self.config.context_length)
        return CachedStep(self, [(KeyValueCache(room),) for _ in self.layers])
