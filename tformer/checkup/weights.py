"""What a model keeps: its parameters, what shares them, what learns, and how it starts."""

import copy
import inspect
import math
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import combinations

import torch
from torch import Tensor, nn

from tformer.checkup.findings import Finding
from tformer.checkup.patient import LARGE, Patient, other_values, shake


def start(p: Patient) -> Iterator[Finding]:
    """The first loss, and whether logits are logits."""
    out = p.run(p.fresh)
    if (out >= 0).all() and ((out.sum(-1) - 1).abs() < 1e-3).all():
        yield Finding("probabilities-for-logits", "no output is below 0, and each row sums to 1")
        return
    sure = (out.logsumexp(-1) - out.mean(-1)).mean().item()  # the loss of labels drawn at random
    over = sure - math.log(out.size(-1))
    if over > 1:
        yield Finding("starts-too-sure", f"the first loss is {sure:.2f}, ln V {sure - over:.2f}",
                      "fault" if over > 3 else "look")  # fmt: skip


def learning(p: Patient) -> Iterator[Finding]:
    """Which parameters move the logits, and which of these get a gradient?"""
    named = {name: w for name, w in p.shaken.named_parameters() if w.is_floating_point()}
    slopes: dict[str, Tensor | None] = {}
    for training in (False, True):
        with p.mode(p.shaken, training), torch.enable_grad():
            out = p.run(p.shaken)
            asked = {name: w for name, w in named.items() if w.requires_grad}
            if out.requires_grad and asked:
                told = (out * torch.linspace(-1, 2, out.numel()).view_as(out)).sum()
                found = torch.autograd.grad(told, list(asked.values()), allow_unused=True)
                slopes |= {n: g for n, g in zip(asked, found, strict=True) if g is not None}
    silent = {name: w for name, w in named.items() if slopes.get(name) is None}
    flat = {name: slopes[name] for name in slopes if not slopes[name].any()}
    moving = [
        name for name in (*silent, *flat) if not _table(named[name]) and _moves(p, named[name])
    ]
    # A key's bias moves no softmax: beside a weight that moves it is no sign.
    alive = {name.rpartition(".")[0] for name in moving}
    unused = [name for name in silent if named[name].requires_grad and name not in moving
              and name.rpartition(".")[0] not in alive]  # fmt: skip
    if moving:
        yield Finding("no-gradient", f"{_listed(moving)} moves the logits and gets no gradient")
    if unused:
        yield Finding("never-used", f"nothing depends on {_listed(unused)}")


def _table(w: Tensor) -> bool:
    """Waves, and masks of zeros and ones, are no weights: they may be frozen."""
    return not w.requires_grad and w.dim() > 1 and w.abs().max() < 1.001


def _moves(p: Patient, w: Tensor) -> bool:
    raised = w.detach() + torch.linspace(0.5, 1.5, w.numel(), dtype=w.dtype).view_as(w)
    with torch.no_grad(), other_values(w, raised):
        return p.moved(p.said, p.run(p.shaken))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + f" and {len(names) - 3} more" * (len(names) > 3)


