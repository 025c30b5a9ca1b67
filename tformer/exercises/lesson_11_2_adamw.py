"""Lesson 11: one step of AdamW."""

import torch

from .core import Case, Exercise, Sign
from .mistakes_11_adamw import MISTAKES
from .samples import normal


def adamw_step(param, grad, m, v, step, lr, betas, eps, weight_decay):
    beta1, beta2 = betas
    m = beta1 * m + (1 - beta1) * grad
    v = beta2 * v + (1 - beta2) * grad**2
    m_hat = m / (1 - beta1**step)
    v_hat = v / (1 - beta2**step)
    param = param - lr * weight_decay * param - lr * m_hat / (v_hat.sqrt() + eps)
    return param, m, v


HINTS = (
    "Three lines of thought: m is a running mean of the gradient, v one of its square; both are "
    "corrected for their start at zero; then the parameter moves.",
    "m = beta1 * m + (1 - beta1) * grad, v likewise with grad ** 2. The correction divides by "
    "1 - beta ** step; it is used for the move, but the uncorrected m and v are returned.",
    "The move is lr * m_hat / (sqrt(v_hat) + eps): eps outside the root. The decay is decoupled: "
    "lr * weight_decay * param is taken off the parameter, it does not enter the gradient.",
    "return param - lr * weight_decay * param - lr * m_hat / (v_hat.sqrt() + eps), m, v. "
    "No in-place changes: += would change the caller's tensors.",
)


def _state(*shape, seed, dtype=torch.float32):
    """param, grad, m, v as in the middle of a training run."""
    param, grad, m = (normal(*shape, seed=seed + i, dtype=dtype) for i in range(3))
    return param, grad, 0.3 * m, normal(*shape, seed=seed + 3, dtype=dtype).square()


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([1.0, -2.0]), torch.tensor([0.5, 4.0]), torch.zeros(2),
                  torch.zeros(2), 1, 0.1, (0.9, 0.99), 0.1, 0.0),
         "the first step, no decay: m and v are still zero", ("first-step",)),
    Case(lambda: (*_state(3, 2, seed=10), 7, 0.2, (0.8, 0.95), 0.5, 0.3),
         "the seventh step, with decay", ("with-decay", "later-step")),
    Case(lambda: (torch.tensor([1.0, 2.0]), torch.tensor([0.0, 0.3]), torch.zeros(2),
                  torch.zeros(2), 2, 0.1, (0.9, 0.99), 1e-8, 0.0),
         "a gradient of zero so far: eps prevents 0/0", ("zero-gradient", "later-step")),
    Case(lambda: (*_state(2, 3, seed=30, dtype=torch.float64), 20, 0.2, (0.5, 0.75), 0.01, 0.0),
         "float64, the twentieth step, no decay", ("float64", "later-step")),
)
# fmt: on


