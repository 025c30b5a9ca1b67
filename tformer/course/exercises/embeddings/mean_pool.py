"""The mean of a sentence's vectors, padding left out."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, twist
from ...checker.samples import normal
from .mean_pool_signs import SIGNS, extreme


def mean_pool(x, mask):
    kept = x.masked_fill(~mask.unsqueeze(-1), 0.0)
    count = mask.sum(dim=1, keepdim=True).clamp(min=1)
    return kept.sum(dim=1) / count


HINTS = (
    "A mean is a sum over a number. Both are over the positions where mask is True, sentence by "
    "sentence: padding is in neither.",
    "mask (batch, len) needs an axis for the features before it meets x: mask.unsqueeze(-1). With "
    "padding at 0, a sum over axis 1 is the sum over the real positions.",
    "mask.sum(dim=1, keepdim=True) counts them, (batch, 1). In a row without any, 0 / 0 would be "
    "NaN: clamp(min=1) makes it 0 / 1.",
    "x.masked_fill(~mask.unsqueeze(-1), 0.0).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)",
)


def _rows(*texts):
    """A mask from texts: x is a real position, . is padding."""
    return torch.tensor([[sign == "x" for sign in text] for text in texts])


CASES = (
    Case(lambda: (torch.tensor([[[2.0, 10], [4, 30], [99, 99]], [[5, 6], [70, 70], [70, 70]]]),
                  _rows("xx.", "x..")), "a sentence of two words and one of one, filled up to 3"),
    Case(lambda: (normal(3, 5, 2, seed=2), _rows("..xxx", "x.x.x", ".xx..")), "padding in front, "
         "in between and at both ends", ("padding-anywhere",)),
    Case(lambda: (normal(2, 3, 4, seed=3), _rows("...", "xx.")), "a row without any real position",
         ("a-row-without-any",)),
    Case(lambda: (torch.tensor([[[0.0, 3, -3], [0, 0, 0]], [[1, 0, 5], [3, 4, 0]]]),
                  _rows("xx", "xx")), "nothing is padding; zeros among the features, and a word of "
         "zeros only", ("no-padding",)),
    Case(lambda: (normal(1, 1, 4, seed=4), _rows("x")), "one sentence of one word",
         ("length-one",)),
    Case(lambda: (normal(3, 2, 5, seed=5, dtype=torch.float64), _rows("x.", "xx", "x.")),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(4, 2, 3, seed=6).transpose(0, 1), _rows("xx", "xx", "x.", "..").T),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, 3, seed=7), _rows("xx.", "x..", "xxx")), "as many sentences as "
         "words and features: 3", ("square",), probe=True),
)  # fmt: skip


def variant(
    x, mask, real=lambda x, m: m, fill=0.0, total=lambda k: k.sum(1),
    count=lambda x, m: m.sum(1, keepdim=True), guard=lambda n: n.clamp(min=1), after=None,
):  # fmt: skip
    """mean_pool with one switch for each thing that can go wrong."""
    real = real(x, mask)
    kept = x if fill is None else x.masked_fill(~real.unsqueeze(-1), fill)
    y = total(kept) / guard(count(x, real))
    return after(y, x, mask) if after else y


def _run(x, m):
    """True from the first position on, as many as the mask has."""
    return torch.arange(m.shape[1]) < m.sum(1, keepdim=True)


def _picked(place):
    return lambda x, m: x[torch.arange(len(x)), place(m)]


MISTAKES = (
    twist("padding-averaged-in", "The mask has no effect: padding positions are averaged in like "
          "words.", fill=None, count=lambda x, m: x.shape[1], guard=lambda n: n),
    Mistake("padding-averaged-in-unless-empty", "Padding positions are averaged in like words; the "
            "mask only decides which rows are zeros.",
            lambda x, m: x.mean(1).masked_fill(~m.any(1, keepdim=True), 0.0)),
    twist("divided-by-the-length", "Padding is out of the sum, but the sum is divided by the "
          "length of the row, padding included: divide by the number of real positions.",
          count=lambda x, m: x.shape[1], guard=lambda n: n),
    twist("padding-in-the-sum", "The sum has all positions, padding included; only the number "
          "that it is divided by leaves padding out.", fill=None),
    twist("inverted-mask", "The mask is inverted: the padding is averaged. True means real.",
          real=lambda x, m: ~m),
    twist("empty-row-is-nan", "A row without any real position gives 0 / 0, NaN; it should give "
          "zeros. clamp(min=1) on the number helps.", guard=lambda n: n),
    twist("clamped-the-wrong-way", "clamp(max=1) makes every number at most 1, so sums come back; "
          "clamp(min=1) only lifts the 0.", guard=lambda n: n.clamp(max=1)),
    twist("sum-not-mean", "The vectors are added up, not averaged: the division is missing.",
          count=lambda x, m: 1, guard=lambda n: n),
    twist("divided-by-root-of-count", "The sum is divided by the root (sqrt) of the number of "
          "real positions.", count=lambda x, m: m.sum(1, keepdim=True).sqrt()),
    twist("divided-by-all-real", "The sum of a sentence is divided by the number of real positions "
          "in the whole batch; each sentence has its own.", count=lambda x, m: m.sum()),
    twist("divided-by-longest", "All sums are divided by the number of the longest sentence.",
          count=lambda x, m: m.sum(1).max()),
    twist("divided-by-first-count", "All sums are divided by the number of the first sentence.",
          count=lambda x, m: m.sum(1)[0]),
    twist("count-runs-on", "The number of real positions runs on from sentence to sentence: it is "
          "not set back to 0.", count=lambda x, m: m.sum(1, keepdim=True).cumsum(0)),
    twist("sum-runs-on", "The sum runs on from sentence to sentence: it is not set back to 0.",
          total=lambda k: k.sum(1).cumsum(0)),
    twist("divided-by-padding", "The sum is divided by the number of padding positions.",
          count=lambda x, m: (~m).sum(1, keepdim=True)),
    twist("divided-by-features-too", "The mean is divided by the number of features besides: the "
          "mask was spread over the features before it was counted.",
          count=lambda x, m: m.sum(1, keepdim=True).clamp(min=1) * x.shape[2]),
    twist("count-one-too-many", "The sum is divided by one more than the number of real "
          "positions.", count=lambda x, m: m.sum(1, keepdim=True) + 1),
    twist("count-lost-its-axis", "The numbers (batch,) line up with the features of (batch, d), "
          "not with the sentences: either the shapes do not fit, or each feature is divided by "
          "another sentence's number. keepdim=True keeps the axis.", count=lambda x, m: m.sum(1)),
    Mistake("zeros-taken-for-padding", "Each feature is divided by how often it is not 0: a real "
            "word may well have a feature of 0. Count the mask.",
            lambda x, m: variant(x, m, total=lambda k: k.sum(1) / (k != 0).sum(1).clamp(min=1),
                                 count=lambda x, m: 1, guard=lambda n: n)),
    twist("zero-vectors-left-out", "Positions whose vector is all zeros are left out too; only "
          "mask says what is padding.", real=lambda x, m: m & (x != 0).any(-1)),
    twist("padding-guessed-from-x", "It takes the positions with a vector of zeros for padding and "
          "does not read mask.", real=lambda x, m: (x != 0).any(-1)),
    twist("assumes-padding-at-the-end", "It averages as many positions from the front as are real: "
          "right only where all padding stands at the end.", real=_run),
    twist("stops-at-first-padding", "Everything after the first padding position is left out as "
          "well, real words too.", real=lambda x, m: m.cumprod(1).bool()),
    Mistake("cut-to-the-longest", "All sentences are cut to as many positions as the longest has "
            "and divided by that number; each should keep and divide by its own number.",
            lambda x, m: x.masked_fill(~m.unsqueeze(-1), 0.0)[:, : int(m.sum(1).max())].mean(1)),
    Mistake("only-cut-to-the-longest", "Positions beyond the longest sentence are truncated, but "
            "what is padding in the shorter ones is averaged in.",
            lambda x, m: x[:, : int(m.sum(1).max())].mean(1)),
    twist("padding-is-minus-infinity", "Padding is filled with -inf or a huge negative number, as "
          "before a softmax; in a sum it should count as 0.", fill=-torch.inf),
    twist("padding-is-minus-1e9", "Padding is filled with -1e9, as before a softmax; in a sum it "
          "should count as 0.", fill=-1e9),
    twist("unit-length", "The mean is brought to length one.",
          after=lambda y, x, m: F.normalize(y, dim=-1)),
    Mistake("words-of-all-sentences", "x[mask] puts the words of all sentences into one list; its "
            "mean is over the whole batch, one vector instead of one a sentence.",
            lambda x, m: x[m].mean(0)),
    Mistake("words-not-averaged", "It returns the words that are kept, x[mask]; their mean, "
            "sentence by sentence, was asked for.", lambda x, m: x[m]),
    Mistake("blanked-not-averaged", "It returns x with padding at 0; the mean over the positions "
            "is missing.", lambda x, m: x * m.unsqueeze(-1)),
    twist("mean-over-features", "It averages over the features (the last axis), not over the "
          "positions.", total=lambda k: k.sum(2), count=lambda x, m: x.shape[2]),
    twist("mean-over-sentences", "It averages over the sentences (axis 0), not over the "
          "positions.", total=lambda k: k.sum(0), count=lambda x, m: m.sum(0).unsqueeze(-1)),
    twist("only-first-sentence", "Only the first sentence's mean comes back.",
          after=lambda y, x, m: y[0]),
    twist("rows-dropped", "Sentences without any real position are dropped; they should give "
          "zeros.", after=lambda y, x, m: y[m.any(1)]),
    Mistake("every-mask-with-every-sentence", "mask @ x multiplies every mask with every sentence, "
            "(batch, batch, d): mask.unsqueeze(1) @ x keeps each with its own.",
            lambda x, m: (m.to(x.dtype) @ x) / m.sum(1, keepdim=True).clamp(min=1)),
    Mistake("max-not-mean", "It takes the largest value of each feature (max pooling); the mean "
            "was asked for.", lambda x, m: extreme(x, m, True)),
    Mistake("max-with-zeros", "It takes the largest value of each feature, with padding at 0: max "
            "pooling, and where all real values are negative padding wins.",
            lambda x, m: (x * m.unsqueeze(-1)).amax(1)),
    Mistake("max-of-everything", "It takes the largest value of each feature (max pooling), "
            "padding included.", lambda x, m: x.amax(1)),
    Mistake("first-position", "It takes the vector of the first position, as with [CLS]; the mean "
            "was asked for.", lambda x, m: x[:, 0]),
    Mistake("last-position", "It takes the vector of the last position, padding or not.",
            lambda x, m: x[:, -1]),
    Mistake("last-real-word", "It takes the vector at the place mask.sum() - 1, the last word if "
            "padding stands at the end; the mean was asked for.",
            _picked(lambda m: m.sum(1) - 1)),
    Mistake("median-not-mean", "It takes the median of each feature; the mean was asked for.",
            lambda x, m: x.masked_fill(~m.unsqueeze(-1), torch.nan).nanmedian(1).values),
    Mistake("boolean-negated-by-minus", "`-mask` and `1 - mask` do not work on booleans; ~mask "
            "does.", lambda x, m: x.masked_fill((1 - m).unsqueeze(-1), 0.0).sum(1)),
)  # fmt: skip


EXERCISE = Exercise(mean_pool, HINTS, CASES, MISTAKES, variant, SIGNS)
