"""The living model: a trained translator whose every step can be watched, stopped and disturbed.

>>> from tformer.course import recording
>>> recording.translator()
"""

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import torch

from tformer.ablation import ablate
from tformer.course.recording.answer import CHOICES, Setting, source_ids, support, write
from tformer.course.recording.film import put_back, record
from tformer.course.recording.marks import marks, speed
from tformer.course.your_translator import Yours
from tformer.pretrained import ASSETS
from tformer.translator import Translator
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
    ) -> tuple[object, list[dict]]:
        """(film, other answers) of the typed sentence of that number; raises ValueError, in words
        for a reader. ``reads``: its language, if the reader has said it. See `record`."""
        setting = Setting(**{**setting, "off": tuple(setting.get("off", ()))})
        sentences = split_sentences(typed.strip())
        languages = self.languages(sentences[0][0])
        if reads not in (None, languages[0]):
            languages = languages[::-1]
        pair = self.translator, self.twin and opened(self.twin)
        translator, twin = pair if languages[0] == "German" else pair[::-1]
        sentence = sentences[part][0]
        reading = translator.read(sentence)
        source = source_ids(translator, reading.read, languages[0])
        yours = self.yours if setting.usual else None
        film = record(translator, source, setting, languages, yours)
        others = self.others(translator, source, setting)
        doubted = setting.usual and not film.foreign and sentence not in SENTENCES
        film = put_back(film, reading, twin if doubted else None)
        if sentences[1:]:
            texts = translator.translate([sentence for sentence, _ in sentences])
            texts[part] = film.text
            blanks = (blank for _, blank in sentences)
            texts = map("".join, zip(texts, blanks, strict=True))
            film = replace(film, part=part, all=list(texts))
        return film, [one | {"text": reading.finished(one["text"])} for one in others]

    @torch.no_grad()
    def others(self, translator: Translator, source: list[int], setting: Setting) -> list[dict]:
        """The answers of the other ways to choose, and with parts off that of the whole model:
        {"how", "text"}, the last with "sure" and "sure_now", the mean probability of a piece of
        it with all parts and with those that are left."""
        text = partial(translator.tokenizer.decode, skip_specials=True)
        ways = [Setting(**{**asdict(setting), "choose": c}) for c in CHOICES[:2]]
        found = []
        with ablate(translator.model, **setting.parts_off()):
            for way in (way for way in ways if way.choose != setting.choose):
                ids, _ = write(translator, source, way)
                found.append({"how": way.choose, "text": text(ids)})
        if not setting.off:
            return found
        ids, _ = write(translator, source, Setting(**{**asdict(setting), "off": ()}))
        whole = {"how": "whole", "text": text(ids)}
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
