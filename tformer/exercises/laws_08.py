"""Properties of layer norm and of the feed-forward layer, tried out on unknown mistakes."""

import torch

from .core import Law
from .samples import normal

X = (2, 3, 4)


def _close(a, b):
    return a.shape == b.shape and torch.allclose(a, b, rtol=1e-3, atol=1e-4)


def _other_token(seed):
    """X twice: the second time the last token of the last sentence is another one."""
    x = normal(*X, seed=seed)
    other = x.clone()
    other[-1, -1] += normal(X[-1], seed=seed + 1)
    return x, other


def _others_alike(a, b):
    return _close(a[0], b[0]) and _close(a[-1, :-1], b[-1, :-1])


def _norms(seed, change=lambda x: x, gamma=1.0, beta=0.0, eps=1e-3):
    width = X[-1]
    return change(normal(*X, seed=seed)), torch.full((width,), gamma), beta * torch.ones(width), eps


def _maps(x, b1=None, b2=0.0, order=None):
    """Arguments of feed_forward with 6 hidden units."""
    w1, w2 = normal(X[-1], 6, seed=3), normal(6, X[-1], seed=4)
    b1 = normal(6, seed=5) if b1 is None else torch.full((6,), b1)
    if order is not None:
        w1, b1, w2 = w1[:, order], b1[order], w2[order]
    return x, w1, b1, w2, torch.full((X[-1],), b2)


# fmt: off
LAYER_NORM_LAWS = (
    Law("tokens-mixed", "Another token changes the result of this one: each token is normalised by "
        "itself, over its own features.",
        lambda: [(x, *_norms(0)[1:]) for x in _other_token(1)], _others_alike),
    Law("beta-not-added", "One more in beta does not make the result one larger: beta is added, "
        "last of all.", lambda: [_norms(1, beta=0.5), _norms(1, beta=1.5)],
        lambda a, b: _close(a + 1, b)),
    Law("gamma-is-no-factor", "Without beta the result should double when gamma does.",
        lambda: [_norms(2), _norms(2, gamma=2.0)], lambda a, b: _close(2 * a, b)),
    Law("not-centred", "With gamma = 1 and beta = 0 the features of each token should average to "
        "zero, and they do not.", lambda: [_norms(3, change=lambda x: x + 1)],
        lambda a: _close(a.mean(-1), torch.zeros(X[:-1]))),
    Law("eps-has-no-effect", "A large eps gives the same result as a small one: it is not used.",
        lambda: [_norms(4), _norms(4, eps=5.0)], lambda a, b: not _close(a, b)),
    Law("spread-not-one", "With gamma = 1, beta = 0 and a tiny eps the mean square of each token's "
        "features should be 1, and it is not.", lambda: [_norms(5, eps=1e-7)],
        lambda a: _close(a.square().mean(-1), torch.ones(X[:-1]))),
    Law("eps-in-the-wrong-place", "eps does not enter as sqrt(var + eps).",
        lambda: [_norms(6, eps=3.0)], lambda a: _close(a, torch.nn.functional.layer_norm(
            normal(*X, seed=6), X[-1:], eps=3.0))),
)
FEED_FORWARD_LAWS = (
    Law("tokens-mixed", "Another token changes the result of this one: each token goes through the "
        "layer by itself.", lambda: [_maps(x) for x in _other_token(1)], _others_alike),
    Law("b2-not-added", "One more in b2 does not make the result one larger: b2 is added, last of "
        "all.", lambda: [_maps(normal(*X)), _maps(normal(*X), b2=1.0)],
        lambda a, b: _close(a + 1, b)),
    Law("hidden-units-not-silenced", "With b1 = -1000 every hidden unit is far below zero, and "
        "only b2 should be left: the relu comes after b1, and before w2.",
        lambda: [_maps(normal(*X), b1=-1000.0, b2=2.0)], lambda a: _close(a, torch.full(X, 2.0))),
    Law("not-homogeneous", "Without biases the result should double when x does, as relu(2h) is "
        "2 relu(h): what stands between the two maps is no relu.",
        lambda: [_maps(normal(*X), b1=0.0), _maps(2 * normal(*X), b1=0.0)],
        lambda a, b: _close(2 * a, b)),
    Law("order-of-hidden-units-matters", "The hidden units in another order give another result: "
        "w1, b1 and w2 do not belong together unit by unit.",
        lambda: [_maps(normal(*X)), _maps(normal(*X), order=torch.arange(5, -1, -1))], _close),
    Law("wrong-values", "Neither the relu nor the biases explain it: the values are not those of "
        "relu(x @ w1 + b1) @ w2 + b2.", lambda: [_maps(normal(*X))],
        lambda a: _close(a, _right(*_maps(normal(*X))))),
)
# fmt: on


def _right(x, w1, b1, w2, b2):
    return torch.relu(x @ w1 + b1) @ w2 + b2
