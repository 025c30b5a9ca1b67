"""What an answer's numbers tell: with which weights the values were mixed, and what is kept."""

import torch

from ...checker.compare import near, same
from ..cost_of_attention.reading_back import factor
from ..cost_of_attention.reading_back import weights_of as mixed


def kept(got, want):
    """Keys and values are right, so that the fault lies in the attention."""
    return len(got) == 3 and same(got[1], want[1]) and same(got[2], want[2])


def weights_of(args, got, want):
    """The weights with which the learner mixed the values, (batch, heads, new, total); None where
    the output is no mix of the values or the numbers cannot tell."""
    if not kept(got, want) or got[0].shape != want[0].shape:
        return None
    return mixed(want[2], got[0])


def read(look):
    """A sign that reads the weights; None where they cannot be read."""

    def shows(args, got, want):
        if not kept(got, want):
            return False
        if same(got[0], want[0]):
            return False
        weights = weights_of(args, got, want)
        if weights is None:
            return None
        size, past = want[2].shape[2], args[3].shape[2]
        where = torch.arange(size)[None], torch.arange(size - past)[:, None] + past
        return look(weights, *where, past)

    return shows


def some(x):
    return bool((x.abs() > 1e-6).any())


def future(w, key, query, past):
    return None if w.shape[2] == 1 else some(w * (key > query))


def not_itself(w, key, query, past):
    return None if w.shape[3] == 1 else not some(w * (key == query))


def no_past(w, key, query, past):
    return None if not past else not some(w * (key < past))


def missing(w, key, query, past):
    return bool(((w.abs() < 1e-9) & (key <= query)).any())


def sharpness(args, got, want):
    """The factor between the learner's scores and the right ones, read off the weights."""
    if not kept(got, want):
        return False
    mine, right = (weights_of(args, one, want) for one in (got, want))
    return factor(mine, right, args[0].shape[-1])


def half(i, j):
    """Value i of the cache is wrong where value j and the output are right."""
    return lambda a, g, w: len(g) == 3 and same(g[0], w[0]) and same(g[j], w[j])


def long(args, got, want):
    return len(got) == 3 and not kept(got, want)


def order(args, got, want):
    """All that should be kept is kept, in another order."""
    if kept(got, want):
        return False

    def rows(x):
        flat = x.double().sum((0, 1, 3)) + x.double().square().sum((0, 1, 3))
        return flat.sort().values

    pairs = [(got[i], want[i]) for i in (1, 2)]
    return all(g.shape == w.shape and near(rows(g), rows(w)) for g, w in pairs)
