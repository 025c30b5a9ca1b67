"""Text from ids: the bytes of all tokens together, read as UTF-8."""

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def ids_to_text(token_ids, tokens, num_specials):
    data = b"".join(tokens[i] for i in token_ids if i >= num_specials)
    return data.decode("utf-8", errors="replace")


HINTS = (
    "Three steps: leave out the special tokens, put the bytes of the others together, read them as "
    "UTF-8.",
    "Special tokens have the ids below num_specials. tokens[i] is bytes, and bytes are joined by "
    'b"".join(...).',
    "An umlaut is two bytes and may be split over two tokens: decode once, when all bytes are "
    'together. Bytes that are no UTF-8 become a sign: decode("utf-8", errors="replace").',
    'b"".join(tokens[i] for i in token_ids if i >= num_specials).decode("utf-8", errors="replace")',
)

# Three specials; " schön" falls apart within its umlaut (ö is C3 B6).
TOKENS = [b"<pad>", b"<bos>", b"<eos>", b"Ein", b" Hund", b" sch", b"\xc3", b"\xb6", b"n", b".",
          b" ", b"\xe2\x98", b"\x95", b"A"]  # fmt: skip

CASES = (
    Case(lambda: ([1, 3, 4, 9, 2], list(TOKENS), 3), "a sentence between <bos> and <eos>"),
    Case(lambda: ([3, 5, 6, 7, 8, 9], list(TOKENS), 3), "an umlaut whose two bytes are two tokens",
         ("split-letter",)),
    Case(lambda: ([4, 10, 11, 12, 10], list(TOKENS), 3), "a sign of three bytes, and blanks at "
         "both ends", ("split-letter", "blanks")),
    Case(lambda: ([3, 6, 9], list(TOKENS), 3), "half an umlaut: no UTF-8", ("broken",)),
    Case(lambda: ([1, 0, 3, 0, 2, 4, 0], list(TOKENS), 3), "specials in between", ("specials",)),
    Case(lambda: ([2, 1, 0], list(TOKENS), 3), "specials alone: an empty text", ("empty",)),
    Case(lambda: ([0, 1, 2, 0], [b"ab", b"\xc3", b"\xa4"], 0), "no specials: id 0 is a word",
         ("no-specials",)),
    Case(lambda: ([0, 1, 2, 3], [b"<pad>", b"x", b"yz", b"\xff"], 1), "one special, and a byte "
         "that UTF-8 never uses", ("broken",)),
    Case(lambda: ([], list(TOKENS), 3), "no ids at all", ("empty",)),
)  # fmt: skip


def variant(
    token_ids, tokens, num_specials, keep=lambda i, n: i >= n, ids=lambda k, n: k, glue=b"",
    alone=False, errors="replace", encoding="utf-8", after=None,
):  # fmt: skip
    """ids_to_text with one switch for each thing that can go wrong."""
    kept = ids([i for i in token_ids if keep(i, num_specials)], num_specials)
    if alone:
        text = glue.decode().join(tokens[i].decode(encoding, errors) for i in kept)
    else:
        text = glue.join(tokens[i] for i in kept).decode(encoding, errors)
    return after(text) if after else text


def _until_special(token_ids, tokens, num_specials):
    kept = []
    for i in token_ids:
        if i < num_specials:
            break
        kept.append(i)
    return variant(kept, tokens, num_specials)


MISTAKES = (
    twist("each-token-alone", "Each token is decoded by itself (each token alone): an umlaut whose "
          "bytes stand in two tokens breaks into two unknown signs. Join all bytes first.",
          alone=True),
    twist("specials-kept", "The special tokens are read out too: ids below num_specials are left "
          "out.", keep=lambda i, n: True),
    twist("one-special-too-many", "The first id that is no special token is left out too: those "
          "below num_specials are special, num_specials itself is not.", keep=lambda i, n: i > n),
    twist("specials-taken-off", "num_specials is taken off the ids (an offset): tokens[i] already "
          "counts the specials.", ids=lambda k, n: [i - n for i in k]),
    Mistake("stops-at-a-special", "The text stops at the first special token; specials should be "
            "left out, and what follows read on.", _until_special),
    twist("blanks-between", "A blank (space) is put between the tokens; they bring their own "
          "blanks.", glue=b" "),
    twist("broken-left-out", "Bytes that are no UTF-8 are left out (errors=\"ignore\"); "
          "errors=\"replace\" puts a sign in their place.", errors="ignore"),
    twist("latin-1", "Each byte becomes a letter (latin-1): UTF-8 writes many letters with two "
          "bytes or more.", encoding="latin-1"),
    twist("stripped", "Blanks at the ends are stripped: they belong to the text.",
          after=lambda t: t.strip()),
)  # fmt: skip


SIGNS = (
    Sign("too-short", "The text is right as far as it goes, and ends too soon.",
         lambda a, g, w: isinstance(g, str) and w.startswith(g)),
)  # fmt: skip

EXERCISE = Exercise(ids_to_text, HINTS, CASES, MISTAKES, variant, SIGNS)
