"""Which order of axes explains an answer that only moves entries about?"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations

import torch
from torch import Tensor

from ...checker.compare import safely_same
from ...checker.core import Mistake, Sign

NAMES = {"b": "batch", "t": "len", "h": "heads", "f": "d_head"}


def cut_and_turned(x: Tensor, sizes: dict[str, int], got: Tensor) -> str | bool | None:
    """How got comes from x by a reshape, a permutation and another reshape, in words.

    True alone where sizes are equal or one, so that several orders explain it. ``sizes`` are those
    of the axes that x holds, in their order. None if no order explains it.
    """
    if got.numel() != x.numel():
        return None
    own = tuple(sizes)
    cuts = sorted(permutations(own), key=lambda cut: cut != own)  # the right reading of x first
    for cut in cuts:
        y = x.reshape([sizes[a] for a in cut])
        for order in permutations(range(4)):
            turned = y.permute(order)
            if torch.equal(turned.reshape(got.shape), got):
                if len(set(sizes.values()) - {1}) < len(sizes):
                    return True
                told = _told(cut, own, [cut[i] for i in order])
                then = f" Then they are reshaped to {tuple(got.shape)}."
                return told + then * (turned.shape != got.shape)
    return None


def _told(cut: tuple, own: tuple, result: list) -> str:
    def listed(axes) -> str:
        return "(" + ", ".join(NAMES[a] for a in axes) + ")"

    turned = f"the result then holds them in the order {listed(result)}."
    if cut == own:
        return f"x holds {listed(own)}; {turned}"
    return f"x holds {listed(own)} but is cut as {listed(cut)}; {turned}"


def known_again(mistakes: Sequence[Mistake], variant: Callable) -> tuple[Sign, ...]:
    """The mistakes as signs: known even where some cases raise, as view may on odd input."""

    def shows(wrong: Callable, args: tuple, got: Tensor, want: Tensor) -> bool:
        return safely_same(got, wrong(*args))

    return tuple(
        Sign(m.slug, m.says, partial(shows, partial(variant, **m.change)))
        for m in mistakes
        if m.change
    )
