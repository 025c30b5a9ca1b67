"""Copy numbers, dates and addresses into the answer of a model that met few of them in training.

The model reads a word that it knows well (“fünf”) in the place of a number that it would lose.
After translation the number replaces that word's translation (“five”) in the answer. Source: Luong
et al. 2015, arXiv 1410.8206; their placeholders were trained, ours are everyday words.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tformer.words import NUMBER, NUMBER_WORDS, Words, in_words, numbers_kept

TRIES = 4  # choices of stand-in words that are tried, for German and for English
# German and English: the words that the course's translators translated right most often, in
# sentences made for this choice (not those of tests/data). Captions often tell of the year 2010.
_WORDS = tuple(NUMBER_WORDS[n] for n in ("5", "4", "6", "3", "11", "2"))
STAND_INS = {
    "number": _WORDS,
    "year": (("2010", "2010"), *_WORDS),
    "date": (("Dienstag", "Tuesday"), ("Mittwoch", "Wednesday"), ("Freitag", "Friday")),
    "place": (("Berlin", "Berlin"), ("Köln", "Cologne"), ("Wien", "Vienna")),
}
MONTHS = (
    ("Januar", "January"), ("Februar", "February"), ("März", "March"), ("April", "April"),
    ("Mai", "May"), ("Juni", "June"), ("Juli", "July"), ("August", "August"),
    ("September", "September"), ("Oktober", "October"), ("November", "November"),
    ("Dezember", "December"),
)  # fmt: skip
_LETTER = "[A-Za-zÄÖÜäöüß-]"
_GERMAN, _ENGLISH = ("|".join(pair[n] for pair in MONTHS) for n in (0, 1))
_NUMBER = f"{NUMBER.pattern}(?: {NUMBER.pattern})*(?:[a-z](?![a-z]))?(?![0-9]|st|nd|rd|th)"
CARRIED = re.compile(
    rf"(?P<place>[A-ZÄÖÜ]{_LETTER}*(?:stra(?:ß|ss)e|str\.|weg|allee|gasse|platz)"
    r" [0-9]+[a-z]?(?![A-Za-z0-9])|[0-9]+[a-z]?(?: [A-Z][a-z]+)+ (?:Street|Road|Avenue|Lane))|"
    rf"(?P<date>[0-9]+\. ?(?:{_GERMAN})(?: [0-9]{{4}})?|[0-9]{{1,2}}([./])[0-9]{{1,2}}\3[0-9]{{4}}|"
    rf"[0-9]+(?:th|st|nd|rd)?(?: of)? (?:{_ENGLISH})(?:,? [0-9]{{4}})?|"
    rf"(?:{_ENGLISH}) [0-9]+(?:th|st|nd|rd)?(?:,? [0-9]{{4}})?)|"
    rf"(?<![^\W_])(?P<number>€ ?{_NUMBER}|{_NUMBER}(?: ?€)?)"
)
YEAR = re.compile(r"(?:19|20)[0-9]{2}")


@dataclass(frozen=True)
class Copy:
    """``typed`` was read as ``read``; in the answer ``said`` stands for ``wrote``."""

    typed: str
    read: str
    wrote: str
    said: str


@dataclass(frozen=True)
class Reading:
    """The sentence that the model reads for the typed one, and the copies to put into its answer.

    >>> copy = Copy("3,80 €", "fünf Euro", "five", "3.80")
    >>> reading = Reading("Es kostet 3,80 €.", "Es kostet fünf Euro.", (copy,))
    >>> reading.finished("It costs five euros.")
    'It costs 3.80 euros.'
    """

    typed: str
    sentence: str
    copies: tuple[Copy, ...] = ()

    def finished(self, text: str) -> str:
        """The answer, after each stand-in word's translation was replaced by the number."""
        if not self.copies:
            return text
        typed = {copy.wrote.lower(): copy.said for copy in self.copies}
        return _whole(typed).sub(lambda word: typed[word[0].lower()], text)

    def words(self, words: Words) -> Words:
        """The words of an answer, each with its probability, `finished` in the same way."""
        return [(self.finished(word), p) for word, p in words]

    def said(self) -> str:
        """A sentence to the user that names all copies; "" if there are none."""
        if not self.copies:
            return ""
        typed, read, wrote = (
            in_words([f"“{getattr(copy, name)}”" for copy in self.copies])
            for name in ("typed", "read", "wrote")
        )
        said = in_words([copy.said for copy in self.copies])
        return f"I copied {said} from the source: I read {typed} as {read} and wrote {wrote}."


