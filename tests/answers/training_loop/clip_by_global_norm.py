"""Answers to ``clip_by_global_norm``."""

import math

import torch
from torch import nn

from tests.answers import right, wrong


@right
def utility_of_torch(grads, max_norm):
    params = [torch.nn.Parameter(torch.zeros_like(g)) for g in grads]
    for p, g in zip(params, grads, strict=True):
        p.grad = g.clone()
    torch.nn.utils.clip_grad_norm_(params, max_norm)
    return [p.grad for p in params]


@right
def norm_of_everything_flat(grads, max_norm):
    flat = torch.cat([g.reshape(-1) for g in grads])
    norm = flat.norm(2).item()
    return [g * max_norm / norm if norm > max_norm else g.clone() for g in grads]


@right
def computes_in_double(grads, max_norm):
    norm = torch.sqrt(sum((g.double() ** 2).sum() for g in grads))
    return [g * (max_norm / norm) if norm > max_norm else g for g in grads]


@right
def clamps_the_factor(grads, max_norm):
    norm = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(g) for g in grads]))
    factor = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
    return [g * factor for g in grads]


@right
def by_loops(grads, max_norm):
    total = 0.0
    for g in grads:
        for value in g.flatten().tolist():
            total += value * value
    if total <= max_norm * max_norm:
        return grads
    return tuple(g / total**0.5 * max_norm for g in grads)


@right
def einsum(grads, max_norm):
    norm = sum(torch.einsum("i,i->", g.flatten(), g.flatten()) for g in grads).sqrt()
    return [g / max(1.0, (norm / max_norm).item()) for g in grads]


@right
def gradients_of_parameters(grads, max_norm):
    ps = [nn.Parameter(torch.zeros_like(g)) for g in grads]
    for p, g in zip(ps, grads, strict=False):
        p.grad = g.clone()
    nn.utils.clip_grad_norm_(ps, max_norm)
    return [p.grad for p in ps]


@right
def divides_by_the_larger(grads, max_norm):
    n = math.sqrt(sum(torch.sum(g * g).item() for g in grads))
    return [g * max_norm / max(n, max_norm) for g in grads]


@right
def returns_a_tuple(grads, max_norm):
    n = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    f = 1.0 if n <= max_norm else float(max_norm / n)
    return tuple(g * f for g in grads)


@wrong("own")
def loops_with_a_norm_each(grads, max_norm):
    out = []
    for g in grads:
        n = g.norm()
        out.append(g * max_norm / n if n > max_norm else g)
    return out


@wrong("each|own|alone")
def each_by_its_own_norm(grads, max_norm):
    return [g * min(1.0, max_norm / (g.norm().item() + 1e-12)) for g in grads]


@wrong("value|clamp")
def clamps_the_values(grads, max_norm):
    return [torch.clamp(g, min=-max_norm, max=max_norm) for g in grads]


@wrong("root|square")
def square_root_forgotten(grads, max_norm):
    total = sum(float((g * g).sum()) for g in grads)
    scale = max_norm / total if total > max_norm else 1.0
    return [g * scale for g in grads]


@wrong("always|short")
def always_normalises(grads, max_norm):
    total = torch.cat([g.ravel() for g in grads]).norm()
    return [g / (total + 1e-12) * max_norm for g in grads]


@wrong("added|sum")
def adds_the_norms(grads, max_norm):
    total = sum(g.norm().item() for g in grads)
    return [g * min(1.0, max_norm / max(total, 1e-12)) for g in grads]


@wrong("1-norm|absolute")
def one_norm(grads, max_norm):
    total = torch.cat([g.flatten() for g in grads]).norm(p=1)
    return [g * (max_norm / total) if total > max_norm else g for g in grads]


@wrong("`/` in the place of `*`")
def factor_upside_down(grads, max_norm):
    total = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    return [g * (total / max_norm) if total > max_norm else g for g in grads]


@wrong("max_norm|1 long|length")
def to_unit_length(grads, max_norm):
    total = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    return [g / total if total > max_norm else g for g in grads]


@wrong("revers|short")
def grows_the_short(grads, max_norm):
    total = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    return [g * max(1.0, float(max_norm / total)) if total > 0 else g for g in grads]


@wrong("number of tensors|mean|average")
def mean_of_squared_norms(grads, max_norm):
    total = (sum(g.norm() ** 2 for g in grads) / len(grads)).sqrt()
    return [g * max_norm / total if total > max_norm else g for g in grads]


@wrong("last")
def last_norm_only(grads, max_norm):
    total = 0
    for g in grads:
        total = g.norm()
    return [g * max_norm / total if total > max_norm else g for g in grads]


@wrong("changes-its-input|changes its input")
def multiplies_in_place(grads, max_norm):
    total = torch.cat([g.flatten() for g in grads]).norm()
    if total > max_norm:
        for g in grads:
            g.mul_(max_norm / total)
    return grads


@wrong("list|vector|flat")
def returns_one_flat_vector(grads, max_norm):
    flat = torch.cat([g.flatten() for g in grads])
    return flat * min(1.0, max_norm / max(float(flat.norm()), 1e-12))


@wrong("shorter|too much|plus")
def adds_a_half_to_the_norm(grads, max_norm):
    total = torch.cat([g.flatten() for g in grads]).norm()
    return [g * min(1.0, float(max_norm / (total + 0.5))) for g in grads]


@wrong("`max` in the place of `sum`")
def largest_norm_only(grads, max_norm):
    biggest = max(float(g.norm()) for g in grads)
    return [g * (max_norm / biggest) if biggest > max_norm else g for g in grads]


@wrong("drop|zero|missing|list")
def drops_gradients_of_zero(grads, max_norm):
    kept = [g for g in grads if g.abs().sum() > 0]
    total = sum((g**2).sum() for g in kept) ** 0.5 if kept else torch.tensor(0.0)
    return [g * max_norm / total if total > max_norm else g for g in kept]


@wrong("generator|list")
def lazy_generator(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    scale = (max_norm / total).clamp(max=1)
    return (g * scale for g in grads)


@wrong("always|small|below|exceed|even")
def always_to_max_norm(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    return [g * (max_norm / total) for g in grads]


@wrong("one tensor for each gradient")
def returns_the_norm_too(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    scale = (max_norm / total).clamp(max=1)
    return [g * scale for g in grads], total


@wrong("largest|max|infinity")
def largest_entry(grads, max_norm):
    total = max(g.abs().max() for g in grads)
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("mean|root|number|averag|entries")
def root_mean_square_norm(grads, max_norm):
    flat = torch.cat([g.flatten() for g in grads])
    rms = flat.square().mean().sqrt()
    return [g * (max_norm / rms).clamp(max=1) for g in grads]


@wrong("spectral|matrix|singular|norm")
def matrix_norm_of_matrices(grads, max_norm):
    parts = [torch.linalg.norm(g, ord=2) if g.ndim == 2 else g.norm() for g in grads]
    total = torch.stack(parts).norm()
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("None|nothing|not started|chang|return")
def torch_utility_forgets_to_return(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    if total > max_norm:
        return [g * max_norm / total for g in grads]


@wrong("first|only|one")
def norm_of_the_first(grads, max_norm):
    total = grads[0].norm()
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("inside of the loop")
def root_after_each_tensor(grads, max_norm):
    norm = 0.0
    for g in grads:
        norm = norm + (g**2).sum()
        norm = norm**0.5
    if norm > max_norm:
        return [g * max_norm / norm for g in grads]
    return grads
