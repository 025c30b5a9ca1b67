"""A head switched off: what it found counts as nothing."""

import torch

from ..checker.core import Case, Exercise, Mistake, Sign, twist
from ..checker.samples import normal


def ablate_head(heads, head):
    others = heads.clone()
    others[:, head] = 0
    return others


HINTS = (
    "Which of the four axes counts the heads? One place of it is set to zero, in every sentence, "
    "at every position, in every feature.",
    "heads is still needed with all its heads, to compare with: change a copy, not heads itself.",
    "On a copy, others = heads.clone(), the head's part is others[:, head].",
    "others = heads.clone(); others[:, head] = 0; return others",
)

# fmt: off
CASES = (
    Case(lambda: (torch.arange(1.0, 13).view(1, 3, 2, 2), 1), "one sentence, three heads that "
         "found two features at each of two positions"),
    Case(lambda: (normal(2, 4, 5, 3, seed=1), 3), "the last of four heads, two sentences",
         ("last-head",)),
    Case(lambda: (normal(3, 4, 6, 5, seed=2), 0), "the first of four heads, three sentences",
         ("first-head",)),
    Case(lambda: (normal(4, 3, 7, 5, seed=3, dtype=torch.float64), 2), "float64",
         ("float64",)),
    Case(lambda: (normal(2, 1, 3, 4, seed=4), 0), "the only head: nothing is left",
         ("one-head",)),
    Case(lambda: (normal(3, 5, 4, 2, seed=5).transpose(1, 2), 1), "heads as they come from "
         "a transposed (non-contiguous) tensor", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, 3, 3, seed=6), 2), "three of everything", (), True),
)
# fmt: on


def variant(heads, head, at="head", value=0.0, keep="others", start=None, after=None):
    """ablate_head with one switch for each thing that can go wrong."""
    place = PLACES[at](heads, head)
    chosen = torch.zeros_like(heads, dtype=torch.bool)
    chosen[place] = True
    if keep == "head":
        chosen = ~chosen
    if start == "first sentence":
        chosen[1:] = False
    if start == "first position":
        chosen[:, :, 1:] = False
    out = torch.where(chosen, VALUES.get(value, lambda h: torch.full_like(h, value))(heads), heads)
    return after(out, heads, head) if after else out


EVERY = slice(None)
PLACES = {
    "head": lambda h, head: (EVERY, head),
    "sentence": lambda h, head: (head,),
    "position": lambda h, head: (EVERY, EVERY, head),
    "feature": lambda h, head: (..., head),
    "one before": lambda h, head: (EVERY, head - 1),
    "one after": lambda h, head: (EVERY, (head + 1) % h.shape[1]),
    "from the end": lambda h, head: (EVERY, h.shape[1] - 1 - head),
    "up to": lambda h, head: (EVERY, slice(head + 1)),
    "from": lambda h, head: (EVERY, slice(head, None)),
    "first": lambda h, head: (EVERY, 0),
    "last": lambda h, head: (EVERY, -1),
    "none": lambda h, head: (EVERY, slice(0)),
    "all": lambda h, head: (EVERY,),
}
VALUES = {
    "mean over heads": lambda h: h.mean(1, keepdim=True).expand_as(h),
    "mean over positions": lambda h: h.mean(2, keepdim=True).expand_as(h),
    "negative": lambda h: -h,
    "half": lambda h: h / 2,
}


def _scaled(out, heads, head):
    return out * heads.shape[1] / max(heads.shape[1] - 1, 1)


def _without(out, heads, head):
    return torch.cat([heads[:, :head], heads[:, head + 1 :]], 1)


def _put_to_zero(heads, head):
    heads[:, head] = 0
    return heads[:, head]


