"""One step of AdamW."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import normal


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
    "A running mean keeps beta of its old value and takes 1 - beta of the new one: m of the "
    "gradient, v of its square. The correction divides by 1 minus beta to the power of step; it is "
    "used for the move, but the uncorrected m and v are returned.",
    "The move is the corrected m over the root of the corrected v, with eps added outside the "
    "root, times lr. The decay is decoupled: in proportion to the old parameter and to lr, taken "
    "off the parameter; it does not enter the gradient.",
    "return param - lr * weight_decay * param - lr * m_hat / (v_hat.sqrt() + eps), m, v. "
    "No in-place changes: += would change the caller's tensors.",
)


def _state(*shape, seed, dtype=torch.float32):
    """param, grad, m, v as in the middle of a training run."""
    param, grad, m = (normal(*shape, seed=seed + i, dtype=dtype) for i in range(3))
    return param, grad, 0.3 * m, normal(*shape, seed=seed + 3, dtype=dtype).square()


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
)  # fmt: skip


# Each switch has a table: the running mean, ...
MEANS = {"new": lambda m, g, b1, b2: b1 * m + (1 - b1) * g, "sum": lambda m, g, b1, b2: b1 * m + g}
# ... the running mean of squares, ...
SQUARES = {
    "new": lambda v, g, b1, b2, new_m: b2 * v + (1 - b2) * g**2,
    "sum": lambda v, g, b1, b2, new_m: b2 * v + g**2,
}
# ... both corrected for their start at zero (c1 and c2 are 1 - beta ** n), ...
CORRECTED = {
    "both": lambda m, v, c1, c2: (m / c1, v / c2),
    "none": lambda m, v, c1, c2: (m, v),
    "m only": lambda m, v, c1, c2: (m / c1, v),
}
# ... what the step is divided by, ...
ROOTS = {
    "outside": lambda v_hat, eps, new_v, c2: v_hat.sqrt() + eps,
    "inside": lambda v_hat, eps, new_v, c2: (v_hat + eps).sqrt(),
    "none": lambda v_hat, eps, new_v, c2: v_hat + eps,
    "scaled": lambda v_hat, eps, new_v, c2: (new_v.sqrt() + eps) / c2**0.5,
}
# ... the step itself, ...
MOVES = {
    "minus": lambda m_hat, down, g, old, step: m_hat / down,
    "plus": lambda m_hat, down, g, old, step: -m_hat / down,
    "old": lambda m_hat, down, g, old, step: old,
}
# ... and what the decay takes off; where a name is missing, nothing.
PULLS = {
    "decoupled": lambda param, grad, lr, decay: lr * decay * param,
    "both": lambda param, grad, lr, decay: lr * decay * param,
    "no lr": lambda param, grad, lr, decay: decay * param,
    "grows": lambda param, grad, lr, decay: -lr * decay * param,
    "no param": lambda param, grad, lr, decay: lr * decay,
}


def _correction(correct, b1, b2, step):
    """What m and v are divided by."""
    n = {"next step": step + 1, "first step": 1}.get(correct, step)
    if correct == "times":
        return 1 - b1 * n, 1 - b2 * n
    return 1 - b1**n, 1 - b2**n


def variant(
    param, grad, m, v, step, lr, betas, eps, weight_decay, decay="decoupled", correct="both",
    mean="new", square="new", root="outside", move="minus", order="right", back="raw", after=None,
):  # fmt: skip
    """adamw_step with one switch for each thing that can go wrong."""
    b1, b2 = betas if order != "betas swapped" else betas[::-1]
    g = grad + weight_decay * param if decay == "in gradient" else grad
    new_m = MEANS[mean](m, g, b1, b2)
    new_v = SQUARES[square](v, g, b1, b2, new_m)
    c1, c2 = _correction(correct, b1, b2, step)
    m_hat, v_hat = CORRECTED.get(correct, CORRECTED["both"])(new_m, new_v, c1, c2)
    down = ROOTS[root](v_hat, eps, new_v, c2)
    move_by = MOVES[move](m_hat, down, g, m / c1 / ((v / c2).sqrt() + eps), step)
    pull = PULLS[decay](param, grad, lr, weight_decay) if decay in PULLS else 0.0
    new = param - pull - lr * move_by
    if decay == "after":
        new = (param - lr * move_by) * (1 - lr * weight_decay)
    result = (new, new_m, new_v) if back == "raw" else (new, m_hat, v_hat)
    return after(result, (param, m, v)) if after else result


MISTAKES = (
    twist("no-bias-correction", "There is no bias correction: m and v start at zero and are far "
          "too small at first. With the usual betas the first step is 3.16 times too long.",
          correct="none"),
    twist("only-m-corrected", "Only m is corrected for its start at zero, v is not.",
          correct="m only"),
    twist("corrected-with-next-step", "The correction uses step + 1: steps are counted from 1 "
          "already.", correct="next step"),
    twist("corrected-as-if-first", "The correction is 1 - beta, as at the first step, at every "
          "step: the power of step is missing.", correct="first step"),
    twist("beta-times-step", "The correction uses beta * step; it should be a power: beta ** step.",
          correct="times"),
    twist("decay-in-the-gradient", "The decay is added to the gradient (L2 regularisation): it "
          "goes through m and v and is scaled like a gradient. AdamW takes it off the parameter "
          "directly.", decay="in gradient"),
    twist("no-decay", "weight_decay has no effect.", decay="none"),
    twist("decay-without-lr", "The decay is not multiplied by lr.", decay="no lr"),
    twist("decay-grows", "The decay has the wrong sign: weights grow.", decay="grows"),
    twist("decay-not-in-proportion", "The decay takes off lr * weight_decay, the same from every "
          "entry; it should be in proportion to the parameter.", decay="no param"),
    twist("decay-after-the-step", "The decay multiplies the parameter after it has moved: it "
          "should be taken off the old one, lr * weight_decay * param.", decay="after"),
    twist("betas-swapped", "The two betas have changed places.", order="betas swapped"),
    twist("m-adds-whole-gradient", "The gradient enters m whole; 1 - beta1 of it should.",
          mean="sum"),
    twist("v-adds-whole-square", "The squared gradient enters v whole; 1 - beta2 of it should.",
          square="sum"),
    twist("eps-inside-the-root", "eps is added inside the square root (sqrt); it belongs outside, "
          "where it is a floor for the root itself.", root="inside"),
    twist("root-missing", "The square root (sqrt) of v is missing: the step is far too long or "
          "short.",
          root="none"),
    twist("eps-before-the-correction", "eps is added before v is corrected, so the correction "
          "changes it.", root="scaled"),
    twist("old-averages-used", "The move uses the old m and v; the new ones are meant.",
          move="old"),
    twist("climbs", "The step goes uphill: the sign is wrong.", move="plus"),
    twist("returns-corrected-averages", "It returns the corrected m and v: the running averages "
          "themselves have to be kept, or the next step corrects them again.", back="corrected"),
    twist("m-and-v-swapped", "m and v come back in the wrong order.",
          after=lambda new, old: (new[0], new[2], new[1])),
    twist("parameter-last", "The parameter comes back last; it should be first.",
          after=lambda new, old: (new[1], new[2], new[0])),
    twist("parameter-only", "It returns the parameter alone; m and v are needed for the next "
          "step.", after=lambda new, old: new[0]),
)  # fmt: skip


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


SIGNS = (
    Sign("decay-wrong", "It is right as long as there is no decay, and m and v are right: the "
         "decay is wrong. It should take lr * weight_decay * param off the parameter.",
         _without_decay),
    Sign("move-wrong", "m and v are right, the parameter is not: look at the correction (1 - beta "
         "** step), the square root (sqrt), eps outside of it, lr, the sign and the decay.",
         _part(0, 1, 2)),
    Sign("v-wrong", "m is right, v is not: v = beta2 * v + (1 - beta2) * grad ** 2.",
         _part(2, 1)),
    Sign("both-averages-wrong", "Neither m nor v is right: beta times the old one plus (1 - beta) "
         "times the gradient, or its square.", lambda a, g, w: len(g) == 3, every=False),
)  # fmt: skip

EXERCISE = Exercise(
    adamw_step,
    HINTS,
    CASES,
    MISTAKES,
    variant,
    SIGNS,
    no_gradient="an optimiser takes its steps under no_grad",
    ready=("adamw",),
)
