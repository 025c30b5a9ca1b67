"""What goes wrong in the feed-forward layer."""

import torch
import torch.nn.functional as F

from .core import Mistake, twist


def variant(
    x, w1, b1, w2, b2, given=None, first=lambda x, w: x @ w, early="added", act=torch.relu,
    mixed=None, second=lambda h, w: h @ w, late="added", after=None,
):  # fmt: skip
    """feed_forward with one switch for each thing that can go wrong."""
    x_used = given(x) if given else x
    p = first(x_used, w1)
    hidden = {
        "added": lambda: act(p + b1),
        "forgotten": lambda: act(p),
        "after": lambda: act(p) + b1,
        "subtracted": lambda: act(p - b1),
        "multiplied": lambda: act(p * b1),
        "b2": lambda: act(p + b2),
    }[early]()
    hidden = mixed(hidden) if mixed else hidden
    q = second(hidden, w2)
    y = {
        "added": lambda: q + b2,
        "forgotten": lambda: q,
        "subtracted": lambda: q - b2,
        "multiplied": lambda: q * b2,
        "b1": lambda: q + b1,
        "twice": lambda: q + b2 + b2,
        "before": lambda: second(hidden + b2.mean(), w2),
    }[late]()
    return after(y, x, hidden) if after else y


# fmt: off
MISTAKES = (
    twist("no-relu", "There is no relu: the two linear maps are then no more than one.",
          act=lambda p: p),
    twist("relu-at-the-end-only", "The relu stands after the second map instead of between the "
          "two.", act=lambda p: p, after=lambda y, x, h: y.relu()),
    twist("relu-at-the-end-too", "A second relu stands after the second map: the output loses "
          "its negative values.", after=lambda y, x, h: y.relu()),
    twist("relu-on-the-input-too", "x goes through a relu first.", given=torch.relu),
    Mistake("relu-on-the-input-only", "The relu is applied to x, not to the hidden layer.",
            lambda x, *w: variant(x.relu(), *w, act=lambda p: p)),
    twist("gelu", "The activation is GELU; asked for was relu.", act=F.gelu),
    twist("gelu-tanh", "The activation is GELU in its tanh form; asked for was relu.",
          act=lambda p: F.gelu(p, approximate="tanh")),
    twist("silu", "The activation is SiLU (x * sigmoid(x)); asked for was relu.", act=F.silu),
    twist("sigmoid", "The activation is the sigmoid; asked for was relu.", act=torch.sigmoid),
    twist("tanh", "The activation is tanh; asked for was relu.", act=torch.tanh),
    twist("leaky-relu", "The activation is a leaky relu: negative values are only made smaller.",
          act=F.leaky_relu),
    twist("elu", "The activation is ELU; asked for was relu.", act=F.elu),
    twist("softplus", "The activation is softplus; asked for was relu.", act=F.softplus),
    twist("relu-squared", "The relu is squared.", act=lambda p: p.relu().square()),
    twist("relu-cut-at-6", "The relu is cut off above (relu6): large values are lost.",
          act=F.relu6),
    twist("absolute-value", "It takes the absolute value: negative values come back positive.",
          act=torch.abs),
    twist("relu-negated", "It keeps the negative entries and clears the positive ones.",
          act=lambda p: p.clamp(max=0)),
    twist("relu-of-minus", "It takes relu(-h): the sign is wrong before the relu.",
          act=lambda p: (-p).relu()),
    twist("step", "It takes 1 where the hidden value is positive, not the value itself.",
          act=lambda p: (p > 0).to(p.dtype)),
    twist("clamped-at-one", "It keeps values between 0 and 1 only.", act=lambda p: p.clamp(0, 1)),
    twist("softmax-instead", "A softmax stands where the relu should.",
          act=lambda p: p.softmax(-1)),
    twist("b1-forgotten", "b1 is not used.", early="forgotten"),
    twist("b1-after-the-relu", "b1 is added after the relu; it comes before.", early="after"),
    twist("b1-subtracted", "b1 is subtracted.", early="subtracted"),
    twist("b1-multiplied", "The first map is multiplied by b1; add it.", early="multiplied"),
    twist("b2-forgotten", "b2 is not used.", late="forgotten"),
    twist("b2-subtracted", "b2 is subtracted.", late="subtracted"),
    twist("b2-multiplied", "The second map is multiplied by b2; add it.", late="multiplied"),
    twist("b2-twice", "b2 is added twice.", late="twice"),
    twist("biases-swapped", "b1 and b2 are swapped; that runs only when d_ff is d_model.",
          early="b2", late="b1"),
    Mistake("both-biases-forgotten", "Neither b1 nor b2 is used.",
            lambda *a: variant(*a, early="forgotten", late="forgotten")),
    twist("w1-transposed", "w1 is applied transposed, as F.linear does with its weight; that "
          "runs only when d_ff is d_model.", first=lambda x, w: x @ w.mT),
    twist("w2-transposed", "w2 is applied transposed, as F.linear does with its weight; that "
          "runs only when d_ff is d_model.", second=lambda h, w: h @ w.mT),
    Mistake("weights-swapped-and-transposed", "w2 transposed makes the hidden layer and w1 "
            "transposed the output: F.linear(x, w2) runs because the shapes fit.",
            lambda x, w1, b1, w2, b2: variant(x, w2.mT, b1, w1.mT, b2)),
    Mistake("tied-to-w1", "The second map uses w1 transposed; it has weights of its own, w2.",
            lambda x, w1, b1, w2, b2: variant(x, w1, b1, w1.mT, b2)),
    Mistake("w1-and-w2-swapped", "w1 and w2 are swapped; that runs only when d_ff is d_model.",
            lambda x, w1, b1, w2, b2: variant(x, w2, b1, w1, b2)),
    twist("residual-added", "x is added to the output: the residual is the layer's business.",
          after=lambda y, x, h: y + x),
    twist("normalised", "The output is layer-normalised: that is the layer's business.",
          after=lambda y, x, h: F.layer_norm(y, y.shape[-1:])),
    twist("hidden-layer-returned", "It returns the hidden layer; the second map is missing.",
          after=lambda y, x, h: h),
    Mistake("second-map-without-bias-and-weight", "It returns the hidden layer before the relu.",
            lambda x, w1, b1, w2, b2: x @ w1 + b1),
    twist("output-and-hidden", "It returns (output, hidden); asked for was the output.",
          after=lambda y, x, h: (y, h)),
    twist("mixes-time", "The hidden layer is averaged over the tokens: each token should go "
          "through by itself.", mixed=lambda h: h.mean(-2, keepdim=True).expand_as(h)),
    twist("sums-over-time", "The hidden layer is summed along the tokens: each token should go "
          "through by itself.", mixed=lambda h: h.cumsum(-2)),
    twist("tokens-averaged-away", "The tokens are averaged: one vector is left for each sentence.",
          after=lambda y, x, h: y.mean(-2)),
    twist("scaled-by-root-of-d_ff", "The second map is divided by the root of d_ff.",
          second=lambda h, w: h @ w / w.shape[0] ** 0.5),
    twist("scaled-by-root-of-d_model", "The first map is divided by the root of d_model.",
          first=lambda x, w: x @ w / w.shape[0] ** 0.5),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda y, x, h: y.squeeze()),
    Mistake("computes-in-float32", "It works in float32 and returns that: float64 input loses "
            "half of its digits.", lambda *a: variant(*(v.float() for v in a))),
    Mistake("view-needs-contiguous", "It uses view in a way that fails on a transposed tensor; "
            "reshape works.", lambda x, *w: variant(x.view(-1).view(x.shape), *w)),
)
# fmt: on
