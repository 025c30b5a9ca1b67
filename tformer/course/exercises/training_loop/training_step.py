"""One update of a model, as a PyTorch user writes it."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers, normal


def training_step(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


HINTS = (
    "Five things happen to the numbers in p.grad, one after the other: they are emptied, they are "
    "filled from a loss, they are made shorter if they are too long, they are used. Which call "
    "does each?",
    "backward adds to what stands in p.grad, so the gradients of the last call have to go first. "
    "Clipping needs gradients that are there, and has to come before they are used.",
    "The clipping is torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm): one norm for "
    "all parameters together. The number to return is loss.item(), of the loss before the step.",
    "optimizer.zero_grad(); loss = loss_fn(model, batch); loss.backward(); clip; optimizer.step(); "
    "return loss.item()",
)


def twice(step: Callable) -> Callable:
    """Two updates on one batch: what each call returns, and the parameters after it."""

    @wraps(step, updated=())
    def calls(model: nn.Module, *others: Any) -> list | None:
        seen = []
        for _ in range(2):
            loss = step(model, *others)
            if loss is None or loss is ...:
                return None
            seen += [loss, [p.detach().clone() for p in model.parameters()]]
        return seen

    return calls


def next_token_loss(model, batch):
    inputs, targets = batch
    return cross_entropy(model(inputs), targets)


def summed_loss(model, batch):
    inputs, targets = batch
    return cross_entropy(model(inputs), targets, reduction="sum")


class Unused(nn.Module):
    """One layer learns, one is frozen, one is never called and has no gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(5, 5)
        self.frozen = nn.Linear(5, 5).requires_grad_(False)
        self.idle = nn.Linear(2, 2)

    def forward(self, ids):
        return self.frozen(self.table(ids))


def _filled(model, seed=0, dtype=torch.float32):
    """The same weights at every call; none is drawn from the global random numbers."""
    model = model.to(dtype)
    for n, p in enumerate(model.parameters()):
        p.data = normal(*p.shape, 1, seed=seed + n, dtype=dtype)[..., 0]
    return model


def _empty(make):
    """A module as it is made, without drawing its first weights."""
    with torch.random.fork_rng(devices=[]):
        return make()


def _example():
    model = _empty(lambda: nn.Embedding(2, 2))
    model.weight.data = torch.tensor([[1.0, 0.0], [0.0, 3.0]])
    batch = torch.tensor([0, 1]), torch.tensor([1, 0])
    return model, batch, next_token_loss, torch.optim.SGD(model.parameters(), lr=1.0), 0.5


def _case(make, optimizer, max_norm, loss_fn=next_token_loss, seed=0, dtype=torch.float32):
    def made():
        model = _filled(_empty(make), seed, dtype)
        batch = integers(5, 7, seed=seed), integers(5, 7, seed=seed + 1)
        learning = [p for p in model.parameters() if p.requires_grad]
        return model, batch, loss_fn, optimizer(learning), max_norm

    return made


def _deep():
    return nn.Sequential(nn.Embedding(5, 3), nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 5))


SGD, Momentum = partial(torch.optim.SGD, lr=0.7), partial(torch.optim.SGD, lr=0.3, momentum=0.9)
AdamW = partial(torch.optim.AdamW, lr=0.05, weight_decay=0.1)

CASES = (
    Case(_example, "a table of two words is the model, SGD with learning rate 1 the optimizer. "
         "Values 1 and 3: what two calls in a row return; 2 and 4: the parameters after each"),
    Case(_case(_deep, SGD, 0.3, seed=2), "four tensors that are too long together, and none of "
         "them alone says by how much", ("clipped",)),
    Case(_case(_deep, SGD, 50.0, seed=9), "50 is allowed, and all gradients are shorter",
         ("short-gradients",)),
    Case(_case(_deep, Momentum, 1.5, summed_loss, seed=20), "a large loss, and an optimizer that "
         "remembers its last step", ("clipped",)),
    Case(_case(_deep, AdamW, 0.4, seed=30, dtype=torch.float64), "AdamW, in float64",
         ("float64",)),
    Case(_case(Unused, SGD, 0.25, seed=40), "a frozen layer, and one that the loss does not need: "
         "their parameters have no gradient", ("no-gradient-in-some",)),
)  # fmt: skip


