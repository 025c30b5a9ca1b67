"""The model that is examined: two instances of it, and forward passes that are told apart."""

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from tformer.checkup.watch import Map, Watch
from tformer.probes import leak

# Of target and source: no batch, head or width is so long.
LENGTHS = ((11, 13), (11, 11), (7, 5), (5, 3), (3, 2))
ROWS = 2
LARGE = 5e6  # from so many parameters on sentences have 5 words and 3
Places = int | slice
ALL = slice(None)


class TooLong(Exception):
    """A check's time is over."""


@contextmanager
def harmless(dtype: torch.dtype) -> Iterator[None]:
    """No gradients; random numbers, the default dtype and the gradient mode are put back."""
    before = random.getstate(), np.random.get_state(), torch.get_default_dtype()
    devices = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else []
    try:
        with torch.random.fork_rng(devices), torch.no_grad():
            torch.set_default_dtype(dtype)
            yield
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])
        torch.set_default_dtype(before[2])


def seeded(seed: int = 0) -> None:
    """All generators that a model may draw from start anew."""
    random.seed(seed)
    np.random.seed(seed)
    torch.default_generator.manual_seed(seed)  # torch.manual_seed asks every device, slowly
    if torch.cuda.is_initialized():
        torch.cuda.manual_seed_all(seed)


