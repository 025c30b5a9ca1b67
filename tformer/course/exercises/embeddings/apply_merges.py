"""Byte pairs applied: a new word is cut by the merges that were learnt, the earliest first.

One pass over the merges gives what rounds give that begin again with the earliest pair there. A
token is cut inside itself in one way only, whatever stands beside it, so it is always made by one
merge, and a pair that holds it was learnt after that one: no later merge makes an earlier pair
possible again. A list in which it could was not learnt from text.
"""

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from .joining import everywhere, from_the_right, once, pairs


def apply_merges(word, merges):
    parts = [bytes([byte]) for byte in word]
    for left, right in merges:
        joined = []
        for part in parts:
            if joined and joined[-1] == left and part == right:
                joined[-1] = left + right
            else:
                joined.append(part)
        parts = joined
    return parts


HINTS = (
    "Begin with single bytes, and take the merges in the order in which they were learnt. Each "
    "joins its pair wherever the two stand side by side.",
    "bytes([byte]) for byte in word gives the single bytes: going through bytes gives numbers.",
    "To join a pair everywhere, go through the parts once from the left and build a new list: does "
    "the last part of the new list and this one make the pair? Then they become one.",
    "joined = []; for part in parts: if joined and (joined[-1], part) == pair: joined[-1] += part, "
    "else joined.append(part); then parts = joined, for each pair of merges.",
)


def _pairs(*texts):
    return [tuple(part.encode("latin-1") for part in text.split("+")) for text in texts]


CASES = (
    Case(lambda: (b"lower", _pairs("w+e", "l+o", "lo+we")), "three merges, of which the third "
         "joins what the first two made"),
    Case(lambda: (b"abc", _pairs("b+c", "a+b")), "two pairs overlap: the earlier one wins",
         ("overlap",)),
    Case(lambda: (b"abcab", _pairs("a+b", "b+c", "ab+c", "abc+ab")), "a chain of merges, and a "
         "pair that comes twice", ("chain",)),
    Case(lambda: (b"aaaaa", _pairs("a+a", "aa+a", "aa+aa")), "five of the same: from the left, "
         "aa aa a", ("same-letters",)),
    Case(lambda: (b"banana", _pairs("n+a", "a+n", "ba+na", "na+na")), "a longer pair would fit "
         "from the left, but the earlier one has taken its bytes", ("overlap",)),
    Case(lambda: (b"xyz", _pairs("a+b", "y+x")), "none fits: the bytes", ("none-fits",)),
    Case(lambda: (b"acbcbabc", _pairs("b+c")), "a pair that comes twice, and each of its halves "
         "beside another letter", ("comes-twice",)),
    Case(lambda: (b"z", _pairs("z+z")), "one byte", ("length-one",)),
    Case(lambda: (b"", _pairs("a+b")), "an empty word", ("empty",)),
    Case(lambda: (b"ab", []), "no merges", ("no-merges",)),
    Case(lambda: ("schön".encode(), _pairs("s+c", "\xc3+\xb6", "sc+h", "\xc3\xb6+n")), "an umlaut: "
         "two bytes that a merge joins", ("umlaut",)),
    Case(lambda: ("näh".encode(), _pairs("n+\xc3")), "a merge that splits an umlaut", ("umlaut",)),
)  # fmt: skip


def variant(
    word, merges, order=lambda m: m, join=everywhere, start=lambda w: [bytes([b]) for b in w],
):  # fmt: skip
    """apply_merges with one switch for each thing that can go wrong."""
    parts = start(word)
    for each in order(list(merges)):
        parts = join(parts, each)
    return parts


def _by_choice(choose):
    """At each step one of the known pairs that are there is joined everywhere."""

    def cut(word, merges):
        parts = [bytes([byte]) for byte in word]
        while known := [pair for pair in pairs(parts) if pair in merges]:
            parts = everywhere(parts, choose(known, merges))
        return parts

    return cut


def _first_place(word, merges):
    """From the left, the first place where any merge fits, and from the start again."""
    parts = [bytes([byte]) for byte in word]
    while places := [i for i, pair in enumerate(pairs(parts)) if pair in merges]:
        i = places[0]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


def _longest(word, merges):
    known = {left + right for left, right in merges}
    parts, i = [], 0
    while i < len(word):
        sizes = range(1, len(word) - i + 1)
        size = max(n for n in sizes if n == 1 or word[i : i + n] in known)
        parts.append(word[i : i + size])
        i += size
    return parts


def _one_merge(word, merges):
    parts = [bytes([byte]) for byte in word]
    known = [pair for pair in pairs(parts) if pair in merges]
    return everywhere(parts, min(known, key=merges.index)) if known else parts


MISTAKES = (
    Mistake("latest-of-those-there", "Of the pairs that are there the one learnt latest is joined "
            "first, or the last in the list: the earliest comes first.",
            _by_choice(lambda known, merges: max(known, key=merges.index))),
    Mistake("leftmost-first", "The leftmost pair that is known is joined first (from the left); "
            "the order is that of the merges, wherever in the word they fit.",
            _by_choice(lambda known, merges: known[0])),
    Mistake("first-place-from-the-left", "It goes from the left and joins the first known pair "
            "that it meets. The merges go by their own order, wherever in the word they fit.",
            _first_place),
    Mistake("longest-token-first", "From the left, the longest token that is known is taken "
            "(greedy): that is another way to cut. Merges are applied in their order.", _longest),
    Mistake("one-merge-only", "It stops after one merge: go on until none is left.", _one_merge),
    twist("once-a-merge", "Each pair is joined at its first occurrence only; it should be joined "
          "everywhere in the word.", join=once),
    twist("from-the-right", "A pair is joined from the right end on: of three equal bytes the last "
          "two. Join from the left.", join=from_the_right),
    twist("nothing-joined", "The bytes are not joined: the merges have no effect.",
          order=lambda m: []),
    twist("bytes-as-numbers", "Going through bytes gives whole numbers, and no pair of numbers is "
          "among the merges: bytes([byte]) for byte in word.", start=list),
)  # fmt: skip


def _whole(args, got, want):
    return isinstance(got, list | tuple) and all(isinstance(part, bytes) for part in got)


SIGNS = (
    Sign("no-list-of-bytes", "It does not return a list of bytes.",
         lambda a, g, w: not _whole(a, g, w)),
    Sign("too-few-joined", "Too few pairs are joined.",
         lambda a, g, w: _whole(a, g, w) and len(g) > len(w)),
)  # fmt: skip

EXERCISE = Exercise(apply_merges, HINTS, CASES, MISTAKES, variant, SIGNS)
