"""How an answer is asked for, what may be asked, and the answer itself, written piece by piece."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from tformer._support.checks import check_choice
from tformer.course.recording.pieces import named
from tformer.decoding import beam_search, sampler, stream
from tformer.translator import Translator

ROOM = 40  # pieces that the picture has room for
CHOICES = ("beam", "greedy", "sample")


@dataclass(frozen=True)
class Setting:
    """How the next piece is chosen, and the names of the parts that are off (see `ablation`):
    "encoder.1", "encoder.0.ffn", "src_embedding" or, for a head, "encoder.0.self_attention.2"."""

    choose: str = "beam"
    temperature: float = 1.0
    top_k: int | None = None
    seed: int = 0
    off: Sequence[str] = ()

    def __post_init__(self):
        check_choice(choose=(self.choose, CHOICES))

    @property
    def usual(self) -> bool:
        """Whether the whole model writes what it finds likeliest."""
        return not self.off and self.choose != "sample"

    def parts_off(self) -> dict:
        """The arguments of `ablate`."""
        parts = {"heads": {}, "sublayers": [], "layers": [], "positions": []}
        for name in self.off:
            above, _, last = name.rpartition(".")
            if last.isdigit() and above.endswith("attention"):
                parts["heads"].setdefault(above, []).append(int(last))
            elif last.isdigit():
                parts["layers"].append(name)
            else:
                parts["positions" if last.endswith("embedding") else "sublayers"].append(name)
        return parts


def source_ids(translator: Translator, read: str, language: str = "German") -> list[int]:
    """The ids of what is ``read``. Raises ValueError, in words for a reader, for a sentence without
    words, too long for the picture or in letters that the model never met."""
    if not any(map(str.isalnum, read)):
        raise ValueError(f"There are no words in this sentence: type a few in {language}.")
    source = translator.source_ids(read)
    if len(source) > ROOM:
        raise ValueError(f"This sentence has {len(source)} pieces and the picture room for {ROOM}: "
                         "make two sentences of it.")  # fmt: skip
    labels, strange = named(translator.tokenizer, source)
    met = "".join(label for i, label in enumerate(labels[:-1]) if i not in strange)
    if not any(character.isalnum() for character in met):
        raise ValueError(f"The model has never met these letters: type a sentence in {language}.")
    return source


def write(
    translator: Translator, source: list[int], setting: Setting
) -> tuple[list[int], list[list[str]]]:
    """The ids of the answer from the start id on, and what beam search had in hand on the way."""
    tok, model = translator.tokenizer, translator.model
    room = min(model.config.context_length, 2 * len(source) + 10, ROOM + 1)
    beams = translator.num_beams if setting.choose == "beam" else 1
    step = model.start(torch.tensor([source] * beams).to(translator.device), room)
    prompt = torch.tensor([[tok.bos_id]], device=translator.device)
    ends = dict(max_length=room, eos_id=tok.eos_id, pad_id=tok.pad_id)
    hands: list[list[str]] = []
    if setting.choose == "beam":

        def watched(tokens: Tensor) -> Tensor:
            texts = [tok.decode(row, skip_specials=True).strip() for row in tokens.tolist()]
            hands.append(list(dict.fromkeys(texts)))
            return step(tokens)

        penalty = translator.length_penalty
        target, _ = beam_search(watched, prompt, num_beams=beams, length_penalty=penalty,
                                reorder=step.reorder, **ends)  # fmt: skip
        ids = target[0].tolist()
        return ids, hands[: len(ids) - 1]
    generator = torch.Generator(translator.device).manual_seed(setting.seed)
    draw = sampler(setting.temperature, setting.top_k, generator=generator)
    choose = draw if setting.choose == "sample" else None
    written = [chosen.item() for chosen in stream(step, prompt, choose=choose, **ends)]
    return [tok.bos_id, *written], hands


@torch.no_grad()
def support(translator: Translator, source: list[int], target: list[int]) -> float:
    """The geometric mean of the probabilities that the model gives to the pieces of ``target``."""
    src, tgt = (torch.tensor([ids]).to(translator.device) for ids in (source, target))
    log_probs = translator.model(src, tgt[:, :-1]).log_softmax(-1)
    return log_probs.gather(2, tgt[:, 1:, None]).mean().exp().item()
