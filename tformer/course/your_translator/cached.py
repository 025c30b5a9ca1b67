"""The machine with a cache: each word goes through the decoder once."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

from torch import Tensor

from .machine import Machine


class Cached(Machine):
    """The part `greedy_with_cache` writes; it keeps each layer's keys and values, upon which the
    next word attends by the part `attend_with_cache`."""

    def __init__(self, parts: SimpleNamespace, path: Path):
        super().__init__(SimpleNamespace(**{**vars(parts), "greedy_decode": self.write}), path)

    def encode(self, src_ids: Tensor) -> tuple[Tensor, Tensor]:
        self.read = super().encode(src_ids)
        return self.read

    def embed(self, ids: Tensor, start: int = 0) -> Tensor:
        """The waves begin at the place of the first id."""
        vectors = self.parts.scaled_embedding(self.table, ids)
        width = self.config["d_model"]
        waves = self.parts.sinusoidal_positions(start + ids.shape[1], width)[start:]
        return vectors + waves.to(vectors.dtype)

    def self_attention(self, name: str) -> Callable:
        if not name.startswith("decoder"):
            return super().self_attention(name)

        def upon_the_past(q: Tensor, k: Tensor, v: Tensor, mask: None) -> Tensor:
            past = self.past or (k[:, :, :0], v[:, :, :0])
            out, *self.past = self.parts.attend_with_cache(q, k, v, *past)
            return out

        return self.cross_attention(name, upon_the_past)

    def write(self, logits: Callable, *ends: int) -> Tensor:
        """In place of `greedy_decode`, which asks for all places again."""
        (memory, mask), norm = self.read, self.norm("decoder_norm")

        def keeping(layer: Callable) -> Callable:
            def through(x: Tensor, past: list[Tensor] | None) -> tuple[Tensor, list[Tensor]]:
                self.past = past
                return layer(x, memory, None, mask), self.past

            return through

        layers = [keeping(layer) for layer in self.decoder]
        return self.parts.greedy_with_cache(
            self.embed, layers, lambda x: self.unembed(norm(x)), *ends
        )
