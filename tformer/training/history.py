"""What a training run has to tell: its curve, its speed, the time it still needs."""

import csv
import io
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from tformer._support.checks import check_choice, check_number, check_real, check_size, given
from tformer._support.files import atomic_write

POINT = ("update", "loss", "rate", "tokens", "seconds", "validation")


@dataclass
class History:
    """The curve of a run, a dict for each point: update, loss, rate, tokens, seconds, validation.

    ``loss`` is the mean per token since the last point (with label smoothing, if the recipe has
    it); ``validation`` the plain loss per token on held-out data where it was measured, else None.
    ``entropy`` in nats, if known, is the least that an honest model can reach. ``stopped`` is
    "finished", "early" or "interrupted" after the run, "" before. ``folder`` is where run and model
    lie: another than was asked for if that one's disk was full.
    """

    updates: int
    entropy: float | None = None
    rows: list[dict] = field(default_factory=list)
    stopped: str = ""
    folder: Path | None = None

    def __post_init__(self):
        check_size(updates=self.updates)
        check_number(0, **given(entropy=self.entropy))

    def add(self, loss: float, rate: float, tokens: int, seconds: float, update: int) -> None:
        """One more point; ``tokens`` and ``seconds`` since the one before."""
        check_real(loss=loss)
        check_number(0, rate=rate, tokens=tokens, seconds=seconds)
        check_size(update=update)
        loss, rate, seconds = float(loss), float(rate), float(seconds)  # as JSON has them
        update, tokens = int(update), int(tokens)
        before = self.rows[-1] if self.rows else {"tokens": 0, "seconds": 0.0}
        tokens, seconds = before["tokens"] + tokens, before["seconds"] + seconds
        self.rows.append(dict(update=update, loss=loss, rate=rate, tokens=tokens,
                              seconds=seconds, validation=None))  # fmt: skip

    def column(self, name: str) -> tuple[list[int], list[float]]:
        """(update numbers, values) of the points at which ``name`` was measured."""
        check_choice(name=(name, POINT))
        known = [row for row in self.rows if row[name] is not None]
        return [row["update"] for row in known], [row[name] for row in known]

    @property
    def best(self) -> float | None:
        """The lowest validation loss so far."""
        return min(self.column("validation")[1], default=None)

    @property
    def fruitless(self) -> int:
        """How many evaluations there were since the best one."""
        losses = self.column("validation")[1]
        return len(losses) - 1 - losses.index(min(losses)) if losses else 0

    @property
    def too_good(self) -> bool:
        """A loss clearly under the entropy: the model is shown what it should predict."""
        losses = self.column("loss")[1][-1:] + self.column("validation")[1][-1:]
        return self.entropy is not None and min(losses, default=1e9) < 0.9 * self.entropy

    @property
    def tokens_per_second(self) -> float:
        last = self.rows[-1] if self.rows else {"tokens": 0, "seconds": 0}
        return last["tokens"] / max(last["seconds"], 1e-9)

    @property
    def seconds_left(self) -> float:
        """At the pace so far, if all updates are made."""
        if not self.rows:
            return float("nan")
        last = self.rows[-1]
        return last["seconds"] / last["update"] * (self.updates - last["update"])

    def save(self, path: str | Path) -> None:
        """Write the points as CSV, atomically."""
        out = io.StringIO()
        writer = csv.DictWriter(out, POINT, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        atomic_write(path, out.getvalue().encode())


class TerminalProgress:
    """``train(..., progress=TerminalProgress())``: a bar with loss, tokens/s and time left."""

    def __init__(self):
        self.bar: tqdm | None = None

    def __call__(self, history: History) -> None:
        with suppress(OSError):  # a log on a full disk, a terminal that is gone: the run goes on
            self._show(history, history.rows[-1])

    def _show(self, history: History, last: dict) -> None:
        if self.bar is None:
            start = 0 if len(history.rows) == 1 else last["update"]
            self.bar = tqdm(total=history.updates, unit="update", initial=start, dynamic_ncols=True,
                            disable=sys.stderr is None)  # fmt: skip
        notes = {"loss": f"{last['loss']:.3f}", "tokens/s": f"{history.tokens_per_second:,.0f}"}
        if history.best is not None:
            notes["best validation"] = f"{history.best:.3f}"
        if history.entropy is not None:
            notes["entropy"] = f"{history.entropy:.3f}" + " (too good!)" * history.too_good
        self.bar.set_postfix(notes, refresh=False)
        self.bar.update(last["update"] - self.bar.n)
        if history.stopped:
            self.bar.close()
