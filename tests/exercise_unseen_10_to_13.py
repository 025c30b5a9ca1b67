"""Wrong answers of lessons 10 to 13 as learners write them; see ``exercise_unseen``."""

import math

import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# shift_right --------------------------------------------------------------------------------------


@wrong("shift_right", "not-shifted|just read")
def shift_copies_input(target_ids):
    x = target_ids[:, :-1]
    return x, x.clone()


@wrong("shift_right", "zero|0")
def shift_pads_front_keeps_length(target_ids):
    decoder_input = torch.zeros_like(target_ids)
    decoder_input[:, 1:] = target_ids[:, :-1]
    return decoder_input, target_ids


@wrong("shift_right", "batch")
def shift_wrong_dim(target_ids):
    return target_ids[:-1, :], target_ids[1:, :]


@wrong("shift_right", "wrong way round|swapped")
def shift_named_wrongly(target_ids):
    labels = target_ids[:, :-1]
    inputs = target_ids[:, 1:]
    return inputs, labels


@wrong("shift_right", "roll|wrap|length|longer")
def shift_rolls_labels_only(target_ids):
    return target_ids[:, :-1], torch.roll(target_ids, shifts=-1, dims=1)


@wrong("shift_right", "eos")
def shift_drops_eos_everywhere(target_ids):
    inner = target_ids[:, :-1]
    return inner[:, :-1], inner[:, 1:]


@wrong("shift_right", "two places|twice|apart")
def shift_by_two(target_ids):
    return target_ids[:, :-2], target_ids[:, 2:]


@wrong("shift_right", "padding|0")
def shift_removes_last_real_token(target_ids):
    inputs = target_ids.clone()
    for row in inputs:
        last = int((row != 0).sum()) - 1
        row[last] = 0
    return inputs[:, :-1], target_ids[:, 1:]


@wrong("shift_right", "-100|changed")
def shift_masks_labels(target_ids):
    labels = target_ids[:, 1:].clone()
    labels[labels == 0] = -100
    return target_ids[:, :-1], labels


@wrong("shift_right", "roll|wrap|last")
def shift_rolls_everything(target_ids):
    return torch.roll(target_ids, 1, dims=1), target_ids


@wrong("shift_right", "list")
def shift_python_lists(target_ids):
    return [row[:-1].tolist() for row in target_ids], [row[1:].tolist() for row in target_ids]


@wrong("shift_right", "one-hot|axes|shape|too-many")
def shift_adds_an_axis(target_ids):
    return target_ids[:, :-1].unsqueeze(-1), target_ids[:, 1:].unsqueeze(-1)


@wrong("shift_right", "one tensor|together|stack|cat|shape|length")
def shift_concatenates(target_ids):
    return torch.cat([target_ids[:, :-1], target_ids[:, 1:]], dim=1)


@wrong("shift_right", "last|one label|short")
def shift_predicts_last_only(target_ids):
    return target_ids[:, :-1], target_ids[:, -1]


# clip_by_global_norm ------------------------------------------------------------------------------


@wrong("clip_by_global_norm", "own")
def clip_each_functional(grads, max_norm):
    out = []
    for g in grads:
        n = g.norm()
        out.append(g * max_norm / n if n > max_norm else g)
    return out


@wrong("clip_by_global_norm", "value|clamp")
def clip_values(grads, max_norm):
    return [torch.clamp(g, min=-max_norm, max=max_norm) for g in grads]


@wrong("clip_by_global_norm", "root|square")
def clip_forgets_sqrt(grads, max_norm):
    total = sum(float((g * g).sum()) for g in grads)
    scale = max_norm / total if total > max_norm else 1.0
    return [g * scale for g in grads]


@wrong("clip_by_global_norm", "always|short")
def clip_normalises_always(grads, max_norm):
    total = torch.cat([g.ravel() for g in grads]).norm()
    return [g / (total + 1e-12) * max_norm for g in grads]


@wrong("clip_by_global_norm", "added|sum")
def clip_adds_norms(grads, max_norm):
    total = sum(g.norm().item() for g in grads)
    return [g * min(1.0, max_norm / max(total, 1e-12)) for g in grads]


