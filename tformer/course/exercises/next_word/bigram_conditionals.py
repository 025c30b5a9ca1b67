"""From counts of pairs to the probability of the next token."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
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
    raw, whole=_row, empty=lambda c, raw: 1 / len(c), seen=lambda c: _row(c) > 0,
    before=lambda c: c, divide=torch.div, after=lambda p: p,
):  # fmt: skip
    """bigram_conditionals with one switch for each thing that can go wrong."""
    c = before(raw.float())
    stand_in = torch.as_tensor(empty(c, raw), dtype=c.dtype)
    return after(torch.where(seen(c).expand_as(c), divide(c, whole(c)), stand_in))


def _plus(amount):
    return lambda c: c + amount


def _first_only(counts):
    later = (counts == 0).all(-1, keepdim=True).cumsum(0) > 1
    return torch.where(later & (counts == 0), torch.nan, variant(counts))


WHOLES = (
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
    twist("column-sums-for-rows", "Each row is divided by the sum of the column of that number.",
          whole=lambda c: c.sum(0)[:, None]),
    twist("divided-by-largest", "Each row is divided by its largest count: that one becomes 1, the "
          "sum does not.", whole=lambda c: c.amax(-1, keepdim=True)),
    twist("divided-by-vocabulary", "Each row is divided by the number of tokens, not by its sum.",
          whole=lambda c: torch.tensor(float(len(c)))),
    twist("divided-by-mean", "Each row is divided by its mean: it sums to the number of tokens, "
          "not to one.", whole=lambda c: c.mean(-1, keepdim=True)),
    twist("divided-by-length", "Each row is divided by the root (sqrt) of its sum of squares.",
          whole=lambda c: c.norm(dim=-1, keepdim=True)),
    twist("one-too-many", "There is an extra 1 in the sum: no row sums to one.",
          whole=lambda c: _row(c) + 1),
    twist("first-row-for-all", "All rows are divided by the sum of the first one.",
          whole=lambda c: _row(c)[:1]),
    twist("divided-by-largest-row", "All rows are divided by the largest sum of a row, not by "
          "their own.", whole=lambda c: _row(c).max()),
    twist("divided-by-largest-of-all", "All counts are divided by the largest one of the table.",
          whole=torch.max),
    twist("not-divided", "The counts are not divided by anything.",
          whole=lambda c: torch.ones(())),
)  # fmt: skip
EMPTY = (
    twist("empty-row-nan", "A row without counts comes out as NaN: 0 divided by 0. It should be "
          "uniform, 1 / V.", empty=lambda c, raw: torch.nan),
    twist("empty-row-zero", "A row without counts stays 0: it sums to 0, not to one. It should be "
          "uniform, 1 / V.", empty=lambda c, raw: 0.0),
    twist("empty-row-ones", "A row without counts comes out as ones: it sums to V, not to one. It "
          "should be uniform, 1 / V.", empty=lambda c, raw: 1.0),
    twist("empty-row-itself", "A row without counts gets all its probability on the token itself; "
          "it should be uniform, 1 / V.",
          empty=lambda c, raw: torch.eye(len(c))),
    twist("only-the-last-row-uniform", "The last row is made uniform, with counts or without, and "
          "no other one: another row without counts is 0 / 0.",
          seen=lambda c: torch.arange(len(c))[:, None] < len(c) - 1),
    twist("empty-row-overall-frequency", "A row without counts gets the overall frequency of the "
          "tokens (a back-off); it should be uniform, 1 / V.",
          empty=lambda c, raw: c.sum(0) / c.sum().clamp(min=1)),
    twist("empty-row-one-less", "A row without counts gets 1 / (V - 1) everywhere: it sums to more "
          "than one.", empty=lambda c, raw: 1 / max(len(c) - 1, 1)),
    twist("empty-row-share-of-all", "A row without counts gets 1 / V^2, a share of the whole "
          "table; it should be 1 / V.", empty=lambda c, raw: 1 / len(c) ** 2),
    twist("uniform-cut-to-integer", "1 / V is put into a tensor of whole numbers and becomes 0: "
          "a row without counts sums to 0. Make the counts float first.",
          empty=lambda c, raw: torch.full_like(raw, 1 / len(c))),
    twist("asks-the-columns", "It calls a token unseen when its column is empty; whether anything "
          "followed it stands in its row.", seen=lambda c: c.sum(0, keepdim=True) > 0),
    twist("asks-the-whole-table", "It looks only whether anything was counted at all: a single row "
          "without counts still comes out as NaN.", seen=lambda c: c.sum() > 0),
    twist("unseen-pairs-uniform", "Every pair that was not seen gets 1 / V, also in rows with "
          "counts: those sum to more than one.", seen=lambda c: c > 0),
    twist("rows-with-a-zero-uniform", "A row with a single 0 in it is already made uniform; only a "
          "row without any count is.", seen=lambda c: (c > 0).all(-1, keepdim=True)),
)  # fmt: skip
CHANGED = (
    twist("smoothed-by-one", "1 is added to every count (smoothing): pairs that were never seen "
          "get a share.", before=_plus(1.0)),
    twist("smoothed-a-little", "0.01 is added to every count (smoothing): pairs that were never "
          "seen get a share.", before=_plus(1e-2)),
    twist("softmax-of-counts", "This is softmax: it takes shares of powers of e. The counts "
          "themselves are to be divided by their sum.", before=torch.exp),
    twist("squared-counts", "The counts are squared first.", before=torch.square),
    twist("seen-or-not", "It counts only whether a pair was seen, not how often.",
          before=lambda c: (c > 0).float()),
    twist("diagonal-dropped", "A token that follows itself is not counted: the diagonal is set to "
          "0.", before=lambda c: c * (1 - torch.eye(len(c)))),
    twist("made-symmetric", "Pairs are counted in both directions: the table and its transpose are "
          "added. Row = previous, column = next.", before=lambda c: c + c.T),
    twist("log-probabilities", "It returns the logarithms of the probabilities.",
          after=lambda p: p.log()),
    twist("running-total", "Each row is added up from left to right: these are cumulative "
          "probabilities, the last one is 1.", after=lambda p: p.cumsum(-1)),
    twist("rounded", "The probabilities are rounded to whole numbers.", after=lambda p: p.round()),
    twist("winner-takes-all", "The most frequent token gets probability 1 and the others 0.",
          after=lambda p: torch.eye(len(p))[p.argmax(-1)]),
    twist("softmax-at-the-end", "The probabilities go through softmax once more and come out far "
          "too flat.", after=lambda p: p.softmax(-1)),
    twist("likeliest-only", "It returns the most likely next token of each row, not the "
          "probabilities.", after=lambda p: p.argmax(-1)),
)  # fmt: skip
MISTAKES = (
    *WHOLES, *EMPTY, *CHANGED,
    Mistake("softmax-of-rows", "This is softmax of the rows: shares of powers of e, so pairs never "
            "seen get some. The counts themselves are to be divided by their sum.",
            lambda c: c.float().softmax(-1)),
    Mistake("softmax-of-whole-numbers", "This is softmax, not shares of the counts; and of whole "
            "numbers torch takes none.", lambda c: c.softmax(-1).float()),
    Mistake("softmax-of-columns", "This is softmax, of powers of e and along the columns.",
            lambda c: c.float().softmax(0)),
    twist("whole-number-division", "It divides whole numbers without a rest (//): every share "
          "below 1 becomes 0.", divide=torch.floor_divide),
    Mistake("only-first-empty-row", "Only the first row without counts is made uniform; there can "
            "be several.", _first_only),
    Mistake("result-in-whole-numbers", "The probabilities are put back into the counts' own dtype: "
            "of whole numbers all below 1 become 0.", lambda c: variant(c).to(c.dtype)),
    Mistake("frequency-of-the-next", "It returns how often each token comes at all, the same in "
            "every row: the previous token is not used.",
            lambda c: (c.float().sum(0) / c.sum()).expand(c.shape)),
)  # fmt: skip


def _rows(got):
    return torch.where(got.isnan(), 0, got).sum(-1)


def _not_one(args, got, want):
    ones = torch.ones(len(want))
    return got.shape == want.shape and not torch.allclose(_rows(got.float()), ones, atol=1e-4)


def _unseen_get_some(args, got, want):
    seen = (args[0] > 0).any(-1)
    return got.shape == want.shape and (got[seen][args[0][seen] == 0] > 1e-6).any()


def _only_empty_rows(args, got, want):
    seen = (args[0] > 0).any(-1)
    same = got.shape == want.shape and torch.allclose(got[seen].float(), want[seen], atol=1e-5)
    return same and not seen.all()


SIGNS = (
    Sign("empty-row-wrong", "Rows with counts are right; a row without any is not: it should be "
         "uniform, 1 / V in each place.", _only_empty_rows),
    Sign("negative", "Some entries are negative: probabilities never are.",
         lambda a, g, w: (g < -1e-6).any(), every=False),
    Sign("rows-not-one", "The rows do not sum to one.", _not_one, every=False),
    Sign("unseen-pairs-get-a-share", "The rows sum to one, but pairs that were never counted get a "
         "share (smoothing): their probability should be 0.", _unseen_get_some, every=False),
    Sign("wrong-shares", "The rows sum to one, but the shares are not in proportion to the "
         "counts.", lambda a, g, w: g.shape == w.shape, every=False),
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
