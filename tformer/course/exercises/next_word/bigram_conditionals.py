"""From counts of pairs to the probability of the next token."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import integers, normal


def bigram_conditionals(counts):
    counts = counts.float()
    totals = counts.sum(dim=-1, keepdim=True)
    uniform = torch.full_like(counts, 1 / counts.shape[-1])
    return torch.where(totals > 0, counts / totals, uniform)


HINTS = (
    "Row i counts what came after token i. How often did each token come, as a share of all that "
    "came after i? Each row sums to one.",
    "Divide by the sum of the row: counts.sum(dim=-1, keepdim=True). The table is square, so a sum "
    "without keepdim divides without complaint, by the wrong row's sum.",
    "A row without counts gives 0 / 0 = NaN. What is meant there is 1 / V everywhere: "
    "torch.where(totals > 0, shares, 1 / V). Make the counts float first.",
    "counts = counts.float(); totals = counts.sum(-1, keepdim=True); return torch.where(totals > "
    "0, counts / totals, 1 / counts.shape[-1]).",
)


def _fractions():
    counts = normal(5, 5, seed=3, dtype=torch.float64).abs() + 0.5
    counts[[0, 2]] = 0
    return counts


CASES = (
    Case(lambda: (torch.tensor([[1, 3, 0], [2, 0, 6], [0, 0, 0]]),),
         "three tokens; nothing was ever seen after the last"),
    Case(lambda: (torch.zeros(3, 3, dtype=torch.int64),), "nothing counted at all: every row is "
         "uniform", ("row-without-counts", "nothing-counted")),
    Case(lambda: (torch.tensor([[0, 2, 2], [0, 1, 3], [0, 5, 1]]),),
         "a token that never comes next: its column is empty, its row is not", ("empty-column",)),
    Case(lambda: (_fractions(),), "float64 counts that are not whole, with two empty rows",
         ("float64", "row-without-counts")),
    Case(lambda: (torch.tensor([[0, 1], [2, 0]]),), "rows seen once and twice: few counts are "
         "counts too", ("few-counts",)),
    Case(lambda: (torch.tensor([[4]]),), "one token only: it follows itself", ("length-one",)),
    Case(lambda: (torch.tensor([[120, 100], [0, 250]], dtype=torch.uint8),),
         "counts of eight bits; the last token was followed by one kind only", ("small-integers",)),
    Case(lambda: (integers(9, 3, 3, seed=7).float().t() + 1,), "a transposed "
         "(non-contiguous) table", ("non-contiguous",)),
    Case(lambda: (torch.tensor([[0.125, 0.375], [0.0, 0.25]]),), "counts that are shares: rows "
         "whose sum is below 1", ("below-one",)),
)  # fmt: skip


def _row(c):
    return c.sum(-1, keepdim=True)


def variant(
    counts, before=lambda c: c, whole=_row, empty=lambda c: 1 / len(c), seen=lambda c: _row(c) > 0
):
    """bigram_conditionals with one switch for each thing that can go wrong."""
    c = before(counts.float())
    return torch.where(seen(c), c / whole(c), torch.tensor(empty(c)))


MISTAKES = (
    twist("total-of-at-least-one", "The total is raised to 1 where it is smaller: a row whose "
          "sum is below 1 is not divided by it.", whole=lambda c: _row(c).clamp(min=1)),
    twist("columns-not-rows", "It divides by the sums of the columns: the columns sum to one, not "
          "the rows. That is how likely each previous token was, given the next.",
          whole=lambda c: c.sum(0, keepdim=True)),
    twist("divided-by-everything", "It divides by the number of all pairs: the whole table sums to "
          "one, not each row. That is p(previous, next), the joint probability.", whole=torch.sum),
    twist("axis-lost", "The sum along a row loses its axis and lines up with the columns: each "
          "count is divided by another row's sum. keepdim=True keeps the axis.",
          whole=lambda c: c.sum(-1)),
    twist("empty-row-nan", "A row without counts comes out as NaN: 0 divided by 0. It should be "
          "uniform, 1 / V.", empty=lambda c: torch.nan),
    twist("empty-row-zero", "A row without counts stays 0: it sums to 0, not to one. It should be "
          "uniform, 1 / V.", empty=lambda c: 0.0),
    twist("asks-the-columns", "It calls a token unseen when its column is empty; whether anything "
          "followed it stands in its row.", seen=lambda c: c.sum(0, keepdim=True) > 0),
    twist("smoothed-by-one", "1 is added to every count (smoothing): pairs that were never seen "
          "get a share.", before=lambda c: c + 1),
    twist("softmax-of-counts", "This is softmax: it takes shares of powers of e, so pairs never "
          "seen get some. The counts themselves are to be divided by their sum.",
          before=lambda c: c.softmax(-1)),
    twist("softmax-of-columns", "This is softmax, of powers of e and along the columns.",
          before=lambda c: c.softmax(0), whole=lambda c: torch.ones(())),
)  # fmt: skip


def _alike(one, other):
    return one.shape == other.shape and torch.allclose(one.float(), other, atol=1e-5)


def _seen(args):
    return (args[0] > 0).any(-1)


def _in_proportion(args, got, want):
    """Of the rows that have counts; None where they are right, or wrong by one factor for all."""
    seen, counts = _seen(args), args[0].float()
    mine, theirs = got[seen].float(), want[seen]
    if _alike(mine, theirs) or _alike(got * want.sum(), want * got.sum()):
        return None
    if _alike(mine * counts.sum(), counts[seen]):
        return False
    fine = seen.all() or _alike(got[~seen], want[~seen])
    return _alike(mine / _row(mine), theirs) and (fine or "A row without counts should be uniform.")


def _unseen_get_some(args, got, want):
    """None where no pair can tell."""
    seen = _seen(args)
    unseen = args[0][seen] == 0
    some = (got[seen][unseen] > 1e-6).any() if unseen.any() else None
    return _rows_sum_to_one(args, got, want) and some


def _rows_sum_to_one(args, got, want):
    rows = _row(got[_seen(args)].float())
    return got.shape == want.shape and _alike(rows, torch.ones_like(rows))


SIGNS = (
    Sign("empty-row-wrong", "Rows with counts are right; a row without any is not: it should be "
         "uniform, 1 / V in each place.",
         lambda a, g, w: g.shape == w.shape and _alike(g[_seen(a)], w[_seen(a)])),
    Sign("whole-numbers", "Every share below 1 becomes 0, as after // or in a tensor of whole "
         "numbers: make the counts float first, and divide them with /.",
         lambda a, g, w: bool(((g == g.floor()) & (g <= w)).all())),
    Sign("not-by-its-own-sum", "Each row is in proportion to its counts but does not sum to one: "
         "it should be divided by its own sum.", _in_proportion),
    Sign("unseen-pairs-get-a-share", "Pairs that were never counted get a share, as after "
         "smoothing or a softmax: their probability should be 0.", _unseen_get_some),
    Sign("wrong-shares", "The rows sum to one, but the shares are not in proportion to the "
         "counts.", _rows_sum_to_one),
    Sign("negative", "Some entries are negative: probabilities never are.",
         lambda a, g, w: (g < -1e-6).any(), every=False),
    Sign("rows-not-one", "The rows do not sum to one.",
         lambda a, g, w: g.shape == w.shape and not _alike(_row(g), _row(w)), every=False),
)  # fmt: skip

EXERCISE = Exercise(
    bigram_conditionals,
    HINTS,
    CASES,
    MISTAKES,
    variant,
    SIGNS,
    any_float=True,
    no_gradient="counts are counted, not learned",
)
