"""What a check-up can find: each name, the honest reading beside it, and the lesson behind it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Finding:
    """One line of the card: a name, what was read off, and of which kind it is.

    ``kind``: "fault" (proved: what must not move has moved, or what must has not), "look" (a
    suspicion), "choice". ``follows`` names the fault that this one is a consequence of; ``honest``
    is what a right model shows, and ``lesson`` the number of the lesson that explains it.
    """

    name: str
    reading: str
    kind: str = "fault"
    follows: str = ""
    honest: str = ""
    lesson: str = ""


# Causes first: the card keeps this order.
KNOWN = {
    "gives-NaN": ("every logit is a number", "06"),
    "heads-split-without-transpose": ("view (B, T, H, Dh), then transpose(1, 2)", "07"),
    "heads-merged-without-transpose": ("transpose(1, 2), then view (B, T, H Dh)", "07"),
    "softmax-over-the-wrong-axis": ("each query's weights over the keys sum to 1", "02"),
    "masked-after-softmax": ("masked scores are -inf before the softmax", "06"),
    "mask-too-mild": ("a masked score is -inf, or far below any score", "06"),
    "cross-attention-causal": ("every target place hears every source word", "09"),
    "encoder-causal": ("every source place hears every source word", "09"),
    "scale": ("scores are divided by the root of the head's width", "05"),
    "no-activation": ("something bends between the two layers of a feed-forward", "08"),
    "waves-not-in-pairs": ("each sine has its cosine: squares of a pair sum to 1", "04"),
    "one-layer-for-many": ("each place has a layer of its own", "08"),
    "tied-in-name-only": ("a tie is one Parameter in two places", "03"),
    "tie-of-two-parameters": ("a tie is one Parameter in two places", "03"),
    "tensor-that-.to()-forgets": ("a tensor of a module is a parameter or a buffer", "11"),
    "copy-not-its-own": ("a copy computes with its own weights", "11"),
    "dropout-never-stops": ("in eval mode the same ids give the same logits", "08"),
    "sees-the-future": ("a later word moves no earlier output", "06"),
    "rows-hear-each-other": ("a sentence does not depend on its neighbours in the batch", "06"),
    "deaf-to-its-past": ("an earlier word moves every later output", "05"),
    "deaf-to-order": ("words that change places change what is said", "04"),
    "source-not-heard": ("every source word moves the logits", "09"),
    "padding-heard": ("padding moves nothing", "06"),
    "padding-NaN": ("a padded sentence gives numbers", "06"),
    "words-drowned": ("words are about as large as the waves that are added to them", "03"),
    "probabilities-for-logits": ("logits have any sign; the loss takes their softmax", "02"),
    "starts-too-sure": ("a fresh model's loss is about ln V", "12a"),
    "never-used": ("every parameter moves the logits", "08"),
    "no-gradient": ("every parameter that moves the logits gets a gradient", "11"),
    "shown-the-answer": ("nothing beats ln V on random words", "10"),
    "labels-skip-a-word": ("the label is the next word", "10"),
    "cache-differs": ("with a cache the logits are those without", "15"),
}
# What is no surprise once its cause is known.
MIXED = ("softmax-over-the-wrong-axis", "heads-merged-without-transpose",
         "heads-split-without-transpose")  # fmt: skip
CONSEQUENCES = {
    "sees-the-future": ("gives-NaN", *MIXED, "mask-too-mild", "masked-after-softmax"),
    "rows-hear-each-other": MIXED,
    "deaf-to-its-past": ("gives-NaN", *MIXED, "rows-hear-each-other"),
    "shown-the-answer": ("sees-the-future",),
    "never-used": ("gives-NaN", "source-not-heard", "deaf-to-its-past"),
    "source-not-heard": ("gives-NaN", "cross-attention-causal"),
    "padding-heard": ("padding-NaN", "mask-too-mild", "masked-after-softmax", *MIXED),
}


def sorted_findings(found: Iterable[Finding]) -> list[Finding]:
    """Causes before consequences, each name once and the surer kind of two; consequences say so."""
    kinds, names = ("fault", "look", "choice"), list(KNOWN)
    best: dict[str, Finding] = {}
    for f in sorted(found, key=lambda f: (kinds.index(f.kind), [*names, f.name].index(f.name))):
        best.setdefault(f.name, f)
    faults = [name for name, f in best.items() if f.kind == "fault"]
    told = []
    for name, f in best.items():
        causes = [cause for cause in CONSEQUENCES.get(name, ()) if cause in faults]
        honest, lesson = KNOWN.get(name, ("", ""))
        follows = causes[0] if causes else ""
        told.append(replace(f, follows=follows, honest=honest, lesson=lesson))
    return told
