"""Answers to ``learn_merges``."""

from collections import Counter, defaultdict
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


def _learn(words, num_merges, best=None, weigh=True, join=_join):
    parts = [[bytes([byte]) for byte in word] for word in words]
    merges = []
    for _ in range(num_merges):
        counts = Counter()
        for word, times in zip(parts, words.values(), strict=True):
            for pair in pairwise(word):
                counts[pair] += times if weigh else 1
        if not counts:
            break
        pair = best(counts) if best else max(counts, key=lambda p: (counts[p], p))
        merges.append(pair)
        parts = [join(word, pair) for word in parts]
    return merges


@right
def counted_anew(words, num_merges):
    return _learn(words, num_merges)


@right
def as_the_tokenizer_does(words, num_merges):
    return bpe.learn_merges(words, num_merges)


@right
def sorted_twice(words, num_merges):
    state = {word: tuple(word[i : i + 1] for i in range(len(word))) for word in words}
    merges = []
    while len(merges) < num_merges:
        counts = {}
        for word, parts in state.items():
            for i in range(len(parts) - 1):
                pair = parts[i], parts[i + 1]
                counts[pair] = counts.get(pair, 0) + words[word]
        if counts == {}:
            return merges
        ranked = sorted(sorted(counts), key=counts.get)  # stable: of equals the greatest last
        merges.append(ranked[-1])
        state = {word: tuple(_join(parts, ranked[-1])) for word, parts in state.items()}
    return merges


@right
def in_place(words, num_merges):
    lists = [([bytes([b]) for b in word], times) for word, times in words.items()]
    merges = []
    for _ in range(num_merges):
        counts = Counter()
        for parts, times in lists:
            counts.update({p: n * times for p, n in Counter(pairwise(parts)).items()})
        if not counts:
            break
        most = max(counts.values())
        a, b = max(pair for pair, n in counts.items() if n == most)
        merges.append((a, b))
        for parts, _ in lists:
            i = 0
            while i + 1 < len(parts):
                if parts[i] == a and parts[i + 1] == b:
                    parts[i] = a + b
                    del parts[i + 1]
                i += 1
    return merges


@wrong("how often|count of the word|once")
def words_counted_once(words, num_merges):
    return _learn(words, num_merges, weigh=False)


@wrong("tie|equally|first")
def first_of_equals(words, num_merges):
    return _learn(words, num_merges, lambda counts: counts.most_common(1)[0][0])


@wrong("tie|equally|smallest|least")
def smallest_of_equals(words, num_merges):
    return _learn(words, num_merges, lambda counts: min(counts, key=lambda p: (-counts[p], p)))


@wrong("`min` in the place of `max`")
def rarest_first(words, num_merges):
    return _learn(words, num_merges, lambda counts: min(counts, key=lambda p: (counts[p], p)))


@wrong("word|across|boundar")
def across_words(words, num_merges):
    text = [bytes([byte]) for word, times in words.items() for byte in word * times]
    merges = []
    for _ in range(num_merges):
        counts = Counter(pairwise(text))
        if not counts:
            break
        merges.append(max(counts, key=lambda p: (counts[p], p)))
        text = _join(text, merges[-1])
    return merges


@wrong("never joined|single bytes|not joined")
def never_joins(words, num_merges):
    return _learn(words, num_merges, join=lambda parts, pair: parts)


@wrong("ends|pair is left|no pair|empty|ValueError")
def never_ends_early(words, num_merges):
    def best(counts):
        return max(counts, key=lambda p: (counts[p], p))

    parts = [[bytes([byte]) for byte in word] for word in words]
    merges = []
    for _ in range(num_merges):
        counts = Counter()
        for word, times in zip(parts, words.values(), strict=True):
            for pair in pairwise(word):
                counts[pair] += times
        merges.append(best(counts))
        parts = [_join(word, merges[-1]) for word in parts]
    return merges


@wrong("joined|tokens|pairs")
def gives_tokens(words, num_merges):
    return [a + b for a, b in _learn(words, num_merges)]


@wrong("twice|occurs once|only once|frequen")
def stops_at_pairs_met_once(words, num_merges):
    def best(counts):
        pair = max(counts, key=lambda p: (counts[p], p))
        return pair

    parts = [[bytes([byte]) for byte in word] for word in words]
    merges = []
    for _ in range(num_merges):
        counts = Counter()
        for word, times in zip(parts, words.values(), strict=True):
            for pair in pairwise(word):
                counts[pair] += times
        if not counts or counts[best(counts)] < 2:
            break
        merges.append(best(counts))
        parts = [_join(word, merges[-1]) for word in parts]
    return merges


@wrong("all at once|one count|first counts|not counted again")
def the_most_frequent_of_one_count(words, num_merges):
    counts = Counter()
    for word, times in words.items():
        for a, b in pairwise(word):
            counts[bytes([a]), bytes([b])] += times
    return sorted(counts, key=lambda p: (counts[p], p), reverse=True)[:num_merges]


@wrong("`num_merges` larger by one")
def one_too_many(words, num_merges):
    return _learn(words, num_merges + 1)


@wrong("later one is not")
def the_right_half_stays(words, num_merges):
    parts = {word: [word[i : i + 1] for i in range(len(word))] for word in words}
    merges = []
    for _ in range(num_merges):
        counts = Counter()
        for word, cut in parts.items():
            for pair in pairwise(cut):
                counts[pair] += words[word]
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        for word, cut in parts.items():
            new, i = [], 0
            while i < len(cut):
                together = tuple(cut[i : i + 2]) == best
                new.append(cut[i] + cut[i + 1] if together else cut[i])
                i += 1
            parts[word] = new
    return merges


@wrong("first occurrence")
def first_place_of_a_word(words, num_merges):
    split = [([bytes([c]) for c in w], n) for w, n in words.items()]
    result = []
    for _ in range(num_merges):
        freq = defaultdict(int)
        for toks, n in split:
            for pair in pairwise(toks):
                freq[pair] += n
        if not freq:
            break
        pair = max(freq.items(), key=lambda kv: (kv[1], kv[0]))[0]
        result.append(pair)
        for toks, _ in split:
            for i in range(len(toks) - 1):
                if toks[i] == pair[0] and toks[i + 1] == pair[1]:
                    toks[i] = pair[0] + pair[1]
                    del toks[i + 1]
                    break
    return result
