"""The translator: what is typed in, what is said of it out.

Around the model (`tformer.plain`), each step is a room of its own: a sentence is read so that its
numbers come through (`tformer.copies`), the model searches an answer to what was read, and what
was typed is put back into that.
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
    """A look at the answer to a ``reading`` of the sentence. ``text`` and ``words`` have what was
    put back, ``target`` has what the model wrote."""

    reading: Reading

    @property
    def words(self) -> Words:
        return self.reading.words(super().words)


class Translator(PlainTranslator):
    """A `Transformer` with its tokenizer, and what helps it from outside."""

    def read(self, sentence: str, num_beams: int | None = None) -> Reading:
        """How the model has to read a sentence so that its numbers come through (see
        `tformer.copies`): as it is if they do, or if nothing helps; characters as `READ` reads."""
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
