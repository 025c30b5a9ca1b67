"""The encoder-decoder of 2017: source and target ids in, logits for each next word out."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from tformer._support.checks import check_heads, check_mask
from tformer._support.signatures import Probability, Size, checked
from tformer.cache import CachedStep, KeyValueCache
from tformer.embeddings import Embedding
from tformer.layers import Activation, DecoderLayer, EncoderLayer, Norm, make_norm
from tformer.linear import Linear
from tformer.masks import decoder_mask, padding_mask
from tformer.positions import Positions

# The base model of the paper's table 3; one vocabulary for both languages, one table for all.
PRESETS = {"vaswani2017": {"tie_weights": "all"}}


@checked
@dataclass(frozen=True)
class TransformerConfig:
    """All sizes and choices of a `Transformer`; the defaults are the paper's base model.

    ``num_layers`` counts those of the encoder and again those of the decoder. ``tie_weights``:
    "none", "target" (output matrix = target embedding) or "all" (= source embedding too; one
    shared vocabulary, section 3.4). ``positions``: "sinusoidal", "learned", "rotary", "none".
    ``activation``: "relu", "relu2", "gelu", "gelu_tanh", "swiglu". ``norm``: "layer", "rms".
    """

    src_vocab_size: Size
    tgt_vocab_size: Size
    pad_id: int = 0
    d_model: Size = 512
    num_heads: Size = 8
    num_layers: Size = 6
    d_ff: Size = 2048
    context_length: Size = 512
    dropout: Probability = 0.1
    attention_dropout: Probability = 0.0
    norm_first: bool = False
    norm: Norm = "layer"
    activation: Activation = "relu"
    positions: Positions = "sinusoidal"
    bias: bool = True
    tie_weights: Literal["none", "target", "all"] = "none"

    def __post_init__(self):
        check_heads(self.d_model, self.num_heads)
        if self.tie_weights == "all" and self.src_vocab_size != self.tgt_vocab_size:
            sizes = f"src_vocab_size={self.src_vocab_size}, tgt_vocab_size={self.tgt_vocab_size}"
            raise ValueError(f"tie_weights='all' needs one vocabulary, not {sizes}; use 'target'")

    @classmethod
    def preset(cls, name: Literal[tuple(PRESETS)], **changes) -> "TransformerConfig":
        """A well-known model by name ("vaswani2017"), with the sizes you give instead of its own.

        >>> TransformerConfig.preset("vaswani2017", src_vocab_size=9, tgt_vocab_size=9).d_model
        512
        """
        return cls(**{**PRESETS[name], **changes})


@checked
class Transformer(nn.Module):
    """Encoder and decoder with everything around them.

    >>> model = Transformer(TransformerConfig(100, 120, d_model=32, num_heads=4, d_ff=64))
    >>> model(torch.randint(1, 100, (2, 7)), torch.randint(1, 120, (2, 5))).shape
    torch.Size([2, 5, 120])

    Matrices start Xavier-uniform, biases at 0, embeddings normal with deviation d_model^-0.5.
    Source: "Attention Is All You Need". Post-norm as there; with ``norm_first`` each stack ends in
    a norm, since nothing else tames the sum.
    """

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = c = config
        shared = {"context_length": c.context_length, "positions": c.positions}
        shared |= {"dropout": c.dropout, "scale": True, "d_head": c.d_model // c.num_heads}
        self.src_embedding = Embedding(c.src_vocab_size, c.d_model, **shared)
        self.tgt_embedding = Embedding(c.tgt_vocab_size, c.d_model, **shared)
        names = ("dropout", "attention_dropout", "norm_first", "norm", "activation", "bias")
        options = {name: getattr(c, name) for name in names}
        sizes = (c.d_model, c.num_heads, c.d_ff)
        self.encoder = nn.ModuleList(EncoderLayer(*sizes, **options) for _ in range(c.num_layers))
        self.decoder = nn.ModuleList(DecoderLayer(*sizes, **options) for _ in range(c.num_layers))
        norm = partial(make_norm, c.norm, c.d_model, bias=c.bias) if c.norm_first else nn.Identity
        self.encoder_norm, self.decoder_norm = norm(), norm()
        self.unembedding = Linear(c.d_model, c.tgt_vocab_size, bias=False)
        self._initialise()

    def _initialise(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Embedding):
                nn.init.normal_(module.weight, std=self.config.d_model**-0.5)
        if self.config.tie_weights != "none":
            self.unembedding.weight = self.tgt_embedding.tokens.weight
        if self.config.tie_weights == "all":
            self.src_embedding.tokens.weight = self.tgt_embedding.tokens.weight

    def source_mask(self, src: Int[Tensor, "B S"]) -> Bool[Tensor, "B 1 1 S"] | None:
        """Which source tokens may be attended to; None if nothing is padded, which is faster."""
        mask = padding_mask(src, self.config.pad_id)
        return None if mask.all() else mask

    def encode(self, src: Int[Tensor, "B S"]) -> Float[Tensor, "B S D"]:
        """Source ids to memory vectors; padding is not attended to. Errors: `Embedding.place`."""
        positions, rotation = self.src_embedding.place("src", src)
        mask = self.source_mask(src)
        x = self.src_embedding(src, positions)
        for layer in self.encoder:
            x = layer(x, mask, rotation=rotation)
        return self.encoder_norm(x)

    def decode(
        self,
        tgt: Int[Tensor, "B T"],
        memory: Float[Tensor, "B S {self.config.d_model}"],
        memory_mask: Bool[Tensor, "..."] | None = None,
        *,
        caches: list[tuple[KeyValueCache, ...]] | None = None,
    ) -> Float[Tensor, "B new V"]:
        """Target ids so far and memory to logits (B, T, V): row t is for the word after tgt[t].

        ``memory_mask`` is `source_mask` of the source. With ``caches`` (see `start`) only the
        positions they have not seen are computed and returned. Errors as in `encode`.
        """
        past = caches[0][0].length if caches else 0
        positions, rotation = self.tgt_embedding.place("tgt", tgt, past)
        if memory_mask is not None:
            shape = len(tgt), self.config.num_heads, tgt.size(1) - past, memory.size(1)
            check_mask(memory_mask, shape, tgt.device, "memory_mask")
        padded = (tgt == self.config.pad_id).any()
        # Without padding causality is all there is to say, and it needs no mask.
        mask = decoder_mask(tgt, self.config.pad_id)[:, :, past:] if padded else None
        x = self.tgt_embedding(tgt[:, past:], positions)
        for i, layer in enumerate(self.decoder):
            how = {"rotation": rotation, "caches": caches[i] if caches else None}
            x = layer(x, memory, mask, memory_mask, causal=mask is None, **how)
        return self.unembedding(self.decoder_norm(x))

    def forward(self, src: Int[Tensor, "B S"], tgt: Int[Tensor, "B T"]) -> Float[Tensor, "B T V"]:
        """Source and (shifted) target ids to logits; masks are built from the ids."""
        return self.decode(tgt, self.encode(src), self.source_mask(src))

    def start(self, src: Int[Tensor, "B S"], max_len: Size | None = None) -> CachedStep:
        """Encode the source and return ``step(tokens) -> logits`` for `decoding`: target prefixes
        (B, t) from the start id on to (B, V). ``max_len`` tokens fit, the context at most."""
        with torch.no_grad():
            memory = self.encode(src)
        room = min(self.config.context_length, max_len or self.config.context_length)
        caches = [(KeyValueCache(room), KeyValueCache(src.size(1))) for _ in self.decoder]
        return CachedStep(self.decode, caches, memory, self.source_mask(src))
