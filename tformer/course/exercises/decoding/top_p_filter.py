"""Top-p (nucleus) filtering."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import normal


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
CASES = (
    Case(lambda: (torch.tensor([[0.12, 0.5, 0.3, 0.08]]).log(), 0.6),
         "probabilities 0.12, 0.5, 0.3, 0.08 and p 0.6: 0.5 is too little, 0.3 crosses"),
    Case(lambda: (normal(2, 3, 7, seed=11, scale=1.5), 0.75), "a batch of sentences, p 0.75",
         ("extra-axes",)),
    Case(lambda: (torch.tensor([[0.94, 0.05, 0.01], [0.41, 0.56, 0.03], [0.3, 0.34, 0.36]]).log(),
                  0.4),
         "one word alone has more than p: it stays; the third row needs two", ("one-word-enough",)),
    Case(lambda: (torch.tensor([0.125, 0.5, 0.125, 0.25]).log(), 0.5),
         "one word reaches p = 0.5 exactly: no second one is needed", ("exact-tie",)),
    Case(lambda: (normal(3, 4, seed=13), 1.0), "p = 1: all stay", ("p-one",)),
    Case(lambda: (torch.tensor([0.2, 0.3, 0.1, 0.25, 0.15], dtype=torch.float64).log() + 5, 0.5),
         "a vector in float64, logits shifted by 5", ("float64", "vector")),
    Case(lambda: (normal(2, 3, 2, 5, seed=17), 0.6), "four axes", ("extra-axes",)),
)  # fmt: skip


def variant(
    logits, p, ordered=True, test=lambda q, before, rank, p: before < p, back="undone", rows="own",
    after=lambda r: r,
):  # fmt: skip
    """top_p_filter with one switch for each thing that can go wrong."""
    ranked, places = logits.sort(dim=-1, descending=True)
    if not ordered:
        ranked, places = logits, torch.arange(logits.shape[-1]).expand_as(logits)
    q = ranked.softmax(-1)
    keep = test(q, q.cumsum(-1) - q, torch.arange(q.shape[-1]), p).expand_as(ranked)
    if back == "undone":
        keep = torch.zeros_like(keep).scatter(-1, places, keep)
    elif back == "gathered":
        keep = keep.gather(-1, places)
    if rows == "others kept":
        keep = keep | (torch.arange(keep[..., 0].numel()) > 0).reshape(*keep.shape[:-1], 1)
    base = ranked if back == "sorted" else logits
    return after(base.masked_fill(~keep, -torch.inf))


MISTAKES = (
    twist("crossing-word-dropped", "The word that crosses the line is dropped (cumsum <= p): it "
          "belongs to the nucleus. Where one word alone has more than p, nothing is left.",
          test=lambda q, before, rank, p: before + q <= p),
    twist("each-compared-with-p", "It keeps the words that have p or more by themselves; the sum "
          "counts.", test=lambda q, before, rank, p: q >= p),
    twist("each-compared-with-1-minus-p", "It keeps the words that have 1 - p or more by "
          "themselves; the sum counts.", test=lambda q, before, rank, p: q >= 1 - p),
    twist("min-p", "It keeps words with at least p times the largest probability: that is min-p, "
          "another method.",
          test=lambda q, before, rank, p: q >= p * q.amax(-1, keepdim=True)),
    twist("one-minus-p-but-one", "It takes 1 - p for p.",
          test=lambda q, before, rank, p: (before < 1 - p) | (rank == 0)),
    twist("share-of-the-words", "It keeps the share p of the *words*; the share of the probability "
          "is meant.", test=lambda q, before, rank, p: rank < p * q.shape[-1]),
    twist("not-sorted", "It does not sort: words are kept in the order of their ids until the "
          "sum reaches p.", ordered=False),
    twist("order-undone-the-wrong-way", "The order is undone with the sorting indices; that needs "
          "the inverse permutation (scatter, or gather with order.argsort).",
          back="gathered"),
    twist("comes-back-sorted", "The logits come back sorted; every word has to keep its place.",
          back="sorted"),
    twist("only-first-row-filtered", "Only the first row is filtered; all of them are to be.",
          rows="others kept"),
    twist("probabilities-renormalised", "It returns probabilities that sum to one: the result "
          "should still be logits.", after=lambda r: r.softmax(-1)),
)  # fmt: skip


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


def _probabilities(a, g, w):
    """Every entry is the word's probability or nothing."""
    probs = a[0].softmax(-1)
    return g.shape == probs.shape and ((g - probs).abs().minimum(g.abs()) < 1e-5).all()


def _same_words(a, g, w):
    """Every row keeps the same words, though the rows should keep different ones."""
    mine, right = (x.isfinite().reshape(-1, x.shape[-1]) for x in (g, w))
    if len(right) < 2 or (right == right[0]).all():
        return None
    return mine.shape == right.shape and bool((mine == mine[0]).all()) and not mine.all()


SIGNS = (
    Sign("nothing-kept", "Nothing is kept in some row: the likeliest word always stays.",
         lambda a, g, w: (~g.isfinite()).all(-1).any()),
    Sign("same-words-in-every-row", "The same words stay in every row: each row has a nucleus of "
         "its own.", _same_words),
    Sign("probabilities", "It returns probabilities, not logits: among them a word that goes "
         "should still have the logit -inf.", _probabilities),
    Sign("no-minus-infinity", "No logit is -inf, though some words should go.",
         lambda a, g, w: None if w.isfinite().all() else g.isfinite().all()),
    Sign("unlikely-words-kept", "Unlikely words stay and likelier ones go: is the decision, made "
         "in sorted order, brought back to the words?", lambda a, g, w: not _is_top(a, g),
         every=None),
    Sign("too-few-kept", "The likeliest words stay, but together they do not reach p: the word "
         "that crosses the line belongs to them.",
         lambda a, g, w: _is_top(a, g) and (_mass(a, g) < a[1] - 1e-6).any()),
    Sign("too-many-kept", "The likeliest words stay, but more of them than are needed to reach p.",
         lambda a, g, w: _is_top(a, g)
         and (_mass(a, g) - _least(a, g) >= a[1] + 1e-6).any()),
    Sign("wrong-nucleus", "The words kept are not the fewest likeliest ones that reach p.",
         lambda a, g, w: True, every=False),
)  # fmt: skip

EXERCISE = Exercise(
    top_p_filter, HINTS, CASES, MISTAKES, variant, SIGNS, no_gradient="decoding is no learning"
)