@wrong("clip_by_global_norm", "1-norm|absolute")
def clip_l1(grads, max_norm):
    total = torch.cat([g.flatten() for g in grads]).norm(p=1)
    return [g * (max_norm / total) if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "upside|longer")
def clip_multiplies(grads, max_norm):
    total = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    return [g * (total / max_norm) if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "max_norm|1 long|length")
def clip_to_unit(grads, max_norm):
    total = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    return [g / total if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "revers|short")
def clip_grows_short(grads, max_norm):
    total = torch.stack([g.pow(2).sum() for g in grads]).sum().sqrt()
    return [g * max(1.0, float(max_norm / total)) if total > 0 else g for g in grads]


@wrong("clip_by_global_norm", "number of tensors|mean|average")
def clip_mean_square_of_norms(grads, max_norm):
    total = (sum(g.norm() ** 2 for g in grads) / len(grads)).sqrt()
    return [g * max_norm / total if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "last")
def clip_overwrites_total(grads, max_norm):
    total = 0
    for g in grads:
        total = g.norm()
    return [g * max_norm / total if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "changes-its-input|changes its input")
def clip_in_place(grads, max_norm):
    total = torch.cat([g.flatten() for g in grads]).norm()
    if total > max_norm:
        for g in grads:
            g.mul_(max_norm / total)
    return grads


@wrong("clip_by_global_norm", "list|vector|flat")
def clip_returns_flat(grads, max_norm):
    flat = torch.cat([g.flatten() for g in grads])
    return flat * min(1.0, max_norm / max(float(flat.norm()), 1e-12))


@wrong("clip_by_global_norm", "shorter|too much|plus")
def clip_large_epsilon(grads, max_norm):
    total = torch.cat([g.flatten() for g in grads]).norm()
    return [g * min(1.0, float(max_norm / (total + 0.5))) for g in grads]


@wrong("clip_by_global_norm", "largest")
def clip_by_largest(grads, max_norm):
    biggest = max(float(g.norm()) for g in grads)
    return [g * (max_norm / biggest) if biggest > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "drop|zero|missing|list")
def clip_skips_zeros(grads, max_norm):
    kept = [g for g in grads if g.abs().sum() > 0]
    total = sum((g**2).sum() for g in kept) ** 0.5 if kept else torch.tensor(0.0)
    return [g * max_norm / total if total > max_norm else g for g in kept]


# scale_micro_batch_losses -------------------------------------------------------------------------


@wrong("scale_micro_batch_losses", "equally|mean")
def micro_plain_mean(losses, token_counts):
    return torch.stack(losses).mean()


@wrong("scale_micro_batch_losses", "added|sum")
def micro_sum(losses, token_counts):
    return torch.stack(losses).sum()


@wrong("scale_micro_batch_losses", "sum-over-tokens|all tokens|divided")
def micro_weighted_not_divided(losses, token_counts):
    return sum(loss * n for loss, n in zip(losses, token_counts, strict=True))


@wrong("scale_micro_batch_losses", "number of micro-batches|micro-batches, not")
def micro_divided_by_len(losses, token_counts):
    return sum(a * b for a, b in zip(losses, token_counts, strict=True)) / len(losses)


@wrong("scale_micro_batch_losses", "upside|divided")
def micro_divides_each(losses, token_counts):
    return sum(a / b for a, b in zip(losses, token_counts, strict=True))


@wrong("scale_micro_batch_losses", "one scaled|list|added")
def micro_list(losses, token_counts):
    total = sum(token_counts)
    return [a * b / total for a, b in zip(losses, token_counts, strict=True)]


@wrong("scale_micro_batch_losses", "number")
def micro_item(losses, token_counts):
    total = sum(token_counts)
    return sum(a.item() * b for a, b in zip(losses, token_counts, strict=True)) / total


@wrong("scale_micro_batch_losses", "both|twice|as well|micro-batches")
def micro_mean_of_weighted(losses, token_counts):
    w = torch.tensor(token_counts) / sum(token_counts)
    return (torch.stack(losses) * w.to(losses[0].dtype)).mean()


@wrong("scale_micro_batch_losses", "float32|dtype")
def micro_casts(losses, token_counts):
    counts = torch.tensor(token_counts, dtype=torch.float32)
    return (torch.stack(losses).float() * counts).sum() / counts.sum()


