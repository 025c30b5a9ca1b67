"""One pass over blocks of keys in right and wrong ways, step by step."""

import torch


def split(q, k, v, block):
    """The blocks, the last one as long as it comes."""
    return list(zip(k.split(block), v.split(block), strict=True))


def slices(starts, width=lambda b: b):
    """Slices k[i : i + width]; the starts follow from the numbers of queries and keys."""

    def parts(q, k, v, block):
        size = width(block)
        return [(k[i : i + size], v[i : i + size]) for i in starts(len(q), len(k), block)]

    return parts


def own_softmax(scores, part):
    return scores.softmax(-1) @ part


# How what is kept changes when a block comes: (top, total, out) with the block's scores.
def exact(state, scores, part, shrink_total=True, shrink_out=True, top=torch.maximum):
    old, total, out = state
    best = scores.amax(1, keepdim=True)
    new = top(old, best)
    powers = torch.exp(scores - new)
    shrink = torch.exp(old - new)
    total = total * (shrink if shrink_total else 1.0) + powers.sum(1, keepdim=True)
    return new, total, out * (shrink if shrink_out else 1.0) + powers @ part


def _inverted(state, scores, part):
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers, grow = torch.exp(scores - new), torch.exp(new - old)
    return new, total * grow + powers.sum(1, keepdim=True), out * grow + powers @ part


def inverted_later(state, scores, part):
    first = state[0].isinf().all()
    return exact(state, scores, part) if first else _inverted(state, scores, part)


def own_maximum(state, scores, part):
    """Powers relative to the block's own maximum, what is kept relative to the running one."""
    old, total, out = state
    best = scores.amax(1, keepdim=True)
    new = torch.maximum(old, best)
    powers, shrink = torch.exp(scores - best), torch.exp(old - new)
    return new, total * shrink + powers.sum(1, keepdim=True), out * shrink + powers @ part


def new_shrunk(state, scores, part):
    """The factor goes to the new part instead of what is kept."""
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers = torch.exp(scores - new)
    shrink = torch.where(old.isinf(), 1.0, torch.exp(old - new))
    return new, total + shrink * powers.sum(1, keepdim=True), out + shrink * (powers @ part)


def all_shrunk_at_once(state, scores, part):
    """The same with the factor of the first block, exp(-inf) = 0."""
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers, shrink = torch.exp(scores - new), torch.exp(old - new)
    return new, (total + powers.sum(1, keepdim=True)) * shrink, (out + powers @ part) * shrink


def twice(which):
    """One of the two sums is rescaled twice."""

    def step(state, scores, part):
        state = list(state)
        new = torch.maximum(state[0], scores.amax(1, keepdim=True))
        state[which] = state[which] * torch.exp(state[0] - new)
        return exact(state, scores, part)

    return step


def maximum_as_a_row(state, scores, part):
    """The maximum is (T,) and lies along the keys."""
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers, shrink = torch.exp(scores - new.T), torch.exp(old - new)
    return new, total * shrink + powers.sum(1, keepdim=True), out * shrink + powers @ part


def new_divided(state, scores, part):
    """Each block's part is divided by the running sum, what is kept is not."""
    old, total, out = state
    new, total, both = exact(state, scores, part)
    kept = out * torch.exp(old - new)
    return new, total, kept + (both - kept) / total


def divided_each_time(state, scores, part):
    """What is kept is divided by the sum in every block, and never multiplied back."""
    new, total, out = exact(state, scores, part)
    return new, total, out / total


def softmaxes(state, scores, part):
    """A softmax for each block, added up; the sum counts the blocks."""
    _, total, out = state
    return state[0], total + 1, out + own_softmax(scores, part)


def softmaxes_by_keys(state, scores, part):
    _, total, out = state
    n = scores.shape[1]
    return state[0], total + n, out + n * own_softmax(scores, part)


def linear(state, scores, part):
    old, total, out = state
    return old, total + scores.sum(1, keepdim=True), out + scores @ part
