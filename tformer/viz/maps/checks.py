"""What an attention map must be before it is drawn; each refusal says what would be right."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch

from tformer._support.checks import check_kind
from tformer.viz.maps.maps import Maps, row_name, visible

# Weights in half precision miss one by a rounding per key.
TOLERANCE = {"float16": 2e-2, "bfloat16": 2e-2}


def read_maps(
    weights, queries, keys=None, *, mask=None, scores=None, scale=None, label=None, note=""
) -> Maps:
    """Check what `attention_map` was given; see there for the arguments and the errors."""
    raw = _array("weights", weights)
    tolerance = TOLERANCE.get(str(getattr(weights, "dtype", "")).removeprefix("torch."), 1e-3)
    _check_numbers("weights", raw)
    shape = raw.shape
    weights = raw.reshape((1,) * (4 - raw.ndim) + shape).astype(np.float32)
    queries, keys = _check_tokens(shape, queries, keys)
    place = _Places(queries, keys)
    _check_rows(weights, tolerance, place)
    mask = _check_mask(mask, weights, tolerance, place)
    if scores is not None:
        scores = _array("scores", scores)
        _check_numbers("scores", scores)
        if scores.shape != shape:
            raise ValueError(f"scores has shape {scores.shape}, weights {shape}; they must agree")
        scores = scores.reshape(weights.shape).astype(np.float32)
        scale = _check_scores(scores, scale, weights, mask)
    label, words = _check_label(label)
    check_kind((str, type(None)), note=note)
    return Maps(weights, queries, keys, mask, scores, float(scale or 1.0), label, words,
                visible(note) if note else "")  # fmt: skip


def read_sentences(given: dict | Sequence) -> list[Maps]:
    """The checked maps of `attention_map`'s arguments, one sentence or several."""
    if not isinstance(given, dict):
        raise TypeError(
            f"compute must return a dict of attention_map's arguments, got {type(given).__name__}"
        )
    several = given.get("sentences")
    if several is None:
        return [read_maps(**given)]
    if isinstance(several, str | dict) or not isinstance(several, Sequence) or not several:
        raise TypeError(f"sentences must be a list of dicts or tuples, got {several!r:.60}")
    read = []
    for n, one in enumerate(several):
        if isinstance(one, tuple):
            one = dict(zip(("weights", "queries", "keys"), one, strict=False))
        try:
            maps = read_maps(**one)
        except (TypeError, ValueError, KeyError) as error:
            raise type(error)(f"sentences[{n}]: {error}") from error
        label = maps.label or f"{n + 1}: {' '.join(maps.queries)}"
        read.append(replace(maps, label=label))
    return read


def _check_label(label) -> tuple[str, list[tuple[str, float]] | None]:
    """The text, and if it came as words with probabilities these."""
    if label is None or isinstance(label, str):
        return visible(label) if label else "", None
    try:
        words = [(str(word), float(p)) for word, p in label]
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"label must be a string or a list of (word, probability), got {label!r:.60}"
        ) from error
    if wrong := [p for _, p in words if not 0 <= p <= 1]:
        raise ValueError(f"label: a word has probability {wrong[0]}, which is not in 0..1")
    words = [(visible(word), p) for word, p in words]
    return "".join(word for word, _ in words).strip(" "), words


def _array(name: str, value) -> np.ndarray:
    """A tensor, array or nested list as an array; what is no float (or bool) keeps its type."""
    if isinstance(value, torch.Tensor):
        if value.is_meta:
            raise ValueError(f"{name} is on meta, where there are no numbers to draw")
        value = value.detach().cpu()
        return (value.float() if value.is_floating_point() else value).numpy()
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} is a ragged list: all its rows must be of one length") from error
    if array.dtype == object or array.dtype.kind in "USOV":
        raise TypeError(f"{name} must be a tensor or an array, got {type(value).__name__}")
    return array


def _check_numbers(name: str, values: np.ndarray) -> None:
    if values.dtype.kind != "f":
        raise TypeError(f"{name} must hold floats, got {values.dtype}")
    if values.ndim not in (2, 3, 4):
        more = f"; choose one sentence, {name}[0]" if values.ndim > 4 else ""
        raise ValueError(
            f"{name} must have shape (T, S), (H, T, S) or (L, H, T, S), got {values.shape}{more}"
        )
    if 0 in values.shape:
        raise ValueError(f"{name} is empty: its shape is {values.shape}")
    bad = np.argwhere(~np.isfinite(values))
    if len(bad):
        at = tuple(int(n) for n in bad[0])
        more = "; give the raw scores, before the mask" if name == "scores" else ""
        raise ValueError(f"{name}{list(at)} is {values[at]}; every number must be finite{more}")


