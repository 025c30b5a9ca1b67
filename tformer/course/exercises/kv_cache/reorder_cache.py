"""Beams change places: each takes its own past along."""

import torch

from ...checker.compare import same
from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def reorder_cache(cache, rows):
    return [(k[rows], v[rows]) for k, v in cache]


HINTS = (
    "Row i of the new cache goes on from row rows[i] of the old one, in every layer, for the keys "
    "and for the values alike.",
    "Indexing with a LongTensor picks rows, in any order, some twice, some not at all: "
    "k[rows] is torch.stack([k[r] for r in rows]).",
    "Build new tensors: writing k[0] = k[1]; k[1] = k[0] in place has lost the old row 0 by the "
    "second step. The list is new too; the old cache stays as it was.",
    "return [(k[rows], v[rows]) for k, v in cache]",
)


def _cache(layers, n, heads, length, d, seed=0, dtype=torch.float32):
    return [
        tuple(normal(n, heads, length, d, seed=seed + 2 * i + j, dtype=dtype) for j in range(2))
        for i in range(layers)
    ]


def _example():
    k = torch.tensor([10.0, 20.0, 30.0]).view(3, 1, 1, 1)
    return [(k, k + 1)], torch.tensor([1, 1, 0])


CASES = (
    Case(_example, "one layer, three beams, one head, one position, one feature: beam 1 wins twice,"
         " beam 2 is dropped"),
    Case(lambda: (_cache(4, 4, 2, 5, 6, seed=100), torch.tensor([2, 0, 3, 1])), "4 layers, 4 beams "
         "of which each goes on, in another order", ("all-go-on",)),
    Case(lambda: (_cache(2, 2, 3, 4, 5, seed=200), torch.tensor([0, 0, 0, 1, 1, 1])), "2 rows "
         "become 3 beams each: the rows multiply", ("rows-multiply",)),
    Case(lambda: (_cache(2, 5, 2, 3, 4, seed=300), torch.tensor([4])), "5 rows, of which one goes "
         "on: the cache becomes smaller", ("fewer-rows",)),
    Case(lambda: (_cache(2, 4, 3, 2, 5, seed=500, dtype=torch.float64), torch.tensor([3, 3, 1, 0])),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: ([tuple(x.mT for x in pair) for pair in _cache(2, 3, 2, 5, 4, seed=600)],
                  torch.tensor([1, 2, 0])), "transposed (non-contiguous) inputs",
         ("non-contiguous",)),
)  # fmt: skip


def _rows(x, rows):
    return x[rows]


def _as_it_was(x, rows):
    return x


def _written(x, rows):
    """Old row i goes to place rows[i]: written, where it should be read."""
    new = torch.zeros_like(x)
    for i, r in enumerate(rows.tolist()):
        new[r] = x[i]
    return new


def _in_one_buffer(x, rows):
    """What is read later has been written over already."""
    x = x.clone()
    for i, r in enumerate(rows.tolist()):
        x[i] = x[r]
    return x


def variant(cache, rows, keys=_rows, values=_rows, layers=lambda i: True):
    """reorder_cache with one switch for each thing that can go wrong."""
    return [(keys(k, rows), values(v, rows)) if layers(i) else (k, v)
            for i, (k, v) in enumerate(cache)]  # fmt: skip


def both(slug, says, pick):
    """A mistake that keys and values share."""
    return twist(slug, says, keys=pick, values=pick)


def _again_and_again(cache, rows):
    """Each layer reorders what the last one left."""
    picked, new = rows, []
    for k, v in cache:
        new.append((k[picked], v[picked]))
        picked = picked[rows % len(picked)]
    return new


