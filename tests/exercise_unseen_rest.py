"""Unlisted wrong answers for lessons 07 to 15, written without a look at what is listed there."""

import math
from collections import Counter

import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


@wrong("split_heads", "transpose|view|shape")
def split_by_view(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, num_heads, t, d // num_heads)


@wrong("split_heads", "axes|shape|axis|swapped")
def split_without_transpose(x, num_heads):
    b, t, _ = x.shape
    return x.view(b, t, num_heads, -1)


@wrong("split_heads", "interleav|every|block|strid|order|permuted|swapped")
def split_interleaved(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, d // num_heads, num_heads).permute(0, 3, 1, 2)


@wrong("split_heads", "head|size|axis|swapped|shape")
def split_head_size_for_count(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, d // num_heads, num_heads).transpose(1, 2)


@wrong("split_heads", "list|tuple|stack|type")
def split_chunks(x, num_heads):
    return x.chunk(num_heads, dim=-1)


@wrong("split_heads", "batch|first axis|head|axes")
def split_heads_first(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=-1), dim=0)


@wrong("split_heads", "length|time|positions|axis|axes")
def split_along_time(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t // num_heads, num_heads, d).transpose(1, 2)


@wrong("merge_heads", "transpos|view|order|places")
def merge_by_view(x):
    b, h, t, d = x.shape
    return x.reshape(b, t, h * d)


@wrong("merge_heads", "interleav|order|features|permuted|swapped")
def merge_interleaved(x):
    return x.permute(0, 2, 3, 1).flatten(2)


@wrong("merge_heads", "contiguous|view|stride")
def merge_view_after_transpose(x):
    b, h, t, d = x.shape
    return x.transpose(1, 2).view(b, t, h * d)


@wrong("merge_heads", "sum|mean|average|shape|size|axis")
def merge_summed(x):
    return x.sum(1)


@wrong("merge_heads", "axes|axis|flatten|shape")
def merge_only_transposed(x):
    return x.transpose(1, 2)


@wrong("merge_heads", "first|last|head|shape|size")
def merge_first_head(x):
    return x[:, 0]


def _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None, scale=None, drop_o=False, kv=None):
    def split(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    q, k, v = split(x_q @ w_q), split((x_kv if kv is None else kv) @ w_k), split(x_kv @ w_v)
    s = q @ k.mT * (q.shape[-1] ** -0.5 if scale is None else scale)
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    out = (s.softmax(-1).nan_to_num() @ v).transpose(1, 2).flatten(2)
    return out if drop_o else out @ w_o


@wrong("multi_head_attention", "d_model|root|scale")
def mha_scaled_by_model(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask, scale=w_q.shape[1] ** -0.5)


@wrong("multi_head_attention", "w_o|output")
def mha_without_output(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask, drop_o=True)


@wrong("multi_head_attention", "x_q|queries|memory|keys")
def mha_self_only(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_q, w_q, w_k, w_v, w_o, num_heads)


@wrong("multi_head_attention", "head")
def mha_one_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, 1, mask)


@wrong("multi_head_attention", "mask")
def mha_no_mask(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads)


@wrong("multi_head_attention", "transpos|nn.Linear|w.T|F.linear|weight")
def mha_linear(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q.T, w_k.T, w_v.T, w_o.T, num_heads, mask)


@wrong("multi_head_attention", "value|w_v|key")
def mha_wrong_weight(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_k, w_o, num_heads, mask)


@wrong("layer_norm", "unbiased|n - 1|d - 1|Bessel")
def norm_std(x, gamma, beta, eps):
    return gamma * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + eps) + beta


@wrong("layer_norm", "outside|eps|added to")
def norm_eps_outside(x, gamma, beta, eps):
    m, s = x.mean(-1, keepdim=True), x.std(-1, keepdim=True, unbiased=False)
    return gamma * (x - m) / (s + eps) + beta


@wrong("layer_norm", "axis|time|batch")
def norm_over_time(x, gamma, beta, eps):
    m = x.mean(1, keepdim=True)
    v = x.var(1, keepdim=True, unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta


@wrong("layer_norm", "root|square|variance|std")
def norm_no_root(x, gamma, beta, eps):
    m, v = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - m) / (v + eps) + beta


@wrong("layer_norm", "mean")
def norm_rms(x, gamma, beta, eps):
    return gamma * x / torch.sqrt((x * x).mean(-1, keepdim=True) + eps) + beta


@wrong("layer_norm", "gamma|beta|scale|shift")
def norm_no_affine(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], eps=eps)


