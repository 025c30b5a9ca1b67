"""The machine with a cache: each word asks for its own place alone."""

import torch
from torch import Tensor

from .machine import Machine


class Cached(Machine):
    """It keeps, for every beginning that a search asks about, the decoder's keys and values; the
    next word attends upon them by the part `attend_with_cache`."""

    def encode(self, src_ids: Tensor) -> tuple[Tensor, Tensor]:
        """A new sentence: nothing is kept."""
        self.place, self.kept = 0, {(): ({}, None)}
        return super().encode(src_ids)

    def embed(self, ids: Tensor) -> Tensor:
        """The waves begin at the place of the first id."""
        vectors = self.parts.scaled_embedding(self.table, ids)
        width = self.config["d_model"]
        waves = self.parts.sinusoidal_positions(self.place + ids.shape[1], width)[self.place :]
        return vectors + waves.to(vectors.dtype)

    def self_attention(self, name: str):
        if not name.startswith("decoder"):
            return super().self_attention(name)

        def upon_the_past(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
            past = self.past.get(name, (k[:, :, :0], v[:, :, :0]))
            out, *self.past[name] = self.parts.attend_with_cache(q, k, v, *past)
            return out

        return self.cross_attention(name, upon_the_past)

    def decode(self, tgt_ids: Tensor, memory: Tensor, memory_mask: Tensor) -> Tensor:
        rows = []
        for ids in tgt_ids.tolist():
            starts = [tuple(ids[: n + 1]) for n in range(len(ids))]
            for start in (start for start in starts if start not in self.kept):
                self.past, self.place = dict(self.kept[start[:-1]][0]), len(start) - 1
                one = torch.tensor([start[-1:]]), memory[:1], memory_mask[:1]
                self.kept[start] = self.past, super().decode(*one)[0, -1]
            rows.append(torch.stack([self.kept[start][1] for start in starts]))
        return torch.stack(rows)
