"""The loop that trains both kinds of model: predict, compare, correct, again.

A model is any module with ``model(*batch.inputs) -> logits`` (B, T, V); `data.batches` says what a
batch is. The random numbers of update n (dropout) are seeded by the recipe's seed and n, so that a
resumed run draws what an uninterrupted one would, and nothing outside the loop is touched.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tformer._support.checks import (
    check_betas,
    check_device,
    check_flag,
    check_float,
    check_function,
    check_kind,
    check_probability,
    given,
)
from tformer._support.signatures import NotNegative, Positive, Probability, Size, checked
from tformer.data.batches import Batch, Stream
from tformer.probes import leak
from tformer.schedules import cosine_lr, noam_lr
from tformer.training.history import History
from tformer.training.optimizers import OPTIMIZERS
from tformer.training.run import Run


@checked
@dataclass(frozen=True)
class Recipe:
    """How long, how fast, and with which cautions to train.

    The rate climbs for ``warmup`` updates to ``peak`` and then falls: "noam" as 1/sqrt(update),
    "cosine" to a tenth of the peak at the last update, "constant" not at all. ``optimizer``:
    "adamw", or "muon", which needs far fewer updates, each a little dearer. ``accumulate``
    batches make one update, each token weighing the same. ``average`` > 0 keeps a running mean of
    the weights with that memory (0.999: about the last thousand updates) and evaluates and returns
    it. ``patience`` evaluations without a better one end the run, and so do ``minutes``.
    ``precision``: "float32", "bfloat16" products, or "auto", bfloat16 where it pays. Intervals are
    in updates.
    """

    updates: Size
    peak: Positive = 1e-3
    schedule: Literal["noam", "cosine", "constant"] = "cosine"
    optimizer: Literal[OPTIMIZERS] = "adamw"
    warmup: NotNegative = 100
    label_smoothing: Probability = 0.0
    accumulate: Size = 1
    clip: Positive = 1.0
    betas: Annotated[tuple[float, float], check_betas] = (0.9, 0.98)
    weight_decay: NotNegative = 0.01
    average: Probability = 0.0
    evaluate_every: Size = 500
    log_every: Size = 20
    patience: Size | None = None
    minutes: Positive | None = None
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    compile: bool = False
    causal: bool = True
    seed: int = 0

    def __post_init__(self):
        object.__setattr__(self, "betas", check_betas(self.betas))  # JSON has lists

    def rate(self, update: NotNegative) -> float:
        """The learning rate of update number ``update``, from 1."""
        warmup = max(1, self.warmup)
        if self.schedule == "noam":
            return noam_lr(update, 1, warmup, factor=self.peak * warmup**0.5)
        total, floor = self.updates, self.peak * (0.1 if self.schedule == "cosine" else 1.0)
        return cosine_lr(update, peak=self.peak, warmup=min(warmup, total), total=total,
                         minimum=floor)  # fmt: skip


def summed_loss(logits: Tensor, batch: Batch, label_smoothing: float = 0.0) -> Tensor:
    """Cross-entropy summed over the targets that count (torch's, for speed).

    A CPU gets a block of rows at a time, 2 MB, so that what it just wrote is still in its cache.
    """
    check_float(3, logits=logits)
    check_kind(Batch, batch=batch)
    check_probability(label_smoothing=label_smoothing)
    if logits.shape[:-1] != batch.targets.shape:
        raise ValueError(f"logits has shape {tuple(logits.shape)}, the batch's targets "
                         f"{tuple(batch.targets.shape)}; each needs its row")  # fmt: skip
    logits, targets = logits.flatten(0, 1), batch.targets.flatten()
    rows = max(1, 2**19 // logits.size(1)) if logits.is_cpu else len(logits)
    wide = torch.promote_types(logits.dtype, torch.float32)  # a float64 model stays one
    how = {"ignore_index": batch.pad_id, "label_smoothing": label_smoothing, "reduction": "sum"}
    blocks = zip(logits.split(rows), targets.split(rows), strict=True)
    return sum(F.cross_entropy(x.to(wide), y, **how) for x, y in blocks)


def train(model: nn.Module, batches: Stream, recipe: Recipe, *, validation: Stream | None = None,
          folder: str | Path | None = None, resume: bool = False, shard: bool = False,
          device: str | torch.device = "auto", progress: Callable[[History], None] | None = None,
          entropy: float | None = None, extra: dict | None = None) -> History:  # fmt: skip
    """Train ``model`` in place; it ends in eval mode, with the weights best on ``validation``.

    ``folder`` receives model.safetensors (with ``extra``), curve.csv and, at each evaluation,
    run.safetensors, from which ``resume=True`` goes on bit for bit; another recipe, model or other
    data are refused, but more ``updates`` are not, and where the rate then jumps is told.
    ``progress`` is called with the history every ``log_every`` updates. Ctrl-C ends the run after
    the update in hand and keeps everything. Under torchrun each process learns from its share of
    each batch, and with ``shard`` it keeps its share of the weights only, for a model that no
    ``device`` holds; ``model`` itself then stays where it is.
    """
    check_kind(nn.Module, model=model)
    check_kind(Recipe, recipe=recipe)
    check_kind(Stream, batches=batches, **given(validation=validation))
    check_flag(resume=resume, shard=shard)
    check_function(**given(progress=progress))
    check_kind(dict, **given(extra=extra))
    check_kind((str, Path), **given(folder=folder))
    if shard and recipe.compile:
        raise ValueError("shard=True with compile=True has not been tried; choose one of the two")
    history = History(recipe.updates, entropy)
    run = Run(model, batches, recipe, history, validation=validation, folder=folder,
              device=device, resume=resume, shard=shard, extra=extra)  # fmt: skip
    if recipe.causal:
        refuse_a_leak(run.model, next(iter(batches.once())).to(run.device))
    with run.guarded():
        for _ in run.updates():
            micro = [next(batches) for _ in range(recipe.accumulate)]
            tokens = sum(batch.tokens for batch in micro)  # of all processes together
            for batch in micro:
                batch = batch.shard(run.rank, run.world).to(run.device)
                with run.precision:
                    logits = run.forward(*batch.inputs)
                loss = summed_loss(logits, batch, recipe.label_smoothing)
                # Sum over sum: each token weighs the same, however it was batched. Data-parallel
                # gradients are averaged over the processes, hence the factor.
                (loss * run.world / tokens).backward()
                run.loss_sum += loss.detach()
            nn.utils.clip_grad_norm_(run.model.parameters(), recipe.clip)
            run.optimizer.step()
            run.optimizer.zero_grad()
            run.note(tokens)
            if run.due(recipe.evaluate_every) and validation is not None:
                run.judge(evaluate(run.candidate, validation, run.device))
            if progress and run.rank == 0 and run.due(recipe.log_every):
                progress(history)
    if progress and run.rank == 0:
        progress(history)
    return history


@torch.no_grad()
def evaluate(model: nn.Module, batches: Stream, device: str | torch.device = "cpu") -> float:
    """Mean plain loss per token (nats) over all of ``batches`` once, in eval mode."""
    check_kind(nn.Module, model=model)
    check_kind(Stream, batches=batches)
    check_device(device=device)
    was_training, total, tokens = model.training, torch.zeros((), device=device), 0
    model.eval()
    for batch in batches.once():
        tokens += batch.tokens
        batch = batch.to(device)
        total += summed_loss(model(*batch.inputs), batch)
    model.train(was_training)
    return total.item() / tokens


def refuse_a_leak(model: nn.Module, batch: Batch) -> None:
    """Whoever sees the next token learns to copy it: ValueError if an output sees one."""
    *context, given = (x[:2] for x in batch.inputs)
    moved = leak(lambda tokens: model.eval()(*context, tokens), given[:, :8]).triu(1)
    model.train()
    if moved.max() > 1e-4:
        i, t = divmod(int(moved.argmax()), moved.shape[1])
        raise ValueError(
            f"model sees the future: changing token {t} moves the output at position {i}. "
            "Check its causal mask (or pass causal=False if it is not meant to predict)"
        )
