"""Lesson 10 in other styles."""

import torch


def shift_by_loops(target_ids):
    inputs = [[int(i) for i in row][:-1] for row in target_ids]
    labels = [[int(i) for i in row][1:] for row in target_ids]
    return torch.tensor(inputs), torch.tensor(labels)


def shift_by_narrow(target_ids):
    size = target_ids.size(1) - 1
    return target_ids.narrow(1, 0, size).clone(), target_ids.narrow(1, 1, size).clone()


def shift_by_roll(target_ids):
    shifted = torch.roll(target_ids, -1, dims=1)
    return [target_ids[..., :-1], shifted[..., :-1]]


def shift_by_index(target_ids):
    places = torch.arange(target_ids.shape[1] - 1)
    return target_ids.index_select(1, places), target_ids.index_select(1, places + 1)


def clip_torch(grads, max_norm):
    params = [torch.nn.Parameter(torch.zeros_like(g)) for g in grads]
    for p, g in zip(params, grads, strict=True):
        p.grad = g.clone()
    torch.nn.utils.clip_grad_norm_(params, max_norm)
    return [p.grad for p in params]


def clip_flat(grads, max_norm):
    flat = torch.cat([g.reshape(-1) for g in grads])
    norm = flat.norm(2).item()
    return [g * max_norm / norm if norm > max_norm else g.clone() for g in grads]


def clip_clamped_factor(grads, max_norm):
    norm = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(g) for g in grads]))
    factor = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
    return [g * factor for g in grads]


def clip_in_double(grads, max_norm):
    norm = torch.sqrt(sum((g.double() ** 2).sum() for g in grads))
    return [g * (max_norm / norm) if norm > max_norm else g for g in grads]


def clip_by_loops(grads, max_norm):
    total = 0.0
    for g in grads:
        for value in g.flatten().tolist():
            total += value * value
    if total <= max_norm * max_norm:
        return grads
    return tuple(g / total**0.5 * max_norm for g in grads)


def clip_einsum(grads, max_norm):
    norm = sum(torch.einsum("i,i->", g.flatten(), g.flatten()) for g in grads).sqrt()
    return [g / max(1.0, (norm / max_norm).item()) for g in grads]


def losses_stacked(losses, token_counts):
    stacked = torch.stack(losses)
    counts = torch.tensor(token_counts, dtype=stacked.dtype)
    return (stacked * counts).sum() / counts.sum()


def losses_dot(losses, token_counts):
    stacked = torch.stack(losses)
    return stacked @ torch.tensor(token_counts).to(stacked) / sum(token_counts)


def losses_as_shares(losses, token_counts):
    total = sum(token_counts)
    return sum(loss * (count / total) for loss, count in zip(losses, token_counts, strict=True))


def losses_repeated(losses, token_counts):
    each = [loss.repeat(count) for loss, count in zip(losses, token_counts, strict=True)]
    return torch.cat(each).mean()


def losses_einsum(losses, token_counts):
    x = torch.stack(losses)
    share = torch.tensor(token_counts, dtype=torch.float32) / sum(token_counts)
    return torch.einsum("i,i->", x, share.to(x.dtype))


def losses_by_loop(losses, token_counts):
    total, n = torch.zeros((), dtype=losses[0].dtype), 0
    for i in range(len(losses)):
        total = total + losses[i] * token_counts[i]
        n = n + token_counts[i]
    return total / n


STYLES = {
    "shift_right": [shift_by_loops, shift_by_narrow, shift_by_roll, shift_by_index],
    "clip_by_global_norm": [
        clip_torch,
        clip_flat,
        clip_in_double,
        clip_clamped_factor,
        clip_by_loops,
        clip_einsum,
    ],
    "scale_micro_batch_losses": [
        losses_stacked,
        losses_dot,
        losses_as_shares,
        losses_repeated,
        losses_einsum,
        losses_by_loop,
    ],
}
