"""A text is cut where its sentences end, the same way in the package, on pages and in the file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data.test_numbers import loaded
from tests.test_page_model import node
from tformer.translator.sentences import split_sentences

TEXTS = {
    "Guten Tag! Wie geht es Ihnen?": ["Guten Tag!", "Wie geht es Ihnen?"],
    "Am 3. Mai kommt Dr. Weiß.  Kommst du?! Ja!": [
        "Am 3. Mai kommt Dr. Weiß.", "Kommst du?!", "Ja!",
    ],
    "Das kostet 3.80 Euro. Um 18.45 Uhr kommt er.": [
        "Das kostet 3.80 Euro.", "Um 18.45 Uhr kommt er.",
    ],
    "Wir essen z. B. Brot, Käse usw. und trinken. Und du?": [
        "Wir essen z. B. Brot, Käse usw. und trinken.", "Und du?",
    ],
    "Ich bin 25. Er ist 30.": ["Ich bin 25.", "Er ist 30."],
    "Der 2. Stock ist leer. Er kam am 3.5.2020. Es schneit.": [
        "Der 2. Stock ist leer.", "Er kam am 3.5.2020.", "Es schneit.",
    ],
    "Er sagte: „Ich komme. Warte!“ Dann ging er.": [
        "Er sagte: „Ich komme. Warte!“", "Dann ging er.",
    ],
    "„Halt!“ rief er. Sie lief (schnell. Oder?) weg.": [
        "„Halt!“ rief er.", "Sie lief (schnell. Oder?) weg.",
    ],
    "Ich weiß nicht… vielleicht ... ja. Was?! Nein!": [
        "Ich weiß nicht… vielleicht ... ja.", "Was?!", "Nein!",
    ],
    "hallo! wie geht es dir? mir geht es gut. und dir?": [
        "hallo!", "wie geht es dir?", "mir geht es gut.", "und dir?",
    ],
    "Mr. Smith has No. 5. No. He is Jan. We eat at 5 p.m. Then we sleep.": [
        "Mr. Smith has No. 5.", "No.", "He is Jan.", "We eat at 5 p.m.", "Then we sleep.",
    ],
    "Ich wohne in der Goethestr. 5. Hallo! 😀 Wie geht's?": [
        "Ich wohne in der Goethestr. 5.", "Hallo! 😀", "Wie geht's?",
    ],
    "1. Kommen. 2. Gehen.": ["1. Kommen.", "2. Gehen."],
    "... Hallo": ["... Hallo"],
    "Ein Satz ohne Ende": ["Ein Satz ohne Ende"],
    "": [""],
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_cut_at_the_ends_of_its_sentences_alone(text):
    assert [sentence for sentence, _ in split_sentences(text)] == TEXTS[text]


@given(st.text(st.sampled_from('aBä3 .!?…"„“(),\n\u00a0') | st.characters(), max_size=40))
def test_nothing_of_a_text_gets_lost(text):
    assert "".join(sentence + blank for sentence, blank in split_sentences(text)) == text


def test_pages_cut_as_the_package_does():
    got = node("translator", *(dict(what="split", text=text) for text in TEXTS))
    assert got == [[list(one) for one in split_sentences(text)] for text in TEXTS]


@pytest.mark.parametrize(("language", "texts"), [
    ("de", ["Guten Morgen!", "Ich heiße Anna.", "Der Zug fährt um 18:45 Uhr ab."]),
    ("en", ["Good morning!", "My name is Anna.", "It is 7:40."]),
])  # fmt: skip
def test_several_sentences_are_translated_as_each_alone(language, texts):
    translator = loaded(language)
    alone, long = translator.translate(texts), "  ".join(texts * 30)
    assert translator.translate([" \n".join(texts), long]) == [
        " \n".join(alone), "  ".join(alone * 30),
    ]  # fmt: skip
    look = translator.look(" ".join(texts))
    assert look.text == alone[0] and look.whole == " ".join(alone)
    with pytest.raises(ValueError, match="the model reads at most"):
        translator.translate([f"{texts[1]} {'und ' * 300}"])
