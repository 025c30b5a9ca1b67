"""The translator: a typed sentence goes in, its translation comes out.

`tformer.copies` replaces numbers that the model would lose by words that it knows, the model
(`tformer.plain`) searches an answer, and `tformer.copies` puts the numbers into the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tformer._checks import check_kind, check_texts
from tformer.copies import Reading, read
from tformer.folding import READ
from tformer.plain import Look as PlainLook
from tformer.plain import PlainTranslator
from tformer.words import Words


@dataclass(frozen=True, kw_only=True)
class Look(PlainLook):
    """A look at the answer to a ``reading`` of the sentence. ``text`` and ``words`` hold the copied
    numbers; ``target`` holds the pieces that the model wrote in their place."""

    reading: Reading

    @property
    def words(self) -> Words:
        return self.reading.words(super().words)


class Translator(PlainTranslator):
    """A `Transformer` with its tokenizer, into whose answers numbers and dates are copied."""

    def read(self, sentence: str, num_beams: int | None = None) -> Reading:
        """The reading of a sentence under which the model loses no number (see `copies.read`);
        characters as `READ` reads them."""
        sentence = READ(sentence)
        if self.tokenizer.kind != "bpe":  # single characters spell dates and words anew
            return Reading(sentence, sentence)
        plain = super()
        return read(sentence, lambda text: plain.translate([text], num_beams)[0])

    def translate(self, sentences: Sequence[str], num_beams: int | None = None) -> list[str]:
        """One translation for each sentence; an empty sentence stays empty."""
        sentences = check_texts(sentences=sentences)
        readings = [self.read(sentence, num_beams) for sentence in sentences]
        answers = super().translate([reading.sentence for reading in readings], num_beams)
        return [r.finished(answer) for r, answer in zip(readings, answers, strict=True)]

    def look(self, sentence: str, translation: str | None = None,
             num_beams: int | None = None) -> Look:  # fmt: skip
        """Translate, or take the given translation, and keep what attention did on the way.

        Raises ValueError for a sentence without words, or with more than the model reads.
        """
        check_kind(str, sentence=sentence)
        own = translation is None
        reading = self.read(sentence, num_beams) if own else Reading(sentence, sentence)
        seen = vars(super().look(reading.sentence, translation, num_beams))
        return Look(**seen | {"text": reading.finished(seen["text"]), "reading": reading})
