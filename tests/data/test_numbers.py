"""Numbers, times, prices and dates come through a translator that writes digits badly.

The sentences, German and English, and what has to stand in the answer were written before any
answer had been seen; the words that stand in for numbers were chosen on other sentences.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from tformer.data import corpora
from tformer.pretrained import ASSETS
from tformer.translator import Translator
from tformer.translator.copied import Reading, carried_parts, comes_through, possible_readings
from tformer.translator.doubt import NUMBER, lost_numbers
from tformer.translator.plain import PlainTranslator

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("numbers.tsv").read_text("utf-8").splitlines()
]
NAMES = {"de": "translator", "en": "translator_en_de"}


@cache
def loaded(language, kind=Translator):
    return kind.load(ASSETS / f"{NAMES[language]}.safetensors")


def right(text, wanted):
    """Whether a text has these numbers and no others: "8:15 2|two" asks for two of them."""
    left = NUMBER.findall(text)
    for ways in (number.split("|") for number in wanted.split()):
        if found := [way for way in ways if way in left]:
            left.remove(found[0])
        elif not any(re.search(rf"\b{way}", text) for way in ways[1:]):
            return False
    return not left


def test_the_count_of_numbers_can_fail():
    assert right("at 8:15", "8:15") and right("two eggs for 3", "2|two 3")
    assert not right("at 815", "8:15") and not right("at 8:15 2", "8:15") and not right("", "3")


@cache
def kept(language, kind=Translator):
    rows = [(german, wanted) for lang, german, wanted in ROWS if lang == language]
    texts = loaded(language, kind).translate([text for text, _ in rows])
    return [(s, said, right(said, wanted)) for (s, wanted), said in zip(rows, texts, strict=True)]


@pytest.mark.parametrize(("language", "least", "alone"), [("de", 29, 6), ("en", 15, 3)])
def test_nearly_all_numbers_are_kept_and_without_copying_few(language, least, alone):
    assert sum(right for *_, right in kept(language)) >= least
    assert sum(right for *_, right in kept(language, PlainTranslator)) == alone
    for sentence, text, fine in kept(language):
        assert fine or lost_numbers(sentence, text), sentence  # else it is said to be lost


def test_what_was_copied_can_be_told_from_what_was_written():
    look = loaded("de").look("Das Brot kostet 3,80 €.")
    assert look.text == "The bread costs 3.80 euros." and look.words[3][0] == " 3.80"
    assert "".join(look.target) == "The bread costs five euros.<eos>"
    assert "".join(look.source) == "Das Brot kostet fünf Euro.<eos>"
    assert look.reading.said() == (
        "I copied 3.80 from the source: I read “3,80 €” as “fünf Euro” and wrote “five”."
    )
    assert look.doubt == ""


def test_without_digits_nothing_changes_and_nothing_is_tried():
    sentences = [german for german, _ in corpora.everyday()]
    assert not any(map(carried_parts, sentences))
    look = loaded("de").look("Zwei Hunde schlafen.")
    assert look.reading == Reading(*["Zwei Hunde schlafen."] * 2) and "two" in look.text.lower()


def test_a_number_that_the_model_writes_itself_is_left_to_it():
    for sentence in ("Mein Vater ist 58 Jahre alt.", "4 Hunde schlafen."):
        (raw,) = loaded("de", PlainTranslator).translate([sentence])
        assert loaded("de").translate([sentence]) == [raw], sentence
        assert comes_through(Reading(sentence, sentence), raw)


def first_reading(sentence, german=True):
    """The first reading with words for numbers, and what is to be said for them."""
    reading = list(possible_readings(sentence, carried_parts(sentence)))[0 if german else 1]
    return reading.read, [copy.said for copy in reading.copies]


def test_what_is_copied_is_written_as_the_other_language_does():
    assert first_reading("Am 3. Mai um 7:30 kostet es 1.299,50 €.") == (
        "Am Dienstag um fünf kostet es vier Euro.", ["3 May", "7:30", "1,299.50"],
    )  # fmt: skip
    assert first_reading("€12.50 on May 8th, 2020 or 4/5/2021", german=False) == (
        "five euros on Tuesday or Wednesday", ["12,50", "8. Mai 2020", "4/5/2021"],
    )  # fmt: skip
    assert first_reading("Seit 1989 in der Goethestraße 17b, um 18.45 Uhr") == (
        "Seit 2010 in der Berlin, um fünf Uhr", ["1989", "Goethestraße 17b", "18.45"],
    )  # fmt: skip
    assert first_reading("0171 234567, 5kg, A4, fünf am 31.12.2023") == (
        "vier, sechs kg, A4, fünf am Dienstag", ["0171 234567", "5", "31.12.2023"],
    )  # fmt: skip
    assert carried_parts("the 8th floor, A4") == []


def test_a_word_that_came_twice_or_not_at_all_is_no_place_for_a_number():
    typed = "Es kostet 42 Euro."
    reading, *_ = possible_readings(typed, carried_parts(typed))
    assert comes_through(reading, "It costs five euros.")
    for text in ("It costs euros.", "Five costs five euros.", "It costs five 7 euros."):
        assert not comes_through(reading, text), text
    assert reading.finished("It is fiveteen to Five") == "It is fiveteen to 42"


def test_no_reading_is_too_long_for_the_model():
    translator = loaded("de")
    most, length = translator.model.config.context_length, translator.tokenizer.encode
    sentence = "7 Hunde und 7"
    while len(length(sentence + " und")) < most:
        sentence += " und"
    ways = possible_readings(sentence, carried_parts(sentence))
    assert len(length(sentence)) < most <= max(len(length(way.read)) for way in ways)
    assert translator.read(sentence, 1) == Reading(sentence, sentence)
    with pytest.raises(ValueError, match="the model reads at most"):
        translator.translate([sentence * 2])
