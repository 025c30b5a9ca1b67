"""Answers to ``adamw_step``."""

import math

import torch
from torch import nn

from tests.answers import right, wrong


def _adamw(param, grad, m, v, step, lr, betas, eps, wd, **how):
    b1, b2 = betas
    if how.get("l2"):
        grad = grad + wd * param
    m = m * b1 + grad * (1 - b1)
    v = v * b2 + grad * grad * (1 - b2)
    mh, vh = m / (1 - b1**step), v / (1 - b2**step)
    if how.get("raw"):
        mh, vh = m, v
    denom = (vh + eps).sqrt() if how.get("inside") else vh.sqrt() + eps
    decay = how.get("decay", lr * wd)
    return param - decay * param - lr * mh / denom, m, v


def _adamw_switched(
    p, g, m, v, t, lr, betas, eps, wd, correct=True, l2=False, inside=False, decay=True
):
    b1, b2 = betas
    g = g + wd * p if l2 else g
    m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
    mh, vh = (m / (1 - b1**t), v / (1 - b2**t)) if correct else (m, v)
    d = (vh + eps).sqrt() if inside else vh.sqrt() + eps
    return p * (1 - lr * wd * decay * (not l2)) - lr * mh / d, m, v


def _step(p, g, m, v, t, lr, betas, eps, wd, root=None, c1=None, c2=None):
    m = betas[0] * m + (1 - betas[0]) * g
    v = betas[1] * v + (1 - betas[1]) * g * g
    mh, vh = m / (c1 or 1 - betas[0] ** t), v / (c2 or 1 - betas[1] ** t)
    move = mh / (root(vh) if root else vh.sqrt() + eps)
    return p - lr * move - lr * wd * p, m, v


def _averages(p, g, m, v, t, betas):
    m = betas[0] * m + (1 - betas[0]) * g
    v = betas[1] * v + (1 - betas[1]) * g * g
    return m, v, m / (1 - betas[0] ** t), v / (1 - betas[1] ** t)


