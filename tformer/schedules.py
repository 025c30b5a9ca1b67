"""How large a step, and when: learning-rate schedules, global-norm clipping, and AdamW.

A schedule is a pure function ``update number -> rate``, so it can be drawn, tested and resumed
without an optimizer; ``schedule`` is the thin adapter that hands one to torch.
"""

import math
from collections.abc import Callable, Iterable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.optim.lr_scheduler import LambdaLR

from tformer._support.checks import check_betas, check_float, check_kind, check_number, check_real
from tformer._support.signatures import checked


def noam_lr(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    """factor * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5), updates counted from 1.

    A straight climb for ``warmup`` updates, then a fall as 1/sqrt(step). The branches meet, and
    peak at factor / sqrt(d_model * warmup), where ``step == warmup``.
    Raises: ValueError if ``step``, ``d_model`` or ``warmup`` is below 1.
    Source: Vaswani et al. 2017, section 5.3, equation 3.

    >>> f"{noam_lr(4000, 512, 4000):.2e}"
    '6.99e-04'
    """
    check_number(1, step=step, d_model=d_model, warmup=warmup)  # updates are counted from 1
    check_number(0, factor=factor)
    return float(factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5))


def cosine_lr(step: int, *, peak: float, warmup: int, total: int, minimum: float = 0.0) -> float:
    """From 0 straight to ``peak`` at update ``warmup``, half a cosine down to ``minimum`` at update
    ``total``, and ``minimum`` ever after. ``step`` counts from 0.

    Raises: ValueError unless step >= 0, 0 <= warmup <= total and 0 <= minimum <= peak.
    Source: Loshchilov & Hutter 2017, "SGDR", equation 5, one period, with a linear warm-up.

    >>> [cosine_lr(n, peak=1.0, warmup=2, total=6, minimum=0.25) for n in (0, 1, 2, 4, 6, 99)]
    [0.0, 0.5, 1.0, 0.625, 0.25, 0.25]
    """
    check_number(-math.inf, step=step, peak=peak, warmup=warmup, total=total, minimum=minimum)
    if not step >= 0 or not 0 <= warmup <= total or not 0 <= minimum <= peak:
        raise ValueError(f"step={step} must not be negative, warmup={warmup} lie between 0 and "
                         f"total={total}, minimum={minimum} between 0 and peak={peak}")  # fmt: skip
    if step < warmup:
        return float(peak * step / warmup)
    if step >= total:
        return float(minimum)
    done = (step - warmup) / (total - warmup)
    return float(minimum + (peak - minimum) * (1 + math.cos(math.pi * done)) / 2)


@checked
def schedule(optimizer: torch.optim.Optimizer, rate: Callable[[int], float]) -> LambdaLR:
    """A torch scheduler under which update number n, counted from 1, uses ``rate(n)``.

    Call its ``step()`` after every *update*, not after every micro-batch. All parameter groups
    follow the one rate; their own ``lr`` is forgotten.
    """
    for group in optimizer.param_groups:  # LambdaLR multiplies: from 1, the product is the rate
        group["lr"] = group["initial_lr"] = 1.0
    return LambdaLR(optimizer, lambda updates_done: rate(updates_done + 1))


def clip_by_global_norm(
    grads: Iterable[Float[Tensor, "..."]], max_norm: float
) -> Float[Tensor, ""]:
    """Shrink gradients in place: together, as one vector, they are then at most ``max_norm`` long.

    One factor for all keeps the direction of the step; short gradients stay as they are.
    Returns: 0-d, the norm before clipping: worth logging, not finite if a gradient is not.
    Raises: ValueError if ``max_norm`` is not positive, TypeError for what is no gradient.
    Source: Pascanu et al. 2013, algorithm 1; equal to ``torch.nn.utils.clip_grad_norm_``.

    >>> grads = [torch.tensor([3.0]), torch.tensor([4.0])]
    >>> clip_by_global_norm(grads, 1.0), [round(g.item(), 4) for g in grads]
    (tensor(5.), [0.6, 0.8])
    """
    check_real(max_norm=max_norm)
    if not max_norm > 0:
        raise ValueError(f"max_norm={max_norm} must be positive, such as 1.0")
    check_kind(Iterable, grads=grads)
    grads = [grads] if isinstance(grads, Tensor) else list(grads)
    for grad in grads:
        check_float(0, grads=grad)
        if grad.requires_grad and grad.is_leaf:
            raise TypeError("grads holds a parameter, whose own numbers would shrink; give "
                            "[p.grad for p in model.parameters()]")  # fmt: skip
    norm = torch.stack([grad.norm() for grad in grads]).norm() if grads else torch.tensor(0.0)
    factor = (max_norm / (norm + 1e-6)).clamp(max=1.0)  # 1e-6 as in torch: no division by zero
    for grad in grads:
        grad.mul_(factor)
    return norm


class AdamW(torch.optim.Optimizer):
    """Adam with decoupled weight decay, a line of code for each line of the paper's algorithm.

        m <- b1 m + (1 - b1) g               running mean of the gradient
        v <- b2 v + (1 - b2) g^2             running mean of its square
        p <- p - lr weight_decay p           the decay does not pass through m and v
        p <- p - lr m^ / (sqrt(v^) + eps)    with m^ = m / (1 - b1^t) and v^ = v / (1 - b2^t)

    m and v start at zero, and dividing by 1 - b^t corrects just that: the first step is about
    ``lr`` long in every coordinate, whatever the gradient. Equal to ``torch.optim.AdamW``, which
    handles many tensors at once: read this one, train with that one.

    Raises: ValueError if ``lr``, ``eps`` or ``weight_decay`` is negative or a beta outside [0, 1).
    Source: Loshchilov & Hutter 2019, "Decoupled weight decay regularization", algorithm 2.
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        check_kind(Iterable, params=params)
        check_number(0, lr=lr, eps=eps, weight_decay=weight_decay)
        check_betas(betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        """One update of every parameter that has a gradient; returns what ``closure`` returns."""
        with torch.enable_grad():
            loss = None if closure is None else closure()
        for group in self.param_groups:
            lr, (beta1, beta2) = group["lr"], group["betas"]
            for param in (param for param in group["params"] if param.grad is not None):
                state = self.state[param]
                if not state:
                    state.update(step=0, m=torch.zeros_like(param), v=torch.zeros_like(param))
                state["step"] += 1
                grad, m, v = param.grad, state["m"], state["v"]
                m.mul_(beta1).add_(grad, alpha=1 - beta1)
                v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
                m_hat = m / (1 - beta1 ** state["step"])
                v_hat = v / (1 - beta2 ** state["step"])
                param.mul_(1 - lr * group["weight_decay"])
                param.sub_(lr * m_hat / (v_hat.sqrt() + group["eps"]))
        return loss
