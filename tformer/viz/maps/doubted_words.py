"""Written words with the probabilities that a model gave them: doubt made visible."""

import itertools
from collections.abc import Sequence

from tformer._support.checks import check_kind, check_texts
from tformer._support.folding import READ
from tformer._support.words import UNREAD, Words, grouped
from tformer.viz.maps.maps import quote, two, visible


def pieces(tokens: Sequence[str]) -> list[str]:
    """Tokens as a map should name them: dots where a word goes on, bytes of unread letters as such.

    Example:
        >>> pieces([" tie", "fen", " Schnee", "."])
        [' tie·', '·fen', ' Schnee', '.']
    """
    tokens = check_texts(tokens=tokens)
    named = [token.replace(UNREAD, "⟨byte⟩") for token in tokens]
    for word in grouped(tokens):
        for before, after in itertools.pairwise(word):
            named[before] += "·"
            named[after] = "·" + named[after]
    return named


def unread(sentence: str, tokens: Sequence[str]) -> list[str]:
    """The letters of a sentence that no token holds whole: the tokenizer never learnt them.

    Example:
        >>> unread("Ein Café", ["Ein", " C", "a", "f", "\ufffd", "\ufffd"])
        ['é']
    """
    check_kind(str, sentence=sentence)
    tokens = check_texts(tokens=tokens)
    known = set().union(*tokens)
    return [c for c in dict.fromkeys(READ(sentence)) if not c.isspace() and c not in known]


def chance(p: float) -> str:
    """A probability as it is said: two decimals, and never a nought that is none."""
    return two(p) if p >= 0.005 or p == 0 else "under 0.01"


def doubt(words: Words) -> str:
    """One sentence on the word that was least sure."""
    text, p = min(words, key=lambda word: word[1])
    return f"Least sure of {quote(visible(text))} ({chance(p)})."
