"""What goes on around the training loop: devices, processes, signals, the best weights, files."""

import copy
import dataclasses
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import torch
from torch import Tensor, nn

from tformer.checkpoints import CheckpointError, fill, load_training, save_model, save_training
from tformer.data.batches import Stream
from tformer.devices import (
    bfloat16_pays,
    interruptible,
    join_processes,
    keep_freed_memory,
    pick_device,
    sum_over_processes,
)
from tformer.history import History
from tformer.optimizers import make_optimizer

# What a resumed run may do differently.
MAY_CHANGE = ("updates", "evaluate_every", "log_every", "patience", "minutes")


class Run:
    """One training run; `training.train` is its only user and documents the arguments.

    ``forward`` is the model as the loop calls it (compiled, data-parallel), ``candidate`` the one
    to evaluate: the running mean of the weights if the recipe keeps one.
    """

    def __init__(self, model: nn.Module, batches: Stream, recipe, history: History, *,
                 validation: Stream | None, folder, device, resume: bool,
                 extra: dict | None):  # fmt: skip
        self.device = pick_device(device)
        if self.device.type == "cpu":
            keep_freed_memory()
        self.rank, self.world = join_processes(self.device)
        self.model, self.batches, self.recipe = model.to(self.device).train(), batches, recipe
        self.history, self.extra = history, extra or {}
        self.folder = None if folder is None else Path(folder)
        self.optimizer = make_optimizer(
            model, recipe.optimizer, lr=recipe.peak, betas=recipe.betas,
            weight_decay=recipe.weight_decay,
        )  # fmt: skip
        self.forward = torch.compile(model) if recipe.compile else model
        if self.world > 1:
            self.forward = nn.parallel.DistributedDataParallel(self.forward)
        self.candidate = copy.deepcopy(model) if recipe.average else model
        self.best: dict[str, Tensor] = {}
        self.update, self.interrupts = 0, []
        streams = {"training": batches, "validation": validation} if folder else {}
        self.data = {part: x.fingerprint() for part, x in streams.items() if x is not None}
        self._restore() if resume else self._refuse_an_old_run()
        width = max(p.shape[-1] for p in model.parameters())
        wanted = {"bfloat16": True, "float32": False, "auto": bfloat16_pays(self.device, width)}
        self.precision = torch.autocast(self.device.type, torch.bfloat16, wanted[recipe.precision])
        self._start_counting()

    def _start_counting(self) -> None:
        self.loss_sum = torch.zeros((), device=self.device)
        self.tokens, self.clock = 0, time.perf_counter()

    def updates(self) -> Iterator[int]:
        """Number after number; before each the rate and the seed are set, after it all is kept."""
        self._save()  # an unwritable folder shows now, not after an hour
        if self.update >= self.recipe.updates:
            self.history.stopped = "finished"
        while self.update < self.recipe.updates and not self.history.stopped:
            self.update += 1
            for group in self.optimizer.param_groups:
                group["lr"] = self.recipe.rate(self.update)
            torch.manual_seed((self.recipe.seed * 1_000_003 + self.update) * 1009 + self.rank)
            yield self.update
            if self.due(self.recipe.evaluate_every) or self.history.stopped:
                self._save()
        best = self.best or dict(self.candidate.named_parameters())
        fill(self.model.eval(), best, "the best weights")

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Inside, Ctrl-C ends the run after the update in hand and random numbers are its own."""
        gpu = [self.device] if self.device.type == "cuda" else []
        with torch.random.fork_rng(gpu), interruptible(alone=self.world == 1) as self.interrupts:
            yield

    def due(self, every: int) -> bool:
        """Whether something done every so many updates, and after the last, is done after this."""
        return self.update % every == 0 or self.update == self.recipe.updates

    def note(self, tokens: int) -> None:
        """Take in an update: the mean of the weights and, where due, a point of the curve."""
        self.tokens += tokens
        if self.candidate is not self.model:
            memory = min(self.recipe.average, (self.update - 1) / (self.update + 9))
            with torch.no_grad():  # a plain mean at first, then one that forgets
                kept, new = list(self.candidate.parameters()), list(self.model.parameters())
                torch._foreach_lerp_(kept, new, 1 - memory)
        stop_now = self.world == 1 and self.interrupts
        if stop_now or self.due(self.recipe.log_every) or self.due(self.recipe.evaluate_every):
            self._log()

    def _log(self) -> None:
        seconds = time.perf_counter() - self.clock
        spent = seconds + (self.history.rows[-1]["seconds"] if self.history.rows else 0.0)
        late = spent > 60 * (self.recipe.minutes or math.inf)
        total, stop, late = sum_over_processes(
            self.loss_sum, float(bool(self.interrupts)), float(late), device=self.device
        )
        loss = total / self.tokens
        if not math.isfinite(loss):
            raise FloatingPointError(
                f"the loss is {loss} at update {self.update}: lower the rate (peak) or clip more; "
                "the checkpoint before is unharmed"
            )
        self.history.add(loss, self.recipe.rate(self.update), self.tokens, seconds, self.update)
        finished = self.update == self.recipe.updates or late
        self.history.stopped = "finished" if finished else "interrupted" if stop else ""
        self._start_counting()

    def judge(self, validation: float) -> None:
        """Note a validation loss; keep the weights if it is the best, stop if patience is over."""
        if self.history.best is None or validation < self.history.best:
            own = self.candidate.named_parameters()
            self.best = {name: p.detach().clone() for name, p in own}
        self.history.rows[-1]["validation"] = validation
        losses = self.history.column("validation")[1]
        since = len(losses) - 1 - losses.index(min(losses))
        if self.recipe.patience and since >= self.recipe.patience and not self.history.stopped:
            self.history.stopped = "early"

    def _refuse_an_old_run(self) -> None:
        # Only process 0 looks: another might find what process 0 has just begun to write.
        if self.rank == 0 and self.folder and (self.folder / "run.safetensors").exists():
            raise FileExistsError(
                f"{self.folder} already holds a run: resume=True (--resume) goes on with it; to "
                "begin anew choose another folder or delete that one"
            )

    def _restore(self) -> None:
        if self.folder is None:
            raise ValueError("resume=True needs the folder that holds the run")
        path = self.folder / "run.safetensors"
        progress, sets = load_training(path, self.model, self.optimizer)
        for name, here in self._recipe().items():
            there = progress["recipe"].get(name)
            if name not in MAY_CHANGE and here != there:
                raise CheckpointError(f"{path} was trained with {name}={there!r}, not {here!r}; "
                                      "resume with the same recipe")  # fmt: skip
        known = progress.get("data", {})  # runs of earlier versions do not say
        for part, here in self.data.items():
            if (there := known.get(part, here)) != here:
                raise CheckpointError(
                    f"{path} was trained with other {part} data (checksum {there} there, {here} "
                    "here); resume with the files it began with"
                )
        self.update, self.batches.position = progress["update"], progress["position"]
        self.history.rows = progress["rows"]
        self.best = {name: x.to(self.device) for name, x in sets.get("best", {}).items()}
        if "average" in sets:
            fill(self.candidate, sets["average"], path)

    def _recipe(self) -> dict:
        return json.loads(json.dumps(dataclasses.asdict(self.recipe)))  # as it is stored

    def _save(self) -> None:
        """Write everything; a disk that fills up meanwhile must not cost what was learnt."""
        if self.folder is None or self.rank > 0:
            return
        try:
            self._write(self.folder)
        except OSError as error:
            if self.update == 0:
                raise
            with suppress(OSError):  # a log on the same disk
                print(f"update {self.update}: {error}", file=sys.stderr)
            if self.history.stopped:
                self.folder = Path(tempfile.mkdtemp(prefix="tformer-"))
                self._write(self.folder)
                print(f"what was learnt is in {self.folder}", file=sys.stderr)

    def _write(self, folder: Path) -> None:
        progress = {"update": self.update, "position": self.batches.position,
                    "rows": self.history.rows, "recipe": self._recipe(),
                    "data": self.data}  # fmt: skip
        sets = {"best": self.best}
        if self.candidate is not self.model:
            sets["average"] = dict(self.candidate.named_parameters())
        save_training(folder / "run.safetensors", self.model, self.optimizer, progress, **sets)
        if self.update:
            self.history.save(folder / "curve.csv")
            weights = self.best or dict(self.candidate.named_parameters())
            save_model(folder / "model.safetensors", self.model, weights, **self.extra)
