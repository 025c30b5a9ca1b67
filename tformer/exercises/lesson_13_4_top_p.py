"""Lesson 13: top-p (nucleus) filtering."""

import torch

from .core import Case, Exercise, Sign
from .mistakes_13_top_p import MISTAKES, variant
from .samples import normal


def top_p_filter(logits, p):
    ranked, order = logits.sort(dim=-1, descending=True)
    probs = ranked.softmax(-1)
    mass_before = probs.cumsum(-1) - probs
    drop = torch.zeros_like(logits, dtype=torch.bool).scatter(-1, order, mass_before >= p)
    return logits.masked_fill(drop, float("-inf"))


HINTS = (
    "Sort each row from likely to unlikely, add up the probabilities as you go, and keep tokens "
    "until the sum has reached p.",
    "A token stays if the mass *before* it is still below p: cumsum - its own probability. So the "
    "token that crosses the line stays, and the likeliest always does.",
    "The decision is made in sorted order, the logits keep their own: bring it back with scatter "
    "(or gather with order.argsort(-1)). What goes becomes -inf.",
    "ranked, order = logits.sort(dim=-1, descending=True); probs = ranked.softmax(-1); "
    "drop = zeros_like(logits, dtype=bool).scatter(-1, order, probs.cumsum(-1) - probs >= p)",
)

# Probabilities that reach no p below exactly: where rounding falls decides nothing.
# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[0.12, 0.5, 0.3, 0.08]]).log(), 0.6),
         "probabilities 0.12, 0.5, 0.3, 0.08 and p 0.6: 0.5 is too little, 0.3 crosses"),
    Case(lambda: (normal(2, 3, 7, seed=11, scale=1.5), 0.75), "a batch of sentences, p 0.75",
         ("extra-axes",)),
    Case(lambda: (torch.tensor([[0.94, 0.05, 0.01], [0.41, 0.56, 0.03], [0.3, 0.34, 0.36]]).log(),
                  0.4),
         "one word alone has more than p: it stays; the third row needs two", ("one-word-enough",)),
    Case(lambda: (normal(3, 4, seed=13), 1.0), "p = 1: all stay", ("p-one",)),
    Case(lambda: (torch.tensor([0.2, 0.3, 0.1, 0.25, 0.15], dtype=torch.float64).log() + 5, 0.5),
         "a vector in float64, logits shifted by 5", ("float64", "vector")),
)
# fmt: on


def _kept(a, g):
    probs = a[0].double().softmax(-1)
    return probs * torch.isfinite(g), probs


def _mass(a, g):
    return _kept(a, g)[0].sum(-1)


def _least(a, g):
    kept, probs = _kept(a, g)
    return probs.where(kept > 0, torch.full_like(probs, 2)).amin(-1)


def _is_top(a, g):
    """Are the kept ones the likeliest?"""
    kept, probs = _kept(a, g)
    return (probs.where(kept == 0, torch.zeros_like(probs)).amax(-1) <= _least(a, g)).all()


# fmt: off
SIGNS = (
    Sign("not-logits-of-each-word", "The result has not one logit for each word.",
         lambda a, g, w: g.shape != w.shape),
    Sign("filled-with-a-number", "What goes is not -inf: a number still gets some probability.",
         lambda a, g, w: torch.isfinite(g).all() and not torch.isfinite(w).all()
         and torch.equal(g[w.isfinite()], w[w.isfinite()])),
    Sign("kept-logits-changed", "The right words stay, but their logits are changed.",
         lambda a, g, w: torch.equal(g.isfinite(), w.isfinite())),
    Sign("nothing-kept", "Nothing is kept in some row: the likeliest word always stays.",
         lambda a, g, w: (~g.isfinite()).all(-1).any()),
    Sign("unlikely-words-kept", "Unlikely words stay and likelier ones go: is the decision, made "
         "in sorted order, brought back to the words?", lambda a, g, w: not _is_top(a, g)),
    Sign("too-few-kept", "The likeliest words stay, but together they do not reach p: the word "
         "that crosses the line belongs to them.",
         lambda a, g, w: _is_top(a, g) and (_mass(a, g) < a[1] - 1e-6).any()),
    Sign("too-many-kept", "The likeliest words stay, but more of them than are needed to reach p.",
         lambda a, g, w: _is_top(a, g)
         and (_mass(a, g) - _least(a, g) >= a[1] + 1e-6).any()),
    Sign("unlikely-words-kept", "Unlikely words stay and likelier ones go: is the decision, made "
         "in sorted order, brought back to the words?",
         lambda a, g, w: not _is_top(a, g), every=False),
    Sign("wrong-nucleus", "The words kept are not the fewest likeliest ones that reach p.",
         lambda a, g, w: True, every=False),
)
# fmt: on

EXERCISES = [Exercise(top_p_filter, "13", HINTS, CASES, MISTAKES, variant, SIGNS)]
