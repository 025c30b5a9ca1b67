"""Where a word of the last layer comes from: maps of attention, multiplied through the layers."""

import torch

from ...checker.core import Case, Exercise, Mistake, twist
from ...checker.samples import normal
from .attention_rollout_signs import SIGNS


def attention_rollout(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype, device=weights[0].device)
    rollout = eye
    for layer in weights:
        rollout = (0.5 * layer + 0.5 * eye) @ rollout
    return rollout


HINTS = (
    "A layer passes a word on in two ways: half by its map of attention, half by the path around "
    "it, on which each word stays itself. Which matrix leaves every word what it is?",
    "One layer alone gives 0.5 * a + 0.5 * torch.eye(len(a), dtype=a.dtype).",
    "Row t of the second layer mixes the words that the first has made: second @ first. So the "
    "maps of later layers are multiplied from the left.",
    "Start with the identity; for each layer, first to last: rollout = (0.5 * layer + 0.5 * eye) "
    "@ rollout.",
)


def _maps(layers, size, seed=0, causal=False, dtype=torch.float32):
    """Maps as a softmax gives them: every row sums to one."""
    scores = normal(layers, size, size, seed=seed, scale=1.5, dtype=dtype)
    if causal:
        scores = scores.masked_fill(torch.ones(size, size).triu(1).bool(), -torch.inf)
    return list(scores.softmax(-1))


CASES = (
    Case(lambda: ([torch.tensor([[1.0, 0], [1, 0]]), torch.tensor([[0.0, 1], [1, 0]])],),
         "two layers of two words: in the first both look at word 0, in the second each at the "
         "other"),
    Case(lambda: (_maps(1, 4, seed=2),), "one layer alone", ("one-layer",)),
    Case(lambda: (_maps(4, 1, seed=3),), "one word, which can only come from itself",
         ("one-word",)),
    Case(lambda: (_maps(4, 5, seed=4, causal=True, dtype=torch.float64),), "four causal layers of "
         "five words, float64 in, float64 out", ("float64",)),
    Case(lambda: ([a.T.contiguous().T for a in _maps(3, 4, seed=6)],), "transposed "
         "(non-contiguous) maps", ("non-contiguous",)),
)  # fmt: skip


def _eye(a):
    return torch.eye(len(a), dtype=a.dtype)


def _left(mixed):
    product = mixed[0]
    for m in mixed[1:]:
        product = m @ product
    return product


def _each(mix):
    """The same mix for every layer; ``mix`` gets the map and the identity."""
    return lambda weights: [mix(a, _eye(a)) for a in weights]


HALF = _each(lambda a, eye: 0.5 * a + 0.5 * eye)


def variant(weights, layers=list, turn=lambda a: a, mix=HALF, join=_left, after=None):
    """attention_rollout with a switch for each thing that can go wrong."""
    result = join(mix([turn(a) for a in layers(weights)]))
    return after(result, weights) if after else result


def _some_raw(raw):
    """The residual is left out in the layers for which ``raw`` says so."""
    return lambda weights: [a if raw(n, len(weights)) else 0.5 * a + 0.5 * _eye(a)
                            for n, a in enumerate(weights)]  # fmt: skip


def _back_to_itself(weights):
    """Each layer's other half is the word's own place, not what the layers before made of it."""
    result = _eye(weights[0])
    for a in weights:
        result = 0.5 * a @ result + 0.5 * _eye(a)
    return result


def _map_again(weights):
    """Each layer's other half is its map once more."""
    result = _eye(weights[0])
    for a in weights:
        result = 0.5 * a @ result + 0.5 * a
    return result


def _running(weights):
    result = _eye(weights[0])
    for a in weights:
        result = 0.5 * a + 0.5 * result
    return result


def _no_diagonal(a):
    return a - torch.diag(a.diagonal())