@wrong("layer_norm", "1e-5|eps")
def norm_default_eps(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta)


@wrong("layer_norm", "whole tensor|first axis|axis|axes")
def norm_everything(x, gamma, beta, eps):
    m, v = x.mean(), x.var(unbiased=False)
    return gamma * (x - m) / torch.sqrt(v + eps) + beta


@wrong("layer_norm", "beta|sign|subtract")
def norm_minus_beta(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, -beta, eps)


@wrong("layer_norm", "gamma|beta|1 +|one")
def norm_one_plus_gamma(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], 1 + gamma, beta, eps)


@wrong("feed_forward", "gelu|GELU|activation|smooth|relu")
def ff_gelu(x, w1, b1, w2, b2):
    return F.gelu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "relu|linear|activation|negative")
def ff_linear(x, w1, b1, w2, b2):
    return (x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "last|output|second|relu")
def ff_relu_twice(x, w1, b1, w2, b2):
    return torch.relu(torch.relu(x @ w1 + b1) @ w2 + b2)


@wrong("feed_forward", "b1|b2|bias")
def ff_no_bias(x, w1, b1, w2, b2):
    return torch.relu(x @ w1) @ w2


@wrong("feed_forward", "residual|x")
def ff_residual(x, w1, b1, w2, b2):
    return x + torch.relu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "after|bias|b1|relu")
def ff_bias_after_relu(x, w1, b1, w2, b2):
    return (torch.relu(x @ w1) + b1) @ w2 + b2


@wrong("feed_forward", "transpos|shape|linear")
def ff_functional(x, w1, b1, w2, b2):
    return F.linear(torch.relu(F.linear(x, w1, b1)), w2, b2)


@wrong("residual_post_norm", "pre|norm|order")
def post_is_pre(x, sublayer, norm):
    return x + sublayer(norm(x))


@wrong("residual_post_norm", "residual|x|added")
def post_no_residual(x, sublayer, norm):
    return norm(sublayer(x))


@wrong("residual_post_norm", "norm")
def post_normed_branch(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("residual_post_norm", "twice|both|norm")
def post_double_norm(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("residual_pre_norm", "post|norm")
def pre_is_post(x, sublayer, norm):
    return norm(x + sublayer(x))


@wrong("residual_pre_norm", "normalised|raw|residual|path")
def pre_normed_residual(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)


@wrong("residual_pre_norm", "norm")
def pre_norm_forgotten(x, sublayer, norm):
    return x + sublayer(x)


@wrong("shift_right", "shift|same|both|whole")
def shift_none(target_ids):
    return target_ids, target_ids


@wrong("shift_right", "swap|order|other")
def shift_swapped(target_ids):
    return target_ids[:, 1:], target_ids[:, :-1]


@wrong("shift_right", "twice|two|short|eos|bos|middle")
def shift_twice(target_ids):
    return target_ids[:, :-2], target_ids[:, 2:]


@wrong("shift_right", "batch|axis|first")
def shift_batch(target_ids):
    return target_ids[:-1], target_ids[1:]


@wrong("shift_right", "roll|wrap|end|last|length")
def shift_rolled(target_ids):
    return target_ids, target_ids.roll(-1, 1)


@wrong("clip_by_global_norm", "each|own|separate|per")
def clip_each(grads, max_norm):
    return [g * min(1.0, max_norm / (g.norm().item() + 1e-12)) for g in grads]


@wrong("clip_by_global_norm", "value|entry|clamp|cut")
def clip_values(grads, max_norm):
    return [g.clamp(-max_norm, max_norm) for g in grads]


@wrong("clip_by_global_norm", "always|below|small")
def clip_always(grads, max_norm):
    n = torch.cat([g.flatten() for g in grads]).norm()
    return [g * max_norm / n for g in grads]


@wrong("clip_by_global_norm", "sum|norm")
def clip_sum_of_norms(grads, max_norm):
    n = sum(g.norm() for g in grads)
    return [g * (max_norm / n).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "square|root|norm")
def clip_squared(grads, max_norm):
    n = sum((g**2).sum() for g in grads)
    return [g * (max_norm / n).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "input|changes|place")
def clip_in_place(grads, max_norm):
    torch._foreach_mul_(grads, min(1, max_norm / torch.cat([g.flatten() for g in grads]).norm()))
    return grads


@wrong("scale_micro_batch_losses", "mean|weigh|equal|token")
def micro_mean(losses, token_counts):
    return torch.stack(losses).mean()


@wrong("scale_micro_batch_losses", "sum|divide")
def micro_sum(losses, token_counts):
    return sum(losses)


@wrong("scale_micro_batch_losses", "divide|tokens|sum|total|factor")
def micro_total(losses, token_counts):
    return sum(x * n for x, n in zip(losses, token_counts, strict=True))


@wrong("noam_lr", "max|min|larger")
def noam_max(step, d_model, warmup):
    return d_model**-0.5 * max(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "root|d_model|factor")
def noam_inverse(step, d_model, warmup):
    return d_model**0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "step|0|counted|one")
def noam_from_zero(step, d_model, warmup):
    step = step + 1
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "power|exponent|warmup")
def noam_half_power(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-0.5)


