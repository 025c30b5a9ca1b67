"""Byte pairs learnt: the most frequent pair of neighbours becomes a token, again and again."""

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from .joining import everywhere, once, pairs


def learn_merges(words, num_merges):
    parts = {word: [bytes([byte]) for byte in word] for word in words}
    merges = []
    for _ in range(num_merges):
        counts = {}
        for word, times in words.items():
            for i in range(len(parts[word]) - 1):
                pair = parts[word][i], parts[word][i + 1]
                counts[pair] = counts.get(pair, 0) + times
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        for word in words:
            joined = []
            for part in parts[word]:
                if joined and (joined[-1], part) == best:
                    joined[-1] += part
                else:
                    joined.append(part)
            parts[word] = joined
    return merges


HINTS = (
    "Keep each word as a list of parts, single bytes at first. A round: count all pairs of "
    "neighbours, take the best, join it in all words.",
    "A pair counts as often as its words occur: times, not 1. No pair crosses the end of a word. "
    "Count anew in each round, since joining makes new pairs.",
    "The best is the most frequent; of equally frequent ones the greatest, compared as bytes: "
    "max(counts, key=lambda pair: (counts[pair], pair)). No pair left: end early.",
    "for _ in range(num_merges): counts over all words; if not counts: break; merges.append(best); "
    "then build each word anew from the left: if the last part and this one are the best pair, "
    "they become one.",
)

BOOK = {b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3}

CASES = (
    Case(lambda: ({b"low": 5, b"lower": 2, b"newest": 6, b"wide": 3}, 3), "four words and how "
         "often each occurs; we is in lower and newest: 8 times"),
    Case(lambda: (dict(BOOK), 6), "six rounds: es and st are equally frequent", ("ties",)),
    Case(lambda: ({b"ab": 1, b"cd": 1, b"ef": 1}, 3), "all pairs once", ("ties",)),
    Case(lambda: ({b"xy": 2, b"xyxy": 1, b"zz": 3}, 5), "ends early: at last every word is one "
         "token", ("ends-early",)),
    Case(lambda: ({b"aaaa": 1, b"aaab": 2, b"b": 9}, 4), "runs of the same byte, joined from the "
         "left", ("same-letters",)),
    Case(lambda: ({b"abab": 3, b"bc": 5, b"ba": 2, b"cab": 1}, 4), "a pair that comes twice in a "
         "word; a word count that decides", ("twice-in-a-word",)),
    Case(lambda: ({b"at": 4, b" at": 4, b"ta": 7, b" a": 1}, 3), "words that begin with a blank; "
         "no pair crosses the end of a word", ("blanks",)),
    Case(lambda: ({"schön".encode(): 3, "Öl".encode(): 2, "öl".encode(): 1}, 4), "umlauts: two "
         "bytes each", ("umlauts",)),
    Case(lambda: ({b"a": 3, b"b": 1}, 2), "words of one byte: no pair at all", ("no-pair",)),
    Case(lambda: ({b"ab": 1}, 0), "no rounds asked", ("no-rounds",)),
    Case(lambda: ({}, 2), "no words", ("no-pair",)),
)  # fmt: skip


def _best(counts):
    return max(counts, key=lambda pair: (counts[pair], pair))


def variant(
    words, num_merges, weight=lambda times: times, best=_best, join=everywhere, least=1,
    within=True, ends=True, after=None,
):  # fmt: skip
    """learn_merges with one switch for each thing that can go wrong."""
    if within:
        rows = [([bytes([byte]) for byte in word], n) for word, n in words.items()]
    else:  # one long row: pairs cross the ends of words
        rows = [([bytes([byte]) for word, n in words.items() for byte in word * n], 1)]
    merges = []
    for _ in range(num_merges):
        counts = {}
        for parts, times in rows:
            for pair in pairs(parts):
                counts[pair] = counts.get(pair, 0) + weight(times)
        if ends and (not counts or max(counts.values()) < least):
            break
        merges.append(best(counts))
        rows = [(join(parts, merges[-1]), times) for parts, times in rows]
    return [after(pair) for pair in merges] if after else merges


def _one_count(words, num_merges):
    """The most frequent pairs of bytes, counted once."""
    counts = {}
    for word, times in words.items():
        for a, b in pairs(word):
            pair = bytes([a]), bytes([b])
            counts[pair] = counts.get(pair, 0) + times
    return sorted(counts, key=lambda p: (counts[p], p), reverse=True)[:num_merges]


MISTAKES = (
    twist("joined-once-a-word", "The pair is joined at its first occurrence in a word only; it "
          "should be joined everywhere.", join=once),
    twist("words-counted-once", "Each word counts once, whatever its count is: how often a word "
          "occurs has to weigh its pairs.", weight=lambda times: 1),
    twist("first-of-equals", "A tie goes to the pair that was met first; of equally frequent pairs "
          "the greatest, compared as bytes, is taken.",
          best=lambda c: max(c, key=lambda p: c[p])),
    twist("smallest-of-equals", "A tie goes to the smallest pair; of equally frequent pairs the "
          "greatest, compared as bytes, is taken.",
          best=lambda c: min(c, key=lambda p: (-c[p], p))),
    twist("across-words", "Pairs are counted across the end of a word: the words stand in one long "
          "row. A merge never crosses a word.", within=False),
    twist("never-joined", "The pair is never joined in the words: the same pair is found in each "
          "round.", join=lambda parts, pair: parts),
    Mistake("one-count-only", "All merges are taken from one count, the first: after a merge the "
            "pairs have to be counted again (not counted again, all at once).", _one_count),
    twist("does-not-end-early", "When no pair is left it goes on and fails (ValueError): it should "
          "end early, with fewer merges.", ends=False),
    twist("stops-at-frequency-one", "It stops where the best pair is met only once; a pair that "
          "occurs once is joined too, as long as one is left.", least=2),
    twist("tokens-not-pairs", "It returns the joined tokens; asked for are the pairs, (left, "
          "right).", after=lambda pair: pair[0] + pair[1]),
)  # fmt: skip


def _pair_list(got):
    return isinstance(got, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in got
    )


SIGNS = (
    Sign("too-few-merges", "The merges are right as far as they go, and end too soon.",
         lambda a, g, w: _pair_list(g) and list(g) == w[: len(g)]),
    Sign("first-merge-right", "The first merge is right and a later one is not: are the words "
         "joined everywhere, and the pairs counted anew?",
         lambda a, g, w: _pair_list(g) and list(g[:1]) == w[:1]),
)  # fmt: skip

EXERCISE = Exercise(learn_merges, HINTS, CASES, MISTAKES, variant, SIGNS)
