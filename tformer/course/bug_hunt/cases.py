"""The slips: which step has one, where it was published, and which probes look at it.

Of every step one probe sees the slip and another one sees nothing: which is which has to be found.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from torch import Tensor

from tformer.checkup import attending, hearing, weights
from tformer.checkup.subject import Subject, harmless
from tformer.course.bug_hunt import model, suspects
from tformer.course.checker.compare import safely_same

# The check-up's checks, each alone; what they look for stands in their docstrings.
PROBES = {
    "leak meter": hearing.words_before_and_after,
    "neighbours": hearing.rows,
    "order": hearing.order,
    "source": hearing.source,
    "padding": hearing.padding,
    "twice": hearing.dropout,
    "row sums": attending.sums,
    "maps of the source": attending.across,
    "scores": attending.scale,
    "views": attending.heads,
    "waves": attending.waves,
    "first loss": weights.start,
    "gradients": weights.learning,
    "tables": weights.ties,
    "uses": weights.reuse,
}
NOTHING = "nothing"


@dataclass(frozen=True)
class Ward:
    """A model with some of its steps exchanged: a decoder alone, or with an encoder."""

    steps: tuple[str, ...]
    crossed: bool = False

    @property
    def suspects(self) -> dict[str, Callable]:
        """The wrong steps by their names."""
        return {name: getattr(suspects, name) for name in self.steps}

    @property
    def how(self) -> dict[str, int]:
        """What `checkup.examine` has to know of the model."""
        return {"vocab": 13, "pad": 0} | ({"src_vocab": 13} if self.crossed else {})

    def make(self, **steps: Callable) -> model.Model:
        """A new model, with the wrong steps or those that are given."""
        return model.Model(src_vocab=self.how.get("src_vocab"), **(steps or self.suspects))

    def examined(self, **steps: Callable) -> Subject:
        """What the check-up's checks look at; inside `harmless`."""
        return Subject(lambda: self.make(**steps), **self.how)

    def readings(self, probes: Iterable[str], **steps: Callable) -> dict[str, str]:
        """What each probe reads off such a model; it knows no name for it."""
        with harmless(torch.float64):
            p = self.examined(**steps)
            found = {name: [f for f in PROBES[name](p) if f.kind != "choice"] for name in probes}
        return {name: "; ".join(f.reading for f in fs) or NOTHING for name, fs in found.items()}


@dataclass(frozen=True)
class Case(Ward):
    """A wrong step, where that was published, and the probes that look at it."""

    where: str = ""
    probes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.steps[0]

    @property
    def suspect(self) -> Callable:
        return self.suspects[self.name]

    @property
    def repaired(self) -> Callable:
        """The step as it should be."""
        return model.STEPS[self.name]

    def says(self, fn: Callable) -> Tensor:
        """What the model says with this step: of long sentences, one padded, in both modes."""
        with harmless(torch.float64):
            p = self.examined(**{self.name: fn})
            ids = 1 + torch.arange(80).view(2, 40) * 7 % (p.vocab - 1)
            ids[0, 30:] = p.pad
            src = ids.flip(0) if self.crossed else None
            modes = (p.run(p.shaken, ids, src, training=mode) for mode in (False, True))
            return torch.stack(list(modes))

    def same(self, fn: Callable) -> bool:
        """Whether the model says with this step what it says with our repair."""
        return safely_same(self.says(fn), self.says(self.repaired))


_ALL = (
    Case(("merge_heads",), False, "jsbaan/transformer-from-scratch pull request 6; "
         "ajhalthor/Transformer-Neural-Network pull request 4", ("row sums", "leak meter")),
    Case(("cross_mask",), True, "onlybooks/llm issue 4", ("source", "maps of the source")),
    Case(("scores",), False, "FareedKhan-dev/train-llm-from-scratch pull request 3; "
         "juho-lee/set_transformer issue 18", ("first loss", "scores")),
    Case(("norms",), False, "linkedin/Liger-Kernel pull request 269", ("gradients", "uses")),
    Case(("tie",), False, "rasbt/LLMs-from-scratch issue 822", ("gradients", "tables")),
    Case(("own_mask",), False, "d2l-ai/d2l-en, §11.7, `TransformerDecoderBlock`: no mask unless "
         "`self.training`", ("twice", "leak meter")),
    Case(("source_mask",), True, "bentrevett/pytorch-seq2seq issue 96, for the target",
         ("row sums", "padding")),
    Case(("embed",), True, "Lightning-AI/pytorch-lightning issue 19138, the demo Transformer",
         ("leak meter", "order")),
    Case(("places",), False, "ours: no issue is known", ("waves", "order")),
)  # fmt: skip
CASES = {case.name: case for case in _ALL}
PATIENTS = {"A": Ward(("own_mask",)), "B": Ward(("places",)),
            "C": Ward(("embed", "source_mask"), True)}  # fmt: skip