MISTAKES = (
    both("not-reordered", "The cache comes back as it was: rows has no effect. Each beam would go "
         "on from the past of whichever beam stood at its place.", _as_it_was),
    twist("values-forgotten", "The keys are reordered, the values are not: weights of one beam's "
          "past meet another one's values.", values=_as_it_was),
    twist("keys-forgotten", "The values are reordered, the keys are not: weights of one beam's "
          "past meet another one's values.", keys=_as_it_was),
    both("inverse-order", "It works the wrong way round (inverted): old row i is written to place "
         "rows[i]. New row i is read from old row rows[i].", _written),
    both("written-over-in-place", "The rows are written over one after the other in one buffer: "
         "row rows[i] may have been replaced before it is read, and then two beams share one "
         "history. Read from the old tensor, write to a new one.", _in_one_buffer),
    both("heads-reordered", "It reorders the heads (axis 1), not the rows (axis 0).",
         lambda x, rows: x[:, rows]),
    both("rows-made-unique", "Rows that are wanted twice come once (unique): a beam may win "
         "several places.", lambda x, rows: x[rows.unique()]),
    twist("first-layer-only", "Only the first layer is reordered; every layer has a cache.",
          layers=lambda i: i == 0),
    Mistake("each-layer-reorders-again", "From layer to layer the rows are picked once more: in "
            "each the row numbers are the same.", _again_and_again),
    Mistake("layers-reordered", "It picks layers of the list by rows; the rows are those of each "
            "tensor, in every layer.", lambda cache, rows: [cache[r] for r in rows.tolist()]),
    Mistake("keys-and-values-swapped", "Keys and values are swapped in each pair: the order is "
            "(k, v).", lambda cache, rows: [(v[rows], k[rows]) for k, v in cache]),
    Mistake("two-lists", "It returns all keys and all values, (keys, values); asked for was a list "
            "of pairs (k, v), one a layer.",
            lambda cache, rows: ([k[rows] for k, _ in cache], [v[rows] for _, v in cache])),
)  # fmt: skip


def _fits(got, want):
    """A list of pairs of tensors, one a layer, as asked for, whatever their values."""
    return isinstance(got, list | tuple) and len(got) == len(want) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(
            isinstance(x, torch.Tensor) for x in pair) for pair in got)  # fmt: skip


def _some_layers(args, got, want):
    if not _fits(got, want):
        return False
    if len(want) == 1:
        return None
    right = [i for i, pair in enumerate(want) if same(got[i], pair)]
    if len(right) in (0, len(want)):
        return False
    return f"Right here: layer {', '.join(map(str, right))} of {len(want)}."


def _sources(args, got, want):
    """Which old row each new row is, if each is one of them."""
    if not _fits(got, want) or len(got[0][0].shape) != 4:
        return None
    old, new = args[0][0][0], got[0][0]
    if new.shape[1:] != old.shape[1:]:
        return None
    found = [[i for i, x in enumerate(old) if same(row, x)] for row in new]
    return [places[0] for places in found] if all(found) else None


def _other_rows(args, got, want):
    found = _sources(args, got, want)
    if found is None or found == args[1].tolist():
        return False
    return f"Its rows are the old rows {found}, asked for was {args[1].tolist()}."


def _number_of_rows(args, got, want):
    if not _fits(got, want) or not got[0][0].ndim:
        return False
    if len(got[0][0]) == len(args[1]):
        return None
    found = _sources(args, got, want)
    which = f", the old rows {found}," if found else ""
    return f"It has {len(got[0][0])} rows here{which} where rows is {args[1].tolist()}."


def _axes(args, got, want):
    if not _fits(got, want):
        return False
    odd = next((x for pair in got for x in pair if x.ndim != 4), None)
    return odd is not None and f"One has shape {tuple(odd.shape)}."


def _shapes(cache):
    return [[x.shape for x in pair] for pair in cache]


SIGNS = (
    Sign("number-of-axes", "The tensors have another number of axes: all four stay, (rows, heads, "
         "len, d). Joining rows that were picked one by one needs stack, not cat.", _axes),
    Sign("some-layers-only", "Some layers are right, others are not: every layer is reordered in "
         "the same way.", _some_layers),
    Sign("wrong-number-of-rows", "The tensors have another number of rows than rows has entries: "
         "one row for each.", _number_of_rows, every=None),
    Sign("other-rows", "Whole rows come back, but not those that were asked for: new row i is old "
         "row rows[i].", _other_rows, every=None),
    Sign("rows-mixed", "The shapes are right, but what comes back are not whole rows of the old "
         "cache: a beam's past is moved as a whole, all heads, positions and features.",
         lambda args, got, want: _fits(got, want) and _shapes(got) == _shapes(want),
         every=False),
    Sign("wrong-structure", "What comes back is not a list with one pair (k, v) of tensors for "
         "each layer.", lambda a, g, w: not _fits(g, w), every=None),
)  # fmt: skip

EXERCISE = Exercise(
    reorder_cache, HINTS, CASES, MISTAKES, variant, SIGNS, no_gradient="decoding is no learning"
)