@wrong("noam_lr", "d_model|factor")
def noam_no_model(step, d_model, warmup):
    return min(step**-0.5, step * warmup**-1.5)


def _adam(p, g, m, v, t, lr, betas, eps, wd, correct=True, l2=False, inside=False, decay=True):
    b1, b2 = betas
    g = g + wd * p if l2 else g
    m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
    mh, vh = (m / (1 - b1**t), v / (1 - b2**t)) if correct else (m, v)
    d = (vh + eps).sqrt() if inside else vh.sqrt() + eps
    return p * (1 - lr * wd * decay * (not l2)) - lr * mh / d, m, v


@wrong("adamw_step", "bias|correct")
def adam_uncorrected(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, correct=False)


@wrong("adamw_step", "gradient|decoupled|L2")
def adam_l2(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, l2=True)


@wrong("adamw_step", "inside|eps")
def adam_eps_inside(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, inside=True)


@wrong("adamw_step", "decay")
def adam_no_decay(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas, eps, weight_decay, decay=False)


@wrong("adamw_step", "lr|decay")
def adam_decay_without_lr(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p, m, v = _adam(param, grad, m, v, step, lr, betas, eps, 0.0)
    return p - weight_decay * param, m, v


@wrong("adamw_step", "beta|swap")
def adam_betas_swapped(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step, lr, betas[::-1], eps, weight_decay)


@wrong("adamw_step", "step|correct|one")
def adam_step_off(param, grad, m, v, step, lr, betas, eps, weight_decay):
    return _adam(param, grad, m, v, step + 1, lr, betas, eps, weight_decay)


@wrong("adamw_step", "sign|plus|ascent|up")
def adam_uphill(param, grad, m, v, step, lr, betas, eps, weight_decay):
    p, m, v = _adam(param, grad, m, v, step, lr, betas, eps, weight_decay)
    return 2 * param - p, m, v


@wrong("adamw_step", "input|changes|argument")
def adam_in_place(param, grad, m, v, step, lr, betas, eps, weight_decay):
    b1, b2 = betas
    m.mul_(b1).add_(grad, alpha=1 - b1)
    v.mul_(b2).addcmul_(grad, grad, value=1 - b2)
    d = (v / (1 - b2**step)).sqrt() + eps
    return param * (1 - lr * weight_decay) - lr * (m / (1 - b1**step)) / d, m, v


@wrong("smooth_labels", "V - 1|others|sum")
def smooth_v_minus_one(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 1))
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("smooth_labels", "true|target|sum|one")
def smooth_true_without_share(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / vocab_size)
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("smooth_labels", "sum|one-hot|epsilon")
def smooth_unweighted_one_hot(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float() + epsilon / vocab_size


@wrong("smooth_labels", "smooth|epsilon|one-hot")
def smooth_not_at_all(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float()


@wrong("smooth_labels", "divided|vocab|spread|epsilon|sum")
def smooth_epsilon_everywhere(targets, vocab_size, epsilon):
    return (1 - epsilon) * F.one_hot(targets, vocab_size).float() + epsilon


def _greedy(next_logits, bos_id, eos_id, limit, keep_eos=True, start=True, stop=True):
    ids = torch.tensor([[bos_id]])
    while ids.shape[1] < limit:
        best = next_logits(ids).argmax().view(1, 1)
        if stop and best.item() == eos_id and not keep_eos:
            break
        ids = torch.cat([ids, best], 1)
        if stop and best.item() == eos_id:
            break
    return ids if start else ids[:, 1:]


@wrong("greedy_decode", "eos|stop|end")
def greedy_never_stops(next_logits, bos_id, eos_id, max_len):
    return _greedy(next_logits, bos_id, eos_id, max_len, stop=False)


@wrong("greedy_decode", "eos|dropped|kept")
def greedy_drops_eos(next_logits, bos_id, eos_id, max_len):
    return _greedy(next_logits, bos_id, eos_id, max_len, keep_eos=False)


@wrong("greedy_decode", "bos|start")
def greedy_drops_bos(next_logits, bos_id, eos_id, max_len):
    return _greedy(next_logits, bos_id, eos_id, max_len, start=False)


@wrong("greedy_decode", "max_len|long|one|bos")
def greedy_one_more(next_logits, bos_id, eos_id, max_len):
    return _greedy(next_logits, bos_id, eos_id, max_len + 1)


@wrong("greedy_decode", "list|type")
def greedy_list(next_logits, bos_id, eos_id, max_len):
    return _greedy(next_logits, bos_id, eos_id, max_len)[0].tolist()


@wrong("apply_temperature", "multipl|inverse")
def temperature_times(logits, temperature):
    return logits * temperature


@wrong("apply_temperature", "softmax|probabilit|sum")
def temperature_probabilities(logits, temperature):
    return torch.softmax(logits / temperature, -1)


@wrong("apply_temperature", "log|softmax|constant|shift")
def temperature_log_softmax(logits, temperature):
    return torch.log_softmax(logits / temperature, -1)


@wrong("apply_temperature", "root|square")
def temperature_sqrt(logits, temperature):
    return logits / math.sqrt(temperature)


@wrong("top_k_filter", "0|zero|-inf")
def top_k_zeros(logits, k):
    k = min(k, logits.shape[-1])
    return logits * (logits >= logits.topk(k).values[..., -1:])


@wrong("top_k_filter", "k|vocabulary|range")
def top_k_overflow(logits, k):
    return logits.masked_fill(logits < logits.topk(k).values[..., -1:], -math.inf)


@wrong("top_k_filter", "smallest|lowest|largest")
def top_k_smallest(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k, largest=False).values[..., -1:]
    return logits.masked_fill(logits > kth, -math.inf)


@wrong("top_k_filter", "values|shape|size|k")
def top_k_values(logits, k):
    return logits.topk(min(k, logits.shape[-1])).values


@wrong("top_k_filter", "row|whole|all")
def top_k_whole(logits, k):
    k = min(k, logits.numel())
    return logits.masked_fill(logits < logits.flatten().topk(k).values[-1], -math.inf)


@wrong("top_k_filter", "-1e9|finite|-inf")
def top_k_finite(logits, k):
    k = min(k, logits.shape[-1])
    return logits.masked_fill(logits < logits.topk(k).values[..., -1:], -1e9)


def _top_p(logits, p, shift=True, undo=True, fill=-math.inf):
    ordered, order = logits.sort(descending=True, dim=-1)
    mass = ordered.softmax(-1).cumsum(-1)
    drop = (mass - ordered.softmax(-1) >= p) if shift else (mass > p)
    if not undo:
        return ordered.masked_fill(drop, fill)
    return logits.masked_fill(torch.zeros_like(drop).scatter(-1, order, drop), fill)


@wrong("top_p_filter", "cross")
def top_p_drops_crossing(logits, p):
    return _top_p(logits, p, shift=False)


@wrong("top_p_filter", "sort|order")
def top_p_sorted(logits, p):
    return _top_p(logits, p, undo=False)


@wrong("top_p_filter", "0|zero|-inf")
def top_p_zero(logits, p):
    return _top_p(logits, p, fill=0.0)


@wrong("top_p_filter", "each|own|threshold|single|mass")
def top_p_threshold(logits, p):
    return logits.masked_fill(logits.softmax(-1) < 1 - p, -math.inf)


@wrong("top_p_filter", "sort|order|cumul|left")
def top_p_unsorted(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs.cumsum(-1) - probs >= p, -math.inf)


@wrong("perplexity", "2|base|bits")
def ppl_two(mean_nll):
    return 2**mean_nll


@wrong("perplexity", "minus|sign|negat|reciprocal|one divided")
def ppl_negative(mean_nll):
    return math.exp(-mean_nll)


@wrong("perplexity", "exp|unchanged|nothing|loss")
def ppl_identity(mean_nll):
    return mean_nll


@wrong("perplexity", "10|base")
def ppl_ten(mean_nll):
    return 10**mean_nll


@wrong("perplexity_from_sums", "divide|tokens|mean")
def pplsum_no_division(total_nll, total_tokens):
    return math.exp(min(total_nll, 700))


@wrong("perplexity_from_sums", "outside|after|exp|divide")
def pplsum_divided_late(total_nll, total_tokens):
    return math.exp(min(total_nll, 700)) / total_tokens


@wrong("perplexity_from_sums", "integer|floor|whole|round")
def pplsum_floor(total_nll, total_tokens):
    return math.exp(total_nll // total_tokens)


@wrong("modified_precision", "clip")
def precision_unclipped(candidate, reference, n):
    c = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
    r = {tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)}
    return sum(g in r for g in c), len(c)


@wrong("modified_precision", "distinct|different|set|once|unique")
def precision_sets(candidate, reference, n):
    c = {tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)}
    r = {tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)}
    return len(c & r), len(c)


