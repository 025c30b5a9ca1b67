"""Copy numbers, names, addresses and formulas into the answer of a model that met few of them.

The model reads a word that it knows well (“fünf”) in the place of a number that it would lose.
After translation the number replaces that word's translation (“five”) in the answer. Source: Luong
et al. 2015, arXiv 1410.8206; their placeholders were trained, ours are everyday words.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tformer._support.words import Words
from tformer.tokenizer import Tokenizer
from tformer.translator.doubt import NUMBER, NUMBER_WORDS, UNSURE, in_words, numbers_kept
from tformer.translator.sentences import MONTHS

STRANGE, FIRST = 3, 2  # pieces of a word that training hardly met; more where a sentence begins
TRIES = 4  # with other words in the number's place, for each language that may be read
# German and English, what the course's translators carried over most often in sentences made to
# choose from (not those of tests/data). A year is best read as the one that captions tell of.
_WORDS = tuple(NUMBER_WORDS[n] for n in ("5", "4", "6", "3", "11", "2"))
_NAMES = (("Anna", "Anna"), ("Peter", "Peter"), ("Maria", "Maria"), ("Berlin", "Berlin"))
STAND_INS = {
    "number": _WORDS,
    "year": (("2010", "2010"), *_WORDS),
    "date": (("Dienstag", "Tuesday"), ("Mittwoch", "Wednesday"), ("Freitag", "Friday")),
    "place": (("Berlin", "Berlin"), ("Köln", "Cologne"), ("Wien", "Vienna")),
    "name": _NAMES,
    "sign": (*_NAMES, *_WORDS),
}
# Read behind a number; that of “%” is taken away again with it, “euros” stays.
UNITS = {"": ("", ""), "€": (" Euro", " euros"), "%": (" Prozent", " percent")}
_LETTER = "[A-Za-zÄÖÜäöüß-]"
_GERMAN, _ENGLISH = ("|".join(pair[n] for pair in MONTHS) for n in (0, 1))
_NUMBER = f"{NUMBER.pattern}(?: {NUMBER.pattern})*(?:[a-z](?![a-z]))?(?![0-9]|st|nd|rd|th)"
_TERM, _BY = r"(?:[0-9][0-9.,]*|[A-Za-z](?![A-Za-z])²?)", "(?: ?[-+−*/×·:^] ?| x )"
CARRIED = re.compile(
    # e-mail and web addresses, handles; then formulas
    r"(?<![^\W_])(?P<sign>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)\S*[\w/]|[@#]\w+|"
    rf"[\w-]+\.(?:de|com|org|net|at|ch|eu)(?:/\S*[\w/])?(?!\w)|"
    rf"{_TERM}(?:{_BY}{_TERM})* ?[=<>≤≥≈] ?{_TERM}(?:{_BY}{_TERM})*|"
    rf"[0-9.,]+ [-+−*/×·x] [0-9.,]*[0-9](?:{_BY}[0-9]+)*)|"
    rf"(?P<place>[A-ZÄÖÜ]{_LETTER}*(?:stra(?:ß|ss)e|str\.|weg|allee|gasse|platz)"
    r" [0-9]+[a-z]?(?![A-Za-z0-9])|[0-9]+[a-z]?(?: [A-Z][a-z]+)+ (?:Street|Road|Avenue|Lane))|"
    rf"(?P<date>[0-9]+\. ?(?:{_GERMAN})(?: [0-9]{{4}})?|"
    r"[0-9]{1,2}(?P<dot>[./])[0-9]{1,2}(?P=dot)[0-9]{4}|"
    rf"[0-9]+(?:th|st|nd|rd)?(?: of)? (?:{_ENGLISH})(?:,? [0-9]{{4}})?|"
    rf"(?:{_ENGLISH}) [0-9]+(?:th|st|nd|rd)?(?:,? [0-9]{{4}})?)|"
    rf"(?<![^\W_])(?P<number>[€$£] ?{_NUMBER}|{_NUMBER}(?: ?[€$£%‰])?)"
)
YEAR = re.compile(r"(?:19|20)[0-9]{2}")
# Behind these a German noun stands that is no name.
ARTICLE = re.compile(
    "d(?:er|ie|as|e[nms])|(?:[mdsk]?ein|unser|eue?r|ihr)(?:e[mnrs]?)?|"
    "(?:dies|jed|all|viel|welch)e[mnrs]?|im|ins|am|ans|zu[mr]|vom|beim|the|an?|my|your|his|her|our|their|th[ei]se?|those"
)
# Behind these stands a name; an answer's words behind its first that are written large.
NAMED = re.compile(r"(Herrn?|Frau|(Mrs?|Ms|Dr|Prof)\.?|heiß(e|t|en)|called|[Nn]ame( is|'s| ist)) $")
LARGE = re.compile(r" ([A-ZÄÖÜ]\w+)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Carried(NamedTuple):
    """What may be carried, and where it stands in a sentence; of a name, in how many pieces."""

    start: int
    end: int
    kind: str
    pieces: int = 0


@dataclass(frozen=True)
class Copy:
    """``typed`` was read as ``read``; in the answer ``said`` stands for ``wrote``."""

    typed: str
    read: str
    wrote: str
    said: str


@dataclass(frozen=True)
class Reading:
    """What the model reads for a typed sentence, and the copies to put into its answer.

    >>> copy = Copy("3,80 €", "fünf Euro", "five", "3.80")
    >>> reading = Reading("Es kostet 3,80 €.", "Es kostet fünf Euro.", (copy,))
    >>> reading.finished("It costs five euros.")
    'It costs 3.80 euros.'
    """

    sentence: str
    read: str
    copies: tuple[Copy, ...] = ()

    def finished(self, text: str) -> str:
        """The answer, after each stand-in word's translation was replaced by the number."""
        if not self.copies:
            return text if self.read else self.sentence
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


