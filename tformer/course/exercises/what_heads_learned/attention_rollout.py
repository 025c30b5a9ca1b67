"""Where a word of the last layer comes from: maps of attention, multiplied through the layers."""

import torch

from ...checker.core import Case, Exercise, twist
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


def _left(mixed):
    product = mixed[0]
    for m in mixed[1:]:
        product = m @ product
    return product


def _half(a, eye, n):
    return 0.5 * a + 0.5 * eye


def variant(weights, layers=list, mix=_half, join=_left):
    """attention_rollout with a switch for each thing that can go wrong; ``mix`` gets the map, the
    identity and the layer's number."""
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    return join([mix(a, eye, n) for n, a in enumerate(layers(weights))] or [eye])


MISTAKES = (
    twist("order-reversed", "The maps are multiplied in reversed order, first layer leftmost: "
          "later layers come from the left, M_2 @ M_1 @ M_0.",
          join=lambda mixed: _left(mixed[::-1])),
    twist("no-residual", "The maps are multiplied as they are: the identity, the path around "
          "each layer, is missing.", mix=lambda a, eye, n: a),
    twist("half-without-identity", "Each map is halved, but the other half, 0.5 I, is missing.",
          mix=lambda a, eye, n: 0.5 * a),
    twist("identity-not-halved", "It multiplies 0.5 A + I: the identity is not halved.",
          mix=lambda a, eye, n: 0.5 * a + eye),
    twist("map-not-halved", "It multiplies A + 0.5 I: the map is not halved.",
          mix=lambda a, eye, n: a + 0.5 * eye),
    twist("not-halved", "It multiplies A + I: without the halves each layer doubles the sums of "
          "the rows.", mix=lambda a, eye, n: a + eye),
    twist("halved-once", "It multiplies A + I and halves once, at the end: the half belongs to "
          "every layer.", mix=lambda a, eye, n: a + eye, join=lambda mixed: _left(mixed) / 2),
    twist("residual-at-the-end", "The identity comes in once, after the product of the maps: "
          "every layer has its own path around.", mix=lambda a, eye, n: a,
          join=lambda mixed: _half(_left(mixed), torch.eye(len(mixed[0])).to(mixed[0]), 0)),
    twist("own-place-taken-out-of-the-maps", "The diagonals of the maps are set to 0, or to 1 "
          "where the identity should be added: words also look at themselves.",
          mix=lambda a, eye, n: 0.5 * a * (1 - eye) + 0.5 * eye),
    twist("first-layer-without-residual", "The first map is taken as it is, without its identity, "
          "as where the product starts with weights[0].",
          mix=lambda a, eye, n: _half(a, eye, n) if n else a),
    twist("first-layer-left-out", "The first layer is left out.", layers=lambda w: w[1:]),
    twist("last-layer-left-out", "The last layer is left out: off by one.",
          layers=lambda w: w[:-1]),
    twist("mean-not-product", "The layers are averaged, not multiplied: what a word took in one "
          "layer, it hands on in the next.", join=lambda m: torch.stack(m).mean(0)),
    twist("sum-not-product", "The layers are added up, not multiplied.",
          join=lambda m: torch.stack(m).sum(0)),
    twist("elementwise-product", "The matrices are multiplied entry by entry (*); a mix of mixes "
          "is a matrix product (@).", join=lambda mixed: torch.stack(mixed).prod(0)),
)  # fmt: skip


EXERCISE = Exercise(
    attention_rollout, HINTS, CASES, MISTAKES, variant, SIGNS, no_gradient="maps are looked at only"
)
