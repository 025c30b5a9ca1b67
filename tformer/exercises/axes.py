"""Which order of axes explains an answer that only moves entries about?"""

from itertools import permutations

import torch
from torch import Tensor

NAMES_SPLIT = {"b": "batch", "t": "len", "h": "heads", "f": "d_head"}


def cut_and_turned(
    x: Tensor, sizes: dict[str, int], home: str, got: Tensor, names: dict[str, str]
) -> str | None:
    """How got comes from x by a reshape, a permutation and another reshape, in words.

    ``home`` is the order in which x really holds its axes ("b t h f"), ``sizes`` their sizes. None
    if no order explains it.
    """
    if got.numel() != x.numel():
        return None
    own = tuple(home.split())
    cuts = sorted(permutations(own), key=lambda cut: cut != own)  # the right reading of x first
    for cut in cuts:
        y = x.reshape([sizes[a] for a in cut])
        for order in permutations(range(4)):
            if torch.equal(y.permute(order).reshape(got.shape), got):
                return _told(cut, own, [cut[i] for i in order], names)
    return None


def _told(cut: tuple, own: tuple, result: list, names: dict[str, str]) -> str:
    def listed(axes) -> str:
        return "(" + ", ".join(names[a] for a in axes) + ")"

    turned = f"the result then holds them in the order {listed(result)}."
    if cut == own:
        return f"x holds {listed(own)}; {turned}"
    return f"x holds {listed(own)} but is cut as {listed(cut)}; {turned}"
