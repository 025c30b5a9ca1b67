"""What a translator is not sure of: improbable words, numbers that are lost or made up."""

import re

from tformer._support.words import SPECIAL, Words

UNSURE = 0.2  # below it a word is marked: a third of wrong answers hold one, few right ones do
NUMBER = re.compile(r"[0-9]+(?:[.,:][0-9]+)*")  # 42, 12,50 and 18:45
NUMBER_WORDS = {
    "2": ("zwei", "two"), "3": ("drei", "three"), "4": ("vier", "four"), "5": ("fünf", "five"),
    "6": ("sechs", "six"), "7": ("sieben", "seven"), "8": ("acht", "eight"), "9": ("neun", "nine"),
    "10": ("zehn", "ten"), "11": ("elf", "eleven"), "12": ("zwölf", "twelve"),
}  # fmt: skip


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
