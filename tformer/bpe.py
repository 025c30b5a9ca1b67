"""Byte-pair encoding, the algorithm: which neighbours to join, learnt from counts.

Text is first cut into words (a merge never crosses a word), a word is a row of bytes, and the most
frequent pair of neighbours becomes a new token, again and again.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

import regex

from tformer._support.checks import check_kind, check_texts
from tformer._support.signatures import Size, checked

Pair = tuple[bytes, bytes]

# GPT-2's cut into words: English contractions; letters, digits, or signs with the space before
# them; runs of white space, of which the last one is left to the next word.
# Source: Radford et al. 2019, section 2.2, and the encoder published with it.
WORD = regex.compile(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")


def count_words(texts: Iterable[str]) -> dict[bytes, int]:
    """How often each word, as UTF-8 bytes, occurs in ``texts``.

    >>> count_words(["It's a test", " a test"])
    {b'It': 1, b"'s": 1, b' a': 2, b' test': 2}
    """
    words = Counter(word for text in check_texts(texts=texts) for word in WORD.findall(text))
    return {word.encode(): count for word, count in words.items()}


def merge_ranks(merges: Iterable[Pair]) -> tuple[dict[Pair, int], list[bytes]]:
    """The rank of each merge, and all tokens in order: the 256 bytes, then what the merges make.

    A saved merge holds a character for each byte, since JSON has no bytes. Raises: ValueError for
    what is no pair of tokens, or joins what no earlier merge has made.
    """
    check_kind(Iterable, merges=merges)
    rank, tokens = {}, dict.fromkeys(bytes([byte]) for byte in range(256))
    for i, pair in enumerate(merges):
        known = isinstance(pair, list | tuple) and all(isinstance(p, bytes | str) for p in pair)
        if not known or len(pair) != 2:
            raise ValueError(f"merges[{i}]={pair!r:.60} is no pair of tokens")
        left, right = (p.encode("latin-1") if isinstance(p, str) else p for p in pair)
        if left not in tokens or right not in tokens:
            raise ValueError(f"merges[{i}]={left, right} joins what no earlier merge has made")
        rank.setdefault((left, right), i)
        tokens[left + right] = None
    return rank, list(tokens)


def merge_pair(parts: Sequence[bytes], pair: Pair) -> list[bytes]:
    """``parts`` with every occurrence of the two neighbours ``pair`` joined, from the left.

    >>> merge_pair([b"a", b"a", b"a", b"b"], (b"a", b"a"))
    [b'aa', b'a', b'b']
    """
    if not isinstance(parts, (list, tuple)) or not isinstance(pair, tuple) or len(pair) != 2:
        check_kind((list, tuple), parts=parts)
        raise TypeError(f"pair={pair!r:.60} is no pair of tokens; give a tuple of two")
    merged = []
    for part in parts:
        if merged and (merged[-1], part) == pair:
            merged[-1] += part  # longer than pair[0]: it cannot be joined a second time
        else:
            merged.append(part)
    return merged


def apply_merges(
    word: bytes, rank: Mapping[Pair, int], dropped: Callable[[], bool] | None = None
) -> list[bytes]:
    """The tokens of one word: the pair learnt earliest is joined first, until none is left.

    ``dropped()`` may leave a pair out, drawn anew at every step: BPE-dropout, which shows a model
    the same word in different pieces. Source: Provilkov et al. 2020, algorithm 1.
    """
    check_kind(bytes, word=word)
    check_kind(Mapping, rank=rank)
    parts = [bytes([byte]) for byte in word]
    while len(parts) > 1:
        pairs = [pair for pair in pairwise(parts) if pair in rank and not (dropped and dropped())]
        if not pairs:
            break
        parts = merge_pair(parts, min(pairs, key=rank.__getitem__))
    return parts


@checked
def learn_merges(words: Mapping[bytes, Size], num_tokens: int) -> list[Pair]:
    """The merges, in order, that make ``num_tokens`` new tokens; fewer if the text has no more.

    ``words`` gives each word's count. The most frequent pair of neighbours is joined first; of
    equally frequent pairs the greatest, compared as bytes. A merge whose result exists already
    (a+bc after ab+c) adds no token. Source: Sennrich et al. 2016, algorithm 1, on bytes.

    >>> learn_merges({b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3}, 3)
    [(b's', b't'), (b'e', b'st'), (b'o', b'w')]
    """
    parts = {word: [bytes([byte]) for byte in word] for word in words}
    merges: dict[Pair, None] = {}  # a set that keeps its order
    while len({left + right for left, right in merges}) < num_tokens:
        counts: Counter[Pair] = Counter()
        for word, times in words.items():
            for pair in pairwise(parts[word]):
                counts[pair] += times
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges[best] = None
        parts = {word: merge_pair(parts[word], best) for word in words}
    return list(merges)


@checked
def learn_merges_fast(words: Mapping[bytes, Size], num_tokens: int) -> list[Pair]:
    """The merges of `learn_merges`, hundreds of times faster: a merge changes only the words that
    hold its pair, so only these are counted anew, and a heap keeps the best pair on top."""
    changed = {word: [bytes([byte]) for byte in word] for word in words}
    parts: dict[bytes, list[bytes]] = {word: [] for word in words}
    counts: Counter[Pair] = Counter()
    holders: defaultdict[Pair, set[bytes]] = defaultdict(set)
    heap, merges, made = [], {}, set()
    while len(made) < num_tokens:
        change: Counter[Pair] = Counter()
        for word, merged in changed.items():
            for pair in pairwise(parts[word]):
                change[pair] -= words[word]
            for pair in pairwise(merged):
                change[pair] += words[word]
                holders[pair].add(word)
            parts[word] = merged
        for pair, difference in change.items():
            counts[pair] += difference
            if difference and counts[pair]:
                heapq.heappush(heap, (-counts[pair], _GreatestFirst(pair)))
        while heap and counts[heap[0][1]] != -heap[0][0]:
            heapq.heappop(heap)  # an old entry: each change of a count pushed a new one
        if not heap:
            break
        best = tuple(heapq.heappop(heap)[1])
        merges[best] = None
        made.add(best[0] + best[1])
        changed = {word: merge_pair(parts[word], best) for word in holders.pop(best)}
    return list(merges)


class _GreatestFirst(tuple):
    """A pair that sorts backwards: on a heap the greatest of equally frequent pairs is on top."""

    __lt__ = tuple.__gt__
