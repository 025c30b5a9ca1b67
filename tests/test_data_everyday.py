"""The everyday exam is whole, and sentences that a model has learnt do not count for it."""

import json

from tformer.data import corpora
from tformer.pretrained import ASSETS


def test_every_sentence_has_a_translation():
    exam = corpora.everyday()
    assert len(exam) == 80 and len({german for german, _ in exam}) == 80
    for german, english in exam:
        assert german[-1] in ".?!" and english and all(e[-1] in ".?!" for e in english), german


def test_the_figure_that_is_told_leaves_out_what_the_translator_has_learnt():
    names = ("translator", "scores")
    told, scores = (json.loads((ASSETS / f"{name}.json").read_text()) for name in names)
    listed = told["figures"]["everyday sentences translated as their list has it"]
    assert listed.endswith(f" of {len(scores['everyday sentences not learnt'])}")
