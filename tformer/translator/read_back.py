"""Two translators of opposite directions: one reads back what the other wrote.

A translator may be sure of a wrong answer, but its twin then hardly finds the user's sentence in
the answer: “The post office costs 12.50 euros” does not lead back to “Das kostet 12,50 Euro”.
Source: the channel model of Yu et al. 2017, "The neural noisy channel", there for choosing.
"""

import re
from functools import cache
from pathlib import Path

import torch

from tformer._support.checks import check_kind
from tformer.translator.copied import Reading
from tformer.translator.translator import Translator

TWINS = {"translator": "translator_en_de", "translator_en_de": "translator"}  # those that ship
LOST = -1.1  # nats a piece: no right answer to the everyday sentences lies below
FOREIGN = -5.0  # below lie many texts in other languages, and none of 399 in the model's own


def twin_of(path: str | Path) -> Path | None:
    """The file beside ``path`` that translates the other way, for a model that ships with one."""
    path = Path(path)
    twin = path.with_name(f"{TWINS.get(path.stem, '')}{path.suffix}")
    return twin if path.stem in TWINS and twin.is_file() else None


@torch.no_grad()
def read_back(twin: Translator, sentence: str, answer: str) -> float:
    """How well ``sentence`` is found in its translation: the mean log-probability (nats) of its
    pieces without digits, given ``answer``, by a translator of the other direction.

    Raises ValueError if either is longer than the twin reads.
    """
    check_kind(Translator, twin=twin)
    check_kind(str, sentence=sentence, answer=answer)
    sentence, answer = sentence.strip(), answer.strip()
    if sentence[-1:].isalnum() and answer[-1:] in ".?!":  # an untyped sign is not a lost one
        sentence += answer[-1:]
    source, target = twin.source_ids(answer), [twin.tokenizer.bos_id, *twin.source_ids(sentence)]
    src, tgt = (torch.tensor([ids]).to(twin.device) for ids in (source, target))
    log_probs = twin.model(src, tgt[:, :-1]).log_softmax(-1).gather(2, tgt[:, 1:, None])[0, :, 0]
    words = [not re.search(r"[0-9]", twin.tokenizer.decode([i])) for i in target[1:]]
    return log_probs[words].mean().item()  # `words.lost_numbers` judges the digits


def said_back(twin: Translator, reading: Reading, answer: str) -> str:
    """The twin's translation of the answer, in a sentence to the user, if the twin hardly finds the
    user's sentence in the answer, which is then likely wrong; else "". Where it finds next to
    nothing, it says that the sentence may be in another language. ``reading``: how the model read
    the user's sentence. The twin judges the words that stood in for numbers, since a copied number
    is no evidence. The result is "", too, if a text is longer than the twin reads."""
    wrote = answer
    for copy in reading.copies:
        wrote = wrote.replace(copy.said, copy.wrote)
    try:
        if (found := read_back(twin, reading.read, wrote)) >= LOST:
            return ""
        other = " Perhaps you typed another language." if found < FOREIGN else ""
        return f"Translated back, it says: “{twin.translate([answer])[0]}”{other}"
    except ValueError:
        return ""


def for_twin(translator: Translator, twin: Translator, text: str) -> bool:
    """Whether a text is in the language that ``translator`` writes, so that its twin should read
    it: of the two, the one that writes a language finds a text in it likelier as an answer to
    itself. False for a text without words, or one longer than they read."""
    if not any(map(str.isalpha, text)):
        return False
    try:
        echoes = [one.echo(one.source_ids(text)) for one in (translator, twin)]
    except ValueError:
        return False
    return echoes[0] > echoes[1]


def languages(translator: Translator, twin: Path | None, text: str) -> tuple[str, str]:
    """The languages of a text and of its translation. ``translator`` reads German; ``twin`` is the
    file of the other direction, without which every text counts as German."""
    turned = twin and for_twin(translator, opened(twin), text)
    return ("English", "German") if turned else ("German", "English")


@cache
def opened(path: Path) -> Translator:
    """The translator of a file, read once."""
    return Translator.load(path)