def variant(
    model, batch, loss_fn, optimizer, max_norm, order="zero back clip step",
    clip=nn.utils.clip_grad_norm_, afterwards=False,
):  # fmt: skip
    """training_step with its calls in any order, some left out or made twice."""
    calls = {
        "zero": optimizer.zero_grad,
        "back": lambda: loss_fn(model, batch).backward(),
        "clip": lambda: clip(model.parameters(), max_norm),
        "step": optimizer.step,
    }
    loss = loss_fn(model, batch).item()
    for name in order.split():
        calls[name]()
    return loss_fn(model, batch).item() if afterwards else loss


# fmt: off
MISTAKES = (
    twist("gradients-add-up", "The gradients are not cleared (zero_grad): backward adds to what "
          "stands in p.grad, so the second update follows the gradients of both calls.",
          order="back clip step"),
    twist("parameters-stay", "The parameters stay as they were: there is no step, or no gradient "
          "when it comes. Behind backward nothing may be cleared (zero_grad), and step comes after "
          "backward.", order="zero back clip"),
    twist("clipped-by-value", "Every entry of the gradient is clamped to +-max_norm: that is "
          "clipping by value, which bends the direction of the step.",
          clip=nn.utils.clip_grad_value_),
    twist("each-tensor-by-its-own-norm", "Each parameter's gradient is clipped by its own norm; "
          "one norm for all of them together keeps the direction of the step.",
          clip=lambda all_, most: [nn.utils.clip_grad_norm_(p, most) for p in all_]),
    twist("loss-after-the-step", "It returns the loss after the step; asked for was the one that "
          "the update was made from, before it.", afterwards=True),
    twist("backward-twice", "It goes backward twice: the gradients are twice as long.",
          order="zero back back clip step"),
    twist("steps-twice", "The optimizer makes two steps in one call.",
          order="zero back clip step step"),
    Mistake("loss-without-a-graph", "The loss is computed under no_grad, or taken out of its graph "
            "(item, detach) before backward: there is no way back.",
            lambda model, batch, loss_fn, *_: loss_fn(model, batch).detach().backward()),
    Mistake("backward-of-a-number", "loss is a Python number when backward is called: item() comes "
            "at the very end.",
            lambda model, batch, loss_fn, *_: loss_fn(model, batch).item().backward()),
)


def _pairs(got):
    return [*zip(got[::2], got[1::2], strict=True)]


def _alike(a, b):
    return len(a) == len(b) and all(
        x.shape == y.shape and torch.allclose(x, y, rtol=1e-4, atol=1e-6)
        for x, y in zip(a, b, strict=True))


def _losses_only(args, got, want):
    pairs = zip(_pairs(got), _pairs(want), strict=True)
    return all(_alike(g[1], w[1]) for g, w in pairs)


def _second_only(args, got, want):
    (_, first), (_, _) = _pairs(got)
    return _alike(first, want[1])


SIGNS = (
    Sign("returns-several", "It returns more than one value; only the loss as a Python float was "
         "asked for.", lambda a, g, w: all(isinstance(x, list | tuple) for x in g)),
    Sign("not-a-float", "The parameters are right, but what comes back is no Python float.",
         lambda a, g, w: _losses_only(a, g, w) and not isinstance(g[0], float)),
    Sign("wrong-loss", "The parameters are right; the number that comes back is not the loss of "
         "this batch before the step.", _losses_only),
    Sign("wrong-from-the-second-call", "The first update is right, the second is not: is something "
         "of the first call left over when the second begins?", _second_only, every=None),
    Sign("another-update", "The parameters after the call are not those of one step along the "
         "clipped gradient of this batch.", lambda a, g, w: len(g) == len(w), every=False),
)
# fmt: on

EXERCISE = Exercise(training_step, HINTS, CASES, MISTAKES, variant, SIGNS, watch=twice)