MISTAKES = (
    twist("order-reversed", "The maps are multiplied in reversed order, first layer leftmost: "
          "later layers come from the left, M_2 @ M_1 @ M_0.",
          join=lambda mixed: _left(mixed[::-1])),
    twist("no-residual", "The maps are multiplied as they are: the identity, the path around "
          "each layer, is missing.", mix=_each(lambda a, eye: a)),
    twist("half-without-identity", "Each map is halved, but the other half, 0.5 I, is missing.",
          mix=_each(lambda a, eye: 0.5 * a)),
    twist("not-halved", "It multiplies A + I: without the halves each layer doubles the sums of "
          "the rows.", mix=_each(lambda a, eye: a + eye)),
    twist("halved-once", "It multiplies A + I and halves once, at the end: the half belongs to "
          "every layer.", mix=_each(lambda a, eye: a + eye), after=lambda r, w: r / 2),
    twist("divided-by-layers-at-the-end", "It multiplies A + I and divides by the number of layers "
          "at the end: the half belongs to every layer, 2 ** layers in all.",
          mix=_each(lambda a, eye: a + eye), after=lambda r, w: r / len(w)),
    twist("identity-not-halved", "It multiplies 0.5 A + I: the identity is not halved.",
          mix=_each(lambda a, eye: 0.5 * a + eye)),
    twist("map-not-halved", "It multiplies A + 0.5 I: the map is not halved.",
          mix=_each(lambda a, eye: a + 0.5 * eye)),
    twist("added-to-what-was", "The product so far is kept and the next one added to it (+= for "
          "=): 0.5 A @ R + 0.5 R takes its place.", mix=_each(lambda a, eye: 0.5 * a + 1.5 * eye)),
    twist("averaged-over-rows", "Each map is averaged over its first axis, as if heads stood "
          "there; in this exercise a map is (len, len), and its rows are lost.",
          mix=_each(lambda a, eye: 0.5 * a.mean(0) + 0.5 * eye)),
    twist("ones-for-the-identity", "A half is added everywhere (ones), not on the diagonal only "
          "(torch.eye).", mix=_each(lambda a, eye: 0.5 * a + 0.5)),
    twist("residual-at-the-end", "The identity comes in once, after the product of the maps: "
          "every layer has its own path around.", mix=_each(lambda a, eye: a),
          after=lambda r, w: 0.5 * r + 0.5 * _eye(r)),
    twist("first-layer-without-residual", "The first map is taken as it is, without its identity, "
          "as where the product starts with weights[0].", mix=_some_raw(lambda n, count: n == 0)),
    twist("last-layer-without-residual", "The map of the last layer is taken as it is, without its "
          "identity.",
          mix=_some_raw(lambda n, count: n == count - 1)),
    Mistake("first-map-and-then-all", "The product starts with the first map, and the loop "
            "multiplies it in once more: start with the identity.",
            lambda weights: variant(weights, join=lambda mixed: _left([weights[0], *mixed]))),
    twist("begins-with-the-last", "The product begins with the last layer where the first one "
          "belongs.", layers=lambda w: [w[-1], *w[1:]]),
    twist("first-layer-left-out", "The first layer is left out.",
          layers=lambda w: w[1:] or [_eye(w[0])]),
    twist("last-layer-left-out", "The last layer is left out: off by one.",
          layers=lambda w: w[:-1] or [_eye(w[0])]),
    twist("last-layer-for-all", "Every layer gets the map of the last.",
          layers=lambda w: [w[-1]] * len(w)),
    twist("mean-map-for-all", "The maps are averaged over the layers, and the mean is multiplied "
          "with itself: each layer has its own map.",
          layers=lambda w: [torch.stack(w).mean(0)] * len(w)),
    twist("mean-not-product", "The layers are averaged, not multiplied: what a word took in one "
          "layer, it hands on in the next.", join=lambda m: torch.stack(m).mean(0)),
    twist("sum-not-product", "The layers are added up, not multiplied.",
          join=lambda m: torch.stack(m).sum(0)),
    twist("elementwise-product", "The matrices are multiplied entry by entry (*); a mix of mixes "
          "is a matrix product (@).", join=lambda mixed: torch.stack(mixed).prod(0)),
    Mistake("back-to-itself", "The other half of each layer is the identity, not the product so "
            "far: 0.5 A @ R + 0.5 R is right, 0.5 A @ R + 0.5 I forgets what earlier layers mixed.",
            _back_to_itself),
    Mistake("map-in-both-halves", "The other half of each layer is its map again, 0.5 A @ R + 0.5 "
            "A; the residual hands on the product so far, 0.5 R.", _map_again),
    Mistake("running-mean", "Map and result are averaged from layer to layer, 0.5 A + 0.5 R; the "
            "map is never multiplied with the product so far.", _running),
    twist("transposed", "The result is transposed: row t says where word t of the last layer comes "
          "from.", after=lambda r, w: r.T),
    twist("layers-column-normalised", "In each layer the columns are brought to a sum of one; the "
          "rows of 0.5 A + 0.5 I sum to one by themselves.",
          mix=_each(lambda a, eye: (a + eye) / (a + eye).sum(0))),
    twist("layers-divided-by-their-largest", "In each layer A + I is divided by its largest entry; "
          "by 2 its rows sum to one.", mix=_each(lambda a, eye: (a + eye) / (a + eye).max())),
    twist("softmax-again", "A softmax is applied to the result; its rows sum to one without it.",
          after=lambda r, w: r.softmax(-1)),
    twist("own-place-taken-out", "The diagonal of the result is set to 0: a word also comes from "
          "itself.", after=lambda r, w: _no_diagonal(r)),
    twist("own-place-taken-out-of-the-maps", "The diagonals of the maps are set to 0, or to 1 "
          "where the identity should be added: words also look at themselves.", turn=_no_diagonal),
    twist("identity-taken-off", "The identity is subtracted from the result.",
          after=lambda r, w: r - _eye(r)),
    twist("first-row-only", "Only the row of word 0 comes back, as for a [CLS] token; asked for "
          "were all rows.", after=lambda r, w: r[0]),
    twist("last-row-only", "Only the row of the last word comes back; asked for were all rows.",
          after=lambda r, w: r[-1]),
    twist("all-layers-in-a-list", "The product after each layer comes back, a list; asked for was "
          "the last one.", join=lambda mixed: [_left(mixed[: n + 1]) for n in range(len(mixed))]),
    Mistake("product-of-two-only", "Only the first two layers are multiplied; there may be any "
            "number.", lambda w: variant(w[:2])),
)  # fmt: skip


EXERCISE = Exercise(
    attention_rollout, HINTS, CASES, MISTAKES, variant, SIGNS, no_gradient="maps are looked at only"
)
