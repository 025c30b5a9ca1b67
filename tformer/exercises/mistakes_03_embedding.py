"""What goes wrong in a lookup, by index or by a one-hot matrix."""

import torch
import torch.nn.functional as F

from .core import Mistake, twist


def ids_of_rows(weight, got):
    """The id of the row of weight that each vector of got is a positive multiple of, or None."""
    if got.shape[-1] != weight.shape[1] or weight.shape[1] < 2:
        return None
    likeness = F.cosine_similarity(got[..., None, :].double(), weight.double(), dim=-1)
    best, ids = likeness.max(-1)
    return ids if bool((best > 1 - 1e-6).all()) else None


def scaled_rows(args, got, want):
    """Each row of got is the right row times one factor."""
    ratio = (got * want).sum(-1) / want.square().sum(-1)
    if not torch.allclose(got, ratio[..., None] * want, rtol=1e-3, atol=1e-4) or not ratio.all():
        return False
    told = ", ".join(f"{r:.4g}" for r in ratio.flatten()[:3])
    return f"got / expected, token by token: {told}."


def other_rows(args, got, want):
    """Each vector is a row of weight, but of another id."""
    weight, ids = args
    found = ids_of_rows(weight, got)
    if found is None or torch.equal(found, ids):
        return False
    return f"It picks the rows {found.tolist()} for the ids {ids.tolist()}."


def _shifted(step):
    return lambda ids, weight: (ids + step) % len(weight)


def scaled_variant(
    weight, token_ids, ids=None, pick=lambda w, i: w[i], factor=lambda w, i: w.shape[1] ** 0.5,
    after=None,
):  # fmt: skip
    """scaled_embedding with one switch for each thing that can go wrong."""
    rows = pick(weight, ids(token_ids, weight) if ids else token_ids)
    y = rows * factor(weight, token_ids)
    return after(y, weight, token_ids) if after else y


def one_hot_variant(
    weight, token_ids, ids=None, code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype),
    table=lambda w: w, product=lambda c, w: c @ w, after=None,
):  # fmt: skip
    """one_hot_lookup with one switch for each thing that can go wrong."""
    wanted = ids(token_ids, weight) if ids else token_ids
    y = product(code(wanted, weight), table(weight))
    return after(y, weight, token_ids) if after else y


def _padded(y, ids):
    """The vectors of id 0 become zeros, as with padding_idx=0."""
    return y * (ids != 0)[..., None]