def read(sentence: str, say: Callable, tokenizer: Tokenizer) -> Reading:
    """How a sentence has to be read so that all comes through: as it was typed if it does, or if
    nothing helps. ``say``: the model's `Answer` to a sentence; it may raise ValueError for one that
    is too long."""
    plain, carried = Reading(sentence, sentence), carried_parts(sentence)
    names = [] if carried else _names(sentence, tokenizer)
    if not carried and not names:
        return plain
    words = re.search(r"[^\W_]", CARRIED.sub("", sentence))
    if carried and carried[0].kind == "sign" and not words:
        return Reading(sentence, "")  # a formula or an address alone is the same in every language
    answer = say(sentence)
    carried = [] if comes_through(plain, answer.text) else carried
    names = [name for name in names if _lost(name, sentence, answer.text)
             and answer.sure() < UNSURE * min(1, name.pieces / 5)]  # fmt: skip
    levels = sorted({name.pieces for name in names}, reverse=True)
    for least in [*levels, math.inf]:  # the strangest names first; at last none
        strange = [name for name in names if name.pieces >= least]
        for reading in possible_readings(sentence, sorted(carried + strange)):
            try:
                answer = say(reading.read)
            except ValueError:  # its words take more room than the digits did
                continue
            sure = not strange or answer.sure() >= UNSURE
            if sure and comes_through(reading, answer.text):
                return reading
    return plain


def carried_parts(sentence: str) -> list[Carried]:
    """All that is no word: numbers, dates, addresses, signs."""
    return [Carried(*found.span(), "year" if YEAR.fullmatch(found[0]) else found.lastgroup)
            for found in CARRIED.finditer(sentence)]  # fmt: skip


def _names(sentence: str, tokenizer: Tokenizer) -> list[Carried]:
    """The words that may be names: capitals that training met in pieces, behind no article."""
    names: list[Carried] = []
    before = ""
    for word in () if sentence.isupper() else _WORD.finditer(sentence):
        ways = (word[0], f" {word[0]}")
        pieces = min(len(tokenizer.encode(way, parse_specials=False)) for way in ways)
        pieces -= 0 if before else FIRST  # many words begin sentences, few of them are names
        if word[0][0].isupper() and pieces >= STRANGE and not ARTICLE.fullmatch(before.lower()):
            if names and sentence[names[-1].end : word.start()] == " ":
                pieces = max(pieces, names[-1].pieces)
                names[-1] = names[-1]._replace(end=word.end(), pieces=pieces)
            else:
                names.append(Carried(*word.span(), "name", pieces))
        before = word[0]
    return names


def _lost(name: Carried, sentence: str, answer: str) -> bool:
    """Whether a name did not come through. German nouns are written large as well: a name ends in a
    vowel as few of them do, or stands behind “Herr”, or the model took it for one, since its answer
    has another large word that begins like it (the first, if the sentence begins with the name)."""
    start, end = name.start, name.end
    if sentence[start:end] in answer or (not start and sentence[end + 1 : end + 2].isupper()):
        return False  # “Alte Menschen” begins with no name
    large = [word for word in LARGE.findall(answer) if word not in sentence] if start else [answer]
    alike = any(word[:1] == sentence[start] for word in large)
    return alike or sentence[end - 1] in "aiouyé" or bool(NAMED.search(sentence, 0, start))


def possible_readings(sentence: str, parts: list[Carried]) -> Iterator[Reading]:
    """A sentence with words in the place of its parts, none if it has none, in order of trial.

    The sentence's language is unknown, so words of both are tried: the model translates only one.
    """
    if parts:
        for first in range(TRIES):
            for german in (True, False):
                yield _stood_in(sentence, parts, german, first)


def comes_through(reading: Reading, answer: str) -> bool:
    """Whether the model's answer holds the translation of each stand-in word exactly once, and the
    finished answer all numbers of the sentence and no others. False for a date or an address that
    the model read as typed, since the model hardly translates its words right."""
    words = [copy.wrote for copy in reading.copies]
    for start, end, kind, _ in [] if words else carried_parts(reading.sentence):
        part = reading.sentence[start:end]
        exact = kind == "sign" or re.search("[$£%‰]", part)
        if kind in ("date", "place") or (exact and part not in answer):
            return False
    once = all(len(_whole([word]).findall(answer)) == 1 for word in words)
    return once and numbers_kept(reading.sentence, reading.finished(answer))


def _stood_in(sentence: str, parts: list[Carried], german: bool, first: int) -> Reading:
    """A reading in which the words from the ``first`` of each kind on stand for the parts."""
    copies: list[Copy] = []
    here, end, read = 0 if german else 1, 0, ""
    used = {word.lower() for word in re.findall(r"[^\W_]+", sentence)}
    for part in parts:
        read += sentence[end : part.start]
        end, text, pairs = part.end, sentence[part.start : part.end], STAND_INS[part.kind]
        for pair in pairs[first % len(pairs) :] + pairs[: first % len(pairs)]:
            if not used & {word.lower() for word in pair}:
                break
        else:
            read += text
            continue
        used.update(word.lower() for word in pair)
        unit = UNITS["%" if "%" in text else "€" if "€" in text else ""]
        percent = unit[1 - here] * ("%" in text)
        same = part.kind in ("place", "name", "sign")
        said = text if same else _said(text.strip("€ "), german)
        copies.append(Copy(text, pair[here] + unit[here], pair[1 - here] + percent, said))
        read += copies[-1].read + " " * sentence[end : end + 1].isalnum()
    return Reading(sentence, read + sentence[end:], tuple(copies))


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