@dataclass
class Subject:
    """A factory of models, the ids they read, and what they say to them; inside `harmless`.

    ``fresh`` is a model as the factory makes it, and ``first`` its logits (B, T, V) of ``ids``
    (B, T) and ``src`` (B, S; None for a decoder alone), drawn at random. In ``shaken`` every weight
    has been moved at random: what a fresh model multiplies by zero speaks up; ``said`` are its
    logits. ``turned`` models read (T, B). ``plain``: the tensors that modules keep as attributes
    before a first pass, (module, attribute).
    """

    make: Callable
    vocab: int
    call: Callable | None = None
    src_vocab: int | None = None
    pad: int | None = None
    loss: Callable | None = None
    cached: Callable | None = None
    causal: bool | None = None

    def __post_init__(self) -> None:
        self.until = math.inf
        self.words = {"ids": self._words(self.vocab), "src": self._words(self.src_vocab)}
        self.fresh, self.shaken = self.build(), self.build()
        if self.fresh is self.shaken:
            raise ValueError(
                "make gave the same model twice; let it build one: lambda: GPT(config)"
            )
        self.is_module = isinstance(self.fresh, nn.Module)
        self.weighs = sum(w.numel() for w in self.fresh.parameters()) if self.is_module else 0
        if self.causal is None:  # a class may name what it is for
            self.causal = not type(self.fresh).__name__.endswith("MaskedLM")
        exact = torch.get_default_dtype() == torch.float64
        self.nothing, self.silence = (1e-9, 1e-13) if exact else (1e-5, 0.0)
        self._read(False, True)
        if self.is_module:
            self.plain = [
                (name, key)
                for name, module in self.shaken.named_modules()
                for key, value in vars(module).items()
                if isinstance(value, Tensor)
            ]
            shake(self.shaken)
        self.said = self.run(self.shaken)
        if not self.turned and self._reads_turned():
            self._read(True)
            self.said = self.run(self.shaken)
        if self.said.isnan().any() and not self.first.isnan().any():
            self.shaken = self.build()  # some weight must not be moved, such as a variance
            self.said = self.run(self.shaken)
        self.T = self.ids.size(1)

    def _words(self, vocab: int | None) -> Tensor | None:
        """The ids to draw from: padding, start and end (the first few and the last) left out."""
        if vocab is None:
            return None
        least = min(5, vocab // 3)
        return torch.tensor([i for i in range(least, max(vocab - 1, least + 2)) if i != self.pad])

    def _read(self, *ways: bool) -> None:
        """Draw the longest ids that the model reads; it raises what it raises at the shortest."""
        forms = [(way, *n) for way in ways for n in LENGTHS[3 * (self.weighs > LARGE) :]]
        for form in forms:
            self.turned, *sizes = form
            draw = torch.Generator().manual_seed(0)
            self.ids, self.src = (
                None if words is None
                else words[torch.randint(len(words), (ROWS, size), generator=draw)]
                for words, size in zip(self.words.values(), sizes, strict=True)
            )  # fmt: skip
            try:
                self.first = self.run(self.fresh)
                return
            except (RuntimeError, IndexError, ValueError, AssertionError):
                if form == forms[-1]:
                    raise

    def changed(self, what: str = "ids", rows: Places = ALL, places: Places = ALL) -> Tensor:
        """The ids or "src" with another id that the model knows in each of these rows and places;
        None where there is no source."""
        ids, words = getattr(self, what), self.words[what]
        if ids is not None:
            n = torch.searchsorted(words, ids[rows, places].contiguous())
            ids = ids.clone()
            ids[rows, places] = words[(n + 1) % len(words)]
        return ids

    def change(self, a: Tensor, b: Tensor) -> Tensor:
        """How far logits (..., V) have moved, in spreads of all of them; (...)."""
        gap = (a - b).abs().masked_fill(a.isnan() & b.isnan(), 0).nan_to_num(nan=float("inf"))
        return gap.amax(-1) / a.nan_to_num().std().clamp_min(1e-30)

    def moved(self, a: Tensor, b: Tensor) -> bool:
        """Whether any of the logits has moved by more than rounding."""
        return bool((self.change(a, b) > self.nothing).any())

    def build(self) -> Callable:
        """A new instance in eval mode, the same each time."""
        seeded()
        with torch.enable_grad():
            model = self.make()
        return model.eval() if isinstance(model, nn.Module) else model

    def keep_time(self) -> None:
        """Raises TooLong once the time of a check is over."""
        if time.perf_counter() > self.until:
            raise TooLong

    def run(self, model: Callable, ids: Tensor | None = None, src: Tensor | None = None,
            seed: int = 0, call: Callable | None = None, training: bool = False,
            ) -> Tensor:  # fmt: skip
        """Logits (B, T, V) of a forward pass; always the same random numbers for a seed. Training
        mode, where asked for, ends with the pass."""
        self.keep_time()
        ids, src = self.ids if ids is None else ids, self.src if src is None else src
        given = [x.mT.contiguous() if self.turned else x for x in (src, ids) if x is not None]
        call = call or self.call or (lambda model, *given: model(*given))
        seeded(seed)
        try:
            if training and self.is_module:
                model.train()
            return self._logits(call(model, *given), *ids.shape)
        finally:
            if training and self.is_module:
                model.eval()

    def _logits(self, answer: object, rows: int, length: int) -> Tensor:
        """(B, T, V) out of a tensor, a tuple, a dictionary or an object with logits."""
        answer = answer["logits"] if isinstance(answer, dict) else getattr(answer, "logits", answer)
        if isinstance(answer, tuple | list):
            answer = next((x for x in answer if isinstance(x, Tensor) and x.dim() > 1), None)
        if not isinstance(answer, Tensor):
            raise TypeError(f"call gave {type(answer).__name__}; let it give logits (B, T, V)")
        out = answer
        if out.dim() == 2 and len(out) == rows * length:
            out = out.unflatten(0, (length, rows) if self.turned else (rows, length))
        if out.dim() == 3:
            ways = [out, out.transpose(0, 1)] + [out.mT] * (out.size(1) >= self.vocab)
            for way in ways:
                if way.shape[:2] == (rows, length):
                    return way
        raise ValueError(f"call gave {tuple(answer.shape)} for {rows} rows of {length} ids; "
                         "let it give logits for every position, (B, T, V)")  # fmt: skip

    def _reads_turned(self) -> bool:
        """Whether words are heard along the first axis alone, and only there places differ."""
        if not self.moved(self.said[1], self.run(self.shaken, self.changed(rows=0))[1]):
            return False
        if self.moved(self.said[:, 1:], self.run(self.shaken, self.changed(places=0))[:, 1:]):
            return False
        src = None if self.src is None else torch.full_like(self.src, int(self.src[0, 0]))
        same = self.run(self.shaken, torch.full_like(self.ids, int(self.ids[0, 0])), src)
        return not self.moved(same[:, 1:], same[:, :-1])

    @cached_property
    def leaks(self) -> Tensor:
        """The leak meter's table (T, T) of the shaken model, in spreads."""
        return leak(lambda ids: self.run(self.shaken, ids), self.ids) / self.said.std()

    def watched(self, model: Callable, *args, **how) -> Watch:
        """What happens on the way of a forward pass."""
        with Watch() as watch:
            self.run(model, *args, **how)
        return watch

    @cached_property
    def seen(self) -> Watch:
        """What happens on the way through the shaken model."""
        return self.watched(self.shaken)

    @cached_property
    def seen_fresh(self) -> Watch:
        """What happens on the way through a fresh model."""
        return self.watched(self.fresh)

    @cached_property
    def kinds(self) -> list[str]:
        """Of each map whose it is: "own" (the decoder's words), the "encoder"'s, or "across". With
        other target words the first gets other keys, the second the same weights, the third the
        same keys."""
        again, kinds = self.watched(self.shaken, self.changed()).attentions, []
        for m, other in zip(self.seen.attentions, again, strict=True):
            if self.src is None or (m.k is not None and not torch.equal(m.k, other.k)):
                kinds.append("own")
            elif torch.equal(m.weights.nan_to_num(), other.weights.nan_to_num()):
                kinds.append("encoder")
            else:
                kinds.append("across" if m.k is not None else "")
        return kinds

    def maps(self, kind: str, watch: Watch | None = None) -> list[Map]:
        """The maps of one of the `kinds`, in another pass where one is given."""
        found = (watch or self.seen).attentions
        return [m for m, own in zip(found, self.kinds, strict=True) if own == kind]


@contextmanager
def other_values(w: Tensor, values: Tensor) -> Iterator[None]:
    """A tensor of the model holds other values inside; its own again, whatever happens inside."""
    kept = w.detach().clone()
    w.detach().copy_(values)
    try:
        yield
    finally:
        w.detach().copy_(kept)


def shake(model: nn.Module) -> None:
    """Move every weight at random, by half of its own spread and a little."""
    draw = torch.Generator().manual_seed(1)
    for p in model.parameters():
        if p.requires_grad and p.is_floating_point():
            spread = float(p.std()) if p.numel() > 1 else 0.0
            noise = torch.randn(p.shape, generator=draw, dtype=torch.float32)
            p.add_(noise.to(p), alpha=0.5 * spread + 0.05)
