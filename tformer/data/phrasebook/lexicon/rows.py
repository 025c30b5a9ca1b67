"""How the tables of words are written: "German = English", one after another."""

Pair = tuple[str, str]


def read_words(row: str) -> tuple[str, ...]:
    """The words of a row that blanks part."""
    return tuple(row.split())


def read_pairs(rows: str, separator: str | None = ",") -> tuple[Pair, ...]:
    """(German, English) of each "German = English"; a word alone is the same in both languages.

    ``separator`` None parts the rows at blanks; "_" is then a blank within a name.
    """
    pairs = []
    for row in rows.split(separator):
        german, _, english = (" ".join(side.split()) for side in row.partition("="))
        pairs.append((german.replace("_", " "), (english or german).replace("_", " ")))
    return tuple(pairs)
