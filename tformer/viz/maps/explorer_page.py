"""The explorer without a kernel: one page whose controls walk frames computed beforehand."""

import itertools
from collections.abc import Callable
from typing import Any

from tformer.viz.common.controls import positions, walked
from tformer.viz.common.page_budget import ROOM
from tformer.viz.common.scripts import fragment, script_json
from tformer.viz.maps.maps import Maps

FRAMES, PAGE_BYTES = 21, 6_000_000


def payload(sentences: list[Maps]) -> dict[str, Any]:
    """What the page draws."""
    return {"sentences": [maps.payload() for maps in sentences]}


def trouble(error: Exception) -> str:
    """What went wrong, as the reader is told: a ValueError's own words say it in full."""
    words = str(error)
    return words if type(error) is ValueError and words else f"{type(error).__name__}: {words}"


def walk(frame: Callable, controls: dict, values: dict, now: list[Maps]):
    """Controls whose positions are all computed beforehand, and the frames in their order.

    There are at most `FRAMES` positions a control, and fewer where a page would become too large;
    a control for which there is no room keeps its value.
    """
    size = sum(maps.weights.nbytes * (1 if maps.scores is None else 2) for maps in now)
    room = max(3, min(3 * FRAMES, ROOM.share(PAGE_BYTES) // size))
    axes, count = {}, 1
    for name, control in controls.items():
        if room // count < 2:
            break  # it keeps its value, as those that come after it
        found = positions(control, min(FRAMES, room // count))
        if len(found) > 1 and count * len(found) <= room:
            axes[name], count = found, count * len(found)
    frames = []
    for point in itertools.product(*axes.values()):
        try:
            frames.append(payload(frame(**{**values, **dict(zip(axes, point, strict=True))})))
        except Exception as error:
            frames.append({"error": trouble(error)})
    ROOM.take(len(frames) * size)
    return [walked(name, controls[name], found) for name, found in axes.items()], frames


def explorer_page(page: dict[str, Any], still: str) -> str:
    """The script, its data and a still picture for where no script runs, as one fragment."""
    return fragment("data-tf-explorer", script_json(page), still)
