"""The phrasebook: German sentences of every day and their English, a line of phrases.tsv.xz each.

A grammar wrote them for the translators that ship, which learnt them beside captions; the table is
kept as they read it (assets/recipes/README.md). A new sentence is a new line, before the last 500.
"""

from pathlib import Path

from tformer._support.checks import check_size
from tformer.data.corpora import Pair, tsv

TABLE = Path(__file__).with_name("phrases.tsv.xz")
NOUNS = Path(__file__).with_name("nouns.tsv")
HELD_OUT = 500  # pairs at the end of the table, which nobody learns


def phrase_pairs() -> list[Pair]:
    """All pairs of the table, (German, English), 50,500 of them. Some short ones come back."""
    import lzma  # which some builds of Python lack; they train on all else

    text = lzma.decompress(TABLE.read_bytes()).decode()
    return [tuple(line.split("\t")) for line in text.splitlines()]


def split_phrases(phrasebook: int) -> tuple[list[Pair], list[Pair]]:
    """The first ``phrasebook`` pairs, to learn from, and the last 500, held out; for 0 none.

    Raises TypeError or ValueError for what is no whole number from 0 to 50,000.
    """
    check_size(0, phrasebook=phrasebook)
    pairs = phrase_pairs() if phrasebook else []
    most = max(0, len(pairs) - HELD_OUT)
    if phrasebook > most:
        raise ValueError(f"phrasebook={phrasebook} is more than the table has: {most} pairs to "
                         f"learn from, and {HELD_OUT} that are held out")  # fmt: skip
    return pairs[:phrasebook], pairs[most:]


def german_nouns() -> list[Pair]:
    """The nouns of those sentences: 853 German ones, in the singular if they have one, and their
    English."""
    return tsv(NOUNS)
