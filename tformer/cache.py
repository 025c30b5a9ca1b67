"""The past, kept: keys and values that attention has computed, and a decoding step upon them."""

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tformer._support.checks import check_integers
from tformer._support.signatures import Size, checked, explained


@checked
class KeyValueCache:
    """Keys and values that one attention layer has computed already, (B, H, length, D/H) each,
    H the number of its key/value heads.

    Room for ``capacity`` positions is taken once, at the first `append`; each step writes its own
    columns and reads a view of all so far, so nothing of the past is copied or computed again.
    For inference: use it under ``torch.no_grad()``.
    """

    def __init__(self, capacity: Size):
        self.capacity = capacity
        self.length = 0
        self.keys: Tensor | None = None
        self.values: Tensor | None = None

    @explained
    def append(
        self, k: Float[Tensor, "B H T Dh"], v: Float[Tensor, "B H T Dh"]
    ) -> tuple[Tensor, Tensor]:
        """Add (B, H, T, D/H) new columns; returns views of all keys and all values so far.

        Raises ValueError when they do not fit behind what is there or belong to another batch.
        """
        if k.shape[:-1] != v.shape[:-1] or k.dtype != v.dtype:
            raise ValueError("k and v need one shape and one dtype")  # v would be broadcast
        rows, start, end = k.size(0), self.length, self.length + k.size(2)
        if end > self.capacity:
            raise ValueError(f"cache holds {start} of capacity={self.capacity}, no room for {end}")
        if self.keys is None:
            self.keys = k.new_empty(*k.shape[:2], self.capacity, k.size(3))
            self.values = torch.empty_like(self.keys)
        elif rows != self.keys.size(0):
            raise ValueError(f"cache has {len(self.keys)} rows, got {rows}; reorder() it first")
        self.keys[:, :, start:end] = k
        self.values[:, :, start:end] = v
        self.length = end
        return self.filled()

    def filled(self) -> tuple[Tensor, Tensor]:
        """Views of the keys and values held, (B, H, length, D/H); ValueError if there are none."""
        if self.keys is None or self.values is None:
            raise ValueError("cache is empty; append() keys and values first")
        return self.keys.narrow(2, 0, self.length), self.values.narrow(2, 0, self.length)

    def reorder(self, rows: Int[Tensor, " new"]) -> None:
        """Row i becomes what row ``rows[i]`` was: beams carry their own past, rows may multiply."""
        if self.keys is None:
            return
        check_integers("rows", rows, held=len(self.keys))
        used = slice(self.length)
        for name in ("keys", "values"):
            old = getattr(self, name)
            more = len(rows) > len(old)
            new = old.new_empty(len(rows), *old.shape[1:]) if more else old[: len(rows)]
            new[:, :, used] = old[:, :, used].index_select(0, rows)
            setattr(self, name, new)


@checked
class CachedStep:
    """``step(tokens) -> logits``: the whole prefix in, the next token's logits out, each token
    computed once.

    ``tokens`` (B, t) is always everything so far, and logits are (B, V); what the caches have seen
    is skipped. Beam search calls ``step.reorder(rows)`` when its rows change places or multiply;
    if it begins with K rows for each one the model was started with, each is repeated K times.
    Models make one with ``model.start(...)``; ``context`` are batch-first tensors (or None) that
    ``forward(tokens, *context, caches=caches)`` needs besides. The first cache of a layer holds the
    tokens' own past, others what was computed of the context.
    """

    def __init__(self, forward: Callable[..., Tensor], caches: list[tuple[KeyValueCache, ...]],
                 *context: Tensor | None):  # fmt: skip
        self.forward, self.caches, self.context = forward, caches, context
        self.read: Tensor | None = None  # what the caches hold the keys and values of

    @explained
    @torch.inference_mode()
    def __call__(self, tokens: Int[Tensor, "B t"]) -> Float[Tensor, "B V"]:
        """Raises ValueError for tokens that do not go on from those of the call before."""
        if self.read is None:
            started = next((len(x) for x in self.context if x is not None), len(tokens))
            times, left = divmod(len(tokens), started)
            if times > 1 and not left:
                self.reorder(torch.arange(len(tokens), device=tokens.device) // times)
        elif not tokens[:, : self.read.size(1)].equal(self.read):
            raise ValueError(f"tokens of shape {tuple(tokens.shape)} do not go on from the "
                             f"{tuple(self.read.shape)} that this step has read; reorder() its "
                             "rows, or start() another step for another prompt")  # fmt: skip
        logits = self.forward(tokens, *self.context, caches=self.caches)[:, -1]
        self.read = tokens.clone()
        return logits

    @torch.inference_mode()
    def reorder(self, rows: Int[Tensor, " new"]) -> None:
        """Let row i go on from what row ``rows[i]`` was."""
        context = tuple(None if x is None else x[rows] for x in self.context)
        # Beams of one sentence share its memory: then only what they wrote themselves moves.
        same = all(x is None or x.equal(y) for x, y in zip(self.context, context, strict=True))
        for own, *others in self.caches:
            for cache in (own,) if same else (own, *others):
                cache.reorder(rows)
        self.context = context
        self.read = None if self.read is None else self.read[rows]
