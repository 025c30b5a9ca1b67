"""Symptoms in the arrangement of an answer: shapes, NaN, order, which rows are right."""

import torch
from torch import Tensor

from .compare import close, near

Row = tuple[tuple, Tensor, Tensor]


def structural(pairs: list[Row]) -> tuple[str, str] | None:
    """Slug and sentence of the first arrangement symptom that every (args, got, want) shows."""
    for look in (_shape, _missing, _booleans, _order, _some_right):
        found = look(pairs)
        if found:
            return found
    return None


def _shape(pairs: list[Row]) -> tuple[str, str] | None:
    odd = [(g, w) for _, g, w in pairs if g.shape != w.shape]
    if not odd:
        return None
    got, want = odd[0]
    told = f"The result has shape {tuple(got.shape)}, expected {tuple(want.shape)}"
    if got.ndim == 0:
        return "reduced-to-one-number", f"{told}: everything is reduced to one number."
    if want.ndim == 0:
        if all(near(g.double().mean(), w) for g, w in odd):
            return "not-averaged", f"{told}: the mean over the entries is missing."
        return "not-reduced", f"{told}: one number was asked for."
    if got.ndim != want.ndim:
        word = "too-many-axes" if got.ndim > want.ndim else "too-few-axes"
        return word, f"{told}: {got.ndim} axes instead of {want.ndim}."
    axes = [i for i in range(want.ndim) if got.shape[i] != want.shape[i]]
    gap = got.shape[axes[0]] - want.shape[axes[0]]
    gaps = {m - n for g, w in odd for m, n in zip(g.shape, w.shape, strict=False) if m != n}
    if abs(gap) == 1 and gaps == {gap}:
        word = "one-too-long" if gap > 0 else "one-too-short"
        return word, f"{told}: along axis {axes[0]} it is off by one."
    return "wrong-shape", f"{told}: the size of axis {axes[0]} is wrong."


def _missing(pairs: list[Row]) -> tuple[str, str] | None:
    if not all(g.is_floating_point() for _, g, _ in pairs):
        return None
    if all((g.isnan() & ~w.isnan()).any() for _, g, w in pairs):
        odd = pairs[0][1].isnan()
        where = "everywhere" if odd.all() else f"first at {odd.nonzero()[0].tolist()}"
        says = f"NaN comes back, {where}: somewhere 0/0, inf - inf or 0 * inf arises."
        return "not-a-number", says
    if any(w.isinf().any() for _, _, w in pairs):
        return None  # here -inf is an answer like any other
    if all((g.isinf() & ~w.isinf()).any() for _, g, w in pairs):
        return "infinite", "An infinite value comes back where the answer is finite: an overflow."
    return None


def _booleans(pairs: list[Row]) -> tuple[str, str] | None:
    if not all(g.dtype == w.dtype == torch.bool for _, g, w in pairs):
        return None
    if all(torch.equal(g, ~w) for _, g, w in pairs):
        return "inverted", "Every entry is inverted: True stands where False should and vice versa."
    more = all(not (w & ~g).any() for _, g, w in pairs)
    fewer = all(not (g & ~w).any() for _, g, w in pairs)
    if more:
        return "allows-too-much", "It allows all that it should, and entries besides."
    if fewer:
        return "forbids-too-much", "It forbids all that it should, and entries besides."
    return None


def _order(pairs: list[Row]) -> tuple[str, str] | None:
    """The right entries in another place."""
    big = [(g, w) for _, g, w in pairs if w.numel() > 1]
    if len(big) < len(pairs):
        return None
    if all(w.ndim > 1 and _moved(g, w, w.mT) for g, w in big):
        return "transposed", "It is transposed: the last two axes are swapped."
    if all(_moved(g, w, w.roll(-1, -1)) for g, w in big):
        return "shifted-left", "Everything is shifted one place too far left."
    # within rounding and no more: all numbers a little off are not the right ones elsewhere
    if all(close(g.flatten().sort()[0], w.flatten().sort()[0]) for g, w in big):
        return "entries-permuted", "The right numbers are there, but in the wrong places."
    return None


def _moved(got: Tensor, want: Tensor, other: Tensor) -> bool:
    return other.shape == got.shape and near(got, other) and not near(want, other)


def _some_right(pairs: list[Row]) -> tuple[str, str] | None:
    """Only the first item of the batch is right."""
    large = [(g, w) for _, g, w in pairs if w.ndim > 1 and w.shape[0] > 1]
    if not large or len(large) < len(pairs):
        return None
    if all(close(g[:1], w[:1]) and not close(g[1:], w[1:]) for g, w in large):
        if all(near(g, g[:1].expand_as(g)) for g, _ in large):
            return "first-item-for-all", "The first item's answer is given for every item."
        return "only-first-item", "Only the first item of the first axis comes out right."
    return None
