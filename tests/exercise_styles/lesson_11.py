"""Lesson 11 in other styles."""

import math

import torch

from tformer import schedules


def noam_by_branches(step, d_model, warmup):
    if step < warmup:
        return step / (warmup * math.sqrt(warmup)) / math.sqrt(d_model)
    return 1 / math.sqrt(step) / math.sqrt(d_model)


def noam_torch(step, d_model, warmup):
    curves = torch.tensor([step**-0.5, step * warmup**-1.5], dtype=torch.float64)
    return d_model ** (-1 / 2) * curves.min()


def noam_peak(step, d_model, warmup):
    peak = (d_model * warmup) ** -0.5
    return peak * min(step / warmup, (warmup / step) ** 0.5)


def noam_package(step, d_model, warmup):
    return schedules.noam_lr(step, d_model, warmup)


def adamw_torch(param, grad, m, v, step, lr, betas, eps, weight_decay):
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


def adamw_in_place_on_copies(param, grad, m, v, step, lr, betas, eps, weight_decay):
    param, m, v = param.clone(), m.clone(), v.clone()
    m.mul_(betas[0]).add_(grad, alpha=1 - betas[0])
    v.mul_(betas[1]).addcmul_(grad, grad, value=1 - betas[1])
    param.mul_(1 - lr * weight_decay)
    size = lr / (1 - betas[0] ** step)
    param.addcdiv_(m, (v.sqrt() / math.sqrt(1 - betas[1] ** step)).add_(eps), value=-size)
    return [param, m, v]


def adamw_by_loops(param, grad, m, v, step, lr, betas, eps, weight_decay):
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


def adamw_lerp(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = torch.lerp(grad, m, betas[0])
    v = torch.lerp(grad.square(), v, betas[1])
    step_size = m / (1 - betas[0] ** step) / ((v / (1 - betas[1] ** step)) ** 0.5 + eps)
    return param - lr * (step_size + weight_decay * param), m, v


STYLES = {
    "noam_lr": [noam_by_branches, noam_torch, noam_peak, noam_package],
    "adamw_step": [adamw_torch, adamw_in_place_on_copies, adamw_by_loops, adamw_lerp],
}
