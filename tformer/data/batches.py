"""What a model is fed, update after update: an endless, repeatable stream that knows its place.

A stream is fixed by its data and ``seed``. ``position`` says which batch comes next; set it and
the stream goes on from there, so that a resumed run sees what an uninterrupted one would have.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import torch
from jaxtyping import Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from tformer._support.checks import (
    check_choice,
    check_device,
    check_integers,
    check_kind,
    check_size,
    check_whole,
)


@dataclass(frozen=True)
class Batch:
    """``model(*inputs)`` gives logits (B, T, V), to be compared with ``targets`` (B, T).

    Teacher forcing: at step t the model is given what it should have said before t, not what it
    said. For translation ``inputs`` are (src, tgt[:, :-1]) and ``targets`` tgt[:, 1:], each token
    the answer to those before it; for a language model (text[:-1],) and text[1:].
    """

    inputs: tuple[Int[Tensor, "B _"], ...]
    targets: Int[Tensor, "B T"]
    pad_id: int

    def __post_init__(self):
        check_integers("targets", self.targets)
        check_kind((tuple, list), inputs=self.inputs)
        if not self.inputs:
            raise ValueError("inputs is empty; give a tensor for each argument of the model")
        for x in self.inputs:
            check_kind(Tensor, **{"one of inputs": x})
        if any(len(x) != len(self.targets) for x in self.inputs):
            rows = [len(x) for x in self.inputs]
            raise ValueError(f"targets has {len(self.targets)} rows, inputs {rows}: one each")
        check_whole(pad_id=self.pad_id)

    @property
    def tokens(self) -> int:
        """How many targets count."""
        return int((self.targets != self.pad_id).sum())

    def to(self, device: torch.device | str) -> "Batch":
        """The same batch on another device."""
        check_kind((str, torch.device), device=device)
        check_device(device=device)
        move = [x.to(device, non_blocking=True) for x in (*self.inputs, self.targets)]
        return replace(self, inputs=tuple(move[:-1]), targets=move[-1])

    def shard(self, rank: int, world: int) -> "Batch":
        """Every ``world``-th row from ``rank`` on. A process left without gets an unscored row."""
        check_size(world=world)
        check_whole(rank=rank)
        if not 0 <= rank < world:
            raise ValueError(f"rank={rank} must be at least 0 and below world={world}")
        rows = torch.arange(rank, len(self.targets), world)
        if len(rows) == 0:
            return replace(self, inputs=tuple(x[:1] for x in self.inputs),
                           targets=torch.full_like(self.targets[:1], self.pad_id))  # fmt: skip
        return replace(self, inputs=tuple(x[rows] for x in self.inputs), targets=self.targets[rows])


class Stream:
    """Epoch after epoch of batches, each epoch in an order of its own drawn from (seed, epoch)."""

    def __init__(self, seed: int, pad_id: int):
        check_whole(seed=seed, pad_id=pad_id)
        self.seed, self.pad_id = int(seed), int(pad_id)
        self.position = {"epoch": 0, "batch": 0}
        self._order: tuple[int, list[Tensor]] | None = None

    def _plan(self, generator: torch.Generator) -> list[Tensor]:
        """The rows of each batch of one epoch."""
        raise NotImplementedError

    def _batch(self, rows: Tensor) -> Batch:
        raise NotImplementedError

    def _data(self) -> list[Tensor]:
        """All that the batches are made from."""
        raise NotImplementedError

    def plan(self, epoch: int) -> list[Tensor]:
        """The rows of each batch of an epoch: the same for the same seed."""
        if self._order is None or self._order[0] != epoch:
            generator = torch.Generator().manual_seed(1_000_003 * self.seed + epoch)
            self._order = epoch, self._plan(generator)
        return self._order[1]

    def __len__(self) -> int:
        """Batches in the present epoch."""
        return len(self.plan(self.position["epoch"]))

    def __next__(self) -> Batch:
        if self.position["batch"] >= len(self):
            self.position = {"epoch": self.position["epoch"] + 1, "batch": 0}
        rows = self.plan(self.position["epoch"])[self.position["batch"]]
        self.position = {**self.position, "batch": self.position["batch"] + 1}
        return self._batch(rows)

    def once(self) -> Iterator[Batch]:
        """All data once, in epoch 0's order; ``position`` stays where it is. For evaluation."""
        return map(self._batch, self.plan(0))

    def fingerprint(self) -> str:
        """A checksum of the data and of how they are cut: equal ones, the same stream."""
        digest = hashlib.sha256()
        for ids in (*self._data(), *self.plan(0)):
            digest.update(f"{tuple(ids.shape)}".encode())
            digest.update(ids.contiguous().numpy())
        return digest.hexdigest()[:16]


