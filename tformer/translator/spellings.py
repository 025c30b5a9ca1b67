"""The spelling of a typed sentence in which the tokenizer met its words."""

import math
import re
from functools import cache

from tformer._support.folding import READ
from tformer.tokenizer import Tokenizer

LONGEST = 200  # letters of a word; joining pieces takes time that grows with their square
# Spellings without umlauts and of Switzerland. After a vowel or q, "ue" and its like are no umlaut
# (neue, Quelle), nor in Joe, Haie, Michael, zuerst, aktuell, Statuen; after most short vowels "ss"
# is right (Klasse, passt).
UMLAUT = re.compile(
    r"(?<![aeiouqäöü])([aou])e"
    r"(?!\b|[iyj]|(?<=ae)l(s|isch|\b)|(?<=gue)s|(?<=zue)rst|(?<=[dnst]ue)ll|(?<=tue)n\b)",
    re.IGNORECASE,
)
SHARP = re.compile(r"(?<=[iuoöüä])ss(?!ib)|(?<=ie)ss|(?<=stra)ss|(?<=spa)ss", re.IGNORECASE)
DOTS = str.maketrans("aouAOU", "äöüÄÖÜ")


def as_met(sentence: str, tokenizer: Tokenizer) -> str:
    """A small first letter, several words all small or in CAPITALS, or a word without its umlauts
    or ß, as the tokenizer met such words; typographic signs and blanks as plain ones.

    Each word gets its spelling of fewest tokens, since frequent strings became tokens. If the
    spellings with and without umlaut need equally many, the rarest token learnt earlier decides.
    Raises ValueError for a word of more than `LONGEST` letters.

    Example:
        >>> from tformer.tokenizer import BPETokenizer
        >>> as_met("DAS EIS", BPETokenizer.train("Das Eis " * 9, vocab_size=270))
        'Das Eis'
    """

    @cache  # most ways to write a word are the same
    def rarity(text: str) -> tuple[float, int]:
        try:
            ids = tokenizer.encode(text, parse_specials=False)
        except ValueError:  # a letter that a character tokenizer does not have
            return math.inf, 0
        return len(ids), max(ids, default=0)

    sentence = " ".join(READ(sentence).split())
    if (most := max(map(len, sentence.split()), default=0)) > LONGEST:
        raise ValueError(f"sentence has a word of {most:,} letters; at most {LONGEST} are read")
    words = re.findall(r"\s*\S+", sentence)
    # One word alone may be an abbreviation; to single characters all spellings are as good.
    flat = words[1:] and tokenizer.kind == "bpe" and (sentence.isupper() or sentence.islower())
    found = []
    for word in words:
        ways = [word.lower(), word.title(), word] if flat else [word]
        if not found and not flat:
            ways.append(word[:1].upper() + word[1:])
        ways = [min(way, _with_umlauts(way), key=rarity) for way in ways]
        ways += [_with_sharp_s(way) for way in ways]
        word = min(ways, key=lambda text: rarity(text)[0])
        if not found and flat and rarity(f" {word[:1].upper()}")[0] == 1:  # words begin so
            word = word[:1].upper() + word[1:]
        found.append(word)
    return "".join(found)


def _with_umlauts(word: str) -> str:
    return UMLAUT.sub(lambda found: found[1].translate(DOTS), word)


def _with_sharp_s(word: str) -> str:
    return SHARP.sub("ß", word)
