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


def variant(
    param, grad, m, v, step, lr, betas, eps, weight_decay, decay=lambda lr, wd: lr * wd,
    correct=lambda b, n: 1 - b**n, root=lambda v_hat, eps, c2: v_hat.sqrt() + eps, l2=0,
    move=lambda new, old: new, swapped=False, after=lambda new, *hats: new,
):  # fmt: skip
    """adamw_step with one switch for each thing that can go wrong."""
    b1, b2 = betas[::-1] if swapped else betas
    g = grad + l2 * weight_decay * param
    new_m, new_v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g**2
    c1, c2 = correct(b1, step), correct(b2, step)
    m_hat, v_hat = new_m / c1, new_v / c2
    old = m / c1 / ((v / c2).sqrt() + eps)
    new = param - decay(lr, weight_decay) * param - lr * move(m_hat / root(v_hat, eps, c2), old)
    return after((new, new_m, new_v), m_hat, v_hat)


MISTAKES = (
    twist("no-bias-correction", "There is no bias correction: m and v start at zero and are far "
          "too small at first. With the usual betas the first step is 3.16 times too long.",
          correct=lambda b, n: 1.0),
    twist("only-m-corrected", "Only m is corrected for its start at zero, v is not.",
          root=lambda v_hat, eps, c2: (v_hat * c2).sqrt() + eps),
    twist("beta-times-step", "The correction uses beta * step; it should be a power: beta ** step.",
          correct=lambda b, n: 1 - b * n),
    twist("decay-in-the-gradient", "The decay is added to the gradient (L2 regularisation): it "
          "goes through m and v and is scaled like a gradient. AdamW takes it off the parameter "
          "directly.", decay=lambda lr, wd: 0, l2=1),
    twist("decay-without-lr", "The decay is not multiplied by lr.", decay=lambda lr, wd: wd),
    twist("betas-swapped", "The two betas have changed places.", swapped=True),
    twist("eps-inside-the-root", "eps is added inside the square root (sqrt); it belongs outside, "
          "where it is a floor for the root itself.",
          root=lambda v_hat, eps, c2: (v_hat + eps).sqrt()),
    twist("eps-before-the-correction", "eps is added before v is corrected, so the correction "
          "changes it.", root=lambda v_hat, eps, c2: v_hat.sqrt() + eps / c2**0.5),
    twist("old-averages-used", "The move uses the old m and v; the new ones are meant.",
          move=lambda new, old: old),
    twist("returns-corrected-averages", "It returns the corrected m and v: the running averages "
          "themselves have to be kept, or the next step corrects them again.",
          after=lambda new, *hats: (new[0], *hats)),
    twist("parameter-last", "The parameter comes back last; it should be first.",
          after=lambda new, *hats: (*new[1:], new[0])),
)  # fmt: skip


def _wrong(*wrong, fine=()):
    def shows(args, got, want):
        right = [
            torch.allclose(g.double(), w.double(), rtol=1e-4, atol=1e-6)
            for g, w in zip(got, want, strict=True)
        ]
        return all(right[i] for i in fine) and not any(right[i] for i in wrong)

    return shows


SIGNS = (
    Sign("decay-wrong", "It is right as long as there is no decay, and m and v are right: the "
         "decay is wrong. It should take lr * weight_decay * param off the parameter.",
         lambda a, g, w: a[8] != 0 and _wrong(0, fine=(1, 2))(a, g, w)),
    Sign("move-wrong", "m and v are right, the parameter is not: look at the correction (1 - beta "
         "** step), the square root (sqrt), eps outside of it, lr, the sign and the decay.",
         _wrong(0, fine=(1, 2))),
    Sign("v-wrong", "m is right, v is not: v = beta2 * v + (1 - beta2) * grad ** 2.",
         _wrong(2, fine=(1,))),
    Sign("both-averages-wrong", "Neither m nor v is right: beta times the old one plus (1 - beta) "
         "times the gradient, or its square.", _wrong(1, 2), every=False),
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