def _check_tokens(shape: tuple[int, ...], queries, keys) -> tuple[list[str], list[str]]:
    rows, cols = shape[-2:]
    if keys is None:
        if rows != cols:
            raise ValueError(f"keys is missing: weights {shape} has {cols} keys, {rows} queries")
        keys = queries
    for name, tokens in (("queries", queries), ("keys", keys)):
        if isinstance(tokens, str) or not isinstance(tokens, Sequence):
            more = f"; {name}.split()?" if isinstance(tokens, str) else ""
            raise TypeError(f"{name} must be a list of strings, got {type(tokens).__name__}{more}")
        for n, token in enumerate(tokens):
            if not isinstance(token, str) and not (name == "queries" and _is_pair(token)):
                raise TypeError(f"{name}[{n}] must be a string, got {token!r}; decode ids first")
    if (len(queries), len(keys)) != (rows, cols):
        swapped = (len(keys), len(queries)) == (rows, cols)
        why = ": swapped?" if swapped else "; one query a row, one key a column"
        raise ValueError(
            f"queries has {len(queries)} tokens, keys {len(keys)}, but weights are {shape}{why}"
        )
    return [row_name(t) for t in queries], [row_name(t) for t in keys]


def _is_pair(token) -> bool:
    return isinstance(token, tuple) and len(token) == 2 and all(isinstance(t, str) for t in token)


class _Places:
    """Says where a wrong number stands."""

    def __init__(self, queries: list[str], keys: list[str]):
        self.queries, self.keys = queries, keys

    def __call__(self, at: np.ndarray) -> str:
        layer, head, query, *key = (int(n) for n in at)
        words = f"layer {layer}, head {head}, query {query} {self.queries[query]!r}"
        return words + "".join(f", key {k} {self.keys[k]!r}" for k in key)


def _check_rows(weights: np.ndarray, tolerance: float, place: _Places) -> None:
    if weights.min() < -tolerance:
        at = np.argwhere(weights < -tolerance)[0]
        raise ValueError(
            f"weights has {weights[tuple(at)]:.3g} at {place(at)}; weights come after the softmax "
            "and are never negative (raw scores go into scores=)"
        )
    sums = weights.sum(-1)
    wrong = (np.abs(sums - 1) > tolerance) & (weights.max(-1) > 0)
    if wrong.any():
        at = np.argwhere(wrong)[0]
        down = np.abs(weights.sum(-2) - 1).max() <= tolerance
        why = (
            "its columns sum to one: softmax over the wrong axis?"
            if down
            else ("give the weights after the softmax and before any dropout")
        )
        raise ValueError(f"weights: a row sums to {sums[tuple(at)]:.4g} at {place(at)}; {why}")


def _check_mask(mask, weights: np.ndarray, tolerance: float, place: _Places) -> np.ndarray | None:
    nothing = weights.max(-1) == 0
    if mask is None:  # a softmax gives a row of zeros only where everything was masked
        return np.broadcast_to(~nothing[..., None], weights.shape).copy() if nothing.any() else None
    mask = _array("mask", mask)
    if mask.dtype != bool:
        raise TypeError(f"mask must be bool, True = may attend, got {mask.dtype}")
    try:
        full = np.broadcast_to(mask, weights.shape)
    except ValueError:
        raise ValueError(
            f"mask has shape {mask.shape}, which does not broadcast to weights {weights.shape}"
        ) from None
    leak = np.where(full, 0, weights)
    if leak.max() > tolerance * 1e-2:
        at = np.unravel_index(leak.argmax(), leak.shape)
        inverted = np.where(full, weights, 0).max() <= tolerance
        why = "; the mask is inverted: True = may attend, so give ~mask" if inverted else ""
        raise ValueError(f"weights has {leak[at]:.3g} on a masked cell, {place(at)}{why}")
    if (nothing & full.any(-1)).any():
        at = np.argwhere(nothing & full.any(-1))[0]
        raise ValueError(f"weights: a row is all zero at {place(at)}, but mask lets it attend")
    mask = mask.reshape((1,) * (4 - mask.ndim) + mask.shape)
    return np.broadcast_to(mask, (*mask.shape[:2], *weights.shape[2:])).copy()


def _check_scores(scores: np.ndarray, scale, weights: np.ndarray, mask) -> float:
    """The factor between scores and softmax: given, or found from the numbers themselves."""
    full = np.ones(weights.shape, bool) if mask is None else np.broadcast_to(mask, weights.shape)
    if scale is None:
        # Within a row, log(weight) = scale * score + constant: a straight line through the cells.
        w, s = weights.astype(float), scores.astype(float)
        y = np.log(np.where(w > 1e-30, w, 1.0))
        x = s - (w * s).sum(-1, keepdims=True)
        y = y - (w * y).sum(-1, keepdims=True)
        spread = (w * x * x).sum()
        scale = float((w * x * y).sum() / spread) if spread > 1e-12 else 1.0
    logits = torch.from_numpy(np.where(full, scores * np.float32(scale), -np.inf))
    again = torch.softmax(logits, -1).nan_to_num(0.0).numpy()
    gap = float(np.abs(again - weights).max())
    if not gap <= 1e-2:
        raise ValueError(
            f"scores and weights disagree by up to {gap:.2g}: weights must be "
            f"softmax(scale * scores), here with scale={scale:.3g}, where the mask allows; "
            "give the raw products q·k, before scaling and masking"
        )
    return scale
