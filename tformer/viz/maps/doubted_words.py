"""Written words with the probabilities that a model gave them: doubt made visible."""

import html
import itertools
from collections.abc import Sequence

from tformer._support.checks import check_kind, check_texts
from tformer._support.folding import READ
from tformer.translator.doubt import UNREAD, UNSURE, Words, grouped
from tformer.viz.common.scripts import style
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


def sentence(words: Words) -> str:
    """HTML of a sentence whose words are tinted by doubt; the number stands at each word.

    The less likely a word was, the stronger its tint; below 0.75 a dotted line, below 0.5 a solid
    one, and below `UNSURE` a question mark says so without colour. Its number is shown to who
    points at it or comes to it by Tab, and read by screen readers.

    Args:
        words: (word with its blanks, probability), as `whole_words` gives them.
    """
    check_kind((list, tuple), words=words)
    for word in words:
        if not isinstance(word, tuple | list) or len(word) != 2:
            raise TypeError(f"words holds {word!r:.60}; give (word, probability)")
    spans = "".join(map(_span, words))
    return f'<style>{style("maps/web/doubted_words.css")}</style><p class="tf-sentence">{spans}</p>'


def _span(word: tuple[str, float]) -> str:
    text, p = word
    bare = visible(text).strip(" ")
    blank = " " if text.startswith(" ") else ""
    return (
        f'{blank}<span class="{" ".join(marks(p))}" style="--doubt:{1 - p:.2f}" tabindex="0">'
        f'{html.escape(bare, quote=True)}<span class="tf-chance"> {chance(p)}</span></span>'
    )


def marks(p: float) -> list[str]:
    """The classes of a word of probability `p`; web/doubted_words.mjs gives the same."""
    lines = (("tf-open", 0.75), ("tf-guess", 0.5), ("tf-unsure", UNSURE))
    return ["tf-word", *(name for name, below in lines if p < below)]


def chance(p: float) -> str:
    """A probability as it is said: two decimals, and never a nought that is none."""
    return two(p) if p >= 0.005 or p == 0 else "under 0.01"


def doubt(words: Words) -> str:
    """One sentence on the word that was least sure."""
    text, p = min(words, key=lambda word: word[1])
    return f"Least sure of {quote(visible(text))} ({chance(p)})."
