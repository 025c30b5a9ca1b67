"""Lesson 13 in other styles."""

import torch

from tformer import decoding


def greedy_for_loop(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len - 1):
        logits = next_logits(torch.tensor([ids]))
        ids.append(int(logits[0].argmax()))
        if ids[-1] == eos_id:
            break
    return torch.tensor(ids).unsqueeze(0)


def greedy_buffer(next_logits, bos_id, eos_id, max_len):
    buffer = torch.full((1, max_len), bos_id, dtype=torch.long)
    size = 1
    with torch.no_grad():
        while size < max_len:
            buffer[:, size] = torch.softmax(next_logits(buffer[:, :size]), -1).argmax(dim=-1)
            size += 1
            if (buffer[:, size - 1] == eos_id).all():
                break
    return buffer[:, :size]


def greedy_flat_logits(next_logits, bos_id, eos_id, max_len):
    tokens = torch.LongTensor([[bos_id]])
    while tokens.size(1) < max_len:
        logits = next_logits(tokens)
        best = max(range(len(logits)), key=lambda i: float(logits[i]))
        tokens = torch.cat((tokens, torch.tensor([[best]])), 1)
        if best == eos_id:
            return tokens
    return tokens


def greedy_all_positions(next_logits, bos_id, eos_id, max_len):
    tokens = torch.tensor([[bos_id]])
    for _ in range(max_len - 1):
        best = next_logits(tokens)[:, -1, :].topk(1).indices
        tokens = torch.cat([tokens, best], dim=-1)
        if best.item() == eos_id:
            break
    return tokens


def greedy_recursive(next_logits, bos_id, eos_id, max_len):
    def grow(tokens):
        if len(tokens) == max_len or (len(tokens) > 1 and tokens[-1] == eos_id):
            return tokens
        return grow([*tokens, next_logits(torch.tensor(tokens)[None]).argmax().item()])

    return torch.tensor(grow([bos_id]))[None]


def greedy_package(next_logits, bos_id, eos_id, max_len):
    prompt = torch.tensor([[bos_id]])
    if max_len == 1:
        return prompt
    return decoding.greedy(next_logits, prompt, max_length=max_len, eos_id=eos_id)


def temperature_times_inverse(logits, temperature):
    return logits * (1 / temperature)


def temperature_functional(logits, temperature):
    return torch.div(logits, temperature)


def temperature_by_loops(logits, temperature):
    flat = [value / temperature for value in logits.flatten().tolist()]
    return torch.tensor(flat, dtype=logits.dtype).reshape(logits.shape)


def temperature_in_place_on_a_copy(logits, temperature):
    logits = logits.clone()
    logits /= temperature
    return logits


def top_k_scatter(logits, k):
    values, indices = torch.topk(logits, min(k, logits.size(-1)), dim=-1)
    return torch.full_like(logits, -torch.inf).scatter(-1, indices, values)


def top_k_sort(logits, k):
    if k >= logits.shape[-1]:
        return logits
    kth = logits.sort(dim=-1, descending=True).values[..., k - 1 : k]
    return torch.where(logits >= kth, logits, -float("inf"))


def top_k_rank(logits, k):
    rank = (-logits).argsort(-1).argsort(-1)
    result = logits.clone()
    result[rank >= k] = -torch.inf
    return result


def top_k_by_loops(logits, k):
    rows = logits.reshape(-1, logits.shape[-1]).tolist()
    for row in rows:
        kept = sorted(range(len(row)), key=lambda i: -row[i])[:k]
        for i in range(len(row)):
            if i not in kept:
                row[i] = float("-inf")
    return torch.tensor(rows, dtype=logits.dtype).reshape(logits.shape)


def top_k_compare(logits, k):
    larger = (logits.unsqueeze(-2) > logits.unsqueeze(-1)).sum(-1)
    return logits + torch.zeros_like(logits).masked_fill(larger >= k, -torch.inf)


def top_p_shifted(logits, p):
    """The well-known way: mark what is over p, then shift the marks by one."""
    ranked, order = torch.sort(logits, descending=True)
    cumulative = torch.cumsum(torch.softmax(ranked, dim=-1), dim=-1)
    remove = cumulative > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    remove = remove.scatter(-1, order, remove)
    return logits.masked_fill(remove, float("-inf"))


def top_p_upwards(logits, p):
    ranked, order = torch.sort(logits, descending=False)
    remove = ranked.softmax(-1).cumsum(-1) <= 1 - p
    remove[..., -1:] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


def top_p_by_loops(logits, p):
    rows = []
    for row in logits.reshape(-1, logits.shape[-1]):
        probs = torch.softmax(row, 0)
        kept, mass = [], 0.0
        for i in probs.argsort(descending=True).tolist():
            kept.append(i)
            mass += probs[i].item()
            if mass >= p and p < 1:
                break
        new = torch.full_like(row, -torch.inf)
        new[kept] = row[kept]
        rows.append(new)
    return torch.stack(rows).reshape(logits.shape)


def top_p_threshold(logits, p):
    probs = logits.softmax(-1)
    ranked = probs.sort(-1, descending=True).values
    inside = ranked.cumsum(-1) - ranked < p
    least = ranked.masked_fill(~inside, 2.0).min(-1, keepdim=True).values
    return logits.masked_fill(probs < least, -torch.inf)


def top_p_inverse_order(logits, p):
    probs, order = logits.softmax(-1).sort(-1, descending=True)
    drop = torch.nn.functional.pad(probs.cumsum(-1)[..., :-1], (1, 0)) >= p
    return torch.where(drop.gather(-1, order.argsort(-1)), -torch.inf, logits)


STYLES = {
    "greedy_decode": [
        greedy_for_loop,
        greedy_buffer,
        greedy_flat_logits,
        greedy_all_positions,
        greedy_recursive,
        greedy_package,
    ],
    "apply_temperature": [
        temperature_times_inverse,
        temperature_functional,
        temperature_by_loops,
        temperature_in_place_on_a_copy,
        decoding.apply_temperature,
    ],
    "top_k_filter": [
        top_k_scatter,
        top_k_sort,
        top_k_rank,
        top_k_by_loops,
        top_k_compare,
        decoding.top_k_filter,
    ],
    "top_p_filter": [
        top_p_shifted,
        top_p_upwards,
        top_p_by_loops,
        top_p_threshold,
        top_p_inverse_order,
        decoding.top_p_filter,
    ],
}
