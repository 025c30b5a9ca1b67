"""One pass over blocks of keys in right and wrong ways, step by step."""

import torch


def split(q, k, v, block):
    """The blocks, the last one as long as it comes."""
    return list(zip(k.split(block), v.split(block), strict=True))


def _slices(starts, width=lambda b: b):
    """Slices k[i : i + width]; the starts follow from the numbers of queries and keys."""

    def parts(q, k, v, block):
        size = width(block)
        return [(k[i : i + size], v[i : i + size]) for i in starts(len(q), len(k), block)]

    return parts


# How keys and values are cut, ...
CUTS = {
    "all": split,
    "full blocks only": _slices(lambda t, s, b: range(0, s - b + 1, b)),
    "first only": lambda *a: split(*a)[:1],
    "last only": lambda *a: split(*a)[-1:],
    "one more": _slices(lambda t, s, b: range(0, s // b * b + 1, b)),
    "every start": _slices(lambda t, s, b: range(s)),
    "one short": _slices(lambda t, s, b: range(0, s, b), lambda b: b - 1),
    "as many as a block is long": _slices(lambda t, s, b: range(0, b * b, b)),
    "as many as queries": _slices(lambda t, s, b: range(0, t, b)),
    "same values": lambda q, k, v, b: [(part, v[: len(part)]) for part in k.split(b)],
}


def own_softmax(scores, part):
    return scores.softmax(-1) @ part


# ... and how what is kept changes when a block comes: (top, total, out) with the block's scores.
def exact(state, scores, part, shrink_total=True, shrink_out=True, top="running"):
    old, total, out = state
    best = scores.amax(1, keepdim=True)
    new = TOPS[top](old, best)
    powers = torch.exp(scores - new)
    shrink = torch.exp(old - new)
    total = total * (shrink if shrink_total else 1.0) + powers.sum(1, keepdim=True)
    return new, total, out * (shrink if shrink_out else 1.0) + powers @ part


TOPS = {
    "running": torch.maximum,
    "block": lambda old, best: best,
    "all queries": lambda old, best: torch.maximum(old, best.max().expand_as(best)),
    "none": lambda old, best: torch.zeros_like(best),
}


def _inverted(state, scores, part):
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers, grow = torch.exp(scores - new), torch.exp(new - old)
    return new, total * grow + powers.sum(1, keepdim=True), out * grow + powers @ part


def _inverted_later(state, scores, part):
    first = state[0].isinf().all()
    return exact(state, scores, part) if first else _inverted(state, scores, part)


def _own_maximum(state, scores, part):
    """Powers relative to the block's own maximum, what is kept relative to the running one."""
    old, total, out = state
    best = scores.amax(1, keepdim=True)
    new = torch.maximum(old, best)
    powers, shrink = torch.exp(scores - best), torch.exp(old - new)
    return new, total * shrink + powers.sum(1, keepdim=True), out * shrink + powers @ part


def _new_shrunk(state, scores, part):
    """The factor goes to the new part instead of what is kept."""
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers = torch.exp(scores - new)
    shrink = torch.where(old.isinf(), 1.0, torch.exp(old - new))
    return new, total + shrink * powers.sum(1, keepdim=True), out + shrink * (powers @ part)


def _all_shrunk_at_once(state, scores, part):
    """The same with the factor of the first block, exp(-inf) = 0."""
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers, shrink = torch.exp(scores - new), torch.exp(old - new)
    return new, (total + powers.sum(1, keepdim=True)) * shrink, (out + powers @ part) * shrink


def _twice(which):
    """One of the two sums is rescaled twice."""

    def step(state, scores, part):
        state = list(state)
        new = torch.maximum(state[0], scores.amax(1, keepdim=True))
        state[which] = state[which] * torch.exp(state[0] - new)
        return exact(state, scores, part)

    return step


def _maximum_as_a_row(state, scores, part):
    """The maximum is (T,) and lies along the keys."""
    old, total, out = state
    new = torch.maximum(old, scores.amax(1, keepdim=True))
    powers, shrink = torch.exp(scores - new.T), torch.exp(old - new)
    return new, total * shrink + powers.sum(1, keepdim=True), out * shrink + powers @ part


def _new_divided(state, scores, part):
    """Each block's part is divided by the running sum, what is kept is not."""
    old, total, out = state
    new, total, both = exact(state, scores, part)
    kept = out * torch.exp(old - new)
    return new, total, kept + (both - kept) / total


def _divided_each_time(state, scores, part):
    """What is kept is divided by the sum in every block, and never multiplied back."""
    new, total, out = exact(state, scores, part)
    return new, total, out / total


def _softmaxes(state, scores, part):
    """A softmax for each block, added up; the sum counts the blocks."""
    _, total, out = state
    return state[0], total + 1, out + own_softmax(scores, part)


def _softmaxes_by_keys(state, scores, part):
    _, total, out = state
    n = scores.shape[1]
    return state[0], total + n, out + n * own_softmax(scores, part)


def _linear(state, scores, part):
    old, total, out = state
    return old, total + scores.sum(1, keepdim=True), out + scores @ part


STEPS = {
    "exact": exact,
    "inverted later": _inverted_later,
    "own maximum": _own_maximum,
    "new shrunk": _new_shrunk,
    "all shrunk at once": _all_shrunk_at_once,
    "sum rescaled twice": _twice(1),
    "output rescaled twice": _twice(2),
    "maximum as a row": _maximum_as_a_row,
    "new divided": _new_divided,
    "divided each time": _divided_each_time,
    "softmaxes": _softmaxes,
    "softmaxes by keys": _softmaxes_by_keys,
    "no exp": _linear,
    "sum not rescaled": lambda *a: exact(*a, shrink_total=False),
    "output not rescaled": lambda *a: exact(*a, shrink_out=False),
    "nothing rescaled": lambda *a: exact(*a, shrink_total=False, shrink_out=False),
    "block maximum, not rescaled": lambda *a: exact(
        *a, shrink_total=False, shrink_out=False, top="block"
    ),
    "one maximum": lambda *a: exact(*a, top="all queries"),
    "no maximum": lambda *a: exact((torch.zeros_like(a[0][0]), *a[0][1:]), *a[1:], top="none"),
}
