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
)  # fmt: skip


def variant(
    logits, k, count=0, size=lambda z: z, largest=True, over="rows", fill=-torch.inf,
    after=lambda r, z, k: r,
):  # fmt: skip
    """top_k_filter with one switch for each thing that can go wrong."""
    z = {"all": logits.reshape(1, -1), "batch": logits.movedim(0, -1)}.get(over, logits)
    most = max(0, min(k + count, z.shape[-1]))
    places = size(z).topk(most, dim=-1, largest=largest).indices
    keep = torch.zeros_like(z, dtype=torch.bool).scatter(-1, places, True)
    keep = keep.movedim(-1, 0) if over == "batch" else keep.reshape(logits.shape)
    if over == "first row":
        keep = keep.reshape(-1, logits.shape[-1])[0].expand_as(logits)
    return after(torch.where(keep, logits, fill), logits, k)


def _kth(logits, k):
    return logits.topk(min(k, logits.shape[-1]), dim=-1)


MISTAKES = (
    twist("one-too-many", "It keeps k + 1.", count=1),
    twist("smallest-kept", "It keeps the k smallest.", largest=False),
    twist("largest-sizes-kept", "It keeps the k largest absolute values: large negative logits "
          "stay.", size=torch.abs),
    twist("sorting-indices-taken-for-ranks", "It compares the sorting indices with k, as if they "
          "were ranks: argsort says which word comes at each rank. Sort the indices once more "
          "(argsort of argsort), or use topk.",
          size=lambda z: -z.argsort(-1, descending=True)),
    Mistake("k-smallest-removed", "It removes the k smallest; the k largest should stay, and all "
            "others go.", lambda z, k: z.where(
                variant(z, k, largest=False).isinf(), -torch.inf)),
    Mistake("smallest-removed", "It removes the smallest logit alone, whatever k says; all but "
            "the k largest should go.", lambda z, k: z.where(
                variant(z, 1, largest=False).isinf(), -torch.inf)),
    twist("filled-with-zero", "What goes is set to 0: that is a logit like any other, and above "
          "every negative one. -inf was asked for.", fill=0.0),
    twist("filled-with-plus-infinity", "What goes is set to +inf: the sign is wrong.",
          fill=torch.inf),
    twist("k-over-everything", "It keeps k logits of the whole tensor; each row should keep k.",
          over="all"),
    twist("k-over-the-batch", "It compares along the wrong axis, the batch (dim=0), not over the "
          "vocabulary (dim=-1).", over="batch"),
    twist("first-row-for-all", "The words kept in the first row are kept in every row.",
          over="first row"),
    twist("values-only", "It returns the k largest values alone; all logits keep their places, "
          "the others become -inf.", after=lambda r, z, k: _kth(z, k).values),
    twist("softmax-too", "It returns probabilities: the result should still be logits.",
          after=lambda r, z, k: r.softmax(-1)),
    twist("sorted", "The logits come back sorted; every word has to keep its place.",
          after=lambda r, z, k: r.sort(-1, descending=True).values),
    Mistake("k-one-means-off", "k = 1 filters nothing; it should leave the largest of each row.",
            lambda z, k: variant(z, k) if k > 1 else z.clone()),
)  # fmt: skip


def _kept(a, g):
    return torch.isfinite(g).sum(-1), min(a[1], a[0].shape[-1])


SIGNS = (
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
)  # fmt: skip

EXERCISE = Exercise(
    top_k_filter, HINTS, CASES, MISTAKES, variant, SIGNS, no_gradient="decoding is no learning"
)
