"""The everyday exam is whole, and no phrase of the phrasebook stands in it by heart."""

from tformer.data import corpora


def test_every_sentence_has_a_translation():
    exam = corpora.everyday()
    assert len(exam) == 80 and len({german for german, _ in exam}) == 80
    for german, english in exam:
        assert german[-1] in ".?!" and english and all(e[-1] in ".?!" for e in english), german
