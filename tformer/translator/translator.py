"""The translator: a typed sentence goes in, its translation comes out.

`copied` replaces numbers that the model would lose by words that it knows, the model (`plain`)
searches an answer, and `copied` puts the numbers into the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tformer._support.checks import check_kind, check_texts
from tformer._support.folding import READ
from tformer._support.words import Words
from tformer.translator.copied import Reading, read
from tformer.translator.doubt import said_doubt
from tformer.translator.plain import Answer, PlainTranslator
from tformer.translator.plain import Look as PlainLook
from tformer.translator.sentences import split_sentences


@dataclass(frozen=True, kw_only=True)
class Look(PlainLook):
    """A look at the answer to a ``reading`` of the sentence. ``text`` and ``words`` have what was
    put back, ``target`` has what the model wrote. ``whole``: the translation of all sentences,
    where the text had several: the look is at the first."""

    reading: Reading
    whole: str = ""

    @property
    def words(self) -> Words:
        return self.reading.words(super().words)

    @property
    def doubt(self) -> str:
        """What is said of unsure words and lost numbers; "" without any."""
        return said_doubt(self.words, self.reading.sentence)


class Translator(PlainTranslator):
    """A `Transformer` with its tokenizer, into whose answers numbers and dates are copied."""

    def read(self, sentence: str, num_beams: int | None = None,
             said: dict[str, Answer] | None = None) -> Reading:  # fmt: skip
        """How the model has to read a sentence so that its numbers and names come through (see
        `copied`): as it is if they do, or if nothing helps; characters as `READ` reads them.
        ``said``: the model's answers so far, by sentence; those that are searched here are added.
        """
        sentence, said = READ(sentence), {} if said is None else said
        if self.tokenizer.kind != "bpe":  # single characters spell dates and words anew
            return Reading(sentence, sentence)

        def say(text: str) -> Answer:
            if text not in said:
                (said[text],) = self.answers([text], num_beams)
            return said[text]

        return read(sentence, say, self.tokenizer)

    def translate(self, sentences: Sequence[str], num_beams: int | None = None) -> list[str]:
        """One translation for each text, sentence by sentence; an empty one stays empty."""
        if isinstance(sentences, str):
            raise TypeError("sentences is a string; pass a list: translate([text])")
        texts = [[(READ(one), blank) for one, blank in split_sentences(text.strip())]
                 for text in check_texts(sentences=sentences)]  # fmt: skip
        once = list(dict.fromkeys(sentence for text in texts for sentence, _ in text))
        said = {"": Answer("")} | dict(zip(once, self.answers(once, num_beams), strict=True))
        readings = [(one, self.read(one, num_beams, said)) for one in once]
        found = {one: reading.finished(said[reading.read].text) for one, reading in readings}
        return ["".join(found[one] + blank for one, blank in text) for text in texts]

    def look(self, sentence: str, translation: str | None = None,
             num_beams: int | None = None) -> Look:  # fmt: skip
        """Translate, or take the given translation, and keep what attention did on the way. Of
        several sentences it looks at the first.

        Raises ValueError for a sentence without words, or with more than the model reads.
        """
        check_kind(str, sentence=sentence)
        own, whole = translation is None, ""
        if own and len(sentences := split_sentences(sentence.strip())) > 1:
            (whole,), sentence = self.translate([sentence], num_beams), sentences[0][0]
        reading = self.read(sentence, num_beams) if own else Reading(sentence, sentence)
        seen = vars(super().look(reading.read, translation, num_beams))
        seen["text"] = reading.finished(seen["text"])
        return Look(**seen, reading=reading, whole=whole)
