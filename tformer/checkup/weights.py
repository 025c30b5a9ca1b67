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
from tformer.checkup.subject import LARGE, Subject, other_values


def start(p: Subject) -> Iterator[Finding]:
    """The first loss, and whether logits are logits."""
    out = p.first
    sure = (out.logsumexp(-1) - out.mean(-1)).mean().item()  # the loss of labels drawn at random
    over = sure - math.log(out.size(-1))
    if (out >= 0).all() and ((out.sum(-1) - 1).abs() < 1e-3).all():
        yield Finding("probabilities-for-logits", "no output is below 0, and each row sums to 1")
    elif over > 1:
        yield Finding("starts-too-sure", f"the first loss is {sure:.2f}, ln V {sure - over:.2f}",
                      "fault" if over > 3 else "look")  # fmt: skip


def learning(p: Subject) -> Iterator[Finding]:
    """Which parameters move the logits, and which of these get a gradient?"""
    named = {name: w for name, w in p.shaken.named_parameters() if w.is_floating_point()}
    learns: dict[str, bool | None] = dict.fromkeys(named)  # None: the logits hang on no such weight
    for training in (True, False):  # in eval mode only what training mode has left out
        asked = [name for name, w in named.items() if w.requires_grad and not learns[name]]
        with torch.enable_grad():
            out = p.run(p.shaken, training=training) if asked else p.said
            if out.requires_grad:
                told = (out * torch.linspace(-1, 2, out.numel()).view_as(out)).sum()
                slopes = torch.autograd.grad(told, [named[n] for n in asked], allow_unused=True)
                got = zip(asked, slopes, strict=True)
                learns |= {name: bool(g.any()) for name, g in got if g is not None}
    moving = [n for n, w in named.items() if not learns[n] and not _table(w) and _moves(p, w)]
    # A key's bias moves no softmax: beside a weight that moves it is no sign.
    alive = {name.rpartition(".")[0] for name in moving}
    unused = [name for name, w in named.items() if learns[name] is None and w.requires_grad
              and name not in moving and name.rpartition(".")[0] not in alive]  # fmt: skip
    if moving:
        yield Finding("no-gradient", f"{_listed(moving)} moves the logits and gets no gradient")
    if unused:
        yield Finding("never-used", f"nothing depends on {_listed(unused)}")


def _table(w: Tensor) -> bool:
    """Waves, and masks of zeros and ones, are no weights: they may be frozen."""
    return not w.requires_grad and w.dim() > 1 and bool(w.abs().max() < 1.001)


def _moves(p: Subject, w: Tensor, values: Tensor | None = None) -> bool:
    """Whether the logits move with this tensor, which is raised or gets those values."""
    if values is None:
        values = w.detach() + torch.linspace(0.5, 1.5, w.numel(), dtype=w.dtype).view_as(w)
    with other_values(w, values):
        return p.moved(p.said, p.run(p.shaken))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + f" and {len(names) - 3} more" * (len(names) > 3)


def ties(p: Subject) -> Iterator[Finding]:
    """Tables of words that begin alike: one parameter, two on one memory, or two."""
    sizes, named = {p.vocab, p.src_vocab, p.first.size(-1)}, dict(p.fresh.named_parameters())
    modules = p.fresh.named_modules()
    words = {f"{name}.weight" for name, module in modules if isinstance(module, nn.Embedding)}
    words |= {name for name in named if "emb" in name}
    tied, found = len(dict(p.fresh.named_parameters(remove_duplicate=False))) > len(named), False
    for (one, a), (other, b) in combinations(named.items(), 2):
        tables = a.dim() == 2 and a.shape == b.shape and sizes & set(a.shape) and a.std() > 0
        if not (tables and {one, other} & words):
            continue
        found = True
        if a.data_ptr() == b.data_ptr():
            tied = True
            yield Finding("tie-of-two-parameters", f"{one} and {other} lie on one memory and are "
                          "two to the optimizer, and to .to()")  # fmt: skip
        elif torch.equal(a, b):
            told = f"{one} and {other} begin alike and part with the first update"
            yield Finding("tied-in-name-only", told)
    for holder in (p.fresh, getattr(p.fresh, "config", None)) if found and not tied else ():
        for name, said in getattr(holder, "__dict__", {}).items():
            means = said is True or (isinstance(said, str) and said not in ("none", "no", ""))
            if name.startswith(("tie", "share_emb", "weight_tying")) and means:
                yield Finding("tied-in-name-only", f"{name}={said!r}, and no table is shared")


def reuse(p: Subject) -> Iterator[Finding]:
    """Modules with parameters of their own that read more than one thing in a pass."""
    read: dict[str, list[Tensor]] = {}

    def note(name: str, module: nn.Module, given: tuple, output: object) -> None:
        x = next((x for x in given if isinstance(x, Tensor)), None)
        known = read.setdefault(name, [])
        if x is not None and not any(torch.equal(x, y) for y in known):
            known.append(x.detach().clone())

    with ExitStack() as hooks:
        for name, module in p.fresh.named_modules():
            own = next(module.parameters(recurse=False), None) is not None
            if own and not isinstance(module, nn.Embedding):
                hooks.enter_context(module.register_forward_hook(partial(note, name)))
        p.run(p.fresh)
    if often := [name for name, known in read.items() if len(known) > 1]:
        told = f"{_listed(often)} ran {len(read[often[0]])} times in a pass"
        yield Finding("one-layer-for-many", told)


def forgotten(p: Subject) -> Iterator[Finding]:
    """Tensors that no one moves: attributes that are no parameters or buffers, if they matter."""
    for name, key in p.plain:
        module = p.shaken.get_submodule(name)
        value = vars(module)[key]
        other = ~value if value.dtype == torch.bool else 1 - value.detach()
        if value.untyped_storage().data_ptr() not in p.seen.sent and _moves(p, value, other):
            knows = "device" in inspect.signature(type(module).__init__).parameters
            told = f"{name}.{key}".strip(".") + "; its class is told a device" * knows
            yield Finding("tensor-that-.to()-forgets", told, "look" if knows else "fault")


def copies(p: Subject) -> Iterator[Finding]:
    """A deep copy, once the original is all zeros: the last check, nobody asks it any more."""
    p.run(p.shaken)  # what the last pass has left in it no longer hangs on a graph
    twin = copy.deepcopy(p.shaken)
    before = p.run(twin)
    for w in p.shaken.parameters():
        w.zero_()
    if p.moved(before, p.run(twin)):
        told = "the original was changed, and its deep copy's logits moved"
        yield Finding("copy-not-its-own", told)


def choices(p: Subject) -> Iterator[Finding]:
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
        if p.run(model).isnan().any():
            yield Finding("half-precision", "float16 gives NaN", "choice")
    except (RuntimeError, TypeError) as error:
        yield Finding("half-precision", f"float16 does not run: {error}"[:150], "choice")
