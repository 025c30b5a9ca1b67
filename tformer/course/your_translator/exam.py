"""An exam: sentences of every day that no training has met, written word by word."""

from dataclasses import dataclass
from types import SimpleNamespace

import torch
from torch import Tensor

from tformer.data.corpora import everyday
from tformer.metrics import bleu_tokens
from tformer.pretrained import measurements

from .assembly import Yours
from .cached import Cached
from .looks import instead


def questions() -> list[tuple[str, list[str]]]:
    """Thirty German sentences, each with the English ones that count as right."""
    sentences = everyday()
    return [sentences[n] for n in measurements("scores")["everyday sentences not learnt"]][::2]


@dataclass(frozen=True)
class Result:
    """How many answers are ``right`` of how many, their mean ``bleu`` from 0 to 1 by the part of
    that name, and how many ``places`` the decoder worked out."""

    said: list[str]
    right: int
    bleu: float
    places: int

    def __str__(self) -> str:
        return (f"{self.right} of {len(self.said)} right, BLEU {self.bleu:.2f}, "
                f"{self.places:,} places worked out")  # fmt: skip


def examined(yours: Yours, num_beams: int = 1, cached: bool = False) -> Result:
    """The machine's answers, likeliest word first or by so many beams. ``cached``: the part
    `attend_with_cache` spares the places that were worked out before."""
    m, score, exam = yours.machine, yours.around["bleu"], questions()
    if cached:
        parts = SimpleNamespace(**vars(m.parts))
        parts.attend_with_cache = yours.around["attend_with_cache"]
        m = Cached(parts, yours.weights)
    decode, places = m.parts.decode, 0

    def counted(ids: Tensor, *others) -> Tensor:
        nonlocal places
        places += ids.numel()
        return decode(ids, *others)

    with torch.no_grad(), instead(m, decode=counted):
        said = [m.translate(german, num_beams) for german, _ in exam]
    answers = zip(said, (right for _, right in exam), strict=True)
    best = [max(score(bleu_tokens(x), bleu_tokens(y)) for y in right) for x, right in answers]
    right = sum(x in right for x, (_, right) in zip(said, exam, strict=True))
    return Result(said, right, sum(best) / len(best), places)