@wrong("modified_precision", "reference|recall")
def precision_recall(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
    r = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
    return sum((c & r).values()), sum(r.values())


@wrong("modified_precision", "last|short|range|n-gram|one")
def precision_range(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n))
    r = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "ratio|fraction|pair|number|type")
def precision_ratio(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
    r = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
    return sum((c & r).values()) / max(1, sum(c.values()))


@wrong("brevity_penalty", "invert|other way|upside|candidate_len / reference|ratio")
def bp_inverted(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return min(1.0, math.exp(1 - candidate_len / reference_len))


@wrong("brevity_penalty", "long|1")
def bp_unbounded(candidate_len, reference_len):
    return math.exp(1 - reference_len / candidate_len) if candidate_len else 0.0


@wrong("brevity_penalty", "ratio|exp")
def bp_ratio(candidate_len, reference_len):
    return min(1.0, candidate_len / reference_len)


@wrong("brevity_penalty", "zero|empty|0|division")
def bp_crashes(candidate_len, reference_len):
    return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / candidate_len)


def _bleu(candidate, reference, max_n, clip=True, mean="geometric", bp=True, smooth=0):
    logs, ps = 0.0, []
    for n in range(1, max_n + 1):
        c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
        r = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
        hits = (
            sum(min(k, r[g]) for g, k in c.items())
            if clip
            else sum(k for g, k in c.items() if r[g])
        )
        total = sum(c.values())
        ps.append((hits + smooth) / (total + smooth) if total + smooth else 0.0)
    penalty = min(1.0, math.exp(1 - len(reference) / len(candidate))) if candidate and bp else 1.0
    penalty = 0.0 if not candidate else penalty
    if mean == "arithmetic":
        return penalty * sum(ps) / max_n
    if min(ps) == 0:
        return 0.0
    logs = sum(map(math.log, ps))
    return penalty * math.exp(logs / (max_n if mean == "geometric" else 1))


@wrong("bleu", "clip")
def bleu_unclipped(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, clip=False)


@wrong("bleu", "arithmetic|mean|geometric")
def bleu_arithmetic(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, mean="arithmetic")


@wrong("bleu", "brevity|short")
def bleu_no_penalty(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, bp=False)


@wrong("bleu", "product|sum|mean|root|1/N|divided")
def bleu_product(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, mean="product")


@wrong("bleu", "smooth|0|zero|added")
def bleu_smoothed(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, smooth=1)


@wrong("bleu", "100|percent")
def bleu_percent(candidate, reference, max_n=4):
    return 100 * _bleu(candidate, reference, max_n)


@wrong("bleu", "max_n|4")
def bleu_always_four(candidate, reference, max_n=4):
    return _bleu(candidate, reference, 4)
