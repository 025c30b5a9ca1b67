"""Top-k filtering."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def top_k_filter(logits, k):
    k = min(k, logits.shape[-1])
    smallest_kept = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < smallest_kept, float("-inf"))


HINTS = (
    "Find the k-th largest logit of each row. Everything below it goes.",
    "torch.topk(logits, k, dim=-1).values is sorted: its last column is the k-th largest. Keep "
    "the axis ([..., -1:]), so that each row is compared with its own.",
    "Gone means -inf, not 0: softmax turns -inf into probability 0, and 0 is a fine logit. topk "
    "raises if k exceeds the vocabulary: take min(k, logits.shape[-1]).",
    "logits.masked_fill(logits < smallest_kept, float('-inf'))",
)


def _spread(*shape, seed=0, dtype=torch.float32):
    """Logits without two equal ones: 0.5 apart, shuffled, some negative."""
    size = torch.Size(shape).numel()
    order = torch.randperm(size, generator=torch.Generator().manual_seed(seed))
    return (0.5 * order - size / 5).to(dtype).reshape(shape)


# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[1.0, 3.0, 2.0, -1.0]]), 2), "four words, two stay"),
    Case(lambda: (_spread(2, 3, 5, seed=3), 2), "a batch of sentences: each row keeps two of its "
         "own", ("extra-axes",)),
    Case(lambda: (_spread(2, 4, seed=4), 9), "k beyond the vocabulary: all stay",
         ("k-beyond-vocabulary",)),
    Case(lambda: (_spread(2, 3, seed=7), 1), "k = 1: the largest of each row stays", ("k-one",)),
    Case(lambda: (_spread(3, 4, seed=5), 4), "k equal to the vocabulary: all stay",
         ("k-is-vocabulary",)),
    Case(lambda: (_spread(6, seed=6, dtype=torch.float64), 3), "a vector in float64",
         ("float64", "vector")),
    Case(lambda: (_spread(2, 3, 2, 4, seed=8), 3), "four axes", ("extra-axes",)),
)
# fmt: on


def variant(logits, k, axis="rows", count=0, which="largest", fill="-inf", after=None):
    """top_k_filter with one switch for each thing that can go wrong."""
    vocab = logits.shape[-1]
    n = {"one": 1}.get(count, k + count if isinstance(count, int) else k)
    flat = logits.reshape(1, -1) if axis == "all" else logits
    if axis == "first":
        flat = logits.movedim(0, -1)
    kept_n = max(0, min(n, flat.shape[-1])) if count != "strict" else n
    sizes = flat.abs() if which == "largest sizes" else flat
    places = sizes.topk(kept_n, dim=-1, largest=which != "smallest").indices
    keep = torch.zeros_like(flat, dtype=torch.bool).scatter(-1, places, True)
    keep = keep.movedim(-1, 0) if axis == "first" else keep.reshape(logits.shape)
    if axis == "first row":
        keep = keep.reshape(-1, vocab)[:1].expand(logits.numel() // vocab, -1).reshape(keep.shape)
    if axis == "others kept":
        keep = keep | (torch.arange(keep[..., 0].numel()) > 0).reshape(*keep.shape[:-1], 1)
    if which == "first":
        keep = (torch.arange(vocab) < k).expand_as(logits)
    if which == "indices":
        keep = logits.argsort(-1, descending=True) < k
    if which == "others":
        keep = ~keep
    if which == "at least k":
        keep = logits >= k
    value = {
        "-inf": -torch.inf, "0": 0.0, "-1e9": -1e9, "inf": torch.inf, "nan": torch.nan,
        "-1": -1.0, "-100": -100.0, "-1e4": -1e4, "min": logits.min(),
    }[fill]  # fmt: skip
    result = torch.where(keep, logits, torch.as_tensor(value, dtype=logits.dtype))
    return after(result, keep, logits, k) if after else result


def _kth(logits, k):
    return logits.topk(min(k, logits.shape[-1]), dim=-1)


# fmt: off
MISTAKES = (
    twist("k-beyond-vocabulary-raises", "topk raises when k exceeds the vocabulary: then all "
          "should stay. Take min(k, logits.shape[-1]).", count="strict"),
    twist("one-too-few", "It keeps k - 1: the k-th largest goes as well (<= where < belongs?).",
          count=-1),
    twist("one-too-many", "It keeps k + 1.", count=1),
    twist("only-the-largest", "It keeps the largest only, whatever k says.", count="one"),
    twist("smallest-kept", "It keeps the k smallest.", which="smallest"),
    twist("largest-sizes-kept", "It keeps the k largest absolute values: large negative logits "
          "stay.", which="largest sizes"),
    twist("sorting-indices-taken-for-ranks", "It compares the sorting indices with k, as if they "
          "were ranks: argsort says which word comes at each rank. Sort the indices once more "
          "(argsort of argsort), or use topk.", which="indices"),
    twist("kept-and-dropped-swapped", "It drops the k largest and keeps the others.",
          which="others"),
    Mistake("k-smallest-removed", "It removes the k smallest; the k largest should stay, and all "
            "others go.", lambda z, k: z.where(
                variant(z, k, which="smallest").isinf(), -torch.inf)),
    Mistake("smallest-removed", "It removes the smallest logit alone, whatever k says; all but "
            "the k largest should go.", lambda z, k: z.where(
                variant(z, 1, which="smallest").isinf(), -torch.inf)),
    twist("first-k-kept", "It keeps the first k words of the vocabulary, not the k largest.",
          which="first"),
    twist("k-taken-for-a-bound", "It keeps the logits that are at least k; k is how many.",
          which="at least k"),
    twist("filled-with-zero", "What goes is set to 0: that is a logit like any other, and above "
          "every negative one. -inf was asked for.", fill="0"),
    twist("filled-with-minus-1e9", "What goes is set to -1e9; -inf was asked for.", fill="-1e9"),
    twist("filled-with-minus-10000", "What goes is set to -10,000; -inf was asked for.",
          fill="-1e4"),
    twist("filled-with-minus-100", "What goes is set to -100; -inf was asked for.", fill="-100"),
    twist("filled-with-minus-1", "What goes is set to -1; -inf was asked for.", fill="-1"),
    twist("filled-with-plus-infinity", "What goes is set to +inf: the sign is wrong.", fill="inf"),
    twist("filled-with-nan", "What goes is set to NaN; -inf was asked for.", fill="nan"),
    twist("filled-with-the-minimum", "What goes is set to the smallest logit; -inf was asked for.",
          fill="min"),
    twist("k-over-everything", "It keeps k logits of the whole tensor; each row should keep k.",
          axis="all"),
    twist("k-over-the-batch", "It compares along the wrong axis, the batch (dim=0), not over the "
          "vocabulary (dim=-1).",
          axis="first"),
    twist("first-row-for-all", "The words kept in the first row are kept in every row.",
          axis="first row"),
    twist("only-first-row-filtered", "Only the first row is filtered; all of them are to be.",
          axis="others kept"),
    twist("values-only", "It returns the k largest values alone; all logits keep their places, "
          "the others become -inf.", after=lambda r, keep, z, k: _kth(z, k).values),
    twist("indices-only", "It returns the places of the k largest, not logits.",
          after=lambda r, keep, z, k: _kth(z, k).indices),
    twist("values-and-indices", "It returns topk's values and indices; logits were asked for.",
          after=lambda r, keep, z, k: tuple(_kth(z, k))),
    twist("mask-returned", "It returns the mask of what stays, not the logits.",
          after=lambda r, keep, z, k: keep),
    twist("mask-returned-inverted", "It returns the mask of what goes, not the logits.",
          after=lambda r, keep, z, k: ~keep),
    twist("additive-mask-returned", "It returns 0 for what stays; the logits were asked for.",
          after=lambda r, keep, z, k: torch.zeros_like(z).masked_fill(~keep, -torch.inf)),
    twist("softmax-too", "It returns probabilities: the result should still be logits.",
          after=lambda r, keep, z, k: r.softmax(-1)),
    twist("log-softmax-too", "It returns log-probabilities; the kept logits should stay as they "
          "are.", after=lambda r, keep, z, k: r.log_softmax(-1)),
    twist("probabilities-filtered", "It filters probabilities and returns those: the result "
          "should still be logits.", after=lambda r, keep, z, k: z.softmax(-1) * keep),
    twist("sorted", "The logits come back sorted; every word has to keep its place.",
          after=lambda r, keep, z, k: r.sort(-1, descending=True).values),
    twist("sorted-upwards", "The logits come back sorted; every word has to keep its place.",
          after=lambda r, keep, z, k: r.sort(-1).values),
    twist("nothing-filtered", "The logits come back as they were.",
          after=lambda r, keep, z, k: z.clone()),
    twist("kept-divided-by-k", "The kept logits are divided by k; they should stay as they are.",
          after=lambda r, keep, z, k: r / k),
    twist("maximum-taken-off", "The maximum is taken off; kept logits should stay as they are.",
          after=lambda r, keep, z, k: r - z.amax(-1, keepdim=True)),
    twist("kept-set-to-one", "The kept logits become 1; they should stay as they are.",
          after=lambda r, keep, z, k: r.where(~keep, torch.ones_like(r))),
    twist("in-float32", "It works in float32: float64 input loses half of its digits.",
          after=lambda r, keep, z, k: r.float()),
    Mistake("nothing-if-k-is-vocabulary", "With k equal to the vocabulary everything goes; all "
            "should stay.", lambda z, k: variant(z, k) if k != z.shape[-1] else z * 0 - torch.inf),
    Mistake("k-one-means-off", "k = 1 filters nothing; it should leave the largest of each row.",
            lambda z, k: variant(z, k) if k > 1 else z.clone()),
    Mistake("kth-dropped", "The k-th largest itself goes: <= stands where < belongs.",
            lambda z, k: variant(z, min(k, z.shape[-1]), count=-1)),
    Mistake("largest-always-dropped", "The largest logit goes as well.", lambda z, k: variant(
        z, k + 1).masked_fill(z == z.amax(-1, keepdim=True), -torch.inf)),
    Mistake("threshold-of-first-row", "Every row is compared with the threshold of the first one.",
            lambda z, k: z.masked_fill(z < _kth(z, k).values.reshape(
                -1, min(k, z.shape[-1]))[0, -1], -torch.inf)),
    Mistake("one-bound-for-all-rows", "All rows are compared with one bound, the smallest logit "
            "kept in any of them; each row has its own.", lambda z, k: z.masked_fill(
                z < _kth(z, k).values.min(), -torch.inf)),
    Mistake("threshold-from-below", "The threshold is the k-th *smallest* logit; everything below "
            "the k-th largest goes.", lambda z, k: z.masked_fill(
                z < z.kthvalue(min(k, z.shape[-1]), -1, keepdim=True).values, -torch.inf)),
    Mistake("none-kept-beyond-vocabulary", "A k beyond the vocabulary is taken for an error and "
            "keeps the largest only; all should stay.",
            lambda z, k: variant(z, k if k <= z.shape[-1] else 1)),
)
# fmt: on


def _kept(a, g):
    return torch.isfinite(g).sum(-1), min(a[1], a[0].shape[-1])


# fmt: off
SIGNS = (
    Sign("not-logits-of-each-word", "The result has not one logit for each word.",
         lambda a, g, w: g.shape[-1] != w.shape[-1]),
    Sign("filled-with-a-number", "What goes is not -inf: a number still gets some probability.",
         lambda a, g, w: torch.isfinite(g).all() and not torch.isfinite(w).all()
         and torch.equal(g[w.isfinite()], w[w.isfinite()])),
    Sign("kept-logits-changed", "The right words stay, but their logits are changed.",
         lambda a, g, w: torch.equal(g.isfinite(), w.isfinite())),
    Sign("too-many-kept", "Rows keep more than k logits.",
         lambda a, g, w: (_kept(a, g)[0] > _kept(a, g)[1]).any()),
    Sign("too-few-kept", "Rows keep fewer than k logits.",
         lambda a, g, w: (_kept(a, g)[0] < _kept(a, g)[1]).any()),
    Sign("wrong-ones-kept", "Each row keeps k logits, but not its k largest.",
         lambda a, g, w: (_kept(a, g)[0] == _kept(a, g)[1]).all()),
    Sign("wrong-filter", "It is not the logits with all but the k largest of each row at -inf.",
         lambda a, g, w: True, every=False),
)
# fmt: on

EXERCISE = Exercise(
    top_k_filter,
    HINTS,
    CASES,
    MISTAKES,
    variant,
    SIGNS,
    no_gradient="decoding draws tokens, under no_grad",
)