@wrong("scale_micro_batch_losses", "softmax")
def micro_softmax(losses, token_counts):
    w = torch.softmax(torch.tensor(token_counts, dtype=losses[0].dtype), 0)
    return w @ torch.stack(losses)


@wrong("scale_micro_batch_losses", "weights|weigh|means")
def micro_sum_over_tokens(losses, token_counts):
    return sum(losses) / sum(token_counts)


@wrong("scale_micro_batch_losses", "shape|axis|axes")
def micro_keeps_axis(losses, token_counts):
    counts = torch.tensor([token_counts]).to(losses[0])
    return (torch.stack(losses)[None] * counts).sum(-1) / counts.sum()


# noam_lr ------------------------------------------------------------------------------------------


@wrong("noam_lr", "larger of the two|max")
def noam_max(step, d_model, warmup):
    return (d_model**-0.5) * max(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "root of d_model|factor|power")
def noam_sqrt_width(step, d_model, warmup):
    return math.sqrt(d_model) * min(1 / math.sqrt(step), step / warmup**1.5)


@wrong("noam_lr", "divides by d_model|factor|power|root")
def noam_over_width(step, d_model, warmup):
    return 1 / d_model * min(1 / math.sqrt(step), step / warmup**1.5)


@wrong("noam_lr", "rackets|-1/2|step")
def noam_precedence_all(step, d_model, warmup):
    return d_model ** (-0.5) * min(step**-1 / 2, step * warmup ** (-1.5))


@wrong("noam_lr", "rackets|warmup")
def noam_precedence_warmup(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-3 / 2)


@wrong("noam_lr", "step + 1|one step too many|counted")
def noam_from_zero(step, d_model, warmup):
    step = step + 1
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "min(1, step / warmup)|falls|warm-up factor|after")
def noam_linear_then_one(step, d_model, warmup):
    return d_model**-0.5 * min(1.0, step / warmup)


@wrong("noam_lr", "swapped|changed places")
def noam_swapped(step, d_model, warmup):
    return warmup**-0.5 * min(step**-0.5, step * d_model**-1.5)


@wrong("noam_lr", "stays|flat|after")
def noam_constant_after(step, d_model, warmup):
    return d_model**-0.5 * min(warmup**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "warm-up|during")
def noam_no_warmup_term(step, d_model, warmup):
    return (d_model * step) ** -0.5


@wrong("noam_lr", "warmup|during|meet")
def noam_warmup_exponent(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-0.5)


@wrong("noam_lr", "after|fall|linear")
def noam_linear_decay(step, d_model, warmup):
    if step <= warmup:
        return d_model**-0.5 * step * warmup**-1.5
    return d_model**-0.5 * warmup**-0.5 * max(0.0, 1 - (step - warmup) / (9 * warmup))


@wrong("noam_lr", "negative|sign")
def noam_negative(step, d_model, warmup):
    return -(d_model**-0.5) * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "after|falls as 1")
def noam_falls_as_one_over_step(step, d_model, warmup):
    if step < warmup:
        return d_model**-0.5 * step * warmup**-1.5
    return d_model**-0.5 * warmup**0.5 / step


@wrong("noam_lr", "doubled|factor")
def noam_factor_two(step, d_model, warmup):
    return 2.0 * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "d_model|width")
def noam_width_inside(step, d_model, warmup):
    return min((d_model * step) ** -0.5, step * warmup**-1.5)


# adamw_step ---------------------------------------------------------------------------------------


def _adam(param, grad, m, v, step, lr, betas, eps, wd, **how):
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


@wrong("adamw_step", "bias")
def adam_no_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, raw=True)


@wrong("adamw_step", "L2|gradient")
def adam_coupled(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, l2=True, decay=0)


@wrong("adamw_step", "inside")
def adam_eps_inside(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, inside=True)


@wrong("adamw_step", "not multiplied by lr|without-lr")
def adam_decay_without_lr(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=weight_decay)


@wrong("adamw_step", "Two things|inside")
def adam_two_slips(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, inside=True, raw=True)


