"""Names, formulas, prices and addresses come through a translator that never met them.

The sentences, and what counts as right, were written before any answer had been seen.
"""

from pathlib import Path

import pytest

from tests.data.test_numbers import loaded
from tformer.translator import Translator
from tformer.translator.plain import PlainTranslator

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("names.tsv").read_text("utf-8").splitlines()
]


def right(language, kind):
    rows = [(typed, known.split("|")) for lang, typed, known in ROWS if lang == language]
    texts = loaded(language, kind).translate([typed for typed, _ in rows])
    return sum(text in known for text, (_, known) in zip(texts, rows, strict=True))


@pytest.mark.parametrize(("language", "least", "alone"), [("de", 21, 4), ("en", 13, 3)])
def test_most_names_and_signs_come_through_and_without_copying_few(language, least, alone):
    assert right(language, PlainTranslator) == alone
    assert right(language, Translator) >= least


def test_what_was_copied_is_told_and_what_the_model_knows_is_left_to_it():
    look = loaded("de").look("Frau Merkel kommt heute nicht.")
    assert look.text == "Mrs. Merkel isn't coming today."
    assert [copy.typed for copy in look.reading.copies] == ["Merkel"]
    for known in ("Mein Freund heißt Mehmet.", "Die Regierung senkt im Herbst die Steuern."):
        assert loaded("de").read(known).copies == ()


NOUNS = """Ein Mann fotografiert weiße und gelbe Tulpen.|Zwei Jungen spielen mit Murmeln.
Ein Junge in einem blauen T-Shirt steht lächelnd vor einem Boot aus grünem Nylongewebe.
Menschen sitzen zwischen ein paar Pfeilern, während eine andere Person vorbeigeht.
Eine Gruppe von Marinesoldaten geht mit amerikanischen Flaggen die Straße entlang.
Multikulturelle Gruppe von Erwachsenen bei einer Zusammenkunft.|Schmetterlinge fliegen im Garten.
Ein Mann mit einem braunen Hemd, einer grauen Weste und einer schwarzen Mütze spielt E-Bass.
Ein Mann in einem schwarzen T-Shirt und braunen Cargohosen hält eine Schaufel über seinem Kopf.
Wir essen Brombeeren.|Sie trinkt Kamillentee.|Kinder bauen Sandburgen.|Ich mag Rosenkohl."""


def test_a_strange_german_noun_is_no_name():
    for noun in NOUNS.replace("\n", "|").split("|"):
        assert loaded("de").read(noun).copies == (), noun
    for name in ("Lynyrd Skynyrd", "Recklinghausen", "Kowalski"):
        assert name in loaded("de").translate([f"Ich wohne in {name}."])[0]


def test_a_formula_or_an_address_alone_stays_as_it_is():
    for typed in ("3 + 4 = 7", "www.example.org", "E = 2 * m", "anna.b@example.com!"):
        assert loaded("de").translate([typed]) == [typed]
