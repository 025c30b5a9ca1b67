"""The living model: a trained translator whose every step can be watched, stopped and disturbed.

>>> from tformer.course import recording
>>> recording.translator()
"""

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import torch

from tformer.ablation import ablate
from tformer.course.recording.answer import CHOICES, Setting, support, write
from tformer.course.recording.film import Film, record
from tformer.course.recording.marks import marks, speed
from tformer.course.your_translator import Yours
from tformer.pretrained import ASSETS
from tformer.translator import Translator
from tformer.translator.copied import Reading
from tformer.translator.read_back import languages, opened, twin_of
from tformer.translator.sentences import split_sentences
from tformer.viz.whole_model.whole_model import LivingModel

# What the picture offers, each word one piece; the first is shown at the start. Nothing else knows
# these sentences.
SENTENCES = (
    "Ein kleiner Hund rennt durch den Schnee.",
    "Eine Frau mit rotem Hut spielt Gitarre.",
    "Two children are playing in the snow.",
    "Ein Mann liest ein Buch.",
    "The dog sleeps under the table.",
)


def translator(
    sentences: tuple[str, ...] = SENTENCES,
    path: str | Path = ASSETS / "translator.safetensors",
    yours: Yours | None = None,
) -> LivingModel:
    """The shipped translator, or the one at ``path``, as a picture that moves; with ``yours`` it
    reads German, and writes and looks by the learner's parts.

    Raises CheckpointError for a file that holds no translator.
    """
    torch.set_num_threads(1)  # for tensors this small, more threads only wait for each other
    play = Player(Translator.load(path), None if yours else twin_of(path), yours)
    return LivingModel(play, sentences, marks(), speed)


class Player:
    """Records a film for a sentence and a setting, and what the model would say otherwise.

    ``twin``: the file of the translator of the other direction, if there is one. It answers what is
    typed in its language, and reads answers back (see `tformer.translator.read_back`).
    """

    def __init__(
        self, translator: Translator, twin: Path | None = None, yours: Yours | None = None
    ):
        self.translator, self.twin, self.yours = translator, twin, yours
        self.languages = partial(languages, translator, twin)

    def __call__(
        self, typed: str, part: int = 0, reads: str | None = None, **setting
    ) -> tuple[Film, list[dict]]:
        """(film, other answers) of the typed sentence of that number; raises ValueError, in words
        for a reader. ``reads``: its language, if the reader has said it. See `record`."""
        setting = Setting(**setting)
        sentences = split_sentences(typed.strip())
        languages = self.languages(sentences[0][0])
        if reads not in (None, languages[0]):
            languages = languages[::-1]
        pair = self.translator, self.twin and opened(self.twin)
        translator, twin = pair if languages[0] == "German" else pair[::-1]
        sentence = sentences[part][0]
        reading = translator.read(sentence)
        twin = None if sentence in SENTENCES else twin
        film = record(translator, reading, setting, languages, self.yours, twin)
        others = self.others(translator, reading, setting)
        if sentences[1:]:
            texts = translator.translate([sentence for sentence, _ in sentences])
            texts[part] = film.text
            whole = [text + blank for text, (_, blank) in zip(texts, sentences, strict=True)]
            film = replace(film, part=part, all=whole)
        return film, others

    @torch.no_grad()
    def others(self, translator: Translator, reading: Reading, setting: Setting) -> list[dict]:
        """The answers of the other ways to choose, and with parts off that of the whole model:
        {"how", "text"}, the last with "sure" and "sure_now", the mean probability of a piece of
        it with all parts and with those that are left."""
        source = translator.source_ids(reading.read)

        def answer(setting: Setting) -> tuple[list[int], str]:
            ids, _ = write(translator, source, setting)
            return ids, reading.finished(translator.tokenizer.decode(ids, skip_specials=True))

        with ablate(translator.model, **setting.parts_off()):
            found = [{"how": how, "text": answer(replace(setting, choose=how))[1]}
                     for how in CHOICES[:2] if how != setting.choose]  # fmt: skip
        if not setting.off:
            return found
        ids, text = answer(replace(setting, off=()))
        whole = {"how": "whole", "text": text}
        whole["sure"] = support(translator, source, ids)
        with ablate(translator.model, **setting.parts_off()):
            whole["sure_now"] = support(translator, source, ids)
        return [whole, *found]

    def about(self) -> dict:
        """Sizes of the model and, by the name of a module, how many numbers it has learnt."""
        model, tok = self.translator.model, self.translator.tokenizer
        learnt = {name: sum(p.numel() for p in x.parameters()) for name, x in model.named_modules()}
        learnt = {name: count for name, count in learnt.items() if count}
        return {**asdict(model.config), "vocab_size": tok.vocab_size, "learnt": learnt,
                "num_beams": self.translator.num_beams}  # fmt: skip