@wrong("adamw_step", "swapped|changed places")
def adam_betas_swapped(param, grad, m, v, step, lr, betas, eps, weight_decay):
    beta2, beta1 = betas
    return _adam(param, grad, m, v, step, lr, (beta1, beta2), eps, weight_decay)


@wrong("adamw_step", "changes its input")
def adam_in_place(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m.mul_(betas[0]).add_(grad, alpha=1 - betas[0])
    v.mul_(betas[1]).addcmul_(grad, grad, value=1 - betas[1])
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    param.sub_(lr * weight_decay * param + lr * mh / (vh.sqrt() + eps))
    return param, m, v


@wrong("adamw_step", "corrected m and v|running averages")
def adam_returns_hats(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adam(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return new, m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)


@wrong("adamw_step", "after it has moved|decay")
def adam_decay_last(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=0)
    return new - lr * weight_decay * new, m, v


@wrong("adamw_step", "grad ** 2|square")
def adam_v_not_squared(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad
    hat = (v / (1 - b2**step)).clamp(min=0).sqrt()
    return param * (1 - lr * weight_decay) - lr * (m / (1 - b1**step)) / (hat + eps), m, v


@wrong("adamw_step", "root")
def adam_no_root(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad.pow(2)
    mh, vh = m / (1 - b1**step), v / (1 - b2**step)
    return param - lr * (mh / (vh + eps) + weight_decay * param), m, v


@wrong("adamw_step", "step - 1|divide|zero|one step|correction")
def adam_counts_from_zero(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step + 1, lr, betas, eps, weight_decay)


@wrong("adamw_step", "power|first|correct")
def adam_static_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, 1, lr, betas, eps, weight_decay)


@wrong("adamw_step", "wrong sign|uphill|climbs")
def adam_ascends(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=0)
    return param - lr * weight_decay * param + (param - new), m, v


@wrong("adamw_step", "order|m and v")
def adam_order(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adam(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return new, v, m


@wrong("adamw_step", "alone|parameter|missing")
def adam_param_only(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay)[0]


@wrong("adamw_step", "eps|correct")
def adam_eps_before_correction(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad**2
    rate = lr * math.sqrt(1 - b2**step) / (1 - b1**step)
    return param - rate * m / (v.sqrt() + eps) - lr * weight_decay * param, m, v


@wrong("adamw_step", "decay")
def adam_decay_skipped_for_small(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new, m, v = _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=0)
    return new - lr * weight_decay, m, v


@wrong("adamw_step", "m|beta1|gradient")
def adam_heavy_ball(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + grad
    v = b2 * v + (1 - b2) * grad**2
    mh, vh = m / (1 - b1**step), v / (1 - b2**step)
    return param - lr * weight_decay * param - lr * mh / (vh.sqrt() + eps), m, v


@wrong("adamw_step", "move|m_hat|m and v are right|nesterov")
def adam_nesterov(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m = b1 * m + (1 - b1) * grad
    v = b2 * v + (1 - b2) * grad**2
    mh = (b1 * m + (1 - b1) * grad) / (1 - b1**step)
    vh = v / (1 - b2**step)
    return param - lr * weight_decay * param - lr * mh / (vh.sqrt() + eps), m, v


# smooth_labels ------------------------------------------------------------------------------------


@wrong("smooth_labels", "V - 1|other")
def smooth_others(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 1))
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("smooth_labels", "V - 2|other")
def smooth_annotated(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 2))
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("smooth_labels", "lacks|less than one|share")
def smooth_scatter_short(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / vocab_size)
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("smooth_labels", "padding|Word 0|0")
def smooth_zeroes_padding_column(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 2))
    out = out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)
    out[..., 0] = 0
    return out


@wrong("smooth_labels", "divided|whole epsilon|more than one")
def smooth_adds_epsilon(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size) * (1 - epsilon) + epsilon


@wrong("smooth_labels", "keeps its 1|more than one")
def smooth_on_top(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float() + epsilon / vocab_size


@wrong("smooth_labels", "nobody|less than one")
def smooth_scaled_only(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float() * (1 - epsilon)


@wrong("smooth_labels", "one-hot|nothing is smoothed")
def smooth_not(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float()


@wrong("smooth_labels", "places|epsilon")
def smooth_swapped(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return epsilon * one_hot + (1 - epsilon) / vocab_size


@wrong("smooth_labels", "before|counted from 1|wrong-word|largest")
def smooth_one_based(targets, vocab_size, epsilon):
    one_hot = F.one_hot((targets - 1).clamp(min=0), vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon / vocab_size


@wrong("smooth_labels", "whole|dtype|int64|integer")
def smooth_integers(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size)
    one_hot[...] = (1 - epsilon) * one_hot + epsilon / vocab_size
    return one_hot


@wrong("smooth_labels", "axis|axes|shape|flat")
def smooth_flattens(targets, vocab_size, epsilon):
    one_hot = torch.eye(vocab_size)[targets.flatten()]
    return (1 - epsilon) * one_hot + epsilon / vocab_size


@wrong("smooth_labels", "first|axis|axes|shape")
def smooth_class_first(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return ((1 - epsilon) * one_hot + epsilon / vocab_size).movedim(-1, 0)


@wrong("smooth_labels", "neighbour|split|beside")
def smooth_neighbour_after(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon * one_hot.roll(1, -1)


@wrong("smooth_labels", "logarithm|log")
def smooth_logs(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return torch.log((1 - epsilon) * one_hot + epsilon / vocab_size + 1e-9)


@wrong("smooth_labels", "softmax")
def smooth_softmax(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return F.softmax((1 - epsilon) * one_hot + epsilon / vocab_size, dim=-1)


@wrong("smooth_labels", "more than one|sum")
def smooth_v_minus_one_everywhere(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon / (vocab_size - 1)


@wrong("smooth_labels", "uniform|1 / V|target")
def smooth_uniform(targets, vocab_size, epsilon):
    return torch.full((*targets.shape, vocab_size), 1 / vocab_size)


@wrong("smooth_labels", "random|noise")
def smooth_random(targets, vocab_size, epsilon):
    noise = torch.rand(*targets.shape, vocab_size)
    noise = noise / noise.sum(-1, keepdim=True)
    return (1 - epsilon) * F.one_hot(targets, vocab_size).float() + epsilon * noise


@wrong("smooth_labels", "split|epsilon")
def smooth_epsilon_times_v(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    e = epsilon / vocab_size
    return (1 - e) * one_hot + e / vocab_size


# greedy_decode ------------------------------------------------------------------------------------


def _grow(next_logits, bos_id, max_len, done, pick=lambda z: int(z.argmax())):
    ids = [bos_id]
    while len(ids) < max_len:
        ids.append(pick(next_logits(torch.tensor([ids]))))
        if done(ids):
            break
    return ids


@wrong("greedy_decode", "eos")
def decode_drops_eos(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    return torch.tensor([[i for i in ids if i != eos_id]])


@wrong("greedy_decode", "too late|not stop|fills")
def decode_ignores_eos(next_logits, bos_id, eos_id, max_len):
    return torch.tensor([_grow(next_logits, bos_id, max_len, lambda ids: False)])


@wrong("greedy_decode", "counts|max_len")
def decode_max_new_tokens(next_logits, bos_id, eos_id, max_len):
    tokens = torch.tensor([[bos_id]])
    for _ in range(max_len):
        nxt = next_logits(tokens).argmax(-1)
        tokens = torch.cat([tokens, nxt[:, None]], 1)
        if nxt == eos_id:
            break
    return tokens


@wrong("greedy_decode", "batch axis|axis|shape")
def decode_flat(next_logits, bos_id, eos_id, max_len):
    return torch.tensor(_grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id))


@wrong("greedy_decode", "last token only|all tokens|whole")
def decode_last_token(next_logits, bos_id, eos_id, max_len):
    token, out = torch.tensor([[bos_id]]), [bos_id]
    while len(out) < max_len and out[-1] != eos_id:
        token = next_logits(token).argmax(-1, keepdim=True)
        out.append(token.item())
    return torch.tensor([out])


@wrong("greedy_decode", "random|sampl")
def decode_samples(next_logits, bos_id, eos_id, max_len):
    def pick(z):
        return int(torch.multinomial((z / 4).softmax(-1), 1))

    return torch.tensor([_grow(next_logits, bos_id, max_len, lambda i: i[-1] == eos_id, pick)])


@wrong("greedy_decode", "smallest|argmin|likeliest")
def decode_min(next_logits, bos_id, eos_id, max_len):
    def pick(z):
        return int(z.argmin())

    return torch.tensor([_grow(next_logits, bos_id, max_len, lambda i: i[-1] == eos_id, pick)])


@wrong("greedy_decode", "bos")
def decode_strips_bos(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    return torch.tensor([ids[1:]], dtype=torch.long)


@wrong("greedy_decode", "list")
def decode_list(next_logits, bos_id, eos_id, max_len):
    return _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)


@wrong("greedy_decode", "seconds|never|loop")
def decode_no_limit(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while ids[-1] != eos_id:
        ids.append(int(next_logits(torch.tensor([ids])).argmax()))
        if len(ids) > 400:
            ids = ids[:1]
    return torch.tensor([ids])


@wrong("greedy_decode", "fill|pad|0")
def decode_padded(next_logits, bos_id, eos_id, max_len):
    out = torch.zeros(1, max_len, dtype=torch.long)
    out[0, 0] = bos_id
    for t in range(1, max_len):
        out[0, t] = next_logits(out[:, :t]).argmax()
        if out[0, t] == eos_id:
            break
    return out


@wrong("greedy_decode", "early|missing|stops")
def decode_stops_one_early(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len - 1, lambda ids: ids[-1] == eos_id)
    return torch.tensor([ids])


@wrong("greedy_decode", "eos")
def decode_forces_eos(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    ids[-1] = eos_id
    return torch.tensor([ids])


@wrong("greedy_decode", "once|bos every time|so far")
def decode_topk_once(next_logits, bos_id, eos_id, max_len):
    order = next_logits(torch.tensor([[bos_id]]))[0].argsort(descending=True).tolist()
    ids = [bos_id, *order][:max_len]
    return torch.tensor([ids[: ids.index(eos_id) + 1] if eos_id in ids[1:] else ids])


@wrong("greedy_decode", "float|dtype")
def decode_float(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    return torch.tensor([ids], dtype=torch.float32)


# apply_temperature --------------------------------------------------------------------------------


@wrong("apply_temperature", "multipl")
def temperature_multiplies(logits, temperature):
    return torch.mul(logits, temperature)


@wrong("apply_temperature", "probabilit")
def temperature_softmax(logits, temperature):
    return F.softmax(logits / temperature, dim=-1)


@wrong("apply_temperature", "log-prob|shift|probabilit")
def temperature_log_softmax(logits, temperature):
    return F.log_softmax(logits / temperature, dim=-1)


@wrong("apply_temperature", "probabilit")
def temperature_on_probabilities(logits, temperature):
    p = F.softmax(logits, -1) ** (1 / temperature)
    return p / p.sum(-1, keepdim=True)


@wrong("apply_temperature", "changes its input")
def temperature_in_place(logits, temperature):
    return logits.div_(temperature)


@wrong("apply_temperature", "exp")
def temperature_exp(logits, temperature):
    return torch.exp(logits / temperature)


@wrong("apply_temperature", "1 + temp|one plus|scale|factor|epsilon|added")
def temperature_guarded(logits, temperature):
    return logits / (temperature + 1e-2)


@wrong("apply_temperature", "log|shift|probabilit")
def temperature_log_of_softmax(logits, temperature):
    return torch.log(torch.softmax(logits / temperature, -1))


@wrong("apply_temperature", "below|above|1")
def temperature_only_when_hot(logits, temperature):
    return logits / temperature if temperature > 1 else logits


# top_k_filter -------------------------------------------------------------------------------------


@wrong("top_k_filter", "values")
def topk_values(logits, k):
    return torch.topk(logits, min(k, logits.shape[-1])).values


@wrong("top_k_filter", "raises|beyond|k exceeds|range")
def topk_no_clamp(logits, k):
    kth = torch.topk(logits, k).values[..., -1, None]
    return torch.where(logits < kth, torch.tensor(-torch.inf, dtype=logits.dtype), logits)


@wrong("top_k_filter", "set to 0|-inf")
def topk_zeros(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits * (logits >= kth)


@wrong("top_k_filter", "k - 1|k-th|fewer|too few")
def topk_strict(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits <= kth, -torch.inf)


@wrong("top_k_filter", "whole tensor|everything|row")
def topk_flat(logits, k):
    kth = logits.flatten().topk(min(k, logits.numel())).values[-1]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("top_k_filter", "smallest")
def topk_ascending(logits, k):
    kth = logits.sort(-1).values[..., : min(k, logits.shape[-1])][..., -1:]
    return logits.masked_fill(logits > kth, -torch.inf)


@wrong("top_k_filter", "probabilit")
def topk_probabilities(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf).softmax(-1)


@wrong("top_k_filter", "changes its input")
def topk_in_place(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    logits[logits < kth] = -torch.inf
    return logits


@wrong("top_k_filter", "first row|first")
def topk_first_row_places(logits, k):
    rows = logits.reshape(-1, logits.shape[-1])
    places = rows[0].topk(min(k, rows.shape[1])).indices
    out = torch.full_like(rows, -torch.inf)
    out[:, places] = rows[:, places]
    return out.reshape(logits.shape)


@wrong("top_k_filter", "-1e9|-inf|1e30|number|finite")
def topk_very_negative(logits, k):
    kth = torch.topk(logits, min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < kth, -1e30)


# top_p_filter -------------------------------------------------------------------------------------


@wrong("top_p_filter", "cross")
def topp_drops_crossing(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    remove = ranked.softmax(-1).cumsum(-1) > p
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("top_p_filter", "order|sorted|unlikely|places")
def topp_forgets_order(logits, p):
    ranked, _ = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    remove = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(remove, -torch.inf)


@wrong("top_p_filter", "sorted")
def topp_sorted_result(logits, p):
    ranked, _ = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    return ranked.masked_fill(probs.cumsum(-1) - probs >= p, -torch.inf)


@wrong("top_p_filter", "by themselves|sum counts")
def topp_threshold(logits, p):
    return logits.masked_fill(logits.softmax(-1) < p, -torch.inf)


@wrong("top_p_filter", "probabilit")
def topp_renormalises(logits, p):
    probs, order = logits.softmax(-1).sort(-1, descending=True)
    probs = probs * (probs.cumsum(-1) - probs < p)
    out = torch.zeros_like(logits).scatter(-1, order, probs)
    return out / out.sum(-1, keepdim=True)


@wrong("top_p_filter", "0|number")
def topp_zero_fill(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    remove = (probs.cumsum(-1) - probs >= p).gather(-1, order.argsort(-1))
    return logits.masked_fill(remove, 0.0)


@wrong("top_p_filter", "not sort|order of their ids|unlikely")
def topp_unsorted(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs.cumsum(-1) - probs >= p, -torch.inf)


@wrong("top_p_filter", "upwards|unlikely")
def topp_ascending(logits, p):
    ranked, order = logits.sort(-1)
    probs = ranked.softmax(-1)
    remove = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("top_p_filter", "more than|too many|one word more")
def topp_keeps_one_extra(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    remove = ranked.softmax(-1).cumsum(-1) > p
    remove[..., 2:] = remove[..., :-2].clone()
    remove[..., :2] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("top_p_filter", "softmax|logits|exp")
def topp_no_softmax(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    remove = ranked.cumsum(-1) - ranked >= p
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("top_p_filter", "min-p|largest probability")
def topp_min_p(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs < p * probs.max(-1, keepdim=True).values, -torch.inf)


@wrong("top_p_filter", "first|every row|raise|axis|axes|row")
def topp_first_row_only(logits, p):
    out = logits.clone()
    rows = out.view(-1, logits.shape[-1])
    ranked, order = rows[0].sort(descending=True)
    probs = ranked.softmax(-1)
    rows[0, order[probs.cumsum(0) - probs >= p]] = -torch.inf
    return out


@wrong("top_p_filter", "1 - p")
def topp_complement(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    remove = probs.cumsum(-1) - probs >= 1 - p
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("top_p_filter", "words|share")
def topp_as_share(logits, p):
    k = max(1, round(p * logits.shape[-1]))
    kth = logits.topk(k).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf)