@right
def optimizer_of_torch(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p = torch.nn.Parameter(param.clone())
    p.grad = grad.clone()
    optimizer = torch.optim.AdamW([p], lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
    optimizer.state[p] = {
        "step": torch.tensor(float(step - 1)),
        "exp_avg": m.clone(),
        "exp_avg_sq": v.clone(),
    }
    optimizer.step()
    state = optimizer.state[p]
    return p.detach(), state["exp_avg"], state["exp_avg_sq"]


@right
def in_place_on_copies(param, grad, m, v, step, lr, betas, eps, weight_decay):
    param, m, v = param.clone(), m.clone(), v.clone()
    m.mul_(betas[0]).add_(grad, alpha=1 - betas[0])
    v.mul_(betas[1]).addcmul_(grad, grad, value=1 - betas[1])
    param.mul_(1 - lr * weight_decay)
    size = lr / (1 - betas[0] ** step)
    param.addcdiv_(m, (v.sqrt() / math.sqrt(1 - betas[1] ** step)).add_(eps), value=-size)
    return [param, m, v]


@right
def entry_by_entry(param, grad, m, v, step, lr, betas, eps, weight_decay):
    rows = []
    for p, g, a, b in zip(*(x.flatten().tolist() for x in (param, grad, m, v)), strict=True):
        a = betas[0] * a + (1 - betas[0]) * g
        b = betas[1] * b + (1 - betas[1]) * g * g
        hat = a / (1 - betas[0] ** step)
        root = math.sqrt(b / (1 - betas[1] ** step))
        rows.append((p - lr * (hat / (root + eps) + weight_decay * p), a, b))
    return tuple(
        torch.tensor(x, dtype=param.dtype).view(param.shape) for x in zip(*rows, strict=True)
    )


@right
def moving_averages_by_lerp(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = torch.lerp(grad, m, betas[0])
    v = torch.lerp(grad.square(), v, betas[1])
    step_size = m / (1 - betas[0] ** step) / ((v / (1 - betas[1] ** step)) ** 0.5 + eps)
    return param - lr * (step_size + weight_decay * param), m, v


@right
def optimizer_with_loaded_state(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p = nn.Parameter(param.clone())
    p.grad = grad.clone()
    o = torch.optim.AdamW(
        [p], lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=False
    )
    o.state[p] = {
        "step": torch.tensor(float(step - 1)),
        "exp_avg": m.clone(),
        "exp_avg_sq": v.clone(),
    }
    o.step()
    return (p.detach(), o.state[p]["exp_avg"], o.state[p]["exp_avg_sq"])


@right
def corrections_folded_into_lr(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = torch.lerp(m, grad, 1 - betas[0])
    v = torch.lerp(v, grad.square(), 1 - betas[1])
    b1, b2 = (1 - betas[0] ** step, 1 - betas[1] ** step)
    return [param * (1 - lr * weight_decay) - lr / b1 * m / (v.sqrt() / math.sqrt(b2) + eps), m, v]


@right
def eps_times_the_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad**2
    c = math.sqrt(1 - b2**step)
    return (
        param - lr * c / (1 - b1**step) * m / (v.sqrt() + eps * c) - lr * weight_decay * param,
        m,
        v,
    )


@right
def numbers_in_a_loop(param, grad, m, v, step, lr, betas, eps, weight_decay):
    P, M, V = (torch.empty_like(param), torch.empty_like(m), torch.empty_like(v))
    for i in range(param.numel()):
        p, g, a, b = (t.reshape(-1)[i].item() for t in (param, grad, m, v))
        a = betas[0] * a + (1 - betas[0]) * g
        b = betas[1] * b + (1 - betas[1]) * g * g
        P.view(-1)[i] = (
            p
            - lr * weight_decay * p
            - lr * (a / (1 - betas[0] ** step)) / (math.sqrt(b / (1 - betas[1] ** step)) + eps)
        )
        M.view(-1)[i] = a
        V.view(-1)[i] = b
    return (P, M, V)


@wrong("bias")
def no_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, raw=True)


@wrong("L2|gradient")
def decay_through_the_gradient(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, l2=True, decay=0)


@wrong("gradient|L2|decoupled")
def decay_as_l2(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _averages(param, grad + weight_decay * param, m, v, step, betas)
    return param - lr * mh / (vh.sqrt() + eps), m, v


@wrong("inside")
def eps_under_the_root(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, inside=True)


@wrong("not multiplied by lr|without-lr")
def decay_without_the_rate(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=weight_decay)


@wrong("Two things|inside")
def no_correction_and_eps_inside(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, inside=True, raw=True)


@wrong("swapped|changed places")
def betas_unpacked_backwards(param, grad, m, v, step, lr, betas, eps, weight_decay):
    beta2, beta1 = betas
    return _adamw(param, grad, m, v, step, lr, (beta1, beta2), eps, weight_decay)


@wrong("changes its input")
def works_in_place(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m.mul_(betas[0]).add_(grad, alpha=1 - betas[0])
    v.mul_(betas[1]).addcmul_(grad, grad, value=1 - betas[1])
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    param.sub_(lr * weight_decay * param + lr * mh / (vh.sqrt() + eps))
    return param, m, v


@wrong("corrected m and v|running averages")
def returns_the_hats(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return new, m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)


@wrong("after it has moved|decay")
def decays_last(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=0)
    return new - lr * weight_decay * new, m, v


@wrong("grad ** 2|square")
def gradient_not_squared(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad
    hat = (v / (1 - b2**step)).clamp(min=0).sqrt()
    return param * (1 - lr * weight_decay) - lr * (m / (1 - b1**step)) / (hat + eps), m, v


@wrong("root")
def no_root(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad.pow(2)
    mh, vh = m / (1 - b1**step), v / (1 - b2**step)
    return param - lr * (mh / (vh + eps) + weight_decay * param), m, v


@wrong("step` larger by one")
def corrects_for_the_next_step(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step + 1, lr, betas, eps, weight_decay)


@wrong("step` were always 1")
def corrects_as_for_the_first_step(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, 1, lr, betas, eps, weight_decay)


@wrong("`+` in the place of `-`")
def walks_uphill(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=0)
    return param - lr * weight_decay * param + (param - new), m, v


@wrong("order|m and v|as-if-values-swapped")
def v_before_m(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return new, v, m


@wrong("alone|parameter|missing|as-if-one-value")
def returns_the_parameter_only(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay)[0]


@wrong("param|three|only|alone|m and v")
def parameter_alone(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, weight_decay)[0]


@wrong("eps|correct")
def eps_before_the_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad**2
    rate = lr * math.sqrt(1 - b2**step) / (1 - b1**step)
    return param - rate * m / (v.sqrt() + eps) - lr * weight_decay * param, m, v


@wrong("decay")
def decay_the_same_for_all(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adamw(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=0)
    return new - lr * weight_decay, m, v


@wrong("beta1|whole|gradient")
def heavy_ball(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + grad
    v = b2 * v + (1 - b2) * grad**2
    mh, vh = m / (1 - b1**step), v / (1 - b2**step)
    return param - lr * weight_decay * param - lr * mh / (vh.sqrt() + eps), m, v


@wrong("move|m_hat|m and v are right|nesterov")
def nesterov_momentum(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad**2
    mh = (b1 * m + (1 - b1) * grad) / (1 - b1**step)
    vh = v / (1 - b2**step)
    return param - lr * weight_decay * param - lr * mh / (vh.sqrt() + eps), m, v


@wrong("old|previous")
def steps_with_the_old_moments(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new_m, new_v, _, _ = _averages(param, grad, m, v, step, betas)
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    return param - lr * mh / (vh.sqrt() + eps) - lr * weight_decay * param, new_m, new_v


@wrong("decay")
def decay_forgotten(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adamw_switched(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=False)


@wrong("sign|plus|ascent|up")
def mirrored_step(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p, m, v = _adamw_switched(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return 2 * param - p, m, v


@wrong("v|correct|second|only m")
def corrects_m_only(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _step(param, grad, m, v, step, lr, betas, eps, weight_decay, c2=1)


@wrong("power|step|times|beta")
def beta_times_step(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    return _step(
        param, grad, m, v, step, lr, betas, eps, weight_decay, c1=1 - b1 * step, c2=1 - b2 * step
    )


@wrong("order|swap|last")
def moments_first(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p, m, v = _step(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return m, v, p


@wrong("1 -|weight|beta|gradient|whole")
def gradient_at_full_weight(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = betas[0] * m + grad
    v = betas[1] * v + grad**2
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    return param - lr * (mh / (vh.sqrt() + eps) + weight_decay * param), m, v
