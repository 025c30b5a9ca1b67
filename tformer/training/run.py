"""What goes on around the training loop: devices, processes, signals, the best weights, files."""

import copy
import dataclasses
import json
import math
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import torch
from torch import Tensor, nn

from tformer._support.checks import check_whole
from tformer._support.files import held
from tformer.checkpoints import (
    CheckpointError,
    fill,
    gather_whole,
    load_training,
    save_model,
    share_out,
    training_state,
    write,
)
from tformer.data.batches import Stream
from tformer.training.devices import (
    bfloat16_pays,
    interruptible,
    join_processes,
    keep_freed_memory,
    pick_device,
    sharded,
    sum_over_processes,
)
from tformer.training.folder import refuse_an_old_run, refuse_another_run, set_aside
from tformer.training.history import POINT, History
from tformer.training.optimizers import make_optimizer


class Run:
    """One training run; `training.train` is its only user and documents the arguments.

    ``forward`` is the model as the loop calls it (compiled, data-parallel), ``candidate`` the one
    to evaluate: the running mean of the weights if the recipe keeps one. A sharded ``model`` is a
    copy of ``given``, which stays whole, where it was, and gets the best weights at the end.
    """

    def __init__(self, model: nn.Module, batches: Stream, recipe, history: History, *,
                 validation: Stream | None, folder, device, resume: bool,
                 shard: bool, extra: dict | None):  # fmt: skip
        self.device = pick_device(device)
        if self.device.type == "cpu":
            keep_freed_memory()
        self.rank, self.world = join_processes(self.device)
        self.given, self.batches, self.recipe = model.train(), batches, recipe
        width = max(p.shape[-1] for p in model.parameters())
        wanted = {"bfloat16": True, "float32": False, "auto": bfloat16_pays(self.device, width)}
        self.bfloat16 = wanted[recipe.precision]
        self.precision = torch.autocast(self.device.type, torch.bfloat16, self.bfloat16)
        self.model = self._copy(shard) if shard else model.to(self.device)
        self.candidate = self._copy(shard) if recipe.average else self.model
        self.history, self.extra = history, extra or {}
        self.folder = None if folder is None else Path(folder)
        self.optimizer = make_optimizer(
            self.model, recipe.optimizer, lr=recipe.peak, betas=recipe.betas,
            weight_decay=recipe.weight_decay,
        )  # fmt: skip
        self.forward = torch.compile(self.model) if recipe.compile else self.model
        if self.world > 1 and not shard:
            self.forward = nn.parallel.DistributedDataParallel(self.forward)
        self.best: dict[str, Tensor] = {}
        self.update, self.interrupts = 0, []
        streams = {"training": batches, "validation": validation} if folder else {}
        self.data = {part: x.fingerprint() for part, x in streams.items() if x is not None}
        self.resumed, self.kept = resume, 0  # and the last update that is safe in the folder
        self.patience, self.minutes = recipe.patience or math.inf, recipe.minutes or math.inf
        if resume:
            self._restore()
        self._start_counting()

    def _copy(self, shard: bool) -> nn.Module:
        model = copy.deepcopy(self.given)
        return sharded(model, self.device, self.bfloat16) if shard else model

    def _start_counting(self) -> None:
        self.loss_sum = torch.zeros((), device=self.device)
        self.tokens, self.clock = 0, time.perf_counter()

    def updates(self) -> Iterator[int]:
        """Number after number; before each the rate and the seed are set, after it all is kept."""
        self._save()  # an unwritable folder shows now, not after an hour
        if self.update >= self.recipe.updates or self._late():
            self.history.stopped = "finished"
        elif self.history.fruitless >= self.patience:  # a resumed run that had stopped early
            self.history.stopped = "early"
        while self.update < self.recipe.updates and not self.history.stopped:
            self.update += 1
            for group in self.optimizer.param_groups:
                group["lr"] = self.recipe.rate(self.update)
            torch.manual_seed((self.recipe.seed * 1_000_003 + self.update) * 1009 + self.rank)
            yield self.update
            if self.due(self.recipe.evaluate_every) or self.history.stopped:
                self._save()
        best = self.best or dict(self.candidate.named_parameters())
        best = {name: gather_whole(x) for name, x in best.items()}
        fill(self.given.eval(), best, "the best weights")

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Inside, Ctrl-C ends the run after the update in hand, and the random numbers and the
        folder are its own."""
        gpu = [self.device] if self.device.type == "cuda" else []
        # Only process 0 writes, and looks: another might find what process 0 has begun to write.
        folder = self.folder if self.rank == 0 else None
        with (
            held(folder) if folder else nullcontext(),
            torch.random.fork_rng(gpu),
            interruptible(alone=self.world == 1) as self.interrupts,
        ):
            if folder and not self.resumed:
                refuse_an_old_run(folder)
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
        total, stop, late = sum_over_processes(
            self.loss_sum, float(bool(self.interrupts)), float(self._late(seconds)),
            device=self.device,
        )  # fmt: skip
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
        if not math.isfinite(validation):
            raise FloatingPointError(f"the validation loss is {validation} at update {self.update}:"
                                     " lower the rate (peak) or clip more")  # fmt: skip
        if self.history.best is None or validation < self.history.best:
            own = self.candidate.named_parameters()
            self.best = {name: p.detach().clone() for name, p in own}
        self.history.rows[-1]["validation"] = validation
        if self.history.fruitless >= self.patience and not self.history.stopped:
            self.history.stopped = "early"

    def _late(self, seconds: float = 0.0) -> bool:
        """Whether the time is over, ``seconds`` after the last point of the curve."""
        before = self.history.rows[-1]["seconds"] if self.history.rows else 0.0
        return before + seconds > 60 * self.minutes

    def _restore(self) -> None:
        if self.folder is None:
            raise ValueError("resume=True needs the folder that holds the run")
        path = self.folder / "run.safetensors"
        try:
            self._take_up(path)
        except CheckpointError:
            raise
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise CheckpointError(f"{path} holds no whole run: {error!r}") from error

    def _take_up(self, path: Path) -> None:
        progress, sets = load_training(path, self.model, self.optimizer)
        refuse_another_run(path, progress, self._recipe(), self.data)
        before = progress.get("processes", self.world)
        if before != self.world and self.rank == 0:
            print(f"{path} was trained by {before} process(es) and goes on with {self.world}: the "
                  "same but for rounding and the draws of dropout", file=sys.stderr)  # fmt: skip
        self._tell_of_another_schedule(progress)
        position = {part: progress["position"][part] for part in self.batches.position}
        check_whole(update=progress["update"], **position)
        self.update = self.kept = progress["update"]
        self.batches.position = position
        self.history.rows = [{name: row[name] for name in POINT} for row in progress["rows"]]
        own, best = dict(self.model.named_parameters()), sets.get("best", {})
        self.best = {name: share_out(x.to(self.device), own[name]) for name, x in best.items()}
        if "average" in sets:
            fill(self.candidate, sets["average"], path)

    def _tell_of_another_schedule(self, progress: dict) -> None:
        """With more or fewer updates a schedule that ends with them has other rates."""
        done, last = progress["update"], progress["recipe"]["updates"]
        before, now, n = dataclasses.replace(self.recipe, updates=last), self.recipe, done + 1
        there, here = f"{before.rate(max(1, done)):.2g}", f"{now.rate(n):.2g}"
        if self.rank == 0 and n <= now.updates and now.rate(n) != before.rate(n) and here != there:
            print(f"the {now.schedule} schedule was made for {last:,} updates and is now made for "
                  f"{now.updates:,}: the rate goes from {there} to {here} at update {n:,}",
                  file=sys.stderr)  # fmt: skip

    def _recipe(self) -> dict:
        return json.loads(json.dumps(dataclasses.asdict(self.recipe)))  # as it is stored

    def _save(self) -> None:
        """Write everything; a disk that fills up meanwhile must not cost what was learnt."""
        if self.folder is None:
            return
        state = self._snapshot()
        if self.rank > 0:
            return
        try:
            self._write(self.folder, *state)
        except OSError as error:
            if self.update == 0:
                raise
            with suppress(OSError):  # a log on the same disk
                print(f"update {self.update}: {error}", file=sys.stderr)
            if self.history.stopped:
                self._rescue(*state)

    def _rescue(self, tensors: dict, header: dict) -> None:
        """The folder's disk is full and the run is over: keep what was learnt on another."""
        told = f"{self.folder} ends with update {self.kept} {set_aside(self.folder, self.kept)}"
        try:
            folder = Path(tempfile.mkdtemp(prefix="tformer-"))
            self._write(folder, tensors, header)
        except OSError as error:
            lost = f"what was learnt after update {self.kept} is lost: {self.folder} is full, and"
            raise OSError(error.errno, f"{lost} {error.strerror}", str(error.filename)) from error
        with suppress(OSError):
            print(f"{told};\nwhat was learnt is in {folder}", file=sys.stderr)

    def _snapshot(self) -> tuple[dict, dict]:
        """All that a resumed run needs; every process takes part, the first one keeps it."""
        progress = {"update": self.update, "position": self.batches.position,
                    "rows": self.history.rows, "recipe": self._recipe(),
                    "data": self.data, "processes": self.world}  # fmt: skip
        sets = {"best": self.best}
        if self.candidate is not self.model:
            sets["average"] = dict(self.candidate.named_parameters())
        keep = self.rank == 0
        return training_state(self.model, self.optimizer, progress, keep=keep, **sets)

    def _write(self, folder: Path, tensors: dict, header: dict) -> None:
        write(folder / "run.safetensors", tensors, header)
        if self.update:
            self.history.save(folder / "curve.csv")
            average = "average." if self.candidate is not self.model else "weights."
            part = "best." if self.best else average
            weights = {name.removeprefix(part): x for name, x in tensors.items()
                       if name.startswith(part)}  # fmt: skip
            save_model(folder / "model.safetensors", self.given, weights, **self.extra)
        self.history.folder, self.kept = folder, self.update
