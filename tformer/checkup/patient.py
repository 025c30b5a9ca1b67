"""The model that is examined: fresh instances of it, and forward passes that are told apart."""

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from tformer.checkup.watch import Watch
from tformer.probes import leak

# Of target and source: no batch, head or width is so long.
LENGTHS = ((11, 13), (11, 11), (7, 5), (5, 3), (3, 2))
ROWS = 2
LARGE = 5e6  # from so many parameters on sentences are shorter


class TooLong(Exception):
    """A check's time is over."""


@contextmanager
def harmless(dtype: torch.dtype) -> Iterator[None]:
    """Random numbers, the default dtype and the gradient mode are put back at the end."""
    before = random.getstate(), np.random.get_state(), torch.get_default_dtype()
    devices = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else []
    try:
        with torch.random.fork_rng(devices), torch.enable_grad():
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


class Patient:
    """A factory of models, the ids they read, and what they say to them.

    ``fresh`` is a model as the factory makes it. In ``shaken`` every weight has been moved at
    random: what a fresh model multiplies by zero speaks up. ``ids`` (B, T) and ``src`` (B, S) are
    drawn at random; ``src`` is None for a decoder alone. ``turned`` models read (T, B). ``plain``
    are tensors that modules keep as attributes from the start: (name, module, tensor).
    """

    def __init__(self, make: Callable, vocab: int, call: Callable | None, src_vocab: int | None,
                 pad: int | None, causal: bool | None, loss: Callable | None,
                 cached: Callable | None):  # fmt: skip
        self.make, self.vocab, self.src_vocab, self.pad = make, vocab, src_vocab, pad
        self.call, self.loss, self.cached = call, loss, cached
        self.until, self.made = math.inf, []
        self.words = self._words(vocab)
        self.source_words = None if src_vocab is None else self._words(src_vocab)
        self.fresh = self.build()
        masked = type(self.fresh).__name__.endswith("MaskedLM")  # it names what it is for
        self.causal = not masked if causal is None else causal
        weights = self.fresh.parameters() if isinstance(self.fresh, nn.Module) else ()
        self.weighs = sum(w.numel() for w in weights)
        exact = torch.get_default_dtype() == torch.float64
        self.nothing, self.silence = (1e-9, 1e-13) if exact else (1e-5, 0.0)
        self.forms = LENGTHS[2 * (self.weighs > LARGE) :]
        self._choose([(*lengths, turned) for turned in (False, True) for lengths in self.forms])
        self.shaken = self.build()
        self.plain = _plain(self.shaken)
        shake(self.shaken)
        with torch.no_grad():
            if not self.turned and self._reads_turned():
                self._choose([(*lengths, True) for lengths in self.forms])
            self.said = self.run(self.shaken)
            if self.said.isnan().any() and not self.run(self.fresh).isnan().any():
                self.shaken = self.build()  # some weight must not be moved, such as a variance
                self.plain = _plain(self.shaken)
                self.said = self.run(self.shaken)
        self.T = self.ids.size(1)

    def _words(self, vocab: int) -> Tensor:
        """The ids to draw from: padding, start and end (the first few and the last) left out."""
        least = min(5, vocab // 3)
        return torch.tensor([i for i in range(least, max(vocab - 1, least + 2)) if i != self.pad])

    def _choose(self, forms: list[tuple[int, int, bool]]) -> None:
        """The first form of ids that the model reads; it raises what it raises at the last."""
        for form in forms[:-1]:
            try:
                return self._reads(*form)
            except (RuntimeError, IndexError, ValueError, AssertionError):
                continue
        self._reads(*forms[-1])

    def _reads(self, length: int, source: int, turned: bool) -> None:
        """Draw ids of that form and read them once."""
        self.turned, draw = turned, torch.Generator().manual_seed(0)
        n = torch.randint(len(self.words), (ROWS, length), generator=draw)
        self.ids, self.src = self.words[n], None
        if self.source_words is not None:
            n = torch.randint(len(self.source_words), (ROWS, source), generator=draw)
            self.src = self.source_words[n]
        with torch.no_grad():
            self.run(self.fresh)

    def other(self, ids: Tensor, words: Tensor | None = None) -> Tensor:
        """In each place another id that the model knows."""
        words = self.words if words is None else words
        return words[(torch.searchsorted(words, ids.contiguous()) + 1) % len(words)]

    def change(self, a: Tensor, b: Tensor) -> Tensor:
        """How far logits (..., V) have moved, in spreads of all of them; (...)."""
        gap = (a - b).abs().masked_fill(a.isnan() & b.isnan(), 0).nan_to_num(nan=float("inf"))
        return gap.amax(-1) / a.nan_to_num().std().clamp_min(1e-30)

    def moved(self, a: Tensor, b: Tensor) -> bool:
        """Whether any of the logits has moved by more than rounding."""
        return bool((self.change(a, b) > self.nothing).any())

    def build(self, state: dict | None = None) -> Callable:
        """A new instance in eval mode, the same each time; with ``state`` its weights."""
        seeded()
        model = self.make()
        if any(model is other for other in self.made):
            raise ValueError(
                "make gave the same model twice; let it build one: lambda: GPT(config)"
            )
        self.made.append(model)
        if isinstance(model, nn.Module):
            model.eval()
            if state is not None:
                model.load_state_dict(state, strict=False)
        return model

    def keep_time(self) -> None:
        """Raises TooLong once the time of a check is over."""
        if time.perf_counter() > self.until:
            raise TooLong

    @contextmanager
    def mode(self, model: Callable, training: bool) -> Iterator[None]:
        """The model's mode inside; eval mode outside, whatever happens inside."""
        if isinstance(model, nn.Module):
            model.train(training)
        try:
            yield
        finally:
            if isinstance(model, nn.Module):
                model.eval()

    def other_source(self) -> Tensor:
        """Every source word another."""
        return self.other(self.src, self.source_words)

    def run(self, model: Callable, ids: Tensor | None = None, src: Tensor | None = None,
            seed: int = 0, call: Callable | None = None) -> Tensor:  # fmt: skip
        """Logits (B, T, V) of a forward pass; always the same random numbers for a seed."""
        self.keep_time()
        ids = self.ids if ids is None else ids
        src = self.src if src is None else src
        given = [ids] if src is None else [src, ids]
        if src is not None and len(src) != len(ids):
            given[0] = src[:1].expand(len(ids), -1)
        given = [x.mT.contiguous() if self.turned else x for x in given]
        seeded(seed)
        call = call or self.call
        answer = model(*given) if call is None else call(model, *given)
        return self._logits(answer, *ids.shape)

    def _logits(self, answer: object, rows: int, length: int) -> Tensor:
        """(B, T, V) out of a tensor, a tuple, a dictionary or an object with logits."""
        if isinstance(answer, dict) or hasattr(answer, "logits"):
            answer = answer["logits"] if isinstance(answer, dict) else answer.logits
        if isinstance(answer, tuple | list):
            answer = next((x for x in answer if isinstance(x, Tensor) and x.dim() > 1), None)
        if not isinstance(answer, Tensor):
            raise TypeError(f"call gave {type(answer).__name__}; let it give logits (B, T, V)")
        out, shape = answer, tuple(answer.shape)
        if out.dim() == 2 and shape[0] == rows * length:
            out = out.view(rows, length, -1) if not self.turned else out.view(length, rows, -1)
        if out.dim() == 3 and out.shape[:2] == (length, rows):
            out = out.transpose(0, 1)
        if out.dim() == 3 and out.shape[::2] == (rows, length) and out.size(1) >= self.vocab:
            out = out.mT
        if out.dim() != 3 or out.shape[:2] != (rows, length):
            raise ValueError(f"call gave {shape} for {rows} rows of {length} ids; "
                             "let it give logits for every position, (B, T, V)")  # fmt: skip
        return out

    def _reads_turned(self) -> bool:
        """Whether words are heard along the first axis alone, and only there places differ."""
        before, changed = self.run(self.shaken), self.ids.clone()
        changed[0] = self.other(self.ids[0])
        across = self.moved(before[1], self.run(self.shaken, changed)[1])
        changed = self.ids.clone()
        changed[:, 0] = self.other(self.ids[:, 0])
        along = self.moved(before[:, 1:], self.run(self.shaken, changed)[:, 1:])
        src = None if self.src is None else torch.full_like(self.src, int(self.src[0, 0]))
        same = self.run(self.shaken, torch.full_like(self.ids, int(self.ids[0, 0])), src)
        return across and not along and not self.moved(same[:, 1:], same[:, :-1])

    @cached_property
    def leaks(self) -> Tensor:
        """The leak meter's table (T, T) of the shaken model, in spreads."""
        return leak(lambda ids: self.run(self.shaken, ids), self.ids) / self.said.std()

    @cached_property
    def seen(self) -> Watch:
        """What happens on the way through the shaken model."""
        return self.watched(self.shaken)

    @cached_property
    def seen_fresh(self) -> Watch:
        """What happens on the way through a fresh model."""
        return self.watched(self.fresh)

    def watched(self, model: Callable, *args, **how) -> Watch:
        """What happens on the way of a forward pass."""
        with torch.no_grad(), Watch() as watch:
            self.run(model, *args, **how)
        return watch


def _plain(model: Callable) -> list[tuple[str, nn.Module, Tensor]]:
    """Tensors that modules keep as attributes, before a first pass leaves some more."""
    named = model.named_modules() if isinstance(model, nn.Module) else ()
    return [(f"{name}.{key}".strip("."), module, value) for name, module in named
            for key, value in vars(module).items() if isinstance(value, Tensor)]  # fmt: skip


@contextmanager
def other_values(w: Tensor, values: Tensor) -> Iterator[None]:
    """A tensor of the model holds other values inside; its own again, whatever happens inside."""
    kept = w.detach().clone()
    w.detach().copy_(values)
    try:
        yield
    finally:
        w.detach().copy_(kept)


def shake(model: Callable, seed: int = 1) -> None:
    """Move every weight at random, by half of its own spread and a little."""
    if isinstance(model, nn.Module):
        draw = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for p in model.parameters():
                if p.requires_grad and p.is_floating_point():
                    spread = float(p.std()) if p.numel() > 1 else 0.0
                    noise = torch.randn(p.shape, generator=draw, dtype=torch.float32)
                    p.add_((0.5 * spread + 0.05) * noise.to(p))