def variant(
    param,
    grad,
    m,
    v,
    step,
    lr,
    betas,
    eps,
    weight_decay,
    decay="decoupled",
    correct="both",
    mean="new",
    square="new",
    root="outside",
    move="minus",
    order="right",
    back="raw",
    after=None,
):
    """adamw_step with one switch for each thing that can go wrong."""
    b1, b2 = betas if order != "betas swapped" else betas[::-1]
    g = {
        "in gradient": lambda: grad + weight_decay * param,
        "in gradient, lr": lambda: grad + lr * weight_decay * param,
        "both": lambda: grad + weight_decay * param,
    }.get(decay, lambda: grad)()
    new_m = {
        "new": lambda: b1 * m + (1 - b1) * g,
        "swapped": lambda: (1 - b1) * m + b1 * g,
        "sum": lambda: b1 * m + g,
        "gradient": lambda: g,
        "beta 2": lambda: b2 * m + (1 - b2) * g,
        "old": lambda: m,
        "squared": lambda: b1 * m + (1 - b1) * g**2,
        "no memory": lambda: (1 - b1) * g,
    }[mean]()
    new_v = {
        "new": lambda: b2 * v + (1 - b2) * g**2,
        "swapped": lambda: (1 - b2) * v + b2 * g**2,
        "sum": lambda: b2 * v + g**2,
        "gradient": lambda: b2 * v + (1 - b2) * g,
        "absolute": lambda: b2 * v + (1 - b2) * g.abs(),
        "beta 1": lambda: b1 * v + (1 - b1) * g**2,
        "old": lambda: v,
        "accumulated": lambda: v + g**2,
        "largest": lambda: (b2 * v).maximum(g.abs()),
        "of mean": lambda: b2 * v + (1 - b2) * new_m**2,
        "factor squared": lambda: b2 * v + ((1 - b2) * g) ** 2,
    }[square]()
    n = {"next step": step + 1, "last step": step - 1, "first step": 1}.get(correct, step)
    c1, c2 = 1 - b1**n, 1 - b2**n
    if correct == "times":
        c1, c2 = 1 - b1 * n, 1 - b2 * n
    m_hat = new_m if correct in ("none", "v only") else new_m / c1
    v_hat = new_v if correct in ("none", "m only") else new_v / c2
    if correct == "multiplied":
        m_hat, v_hat = new_m * c1, new_v * c2
    if correct == "power outside":
        m_hat, v_hat = new_m / (1 - b1) ** n, new_v / (1 - b2) ** n
    if correct == "swapped":
        m_hat, v_hat = new_m / c2, new_v / c1
    if correct == "once" and step > 1:
        m_hat, v_hat = new_m, new_v
    if correct == "same":
        v_hat = new_v / c1
    if correct == "after root":
        v_hat = new_v / c2**2
    down = {
        "outside": lambda: v_hat.sqrt() + eps,
        "inside": lambda: (v_hat + eps).sqrt(),
        "none": lambda: v_hat + eps,
        "no eps": lambda: v_hat.sqrt(),
        "both": lambda: (v_hat + eps).sqrt() + eps,
        "larger": lambda: v_hat.sqrt().clamp(min=eps),
        "scaled": lambda: (new_v.sqrt() + eps) / c2**0.5,
        "nothing": lambda: 1 + 0 * v_hat,
        "fixed": lambda: v_hat.sqrt() + 1e-8,
        "squared": lambda: (v_hat + eps**2).sqrt(),
        "mean": lambda: v_hat.mean().sqrt() + eps,
    }[root]()
    move_by = {
        "minus": lambda: m_hat / down,
        "plus": lambda: -m_hat / down,
        "gradient": lambda: g / down,
        "sign": lambda: m_hat.sign(),
        "upside down": lambda: down / m_hat,
        "old": lambda: m / c1 / ((v / c2).sqrt() + eps),
        "falling": lambda: m_hat / down / step**0.5,
    }[move]()
    if correct == "upside down":
        move_by = new_m * c1 / c2**0.5 / (new_v.sqrt() + eps)
    pull = {
        "decoupled": lr * weight_decay * param,
        "both": lr * weight_decay * param,
        "no lr": weight_decay * param,
        "lr twice": lr * lr * weight_decay * param,
        "grows": -lr * weight_decay * param,
        "no param": lr * weight_decay,
        "of gradient": lr * weight_decay * grad,
        "sign": lr * weight_decay * param.sign(),
    }.get(decay, 0.0)
    rate = 1.0 if order == "no lr" else lr
    new = param - pull - rate * move_by
    if decay == "after":
        new = (param - rate * move_by) * (1 - lr * weight_decay)
    if decay == "only":
        new = param - lr * weight_decay * param
    if order == "from zero":
        new = new - param
    result = (new, new_m, new_v) if back == "raw" else (new, m_hat, v_hat)
    return after(result, (param, m, v)) if after else result


def _part(index, *others):
    def shows(args, got, want):
        fine = [
            torch.allclose(g.double(), w.double(), rtol=1e-4, atol=1e-6)
            for g, w in zip(got, want, strict=True)
        ]
        return not fine[index] and all(fine[i] for i in others)

    return shows


def _without_decay(a, g, w):
    return a[8] != 0 and _part(0, 1, 2)(a, g, w)


# fmt: off
SIGNS = (
    Sign("decay-wrong", "It is right as long as there is no decay, and m and v are right: the "
         "decay is wrong. It should take lr * weight_decay * param off the parameter.",
         _without_decay),
    Sign("move-wrong", "m and v are right, the parameter is not: look at the correction "
         "(1 - beta ** step), the root, eps outside of it, lr, the sign and the decay.",
         _part(0, 1, 2)),
    Sign("m-wrong", "v is right, m is not: m = beta1 * m + (1 - beta1) * grad.", _part(1, 2)),
    Sign("v-wrong", "m is right, v is not: v = beta2 * v + (1 - beta2) * grad ** 2.",
         _part(2, 1)),
    Sign("both-averages-wrong", "Neither m nor v is right: beta times the old one plus (1 - beta) "
         "times the gradient, or its square.", lambda a, g, w: len(g) == 3, every=False),
)
# fmt: on

EXERCISES = [Exercise(adamw_step, "11", HINTS, CASES, MISTAKES, variant, SIGNS)]
