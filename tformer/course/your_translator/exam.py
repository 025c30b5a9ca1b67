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
    that name, how many ``places`` the decoder worked out, and ``by`` whose search."""

    said: list[str]
    right: int
    bleu: float
    places: int
    by: str

    def __str__(self) -> str:
        return (f"{self.right} of {len(self.said)} right, BLEU {self.bleu:.2f}, "
                f"{self.places:,} places worked out by {self.by}")  # fmt: skip


def examined(yours: Yours, by: str = "greedy_decode") -> Result:
    """The machine's answers. ``by``: the search that writes them, `greedy_decode`, or
    `greedy_with_cache`, `beam_search` or `penalised_beam_search`."""
    m, score, exam = yours.machine, yours.around["bleu"], questions()
    part, searches = (yours.parts | yours.around)[by], {}
    if by == "greedy_with_cache":
        m = Cached(SimpleNamespace(**vars(m.parts), **yours.around), yours.weights)
    elif by == "beam_search":
        searches["penalised_beam_search"] = lambda *given: part(*given[:-1])  # without alpha
    layer, places = m.parts.decoder_layer, 0

    def counted(x: Tensor, *others) -> Tensor:
        nonlocal places
        places += x.shape[:2].numel()
        return layer(x, *others)

    with torch.no_grad(), instead(m, decoder_layer=counted, **searches):
        said = [m.translate(german, 1 if "greedy" in by else None) for german, _ in exam]
    answers = zip(said, (right for _, right in exam), strict=True)
    best = [max(score(bleu_tokens(x), bleu_tokens(y)) for y in right) for x, right in answers]
    right = sum(x in right for x, (_, right) in zip(said, exam, strict=True))
    whose = "your" if part.counts else "the course’s"
    places //= m.config["num_layers"]
    return Result(said, right, sum(best) / len(best), places, f"{whose} {by}")
