"""Words, and the pieces in which a model reads and writes them.

A piece that begins with a blank begins a word. A piece that begins with a letter continues the word
if the piece before ended in a letter.
"""

import math
import re
from collections.abc import Sequence
from functools import cache

from tformer._support.checks import check_texts
from tformer._support.folding import READ
from tformer.tokenizer import Tokenizer

SPECIAL = re.compile(r"<\w+>")
UNREAD = "\ufffd"  # a token decodes to this if it holds only some bytes of a letter
LONGEST = 200  # letters of a word; joining pieces takes time that grows with their square
UNSURE = 0.2  # below it a word is marked: a third of wrong answers hold one, few right ones do
NUMBER = re.compile(r"[0-9]+(?:[.,:][0-9]+)*")  # 42, 12,50 and 18:45
NUMBER_WORDS = {
    "2": ("zwei", "two"), "3": ("drei", "three"), "4": ("vier", "four"), "5": ("fünf", "five"),
    "6": ("sechs", "six"), "7": ("sieben", "seven"), "8": ("acht", "eight"), "9": ("neun", "nine"),
    "10": ("zehn", "ten"), "11": ("elf", "eleven"), "12": ("zwölf", "twelve"),
}  # fmt: skip
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

Words = list[tuple[str, float]]


def whole_words(tokens: Sequence[str], probabilities: Sequence[float]) -> Words:
    """The words of an answer, each with the product of the probabilities of its pieces.

    Args:
        tokens: as a tokenizer decodes them one by one, with their blanks; special ones such as
            ``<eos>`` are left out.
        probabilities: of each token, given all before it; a tensor will do.

    Raises:
        ValueError: not one probability a token, or one that is not in 0..1.

    Example:
        >>> whole_words(["A", " gui", "tar", "."], [0.5, 0.5, 0.5, 1.0])
        [('A', 0.5), (' guitar', 0.25), ('.', 1.0)]
    """
    tokens = check_texts(tokens=tokens)
    try:
        chances = [float(p) for p in probabilities]
    except (TypeError, ValueError) as error:
        raise TypeError(f"probabilities={probabilities!r:.60} must be numbers") from error
    if len(chances) != len(tokens):
        raise ValueError(f"probabilities has {len(chances)} numbers, tokens {len(tokens)}")
    if wrong := [p for p in chances if not 0 <= p <= 1.0001]:
        raise ValueError(f"probabilities holds {wrong[0]}, which is not in 0..1; give the softmax")
    return [
        ("".join(tokens[i] for i in word), min(1.0, math.prod(chances[i] for i in word)))
        for word in grouped(tokens)
        if not SPECIAL.fullmatch(tokens[word[0]])
    ]


def grouped(tokens: Sequence[str]) -> list[list[int]]:
    """The places of the tokens, grouped by word."""
    words: list[list[int]] = []
    for n, token in enumerate(tokens):
        before = tokens[n - 1] if n else "<start>"
        alone = SPECIAL.fullmatch(token) or SPECIAL.fullmatch(before)
        goes_on = before == " " or (_letter(before[-1:]) and _letter(token[:1]))
        if goes_on and not alone:
            words[-1].append(n)
        else:
            words.append([n])
    return words


def _letter(character: str) -> bool:
    return character.isalnum() or character == UNREAD


def unsure(words: Words, sentence: str) -> list[int]:
    """The places of the words to mark in the answer to a sentence: improbable ones, and numbers
    that the sentence does not have (12.50 is 12,50), for these are to be copied.

    >>> unsure([("It", 0.9), (" costs", 0.1), (" 15", 0.9), (".", 1.0)], "Es kostet 12,50.")
    [1, 2]
    """
    text, known, odd, start = "".join(word for word, _ in words), _numbers(sentence), set(), 0
    for number in NUMBER.finditer(text):
        if number[0].replace(",", ".") not in known:
            odd.update(range(*number.span()))
    found = []
    for n, (word, p) in enumerate(words):
        end = start + len(word)
        if not SPECIAL.fullmatch(word) and (p < UNSURE or odd & set(range(start, end))):
            found.append(n)
        start = end
    return found


def lost_numbers(sentence: str, text: str) -> list[str]:
    """The numbers of a sentence, as typed, that are missing in its translation.

    >>> lost_numbers("Um 18:45 kosten 3 Eier 2,50 €.", "At 145 three eggs cost 2.50 €.")
    ['18:45']
    """
    there = {*_numbers(text), *re.findall(r"[^\W\d_]+", text.lower())}
    return [typed for number, typed in _numbers(sentence).items()
            if not there & {number, *NUMBER_WORDS.get(number, ())}]  # fmt: skip


def numbers_kept(sentence: str, text: str) -> bool:
    """Whether a translation has all numbers of a sentence and no others; True without numbers."""
    known = _numbers(sentence)
    more = _numbers(text).keys() - known.keys()
    return not known or not (more or lost_numbers(sentence, text))


def _numbers(text: str) -> dict[str, str]:
    """Each number of a text, its decimal comma as a point, with the number as typed."""
    return {number.replace(",", "."): number for number in NUMBER.findall(text)}


def said_doubt(words: Words, sentence: str) -> str:
    """A sentence to the user with the doubtful words and lost numbers of an answer; "" without any.

    >>> said_doubt([("At", 0.9), (" 145", 0.9), (" dogs", 0.1)], "Um 18:45 bellt es.")
    'I am not sure of “145 dogs”. I lost 18:45 on the way.'
    """
    doubted, before = [], None
    for n in unsure(words, sentence):
        if n - 1 == before:
            doubted[-1] += words[n][0]
        else:
            doubted.append(words[n][0])
        before = n
    quoted = [f"“{word.strip()}”" for word in doubted if word.strip()]
    lost = lost_numbers(sentence, "".join(word for word, _ in words))
    said = [f"I am not sure of {in_words(quoted)}."] if quoted else []
    said += [f"I lost {in_words(lost)} on the way."] if lost else []
    return " ".join(said)


def in_words(names: list[str]) -> str:
    """Names as a sentence lists them: a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


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
