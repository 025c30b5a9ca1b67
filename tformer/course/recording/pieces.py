"""Pieces of text as a reader sees them: which belong to one word, and what was never met whole."""

from collections.abc import Sequence

from tformer.tokenizer import Tokenizer

BROKEN = "\ufffd"  # what decoding makes of bytes that are no character


def named(tokenizer: Tokenizer, ids: Sequence[int]) -> tuple[list[str], list[int]]:
    """The text of each piece, and where the strange ones are: bytes of a character in pieces.

    Tokens are made of what was frequent in training, so a character that stays in pieces was
    hardly ever met. Its first piece gets the character's name, the others none.
    """
    labels, strange = [tokenizer.decode([i]) for i in ids], []
    start = 0
    while start < len(ids):
        end = start + 1
        if BROKEN in labels[start]:
            end = _whole(tokenizer, ids, start)
            strange += range(start, end)
            labels[start:end] = [tokenizer.decode(ids[start:end]), *[""] * (end - start - 1)]
        start = end
    return labels, strange


def _whole(tokenizer: Tokenizer, ids: Sequence[int], start: int) -> int:
    """The end of the shortest run from ``start`` on that decodes; of one piece if there is none."""
    for end in range(start + 1, min(start + 5, len(ids) + 1)):  # UTF-8 has at most four bytes
        if BROKEN not in tokenizer.decode(ids[start:end]):
            return end
    return start + 1


def words(labels: Sequence[str]) -> list[int]:
    """The number of the word that each piece belongs to; a mark is a word of its own.

    >>> words([" tie", "fen", " Schnee", "."])
    [0, 0, 1, 2]
    """
    numbers: list[int] = []
    for before, label in zip(["", *labels], labels, strict=False):
        joined = (label[:1].isalnum() and before[-1:].isalnum()) or (numbers and not label)
        numbers.append(numbers[-1] + (not joined) if numbers else 0)
    return numbers
