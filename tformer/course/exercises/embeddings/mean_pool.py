"""The mean of a sentence's vectors, padding left out."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


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
    Case(lambda: (torch.tensor([[[2.0, 10, 0, 1], [4, 30, 6, 3], [99, 99, 99, 9]],
                                [[5, 6, 7, 8], [70, 70, 70, 7], [70, 70, 7, 7]]]),
                  _rows("xx.", "x..")),
         "a sentence of two words and one of one, filled up to 3"),
    Case(lambda: (normal(3, 5, 6, seed=2), _rows("..xxx", "x.x.x", ".xx..")), "padding in front, "
         "in between and at both ends", ("padding-anywhere",)),
    Case(lambda: (normal(2, 3, 4, seed=3), _rows("...", "xx.")), "a row without any real position",
         ("a-row-without-any",)),
    Case(lambda: (torch.tensor([[[0.0, 3, -3], [0, 0, 0]], [[1, 0, 5], [3, 4, 0]]]),
                  _rows("xx", "xx")), "nothing is padding; zeros among the features, and a word of "
         "zeros only", ("zeros-among-the-features",)),
    Case(lambda: (normal(1, 1, 4, seed=4), _rows("x")), "one sentence of one word",
         ("length-one",)),
    Case(lambda: (normal(3, 2, 5, seed=5, dtype=torch.float64), _rows("x.", "xx", "x.")),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(4, 2, 5, seed=6).transpose(0, 1), _rows("xx", "xx", "x.", "..").T),
         "transposed (non-contiguous) inputs", ("non-contiguous",)),
    Case(lambda: (normal(3, 3, 3, seed=7), _rows("xx.", "x..", "xxx")), "as many sentences as "
         "words and features: 3", ("square",), probe=True),
)  # fmt: skip


def variant(
    x, mask, real=lambda m: m, fill=0.0, count=lambda m: m.sum(1, keepdim=True),
    guard=lambda n: n.clamp(min=1),
):  # fmt: skip
    """mean_pool with one switch for each thing that can go wrong."""
    mask = real(mask)
    kept = x if fill is None else x.masked_fill(~mask.unsqueeze(-1), fill)
    return kept.sum(1) / guard(count(mask))


MISTAKES = (
    twist("padding-averaged-in", "The mask has no effect: padding positions are averaged in like "
          "words.", real=torch.ones_like),
    twist("divided-by-the-length", "Padding is out of the sum, but the sum is divided by the "
          "length of the row, padding included: divide by the number of real positions.",
          count=lambda m: torch.tensor(m.shape[1])),
    twist("padding-in-the-sum", "The sum has all positions, padding included; only the number "
          "that it is divided by leaves padding out.", fill=None),
    twist("inverted-mask", "The mask is inverted: the padding is averaged. True means real.",
          real=torch.logical_not),
    twist("empty-row-is-nan", "A row without any real position gives 0 / 0, NaN; it should give "
          "zeros. clamp(min=1) on the number helps.", guard=lambda n: n),
    twist("sum-not-mean", "The vectors are added up, not averaged: the division is missing.",
          count=lambda m: torch.tensor(1)),
    twist("divided-by-all-real", "The sum of a sentence is divided by the number of real positions "
          "in the whole batch; each sentence has its own.", count=torch.sum),
    Mistake("rows-dropped", "Sentences without any real position are dropped; they should give "
            "zeros.", lambda x, m: variant(x, m)[m.any(1)]),
    Mistake("max-not-mean", "It takes the largest value of each feature (max pooling), with "
            "padding at 0; the mean was asked for.",
            lambda x, m: x.masked_fill(~m.unsqueeze(-1), 0.0).amax(1)),
    twist("count-one-too-many", "The sum is divided by one more than the number of real "
          "positions.", count=lambda m: m.sum(1, keepdim=True) + 1),
)  # fmt: skip


def _only_empty(args, got, want):
    filled = args[1].any(1)
    return not filled.all() and torch.allclose(got[filled], want[filled], rtol=1e-3, atol=1e-5)


def _weights(args, got, want):
    """By what each position of a sentence counts, where its vectors tell that."""
    told = None
    for x, mask, mean in zip(args[0].double(), args[1], got.double(), strict=True):
        enough = torch.linalg.matrix_rank(x) == len(x) < x.shape[1]
        if not enough or not mask.any() or not mean.isfinite().all():
            continue
        weights = torch.linalg.lstsq(x.T, mean[:, None]).solution[:, 0]
        if not torch.allclose(x.T @ weights, mean, rtol=1e-3, atol=1e-4):
            return False
        due = mask / mask.sum().clamp(min=1)
        if not torch.allclose(weights, due.double(), atol=1e-3):
            mine, right = ([round(n, 3) + 0.0 for n in w.tolist()] for w in (weights, due))
            told = told or f"With the mask {mask.tolist()} they weigh {mine}, not {right}."
    return told


SIGNS = (
    Sign("one-number-a-sentence", "It returns one number for each sentence: the features are mixed "
         "too. Each feature has a mean of its own.", lambda a, g, w: g.shape == w.shape[:1]),
    Sign("one-vector-for-the-batch", "It returns one vector for the whole batch; each sentence has "
         "a mean of its own.", lambda a, g, w: g.shape == w.shape[1:]),
    Sign("empty-row-not-zeros", "All is right but the row without any real position, which should "
         "give zeros.", _only_empty),
    Sign("padding-is-filled", "Padding is filled with -inf or a huge negative number, as before a "
         "softmax; in a sum it should count as 0.", lambda a, g, w: (g < -1e6).any()),
    Sign("wrong-weights", "The words of a sentence do not weigh what they should.", _weights),
    Sign("no-mean", "It is no mean of the real words: in a mean all of them weigh the same, and "
         "nothing else counts.", lambda a, g, w: g.shape == w.shape, every=False),
)  # fmt: skip

EXERCISE = Exercise(mean_pool, HINTS, CASES, MISTAKES, variant, SIGNS)
