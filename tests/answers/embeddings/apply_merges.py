"""Answers to ``apply_merges``."""

from itertools import pairwise

from tests.answers import right, wrong
from tformer import bpe


def _join(parts, pair):
    joined = []
    for part in parts:
        if joined and (joined[-1], part) == pair:
            joined[-1] += part
        else:
            joined.append(part)
    return joined


@right
def merge_after_merge(word, merges):
    parts = [word[i : i + 1] for i in range(len(word))]
    for left, right_one in merges:
        i = 0
        while i < len(parts) - 1:
            if parts[i] == left and parts[i + 1] == right_one:
                parts[i : i + 2] = [left + right_one]
            i += 1
    return parts


@right
def earliest_of_those_there(word, merges):
    parts = [bytes([byte]) for byte in word]
    while True:
        there = set(pairwise(parts))
        known = [pair for pair in merges if pair in there]
        if not known:
            return parts
        parts = _join(parts, known[0])


@right
def ranks_in_a_dict(word, merges):
    ranks = {pair: i for i, pair in enumerate(merges)}
    parts = [bytes([byte]) for byte in word]
    while len(parts) > 1:
        best = min(pairwise(parts), key=lambda pair: ranks.get(pair, float("inf")))
        if best not in ranks:
            break
        parts = _join(parts, best)
    return parts


@right
def as_the_tokenizer_does(word, merges):
    return bpe.apply_merges(word, {pair: i for i, pair in enumerate(merges)})


@right
def one_place_at_a_time(word, merges):
    parts = [bytes([byte]) for byte in word]
    while True:
        found = [
            (merges.index(pair), i) for i, pair in enumerate(pairwise(parts)) if pair in merges
        ]
        if not found:
            return parts
        _, i = min(found)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("longest|greedy")
def longest_token_first(word, merges):
    known = {a + b for a, b in merges} | {bytes([b]) for b in range(256)}
    parts, i = [], 0
    while i < len(word):
        size = max(n for n in range(1, len(word) - i + 1) if word[i : i + n] in known)
        parts.append(word[i : i + size])
        i += size
    return parts


@wrong("latest|last")
def latest_first(word, merges):
    parts = [bytes([byte]) for byte in word]
    while True:
        known = [pair for pair in pairwise(parts) if pair in merges]
        if not known:
            return parts
        parts = _join(parts, max(known, key=merges.index))


@wrong("from the left|leftmost|order")
def leftmost_pair_first(word, merges):
    parts = [bytes([byte]) for byte in word]
    while True:
        known = [pair for pair in pairwise(parts) if pair in merges]
        if not known:
            return parts
        parts = _join(parts, known[0])


@wrong("joins the first known pair")
def first_known_place(word, merges):
    known = set(merges)
    parts = [bytes([b]) for b in word]
    i = 0
    while i < len(parts) - 1:
        if (parts[i], parts[i + 1]) in known:
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
            i = 0
        else:
            i += 1
    return parts


@wrong("one merge|once|a single")
def joins_only_once(word, merges):
    parts = [bytes([byte]) for byte in word]
    known = [pair for pair in pairwise(parts) if pair in merges]
    return _join(parts, min(known, key=merges.index)) if known else parts


@wrong("right|end")
def joins_from_the_right(word, merges):
    parts = [bytes([byte]) for byte in word]
    for a, b in merges:
        i = len(parts) - 2
        while i >= 0:
            if i + 1 < len(parts) and (parts[i], parts[i + 1]) == (a, b):
                parts[i : i + 2] = [a + b]
            i -= 1
    return parts


@wrong("first occurrence|everywhere|only one|each pair")
def first_occurrence_only(word, merges):
    parts = [bytes([byte]) for byte in word]
    for a, b in merges:
        for i in range(len(parts) - 1):
            if (parts[i], parts[i + 1]) == (a, b):
                parts[i : i + 2] = [a + b]
                break
    return parts


@wrong("numbers|whole numbers|ints")
def bytes_as_numbers(word, merges):
    parts = list(word)
    for a, b in merges:
        i = 0
        while i < len(parts) - 1:
            if (parts[i], parts[i + 1]) == (a, b):
                parts[i : i + 2] = [a + b]
            i += 1
    return parts


@wrong("not joined|no merge|merges")
def bytes_alone(word, merges):
    return [bytes([byte]) for byte in word]


@wrong("letters|str|text")
def letters_for_bytes(word, merges):
    parts = list(word.decode())
    for a, b in merges:
        parts = _join(parts, (a.decode(errors="replace"), b.decode(errors="replace")))
    return parts
