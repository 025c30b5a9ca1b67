"""Spellings that the tokenizer met, before a sentence is cut into tokens."""

import time

import pytest

from tformer.data import corpora
from tformer.pretrained import ASSETS
from tformer.tokenizer import BPETokenizer, CharTokenizer
from tformer.translator import Translator
from tformer.translator.spellings import as_met


@pytest.fixture(scope="module")
def translator():
    return Translator.load(ASSETS / "translator.safetensors")


def test_capitals_are_read_as_words(translator):
    met = [
        as_met(text, translator.tokenizer)
        for text in ("DAS HAUS IST ROT.", "das Haus", "ÄLTERE ÄPFEL")
    ]
    assert met == ["Das Haus ist rot.", "Das Haus", "Ältere Äpfel"]
    loud, plain = translator.translate(["DER HUND SCHLÄFT.", "Der Hund schläft."])
    assert loud == plain == "The dog is sleeping."


def test_small_letters_and_missing_dots_are_read_as_the_words_they_stand_for(translator):
    typed = ["ich moechte ein bier bitte", "die strasse ist gesperrt", "Ich heisse Juergen.",
             "Michael und Joe waren zuerst in Israel, aktuell ist der Fluss blau.",
             "FUER DAS MAEDCHEN"]  # fmt: skip
    assert [as_met(text, translator.tokenizer) for text in typed] == [
        "Ich möchte ein Bier bitte", "Die Straße ist gesperrt", "Ich heiße Jürgen.", typed[3],
        "Für das Mädchen",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["An impossible guest comes on Tuesday.", "Joe's blue shoes"])
def test_english_is_not_spelled_as_german(text):
    tokenizer = Translator.load(ASSETS / "translator_en_de.safetensors").tokenizer
    assert as_met(text, tokenizer) == text


def test_what_takes_no_fewer_tokens_stays_as_it_is(translator):
    for text in (
        "",
        "A",
        "USA",
        "?!",
        "Das Haus ist rot.",
        "der Hund",
        "Der iPod",
        "😀",
        "12,50",
    ):
        assert as_met(text, translator.tokenizer) == text
    small = BPETokenizer.train("das haus " * 20, vocab_size=266)
    assert as_met("das haus", small) == "das haus"
    assert as_met("ab", CharTokenizer("abAB")) == as_met("ab", CharTokenizer("ab")) == "ab"
    assert as_met("AB AB", CharTokenizer("AB ")) == "AB AB"


def test_sentences_as_they_are_written_are_read_as_they_are(translator):
    """So the exams' figures are the same with and without it."""
    written = [german for german, _ in corpora.everyday()]
    assert [text for text in written if as_met(text, translator.tokenizer) != text] == []


def test_a_word_that_would_take_half_a_minute_is_refused_at_once(translator):
    for read in (translator.source_ids, lambda text: translator.translate([text])):
        began = time.process_time()
        with pytest.raises(ValueError, match="a word of 100,000 letters; at most 200 are read"):
            read("Das ist " + "abcdefghij" * 10_000)
        assert time.process_time() - began < 2
    longest = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    assert as_met(f"{longest * 3} heute", translator.tokenizer).endswith("heute")
