"""Words, and the pieces in which a model reads and writes them.

A piece that begins with a blank begins a word. A piece that begins with a letter continues the word
if the piece before ended in a letter.
"""

import math
import re
from collections.abc import Sequence

from tformer._support.checks import check_texts

SPECIAL = re.compile(r"<\w+>")
UNREAD = "\ufffd"  # a token decodes to this if it holds only some bytes of a letter

Words = list[tuple[str, float]]


def whole_words(tokens: Sequence[str], probabilities: Sequence[float]) -> Words:
    """The words of an answer, each with the product of the probabilities of its pieces.

    Args:
        tokens: as a tokenizer decodes them one by one, with their blanks; special ones such as
            ``<eos>`` are left out.
        probabilities: of each token, given all before it; a tensor will do.

    Raises:
        ValueError: not one probability a token, or one that is not in 0..1.

    Example:
        >>> whole_words(["A", " gui", "tar", "."], [0.5, 0.5, 0.5, 1.0])
        [('A', 0.5), (' guitar', 0.25), ('.', 1.0)]
    """
    tokens = check_texts(tokens=tokens)
    try:
        chances = [float(p) for p in probabilities]
    except (TypeError, ValueError) as error:
        raise TypeError(f"probabilities={probabilities!r:.60} must be numbers") from error
    if len(chances) != len(tokens):
        raise ValueError(f"probabilities has {len(chances)} numbers, tokens {len(tokens)}")
    if wrong := [p for p in chances if not 0 <= p <= 1.0001]:
        raise ValueError(f"probabilities holds {wrong[0]}, which is not in 0..1; give the softmax")
    return [
        ("".join(tokens[i] for i in word), min(1.0, math.prod(chances[i] for i in word)))
        for word in grouped(tokens)
        if not SPECIAL.fullmatch(tokens[word[0]])
    ]


def grouped(tokens: Sequence[str]) -> list[list[int]]:
    """The places of the tokens, grouped by word."""
    words: list[list[int]] = []
    for n, token in enumerate(tokens):
        before = tokens[n - 1] if n else "<start>"
        alone = SPECIAL.fullmatch(token) or SPECIAL.fullmatch(before)
        goes_on = before == " " or (_letter(before[-1:]) and _letter(token[:1]))
        if goes_on and not alone:
            words[-1].append(n)
        else:
            words.append([n])
    return words


def _letter(character: str) -> bool:
    return character.isalnum() or character == UNREAD
