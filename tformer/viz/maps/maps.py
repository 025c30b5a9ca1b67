"""Attention maps made ready to be drawn: numbers and tokens that have been checked."""

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

import numpy as np

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
SIGNS = {"\n": "↵", "\r": "␍", "\t": "⇥"}


@dataclass(frozen=True)
class Maps:
    """The attention of one sentence: L layers of H heads, T queries (rows), S keys (columns)."""

    weights: np.ndarray  # (L, H, T, S) float32; a row sums to one, or to zero if all is masked
    queries: list[str]
    keys: list[str]
    mask: np.ndarray | None  # (1 or L, 1 or H, T, S) bool, True = may attend
    scores: np.ndarray | None  # (L, H, T, S) float32, before scaling and masking
    scale: float
    label: str
    words: list[tuple[str, float]] | None = None  # the label's words with their probabilities
    note: str = ""

    def alt(self, layer: int, head: int) -> str:
        """One sentence on one head; web/maps.mjs computes the same from the same numbers."""
        weights = self.weights[layer, head]
        rows, cols = weights.shape
        # Of weights that are told alike the first counts: the last bits differ between processors.
        told = np.floor(weights.astype(np.float64) * 100 + 0.5)
        told = np.where(told, told, weights)
        best = [(q, int(k), float(weights[q, k])) for q, k in enumerate(told.argmax(-1))]
        best = [x for x in best if x[2] > 0]
        # Looks at another position say more than looks at oneself.
        best.sort(key=lambda x: (rows == cols and x[0] == x[1], -told[x[:2]], x[0]))
        verbs = ["looks most at", "at", "at"]
        said = [
            f"{quote(self.queries[q])} {verb} {quote(self.keys[k])} ({two(w)})"
            for (q, k, w), verb in zip(best, verbs, strict=False)
        ]
        sums = "Each row sums to one"
        if len(best) < rows:
            sums = f"{len(best)} rows sum to one, {rows - len(best)} may look at nothing"
        masked = int(self.masked(layer, head).sum())
        which = "" if self.weights.shape[:2] == (1, 1) else f" of layer {layer}, head {head}"
        return (
            f"Attention{which}, {rows} queries by {cols} keys"
            f"{': ' if said else ''}{', '.join(said)}. {sums}; masked cells: {masked}."
        )

    def masked(self, layer: int, head: int) -> np.ndarray:
        """(T, S) bool, True where this head may not look."""
        if self.mask is None:
            return np.zeros(self.weights.shape[2:], bool)
        return ~np.broadcast_to(self.mask, self.weights.shape)[layer, head]

    def payload(self) -> dict[str, Any]:
        """What the page reads: shapes, tokens and little-endian buffers."""
        packed = {"shape": self.weights.shape, "queries": self.queries, "keys": self.keys}
        packed |= {"label": self.label, "words": self.words, "note": self.note}
        packed |= {"weights": _float32(self.weights), "scale": self.scale}
        packed["scores"] = None if self.scores is None else _float32(self.scores)
        packed["mask"] = None if self.mask is None else self.mask.astype(np.uint8).tobytes()
        packed["mask_shape"] = None if self.mask is None else self.mask.shape
        return packed


def tidiest(weights) -> tuple[int, int]:
    """The layer and head, counted from 0, whose map is the best one to look at first.

    Its rows say much about where they look: the mutual information of query and key is large where
    rows are sharp and look at different places, 0 where all rows are alike. And they look where
    the heads look together: this is multiplied by the weight that a row puts on average on the
    key that has the most weight in the mean of all heads.

    Args:
        weights: (L, H, T, S) after the softmax, as a tensor or array.
    """
    try:
        weights = np.asarray(weights, float)
    except (TypeError, ValueError) as error:
        raise TypeError(f"weights={weights!r:.60} holds no numbers: {error}") from error
    if weights.ndim != 4 or not weights.size:
        raise ValueError(f"weights must have shape (L, H, T, S), got {weights.shape}")
    information = _entropy(weights.mean(-2)) - _entropy(weights).mean(-1)
    together = weights.mean((0, 1)).argmax(-1)
    agreement = weights[:, :, np.arange(len(together)), together].mean(-1)
    layer, head = np.unravel_index((information * agreement).argmax(), information.shape)
    return int(layer), int(head)


def _entropy(p: np.ndarray) -> np.ndarray:
    return -(p * np.log(np.where(p > 0, p, 1))).sum(-1)


def visible(token: str) -> str:
    """A token as it can be drawn on one line: signs for blanks and breaks, codes for controls."""
    if not token.strip(" "):
        return "␣" * len(token) or "∅"
    return "".join(map(_sign, token))


def row_name(token: str | tuple[str, str]) -> str:
    """The name of a row; of a decoder's, what it read and what it then wrote."""
    if isinstance(token, str):
        return visible(token)
    return " → ".join(visible(part).strip(" ") for part in token)


def _sign(character: str) -> str:
    if character in SIGNS:
        return SIGNS[character]
    kind = unicodedata.category(character)
    # Joiners shape letters; other format characters (text direction, lone surrogates) mislead.
    hidden = kind in ("Cc", "Cf", "Cs", "Zl", "Zp") and character not in "\u200c\u200d"
    return f"⟨{ord(character):02X}⟩" if hidden else character


def quote(token: str) -> str:
    """A token in quotes; one written right to left must not turn the sentence around it."""
    token = token.strip(" ")
    return f"“\u2068{token}\u2069”" if RIGHT_TO_LEFT.search(token) else f"“{token}”"


def two(x: float) -> str:
    """Two decimals, halves up, as the browser writes them."""
    return f"{math.floor(x * 100 + 0.5) / 100:.2f}"


def _float32(values: np.ndarray) -> bytes:
    return np.ascontiguousarray(values, "<f4").tobytes()