def ties(p: Patient) -> Iterator[Finding]:
    """Tables of words that begin alike: one parameter, two on one memory, or two."""
    sizes = {p.vocab, p.run(p.fresh).size(-1)} | ({p.src_vocab} if p.src_vocab else set())
    named = dict(p.fresh.named_parameters())
    words = {f"{name}.weight" for name, module in p.fresh.named_modules()
             if isinstance(module, nn.Embedding)}  # fmt: skip
    words |= {name for name in named if "emb" in name}
    pairs = [
        (one, other) for one, other in combinations(named, 2)
        if named[one].dim() == 2 and named[one].shape == named[other].shape
        and {one, other} & words and sizes & set(named[one].shape) and named[one].std() > 0
    ]  # fmt: skip
    tied = len(dict(p.fresh.named_parameters(remove_duplicate=False))) > len(named)
    for one, other in pairs:
        if named[one].data_ptr() == named[other].data_ptr():
            tied = True
            yield Finding("tie-of-two-parameters", f"{one} and {other} lie on one memory and are "
                          "two to the optimizer, and to .to()")  # fmt: skip
        elif torch.equal(named[one], named[other]):
            yield Finding("tied-in-name-only", f"{one} and {other} begin alike and part with the "
                          "first update")  # fmt: skip
    for holder in (p.fresh, getattr(p.fresh, "config", None)) if pairs and not tied else ():
        for name, said in getattr(holder, "__dict__", {}).items():
            means = said is True or (isinstance(said, str) and said not in ("none", "no", ""))
            if name.startswith(("tie", "share_emb", "weight_tying")) and means:
                yield Finding("tied-in-name-only", f"{name}={said!r}, and no table is shared")


def reuse(p: Patient) -> Iterator[Finding]:
    """Modules with parameters of their own that read more than one thing in a pass."""
    read: dict[str, list[Tensor]] = {}

    def note(name: str, module: nn.Module, given: tuple, output: object) -> None:
        x = next((x for x in given if isinstance(x, Tensor)), None)
        known = read.setdefault(name, [])
        if x is not None and not any(x.shape == y.shape and torch.equal(x, y) for y in known):
            known.append(x.detach().clone())

    with ExitStack() as hooks:
        for name, module in p.fresh.named_modules():
            own = next(module.parameters(recurse=False), None) is not None
            if own and not isinstance(module, nn.Embedding):
                hooks.enter_context(module.register_forward_hook(partial(note, name)))
        p.run(p.fresh)
    often = [name for name, known in read.items() if len(known) > 1]
    if often:
        times = len(read[often[0]])
        yield Finding("one-layer-for-many", f"{_listed(often)} ran {times} times in a pass")


def forgotten(p: Patient) -> Iterator[Finding]:
    """Tensors that no one moves: attributes that are no parameters or buffers, if they matter."""
    sent = p.seen.sent if p.plain else set()
    for name, module, value in p.plain:
        if value.untyped_storage().data_ptr() not in sent and _matters(p, value):
            knows = "device" in inspect.signature(type(module).__init__).parameters
            told = name + "; its class is told a device" * knows
            yield Finding("tensor-that-.to()-forgets", told, "look" if knows else "fault")
            if not knows:
                return


def _matters(p: Patient, value: Tensor) -> bool:
    changed = ~value if value.dtype == torch.bool else 1 - value.detach()
    with torch.no_grad(), other_values(value, changed):
        return p.moved(p.said, p.run(p.shaken))


def copies(p: Patient) -> Iterator[Finding]:
    """A deep copy, once the original has changed: the last check, for nobody asks it after that."""
    p.run(p.shaken)  # what the last pass has left in it no longer hangs on a graph
    twin = copy.deepcopy(p.shaken)
    before = p.run(twin)
    shake(p.shaken, seed=2)
    if p.moved(before, p.run(twin)):
        yield Finding(
            "copy-not-its-own", "the original was changed, and its deep copy's logits moved"
        )


def choices(p: Patient) -> Iterator[Finding]:
    """What is nobody's fault: sizes, and what half precision makes of them."""
    yield Finding("parameters", f"{p.weighs:,}", "choice")
    if p.turned:
        yield Finding("sequence-first", "it reads ids of shape (length, rows)", "choice")
    if not p.causal:
        yield Finding("two-sided", "taken for an encoder: it may see the future", "choice")
    if p.weighs > LARGE:
        return
    try:
        model = p.build().half()
        torch.set_default_dtype(torch.float16)
        out = p.run(model)
        if out.isnan().any():
            yield Finding("half-precision", "float16 gives NaN", "choice")
    except (RuntimeError, TypeError) as error:
        yield Finding("half-precision", f"float16 does not run: {error}"[:150], "choice")