# fmt: off
MISTAKES = (
    twist("another-axis-sentences", "It switches off a sentence of the batch, on axis 0; the heads "
          "are axis 1.", at="sentence"),
    twist("another-axis-positions", "It switches off a position, on axis 2; the heads are axis 1.",
          at="position"),
    twist("another-axis-features", "It switches off a feature, on the last axis; the heads are "
          "axis 1.", at="feature"),
    twist("counted-from-one", "It switches off the head before: heads are counted from 0.",
          at="one before"),
    twist("the-next-head", "It switches off the head behind the one asked for.", at="one after"),
    twist("counted-from-the-end", "It counts the heads from the end.", at="from the end"),
    twist("all-up-to-it", "It switches off all heads up to this one; only one was asked for.",
          at="up to"),
    twist("all-from-it-on", "It switches off this head and all that follow; only one was asked "
          "for.", at="from"),
    twist("always-the-first", "It switches off the first head whatever head is.", at="first"),
    twist("always-the-last", "It switches off the last head whatever head is.", at="last"),
    twist("nothing-switched-off", "The heads come back as they were: what was computed is not "
          "stored.", at="none"),
    twist("everything-zero", "All heads are switched off.", at="all"),
    twist("only-that-head-kept", "It keeps only that head and switches off the others; the other "
          "way round (inverted).", keep="head"),
    twist("first-sentence-only", "The head is switched off in the first sentence only.",
          start="first sentence"),
    twist("first-position-only", "The head is switched off at the first position only.",
          start="first position"),
    twist("set-to-one", "It puts 1 there, as if it were a gate that is open; nothing is 0.",
          value=1.0),
    twist("set-to-minus-infinity", "It puts -inf there. That is for scores before a softmax; what "
          "a head found is added up, and there nothing is 0.", value=-torch.inf),
    twist("set-to-nan", "It puts NaN there, which makes NaN of all that is computed from it.",
          value=torch.nan),
    twist("mean-of-the-heads", "It puts the mean of all heads there (mean ablation); asked for "
          "was zero.", value="mean over heads"),
    twist("mean-over-the-sentence", "It puts the head's mean over the positions there (mean "
          "ablation); asked for was zero.", value="mean over positions"),
    twist("sign-turned", "The head's part has the other sign; asked for was zero.",
          value="negative"),
    twist("halved", "The head's part is halved; asked for was zero.", value="half"),
    twist("others-rescaled", "The other heads are scaled up, times H / (H - 1), as dropout does; "
          "they stay as they are.", after=_scaled),
    twist("head-taken-out", "The head is taken out, so that there are fewer heads: the shape has "
          "to stay, since the next matrix expects all of them.", after=_without),
    twist("heads-merged", "The heads are merged already; the shape has to stay (batch, num_heads, "
          "len, d_head).", after=lambda out, h, n: out.transpose(1, 2).flatten(2)),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda out, h, n: out.squeeze()),
    twist("computes-in-float32", "The result is float32 whatever heads is.",
          after=lambda out, h, n: out.float()),
    twist("returned-as-a-pair", "It returns two values; only the heads were asked for.",
          after=lambda out, h, n: (out, h)),
    Mistake("only-the-zeros-returned", "It returns the head's own part, now zero, without the "
            "others.", _put_to_zero),
)


def _wrong_heads(args, got, want):
    apart = (got != want).flatten(2).any(2).any(0)
    which = ", ".join(str(i) for i in apart.nonzero().flatten().tolist())
    return f"Wrong here: head {which} of {len(apart)}; asked for was head {args[1]}."


SIGNS = (
    Sign("other-heads-changed", "The head's own part is zero, but the other heads are not as they "
         "were.", lambda a, g, w: (g[:, a[1]] == 0).all() and _wrong_heads(a, g, w)),
    Sign("not-zero", "The other heads are as they were, but the head's own part is not zero.",
         lambda a, g, w: g.where(w == 0, w).ne(w).any() and g.where(w != 0, w).equal(w)),
    Sign("wrong-heads", "What is zero is not one head's part.", _wrong_heads, every=False),
)
# fmt: on

EXERCISE = Exercise(ablate_head, HINTS, CASES, MISTAKES, variant, SIGNS)
