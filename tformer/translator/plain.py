"""A trained model translates sentences, and shows where its attention looked on the way.

`tformer.translator.translator` adds the help from outside: numbers are copied from the sentence."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from tformer._support.checks import check_kind, check_number, check_size, check_texts, given
from tformer._support.words import Words, whole_words
from tformer.checkpoints import CheckpointError, load_model
from tformer.decoding import beam_search
from tformer.probes import capture
from tformer.tokenizer import Tokenizer
from tformer.transformer import Transformer
from tformer.translator.spellings import as_met

BATCH = 64  # sentences decoded together
MOST_BEAMS = 1000  # each keeps a past of its own, about a megabyte
# When a text does not look like the language that a model reads: `Translator.is_foreign`. Chosen on
# the everyday sentences of both languages and on noise; measured on others in tests/data.
COPIED, SPLINTER, GUESSED = 2.0, (1.2, 1.5, 2.4), 0.4


def _check_beams(num_beams: int) -> None:
    check_size(num_beams=num_beams)
    if num_beams > MOST_BEAMS:
        raise ValueError(f"num_beams={num_beams} must be at most {MOST_BEAMS}")


class Answer(NamedTuple):
    """What a model writes; ``sure()`` asks it for the lowest probability that it gave to a word."""

    text: str
    sure: Callable[[], float] = lambda: 1.0


@dataclass(frozen=True)
class Look:
    """One translation, and every attention weight of the pass that predicts it.

    ``probabilities[t]``: of target token t after those before it. ``cross[l, h, t, s]``: what layer
    l, head h took from source token s to say target token t. ``encoder`` (L, H, S, S) is among
    source tokens; ``decoder`` (L, H, T, T) among ``given``: row t is what it had read last.
    ``foreign``: the sentence does not look like the language that the model reads (`is_foreign`).
    """

    text: str
    source: list[str]
    target: list[str]
    given: list[str]
    probabilities: Float[Tensor, " T"]
    cross: Float[Tensor, "L H T S"]
    encoder: Float[Tensor, "L H S S"]
    decoder: Float[Tensor, "L H T T"]
    foreign: bool = False

    @property
    def words(self) -> Words:
        """The words of the answer, with their blanks, each with its probability."""
        return whole_words(self.target, self.probabilities)


class PlainTranslator:
    """A `Transformer` with its tokenizer, and beam search as its recipe chose it.

    Source and target are framed as in training: "... <eos>" and "<bos> ... <eos>".
    """

    def __init__(self, model: Transformer, tokenizer: Tokenizer, num_beams: int = 4,
                 length_penalty: float = 1.0):  # fmt: skip
        check_kind(Transformer, model=model)
        check_kind(Tokenizer, tokenizer=tokenizer)
        sizes = {tokenizer.vocab_size, model.config.src_vocab_size, model.config.tgt_vocab_size}
        if len(sizes) > 1 or None in (tokenizer.pad_id, tokenizer.bos_id, tokenizer.eos_id):
            raise ValueError("tokenizer is not the model's: it has another number of tokens, or no "
                             "<pad>, <bos> or <eos>")  # fmt: skip
        _check_beams(num_beams)
        check_number(-math.inf, length_penalty=length_penalty)
        self.model, self.tokenizer = model.eval(), tokenizer
        self.num_beams, self.length_penalty = num_beams, length_penalty
        self.device = next(model.parameters()).device

    @classmethod
    def load(cls, path: str | Path, device: str | torch.device = "cpu") -> "PlainTranslator":
        """From a file that ``python -m tformer train`` wrote. Raises CheckpointError for others."""
        model, extra = load_model(path, device)
        if "tokenizer" not in extra or not hasattr(model, "encode"):
            raise CheckpointError(f"{path} holds no translator but a {type(model).__name__}")
        try:
            tokenizer = Tokenizer.from_state(extra["tokenizer"])
            return cls(model, tokenizer, **extra.get("decoding", {}))
        except (ValueError, TypeError) as error:
            raise CheckpointError(f"{path} holds no sound translator: {error}") from error

    def source_ids(self, sentence: str) -> list[int]:
        """Ids of a sentence as the encoder gets them; CAPITALS and a small first letter as it met
        such words (`as_met`). Raises ValueError if it is too long."""
        check_kind(str, sentence=sentence)
        tok, most = self.tokenizer, self.model.config.context_length
        ids = [*tok.encode(as_met(sentence.strip(), tok), parse_specials=False), tok.eos_id]
        if len(ids) > most:
            raise ValueError(f"sentence has {len(ids)} tokens, the model reads at most {most}: "
                             f"{sentence[:40]!r}... Cut it in two")  # fmt: skip
        return ids

    def translate(self, sentences: Sequence[str], num_beams: int | None = None) -> list[str]:
        """What the model writes for each sentence; one without words stays as it is."""
        return [answer.text for answer in self.answers(sentences, num_beams)]

    def answers(self, sentences: Sequence[str], num_beams: int | None = None) -> list[Answer]:
        """The same, each with a way to ask how sure the model is of it."""
        if isinstance(sentences, str):
            raise TypeError("sentences is a string; pass a list: translate([text])")
        sentences = check_texts(sentences=sentences)
        _check_beams(self.num_beams if num_beams is None else num_beams)
        ids = [self.source_ids(s) for s in sentences]
        answers = [Answer(sentence.strip()) for sentence in sentences]
        rows = (i for i, answer in enumerate(answers) if any(map(str.isalnum, answer.text)))
        order = sorted(rows, key=lambda i: len(ids[i]))
        for start in range(0, len(order), BATCH):  # of about equal length: little padding
            rows = order[start : start + BATCH]
            found = self._search([ids[i] for i in rows], num_beams)
            for i, tokens in zip(rows, found.tolist(), strict=True):
                text = self.tokenizer.decode(tokens, skip_specials=True).strip()
                answers[i] = Answer(text, partial(self._sure, ids[i], tokens))
        return answers

    @torch.no_grad()
    def _sure(self, source: list[int], answer: list[int]) -> float:
        """The lowest probability of a word that was found for a source."""
        src, tgt = (torch.tensor([ids]).to(self.device) for ids in (source, answer))
        chances = self.model(src, tgt[:, :-1]).softmax(-1).gather(2, tgt[:, 1:, None])[0, :, 0]
        words = whole_words([self.tokenizer.decode([i]) for i in answer[1:]], chances.cpu())
        return min((p for _, p in words), default=1.0)

    @torch.no_grad()
    def _search(self, rows: list[list[int]], num_beams: int | None = None) -> Tensor:
        tok, beams = self.tokenizer, self.num_beams if num_beams is None else num_beams
        src = pad_sequence([torch.tensor(row) for row in rows], True, tok.pad_id).to(self.device)
        room = min(self.model.config.context_length, 2 * src.shape[1] + 10)
        step = self.model.start(src, room)
        prompt = src.new_full((len(rows), 1), tok.bos_id)
        tokens, _ = beam_search(
            step, prompt, num_beams=beams, max_length=room, eos_id=tok.eos_id, pad_id=tok.pad_id,
            length_penalty=self.length_penalty, reorder=step.reorder,
        )  # fmt: skip
        return tokens

    @torch.no_grad()
    def is_foreign(self, source: Sequence[int], chances: Float[Tensor, " T"]) -> bool:
        """Whether a text is unlike the language that this model reads: unknown letters, keys hit at
        random, another language, or the language that the model writes.

        Random keys and other languages fall into pieces with fewer letters each than `SPLINTER`
        (1.2, and 1.5 more for each nat by which the answer was a guess, at most 2.4). A text in the
        language that the model writes is a likely answer to itself: its pieces, as an answer to the
        text, have a mean log-probability above three times the mean of the model's own answer,
        minus `COPIED`. A single word may belong to both languages, and is not judged by this.

        Args:
            source: the ids that `source_ids` gave.
            chances: of each piece of the answer; see `Look.probabilities`.
        """
        if self.tokenizer.kind != "bpe":  # single characters are all splinters
            return False
        pieces = [self.tokenizer.decode([i]) for i in source[:-1]]
        letters = sum(map(str.isalpha, self.tokenizer.decode(source[:-1])))
        spelled = sum(any(map(str.isalpha, piece)) for piece in pieces)
        answered = chances.log().mean().item()
        if 2 * sum(map(str.isalpha, "".join(pieces))) < letters:  # most came as halves of letters
            return True
        few, more, most = SPLINTER
        if letters < min(few - more * answered, most) * spelled and answered < -GUESSED:
            return True
        if len(self.tokenizer.decode(source[:-1]).split()) < 2 or not letters:
            return False
        return self.echo(source) > 3 * answered - COPIED

    @torch.no_grad()
    def echo(self, source: Sequence[int]) -> float:
        """How likely a text is as an answer to itself: the mean log-probability (nats) of its
        pieces. High for a text in the language that the model writes. ``source``: see above."""
        src, given = (torch.tensor([ids]).to(self.device) for ids in
                      (source, [self.tokenizer.bos_id, *source[:-1]]))  # fmt: skip
        found = self.model(src, given)[0, :-1].log_softmax(-1)
        return found[range(len(source) - 1), source[:-1]].mean().item()

    @torch.no_grad()
    def look(self, sentence: str, translation: str | None = None,
             num_beams: int | None = None) -> Look:  # fmt: skip
        """Translate, or take the given translation, and keep what attention did on the way.

        Raises ValueError for a sentence without words, or with more than the model reads.
        """
        check_kind(str, sentence=sentence, **given(translation=translation))
        if not any(character.isalnum() for character in sentence):
            raise ValueError(f"sentence has no words, got {sentence[:40]!r}; give it a few")
        tok, own = self.tokenizer, translation is None
        source = self.source_ids(sentence)
        if own:
            target = self._search([source], num_beams)[0].tolist()
        else:
            target = [tok.bos_id, *tok.encode(translation), tok.eos_id]
        with capture(self.model) as seen:
            logits = self.model(torch.tensor([source]).to(self.device),
                                torch.tensor([target[:-1]]).to(self.device))  # fmt: skip

        def weights(stack: str, kind: str) -> Tensor:
            layers = range(self.model.config.num_layers)
            return torch.stack([seen[f"{stack}.{i}.{kind}.weights"][0] for i in layers]).cpu()

        sure = logits[0].softmax(-1)[range(len(target) - 1), target[1:]].cpu()
        return Look(
            tok.decode(target, skip_specials=True).strip(),
            *([tok.decode([i]) for i in ids] for ids in (source, target[1:], target[:-1])),
            sure,
            weights("decoder", "cross_attention"),
            weights("encoder", "self_attention"),
            weights("decoder", "self_attention"),
            own and self.is_foreign(source, sure),
        )