def _whole(words) -> re.Pattern:
    """A pattern that finds any of the words as a whole word."""
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.IGNORECASE)


def read(typed: str, say: Callable[[str], str]) -> Reading:
    """The first reading of a typed sentence under which the model's answer has all its numbers. It
    is the sentence as typed if this needs no help, or if no reading helps. ``say(sentence)`` gives
    the model's answer, and may raise ValueError for a sentence that is too long."""
    plain = Reading(typed, typed)
    if not CARRIED.search(typed) or comes_through(plain, say(typed)):
        return plain
    for reading in possible_readings(typed):
        try:
            if comes_through(reading, say(reading.sentence)):
                return reading
        except ValueError:  # too long: words take more tokens than digits
            continue
    return plain


def possible_readings(typed: str) -> Iterator[Reading]:
    """Readings with words in the place of the numbers, in the order to try; none without a number.

    The sentence's language is unknown, so words of both are tried: the model translates only one.
    """
    if CARRIED.search(typed):
        for first in range(TRIES):
            for german in (True, False):
                yield _stood_in(typed, german, first)


def comes_through(reading: Reading, answer: str) -> bool:
    """Whether the model's answer holds the translation of each stand-in word exactly once, and the
    finished answer all numbers of the sentence and no others. False for a date or an address that
    the model read as typed, since the model hardly translates its words right."""
    words = [copy.wrote for copy in reading.copies]
    if not words and any(found.lastgroup != "number" for found in CARRIED.finditer(reading.typed)):
        return False
    once = all(len(_whole([word]).findall(answer)) == 1 for word in words)
    return once and numbers_kept(reading.typed, reading.finished(answer))


def _stood_in(typed: str, german: bool, first: int) -> Reading:
    """A reading whose stand-in words are taken from the ``first`` word of each kind onwards."""
    copies: list[Copy] = []
    here = 0 if german else 1
    used = {word.lower() for word in re.findall(r"[^\W_]+", typed)}

    def stand_in(found: re.Match) -> str:
        kind = "year" if YEAR.fullmatch(found[0]) else found.lastgroup
        pairs = STAND_INS[kind]
        for pair in pairs[first % len(pairs) :] + pairs[: first % len(pairs)]:
            if not used & {word.lower() for word in pair}:
                break
        else:
            return found[0]
        used.update(word.lower() for word in pair)
        euros = (" Euro" if german else " euros") * ("€" in found[0])
        said = found[0] if kind == "place" else _said(found[0].strip("€ "), german)
        copies.append(Copy(found[0], pair[here] + euros, pair[1 - here], said))
        goes_on = typed[found.end() : found.end() + 1].isalnum()
        return copies[-1].read + " " * goes_on

    return Reading(typed, CARRIED.sub(stand_in, typed), tuple(copies))


def _said(typed: str, german: bool) -> str:
    """A typed number or date, as the other language writes it.

    >>> _said("1.299,50", german=True), _said("May 8th", german=False), _said("7:30", german=True)
    ('1,299.50', '8. Mai', '7:30')
    """
    month = next((pair for pair in MONTHS if pair[not german] in typed), None)
    if month:
        day, *year = re.findall("[0-9]+", typed)
        return " ".join([day + "." * (not german), month[german], *year])
    thousands, decimal = (r"\.", ",") if german else (",", r"\.")
    swaps = re.fullmatch(rf"[0-9]+(?:{thousands}[0-9]{{3}})*(?:{decimal}[0-9]+)?", typed)
    return typed.translate(str.maketrans(",.", ".,")) if swaps else typed
