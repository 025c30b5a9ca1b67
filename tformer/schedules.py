"""How large a step, and when: learning-rate schedules, global-norm clipping, and AdamW.

A schedule is a pure function ``update number -> learning rate``, so it can be drawn, tested and
resumed without an optimizer. ``schedule`` is the thin adapter that hands one to torch.
"""

import math
from collections.abc import Callable, Iterable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.optim.lr_scheduler import LambdaLR

Rate = Callable[[int], float]


def noam_lr(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    """The 2017 paper's rate: a straight climb for ``warmup`` updates, then a fall as 1/sqrt(step).

        factor * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5)

    The two branches meet at ``step == warmup``: there lies the peak, factor / sqrt(d_model*warmup).

    Args: ``step``, the number of the update, from 1; ``d_model``, the width; ``warmup``, updates.
    Raises: ValueError if ``step``, ``d_model`` or ``warmup`` is below 1.
    Source: Vaswani et al. 2017, section 5.3, equation 3.

    >>> f"{noam_lr(4000, 512, 4000):.2e}"
    '6.99e-04'
    """
    for name, value in (("step", step), ("d_model", d_model), ("warmup", warmup)):
        if value < 1:
            raise ValueError(f"{name}={value} must be at least 1 (updates are counted from 1)")
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def cosine_lr(step: int, *, peak: float, warmup: int, total: int, minimum: float = 0.0) -> float:
    """Straight from 0 to ``peak`` in ``warmup`` updates, half a cosine down to ``minimum`` at
    update ``total``, and ``minimum`` from there on.

    Args: ``step`` from 0 (rate 0 unless there is no warm-up); ``peak`` and ``minimum``, rates;
        ``warmup`` and ``total``, updates, counted from the start.
    Raises: ValueError if ``step`` < 0, not 0 <= ``warmup`` <= ``total``, or not 0 <= ``minimum``
        <= ``peak``.
    Source: Loshchilov & Hutter 2017, "SGDR", equation 5, one period, with a linear warm-up.

    >>> [cosine_lr(n, peak=1.0, warmup=2, total=6, minimum=0.25) for n in (0, 1, 2, 4, 6, 99)]
    [0.0, 0.5, 1.0, 0.625, 0.25, 0.25]
    """
    if step < 0:
        raise ValueError(f"step={step} must not be negative (0 is before the first update)")
    if not 0 <= warmup <= total:
        raise ValueError(f"warmup={warmup} must lie between 0 and total={total}")
    if not 0 <= minimum <= peak:
        raise ValueError(f"minimum={minimum} must lie between 0 and peak={peak}")
    if step < warmup:
        return peak * step / warmup
    if step >= total:
        return minimum
    done = (step - warmup) / (total - warmup)
    return minimum + (peak - minimum) * (1 + math.cos(math.pi * done)) / 2


def schedule(optimizer: torch.optim.Optimizer, rate: Rate) -> LambdaLR:
    """A torch scheduler under which update number n, counted from 1, uses ``rate(n)``.

    Call its ``step()`` once after every *update* of the optimizer, not after every micro-batch.
    All parameter groups follow the same rate; their own ``lr`` is forgotten.

    >>> optimizer = torch.optim.SGD([torch.zeros(1)])
    >>> schedule(optimizer, lambda n: 0.5 / n).get_last_lr()
    [0.5]
    """
    for group in optimizer.param_groups:  # LambdaLR multiplies: from 1, the product is the rate
        group["lr"] = group["initial_lr"] = 1.0
    return LambdaLR(optimizer, lambda updates_done: rate(updates_done + 1))


def clip_by_global_norm(
    grads: Iterable[Float[Tensor, "..."]], max_norm: float
) -> Float[Tensor, ""]:
    """Shrink gradients in place so that together they are no longer than ``max_norm``.

    One factor for all keeps the direction of the step; short gradients stay as they are.

    Args: ``grads``, tensors of any shapes, the ``p.grad`` of the parameters that have one;
        ``max_norm`` > 0, the longest Euclidean norm allowed of all of them taken as one vector.
    Returns: 0-d, the norm before clipping. Worth logging; not finite if a gradient is not.
    Raises: ValueError if ``max_norm`` is not positive.
    Source: Pascanu et al. 2013, algorithm 1; equal to ``torch.nn.utils.clip_grad_norm_``.

    >>> grads = [torch.tensor([3.0]), torch.tensor([4.0])]
    >>> clip_by_global_norm(grads, 1.0), [round(g.item(), 4) for g in grads]
    (tensor(5.), [0.6, 0.8])
    """
    if not max_norm > 0:
        raise ValueError(f"max_norm={max_norm} must be positive, such as 1.0")
    grads = list(grads)
    if not grads:
        return torch.tensor(0.0)
    norm = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(g) for g in grads]))
    factor = (max_norm / (norm + 1e-6)).clamp(max=1.0)  # 1e-6 as in torch: no division by zero
    for grad in grads:
        grad.mul_(factor)
    return norm


class AdamW(torch.optim.Optimizer):
    """Adam with decoupled weight decay, one readable line for each line of the paper's algorithm.

    Equal to ``torch.optim.AdamW``, which is faster (it handles many tensors at once): read this
    one, train with that one.

        m <- b1 m + (1 - b1) g               running mean of the gradient
        v <- b2 v + (1 - b2) g^2             running mean of its square
        p <- p - lr weight_decay p           the decay does not pass through m and v
        p <- p - lr m^ / (sqrt(v^) + eps)    with m^ = m / (1 - b1^t) and v^ = v / (1 - b2^t)

    m and v start at zero and are too small at first; dividing by 1 - b^t corrects exactly that, so
    the very first step is about ``lr`` long in every coordinate, whatever the gradient's size.

    Args: ``params``, tensors or parameter groups; ``lr`` >= 0, the rate; ``betas`` in [0, 1), how
        much of the running means is kept; ``eps`` >= 0, added outside the root; ``weight_decay``
        >= 0, give norms and biases a group with 0.
    Raises: ValueError naming the argument that is out of its range.
    Source: Loshchilov & Hutter 2019, "Decoupled weight decay regularization", algorithm 2.
    """

    def __init__(
        self,
        params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ):
        for name, value in (("lr", lr), ("eps", eps), ("weight_decay", weight_decay)):
            if not value >= 0:
                raise ValueError(f"{name}={value} must not be negative")
        if len(betas) != 2 or not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"betas={betas} must be two numbers from 0 up to, not including, 1")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self, closure=None):
        """One update of every parameter that has a gradient; returns what ``closure`` returns."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    self._update(param, group)
        return loss

    def _update(self, param: Tensor, group: dict) -> None:
        state = self.state[param]
        if not state:
            state.update(step=0, m=torch.zeros_like(param), v=torch.zeros_like(param))
        state["step"] += 1
        grad, m, v, (beta1, beta2) = param.grad, state["m"], state["v"], group["betas"]
        m.mul_(beta1).add_(grad, alpha=1 - beta1)
        v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        m_hat = m / (1 - beta1 ** state["step"])
        v_hat = v / (1 - beta2 ** state["step"])
        param.mul_(1 - group["lr"] * group["weight_decay"])
        param.sub_(group["lr"] * m_hat / (v_hat.sqrt() + group["eps"]))