class PairBatches(Stream):
    """Batches of sentence pairs of about equal length, so that little of them is padding.

    A batch holds as many pairs as fit: rows x (longest source + longest target) <= ``max_tokens``.
    ``sources`` and ``targets`` are ids, a row each, targets framed by bos and eos.
    ``padding_share`` is the part of all ids fed in one epoch that is padding.
    """

    def __init__(self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]], *,
                 max_tokens: int, pad_id: int, seed: int = 0):  # fmt: skip
        super().__init__(seed, pad_id)
        check_size(max_tokens=max_tokens)
        check_kind(Sequence, sources=sources, targets=targets)
        if len(sources) != len(targets) or not len(sources):
            raise ValueError(f"sources has {len(sources)} rows and targets {len(targets)}; "
                             "give as many of one as of the other, at least one")  # fmt: skip
        self.sides = _rows("sources", sources), _rows("targets", targets)
        self.max_tokens = int(max_tokens)
        self.lengths = torch.tensor([[len(row) for row in side] for side in self.sides])
        longest = int(self.lengths.sum(0).max())
        if longest > max_tokens:
            raise ValueError(f"max_tokens={max_tokens} is less than the longest pair, {longest}")

    def _plan(self, generator: torch.Generator) -> list[Tensor]:
        src, tgt = self.lengths
        shuffled = torch.randperm(len(src), generator=generator)
        # Sorted by length, ties in random order: neighbours of equal size share a batch.
        order = shuffled[(tgt * (src.max() + 1) + src)[shuffled].argsort(stable=True)]
        batches, start, widest_src, widest_tgt = [], 0, 0, 0
        lengths = zip(src[order].tolist(), tgt[order].tolist(), strict=True)
        for end, (s, t) in enumerate(lengths):
            widest_src, widest_tgt = max(widest_src, s), max(widest_tgt, t)
            if (end + 1 - start) * (widest_src + widest_tgt) > self.max_tokens:
                batches.append(order[start:end])
                start, widest_src, widest_tgt = end, s, t
        batches.append(order[start:])
        return [batches[i] for i in torch.randperm(len(batches), generator=generator)]

    def _batch(self, rows: Tensor) -> Batch:
        chosen = ([side[i] for i in rows.tolist()] for side in self.sides)
        src, tgt = (pad_sequence(side, batch_first=True, padding_value=self.pad_id)
                    for side in chosen)  # fmt: skip
        return Batch((src, tgt[:, :-1]), tgt[:, 1:], self.pad_id)

    def _data(self) -> list[Tensor]:
        return [self.lengths, *(torch.cat(side) for side in self.sides)]

    @property
    def padding_share(self) -> float:
        fed = sum(len(rows) * int(self.lengths[:, rows].amax(1).sum()) for rows in self.plan(0))
        return 1 - int(self.lengths.sum()) / fed


class TextBatches(Stream):
    """Pieces of one long text for a language model: every token is the answer once an epoch.

    The text is cut into neighbouring windows of ``context_length``, from a start that is drawn
    anew each epoch, and the windows are shuffled. With ``windows="random"`` as many are drawn
    anywhere, one apart from the other, as nanoGPT's and CS336's ``get_batch`` do: some tokens come
    twice in an epoch and some never. Targets are the inputs moved by one.
    """

    def __init__(self, ids: Int[Tensor, " N"], *, context_length: int, batch_size: int,
                 seed: int = 0, windows: str = "shuffled"):  # fmt: skip
        super().__init__(seed, pad_id=-1)  # no id: nothing is padding
        check_size(context_length=context_length, batch_size=batch_size)
        check_choice(windows=(windows, ("shuffled", "random")))
        check_integers("ids", ids)
        if ids.dim() != 1:
            raise ValueError(f"ids has shape {tuple(ids.shape)}; give one long row")
        if len(ids) <= context_length:
            raise ValueError(f"ids has {len(ids)} tokens; context_length={context_length} needs at "
                             f"least {context_length + 1}")  # fmt: skip
        self.ids, self.context_length, self.batch_size = ids, int(context_length), int(batch_size)
        self.windows, self.padding_share = windows, 0.0

    def _plan(self, generator: torch.Generator) -> list[Tensor]:
        if self.windows == "random":
            last = len(self.ids) - self.context_length
            count = -(-last // self.context_length)
            return list(torch.randint(last, (count,), generator=generator).split(self.batch_size))
        slack = min(self.context_length, len(self.ids) - self.context_length)
        first = int(torch.randint(slack, (), generator=generator))
        starts = torch.arange(first, len(self.ids) - self.context_length, self.context_length)
        return list(starts[torch.randperm(len(starts), generator=generator)].split(self.batch_size))

    def once(self) -> Iterator[Batch]:
        """All windows from the very first token on, in order."""
        starts = torch.arange(0, len(self.ids) - self.context_length, self.context_length)
        return map(self._batch, starts.split(self.batch_size))

    def _batch(self, rows: Tensor) -> Batch:
        windows = self.ids[rows[:, None] + torch.arange(self.context_length + 1)]
        return Batch((windows[:, :-1],), windows[:, 1:], self.pad_id)

    def _data(self) -> list[Tensor]:
        return [self.ids]


def _rows(name: str, rows: Sequence[Sequence[int]]) -> tuple[Tensor, ...]:
    """Rows of different lengths, each a part of one tensor that is as large as the data."""
    for n, row in enumerate(rows):
        known = isinstance(row, Sequence | Tensor)
        if not known or not len(row) or not hasattr(row[0], "__index__"):
            what = "empty" if known and not len(row) else f"{row!r:.40}"
            raise ValueError(f"{name}: row {n} is {what}; give at least one token, as an id")
    lengths = [len(row) for row in rows]
    return torch.tensor(list(chain.from_iterable(rows))).split(lengths)
