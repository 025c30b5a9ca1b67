"""Answers to ``ids_to_text``."""

import codecs

from tests.answers import right, wrong


@right
def joined_then_decoded(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids if i >= num_specials).decode(errors="replace")


@right
def by_a_loop(token_ids, tokens, num_specials):
    data = b""
    for i in token_ids:
        if i < num_specials:
            continue
        data += tokens[i]
    return data.decode("utf-8", "replace")


@right
def bytearray_and_str(token_ids, tokens, num_specials):
    data = bytearray()
    for token in token_ids:
        if token not in range(num_specials):
            data.extend(tokens[token])
    return str(data, encoding="utf-8", errors="replace")


@right
def incremental_decoder(token_ids, tokens, num_specials):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    pieces = [decoder.decode(tokens[i]) for i in token_ids if i >= num_specials]
    return "".join(pieces) + decoder.decode(b"", final=True)


@wrong("each token alone|split|by itself")
def decodes_each_token(token_ids, tokens, num_specials):
    return "".join(tokens[i].decode(errors="replace") for i in token_ids if i >= num_specials)


@wrong("special")
def says_the_specials(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids).decode(errors="replace")


@wrong("UnicodeDecodeError|errors=|replace")
def strict(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids if i >= num_specials).decode()


@wrong("left out|ignore|replace")
def ignores_what_is_broken(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids if i >= num_specials).decode(errors="ignore")


@wrong("first id|num_specials|special")
def one_special_too_many(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids if i > num_specials).decode(errors="replace")


@wrong("blank|space")
def blanks_between(token_ids, tokens, num_specials):
    return b" ".join(tokens[i] for i in token_ids if i >= num_specials).decode(errors="replace")


@wrong("latin|byte by byte|each byte")
def latin_one(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids if i >= num_specials).decode("latin-1")


@wrong("bytes")
def left_as_bytes(token_ids, tokens, num_specials):
    return b"".join(tokens[i] for i in token_ids if i >= num_specials)


@wrong("strip|blank")
def strips_the_text(token_ids, tokens, num_specials):
    kept = b"".join(tokens[i] for i in token_ids if i >= num_specials)
    return kept.decode(errors="replace").strip()


@wrong("special|stops|first")
def stops_at_a_special(token_ids, tokens, num_specials):
    data = b""
    for i in token_ids:
        if i < num_specials:
            break
        data += tokens[i]
    return data.decode(errors="replace")


@wrong("offset|num_specials|taken off|shift")
def takes_the_specials_off(token_ids, tokens, num_specials):
    kept = [i - num_specials for i in token_ids if i >= num_specials]
    return b"".join(tokens[i] for i in kept).decode(errors="replace")