# fmt: off
COMMON = (
    twist("off-by-one", "It picks the row before the right one: ids count from 0.",
          ids=_shifted(-1)),
    twist("off-by-one-up", "It picks the row after the right one: ids count from 0.",
          ids=_shifted(1)),
    twist("counted-from-the-end", "It picks rows from the end of the table.",
          ids=lambda i, w: len(w) - 1 - i),
    twist("first-id-for-all", "Every token gets the vector of the first id.",
          ids=lambda i, w: torch.zeros_like(i) + i.flatten()[0]),
    twist("ids-not-used", "The ids are not used: the rows of weight come in their own order.",
          ids=lambda i, w: torch.arange(i.numel()).view(i.shape) % len(w)),
    twist("ids-sorted", "The ids are sorted first: the order of the tokens is lost.",
          ids=lambda i, w: i.sort()[0]),
    twist("each-id-once", "Repeated ids are dropped (unique): each token should get its vector.",
          ids=lambda i, w: i.unique()),
    twist("id-0-is-zeros", "The vectors of id 0 are zeros, as if it were padding; here 0 is a "
          "token like any other.", after=lambda y, w, i: _padded(y, i)),
    twist("averaged", "The vectors of a sentence are averaged: each token should keep its own.",
          after=lambda y, w, i: y.mean(-2)),
    twist("added-up", "The vectors of a sentence are added up: each token should keep its own. A "
          "one-hot row has a single 1.", after=lambda y, w, i: y.sum(-2)),
    twist("flattened", "The tokens of all sentences stand in one row: the axes of token_ids are "
          "lost.", after=lambda y, w, i: y.reshape(-1, y.shape[-1])),
    twist("one-long-vector", "The vectors of a sentence are joined into one long vector.",
          after=lambda y, w, i: y.flatten(-2)),
    twist("transposed", "The last two axes are swapped: (..., d_model, len).",
          after=lambda y, w, i: y.mT),
    twist("only-first-item", "Only the first item of the first axis comes back.",
          after=lambda y, w, i: y[0]),
    twist("unit-length", "Each vector is brought to length one.",
          after=lambda y, w, i: F.normalize(y, dim=-1)),
    twist("batch-axis-added", "There is an axis of size one too many in front.",
          after=lambda y, w, i: y[None]),
    twist("squeezed", "It squeezes the result: axes of length one disappear.",
          after=lambda y, w, i: y.squeeze()),
)
SCALED = (
    twist("not-scaled", "The rows are picked, but not multiplied by sqrt(d_model).",
          factor=lambda w, i: 1.0),
    twist("divided-by-root", "The rows are divided by sqrt(d_model); they are multiplied by it. "
          "They come out too small by the factor d_model.",
          factor=lambda w, i: w.shape[1] ** -0.5),
    twist("times-d-model", "The rows are multiplied by d_model, not by its root.",
          factor=lambda w, i: w.shape[1]),
    twist("divided-by-d-model", "The rows are divided by d_model.",
          factor=lambda w, i: 1 / w.shape[1]),
    twist("scaled-twice", "It is scaled once more: by d_model^1.5 in all.",
          factor=lambda w, i: w.shape[1] ** 1.5),
    twist("fourth-root", "It takes the root twice.", factor=lambda w, i: w.shape[1] ** 0.25),
    twist("square", "It multiplies by d_model squared.", factor=lambda w, i: w.shape[1] ** 2),
    twist("root-of-vocabulary", "The factor is the root of the vocabulary size (weight.shape[0]), "
          "not of d_model.", factor=lambda w, i: w.shape[0] ** 0.5),
    twist("root-of-length", "The factor is the root of the number of tokens, not of d_model.",
          factor=lambda w, i: i.shape[-1] ** 0.5),
    twist("root-of-the-batch", "The factor is the root of the first size of token_ids, not of "
          "d_model.", factor=lambda w, i: i.shape[0] ** 0.5),
    twist("root-of-all-entries", "The factor is the root of the number of all entries of weight.",
          factor=lambda w, i: w.numel() ** 0.5),
    twist("log-not-root", "The factor is the logarithm of d_model, not its root.",
          factor=lambda w, i: torch.tensor(w.shape[1]).log()),
    twist("factor-hard-wired", "The factor is the root of 512 whatever d_model is.",
          factor=lambda w, i: 512**0.5),
    twist("factor-two", "The factor is 2 whatever d_model is: right for d_model = 4 only.",
          factor=lambda w, i: 2.0),
    twist("whole-number-root", "The root is rounded down to a whole number.",
          factor=lambda w, i: int(w.shape[1] ** 0.5)),
    twist("root-added", "sqrt(d_model) is added; it is a factor.", factor=lambda w, i: 1.0,
          after=lambda y, w, i: y + w.shape[1] ** 0.5),
    Mistake("columns-picked", "It picks columns: weight[:, token_ids]. The words are the rows of "
            "weight.", lambda w, i: w[:, i] * w.shape[1] ** 0.5),
    twist("rows-brought-to-length-one", "The rows of weight are brought to length one before they "
          "are scaled: each word has a factor of its own.",
          pick=lambda w, i: F.normalize(w, dim=-1)[i]),
    twist("weight-transposed", "weight is transposed before the lookup: it runs through features "
          "instead of words.", pick=lambda w, i: w.T[i]),
    *COMMON,
    Mistake("float-ids", "The ids are turned into floats; an index must be a whole number.",
            lambda w, i: w[i.float()] * w.shape[1] ** 0.5),
    Mistake("ids-as-factors", "The ids are multiplied into the table as if they were sizes.",
            lambda w, i: w[i] * i[..., None] * w.shape[1] ** 0.5),
    Mistake("view-needs-contiguous", "It uses view on transposed tensors, which fails; reshape "
            "works.", lambda w, i: scaled_variant(w.view(-1).view(w.shape), i)),
    Mistake("computes-in-float32", "The result is float32 whatever weight is.",
            lambda w, i: scaled_variant(w.float(), i)),
)
ONE_HOT = (
    twist("scaled", "The rows are multiplied by sqrt(d_model): here is no scaling.",
          after=lambda y, w, i: y * w.shape[1] ** 0.5),
    twist("divided-by-root", "The rows are divided by sqrt(d_model): here is no scaling.",
          after=lambda y, w, i: y / w.shape[1] ** 0.5),
    twist("one-hot-on-the-wrong-axis", "The one-hot matrix stands on its head: words are its rows "
          "and tokens its columns. The axis of the vocabulary comes last.",
          code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype).transpose(-1, -2)),
    twist("vocabulary-axis-first", "The axis of the vocabulary comes first in the one-hot matrix; "
          "it comes last.", code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype).movedim(-1, 0)),
    twist("weight-transposed", "weight is transposed: a one-hot row then picks a feature of all "
          "words.", table=lambda w: w.T),
    twist("as-wide-as-d-model", "The one-hot matrix is d_model wide; it has a column for each "
          "word.", code=lambda i, w: (i[..., None] == torch.arange(w.shape[1])).to(w.dtype)),
    twist("width-from-the-ids", "The one-hot matrix is only as wide as the largest id (F.one_hot "
          "without the number of classes); it has a column for each word.",
          code=lambda i, w: F.one_hot(i).to(w.dtype)),
    twist("whole-number-one-hot", "F.one_hot gives whole numbers (int64), which cannot be "
          "multiplied with a float matrix: turn it into weight.dtype.",
          code=lambda i, w: F.one_hot(i, len(w))),
    twist("one-hot-always-float32", "The one-hot matrix is float32 whatever weight is; the product "
          "needs weight.dtype.", code=lambda i, w: F.one_hot(i, len(w)).float()),
    Mistake("one-hot-returned", "It returns the one-hot matrix; the product with weight is "
            "missing.", lambda w, i: F.one_hot(i, len(w)).to(w.dtype)),
    Mistake("whole-number-one-hot-returned", "It returns the one-hot matrix, in whole numbers; the "
            "product with weight is missing.", lambda w, i: F.one_hot(i, len(w))),
    twist("all-but-one", "The matrix has 0 at the id and 1 elsewhere: it adds up all the other "
          "rows.", code=lambda i, w: 1 - F.one_hot(i, len(w)).to(w.dtype)),
    twist("up-to-the-id", "The matrix has ones up to the id: it adds up all rows before it too.",
          code=lambda i, w: (torch.arange(len(w)) <= i[..., None]).to(w.dtype)),
    twist("id-instead-of-one", "The matrix has the id itself where the 1 should be.",
          code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype) * i[..., None]),
    twist("softmax-of-one-hot", "The one-hot matrix goes through a softmax: every word then gets a "
          "share.", code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype).softmax(-1)),
    twist("bag-of-words", "The one-hot rows of a sentence are added up: counts of words; each "
          "token should keep its own row.",
          code=lambda i, w: F.one_hot(i, len(w)).to(w.dtype).sum(-2, keepdim=True)),
    twist("multiplied-entry-by-entry", "The one-hot matrix is multiplied entry by entry (*); the "
          "product of matrices is @.", product=lambda c, w: c * w),
    Mistake("one-row-for-all-tokens", "The ones of all tokens of a sentence stand in one row "
            "(scatter without an axis of its own for the vocabulary): their rows of weight are "
            "added up. Each token has a one-hot row of its own.",
            lambda w, i: w.new_zeros(*i.shape[:-1], len(w)).scatter(-1, i, 1.0) @ w),
    Mistake("columns-picked", "It picks columns of weight; the words are its rows.",
            lambda w, i: w[:, i]),
    *COMMON,
    Mistake("float-ids", "F.one_hot and indexing need whole numbers: the ids are turned into "
            "floats.", lambda w, i: F.one_hot(i.float(), len(w)).to(w.dtype) @ w),
    Mistake("view-needs-contiguous", "It uses view on transposed tensors, which fails; reshape "
            "works.", lambda w, i: one_hot_variant(w.view(-1).view(w.shape), i)),
    Mistake("computes-in-float32", "The result is float32 whatever weight is.",
            lambda w, i: one_hot_variant(w.float(), i)),
)
# fmt: on
